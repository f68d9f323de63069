"""Work beside the screen: computed in a thread, its result told on the clock of the window, stale ones dropped.

What goes wrong there is told in the same way: nobody waits for a result that never comes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from kivy.clock import Clock

T = TypeVar("T")


class Aside:
    """Does one thing after another for a screen; only the result that was asked for last is told."""

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        """failed: is called on the screen's thread with what `work` raised, in place of `tell`."""
        self._failed = failed
        self._asked = 0

    def compute(self, work: Callable[[], T], tell: Callable[[T], None]) -> None:
        """Does `work` in the background, then `tell` on the screen's thread, unless something else was asked since."""
        self._asked += 1
        asked = self._asked

        def later(told: Callable[[], None]) -> None:
            Clock.schedule_once(lambda _seconds: told() if asked == self._asked else None)

        def run() -> None:
            try:
                result = work()
            except Exception as error:  # a thread has nobody above it
                later(partial(self._failed, error))
            else:
                later(partial(tell, result))

        threading.Thread(target=run, name="aside", daemon=True).start()

    def drop(self) -> None:
        """What is being done is wanted no more."""
        self._asked += 1
