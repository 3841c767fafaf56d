"""The text of a whole round, which reads back to the same round; knows no files."""

from collections.abc import Mapping
from typing import Final

import msgspec

from evenmoney.cards import BadCard, Card, cards_text, parse_cards
from evenmoney.rules.action import Action
from evenmoney.rules.event import Event
from evenmoney.rules.game import Rules
from evenmoney.rules.options import rules_hash
from evenmoney.rules.round import Round, Step, deal

FIRST_LINE: Final = "evenmoney round 1"
LINES: Final = ("rules", "bets", "funds", "cards", "actions")

Purses = Mapping[int, int]
"""By box: what its owner could still spend."""


class BadNotation(ValueError):
    """A text that is no round: its line (from 1), and why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class Move(msgspec.Struct, frozen=True):
    """An answer, and the purses after it was paid for; None where they made no difference."""

    action: Action
    funds: Purses | None = None


class RoundRecord(msgspec.Struct, frozen=True):
    """All that a round depends on. `game` is for people, `rules_hash` is what counts; `cards` in
    the order they left the shoe; `funds` the purses after the bets were laid."""

    game: str
    rules_hash: str
    bets: Mapping[int, int]
    cards: tuple[Card, ...]
    moves: tuple[Move, ...] = ()
    funds: Purses | None = None


def write(record: RoundRecord) -> str:
    """The text that `read` reads back."""
    words = {
        "rules": f"{record.game} {record.rules_hash}",
        "bets": _amounts(record.bets),
        "funds": "any" if record.funds is None else _amounts(record.funds),
        "cards": cards_text(record.cards),
        "actions": " ".join(_move_text(move) for move in record.moves),
    }
    return "\n".join([FIRST_LINE, *(f"{name} {words[name]}".rstrip() for name in LINES), ""])


def _amounts(amounts: Mapping[int, int]) -> str:
    return ",".join(f"{box}={amount}" for box, amount in sorted(amounts.items()))


def _move_text(move: Move) -> str:
    return move.action if move.funds is None else f"{move.action}@{_amounts(move.funds)}"


def read(text: str) -> RoundRecord:
    """The record that a text gives; raises `BadNotation`."""
    lines = text.splitlines()
    if not lines or lines[0] != FIRST_LINE:
        raise BadNotation(1, f"a round begins with {FIRST_LINE!r}")
    if len(lines) != len(LINES) + 1:
        raise BadNotation(len(lines), f"a round has the lines {', '.join(LINES)}")
    words = [_words(at, name, lines[at - 1]) for at, name in enumerate(LINES, 2)]
    rules, bets, funds, cards, actions = words
    if len(rules) != 2:
        raise BadNotation(2, "a game's id and the hash of its rules are needed")
    return RoundRecord(
        game=rules[0],
        rules_hash=rules[1],
        bets=_read_amounts(3, " ".join(bets)),
        funds=None if funds == ["any"] else _read_amounts(4, " ".join(funds)),
        cards=_read_cards(cards),
        moves=tuple(_read_move(word) for word in actions),
    )


def _words(at: int, name: str, line: str) -> list[str]:
    first, *rest = line.split() or [""]
    if first != name:
        raise BadNotation(at, f"{name} is expected here, not {first!r}")
    return rest


def _read_amounts(at: int, text: str) -> dict[int, int]:
    amounts: dict[int, int] = {}
    for word in text.split(","):
        box, equals, amount = word.partition("=")
        if not (equals and box.isdecimal() and amount.isdecimal()) or int(box) in amounts:
            raise BadNotation(at, f"amounts are written like 1=500,2=1000, not {text!r}")
        amounts[int(box)] = int(amount)
    return amounts


def _read_cards(words: list[str]) -> tuple[Card, ...]:
    try:
        return parse_cards(" ".join(words))
    except BadCard as bad:
        raise BadNotation(5, f"{bad} is no card") from None


def _read_move(word: str) -> Move:
    name, at, funds = word.partition("@")
    try:
        action = Action(name)
    except ValueError:
        raise BadNotation(6, f"{name!r} is no action") from None
    return Move(action, _read_amounts(6, funds) if at else None)


class OtherRules(ValueError):
    """A record was played by other rules than those it is replayed with."""


def replay(record: RoundRecord, rules: Rules) -> Step:
    """The round that a record gives, and all its events from the first card on.

    Raises `OtherRules`, `Refusal` for an answer that isn't offered, and all that `deal` raises.
    """
    if rules_hash(rules) != record.rules_hash:
        raise OtherRules(f"{record.game} was played by {record.rules_hash}")
    step = deal(rules, record.bets, record.cards, record.funds)
    events: list[Event] = list(step.events)
    for move in record.moves:
        step = step.round.act(move.action, move.funds)
        events += step.events
    return Step(step.round, tuple(events))


def without_idle_funds(record: RoundRecord, rules: Rules) -> RoundRecord:
    """The record without the purses that made no difference to what was offered."""
    step = deal(rules, record.bets, record.cards)
    funds = None
    if record.funds is not None:
        poor = deal(rules, record.bets, record.cards, record.funds)
        step, funds = (step, None) if poor == step else (poor, record.funds)
    moves = []
    current = step.round
    for move in record.moves:
        kept, current = _played(current, move)
        moves.append(kept)
    return RoundRecord(
        record.game, record.rules_hash, record.bets, record.cards, tuple(moves), funds
    )


def _played(current: Round, move: Move) -> tuple[Move, Round]:
    """The move as far as it matters, and the round after it."""
    step = current.act(move.action, move.funds)
    if step == current.act(move.action):
        return Move(move.action), step.round
    return move, step.round
