"""The HTTP application: routes, what they are given, and how wrongs are answered."""

from typing import Final

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from evenmoney.server.api import bonuses, games, hints, house, operator, players, rounds, wallet
from evenmoney.server.api.entry import (
    known_who,
    let_pass,
    maybe_who,
    premises_of,
    visit_of,
)
from evenmoney.server.headers import finish
from evenmoney.server.pages import PACKED_ONCE, Pages, show_page
from evenmoney.server.premises import Premises
from evenmoney.server.problems import HANDLERS

BODY_MAX_BYTES: Final = 16 * 1024
"""The longest request body taken."""

PACKED: Final = CompressionConfig("gzip", gzip_compress_level=6, exclude_opt_key=PACKED_ONCE)
"""Answers of the interface; pages are packed once, not for each request."""


def http_app(premises: Premises, pages: Pages) -> Litestar:
    """The application over these premises."""
    return Litestar(
        route_handlers=[
            *players.HANDLERS,
            *games.HANDLERS,
            *rounds.HANDLERS,
            *house.HANDLERS,
            *operator.HANDLERS,
            *wallet.HANDLERS,
            *bonuses.HANDLERS,
            *hints.HANDLERS,
            show_page,
        ],
        dependencies={
            "premises": Provide(premises_of, sync_to_thread=False),
            "visit": Provide(visit_of, sync_to_thread=False),
            "who": Provide(known_who),
            "maybe": Provide(maybe_who),
        },
        state=State({"premises": premises, "pages": pages}),
        before_request=let_pass,
        after_request=finish,
        exception_handlers=HANDLERS,
        logging_config=None,
        compression_config=PACKED,
        request_max_body_size=BODY_MAX_BYTES,
        openapi_config=OpenAPIConfig(
            title="Even Money",
            version=house.VERSION,
            description="An online blackjack house. Money in minor units, times in ms (UTC). The "
            "table socket is at /api/socket; its messages are in /api/schema/socket.json.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
    )
