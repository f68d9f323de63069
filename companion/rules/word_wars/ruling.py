"""The ruling on an action: every rule that it breaks, and what cannot be decided because a tile is unknown."""

from __future__ import annotations

from collections import Counter

from companion.rules.game import Judgement, Player, Ruling
from companion.rules.word_wars.board import in_line, neighbours, without_gap, words_formed
from companion.rules.word_wars.finder import Tiles, find_play
from companion.rules.word_wars.notation import write_tiles
from companion.rules.word_wars.state import (
    NEW_TILES,
    TILES,
    UNKNOWN,
    Accept,
    Action,
    Forfeit,
    NewRound,
    Phase,
    Play,
    Refuse,
    Ruleset,
    Seat,
    Show,
    State,
    SuddenDeath,
    Tile,
    Trade,
)

CENTRE = (0, 0)


def verify(state: State, action: Action) -> Ruling:
    """The ruling on an action: legal, or every rule it breaks; what cannot be decided from the state is listed too."""
    match action:
        case Play():
            judgement = Judgement(("WW-1", "WW-2", "WW-3", "WW-7", "WW-10", "WW-11"))
            _judge_play(judgement, state, action)
        case Trade():
            judgement = Judgement(("WW-1", "WW-2", "WW-6", "WW-7", "WW-10", "WW-11"))
            _judge_trade(judgement, state, action)
        case Forfeit():
            judgement = Judgement(("WW-1", "WW-2", "WW-4", "WW-7", "WW-10", "WW-11"))
            _judge_forfeit(judgement, state, action)
        case SuddenDeath():
            judgement = Judgement(("WW-1", "WW-2", "WW-5", "WW-7", "WW-10", "WW-11"))
            _judge_sudden_death(judgement, state, action)
        case Accept() | Refuse():
            judgement = Judgement(("WW-1", "WW-10", "WW-11"))
            _judge_answer(judgement, state, action.player)
        case Show():
            judgement = Judgement(("WW-1", "WW-2", "WW-11"))
            _judge_show(judgement, state, action)
        case NewRound():
            judgement = Judgement(("WW-11",))
            judgement.require(not state.in_round, "WW-11", "round_goes_on", round=state.round)
            judgement.require(state.phase is not Phase.GAME_OVER, "WW-11", "game_over")
    return judgement.ruling()


def can(state: State, action: Action) -> bool:
    """Whether no rule is known to forbid the action."""
    return verify(state, action).legal


def existing_play(state: State, seat: Seat) -> Tiles | None:
    """A legal play of the known tiles of a hand, or None where they make no word (WW-4)."""
    return find_play(state.board, seat.hand, state.lexicon, state.options.first_word_centre)


def _judge_seat(judgement: Judgement, state: State, player: Player) -> Seat | None:
    """The player's seat, in a round that goes on."""
    judgement.require(state.phase is not Phase.GAME_OVER, "WW-11", "game_over")
    judgement.require(state.phase is not Phase.ROUND_OVER, "WW-11", "round_over", round=state.round)
    seat = state.seat(player)
    judgement.require(seat is not None, "WW-1", "not_a_player", player=player)
    return seat


def _judge_turn(judgement: Judgement, state: State, player: Player) -> Seat | None:
    """The seat of a player in a round, whose turn it should be, with no Sudden Death waiting for its answer."""
    seat = _judge_seat(judgement, state, player)
    if seat is None or not state.in_round:
        return None
    if state.phase is Phase.ANSWER:
        judgement.require(False, "WW-10", "awaiting_answer", player=state.turn)
    elif player != state.turn:
        judgement.require(state.phase is Phase.PLAY, "WW-10", "other_plays_on", player=state.turn)
        judgement.require(not state.alone, "WW-7", "other_plays_alone", player=state.turn)
        ordinary = state.phase is Phase.PLAY and not state.alone
        judgement.require(not ordinary, "WW-2", "not_your_turn", player=state.turn)
    return seat


def _judge_play(judgement: Judgement, state: State, action: Play) -> None:
    seat = _judge_turn(judgement, state, action.player)
    judgement.require(state.phase is not Phase.REFUSED, "WW-10", "must_trade_or_forfeit", player=action.player)
    letters = _judge_letters(judgement, tuple(tile for _, tile in action.tiles))
    if seat is not None:
        _judge_held(judgement, state, seat, letters, laid=True)
        _judge_count(judgement, seat, len(action.tiles))
    cells = tuple(cell for cell, _ in action.tiles)
    for (column, row), count in Counter(cells).items():
        judgement.require((column, row) not in state.board, "WW-3", "occupied", column=column, row=row)
        judgement.require(count == 1, "WW-3", "cell_twice", column=column, row=row)
    judgement.require(in_line(cells), "WW-3", "not_in_line")
    if state.board:
        joined = any(beside in state.board for cell in cells for beside in neighbours(cell))
        judgement.require(joined, "WW-3", "not_joined")
    else:
        judgement.require(len(cells) > 1, "WW-3", "one_tile")
        off_centre = state.options.first_word_centre and CENTRE not in cells
        judgement.require(not off_centre, "WW-3", "not_on_centre")
    if in_line(cells):
        whole = without_gap(state.board, cells)
        judgement.require(whole, "WW-3", "gap")
        if whole and len(set(cells)) == len(cells) and not any(cell in state.board for cell in cells):
            for word in dict.fromkeys(words_formed(state.board, action.tiles)):
                judgement.require(word in state.lexicon, "WW-3", "not_a_word", word=word, lexicon=state.lexicon.name)


def _judge_letters(judgement: Judgement, tiles: tuple[Tile, ...], *also: Tile) -> list[Tile]:
    """Those of the tiles that there are in the game; the others are noted under WW-1."""
    for tile in sorted(set(tiles) - TILES.keys() - set(also)):
        judgement.require(False, "WW-1", "not_a_tile", tile=tile)
    return [tile for tile in tiles if tile in TILES or tile in also]


def _judge_held(judgement: Judgement, state: State, seat: Seat, letters: list[Tile], laid: bool = False) -> None:
    """WW-2: the letters come from the hand; those that nobody has seen must be among the tiles there are (WW-1). laid:
    they lie on the table, so that, where only the other player's hand seems to hold the last of a letter, it may be
    that one that was read wrongly: nobody can say.
    """
    missing = Counter(letters) - Counter(seat.hand)
    if not missing:
        return
    unseen = seat.hand.count(UNKNOWN) - letters.count(UNKNOWN)
    held = None if missing.total() <= unseen else False
    tiles = "".join(sorted(missing.elements()))
    judgement.require(held, "WW-2", "not_in_hand", player=seat.player, tiles=tiles)
    own = Counter((*state.board.values(), *seat.hand, *seat.pile))
    other = state.opponent(seat.player)
    known = own + Counter((*other.hand, *other.pile))
    for letter, count in sorted(missing.items()):
        there = TILES.get(letter, len(NEW_TILES))
        doubtful = laid and own[letter] + count <= there
        enough = True if known[letter] + count <= there else None if doubtful else False
        judgement.require(enough, "WW-1", "too_many", tile=letter, count=there)


def _judge_count(judgement: Judgement, seat: Seat, count: int) -> None:
    """WW-2: no more tiles leave the hand than it holds, whichever they are."""
    judgement.require(count <= len(seat.hand), "WW-2", "too_few_tiles", player=seat.player, count=len(seat.hand))


def _judge_trade(judgement: Judgement, state: State, action: Trade) -> None:
    seat = _judge_turn(judgement, state, action.player)
    judgement.require(state.options.ruleset == Ruleset.FINAL, "WW-6", "initial_rules")
    if seat is None:
        return
    tiles = _judge_letters(judgement, action.tiles, UNKNOWN)
    if state.chance is None:  # where tiles are only seen, any of the hand may be the one that nobody saw
        tiles = [tile for tile in tiles if tile != UNKNOWN]
    _judge_held(judgement, state, seat, tiles)
    _judge_count(judgement, seat, len(action.tiles))
    judgement.require(state.phase is not Phase.SUDDEN_DEATH, "WW-10", "no_trade", player=seat.player)
    if state.alone and seat.player == state.turn and existing_play(state, seat) is None:
        # WW-7 ends where no word can be made: only a player who can make one still has a turn to trade in.
        unseen = UNKNOWN in seat.hand
        judgement.require(unseen, "WW-7", "no_word_left", player=seat.player)
        judgement.require(None if unseen else True, "WW-7", "hand_unseen", player=seat.player)


def _judge_forfeit(judgement: Judgement, state: State, action: Forfeit) -> None:
    seat = _judge_turn(judgement, state, action.player)
    if seat is None:
        return
    if state.phase is Phase.SUDDEN_DEATH:
        _judge_no_word(judgement, state, seat, "WW-10", "can_go_on")
    elif state.alone:
        _judge_no_word(judgement, state, seat, "WW-7", "can_play_on")
    elif state.phase is Phase.PLAY:  # after a refusal (WW-10) the claim was made already
        _judge_no_word(judgement, state, seat, "WW-4", "can_make_a_word")


def _judge_no_word(judgement: Judgement, state: State, seat: Seat, rule: str, reason: str) -> None:
    """The claim that a hand makes no word: refuted by a play that it has, open while tiles of it are unknown."""
    play = existing_play(state, seat)
    if play is not None:
        words = " ".join(words_formed(state.board, play))
        judgement.require(False, rule, reason, player=seat.player, play=write_tiles(play), words=words)
    else:
        judgement.require(None if UNKNOWN in seat.hand else True, rule, "hand_unseen", player=seat.player)


def _judge_sudden_death(judgement: Judgement, state: State, action: SuddenDeath) -> None:
    seat = _judge_turn(judgement, state, action.player)
    judgement.require(state.options.ruleset == Ruleset.FINAL, "WW-5", "initial_rules")
    judgement.require(state.phase is not Phase.REFUSED, "WW-10", "must_trade_or_forfeit", player=action.player)
    judgement.require(state.phase is not Phase.SUDDEN_DEATH, "WW-10", "called_already")
    if seat is not None:
        other = state.opponent(seat.player)
        judgement.require(not (state.in_round and other.out), "WW-7", "other_is_out", player=other.player)
        _judge_no_word(judgement, state, seat, "WW-5", "can_make_a_word")


def _judge_answer(judgement: Judgement, state: State, player: Player) -> None:
    _judge_seat(judgement, state, player)
    asked = state.phase is Phase.ANSWER and player == state.turn
    judgement.require(asked, "WW-10", "not_asked", player=player)


def _judge_show(judgement: Judgement, state: State, action: Show) -> None:
    seat = _judge_seat(judgement, state, action.player)
    letters = _judge_letters(judgement, action.tiles)
    if seat is None:
        return
    same = len(action.tiles) == len(seat.hand)
    judgement.require(same, "WW-2", "other_number", player=seat.player, count=len(seat.hand), shown=len(action.tiles))
    known = Counter(tile for tile in seat.hand if tile != UNKNOWN)
    lacking = "".join(sorted((known - Counter(action.tiles)).elements()))
    judgement.require(not lacking, "WW-2", "not_shown", player=seat.player, tiles=lacking)
    _judge_held(judgement, state, seat, letters)
