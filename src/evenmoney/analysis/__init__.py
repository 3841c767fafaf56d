"""What games return: exact maths, the simulator, certificates. Needs the extra `maths`."""

from evenmoney.analysis.cache import use_own_cache

use_own_cache()
