"""Scenario files: one round each and what it must come to, played on the round engine.

Takes texts and gives verdicts; knows no disk. The format is in docs/scenarios.md.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from evenmoney.cards import BadCard, Card, cards_text, parse_cards
from evenmoney.money import NotWhole
from evenmoney.rules.action import Action
from evenmoney.rules.check import check_rules
from evenmoney.rules.event import Outcome
from evenmoney.rules.game import Game, Rules
from evenmoney.rules.options import BadOption, convert, parse_rules, rules_options
from evenmoney.rules.payoff import Result
from evenmoney.rules.refusal import Refusal
from evenmoney.rules.round import BOXES, BadBet, Round, deal
from evenmoney.shoe import OutOfCards

BoxName = Literal["1", "2", "3"]


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a scenario: every field named, none unknown."""


class ExpectedHand(_Strict, frozen=True):
    """What one hand must come to; what is left out is not compared."""

    box: int | UnsetType = UNSET
    cards: str | UnsetType = UNSET
    bet: int | UnsetType = UNSET
    outcome: Outcome | UnsetType = UNSET
    paid: int | UnsetType = UNSET


class Expected(_Strict, frozen=True):
    """What a round must come to, or that its last answer is refused (`error`)."""

    net: int | UnsetType = UNSET
    staked: int | UnsetType = UNSET
    dealer: str | UnsetType = UNSET
    hands: tuple[ExpectedHand, ...] | UnsetType = UNSET
    error: bool | UnsetType = UNSET


class Scenario(_Strict, frozen=True):
    """One round: cards in the order they leave the shoe, bets, answers, and the expected end."""

    game: str
    cards: str
    boxes: dict[BoxName, int]
    actions: tuple[Action, ...]
    expect: Expected
    name: str | UnsetType = UNSET
    rules: dict[str, Any] = {}
    balance: Annotated[int, Meta(ge=0)] | UnsetType = UNSET


class Difference(msgspec.Struct, frozen=True):
    """A place of the result (`hands[0].paid`), what was expected there and what came."""

    at: str
    expected: str | int
    got: str | int

    def __str__(self) -> str:
        return f"{self.at}: expected {self.expected}, got {self.got}"


class Verdict(msgspec.Struct, frozen=True):
    """`ok`, `differs` with all differences, or `unplayable` with the reason; `place` is the file,
    and the number in its list."""

    name: str
    place: str
    status: Literal["ok", "differs", "unplayable"]
    differences: tuple[Difference, ...] = ()
    error: str | None = None

    def __str__(self) -> str:
        if self.status == "ok":
            return f"ok {self.name}"
        reasons = [self.error] if self.error else [str(each) for each in self.differences]
        where = self.name if self.name == self.place else f"{self.name} ({self.place})"
        return f"{self.status} {where}: {'; '.join(reasons)}"


class Unplayable(ValueError):
    """A scenario that can't be played as written: the place in it, and why."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")


def play_text(text: bytes, source: str, catalogue: Mapping[str, Game]) -> list[Verdict]:
    """The verdicts on all scenarios of a file's text; `source` names the file."""
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        return [Verdict(source, source, "unplayable", error=f"no JSON: {error}")]
    if not isinstance(raw, list):
        return [play_raw(raw, source, catalogue)]
    if not raw:
        return [Verdict(source, source, "unplayable", error="no scenario in it")]
    return [play_raw(item, f"{source}[{i}]", catalogue) for i, item in enumerate(raw)]


def play_raw(raw: object, place: str, catalogue: Mapping[str, Game]) -> Verdict:
    """The verdict on one decoded scenario; `place` says where it stands."""
    name = raw.get("name", place) if isinstance(raw, dict) else place
    try:
        scenario = convert(raw, Scenario)
        differences = play(scenario, catalogue)
    except (BadOption, Unplayable) as error:
        return Verdict(str(name), place, "unplayable", error=str(error))
    return Verdict(str(name), place, "differs" if differences else "ok", differences)


def play(scenario: Scenario, catalogue: Mapping[str, Game]) -> tuple[Difference, ...]:
    """Where the played round differs from what is expected; raises `Unplayable`, `BadOption`."""
    _check_expected(scenario)
    rules = _rules(scenario, catalogue)
    if scenario.expect.error is True:
        return _play_to_refusal(scenario, rules)
    current = _answered(scenario, rules, len(scenario.actions))
    if current.turn is not None:
        asked = f"box {current.turn.box}, hand {current.turn.hand + 1}"
        reason = f"too few answers: {current.turn.asking} is asked on {asked}"
        raise Unplayable("actions", reason)
    return _compare(scenario.expect, current.result)


def _check_expected(scenario: Scenario) -> None:
    """`error` stands alone, is true, and has an answer to refuse."""
    expect = scenario.expect
    if expect.error is UNSET:
        return
    if expect != Expected(error=True):
        raise Unplayable("expect.error", "it is true, and nothing else is expected with it")
    if not scenario.actions:
        raise Unplayable("actions", "there is no answer that could be refused")


def _rules(scenario: Scenario, catalogue: Mapping[str, Game]) -> Rules:
    """The game's rules with the scenario's own options, checked with the boxes it bets on."""
    if scenario.game not in catalogue:
        raise Unplayable("game", f"there is no game {scenario.game!r}")
    game = catalogue[scenario.game]
    rules = parse_rules({**rules_options(game.rules), **scenario.rules})
    at_table = max(BOXES) if game.table == "multi" else rules.boxes
    check_rules(rules, at_table)
    for box in scenario.boxes:
        if int(box) > at_table:
            raise Unplayable(f"boxes.{box}", f"the table has {at_table}")
    if len(scenario.boxes) > rules.boxes:
        raise Unplayable("boxes", f"one player may bet on {rules.boxes}")
    return rules


def _deal(scenario: Scenario, rules: Rules) -> Round:
    bets = {int(box): bet for box, bet in scenario.boxes.items()}
    cards = _cards(scenario.cards, "cards")
    laid = sum(bets.values())
    if scenario.balance is not UNSET and laid > scenario.balance:
        raise Unplayable("boxes", f"bets of {laid} from a balance of {scenario.balance}")
    try:
        return deal(rules, bets, cards, _funds(scenario, laid)).round
    except (BadBet, NotWhole) as error:
        raise Unplayable("boxes", str(error)) from None
    except OutOfCards as error:
        raise Unplayable("cards", str(error)) from None


def _funds(scenario: Scenario, staked: int) -> dict[int, int] | None:
    """What is left of the balance, the same purse for every box; None where none is given."""
    if scenario.balance is UNSET:
        return None
    return dict.fromkeys(BOXES, scenario.balance - staked)


def _answered(scenario: Scenario, rules: Rules, answers: int) -> Round:
    """The round after its first answers, all of which must be accepted."""
    current = _deal(scenario, rules)
    for i in range(answers):
        try:
            current = _answer(scenario, current, i)
        except Refusal as refusal:
            raise Unplayable(f"actions[{i}]", str(refusal)) from None
    return current


def _answer(scenario: Scenario, current: Round, i: int) -> Round:
    """The round after answer `i`; raises `Refusal`, and `Unplayable` when the cards run out."""
    action = scenario.actions[i]
    cost = sum(offer.cost for offer in current.offers if offer.action is action)
    staked = cost + sum(current.staked(box.box) for box in current.boxes)
    try:
        return current.act(action, _funds(scenario, staked)).round
    except OutOfCards as error:
        raise Unplayable(f"actions[{i}]", str(error)) from None


def _play_to_refusal(scenario: Scenario, rules: Rules) -> tuple[Difference, ...]:
    """Nothing when all answers but the last are accepted and the last is refused."""
    last = len(scenario.actions) - 1
    current = _answered(scenario, rules, last)
    try:
        _answer(scenario, current, last)
    except Refusal:
        return ()
    return (Difference(f"actions[{last}]", "a refusal", f"{scenario.actions[last]} accepted"),)


def _cards(text: str, place: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except BadCard as bad:
        raise Unplayable(place, f"{bad} is no card") from None


def _compare(expect: Expected, result: Result) -> tuple[Difference, ...]:
    """Every expected value that the result differs from."""
    pairs: list[tuple[str, Any, Any]] = [
        ("net", expect.net, result.net),
        ("staked", expect.staked, result.staked),
        ("dealer", _given_cards(expect.dealer, "expect.dealer"), cards_text(result.dealer)),
    ]
    if expect.hands is not UNSET:
        pairs.append(("hands", len(expect.hands), len(result.hands)))
        for i, (wanted, hand) in enumerate(zip(expect.hands, result.hands, strict=False)):
            place = f"hands[{i}]"
            cards = _given_cards(wanted.cards, f"expect.{place}.cards")
            pairs += [
                (f"{place}.box", wanted.box, hand.box),
                (f"{place}.cards", cards, cards_text(hand.cards)),
                (f"{place}.bet", wanted.bet, hand.bet),
                (f"{place}.outcome", wanted.outcome, hand.outcome),
                (f"{place}.paid", wanted.paid, hand.paid),
            ]
    return tuple(
        Difference(place, wanted, got)
        for place, wanted, got in pairs
        if wanted is not UNSET and wanted != got
    )


def _given_cards(text: str | UnsetType, place: str) -> str | UnsetType:
    """The cards that are expected, with one space between them."""
    return text if text is UNSET else cards_text(_cards(text, place))
