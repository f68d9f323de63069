"""Where the words of Word Wars come from: a file, the system or a package; and the graph kept of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import lexicon as module
from companion.beginning import no_words
from companion.language import LANGUAGES, Language
from companion.lexicon import SCOWL, LexiconError, load_lexicon
from companion.rules.word_wars.lexicon import LETTERS, Lexicon

GOOD = "aa ab ad ae ah ai ax ef el em en er es ex fa hm jo ka ki la mm mu na od oe op qi re sh ta un xi xu za".upper()
BAD = "cd dr eg ia kg mf mr oz ps qq st tv uk vi vs xx zz".upper()
WORDS = ["TABLE", "RUNNING", "QUIZZES", "OXEN", "WOMEN", "COLOR", "GEESE", "UNDOES", "JOKERS", "QUA", "PSST", "MIX"]
NO_WORDS = ["LONDON", "USA", "MPH", "VIII", "XXIV", "ETC", "DEPT", "TEH", "QUIZS", "RUNNNING", "KEVIN"]


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture(scope="module", params=["system", "package"])
def usual(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Lexicon, Path]]:
    """The words without a file of one's own, and the cache they are kept in."""
    if request.param == "system" and not SCOWL.is_dir():
        pytest.skip("no SCOWL on this machine")
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "package":
            patch.setattr(module, "SCOWL", Path("nowhere"))
        yield load_lexicon(cache=folder), folder


def test_the_usual_words_are_words_of_play(usual: tuple[Lexicon, Path]) -> None:
    words, _ = usual
    assert len(words) > 75_000
    assert [word for word in GOOD.split() if word not in words] == []
    assert [word for word in BAD.split() if word in words] == []
    assert sum(a + b in words for a in LETTERS for b in LETTERS) == 106
    assert [word for word in WORDS if word not in words] == []
    assert [word for word in NO_WORDS if word in words] == []


def test_it_is_kept_and_read_back(usual: tuple[Lexicon, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("made anew")

    monkeypatch.setattr(module, "_corrected", never)
    words, folder = usual
    assert load_lexicon(cache=folder) == words
    assert len(list(folder.iterdir())) == 1


def test_a_file_of_ones_own(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "ours.txt"
    path.write_text("\ufeff# our words\nQuiz\n\nza  # short\na\n", encoding="utf-8")
    words = load_lexicon(path, cache)
    assert (words.name, list(words)) == ("ours", ["QUIZ", "ZA"])
    path.write_text("quiz\nqi\n", encoding="utf-8")
    assert list(load_lexicon(path, cache)) == ["QI", "QUIZ"]
    assert len(list(cache.iterdir())) == 1


@pytest.mark.parametrize("harm", [b"", b"short", None])
def test_a_damaged_cache_is_made_anew(tmp_path: Path, cache: Path, harm: bytes | None) -> None:
    path = tmp_path / "ours.txt"
    path.write_text("quiz\nza\n", encoding="utf-8")
    words = load_lexicon(path, cache)
    (kept,) = cache.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-3] if harm is None else harm)
    assert list(load_lexicon(path, cache)) == list(words)
    assert kept.read_bytes() == whole


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    path = tmp_path / "ours.txt"
    path.write_text("quiz\n", encoding="utf-8")
    (tmp_path / "file").write_text("in the way")
    assert list(load_lexicon(path, tmp_path / "file" / "cache")) == ["QUIZ"]


def told(error: LexiconError) -> str:
    """What people read of it."""
    return no_words(error, Language.load("en"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"quiz\ntwo words\n", "line 2: not one word of letters A to Z: two words"),
        (b"cat's\n", "line 1: not one word of letters A to Z"),
        ("na\u00efve\n".encode(), "line 1: not one word"),
        (b"\xff\xfe\x00", "not a text in UTF-8"),
        (b"", "no word in it"),
        (b"# nothing\na\n", "no word in it"),
        (b"x" * 90 + b"!\n", ": " + "x" * 40),
    ],
)
def test_a_bad_file_is_told_in_one_line(tmp_path: Path, cache: Path, content: bytes, message: str) -> None:
    path = tmp_path / "ours.txt"
    path.write_bytes(content)
    with pytest.raises(LexiconError) as caught:
        load_lexicon(path, cache)
    line = told(caught.value)
    assert message in line
    assert str(path) in line
    assert "x" * 41 not in line
    assert "\n" not in line
    assert not cache.exists()


@pytest.mark.parametrize(("name", "reason"), [("none.txt", "ENOENT"), ("", "EISDIR")])
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_file_that_is_not_there(name: str, reason: str, code: str, tmp_path: Path, cache: Path) -> None:
    path, language = tmp_path / name, Language.load(code)
    with pytest.raises(LexiconError) as caught:
        load_lexicon(path, cache)
    why = language.text(f"system.{reason}")
    assert no_words(caught.value, language) == language.text("lexicon.unread", path=path, why=why)


def test_a_machine_without_words(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setattr(module, "SCOWL", Path("nowhere"))
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    with pytest.raises(LexiconError) as caught:
        load_lexicon(cache=cache)
    assert "scowl or spylls" in told(caught.value)
