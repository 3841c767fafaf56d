"""Dealing by table rows, and in lists, gives what plain dealing gives from the same cards."""

from random import Random

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evenmoney.analysis.kernel.endings import close
from evenmoney.analysis.kernel.independent import Span, new_pack
from evenmoney.analysis.kernel.plain import NET, ROUND, STAKED, empty_felt
from evenmoney.analysis.kernel.rotations import READINGS, deal_rotations, lay_out, roles_of
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
from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.game import Rules
from evenmoney.strategy.card import StrategyCard
from tests.analysis.kernel.book_card import book_card
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
@given(
    rules=odd_rules(),
    card=odd_cards(),
    boxes=st.integers(1, 2),
    abreast=st.booleans(),
    seed=st.integers(0, 2**32),
)
def test_all_rotations_together_come_to_the_sum_of_their_rounds(
    rules: Rules, card: StrategyCard, boxes: int, abreast: bool, seed: int
) -> None:
    sheet = make_sheet(rules, card, Policy(boxes), stake=100)
    script, ours, theirs = write_script(sheet, abreast), empty_tally(sheet), empty_tally(sheet)
    spread, felt = lay_out(script), empty_felt()
    deal_rotations(Span(seed, 0, 1), new_pack(sheet.cards), script, spread, ours)
    close(ours, script, spread)
    width, roles = len(spread.cards) // READINGS, roles_of(script).astype(int)
    starts = [reading * width + at for reading in range(READINGS) for at in range(sheet.cards)]
    for role in roles:
        for at in starts:
            shoe = spread.cards[at : at + width].copy()
            shoe[roles[0]] = spread.cards[at + role]
            theirs.counts[CARDS] += deal_given(felt, shoe, 0, sheet)
            count_given(felt, sheet, theirs)
            theirs.moments[SUM_NET] += felt[ROUND, NET]
            theirs.moments[SUM_STAKE] += felt[ROUND, STAKED]
    assert ours.counts[ROUNDS] == len(roles) * READINGS * sheet.cards
    assert ours.counts.tolist() == theirs.counts.tolist()
    assert ours.nets.tolist() == theirs.nets.tolist()
    assert (
        ours.moments[[SUM_NET, SUM_STAKE]].tolist() == theirs.moments[[SUM_NET, SUM_STAKE]].tolist()
    )


@settings(max_examples=20, deadline=None)
@given(rules=odd_rules(), card=odd_cards(), seed=st.integers(0, 2**32))
def test_rotations_dealt_in_vectors_give_what_lists_give_to_the_last_digit(
    rules: Rules, card: StrategyCard, seed: int
) -> None:
    sheet, tallies = make_sheet(rules, card, Policy(1), stake=100), []
    for abreast in (False, True):
        script, tally = write_script(sheet, abreast), empty_tally(sheet)
        spread = lay_out(script)
        deal_rotations(Span(seed, 0, 3), new_pack(sheet.cards), script, spread, tally)
        close(tally, script, spread)
        tallies.append([part.tolist() for part in tally])
    assert tallies[0] == tallies[1]


@pytest.mark.parametrize(("hole_card", "roles"), [("first", 2), ("second", 2), ("none", 1)])
def test_a_place_is_dealt_twice_where_the_dealer_has_two_cards_to_exchange(
    hole_card: str, roles: int
) -> None:
    rules = msgspec.structs.replace(Catalogue.packaged()["classic"].rules, hole_card=hole_card)
    script = write_script(make_sheet(rules, book_card(), Policy(), stake=100))
    found = roles_of(script)
    assert len(found) == roles
    for first, second, up, hole in found.tolist():
        assert {first, second, up, hole} == set(range(4))
    if roles == 2:
        dealt, exchanged = found.tolist()
        assert set(dealt[:2]) == set(exchanged[2:])
