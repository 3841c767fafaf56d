"""Whatever a text holds, reading it gives a value or the one error that it may."""

import json
import tomllib
from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from evenmoney.games.catalogue import BadGame
from evenmoney.games.scenario import play_raw, play_text
from evenmoney.rules.notation import FIRST_LINE, LINES, BadNotation, read, write
from evenmoney.rules.options import OPTION_NAMES, BadOption, parse_rules, rules_options
from tests.dealing import GAMES, rules_of
from tests.games.test_catalogue import CLASSIC
from tests.games.test_scenario import CASES

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
words = st.text(st.sampled_from("0123456789=,@ AKTs\n") | st.characters(), max_size=20)
# parametrized cases carry their dictionary as their one value
cases: list[dict[str, Any]] = [case.values[0] for case in CASES]  # type: ignore[misc]


@given(st.tuples(*(words for _ in LINES)))
def test_a_round_reads_or_is_bad_notation(rest: tuple[str, ...]) -> None:
    lines = [f"{name} {text}" for name, text in zip(LINES, rest, strict=True)]
    text = "\n".join([FIRST_LINE, *lines])
    with suppress(BadNotation):
        record = read(text)
        assert read(write(record)) == record


@settings(deadline=None)
@given(st.binary(max_size=60))
def test_a_scenario_file_of_any_bytes_gets_a_verdict(text: bytes) -> None:
    assert play_text(text, "file", GAMES)


@settings(deadline=None)
@given(
    case=st.sampled_from(cases),
    field=st.text() | st.sampled_from(sorted(cases[0])),
    value=json_values,
)
def test_a_scenario_with_any_value_in_a_field_gets_a_verdict(
    case: dict[str, Any], field: str, value: Any
) -> None:
    verdict = play_raw(case | {field: value}, "place", GAMES)
    assert verdict.status in ("ok", "differs", "unplayable")
    assert json.dumps(str(verdict))


@given(option=st.sampled_from(OPTION_NAMES), value=json_values)
def test_an_option_of_any_value_is_taken_or_is_a_bad_option(option: str, value: Any) -> None:
    options = rules_options(rules_of("classic"))
    with suppress(BadOption):
        taken = parse_rules(options | {option: value})
        assert rules_options(taken)[option] == value


@settings(deadline=None)
@given(at=st.integers(0, len(CLASSIC)), end=st.integers(0, 40), text=st.text(max_size=10))
def test_a_game_file_with_any_hole_or_patch_is_taken_or_is_a_bad_game(
    at: int, end: int, text: str
) -> None:
    patched = CLASSIC[:at] + text + CLASSIC[at + end :]
    with suppress(BadGame):
        games = GAMES.with_text(patched, "file")
        assert games[tomllib.loads(patched)["id"]]
