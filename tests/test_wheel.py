"""The wheel in an empty environment deals and serves, plain or with the compiled form in it."""

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from evenmoney import compiled

ROOT = Path(__file__).parents[1]
UV = ROOT / ".tools" / "bin" / "uv"
PLAYS = "from evenmoney import compiled; print(compiled.taken())"


def run(*command: str | Path, **variables: str) -> str:
    """What a command prints; it has to succeed."""
    env = {**os.environ, "PYTHONPATH": "", **variables}
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.soak
@pytest.mark.parametrize("form", ["no", "yes"])
def test_a_wheel_in_an_empty_environment_plays_and_serves(form: str, tmp_path: Path) -> None:
    if form == "yes" and not compiled.fresh():
        pytest.skip("nothing is compiled here")
    uv = UV if UV.exists() else Path("uv")
    run(uv, "build", "--quiet", "--wheel", "--out-dir", tmp_path, EVENMONEY_COMPILED=form)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stem.endswith("none-any") == (form == "no")
    run(uv, "venv", "--quiet", "--python", sys.executable, tmp_path / "env")
    python, evenmoney = (tmp_path / "env" / "bin" / name for name in ("python", "evenmoney"))
    run(uv, "pip", "install", "--quiet", "--python", python, wheel)
    assert run(python, "-c", PLAYS, EVENMONEY_COMPILED="").split() == [str(form == "yes")]
    assert json.loads(run(evenmoney, "games", "--json"))
    assert "The client is not built" not in start_page(evenmoney, tmp_path)


@pytest.mark.soak
def test_no_wheel_is_built_with_a_compiled_form_of_other_sources(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "src", copy / "src")
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(ROOT / "client" / "dist", copy / "client" / "dist")
    (copy / "src" / "evenmoney" / "money.py").write_text("# nothing\n")
    (copy / "client" / "src").mkdir()
    (copy / "client" / "src" / "old.ts").touch()
    os.utime(copy / "client" / "src" / "old.ts", (0, 0))
    uv = UV if UV.exists() else Path("uv")
    built = subprocess.run(
        [uv, "build", "--wheel", "--out-dir", tmp_path],
        env={**os.environ, "EVENMONEY_COMPILED": "yes"},
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode != 0
    assert "nothing is compiled for Python" in built.stderr, built.stderr
    assert not list(tmp_path.glob("*.whl"))


def start_page(evenmoney: Path, folder: Path) -> str:
    """What the house answers a browser that comes to it."""
    with subprocess.Popen(
        [evenmoney, "serve", "--port", "0", "--database", folder / "house.db"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
    ) as house:
        assert house.stdout is not None
        address = house.stdout.readline().split()[-1]
        with urllib.request.urlopen(address) as answer:
            page: bytes = answer.read()
        house.terminate()
        assert house.wait() == 0
    return page.decode()
