"""The certified figures that come with the house."""

import subprocess
import sys

import msgspec
import pytest

from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.options import rules_hash
from evenmoney.strategy.certified import BadCertificate, Certificates, NotCertified

GAMES = Catalogue.packaged()
CERTIFIED = Certificates.packaged()


@pytest.mark.parametrize("id", GAMES)
def test_every_game_of_the_house_is_certified_under_the_hash_of_its_rules(id: str) -> None:
    hash = rules_hash(GAMES[id].rules)
    found = CERTIFIED.of(id, hash)
    assert found.rules_hash == found.card.rules_hash == hash
    assert found.rtp.optimal >= found.rtp.card > 0.99
    assert len(found.values) == 55


def test_games_with_the_same_rules_share_their_card() -> None:
    single, multi = GAMES["classic"].rules, GAMES["classic-multiplayer"].rules
    assert CERTIFIED[rules_hash(single)] is CERTIFIED[rules_hash(multi)]


def test_rules_without_a_certificate_name_the_command_that_makes_one() -> None:
    changed = msgspec.structs.replace(GAMES["classic"].rules, decks=5)
    with pytest.raises(NotCertified, match="evenmoney certify my-game"):
        CERTIFIED.of("my-game", rules_hash(changed))


def test_a_certificate_whose_rules_were_changed_afterwards_is_refused() -> None:
    found = CERTIFIED[rules_hash(GAMES["european"].rules)]
    forged = msgspec.structs.replace(found, rules=found.rules | {"double_on": "any"})
    with pytest.raises(BadCertificate, match=r"forged\.json: its rules have the hash"):
        CERTIFIED.with_text(msgspec.json.encode(forged), "forged.json")
    with pytest.raises(BadCertificate, match=r"half\.json"):
        CERTIFIED.with_text("{", "half.json")


def test_a_certificate_is_taken_whole_or_its_exact_part_alone() -> None:
    found = CERTIFIED[rules_hash(GAMES["european"].rules)]
    for text in (msgspec.json.encode(found), msgspec.json.encode({"exact": found, "name": "x"})):
        assert Certificates({}).with_text(text, "x")[found.rules_hash] == found


def test_a_house_loads_cards_without_the_maths_installed() -> None:
    code = (
        "import sys, evenmoney\n"
        "assert not {'numpy', 'numba'} & set(sys.modules)\n"
        "from evenmoney.strategy.certified import Certificates\n"
        "import evenmoney.strategy.drawing, evenmoney.cli.rtp, evenmoney.cli.certify\n"
        "assert Certificates.packaged()\n"
        "assert not {'numpy', 'numba', 'evenmoney.analysis'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
