"""Players' names: when two are the same name, which belong to guests, and which deceive."""

import re
import unicodedata

_GUEST = re.compile(r"guest\s*\d+")
_INVISIBLE = "\u115f\u1160\u17b4\u17b5\u3164\uffa0"
"""Letters, as Unicode has it, that show nothing."""

_LIKENESSES = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}
"""Scripts some of whose letters look the same."""


def name_key(name: str) -> str:
    """Names with the same key are the same name: case, width and the number of blanks don't count.

    >>> name_key(" ＡNN  Lee ") == name_key("ann lee")
    True
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return tidy(folded)


def tidy(name: str) -> str:
    """A name without outer blanks, and with one between its words.

    >>> tidy(" Ann   Lee ")
    'Ann Lee'
    """
    return " ".join(name.split())


def is_deceptive(name: str) -> bool:
    """Whether a name could be taken for another one, for a player's number, or not be seen at all.

    >>> is_deceptive("Ann"), is_deceptive("Анна"), is_deceptive("Ann 42")
    (False, False, False)
    >>> is_deceptive("\u0410nn"), is_deceptive("42"), is_deceptive("\u3164\u3164")
    (True, True, True)
    """
    letters = [sign for sign in unicodedata.normalize("NFKC", name) if sign.isalpha()]
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}
    mixed = len(scripts & _LIKENESSES) > 1
    return not letters or mixed or any(letter in _INVISIBLE for letter in name + "".join(letters))


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
