"""Names of players as the lines of all games can carry them."""

from __future__ import annotations

_SIGNS = str.maketrans(dict.fromkeys("|>:,?=#", " "))  # they mean something in a line
_WORDS = (
    "accept", "add", "audit", "bad", "change", "claims", "clear", "create", "cut", "deals", "draw", "end", "extra",
    "fill", "force", "forfeit", "from", "give", "guesses", "hold", "ipo", "lock", "name", "new", "no", "pass",
    "play", "plays", "refuse", "search", "shows", "shuffle", "sudden", "take", "to", "trade",
)  # fmt: skip


def seat_name(written: str) -> str:
    """The name as players write it, so that every line with it is read back as it was meant.

    Blanks become one, signs that part a line are left out, and a word that says what somebody does gets a capital
    letter: ``"Ann  pass "`` becomes ``"Ann Pass"``. Empty where nothing is left.
    """
    words = "".join(sign if sign.isprintable() else " " for sign in written.translate(_SIGNS)).split()
    return " ".join(word.capitalize() if word in _WORDS else word for word in words)
