"""The exact maths of one box and a fresh shoe: no random number, no simulation.

>>> from evenmoney.games.catalogue import Catalogue
>>> found = analyse(Catalogue.packaged()["classic"].rules)
>>> round(found.optimal.edge, 6), round(found.card.rtp, 6)
(-0.007932, 0.992902)
>>> round(found.action_values(parse_hand("T6"), parse_upcard("T"))["stand"], 4)
-0.541
"""

from evenmoney.analysis.exact.analysis import Analysis, analyse, best_action
from evenmoney.analysis.exact.notation import BadHand, hand_text, parse_hand, parse_upcard
from evenmoney.analysis.exact.table import INFINITE, full_shoe
from evenmoney.analysis.exact.values import Return

__all__ = [
    "INFINITE",
    "Analysis",
    "BadHand",
    "Return",
    "analyse",
    "best_action",
    "full_shoe",
    "hand_text",
    "parse_hand",
    "parse_upcard",
]
