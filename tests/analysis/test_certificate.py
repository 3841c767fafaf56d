"""Certificates: the packaged figures made again, and what stands beside them."""

from xml.etree import ElementTree

import msgspec
import pytest

from evenmoney.analysis.certificate import (
    Certificate,
    Simulated,
    cap_words,
    certified,
    certify,
    most_won,
    published,
    readings,
)
from evenmoney.analysis.certificate_page import certificate_page
from evenmoney.analysis.exact import analyse
from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.options import rules_hash
from evenmoney.strategy.certified import Certificates

GAMES = Catalogue.packaged()
ONE_EACH = [id for id in GAMES if id != "classic-multiplayer"]
SIMULATED = Simulated(
    rounds=1_000_000,
    seed=7,
    mean=-0.0062,
    standard_error=0.0011,
    deviation=0.4,
    variance=1.29,
    variance_error=0.01,
    same_shoes=5000,
    chances={"natural": 0.0475},
    nets=[(-1.0, 0.5), (0.0, 0.09), (1.0, 0.41)],
)


@pytest.mark.slow
@pytest.mark.parametrize("id", ONE_EACH)
def test_the_packaged_figures_are_what_the_maths_gives_today(id: str) -> None:
    packaged = Certificates.packaged()[rules_hash(GAMES[id].rules)]
    found = certified(GAMES[id], analyse(GAMES[id].rules))
    assert found.card == packaged.card
    assert found.values.keys() == packaged.values.keys()
    for hand, row in found.values.items():
        for upcard, values in row.items():
            assert values == pytest.approx(packaged.values[hand][upcard], abs=1e-9)
    for name in ("edge", "rtp", "average_stake", "average_stake_optimal", "variance"):
        ours, theirs = (msgspec.to_builtins(getattr(each, name)) for each in (found, packaged))
        assert ours == pytest.approx(theirs, abs=1e-9)


@pytest.mark.clause("000-T14")
def test_the_card_that_the_server_plays_by_is_the_best_of_its_rules() -> None:
    rules = GAMES["classic-multiplayer"].rules
    found = analyse(rules)
    packaged = Certificates.packaged()[rules_hash(rules)]
    assert packaged.card == found.strategy_card
    assert packaged.rtp.card == pytest.approx(found.card.rtp, abs=1e-9)
    # No single cell can be changed for the better: see the averages it is made from.
    assert found.optimal.edge - found.card.edge < 3e-5


@pytest.mark.clause("000-M1", "002-M1")
@pytest.mark.parametrize(("id", "printed"), [("classic", 99.27), ("free-amount", 99.47)])
def test_a_published_rtp_stands_beside_both_measures_with_the_difference(
    id: str, printed: float
) -> None:
    exact = Certificates.packaged()[rules_hash(GAMES[id].rules)]
    found = published(GAMES[id], exact)
    assert found is not None
    assert found.rtp == printed
    assert found.differences["RTP by the printed card"] == pytest.approx(
        100 * exact.rtp.card - printed, abs=1e-6
    )
    assert found.differences["100 % and the edge by best play"] == pytest.approx(
        100 + 100 * exact.edge.optimal - printed, abs=1e-6
    )
    assert found.nearest in found.differences
    page = certificate_page(_certificate(id))
    assert f"prints {printed} %" in page
    assert "need not give that figure at all" in page


def test_doubling_on_nine_to_eleven_returns_the_same_as_hard_doubles_at_the_shoe_game() -> None:
    found = readings(GAMES["six-deck-shoe"], analyse(GAMES["six-deck-shoe"].rules))
    exact = Certificates.packaged()[rules_hash(GAMES["six-deck-shoe"].rules)]
    assert found[0].words.startswith("doubling on 9 to 11")
    assert found[0].rtp.card == pytest.approx(exact.rtp.card, abs=1e-12)
    assert found[0].rtp.optimal == pytest.approx(exact.rtp.optimal, abs=1e-12)


def test_the_certificate_says_whether_the_cap_on_wins_can_bite() -> None:
    game = GAMES["free-amount"]
    assert "a round wins 400.00 at most, so the cap can't bite" in cap_words(game)
    rules = msgspec.structs.replace(game.rules, max_win=30000)
    assert "bets above 150.00" in cap_words(msgspec.structs.replace(game, rules=rules))
    assert most_won(GAMES["vegas-strip"].rules) == 8
    assert most_won(GAMES["classic"].rules) == 2


def test_the_page_is_sound_and_holds_rules_card_and_simulation() -> None:
    page = certificate_page(_certificate("european"))
    assert "no_hole_card_loss" in page
    assert rules_hash(GAMES["european"].rules) in page
    assert "Distribution of results" in page
    body = page.partition("<main>")[2].partition("</main>")[0]
    ElementTree.fromstring(f"<main>{body}</main>")


def _certificate(id: str) -> Certificate:
    exact = Certificates.packaged()[rules_hash(GAMES[id].rules)]
    return Certificate(
        name=GAMES[id].name,
        exact=exact,
        published=published(GAMES[id], exact),
        readings=[],
        max_win=cap_words(GAMES[id]),
        shoe="",
        simulated=SIMULATED,
    )


def test_a_certificate_holds_the_exact_figures_and_other_readings() -> None:
    found = certify(GAMES["free-amount"])
    assert found.exact == Certificates.packaged()[found.exact.rules_hash]
    assert len(found.readings) == 4
    first_bet_only = next(each for each in found.readings if "first bet only" in each.words)
    # Losing the first bet only is what a peek saves, so the edge is the same.
    assert first_bet_only.edge.optimal == pytest.approx(found.exact.edge.optimal, abs=1e-12)


def test_the_page_tells_the_rules_in_words_and_leaves_out_what_they_never_let_happen() -> None:
    certificate = _certificate("european")
    chances = {"Boxes dealt a natural": 0.0475, "Hands that are surrendered": 0.0}
    simulated = msgspec.structs.replace(SIMULATED, chances=chances)
    page = certificate_page(msgspec.structs.replace(certificate, simulated=simulated))
    assert "He takes his second card after all boxes have played." in page
    assert "Boxes dealt a natural" in page
    assert "Hands that are surrendered" not in page


def test_a_cut_card_games_page_has_the_edge_that_the_cut_card_leaves() -> None:
    certificate = _certificate("six-deck-shoe")
    simulated = msgspec.structs.replace(SIMULATED, cut_card_effect=-0.0002, cut_card_error=0.00001)
    page = certificate_page(msgspec.structs.replace(certificate, simulated=simulated))
    left = 100 * (certificate.exact.edge.card - 0.0002)
    assert f"\N{MINUS SIGN}{-left:.4f} % ± 0.0010 %" in page
