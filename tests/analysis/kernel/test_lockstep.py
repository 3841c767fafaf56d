"""Rounds and shoes dealt side by side come to what plain dealing gives from the same cards."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evenmoney.analysis.kernel import fresh, lockstep
from evenmoney.analysis.kernel.endings import close
from evenmoney.analysis.kernel.independent import Span, new_pack
from evenmoney.analysis.kernel.plain import NET, ROUND, STAKED, empty_felt
from evenmoney.analysis.kernel.script import write_script
from evenmoney.analysis.kernel.sheet import Policy, Sheet, make_sheet
from evenmoney.analysis.kernel.shoes import SEEN, deal_shoes, make_shoes
from evenmoney.analysis.kernel.tally import (
    CARDS,
    ROUNDS,
    STAKE,
    SUM_NET,
    SUM_STAKE,
    Tally,
    empty_tally,
)
from evenmoney.analysis.kernel.witness import count_given, deal_given
from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.game import Rules
from evenmoney.strategy.card import StrategyCard
from tests.analysis.kernel.book_card import book_card
from tests.analysis.kernel.odd_rules import odd_cards, odd_rules


def deal_plainly(sheet: Sheet, tally: Tally, shoe: np.ndarray, at: int) -> int:
    """Count a round from place `at` of a shoe; gives the place after its last card."""
    felt = empty_felt()
    end = deal_given(felt, shoe, at, sheet)
    count_given(felt, sheet, tally)
    tally.counts[CARDS] += end - at
    tally.moments[SUM_NET] += felt[ROUND, NET]
    tally.moments[SUM_STAKE] += felt[ROUND, STAKED]
    return int(end)


def same(ours: Tally, theirs: Tally) -> bool:
    """Whether all counts are alike."""
    sums = [SUM_NET, SUM_STAKE]
    theirs.counts[STAKE] = theirs.moments[SUM_STAKE]
    pairs = [
        (ours.counts, theirs.counts),
        (ours.nets, theirs.nets),
        (ours.moments[sums], theirs.moments[sums]),
    ]
    return all(bool((one == other).all()) for one, other in pairs)


@settings(max_examples=25, deadline=None)
@given(rules=odd_rules(), card=odd_cards(), seed=st.integers(0, 2**32))
def test_a_step_of_fresh_rounds_comes_to_the_sum_of_its_rounds(
    rules: Rules, card: StrategyCard, seed: int
) -> None:
    sheet = make_sheet(rules, card, Policy(1), stake=100)
    script, ours, theirs = write_script(sheet), empty_tally(sheet), empty_tally(sheet)
    rounds, pack = fresh.make_rounds(script, steps=1), new_pack(sheet.cards)
    fresh.deal_fresh(Span(seed, 0, 1), script, rounds, ours)
    close(ours, script, rounds)
    for lane in range(fresh.LANES):
        shoe = rounds.cards[lane :: fresh.LANES].copy()
        numbers = rounds.numbers[lane :: fresh.LANES]
        end = deal_plainly(sheet, theirs, shoe, 0)
        assert len(set(numbers[:end].tolist())) == end
        assert shoe[:end].tolist() == pack[numbers[:end]].tolist()
    assert ours.counts[ROUNDS] == fresh.LANES
    assert same(ours, theirs)


def shoe_in_each_lane(
    sheet: Sheet,
    seed: int,
    tally: Tally,
    *,
    abreast: bool,
    of_lane: int = 1,
    pack: np.ndarray | None = None,
) -> np.ndarray:
    """Count shoes of every lane, dealt in vectors or in lists; gives the lanes' last shoes."""
    script, pack = write_script(sheet, abreast), new_pack(sheet.cards) if pack is None else pack
    if abreast:
        shoes = make_shoes(script, of_lane)
        deal_shoes(Span(seed, 0, 1), pack, script, shoes, tally)
        close(tally, script, shoes)
        return shoes.cards
    lanes = lockstep.make_lanes(script, of_lane)
    lockstep.deal_lanes(Span(seed, 0, 1), pack, script, lanes, tally)
    close(tally, script, lanes)
    return lanes.cards


@settings(max_examples=25, deadline=None)
@given(
    rules=odd_rules(shoe=st.sampled_from([0.3, 0.5])),
    card=odd_cards(),
    boxes=st.integers(1, 2),
    abreast=st.booleans(),
    seed=st.integers(0, 2**32),
)
def test_a_shoe_in_each_lane_comes_to_the_sum_of_its_rounds(
    rules: Rules, card: StrategyCard, boxes: int, abreast: bool, seed: int
) -> None:
    sheet = make_sheet(rules, card, Policy(boxes), stake=100)
    pack, ours, theirs = new_pack(sheet.cards), empty_tally(sheet), empty_tally(sheet)
    cards = shoe_in_each_lane(sheet, seed, ours, abreast=abreast and boxes == 1)
    for lane in range(lockstep.LANES):
        shoe = cards[lane * lockstep.LANE :][: sheet.cards].copy()
        assert sorted(shoe.tolist()) == pack.tolist()
        at = 0
        while at < sheet.cut:
            at = deal_plainly(sheet, theirs, shoe, at)
    assert ours.counts[ROUNDS] == theirs.counts[ROUNDS]
    assert same(ours, theirs)


@settings(max_examples=25, deadline=None)
@given(
    rules=odd_rules(shoe=st.sampled_from([0.3, 0.5, 0.8])),
    card=odd_cards(),
    seed=st.integers(0, 2**32),
)
def test_shoes_dealt_in_vectors_give_what_lists_give_to_the_last_digit(
    rules: Rules, card: StrategyCard, seed: int
) -> None:
    sheet = make_sheet(rules, card, Policy(1), stake=100)
    in_lists, in_vectors = empty_tally(sheet), empty_tally(sheet)
    shoe_in_each_lane(sheet, seed, in_lists, abreast=False, of_lane=3)
    shoe_in_each_lane(sheet, seed, in_vectors, abreast=True, of_lane=3)
    for one, other in zip(in_lists, in_vectors, strict=True):
        assert one.tolist() == other.tolist()


@pytest.mark.parametrize("abreast", [False, True])
def test_rounds_of_more_cards_than_a_vector_sees_are_dealt_like_all_others(abreast: bool) -> None:
    rules = Catalogue.packaged()["six-deck-shoe"].rules
    sheet = make_sheet(rules, book_card(), Policy(1), stake=100)
    ours, theirs = empty_tally(sheet), empty_tally(sheet)
    aces_and_twos = np.repeat(np.array([0, 1], dtype=np.uint8), sheet.cards // 2)
    cards = shoe_in_each_lane(sheet, 7, ours, abreast=abreast, pack=aces_and_twos)
    taken = []
    for lane in range(lockstep.LANES):
        shoe, at = cards[lane * lockstep.LANE :][: sheet.cards].copy(), 0
        while at < sheet.cut:
            start, at = at, deal_plainly(sheet, theirs, shoe, at)
            taken.append(at - start)
    assert sum(cards_taken > SEEN for cards_taken in taken) > 100
    assert same(ours, theirs)
