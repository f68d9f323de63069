"""``companion games`` from outside: listed, shown, gone on with, corrected, exported."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from companion import sheet_wording
from companion.cli import app
from companion.commands.journal_file import default_journal
from companion.journal import Journal, Play, Source
from companion.journal.score_sheet import Font, Fonts
from companion.language import LANGUAGES, Language
from companion.rules.game import Setup
from companion.rules.games import UnknownGame, game_named
from companion.sheet_wording import game_title, sheet_of
from tests.companion.journal.some_games import ILLEGAL, LINES, LTE, after, begun, resumed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of two games, in the second of which an illegal action was let stand."""
    path = tmp_path / "journal.sqlite"
    after(begun(path), *LINES[:3])
    play = after(begun(path, Setup(("小明", "Ben", "Cem"), {"entry_tie": "every_tied"})), "小明 create 10H")
    play, _ = play.overrule("agreed before")
    after(play, "Ben create JS", "Cem create 2S")
    return path


def run(path: Path | None, *arguments: object, typed: str | None = None) -> Result:
    kept = () if path is None else ("--journal", path)
    return CliRunner().invoke(app, ["games", *map(str, (*arguments, *kept))], input=typed)


def test_list(path: Path) -> None:
    result = run(path, "list")
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()
    assert re.fullmatch(
        r"1  You Have to Lock the Entry!: Ann, Ben, Cem; not over, actions 3, last \d\d \w{3} \d{4}, \d\d:\d\d", first
    )
    assert second.startswith("2  You Have to Lock the Entry!: 小明, Ben, Cem; not over, actions 2")
    told = [json.loads(line) for line in run(path, "list", "--json").stdout.splitlines()]
    assert [(game["number"], game["game"], game["actions"]) for game in told] == [
        (1, "lock-the-entry", 3),
        (2, "lock-the-entry", 2),
    ]


def test_list_says_which_games_are_over(path: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("QZX\n")
    play = resumed(path, 1)
    ended, _ = play.act(play.game.parse_action("end"), Source.TYPED)
    start = ("--players", "Ann,Ben", "--seed", "1", "--words", str(words), "--journal", str(path))
    assert CliRunner().invoke(app, ["table", "word-wars", *start], input="").exit_code == 0
    told = [json.loads(line) for line in run(path, "list", "--json").stdout.splitlines()]
    assert [game["over"] for game in told] == [True, False, False]
    ended.undo()
    words.unlink()
    told = [json.loads(line) for line in run(path, "list", "--json").stdout.splitlines()]
    assert [game["over"] for game in told] == [False, False, None]


def test_list_before_anything_was_played() -> None:
    result = run(None, "list")
    assert (result.exit_code, result.stdout) == (0, "No game was played yet.\n")
    assert run(None, "list", "--json").stdout == ""
    assert not default_journal().exists()


def test_show(path: Path) -> None:
    result = run(path, "show")
    assert result.exit_code == 0
    for part in (
        "Game 2",
        "1 ✗ 小明 create 10H",
        "2 ✓ 小明 create 10H, let stand by the players: agreed before",
        "entry 1 begins with 10♥ (LTE-2)",
        "entry 2: J♠",
        "Score: 小明 0",
    ):
        assert part in result.stdout
    events = [json.loads(line)["event"] for line in run(path, "show", 1, "--json").stdout.splitlines()]
    assert events == ["game", "action", "action", "action", "state", "score"]


def test_a_game_with_every_kind_of_entry_is_shown_and_counted(path: Path) -> None:
    assert run(path, "resume", 1, typed="undo\nundo\nredo\nAnn create 2H\noverrule yes\nundo\n").exit_code == 1
    events = [json.loads(line)["event"] for line in run(path, "show", 1, "--json").stdout.splitlines()]
    assert events[4:-2] == ["undo", "undo", "redo", "refused", "action", "undo"]
    assert json.loads(run(path, "list", "--json").stdout.splitlines()[0])["actions"] == 2


def test_resume(path: Path) -> None:
    result = run(path, "resume", 1, typed="Ann change 1 5H\nAnn create 2H\n")
    assert result.exit_code == 1
    assert "actions so far: 3" in result.stdout
    assert [entry.line for entry in Journal(path).entries(1)] == [*LINES[:4], "Ann create 2H"]
    file = path.with_name("more.txt")
    file.write_text("Ben change 1 QH\n")
    assert run(path, "resume", 1, file).exit_code == 0
    assert len(resumed(path).steps) == 5


def test_undo(path: Path) -> None:
    result = run(path, "undo", 1)
    assert result.exit_code == 0
    assert "Undone: 3" in result.stdout
    assert len(resumed(path).steps) == 2
    for _ in range(2):
        assert run(path, "undo", 1, "--json").exit_code == 0
    result = run(path, "undo", 1)
    assert (result.exit_code, result.stderr) == (2, "There is nothing to undo.\n")


def test_export(path: Path, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("game.json", "game.CSV", "game.pdf")]
    result = run(path, "export", 2, *files)
    assert result.exit_code == 0
    assert [line.split(" is written to ")[1] for line in result.stdout.splitlines()] == [f"{file}." for file in files]
    assert json.loads(files[0].read_text(encoding="utf-8"))["entries"][1]["overruled"] == "agreed before"
    with files[1].open(encoding="utf-8-sig", newline="") as opened:
        assert [row["kind"] for row in csv.DictReader(opened)] == ["refused", "action", "action", "refused"]
    assert files[2].read_bytes().startswith(b"%PDF")
    told = json.loads(run(path, "export", 1, files[0], "--json").stdout)
    assert told == {"game": 1, "files": [str(files[0])]}


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("show", 3), "game 3"),
        (("resume", 9), "game 9"),
        (("undo", 0), "game 0"),
        (("export", 3, "x.json"), "game 3"),
        (("export", 1, "x.txt"), "x.txt"),
        (("export", 1, "/nowhere/at/all.json"), "/nowhere/at/all.json"),
        (("resume", 1, "/nowhere/at/all"), "/nowhere/at/all"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[object, ...], part: str, path: Path) -> None:
    result = run(path, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    assert part in result.stderr


@pytest.mark.parametrize("command", [("list",), ("show",), ("resume",), ("undo",), ("export", 1, "x.json")])
def test_a_journal_that_is_not_there_is_not_made(command: tuple[object, ...], tmp_path: Path) -> None:
    result = run(tmp_path / "none.sqlite", *command, typed="")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"{tmp_path / 'none.sqlite'}: there is no such journal\n"
    assert list(tmp_path.glob("none*")) == []


def test_an_export_never_goes_over_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.json"
    play = begun(path)
    picture = play.journal.keep(b"a picture", ".pdf")
    play.act(LTE.parse_action(LINES[0]), Source.CAMERA, (picture,))
    link = tmp_path / "link.json"
    link.symlink_to(path)
    for target in (path, link, play.journal.evidence_path(picture)):
        before = target.read_bytes()
        result = run(path, "export", 1, target)
        assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
        assert target.read_bytes() == before


def test_an_export_is_whole_or_not_there(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "game.json"
    old.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.journal.files.os.fsync", full)
    result = run(path, "export", 1, old)
    assert result.exit_code == 2
    assert result.stderr == f"{old}: cannot be written (the disk is full)\n"
    assert old.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir() if "game" in file.name] == ["game.json"]


def test_a_game_of_unknown_rules_is_listed_and_exported(path: Path, tmp_path: Path) -> None:
    with Journal(path) as journal:
        journal.begin("tarot", Setup(("Ann",)), "9.9")
    assert run(path, "list").stdout.splitlines()[2].startswith("3  tarot: Ann; end unknown")
    assert run(path, "show", 3).exit_code == 2
    assert run(path, "export", 3, tmp_path / "t.pdf").exit_code == 2
    assert run(path, "export", 3, tmp_path / "t.json", tmp_path / "t.csv").exit_code == 0
    assert json.loads((tmp_path / "t.json").read_text())["game"] == "tarot"


def test_the_sheet_in_words(path: Path) -> None:
    font = Font(Path("a"), Path("a"))
    sheet = sheet_of(resumed(path, 2), Language.load("en"), Fonts(font, (font,)))
    assert sheet.title == "You Have to Lock the Entry!"
    assert dict(sheet.facts)["Actions"] == "2 stand, 2 refused, 0 undone"
    standings, options, broken, overrulings = sheet.grids
    assert standings.rows == (("小明", "0"), ("Ben", "0"), ("Cem", "0"))
    assert ("A tie within an entry", "all who tied win it") in options.rows
    assert broken.rows == (("LTE-2 Creating an entry", "2", "1"),)
    (overruled,) = overrulings.rows
    assert overruled[0::3] == ("2", "agreed before")
    assert "LTE-2: the starting card 10♥" in overruled[2]
    assert sheet.points == {"小明": [0, 0, 0], "Ben": [0, 0, 0], "Cem": [0, 0, 0]}
    assert sheet.note == ""


def test_a_secret_rule_is_on_the_sheet_only_when_the_game_is_over(tmp_path: Path) -> None:
    game, font = game_named("eleusis"), Font(Path("a"), Path("a"))
    journal = Journal(tmp_path / "journal.sqlite")
    play = Play.begin(journal, game, Setup(("Ann", "Ben", "Cem")), "0.1.0")
    picture = journal.keep(b"a picture", ".jpg")
    play, _ = play.act(game.parse_action("Ann deals | rule red | starter 7H"), Source.CAMERA, (picture,))
    play, _ = play.act(game.parse_action("Ben deals | rule black | starter 7H"), Source.TYPED)
    play, _ = play.overrule("Ann has had enough")

    def told(play: Play) -> str:
        sheet = sheet_of(play, Language.load("en"), Fonts(font, (font,)))
        return str([*sheet.grids, *(shown.caption for shown in sheet.pictures)])

    assert "Ann deals a round; 7♥ is turned up" in told(play)
    assert not re.search("the next card must be (red|black)", told(play), re.IGNORECASE)
    play, _ = play.act(game.parse_action("end"), Source.TYPED)
    play, _ = play.overrule("it is late")
    assert "Ann deals a round; the rule: The next card must be red; 7♥ is turned up" in told(play)
    assert "Ben deals a round; the rule: The next card must be black; 7♥ is turned up" in told(play)


def test_a_card_that_was_refused_face_down_stays_hidden_on_the_sheet_until_the_end(tmp_path: Path) -> None:
    game, font = game_named("engines"), Font(Path("a"), Path("a"))
    journal = Journal(tmp_path / "journal.sqlite")
    play = Play.begin(journal, game, Setup(("Ann", "Ben")), "0.1.0")
    picture = journal.keep(b"a picture", ".jpg")
    for line in ("Ben search 4D", "Ben play 4C", "Ben play 9C", "Ann play 4D"):
        play, _ = play.act(game.parse_action(line), Source.CAMERA, (picture,))
    assert [len(play.steps), play.state.phase] == [3, "tie"]  # the cards laid are seen now, the refused one is not
    captions = [shown.caption for shown in sheet_of(play, Language.load("en"), Fonts(font, (font,))).pictures]
    assert "4♦" in captions[3]
    assert not any("9♣" in caption for caption in captions)
    assert play.keeps_secrets(journal.entries(1))


def test_a_secret_rule_is_shown_only_when_the_game_is_over(tmp_path: Path) -> None:
    path, game = tmp_path / "journal.sqlite", game_named("eleusis")
    with Journal(path) as journal:
        play = Play.begin(journal, game, Setup(("Ann", "Ben", "Cem")), "0.1.0")
        play, _ = play.act(game.parse_action("Ann deals | rule red | starter 7H"), Source.TYPED)
        play = play.undo()[0].redo()[0]
    assert run(path, "show", 1).stdout.count("Ann deals | starter 7H") == 2
    assert "rule red" not in run(path, "show", 1).stdout
    assert "Ann deals | rule red | starter 7H" in run(path, "show", 1, "--json").stdout
    with Journal(path) as journal:
        play, _ = Play.resume(journal, game, journal.game(1)).act(game.parse_action("end"), Source.TYPED)
        play.overrule("it is late")
    assert "Ann deals | rule red | starter 7H" in run(path, "show", 1).stdout


def test_the_sheet_in_chinese_needs_a_font(path: Path) -> None:
    font, chinese = Font(Path("a"), Path("a")), Language.load("zh")
    assert sheet_of(resumed(path), chinese, Fonts(font, (font, font))).verdict == chinese.text("games.not_over")
    without = sheet_of(resumed(path), chinese, Fonts(font, (font,)))
    assert without.verdict == Language.load("en").text("games.not_over")
    assert without.note == Language.load("en").text("games.no_font")


def test_missing_evidence_is_told_of(tmp_path: Path) -> None:
    play = begun(tmp_path / "journal.sqlite")
    kept = [play.journal.keep(content, ".jpg") for content in (b"one", b"two")]
    play, _ = play.act(LTE.parse_action(LINES[0]), Source.CAMERA, tuple(kept))
    play = after(play, ILLEGAL)
    play.journal.evidence_path(kept[1]).unlink()
    font = Font(Path("a"), Path("a"))
    there, gone = sheet_of(play, Language.load("en"), Fonts(font)).pictures
    assert (there.content, there.caption) == (b"one", "Entry 1: Ann begins an entry with J♥")
    assert gone.content is None
    assert kept[1].file in gone.caption


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", UnknownGame.allowed)
def test_every_game_has_a_title(code: str, game: str) -> None:
    assert game_title(game, Language.load(code)) != game


def test_fonts_are_found_without_loading_kivy() -> None:
    fonts = sheet_wording.fonts_for_sheets()
    assert all(font.regular.is_file() and font.bold.is_file() for font in (fonts.first, *fonts.fallbacks))
