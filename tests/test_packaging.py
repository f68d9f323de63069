"""What is packed: the wheel, the folder that PyInstaller builds, and what is laid out for Android."""

from __future__ import annotations

import ast
import configparser
import json
import os
import runpy
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WEIGHTS = {"finder.onnx", "reader.onnx", "upright.onnx", "backs.onnx", "calibration.json"}
NOT_ON_ANDROID = {"openvino", "pillow-heif", "rich", "typer"}


@pytest.fixture(scope="module")
def wheel() -> dict[str, Path]:
    """The files of the wheel: where each lies in it, and where it comes from."""
    files = WheelBuilder(str(ROOT)).recurse_included_files()
    return {Path(file.distribution_path).as_posix(): Path(file.path) for file in files}


@pytest.fixture(scope="module")
def installed(wheel: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing but the files of the wheel."""
    folder = tmp_path_factory.mktemp("installed")
    for place, source in wheel.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, folder / place)
    return folder


def _in_the_house(*rooms: str) -> Iterator[Path]:
    """Every file of these folders but what Python and the renderer of plots leave there, relative to the project."""
    for room in rooms:
        for path in (ROOT / room).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and ROOT / "assets" / "lab" not in path.parents:
                yield path.relative_to(ROOT)


def test_the_wheel_has_every_module_and_layout(wheel: dict[str, Path]) -> None:
    needed = {path.as_posix() for path in _in_the_house("companion", "vision")}
    assert any(path.endswith(".kv") for path in needed)
    assert needed <= wheel.keys()


def test_the_wheel_has_the_weights_and_all_assets(wheel: dict[str, Path]) -> None:
    assert {f"vision/weights/{name}" for name in WEIGHTS} <= wheel.keys()
    assert {f"companion/{path.as_posix()}" for path in _in_the_house("assets")} <= wheel.keys()


def test_the_wheel_has_nothing_else(wheel: dict[str, Path]) -> None:
    assert {place.split("/")[0] for place in wheel} == {"companion", "vision"}
    kinds = {Path(place).suffix for place in wheel if not place.startswith("companion/assets/")}
    assert kinds == {".py", ".kv", ".onnx", ".json", ".md"}
    assert not any("lab" in Path(place).parts or "tests" in Path(place).parts for place in wheel)


def test_an_installed_companion_reads_with_its_own_files_and_leaves_nothing_behind(
    installed: Path, tmp_path: Path
) -> None:
    def run(*arguments: str) -> str:
        home = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "PYTHONPATH": str(installed)}
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=tmp_path, env=home, capture_output=True, text=True, check=True).stdout

    where = (
        "from companion.asset_files import ASSETS as a; from vision.network import DEFAULT_WEIGHTS as w; print(a, w)"
    )
    assert run("-c", where).split() == [str(installed / "companion" / "assets"), str(installed / "vision" / "weights")]
    photo = installed / "companion" / "assets" / "demo" / "audit" / "faces.jpg"
    told = json.loads(run("-m", "companion", "read", str(photo), "--json"))
    assert {thing["name"] for thing in told["sightings"] if thing["certain"]} >= {"3H", "6H", "8H", "QH"}
    assert list(tmp_path.iterdir()) == []  # importing OpenVINO as it is leaves a mark there, and reports itself


def test_what_pyinstaller_is_given_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}

    def analysis(scripts: list[str], **options: Any) -> SimpleNamespace:
        given.update(options, scripts=scripts)
        return SimpleNamespace(pure=[], scripts=[], binaries=[], datas=[])

    def collect(name: str, **_: object) -> list[Any]:
        assert find_spec(name) is not None
        return []

    def nothing(*_: object, **__: object) -> list[Any]:
        return []

    hooks = ModuleType("PyInstaller.utils.hooks")
    hooks.__dict__.update(dict.fromkeys(("collect_data_files", "collect_dynamic_libs", "collect_submodules"), collect))
    hooks.__dict__["copy_metadata"] = lambda name: nothing(distribution(name))
    for name in ("PyInstaller", "PyInstaller.utils", hooks.__name__):
        monkeypatch.setitem(sys.modules, name, hooks)
    names = {
        "SPECPATH": str(ROOT / "packaging"),
        "Analysis": analysis,
        **dict.fromkeys(("PYZ", "EXE", "COLLECT"), nothing),
    }
    runpy.run_path(str(ROOT / "packaging" / "companion.spec"), names)

    sources = [*given["scripts"], *(source for source, _ in given["datas"])]
    assert [source for source in sources if not Path(source).exists()] == []
    parts = {path.parts[1] for path in _in_the_house("assets")}
    assert {target for _, target in given["datas"]} >= {
        "vision/weights",
        *(f"companion/assets/{part}" for part in parts),
    }


@pytest.fixture(scope="module")
def android() -> configparser.SectionProxy:
    spec = configparser.ConfigParser()
    spec.read(ROOT / "packaging" / "buildozer.spec", encoding="utf-8")
    return spec["app"]


def test_android_has_what_the_app_needs_or_the_documents_say_that_it_has_not(
    android: configparser.SectionProxy,
) -> None:
    wanted = [Requirement(line) for line in PROJECT["dependencies"]]
    there = {line.strip().lower() for line in android["requirements"].split(",")}
    names = {line.split("==")[0] for line in there}
    missing = {need.name for need in wanted if need.name.removesuffix("-python") not in names}
    assert missing == NOT_ON_ANDROID
    told = (ROOT / "docs" / "android.md").read_text(encoding="utf-8").lower()
    assert [name for name in missing if name not in told] == []
    assert next(f"kivy{need.specifier}" for need in wanted if need.name == "kivy") in there
    assert android["version"] == PROJECT["version"]


def test_what_android_gets_from_pypi_is_python_alone_or_of_a_version_that_is(
    android: configparser.SectionProxy,
) -> None:
    _, line = android["requirements"].strip().splitlines()
    for needed in map(Requirement, line.split(",")):
        files = distribution(needed.name).files or []
        assert files, needed.name
        compiled = [file for file in files if file.suffix in (".so", ".pyd", ".dylib")]
        assert not compiled or str(needed.specifier).startswith("=="), (needed.name, compiled)


def test_on_android_nothing_is_imported_that_is_not_there() -> None:
    imported = {
        path.as_posix(): _imported(ROOT / path) for path in _in_the_house("companion", "vision") if path.suffix == ".py"
    }
    lacking = {
        path: names & NOT_ON_ANDROID
        for path, names in imported.items()
        if names & NOT_ON_ANDROID
        and not path.startswith(("companion/commands/", "companion/cli.py", "companion/laboratory/"))
    }
    # Inside functions: asked for when pictures are to be read.
    assert lacking == {"vision/network.py": {"openvino"}, "vision/photo.py": {"pillow-heif"}}


def _imported(path: Path) -> set[str]:
    """What a module imports, anywhere in it, by the first part of its name as packages are named."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {_distribution(alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(_distribution(str(node.module)))
    return names


def _distribution(module: str) -> str:
    return module.split(".")[0].replace("_", "-")


def test_android_takes_every_kind_of_file_that_the_app_opens(android: configparser.SectionProxy) -> None:
    kinds = {kind.strip() for kind in android["source.include_exts"].split(",")}
    opened = [path for path in _in_the_house("companion", "vision", "assets") if path.parts[:2] != ("assets", "demo")]
    assert {path.suffix.removeprefix(".") for path in opened} <= kinds
