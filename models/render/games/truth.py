"""The truth of a film as JSON: setup, actions with their times, what lay on the table when, the result."""

from __future__ import annotations

from typing import Any

from companion.rules.game import Result, Setup
from models.render.games.film import Film
from models.render.games.script import Script


def truth(game: str, setup: Setup, script: Script, film: Film, result: Result, rate: float) -> dict[str, Any]:
    """All of it; times in seconds (frame k is taken at k / fps), outlines in px.

    actions: ``begun`` when the first hand moved, ``rest`` when the last piece lay still, ``clear`` when the hand was
    gone. hands: when hands are over the table. tables: what lies there ``from`` a time ``until`` its next change,
    whenever a hand has done its work.
    """
    return {
        "game": game,
        "setup": {
            "players": list(setup.players),
            "options": dict(setup.options),
            "seed": setup.seed,
            "deal": {pile: list(words) for pile, words in setup.deal.items()},
        },
        "video": {"size": list(film.size), "fps": rate, "seconds": round(script.end, 3)},
        "actions": [
            {
                "line": mark.line,
                "begun": round(mark.begun, 3),
                "rest": round(mark.rest, 3),
                "clear": round(mark.clear, 3),
                **({"broken": list(mark.broken)} if mark.broken else {}),
            }
            for mark in script.marks
        ],
        "shows": [
            {"what": show.what, "from": round(show.start, 3), "until": round(show.end, 3), **show.data}
            for show in script.shows
        ],
        "hands": [[round(start, 3), round(end, 3)] for start, end in with_hands(script)],
        "tables": [_table(script, film, time) for time in script.settled],
        "jolts": [{"kind": jolt.kind, "time": round(jolt.time, 3), "size": list(jolt.size)} for jolt in script.jolts],
        "result": {"over": result.over, "points": dict(result.points), "winners": list(result.winners)},
    }


def with_hands(script: Script) -> list[tuple[float, float]]:
    """The times from which and until which at least one hand is in the picture or close to it."""
    spans: list[tuple[float, float]] = []
    for reach in sorted(script.reaches, key=lambda reach: reach.start):
        if spans and reach.start <= spans[-1][1]:
            spans[-1] = spans[-1][0], max(spans[-1][1], reach.end)
        else:
            spans.append((reach.start, reach.end))
    return spans


def _table(script: Script, film: Film, time: float) -> dict[str, Any]:
    until = next((later for later, _ in script.rests if later > time), script.end)
    return {"from": round(time, 3), "until": round(until, 3), "things": film.table(time)}
