"""The command line: ``companion COMMAND``. Each command lives in a file of its own under `companion.commands`."""

from __future__ import annotations

import io
import sys
from typing import Any

import typer

from companion.commands import BAD_INPUT, backs, complain, games
from companion.commands.audit import audit
from companion.commands.correct import correct
from companion.commands.deal import deal
from companion.commands.demo import demo
from companion.commands.play import play
from companion.commands.read import read
from companion.commands.simulate import simulate
from companion.commands.table import table
from companion.commands.window import open_app
from companion.commands.words import words
from companion.language import Language

_LANGUAGE = Language.load()
_WrongUse: type[Exception] = typer.BadParameter.__bases__[0]  # click's UsageError, or that of the copy typer brings

app = typer.Typer(
    help=_LANGUAGE.text("cli.help"),
    epilog=_LANGUAGE.text("cli.statuses"),
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def companion(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        open_app(context)


app.command(help=_LANGUAGE.text("read.help"))(read)
app.command(help=_LANGUAGE.text("correct.help"))(correct)
app.command(help=_LANGUAGE.text("audit.help"))(audit)
app.add_typer(backs.app, name="backs")
app.command(help=_LANGUAGE.text("play.help"))(play)
app.command(help=_LANGUAGE.text("simulate.help"))(simulate)
app.command(help=_LANGUAGE.text("demo.help"))(demo)
app.command(help=_LANGUAGE.text("table.help"))(table)
app.add_typer(games.app, name="games")
app.command(help=_LANGUAGE.text("dealer.help"))(deal)
app.command(help=_LANGUAGE.text("words.help"))(words)


def main() -> None:
    """Runs the command of the process arguments and exits with its status: 0 fine, 1 ruled illegal, 2 bad input."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without ♥ shows ?, and the command goes on
            stream.reconfigure(errors="replace")
    try:
        status = app(prog_name="companion", standalone_mode=False)
    except _WrongUse as error:
        complain(_wrong_use(error))
        status = BAD_INPUT
    except typer.Abort:
        status = BAD_INPUT
    sys.exit(status if isinstance(status, int) else 0)


def _wrong_use(error: Any) -> str:
    """What is wrong with the way a command was called, in one line in the user's language."""
    command, kind = error.ctx.command_path if error.ctx else "companion", type(error).__name__
    if kind == "NoArgsIsHelpError":  # the help was printed
        return _LANGUAGE.text("cli.missing", command=command, what="COMMAND")
    what = getattr(error, "option_name", None)
    if what is not None:
        return _LANGUAGE.text("cli.no_option" if kind == "NoSuchOption" else "cli.no_value", command=command, what=what)
    parameter = getattr(error, "param", None)
    if parameter is not None:
        is_option = parameter.param_type_name == "option"
        what = max(parameter.opts, key=len) if is_option else (parameter.metavar or parameter.name.upper()).strip("[]")
        return _LANGUAGE.text(
            "cli.missing" if kind == "MissingParameter" else "cli.bad_value", command=command, what=what
        )
    return _LANGUAGE.text("cli.not_understood", command=command)
