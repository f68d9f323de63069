"""The language of the secret rules of Eleusis Express (EE-1): rules as data, written, read, compared and measured."""

from __future__ import annotations

from companion.rules.eleusis.secret.errors import RuleError
from companion.rules.eleusis.secret.rule import SecretRule

__all__ = ["RuleError", "SecretRule"]
