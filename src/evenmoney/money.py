"""Money as whole minor units of a currency, and odds as two integers; never a float."""

import msgspec


class Currency(msgspec.Struct, frozen=True):
    """A currency: ISO code (or a code of the house's own), sign, and digits after the point."""

    code: str
    sign: str
    digits: int = 2


class Odds(msgspec.Struct, frozen=True):
    """`pays` units won for every `to` units staked: 3:2 is `Odds(3, 2)`."""

    pays: int
    to: int

    def __str__(self) -> str:
        return f"{self.pays}:{self.to}"

    def win(self, stake: int) -> int:
        """What a stake wins, in minor units; raises `NotWhole` when that is no whole number."""
        won, rest = divmod(stake * self.pays, self.to)
        if rest:
            raise NotWhole(f"{self} on {stake} minor units is not whole")
        return won


class NotWhole(ValueError):
    """A payoff that would have to be rounded."""


def parse_odds(text: str) -> Odds:
    """The odds that a text such as `"3:2"` gives; raises `ValueError`."""
    pays, colon, to = text.partition(":")
    if not (colon and pays.isdecimal() and to.isdecimal() and int(pays) > 0 and int(to) > 0):
        raise ValueError(f"odds are written like 3:2, not {text!r}")
    return Odds(int(pays), int(to))


def half(amount: int) -> int:
    """Half of an amount; raises `NotWhole` on an odd one."""
    if amount % 2:
        raise NotWhole(f"half of {amount} minor units is not whole")
    return amount // 2
