"""The compiled form of what every command passes through is the sources' own, or is not taken."""

import ast
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import msgspec
import pytest

from evenmoney import compiled
from evenmoney.compiled import MANIFEST, VARIABLE, Compiled, fresh, manifest
from scripts import compile as compiling

LIBRARY = f"draft{EXTENSION_SUFFIXES[0]}"
WHERE = "import evenmoney.house.table as it, evenmoney.compiled as c; print(it.__file__, c.taken())"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with one module, and its compiled form beside it."""
    package = tmp_path / "package"
    (package / "rules").mkdir(parents=True)
    (package / "rules" / "draft.py").write_text("TWENTY_ONE = 21\n")
    folder = package / "_compiled"
    folder.mkdir()
    (folder / LIBRARY).write_bytes(bytes(1000))
    (folder / MANIFEST).write_text(json.dumps(manifest(folder, package)))
    return package


def is_fresh(package: Path) -> bool:
    return fresh(package / "_compiled", package)


def test_a_form_made_of_the_sources_as_they_are_is_taken(package: Path) -> None:
    assert is_fresh(package)


@pytest.mark.parametrize("name", ["rules/draft.py", "rules/other.py", "money.py", "store/a/b.py"])
def test_a_changed_or_new_source_anywhere_below_it_makes_it_stale(package: Path, name: str) -> None:
    (package / name).parent.mkdir(parents=True, exist_ok=True)
    (package / name).write_text("TWENTY_ONE = 22\n")
    assert not is_fresh(package)


def test_a_source_that_is_gone_makes_it_stale(package: Path) -> None:
    (package / "rules" / "draft.py").unlink()
    assert not is_fresh(package)


@pytest.mark.parametrize("harm", [Path.unlink, lambda path: os.truncate(path, 10)])
def test_a_form_of_which_something_is_missing_is_not_taken(
    package: Path, harm: Callable[[Path], None]
) -> None:
    harm(package / "_compiled" / LIBRARY)
    assert not is_fresh(package)


def test_a_form_for_another_python_is_not_taken(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.implementation, "cache_tag", "cpython-39")
    assert not is_fresh(package)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"python": "cpython-311"}', "\ud800"])
def test_a_manifest_that_makes_no_sense_is_no_reason_to_take_it(package: Path, text: str) -> None:
    (package / "_compiled" / MANIFEST).write_bytes(text.encode("utf-8", "surrogatepass"))
    assert not is_fresh(package)


def test_a_new_form_takes_the_place_of_the_old_and_never_of_one_made_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "FOLDER", tmp_path / "_compiled")
    for name in ("first", "second", "third"):
        (tmp_path / name).mkdir()
        (tmp_path / name / name).touch()
    compiling.put_in_place(tmp_path / "first", tmp_path / "before-1")
    compiling.put_in_place(tmp_path / "second", tmp_path / "before-2")
    assert [path.name for path in (tmp_path / "_compiled").iterdir()] == ["second"]
    compiling.put_in_place(tmp_path / "third", tmp_path / "second-again" / "nowhere")
    assert [path.name for path in (tmp_path / "_compiled").iterdir()] == ["second"]


def test_a_compiled_module_is_found_and_all_else_is_left_to_others(tmp_path: Path) -> None:
    (tmp_path / "house" / "rooms").mkdir(parents=True)
    file = tmp_path / "house" / f"table{EXTENSION_SUFFIXES[0]}"
    file.touch()
    (tmp_path / "house" / "seat.py").touch()
    finder = Compiled(tmp_path)
    found = finder.find_spec("house.table")
    assert found is not None
    assert found.origin == str(file)
    for name in ("house", "house.rooms", "house.seat", "table", "house.table.more"):
        assert finder.find_spec(name) is None


@pytest.mark.parametrize("name", compiling.sources(f"{compiling.SHUFFLE} {compiling.TABLES}"))
def test_what_is_compiled_defines_no_struct(name: str) -> None:
    module = importlib.import_module(name.removesuffix(".py").replace("/", "."))
    own = [it for it in vars(module).values() if getattr(it, "__module__", "") == module.__name__]
    assert [it for it in own if isinstance(it, type) and issubclass(it, msgspec.Struct)] == []
    classes = [
        node
        for node in ast.walk(ast.parse((compiling.SOURCES / name).read_text()))
        if isinstance(node, ast.ClassDef)
    ]
    assert [one.name for one in classes if one.keywords] == []


def asked_where(value: str) -> list[str]:
    return subprocess.run(
        [sys.executable, "-c", WHERE],
        env={**os.environ, VARIABLE: value},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()


def test_the_sources_run_as_they_are_where_that_is_asked_for() -> None:
    file, taken = asked_where("no")
    assert (Path(file).name, taken) == ("table.py", "False")


@pytest.mark.skipif(not fresh(), reason="not compiled, or not since a change: run make setup")
def test_the_compiled_form_of_this_house_is_taken() -> None:
    file, taken = asked_where("")
    assert compiled.FOLDER in Path(file).parents
    assert taken == "True"
