"""How every screen looks: its colours, and sizes that follow the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

Colour = tuple[float, float, float, float]  # red, green, blue, alpha, 0..1

_DESIGN_SIDE = 800.0  # the shorter side of the window for which the sizes are written, px
_LEAST_UNIT, _MOST_UNIT = 0.72, 2.7


@dataclass(frozen=True)
class Theme:
    """The colours of the screens; what is told apart by them differs in brightness too, for those who see no hues.

    certain: also what is legal; refused: what a rule forbids; button, chosen: of a button, and of the one that was
    taken; on_colour: of letters on certain, asked, refused and chosen; lines: of players, who choose from them, and
    whose lines in a chart are dashed differently besides; players, colours: who plays, and the place of each one's
    colour among the lines.
    """

    ground: Colour = (0.075, 0.09, 0.12, 1)
    panel: Colour = (0.12, 0.14, 0.18, 1)
    line: Colour = (0.26, 0.30, 0.36, 1)
    text: Colour = (0.95, 0.96, 0.97, 1)
    quiet: Colour = (0.66, 0.71, 0.77, 1)
    certain: Colour = (0.32, 0.80, 0.45, 1)
    asked: Colour = (1.0, 0.72, 0.20, 1)
    refused: Colour = (0.98, 0.45, 0.38, 1)
    button: Colour = (0.19, 0.23, 0.30, 1)
    chosen: Colour = (0.55, 0.76, 1.0, 1)
    on_colour: Colour = (0.06, 0.08, 0.10, 1)
    lines: tuple[Colour, ...] = (
        *((0.36, 0.66, 1.0, 1), (1.0, 0.64, 0.15, 1), (0.30, 0.80, 0.60, 1), (0.96, 0.90, 0.42, 1)),
        *((0.87, 0.55, 0.78, 1), (0.92, 0.42, 0.20, 1), (0.80, 0.83, 0.87, 1), (0.90, 0.20, 0.80, 1)),
    )
    players: tuple[str, ...] = ()
    colours: tuple[int, ...] = ()

    def of_seat(self, seat: int) -> Colour:
        """The colour of a player by seat, from 0."""
        return self.lines[self.colours[seat] if seat < len(self.colours) else seat % len(self.lines)]

    def of_player(self, player: str) -> Colour:
        """The colour of a player by name; none is seen of who does not play."""
        return self.of_seat(self.players.index(player)) if player in self.players else (0, 0, 0, 0)

    def judged(self, certain: bool) -> Colour:
        """The colour of what is certain, or of what is asked."""
        return self.certain if certain else self.asked


PALETTES: Mapping[str, Theme] = MappingProxyType(
    {
        "night": Theme(),
        "blue_amber": Theme(  # what is legal, asked and refused is told apart without red and green
            certain=(0.36, 0.66, 1.0, 1),
            asked=(1.0, 0.90, 0.35, 1),
            refused=(0.90, 0.44, 0.10, 1),
            chosen=(0.93, 0.93, 0.96, 1),
        ),
        "teal_rose": Theme(  # … without blue and yellow
            certain=(0.10, 0.72, 0.66, 1),
            asked=(1.0, 0.88, 0.80, 1),
            refused=(0.98, 0.38, 0.42, 1),
            chosen=(0.75, 0.72, 0.95, 1),
        ),
        "daylight": Theme(  # … by any of them, in bright light
            ground=(0.95, 0.95, 0.94, 1),
            panel=(1.0, 1.0, 1.0, 1),
            line=(0.70, 0.72, 0.75, 1),
            text=(0.08, 0.09, 0.11, 1),
            quiet=(0.33, 0.36, 0.40, 1),
            certain=(0.0, 0.36, 0.72, 1),
            asked=(0.62, 0.38, 0.0, 1),
            refused=(0.45, 0.0, 0.22, 1),
            button=(0.87, 0.89, 0.92, 1),
            chosen=(0.10, 0.12, 0.16, 1),
            on_colour=(1.0, 1.0, 1.0, 1),
            lines=(
                *((0.0, 0.36, 0.72, 1), (0.72, 0.36, 0.0, 1), (0.0, 0.45, 0.34, 1), (0.60, 0.0, 1.0, 1)),
                *((0.35, 0.05, 0.0, 1), (0.50, 0.45, 0.65, 1), (0.10, 0.0, 0.60, 1), (0.30, 0.05, 0.35, 1)),
            ),
        ),
    }
)
"""The themes by the names under which they are chosen; the first is the one without a choice."""

COLOURS = len(Theme().lines)
"""From how many a player chooses; as many as may play, so that all can have their own."""


def scale_for(width: float, height: float) -> float:
    """The factor from the sizes a screen is written in to pixels, in a window of that size (px)."""
    return max(_LEAST_UNIT, min(_MOST_UNIT, min(width, height) / _DESIGN_SIDE))
