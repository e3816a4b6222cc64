"""The things of a list that a plural speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.items import GENERIC_NOUNS
from pytest_webagent.model.builtin.refusal import Refusal, ambiguous
from pytest_webagent.model.builtin.words import content, tokens

if TYPE_CHECKING:
    from pytest_webagent.model.builtin import instruction as say
    from pytest_webagent.model.builtin.items import Item
    from pytest_webagent.model.builtin.presence import Presence

_NEGATING = frozenset(["not", "non", "no", "without", "never"])


def items(presence: Presence, reading: say.Reading) -> tuple[Item, ...] | None:
    """The things of the one list that a plural speaks of; None where it speaks of no list.

    Raises:
        Refusal: several lists could be meant.
    """
    if not set(content(reading.words.text)) - GENERIC_NOUNS and not _speaks_of_a_list(reading):
        return None
    if set(tokens(reading.words.text)) & _NEGATING and not reading.words.exact:
        raise Refusal(
            f"{str(reading.words)!r} with a 'not' can be read in two ways; quote what the page says"
        )
    inside = set(presence.scope(reading)) if reading.places else None
    groups = presence.finder.lists.selected(reading.words, inside)
    if not groups:
        return None
    groups = presence.finder.lists.outermost(groups)
    if len(groups) > 1:
        tables = [pair for pair in groups if pair[0].kind == "table"]
        groups = tables if len(tables) == 1 else groups
    if len(groups) > 1:
        raise ambiguous(
            str(reading.words) or "the list",
            [f"{len(items)} from '{items[0].name}' on" for _, items in groups],
        )
    return groups[0][1]


def _speaks_of_a_list(reading: say.Reading) -> bool:
    """Whether words without a meaning of their own speak of a list: "items", "of them", "rows"."""
    return (
        reading.hint in ("row", "list")
        or not (reading.words or reading.hint)
        or bool(GENERIC_NOUNS & set(tokens(reading.words.text)))
    )
