"""Work beside the screen: computed in a thread, its result told on the clock of the window, stale ones dropped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from kivy.clock import Clock

T = TypeVar("T")


class Aside:
    """Does one thing after another for a screen; only the result that was asked for last is told."""

    def __init__(self) -> None:
        self._asked = 0

    def compute(self, work: Callable[[], T], tell: Callable[[T], None]) -> None:
        """Does `work` in the background, then `tell` on the screen's thread, unless something else was asked since."""
        self._asked += 1
        asked = self._asked

        def told(result: T) -> None:
            if asked == self._asked:
                tell(result)

        def run() -> None:
            result = work()
            Clock.schedule_once(lambda _seconds: told(result))

        threading.Thread(target=run, name="aside", daemon=True).start()

    def drop(self) -> None:
        """What is being done is wanted no more."""
        self._asked += 1
