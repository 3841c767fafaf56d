"""Where in a message something is wrong, as msgspec's words tell it."""

import re
from typing import Final

PATH: Final = re.compile(r" - at `(?:key in )?\$\.?(.*?)`$")
NAMED: Final = re.compile(r"(?:unknown|missing required) field `(.*?)`")


def place_of(error: str) -> str | None:
    """The place that an error's words name, or None when it is the message as a whole.

    >>> place_of("Expected `int` <= 3 - at `$.box`")
    'box'
    >>> place_of("Object missing required field `n`")
    'n'
    """
    path, named = PATH.search(error), NAMED.search(error)
    parts = [found.group(1) for found in (path, named) if found and found.group(1)]
    return ".".join(parts) or None
