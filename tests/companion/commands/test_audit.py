"""``companion audit`` from outside, with a reader that sees what a test lays before it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from companion.cli import app
from vision.backs import BackError, BackFault
from vision.network import WeightsError, WeightsFault
from vision.photo import Picture, load_photo
from vision.sightings import Kind, Reading, Sighting
from vision.whole import Whole

DECKS = ("red", "blue", "green")
PLAYERS = ("--player", "Ann=red", "--player", "Ben=blue", "--player", "Cem=green")
OWNERS = {deck[0]: deck for deck in DECKS}


class BackLibrary:
    """Has three decks whatever the file holds."""

    names = DECKS

    @classmethod
    def load(cls, path: Path) -> BackLibrary:
        if not path.exists():
            raise BackError(BackFault.MISSING, path=path)
        return cls()


class TableReader:
    """Tells pictures apart by their width, and sees in each what `tables` holds for that width."""

    tables: ClassVar[dict[int, Reading]] = {}

    def __init__(
        self,
        weights: Path | None = None,
        backs: BackLibrary | None = None,
        finder: Path | None = None,
        fast: bool = False,
    ) -> None:
        if weights is not None and not weights.exists():
            raise WeightsError(weights, WeightsFault.MISSING)
        assert backs is not None

    def read(self, image: Picture, whole: Whole | None = None) -> Reading:
        return self.tables[image.shape[1]]


@pytest.fixture(autouse=True)
def fake_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    pipeline, backs = ModuleType("vision.pipeline"), ModuleType("vision.backs")
    pipeline.__dict__.update(TableReader=TableReader, WeightsError=WeightsError)
    backs.__dict__.update(BackLibrary=BackLibrary, BackError=BackError)
    monkeypatch.setitem(sys.modules, "vision.pipeline", pipeline)
    monkeypatch.setitem(sys.modules, "vision.backs", backs)
    monkeypatch.setattr(TableReader, "tables", {})


class Desk:
    """Photos in a folder, and what the reader sees in them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = folder / "backs.npz"
        self.library.touch()

    def photo(self, kind: Kind, names: Sequence[str]) -> Path:
        """A photo in which things lie in a row; a name with ``?`` is not certain."""
        width = 400 + len(TableReader.tables)
        sightings = []
        for place, name in enumerate(names):
            outline = np.array([[0, 0], [40, 0], [40, 56], [0, 56]], np.float32) + (10 + 50 * place, 20)
            sure = not name.endswith("?")
            sightings.append(Sighting(kind, name.rstrip("?") or None, 0.99, sure, outline.astype(np.float32)))
        TableReader.tables[width] = Reading((width, 120), 1.0, tuple(sightings))
        path = self.folder / f"photo-{width}.png"
        Image.new("RGB", (width, 120), (40, 90, 60)).save(path)
        return path

    def entry(self, faces: str, owners: str, history: str = "rbgrb") -> list[Path]:
        """The three photos of an entry; owners by the letter of their deck."""
        decks, past = ([OWNERS[letter] for letter in letters] for letters in (owners, history))
        return [self.photo(Kind.CARD, faces.split()), self.photo(Kind.BACK, decks), self.photo(Kind.BACK, past)]

    def audit(self, *arguments: object) -> Result:
        return bare(*arguments, "--backs", self.library, *PLAYERS)


def bare(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["audit", *map(str, arguments)])


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_legal_entry_for_people(desk: Desk) -> None:
    result = desk.audit(*desk.entry("QH AH 5H KH", "rbrg"))
    assert result.exit_code == 0
    assert result.stderr == ""
    for part in (
        "Q♥",
        "A♥",
        "Won by Ann (LTE-14)",
        "Points: Ann 3, Ben 1, Cem 1 (LTE-13)",
        "Ann wins the game (LTE-15)",
    ):
        assert part in result.stdout
    assert "History: 5 (Ann 2, Ben 2, Cem 1)" in result.stdout


def test_a_broken_rule_is_named_with_its_text(desk: Desk) -> None:
    result = desk.audit(*desk.entry("QH 9H 5H", "rbr", "rbg"))
    assert result.exit_code == 1
    assert result.stderr == ""
    for part in ("LTE-5 Upwards", "5♥ is not higher than 9♥", "the ace is lowest", "LTE-9", "LTE-12", "Does not count"):
        assert part in result.stdout


def test_json(desk: Desk) -> None:
    photos = [*desk.entry("QH 9H 5H", "rbr"), *desk.entry("KS AS", "gg")]
    result = desk.audit(*photos, "--json")
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    first, second = told["entries"]
    assert told["legal"] is False
    assert told["complete"] is True
    assert first["photos"] == {"faces": str(photos[0]), "backs": str(photos[1]), "history": str(photos[2])}
    assert first["faces"] == ["QH", "9H", "5H"]
    assert first["owners"] == ["Ann", "Ben", "Ann"]
    assert first["points"] == {"Ann": 3, "Ben": 1}
    (finding,) = first["findings"]
    assert finding == {
        "rule": "LTE-5",
        "reason": "not_higher",
        "data": {"beneath": "9H", "card": "5H", "position": 3},
        "text": "5♥ is not higher than 9♥ beneath it",
    }
    assert second["legal"] is True
    assert second["winners"] == ["Cem"]
    assert told["table"][0] == {"place": 1, "player": "Ann", "entries": 1, "points": 3}
    assert told["winners"] == ["Ann", "Cem"]
    assert told["options"]["entry_tie"] == "nobody"


def test_what_is_unsure_is_to_be_shown_again_and_the_rest_is_audited(desk: Desk) -> None:
    photos = [*desk.entry("QH 9H? KH", "rbr"), *desk.entry("KS AS", "gg")]
    result = desk.audit(*photos)
    assert result.exit_code == 2
    assert result.stderr == f"Entry 1, {photos[0]}: card 2 cannot be told for certain (perhaps 9♥)\n"
    assert "Won by Cem" in result.stdout
    assert "wins the game" not in result.stdout
    told = json.loads(desk.audit(*photos, "--json").stdout)
    assert told["complete"] is False
    assert told["winners"] == []
    assert told["entries"][0]["settled"] is False
    assert "points" not in told["entries"][0]
    (problem,) = told["entries"][0]["show_again"]
    assert problem["position"] == 2
    assert problem["outline"] == [[60, 20], [100, 20], [100, 76], [60, 76]]


def test_a_card_in_two_entries(desk: Desk) -> None:
    result = desk.audit(*desk.entry("QH 9H", "rb"), *desk.entry("KH 9H", "rb"))
    assert result.exit_code == 1
    assert "9♥ of Ben lies in entry 1 and in entry 2" in result.stdout


def test_options_change_the_ruling(desk: Desk) -> None:
    photos = desk.entry("KH 9H JH", "rbb")
    assert "Level: nobody" in desk.audit(*photos).stdout
    tied = desk.audit(*photos, "--option", "entry-tie=every_tied")
    assert tied.exit_code == 0
    assert "Won by each of Ann, Ben" in tied.stdout
    assert desk.audit(*photos, "--option", "first_addition_free=off").exit_code == 1


def test_evidence_pictures_show_photos_and_points(desk: Desk) -> None:
    photos = [*desk.entry("QH 9H", "rb"), *desk.entry("KS? AS", "gg")]
    folder = desk.folder / "kept" / "here"
    result = desk.audit(*photos, "--save", folder, "--json")
    assert result.exit_code == 2
    saved = [folder / "entry-1-audit.jpg", folder / "entry-2-audit.jpg"]
    assert [entry["evidence"] for entry in json.loads(result.stdout)["entries"]] == [str(path) for path in saved]
    for path in saved:
        picture = load_photo(path)
        assert picture.shape[1] == 1280
        assert picture.shape[0] > 3 * 120 * 1280 // 410
        assert (picture[-100:].max(axis=2) < 90).any()  # ink on the sheet beneath


def test_evidence_is_never_written_over_a_photo(desk: Desk) -> None:
    photos = desk.entry("QH 9H", "rb")
    clash = photos[0].rename(desk.folder / "entry-1-audit.jpg")
    before = clash.read_bytes()
    result = desk.audit(clash, *photos[1:], "--save", desk.folder)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert clash.read_bytes() == before


def test_evidence_that_cannot_be_kept(desk: Desk) -> None:
    result = desk.audit(*desk.entry("QH 9H", "rb"), "--save", desk.library)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{desk.library}: cannot be saved")
    folder = desk.folder / "kept"
    (folder / "entry-1-audit.jpg").mkdir(parents=True)
    result = desk.audit(*desk.entry("QH 9H", "rb"), "--save", folder)
    assert result.exit_code == 2
    assert "Won by Ann" in result.stdout
    assert [path.name for path in folder.iterdir()] == ["entry-1-audit.jpg"]


def test_a_photo_that_is_none(desk: Desk) -> None:
    photos = [*desk.entry("QH 9H", "rb"), *desk.entry("KS AS", "gg")]
    photos[1].write_bytes(b"no picture")
    result = desk.audit(*photos)
    assert result.exit_code == 2
    assert result.stderr == f"Entry 1, {photos[1]}: not a picture of a known format\n"
    assert "Won by Cem" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--player", "Ann"], "Cannot read the player Ann"),
        (["--player", "=red"], "Cannot read the player =red"),
        (["--player", "Ann=red", "--player", "Ann=blue"], "The player Ann is named twice"),
        (["--player", "Ann=red", "--player", "Ben=red"], "Two players cannot have one back: Ann and Ben"),
        (["--player", "Ann=purple"], "No deck purple is enrolled"),
        ([], "Name each player"),
        (["--player", "Ann=red", "--option", "change_own"], "Cannot read the option change_own"),
        (["--player", "Ann=red", "--option", "speed=9"], "There is no option speed: there is first_addition_free, "),
        (["--player", "Ann=red", "--option", "change_own=perhaps"], "cannot be perhaps: it is one of on, off"),
        (["--player", "Ann=red", "--weights", "nowhere"], "nowhere: weights not found"),
        (["--player", "Ann=red", "--backs", "nowhere"], "nowhere: no backs are kept there"),
    ],
)
def test_bad_input_gets_one_line(desk: Desk, arguments: list[str], words: str) -> None:
    library = [] if "--backs" in arguments else ["--backs", desk.library]
    result = bare(*desk.entry("QH 9H", "rb"), *library, *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert words in result.stderr


def test_photos_come_in_threes_and_backs_are_needed(desk: Desk) -> None:
    photos = desk.entry("QH 9H", "rb")
    result = desk.audit(*photos[:2])
    assert result.exit_code == 2
    assert "not 2" in result.stderr
    result = bare(*photos, *PLAYERS)
    assert result.exit_code == 2
    assert "--backs" in result.stderr


def test_a_photo_is_given_once(desk: Desk) -> None:
    """The row of backs taken for its own history would make the entry count."""
    faces, backs, _ = desk.entry("QH 2H 5H 9H KH", "rbrbr", "rb")
    result = desk.audit(faces, backs, backs)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == f"{backs} is given twice: each photo shows one thing.\n"


def test_a_deck_of_no_player(desk: Desk) -> None:
    result = bare(*desk.entry("QH 9H", "rb"), "--backs", desk.library, "--player", "Ann=red")
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    assert len(lines) == 3  # one for each photo and deck, however many cards
    assert "the deck blue lies here, which belongs to no player" in lines[0]
    assert "green" in lines[2]
