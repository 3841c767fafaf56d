"""Contradictions among the options of a game: refused with the option, its value and why."""

from typing import Final

from evenmoney.cards import DECK, DECK_SIZE
from evenmoney.money import Odds
from evenmoney.rules.draft import DEALER_STANDS
from evenmoney.rules.game import Game, Limits, Rules
from evenmoney.rules.hand import TWENTY_ONE, VALUE
from evenmoney.rules.options import BadOption
from evenmoney.shoe import place_cut_card

STAKE_MAX: Final = 10**12
"""The largest amount that a box may take, in minor units: what is staked and paid in a round stays
far from what a ledger can count."""
ODDS_MAX: Final = 100
"""What a natural may pay for one unit."""

CHEAPEST_FIRST: Final = tuple(sorted(VALUE[card] for card in DECK))


def check_rules(rules: Rules, boxes: int) -> None:
    """Raise `BadOption` where options of rules for a table of `boxes` boxes contradict."""
    _check_dealer(rules)
    if rules.even_money and not rules.insurance:
        raise BadOption("rules.even_money", True, "it takes insurance's place, and there is none")
    pays = rules.blackjack_pays
    if pays.pays < pays.to:
        raise BadOption("rules.blackjack_pays", str(pays), "a natural pays less than a win, 1:1")
    if pays.pays > ODDS_MAX * pays.to or pays.to > ODDS_MAX:
        raise BadOption("rules.blackjack_pays", str(pays), f"at most {ODDS_MAX}:1")
    if rules.shoe != "fresh" and not (
        0 < rules.shoe < 1 and place_cut_card(rules.decks * DECK_SIZE, rules.shoe)
    ):
        raise BadOption("rules.shoe", rules.shoe, "a cut card lies inside the pack")
    worst, left = most_cards(rules, boxes), fewest_left(rules)
    if worst > left:
        option, value = ("decks", rules.decks) if rules.shoe == "fresh" else ("shoe", rules.shoe)
        reason = f"a round can take {worst} cards, and only {left} are sure to be there"
        raise BadOption(f"rules.{option}", value, reason)


def _check_dealer(rules: Rules) -> None:
    """Nothing that follows a peek exists without a hole card."""
    if rules.hole_card != "none":
        return
    if rules.insurance:
        raise BadOption("rules.insurance", True, "without a hole card there is nothing to insure")
    if rules.surrender != "none":
        reason = "it comes after the peek, and without a hole card there is none"
        raise BadOption("rules.surrender", rules.surrender, reason)


def fewest_left(rules: Rules) -> int:
    """How many cards are in the shoe when a round starts, at the least.

    The first round to start after the cut card came out gets a new shoe, so at the worst one
    more card would have brought it out.
    """
    pack = rules.decks * DECK_SIZE
    return pack if rules.shoe == "fresh" else pack - max(0, place_cut_card(pack, rules.shoe) - 1)


def most_cards(rules: Rules, boxes: int) -> int:
    """A bound that no round's number of cards passes.

    With aces as 1, a hand that takes another card has 20 at most, the dealer 16: so all cards but
    the last of each hand sum to 20 a hand and 16 at most. As many of the pack's lowest cards as
    fit into that sum, and a last card for every hand and the dealer, are the bound. With a charlie
    of c cards a hand takes another card with c - 1 at most.
    """
    hands = boxes * rules.max_hands
    room = hands * (TWENTY_ONE - 1) + DEALER_STANDS - 1
    if rules.charlie is None:
        return _lowest_within(rules.decks, room) + hands + 1
    dealer = _lowest_within(rules.decks, DEALER_STANDS - 1)
    fit = min(_lowest_within(rules.decks, room), hands * (rules.charlie - 1) + dealer)
    return fit + hands + 1


def _lowest_within(decks: int, room: int) -> int:
    """How many of the lowest cards of a pack sum to `room` at most."""
    fit = 0
    for value in CHEAPEST_FIRST:
        take = min(decks, room // value)
        fit += take
        room -= take * value
    return fit


def check_game(game: Game) -> None:
    """Raise `BadOption` where a game's rules, limits, chips and odds contradict each other."""
    check_rules(game.rules, game.boxes)
    check_limits(game.limits, game.rules.blackjack_pays)
    if game.denomination is not None:
        _check_credits(game, game.denomination)
    if game.table == "single" and game.seats != 1:
        raise BadOption("seats", game.seats, "a single-player table has one seat")
    if game.table == "multi" and game.seats != game.boxes:
        raise BadOption("seats", game.seats, "every seat has the box directly in front of it")


def check_limits(limits: Limits, blackjack_pays: Odds) -> None:
    """Every bet that the limits allow can be laid, and paid without rounding."""
    step = limits.stake_step
    for name in ("stake_min", "stake_max", "stake_step"):
        if getattr(limits, name) <= 0:
            raise BadOption(f"limits.{name}", getattr(limits, name), "an amount is above zero")
    if limits.stake_max > STAKE_MAX:
        raise BadOption("limits.stake_max", limits.stake_max, f"at most {STAKE_MAX}")
    if step % 2:
        raise BadOption("limits.stake_step", step, "half of it is not whole")
    if step * blackjack_pays.pays % blackjack_pays.to:
        raise BadOption("limits.stake_step", step, f"{blackjack_pays} on it is not whole")
    for name in ("stake_min", "stake_max"):
        if getattr(limits, name) % step:
            raise BadOption(f"limits.{name}", getattr(limits, name), f"no multiple of {step}")
    if limits.stake_max < limits.stake_min:
        raise BadOption("limits.stake_max", limits.stake_max, "less than stake_min")
    _check_chips(limits)


def _check_chips(limits: Limits) -> None:
    """Chips rise, are worth whole steps, and one of them can be laid."""
    chips = limits.chips
    if not chips or list(chips) != sorted(set(chips)) or chips[0] <= 0:
        raise BadOption(
            "limits.chips", list(chips), "chips are given from the lowest up, each once"
        )
    for chip in chips:
        if chip % limits.stake_step:
            reason = f"a chip of {chip} is no multiple of the step, {limits.stake_step}"
            raise BadOption("limits.chips", list(chips), reason)
    if chips[0] > limits.stake_max:
        raise BadOption("limits.chips", list(chips), "no chip is within the limits")


def _check_credits(game: Game, credit: int) -> None:
    """Half a step, a natural's pay and the cap on a win come to whole credits."""
    if credit <= 0:
        raise BadOption("denomination", credit, "a credit is worth more than nothing")
    step, pays, most = game.limits.stake_step, game.rules.blackjack_pays, game.rules.max_win
    if step % (2 * credit) or step * pays.pays % (pays.to * credit):
        reason = f"its half and {pays} on it are not whole credits of {credit}"
        raise BadOption("limits.stake_step", step, reason)
    if most is not None and most % credit:
        raise BadOption("rules.max_win", most, f"it is not whole credits of {credit}")
