"""The language of the secret rules of Eleusis Express (EE-1): rules as data, written, read, compared and measured."""

from __future__ import annotations

from companion.rules.eleusis.secret.building import (
    Choice,
    Path,
    at,
    begin,
    blank,
    fill,
    holes,
    parts_for,
    put,
    remove,
    widen,
)
from companion.rules.eleusis.secret.comparison import Comparison, Verdict, compare
from companion.rules.eleusis.secret.errors import RuleError
from companion.rules.eleusis.secret.hints import Hint, attributes_of, hints, looks_at
from companion.rules.eleusis.secret.library import LibraryRule, fitting, load_library
from companion.rules.eleusis.secret.parts import FORMS, Form, Part, Sort
from companion.rules.eleusis.secret.report import Fit, Report, report
from companion.rules.eleusis.secret.rule import SecretRule
from companion.rules.eleusis.secret.sentence import sentence, statement

__all__ = [
    "FORMS",
    "Choice",
    "Comparison",
    "Fit",
    "Form",
    "Hint",
    "LibraryRule",
    "Part",
    "Path",
    "Report",
    "RuleError",
    "SecretRule",
    "Sort",
    "Verdict",
    "at",
    "attributes_of",
    "begin",
    "blank",
    "compare",
    "fill",
    "fitting",
    "hints",
    "holes",
    "load_library",
    "looks_at",
    "parts_for",
    "put",
    "remove",
    "report",
    "sentence",
    "statement",
    "widen",
]
