"""Measures reading where it is hard: dense and fanned tables of unusual decks, and tables with nothing to read.

``python -m models.measure_tables [--scenes N] [--seed S]``: for each kind of deck (usual, yellowed, black, jumbo index,
four colours, the packaged decks held out of training, letters other than A J Q K) bridge hands, fans and columns of
which each card shows a third; then empty tables, boards and clutter alone, where whatever is read is wrong. All of it
held-out art.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from models.figures import Figures, figures_of, figures_table, outcome_of, scene_labels
from models.render.bank import ArtBank, BankSize
from models.render.deck_style import DECK_KINDS
from models.render.scene import random_scene
from models.scoring import Outcome, upper_bound
from vision.pipeline import TableReader
from vision.sightings import Kind, Reading

DENSE = ("bridge", "columns", "fan")
EMPTY = ("nothing", "other_things")
SEED = 31
_PICTURE = (1280, 960)


class Eyes(Protocol):
    """What reads a picture, as `vision.pipeline.TableReader` does."""

    def read(self, image: NDArray[np.uint8]) -> Reading:
        """Read a BGR picture."""


_PACKAGED = "packaged"
KINDS = ("usual", "yellowed", "black", "jumbo", "four colours", _PACKAGED, "other letters")
DENSE_GROUPS = {kind: f"dense {kind}" for kind in KINDS}  # what their figures are told under


def dense_bank(rng: np.random.Generator, kind: str, cache: Path) -> ArtBank:
    """A stock of held-out decks of one of `KINDS`; cache: where packaged decks are kept once rendered."""
    size = BankSize(drawn_decks=0 if kind == _PACKAGED else 6, tile_sets=1, boards=1, racks=1, surfaces=30)
    return ArtBank(rng, "held", size, cache if kind == _PACKAGED else None, DECK_KINDS.get(kind))


def dense_outcomes(reader: Eyes, rng: np.random.Generator, bank: ArtBank, scenes: int) -> Iterator[Outcome]:
    """Outcomes on so many tables of each dense layout."""
    for index in range(scenes * len(DENSE)):
        scene = random_scene(rng, bank, _PICTURE, layout=DENSE[index % len(DENSE)])
        for label in scene_labels(scene, str(index)):
            yield outcome_of(label, reader.read(scene.image))


def dense_figures(reader: Eyes, seed: int, scenes: int, cache: Path) -> list[Figures]:
    """The figures of so many tables of each dense layout, for each of `KINDS`."""
    figures = []
    for place, (kind, group) in enumerate(track(DENSE_GROUPS.items(), "dense tables")):
        rng = np.random.default_rng((seed, place))
        outcomes = list(dense_outcomes(reader, rng, dense_bank(rng, kind, cache), scenes))
        figures.append(figures_of(group, outcomes))
    return figures


def empty_tables(reader: Eyes, seed: int, count: int) -> Counter[str]:
    """What `false_reads` counts on so many tables of held-out art."""
    rng = np.random.default_rng((seed, len(KINDS)))
    return false_reads(reader, rng, ArtBank(rng, "held", BankSize(drawn_decks=1)), count)


def false_reads(reader: Eyes, rng: np.random.Generator, bank: ArtBank, scenes: int) -> Counter[str]:
    """What is read on so many tables with nothing to read: named reads and certain ones, and the tables themselves."""
    counted = Counter({"tables": scenes, "named": 0, "certain": 0})
    for index in range(scenes):
        reading = reader.read(random_scene(rng, bank, _PICTURE, layout=EMPTY[index % len(EMPTY)]).image)
        named = [s for s in reading.sightings if s.name is not None and s.kind is not Kind.BACK]
        counted["named"] += len(named)
        counted["certain"] += sum(s.certain for s in named)
    return counted


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, help="folder of weights (default: the shipped ones)")
    parser.add_argument("--scenes", type=int, default=12, help="tables of each dense layout for each kind of deck")
    parser.add_argument("--empty", type=int, default=200, help="tables with nothing to read")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--cache", type=Path, default=Path("data/decks"), help="rendered art of packaged decks")
    args = parser.parse_args()
    reader, console = TableReader(args.weights), Console(width=150)
    console.print(figures_table(dense_figures(reader, args.seed, args.scenes, args.cache)))
    empty = empty_tables(reader, args.seed, args.empty)
    bound = upper_bound(empty["certain"], empty["tables"])
    console.print(
        f"nothing to read on {empty['tables']} tables: {empty['named']} reads with a name, {empty['certain']} certain "
        f"(95 % upper bound {bound:.4f} a table)"
    )


if __name__ == "__main__":
    main()
