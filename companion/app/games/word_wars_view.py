"""What the panel of Word Wars shows, and what its taps put together: plain Python, no window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.app.games.offers import LONGEST, short
from companion.app.said import Choice
from companion.journal import Play as Game
from companion.language import Language
from companion.rules.word_wars import (
    TILES,
    UNKNOWN,
    Accept,
    Action,
    Cell,
    Forfeit,
    NewRound,
    Phase,
    Play,
    Refuse,
    Show,
    State,
    SuddenDeath,
    Tile,
    Tiles,
    Trade,
    can,
    describe,
    parse_action,
    write_action,
)
from companion.rules.word_wars.best import Proof
from companion.wording import Wording

MOVES, TRADE, PROOF, LAY, SURE = "moves", "trade", "proof", "lay", "sure"
_MOST_WORDS = 6  # of a proof


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player: points, tiles left in hand and pile in words, whether it is the player's move, and a win."""

    player: str
    points: str
    left: str
    acts: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules said to what was done last. fine: legal; None where nothing was done yet."""

    text: str = ""
    fine: bool | None = None


@dataclass(frozen=True, slots=True)
class WordWarsView:
    """The game at one moment. headline: whose matter it is; newest: cells of the newest word; wrong: tiles refused."""

    round: str
    seats: tuple[SeatView, ...]
    headline: str
    verdict: Verdict
    tiles: Mapping[Cell, Tile]
    newest: frozenset[Cell]
    wrong: Tiles = ()


@dataclass(frozen=True, slots=True)
class Flow:
    """What is being put together by taps.

    kind: which of the flows. letters: as tapped. cell, across: where a word is laid, from which cell on. line: what
    still has to be confirmed. proof: what the letters can play, once that was looked for; shown: which of its plays.
    """

    kind: str = MOVES
    letters: str = ""
    cell: Cell | None = None
    across: bool = True
    line: str = ""
    proof: Proof | None = None
    shown: int = 0


@dataclass(frozen=True, slots=True)
class Foot:
    """What there is to tap: a line that says what for, keys (letters, or words that were found), and moves."""

    told: str
    keys: tuple[Choice, ...]
    moves: tuple[Choice, ...]


def view_of(game: Game, language: Language) -> WordWarsView:
    """The game as all may see it."""
    state: State = game.game.view(game.state, None)
    wording = Wording(language, {}, LONGEST)
    lines = {finding.reason: finding for finding in describe(state)}
    winners = game.game.result(state).winners
    headline = wording.said(describe(state)[-1])
    if state.phase is Phase.GAME_OVER:
        headline = wording.standing(game.game.result(state))
    seats = tuple(
        SeatView(
            seat.player,
            str(seat.points),
            language.text("app_word_wars.left", hand=len(seat.hand), pile=len(seat.pile)),
            state.in_round and seat.player == state.turn,
            seat.player in winners,
        )
        for seat in state.seats
    )
    return WordWarsView(
        wording.said(lines["round"]), seats, headline, _verdict(game, wording), state.board, _newest(game), _wrong(game)
    )


def _verdict(game: Game, wording: Wording) -> Verdict:
    """What was refused and why; else the newest words, or what else came of the last action."""
    joint = wording.language.text("app_word_wars.joint")
    if game.refused is not None:
        return Verdict("× " + joint.join(wording.judged(finding) for finding in game.refused.findings), False)
    if not game.steps:
        return Verdict()
    step = game.steps[-1]
    words = [str(finding.data["word"]) for finding in step.consequences if finding.reason == "word"]
    others = [wording.said(finding) for finding in step.consequences if finding.reason not in ("word", "holds")]
    told = joint.join([" + ".join(words), *others] if words else others)
    return Verdict(("✓ " if step.entry.overruled is None else "") + told, not step.entry.findings)


def _newest(game: Game) -> frozenset[Cell]:
    """The cells of the last word that was laid in this round."""
    for step in reversed(game.steps):
        action = parse_action(step.entry.line or "")
        if isinstance(action, Play):
            return frozenset(cell for cell, _ in action.tiles)
        if isinstance(action, NewRound):
            break
    return frozenset()


def _wrong(game: Game) -> Tiles:
    """The tiles of a play that was just refused."""
    action = parse_action(game.refused.line or "") if game.refused is not None else None
    return action.tiles if isinstance(action, Play) else ()


def foot_of(flow: Flow, state: State, language: Language) -> Foot:
    """What there is to tap now."""
    told = {name: language.text(f"app_word_wars.{name}") for name in ("back", "erase", "look", "across", "down")}
    back, erase = Choice("back", told["back"]), Choice("erase", told["erase"], bool(flow.letters))
    player = short(state.turn)
    match flow.kind:
        case "trade":
            action = _trade(flow, state)
            send = _send(language.text("app_word_wars.trade_these", count=len(flow.letters)), state, action)
            text = language.text("app_word_wars.which_trade", player=player, letters=_spaced(flow.letters))
            return Foot(text, _letter_keys(unseen=True), (back, erase, send))
        case "lay":
            tiles = laid(flow, state)
            way = Choice("way", told["across" if flow.across else "down"], flow.cell is not None)
            lay = Choice("send", language.text("app_word_wars.lay_these"), bool(tiles))
            key = "which_cell" if flow.cell is None else "which_word"
            text = language.text(f"app_word_wars.{key}", player=player, letters=_spaced(flow.letters))
            return Foot(text, _letter_keys() if flow.cell is not None else (), (back, erase, way, lay))
        case "proof":
            return _proof_foot(flow, state, language, (back, erase), told["look"])
        case "sure":
            text = language.text("app_word_wars.sure", action=_named(parse_action(flow.line), state, language))
            return Foot(text, (), (back, Choice("send", language.text("app_word_wars.yes"))))
    return Foot("", (), tuple(_moves(state, language)))


def _proof_foot(flow: Flow, state: State, language: Language, common: tuple[Choice, ...], look: str) -> Foot:
    shows = Show(state.turn, tuple(flow.letters)) if flow.letters else None
    show = _send(language.text("app_word_wars.shows", player=short(state.turn)), state, shows)
    proof = flow.proof
    if proof is None:
        known = _known_hand(state)
        hand = (Choice("hand", language.text("app_word_wars.hand_shown")),) if known else ()
        text = language.text("app_word_wars.which_hand", player=short(state.turn), letters=_spaced(flow.letters))
        return Foot(text, _letter_keys(), (*common, *hand, Choice("look", look, bool(flow.letters)), show))
    if not proof.best:
        text = language.text("app_word_wars.no_word", letters=_spaced(flow.letters))
        return Foot(text, (), (common[0], show))
    key = "some_words" if proof.whole else "many_words"
    text = language.text(f"app_word_wars.{key}", count=proof.count, letters=_spaced(flow.letters))
    first = {play.words[0]: number for number, play in reversed(tuple(enumerate(proof.best)))}
    longest = sorted((number, word) for word, number in first.items())[:_MOST_WORDS]
    return Foot(text, tuple(Choice(f"play {number}", word) for number, word in longest), (common[0], show))


def stepped(flow: Flow, key: str, state: State) -> tuple[Flow, str]:
    """The flow after a tap, and the action line that the tap says, empty where it says none."""
    kind, _, rest = key.partition(" ")
    match kind:
        case "back":
            return (replace(flow, proof=None) if flow.proof is not None else Flow()), ""
        case "erase":
            return replace(flow, letters=flow.letters[:-1], proof=None), ""
        case "letter":
            return replace(flow, letters=flow.letters + rest), ""
        case "way":
            return replace(flow, across=not flow.across), ""
        case "hand":
            return replace(flow, letters="".join(sorted(_known_hand(state)))), ""
        case "play":
            return replace(flow, shown=int(rest)), ""
        case "flow":
            return Flow(rest), ""
        case "sure":
            return Flow(SURE, line=rest), ""
        case "do":
            return Flow(), rest
        case "send":
            return Flow(), _line_of(flow, state)
    return flow, ""


def touched(flow: Flow, cell: Cell, state: State) -> Flow:
    """The flow after a tap on a cell of the board: a word is laid from there on; the same cell again turns it."""
    if state.phase not in (Phase.PLAY, Phase.SUDDEN_DEATH) or flow.kind not in (MOVES, LAY):
        return flow
    if flow.kind == LAY and flow.cell == cell:
        return replace(flow, across=not flow.across)
    return Flow(LAY, flow.letters, cell, flow.across)


def laid(flow: Flow, state: State) -> Tiles:
    """The letters of a word being laid on the empty cells from its first one on; or the play that the proof shows."""
    if flow.kind == PROOF and flow.proof is not None and flow.proof.best:
        return flow.proof.best[flow.shown].tiles
    if flow.kind != LAY or flow.cell is None:
        return ()
    column, row = flow.cell
    tiles: list[tuple[Cell, Tile]] = []
    for letter in flow.letters:
        while (column, row) in state.board:
            column, row = (column + 1, row) if flow.across else (column, row + 1)
        tiles.append(((column, row), letter))
        column, row = (column + 1, row) if flow.across else (column, row + 1)
    return tuple(tiles)


def _line_of(flow: Flow, state: State) -> str:
    """The action line that a finished flow says."""
    match flow.kind:
        case "trade":
            return write_action(Trade(state.turn, tuple(flow.letters)))
        case "lay":
            return write_action(Play(state.turn, laid(flow, state)))
        case "proof":
            return write_action(Show(state.turn, tuple(flow.letters)))
    return flow.line


def _moves(state: State, language: Language) -> list[Choice]:
    """What can be done now by a tap. What ends a round is asked again."""
    player = state.turn
    if state.phase is Phase.GAME_OVER:
        return []
    if state.phase is Phase.ROUND_OVER:
        return [_do(NewRound(), state, language)]
    if state.phase is Phase.ANSWER:
        return [_do(Accept(player), state, language), _do(Refuse(player), state, language)]
    seat = next(seat for seat in state.seats if seat.player == player)
    may_trade = bool(seat.hand) and can(state, Trade(player, seat.hand[:1]))
    trade = Choice(f"flow {TRADE}", language.text("app_word_wars.trade"), may_trade)
    forfeit = _do(Forfeit(player), state, language, sure=True)
    if state.phase is Phase.REFUSED:
        return [trade, forfeit]
    lay = Choice(f"flow {LAY}", language.text("app_word_wars.lay"))
    proof = Choice(f"flow {PROOF}", language.text("app_word_wars.is_there_a_word"))
    if state.phase is Phase.SUDDEN_DEATH:
        return [lay, proof, forfeit]
    return [lay, proof, trade, _do(SuddenDeath(player), state, language, sure=True), forfeit]


def _do(action: Action, state: State, language: Language, sure: bool = False) -> Choice:
    key = f"{'sure' if sure else 'do'} {write_action(action)}"
    return Choice(key, _named(action, state, language), can(state, action))


def _named(action: Action, state: State, language: Language) -> str:
    """An action on a button. Giving up is called by what it means at that moment."""
    names = {Accept: "accept", Refuse: "refuse", SuddenDeath: "sudden_death", NewRound: "new_round"}
    name = names.get(type(action), "forfeit")
    if isinstance(action, Forfeit) and state.phase is Phase.SUDDEN_DEATH:
        name = "not_all_used"
    elif isinstance(action, Forfeit) and state.alone:
        name = "no_other_word"
    return language.text(f"app_word_wars.{name}", player=short(state.turn))


def _send(text: str, state: State, action: Action | None) -> Choice:
    return Choice("send", text, action is not None and can(state, action))


def _trade(flow: Flow, state: State) -> Trade | None:
    return Trade(state.turn, tuple(flow.letters)) if flow.letters else None


def _known_hand(state: State) -> Sequence[Tile]:
    """The hand of the player whose turn it is, if all of it is known."""
    hand = next(seat.hand for seat in state.seats if seat.player == state.turn)
    return () if UNKNOWN in hand else hand


def _letter_keys(unseen: bool = False) -> tuple[Choice, ...]:
    return tuple(Choice(f"letter {letter}", letter) for letter in (*TILES, *((UNKNOWN,) if unseen else ())))


def _spaced(letters: str) -> str:
    return " ".join(letters) or "–"
