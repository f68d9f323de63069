"""Secret rules for tests: built at random by the parts that fit, and their meaning found the plain, slow way."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from companion.rules.cards import Card, Rank, Suit
from companion.rules.eleusis.secret import FORMS, Part, SecretRule, begin, blank, fill, holes, parts_for, widen
from companion.rules.eleusis.secret.building import at

LEAVES = frozenset(name for name, form in FORMS.items() if not form.slots)
NUMBERS = {"literal": 13, "modulo": 7, "between": 20}  # larger numbers would only make conditions that are never met
ROUND, MAJOR = (Suit.CLUBS, Suit.HEARTS), (Suit.HEARTS, Suit.SPADES)


def rules(parts: int = 14, back: int = 8) -> st.SearchStrategy[SecretRule]:
    """Rules of about so many parts, that look back no further than `back` cards."""
    return st.integers(0, 2**32).map(lambda seed: rule_by_lot(Random(seed), parts, back))


def rule_by_lot(lot: Random, parts: int, back: int) -> SecretRule:
    root, made = begin(), 0
    while (path := next(holes(root), None)) is not None:
        choices = {choice.name: choice.values for choice in parts_for(at(root, path))}
        small = [name for name in choices if name in LEAVES] if made > parts or len(path) > 6 else []
        name = lot.choice(small or list(choices))
        values = [number_by_lot(lot, name, allowed, back) for allowed in choices[name]]
        root = fill(root, path, name, tuple(sorted(values) if name == "between" else values))
        if FORMS[name].more and lot.random() < 0.5:
            root = widen(root, path)
        made += 1
    return SecretRule.of(root)


def number_by_lot(lot: Random, name: str, allowed: range, back: int) -> int:
    most = back if name in ("back", "window") else NUMBERS.get(name, allowed[-1])
    return lot.randint(max(allowed[0], -most), min(allowed[-1], most))


def rebuilt(root: Part) -> Part:
    """The same rule put together tap by tap: each gap filled with a part that is offered for it."""
    built = begin()
    for path in paths(root):
        wanted = at(root, path)
        assert wanted.name in {choice.name for choice in parts_for(at(built, path))}
        built = fill(built, path, wanted.name, wanted.values)
        for _ in range(len(wanted.parts) - len(blank(wanted.name, wanted.values).parts)):
            built = widen(built, path)
    return built


def paths(root: Part) -> list[tuple[int, ...]]:
    return [(), *((index, *path) for index, part in enumerate(root.parts) for path in paths(part))]


def allows(rule: SecretRule, line: list[Card], card: Card) -> bool:
    """Whether a card may follow, read off the parts with the whole line at hand."""
    if not line:
        return rule.root.name == "rule" or has(card, rule.root.parts[0])
    return condition(rule.root.parts[-1], line, card) is not False


def has(card: Card, trait: Part) -> bool:
    match trait:
        case Part("ranks", _, (low, high)):
            around = list(range(low, high + 1)) if low <= high else [*range(low, 14), *range(1, high + 1)]
            return card.rank in around
        case Part("both", traits):
            return all(has(card, inner) for inner in traits)
        case Part("one_of", traits):
            return any(has(card, inner) for inner in traits)
        case Part("other", (inner,)):
            return not has(card, inner)
        case Part("red" | "black"):
            return (card.suit in (Suit.DIAMONDS, Suit.HEARTS)) == (trait.name == "red")
        case Part("round" | "pointed"):
            return (card.suit in ROUND) == (trait.name == "round")
        case Part("major" | "minor"):
            return (card.suit in MAJOR) == (trait.name == "major")
        case Part("odd" | "even"):
            return card.rank % 2 == (trait.name == "odd")
        case Part("low" | "high"):
            return (card.rank <= 7) == (trait.name == "low")
        case Part("face" | "number"):
            return (card.rank >= Rank.JACK) == (trait.name == "face")
        case Part("prime"):
            return card.rank in (2, 3, 5, 7, 11, 13)
    return card.suit.name.lower() == trait.name


def attribute(card: Card, name: str) -> object:
    sorts = {"colour": "red", "shape": "round", "tier": "major", "parity": "odd", "kind": "face", "half": "low"}
    if name in sorts:
        return has(card, Part(sorts[name]))
    return card.rank if name == "value" else card.suit


def found(part: Part, line: list[Card], card: Card) -> Card | None:
    match part:
        case Part("card"):
            return card
        case Part("first"):
            return line[0]
        case Part("latest", (trait,)):
            return next((laid for laid in reversed(line) if has(laid, trait)), None)
    places = part.values[0] if part.values else 1
    return line[-places] if places <= len(line) else None


def condition(part: Part, line: list[Card], card: Card) -> bool | None:
    match part:
        case Part("anything"):
            return True
        case Part("is", (subject, trait)):
            one = found(subject, line, card)
            return None if one is None else has(one, trait)
        case Part("same" | "differs", (name, subject, other)):
            one, two = found(subject, line, card), found(other, line, card)
            if one is None or two is None:
                return None
            return (attribute(one, name.name) == attribute(two, name.name)) == (part.name == "same")
        case Part("if", (test, then, other)):
            met = condition(test, line, card)
            answers = condition(then, line, card), condition(other, line, card)
            if met is None:
                return answers[0] if answers[0] is answers[1] else None
            return answers[0] if met else answers[1]
        case Part("and" | "or", parts):
            met_each = [condition(inner, line, card) for inner in parts]
            deciding = part.name == "or"
            return deciding if deciding in met_each else None if None in met_each else not deciding
        case Part("not", (inner,)):
            met = condition(inner, line, card)
            return None if met is None else not met
        case Part("cycle", steps):
            begun = next((index for index, step in enumerate(steps) if has(line[0], step)), -1)
            return has(card, steps[(begun + len(line)) % len(steps)])
    return of_number(part, line, card)


def of_number(part: Part, line: list[Card], card: Card) -> bool | None:
    one_number = number(part.parts[0], line, card)
    if one_number is None:
        return None
    if part.name == "number_is":
        return among(one_number, part.parts[1])
    other_number = number(part.parts[1], line, card)
    if other_number is None:
        return None
    return {
        "above": one_number > other_number,
        "below": one_number < other_number,
        "at_least": one_number >= other_number,
        "at_most": one_number <= other_number,
        "equals": one_number == other_number,
    }[part.name]


def among(count: int, numbers: Part) -> bool:
    match numbers.name:
        case "odd_number":
            return count % 2 == 1
        case "even_number":
            return count % 2 == 0
        case "prime_number":
            return 1 < count < 999 and all(count % divisor for divisor in range(2, count))
    return any(low <= count <= high for low, high in (inner.values for inner in numbers.parts))


def number(part: Part, line: list[Card], card: Card) -> int | None:
    match part:
        case Part("literal", _, (value,)):
            return value
        case Part("position"):
            return len(line) + 1
        case Part("value_of", (subject,)):
            one = found(subject, line, card)
            return None if one is None else int(one.rank)
        case Part("steps" | "distance" | "around", (subject, other)):
            one, two = found(subject, line, card), found(other, line, card)
            if one is None or two is None:
                return None
            up = (two.rank - one.rank) % 13
            return {"steps": up, "distance": abs(two.rank - one.rank), "around": min(up, 13 - up)}[part.name]
        case Part("plus" | "minus" | "times", (left, right)):
            first, second = number(left, line, card), number(right, line, card)
            if first is None or second is None:
                return None
            return {"plus": first + second, "minus": first - second, "times": first * second}[part.name]
        case Part("modulo", (inner,), (modulus,)):
            whole = number(inner, line, card)
            return None if whole is None else whole % modulus
        case Part("run", (name,)):
            alike = [attribute(laid, name.name) == attribute(line[-1], name.name) for laid in reversed(line)]
            return alike.index(False) if False in alike else len(alike)
    scope = part.parts[-1]
    cards = line[-scope.values[0] :] if scope.values else line
    match part.name:
        case "count":
            return sum(has(laid, part.parts[0]) for laid in cards)
        case "variety":
            return len({attribute(laid, part.parts[0].name) for laid in cards})
    values = [int(laid.rank) for laid in cards]
    return {"total": sum(values), "highest": max(values), "lowest": min(values)}[part.name]
