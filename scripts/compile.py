"""Compiles what every command passes through, as `make setup` does: docs/decisions/0014.

The modules below are ordinary Python, checked by mypy; mypyc makes C of them, which takes a fifth
off what an action costs. Without a C compiler, or after a change to a source, they run as they are.
"""

import json
import os
import shutil
import sysconfig
import tempfile
from pathlib import Path
from typing import Final

from evenmoney import compiled

SOURCES: Final = Path(__file__).parents[1] / "src"

SHUFFLE: Final = "fairness"
"""By itself: the tables look it up at each call, so that a test can put a stacked shoe there."""

TABLES: Final = """
    house/audience house/batch house/croupier house/inbox house/moves house/pace house/rounds
    house/seen house/shuffler house/stakes house/streams house/table house/till house/turns
    journal/chain
    ledger/book
    players/purse players/wallet_purse
    rules/draft rules/offers
    store/sqlite/daybook store/sqlite/desk store/sqlite/insert store/sqlite/keeping
    store/sqlite/log store/sqlite/waiting store/sqlite/writer
"""
"""Together: they call each other without a look-up."""

# None of them defines a `msgspec.Struct`: mypyc drops the options of such a class.


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
    """Leave the compiled modules in a folder; raises `SystemExit` when that fails."""
    from mypyc.build import mypycify  # noqa: PLC0415
    from setuptools import setup  # noqa: PLC0415

    os.chdir(SOURCES)
    with tempfile.TemporaryDirectory() as scratch:
        arguments = ["--quiet", "build_ext", "--build-lib", str(made), "--build-temp", scratch]
        for modules in (SHUFFLE, TABLES):
            files = sources(modules)
            extensions = mypycify(files, opt_level="1", debug_level="0", target_dir=scratch)
            setup(name="evenmoney-compiled", ext_modules=extensions, script_args=arguments)


def main() -> None:
    """Compile, where that was not done before."""
    if compiled.fresh():
        return
    shutil.rmtree(compiled.FOLDER, ignore_errors=True)
    if lacking := missing():
        print(f"setup: {lacking} is missing, so that nothing is compiled: the house runs, slower")
        return
    print("setup: compiling what every command passes through (a minute, once)")
    made_from = compiled.manifest()
    with tempfile.TemporaryDirectory(dir=compiled.PACKAGE, prefix=".compiling-") as folder:
        made = Path(folder) / "made"
        build(made)
        (made / compiled.MANIFEST).write_text(json.dumps(made_from, indent=1))
        made.rename(compiled.FOLDER)


if __name__ == "__main__":
    main()
