"""Where compiled code is kept: a folder of its own for each state of the sources.

numba asks only whether the file of a cached function has changed, not the files of the functions
it calls; a folder named by a hash over all sources makes stale code impossible.
"""

import os
import tempfile
from hashlib import sha256
from pathlib import Path

from numba import config


def sources_hash() -> str:
    """A hash over the sources of the whole analysis package."""
    digest = sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def use_own_cache() -> None:
    """Point numba's cache at the folder for these sources, before any function is compiled."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    base = Path(given) if given else _writable_folder()
    config.CACHE_DIR = str(base / sources_hash())  # type: ignore[attr-defined]


def _writable_folder() -> Path:
    """The user's cache folder, or one among the temporary files where he has none."""
    folder = Path.home() / ".cache" / "evenmoney" / "numba"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / f"evenmoney-numba-{os.getuid()}"
    writable = os.access(folder, os.W_OK)
    return folder if writable else Path(tempfile.gettempdir()) / f"evenmoney-numba-{os.getuid()}"
