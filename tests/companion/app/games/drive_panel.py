"""Opens the panel of a game in an offscreen window, taps, and tells what was sent and what the window shows then.

``python drive_panel.py GAME WIDTH HEIGHT OUT.png``, with one JSON object on stdin: ``players``, ``words`` (of Word
Wars), ``seed`` (where the cards are dealt by it), ``lines`` (the actions so far) and ``taps`` (texts of buttons, ``at``
and any text, ``cell 2,1`` of a board, ``wait`` for a second, or ``look``: what is seen at that moment is told, and not
what is seen at the end). GAME may be ``dealer``, the dealer's screen of Eleusis, which covers itself after ``pause``
seconds. Exit status 77 where no window can be opened. Prints one JSON object: ``sent`` (action lines), ``shown`` (all
texts of the panel), ``above`` (those of what covers it), ``cut`` (texts that do not fit their box) and ``size``.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

NO_WINDOW = 77


def main(game: str, width: int, height: int, out: str) -> None:
    from companion.app.application import WindowError, open_window
    from companion.language import Language

    language = Language.load()
    try:
        open_window(language)
    except WindowError as error:
        print(error, file=sys.stderr)
        raise SystemExit(NO_WINDOW) from None
    from kivy.core.window import Window

    from companion.app.theme import scale_for
    from companion.fonts import SHIPPED_FONT, font_for

    Window.size = (width, height)
    wanted = json.loads(sys.stdin.read())
    panel_class, rules = _game(game, wanted)
    play = _played(rules, wanted)
    sent: list[str] = []
    look = {"unit": scale_for(width * 2, height), "font": font_for(language.code) or SHIPPED_FONT}
    if game == "dealer":
        panel = panel_class(_app(language, sent, **look), send=sent.append)
        panel.enter()
    else:
        panel = panel_class(language, send=sent.append, **look)
    Window.add_widget(panel)
    panel.show(play)
    _settle()
    taps = wanted["taps"] if "look" in wanted["taps"] else [*wanted["taps"], "look"]
    seen: dict[str, Any] = {}
    for tap in taps:
        if tap == "look":
            panel.export_to_png(out)
            seen = _seen(panel)
            continue
        if tap == "wait":
            time.sleep(1.0)
            _settle()
            continue
        _tap(panel, tap)
        _settle()
    print(json.dumps({"sent": sent, **seen}, ensure_ascii=False))


def _seen(panel: Any) -> dict[str, Any]:
    from kivy.core.window import Window

    labels = list(_labels(panel))
    cut = [label.text for label in labels if _is_cut(label)]
    above = [label.text for other in Window.children if other is not panel for label in _labels(other)]
    size = [panel.width, panel.height]
    return {"shown": [label.text for label in labels], "above": above, "cut": cut, "size": size}


def _game(game: str, wanted: dict[str, Any]) -> tuple[Any, Any]:
    """The panel's class, and the rules."""
    if game == "word-wars":
        from companion.app.games.word_wars import WordWarsPanel
        from companion.rules.word_wars import Lexicon, WordWars

        return WordWarsPanel, WordWars(Lexicon.of("small", wanted["words"]))
    from companion.rules.games import game_named

    if game == "dealer":
        from companion.app.screens import dealer

        dealer.PAUSE = wanted.get("pause", dealer.PAUSE)
        return dealer.DealerScreen, game_named("eleusis")
    name = game.replace("-", "_")
    module = import_module(f"companion.app.games.{name}")
    return getattr(module, "".join(word.title() for word in name.split("_")) + "Panel"), game_named(game)


def _app(language: Any, sent: list[str], unit: float, font: str) -> Any:
    """What a screen needs of the app; notes where it was sent."""
    from kivy.event import EventDispatcher

    from companion.app.widgets.dressed import Dressed

    class App(Dressed, EventDispatcher):
        snapshot = watch = None

        def go(self, name: str) -> None:
            sent.append(f"go {name}")

    app = App(unit=unit, font=font)
    app.language = language
    return app


def _played(rules: Any, wanted: dict[str, Any]) -> Any:
    """The game after the lines."""
    from companion.journal import Journal, Play, Source
    from companion.rules.game import Setup

    folder = tempfile.mkdtemp()
    setup = Setup(tuple(wanted["players"]), seed=wanted.get("seed"))
    play = Play.begin(Journal(Path(folder) / "j.sqlite", True), rules, setup, "test")
    for line in wanted["lines"]:
        play, _ = play.act(rules.parse_action(line), Source.TYPED)
    return play


def _settle() -> None:
    """Lets the clock run until what was started is laid out and drawn; what scrolls keeps a tap for a moment."""
    from kivy.base import EventLoop

    for _ in range(20):
        EventLoop.idle()
        time.sleep(0.02)


def _tap(panel: Any, what: str) -> None:
    """A finger on the button with that text, or on a cell of the board."""
    from kivy.core.window import Window
    from kivy.tests.common import UnitTestTouch

    if what.startswith("cell "):
        board = panel.ids.board
        column, row = map(int, what.removeprefix("cell ").split(","))
        left, bottom = board.place_of((column, row))
        place = left + board.side / 2, bottom + board.side / 2
    elif what.startswith("at "):
        label = next(label for label in _labels(Window) if label.text == what.removeprefix("at "))
        place = label.to_window(*label.center)
    else:
        buttons = [label for label in _labels(Window) if getattr(label, "face", None)]
        found = [button for button in buttons if what in (button.text, button.text.split("\n")[0])]
        assert found, f"no button {what!r} among {[label.text for label in _labels(Window)]}"
        assert not found[0].disabled, f"{what!r} is dimmed"
        place = found[0].to_window(*found[0].center)
    touch = UnitTestTouch(*place)
    touch.scale_for_screen(*Window.system_size)
    touch.touch_down()
    touch.touch_up()


def _labels(widget: Any) -> Iterator[Any]:
    """Everything with a text, in the order of the tree."""
    if getattr(widget, "text", ""):
        yield widget
    for child in reversed(widget.children):
        yield from _labels(child)


def _is_cut(label: Any) -> bool:
    """Whether a text is larger than its box, where it is not meant to be shortened."""
    wide, high = label.texture_size
    return not label.shorten and (wide > label.width + 1 or high > label.height + 1)


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
