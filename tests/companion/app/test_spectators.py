"""The page for those who look on: what the table may see and nothing else, served only while it is wanted."""

from __future__ import annotations

import errno
import http.client
import json
import random
import re
import socket
import struct
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from socketserver import TCPServer
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import cv2
import numpy as np
import pytest

from companion.app.screens.table_view import feed_of, verdict_of
from companion.app.spectators import SpectatorsPage, shown_of
from companion.app.watch import News, Snapshot
from companion.beginning import begin
from companion.journal import Journal, Play, Source
from companion.laboratory.bots import bot_named
from companion.language import LANGUAGES, Language
from companion.rules.game import Setup
from companion.rules.games import GAME_NAMES, game_named
from companion.rules.word_wars import Lexicon, WordWars
from companion.wording import Wording
from vision.frames import Frame

ENGLISH = Language.load("en")
NAMES = ("Ann", "李雷", "Cem <b")


def snapshot_of(play: Play) -> Snapshot:
    """What a screen would be given after the last action."""
    return Snapshot(play, tuple(News.of(play, step.entry) for step in play.steps[-1:]))


def texts(snapshot: Snapshot, language: Language = ENGLISH) -> str:
    """All that is told but whose turn it is, which holds names only."""
    return json.dumps(asdict(replace(shown_of(snapshot, language), turn="")), ensure_ascii=False)


def games(name: str, seed: int, folder: Path, actions: int = 40) -> Iterator[Play]:
    """A dealt game by bots, after every action."""
    game = game_named(name)
    names = NAMES[:2] if name == "engines" else NAMES
    play = begin(Journal(folder / f"{name}.sqlite"), game, Setup(names, seed=seed))
    bot, lot = bot_named(name, "sensible"), random.Random(seed)
    yield play
    for _ in range(actions):
        chosen = (bot(play.state, player, lot) for player in game.to_act(play.state))
        action = next((action for action in chosen if action is not None), None)
        if action is None:
            return
        play, _entry = play.act(action, Source.TAP)
        yield play


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", GAME_NAMES)
def test_nothing_is_told_that_the_table_may_not_see(name: str, code: str, tmp_path: Path) -> None:
    language = Language.load(code)
    for play in games(name, 5, tmp_path):
        game, shown = play.game, snapshot_of(play)
        stripped = replace(shown, play=replace(play, opening=game.view(play.opening, None), steps=_stripped(play)))
        assert texts(shown, language) == texts(stripped, language)


def _stripped(play: Play) -> tuple[object, ...]:
    return tuple(replace(step, after=play.game.view(step.after, None)) for step in play.steps)


def test_the_rule_of_the_dealer_and_hidden_hands_are_never_told(tmp_path: Path) -> None:
    game = game_named("eleusis")
    play = begin(Journal(tmp_path / "j.sqlite"), game, Setup(("Ann", "Ben", "Cem"), seed=3))
    secret = "colour differs from last"
    play, _ = play.act(game.parse_action(f"Ann deals | rule {secret}"), Source.TAP)
    told = texts(snapshot_of(play))
    assert "deals" in told
    assert "differs" not in told
    assert len({card for seat in play.state.seats for card in seat.hand}) > 10
    assert len(set(re.findall("(?:10|[2-9AJQK])[♠♥♦♣]", told))) == 1  # the starter


def test_cards_of_a_hand_are_not_told_where_the_camera_saw_them_either(tmp_path: Path) -> None:
    game = game_named("lockdown")
    deal = {"Ann": ("7H", "9C", "2D", "KD"), "Ben": ("AH", "AS", "4D", "5C"), "deck": ("10S", "QC")}
    play = begin(Journal(tmp_path / "j.sqlite"), game, Setup(("Ann", "Ben"), deal=deal))
    wording = Wording.of("lockdown", ENGLISH)
    refused = 0
    for line in ("Ann draw 10S > Ben", "Ben give 4D to Ann", "Ann give 4D to Ben", "Ann give 10S to Ben"):
        play, entry = play.act(game.parse_action(line), Source.CAMERA)
        refused += play.refused is not None
        news = News.of(play, entry)
        told = texts(Snapshot(play, (news,)))
        told += str(verdict_of((news,), wording)) + feed_of((news,), wording)
        assert "Ann" in told
        assert not re.search("(?:10|[2-9AJQK])[♠♥♦♣SHDC]", told), told
    assert refused


def test_no_picture_is_shown_where_hands_are_held_to_the_camera(tmp_path: Path) -> None:
    (play,) = games("lockdown", 3, tmp_path, 0)
    frame = Frame(np.zeros((90, 160, 3), np.uint8), 1.0, 7)
    page = SpectatorsPage(lambda: (Snapshot(play, frame=frame), ENGLISH), port=0)
    page.start()
    try:
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"http://127.0.0.1:{page.address.rsplit(':', 1)[1]}picture?7")
    finally:
        page.close()
    assert shown_of(Snapshot(play, frame=frame), ENGLISH).picture == ""


def test_a_board_of_letter_tiles_is_rows_of_letters_and_no_sentences(tmp_path: Path) -> None:
    deal = {"Ann": tuple("CATSOVE"), "Ben": tuple("NANQZXJ")}
    game = WordWars(Lexicon.of("small", ["CAT", "TAN", "AN"]))
    play = Play.begin(Journal(tmp_path / "j.sqlite"), game, Setup(("Ann", "Ben"), deal=deal), "test")
    assert shown_of(snapshot_of(play), ENGLISH).board == ()
    for line in ("Ann play 0,0 across CAT", "Ben play 2,1 down AN"):
        play, entry = play.act(game.parse_action(line), Source.TAP)
        assert entry.findings == ()
    shown = shown_of(snapshot_of(play), ENGLISH)
    assert shown.board == ("CAT", "  A", "  N")
    assert shown.state[0] == "round 1 of 3"
    assert not [line for line in shown.state if "row" in line]


def test_before_a_game_the_page_says_so() -> None:
    assert shown_of(None, ENGLISH).turn == "No game is being played yet."
    assert shown_of(Snapshot(), ENGLISH).turn == "No game is being played yet."


def test_a_browser_gets_the_page_its_words_and_its_picture(tmp_path: Path) -> None:
    frame = Frame(np.full((90, 160, 3), (40, 200, 60), np.uint8), 1.0, 7)
    (play,) = games("lock-the-entry", 3, tmp_path, 0)
    page = SpectatorsPage(lambda: (Snapshot(play, frame=frame), ENGLISH), port=0)
    assert page.address == ""
    page.start()
    try:
        home = f"http://127.0.0.1:{page.address.rsplit(':', 1)[1]}"
        with urlopen(home) as answer:
            assert b"<html" in answer.read()
        with urlopen(home + "now") as answer:
            now = json.load(answer)
        assert (now["turn"], now["picture"], now["points"]) == ("Anybody may act", "7", ["Ann 0", "李雷 0", "Cem <b 0"])
        with urlopen(home + "picture?7") as answer:
            picture = cv2.imdecode(np.frombuffer(answer.read(), np.uint8), cv2.IMREAD_COLOR)
        assert np.abs(picture.astype(int) - (40, 200, 60)).max() < 12
        for path in ("journal.sqlite", "../j.sqlite", "preferences.json"):
            with pytest.raises(HTTPError, match="404"):
                urlopen(home + path)
        host = home.removeprefix("http://").rstrip("/")
        connection = http.client.HTTPConnection(host)
        connection.request("POST", "/now", b"{}")
        assert connection.getresponse().status == 501
    finally:
        page.close()
    assert page.address == ""
    assert page._serving is not None
    page._serving.join()
    with pytest.raises(URLError):
        urlopen(home)
    page.close()


def test_a_port_that_is_taken_is_not_waited_for() -> None:
    one = SpectatorsPage(lambda: (None, ENGLISH), port=0)
    one.start()
    port = int(one.address.rsplit(":", 1)[1].rstrip("/"))
    other = SpectatorsPage(lambda: (None, ENGLISH), port=port)
    try:
        other.start()
        assert other.address not in ("", one.address)
    finally:
        one.close()
        other.close()


def test_opening_asks_no_resolver_and_closing_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(socket, "getfqdn", lambda name="": asked.append(name) or name)
    page = SpectatorsPage(lambda: (None, ENGLISH), port=0)
    page.start()
    time.sleep(0.1)  # it waits for requests now
    begun = time.perf_counter()
    page.close()
    assert time.perf_counter() - begun < 0.2
    assert asked == []


def test_a_page_that_is_switched_on_again_keeps_its_address() -> None:
    with socket.socket() as free:
        free.bind(("", 0))
        port = free.getsockname()[1]
    page = SpectatorsPage(lambda: (None, ENGLISH), port)
    page.start()
    address = page.address
    page.close()
    page.start()
    assert page.address == address
    page.close()


def test_nothing_is_printed_where_a_browser_goes_away(capsys: pytest.CaptureFixture[str]) -> None:
    page = SpectatorsPage(lambda: (None, ENGLISH), port=0)
    page.start()
    port = int(page.address.rsplit(":", 1)[1].rstrip("/"))
    with socket.create_connection(("127.0.0.1", port)) as browser:
        browser.sendall(b"GET /now")
        browser.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # it breaks off
    time.sleep(0.2)
    page.close()
    assert capsys.readouterr().err == ""


def test_why_nothing_can_be_served_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.EMFILE, "too many")

    page = SpectatorsPage(lambda: (None, ENGLISH), port=0)
    with monkeypatch.context() as broken:
        broken.setattr(TCPServer, "server_bind", full)
        page.start()
    assert (page.address, page.fault and page.fault.errno) == ("", errno.EMFILE)
    page.start()
    assert (page.address != "", page.fault) == (True, None)
    page.close()
