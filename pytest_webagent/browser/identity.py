"""Stable ids: the same number for the same element from one snapshot to the next, never used for another one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from pytest_webagent.browser.fields import FIELD_ROLES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_webagent.browser.aria_tree import AriaNode

_LONGEST_KEY = 120
_MOST_DOCUMENTS = 16
"""How many documents are remembered, for tabs that are switched to and fro."""


class Identity(NamedTuple):
    """What is known of a node across snapshots. `id` is None for a node nothing can act on."""

    id: int | None
    new: bool = False
    changed: bool = False


class _Place(NamedTuple):
    """Where a node stands: below which element, as what, and the how manieth of that kind."""

    document: str
    parent: int | None
    role: str
    words: str
    nth: int


@dataclass(slots=True)
class _Memory:
    """The ids of one document as it was last seen."""

    refs: dict[str, tuple[int, str]] = field(default_factory=dict)
    places: dict[_Place, int] = field(default_factory=dict)
    said: dict[int, tuple[str, str]] = field(default_factory=dict)
    """The role of each element, and what it says itself."""
    address: str = ""


class Identities:
    """Hands out ids and remembers them. One per session."""

    def __init__(self) -> None:
        self._last = 0
        self._current: str | None = None
        self._documents: dict[str, _Memory] = {}

    def before(self, document: str) -> str | None:
        """The address of the document seen just before this one, if this one was not seen yet."""
        if self._current is None or document in self._documents:
            return None
        return self._documents[self._current].address

    def assign(
        self, nodes: Sequence[AriaNode], document: str, address: str, frames: Mapping[int | None, str]
    ) -> list[Identity]:
        """The identity of every node.

        A node keeps its id when its reference survived, else when a node with the same role and words stands at
        the same place. Ids of another document are never handed on. New is what was not there in the same document,
        or, where a page was loaded again, perhaps with another query, what it did not say before. Nothing is new in
        a document of another page.

        Args:
            nodes: a page's nodes.
            document: tells one loaded page from the next.
            address: the page's URL.
            frames: the same for the documents within, by the position of their iframe.
        """
        before = None if document in self._documents else self._documents.get(self._current or "")
        known = self._documents.pop(document, _Memory())
        memory = _Memory(address=address)
        same = document == self._current
        keys = [frames.get(node.frame, "") + " " + node.ref if node.ref else "" for node in nodes]
        taken = {
            known.refs[key][0] for node, key in zip(nodes, keys, strict=True) if _is_same(node, key, known)
        }
        counts: Counter[tuple[int | None, str, str]] = Counter()
        owners: list[int | None] = []
        identities: list[Identity] = []
        for node, key in zip(nodes, keys, strict=True):
            owner = None if node.parent is None else owners[node.parent]
            if not key:
                owners.append(owner)
                identities.append(Identity(None))
                continue
            words, said = _words(node, nodes), (node.role, _said(node, nodes))
            place = _Place(
                frames.get(node.frame, ""), owner, node.role, words, counts[owner, node.role, words]
            )
            counts[owner, node.role, words] += 1
            number = known.refs[key][0] if _is_same(node, key, known) else None
            if number is None and known.places.get(place, self._last + 1) not in taken:
                number = known.places.get(place)
            if number is None:
                self._last += 1
                identities.append(Identity(self._last, new=same))
                number = self._last
            else:
                taken.add(number)
                changed = same and known.said.get(number, said) != said
                identities.append(Identity(number, changed=changed))
            memory.said[number] = said
            memory.refs[key] = (number, node.role)
            memory.places[place] = number
            # Groups without a meaning of their own come and go with the layout; what they hold does not.
            owners.append(owner if node.role == "generic" else number)
        self._remember(document, memory)
        if before is not None and _path(before.address) == _path(address):
            return _marked(identities, before, memory)
        return identities

    def _remember(self, document: str, memory: _Memory) -> None:
        self._current = document
        self._documents[document] = memory
        while len(self._documents) > _MOST_DOCUMENTS:
            del self._documents[next(iter(self._documents))]


def _marked(identities: Sequence[Identity], before: _Memory, now: _Memory) -> list[Identity]:
    """Marks as new what says something that was not said before, or less often."""
    left = Counter(before.said.values())
    marked: list[Identity] = []
    for identity in identities:
        role, said = now.said.get(identity.id or 0, ("", ""))
        marked.append(identity._replace(new=bool(said.strip()) and left[role, said] <= 0))
        left[role, said] -= 1
    return marked


def _path(url: str) -> str:
    return urlsplit(url)._replace(query="", fragment="").geturl()


def _is_same(node: AriaNode, key: str, known: _Memory) -> bool:
    return bool(key) and key in known.refs and known.refs[key][1] == node.role


def _said(node: AriaNode, nodes: Sequence[AriaNode]) -> str:
    """What a node says itself, without what the elements in it say."""
    own = (nodes[child].text for child in node.children if nodes[child].role == "text")
    return "\n".join((node.name if not node.children else "", node.text, *own))


def _words(node: AriaNode, nodes: Sequence[AriaNode]) -> str:
    """What a node says, its content standing in for a name it does not have."""
    if node.name or node.text or node.role in FIELD_ROLES:
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
