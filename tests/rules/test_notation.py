"""The text of a round, which reads back to the same round."""

import pytest

from evenmoney.cards import parse_cards
from evenmoney.rules.action import Action
from evenmoney.rules.notation import (
    BadNotation,
    Move,
    OtherRules,
    RoundRecord,
    read,
    replay,
    without_idle_funds,
    write,
)
from evenmoney.rules.options import rules_hash
from tests.dealing import rules_of

RULES = rules_of("six-deck-shoe")
RECORD = RoundRecord(
    game="six-deck-shoe",
    rules_hash=rules_hash(RULES),
    bets={1: 1000, 3: 500},
    cards=parse_cards("8h Td Ac 8d 9s 7s 3h 9c 2d Ks"),
    moves=(
        Move(Action.INSURE),
        Move(Action.PASS, {1: 2000, 3: 0}),
        Move(Action.SPLIT, {1: 0, 3: 0}),
        Move(Action.STAND, {1: 0, 3: 0}),
        Move(Action.STAND, {1: 0, 3: 0}),
        Move(Action.STAND, {1: 0, 3: 0}),
    ),
    funds={1: 2500, 3: 250},
)
TEXT = f"""evenmoney round 1
rules six-deck-shoe {rules_hash(RULES)}
bets 1=1000,3=500
funds 1=2500,3=250
cards 8h Td Ac 8d 9s 7s 3h 9c 2d Ks
actions insure pass@1=2000,3=0 split@1=0,3=0 stand@1=0,3=0 stand@1=0,3=0 stand@1=0,3=0
"""


def test_a_record_is_written_as_six_lines() -> None:
    assert write(RECORD) == TEXT


def test_a_text_reads_back() -> None:
    assert read(TEXT) == RECORD
    assert write(read(TEXT)) == TEXT


def test_a_replay_gives_the_round_again() -> None:
    played = replay(RECORD, RULES).round
    assert played.over
    assert played == replay(read(TEXT), RULES).round
    assert [hand.bet for hand in played.hands] == [1000, 1000, 500]


def test_purses_that_made_no_difference_are_left_out() -> None:
    lean = without_idle_funds(RECORD, RULES)
    assert lean.funds is None
    kept = [move.action for move in lean.moves if move.funds is not None]
    assert kept == [Action.SPLIT, Action.STAND, Action.STAND]
    assert replay(lean, RULES) == replay(RECORD, RULES)


def test_purses_of_the_deal_are_kept_where_a_box_was_not_asked() -> None:
    poor = RoundRecord(
        game="six-deck-shoe",
        rules_hash=rules_hash(RULES),
        bets={1: 1000},
        cards=parse_cards("Td Ac 9h 7s"),
        moves=(Move(Action.STAND),),
        funds={1: 100},
    )
    assert without_idle_funds(poor, RULES) == poor


def test_other_rules_are_refused() -> None:
    with pytest.raises(OtherRules):
        replay(RECORD, rules_of("classic"))


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (1, "evenmoney round 2"),
        (2, "rules six-deck-shoe"),
        (2, "rule six-deck-shoe abc"),
        (3, "bets 1:1000"),
        (3, "bets 1=1000,1=500"),
        (3, "bets"),
        (4, "funds none"),
        (5, "cards 8h Xd"),
        (6, "actions jump"),
        (6, "actions hit@1"),
    ],
)
def test_a_bad_line_is_named(line: int, wrong: str) -> None:
    lines = TEXT.splitlines()
    lines[line - 1] = wrong
    with pytest.raises(BadNotation) as caught:
        read("\n".join(lines))
    assert caught.value.line == line


@pytest.mark.parametrize(
    "text", ["", "evenmoney round 1\n", TEXT + "more\n", TEXT[: TEXT.index("actions")]]
)
def test_a_text_of_another_length_is_no_round(text: str) -> None:
    with pytest.raises(BadNotation):
        read(text)
