"""Where compiled kernels are kept: a folder of their own for each state of the sources.

numba asks only whether the file of a cached function has changed, not the files of the functions
it calls; a folder named by a hash over all sources makes a stale kernel impossible.
"""

import os
from hashlib import sha256
from pathlib import Path

from numba import config


def sources_hash() -> str:
    """A hash over the sources of the whole analysis package."""
    digest = sha256()
    for path in sorted(Path(__file__).parent.parent.rglob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def use_own_cache() -> None:
    """Point numba's cache at the folder for these sources, before any kernel is defined."""
    base = os.environ.get("NUMBA_CACHE_DIR") or Path.home() / ".cache" / "evenmoney" / "numba"
    config.CACHE_DIR = str(Path(base) / sources_hash())  # type: ignore[attr-defined]
