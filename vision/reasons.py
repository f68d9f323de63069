"""Why a read is sure or not: what was measured of it, weighed as the calibration weighs it, against the usual read."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum

from vision.calibration import MEASURED, Curve, is_surely_one
from vision.gathered import Evidence
from vision.pipeline import Stages
from vision.sightings import Kind, Sighting

NEVER = 1e8
_LEAST_PULL = 0.15  # of the score; less is not worth telling


class Cause(StrEnum):
    """In one word why a thing is vouched for or not. The words for people stand in the language files."""

    CERTAIN = "certain"
    SHORT = "short"
    PERHAPS_NONE = "perhaps_none"
    PERHAPS_ANOTHER = "perhaps_another"
    ALONE_ASKEW = "alone_askew"
    NAMELESS = "nameless"
    CONTESTED = "contested"
    NEVER = "never"
    FACE_ALONE = "face_alone"
    BACK_KNOWN = "back_known"
    BACK_LIKELY = "back_likely"
    BACK_UNKNOWN = "back_unknown"


@dataclass(frozen=True, slots=True)
class Pull:
    """What one measure adds to the score, or takes from it, compared with that of the usual certain read.

    measure: ``name`` (how clear the name is), ``real`` (whether it is an index or a letter at all), ``found`` (how sure
    the finder was of the place), ``size``, ``face`` (of the card round it), ``look`` (what all of the face looks like:
    pips, court, colour), ``others`` (as large as the other tiles), ``fainter`` (found as well as they).
    """

    measure: str
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """One thing of a reading and why it is as sure as it is.

    number: its place in the reading, from 1. evidence: the kind of evidence, empty for a back. score: what its measures
    come to, and certain_from: the score from which such reads are vouched for; both None where nothing was weighed, the
    second where such reads never are. pulls: the strongest first, none where the calibration knows no usual read.
    """

    number: int
    sighting: Sighting
    cause: Cause
    evidence: str = ""
    score: float | None = None
    certain_from: float | None = None
    pulls: tuple[Pull, ...] = ()

    @property
    def doubts(self) -> tuple[Pull, ...]:
        """The pulls that lowered the score, the strongest first."""
        return tuple(pull for pull in self.pulls if pull.score < -_LEAST_PULL)


def verdicts(stages: Stages) -> tuple[Verdict, ...]:
    """Why each thing of a reading is sure or not, in the order of the reading."""
    told = [(e, s) for e, s in zip(stages.evidence, stages.judged, strict=True) if s is not None]
    seen = [_verdict(number, e, s, stages) for number, (e, s) in enumerate(told, 1)]
    backs = stages.reading.sightings[len(seen) :]
    return (*seen, *(Verdict(number, s, _cause_of_back(s)) for number, s in enumerate(backs, len(seen) + 1)))


def _verdict(number: int, item: Evidence, sighting: Sighting, stages: Stages) -> Verdict:
    if not item.features:
        return Verdict(number, sighting, Cause.FACE_ALONE, item.evidence)
    curve = stages.calibration.curves.get(item.evidence)
    if curve is None:
        return Verdict(number, sighting, Cause.NEVER, item.evidence)
    bound = curve.certain_from if curve.certain_from < NEVER else None
    score = curve.score(item.features)
    cause = _cause(item, sighting, score, bound)
    return Verdict(number, sighting, cause, item.evidence, score, bound, _pulls(item, curve))


def _cause(item: Evidence, sighting: Sighting, score: float, bound: float | None) -> Cause:
    if sighting.certain:
        return Cause.CERTAIN
    if item.evidence == "contested":
        return Cause.CONTESTED
    if item.evidence == "face" and not sighting.name:
        return Cause.FACE_ALONE
    if bound is None:
        return Cause.NEVER
    if not sighting.name:
        return Cause.NAMELESS
    if score < bound:
        return Cause.SHORT
    if not is_surely_one(item.evidence, item.features):
        return Cause.PERHAPS_NONE
    return Cause.ALONE_ASKEW if sighting.kind is Kind.TILE else Cause.PERHAPS_ANOTHER


def _cause_of_back(sighting: Sighting) -> Cause:
    if sighting.name is None:
        return Cause.BACK_UNKNOWN
    return Cause.BACK_KNOWN if sighting.certain else Cause.BACK_LIKELY


def _pulls(item: Evidence, curve: Curve) -> tuple[Pull, ...]:
    if len(curve.usual) != len(item.features):
        return ()
    sums: dict[str, float] = defaultdict(float)
    rows = zip(MEASURED[item.evidence], curve.weights, item.features, curve.usual, strict=False)
    for measure, weight, value, usual in rows:  # the constant, last of the weights, is the same for all
        sums[measure] += weight * (value - usual)
    return tuple(sorted((Pull(measure, score) for measure, score in sums.items()), key=lambda pull: pull.score))
