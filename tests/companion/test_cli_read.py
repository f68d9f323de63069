"""``companion read`` from outside, with a reader that needs no weights in place of the real one."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from companion.cli import app
from companion.commands.explaining import why
from companion.language import Language
from vision.backs import BackError, BackFault
from vision.network import WeightsError, WeightsFault
from vision.photo import Picture, load_photo
from vision.reasons import Cause, Pull, Verdict
from vision.sightings import Kind, Reading, Sighting
from vision.whole import Whole

ENGLISH = Language.load("en")
read_command = import_module("companion.commands.read")
SQUARE = np.array([[10, 10], [90, 10], [90, 90], [10, 90]], np.float32)
SEEN = (
    Sighting(Kind.CARD, "10H", 0.999, True, SQUARE),
    Sighting(Kind.CARD, "7C", 0.62, False, SQUARE),
    Sighting(Kind.CARD, None, 0.2, False, SQUARE),
    Sighting(Kind.CARD, "JK", 0.99, True, SQUARE),
    Sighting(Kind.BACK, "Ann", 0.99, True, SQUARE),
    Sighting(Kind.BACK, "Ann", 0.99, True, SQUARE),
    Sighting(Kind.TILE, "Ä", 0.99, True, SQUARE),
    Sighting(Kind.TILE, "?", 0.99, True, SQUARE),
)


class BackLibrary:
    """Loads from any file that is there."""

    @classmethod
    def load(cls, path: Path) -> BackLibrary:
        if not path.exists():
            raise BackError(BackFault.MISSING, path=path)
        return cls()


class TableReader:
    """Sees `SEEN` in every picture; has no weights where the folder is missing."""

    def __init__(
        self,
        weights: Path | None = None,
        backs: BackLibrary | None = None,
        finder: Path | None = None,
        fast: bool = False,
    ) -> None:
        if weights is not None and not weights.exists():
            raise WeightsError(weights, WeightsFault.MISSING)
        self.backs = backs

    def read(self, image: Picture, whole: Whole | None = None) -> Reading:
        height, width = image.shape[:2]
        return Reading((width, height), 12.34, SEEN)

    def explain(self, image: Picture) -> SimpleNamespace:
        return SimpleNamespace(reading=self.read(image))


@pytest.fixture(autouse=True)
def fake_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    pipeline, backs = ModuleType("vision.pipeline"), ModuleType("vision.backs")
    pipeline.__dict__.update(TableReader=TableReader, WeightsError=WeightsError)
    backs.__dict__.update(BackLibrary=BackLibrary, BackError=BackError)
    monkeypatch.setitem(sys.modules, "vision.pipeline", pipeline)
    monkeypatch.setitem(sys.modules, "vision.backs", backs)


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    Image.new("RGB", (160, 120), (40, 90, 60)).save(path)
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["read", *map(str, arguments)])


def stderr_lines(result: Result) -> list[str]:
    return result.stderr.splitlines()


def test_json_is_one_object_a_photo(photo: Path) -> None:
    result = run(photo, photo, "--json")
    assert result.exit_code == 0
    first, second = map(json.loads, result.stdout.splitlines())
    assert first == second
    assert first["photo"] == str(photo)
    assert first["size"] == [160, 120]
    assert first["ms"] == 12.3
    assert [s["name"] for s in first["sightings"]] == [s.name for s in SEEN]
    assert first["sightings"][1] == {
        "kind": "card",
        "name": "7C",
        "confidence": 0.62,
        "certain": False,
        "outline": [[10, 10], [90, 10], [90, 90], [10, 90]],
    }


def test_the_block_for_people(photo: Path) -> None:
    result = run(photo)
    assert result.exit_code == 0
    head, *lines = result.stdout.splitlines()
    assert head.startswith(str(photo))
    assert "160 × 120" in head
    assert [line.strip() for line in lines] == [
        "Cards: 10♥  Joker",
        "Backs: Ann × 2",
        "Tiles: Ä  blank",
        "Not certain: #2 7♣ (62%)  #3 unreadable card",
    ]


def test_a_file_name_is_shown_as_it_is(photo: Path) -> None:
    odd = photo.rename(photo.with_name("[red]table[bold]\n\x1b[2J.png"))
    result = run(odd)
    assert result.exit_code == 0
    assert "[red]table[bold]" in result.stdout
    assert "\x1b" not in result.stdout


def test_bad_photos_get_a_line_each_and_the_others_are_read(photo: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.jpg"
    words.write_text("not a photograph\nat all")
    missing = tmp_path / "missing\n.jpg"
    result = run(words, photo, missing, tmp_path, photo, "--json")
    assert result.exit_code == 2
    assert [json.loads(line)["photo"] for line in result.stdout.splitlines()] == [str(photo)] * 2
    lines = stderr_lines(result)
    assert len(lines) == 3
    assert lines[0] == f"{words}: {ENGLISH.text('photo.not_a_picture')}"
    assert ENGLISH.text("photo.missing") in lines[1]
    assert ENGLISH.text("photo.folder") in lines[2]


def test_save_draws_each_photo_under_a_name_of_its_own(photo: Path, tmp_path: Path) -> None:
    twin = tmp_path / "other" / "table.png"
    twin.parent.mkdir()
    twin.write_bytes(photo.read_bytes())
    folder = tmp_path / "made" / "here"
    result = run(photo, twin, "--save", folder)
    assert result.exit_code == 0
    assert sorted(p.name for p in folder.iterdir()) == ["table-read-2.jpg", "table-read.jpg"]
    for path in folder.iterdir():
        assert (load_photo(path) != load_photo(photo)).any()


def test_save_never_writes_over_a_photo(photo: Path, tmp_path: Path) -> None:
    taken = tmp_path / "table-read.jpg"
    Image.new("RGB", (64, 64)).save(taken)
    before = taken.read_bytes()
    assert run(photo, taken, "--save", tmp_path).exit_code == 0
    assert taken.read_bytes() == before
    assert (tmp_path / "table-read-2.jpg").exists()


def test_save_where_a_file_is_in_the_way(photo: Path) -> None:
    result = run(photo, "--save", photo)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(stderr_lines(result)) == 1
    assert str(photo) in result.stderr


def test_a_full_disk_gets_a_line_and_the_reading_is_still_printed(
    photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    result = run(photo, "--json", "--save", tmp_path / "out")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["photo"] == str(photo)
    assert len(stderr_lines(result)) == 1
    assert "the disk is full" in result.stderr
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("option", ["--weights", "--backs"])
def test_missing_weights_and_backs(photo: Path, tmp_path: Path, option: str) -> None:
    result = run(photo, option, tmp_path / "nowhere", "--save", tmp_path / "out")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(stderr_lines(result)) == 1
    assert "nowhere" in result.stderr
    assert not (tmp_path / "out").exists()


def test_a_known_library_of_backs_reaches_the_reader(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    class Noting(TableReader):
        def __init__(
            self,
            weights: Path | None = None,
            backs: BackLibrary | None = None,
            finder: Path | None = None,
            fast: bool = False,
        ) -> None:
            given.append(backs)

    sys.modules["vision.pipeline"].__dict__["TableReader"] = Noting
    assert run(photo, "--backs", photo).exit_code == 0
    assert run(photo).exit_code == 0
    assert isinstance(given[0], BackLibrary)
    assert given[1] is None


@pytest.fixture
def explaining(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verdicts on `SEEN`, and a picture of no steps."""
    bound, doubt = 6.5, Pull("name", -3.21)

    def verdict(number: int, sighting: Sighting) -> Verdict:
        if sighting.certain:
            return Verdict(number, sighting, Cause.CERTAIN, "pair", 8.04, bound)
        cause = Cause.SHORT if sighting.name else Cause.FACE_ALONE
        return Verdict(number, sighting, cause, "single", 2.51, bound, (doubt, Pull("size", 0.4)))

    told = tuple(verdict(number, sighting) for number, sighting in enumerate(SEEN, 1))
    monkeypatch.setattr(read_command, "verdicts_of", lambda stages: told)
    monkeypatch.setattr(read_command, "taken_apart", lambda image, stages, lines, language: image)


@pytest.mark.usefixtures("explaining")
def test_explain_tells_why_and_saves_a_picture_of_the_steps(photo: Path, tmp_path: Path) -> None:
    result = run(photo, "--explain", "--save", tmp_path / "out")
    assert result.exit_code == 0
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert "#1 10♥, 100%: vouched for, its score 8.0 reaches 6.5" in lines
    doubt = "lowered by: the name is less clear than usual (-3.2)"
    assert f"#2 7♣, 62%: not vouched for, its score 2.5 is below 6.5; {doubt}" in lines
    assert str(tmp_path / "out" / "table-explained.jpg") in lines[-1]
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["table-explained.jpg", "table-read.jpg"]


@pytest.mark.usefixtures("explaining")
def test_explain_without_a_folder_saves_in_the_current_one(
    photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    result = run(photo, "--explain", "--json")
    assert result.exit_code == 0
    assert [p.name for p in here.iterdir()] == ["table-explained.jpg"]
    told = [sighting["why"] for sighting in json.loads(result.stdout)["sightings"]]
    assert [why["number"] for why in told] == list(range(1, len(SEEN) + 1))
    assert told[1]["cause"] == "short"
    assert told[1]["pulls"] == {"name": -3.21, "size": 0.4}


@pytest.mark.parametrize("cause", Cause)
def test_every_cause_and_measure_has_its_words(cause: Cause) -> None:
    measures = tuple(Pull(name, -1.0) for name in ("name", "real", "found", "size", "face", "others"))
    assert why(Verdict(1, SEEN[1], cause, "single", 1.0, None, measures), "7♣", ENGLISH).startswith("#1 7♣, 62%: ")


def test_a_finder_of_ones_own_reaches_the_reader(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Refusing(TableReader):
        def __init__(
            self,
            weights: Path | None = None,
            backs: BackLibrary | None = None,
            finder: Path | None = None,
            fast: bool = False,
        ) -> None:
            raise WeightsError(Path(str(finder)), WeightsFault.NOT_A_FINDER, what="task detect")

    monkeypatch.setitem(sys.modules["vision.pipeline"].__dict__, "TableReader", Refusing)
    result = run(photo, "--finder", "mine.onnx")
    assert result.exit_code == 2
    (line,) = stderr_lines(result)
    assert line.startswith("mine.onnx: ")
    assert "task detect" in line


@pytest.mark.parametrize("fault", WeightsFault)
def test_every_fault_of_weights_has_its_words(fault: WeightsFault) -> None:
    data = {"what": "task detect", "found": "one, two", "wanted": "face, back"}
    error = WeightsError(Path("mine.onnx"), fault, **data)
    assert ENGLISH.text(f"weights.{fault}", path="mine.onnx", **data) == str(error)


def test_no_photo_is_bad_input() -> None:
    assert run().exit_code == 2


def test_help_loads_neither_opencv_nor_the_inference_library() -> None:
    code = (
        "import sys; from typer.testing import CliRunner; from companion.cli import app;"
        "result = CliRunner().invoke(app, ['read', '--help']);"
        "sys.exit(result.exit_code or any(name in sys.modules for name in ('cv2', 'openvino', 'kivy')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_chinese_where_it_is_asked_for(tmp_path: Path) -> None:
    chinese = Language.load("zh")
    run_main = [sys.executable, "-c", "from companion.cli import main; main()", "read", "--help"]
    environment = {"COMPANION_LANGUAGE": "zh_CN.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "200", "PATH": "/usr/bin:/bin"}
    result = subprocess.run(run_main, env=environment, capture_output=True, text=True, encoding="utf-8", check=True)
    assert chinese.text("read.help") in result.stdout
