"""Why a file could not be read or written, as a word that has its sentence in the language files."""

from __future__ import annotations

import errno
from pathlib import Path

from companion.language import Language

_FAULTS = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EACCES: "no_permission",
    errno.EPERM: "no_permission",
    errno.EROFS: "no_permission",
    errno.ENOENT: "no_folder",
    errno.ENOTDIR: "no_folder",
    errno.EEXIST: "no_folder",
    errno.EISDIR: "is_folder",
    errno.ENAMETOOLONG: "too_long",
}


def words_of(error: OSError, path: Path, language: Language) -> str:
    """One sentence on a file that could not be written."""
    return language.text(f"app_disk.{_FAULTS.get(error.errno or 0, 'failing')}", path=path)
