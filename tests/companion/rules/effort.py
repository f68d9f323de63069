"""How many random games the tests of conservation play: few in a quick run, ``COMPANION_EFFORT`` times as many else.

``COMPANION_EFFORT=400 pytest -k conserved --timeout 0 tests/companion/rules/test_lock_the_entry_random.py`` plays
10,000; the pytest option ``--hypothesis-show-statistics`` says how many there were.
"""

from __future__ import annotations

import os

_EFFORT = int(os.environ.get("COMPANION_EFFORT", "1"))


def games(count: int) -> int:
    """So many games in a quick run, a multiple of them where more effort is asked for."""
    return count * _EFFORT
