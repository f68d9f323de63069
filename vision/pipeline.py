"""The eyes as one piece: a picture in, a `Reading` out."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.back_boxes import doubtful_backs, plain_backs, told_once
from vision.back_matching import LEAST_AREA
from vision.backs import BackLibrary
from vision.calibration import MEASURED, Calibration
from vision.corner import Corner
from vision.detect import CORNER, FACE, Boxes, Finder
from vision.enrolment import shown_back
from vision.gathered import LEAST_REAL, Evidence, GlyphsRead, StripRead, directions, from_top_left, log_odds, rank_of
from vision.group import CardSeen, group_cards
from vision.network import DEFAULT_WEIGHTS, WeightsError
from vision.normalised import normalised
from vision.outlines import area, covered_share, standing
from vision.own_finder import as_onnx
from vision.pips import ENDS, has_pips, pip_squares
from vision.read import KINDS, READER_RANKS, Glyphs, Reader
from vision.same_backs import with_their_likes
from vision.search import Found, search
from vision.sightings import CARD_NAMES, JOKER, RANKS, SUITS, FloatArray, Kind, Reading, Sighting
from vision.slant import Slant
from vision.suits import RANK_SURE
from vision.tiles import read_tiles, unsure_alone
from vision.whole import Whole

__all__ = ["Stages", "TableReader", "WeightsError"]

# The finder's score from which a face may hold an index, and from which it is a card without one.
_FACE_SCORE, _FACE_ALONE = 0.25, 0.45
# Below even odds a guess is not a name.
_LEAST_NAMED = 0.5
# Share of a card that lies under or over another one from which the look of its face may be that of both.
_CROWDED = 0.25
# How much the look of a whole face counts beside each of its indices when its name is chosen.
_FACE_WEIGHT = 0.5
# How much what shows about an index counts beside it: it shows that index again.
_STRIP_WEIGHT = 0.3
# How much its pips count beside each of its indices, whatever else the look is of.
_PIPS_WEIGHT = 1.0
# Share of a pip that lies under another card from which that hides it.
_PIP_HIDDEN = 0.35
# Which of CARD_NAMES are court cards, and which show as many pips as their number.
_COURTS, _NUMBERS = (np.array([rank_of(name) in ranks for name in CARD_NAMES]) for ranks in (RANKS[-3:], RANKS[1:-3]))
# Log-odds of a picture by a whole face from which it contradicts an index that tells a number, or the other way round.
_OTHER_FACE = -1.0
# Log-odds from which what may be an index is one beyond doubt, whatever it lies on.
_INDEX = 9.0
# Of another card's index beside which a lone one is as good as seen with its card: how far away, and by which it is
# smaller or larger, at most, as shares of its height, and the cosine of the angle between them.
_FELLOW_NEAR, _FELLOW_SIZE, _FELLOW_WAY = 6.0, 1.33, 0.8
# Share of a card or tile without a name that has to lie in the picture for it to be told.
_IN_PICTURE = 0.6
# Share of an index that lies on a card from which it may be that card's own.
_ON_CARD = 0.5
# Times its height: how far from an index of a card no other card of its name has its own.
_BESIDE = 0.5
# Share of the picture's longer side from which a thing is a card held before the lens.
_LARGE = 0.5


@dataclass(frozen=True, eq=False)
class _Look:
    """What a card looks like besides its indices: as a whole where it lies free, else what shows about its indices.

    names: (53,) log-probability of each of CARD_NAMES; weight: how much it counts beside each index when the card's
    name is chosen; of: what it is the look of, as kinds of evidence are named; real: log-odds that it is of a card at
    all, where that is told.
    """

    names: NDArray[np.float32]
    weight: float
    of: str = ""
    real: tuple[float, ...] = ()


@dataclass(frozen=True, eq=False)
class Stages:
    """A reading with all that it came of, step by step.

    slant: how the view squeezes the tiles, where they were found and read in the straightened picture. evidence: the
    cards and tiles; judged: what became of each, None where it counted as nothing. The backs follow in the reading.
    strips: what shows about the indices of the cards that do not lie free.
    """

    found: Found
    corners: GlyphsRead
    tiles: GlyphsRead
    slant: Slant | None
    evidence: tuple[Evidence, ...]
    judged: tuple[Sighting | None, ...]
    reading: Reading
    calibration: Calibration
    strips: tuple[StripRead, ...] = ()


def card_log_probabilities(glyphs: Glyphs) -> NDArray[np.float32]:
    """Log-probability (N, 53) of each of CARD_NAMES."""
    ranks = np.logaddexp.reduce(glyphs.rank, axis=2)
    plain = ranks[:, None, :-1] + glyphs.suit[:, :, None]
    return np.concatenate(
        [plain.reshape(len(ranks), len(CARD_NAMES) - 1), ranks[:, READER_RANKS.index(JOKER)][:, None]], axis=1
    )


class TableReader:
    """Finds and reads everything on a table. Weights are loaded once; a reading keeps nothing."""

    def __init__(
        self,
        weights: Path | None = None,
        backs: BackLibrary | None = None,
        finder: Path | None = None,
        fast: bool = False,
    ) -> None:
        """weights: folder with finder.onnx, reader.onnx and calibration.json (the shipped ones by default), and with
        upright.onnx where the shipped one is not to be used; finder: an oriented-box network of ultralytics (.onnx or
        .pt) that takes the place of the folder's; fast: for a table that is watched, where time counts more than the
        last photograph (`vision.network.Network`).

        Raises WeightsError where one of them is missing, damaged or of another make.
        """
        folder = weights or DEFAULT_WEIGHTS
        self._calibration = Calibration.load(folder / "calibration.json")
        self._finder = Finder(folder / "finder.onnx" if finder is None else as_onnx(finder), fast)
        self._reader = Reader(folder / "reader.onnx", fast)
        upright = folder / "upright.onnx"
        self._upright = Reader(upright if upright.exists() else DEFAULT_WEIGHTS / "upright.onnx", fast)
        self._backs = backs

    def read(self, image: NDArray[np.uint8], whole: Whole | None = None) -> Reading:
        """Read a BGR picture of at least 32 px a side. whole: what the one tells that this is a piece of; None where
        this is the whole."""
        return self.explain(image, whole).reading

    def shown_back(self, image: NDArray[np.uint8]) -> FloatArray | None:
        """The outline (4, 2) px of the back that a photo was taken of, to enrol its deck; None where it shows none."""
        shown = shown_back(self._finder, image)
        if shown is not None:
            return shown
        return max((s.outline for s in self.read(image).of_kind(Kind.BACK)), key=area, default=None)

    def gather(self, image: NDArray[np.uint8]) -> list[Evidence]:
        """The cards and tiles of a picture before calibration, which is fitted on them."""
        return list(self.explain(image).evidence)

    def explain(self, image: NDArray[np.uint8], whole: Whole | None = None) -> Stages:
        """Read a picture as `read` does, and keep what each step gave."""
        start = time.perf_counter()
        whole = whole or Whole.of(image)
        lit = normalised(image, whole.light)  # backs are compared as they are, whose light is allowed for
        found = search(self._finder, lit)
        cards, corners, strips = self._cards(lit, found.boxes, whole.height)
        slant, laid, tiles = read_tiles(lit, found.boxes, self._finder, self._reader)
        evidence = (*cards, *laid)
        judged = _within(tuple(map(self._judged, evidence)), (image.shape[1], image.shape[0]))
        judged = unsure_alone(_indices_once(judged, evidence))
        read = [s.outline for s in judged if s is not None and s.kind is Kind.CARD and s.certain]
        judged, backs = told_once(judged, self._backs_seen(image, found.boxes, read, whole))
        judged, taken = told_once(*self._without_enrolled(image, judged))
        backs = (*backs, *taken)
        sightings = (*(sighting for sighting in judged if sighting is not None), *backs)
        ms = (time.perf_counter() - start) * 1000
        reading = Reading((image.shape[1], image.shape[0]), ms, sightings)
        return Stages(found, corners, tiles, slant, evidence, judged, reading, self._calibration, strips)

    def _judged(self, item: Evidence) -> Sighting | None:
        if item.name is None:
            return Sighting(item.kind, None, 0.0, False, item.outline)
        confidence, certain = self._calibration.judge(item.evidence, item.features)
        if confidence >= _LEAST_NAMED:
            return Sighting(item.kind, item.name, confidence, certain, item.outline, item.suits)
        return Sighting(item.kind, None, confidence, False, item.outline) if item.seen else None

    def _cards(
        self, image: NDArray[np.uint8], boxes: Boxes, height: float | None
    ) -> tuple[list[Evidence], GlyphsRead, tuple[StripRead, ...]]:
        found = boxes.pick(boxes.classes == CORNER)
        glyphs = self._reader.read(image, found.quads)
        names = card_log_probabilities(glyphs)
        best_rank = np.logaddexp.reduce(glyphs.rank, axis=2).argmax(axis=1)
        turns = glyphs.rank[np.arange(len(found)), best_rank].argmax(axis=1)
        ups = directions(glyphs.angle, turns)
        real = np.exp(glyphs.kind[:, KINDS.index("corner")])
        kept = real > LEAST_REAL
        names[kept] = self._read_again(image, found.quads[kept], ups[kept], names[kept])
        read = GlyphsRead(found.quads, found.scores, real, names, CARD_NAMES, kept, glyphs.rank, glyphs.angle)
        corners = [
            Corner(
                found.quads[i],
                ups[i],
                CARD_NAMES[int(names[i].argmax())],
                names[i],
                float(real[i]),
                float(found.scores[i]),
            )
            for i in np.flatnonzero(read.kept)
        ]
        faces = boxes.pick((boxes.classes == FACE) & (boxes.scores > _FACE_SCORE))
        cards = [
            card
            for card in group_cards(corners, faces.quads, faces.scores, height)
            if card.corners or card.face_score > _FACE_ALONE
        ]
        named, strips = self._named(image, cards)
        return _told_alone(named), read, strips

    def _read_again(
        self, image: NDArray[np.uint8], quads: FloatArray, ups: FloatArray, names: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Log-probability (N, 53) of each of CARD_NAMES by indices (N, 4, 2) px that were read as `names` with their
        tops to `ups` (N, 2), now that this is known and they are no more than indices."""
        upright = [from_top_left(quad, up) for quad, up in zip(quads, ups, strict=True)]
        return _normalised((names + card_log_probabilities(self._upright.read_indices(image, upright))) / 2)

    def _named(self, image: NDArray[np.uint8], cards: list[CardSeen]) -> tuple[list[Evidence], tuple[StripRead, ...]]:
        """The cards by their indices and, where a face lies free, by the look of all of it, else by what shows about
        each of their indices, which is told too."""
        looked = [i for i, card in enumerate(cards) if card.face_score > 0 and _lies_free(card, cards)]
        faces = self._reader.read_faces(image, _stacked([_stood(cards[i]) for i in looked]))
        names = card_log_probabilities(faces)
        looks = {i: _Look(_normalised(name), _FACE_WEIGHT, "faced ") for i, name in zip(looked, names, strict=True)}
        beside = [i for i, card in enumerate(cards) if card.corners and i not in looks]
        strips = self._read_strips(image, [cards[i] for i in beside])
        looks |= {i: _look_of(read) for i, read in zip(beside, strips, strict=True)}
        looks |= self._with_pips(image, cards, looks)
        named = [
            _by_indices(card, looks[i]) if card.corners else _by_face(card, looks.get(i))
            for i, card in enumerate(cards)
        ]
        return named, tuple(strip for read in strips for strip in read)

    def _read_strips(self, image: NDArray[np.uint8], cards: Sequence[CardSeen]) -> list[list[StripRead]]:
        """What shows about each index of the cards, for each of them."""
        indices = [from_top_left(corner.quad, corner.up) for card in cards for corner in card.corners]
        glyphs = self._upright.read_strips(image, indices)
        read = map(StripRead, indices, card_log_probabilities(glyphs), glyphs.kind[:, KINDS.index("face")].tolist())
        return [[next(read) for _ in card.corners] for card in cards]

    def _with_pips(
        self, image: NDArray[np.uint8], cards: Sequence[CardSeen], looks: Mapping[int, _Look]
    ) -> dict[int, _Look]:
        """The looks, by the numbers of their cards, of those number cards of which a pip is to be seen, with what it
        says of the suit: of what is known of their names so far, as pips stand where a card's rank has them."""
        told = {i: _sum_of(cards[i]) + look.weight * look.names for i, look in looks.items()}
        ranks = {i: rank_of(CARD_NAMES[int(names.argmax())]) for i, names in told.items() if cards[i].face_score > 0}
        numbers = {i: rank for i, rank in ranks.items() if has_pips(rank)}
        free = np.ones(ENDS, np.bool_)
        seen = {i: free if looks[i].of else _pips_seen(cards[i], rank, cards) for i, rank in numbers.items()}
        some = [i for i, ends in seen.items() if ends.any()]
        ends = np.array([seen[i] for i in some], np.bool_).reshape(-1, ENDS)
        quads = _stacked([_stood(cards[i]) for i in some])
        pips = self._reader.read_pips(image, quads, [ranks[i] for i in some], ends)
        return {i: _with_suits(looks[i], suits) for i, suits in zip(some, pips, strict=True)}

    def _without_enrolled(
        self, image: NDArray[np.uint8], judged: Sequence[Sighting | None]
    ) -> tuple[tuple[Sighting | None, ...], list[Sighting]]:
        """What was judged without the cards that surely show an enrolled back, taken for a face by the finder; and
        those backs. Cards that are surely read are none, but jokers: figures in corners of backs look like theirs."""
        kept, backs = list(judged), list[Sighting]()
        for number, card in enumerate(judged):
            if self._backs is None or card is None or card.kind is not Kind.CARD:
                continue
            surely = card.certain and card.name != JOKER
            if surely or area(card.outline) <= LEAST_AREA:  # or too small to be compared
                continue
            match = self._backs.recognise(image, card.outline)
            if match.certain and match.name is not None:
                kept[number] = None
                backs.append(Sighting(Kind.BACK, match.name, match.confidence, True, card.outline))
        return tuple(kept), backs

    def _backs_seen(
        self, image: NDArray[np.uint8], boxes: Boxes, cards: Sequence[FloatArray], whole: Whole
    ) -> list[Sighting]:
        """The backs among the boxes; of those that are found poorly only the ones that look like an enrolled deck's."""
        large = _LARGE * max(image.shape[:2])
        found = plain_backs(boxes, cards, large)
        if self._backs is None:
            return [
                Sighting(Kind.BACK, None, float(s), False, q) for q, s in zip(found.quads, found.scores, strict=True)
            ]
        doubtful = doubtful_backs(boxes, cards, found, large)
        told = [_matched(self._backs, image, quad) for quad in (*found.quads, *doubtful.quads)]
        told = [*told[: len(found)], *(back for back in told[len(found) :] if back.name is not None)]
        return with_their_likes(image, self._backs.views, told, cards, whole.backs)


def _within(judged: Sequence[Sighting | None], size: tuple[int, int]) -> tuple[Sighting | None, ...]:
    """What was judged without cards and tiles that have no name and lie half beyond the edge of a picture of that size
    (width, height): sleeves look like them, and nothing can be told of a card there."""
    width, height = size
    picture = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return tuple(
        None if s is not None and s.name is None and covered_share(s.outline, picture) < _IN_PICTURE else s
        for s in judged
    )


def _indices_once(judged: Sequence[Sighting | None], evidence: Sequence[Evidence]) -> tuple[Sighting | None, ...]:
    """What was judged without unsure cards whose indices lie on a card that surely is of their name: they are that
    one's own, told a second time. A card that lies under it shows its index beside it. Of two sure cards whose indices
    are as near as an index and the pips beside it the surer one is there."""
    told = [(s, item) for s, item in zip(judged, evidence, strict=True) if s is not None and s.kind is Kind.CARD]
    sure = [(s, item) for s, item in told if s.certain]

    def is_told(card: Sighting, glyphs: Sequence[FloatArray]) -> bool:
        same = [(other, item) for other, item in sure if other.name == card.name and other is not card]
        if card.certain:
            surer = [item for other, item in same if other.confidence > card.confidence]
            return any(all(any(_is_beside(g, index) for index in item.glyphs) for g in glyphs) for item in surer)
        return any(all(covered_share(g, other.outline) > _ON_CARD for g in glyphs) for other, _ in same)

    return tuple(
        None if s is not None and s.kind is Kind.CARD and item.glyphs and is_told(s, item.glyphs) else s
        for s, item in zip(judged, evidence, strict=True)
    )


def _is_beside(glyph: FloatArray, index: FloatArray) -> bool:
    """Whether two boxes, (4, 2) px each from its own top left, are too near each other to be indices of two cards."""
    height = float(np.linalg.norm(index[:2].mean(axis=0) - index[2:].mean(axis=0)))
    return float(np.linalg.norm(glyph.mean(axis=0) - index.mean(axis=0))) < _BESIDE * height


def _matched(known: BackLibrary, image: NDArray[np.uint8], quad: FloatArray) -> Sighting:
    match = known.recognise(image, quad)
    return Sighting(Kind.BACK, match.name, match.confidence, match.certain, quad)


def _normalised(names: NDArray[np.floating]) -> NDArray[np.float32]:
    """Logarithms (..., 53) as log-probabilities of CARD_NAMES."""
    return np.asarray(names - np.logaddexp.reduce(names, axis=-1, keepdims=True), np.float32)


def _sum_of(card: CardSeen) -> NDArray[np.float32]:
    """What the indices of a card say together of each of CARD_NAMES (53,)."""
    return sum((corner.names for corner in card.corners), np.zeros(len(CARD_NAMES), np.float32))


def _look_of(strips: Sequence[StripRead]) -> _Look:
    """What strips of one card say together."""
    joint = _normalised(np.sum([strip.names for strip in strips], axis=0))
    return _Look(joint, _STRIP_WEIGHT, real=(sum(log_odds(strip.real) for strip in strips),))


def _pips_seen(card: CardSeen, rank: str, cards: Sequence[CardSeen]) -> NDArray[np.bool_]:
    """Whether the pip of each end of a card, (2,), is to be seen: no other lies on it. What lies where an index of the
    card was read lies under it."""
    glyphs = [corner.quad for corner in card.corners]
    others = [other.outline for other in cards if other is not card]
    over = [other for other in others if not any(covered_share(glyph, other) > _ON_CARD for glyph in glyphs)]
    squares = pip_squares(card.outline, rank)
    return np.array([all(covered_share(square, other) < _PIP_HIDDEN for other in over) for square in squares])


def _with_suits(look: _Look, suits: NDArray[np.float32]) -> _Look:
    """A look with what pips say of the suit, log-probabilities (4,): they count as much beside any."""
    said = np.zeros(len(CARD_NAMES), np.float32)
    said[:-1] = np.repeat(suits, len(RANKS))
    return replace(look, names=_normalised(look.names + _PIPS_WEIGHT / look.weight * said))


def _stood(card: CardSeen) -> FloatArray:
    """The outline of a card from its own top left, or from that of its upper end where no index tells it."""
    return card.outline if card.corners else standing(card.outline)


def _stacked(quads: Sequence[FloatArray]) -> FloatArray:
    """Boxes, (4, 2) px each, as (N, 4, 2), of which there may be none."""
    return np.stack(quads) if quads else np.zeros((0, 4, 2), np.float32)


def _by_indices(card: CardSeen, look: _Look) -> Evidence:
    """A card of which an index was read."""
    names = _sum_of(card) + look.weight * look.names
    index = int(names.argmax())
    by_index = [log_odds(float(corner.names[index])) for corner in card.corners]
    features: tuple[float, ...] = (
        log_odds(float(names[index] - np.logaddexp.reduce(names))),
        min(by_index),
        sum(log_odds(float(np.log(max(c.real, 1e-6)))) for c in card.corners),
        sum(log_odds(float(np.log(max(c.score, 1e-6)))) for c in card.corners),
        float(np.log(min(c.height for c in card.corners))),
        card.face_score,
    )
    # A lone index says where its card lies by usual proportions alone.
    evidence = "pair" if len(card.corners) > 1 else "single" if card.face_score > 0 else "lone"
    # The look may tell another suit than an index that is too small for it, but no other rank.
    if card.rivals or rank_of(CARD_NAMES[index]) != rank_of(card.corners[0].name) or _looks_otherwise(index, look):
        evidence = "contested"
    else:
        evidence = look.of + evidence
        features += (log_odds(float(look.names[index])), *look.real)
    own, rivals = (tuple(from_top_left(c.quad, c.up) for c in some) for some in (card.corners, card.rivals))
    seen = card.face_score > 0 or len(card.corners) > 1
    suits = () if evidence == "contested" else _suits_of(card, CARD_NAMES[index])
    return Evidence(Kind.CARD, CARD_NAMES[index], evidence, features, card.outline, own, rivals, seen, suits)


def _suits_of(card: CardSeen, name: str) -> tuple[float, ...]:
    """What the indices of a card tell of its suit, as `Sighting.suits`."""
    if name == JOKER:
        return ()
    names = np.stack([corner.names[:-1] for corner in card.corners]).reshape(-1, len(SUITS), len(RANKS))
    suits, ranks = (np.logaddexp.reduce(names, axis=axis) for axis in (2, 1))
    suits, ranks = (part - np.logaddexp.reduce(part, axis=1, keepdims=True) for part in (suits, ranks))
    told = np.exp(ranks.mean(axis=0)[RANKS.index(rank_of(name))]) > RANK_SURE
    return tuple(map(float, suits.mean(axis=0))) if told else ()


def _told_alone(cards: Sequence[Evidence]) -> list[Evidence]:
    """The cards; a lone index that stands as another card's does near it, as in a fan or column, or is an index beyond
    doubt, is better evidence than one that may be print: that of an "index". Of a name that another read tells as
    surely it is none: it may be the other index of that card."""
    first = _first_of_names(cards)
    seen = [glyph for card in cards if card.seen and card.evidence != "contested" for glyph in card.glyphs]
    return [
        replace(card, evidence="index")
        if card.evidence == "lone"
        and first[card.name] is card
        and (_is_index(card) or any(_is_fellow(card.glyphs[0], glyph) for glyph in seen))
        else card
        for card in cards
    ]


def _first_of_names(cards: Sequence[Evidence]) -> dict[str | None, Evidence]:
    """Of each name the card that is told before the others: one whose card is seen, then the surest."""
    return {card.name: card for card in sorted(cards, key=lambda card: (card.evidence != "lone", card.features[:1]))}


def _is_index(card: Evidence) -> bool:
    """Whether a lone index is one beyond doubt."""
    return card.features[MEASURED["lone"].index("real")] >= _INDEX


def _is_fellow(index: FloatArray, other: FloatArray) -> bool:
    """Whether two indices, (4, 2) px each from its own top left, are near each other, alike in size and in way up."""
    up, other_up = (quad[:2].mean(axis=0) - quad[2:].mean(axis=0) for quad in (index, other))
    height, other_height = (max(float(np.linalg.norm(side)), 1e-6) for side in (up, other_up))
    near = float(np.linalg.norm(index.mean(axis=0) - other.mean(axis=0))) < _FELLOW_NEAR * height
    alike = 1 / _FELLOW_SIZE < other_height / height < _FELLOW_SIZE
    return near and alike and float(up @ other_up) > _FELLOW_WAY * height * other_height


def _looks_otherwise(index: int, look: _Look) -> bool:
    """Whether a card may well look like a court card where its indices tell a number, or a number where they tell a
    court card: a Q may look like a 9, a queen does not. Aces are printed as either."""
    if not (_COURTS[index] or _NUMBERS[index]):
        return False
    court, number = (np.logaddexp.reduce(look.names[names]) for names in (_COURTS, _NUMBERS))
    return bool((number - court if _COURTS[index] else court - number) > _OTHER_FACE)


def _by_face(card: CardSeen, look: _Look | None) -> Evidence:
    """A card of which no index was read: its name by its whole face alone, none where that does not lie free."""
    if look is None:
        return Evidence(Kind.CARD, None, "face", (), card.outline)
    index = int(look.names.argmax())
    side = float(np.log(max(float(np.linalg.norm(card.outline[1] - card.outline[0])), 1.0)))
    features = (log_odds(float(look.names[index])), card.face_score, side)
    return Evidence(Kind.CARD, CARD_NAMES[index], "face", features, card.outline)


def _lies_free(card: CardSeen, cards: Sequence[CardSeen]) -> bool:
    """Whether all of a card can be seen: both its ends are read, or no other card lies where it does."""
    others = [other.outline for other in cards if other is not card]
    return len(card.corners) > 1 or all(covered_share(card.outline, other) < _CROWDED for other in others)
