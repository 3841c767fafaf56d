"""Players' names: when two are the same name, and which ones belong to guests."""

import re
import unicodedata

_GUEST = re.compile(r"guest\s*\d+")


def name_key(name: str) -> str:
    """Names with the same key are the same name: case, width and outer blanks don't count.

    >>> name_key(" ＡNN ") == name_key("ann")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def guest_name(player: int) -> str:
    """What a guest is called.

    >>> guest_name(17)
    'Guest 17'
    """
    return f"Guest {player}"


def is_guest_name(name: str) -> bool:
    """Whether a name is kept for guests.

    >>> is_guest_name("GUEST17"), is_guest_name("guest of honour")
    (True, False)
    """
    return _GUEST.fullmatch(name_key(name)) is not None
