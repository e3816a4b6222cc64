"""Stable ids: the same number for the same element from one snapshot to the next, never used for another one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.browser.aria_tree import AriaNode

_LONGEST_KEY = 120


class Identity(NamedTuple):
    """What is known of a node across snapshots. `id` is None for a node nothing can act on."""

    id: int | None
    new: bool


class _Place(NamedTuple):
    """Where a node stands: below which element, as what, and the how manieth of that kind."""

    parent: int | None
    role: str
    words: str
    nth: int


class Identities:
    """Hands out ids and remembers them. One per session."""

    def __init__(self) -> None:
        self._last = 0
        self._document: str | None = None
        self._refs: dict[str, tuple[int, str]] = {}
        self._places: dict[_Place, int] = {}

    def assign(self, nodes: Sequence[AriaNode], document: str) -> list[Identity]:
        """The identity of every node. `document` tells one loaded page from the next.

        A node keeps its id when its reference survived, else when a node with the same role and words stands at
        the same place. Ids of another document are never handed on, and nothing is new in a document seen for the
        first time.
        """
        first = document != self._document
        known_refs = {} if first else self._refs
        known_places = {} if first else self._places
        taken = {known_refs[n.ref][0] for n in nodes if self._survives(n, known_refs)}
        refs: dict[str, tuple[int, str]] = {}
        places: dict[_Place, int] = {}
        counts: Counter[tuple[int | None, str, str]] = Counter()
        owners: list[int | None] = []
        identities: list[Identity] = []
        for node in nodes:
            owner = None if node.parent is None else owners[node.parent]
            if not node.ref:
                owners.append(owner)
                identities.append(Identity(None, False))
                continue
            words = _words(node, nodes)
            kind = (owner, node.role, words)
            place = _Place(owner, node.role, words, counts[kind])
            counts[kind] += 1
            if self._survives(node, known_refs):
                number, new = known_refs[node.ref][0], False
            elif place in known_places and known_places[place] not in taken:
                number, new = known_places[place], False
                taken.add(number)
            else:
                self._last += 1
                number, new = self._last, not first
            refs[node.ref] = (number, node.role)
            places[place] = number
            # Groups without a meaning of their own come and go with the layout; what they hold does not.
            owners.append(owner if node.role == "generic" else number)
            identities.append(Identity(number, new))
        self._document, self._refs, self._places = document, refs, places
        return identities

    @staticmethod
    def _survives(node: AriaNode, known: dict[str, tuple[int, str]]) -> bool:
        return node.ref in known and known[node.ref][1] == node.role


def _words(node: AriaNode, nodes: Sequence[AriaNode]) -> str:
    """What a node says, its content standing in for a name it does not have."""
    if node.name or node.text or node.role in ("textbox", "searchbox", "combobox", "spinbutton", "slider"):
        return (node.name or node.placeholder or node.text)[:_LONGEST_KEY]
    parts: list[str] = []
    length = 0
    waiting = list(reversed(node.children))
    while waiting and length < _LONGEST_KEY:
        inner = nodes[waiting.pop()]
        said = inner.name or inner.text
        if said:
            parts.append(said)
            length += len(said)
        waiting.extend(reversed(inner.children))
    return " ".join(parts)[:_LONGEST_KEY]
