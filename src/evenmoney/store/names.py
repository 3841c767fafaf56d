"""Players' names: what can be one, when two are the same, which belong to guests, which deceive."""

import re
import unicodedata
from typing import Final

NAME_SIGNS_MIN: Final = 2
NAME_SIGNS_MAX: Final = 24
"""Code points of a name, composed (Unicode's NFC)."""

MARKS_MAX: Final = 4
"""Marks on one letter, as UTS 39 has it: Burmese and Tibetan use three."""

_PUNCTUATION: Final = ".'-_"
_GUEST = re.compile(r"guest\s*\d+")
_INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
"""Letters and marks, as Unicode has it, that show nothing."""

_LIKENESSES = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}
"""Scripts some of whose letters look the same."""

_DOT = "\u0307"
_DOTTED = "ij\u0131\u0237\u0456\u0458"
"""Letters on which another dot is not seen."""

_OVERLAY: Final = 1
"""The combining class of strokes through a letter: what they cross out is read all the same."""

_LEFTWARD = {"R", "AL"}


def name_key(name: str) -> str:
    """Names with the same key are the same name: case, width and the number of blanks don't count,
    nor does NUL, which is in no name, and which PostgreSQL doesn't let be asked for.

    >>> name_key(" ＡNN  Lee ") == name_key("ann lee")
    True
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return tidy(folded.replace("\0", ""))


def tidy(name: str) -> str:
    """A name composed, without outer blanks, and with one between its words.

    >>> tidy(" Ann   Lee ")
    'Ann Lee'
    >>> tidy("Zoe\u0308") == "Zoë"
    True
    """
    return " ".join(unicodedata.normalize("NFC", name).split())


def flaw(name: str) -> str | None:
    """Why nobody can be called so, as a sentence; None when one can.

    >>> flaw("Nguyễn"), flaw("हिन्दी"), flaw("مُحَمَّد"), flaw("김민수"), flaw("O'Neil-7")
    (None, None, None, None, None)
    >>> flaw("A")
    'A name has 2 to 24 signs.'
    """
    composed = unicodedata.normalize("NFC", name)
    if not NAME_SIGNS_MIN <= len(tidy(name)) <= NAME_SIGNS_MAX:
        return f"A name has {NAME_SIGNS_MIN} to {NAME_SIGNS_MAX} signs."
    if not (tidy(name)[0].isalnum() and all(map(_is_sign, composed))):
        return "A name has letters, digits, blanks and . ' - _; a letter or a digit is its first."
    if not _marks_stand(unicodedata.normalize("NFD", name)):
        return f"Marks stand on letters of their own script, {MARKS_MAX} at most and none twice."
    if is_deceptive(composed):
        return "A name has letters, all of one script and of one direction."
    return None


def is_deceptive(name: str) -> bool:
    """Whether a name could be taken for another one, for a player's number, or not be seen at all.

    >>> is_deceptive("Ann"), is_deceptive("Анна"), is_deceptive("Ann 42")
    (False, False, False)
    >>> is_deceptive("\u0410nn"), is_deceptive("42"), is_deceptive("\u3164\u3164")
    (True, True, True)
    """
    letters = [sign for sign in unicodedata.normalize("NFKC", name) if sign.isalpha()]
    mixed = len({_script(letter) for letter in letters} & _LIKENESSES) > 1
    leftward = {unicodedata.bidirectional(letter) in _LEFTWARD for letter in letters}
    hidden = any(sign in _INVISIBLE for sign in name + "".join(letters))
    return not letters or mixed or len(leftward) > 1 or hidden


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


def _is_sign(sign: str) -> bool:
    category = unicodedata.category(sign)
    return sign.isalnum() or sign in _PUNCTUATION or category in {"Mn", "Mc", "Zs"}


def _marks_stand(decomposed: str) -> bool:
    """Whether each mark stands on a letter that bears such marks."""
    letter, marks = "", ""
    for sign in decomposed:
        if not unicodedata.category(sign).startswith("M"):
            letter, marks = sign, ""
            continue
        if not _bears(letter, sign) or marks.endswith(sign) or len(marks) == MARKS_MAX:
            return False
        marks += sign
    return True


def _bears(letter: str, mark: str) -> bool:
    """Whether a mark belongs on a letter, and can be seen there."""
    own = _script(mark) in {"COMBINING", _script(letter)}
    seen = unicodedata.combining(mark) != _OVERLAY and not (mark == _DOT and letter in _DOTTED)
    return letter.isalpha() and own and seen


def _script(sign: str) -> str:
    """The first word of a sign's name, which tells its script."""
    return unicodedata.name(sign, "").partition(" ")[0]
