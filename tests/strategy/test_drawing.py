"""The card as text and as a picture."""

from xml.etree import ElementTree

from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.options import rules_hash
from evenmoney.strategy.certified import Certificates
from evenmoney.strategy.drawing import card_svg, card_text, meanings

CARD = Certificates.packaged()[rules_hash(Catalogue.packaged()["atlantic-city"].rules)].card


def test_the_text_has_a_row_for_each_total_and_says_what_cells_mean() -> None:
    lines = card_text(CARD).splitlines()
    sixteen = next(line for line in lines if line.strip().startswith("16 "))
    assert sixteen.split() == ["16", "S", "S", "S", "S", "S", "H", "H", "Rh", "Rh", "Rh"]
    assert next(line for line in lines if "88" in line).split() == ["88", *["P"] * 10]
    assert any("surrender, else hit" in line for line in lines)


def test_every_cell_is_painted_by_its_choice() -> None:
    painted = card_text(CARD, lambda padded, cell: f"[{cell}]" + padded[len(cell) :])
    assert painted.count("[P]") == sum(row.count("P") for row in CARD.pairs)


def test_the_picture_is_sound_and_says_all_in_letters() -> None:
    root = ElementTree.fromstring(card_svg(CARD, "Tens & <aces>"))
    words = [part.text for part in root.iter("{http://www.w3.org/2000/svg}text")]
    assert words[0] == "Tens & <aces>"
    assert words.count("Rh") == sum(row.count("Rh") for row in CARD.hard)
    assert set(meanings(CARD)) <= set(words) | {"Ds"}
