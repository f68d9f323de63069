"""A rule as a sentence for people. The words are templates that the caller brings, one mapping for each language.

A template's key is ``ee_rule.`` and the name of a part, sometimes with an ending: `_must` where the part says what the
next card has to be, `_not` where it is denied, `_one` and `_many` for a trait as a noun, `_note` for what explains a
word where it comes first.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.cards import Rank
from companion.rules.eleusis.secret.parts import COMPARISONS, Part, is_hole
from companion.rules.eleusis.secret.writing import CARD

TABLE = "ee_rule."
_VALUE = Part("value_of", (CARD,))
_COMPOUND = ("one_of", "both")
_MEASURED = ("steps", "distance", "around")
_COMPUTED = ("plus", "minus", "times", "modulo")


def sentence(root: Part, words: Mapping[str, str]) -> str:
    """What a whole rule says, or one being built, its gaps shown as such. words: the templates by key."""
    teller = _Teller(words)
    if is_hole(root):
        return teller.say(root.name)
    start = teller.say("starting", teller.noun(root.parts[0], "_many")) if root.name == "starting" else ""
    return start + teller.sentence(teller.demand(root.parts[-1]))


def statement(condition: Part, words: Mapping[str, str]) -> str:
    """What a single condition says, as of something that is so."""
    teller = _Teller(words)
    return teller.sentence(teller.statement(condition))


class _Teller:
    """Tells a rule from left to right.

    `_topic` is the card last spoken of: the next card, named again, is ``it``. `_noted`: the words explained so far.
    """

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words
        self._topic: Part | None = None
        self._noted: set[str] = set()

    def say(self, name: str, *told: str, **values: object) -> str:
        """A template filled."""
        return self._words[TABLE + name].format(*told, **values)

    def _word(self, name: str, form: str = "") -> str:
        """A word, explained if it comes for the first time and needs it."""
        told = self.say(name + form)
        if TABLE + name + "_note" not in self._words or name in self._noted:
            return told
        self._noted.add(name)
        return self.say("noted", told, self.say(name + "_note"))

    def sentence(self, told: str) -> str:
        """A clause as a sentence of its own."""
        told = told.strip()
        start = next((index for index, sign in enumerate(told) if sign.isalpha()), 0)
        return self.say("sentence", told[:start] + told[start : start + 1].upper() + told[start + 1 :])

    # Conditions.

    def demand(self, part: Part) -> str:
        """A condition said of the next card as what it must be."""
        if part.name == "if":
            test, then, other = part.parts
            told = self.statement(test)
            obeyed = self.demand(then)
            if then.name == "if":
                obeyed = self.say("bracket", obeyed)
            return self.say("if_must", told, obeyed, self.demand(other))
        if part == Part("not", (Part("anything"),)):
            return self.say("nothing_must")
        if part.name in ("anything", "cycle") or is_hole(part):
            return self._clause(part, "_must")
        if not _is_demand(part):
            self._topic = CARD
            return self.say("right_if", self.statement(part))
        if part.name in ("and", "or"):
            return self._joined(part, [self.demand(inner) for inner in part.parts])
        return self._clause(part, "_must")

    def statement(self, part: Part) -> str:
        """A condition said as something that is so."""
        match part:
            case Part("if", (test, then, other)):
                told = (self.statement(test), self.statement(then), self.statement(other))
                return self.say("bracket", self.say("if", *told))
            case Part("and" | "or", parts):
                return self._joined(part, [self.statement(inner) for inner in parts])
        return self._clause(part, "")

    def _joined(self, part: Part, told: list[str]) -> str:
        """Clauses with ``and`` or ``or`` between them; those that are joined themselves in brackets."""
        clauses = [
            self.say("bracket", clause) if inner.name in ("and", "or") else clause
            for inner, clause in zip(part.parts, told, strict=True)
        ]
        return self.say(f"{part.name}_join").join(clauses)

    def _clause(self, part: Part, mood: str) -> str:
        match part:
            case Part("not", (Part("is" | "number_is") as inner,)):
                return self._clause(inner, "_not" + mood)
            case Part("not", (inner,)):
                told = self.statement(inner)
                return self.say("not", self.say("bracket", told) if inner.name in ("and", "or") else told)
            case Part("cycle", steps):
                return self.say("cycle" + mood, self.say("step_join").join(self.trait(step) for step in steps))
            case Part("is", (card, trait)):
                subject, told = self.card(card), self.trait(trait)
                denied = "_not" in mood and trait.name in _COMPOUND
                return self.say("is" + mood, subject, self.say("bracket", told) if denied else told)
            case Part("same" | "differs" as name, (attribute, one, other)):
                subject = self.card(one)
                return self.say(name + mood, subject, self._word(attribute.name), self.mentioned(other))
            case Part("number_is", (number, numbers)):
                return self._of_number(number, numbers, mood)
            case Part(name, (number, _)) if name in COMPARISONS:
                return self._of_number(number, part, mood)
        return self.say(part.name + ("" if is_hole(part) else mood))

    def _of_number(self, number: Part, told: Part, mood: str) -> str:
        """What a number is. A distance from one card to the next is said of the card itself, where that is shorter."""
        literal = told.name == "among" or (told.parts[-1:] and told.parts[-1].name == "literal")
        if number.name in _MEASURED and number.parts[1] == CARD and literal:
            subject = self.card(CARD)
            return self.say(f"{number.name}_is{mood}", subject, self.mentioned(number.parts[0]), self._numbers(told))
        subject = self.number(number)
        self._topic = CARD if number == _VALUE else None
        return self.say("number_is" + mood, subject, self._numbers(told))

    def _numbers(self, part: Part) -> str:
        """What is said of a number: `numbers`, or a comparison with another number."""
        if part.name in COMPARISONS:
            return self.say(part.name, self.number(part.parts[1]))
        if part.name != "among":
            return self.say(part.name)
        ranges = [self._range(inner) for inner in part.parts]
        last = self.say("one_of_last").join(ranges[-2:])
        return self.say("among", self.say("one_of_join").join([*ranges[:-2], last]))

    def _range(self, part: Part) -> str:
        if is_hole(part):
            return self.say(part.name)
        low, high = part.values
        return str(low) if low == high else self.say("between", low=low, high=high)

    # Cards and their traits.

    def card(self, part: Part) -> str:
        """A card that something is now said of."""
        told = self.say("card_again") if part == CARD == self._topic else self.mentioned(part)
        self._topic = part
        return told

    def mentioned(self, part: Part) -> str:
        """A card that only comes into what is said of another."""
        match part:
            case Part("card"):
                return self.say("card_again" if self._topic == CARD else "card")
            case Part("back", _, (places,)):
                return self.say(f"back_{places}")
            case Part("latest", (trait,)):
                return self.say("latest", self.noun(trait, "_one"))
        return self.say(part.name)

    def noun(self, trait: Part, form: str) -> str:
        """The cards that have a trait, as a noun; form: `_one`, `_many`."""
        if trait.name in ("ranks", "other", *_COMPOUND) or is_hole(trait):
            return self.say("card" + form, self.trait(trait))
        return self._word(trait.name, form)

    def trait(self, part: Part) -> str:
        """What a card is."""
        match part:
            case Part("ranks", _, (low, high)):
                name = "ranks_one" if low == high else "ranks"
                return self.say(name, low=Rank(low).sign, high=Rank(high).sign)
            case Part("other", (inner,)):
                told = self.trait(inner)
                return self.say("other", self.say("bracket", told) if inner.name in _COMPOUND else told)
            case Part("one_of" | "both" as name, traits):
                told_each = [
                    self.say("bracket", self.trait(inner)) if inner.name in _COMPOUND else self.trait(inner)
                    for inner in traits
                ]
                last = self.say(f"{name}_last").join(told_each[-2:])
                return self.say(f"{name}_join").join([*told_each[:-2], last])
        return self._word(part.name)

    # Numbers.

    def number(self, part: Part) -> str:
        """A number, as a noun."""
        match part:
            case Part("literal", _, (number,)):
                return self.say("literal", str(number))
            case Part("value_of", (card,)):
                if card != CARD:
                    return self.say("value_of", self.mentioned(card))
                return self.say("value_of_again" if self._topic == CARD else "value_of_card")
            case Part("steps" | "distance" | "around" as name, (one, other)):
                return self.say(name, self.mentioned(one), self.mentioned(other))
            case Part("count", (trait, scope)):
                return self.say("count", self.noun(trait, "_many"), self._scope(scope))
            case Part("total" | "highest" | "lowest" as name, (scope,)):
                return self.say(name, self._scope(scope))
            case Part("variety", (attribute, scope)):
                return self.say("variety", self._word(attribute.name, "_many"), self._scope(scope))
            case Part("run", (attribute,)):
                return self.say("run", self._word(attribute.name))
            case Part("plus" | "minus" | "times" | "modulo" as name, parts):
                return self.say(name, *map(self._bracketed, parts), modulus=part.values[0] if part.values else 0)
        return self.say(part.name)

    def _bracketed(self, part: Part) -> str:
        told = self.number(part)
        return self.say("bracket", told) if part.name in _COMPUTED else told

    def _scope(self, part: Part) -> str:
        return self.say(part.name, cards=part.values[0] if part.values else 0)


def _is_demand(part: Part) -> bool:
    """Whether a condition says what the next card must be, and not only how the line lies."""
    match part:
        case Part("and" | "or", parts):
            return all(_is_demand(inner) for inner in parts)
        case Part("not", (Part("is" | "number_is") as inner,)):
            return _is_demand(inner)
        case Part("is", (card, _)):
            return card == CARD
        case Part("same" | "differs", (_, one, _)):
            return one == CARD
        case Part("number_is", (number, _)):
            return _is_of_candidate(number)
        case Part(name, (number, _)) if name in COMPARISONS:
            return _is_of_candidate(number)
    return False


def _is_of_candidate(number: Part) -> bool:
    return CARD in number.everything()
