"""Questions answered by the names of the page, with the derivations that the answers follow from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.questions import answer
from pytest_webagent.claims.resolver import Resolver
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin.told import Told, joined
from pytest_webagent.page.lists import ADDS_UP
from pytest_webagent.page.names import is_row

if TYPE_CHECKING:
    from pytest_webagent.claims.outcome import Outcome
    from pytest_webagent.model.builtin.told import Citing
    from pytest_webagent.page.labelled import Labelled
    from pytest_webagent.page.places import Place

_OF_PARTS: Final = frozenset(("sum", "difference", "join", "several"))


def asked(citing: Citing, question: str, remembered: str) -> Told:
    """What the page answers, and what that follows from. `remembered` is what "it" stands for.

    Raises:
        Absent: nothing on the page is what is asked for.
        Unclear: the page does not tell.
    """
    return told_of(citing, answer(question, citing.view.page, remembered))


def is_label(citing: Citing, words: str) -> bool:
    """Whether words are nothing but what a value of the page is called by."""
    look = Resolver(citing.view.page)
    wanted = term_set(words)
    return bool(wanted) and any(
        wanted & each.label and wanted <= each.label | look.title and each.label <= wanted | look.title
        for each in look.labelled
        if not _is_name(look, each)
    )


def _is_name(look: Resolver, each: Labelled) -> bool:
    """Whether a value is called by the name of its row alone: that is a thing, and no label."""
    item = each.place.item()
    name = look.lists.name(item) if item is not None and is_row(look.page, item.at) else None
    return name is not None and term_set(name.said) == each.label and not ADDS_UP.match(name.said)


def told_of(citing: Citing, outcome: Outcome) -> Told:
    """An outcome with the derivations that it follows from."""
    if outcome.way in ("min", "max"):
        # What is read of the best of all, in one derivation; else what it says, and by its name that it is the best.
        by = [told_of(citing, each) for each in outcome.by or outcome.parts]
        found = citing.picked(
            outcome.way, outcome.text, [told_of(citing, each) for each in outcome.parts], by
        )
        if found is not None:
            return found
    found = _cited(citing, outcome)
    also = (evidence for each in outcome.also for evidence in told_of(citing, each).evidence)
    return found._replace(evidence=tuple(dict.fromkeys((*found.evidence, *also))))


def _cited(citing: Citing, outcome: Outcome) -> Told:
    parts = tuple(told_of(citing, each) for each in outcome.parts) if outcome.way in _OF_PARTS else ()
    place = outcome.place
    match outcome.way:
        case "title" | "url" | "tabs" | "dialog":
            return Told(outcome.text, (Derivation(op=outcome.way),))
        case "count":
            if place is not None:
                return citing.none(place.at)
            places = [each.place for each in outcome.parts if each.place is not None]
            return citing.counted([each.at for each in places], _holder(places[0]), outcome.words)
        case "sum" | "difference":
            return citing.worked_out(outcome.way, outcome.text, parts)
        case "several":
            return joined(parts)
        case "join":
            return citing.worked_out("join", outcome.text, parts)._replace(parts=parts)
        case "options" if place is not None:
            return citing.options(place.at)
        case "name" if place is not None and outcome.state:
            return citing.there(place.at, state=outcome.state, said=outcome.text)
        case "name" if place is not None:
            return citing.name(place.at)
        case "value" if place is not None:
            return citing.value(place.at)
    if place is None:
        return Told(outcome.text)
    return citing.chosen(outcome.text, place.at) if outcome.state else citing.says(outcome.text, place.at)


def _holder(item: Place) -> int | None:
    """The list or table that a thing stands in."""
    parts = (each for each in item.around() if each.at != item.at and each.element.role != "rowgroup")
    return next((each.at for each in parts), None)
