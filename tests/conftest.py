"""What all tests share."""

import os

from hypothesis import HealthCheck, settings

# Times vary on a shared machine, so no example has a deadline; in CI the same examples run every time.
settings.register_profile(
    "euchre",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("euchre")
