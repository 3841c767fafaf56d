"""What holds for all tests."""

from hypothesis import HealthCheck, settings

# How long an example takes says how fast the machine is.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")
