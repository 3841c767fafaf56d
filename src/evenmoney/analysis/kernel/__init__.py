"""Compiled simulation of a game's rules under a strategy card; the slow way checks the fast."""

from evenmoney.analysis.cache import use_own_cache

use_own_cache()
