"""``python -m models.bench_app``: the app in its window, as it is started by ``companion`` and ``companion demo``.

How evenly it draws while the bundled film is read behind it by the real eyes, against a bare window of the same library
and size that shows one picture, and how long it takes to open, against one that shows one line. Where there is no
display, or one is not wanted, the window is offscreen and drawn by the processor.

Times depend on the machine and on what else runs on it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

from rich.console import Console

PARTS = ("opening", "frames")
_PATIENCE = 600.0  # seconds until a program is given up that does not come to what is waited for
_PAUSE = 1.0  # seconds between two looks at what it has written, which take time from it
_GOODBYE = 10.0  # seconds for it to end
# Nothing of this house may import Kivy but the app, so the rival is a program of its own.
_NOTED = """
import json, os, time
from kivy.base import runTouchApp
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish
from kivy.graphics.texture import Texture
from kivy.uix.image import Image
from kivy.uix.label import Label

def drawn(window):
    glFinish()
    with open(os.environ["COMPANION_FRAME_TIMES"], "a") as file:
        file.write(json.dumps({"at": time.time(), "screen": "home", "looking": False}) + "\\n")

Window.bind(on_flip=drawn)
"""
_ONE_LINE = _NOTED + 'runTouchApp(Label(text="Tabletop Companion"))'
_ONE_PICTURE = (
    _NOTED
    + """
texture, picture = Texture.create((1280, 720), colorfmt="bgr"), bytes(range(256)) * 10800

def show(seconds):
    texture.blit_buffer(picture, colorfmt="bgr")
    image.canvas.ask_update()

image = Image(texture=texture, fit_mode="contain")
Clock.schedule_interval(show, 0)
runTouchApp(image)
"""
)
_ENOUGH = 90  # frames of the bare window
_FIRST = 10  # of its frames are not counted
_COMPANION = (sys.executable, "-m", "companion")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A frame. at: when it was drawn, as `time.time` counts; screen: what it showed; looking: whether a picture was
    being read meanwhile."""

    at: float
    screen: str
    looking: bool


@dataclass(frozen=True, slots=True)
class Evenness:
    """What was measured of frames that were drawn one after the other. times: ms from each to the next, median, 95th
    and 99th percentile and the longest; rate: frames a second, by the median; reading: the share (0..1) of the frames
    during which a picture was read."""

    frames: int
    rate: float
    times: tuple[float, float, float, float]
    reading: float


def evenness(drawn: Sequence[Drawn]) -> Evenness:
    """How evenly frames were drawn, at least three."""
    times = [(after.at - before.at) * 1000 for before, after in pairwise(drawn)]
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    half, most, nearly_all = cuts[49], cuts[94], cuts[98]
    reading = sum(frame.looking for frame in drawn) / len(drawn)
    return Evenness(len(drawn), 1000 / half, (half, most, nearly_all, max(times)), reading)


def frames_in(path: Path) -> list[Drawn]:
    """The frames of a file of `companion.app.frame_times`, which may still be written; none where it is not there."""
    lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []  # the last one may be half there
    return [Drawn(**json.loads(line)) for line in lines]


class NotDrawn(Exception):
    """The program ended, or the time was over, before what was waited for was drawn. Its text is what it said."""

    @property
    def last_line(self) -> str:
        """The last thing it said, in one line."""
        return next((line.strip() for line in reversed(str(self).splitlines()) if line.strip()), "it drew nothing")


def watched(
    command: Sequence[str], size: tuple[int, int], on_screen: bool, until: Callable[[Sequence[Drawn]], object]
) -> tuple[float, list[Drawn]]:
    """Runs a program until it has drawn what is waited for, then ends it: when it was started, and its frames.

    size: of its window, px. Raises NotDrawn.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "frames.jsonl"
        own = {"COMPANION_FRAME_TIMES": str(path), "KCFG_GRAPHICS_MAXFPS": "30", "PYTHONUTF8": "1"}
        own |= {"KCFG_GRAPHICS_WIDTH": str(size[0]), "KCFG_GRAPHICS_HEIGHT": str(size[1])}
        own |= {f"XDG_{kind}_HOME": folder for kind in ("CONFIG", "DATA", "CACHE")}  # nobody's own games and settings
        own |= dict.fromkeys(("KIVY_NO_ARGS", "KIVY_NO_CONFIG", "KIVY_NO_FILELOG"), "1")
        if not on_screen:
            own |= {"SDL_VIDEODRIVER": "offscreen", "DISPLAY": os.environ.get("DISPLAY", ":0")}
        said = Path(folder) / "said.txt"
        with said.open("wb") as output:
            started = time.time()
            program = subprocess.Popen(command, env=os.environ | own, stdout=output, stderr=subprocess.STDOUT)
            try:
                while not until(frames := frames_in(path)):
                    if program.poll() is not None or time.time() - started > _PATIENCE:
                        raise NotDrawn(said.read_text(encoding="utf-8", errors="replace").strip())
                    time.sleep(_PAUSE)
            finally:
                _end(program)
    return started, frames


def _end(program: subprocess.Popen[bytes]) -> None:
    program.terminate()
    try:
        program.wait(_GOODBYE)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait()


def opening(command: Sequence[str], size: tuple[int, int], on_screen: bool) -> float:
    """Seconds from the start of a program until its first screen was drawn. Raises NotDrawn."""
    started, frames = watched(command, size, on_screen, bool)
    return frames[0].at - started


def at_the_table(size: tuple[int, int], on_screen: bool) -> list[Drawn]:
    """The frames of the table while the bundled film is refereed. Raises NotDrawn."""
    with tempfile.TemporaryDirectory() as folder:
        demo = (*_COMPANION, "demo", "--window", "--save", folder)
        _, frames = watched(demo, size, on_screen, lambda drawn: bool(drawn) and drawn[-1].screen == "score")
    return [frame for frame in frames if frame.screen == "table"]


def at_a_picture(size: tuple[int, int], on_screen: bool) -> list[Drawn]:
    """Frames of a bare window that shows one picture as large as it can, drawn anew each time. Raises NotDrawn."""
    rival = (sys.executable, "-c", _ONE_PICTURE)
    return watched(rival, size, on_screen, lambda drawn: len(drawn) >= _ENOUGH)[1][_FIRST:]


def tell_opening(console: Console, size: tuple[int, int], on_screen: bool, runs: int) -> None:
    """Prints how long the app and its rival take to open, run by run in turns."""
    rival = (sys.executable, "-c", _ONE_LINE)
    opening(rival, size, on_screen)  # the libraries are read from the disk once
    pairs = [(opening(_COMPANION, size, on_screen), opening(rival, size, on_screen)) for _ in range(runs)]
    ours, bare = (statistics.median(times) for times in zip(*pairs, strict=True))
    console.print(
        f"from the start to the first screen, median of {runs}: {ours:.2f} s; a bare Kivy window with one line"
        f" {bare:.2f} s; ratio {ours / bare:.2f}"
    )


def tell_frames(console: Console, size: tuple[int, int], on_screen: bool) -> None:
    """Prints how evenly the table is drawn, and how fast its rival."""
    told, bare = evenness(at_the_table(size, on_screen)), evenness(at_a_picture(size, on_screen))
    half, most, nearly_all, longest = told.times
    console.print(
        f"the table at {size[0]} x {size[1]} while it is read ({told.reading:.0%} of the time): {told.rate:.1f}"
        f" frames a second; ms a frame p50 {half:.1f} p95 {most:.1f} p99 {nearly_all:.1f} longest {longest:.1f}"
        f" ({told.frames} frames); a bare Kivy window with one picture, nothing read: {bare.rate:.1f} frames a second,"
        f" p99 {bare.times[2]:.1f} ms"
    )


def size_of(text: str) -> tuple[int, int]:
    """A size written as ``1280x720``. Raises ValueError."""
    width, height = map(int, text.split("x"))
    return width, height


def main() -> None:
    """Runs the benchmark, or a part of it; exits with 1 where a part could not be timed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=size_of, nargs="+", default=[(1280, 720)], metavar="WIDTHxHEIGHT")
    parser.add_argument("--runs", type=int, default=5, help="of the opening")
    parser.add_argument("--on-screen", action="store_true", help="in a window that is seen")
    parser.add_argument("--only", choices=PARTS)
    args = parser.parse_args()
    sys.exit(0 if told_all(_parts(args)) else 1)


def _parts(args: argparse.Namespace) -> dict[str, Callable[[], None]]:
    """What is asked for: each part by the name under which it is told."""
    console = Console(width=120)
    parts: dict[str, Callable[[], None]] = {}
    if args.only in (None, "opening"):
        parts["opening"] = partial(tell_opening, console, args.size[0], args.on_screen, args.runs)
    if args.only in (None, "frames"):
        for size in args.size:
            parts[f"frames at {size[0]} x {size[1]}"] = partial(tell_frames, console, size, args.on_screen)
    return parts


def told_all(parts: Mapping[str, Callable[[], None]]) -> bool:
    """Times each part, and tells of each that could not be timed in one line on stderr; whether all of them could."""
    whole = True
    for name, tell in parts.items():
        try:
            tell()
        except NotDrawn as reason:
            print(f"not timed: {name} ({reason.last_line})", file=sys.stderr)
            whole = False
    return whole


if __name__ == "__main__":
    main()
