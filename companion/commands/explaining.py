"""Why a read is as sure as it is: in words, as JSON, and with all the steps it came of as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.language import Language

if TYPE_CHECKING:  # what loads OpenCV or the inference library is imported inside the functions: too slow for --help
    from vision.photo import Picture
    from vision.pipeline import Stages
    from vision.reasons import Verdict


def verdicts_of(stages: Stages) -> tuple[Verdict, ...]:
    """Why each thing of a reading is sure or not, in the order of the reading."""
    from vision.reasons import verdicts

    return verdicts(stages)


def why(verdict: Verdict, name: str, language: Language) -> str:
    """One line on a thing of a reading. name: as people write it."""
    score = "" if verdict.score is None else f"{verdict.score:.1f}"
    bound = "" if verdict.certain_from is None else f"{verdict.certain_from:.1f}"
    cause = language.text(f"explain.cause_{verdict.cause}", score=score, bound=bound)
    doubts = [f"{language.text(f'explain.measure_{pull.measure}')} ({pull.score:.1f})" for pull in verdict.doubts]
    if doubts and not verdict.sighting.certain:
        cause += language.text("explain.lowered", doubts=language.text("explain.separator").join(doubts))
    confidence = f"{verdict.sighting.confidence:.0%}"
    return language.text("explain.thing", number=verdict.number, name=name, confidence=confidence, cause=cause)


def why_json(verdict: Verdict) -> dict[str, Any]:
    """What ``companion read --explain --json`` adds to a sighting."""
    return {
        "number": verdict.number,
        "cause": verdict.cause.value,
        "evidence": verdict.evidence,
        "score": None if verdict.score is None else round(verdict.score, 3),
        "certain_from": verdict.certain_from,
        "pulls": {pull.measure: round(pull.score, 3) for pull in verdict.pulls},
    }


def taken_apart(image: Picture, stages: Stages, lines: Sequence[str], language: Language) -> Picture:
    """All steps of a reading as one picture, with a line on each of its things."""
    from vision.explanation import explained

    def say(key: str, **values: object) -> str:
        return language.text(f"explain.{key}", **values)

    return explained(image, stages, say, lines)
