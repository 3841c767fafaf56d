"""The rules page of a game, in words, from the game's own rules; knows no files.

What a page says can't drift from what the table does: both come from the same value.
"""

from typing import Final

from evenmoney.cards import DECK_SIZE
from evenmoney.rules.game import Game, Rules
from evenmoney.rules.options import rules_hash
from evenmoney.shoe import place_cut_card

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

DOUBLE_ON: Final = {
    "any": "any first two cards below 21",
    "hard": "first two cards below 21 without an ace",
    "9-11": "first two cards that make a hard 9, 10 or 11",
    "10-11": "first two cards that make a hard 10 or 11",
}


def amount(game: Game, minor_units: int) -> str:
    """An amount of the game's money in words: `€1.00`, or `2 credits`."""
    if game.denomination is not None:
        return f"{minor_units // game.denomination} credits"
    currency = game.currency
    if not currency.digits:
        return f"{currency.sign}{minor_units}"
    whole, rest = divmod(minor_units, 10**currency.digits)
    return f"{currency.sign}{whole:,}.{rest:0{currency.digits}}"


def page(game: Game) -> str:
    """The page of a game as Markdown."""
    rules = game.rules
    sections = [
        ("The cards", cards(rules)),
        ("Before you play", before_play(rules)),
        ("Your hand", playing(rules)),
        ("Splitting", splitting(rules)),
        ("The dealer", dealer(rules)),
        ("What is paid", payoffs(game)),
        ("This table", table(game)),
    ]
    parts = [f"# {game.name}\n"]
    for title, sentences in sections:
        parts.append(f"## {title}\n\n" + "\n".join(f"- {each}" for each in sentences) + "\n")
    parts.append(f"Rules `{rules_hash(rules)}`\n")
    return "\n".join(parts)


def cards(rules: Rules) -> list[str]:
    """The pack, the shoe and what cards count."""
    decks = f"{NUMBERS[rules.decks].capitalize()} deck{'s' if rules.decks > 1 else ''} of 52 cards"
    if rules.shoe == "fresh":
        first = f"{decks}, shuffled anew for every round."
    else:
        pack = rules.decks * DECK_SIZE
        cut_at = place_cut_card(pack, rules.shoe)
        first = (
            f"{decks}. You cut them; a cut card lies behind the first {cut_at}. Cards that were "
            "dealt stay out, and the first round to start after the cut card came out gets a new "
            "shoe."
        )
    return [
        first,
        "Kings, queens and jacks count 10, the other cards their number; an ace counts 11, or 1 "
        "where 11 would take the hand past 21.",
    ]


def before_play(rules: Rules) -> list[str]:
    """The deal, insurance and the peek."""
    if rules.hole_card == "none":
        return [
            "Every box with a bet gets two cards face up, the dealer one. He takes his second "
            "card after all boxes have played.",
            "Nothing is insured, and the dealer can't look for a natural before you play.",
        ]
    sentences = [
        "Every box with a bet gets two cards face up; the dealer gets two as well, the "
        f"{rules.hole_card} of them face down.",
    ]
    if rules.insurance:
        sentences.append(
            "Under an ace each box may be insured for half its bet, one box after the other."
        )
    if rules.even_money:
        sentences.append(
            "A natural is offered even money there instead: 1:1 at once, whatever the dealer has."
        )
    sentences.append(
        "Under an ace or a ten-valued card the dealer then looks at the hole card. With a natural "
        "he ends the round at once, before anything more is staked."
    )
    return sentences


def playing(rules: Rules) -> list[str]:
    """Hit, stand, double, surrender, and special ends."""
    sentences = [
        "Hit as often as you like below 21; past 21 the hand is bust and its bet lost.",
        "At 21 a hand stands by itself."
        if rules.auto_stand_on_21
        else "At 21 only Stand is left, and it is yours to press.",
        f"Double on {DOUBLE_ON[rules.double_on]}: the bet doubles, one card comes, and the hand "
        "stands.",
    ]
    if rules.surrender != "none":
        where = ", but not against an ace" if rules.surrender == "late_not_ace" else ""
        sentences.append(
            "Surrender as the very first action of a hand that was not split"
            f"{where}: half the bet comes back. An insurance answer is no action."
        )
    if rules.charlie is not None:
        sentences.append(f"A hand of {rules.charlie} cards that is not bust wins at once.")
    return sentences


def splitting(rules: Rules) -> list[str]:
    """What may be split, how often, and what split hands may do."""
    again = "once" if rules.max_hands == 2 else f"into up to {NUMBERS[rules.max_hands]} hands"
    sentences = [
        f"Two cards of one value may be split, a king and a ten too, {again} per box; the new "
        "hand gets an equal bet.",
        "The first hand gets its second card at once, the other when its turn comes.",
        "Split hands may be doubled, split aces never."
        if rules.double_after_split
        else "Split hands can't be doubled.",
        "Split aces are played on like other hands."
        if rules.hit_split_aces
        else "Split aces get one card each and stand.",
    ]
    if rules.resplit_aces:
        sentences.append("A split ace that draws an ace may be split again.")
    sentences.append("An ace and a ten on a split hand are a plain 21, no natural.")
    return sentences


def dealer(rules: Rules) -> list[str]:
    """How the dealer plays."""
    soft = "draws to" if rules.hit_soft_17 else "stands on"
    sentences = [
        f"He draws to 16 and stands on 17 and above; he {soft} a soft 17.",
        "He draws nothing when no hand is left to compare, and shows his cards all the same.",
    ]
    if rules.hole_card == "none":
        loss = (
            "takes every bet in the boxes, doubles and splits too"
            if rules.no_hole_card_loss == "all_bets"
            else "takes the first bet of each box and no more"
        )
        sentences.append(f"A natural that he draws {loss}; your own natural gets its bet back.")
    return sentences


def payoffs(game: Game) -> list[str]:
    """The payoff table, and a cap on wins with whether it can bite."""
    rules = game.rules
    sentences = [
        "A higher total than the dealer's, or any that is not bust when he is, wins 1:1.",
        f"A natural pays {rules.blackjack_pays} and beats everything but a natural.",
        "Equal totals push: the bet comes back.",
    ]
    if rules.insurance:
        sentences.append("Insurance pays 2:1 when the dealer has a natural, and loses otherwise.")
    if rules.max_win is not None:
        bites = "can" if highest_win(game) > rules.max_win else "can't"
        cap = amount(game, rules.max_win)
        sentences.append(f"A round wins {cap} net at most; with these limits that {bites} matter.")
    return sentences


def highest_win(game: Game) -> int:
    """A bound on what one player can win in a round at the table's limits, in minor units."""
    rules, stake = game.rules, game.limits.stake_max
    doubled = 2 if rules.double_after_split else 1
    played = rules.max_hands * doubled * stake
    return rules.boxes * max(played, rules.blackjack_pays.pays * stake // rules.blackjack_pays.to)


def table(game: Game) -> list[str]:
    """Limits, boxes and clocks."""
    limits, timers = game.limits, game.timers
    boxes = "one box" if game.rules.boxes == 1 else f"up to {NUMBERS[game.rules.boxes]} boxes"
    sentences = [
        f"You may bet on {boxes}, {amount(game, limits.stake_min)} to "
        f"{amount(game, limits.stake_max)} each, in steps of {amount(game, limits.stake_step)}.",
    ]
    if game.table == "multi":
        sentences.append(
            f"{NUMBERS[game.seats].capitalize()} seats. {timers.betting_seconds} seconds to bet "
            f"from the first bet on, {timers.insurance_seconds} for insurance, "
            f"{timers.action_seconds} for an action; then the strategy card plays it."
        )
    if timers.round_seconds is not None:
        minutes = timers.round_seconds // 60
        sentences.append(f"{minutes} minutes after the first card every open hand stands.")
    if game.published_rtp:
        sentences.append(f"Published return to player: {game.published_rtp} %.")
    return sentences
