"""The words of Word Wars: found on this machine or read from a file, and kept as a graph in the user's cache.

Without a file of the user's own it is SCOWL up to size 80 where the system has it (Debian's package `scowl`), else the
American spelling dictionary made of SCOWL up to size 60, which comes with the package `spylls`. How these are made fit
for a game of tiles, and what they hold, stands in docs/lexicon.md.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_cache_path

from companion.asset_files import ASSETS
from companion.rules.word_wars.lexicon import Lexicon, LexiconDamaged

if TYPE_CHECKING:
    from spylls.hunspell.data.aff import Suffix

SCOWL = Path("/usr/share/dict/scowl")
CORRECTIONS = ASSETS / "lexicon" / "english.toml"

_SIZES = (10, 20, 35, 40, 50, 55, 60, 70, 80)
_SPELLINGS = ("english", "american", "british", "british_z", "canadian", "australian", "variant_1", "variant_2")
_MAKING = b"1"  # to be raised when words are chosen or kept in another way: kept graphs are then made anew
_WORD = re.compile("[A-Za-z]+")
_VOWEL = re.compile("[aeiouy]")
_NUMERAL = re.compile(
    "c{0,3}(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})"
)  # Roman, to 399: none is a word of three letters or more
_SHOWN = 40  # characters of a bad line that an error shows


class LexiconError(ValueError):
    """A list of words that cannot be read or is none.

    reason: which way, one word with underscores; its words stand in the language files as ``lexicon.<reason>``. data:
    what the message mentions; `companion.beginning.no_words` tells it.
    """

    def __init__(self, reason: str, **data: object) -> None:
        super().__init__(" ".join([reason, *(f"{name}={value}" for name, value in data.items())]))
        self.reason = reason
        self.data = data


@dataclass(frozen=True)
class _Source:
    """Where words come from. files: all that they depend on. words: reads them, in capitals."""

    name: str
    files: tuple[Path, ...]
    words: Callable[[], Iterable[str]]

    def fingerprint(self) -> bytes:
        """Changes when the words may have changed."""
        digest = hashlib.sha256(_MAKING)
        for path in self.files:
            digest.update(hashlib.sha256(path.read_bytes()).digest())
        return digest.digest()

    def kept_as(self) -> str:
        """The name of its file in the cache: of each source the newest words only are kept."""
        place = hashlib.sha256("\n".join([self.name, *map(str, self.files)]).encode()).hexdigest()
        return f"lexicon-{place[:16]}.bin"


def load_lexicon(path: Path | None = None, cache: Path | None = None) -> Lexicon:
    """The words of a file, one a line, ``#`` before a remark; without a file those of this machine, see above.

    They are kept as a graph in `cache` (None: the user's), and made anew when the list has changed or what is kept is
    damaged. Raises LexiconError.
    """
    source = _own_file(path) if path is not None else _scowl() if SCOWL.is_dir() else _spelling_dictionary()
    try:
        fingerprint = source.fingerprint()
    except OSError as error:
        raise LexiconError("unread", path=error.filename or path, why=error) from None
    folder = user_cache_path("tabletop-companion", appauthor=False) if cache is None else cache
    kept = folder / source.kept_as()
    known = _kept(kept, fingerprint)
    if known is not None:
        return known
    lexicon = Lexicon.of(source.name, source.words())
    if not lexicon:
        raise LexiconError("empty", path=path or source.name)
    _keep(kept, fingerprint + lexicon.to_bytes())
    return lexicon


def _kept(path: Path, fingerprint: bytes) -> Lexicon | None:
    """The graph kept for a list that has not changed; None where there is none, or not a whole one."""
    try:
        data = path.read_bytes()
        return Lexicon.from_bytes(data[len(fingerprint) :]) if data.startswith(fingerprint) else None
    except (OSError, LexiconDamaged):
        return None


def _keep(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; a cache that cannot be written costs only time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, unfinished = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(unfinished).replace(path)
        except OSError:
            Path(unfinished).unlink(missing_ok=True)
    except OSError:
        return


def _own_file(path: Path) -> _Source:
    return _Source(path.stem, (path,), lambda: _words_of(path))


def _words_of(path: Path) -> Iterator[str]:
    """The words of a user's own file. Raises LexiconError."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise LexiconError("not_text", path=path) from None
    for number, line in enumerate(lines, 1):
        word = line.partition("#")[0].strip()
        if word and not _WORD.fullmatch(word):
            raise LexiconError("not_a_word", path=path, line=number, found=word[:_SHOWN])
        yield word.upper()


def _scowl() -> _Source:
    files = tuple(SCOWL / f"{spelling}-words.{size}" for spelling in _SPELLINGS for size in _SIZES)
    files = tuple(path for path in files if path.exists())

    def words() -> Iterator[str]:
        for path in files:
            yield from path.read_text(encoding="latin-1").split()

    return _Source(f"SCOWL {_SIZES[-1]}", (*files, CORRECTIONS), lambda: _corrected(words()))


def _spelling_dictionary() -> _Source:
    found = find_spec("spylls")
    if found is None or found.origin is None:
        raise LexiconError("none")
    base = Path(found.origin).parent / "hunspell" / "data" / "en" / "en_US"
    files = (base.with_suffix(".aff"), base.with_suffix(".dic"), CORRECTIONS)
    return _Source("SCOWL 60", files, lambda: _corrected(_inflected(base)))


def _inflected(base: Path) -> Iterator[str]:
    """Every form of every word of a Hunspell dictionary: with each of its endings, prefixes, and both."""
    from spylls.hunspell import Dictionary

    dictionary = Dictionary.from_files(str(base))
    for word in dictionary.dic.words:
        if not (_WORD.fullmatch(word.stem) and word.stem.islower()):
            continue
        endings = [ending for flag in word.flags for ending in dictionary.aff.SFX.get(flag, ())]
        prefixes = [prefix for flag in word.flags for prefix in dictionary.aff.PFX.get(flag, ())]
        yield word.stem
        yield from _ended(word.stem, endings)
        for prefix in prefixes:
            if prefix.cond_regexp.search(word.stem):
                begun = prefix.add + word.stem.removeprefix(prefix.strip)
                yield begun
                yield from _ended(begun, [ending for ending in endings if ending.crossproduct and prefix.crossproduct])


def _ended(stem: str, endings: Iterable[Suffix]) -> Iterator[str]:
    for ending in endings:
        if ending.cond_regexp.search(stem):
            yield stem.removesuffix(ending.strip) + ending.add


def _corrected(words: Iterable[str]) -> Iterator[str]:
    """The words in capitals as a game of tiles takes them: no names, numerals or abbreviations, and our corrections."""
    data = {name: set(text.split()) for name, text in tomllib.loads(CORRECTIONS.read_text(encoding="utf-8")).items()}
    yield from data["two_letters"] | data["without_vowels"] | data["more"]
    for word in words:
        if len(word) > 2 and word.isascii() and word.isalpha() and word.islower():
            capitals = word.upper()
            if capitals not in data["not_words"] and _VOWEL.search(word) and not _NUMERAL.fullmatch(word):
                yield capitals
