"""The live eye reads what changed, once, and keeps the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.colour_reader import ColourReader, Picture, table
from vision.eye import Eye
from vision.motion import Motion, View, Watch
from vision.sightings import FloatArray, Kind, Reading
from vision.whole import Whole


def names(reading: Reading | None) -> list[tuple[str | None, int, int]]:
    assert reading is not None
    return sorted((s.name, round(float(s.outline[0, 0])), round(float(s.outline[0, 1]))) for s in reading.sightings)


def bump(by: tuple[int, int], **cards: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """A table with letters all over, before and after the camera was moved by so many pixels."""
    scene = table(**cards)
    lot = np.random.default_rng(4)
    for x, y in lot.integers(0, (1240, 680), (60, 2)):
        cv2.putText(scene, chr(65 + int(x) % 26), (int(x), int(y)), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (20, 20, 20), 2)
    matrix = np.array([[1, 0, by[0]], [0, 1, by[1]]], np.float64)
    return scene, np.asarray(cv2.warpAffine(scene, matrix, (1280, 720), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def test_the_first_frame_is_read_whole_and_the_next_not_at_all() -> None:
    reader = ColourReader()
    eye = Eye(reader)
    first = eye.look(table(AS=(100, 100)), 0.0)
    assert names(first.reading) == [("AS", 100, 100)]
    for number in range(1, 10):
        assert eye.look(table(AS=(100, 100)), number / 10).reading is None
    assert len(reader.pixels) == 1


def test_a_new_card_costs_a_piece_of_the_picture_and_the_others_stay() -> None:
    reader = ColourReader()
    eye = Eye(reader)
    eye.look(table(AS=(100, 100)), 0.0)
    readings = [eye.look(table(AS=(100, 100), KH=(700, 300)), number / 10).reading for number in range(1, 8)]
    told = [reading for reading in readings if reading is not None]
    assert [names(reading) for reading in told] == [[("AS", 100, 100), ("KH", 700, 300)]] * 2  # soon, and at rest
    assert max(reader.pixels[1:]) < 0.2 * reader.pixels[0]


def test_a_piece_is_read_in_the_light_of_the_whole_picture() -> None:
    reader = ColourReader()
    eye = Eye(reader)
    for number in range(8):
        cards = {"AS": (100, 100)} | ({"KH": (700, 300)} if number else {})
        shown = table(**cards)
        shown[10:60, 1200:1260] = 250  # far from what is new
        eye.look(shown, number / 10)
    assert [whole and whole.light for whole in reader.wholes] == [None, 250, 250]  # first all of it


def test_a_piece_is_read_as_of_cards_as_large_as_those_that_lie_elsewhere() -> None:
    reader = ColourReader()
    eye = Eye(reader)
    for number in range(8):
        eye.look(table(AS=(100, 100), KH=(300, 100), **({"D7": (700, 300)} if number else {})), number / 10)
    assert [whole and whole.height for whole in reader.wholes] == [None, 111, 111]
    reader = ColourReader()
    eye = Eye(reader)
    for number in range(8):
        eye.look(table(AS=(100, 100), **({"KH": (700, 300)} if number else {})), number / 10)
    assert [whole and whole.height for whole in reader.wholes[:2]] == [None, None]  # one may be badly bounded


def test_a_piece_is_read_by_the_free_backs_that_lie_elsewhere() -> None:
    class Backs(ColourReader):
        def read(self, image: Picture, whole: Whole | None = None) -> Reading:
            seen = super().read(image, whole).sightings
            told = tuple(replace(s, kind=Kind.BACK, name="ours", free=s.name == "AS") for s in seen)
            return Reading((image.shape[1], image.shape[0]), 1.0, told)

    reader = Backs()
    eye = Eye(reader)
    told: list[list[list[float]]] = []  # of each piece, where such lie
    for number in range(18):
        beside = {"KH": (700, 300)} if number > 1 else {}
        eye.look(table(AS=(100, 100), **beside) if number < 10 else table(C10=(1000, 300)), number / 10)
        for whole in filter(None, reader.wholes):
            backs = [back.outline for back in whole.backs.get("ours", ()) if back.outline is not None]
            told.append([[float(value) for value in outline.mean(axis=0)] for outline in backs])
        reader.wholes.clear()
        if number == 9:
            assert told == [[[140.5, 155.5]]] * len(told)  # the other one does not lie free
            told.clear()
    assert told == [[]] * len(told)  # it was taken away when the last one came
    assert told


def test_a_card_taken_away_is_not_seen_any_more() -> None:
    eye = Eye(ColourReader())
    eye.look(table(AS=(100, 100), KH=(700, 300)), 0.0)
    readings = [eye.look(table(AS=(100, 100)), number / 10).reading for number in range(1, 8)]
    assert names(next(reading for reading in readings if reading is not None)) == [("AS", 100, 100)]


def test_a_card_beside_the_change_is_read_whole_or_kept() -> None:
    eye = Eye(ColourReader())
    eye.look(table(AS=(100, 100), D7=(190, 100)), 0.0)
    readings = [eye.look(table(AS=(100, 100), D7=(190, 100), KH=(285, 110)), n / 10).reading for n in range(1, 8)]
    told = names(next(reading for reading in readings if reading is not None))
    assert told == [("7D", 190, 100), ("AS", 100, 100), ("KH", 285, 110)]


TABLE = ((0.05, 0.9), (0.6, 0.05), (0.05, 0.05), (0.6, 0.9))  # corners in no order, right edge at 768 pixels


def test_what_lies_outside_the_table_is_not_told_and_what_changes_there_is_not_read() -> None:
    reader = ColourReader()
    eye = Eye(reader, table=TABLE)
    assert names(eye.look(table(AS=(100, 100), KH=(900, 300)), 0.0).reading) == [("AS", 100, 100)]
    outside = [eye.look(table(AS=(100, 100), KH=(900, 300), D7=(1050, 300)), n / 10) for n in range(1, 10)]
    assert [look.reading for look in outside] == [None] * 9
    inside = [eye.look(table(AS=(100, 100), KH=(900, 300), D7=(500, 300)), n / 10).reading for n in range(10, 19)]
    told = [names(reading) for reading in inside if reading is not None]
    assert told == [[("7D", 500, 300), ("AS", 100, 100)]] * 2  # soon after it was laid, and at rest


def test_a_card_over_the_edge_of_the_table_lies_where_most_of_it_does() -> None:
    seen = Eye(ColourReader(), table=TABLE).look(table(AS=(720, 100), KH=(735, 300)), 0.0).reading
    assert names(seen) == [("AS", 720, 100)]


def test_the_edge_of_the_table_moves_with_the_camera() -> None:
    eye = Eye(ColourReader(), table=TABLE)
    scene, bumped = bump(AS=(100, 100), KH=(700, 300), D7=(900, 500), C10=(300, 500), by=(80, 12))
    eye.look(scene, 0.0)
    shifted = next(look for number in range(1, 20) if (look := eye.look(bumped, number / 10)).shift is not None)
    assert [name for name, _, _ in names(shifted.reading)] == ["10C", "AS", "KH"]


def test_what_is_not_settled_is_read_again() -> None:
    reader = ColourReader()
    eye = Eye(reader)
    first = eye.look(table(AS=(100, 100)), 0.0)
    assert first.reading is not None
    again = [first.reading.sightings[0].outline]
    assert names(eye.look(table(AS=(100, 100)), 0.1, again).reading) == [("AS", 100, 100)]
    assert len(reader.pixels) == 2


def test_a_card_over_the_edge_of_the_picture_is_told_once_however_often_it_is_read() -> None:
    eye = Eye(ColourReader())
    first = eye.look(table(AS=(100, 680)), 0.0).reading
    assert first is not None
    place = first.sightings[0].outline
    assert place.mean(axis=0)[1] > 720  # its middle lies outside
    for number in range(1, 5):
        assert names(eye.look(table(AS=(100, 680)), number / 10, [place]).reading) == [("AS", 100, 680)]


def test_a_card_over_the_edge_of_the_picture_that_is_taken_away_is_not_seen_any_more() -> None:
    eye = Eye(ColourReader())
    eye.look(table(AS=(100, 680), KH=(700, 300)), 0.0)
    readings = [eye.look(table(KH=(700, 300)), number / 10).reading for number in range(1, 8)]
    assert names(next(reading for reading in readings if reading is not None)) == [("KH", 700, 300)]


def test_a_card_that_a_bump_takes_out_of_the_picture_still_lies_there() -> None:
    eye = Eye(ColourReader())
    scene, bumped = bump(AS=(100, 640), KH=(700, 300), D7=(900, 400), C10=(300, 500), by=(10, 77))
    eye.look(scene, 0.0)
    shifted = next(look for number in range(1, 20) if (look := eye.look(bumped, number / 10)).shift is not None)
    assert [name for name, _, _ in names(shifted.reading)] == ["10C", "7D", "AS", "KH"]


class _Unsteady(ColourReader):
    """Sees things some pixels to the right of where they lie, each time as many as it is told."""

    def __init__(self, by: Iterable[float]) -> None:
        super().__init__()
        self._by = iter(by)

    def read(self, image: Picture, whole: Whole | None = None) -> Reading:
        reading, aside = super().read(image, whole), np.array([next(self._by), 0], np.float32)
        return replace(reading, sightings=tuple(replace(s, outline=s.outline + aside) for s in reading.sightings))


@pytest.mark.parametrize("by", [(0.0, -2.0), (-2.0, 0.0)])
def test_a_card_at_the_border_of_what_is_read_again_is_neither_lost_nor_told_twice(by: tuple[float, float]) -> None:
    eye, border = Eye(_Unsteady(by)), 280  # of what is read about the place
    shown = table(AS=(border + 3, 300), KH=(700, 300))
    first = eye.look(shown, 0.0).reading
    place = np.array([(400, 300), (480, 300), (480, 410), (400, 410)], np.float32)
    again = eye.look(shown, 0.1, [place]).reading
    assert first is not None
    assert again is not None
    assert [s.name for s in again.sightings].count("AS") == 1
    assert len(again.sightings) == len(first.sightings) == 2


def test_a_card_that_is_cut_off_where_reading_ends_and_bounded_too_small_there_stays_as_it_was() -> None:
    eye, border = Eye(_Unsteady((0.0, 5.0))), 280  # of what is read about the place
    shown = table(AS=(border - 40, 300), KH=(700, 300))
    first = eye.look(shown, 0.0).reading
    place = np.array([(400, 300), (480, 300), (480, 410), (400, 410)], np.float32)
    again = eye.look(shown, 0.1, [place]).reading
    assert first is not None
    assert names(again) == names(first) == [("AS", border - 40, 300), ("KH", 700, 300)]


def test_after_a_bump_everything_is_read_where_it_is_now() -> None:
    eye = Eye(ColourReader())
    cards = {"AS": (100, 100), "KH": (700, 300), "D7": (900, 500), "C10": (300, 500)}
    scene, bumped = bump(by=(30, 12), **cards)
    eye.look(scene, 0.0)
    looks = [eye.look(bumped, number / 10) for number in range(1, 20)]
    shifts = [look.shift for look in looks if look.shift is not None]
    assert len(shifts) == 1
    places = np.array([list(cards.values())], np.float32)
    assert np.abs(cv2.perspectiveTransform(places, shifts[0]) - places - (30, 12)).max() < 8


def test_a_frame_of_another_size_is_read_anew_and_told_as_a_move_of_the_camera() -> None:
    reader = ColourReader()
    eye = Eye(reader)
    eye.look(table(AS=(100, 100)), 0.0)
    smaller = np.asarray(cv2.resize(table(AS=(100, 100)), (640, 360), interpolation=cv2.INTER_NEAREST), np.uint8)
    look = eye.look(smaller, 0.1)
    assert names(look.reading) == [("AS", 50, 50)]
    assert look.shift is not None
    assert np.abs(cv2.perspectiveTransform(np.array([[[100.0, 100.0]]]), look.shift) - 50).max() < 1


def test_the_table_is_a_share_of_the_picture_also_where_its_size_changes_before_anything_was_seen() -> None:
    eye = Eye(ColourReader(), table=TABLE)
    assert names(eye.look(table(), 0.0).reading) == []
    shown = np.ascontiguousarray(table(AS=(100, 100), KH=(1000, 300))[::2, ::2])
    looks = [eye.look(shown, number / 10).reading for number in range(1, 8)]
    assert [names(reading) for reading in looks if reading is not None] == [[("AS", 50, 50)]]


def test_of_a_picture_that_does_not_show_the_table_nothing_is_read() -> None:
    reader = ColourReader()
    eye = Eye(reader)
    eye.look(table(AS=(100, 100)), 0.0)
    for number in range(1, 40):
        look = eye.look(np.zeros((720, 1280, 3), np.uint8), number / 10)
        assert look.reading is None
        assert look.view is not View.CLEAR
    looks = [eye.look(table(AS=(100, 100), KH=(700, 300)), 4.0 + number / 10) for number in range(15)]
    assert [names(look.reading) for look in looks if look.reading] == [[("AS", 100, 100), ("KH", 700, 300)]]


def jiggling(scene: Picture, number: int) -> Picture:
    """The scene with a hand over the left half of its card at (500, 100), never at rest."""
    shown = scene.copy()
    cv2.ellipse(shown, (500, 150 + 8 * (number % 3)), (36, 110), 0, 0, 360, (120, 150, 200), -1)
    cv2.ellipse(shown, (600, 300 + 8 * (number % 3)), (130, 30), 0, 0, 360, (120, 150, 200), -1)
    return shown


def test_a_card_laid_near_a_hand_is_told_and_one_half_under_it_stays_as_it_was() -> None:
    before, laid = table(AS=(500, 100)), table(AS=(500, 100), KH=(640, 110))
    eye = Eye(ColourReader())
    eye.look(before, 0.0)
    looks = [eye.look(jiggling(laid, number), 0.05 * number) for number in range(1, 25)]
    told = [names(look.reading) for look in looks if look.reading is not None]
    assert any(("KH", 640, 110) in reading for reading in told)
    assert all(name != "AS" or (x, y) == (500, 100) for reading in told for name, x, y in reading)
    after = [eye.look(laid, 1.3 + 0.1 * number).reading for number in range(8)]
    assert names([reading for reading in after if reading is not None][-1]) == [("AS", 500, 100), ("KH", 640, 110)]


class _Hesitant(ColourReader):
    """Reads nothing surely before it was asked for the fifth time."""

    def read(self, image: Picture, whole: Whole | None = None) -> Reading:
        reading = super().read(image, whole)
        if len(self.pixels) >= 5:
            return reading
        unsure = (replace(s, certain=False, confidence=0.6) for s in reading.sightings)
        return replace(reading, sightings=tuple(unsure))


def test_a_card_half_under_a_hand_that_is_read_surely_at_last_is_sure_where_it_was() -> None:
    lying = table(AS=(500, 100))
    eye = Eye(_Hesitant())
    eye.look(lying, 0.0)
    for number in range(1, 40):
        shown = lying.copy()
        cv2.ellipse(shown, (520, 260 + 8 * (number % 3)), (60, 90), 0, 0, 360, (120, 150, 200), -1)
        look = eye.look(shown, 0.05 * number, again=[np.float32([[500, 100], [580, 100], [580, 210], [500, 210]])])
    assert look.reading is not None
    assert [(s.name, s.certain) for s in look.reading.sightings] == [("AS", True)]
    assert names(look.reading) == [("AS", 500, 100)]


class _Misled(ColourReader):
    """Reads cards beside where they lie as long as a hand is in the picture."""

    def read(self, image: Picture, whole: Whole | None = None) -> Reading:
        reading = super().read(image, whole)
        if not (np.abs(image.astype(int) - (120, 150, 200)).max(axis=2) < 12).any():
            return reading
        beside = (replace(s, outline=s.outline + np.float32([12, 10])) for s in reading.sightings)
        return replace(reading, sightings=tuple(beside))


def test_a_card_that_seemed_to_lie_elsewhere_under_a_hand_is_told_once_and_where_it_lay() -> None:
    lying = table(AS=(500, 100))
    eye = Eye(_Misled())
    eye.look(lying, 0.0)
    for number in range(1, 25):
        eye.look(jiggling(lying, number), 0.05 * number)
    after = [eye.look(table(AS=(500, 100), KH=(100, 500)), 1.3 + 0.1 * number).reading for number in range(8)]
    told = [names(reading) for reading in after if reading is not None]
    assert all([name for name, _, _ in reading].count("AS") == 1 for reading in told)
    assert told[-1] == [("AS", 500, 100), ("KH", 100, 500)]


class _Blind(ColourReader):
    """Sees only the kings as long as a hand is in the picture."""

    def read(self, image: Picture, whole: Whole | None = None) -> Reading:
        reading = super().read(image, whole)
        if not (np.abs(image.astype(int) - (120, 150, 200)).max(axis=2) < 12).any():
            return reading
        return replace(reading, sightings=tuple(s for s in reading.sightings if s.name == "KH"))


def test_a_card_that_is_often_looked_at_in_part_under_a_hand_lies_there_once_after_it() -> None:
    lying = table(AS=(500, 100), KH=(350, 100))
    eye = Eye(_Blind())
    eye.look(lying, 0.0)
    for number in range(1, 25):
        shown = lying.copy()
        cv2.ellipse(shown, (560, 260 + 8 * (number % 3)), (60, 90), 0, 0, 360, (120, 150, 200), -1)
        eye.look(shown, 0.05 * number, again=[np.float32([[350, 100], [430, 100], [430, 210], [350, 210]])])
    after = [eye.look(table(AS=(500, 100), KH=(350, 100), D7=(100, 500)), 1.4 + 0.1 * n).reading for n in range(8)]
    told = [names(reading) for reading in after if reading is not None]
    assert told[-1] == [("7D", 100, 500), ("AS", 500, 100), ("KH", 350, 100)]
    assert all([name for name, _, _ in reading].count("AS") <= 1 for reading in told)


class _Wide(ColourReader):
    """Takes aces for more than twice as wide the first time."""

    def read(self, image: Picture, whole: Whole | None = None) -> Reading:
        reading = super().read(image, whole)
        if len(self.pixels) > 1:
            return reading
        wide = np.float32([[-100, 0], [0, 0], [0, 0], [-100, 0]])
        told = (replace(s, outline=s.outline + wide) if s.name == "AS" else s for s in reading.sightings)
        return replace(reading, sightings=tuple(told))


def test_a_card_that_was_badly_bounded_is_told_once_after_it_is_seen_beside_another() -> None:
    eye = Eye(_Wide())
    eye.look(table(AS=(500, 100)), 0.0)
    laid = [eye.look(table(AS=(500, 100), KH=(600, 100)), 0.1 * number).reading for number in range(1, 10)]
    told = [names(reading) for reading in laid if reading is not None]
    assert told[-1] == [("AS", 500, 100), ("KH", 600, 100)]


class _HalfHidden(Watch):
    """Sees a hand over the card at (500, 100) in the second picture, or over its left half, and that the right half
    changed; nothing in the third."""

    def __init__(self, share: float = 0.5, top: int = 100) -> None:
        """share: of the card from its left, that the hand is over; top: where it lies instead of 100."""
        self._place = np.zeros((180, 320), bool)
        self._place[top // 4 : top // 4 + 28, 125:145] = True
        self._left, self._none = self._place.copy(), np.zeros_like(self._place)
        self._left[:, 125 + round(20 * share) :] = False

    def look(self, image: Picture, time: float) -> Motion:
        place, left = (self._place, self._left) if time == 1.0 else (self._none, self._none)
        return Motion(left, place, left, place & ~left, 0.25, self._none, anew=self._none)

    def took(self, image: Picture, motion: Motion, outlines: Sequence[FloatArray] = ()) -> Motion:
        return replace(motion, anew=motion.changed & ~motion.veiled)


def test_a_card_whose_other_half_was_seen_to_be_gone_is_looked_for_once_the_hand_is_away() -> None:
    reader = ColourReader()
    eye = Eye(reader, _HalfHidden())
    eye.look(table(AS=(500, 100), KH=(900, 400)), 0.0)
    assert names(eye.look(table(KH=(900, 400)), 1.0).reading) == [("KH", 900, 400)]
    assert names(eye.look(table(KH=(900, 400)), 2.0).reading) == [("KH", 900, 400)]
    assert eye.look(table(KH=(900, 400)), 3.0).reading is None


@pytest.mark.parametrize("top", [100, 680])  # in the picture, and over its edge
def test_a_card_that_came_and_left_under_a_hand_is_not_seen_any_more(top: int) -> None:
    eye = Eye(ColourReader(), _HalfHidden(1.0, top))
    eye.look(table(KH=(900, 400)), 0.0)
    held = [np.float32([[500, top], [580, top], [580, top + 110], [500, top + 110]])]
    told = eye.look(table(AS=(500, top), KH=(900, 400)), 1.0, held).reading
    assert names(told) == [("AS", 500, top), ("KH", 900, 400)]
    assert names(eye.look(table(KH=(900, 400)), 2.0).reading) == [("KH", 900, 400)]
    assert eye.look(table(KH=(900, 400)), 3.0).reading is None
