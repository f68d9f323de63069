"""``companion table`` from outside: a game typed or from a file, ruled on, told, and in the journal."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from companion import rules
from companion.cli import app
from companion.commands.journal_file import default_journal
from companion.commands.table_talk import examples
from companion.journal import Journal
from companion.language import LANGUAGES, Language
from companion.rules.cards import Card
from companion.rules.games import UnknownGame
from companion.wording import shown_value

WORDS = str(Path(__file__).parents[2] / "golden" / "word-wars" / "words.lst")
ENTRY = (
    *("Ann create JH", "Ben add 1 4H", "Cem add 1 9H", "Ann change 1 5H", "Ben change 1 QH", "Cem change 1 6H"),
    *("Ann change 1 KH", "Ben change 1 10H", "Ann add 1 QH", "Cem lock 1", "end"),
)


class Desk:
    """A folder with a journal, and games played into it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.journal = folder / "journal.sqlite"

    def file(self, *lines: str) -> Path:
        path = self.folder / "game.txt"
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    def play(self, *lines: str, options: tuple[object, ...] = (), typed: str | None = None) -> Result:
        file = [] if typed is not None else [self.file(*lines)]
        return run("lock-the-entry", *file, "--players", "Ann, Ben,Cem", *options, *self.kept, typed=typed)

    @property
    def kept(self) -> tuple[object, ...]:
        return ("--journal", self.journal)

    def lines_kept(self, game: int = 1) -> list[str | None]:
        return [entry.line for entry in Journal(self.journal).entries(game)]


def run(*arguments: object, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, ["table", *map(str, arguments)], input=typed)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def told(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_whole_game_from_a_file(desk: Desk) -> None:
    result = desk.play("# one entry", "", *ENTRY)
    assert result.exit_code == 0
    assert result.stderr == ""
    for part in ("1 ✓ Ann create JH", "entry 1 begins with J♥ (LTE-2)", "Ann wins entry 1 (LTE-14)"):
        assert part in result.stdout
    assert result.stdout.splitlines()[-1] == "Final score: Ann 1, Ben 0, Cem 0. Won by: Ann"
    assert desk.lines_kept() == list(ENTRY)


def test_json_is_one_object_a_line(desk: Desk) -> None:
    result = desk.play("Ann create 10H", "overrule so be it", "undo", "redo", "show Ann", "score", options=("--json",))
    assert result.exit_code == 1
    game, refused, overruled, undone, redone, state, score, final = told(result)
    assert game["event"] == "game"
    assert (game["players"], game["seed"], game["actions"]) == (["Ann", "Ben", "Cem"], None, 0)
    assert isinstance(game["options"], dict)
    assert game["options"]["entry_tie"] == "nobody"
    assert (refused["event"], refused["legal"], refused["consequences"]) == ("refused", False, [])
    assert refused["broken"] == [
        {
            "rule": "LTE-2",
            "reason": "not_a_face_card",
            "data": {"card": "10H"},
            "text": "the starting card 10♥ is not a jack, queen or king",
        }
    ]
    assert (overruled["event"], overruled["overruled"], overruled["target"]) == ("action", "so be it", 1)
    assert (undone["event"], undone["target"]) == ("undo", 2)
    assert (redone["event"], redone["target"], redone["consequences"]) == ("redo", 2, overruled["consequences"])
    assert (state["event"], state["viewer"]) == ("state", "Ann")
    assert score == final == {"event": "score", "over": False, "points": {"Ann": 0, "Ben": 0, "Cem": 0}, "winners": []}


def test_a_ruling_says_what_is_broken_and_what_the_rule_says(desk: Desk) -> None:
    result = desk.play("Ann create JH", "Cem add 1 4S", "overrule we play on", "undo", "help")
    assert result.exit_code == 1
    for part in (
        "2 ✗ Cem add 1 4S",
        "  LTE-4 One suit: 4♠ has not the suit of the starting card J♥",
        "    Every card of an entry has the suit",
        "  LTE-1, not seen: perhaps Cem does not hold 4♠",
        "3 ✓ Cem add 1 4S, let stand by the players: we play on",
        "Undone: 3",
        "overrule REASON",
    ):
        assert part in result.stdout


def test_an_earlier_action_is_amended_and_what_came_after_it_is_done_again(desk: Desk) -> None:
    result = desk.play("Ann create JH", "Ben add 1 4H", "Cem add 1 9H", "amend 2 Ben add 1 5H")
    assert result.exit_code == 0
    for part in ("Undone: 3", "Undone: 2", "6 ✓ Ben add 1 5H", "7 ✓ Cem add 1 9H"):
        assert part in result.stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "amend 1 Ann create JS",
            "Nothing was changed: then 2, Ben add 1 4H, would not be allowed: "
            "4♥ has not the suit of the starting card J♠",
        ),
        ("amend 9 Ann create JH", "No action stands under the number 9."),
        ("amend now", "Write the number of an action and what it truly was, as in: amend 12 Ann add 1 10H"),
        ("amend 1 Ann juggles", f"Not an action or command: Ann juggles ({examples('lock-the-entry')})"),
    ],
)
def test_what_cannot_be_amended_is_said_and_nothing_is_changed(desk: Desk, line: str, said: str) -> None:
    result = desk.play("Ann create JH", "Ben add 1 4H", line)
    assert (result.exit_code, result.stderr) == (2, f"Line 3: {said}\n")
    assert "Undone" not in result.stdout


def test_a_seeded_game_shows_a_player_the_own_hand_alone(desk: Desk) -> None:
    result = desk.play("show", "show Ben", options=("--seed", 7))
    assert result.exit_code == 0
    assert result.stdout.count("hand of Ben: ") == 1
    assert "hand of Ann" not in result.stdout
    again = desk.play("show Ben", options=("--seed", 7)).stdout.splitlines()[1:]
    assert again == result.stdout.splitlines()[-len(again) :]


def test_a_deal_lies_on_top(desk: Desk) -> None:
    result = desk.play("show Ann", options=("--seed", 7, "--deal", "Ann=JH 4H 5H 6H 10H"))
    assert "hand of Ann: J♥ 4♥ 5♥ 6♥ 10♥" in result.stdout


def test_options_reach_the_rules_and_the_journal(desk: Desk) -> None:
    options = ("--option", "change-own=off")
    result = desk.play("Ann create JH", "Ann add 1 4H", "Ann change 1 5H", options=options)
    assert result.exit_code == 1
    assert "LTE-6" in result.stdout
    assert dict(Journal(desk.journal).game(1).setup.options) == {"change_own": "off"}


def test_a_bad_line_of_a_file_ends_it_and_what_was_before_is_kept(desk: Desk) -> None:
    for number, bad in enumerate(("Ann juggles", "redo", "overrule", "undo it", "show Dee", "score 1"), 1):
        result = desk.play("Ann create JH", bad, "Ben add 1 4H")
        assert result.exit_code == 2
        assert result.stderr.startswith("Line 2: ")
        assert len(result.stderr.splitlines()) == 1
        assert desk.lines_kept(number) == ["Ann create JH"]


def test_what_is_typed_may_be_bad_and_the_game_goes_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.commands.table.lines_of", lambda _: None)
    typed = "Ann juggles\nundo\nAnn create 10H\noverrule \nAnn create JH\nquit\nBen add 1 4H\n"
    result = desk.play(typed=typed)
    assert result.exit_code == 0
    assert "Ann create JH" in examples("lock-the-entry")
    assert result.stderr.splitlines() == [
        f"Not an action or command: Ann juggles ({examples('lock-the-entry')})",
        "There is nothing to undo.",
        "An overruling needs a reason.",
    ]
    assert desk.lines_kept() == ["Ann create 10H", "Ann create JH"]
    assert "Score: Ann 0" in result.stdout.splitlines()[-1]


def test_lines_can_be_piped_in(desk: Desk) -> None:
    assert desk.play(typed="Ann create JH\n").exit_code == 0
    assert desk.play(typed="Ann create 10H\n").exit_code == 1
    assert desk.play(typed="nonsense").exit_code == 2
    assert desk.lines_kept(1) == ["Ann create JH"]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("chess",), "lock-the-entry"),
        (("lock-the-entry", "--players", "Ann"), "LTE-1"),
        (("lock-the-entry", "--players", "Ann,Ann,Ben"), "LTE-1"),
        (("lock-the-entry", "--option", "colour=red"), "colour"),
        (("lock-the-entry", "--option", "change_own=red"), "red"),
        (("lock-the-entry", "--option", "change_own"), "change_own"),
        (("lock-the-entry", "--deal", "A"), "A"),
        (("lock-the-entry", "--deal", "A=JH JH"), "A"),
        (("lock-the-entry", "--deal", "Z=JH"), "no pile Z"),
        (("lock-the-entry", "--deal", "A=ZZ"), "ZZ is no card"),
        (("lock-the-entry", "--players", "Ann,,Ben"), "without a name"),
        (("word-wars", "--words", WORDS, "--players", "A,B,C"), "WW-1"),
        (("word-wars", "--words", WORDS, "--deal", "A=Q Q"), "not so many of Q"),
        (("word-wars", "--words", WORDS, "--deal", "C=Q"), "no pile C"),
        (("word-wars", "--words", "/nowhere/words.lst"), "/nowhere/words.lst"),
        (("word-wars", "--words", sys.executable), "not a text"),
        (("lockdown", "--deal", "A=2C 3C 4C 5C 6C"), "4 at most"),
        (("lockdown", "--deal", "A=?"), "? cannot be dealt"),
        (("lockdown", "--deal", "deck=JK JK JK"), "not so many of JK"),
        (("lockdown", "--option", "no_jokers=on", "--deal", "deck=AS AH AC"), "only 2 aces"),
        (("engines", "--players", "A,B,C"), "EOD-1"),
        (("engines", "--deal", "google=JH JH"), "not so many of J♥"),
        (("engines", "--deal", "altavista=JH"), "no pile altavista"),
        (("eleusis", "--deal", "round-1=JH JH JH"), "not so many of J♥"),
        (("eleusis", "--deal", "round-9=JH"), "no pile round-9"),
        (("eleusis", "--option", "stock_out=cry"), "end_round"),
        (("lock-the-entry", "/nowhere/at/all"), "/nowhere/at/all"),
        (("lock-the-entry", "--journal", "/"), "/"),
        (("lock-the-entry", "--journal", sys.executable), "companion"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], part: str, tmp_path: Path) -> None:
    kept = () if "--journal" in arguments else ("--journal", tmp_path / "journal.sqlite")
    result = run(*arguments, *kept, typed="")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert part in result.stderr
    if kept and (tmp_path / "journal.sqlite").exists():
        assert Journal(tmp_path / "journal.sqlite").games() == ()


def test_every_fault_of_a_deal_has_words_and_no_words_are_left_over() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in Path(rules.__path__[0]).rglob("*.py"))
    for language in LANGUAGES:
        known = {name.removeprefix("deal.") for name in Language.load(language).texts if name.startswith("deal.")}
        assert known == set(re.findall(r'DealError\(\s*"(\w+)"', code))


@pytest.mark.parametrize(
    ("rule", "part"),
    [
        ("colur differs from last", "character 1: “colur” is not a word of the rule language; “colour” is"),
        ("red and", "character 8: the rule breaks off here"),
        ("not " * 400 + "red", "lie inside one another"),
        ("(" * 1500 + "red" + ")" * 1500, "lie inside one another"),
        ("red and " * 130_000 + "red", "at most 4000"),
        ("x" * 1_000, "is not a word of the rule language"),
    ],
)
def test_a_secret_rule_that_is_none_is_told_with_its_place(rule: str, part: str, desk: Desk) -> None:
    lines = ("A deals | rule red | starter 7H", "B plays 9H", f"B guesses | rule {rule}")
    result = run("eleusis", desk.file(*lines), *desk.kept)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("Line 3: Not a rule: ")
    assert part in result.stderr
    assert len(result.stderr) < 250
    assert len(desk.lines_kept()) == 2


@pytest.mark.parametrize(
    "line", ["x" * 1_000_000, "A play 0,0 across " + "A" * 1_000_000, "A trade " + "E" * 51, "A play " + "9" * 5000]
)
def test_a_line_of_any_length_is_refused_in_a_short_one(line: str, desk: Desk) -> None:
    result = run("word-wars", desk.file("A play 0,0 across AA", line), "--words", WORDS, *desk.kept)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert len(result.stderr) < 400
    assert desk.lines_kept() == ["A play 0,0 across AA"]


@pytest.mark.parametrize(
    ("game", "players", "lines", "rule"),
    [
        ("lock-the-entry", "A,B,C", ("A create JH", "A create JH"), "LTE-1"),
        ("lock-the-entry", "A,B,C", ("A create JH", "D create QH"), "LTE-1"),
        ("word-wars", "A,B", ("A play 0,0 across AA", "C forfeit"), "WW-1"),
        ("lockdown", "A,B,C", ("A draw > B", "D draw"), "LD-1"),
        ("lockdown", "A,B,C", ("A force B: 7H", "B force C: 7H"), "LD-1"),
        ("engines", "A,B", ("B search 5H", "C play 5H"), "EOD-1"),
        ("engines", "A,B", ("B search 5H", "A ipo"), "EOD-7"),
        ("eleusis", "A,B,C", ("A deals | rule red | starter 7H", "D plays 7H"), "EE-1"),
    ],
)
def test_a_card_twice_or_a_stranger_breaks_a_rule_and_nothing_is_lost(
    game: str, players: str, lines: tuple[str, ...], rule: str, desk: Desk
) -> None:
    words = ("--words", WORDS) if game == "word-wars" else ()
    result = run(game, desk.file(*lines), "--players", players, *words, *desk.kept)
    assert result.exit_code == 1
    assert result.stderr == ""
    assert f"{rule} " in result.stdout
    assert desk.lines_kept() == list(lines)


def test_a_file_that_is_no_text(desk: Desk) -> None:
    desk.file("").write_bytes(b"\xff\xfe\x00")
    result = run("lock-the-entry", desk.folder / "game.txt", *desk.kept)
    assert result.exit_code == 2
    assert "not a text file" in result.stderr


def test_names_with_signs_of_the_terminal_do_no_harm(desk: Desk) -> None:
    result = run("lock-the-entry", "--players", "[red]A,\x1b[2JB,C", *desk.kept, typed="[red]A create JH\n")
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    assert "[red]A create JH" in result.stdout


def test_word_wars_goes_on_with_the_words_it_began_with(desk: Desk) -> None:
    words = desk.folder / "words.txt"
    words.write_text("QZX\n")
    deal = ("--deal", "Ann=Q Z X A E I O", "--deal", "Ben=A E I O U R S")
    start = ("word-wars", "--players", "Ann,Ben", "--seed", 1, *deal, *desk.kept)
    line = "Ann play 0,0 across QZX\n"
    assert run(*start, "--words", words, typed=line).exit_code == 0
    assert Journal(desk.journal).game(1).words == str(words)
    undo = CliRunner().invoke(app, ["games", "undo", "1", "--journal", str(desk.journal)])
    again = CliRunner().invoke(app, ["games", "resume", "1", "--journal", str(desk.journal)], input=line)
    assert (undo.exit_code, again.exit_code) == (0, 0)
    words.unlink()
    result = CliRunner().invoke(app, ["games", "show", "1", "--journal", str(desk.journal)])
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert run(*start, "--words", words, typed=line).exit_code == 2


def test_the_own_journal_is_in_the_data_folder() -> None:
    assert run("lock-the-entry", typed="A create JH\n").exit_code == 0
    assert default_journal().is_file()
    assert Journal(default_journal()).game(1).setup.players == ("A", "B", "C")


def test_a_damaged_journal_is_told_of_in_one_line(desk: Desk) -> None:
    desk.play("Ann create JH", "Ben add 1 4H")
    desk.journal.write_bytes(desk.journal.read_bytes()[:-1])
    result = desk.play("Ann create JH")
    assert result.exit_code == 0
    assert len(result.stderr.splitlines()) == 1
    assert "journal.sqlite.damaged-1" in result.stderr
    assert result.stdout.startswith("Game 2")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", UnknownGame.allowed)
def test_every_game_says_how_its_actions_are_written(code: str, game: str) -> None:
    assert Language.load(code).text("table.actions_" + game.replace("-", "_"))


def test_cards_are_shown_with_their_signs() -> None:
    assert shown_value("card", Card.parse("10H")) == "10♥"
    assert shown_value("row", "JH 4H ?") == "J♥ 4♥ ?"
    assert shown_value("player", "2C") == "2C"
    assert [shown_value(name, "AS") for name in ("word", "words", "tiles")] == ["AS"] * 3  # the word, no ace
    assert shown_value("count", 3) == 3


def test_help_is_quick() -> None:
    code = (
        "import sys; from typer.testing import CliRunner; from companion.cli import app;"
        "result = CliRunner().invoke(app, ['table', '--help']);"
        "sys.exit(result.exit_code or any(name in sys.modules for name in ('cv2', 'openvino', 'kivy', 'fpdf')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
