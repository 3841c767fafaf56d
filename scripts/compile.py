"""Compiles what every command passes through, as `make setup` does: docs/decisions/0014.

The modules below are ordinary Python, checked by mypy; mypyc makes C of them, which takes an eighth
off what an action costs. Without a C compiler, or after a change to a source, they run as they are.
"""

import json
import os
import shutil
import sys
import sysconfig
import tempfile
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Final

from evenmoney import compiled

SOURCES: Final = Path(__file__).parents[1] / "src"
OWN: Final = Path(__file__).read_bytes()
MADE_BY: Final = "compile.py"
"""A copy of this file, beside what it made: after a change here all is made anew."""

SHUFFLE: Final = "fairness"
"""By itself: the tables look it up at each call, so that a test can put a stacked shoe there."""

TABLES: Final = """
    house/audience house/batch house/bonuses house/croupier house/inbox house/moves house/pace
    house/patience house/rota house/rounds house/scribe house/seats house/seen house/shuffler
    house/stakes house/standing house/streams house/table house/till house/trouble house/turns
    journal/chain
    ledger/book
    players/purse players/wallet_purse
    rules/draft rules/offers
    server/frames server/rate
    store/clerk
    store/sqlite/books store/sqlite/daybook store/sqlite/desk store/sqlite/insert
    store/sqlite/keeping store/sqlite/log store/sqlite/waiting store/sqlite/writer
"""
"""Together: they call each other without a look-up."""

# None of them defines a `msgspec.Struct`: mypyc drops the options of such a class. Nor is
# `ledger/flaws` among them: it looks for what is no number, where mypyc would raise.


def sources(modules: str) -> list[str]:
    """The files of modules, by their place in the sources' folder."""
    return [f"evenmoney/{name}.py" for name in modules.split()]


def missing() -> str:
    """What the machine lacks to compile, in one word; empty when it lacks nothing."""
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python.h"
    compiler = os.environ.get("CC") or str(sysconfig.get_config_var("CC")).split()[0]
    return "" if shutil.which(compiler) else compiler


def build(made: Path) -> None:
    """Leave the compiled modules in a folder; raises `SystemExit`, with what mypyc said, when that
    fails."""
    from mypyc.build import mypycify  # noqa: PLC0415
    from setuptools import setup  # noqa: PLC0415

    os.chdir(SOURCES)
    said = StringIO()
    with tempfile.TemporaryDirectory() as scratch:
        arguments = ["--quiet", "build_ext", "--build-lib", str(made), "--build-temp", scratch]
        for modules in (SHUFFLE, TABLES):
            files = sources(modules)
            try:
                with redirect_stdout(said):  # hints too, which are for whoever writes for mypyc
                    found = mypycify(
                        [f"--cache-dir={scratch}", *files],
                        opt_level="1",
                        debug_level="0",
                        target_dir=scratch,
                    )
            except SystemExit:
                sys.exit(said.getvalue())
            setup(name="evenmoney-compiled", ext_modules=found, script_args=arguments)


def main() -> None:
    """Compile, where that was not done before, and is not forbidden."""
    if os.environ.get(compiled.VARIABLE) == "no":
        return
    if compiled.fresh() and (compiled.FOLDER / MADE_BY).read_bytes() == OWN:
        return
    if lacking := missing():
        print(f"setup: {lacking} is missing, so that nothing is compiled: the house runs, slower")
        return
    print("setup: compiling what every command passes through (a minute, once)")
    before = compiled.digests()
    with tempfile.TemporaryDirectory(dir=compiled.PACKAGE, prefix=".compiling-") as folder:
        made = Path(folder) / "made"
        build(made)
        (made / MADE_BY).write_bytes(OWN)
        manifest = compiled.manifest(made)
        assert manifest["sources"] == before, "a source was changed while it was compiled"
        (made / compiled.MANIFEST).write_text(json.dumps(manifest, indent=1))
        put_in_place(made, Path(folder) / "before")


def put_in_place(made: Path, before: Path) -> None:
    """Let the new form take the old one's place; of two made at once the later one is dropped."""
    with suppress(FileNotFoundError):
        compiled.FOLDER.rename(before)
    with suppress(OSError):
        made.rename(compiled.FOLDER)


if __name__ == "__main__":
    main()
