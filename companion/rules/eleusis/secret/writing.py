"""A rule in its own language: the text that `reading.read` turns back into the same parts."""

from __future__ import annotations

from companion.rules.cards import Rank
from companion.rules.eleusis.secret.parts import Part, is_hole

_ORDINALS = {2: "nd", 3: "rd"}
_LEVELS = {"if": 0, "or": 1, "and": 2}
_NUMBER_LEVELS = {"plus": 0, "minus": 0, "times": 1, "modulo": 1}
_SIGNS = {"plus": "+", "minus": "-", "times": "times"}
_MEASURES = {"steps": "steps up", "distance": "distance", "around": "distance around"}
CARD = Part("card")


def write(root: Part) -> str:
    """The text of a whole rule (`rule` or `starting`)."""
    if root.name == "starting":
        return f"start {_product(root.parts[0])}; {_condition(root.parts[1])}"
    return _condition(root.parts[0])


def _condition(part: Part, level: int = 0, bare: bool = True) -> str:
    """level: 0 anything goes unbracketed, 1 from `or`, 2 from `and`, 3 only what holds together by itself.

    bare: whether the candidate may go unnamed, ``red`` for ``card is red``. Beside another card it has to be named,
    else ``last is red or even`` would leave open which card is to be even.
    """
    own = _LEVELS.get(part.name, 3)
    if own < level:
        return f"({_condition(part)})"
    if part.name in ("and", "or"):
        bare = bare and all(_is_of_candidate(inner) for inner in part.parts)
        return f" {part.name} ".join(_condition(inner, own + 1, bare) for inner in part.parts)
    if part.name == "if":
        test, then, other = part.parts
        text = f"if {_condition(test, 1)} then {_condition(then, 1)}"
        return text if other.name == "anything" else f"{text} else {_condition(other)}"
    if part.name == "not":
        return _negation(part.parts[0], bare)
    return _statement(part, bare)


def _is_of_candidate(part: Part) -> bool:
    if part.name in ("and", "or", "not"):
        return all(_is_of_candidate(inner) for inner in part.parts)
    return part.name == "is" and part.parts[0] == CARD


def _negation(part: Part, bare: bool) -> str:
    if part.name == "is" and not (bare and _goes_bare(part)):
        return _statement(part, bare=False, joint="is not")
    if part.name == "number_is":
        return _statement(part, bare, joint="is not")
    return f"not {_condition(part, 3, bare)}"


def _goes_bare(part: Part) -> bool:
    return part.parts[0] == CARD and not _product(part.parts[1]).startswith(("not", "("))


def _statement(part: Part, bare: bool, joint: str = "is") -> str:
    match part:
        case Part("is", (card, trait)):
            text = _product(trait)
            if bare and _goes_bare(part):
                return text
            return f"{write_card(card)} {joint} {f'({text})' if text.startswith('not') else text}"
        case Part("same" | "differs", (attribute, one, other)):
            subject = _word(attribute) if one == CARD else f"{_word(attribute)} of {write_card(one)}"
            return f"{subject} {'same as' if part.name == 'same' else 'differs from'} {write_card(other)}"
        case Part("cycle", steps):
            return "cycle " + ", ".join(_atom(step) for step in steps)
        case Part("number_is", (number, numbers)):
            return f"{_left(number)} {joint} {_numbers(numbers)}"
        case Part("equals", (one, other)):
            return f"{_left(one)} equals {_number(other)}"
        case Part(name, (one, other)):
            return f"{_left(one)} is {name.replace('_', ' ')} {_number(other)}"
    return _word(part)


def write_card(part: Part) -> str:
    """How a card of the line is named."""
    match part:
        case Part("back", _, (places,)):
            return f"{places}{_ORDINALS.get(places, 'th')} last"
        case Part("latest", (trait,)):
            return f"latest {_atom(trait)}"
    return _word(part)


def _product(part: Part) -> str:
    """A trait where several may stand side by side: ``red face``."""
    match part:
        case Part("both", traits):
            return " ".join(_atom(trait) for trait in traits)
        case Part("one_of", traits):
            inner = (f"({_product(trait)})" if trait.name == "one_of" else _product(trait) for trait in traits)
            return "one of " + ", ".join(inner)
    return _atom(part)


def _atom(part: Part) -> str:
    match part:
        case Part("ranks", _, (low, high)):
            return Rank(low).sign if low == high else f"{Rank(low).sign}..{Rank(high).sign}"
        case Part("other", (trait,)):
            return f"not {_atom(trait)}"
        case Part("both" | "one_of"):
            return f"({_product(part)})"
    return _word(part)


def _left(part: Part) -> str:
    """A number that begins a condition: a digit there would be a rank, so it is bracketed."""
    text = _number(part)
    return f"({text})" if text[0].isdigit() else text


def _number(part: Part, level: int = 0) -> str:
    own = _NUMBER_LEVELS.get(part.name, 2)
    if own < level:
        return f"({_number(part)})"
    match part:
        case Part("plus" | "minus" | "times" as name, (one, other)):
            return f"{_number(one, own)} {_SIGNS[name]} {_number(other, own + 1)}"
        case Part("modulo", (one,), (modulus,)):
            return f"{_number(one, 1)} modulo {modulus}"
        case Part("literal", _, (number,)):
            return str(number)
        case Part("value_of", (card,)):
            return "value" if card == CARD else f"value of {write_card(card)}"
        case Part("steps" | "distance" | "around" as name, (one, other)):
            to = "" if other == CARD else f" to {write_card(other)}"
            return f"{_MEASURES[name]} from {write_card(one)}{to}"
    return _counted(part)


def _counted(part: Part) -> str:
    match part:
        case Part("count", (trait, scope)):
            return f"count of {_product(trait)} {_scope(scope)}"
        case Part("total" | "highest" | "lowest" as name, (scope,)):
            return f"{name} {_scope(scope)}"
        case Part("variety", (attribute, scope)):
            return f"variety of {_word(attribute)} {_scope(scope)}"
        case Part("run", (attribute,)):
            return f"run of {_word(attribute)}"
    return _word(part)


def _scope(part: Part) -> str:
    return "so far" if part.name == "so_far" else f"in last {part.values[0]}" if part.values else "?"


def _numbers(part: Part) -> str:
    if part.name != "among":
        return _word(part).removesuffix("_number")
    return ", ".join(_range(inner) for inner in part.parts)


def _range(part: Part) -> str:
    if is_hole(part):
        return "?"
    low, high = part.values
    return str(low) if low == high else f"{low}..{high}"


def _word(part: Part) -> str:
    return "?" if is_hole(part) else part.name
