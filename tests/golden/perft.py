"""Perft: from stacked shoes, every legal line of every game is walked and counted.

`python -m tests.golden.perft` writes the table anew, for a change that is meant to change it.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from evenmoney.cards import Card, parse_cards
from evenmoney.rules.game import Rules
from evenmoney.rules.round import Round, deal
from tests.dealing import BET, GAMES, dealing_order

TABLE = Path(__file__).parent / "perft.json"

# hands, upcard, the dealer's other card, and what follows
SHOES = {
    "eights against a six": (
        "8d 8h",
        "6c",
        "Ts",
        "8s 3d 2h 8c Td 5h 9c 4s 7d Kd 2c 3s 6h Jd 9h 4d",
    ),
    "aces against a ten": ("Ad Ah", "Tc", "7s", "As 5d Ac 9h 2h Kd 4s 6c 3d 8h Qc 5s 2d 7c Jd 9s"),
    "tens against an ace": ("Kd Th", "Ac", "6s", "Ad Qs 5d 4h Jc 2s 3d 9h 6d 8c 2d 7h 3s 5c Ts Kc"),
    "ten under an ace": ("9d 9h", "Ac", "Ks", "9s 2d 3h Tc 4d 5h 8c 6s 7d 2h Jd 3c 9c 4s Kh 5d"),
    "a natural against an ace": ("Ad Kh", "Ac", "Qs", "5d 6h 4c 9s 2d Th 3s 8d 7c Jh 2s 6d 5c 9h"),
    "a soft hand against a soft 17": (
        "Ad 6h",
        "6c",
        "As",
        "2d 3h Ts 5c 4d 9s 8h 2c 7d Kd 6s 3c Jh",
    ),
    "small cards": ("2d 3h", "2c", "3s", "Ad 2h As 2s Ac 3d Ah 3c 4d 4h Ad 5s 2d As 3h Ac 4s 6d"),
    "eleven against a nine": ("6d 5h", "9c", "2s", "Td 4h 7c 9s 3d 8h Kc 2d 5s Jd 6c 3h 9d 4c Qs"),
    "two boxes": ("8d 8h / 6d 5h", "Tc", "6s", "Ad Th 7c 4s 9d 2h Kc 5d 3s 8c Jd 6h 2c 9s 4d Qh"),
    "three boxes and an ace": (
        "Td 6h / Ad Qh / 5d 5h",
        "Ac",
        "5s",
        "Kd 9h 4c 7s 2d Tc 8h 3s 6d Jh 5c 9s 2h Kc 4d 7c",
    ),
}


def stacked(rules: Rules, shoe: str) -> tuple[tuple[Card, ...], dict[int, int]]:
    """The cards of a shoe in this game's dealing order, and the bets."""
    hands, up, other, then = SHOES[shoe]
    if rules.hole_card == "none":
        order = dealing_order(rules, hands, up, then=f"{other} {then}")
    else:
        order = dealing_order(rules, hands, up, other, then)
    # What follows is repeated, so that no line runs out of cards.
    return parse_cards(order + f" {then}" * 4), dict.fromkeys(range(1, hands.count("/") + 2), BET)


def walk(current: Round, found: Counter[str]) -> None:
    """Count every line from here on: ends, outcomes, money."""
    found["questions"] += not current.over
    for offer in current.offers:
        walk(current.act(offer.action).round, found)
    if current.over:
        result = current.result
        found["lines"] += 1
        found["staked"] += result.staked
        found["paid"] += result.paid
        found["cards"] += current.used
        for hand in result.hands:
            found[hand.outcome] += 1


def perft(game: str, shoe: str) -> dict[str, int]:
    """The counts of one game from one shoe."""
    found: Counter[str] = Counter()
    cards, bets = stacked(GAMES[game].rules, shoe)
    walk(deal(GAMES[game].rules, bets, cards).round, found)
    return dict(sorted(found.items()))


def table() -> dict[str, dict[str, Any]]:
    """All games from all shoes."""
    games = [id for id, game in GAMES.items() if game.table == "single"]
    return {game: {shoe: perft(game, shoe) for shoe in SHOES} for game in games}


if __name__ == "__main__":
    lines = []
    for game, rows in table().items():
        cells = ",\n".join(f"  {json.dumps(shoe)}: {json.dumps(row)}" for shoe, row in rows.items())
        lines.append(f"{json.dumps(game)}: {{\n{cells}\n}}")
    TABLE.write_text("{" + ",\n".join(lines) + "}\n")
