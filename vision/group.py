"""From glyphs to things: two corners of one card are one card, two equal cards of two decks stay two.

A read corner knows which way is up, so it says on which side of it its card lies. Corners are tied to a found face
where they sit in its top-left corner as they see it (or, on four-index decks, its top-right one); corners without a
face are paired when each is where the other expects its card's opposite corner.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corner import (
    LEVEL,
    Corner,
    alike_in_height,
    distinct,
    extrapolated,
    is_near,
    lain_upon,
    spanned,
    stands_beyond,
)
from vision.detect import overlap
from vision.outlines import long_side, usual_length
from vision.sightings import JOKER, FloatArray

# What a corner is told to fit that does not.
_NOT_AT_ALL = 9.0
# How badly a corner may sit in a face whose name it contradicts.
_RIVAL = 0.7
# How much it counts beside that how badly a corner is read: little, for in a fan the better read one may be the next
# card's.
_DOUBT = 0.3
# Ranks that are one another upside down.
_UPENDED = {"6": "9", "9": "6"}
# How far from a face's middle a corner of it may be, as a share of its diagonal.
_NEAR = 0.65
# Two corners of a badly bounded card: the cosine, less than none, from which they stand the opposite way up, and how
# far beyond its face they may stand, as a share of its size.
_OPPOSITE, _BESIDE = 0.7, 0.15
# Two corners at one end of a card: how far apart they are, as shares of its width.
_ACROSS = (0.58, 0.9)
# Two corners at one side of a card: how far aside of each other they may be, as a share of the way between them, and
# how long that way is, by their height.
_ASIDE, _ENDS = 0.15, (1.7, 8.0)
# How far apart the words at both ends of a joker are at least, by the longer side of its face.
_BOTH_ENDS = 0.55
# Two boxes, one of which lies on the other by this share of it, and that stand otherwise, are of one glyph: seen from
# aside or from its other end it is boxed otherwise.
_SAME_TURNED = 0.4
# Two outlines that share this much (intersection over union) are of one card.
_SAME_CARD = 0.35
# Two found faces of which less than this lies on the other are of two cards, whatever stands on them.
_APART = 0.1
# By how much a card may be longer than is usual: a box that holds two of them is no card.
_LONGER = 1.5


@dataclass(frozen=True, eq=False)
class CardSeen:
    """One physical card: its corners (none where only its face was found), its outline from its own top left, the
    finder's score of its face (0 where no face was found), and the rivals: corners in its place that read otherwise."""

    corners: tuple[Corner, ...]
    outline: FloatArray
    face_score: float = field(default=0.0)
    rivals: tuple[Corner, ...] = field(default=())


def _axes(face: FloatArray, up: FloatArray) -> tuple[FloatArray, FloatArray, float, float]:
    """Unit vectors right and down of a face as a glyph with that up direction stands in it; its width and height, px.

    Down is the side most parallel to the glyph, be it the shorter one: a stretched picture shows such cards.
    """
    first, second = face[1] - face[0], face[2] - face[1]
    down, across = (first, second) if abs(float(first @ up)) > abs(float(second @ up)) else (second, first)
    down = down * (-1.0 if float(down @ up) > 0 else 1.0)
    across = across * (1.0 if float(across @ np.array([-up[1], up[0]])) > 0 else -1.0)
    width, height = float(np.linalg.norm(across)), float(np.linalg.norm(down))
    return across / max(width, 1e-6), down / max(height, 1e-6), width, height


def _fit(corner: Corner, face: FloatArray) -> float:
    """How badly a corner sits in a face: 0 perfect, above 1 not at all."""
    right, down, width, height = _axes(face, corner.up)
    offset = corner.centre - face.mean(axis=0)
    u, v = float(offset @ right) / max(width, 1.0) + 0.5, float(offset @ down) / max(height, 1.0) + 0.5
    size = corner.height / max(height, 1.0)
    if float(corner.up @ down) > -0.8 or not (-0.06 < v < 0.42 and 0.04 < size < 0.48):
        return _NOT_AT_ALL
    left = abs(u - 0.12) / 0.22
    mirrored = abs(u - 0.88) / 0.16 + 0.35
    lying = 1.3 if width > 1.15 * height else 1.0
    return float(max(min(left, mirrored), abs(v - 0.14) / 0.26) * lying)


def _ordered(face: FloatArray, up: FloatArray) -> FloatArray:
    """The face's quad clockwise from the card's own top left, given its up direction."""
    centre = face.mean(axis=0)
    right = np.array([-up[1], up[0]])
    start = int(np.argmax((face - centre) @ (up - right)))
    turned = np.roll(face, -start, axis=0)
    (ax, ay), (bx, by) = turned[1] - turned[0], turned[2] - turned[1]
    clockwise = ax * by - ay * bx > 0
    return turned if clockwise else np.roll(turned[::-1], 1, axis=0)


def _pair_fit(a: Corner, b: Corner) -> float:
    """How badly two corners without a face make one card: 0 perfect, above 1 not at all."""
    if a.name != b.name or float(a.up @ b.up) > -0.93:
        return _NOT_AT_ALL
    offset = b.centre - a.centre
    height = (a.height + b.height) / 2
    u, v = float(offset @ a.right) / height, float(-(offset @ a.up)) / height
    if not alike_in_height(a, b) or u <= 0 or v <= 0:
        return _NOT_AT_ALL
    ratio = u / v
    return float(max(abs(np.log(v / 3.9)) / 0.8, abs(np.log(ratio / 0.72)) / 0.5))


def _fits(corners: list[Corner], faces: FloatArray) -> NDArray[np.float64]:
    """How badly each corner sits in each face (`_fit`); only those near enough to a face are measured."""
    fit = np.full((len(corners), len(faces)), _NOT_AT_ALL)
    middles = faces.mean(axis=1)
    reach = _NEAR * np.linalg.norm(faces[:, 0] - faces[:, 2], axis=1)
    for i, corner in enumerate(corners):
        for f in np.flatnonzero(np.linalg.norm(middles - corner.centre, axis=1) < reach):
            fit[i, f] = _fit(corner, faces[f])
    return fit


def _assigned(corners: list[Corner], faces: FloatArray, fit: NDArray[np.float64]) -> dict[int, list[int]]:
    """For each face the corners that sit in it, by `fit` of `_fits`: first two that make one card, then what else such
    a card has of its name, then whatever fits best and is read best, at most one at each end (two on four-index
    decks)."""
    taken: dict[int, list[int]] = {f: [] for f in range(fit.shape[1])}
    used: set[int] = set()
    for _, i, j, f in _paired(corners, faces, fit):
        others = bool(taken[f]) and corners[taken[f][0]].name != corners[i].name
        if not used & {i, j} and (not taken[f] or (others and _makes_room(f, fit, taken, {f}))):
            taken[f] = [i, j]
            used |= {i, j}
    # What stands in a card that two corners tell is its own, and not that of a small wrong face about a third corner.
    paired = {f for f, members in taken.items() if members}
    doubt = np.array([1.0 - float(np.exp(corner.names.max())) for corner in corners])
    worst = np.argsort(fit + _DOUBT * doubt[:, None], axis=None, kind="stable")
    order = list(zip(*np.unravel_index(worst, fit.shape), strict=True))
    for i, f in sorted(order, key=lambda place: place[1] not in paired):
        if fit[i, f] <= 1.0 and i not in used and _agrees(corners, taken[f], i):
            taken[f].append(i)
            used.add(i)
    return taken


def _makes_room(f: int, fit: NDArray[np.float64], taken: dict[int, list[int]], asked: set[int]) -> bool:
    """Moves the corners that sit in a face to another one in which they sit too, whose own may have to move in turn
    (augmenting path); whether they could. In a fan of four-index decks those of a card sit in the one below it as well,
    and may do so better than its own. asked: faces not to be asked again."""
    worst = fit[taken[f]].max(axis=0)
    for g in np.argsort(worst, kind="stable").tolist():
        if g in asked or worst[g] > 1.0:
            continue
        asked.add(g)
        if not taken[g] or _makes_room(g, fit, taken, asked):
            taken[g], taken[f] = taken[f], []
            return True
    return False


def _paired(corners: list[Corner], faces: FloatArray, fit: NDArray[np.float64]) -> list[tuple[float, int, int, int]]:
    """Two corners of one name at opposite ends of a face, or, of four-index decks, at both sides of one end, with how
    badly both sit in it together, the best first.

    Without them a card found by two boxes, one of them wrong, could give each of its corners to another box.
    """
    found = []
    for f in range(fit.shape[1]):
        for i, j in combinations(np.flatnonzero(fit[:, f] <= 1.0).tolist(), 2):
            if not _agrees(corners, [i], j):
                continue
            if float(corners[i].up @ corners[j].up) < -0.8 or _abreast(corners[i], corners[j], corners, faces[f]):
                found.append((float(fit[i, f] + fit[j, f]), i, j, f))
    return sorted(found)


def _abreast(a: Corner, b: Corner, corners: list[Corner], face: FloatArray) -> bool:
    """Whether two corners stand side by side as those at one end of that face, which has four indices: no other corner
    stands between them, as it does in a fan; what stands on one of them is that glyph, boxed a second time."""
    _, _, width, _ = _axes(face, a.up)
    offset, up = b.centre - a.centre, (a.up + b.up) / 2
    apart, level = float(np.linalg.norm(offset)), min(a.height, b.height) / 2
    aside = float(a.up @ b.up) > LEVEL and abs(float(offset @ up)) < level
    if not aside or not _ACROSS[0] * width < apart < _ACROSS[1] * width:
        return False
    others = [corner.centre - a.centre for corner in corners if corner is not a and corner is not b]
    return not any(level < float(o @ offset) / apart < apart - level and abs(float(o @ up)) < level for o in others)


def _agrees(corners: list[Corner], present: list[int], new: int) -> bool:
    """Whether a corner may be of the card whose corners are `present`: same name, and not where one already is."""
    candidate = corners[new]
    for i in present:
        other = corners[i]
        if other.name != candidate.name:
            return False
        if is_near(candidate, other):
            return False
    return len(present) < 4


def _contested(corners: list[Corner], fit: NDArray[np.float64], taken: dict[int, list[int]]) -> dict[int, list[int]]:
    """For each face with one read corner: the free corners that sit just where its other corner should be."""
    used = {i for members in taken.values() for i in members}
    found: dict[int, list[int]] = {f: [] for f in taken}
    for i in (i for i in range(len(corners)) if i not in used):
        for f in np.argsort(fit[i], kind="stable").tolist():
            members = taken[f]
            if fit[i, f] <= _RIVAL and len(members) == 1 and float(corners[members[0]].up @ corners[i].up) < -0.9:
                found[f].append(i)
                break
    return found


def _outvoted(
    corners: list[Corner], faces: FloatArray, fit: NDArray[np.float64], taken: dict[int, list[int]]
) -> set[int]:
    """The free corners that sit in a card of which three others agree, in four-index decks: misread ones of its own,
    unless it has one there, beyond which another card's may show. Two at opposite ends do where only the suit was
    misread, and not its colour: a card that lies there would hide one of them. One does beside it, where other cards of
    the picture show two at an end."""
    used = {i for members in taken.values() for i in members}
    pairs = (pair for members in taken.values() for pair in combinations(members, 2))
    four = any(float(corners[i].up @ corners[j].up) > LEVEL for i, j in pairs)

    def is_own(i: int, f: int) -> bool:
        own = [corners[j] for j in taken[f]]
        alike = bool(own) and _alike(corners[i].name, own[0].name)
        ends = alike and len(own) == 2 and float(own[0].up @ own[1].up) < -LEVEL
        beside = alike and four and len(own) == 1 and _abreast(own[0], corners[i], corners, faces[f])
        beyond = any(stands_beyond(corners[i], corner) for corner in own)
        return (ends or beside or len(own) > 2) and float(fit[i, f]) <= _RIVAL and not beyond

    return {i for i in range(len(corners)) if i not in used and any(is_own(i, f) for f in taken)}


def _alike(one: str, other: str) -> bool:
    """Whether two names differ in suit alone, and not in colour."""
    return one[:-1] == other[:-1] and {one[-1], other[-1]} in ({"C", "S"}, {"D", "H"})


def _told_twice(corners: list[Corner], own: set[int]) -> set[int]:
    """The free corners that lie on one of those that cards own and stand another way up: the same glyph read from its
    other end, as a 9 that stands on its head was read as a 6, or from aside."""

    def is_same(i: int, j: int) -> bool:
        turned = float(corners[i].up @ corners[j].up) < _OPPOSITE
        return turned and lain_upon(corners[i].quad, corners[j].quad) > _SAME_TURNED

    return {i for i in range(len(corners)) if i not in own and any(is_same(i, j) for j in own)}


def _upended(corners: list[Corner], faces: FloatArray, taken: dict[int, list[int]], free: list[int]) -> set[int]:
    """The free corners that are a 9 where a 6 would stand on its head in a card of that name, or the other way round:
    its own, of which a hand hides the suit."""

    def is_own(corner: Corner, f: int) -> bool:
        upended = any(corners[i].name[:-1] == _UPENDED.get(corner.name[:-1]) for i in taken[f])
        return upended and _fit(replace(corner, up=-corner.up), faces[f]) <= _RIVAL

    return {i for i in free if any(is_own(corners[i], f) for f in taken)}


def _words(corners: list[Corner], faces: FloatArray, taken: dict[int, list[int]], free: list[int]) -> dict[int, int]:
    """The free corners that are words of jokers, by their numbers, and the faces that they stand in: any way up, but at
    both ends. One word may be found as several."""
    found: dict[int, int] = {}
    for f, members in taken.items():
        inside = [i for i in free if corners[i].name == JOKER and i not in found and _stands_in(corners[i], faces[f])]
        centres = [corners[i].centre for i in (*members, *inside)]
        apart = max((float(np.linalg.norm(a - b)) for a, b in combinations(centres, 2)), default=0.0)
        if apart > _BOTH_ENDS * long_side(faces[f]) and all(corners[i].name == JOKER for i in members):
            found |= dict.fromkeys(inside, f)
    return found


def _far_ends(corners: list[Corner], faces: FloatArray, taken: dict[int, list[int]], free: list[int]) -> dict[int, int]:
    """The free corners that tell a card which was badly bounded, by their numbers, and its face: two of one name that
    stand the opposite way up in it or beside it, of which it may hold one already."""
    found: dict[int, int] = {}
    for f, members in taken.items():
        near = [i for i in free if i not in found and _stands_in(corners[i], faces[f], _BESIDE)]
        for i, j in combinations([*members[:1], *near], 2):
            opposite = corners[i].name == corners[j].name and float(corners[i].up @ corners[j].up) < -_OPPOSITE
            if opposite and (members == [i] or not members):
                found |= {i: f, j: f}
                break
    return {i: f for i, f in found.items() if i not in taken[f]}


def _stands_in(corner: Corner, face: FloatArray, beyond: float = 0.0) -> bool:
    """Whether a corner's middle lies in a face, or as far beyond its sides as that share of its size."""
    middle = face.mean(axis=0)
    larger = middle + (face - middle) * (1 + 2 * beyond)
    x, y = map(float, corner.centre)
    return cv2.pointPolygonTest(larger.astype(np.float32), (x, y), False) > 0


def group_cards(
    corners: list[Corner], faces: FloatArray, face_scores: NDArray[np.float32], usual: float | None = None
) -> list[CardSeen]:
    """Tie read corners and found faces (F, 4, 2) together into physical cards; a face without corners stays a card.

    usual: longer side (px) of cards about these, where it is known.
    """
    corners = distinct(corners)
    fit = _fits(corners, faces)
    taken = _assigned(corners, faces, fit)
    rivals = _contested(corners, fit, taken)
    used = {i for members in taken.values() for i in members}
    used |= _told_twice(corners, used) | _outvoted(corners, faces, fit, taken)
    used |= {i for members in rivals.values() for i in members}
    used |= _upended(corners, faces, taken, [i for i in range(len(corners)) if i not in used])
    free = [i for i in range(len(corners)) if i not in used]
    late = _words(corners, faces, taken, free) | _far_ends(corners, faces, taken, free)
    for i, f in late.items():
        taken[f] += [i] if _agrees(corners, taken[f], i) else []
    used |= late.keys()
    cards = []
    for f, members in taken.items():
        own = tuple(corners[i] for i in members)
        outline = _ordered(faces[f], own[0].up) if own else faces[f]
        cards.append(CardSeen(own, outline, float(face_scores[f]), tuple(corners[i] for i in rivals[f])))
    height = usual_length([faces[f] for f, members in taken.items() if members]) or usual
    lone = [CardSeen((c,), extrapolated(c, height)) for i, c in enumerate(corners) if i not in used]
    united = [_as_usual(card, usual) for card in _united(cards + lone, height)]
    return _without_ghosts(_contradicted(united))


def _as_usual(card: CardSeen, usual: float | None) -> CardSeen:
    """The card; one that is much longer than is usual lies where its index tells. Only where all that lies there tells
    what is usual: in one photograph a card may be so much nearer."""
    if usual is None or not card.corners or long_side(card.outline) <= _LONGER * usual:
        return card
    return replace(card, outline=extrapolated(card.corners[0], usual))


def _contradicted(cards: list[CardSeen]) -> list[CardSeen]:
    """The cards; two known by an index each that stand at both ends of one side of a card, as what shows of one of four
    indices in a fan, have each other's as a rival where only the rank or the suit is the same: one of the two is
    misread. By chance two cards' stand so too; of these mostly nothing is the same, or both are found as faces."""
    rivals: dict[int, tuple[Corner, ...]] = {}
    for i, j in combinations([i for i, card in enumerate(cards) if len(card.corners) == 1], 2):
        first, second = cards[i].corners[0], cards[j].corners[0]
        faces = min(cards[i].face_score, cards[j].face_score) > 0
        if not faces and _half_the_same(first.name, second.name) and _at_one_side(first, second):
            rivals[i], rivals[j] = (*rivals.get(i, ()), second), (*rivals.get(j, ()), first)
    return [replace(card, rivals=(*card.rivals, *rivals.get(i, ()))) for i, card in enumerate(cards)]


def _half_the_same(one: str, other: str) -> bool:
    """Whether two names share the rank or the suit, and not both."""
    return (one[:-1] == other[:-1]) != (one[-1] == other[-1]) and JOKER not in (one, other)


def _at_one_side(a: Corner, b: Corner) -> bool:
    """Whether two corners stand the opposite way up where those at one side of a card of four indices do."""
    offset, height = b.centre - a.centre, (a.height + b.height) / 2
    aside, apart = abs(float(offset @ a.right)), float(-(offset @ a.up))
    opposite = float(a.up @ b.up) < -LEVEL and alike_in_height(a, b)
    return opposite and aside < _ASIDE * apart and _ENDS[0] * height < apart < _ENDS[1] * height


def _without_ghosts(cards: list[CardSeen]) -> list[CardSeen]:
    """Drop faces without a corner that lie on a read card: the same card found twice."""
    read = [card for card in cards if card.corners]
    outlines = np.stack([card.outline for card in read]) if read else np.zeros((0, 4, 2), np.float32)
    blank = [card for card in cards if not card.corners]
    return read + [card for card in blank if not (overlap(outlines, card.outline) > _SAME_CARD).any()]


def _united(cards: list[CardSeen], height: float | None) -> list[CardSeen]:
    """Cards known by one corner each, in two where each is the other's opposite corner, or the one beside it at one
    end of a card of four indices: the best fits become one card.

    This ties corners that no face holds, and those of which a face was found twice. Equal cards of two decks that lie
    beside each other were found as a face each.
    """
    halves = [i for i, card in enumerate(cards) if len(card.corners) == 1]
    corners = [corner for card in cards for corner in card.corners]
    fits = sorted((_halves_fit(cards[i], cards[j], corners, height), i, j) for i, j in combinations(halves, 2))
    gone: set[int] = set()
    made = []
    for fit, i, j in fits:
        if fit <= 1.0 and not gone & {i, j} and not _lie_apart(cards[i], cards[j]):
            gone |= {i, j}
            made.append(_one_card(cards[i], cards[j], height))
    return [card for i, card in enumerate(cards) if i not in gone] + made


def _lie_apart(a: CardSeen, b: CardSeen) -> bool:
    """Whether both were found as faces, at places of their own."""
    return a.face_score > 0 and b.face_score > 0 and lain_upon(a.outline, b.outline) < _APART


def _halves_fit(a: CardSeen, b: CardSeen, corners: list[Corner], height: float | None) -> float:
    """How badly two cards of a corner each make one: 0 perfect, above 1 not at all. height: of cards, where told."""
    first, second = a.corners[0], b.corners[0]
    if first.name != second.name or float(first.up @ second.up) < 0:
        return _pair_fit(first, second)
    outline = _about_both(a, b, height)
    fits = _abreast(first, second, corners, outline)
    return max(_fit(first, outline), _fit(second, outline)) if fits else _NOT_AT_ALL


def _about_both(a: CardSeen, b: CardSeen, height: float | None) -> FloatArray:
    """The outline of a card of which two corners stand at one end: that of either, or as the left one tells it, there
    or with both as far from its middle."""
    own = (a.corners[0], b.corners[0])
    left = own[0] if float((own[1].centre - own[0].centre) @ own[0].right) > 0 else own[1]
    told = extrapolated(left, height)
    aside = float(((own[0].centre + own[1].centre) / 2 - told.mean(axis=0)) @ left.right)
    outlines = (a.outline, b.outline, told, told + aside * left.right)
    return min(outlines, key=lambda outline: max(_fit(corner, outline) for corner in own))


def _one_card(a: CardSeen, b: CardSeen, height: float | None) -> CardSeen:
    own = (a.corners[0], b.corners[0])
    better = max(a, b, key=lambda card: card.face_score)
    holds = better.face_score > 0 and all(_fit(corner, better.outline) <= 1.0 for corner in own)
    opposite = float(own[0].up @ own[1].up) < 0
    outline = better.outline if holds else spanned(*own) if opposite else _about_both(a, b, height)
    return CardSeen(own, outline, better.face_score, a.rivals + b.rivals)
