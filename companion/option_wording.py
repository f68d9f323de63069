"""The options of the games in words."""

from __future__ import annotations

from companion.language import Language


def option_title(game: str, option: str, language: Language) -> str:
    """What an option of a game (by its name) is called."""
    return language.text(f"app_options.{_key(game, option)}")


def option_why(game: str, option: str, language: Language) -> str:
    """A line on why one chooses it."""
    return language.text(f"app_options.{_key(game, option)}_why")


def option_value(game: str, option: str, value: object, language: Language) -> str:
    """A value of an option, as `Options.choices` and `as_json` have it."""
    if isinstance(value, bool):
        return language.text(f"app_options.{option_word(value)}")
    if isinstance(value, int):
        return str(value)
    return language.text(f"app_options.{_key(game, option)}_{value}")


def option_word(value: object) -> str:
    """A value as `Options.parse` reads it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _key(game: str, option: str) -> str:
    return f"{game.replace('-', '_')}_{option}"
