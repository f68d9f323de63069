"""``python -m models.other_cameras PHOTOS [--photos N]``: whether reading holds where another camera took the picture.

N labelled photographs of each group are read as they are, and as darker or noisier rooms, other lenses, other white
balance and other ways to hold a camera would show them. Photographs the networks learnt from are left out.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from models.figures import figures_of, outcome_of
from models.scoring import Label, Outcome, load_labels, upper_bound
from vision.photo import Picture, load_photo
from vision.pipeline import TableReader

Camera = Callable[[Picture], Picture]

_SEED = 5
_BESIDE = (60, 60, 60)  # BGR, where a turned picture shows nothing


def _toned(gain: float, gamma: float) -> Camera:
    levels = np.clip(gain * (np.arange(256) / 255) ** gamma * 255, 0, 255).astype(np.uint8)
    return lambda picture: np.asarray(cv2.LUT(picture, levels), np.uint8)


def _balanced(blue: float, green: float, red: float) -> Camera:
    return lambda picture: np.clip(picture * np.array([blue, green, red]), 0, 255).astype(np.uint8)


def _noisy(deviation: float) -> Camera:
    def shown(picture: Picture) -> Picture:
        noise = np.random.default_rng(_SEED).normal(0, deviation, picture.shape)
        return np.clip(picture + noise, 0, 255).astype(np.uint8)

    return shown


def _blurred(share: float) -> Camera:
    """By a share of the picture's long side."""
    return lambda picture: np.asarray(cv2.GaussianBlur(picture, (0, 0), share * max(picture.shape)), np.uint8)


def _compressed(quality: int) -> Camera:
    def shown(picture: Picture) -> Picture:
        stream = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(stream, cv2.IMREAD_COLOR), np.uint8)

    return shown


def _smaller(scale: float) -> Camera:
    return lambda p: np.asarray(cv2.resize(p, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _turned(degrees: float) -> Camera:
    """The whole picture, turned, on a sheet that holds it."""

    def shown(picture: Picture) -> Picture:
        height, width = picture.shape[:2]
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
        across, along = abs(matrix[0, 0]), abs(matrix[0, 1])
        size = int(height * along + width * across), int(height * across + width * along)
        matrix[:, 2] += [(size[0] - width) / 2, (size[1] - height) / 2]
        return np.asarray(cv2.warpAffine(picture, matrix, size, borderValue=_BESIDE), np.uint8)

    return shown


def _leaning(picture: Picture) -> Picture:
    """As a camera sees it that looks at the table from nearer one edge."""
    height, width = picture.shape[:2]
    from_ = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    top = 0.08 * height
    to = np.array([[0.14 * width, top], [0.86 * width, top], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(from_, to)
    return np.asarray(cv2.warpPerspective(picture, matrix, (width, height), borderValue=_BESIDE), np.uint8)


CAMERAS: Mapping[str, Camera] = {
    "as it is": lambda picture: picture,
    "dark": _toned(0.45, 1.2),
    "warm": _balanced(0.7, 0.95, 1.1),
    "cool": _balanced(1.15, 1.0, 0.75),
    "noise 12": _noisy(12.0),
    "noise 20": _noisy(20.0),
    "blurred": _blurred(1.5 / 1280),
    "JPEG 25": _compressed(25),
    "smaller": _smaller(0.6),
    "upside down": lambda picture: np.ascontiguousarray(picture[::-1, ::-1]),
    "turned 33°": _turned(33.0),
    "leaning": _leaning,
}
_MOVING = ("upside down", "turned 33°", "leaning")  # what moves the place of which alone a label tells


def chosen(labels: Sequence[Label], count: int) -> dict[str, list[Label]]:
    """So many labels of each group by lot, none of what the networks learnt from."""
    groups: dict[str, list[Label]] = defaultdict(list)
    for label in labels:
        if not label.learnt:
            groups[label.group].append(label)
    lot = np.random.default_rng(_SEED)
    return {group: [some[i] for i in sorted(lot.permutation(len(some))[:count])] for group, some in groups.items()}


def outcomes(reader: TableReader, groups: Mapping[str, Sequence[Label]]) -> dict[tuple[str, str], list[Outcome]]:
    """What each camera's pictures of each group were read as, by camera and group."""
    found: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for group, labels in groups.items():
        for label in track(labels, group):
            picture = load_photo(label.photo)
            for name, camera in CAMERAS.items():
                if label.area is None or name not in _MOVING:
                    found[name, group].append(outcome_of(label, reader.read(camera(picture))))
    return dict(found)


def recalls(found: Mapping[tuple[str, str], list[Outcome]]) -> Table:
    """What share of the truth was read right, a row for each group, a column for each camera."""
    table = Table(title="recall", header_style="bold")
    table.add_column("group")
    for name in CAMERAS:
        table.add_column(name, justify="right")
    for group in dict.fromkeys(group for _, group in found):
        read = (found.get((name, group)) for name in CAMERAS)
        table.add_row(group, *("-" if some is None else f"{figures_of(group, some).recall:.3f}" for some in read))
    return table


def summary(name: str, found: Mapping[tuple[str, str], list[Outcome]]) -> str:
    """The figures of one camera over all groups, in a line."""
    of_all = figures_of(name, [one for (camera, _), some in found.items() if camera == name for one in some])
    certain = of_all.certain_right + of_all.certain_wrong
    return (
        f"{name}: {of_all.right} of {of_all.truth} right, {of_all.wrong} wrong; {certain} certain, "
        f"{of_all.certain_wrong} of them not in a label (at most {upper_bound(of_all.certain_wrong, certain):.4f})"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, metavar="PHOTOS", help="a folder of labelled photographs")
    parser.add_argument("--photos", type=int, default=8, metavar="N", dest="count", help="of each group")
    options = parser.parse_args(arguments)
    try:
        labels = load_labels(options.photos, learnt_from=True)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    found = outcomes(TableReader(), chosen(labels, options.count))
    console = Console(width=150)
    console.print(recalls(found))
    for name in CAMERAS:
        console.print(summary(name, found))


if __name__ == "__main__":
    main()
