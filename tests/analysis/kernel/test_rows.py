"""Dealing by table rows, and in lists, gives what plain dealing gives from the same cards."""

from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from evenmoney.analysis.kernel.endings import close
from evenmoney.analysis.kernel.independent import Span, new_pack
from evenmoney.analysis.kernel.plain import NET, ROUND, STAKED, empty_felt
from evenmoney.analysis.kernel.rotations import READINGS, deal_rotations, lay_out
from evenmoney.analysis.kernel.rows import empty_desk, empty_sheaf
from evenmoney.analysis.kernel.script import write_script
from evenmoney.analysis.kernel.sheet import Policy, make_sheet
from evenmoney.analysis.kernel.tally import (
    CARDS,
    ROUNDS,
    SUM_NET,
    SUM_STAKE,
    empty_tally,
)
from evenmoney.analysis.kernel.witness import count_given, deal_given, deal_given_by_rows
from evenmoney.rules.game import Rules
from evenmoney.strategy.card import StrategyCard
from tests.analysis.kernel.odd_rules import odd_cards, odd_rules


@settings(max_examples=40, deadline=None)
@given(rules=odd_rules(), card=odd_cards(), boxes=st.integers(1, 3), seed=st.integers(0, 2**32))
def test_rows_deal_every_round_as_plain_dealing_does(
    rules: Rules, card: StrategyCard, boxes: int, seed: int
) -> None:
    sheet = make_sheet(rules, card, Policy(boxes), stake=100)
    script, pack, random = write_script(sheet), new_pack(sheet.cards), Random(seed)
    felt, desk, sheaf = empty_felt(), empty_desk(), empty_sheaf()
    for _ in range(100):
        shoe = np.array(random.sample(list(pack), len(pack)), dtype=np.uint8)
        end = deal_given(felt, shoe, 0, sheet)
        by_rows = deal_given_by_rows(script, shoe, 0, desk, sheaf)
        assert by_rows == (felt[ROUND, NET], felt[ROUND, STAKED], end)


@settings(max_examples=20, deadline=None)
@given(rules=odd_rules(), card=odd_cards(), boxes=st.integers(1, 2), seed=st.integers(0, 2**32))
def test_all_rotations_together_come_to_the_sum_of_their_rounds(
    rules: Rules, card: StrategyCard, boxes: int, seed: int
) -> None:
    sheet = make_sheet(rules, card, Policy(boxes), stake=100)
    script, ours, theirs = write_script(sheet), empty_tally(sheet), empty_tally(sheet)
    spread, felt = lay_out(script), empty_felt()
    deal_rotations(Span(seed, 0, 1), new_pack(sheet.cards), script, spread, ours)
    close(ours, script, spread)
    width = len(spread.cards) // READINGS
    for reading in range(READINGS):
        for at in range(reading * width, reading * width + sheet.cards):
            theirs.counts[CARDS] += deal_given(felt, spread.cards, at, sheet) - at
            count_given(felt, sheet, theirs)
            theirs.moments[SUM_NET] += felt[ROUND, NET]
            theirs.moments[SUM_STAKE] += felt[ROUND, STAKED]
    assert ours.counts[ROUNDS] == READINGS * sheet.cards
    assert ours.counts.tolist() == theirs.counts.tolist()
    assert ours.nets.tolist() == theirs.nets.tolist()
    assert (
        ours.moments[[SUM_NET, SUM_STAKE]].tolist() == theirs.moments[[SUM_NET, SUM_STAKE]].tolist()
    )
