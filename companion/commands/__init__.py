"""The commands, one file a group, and how each of them tells of bad input: one line on stderr, exit status 2."""

from __future__ import annotations

import typer

BAD_INPUT = 2


def printable(text: object) -> str:
    """The text on one line: control characters, as file names may have them, show as ``�``."""
    return "".join(sign if sign.isprintable() else "�" for sign in str(text))


def complain(message: object) -> None:
    """Prints a message as exactly one line on stderr."""
    typer.echo(printable(message), err=True)
