"""The shuffle against its own page: docs/fairness.md's program and vectors, and unbiasedness."""

import ast
import re
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from inspect import signature
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evenmoney import fairness
from evenmoney.cards import DECK, Card
from evenmoney.fairness import commit_cycle, commit_order, player_part, promise_part, shuffle
from evenmoney.house.shuffler import SECRET_BYTES
from evenmoney.reveal import Reveal, differences
from evenmoney.server.run import ENTROPY
from evenmoney.shoe import cut

SOURCE = Path(fairness.__file__).parent
PAGE = (Path(__file__).parents[1] / "docs" / "fairness.md").read_text()
SEED = bytes(range(32))
SALT = bytes(range(100, 116))
RULES = b"\xab" * 32
PARTS = (player_part(bytes(range(16)), "lucky"), b"")


def vector(name: str) -> str:
    """What the page's table of vectors says in the row of that name."""
    found = re.search(rf"^\| {re.escape(name)} \| `(.+)` \|$", PAGE, re.MULTILINE)
    assert found, name
    return found[1]


@pytest.fixture(scope="module")
def strangers_order() -> Callable[..., list[str]]:
    """The program that the page prints."""
    program = re.search(r"```python\n(.+?)```", PAGE, re.DOTALL)
    assert program
    names: dict[str, Any] = {}
    exec(program[1], names)
    order: Callable[..., list[str]] = names["order"]
    return order


def test_the_vectors_of_the_page_come_out() -> None:
    context = fairness._context(7, PARTS)
    assert commit_cycle(7, RULES, SEED) == vector("`c1`")
    assert context.hex() == vector("context")
    words = fairness._words(SEED, context, 0, 1)
    assert b"".join(word.to_bytes(2, "big") for word in words).hex() == vector("block 0")
    deck = shuffle(1, SEED, 7, PARTS)
    assert " ".join(deck) == vector("one deck")
    assert commit_order(SALT, cut(deck, 10)) == vector("the same, cut by 10, `c2`")
    six = shuffle(6, SEED, 7, PARTS)
    assert " ".join(six[:12]) == vector("six decks, the first twelve")
    text = "".join(six).encode()
    assert sha256(text).hexdigest() == vector("six decks, SHA-256 of the order as text")


def test_a_part_is_held_against_its_hash_and_an_unopened_one_counts_as_empty() -> None:
    hashes = (promise_part(7, PARTS[0]), promise_part(7, b"never opened"))
    assert hashes[0] == vector("hash of the first part")
    order = shuffle(1, SEED, 7, PARTS)
    told = Reveal(
        cycle=7,
        rules_hash=RULES,
        decks=1,
        seed=SEED,
        salt=SALT,
        parts=PARTS,
        cut=0,
        order=order,
    )
    c1, c2 = commit_cycle(7, RULES, SEED), commit_order(SALT, order)
    assert differences(told, c1, c2, hashes) == []
    swapped = (hashes[1], hashes[0])
    assert differences(told, c1, c2, swapped) == ["part 1 is not the one its seat promised"]
    short = differences(told, c1, c2, hashes[:1])
    assert short == ["there are not as many parts as hashes of parts"]


@settings(max_examples=60, deadline=None)
@given(
    cycle=st.integers(1, 2**40),
    parts=st.lists(st.binary(max_size=272), max_size=3),
    decks=st.integers(1, 8),
    data=st.data(),
)
def test_a_strangers_program_gives_the_same_order(
    strangers_order: Callable[..., list[str]],
    cycle: int,
    parts: list[bytes],
    decks: int,
    data: st.DataObject,
) -> None:
    seed = data.draw(st.binary(min_size=32, max_size=32))
    at = data.draw(st.integers(0, 52 * decks - 1))
    ours = cut(shuffle(decks, seed, cycle, parts), at)
    assert list(ours) == strangers_order(seed, cycle, parts, decks, at)
    assert Counter(ours) == Counter(DECK * decks)


def test_every_order_of_a_cycle_depends_on_seed_cycle_and_each_part() -> None:
    base = shuffle(1, SEED, 7, PARTS)
    others = [
        shuffle(1, bytes(32), 7, PARTS),
        shuffle(1, SEED, 8, PARTS),
        shuffle(1, SEED, 7, PARTS[::-1]),
        shuffle(1, SEED, 7, PARTS[:1]),
        shuffle(1, SEED, 7, (PARTS[0] + b"!", b"")),
    ]
    assert len({base, *others}) == 6


def test_every_card_is_equally_likely_in_every_place() -> None:
    """Chi-square over 52 places of each of 52 cards, fixed seeds, far below the 1 in 10^6 mark."""
    rounds = 4000
    seen = Counter(
        (place, card)
        for n in range(rounds)
        for place, card in enumerate(shuffle(1, SEED, n, PARTS))
    )
    expected = rounds / 52
    chi_square = sum(
        (seen[place, card] - expected) ** 2 / expected for place in range(52) for card in DECK
    )
    assert 2251 < chi_square < 2971  # 51 * 51 degrees of freedom, five standard deviations


@pytest.mark.parametrize("decks", range(1, 9))
def test_every_shuffle_of_one_to_eight_decks_holds_each_card_as_often_as_real_decks(
    decks: int,
) -> None:
    for cycle in range(50):
        assert Counter(shuffle(decks, SEED, cycle, PARTS)) == Counter(DECK * decks)


def test_for_every_n_from_2_to_416_each_remainder_has_the_same_number_of_words() -> None:
    """All of the 65,536 words are counted: those that would favour some places are thrown away."""
    assert fairness.PACK_MAX == 416
    for below in range(2, fairness.PACK_MAX + 1):
        kept = fairness._UNBIASED[below]
        assert {len(range(rest, kept, below)) for rest in range(below)} == {kept // below}
        assert 65536 - kept < below


def test_a_shuffle_knows_decks_seed_cycle_and_parts_and_no_player() -> None:
    assert list(signature(shuffle).parameters) == ["decks", "seed", "cycle", "parts"]


DEALING = ("fairness.py", "shoe.py", "house", "server", "players", "store", "rules")
"""What has a hand in dealing."""


@pytest.mark.parametrize("room", DEALING)
def test_what_deals_draws_from_the_operating_system_alone(room: str) -> None:
    """No other generator is so much as imported where cards, seeds or tokens are made."""
    place = SOURCE / room
    for path in [place] if place.is_file() else place.rglob("*.py"):
        imported = {
            name
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in (*(a.name for a in node.names), getattr(node, "module", None))
        }
        assert not imported & {"random", "numpy", "numpy.random", "uuid"}, path


def test_forked_processes_share_no_secret_with_each_other_or_their_parent() -> None:
    drawn = [ENTROPY(SECRET_BYTES)]
    with get_context("fork").Pool(3, maxtasksperchild=1) as children:
        for batch in children.map(_secrets, range(6), chunksize=1):
            drawn += batch
    drawn.append(ENTROPY(SECRET_BYTES))
    assert len(set(drawn)) == len(drawn) == 6 * 100 + 2


def _secrets(_: int) -> list[bytes]:
    return [ENTROPY(SECRET_BYTES) for _ in range(100)]


def revealed(**changes: Any) -> Reveal:
    order = cut(shuffle(1, SEED, 7, PARTS), 10)
    told: dict[str, Any] = {
        "cycle": 7,
        "rules_hash": RULES,
        "decks": 1,
        "seed": SEED,
        "salt": SALT,
        "parts": PARTS,
        "cut": 10,
        "order": order,
    }
    return Reveal(**(told | changes))


def test_a_true_reveal_holds_against_its_commitments() -> None:
    reveal = revealed()
    c1, c2 = commit_cycle(7, RULES, SEED), commit_order(SALT, reveal.order)
    assert differences(reveal, c1, c2) == []
    assert differences(revealed(order=()), c1, None) == []


@pytest.mark.parametrize(
    ("lie", "found"),
    [
        ({"seed": bytes(32)}, 2),
        ({"cycle": 8}, 2),
        ({"rules_hash": bytes(32)}, 1),
        ({"salt": bytes(16)}, 1),
        ({"parts": PARTS[:1]}, 1),
        ({"cut": 11}, 1),
        ({"order": (Card("As"), *revealed().order[1:])}, 2),
    ],
)
def test_every_kind_of_lie_is_found(lie: dict[str, Any], found: int) -> None:
    c1, c2 = commit_cycle(7, RULES, SEED), commit_order(SALT, revealed().order)
    assert len(differences(revealed(**lie), c1, c2)) == found
