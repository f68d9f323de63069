"""``python -m models.render``: render a data set of table scenes with truth."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from models.render.dataset import RenderJob, render


def main() -> None:
    """Render the asked number of scenes and print the rate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--size", type=int, default=640)
    parser.add_argument("--split", choices=("train", "held"), default="train")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chunk", type=int, default=400)
    parser.add_argument("--close", action="store_true", help="near enough to read a single index or tile")
    parser.add_argument("--cache", type=Path, default=Path("data/decks"), help="rendered art of packaged decks")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    job = RenderJob(args.out, args.split, args.count, args.size, args.seed, args.cache, args.chunk, args.close)
    start, done = time.monotonic(), 0
    for finished in render(job, args.processes):
        done += finished
        seconds = time.monotonic() - start
        print(f"{done} of {args.count} scenes, {done / max(seconds, 1e-3):.1f} a second", flush=True)


if __name__ == "__main__":
    main()
