"""Puts the built client into the wheel: builds it first where it is missing or older than its
sources; and, where that is asked for, what `make setup` compiled."""

import os
import platform
import runpy
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientBuildHook(BuildHookInterface):
    """Adds `client/dist` as `evenmoney/server/static`; an editable install needs none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client if need be, and name it in what goes into the archive."""
        if version == "editable":
            return
        client = Path(self.root) / "client"
        if is_stale(client) and not is_unpacked(Path(self.root)):
            build(client)
        if self.target_name == "wheel":
            build_data["force_include"][str(client / "dist")] = "evenmoney/server/static"
            if os.environ.get("EVENMONEY_COMPILED") == "yes":
                add_compiled(Path(self.root), build_data)


def add_compiled(root: Path, build_data: dict[str, Any]) -> None:
    """Make it a wheel for this Python and machine, with the compiled form in it."""
    package = root / "src" / "evenmoney"
    compiled = runpy.run_path(str(package / "compiled.py"))
    if not compiled["fresh"]():
        reason = f"for Python {platform.python_version()} from the sources as they are"
        raise RuntimeError(
            f"nothing is compiled {reason}: run make setup, and build by .venv's Python"
        )
    build_data["force_include"][str(package / "_compiled")] = "evenmoney/_compiled"
    build_data.update(pure_python=False, infer_tag=True)


def is_unpacked(root: Path) -> bool:
    """Whether this is an unpacked source archive, which brings the built client with it: times of
    unpacking say nothing, and whoever installs it may have no Node."""
    return (root / "PKG-INFO").exists() and (root / "client" / "dist" / "index.html").exists()


def is_stale(client: Path) -> bool:
    """Whether a source of the client is newer than what was built, or nothing was built."""
    built = client / "dist" / "index.html"
    if not built.exists():
        return True
    folders = (client / "src", client / "public")
    sources = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return max(path.stat().st_mtime for path in sources) > built.stat().st_mtime


def build(client: Path) -> None:
    """Install the client's packages where they are missing, and build it."""
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeError("building the client needs Node 20.19 or newer with npm")
    if not (client / "node_modules").exists():
        subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=client, check=True)
    subprocess.run([npm, "run", "build"], cwd=client, check=True)
    (client / "dist" / "index.html").touch()
