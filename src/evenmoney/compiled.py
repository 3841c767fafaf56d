"""Takes what every command passes through in compiled form, where one was made of these sources.

`scripts/compile.py` makes it and says why. It is never taken when a file that it was made from has
changed since, so that what runs is always what is written; and `EVENMONEY_COMPILED=no` has the
sources run as they are.
"""

import json
import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, FileFinder, ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Final

PACKAGE: Final = Path(__file__).parent
FOLDER: Final = PACKAGE / "_compiled"
MANIFEST: Final = "made_from.json"
VARIABLE: Final = "EVENMONEY_COMPILED"

ROOMS: Final = ("", "games", "house", "journal", "ledger", "players", "rules", "store", "strategy")
"""Where the compiled modules and all that they import are."""


def digests(package: Path = PACKAGE) -> dict[str, str]:
    """The SHA-256 of every source in these rooms, by its place in the package."""
    found = [path for room in ROOMS for path in (package / room).glob("*.py")]
    found += (package / "store").glob("*/*.py")
    return {
        path.relative_to(package).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(found)
    }


def fresh(folder: Path = FOLDER, package: Path = PACKAGE) -> bool:
    """Whether a compiled form is there and whole, for this Python, made from the sources as they
    are now."""
    try:
        made_from = json.loads((folder / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return False
    return bool(made_from == manifest(folder, package))


def manifest(folder: Path, package: Path = PACKAGE) -> dict[str, object]:
    """What a compiled form has to be made from and for, and how long each of its files is."""
    made = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST)
    return {
        "python": sys.implementation.cache_tag,
        "sources": digests(package),
        "files": {path.relative_to(folder).as_posix(): path.stat().st_size for path in made},
    }


class Compiled(MetaPathFinder):
    """Finds the modules that a folder holds in compiled form."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module's compiled form is; None for all that has none."""
        package, _, _ = name.rpartition(".")
        place = self._folder.joinpath(*package.split(".")) if package else self._folder
        finder = FileFinder(str(place), (ExtensionFileLoader, EXTENSION_SUFFIXES))
        found = finder.find_spec(name, target)
        return found if found is not None and found.has_location else None


def install(folder: Path = FOLDER) -> None:
    """Have the compiled form imported from now on, where it may be."""
    if os.environ.get(VARIABLE) != "no" and fresh(folder):
        sys.meta_path.insert(0, Compiled(folder))


def taken() -> bool:
    """Whether this process runs the compiled form."""
    return any(isinstance(finder, Compiled) for finder in sys.meta_path)
