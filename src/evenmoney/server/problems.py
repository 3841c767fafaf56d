"""Every wrong answered in one shape: a stable code, a sentence, and the place in the request."""

import logging
from typing import Any, Final

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException

from evenmoney.players.passwords import TooBusy
from evenmoney.server.headers import with_headers
from evenmoney.server.place import place_of
from evenmoney.store.people import PersonRefused
from evenmoney.store.store import OutcomeUnknown, StoreFailed
from evenmoney.wire.http import Problem

LOG = logging.getLogger("evenmoney.http")

STATUS: Final = {
    "name_refused": 400,
    "too_many_tries": 429,
    "too_many_from_address": 429,
    "too_many_requests": 429,
    "wrong_password": 401,
    "no_such_player": 401,
    "not_logged_in": 401,
    "cross_origin": 403,
    "not_the_operator": 403,
    "no_such_round": 404,
    "no_such_bonus": 404,
    "no_such_call": 404,
    "token_unknown": 404,
    "not_found": 404,
}
"""The HTTP status of a refusal's code; any other is a conflict, 409."""

CONFLICT: Final = 409

RETRY_SECONDS: Final = {"too_many_requests": 1}
"""After how long what was refused as too often may be asked again; most of it after a minute."""

PROBLEM_CODES: Final = {
    400: "bad_request",
    401: "not_logged_in",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "unsupported_media_type",
    429: "too_many_tries",
}
"""The code of a problem that the framework itself found, by its status."""


WHOLE_BODY: Final = "data"
"""The framework's name for a request's body as a whole."""


class Refused(Exception):
    """A request that is not done; `code` gives the status too."""

    def __init__(self, code: str, message: str, field: str | None = None) -> None:
        super().__init__(code)
        self.problem = Problem(code=code, message=message, field=field)


def answer(status: int, problem: Problem) -> Response[bytes]:
    """The response that carries a problem."""
    headers = {"retry-after": str(RETRY_SECONDS.get(problem.code, 60))} if status == 429 else {}
    body = msgspec.json.encode(problem)
    return with_headers(
        Response(body, status_code=status, media_type=MediaType.JSON, headers=headers)
    )


def on_refused(_: Request[Any, Any, Any], error: Refused) -> Response[bytes]:
    """A refusal of the server's own."""
    return answer(STATUS.get(error.problem.code, CONFLICT), error.problem)


def on_person_refused(request: Request[Any, Any, Any], error: PersonRefused) -> Response[bytes]:
    """A refusal about people: logged, since many of them are somebody trying."""
    address = request.client.host if request.client else ""
    seen = {"code": error.code, "address": address, "path": request.url.path}
    LOG.info("person_refused", extra=seen)
    field = {"name_taken": "name", "name_refused": "name", "wrong_password": "password"}.get(
        error.code
    )
    problem = Problem(code=error.code, message=error.reason, field=field)
    return answer(STATUS.get(error.code, CONFLICT), problem)


def on_too_busy(_: Request[Any, Any, Any], _error: TooBusy) -> Response[bytes]:
    """Too many passwords wait to be checked."""
    return answer(429, Problem(code="busy", message="Many people log in just now: try again."))


def on_invalid(_: Request[Any, Any, Any], error: ValidationException) -> Response[bytes]:
    """A body or parameter of the wrong shape: the first place is named."""
    extra = error.extra if isinstance(error.extra, list) else []
    first = next((row for row in extra if isinstance(row, dict)), {})
    message = str(first.get("message") or error.detail)
    field = first.get("key")
    if field == WHOLE_BODY:
        field = place_of(message)
        message = "A body is needed." if message == f"'{WHOLE_BODY}'" else message
    return answer(400, Problem(code="bad_request", message=message, field=field))


def on_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """What the framework itself refuses: no such path, no such method, a body too large."""
    status = error.status_code if error.status_code < 500 else 400
    code = PROBLEM_CODES.get(status, "bad_request")
    return answer(status, Problem(code=code, message=str(error.detail)[:200]))


def on_too_deep(_: Request[Any, Any, Any], _error: RecursionError) -> Response[bytes]:
    """A body nested deeper than any that is meant."""
    return answer(400, Problem(code="bad_request", message="The body is nested too deeply."))


def on_store_failed(_: Request[Any, Any, Any], error: StoreFailed) -> Response[bytes]:
    """The record can't be read or written: nothing was done."""
    LOG.error("store_failed", extra={"reason": str(error)})
    return answer(503, Problem(code="store_failed", message="The house's record is out of reach."))


def on_unknown(_: Request[Any, Any, Any], error: OutcomeUnknown) -> Response[bytes]:
    """The record broke off while it was written: what is asked again is done once."""
    LOG.error("outcome_unknown", extra={"reason": str(error)})
    message = "The house's record broke off: whether this was done is not known yet. Ask again."
    return answer(503, Problem(code="outcome_unknown", message=message))


def on_fault(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A bug: nothing is told but that it happened; the log has the rest."""
    LOG.error("fault", exc_info=error, extra={"path": request.url.path})
    return answer(500, Problem(code="fault", message="Something broke here. It is not your fault."))


HANDLERS: Final[dict[Any, Any]] = {
    Refused: on_refused,
    PersonRefused: on_person_refused,
    TooBusy: on_too_busy,
    ValidationException: on_invalid,
    HTTPException: on_http,
    RecursionError: on_too_deep,
    StoreFailed: on_store_failed,
    OutcomeUnknown: on_unknown,
    Exception: on_fault,
}
"""What Litestar calls for which exception."""
