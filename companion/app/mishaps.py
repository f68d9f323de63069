"""What fails on the thread of the window: it is logged and told, and the app goes on."""

from __future__ import annotations

import traceback
from collections.abc import Callable

from kivy.base import ExceptionHandler, ExceptionManager


class Mishaps(ExceptionHandler):
    """Stands between a failure and the end of the app."""

    def __init__(self, tell: Callable[[Exception], None]) -> None:
        """tell: is called with what was raised."""
        self._tell = tell

    def handle_exception(self, exception: BaseException) -> int:
        """Writes it to stderr and tells it; what is to end the app, as Ctrl+C is, does."""
        if not isinstance(exception, Exception):
            return int(ExceptionManager.RAISE)
        traceback.print_exception(exception)
        self._tell(exception)
        return int(ExceptionManager.PASS)
