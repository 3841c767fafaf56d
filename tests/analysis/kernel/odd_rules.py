"""Rules and strategy cards that no casino has, for tests: any combination that deals at all."""

from hypothesis import strategies as st

from evenmoney.money import Odds
from evenmoney.rules.check import check_rules
from evenmoney.rules.game import Rules
from evenmoney.rules.options import BadOption
from evenmoney.strategy.card import (
    HARD_TOTALS,
    PAIR_PREFERENCES,
    PAIRS,
    PREFERENCES,
    SOFT_TOTALS,
    UPCARDS,
    StrategyCard,
)


def playable(rules: Rules) -> bool:
    """Whether the house would take such rules for three boxes."""
    try:
        check_rules(rules, 3)
    except BadOption:
        return False
    return True


def odd_rules(shoe: st.SearchStrategy[float | str] | None = None) -> st.SearchStrategy[Rules]:
    """Any rules that three boxes can be dealt under."""
    yes_no = st.booleans()
    return st.builds(
        Rules,
        decks=st.integers(1, 8),
        shoe=st.just("fresh") if shoe is None else shoe,
        hit_soft_17=yes_no,
        hole_card=st.sampled_from(["first", "second", "none"]),
        blackjack_pays=st.sampled_from([Odds(3, 2), Odds(6, 5), Odds(1, 1), Odds(7, 4)]),
        insurance=yes_no,
        even_money=yes_no,
        surrender=st.sampled_from(["none", "late", "late_not_ace"]),
        double_on=st.sampled_from(["any", "hard", "9-11", "10-11"]),
        double_after_split=yes_no,
        max_hands=st.integers(2, 4),
        resplit_aces=yes_no,
        hit_split_aces=yes_no,
        no_hole_card_loss=st.sampled_from(["all_bets", "original_bets"]),
        auto_stand_on_21=yes_no,
        charlie=st.none() | st.integers(3, 8),
        boxes=st.just(3),
        max_win=st.none() | st.sampled_from([200, 300, 1000]),
    ).filter(playable)


def _rows(count: int, cells: list[str]) -> st.SearchStrategy[tuple[tuple[str, ...], ...]]:
    row = st.tuples(*[st.sampled_from(cells)] * len(UPCARDS))
    return st.tuples(*[row] * count)


def odd_cards() -> st.SearchStrategy[StrategyCard]:
    """Any strategy card at all; splitting is made frequent."""
    return st.builds(
        StrategyCard,
        rules_hash=st.just(""),
        hard=_rows(len(HARD_TOTALS), list(PREFERENCES)),
        soft=_rows(len(SOFT_TOTALS), list(PREFERENCES)),
        pairs=_rows(len(PAIRS), [*PAIR_PREFERENCES, "P", "P"]),
        insure=st.booleans(),
        even_money=st.booleans(),
    )
