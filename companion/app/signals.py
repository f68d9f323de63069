"""What is to be heard of a game, whichever screen is shown: plain Python, no window."""

from __future__ import annotations

from companion.app.screens.table_view import LONGEST_NAME, verdict_of
from companion.app.sounds import Signal
from companion.app.watch import Snapshot
from companion.journal import Kind
from companion.language import Language
from companion.rules import lock_the_entry
from companion.wording import Wording


def signals_of(before: Snapshot, now: Snapshot) -> tuple[Signal, ...]:
    """The tones of what is new: an entry that may be locked only now, a question, a ruling. A legal action is not heard
    beside a tone that must not be missed; what is taken back, and remarks, are not heard at all."""
    if before.play is None:  # a game that is opened again tells nothing new
        return ()
    told = list[Signal]()
    if _lockable(now) - _lockable(before):
        told.append("may_lock")
    known = {posed.question.key for posed in before.questions}
    if any(posed.question.key not in known for posed in now.questions):
        told.append("question")
    new = {one.entry.kind for one in now.news[len(before.news) :] if one.entry is not None}
    if Kind.REFUSED in new:
        told.append("illegal")
    elif new & {Kind.ACTION, Kind.REDO} and "may_lock" not in told:
        told.append("legal")
    return tuple(told)


def spoken_of(before: Snapshot, now: Snapshot, language: Language) -> str:
    """The ruling that is new, as a sentence; empty where there is none."""
    if before.play is None or now.play is None or len(now.news) == len(before.news):
        return ""
    return verdict_of(now.news, Wording.of(now.play.game.NAME, language, LONGEST_NAME)).headline


def _lockable(snapshot: Snapshot) -> frozenset[int]:
    play = snapshot.play
    return frozenset(play.state.lockable_numbers if play is not None and play.game.NAME == lock_the_entry.NAME else ())
