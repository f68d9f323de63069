"""A lexicon as a graph of letters: every word is a path, and words share what they begin and end with.

It is the minimal acyclic automaton of Daciuk, Mihov, Watson and Watson ("Incremental construction of minimal acyclic
finite-state automata", Computational Linguistics 26, 2000), in flat arrays: a node's `mask` has one bit for each letter
that leads on and one for a word's end, and its arcs lie together in `targets`, in the order of the letters.
"""

from __future__ import annotations

import hashlib
import struct
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BIT = {letter: 1 << place for place, letter in enumerate(LETTERS)}
END = 1 << len(LETTERS)  # bit of a node at which a word ends
ROOT = 0

_MAGIC = b"TCLEX01\n"
_HEAD = struct.Struct("<8sI")  # magic, checksum of the rest
_SIZES = struct.Struct("<IIII")  # words, nodes, arcs, bytes of digest and name


class LexiconDamaged(ValueError):
    """Bytes that are no lexicon, or not a whole one."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """A set of words of letters A to Z. Two lexicons with the same words are equal, whatever they are called.

    name: what people call it. digest: of all its words. count: how many. The arrays are the graph, see above.
    """

    name: str = field(compare=False)
    digest: str
    count: int
    masks: array[int] = field(repr=False, compare=False)
    firsts: array[int] = field(repr=False, compare=False)
    targets: array[int] = field(repr=False, compare=False)

    @classmethod
    def of(cls, name: str, words: Iterable[str]) -> Lexicon:
        """The lexicon of those words, in any order; a word has two letters or more, what is shorter is left out.

        Raises ValueError for one with anything but capitals A to Z.
        """
        ordered = sorted({word for word in words if len(word) > 1})
        wrong = next((word for word in ordered if not set(word) <= BIT.keys()), None)
        if wrong is not None:
            raise ValueError(f"not a word of letters A to Z: {wrong!r}")
        digest = hashlib.sha256("\n".join(ordered).encode()).hexdigest()[:16]
        return cls(name, digest, len(ordered), *_graph(ordered))

    def __contains__(self, word: str) -> bool:
        node = self.walk(ROOT, word)
        return node is not None and self.ends(node)

    def __iter__(self) -> Iterator[str]:
        """The words in alphabetical order."""
        stack = [(ROOT, "")]
        while stack:
            node, begun = stack.pop()
            if self.ends(node):
                yield begun
            mask, first = self.masks[node], self.firsts[node]
            letters = [letter for letter, bit in BIT.items() if mask & bit]
            arcs = self.targets[first : first + len(letters)]
            stack += [(to, begun + letter) for to, letter in zip(reversed(arcs), reversed(letters), strict=True)]

    def __len__(self) -> int:
        return self.count

    def step(self, node: int, letter: str) -> int | None:
        """The node to which a letter leads, or None."""
        bit = BIT.get(letter, 0)
        mask = self.masks[node]
        if not mask & bit:
            return None
        return self.targets[self.firsts[node] + (mask & (bit - 1)).bit_count()]

    def walk(self, node: int | None, letters: str) -> int | None:
        """The node to which letters lead one after the other, or None."""
        for letter in letters:
            if node is None:
                return None
            node = self.step(node, letter)
        return node

    def ends(self, node: int) -> bool:
        """Whether a word ends at the node."""
        return bool(self.masks[node] & END)

    def to_bytes(self) -> bytes:
        """The lexicon to be kept in a file, with a checksum."""
        label = f"{self.digest}{self.name}".encode()
        arrays = [array("I", part) for part in (self.masks, self.firsts, self.targets)]
        if sys.byteorder == "big":
            for part in arrays:
                part.byteswap()
        sizes = _SIZES.pack(self.count, len(self.masks), len(self.targets), len(label))
        body = sizes + label + b"".join(part.tobytes() for part in arrays)
        return _HEAD.pack(_MAGIC, zlib.crc32(body)) + body

    @classmethod
    def from_bytes(cls, data: bytes) -> Lexicon:
        """The lexicon that `to_bytes` wrote. Raises LexiconDamaged."""
        if len(data) < _HEAD.size + _SIZES.size:
            raise LexiconDamaged("too short")
        magic, checksum = _HEAD.unpack_from(data)
        if magic != _MAGIC or zlib.crc32(memoryview(data)[_HEAD.size :]) != checksum:
            raise LexiconDamaged("not whole")
        count, nodes, arcs, label_size = _SIZES.unpack_from(data, _HEAD.size)
        start = _HEAD.size + _SIZES.size
        cuts = [start + label_size, *(start + label_size + 4 * end for end in (nodes, 2 * nodes, 2 * nodes + arcs))]
        label = data[start : cuts[0]].decode()
        arrays = [array("I", data[begin:end]) for begin, end in pairwise(cuts)]
        if sys.byteorder == "big":
            for part in arrays:
                part.byteswap()
        return cls(label[16:], label[:16], count, *arrays)


def _graph(words: list[str]) -> tuple[array[int], array[int], array[int]]:
    """The minimal graph of sorted words: masks, firsts and targets.

    Along the word read last nodes are open; those that the next word leaves behind can grow no more, and each is
    replaced by an equal node where there is one.
    """
    known: dict[tuple[int, tuple[int, ...]], int] = {}
    closed: list[tuple[int, tuple[int, ...]]] = []
    path: list[tuple[int, list[int]]] = [(0, [])]  # of the word read last: mask and targets of each node on its way
    last = ""

    def close(depth: int) -> None:
        """Close all nodes of the path that lie deeper."""
        while len(path) > depth + 1:
            mask, targets = path.pop()
            node = (mask, tuple(targets))
            number = known.setdefault(node, len(closed))
            if number == len(closed):
                closed.append(node)
            path[-1][1].append(number)

    for word in words:
        shared = 0
        while shared < len(last) and shared < len(word) and last[shared] == word[shared]:
            shared += 1
        close(shared)
        for letter in word[shared:]:
            mask, targets = path[-1]
            path[-1] = (mask | BIT[letter], targets)
            path.append((0, []))
        path[-1] = (path[-1][0] | END, path[-1][1])
        last = word
    close(0)
    return _flat([(path[0][0], tuple(path[0][1])), *closed])


def _flat(nodes: list[tuple[int, tuple[int, ...]]]) -> tuple[array[int], array[int], array[int]]:
    """Nodes with the root first, the others by their numbers: each number moves up by one."""
    masks, firsts, targets = array("I"), array("I"), array("I")
    for mask, arcs in nodes:
        masks.append(mask)
        firsts.append(len(targets))
        targets.extend(number + 1 for number in arcs)
    return masks, firsts, targets
