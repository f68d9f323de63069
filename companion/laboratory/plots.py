"""The laboratory's answers as plots, by matplotlib (the extra ``lab``)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

Figures = Mapping[str, Any]


def draw_plots(answers: Figures, out: Path) -> None:
    """Draws one PNG for each question into a folder. Raises ImportError without matplotlib, OSError."""
    from matplotlib.figure import Figure

    drawn = {
        "lockdown-length": _lockdown,
        "engines-balance": _engines,
        "eleusis-samples": _eleusis,
        "word-wars-rules": _word_wars,
        "lock-the-entry-locks": _lock_the_entry,
    }
    for name, draw in drawn.items():
        figure = Figure(figsize=(7.2, 3.8), dpi=110, layout="constrained")
        draw(figure.subplots(), answers)
        figure.savefig(out / f"{name}.png", metadata={"Software": None})


def _bars(axes: Any, names: list[str], estimates: list[Figures], scale: float = 1.0, colour: str = "#2a6f97") -> None:
    """Bars with the ends of their intervals."""
    values = [estimate["value"] * scale for estimate in estimates]
    below = [max(0.0, (estimate["value"] - estimate["low"]) * scale) for estimate in estimates]
    above = [max(0.0, (estimate["high"] - estimate["value"]) * scale) for estimate in estimates]
    axes.bar(names, values, yerr=[below, above], capsize=4, color=colour)
    axes.spines[["top", "right"]].set_visible(False)


def _lockdown(axes: Any, answers: Figures) -> None:
    by_count = answers["lockdown"]
    counts = list(by_count)
    middle = [by_count[count]["p50"] for count in counts]
    low = [by_count[count]["p5"] for count in counts]
    high = [by_count[count]["p95"] for count in counts]
    axes.fill_between(counts, low, high, alpha=0.25, label="5 % to 95 % of games", color="#2a6f97")
    axes.plot(counts, middle, marker="o", label="median", color="#2a6f97")
    axes.set(xlabel="players", ylabel="actions in a game", title="Lockdown: how long a game lasts", ylim=(0, None))
    axes.legend(frameon=False)


def _engines(axes: Any, answers: Figures) -> None:
    plans = {name: plan for name, plan in answers["engines"].items() if name.startswith("2")}
    names = [name.removeprefix("2 players, ").replace(", ", "\n") for name in plans]
    _bars(axes, names, [plan["wins by seat"][0] for plan in plans.values()], 100)
    axes.axhline(50, color="#888888", linewidth=0.8, linestyle="--")
    axes.set(ylabel="games that Google wins, %", ylim=(0, 100), title="Engines: what the IPO and the extra card do")


def _eleusis(axes: Any, answers: Figures) -> None:
    rules = sorted(answers["eleusis"].items(), key=lambda item: -item[1]["rounds guessed"]["value"])
    names = [name.replace("_", " ") for name, _ in rules]
    _bars(axes, names, [rule["rounds guessed"] for _, rule in rules], 100, "#7b5ea7")
    axes.tick_params(axis="x", rotation=35)
    axes.set(ylabel="rounds ended by a right guess, %", ylim=(0, 105), title="Eleusis: the nine sample rules")


def _word_wars(axes: Any, answers: Figures) -> None:
    plans = {
        f"{bot},\n{rules} rules": answers["word-wars"][bot][rules]["shared"]
        for bot in ("sensible", "random")
        for rules in ("initial", "final")
    }
    _bars(axes, list(plans), list(plans.values()), 100, "#bc6c25")
    axes.set(ylabel="games that end level, %", ylim=(0, 105), title="Word Wars: the two rule sets")


def _lock_the_entry(axes: Any, answers: Figures) -> None:
    counts = answers["lock-the-entry"]
    _bars(axes, [f"{count} players" for count in counts], [plan["locked in a game"] for plan in counts.values()])
    axes.set(ylabel="entries locked in a game", title="Lock the Entry: how many entries lock")
