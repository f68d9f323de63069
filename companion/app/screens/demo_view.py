"""What the screen of the demo shows, in words: plain Python, no window."""

from __future__ import annotations

from dataclasses import dataclass

from companion.app.live import LiveResult
from companion.app.said import Said
from companion.language import Language
from companion.referee.table import Event
from vision.drawing import label
from vision.sightings import Kind, Sighting

_MOST_EVENTS = 40


@dataclass(frozen=True)
class Verdict:
    """The outcome of an audit. headline: the one line in large type; fine: nothing broken and nothing to show again;
    checks: each rule id that was checked, certain where it was kept; lines: what the headline rests on."""

    headline: str
    fine: bool
    checks: tuple[Said, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class LiveView:
    """A live result in words: what lies on the table, what happened (newest first), and how the reading goes."""

    things: tuple[Said, ...] = ()
    events: tuple[Said, ...] = ()
    status: str = ""

    @classmethod
    def of(cls, result: LiveResult, language: Language) -> LiveView:
        """The words for one result: what counts as lying there, then what is seen but not told yet."""
        told = [thing.sighting for thing in result.things if thing.sighting.name is not None and not thing.covered]
        unnamed = [sighting for sighting in result.reading.sightings if sighting.name is None]
        newest = result.events[: -_MOST_EVENTS - 1 : -1]
        return cls(
            tuple(Said(thing_text(sighting, language), sighting.certain) for sighting in (*told, *unnamed)),
            tuple(Said(event_text(event, language), event.thing.sighting.certain) for event in newest),
            language.text("demo.reading_time", ms=round(result.reading.ms)),
        )


def event_text(event: Event, language: Language) -> str:
    """A change of the table as a short sentence."""
    return language.text(f"demo.{event.happening}", thing=thing_text(event.thing.sighting, language))


def thing_text(sighting: Sighting, language: Language) -> str:
    """A thing as it is named on the screen: ``10♥``, ``7♣?`` where it is asked, or whose card lies face down."""
    text = label(sighting)
    return language.text("demo.face_down", name=text) if sighting.kind is Kind.BACK else text
