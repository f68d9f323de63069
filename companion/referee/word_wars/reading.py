"""What the table shows of Word Wars: words laid, racks held before the camera, tiles that are traded, a table cleared.

The letters on the table are matched with those of the game, however the grid lies; what is more of them is being laid.
A row apart with as many tiles as a hand is a rack: that of the player whose turn it is, unless it can only be the
other's. Fewer tiles of a hand, laid apart after its rack was shown, are traded. What is only said is asked, once it is
needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.referee.desk import Desk, GameReading, Question
from companion.referee.naming import NOTHING_THERE
from companion.referee.things import Event, Thing
from companion.referee.word_wars import plays, racks
from companion.referee.word_wars.last_play import LastPlay
from companion.referee.word_wars.lattice import Cell, Grid, loose_groups, read_grid, spacing
from companion.referee.word_wars.lying_tiles import Group, Lying, have_slid, is_beside
from companion.referee.word_wars.unread_trade import UnreadTrade
from companion.referee.word_wars.upright import upright
from companion.rules.game import Value
from companion.rules.word_wars import (
    NEW_TILES,
    TILES,
    UNKNOWN,
    Accept,
    Forfeit,
    NewRound,
    Phase,
    Play,
    Refuse,
    Show,
    State,
    SuddenDeath,
    Tile,
    Trade,
    apply,
    can,
)
from vision.sightings import FloatArray, Kind

_NAMED_BY = 1.2  # seconds that a tile may lie unread before somebody is asked
_LAID_BY = 0.6  # seconds without a change after which what lies there counts where it can only mean one thing
_MISLAID_BY = 2.0  # the same, where it breaks a rule or may mean several things: more may be coming
_CLEARED_FOR = 0.9  # seconds without a tile of the grid until the table counts as cleared
_CLAIMED_BY = 1.4  # seconds after a rack that makes no word was taken away: then it is asked what its player does
_MISSED = 0.25  # share of the tiles that may be missed for a moment while nothing is under way
_LOOSE = 1.18  # sides from tile to tile: laid wider, tiles are no word


class WordWarsReading(GameReading):
    """Reads the table for one game."""

    kinds = frozenset({Kind.TILE})

    def __init__(self) -> None:
        self._board: Mapping[Cell, Tile] | None = None
        self._lying = Lying()
        self._grid_lies = False
        self._cells: dict[int, Cell] = {}
        self._sorted_at: dict[int, FloatArray] = {}
        self._refused: frozenset[tuple[Cell, Tile]] = frozenset()
        self._taken_back: frozenset[tuple[Cell, Tile]] = frozenset()
        self._piled = plays.Piled()
        self._last = LastPlay()
        self._known: Mapping[Cell, Tile] = {}
        self._turn = ""
        self._explained: set[int] = set()
        self._rack: racks.Rack | None = None
        self._rack_seen = 0.0
        self._leaving: Group | None = None
        self._unread = UnreadTrade()
        self._grid_seen: float | None = None
        self._asked: dict[str, State] = {}

    def look(self, events: Sequence[Event], desk: Desk) -> None:
        """See `GameReading.look`."""
        tiles = [thing for thing in desk.table.things if not thing.covered]
        self._explained &= {tile.number for tile in tiles}
        self._take_back_questions(desk)
        self._last.watch(desk)
        if events or have_slid(tiles, self._sorted_at):
            self._board = None  # which the tiles were matched with: they have changed
        if self._rack is not None and not self._rack.tiles.isdisjoint(tile.number for tile in tiles):
            self._rack_seen = desk.time
        unsettled = {tile.number for tile in tiles if not desk.table.settled(tile.number)}
        at_rest = len(unsettled) <= _MISSED * len(tiles)
        if at_rest and self._board is not desk.state.board:
            self._find(upright(tiles), desk)
        if self._grid_lies:
            self._grid_seen = desk.time
        if not at_rest or not unsettled.isdisjoint(self._lying.numbers):
            return
        if self._lying.numbers:  # else no letter is looked at
            tiles = upright(tiles)
        by_number = {tile.number: tile for tile in tiles}
        apart = [[by_number[number] for number in group] for group in self._lying.apart]
        unread = [g for g in apart if racks.tells_enough(g, desk.state) and not self._may_be_word(g, desk.state)]
        self._name_letters(tiles, {tile.number for group in unread for tile in group}, desk)
        self._between_rounds(desk)
        for group in apart:
            if group in unread:
                self._rack_unread(group, desk)
            elif desk.state.in_round and all(tile.sighting.certain for tile in group):
                self._apart(group, desk)
            elif self._is_away(group, desk.state) and not self._may_be_word(group, desk.state):
                self._leaving = None if self._unread.lie(group, desk) else self._leaving
        self._taken_away(desk)
        self._laid({cell: by_number[number] for cell, number in self._lying.new}, desk)
        self._claim(desk)
        self._known, self._turn = desk.state.board, desk.state.turn

    def answered(self, question: Question, answer: str, desk: Desk) -> None:
        """See `GameReading.answered`."""
        any_letter = question.reason == "which_letter" and answer in TILES
        if answer not in question.choices and not any_letter:
            desk.ask(question)
            return
        state: State = desk.state
        tiles = upright([tile for number in question.things if (tile := desk.table.thing(number)) is not None])
        letters = tuple(str(question.data.get("tiles", "")))
        match question.reason, answer:
            case "which_letter", "other":
                rest = tuple(letter for letter in TILES if letter not in question.choices)
                choices = (*rest, NOTHING_THERE)
                desk.ask(Question(question.key, question.reason, question.data, choices, question.things))
            case "which_letter", _ if answer == NOTHING_THERE:
                desk.table.dismiss(question.things[0], desk.time)
            case "which_letter", _:
                self._named(question.things[0], answer, desk)
            case "tiles_apart", _:
                self._meant(answer, tiles, letters, desk)
            case "which_word" | "which_first", _ if tiles:
                self._word_told(question.reason, answer, tiles, desk)
            case "how_many_traded", _:
                self._redrawn(answer, letters, question.things, desk)
            case _, "forfeit":
                desk.do(Forfeit(state.turn))
            case _, "sudden_death":
                if desk.do(SuddenDeath(state.turn)).legal:
                    data = {"player": desk.state.turn}
                    self._ask(Question("answer", "sudden_death_answer", data, ("accepted", "refused")), desk)
            case "sudden_death_answer", _:
                desk.do((Accept if answer == "accepted" else Refuse)(state.turn))
                self._rack = self._rack and self._rack.then(state, desk.state)

    def _named(self, number: int, letter: Tile, desk: Desk) -> None:
        """It is said which letter a tile is; one that may have been traded may be gone by now."""
        here = desk.table.name(number, letter, desk.time) is not None
        if not here and (tiles := self._unread.named(number, letter, desk)):
            self._trade_or_ask(self._group(tiles, desk), desk)

    def _group(self, tiles: Sequence[Thing], desk: Desk) -> Group:
        """Tiles apart, and what they may be."""
        numbers, meanings = tuple(tile.number for tile in tiles), tuple(self._meanings(tiles, desk))
        return Group(desk.state, numbers, racks.letters_of(tiles), meanings)

    def corrected(self, desk: Desk) -> None:
        """See `GameReading.corrected`. Tiles of a play that was taken back mean nothing as long as no other is new."""
        board = desk.state.board
        self._taken_back = frozenset((cell, tile) for cell, tile in self._known.items() if cell not in board)
        if board and self._turn != desk.state.turn:
            for group in self._lying.apart:
                self._explain(group)  # tiles of a trade that was told, or taken back
        self._known, self._board = board, None
        self._rack, self._leaving, self._grid_seen = None, None, None
        self._take_back_questions(desk)

    def shifted(self, matrix: NDArray[np.float64]) -> None:
        """See `GameReading.shifted`."""
        if self._rack is not None:
            self._rack = self._rack.shifted(matrix)

    def _ask(self, question: Question, desk: Desk) -> None:
        """A question that stands as long as the game stays as it is, and is put once."""
        if self._asked.get(question.key) is not desk.state:
            self._asked[question.key] = desk.state
            desk.ask(question)

    def _explain(self, numbers: Sequence[int]) -> None:
        """These tiles mean nothing more than they did."""
        self._explained |= set(numbers)
        self._board = None

    def _take_back_questions(self, desk: Desk) -> None:
        for key, state in list(self._asked.items()):
            if state is not desk.state:
                desk.settle(key)
                del self._asked[key]

    def _find(self, tiles: Sequence[Thing], desk: Desk) -> None:
        """Sorts the tiles: those of the game, those that are new in its grid, and those that lie apart. What has no
        letter is one of them only beside others: the grain of a table looks like a tile."""
        state: State = desk.state
        seen = [tile.sighting for tile in tiles]
        grid = read_grid(seen, state.board)
        self._board, self._grid_lies = state.board, grid is not None
        if grid is None:
            grid = Grid({}, 0, tuple(loose_groups(seen, range(len(seen)))))
        self._sorted_at = {tile.number: tile.sighting.outline for tile in tiles}
        self._cells = {tiles[place].number: cell for place, cell in grid.cells.items()}
        read = {tile.number for tile in tiles if tile.sighting.name is not None}
        occupied = frozenset(self._cells.values())
        new = {
            cell: number
            for number, cell in self._cells.items()
            if cell not in state.board and (number in read or is_beside(cell, occupied))
        }
        apart = [tuple(tiles[place].number for place in group) for group in grid.aside]
        if self._rack is None or self._rack.state is not state:  # else it may be traded
            apart = [group for group in apart if not read.isdisjoint(group)]
        joined = any(is_beside(cell, state.board) for cell in new)
        near = [tile for tile in tiles if tile.number in new.values()]
        if new and (not joined or racks.is_rack_beside(near, new, state)):
            apart, new = [*apart, tuple(new.values())], {}
        if max(map(len, (new, *apart)), default=0) > len(NEW_TILES):
            apart, new = [], {}  # the grid is taken for new tiles: nobody has so many
        self._lying = self._lying.then(
            {cell: number for cell, number in new.items() if number not in self._explained},
            [group for group in apart if not self._explained.issuperset(group)],
            desk.time,
        )
        if not self._lying.numbers:
            self._refused = self._taken_back = frozenset()

    def _name_letters(self, tiles: Sequence[Thing], unneeded: Container[int], desk: Desk) -> None:
        """A letter that is needed and cannot be read surely is told by the play that it belongs to, else asked for."""
        by_number = {tile.number: tile for tile in tiles}
        laid = {cell: by_number[number] for cell, number in self._lying.new}
        under_way = self._under_way(laid.values(), desk)
        complete = not under_way and self._lying.quiet(laid.values(), desk.time) >= _LAID_BY
        told = {t.number for t in plays.told_by_play(laid, desk.state)} if complete and desk.state.in_round else set()
        waiting = set() if complete else {tile.number for tile in laid.values()}
        for tile in tiles:
            key = plays.letter_key(tile)
            if tile.sighting.certain or tile.number not in self._lying.numbers or tile.number in unneeded:
                desk.settle(key)
            elif tile.number in told:
                desk.table.name(tile.number, str(tile.sighting.name), desk.time)
            elif desk.time - tile.since > _NAMED_BY and tile.number not in waiting:
                desk.ask(plays.which_letter(key, tile))

    def _between_rounds(self, desk: Desk) -> None:
        """The tiles were taken up: for the next round (WW-11), or because of something that was only said."""
        state: State = desk.state
        cleared = self._grid_seen is not None and desk.time - self._grid_seen >= _CLEARED_FOR
        if state.phase is Phase.ROUND_OVER and (cleared if state.board else self._lying.apart):
            desk.do(NewRound())
            self._grid_seen = None
        elif state.in_round and state.board and cleared:
            if state.phase is Phase.REFUSED:
                desk.do(Forfeit(state.turn))
            elif state.phase is not Phase.ANSWER:
                choices = ("forfeit",) + ("sudden_death",) * can(state, SuddenDeath(state.turn)) + ("nothing",)
                self._ask(Question("cleared", "table_cleared", {"player": state.turn}, choices), desk)

    def _apart(self, tiles: Sequence[Thing], desk: Desk) -> None:
        """Tiles apart from the grid: a rack that is shown, tiles that are traded, a first word, or words not joined."""
        if self._taken_back and frozenset(plays.written(self._word(tiles, desk.state))) == self._taken_back:
            return  # the first word: it lies there still
        group = self._group(tiles, desk)
        numbers, letters = group.numbers, group.letters
        laid = self._is_laid(tiles, desk)
        whole = racks.are_all_held(tiles, desk.state)  # no more are coming
        complete = laid if whole else self._lying.quiet(tiles, desk.time) >= _MISLAID_BY
        if group.meanings == ("word",):
            words = {} if desk.state.board else plays.first_words(tiles, desk.state)
            if len(words) < 2:
                self._laid(self._word(tiles, desk.state), desk)
            elif laid:
                data: dict[str, Value] = {"player": desk.state.turn}
                self._ask(Question("way up", "which_word", data, tuple(words), numbers), desk)
        elif group.meanings == ("shown",):
            if laid and not self._word_waits(numbers):
                self._explain(numbers)
                self._shown(tiles, letters, desk)
        elif complete:
            self._trade_or_ask(group, desk)
        elif laid and self._is_away(tiles, desk.state) and not self._is_part(numbers, desk):
            self._leaving = group

    def _word_waits(self, numbers: tuple[int, ...]) -> bool:
        """Whether other tiles may be a word that is not ruled on yet: a rack shown now may be the next player's."""
        return bool(self._lying.new) or any(len(group) > 1 and group != numbers for group in self._lying.apart)

    def _is_part(self, numbers: Sequence[int], desk: Desk) -> bool:
        """Whether tiles are what is left of those that are being taken away."""
        left = self._leaving is not None and set(numbers) < set(self._leaving.numbers)
        return left or self._unread.has_more(numbers, desk)

    def _trade_or_ask(self, group: Group, desk: Desk) -> None:
        """Tiles apart that are traded, or of which it is asked what they are."""
        if not group.meanings:
            return
        if group.meanings == ("traded",):
            self._explain(group.numbers)
            desk.do(Trade(desk.state.turn, group.letters), group.numbers)
        else:
            data: dict[str, Value] = {"player": desk.state.turn, "tiles": "".join(group.letters)}
            key = f"apart {group.numbers[0]}"
            self._ask(Question(key, "tiles_apart", data, group.meanings, group.numbers), desk)

    def _taken_away(self, desk: Desk) -> None:
        """Tiles that may be traded have lain there and are gone: no more of them come."""
        group = self._leaving
        if group is None:
            return
        if group.state is not desk.state:
            self._leaving = None
        elif all(desk.table.thing(number) is None for number in group.numbers):
            self._leaving = None
            self._trade_or_ask(group, desk)

    def _meanings(self, tiles: Sequence[Thing], desk: Desk) -> Iterator[str]:
        """What tiles apart may be: ``shown``, ``traded``, a ``word``, ``nothing``."""
        state: State = desk.state
        letters, seat = racks.letters_of(tiles), racks.seat_of_turn(state)
        away = self._is_away(tiles, state)
        may_be_word = self._may_be_word(tiles, state)
        may_be_traded = can(state, Trade(state.turn, letters))
        others = Show(state.opponent(state.turn).player, letters)
        if racks.are_all_held(tiles, state) or (not away and not may_be_traded and can(state, others)):
            yield "shown"
            if away and may_be_traded:
                yield "traded"
            if may_be_word and can(state, Play(state.turn, plays.written(self._word(tiles, state)))):
                yield "word"
        elif away and may_be_traded and not may_be_word and UNKNOWN not in letters:
            yield "traded"
        elif may_be_word and not state.board:
            yield "word"
            if away and may_be_traded and not can(state, Play(state.turn, plays.written(self._word(tiles, state)))):
                yield "traded"
        elif may_be_traded:
            yield from ("traded", *(("word",) if may_be_word else ()), "nothing")
        elif may_be_word:
            yield "word"
        elif away and len(letters) < len(seat.hand) and can(state, Trade(state.turn, seat.hand[: len(letters)])):
            yield from ("traded", "nothing")  # other tiles than those of the rack as it was read

    def _meant(self, answer: str, tiles: Sequence[Thing], letters: tuple[Tile, ...], desk: Desk) -> None:
        """What tiles apart are was said; they may be gone by now."""
        numbers = tuple(tile.number for tile in tiles)
        if answer == "word":
            if len(tiles) == len(letters):
                word = self._word(tiles, desk.state)
                self._last.rule(Play(desk.state.turn, plays.written(word)), word, desk)
            return
        self._explain(numbers)
        if answer == "traded":
            desk.do(Trade(desk.state.turn, letters), numbers)
        elif answer == "shown":
            self._shown(tiles, letters, desk)

    def _word_told(self, reason: str, answer: str, tiles: Sequence[Thing], desk: Desk) -> None:
        """Which word tiles are was said, or which of the words that they make was laid first."""
        state: State = desk.state
        if reason == "which_word":
            word = plays.first_words(tiles, state).get(answer, {})
            play = Play(state.turn, plays.written(word)) if word else None
        else:
            word = self._word(tiles, state)
            play = plays.first_plays(word, state).get(answer)
        if play is not None:
            self._last.rule(play, word, desk)

    def _redrawn(self, answer: str, letters: tuple[Tile, ...], numbers: tuple[int, ...], desk: Desk) -> None:
        """How many tiles were traded for others was said. If none were, a rack was read wrongly, now or before: it is
        refused as it is shown now, and people may let that stand."""
        player = desk.state.turn
        if answer != "nothing":
            desk.do(Trade(player, racks.given_back(racks.seat_of_turn(desk.state).hand, letters, int(answer))))
        desk.do(Show(player, letters), numbers)

    def _is_away(self, tiles: Sequence[Thing], state: State) -> bool:
        """Whether a rack was shown since the last action, and these tiles lie elsewhere."""
        return self._rack is not None and self._rack.state is state and self._rack.is_elsewhere(tiles)

    def _may_be_word(self, tiles: Sequence[Thing], state: State) -> bool:
        """Whether tiles apart lie as words do: close together, and in the rows and columns of the grid."""
        seen = [tile.sighting for tile in tiles]
        if state.board:
            return all(tile.number in self._cells for tile in tiles)
        return len(tiles) > 1 and spacing(seen, range(len(seen))) < _LOOSE

    def _word(self, tiles: Sequence[Thing], state: State) -> dict[Cell, Thing]:
        """Tiles by the cells of the grid, or of their own where there is none."""
        if all(tile.number in self._cells for tile in tiles):
            return {self._cells[tile.number]: tile for tile in tiles}
        return next(iter(plays.first_words(tiles, state).values()))

    def _shown(self, tiles: Sequence[Thing], letters: tuple[Tile, ...], desk: Desk) -> None:
        """A rack: of whom it is known to be; else of the player whose turn it is if it may be his, else the other's,
        else tiles of it were traded. One that lies face down is shown to nobody."""
        if UNKNOWN in letters:
            return
        state: State = desk.state
        numbers = tuple(tile.number for tile in tiles)
        seat, player = racks.seat_of_turn(state), racks.whose(letters, state)
        if player is None:
            lost = (Counter(tile for tile in seat.hand if tile != UNKNOWN) - Counter(letters)).total()
            if lost and can(state, Trade(state.turn, racks.given_back(seat.hand, letters, lost))):
                counts = tuple(str(count) for count in range(lost, len(letters) + 1))
                data: dict[str, Value] = {"player": state.turn, "tiles": "".join(letters)}
                self._ask(Question("redrawn", "how_many_traded", data, (*counts, "nothing"), numbers), desk)
            return
        if Counter(racks.hand_of(state, player)) != Counter(letters):
            desk.do(Show(player, letters), numbers)
        acts = state.opponent(state.turn).player if state.phase is Phase.ANSWER else state.turn
        if tiles and player == acts:  # it is to be seen what he does
            self._rack = racks.Rack.of(tiles, desk.state)
            self._rack_seen = desk.time

    def _rack_unread(self, tiles: Sequence[Thing], desk: Desk) -> None:
        """A rack lies there of which enough is known: tiles that will lie elsewhere may be traded."""
        if self._is_laid(tiles, desk):
            self._explain([tile.number for tile in tiles])
            self._rack = racks.Rack.of(tiles, desk.state)
            self._rack_seen = desk.time

    def _is_laid(self, tiles: Sequence[Thing], desk: Desk) -> bool:
        """Whether tiles apart have lain there for long enough."""
        return self._lying.quiet(tiles, desk.time) >= (_MISLAID_BY if _handled(tiles, desk) else _LAID_BY)

    def _laid(self, tiles: Mapping[Cell, Thing], desk: Desk) -> None:
        """Tiles laid in the grid: the play of whose turn it is, once no more of them come."""
        if not tiles or not desk.state.in_round or self._last.set_right(self._last.unseen(tiles), desk):
            return
        if not all(tile.sighting.certain for tile in tiles.values()) or self._under_way(tiles.values(), desk):
            return
        state: State = desk.state
        quiet, laid = self._lying.quiet(tiles.values(), desk.time), plays.written(tiles)
        if frozenset(laid) == self._taken_back:
            return  # they lie there still
        play, accept = Play(state.turn, laid), Accept(state.turn)
        if state.phase is Phase.ANSWER and can(apply(state, accept), play) and quiet >= _LAID_BY:
            desk.do(accept)  # who lays tiles now has accepted (WW-10)
            self._last.rule(play, tiles, desk)
        elif can(state, play):
            if quiet >= _LAID_BY:
                self._last.rule(play, tiles, desk)
        elif quiet >= _MISLAID_BY and frozenset(laid) != self._refused and not self._last.set_right(tiles, desk):
            piled, questions = self._piled.found(tiles, state)
            if not piled and (self._waits(laid, desk) or self._put(questions, desk)):
                return
            self._refused = frozenset(laid)
            for one in piled or (play,):
                self._last.rule(one, tiles, desk)

    def _waits(self, laid: tuple[tuple[Cell, Tile], ...], desk: Desk) -> bool:
        """Whether tiles are the other player's, once it is said what is asked about whose turn it is."""
        return (desk.asks("claim") or self._are_asked_about(desk)) and plays.is_the_other_s(laid, desk.state)

    def _are_asked_about(self, desk: Desk) -> bool:
        """Whether it is asked what tiles apart are that may be traded, or which letters."""
        return self._unread.is_asked(desk) or any(desk.asks(key) for key in self._asked if key.startswith("apart"))

    def _under_way(self, tiles: Collection[Thing], desk: Desk) -> bool:
        """Whether more tiles may be coming to those."""
        short = self._lying.quiet(tiles, desk.time) < _MISLAID_BY
        return short and (desk.table.arriving or _handled(tiles, desk))

    def _put(self, questions: Sequence[Question], desk: Desk) -> bool:
        """Whether one of these is asked, which are put one after the other."""
        for question in questions:
            self._ask(question, desk)
            if desk.asks(question.key):
                return True
        return False

    def _claim(self, desk: Desk) -> None:
        """A rack that makes no word was shown and taken away, and no tiles are traded: what does its player do?"""
        state: State = desk.state
        if self._rack is None or self._rack.state is not state or self._lying.new or self._lying.apart:
            return
        if self._are_asked_about(desk):
            return  # they may be traded
        if desk.time - self._rack_seen < _CLAIMED_BY or not state.in_round or state.phase is Phase.ANSWER:
            return
        seat = racks.seat_of_turn(state)
        if state.phase is not Phase.REFUSED and racks.can_go_on(self._rack.letters, state):
            return
        may_call = can(state, SuddenDeath(state.turn))
        may_trade = can(state, Trade(state.turn, seat.hand[:1]))
        if may_trade or may_call:
            choices = ("trade",) * may_trade + ("forfeit",) + ("sudden_death",) * may_call
            self._ask(Question("claim", "cannot_go_on", {"player": state.turn}, choices), desk)
        else:
            desk.do(Forfeit(state.turn))


def _handled(tiles: Iterable[Thing], desk: Desk) -> bool:
    """Whether the hand that laid tiles is still there: it may lay more."""
    return any(desk.hidden(tile.sighting.outline) for tile in tiles)
