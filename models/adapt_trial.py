"""``python -m models.adapt_trial``: what correcting a few photographs of one's own deck does for the reading of others.

Tables of one held-out deck are rendered: a packaged one, or one that is drawn. Some are corrected as a person would:
what was read wrongly, not certainly or not at all is told. The shipped readers learn from them (`models.more`);
others of the deck, and tables of the other held-out decks, are read before and after. With ``--calibrate-on N`` the
new weights are calibrated on N tables first, as `models.train --more` does; without, the calibration is the shipped
one, which was not fitted to them.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from rich.console import Console

from models.figures import figures_of, outcome_of, scene_labels
from models.more import Corrected, MorePlan, few_rendered_crops, readers_go_on
from models.render.art import Deck
from models.render.bank import ArtBank, BankSize
from models.render.deck_style import DECK_KINDS
from models.render.drawn_deck import random_deck
from models.render.scene import Scene, random_scene
from vision.corrected import Told
from vision.corrections import Corrections
from vision.network import DEFAULT_WEIGHTS
from vision.outlines import overlap
from vision.pipeline import TableReader
from vision.rectify import oriented_box
from vision.sightings import Kind, Reading

_LAYOUTS = ("table", "rows", "scatter", "fan")
_SMALL = BankSize(drawn_decks=1, backs=6, tile_sets=1, boards=1, racks=1, surfaces=16, clutter=12, hands=2)
_SIZE = (1280, 960)
_LEAST = 11.0  # px: a smaller index is not told, nobody can see it


def own_deck(name: str, seed: int, packaged: tuple[Deck, ...]) -> tuple[Deck, ...]:
    """The held-out deck of that name, or the one of a kind of `DECK_KINDS` that the seed draws; () where none is."""
    if name in DECK_KINDS:
        return (random_deck(np.random.default_rng(seed), "held", f"{name}-{seed}", DECK_KINDS[name]),)
    return tuple(deck for deck in packaged if deck.name == name)


def tables_of(decks: tuple[Deck, ...], count: int, seed: int, cache: Path) -> Iterator[Scene]:
    """Rendered tables on which nothing but those decks lies."""
    rng = np.random.default_rng(seed)
    bank = ArtBank(rng, "held", _SMALL, cache)
    bank.decks = decks
    for number in range(count):
        yield random_scene(rng, bank, _SIZE, layout=_LAYOUTS[number % len(_LAYOUTS)])


def told_of(scene: Scene, reading: Reading) -> list[Told]:
    """What a person would correct: each card of which an index shows that was not read rightly and certainly."""
    shown = {t.owner for t in scene.things if t.kind == "corner" and t.visible > 0.9 and _height(t.outline) > _LEAST}
    cards = [t for t in scene.things if t.kind == "face" and t.owner in shown]
    told, taken = [], set()
    for card in cards:
        fits = [(overlap(s.outline, card.outline), n) for n, s in enumerate(reading.sightings) if s.kind is Kind.CARD]
        fit, number = max((f for f in fits if f[1] not in taken), default=(0.0, -1))
        if fit < 0.5:
            told.append(Told(card.outline.astype(np.float32), Kind.CARD, card.name))
            continue
        taken.add(number)
        seen = reading.sightings[number]
        if seen.name != card.name or not seen.certain:
            told.append(Told(seen.outline, Kind.CARD, card.name))
    return told


def _height(outline: object) -> float:
    return oriented_box(np.asarray(outline, np.float32))[1][1]


def told_by(reader: TableReader, scenes: list[Scene], name: str) -> str:
    """How the cards of those tables are read, and how many of the best names are right whatever their confidence."""
    outcomes, best = [], []
    for scene in scenes:
        label = next((label for label in scene_labels(scene, name) if label.kind is Kind.CARD), None)
        if label is None:
            continue
        stages = reader.explain(scene.image)
        outcomes.append(outcome_of(label, stages.reading))
        sure = [replace(s, name=e.name) for e, s in zip(stages.evidence, stages.judged, strict=True) if s is not None]
        best.append(outcome_of(label, replace(stages.reading, sightings=tuple(sure))))
    read, named = figures_of(name, outcomes), figures_of(name, best)
    certain = f"{read.certain_right} of them certain, {read.certain_wrong} certain and wrong"
    return (
        f"{read.right} of {read.truth} right ({read.recall:.3f}), {read.wrong} wrong, {certain}; "
        f"best names {named.right} right, {named.wrong} wrong"
    )


def main() -> None:
    """Correct, learn, and print how both are read before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = ", ".join(DECK_KINDS)
    parser.add_argument("--deck", default="orell", help=f"a packaged deck held out of training, or a kind: {kinds}")
    parser.add_argument("--deck-seed", type=int, default=0, help="which deck of that kind is drawn")
    parser.add_argument("--corrected", type=int, default=12, help="tables that are corrected")
    parser.add_argument("--others", type=int, default=16, help="tables that are read before and after")
    parser.add_argument("--steps", type=int, default=MorePlan.steps)
    parser.add_argument("--work", type=Path, default=Path("data"), help="rendered crops and art, as in models.train")
    parser.add_argument("--calibrate-on", type=int, default=0)
    args = parser.parse_args()
    console = Console(width=120)
    stock = ArtBank(np.random.default_rng(0), "held", _SMALL, args.work / "decks").decks
    mine = own_deck(args.deck, args.deck_seed, stock)
    rest = tuple(deck for deck in stock if deck.name != args.deck and not deck.name.startswith("drawn"))
    if not mine:
        parser.error(f"no deck {args.deck}: there is {', '.join(deck.name for deck in stock)}, {kinds}")
    before = TableReader()
    scenes = {
        args.deck: list(tables_of(mine, args.others, 51, args.work / "decks")),
        "other decks": list(tables_of(rest, args.others, 52, args.work / "decks")),
    }
    with tempfile.TemporaryDirectory() as folder:
        kept, weights = Corrections(Path(folder) / "kept"), Path(folder) / "weights"
        told = 0
        for scene in tables_of(mine, args.corrected, 50, args.work / "decks"):
            stages = before.explain(scene.image)
            corrections = told_of(scene, stages.reading)
            told += len(corrections)
            kept.keep(scene.image, stages, corrections)
        console.print(f"{told} cards corrected on {args.corrected} tables of {args.deck}")
        plan = MorePlan(steps=args.steps)
        rendered = few_rendered_crops(args.work, plan.scenes, args.work / "decks", console)
        readers_go_on(Corrected.of(kept.folder), args.work, rendered, weights, plan, console)
        for name in ("finder.onnx", "calibration.json"):
            shutil.copyfile(DEFAULT_WEIGHTS / name, weights / name)
        if args.calibrate_on:
            command = [sys.executable, "-m", "models.calibrate", "--weights", str(weights)]
            command += ["--cache", str(args.work / "decks"), "--rendered", str(args.calibrate_on)]
            subprocess.run(command, check=True)
        after = TableReader(weights)
        for name, tables in scenes.items():
            for when, reader in (("before", before), ("after", after)):
                console.print(f"{name}, {when}: {told_by(reader, tables, name)}")


if __name__ == "__main__":
    main()
