"""Golden games as text, for every game: what the rules say of each line must be the file, to the letter.

Header lines: ``players Ann Ben``, ``option name value``, ``seed 7``, ``deal PILE AS 10H …``. ``#`` begins a comment,
``>`` an action (``> overrule: LINE`` lets an illegal one stand); indented lines answer it; last comes the result.
"""

from __future__ import annotations

from companion.rules.game import Finding, Game, Result, Setup


def told(finding: Finding) -> str:
    """A finding on one line: rule, reason, and its data by name."""
    data = " ".join(f"{name}={value}" for name, value in finding.data.items())
    return f"{finding.rule} {finding.reason}" + (f" {data}" if data else "")


def result_lines(result: Result) -> list[str]:
    """The last lines of a file."""
    points = ", ".join(f"{player} {points}" for player, points in result.points.items())
    return [f"  {'over' if result.over else 'not over'}: {points}", f"  won by {' '.join(result.winners) or 'nobody'}"]


def setup_of(lines: list[str]) -> Setup:
    """The setup that the header lines give."""
    players: tuple[str, ...] = ()
    options: dict[str, str] = {}
    deal: dict[str, tuple[str, ...]] = {}
    seed = None
    for line in lines:
        word, *rest = line.split()
        match word:
            case "players":
                players = tuple(rest)
            case "option":
                options[rest[0]] = rest[1]
            case "seed":
                seed = int(rest[0])
            case "deal":
                deal[rest[0]] = tuple(rest[1:])
            case _:
                raise ValueError(f"no header line: {line!r}")
    return Setup(players, options, seed, deal)


def replay(game: Game, text: str) -> str:
    """The file as the rules tell it: headers, comments and actions as they are, the answers anew."""
    lines = [line for line in text.splitlines() if not line.startswith(" ")]
    state = game.start(setup_of([line for line in lines if line and not line.startswith((">", "#"))]))
    out: list[str] = []
    for line in lines:
        out.append(line)
        if not line.startswith(">"):
            continue
        written = line[1:].strip()
        overruled = written.startswith("overrule: ")
        action = game.parse_action(written.removeprefix("overrule: "))
        ruling = game.verify(state, action)
        if ruling.undecided:
            out.append(f"  undecided: {', '.join(map(told, ruling.undecided))}")
        if ruling.broken:
            out.append(f"  illegal: {', '.join(map(told, ruling.broken))}")
            if not overruled:
                continue
        after = game.overrule(state, action) if overruled else game.apply(state, action)
        out += [f"  {told(finding)}" for finding in game.consequences(state, action, after)]
        state = after
    return "\n".join([*out, *result_lines(game.result(state))]) + "\n"
