"""``companion simulate``: bots play whole games, and what happened is reported; two rule sets compared by pairs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from companion.beginning import no_words
from companion.commands.journal_file import refuse
from companion.language import Language

if TYPE_CHECKING:
    from companion.laboratory.playing import Record
    from companion.laboratory.report import Report
    from companion.laboratory.running import Plan
    from companion.laboratory.statistics import Estimate

_LANGUAGE = Language.load()
_NAMES = ("Ann", "Ben", "Cem", "Dee", "Eli", "Fay", "Gus", "Hal")


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help=_LANGUAGE.text("simulate.game"))],
    games: Annotated[int, typer.Option(min=1, help=_LANGUAGE.text("simulate.games"))] = 100,
    players: Annotated[int | None, typer.Option(help=_LANGUAGE.text("simulate.players"))] = None,
    seed: Annotated[int, typer.Option(min=0, help=_LANGUAGE.text("simulate.seed"))] = 0,
    option: Annotated[list[str] | None, typer.Option(metavar="K=V", help=_LANGUAGE.text("simulate.option"))] = None,
    against: Annotated[list[str] | None, typer.Option(metavar="K=V", help=_LANGUAGE.text("simulate.against"))] = None,
    bots: Annotated[str, typer.Option(metavar="NAME,…", help=_LANGUAGE.text("simulate.bots"))] = "sensible",
    jobs: Annotated[int, typer.Option(min=1, help=_LANGUAGE.text("simulate.jobs"))] = 1,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help=_LANGUAGE.text("simulate.cluster"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=_LANGUAGE.text("simulate.json"))] = False,
) -> None:
    """Plays the games and prints the report; with ``--against`` also a second rule set, and what it changes."""
    from companion.laboratory.report import compare, report

    options = _pairs(option)
    plan = _plan(game, games, players, seed, options, bots)
    other = _plan(game, games, players, seed, {**options, **_pairs(against)}, bots) if against else None
    with _executor(jobs, cluster) as executor:
        first = _played(plan, executor)
        second = _played(other, executor) if other else None
    told = report(first)
    differences = compare(first, second) if second else {}
    if as_json:
        typer.echo(json.dumps(_as_json(plan, told, other, second, differences)))
        return
    console = Console(soft_wrap=True, highlight=False)
    console.print(_summary(plan, told), _rule_table(plan, told))
    if other and second:
        console.print(_summary(other, report(second)), _difference_table(differences))


def _plan(game: str, games: int, players: int | None, seed: int, options: Mapping[str, str], bots: str) -> Plan:
    """The plan, checked by beginning its first game: what cannot be is told in one line."""
    from companion.laboratory.bots import UnknownBot, bot_named, laboratory_game
    from companion.laboratory.running import Plan
    from companion.lexicon import LexiconError
    from companion.rules.game import Illegal, OptionError
    from companion.rules.games import UnknownGame

    try:
        rules = laboratory_game(game)
        count = players if players is not None else rules.PLAYERS.start
        seats = _NAMES[:count]
        names = tuple(map(str.strip, bots.split(",")))
        plan = Plan(game, seats, names * count if len(names) == 1 else names, games, seed, options)
        if len(seats) != count or count not in rules.PLAYERS:
            allowed = ", ".join(map(str, rules.PLAYERS))
            refuse(_LANGUAGE.text("simulate.bad_players", count=count, allowed=allowed))
        if len(plan.bots) != count:
            refuse(_LANGUAGE.text("simulate.bad_bots", count=count, given=len(plan.bots)))
        for name in plan.bots:
            bot_named(game, name)
        rules.start(plan.setup(0))
    except UnknownGame as error:
        refuse(_LANGUAGE.text("simulate.no_game", name=error.name, names=", ".join(error.allowed)))
    except UnknownBot as error:
        refuse(_LANGUAGE.text("simulate.no_bot", name=error.name, names=", ".join(error.allowed)))
    except OptionError as error:
        key = "simulate.no_option" if error.given is None else "simulate.bad_option"
        allowed = ", ".join(error.allowed)
        refuse(_LANGUAGE.text(key, name=error.name, value=error.given, allowed=allowed))
    except LexiconError as error:
        refuse(no_words(error, _LANGUAGE))
    except Illegal as error:
        refuse(_LANGUAGE.text("simulate.cannot_begin", rules=", ".join(error.ruling.rules)))
    return plan


def _pairs(given: Sequence[str] | None) -> dict[str, str]:
    """``["k=v"]`` as a mapping."""
    options: dict[str, str] = {}
    for text in given or ():
        name, sign, value = text.partition("=")
        if not sign:
            refuse(_LANGUAGE.text("simulate.no_pair", given=text))
        options[name.strip().replace("-", "_")] = value.strip()
    return options


@contextmanager
def _executor(jobs: int, cluster: str | None) -> Iterator[Executor | None]:
    """What plays the games: this process, several here, or a Dask cluster (the extra ``cluster``)."""
    if cluster is not None:
        try:
            with _client(cluster) as client:
                yield client.get_executor()
        except OSError:  # it went away meanwhile
            refuse(_LANGUAGE.text("simulate.no_cluster", address=cluster))
    elif jobs > 1:
        with ProcessPoolExecutor(jobs) as executor:
            yield executor
    else:
        yield None


def _client(address: str) -> Any:
    """A client of the Dask cluster; leaves with one line where there is none, or no Dask."""
    try:
        from distributed import Client

        return Client(address, timeout=10)
    except ImportError:
        refuse(_LANGUAGE.text("simulate.no_dask"))
    except (OSError, ValueError):  # nobody answers, or it is no address
        refuse(_LANGUAGE.text("simulate.no_cluster", address=address))


def _played(plan: Plan, executor: Executor | None) -> list[Record]:
    """All records, with a bar on stderr where somebody watches."""
    from companion.laboratory.running import run

    watched = Console(stderr=True)
    bar = track(
        run(plan, executor), _LANGUAGE.text("simulate.playing"), plan.games, console=watched, transient=True,
        disable=not watched.is_terminal,
    )  # fmt: skip
    return list(bar)


def _as_json(
    plan: Plan, told: Report, other: Plan | None, second: list[Record] | None, differences: Mapping[str, Estimate]
) -> dict[str, object]:
    from companion.laboratory.report import report

    said: dict[str, object] = {**_plan_json(plan), **told.as_json()}
    if other and second:
        said["against"] = {**_plan_json(other), **report(second).as_json()}
        said["difference"] = {name: estimate.as_json() for name, estimate in differences.items()}
    return said


def _plan_json(plan: Plan) -> dict[str, object]:
    return {
        "game": plan.game,
        "players": len(plan.players),
        "bots": list(plan.bots),
        "options": dict(plan.options),
        "seed": plan.seed,
    }


def _summary(plan: Plan, told: Report) -> Table:
    """Length, ends, wins and points of one rule set."""
    options = ", ".join(f"{name}={value}" for name, value in plan.options.items())
    title = _LANGUAGE.text("simulate.title", game=plan.game, games=told.games, seed=plan.seed)
    table = Table("", *_figure_heads(), title=f"{title} {options}".strip(), title_justify="left")
    low, middle, high = told.spread
    table.add_row(_LANGUAGE.text("simulate.length"), *_figures(told.length))
    table.add_row(_LANGUAGE.text("simulate.spread"), f"{middle:g}", f"{low:g}", f"{high:g}")
    table.add_row(_LANGUAGE.text("simulate.unfinished"), *_figures(told.unfinished, percent=True))
    table.add_row(_LANGUAGE.text("simulate.ties"), *_figures(told.ties, percent=True))
    for seat, (won, points) in enumerate(zip(told.wins, told.points, strict=True), 1):
        bot = plan.bots[seat - 1]
        table.add_row(_LANGUAGE.text("simulate.wins", seat=seat, bot=bot), *_figures(won, percent=True))
        table.add_row(_LANGUAGE.text("simulate.points", seat=seat), *_figures(points))
    return table


def _rule_table(plan: Plan, told: Report) -> Table:
    """How often each rule came into play."""
    from companion.rule_texts import load_rule_texts

    texts = load_rule_texts(plan.game, _LANGUAGE.code)
    heads = ("simulate.rule", "simulate.meaning", "simulate.per_game", "simulate.in_games")
    table = Table(*map(_LANGUAGE.text, heads), title=_LANGUAGE.text("simulate.rules"), title_justify="left")
    for rule, frequency in told.rules.items():
        table.add_row(rule, texts[rule].title, _shown(frequency.per_game), _shown(frequency.games, percent=True))
    return table


def _difference_table(differences: Mapping[str, Estimate]) -> Table:
    """Every measure that the second rule set changes beyond chance."""
    table = Table("", *_figure_heads(), title=_LANGUAGE.text("simulate.difference"), title_justify="left")
    for name, estimate in differences.items():
        if estimate.differs:
            table.add_row(name, *_figures(estimate))
    return table


def _figure_heads() -> tuple[str, str, str]:
    return "", _LANGUAGE.text("simulate.low"), _LANGUAGE.text("simulate.high")


def _figures(estimate: Estimate, percent: bool = False) -> tuple[str, str, str]:
    form = "{:.1%}" if percent else "{:.2f}"
    return form.format(estimate.value), form.format(estimate.low), form.format(estimate.high)


def _shown(estimate: Estimate, percent: bool = False) -> str:
    value, low, high = (figure.removesuffix("%") for figure in _figures(estimate, percent))
    return f"{value} ({low} – {high})" + (" %" if percent else "")
