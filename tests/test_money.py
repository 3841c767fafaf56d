"""Money in whole units, and odds."""

import pytest

from evenmoney.money import NotWhole, Odds, half, parse_odds


@pytest.mark.parametrize(
    ("text", "stake", "won"), [("3:2", 1000, 1500), ("6:5", 5, 6), ("1:1", 7, 7)]
)
def test_odds_say_what_a_stake_wins(text: str, stake: int, won: int) -> None:
    odds = parse_odds(text)
    assert odds.win(stake) == won
    assert str(odds) == text


@pytest.mark.parametrize(
    "text", ["", "3", "3/2", "3:0", "0:1", "-3:2", "3:2:1", "3.5:2", ":2", "3:"]
)
def test_a_text_that_gives_no_odds_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="odds are written like 3:2"):
        parse_odds(text)


def test_what_would_have_to_be_rounded_is_refused() -> None:
    with pytest.raises(NotWhole):
        Odds(3, 2).win(5)
    with pytest.raises(NotWhole):
        half(5)
    assert half(6) == 3
