"""Simulations agree with the exact maths and each other, and repeat on any number of cores."""

from math import isnan

import msgspec
import pytest

from evenmoney.analysis.kernel.sheet import Policy
from evenmoney.analysis.simulate import MODES, Simulation, simulate
from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.options import rules_hash
from evenmoney.strategy.certified import Certificates, Certified

GAMES = Catalogue.packaged()
FRESH = [id for id, game in GAMES.items() if game.rules.shoe == "fresh"]
SEED = 4


def exact(game: str) -> Certified:
    return Certificates.packaged()[rules_hash(GAMES[game].rules)]


def dealt(game: str, rounds: int, **options: object) -> Simulation:
    card = exact(game).card
    return simulate(GAMES[game].rules, card, rounds=rounds, seed=SEED, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", FRESH)
@pytest.mark.parametrize("mode", ["lock-step", "rotations"])
def test_every_fresh_game_comes_within_three_errors_of_its_exact_edge(game: str, mode: str) -> None:
    found, proven = dealt(game, 2_000_000, mode=mode), exact(game)
    assert abs(found.mean - proven.edge.card) < 3 * found.standard_error
    assert abs(found.rtp - proven.rtp.card) < 3 * found.rtp_error
    assert found.average_stake == pytest.approx(proven.average_stake, abs=1e-3)
    assert found.variance == pytest.approx(proven.variance, abs=5 * found.variance_error)


def test_plain_dealing_comes_within_three_errors_of_the_exact_edge() -> None:
    found = dealt("vegas-strip", 300_000, mode="plain")
    assert abs(found.mean - exact("vegas-strip").edge.card) < 3 * found.standard_error
    assert found.variance_ratio == pytest.approx(1, abs=0.5)


@pytest.mark.parametrize("mode", ["plain", "lock-step", "rotations"])
def test_a_seed_gives_the_same_figures_on_any_number_of_cores(mode: str) -> None:
    one, three = (dealt("classic", 300_000, mode=mode, cores=cores) for cores in (1, 3))
    one, three = (msgspec.structs.replace(found, seconds=0) for found in (one, three))
    assert one == three
    other = simulate(
        GAMES["classic"].rules,
        exact("classic").card,
        rounds=300_000,
        seed=SEED + 1,
        mode=mode,  # type: ignore[arg-type]
    )
    assert other.mean != one.mean


def test_rotations_need_fewer_rounds_and_say_so_beside_the_error() -> None:
    found = dealt("classic", 4_000_000, mode="rotations")
    assert 0.4 < found.variance_ratio < 0.7


def test_a_cut_card_costs_the_player_and_both_ways_agree_on_the_edge() -> None:
    found = dealt("six-deck-shoe", 4_000_000, fresh_edge=exact("six-deck-shoe").edge.card)
    cut = found.cut_card
    assert cut is not None
    assert cut.effect < -3 * cut.standard_error
    assert cut.edge == cut.fresh_edge + cut.effect
    assert abs(found.mean - cut.edge) < 3 * (found.standard_error**2 + cut.edge_error**2) ** 0.5


def test_the_cut_card_effect_is_the_same_for_any_fixed_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, fresh_edge = [], exact("six-deck-shoe").edge.card
    for count in (29, 24):
        for module in ("simulate", "kernel.cutcard"):
            monkeypatch.setattr(f"evenmoney.analysis.{module}.fixed_count", lambda _, k=count: k)
        found.append(dealt("six-deck-shoe", 1, fresh_edge=fresh_edge).cut_card)
    near, far = found
    assert near is not None
    assert far is not None
    error = (near.standard_error**2 + far.standard_error**2) ** 0.5
    # Left uncorrected, five rounds' worth of the fresh edge would be eight such errors.
    assert abs(near.effect - far.effect) < 3 * error


def test_without_an_exact_fresh_edge_the_fresh_shoe_is_simulated_too() -> None:
    cut = dealt("six-deck-shoe", 100_000).cut_card
    assert cut is not None
    assert abs(cut.fresh_edge - exact("six-deck-shoe").edge.card) < 3 * cut.fresh_error


def test_rotations_of_a_cut_card_shoe_fall_back_to_lock_step_and_say_so() -> None:
    found = dealt("six-deck-shoe", 10_000, mode="rotations", fresh_edge=0.0)
    assert found.mode == "lock-step"
    assert "rotations deal fresh shoes only" in found.notes[0]


@pytest.mark.parametrize("mode", ["lock-step", "rotations"])
def test_three_boxes_have_the_edge_of_one(mode: str) -> None:
    found = dealt("classic", 400_000, mode=mode, policy=Policy(3))
    assert found.boxes == 3
    assert abs(found.mean - exact("classic").edge.card) < 3 * found.standard_error
    assert found.variance > 3 * exact("classic").variance  # type: ignore[operator]


def test_frequencies_and_nets_are_shares_of_a_whole() -> None:
    found = dealt("atlantic-city", 500_000)
    outcomes = ("blackjack", "even_money", "charlie", "win", "push", "lose", "bust", "surrender")
    assert sum(found.frequencies[name] for name in outcomes) == pytest.approx(1)
    assert sum(share for _, share in found.nets) == pytest.approx(1)
    assert sum(net * share for net, share in found.nets) == pytest.approx(found.mean)
    # An ace and a ten among the first two of eight decks, either way round.
    assert found.frequencies["natural"] == pytest.approx(2 * 32 * 128 / (416 * 415), abs=1e-3)


def test_insurance_taken_always_costs_what_it_must() -> None:
    rules, card = GAMES["classic"].rules, exact("classic").card
    never, always = (
        simulate(rules, card, rounds=1_000_000, seed=SEED, policy=Policy(1, insures, insures))
        for insures in (False, True)
    )
    assert always.frequencies["insurance"] > 0.06
    assert always.frequencies["even_money"] > 0.003
    assert always.mean < never.mean - 0.002


def test_a_cap_on_wins_lowers_the_edge_and_is_told() -> None:
    rules = msgspec.structs.replace(GAMES["vegas-strip"].rules, max_win=1000)
    card = exact("vegas-strip").card
    capped = simulate(rules, card, rounds=500_000, seed=SEED, stake=1000)
    plain = simulate(rules, card, rounds=200_000, seed=SEED, stake=1000, mode="plain")
    assert max(net for net, _ in capped.nets) == 1
    assert max(net for net, _ in plain.nets) == 1
    assert abs(capped.mean - plain.mean) < 4 * plain.standard_error
    assert "max_win can bite" in capped.notes[0]


def test_an_unknown_mode_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="there is no mode 'fast'; there are: auto, plain"):
        dealt("classic", 1000, mode="fast")
    assert "auto" in MODES


def test_a_short_run_has_enough_blocks_for_an_error() -> None:
    found = dealt("classic", 1)
    assert found.blocks >= 32
    assert not isnan(found.standard_error)


@pytest.mark.parametrize(
    ("id", "fresh_edge"), [("classic", None), ("six-deck-shoe", None), ("six-deck-shoe", -0.003)]
)
def test_progress_is_told_up_to_the_end(id: str, fresh_edge: float | None) -> None:
    seen: list[tuple[int, int]] = []
    dealt(
        id,
        500_000,
        fresh_edge=fresh_edge,
        progress=lambda done, total: seen.append((done, total)),
    )
    done, totals = zip(*seen, strict=True)
    assert len(seen) > 3
    assert list(done) == sorted(set(done))
    assert {done[-1]} == set(totals)
