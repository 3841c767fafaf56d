"""The server's log: one JSON object a line on standard error, never a secret in it.

Only named fields are written: no headers, cookies, tokens, passwords, seeds or cards get here.
"""

import logging
import sys
import time
from typing import Final

import msgspec

FIELDS: Final = (
    "path",
    "reason",
    "player",
    "bonus",
    "table",
    "round",
    "code",
    "address",
    "database",
)
"""The fields a record may carry beside its message."""


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "room": record.name,
            "what": record.getMessage(),
        }
        line.update({name: getattr(record, name) for name in FIELDS if hasattr(record, name)})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def log_to_stderr(level: int = logging.WARNING) -> None:
    """Send what the house and its libraries log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "litestar"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = True
        logger.setLevel(logging.WARNING)
