"""From the text of a rule to its parts: what is written, word by word, or where it stops making sense.

The grammar stands in docs/rules/eleusis-rules.md. One method reads one sort and leaves the next word unread.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches

from companion.rules.eleusis.secret.errors import RuleError
from companion.rules.eleusis.secret.parts import (
    ATTRIBUTES,
    FURTHEST_BACK,
    LARGEST_NUMBER,
    MOST_DEPTH,
    MOST_PARTS,
    TRAITS,
    Part,
)
from companion.rules.eleusis.secret.tokens import END, Token, tokens_of
from companion.rules.eleusis.secret.writing import CARD

_NESTING = 4 * MOST_DEPTH  # brackets and clauses open at once; what a tree of the greatest depth needs is less
_LETTERS = {"a": 1, "j": 11, "q": 12, "k": 13}
_NUMBER_WORDS = ("position", "steps", "distance", "count", "total", "highest", "lowest", "variety", "run")
_NEVER_NUMBERS = tuple(trait for trait in TRAITS if trait not in ("odd", "even", "prime"))
_CARD_WORDS = ("card", "last", "first", "latest")
_ORDINALS = tuple(f"{digit}{ending}" for digit in range(10) for ending in ("st", "nd", "rd", "th"))
_NUMBER_TAILS = ("is", "equals", "+", "-", "times", "modulo")
_OTHER_WORDS = (
    *("if", "then", "else", "and", "or", "not", "is", "same", "as", "differs", "from", "to", "of", "one", "start"),
    *("cycle", "anything", "equals", "above", "below", "at", "least", "most", "up", "around", "so", "far", "in"),
    *("times", "modulo"),
)
_WORDS = (*TRAITS, *ATTRIBUTES, *_NUMBER_WORDS, *_CARD_WORDS, *_OTHER_WORDS)


def read(text: str) -> Part:
    """The parts of the rule that `text` says. Raises RuleError."""
    return _Reader(tokens_of(text)).rule()


class _Reader:
    """Reads tokens from left to right; `_named`: what else than the candidate was being spoken of, if anything."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._nesting = 0
        self._made = 0
        self._named = ""

    @property
    def _word(self) -> str:
        return self._tokens[self._at].text

    def _next(self) -> Token:
        token = self._tokens[self._at]
        self._at += token.text != END
        return token

    def _skip(self, *words: str) -> bool:
        """Whether these words come now; if so they are behind us."""
        coming = self._tokens[self._at : self._at + len(words)]
        found = tuple(token.text for token in coming) == words
        self._at += len(words) * found
        return found

    def _expect(self, *words: str) -> None:
        for word in words:
            if not self._skip(word):
                raise self._mistake("word_expected", wanted=word)

    def _mistake(self, reason: str, at: Token | None = None, **data: str | int) -> RuleError:
        token = at or self._tokens[self._at]
        if token.text == END:
            return RuleError("ends_early", token.position)
        found = token.text[:20]
        if token.text.isalpha() and token.text not in (*_WORDS, *_LETTERS):
            near = get_close_matches(found, _WORDS, 1, 0.7)
            if near:
                return RuleError("unknown_word_near", token.position, {"found": found, "near": near[0]})
            return RuleError("unknown_word", token.position, {"found": found})
        return RuleError(reason, token.position, {"found": found, **data})

    def _make(self, name: str, *parts: Part, values: tuple[int, ...] = ()) -> Part:
        """A part, unless the rule grows too large by it."""
        position = self._tokens[self._at].position
        self._made += 1
        if self._made > MOST_PARTS:
            raise RuleError("too_many_parts", position, {"most": MOST_PARTS})
        part = Part(name, parts, values)
        if part.depth > MOST_DEPTH:
            raise RuleError("too_deep", position, {"most": MOST_DEPTH})
        return part

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        """What is read inside is one clause or bracket further in."""
        self._nesting += 1
        if self._nesting > _NESTING:
            raise self._mistake("too_deep", most=MOST_DEPTH)
        yield
        self._nesting -= 1

    def rule(self) -> Part:
        start = None
        if self._skip("start"):
            start = self._product()
            self._expect(";")
        condition = self._condition()
        if self._word != END:
            raise self._mistake("left_over")
        return self._make("starting", start, condition) if start else self._make("rule", condition)

    # Conditions, the loosest joint first.

    def _condition(self) -> Part:
        """A condition of its own: nothing said before tells whom it is about."""
        named, self._named = self._named, ""
        with self._deeper():
            condition = self._if() if self._skip("if") else self._joined("or")
        self._named = named
        return condition

    def _if(self) -> Part:
        test = self._condition()
        self._expect("then")
        then = self._condition()
        return self._make("if", test, then, self._condition() if self._skip("else") else self._make("anything"))

    def _joined(self, joint: str) -> Part:
        operands = [self._operand(joint)]
        while self._skip(joint):
            operands.append(self._operand(joint))
        return operands[0] if len(operands) == 1 else self._make(joint, *operands)

    def _operand(self, joint: str) -> Part:
        return self._joined("and") if joint == "or" else self._negation()

    def _negation(self) -> Part:
        if not self._skip("not"):
            return self._statement()
        with self._deeper():
            return self._make("not", self._negation())

    def _statement(self) -> Part:
        word = self._word
        if word == "anything":
            self._next()
            return self._make("anything")
        if word == "cycle":
            return self._cycle()
        if self._number_comes():
            return self._about_number()
        if word == "(":
            self._next()
            condition = self._condition()
            self._expect(")")
            return condition
        if word in ATTRIBUTES:
            return self._about_attribute()
        if self._card_comes():
            return self._about_card()
        return self._about_candidate()

    def _number_comes(self) -> bool:
        token = self._tokens[self._at]
        if token.text == "(":
            return self._tokens[token.closing + 1].text in _NUMBER_TAILS
        return token.text in _NUMBER_WORDS

    def _card_comes(self) -> bool:
        return self._word in _CARD_WORDS or self._word.endswith(_ORDINALS)

    def _about_candidate(self) -> Part:
        """A trait alone: ``red`` is ``card is red``."""
        at = self._tokens[self._at]
        if not self._trait_comes():
            raise self._mistake("condition_expected")
        if self._named == "card" or (self._named == "number" and at.text not in _NEVER_NUMBERS):
            raise self._mistake("whose_trait", at)
        trait = self._product()
        return self._make("is", CARD, trait)

    def _about_card(self) -> Part:
        card = self._card()
        self._expect("is")
        negated = self._skip("not")
        self._named = self._named if card == CARD else "card"
        condition = self._make("is", card, self._product())
        return self._make("not", condition) if negated else condition

    def _about_attribute(self) -> Part:
        """``suit of 2nd last same as last``; a `value` may also be the first word of a number."""
        name = self._next().text
        card = self._card() if self._skip("of") else self._make("card")
        if self._skip("same", "as"):
            return self._make("same", self._make(name), card, self._card())
        if self._skip("differs", "from"):
            return self._make("differs", self._make(name), card, self._card())
        if name != "value":
            raise self._mistake("same_or_differs_expected", attribute=name)
        if self._word not in _NUMBER_TAILS:
            raise self._mistake("number_statement_expected")
        return self._about_number(self._make("value_of", card))

    def _about_number(self, begun: Part | None = None) -> Part:
        number = self._number(begun)
        if number != Part("value_of", (CARD,)):
            self._named = self._named or "number"
        if self._skip("equals"):
            return self._make("equals", number, self._number())
        self._expect("is")
        negated = self._skip("not")
        condition = self._comparison(number)
        return self._make("not", condition) if negated else condition

    def _comparison(self, number: Part) -> Part:
        for words in (("above",), ("below",), ("at", "least"), ("at", "most")):
            if self._skip(*words):
                return self._make("_".join(words), number, self._number())
        if self._word in ("odd", "even", "prime"):
            return self._make("number_is", number, self._make(f"{self._next().text}_number"))
        ranges = [self._range()]
        while self._skip(","):
            ranges.append(self._range())
        return self._make("number_is", number, self._make("among", *ranges))

    def _cycle(self) -> Part:
        start = self._next()
        steps = [self._atom()]
        while self._skip(",") or self._trait_comes():
            steps.append(self._atom())
        if len(steps) == 1:
            raise self._mistake("cycle_too_short", start)
        return self._make("cycle", *steps)

    # Cards and their traits.

    def _card(self) -> Part:
        token = self._tokens[self._at]
        if not self._card_comes():
            raise self._mistake("card_expected")
        self._next()
        if token.text == "latest":
            return self._make("latest", self._atom())
        if token.text in _CARD_WORDS:
            return self._make(token.text)
        self._expect("last")
        places = int(token.text[:-2])
        if places == 1:
            return self._make("last")
        if not 2 <= places <= FURTHEST_BACK:
            raise self._mistake("too_far_back", token, most=FURTHEST_BACK)
        return self._make("back", values=(places,))

    def _trait_comes(self) -> bool:
        word = self._word
        return word in TRAITS or word in _LETTERS or word.isdigit() or word in ("(", "not", "one")

    def _product(self) -> Part:
        """Traits side by side, all of which a card has to have."""
        if self._word == "one":
            return self._atom()
        traits = [self._atom()]
        while self._trait_comes():
            traits.append(self._atom())
        return traits[0] if len(traits) == 1 else self._make("both", *traits)

    def _atom(self) -> Part:
        word = self._word
        if word in TRAITS:
            return self._make(self._next().text)
        if word in _LETTERS or word.isdigit():
            low = self._rank()
            return self._make("ranks", values=(low, self._rank() if self._skip("..") else low))
        with self._deeper():
            if self._skip("not"):
                return self._make("other", self._atom())
            if self._skip("one", "of"):
                return self._one_of()
            if self._skip("("):
                trait = self._product()
                self._expect(")")
                return trait
        raise self._mistake("trait_expected")

    def _one_of(self) -> Part:
        traits = [self._product()]
        while self._skip(","):
            traits.append(self._product())
        if len(traits) == 1:
            raise self._mistake("one_of_one")
        return self._make("one_of", *traits)

    def _rank(self) -> int:
        token = self._next()
        if token.text in _LETTERS:
            return _LETTERS[token.text]
        if not token.text.isdigit():
            raise self._mistake("rank_expected", token)
        rank = self._whole(token)
        if not 1 <= rank <= 13:
            raise self._mistake("no_such_rank", token)
        return rank

    # Numbers.

    def _number(self, begun: Part | None = None) -> Part:
        number = self._factor(begun)
        while self._word in ("+", "-"):
            name = "plus" if self._next().text == "+" else "minus"
            number = self._make(name, number, self._factor())
        return number

    def _factor(self, begun: Part | None = None) -> Part:
        number = begun or self._single()
        while True:
            if self._skip("times"):
                number = self._make("times", number, self._single())
            elif self._skip("modulo"):
                token = self._next()
                modulus = self._whole(token)
                if modulus < 2:
                    raise self._mistake("modulus_too_small", token)
                number = self._make("modulo", number, values=(modulus,))
            else:
                return number

    def _single(self) -> Part:
        token = self._tokens[self._at]
        if token.text == "(":
            self._next()
            with self._deeper():
                number = self._number()
            self._expect(")")
            return number
        if token.text.isdigit() or token.text in _LETTERS:
            return self._make("literal", values=(self._whole(self._next()),))
        if token.text == "value":
            self._next()
            return self._make("value_of", self._card() if self._skip("of") else self._make("card"))
        if token.text in _NUMBER_WORDS:
            return self._counted(self._next().text)
        raise self._mistake("number_expected")

    def _counted(self, word: str) -> Part:
        """A number that is counted or measured on the line."""
        match word:
            case "position":
                return self._make("position")
            case "steps" | "distance":
                if word == "steps":
                    self._expect("up")
                elif self._skip("around"):
                    word = "around"
                self._expect("from")
                one = self._card()
                return self._make(word, one, self._card() if self._skip("to") else self._make("card"))
            case "count":
                self._expect("of")
                return self._make("count", self._product(), self._scope())
            case "variety" | "run":
                self._expect("of")
                if self._word not in ATTRIBUTES:
                    raise self._mistake("attribute_expected")
                attribute = self._make(self._next().text)
                return self._make("run", attribute) if word == "run" else self._make(word, attribute, self._scope())
        return self._make(word, self._scope())

    def _scope(self) -> Part:
        if self._skip("so", "far"):
            return self._make("so_far")
        if not self._skip("in", "last"):
            raise self._mistake("scope_expected")
        token = self._next()
        cards = self._whole(token)
        if not 2 <= cards <= FURTHEST_BACK:
            raise self._mistake("window_out_of_range", token, most=FURTHEST_BACK)
        return self._make("window", values=(cards,))

    def _range(self) -> Part:
        token = self._tokens[self._at]
        low = self._signed()
        high = self._signed() if self._skip("..") else low
        if high < low:
            raise self._mistake("range_backwards", token, low=low, high=high)
        return self._make("between", values=(low, high))

    def _signed(self) -> int:
        return -self._whole(self._next()) if self._skip("-") else self._whole(self._next())

    def _whole(self, token: Token) -> int:
        """A number as written, or the value of a rank's letter."""
        if token.text in _LETTERS:
            return _LETTERS[token.text]
        if not token.text.isdigit():
            raise self._mistake("number_expected", token)
        if len(token.text) > 3:
            raise self._mistake("number_too_large", token, most=LARGEST_NUMBER)
        return int(token.text)
