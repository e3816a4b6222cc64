"""Secrets that a page shows: in what is seen of it, their names stand in their place."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final
from unicodedata import normalize

from pytest_webagent.browser.fields import MARK
from pytest_webagent.policy.secrets import changed
from pytest_webagent.policy.spellings import JOINT, UNSEEN, is_repeated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pytest_webagent.browser.aria_tree import AriaNode
    from pytest_webagent.observation import Observation
    from pytest_webagent.policy.secrets import Vault

_NO_SIGNS: Final = re.compile(rf"[\s{JOINT}{UNSEEN}]+")


def conceal(nodes: Sequence[AriaNode], vault: Vault) -> None:
    """Take the secrets out of all that the nodes say, also those that several of them say together.

    What a secret field holds is one for its own document: no frame decides what is told of another one.
    """
    if vault:
        _conceal(nodes, vault.conceal)
    held: dict[int | None, set[str]] = {}
    for node in nodes:
        if is_repeated(node.secret):
            held.setdefault(node.frame, set()).add(node.secret)
        node.secret = ""
    for frame, values in held.items():
        solid = [value for value in map(_solid, values) if value]
        without = partial(changed, change=partial(_without, values=solid))
        _conceal([node for node in nodes if node.frame == frame], without)


def _conceal(nodes: Sequence[AriaNode], concealed: Callable[[Any], Any]) -> None:
    for node in nodes:
        node.url, node.placeholder, node.description, node.value, node.options = concealed(
            (node.url, node.placeholder, node.description, node.value, node.options)
        )
        node.states, node.shown = concealed((node.states, node.shown))
    # What stands in several elements is read as one.
    said = [part.replace(JOINT, "") for node in nodes for part in (node.name, node.text)]
    told = iter(concealed(JOINT.join(said)).split(JOINT))
    for node in nodes:
        node.name, node.text = next(told), next(told)


def _without(text: str, values: Iterable[str]) -> str:
    """The text without values, of which `_solid` is given; they are looked for as ``camera.js`` does: nothing is told that no picture shows.

    A page may have any number of them, so that none has a pattern of its own.
    """
    whole = _solid(text)
    wanted = [value for value in values if value in whole] if whole else []
    if not wanted:
        return text
    signs = [(sign, at) for at, letter in enumerate(text) for sign in _solid(letter)]
    solid, hidden = "".join(sign for sign, _ in signs), bytearray(len(text))
    for value in wanted:
        at = solid.find(value)
        while at >= 0:
            first, end = signs[at][1], signs[at + len(value) - 1][1] + 1
            # Figures of several elements are another number.
            if not value.isdigit() or JOINT not in text[first:end]:
                hidden[first:end] = b"\1" * (end - first)
            at = solid.find(value, at + len(value))
    parts = [(held, [text[at] for at in run]) for held, run in groupby(range(len(text)), hidden.__getitem__)]
    # Where it reaches over several texts, there are as many of them as before.
    return "".join(MARK + JOINT * part.count(JOINT) if held else "".join(part) for held, part in parts)


def _solid(text: str) -> str:
    # Taken apart, so that a text and its letters one by one give the same.
    return _NO_SIGNS.sub("", normalize("NFKD", text)).casefold()


def concealed_page(page: Observation, vault: Vault) -> Observation:
    """The page without secrets in what is told of it beside its elements, which have none any more."""
    if not vault:
        return page
    url, title, tabs, notes, dialog, unreachable = vault.conceal(
        (page.url, page.title, page.tabs, page.notes, page.dialog, page.unreachable)
    )
    return replace(page, url=url, title=title, tabs=tabs, notes=notes, dialog=dialog, unreachable=unreachable)
