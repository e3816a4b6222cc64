"""What is told of the best of a list, and that it is the best: by what all of the list were compared by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytest_webagent.model.builtin.items import Item
    from pytest_webagent.model.builtin.ranking import Ranked
    from pytest_webagent.model.builtin.told import Citing, Told


def told_of_best(citing: Citing, ranked: Ranked, read: Callable[[Item], Told]) -> Told:
    """What is read of the best of a list.

    Where all of the list show the same, in an element each, that it is the best and what it says is one derivation. Else
    the one follows from what it says, and the other from the names of all.
    """
    told = read(ranked.best)
    by = [citing.says(each.text, each.at) for each in ranked.compared]
    if (picked := citing.picked(ranked.pick, told.text, list(_read(ranked, read)), by)) is not None:
        return picked
    names = [citing.says(each.item.name, each.item.place) for each in ranked.compared]
    best = citing.picked(ranked.pick, ranked.best.name, names, by)
    return told if best is None else told._replace(evidence=(*told.evidence, *best.evidence))


def _read(ranked: Ranked, read: Callable[[Item], Told]) -> Iterator[Told]:
    """What is read of each that was compared, as far as they show it."""
    for each in ranked.compared:
        try:
            yield read(each.item)
        except Refusal:
            return
