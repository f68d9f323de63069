"""A rule text cut into words, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.rules.eleusis.secret.errors import RuleError
from companion.rules.eleusis.secret.parts import MOST_CHARACTERS

_TOKEN = re.compile(
    r"\s*(?:(?P<ordinal>\d{1,3}(?:st|nd|rd|th)\b)|(?P<word>[a-z]+|\d+|\.\.|[(),;+-])|(?P<end>\Z)|)",
    re.IGNORECASE | re.ASCII,
)
_SPELLINGS = {
    "color": "colour",
    "previous": "last",
    **dict.fromkeys(("ace", "aces"), "a"),
    **dict.fromkeys(("jack", "jacks"), "j"),
    **dict.fromkeys(("queen", "queens"), "q"),
    **dict.fromkeys(("king", "kings"), "k"),
    **{suit: f"{suit}s" for suit in ("club", "diamond", "heart", "spade")},
}
END = ""


@dataclass(frozen=True, slots=True)
class Token:
    """A word in small letters, a whole number, an ordinal (``3rd``) or a sign; ``""`` is the end of the text.

    closing: of an opening bracket, the index of the token that closes it.
    """

    text: str
    position: int
    closing: int = -1


def tokens_of(text: str) -> list[Token]:
    """The words of a text, the end last.

    Raises RuleError where the text is too long or empty, at a sign that no rule has and at a bracket without its other.
    """
    if len(text) > MOST_CHARACTERS:
        raise RuleError("too_long", MOST_CHARACTERS, {"count": len(text), "most": MOST_CHARACTERS})
    tokens: list[Token] = []
    position = 0
    while not tokens or tokens[-1].text != END:
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup is None:
            place = position if match is None else match.end()
            raise RuleError("unknown_sign", place, {"found": text[place]})
        word = (match["ordinal"] or match["word"] or END).lower()
        tokens.append(Token(_SPELLINGS.get(word, word), match.start(match.lastgroup)))
        position = match.end()
    if len(tokens) == 1:
        raise RuleError("empty", 0)
    return _paired(tokens)


def _paired(tokens: list[Token]) -> list[Token]:
    open_brackets: list[int] = []
    for index, token in enumerate(tokens):
        if token.text == "(":
            open_brackets.append(index)
        elif token.text == ")":
            if not open_brackets:
                raise RuleError("bracket_not_opened", token.position)
            opening = open_brackets.pop()
            tokens[opening] = Token("(", tokens[opening].position, index)
    if open_brackets:
        raise RuleError("bracket_not_closed", tokens[open_brackets[-1]].position)
    return tokens
