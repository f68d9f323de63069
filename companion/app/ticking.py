"""What is done again and again on the clock of the window."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock

_PAUSE = 1.0  # seconds after a failure


class Ticking:
    """Does its work every so many seconds until it is cancelled.

    What fails there is told as all that fails on the thread of the window, see `companion.app.mishaps`; the clock drops
    it, and here it goes on after a pause.
    """

    def __init__(self, work: Callable[[float], None], seconds: float) -> None:
        """work: takes the seconds since it was done last."""
        self._work = work
        self._again = Clock.schedule_interval(self._tick, seconds)
        self._later = Clock.create_trigger(lambda _seconds: self._again(), _PAUSE)

    def cancel(self) -> None:
        """Ends it."""
        self._again.cancel()
        self._later.cancel()

    def _tick(self, seconds: float) -> None:
        try:
            self._work(seconds)
        except Exception:
            if self._again.is_triggered:  # not cancelled meanwhile
                self._later()
            raise
