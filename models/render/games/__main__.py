"""``python -m models.render.games GAME --seed N --out DIR``: a whole game as video with its truth."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2

from models.render.games.making import PLAYBOOKS, Order, made, write
from models.render.games.stock import SPLITS


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


def main() -> None:
    """Makes the game that is asked for and prints how fast."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=tuple(PLAYBOOKS))
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--split", choices=SPLITS, default="held")
    parser.add_argument("--actions", type=int, metavar="N", help="stop after so many actions")
    parser.add_argument("--size", type=_size, default=(1280, 720), metavar="WxH")
    parser.add_argument("--fps", type=float, default=10.0)
    parser.add_argument("--players", type=int, metavar="N")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="packaged decks as well, rendered into this folder")
    parser.add_argument("--mistakes", type=float, default=0.0, metavar="SHARE", help="of actions against the rules")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    order = Order(
        args.game, args.seed, args.split, args.actions, args.size, args.fps, args.players, args.cache, args.mistakes
    )
    game = made(order)
    start, frames = time.monotonic(), 0
    for frames in write(game, args.out):
        if frames % 500 == 0:
            print(f"{frames} frames, {frames / (time.monotonic() - start):.1f} a second", flush=True)
    print(f"{args.out}: {len(game.script.marks)} actions, {frames} frames in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
