"""``companion`` alone: the app in its window; where none can be opened, the help and one line that says why."""

from __future__ import annotations

import os
import sys

import typer

from companion.commands import complain
from companion.language import Language

_LANGUAGE = Language.load()


def has_display() -> bool:
    """Whether a window can be expected to open: elsewhere than on macOS and Windows a display server says so."""
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def open_app(context: typer.Context) -> None:
    """Opens the app and comes back when it is closed."""
    if not has_display():
        _without_window(context, _LANGUAGE.text("demo.no_display"))
        return
    from companion.app.application import WindowError, open_window, run_companion

    try:
        open_window(_LANGUAGE)
    except WindowError as error:
        _without_window(context, error)
        return
    run_companion()


def _without_window(context: typer.Context, reason: object) -> None:
    typer.echo(context.get_help())
    complain(_LANGUAGE.text("app.no_window", reason=reason))
