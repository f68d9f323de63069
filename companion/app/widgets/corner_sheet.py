"""The whole window for one picture, on which the corners of the table are tapped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.graphics import Color, Line
from kivy.lang import Builder
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.modalview import ModalView

from companion.app.arrangement import Corner
from companion.app.marking import CORNERS, Marking
from companion.app.said import Choice
from companion.app.widgets.dressed import Dressed
from companion.app.widgets.live_picture import LivePicture
from companion.app.widgets.pointer import Pointing
from companion.language import Language
from vision.photo import Picture

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_STEP = 0.01  # of the picture's width or height, for each press of an arrow
_CROSS = 18  # px from the middle of the pointer to its ends


class CornerPicture(Pointing, LivePicture):
    """A picture that can be tapped. tap: is called with the place, as shares of the picture's width and height."""

    tap = ObjectProperty(lambda corner: None)

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.bind(pointer=lambda *_: self._mark())

    def first_place(self) -> Corner:
        """The middle."""
        return 0.5, 0.5

    def stepped(self, place: Corner, columns: int, rows: int) -> Corner:
        """A little further, on the picture still."""
        across, down = (min(1.0, max(0.0, at + _STEP * by)) for at, by in zip(place, (columns, rows), strict=True))
        return across, down

    def tap_at(self, place: Corner) -> None:
        """As by a finger."""
        self.tap(place)

    def _mark(self) -> None:
        super()._mark()
        if self.pointer is None or self._frame is None:
            return
        left, bottom, scale = self._place(self._frame)
        height, width = self._frame.shape[:2]
        x, y = left + self.pointer[0] * width * scale, bottom + (1 - self.pointer[1]) * height * scale
        for colour, line in ((self.theme.on_colour, 3.0), (self.theme.asked, 1.5)):
            self._marks.add(Color(*colour))
            self._marks.add(Line(points=[x - _CROSS, y, x + _CROSS, y], width=line))
            self._marks.add(Line(points=[x, y - _CROSS, x, y + _CROSS], width=line))

    def on_touch_down(self, touch: Any) -> bool:
        """Tells where it was tapped."""
        corner = self.share_at(*touch.pos)
        if corner is not None:
            self.tap(corner)
        return corner is not None


class CornerSheet(Dressed, ModalView):
    """Calls `marked` with the corners once they are agreed on, with none where the whole picture is the table."""

    said = StringProperty()
    choices, edge = ListProperty(), ListProperty()

    def __init__(
        self,
        owner: Dressed,
        language: Language,
        corners: tuple[Corner, ...],
        marked: Callable[[tuple[Corner, ...]], None],
    ) -> None:
        """owner: whose look it has; corners: those that were marked before."""
        self._language, self._marked, self._marking = language, marked, Marking(corners)
        super().__init__(**owner.dress)
        self._tell()

    def show(self, frame: Picture) -> None:
        """The newest picture (BGR)."""
        self.ids.picture.show(frame, ())

    def tap(self, corner: Corner) -> None:
        """A place on the picture was tapped."""
        self._marking = self._marking.tapped(corner)
        self._tell()

    def choose(self, key: str) -> None:
        """A button was tapped."""
        if key == "undo":
            self._marking = self._marking.undone()
            self._tell()
            return
        self.dismiss()
        if key != "cancel":
            self._marked(self._marking.corners if key == "done" else ())

    def _tell(self) -> None:
        text, marking = self._language.text, self._marking
        self.edge = [list(corner) for corner in marking.corners]
        self.said = text(marking.asks, number=len(marking.corners) + 1, corners=CORNERS)
        self.choices = [
            Choice("undo", text("table_screen.undo"), bool(marking.corners)),
            Choice("whole", text("setup.whole_picture")),
            Choice("done", text("setup.corners_done"), marking.whole),
            Choice("cancel", text("app.cancel")),
        ]
