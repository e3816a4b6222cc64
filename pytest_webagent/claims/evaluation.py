"""Works derivations out on a page. Whatever a model writes comes to a finding: a text, a truth, or what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.claims import elements
from pytest_webagent.claims.comparison import compared, in_relation, rising
from pytest_webagent.claims.derivation import TRUTHS, Derivation, Finding
from pytest_webagent.claims.existence import found, not_found
from pytest_webagent.claims.patterns import literal, part
from pytest_webagent.claims.underivable import RefutedError, UnderivableError
from pytest_webagent.page.reading import Reading
from pytest_webagent.values import amounts
from pytest_webagent.values.amounts import UnreadableError
from pytest_webagent.values.plain_text import flat, listed, quoted, says

if TYPE_CHECKING:
    from pytest_webagent.observation import Observation

_SAID_BY_DIALOG = re.compile(
    r'says "(?P<said>.*?)"(?: \(its field holds ".*"\))?(?:: call accept_dialog\b.*)?$', re.DOTALL
)
_UNDER_A_DIALOG = frozenset(("dialog", "tabs", "note", "url"))
"""Operations that need not see the page."""
_RELATED = frozenset(("relation", "to"))
"""What every operation takes that comes to a text."""
_EVERYWHERE = frozenset(("op", "step", "field"))


class Found(NamedTuple):
    """What an operation came to."""

    text: str = ""
    where: str = ""
    parts: tuple[str, ...] = ()


_Operation: TypeAlias = Callable[[Derivation, Reading], Found]


def work_out(derivation: Derivation, page: Observation) -> Finding:
    """Work a derivation out on a page. What is wrong with it is said in the finding: nothing is raised for it."""
    known = _OPERATIONS.get(derivation.op)
    if derivation.op == "result":
        problem = (
            "result is about what a tool gave in this run, and not about a page: cite what the page shows"
        )
        return Finding(derivation, problem=problem, language=page.language)
    if known is None:
        problem = f"there is no operation {derivation.op!r}; there are {', '.join(_OPERATIONS)}"
        return Finding(derivation, problem=problem, language=page.language)
    takes, operation = known
    try:
        _refuse_meaningless(derivation, takes)
        if page.dialog is not None and derivation.op not in _UNDER_A_DIALOG:
            raise UnderivableError(
                f"the page cannot be seen while a dialog is open ({page.dialog}): answer the dialog first, "
                "or cite it with dialog"
            )
        came_to = operation(derivation, Reading(page))
        compare_result(derivation, came_to.text, came_to.where, page.language)
    except UnreadableError as error:
        refuted = isinstance(error, RefutedError)
        return Finding(derivation, problem=str(error), language=page.language, refuted=refuted)
    return Finding(derivation, came_to.text, "", came_to.where, came_to.parts, page.language)


def _refuse_meaningless(derivation: Derivation, takes: str) -> None:
    known = frozenset(takes.split())
    if derivation.op not in TRUTHS:
        known |= _RELATED
    more = [name for name in derivation.as_json() if name not in known | _EVERYWHERE]
    if more:
        what = ", ".join(takes.split()) or "no arguments"
        raise UnderivableError(
            f"{derivation.op} takes {what}, and means nothing with {', '.join(more)}: leave that out"
        )
    blank = [name for name in ("text", "role", "state", "to") if getattr(derivation, name).isspace()]
    if blank:
        raise UnderivableError(f"the `{blank[0]}` is blank: say what is meant, or leave it out")


def compare_result(derivation: Derivation, text: str, where: str, language: str) -> None:
    """Check the relation that is asked for of the text that an operation came to.

    Raises:
        UnderivableError: it is half given, or cannot be checked.
        RefutedError: it does not hold.
    """
    if derivation.op in TRUTHS or not (derivation.relation or derivation.to):
        return
    if derivation.relation is None:
        raise UnderivableError(
            f"a value `to` compare with is given, and no `relation`: {derivation.op} needs both or none"
        )
    told = f"{quoted(text)} ({where})", quoted(derivation.to)
    in_relation(derivation.relation, (text, derivation.to), told, language)


def _part(derivation: Derivation, whole: str, language: str) -> str:
    """The part of a text that is asked for by a pattern or by its own words; the whole text, where none is asked for."""
    if derivation.pattern and derivation.text:
        raise UnderivableError("a `pattern` and a `text` are given: give one of them")
    if derivation.text:
        return part(whole, literal(derivation.text), language)
    return part(whole, derivation.pattern, language) if derivation.pattern else whole


def _text(derivation: Derivation, reading: Reading) -> Found:
    at = elements.one(reading, derivation.elements, "text")
    if reading[at].role in FIELDS:
        raise UnderivableError(
            f"{reading.words(at)} is a field, and what it holds is no text of the page: use value for it"
        )
    whole = reading.text(at)
    if not whole.strip():
        raise UnderivableError(f"{reading.words(at)} says nothing: cite the element that holds the text")
    text = _part(derivation, whole, reading.language)
    # A control is shown by its name, which may tell more than what is written on it: "7, fully booked".
    single = not derivation.pattern and len([*reading.page.descendants(at)]) <= 1
    name = reading.label(at) if single else ""
    return Found(text, reading.where(at), tuple(dict.fromkeys((text, name or text))))


def _value(derivation: Derivation, reading: Reading) -> Found:
    at = elements.one(reading, derivation.elements, "value")
    whole = _held(reading, at)
    text = _part(derivation, whole, reading.language)
    return Found(text, reading.where(at), (text,))


def _held(reading: Reading, at: int) -> str:
    """What a field holds.

    Raises:
        UnderivableError: it is no field, a secret or empty.
    """
    if reading[at].role == "radiogroup":
        chosen = [below for below in reading.page.descendants(at) if _is_chosen_radio(reading, below)]
        if len(chosen) == 1:
            return reading.name(chosen[0])
        raise UnderivableError(
            f"{len(chosen)} options of {reading.words(at)} are chosen, so it has no one value"
        )
    if not reading.is_field(at):
        raise UnderivableError(
            f"{reading.words(at)} is no field and holds no value: use text for what it says, or exists with a `state`"
        )
    if reading.withheld(at):
        raise UnderivableError(
            f"the value of {reading.words(at)} is a secret and is not read: cite something else"
        )
    value = reading.value(at)
    if not value.strip():
        raise UnderivableError(
            f'{reading.words(at)} is empty: to show that, use exists with the state "empty"'
        )
    return value


def _is_chosen_radio(reading: Reading, at: int) -> bool:
    element = reading[at]
    return element.role == "radio" and not element.hidden and "checked" in element.states


def _said(derivation: Derivation, reading: Reading, at: int, pattern: str) -> str:
    """What an element says or a field holds; with a pattern, the part of it.

    Raises:
        UnderivableError: it says nothing, or the pattern does not fit.
    """
    whole = _held(reading, at) if reading.is_field(at) else reading.text(at)
    if not whole.strip():
        raise UnderivableError(
            f"{reading.words(at)} says nothing: {derivation.op} needs a text of each element"
        )
    try:
        return part(whole, pattern, reading.language) if pattern else whole
    except UnderivableError as error:
        raise UnderivableError(f"of {reading.where(at)}: {error}") from error


def _join(derivation: Derivation, reading: Reading) -> Found:
    places = elements.given(reading, derivation.elements, "join", distinct=False)
    texts = tuple(_said(derivation, reading, at, derivation.pattern) for at in places)
    return Found(", ".join(texts), _places(reading, places), texts)


def _places(reading: Reading, places: list[int]) -> str:
    return listed(reading.where(at) for at in places)


def _count(derivation: Derivation, reading: Reading) -> Found:
    if derivation.elements:
        if any((derivation.role, derivation.text, derivation.state, derivation.within is not None)):
            raise UnderivableError(
                "count takes either `elements`, or `role` with `within`, `text` and `state`: give one of the two"
            )
        places = elements.given(reading, derivation.elements, "count")
        texts = tuple(flat(reading.said(at)) for at in places)
        return Found(str(len(places)), _places(reading, places), texts)
    if not elements.role_of(derivation):
        raise UnderivableError(
            "count needs `elements`, or a `role` to look for, such as row or listitem, and `within` what"
        )
    elements.refuse_unseen_page(reading)
    found_all = elements.search(reading, derivation)
    matches = [match for match in found_all if not elements.is_header(reading, match.at)]
    if derivation.state:
        matches = [match for match in matches if elements.in_the_state(reading, match, derivation.state)]
    elements.refuse_inside_one_another(reading, matches)
    state = f" ({derivation.state})" if derivation.state else ""
    counted = f"{len(matches)} of: {elements.asked(derivation)}{state}"
    if matches:
        counted += f": {elements.wherever(reading, matches)}"
    texts = tuple(match.option or flat(reading.said(match.at)) for match in matches)
    return Found(str(len(matches)), counted, texts)


def _amounts(derivation: Derivation, reading: Reading) -> tuple[list[int], list[amounts.Amount]]:
    places = elements.given(reading, derivation.elements, derivation.op)
    read = [
        amounts.amount(
            _said(derivation, reading, at, derivation.pattern), reading.language, reading.where(at)
        )
        for at in places
    ]
    amounts.refuse_different_units(read)
    return places, read


def _sum(derivation: Derivation, reading: Reading) -> Found:
    places, read = _amounts(derivation, reading)
    total = sum((each.quantity.value for each in read[1:]), read[0].quantity.value)
    return Found(
        amounts.written(total, read, reading.language),
        _places(reading, places),
        tuple(flat(each.said) for each in read),
    )


def _difference(derivation: Derivation, reading: Reading) -> Found:
    if len(derivation.elements) != 2:
        raise UnderivableError(
            f"a difference is that of two elements, the first less the second, and {len(derivation.elements)} are given"
        )
    places, read = _amounts(derivation, reading)
    less = read[0].quantity.value - read[1].quantity.value
    return Found(
        amounts.written(less, read, reading.language),
        _places(reading, places),
        tuple(flat(each.said) for each in read),
    )


def _extreme(derivation: Derivation, reading: Reading) -> Found:
    op, by = derivation.op, derivation.by
    if by and len(by) != len(derivation.elements):
        raise UnderivableError(
            f"`by` has {len(by)} elements and `elements` {len(derivation.elements)}: give one in `by` for each, in the same order"
        )
    places = elements.given(reading, derivation.elements, op)
    ranked = elements.given(reading, by, op) if by else places
    ranks = [_said(derivation, reading, at, derivation.pattern) for at in ranked]
    texts = [_said(derivation, reading, at, "") for at in places] if by else ranks
    worths = [
        amounts.worth(rank, reading.language, reading.where(at))
        for rank, at in zip(ranks, ranked, strict=True)
    ]
    best = amounts.best(worths, greatest=op == "max")
    winners = dict.fromkeys(flat(texts[number]) for number in best)
    if len(winners) > 1:
        raise UnderivableError(
            f"{listed(map(quoted, winners))} share the {'greatest' if op == 'max' else 'least'} value, "
            f"{quoted(ranks[best[0]])}, so there is no single {op}"
        )
    at = places[best[0]]
    beside = f", by {reading.words(ranked[best[0]])}" if by else ""
    return Found(texts[best[0]], f"{reading.where(at)}{beside}, of {len(places)}", tuple(map(flat, ranks)))


def _compare(derivation: Derivation, reading: Reading) -> Found:
    places = elements.given(reading, derivation.elements, "compare", distinct=False)
    said = [_said(derivation, reading, at, derivation.pattern) for at in places]
    names = [f"{quoted(text)} ({reading.where(at)})" for text, at in zip(said, places, strict=True)]
    compared(derivation, said, names, reading.language)
    return Found("", _places(reading, places), tuple(said))


def _order(derivation: Derivation, reading: Reading) -> Found:
    if len(derivation.elements) < 2:
        raise UnderivableError(f"order is about several elements, and {len(derivation.elements)} are given")
    places = elements.given(reading, derivation.elements, "order")
    for before, after in pairwise(places):
        if before > after:
            raise RefutedError(f"{reading.where(before)} stands after {reading.where(after)} on the page")
    if derivation.relation is None:
        return Found("", _places(reading, places), tuple(flat(reading.said(at)) for at in places))
    said = [_said(derivation, reading, at, derivation.pattern) for at in places]
    rising(derivation.relation, said, [reading.where(at) for at in places], reading.language)
    return Found("", _places(reading, places), tuple(said))


def _exists(derivation: Derivation, reading: Reading) -> Found:
    where, parts = found(derivation, reading)
    return Found("", where, parts)


def _not_exists(derivation: Derivation, reading: Reading) -> Found:
    where, parts = not_found(derivation, reading)
    return Found("", where, parts)


def _url(derivation: Derivation, reading: Reading) -> Found:
    return _of_the_page(derivation, reading.page.url, "address")


def _title(derivation: Derivation, reading: Reading) -> Found:
    return _of_the_page(derivation, reading.page.title, "title")


def _of_the_page(derivation: Derivation, whole: str, what: str) -> Found:
    if not whole.strip():
        raise UnderivableError(f"the page has no {what}: cite something else")
    text = _part(derivation, whole, "")
    return Found(text, f"the page's {what}, {quoted(whole, 80)}", (text,))


def _tabs(_: Derivation, reading: Reading) -> Found:
    tabs = reading.page.tabs
    if not tabs:
        raise UnderivableError("it is not known which tabs are open: look at the page again")
    told = (f"tab {tab.number} {quoted(tab.title or tab.url, 40)}" for tab in tabs)
    return Found(str(len(tabs)), listed(told), tuple(tab.title for tab in tabs))


def dialog_text(page: Observation) -> str:
    """What the browser's open dialog says; empty where none is open."""
    said = _SAID_BY_DIALOG.search(page.dialog or "")
    return said["said"] if said else (page.dialog or "").partition(": call ")[0]


def _dialog(derivation: Derivation, reading: Reading) -> Found:
    sentence = reading.page.dialog
    if sentence is None:
        raise UnderivableError(
            "no dialog of the browser is open: one that was answered can be cited with its `step`"
        )
    text = _part(derivation, dialog_text(reading.page), reading.language)
    return Found(text, "a dialog of the browser", (text,))


def _note(derivation: Derivation, reading: Reading) -> Found:
    if len(derivation.text.strip()) < 2:
        raise UnderivableError("note needs a `text`: words of the note that is meant")
    notes = list(dict.fromkeys(note for note in reading.page.notes if says(note, derivation.text)))
    if not notes:
        there = listed(map(quoted, reading.page.notes)) or "there are none"
        raise UnderivableError(f"no note of this page says {quoted(derivation.text)}; its notes: {there}")
    if len(notes) > 1:
        raise UnderivableError(
            f"{len(notes)} notes say {quoted(derivation.text)}: {listed(map(quoted, notes))}; give more words of the one"
        )
    text = part(notes[0], derivation.pattern, reading.language) if derivation.pattern else notes[0]
    return Found(text, "a note of what happened", (text,))


_OPERATIONS: Final[Mapping[str, tuple[str, _Operation]]] = {
    "text": ("elements pattern text", _text),
    "value": ("elements pattern text", _value),
    "join": ("elements pattern", _join),
    "count": ("elements role text state within", _count),
    "sum": ("elements pattern", _sum),
    "difference": ("elements pattern", _difference),
    "min": ("elements by pattern", _extreme),
    "max": ("elements by pattern", _extreme),
    "exists": ("elements role text state within", _exists),
    "not_exists": ("elements role text state within", _not_exists),
    "compare": ("elements relation to pattern", _compare),
    "order": ("elements relation pattern", _order),
    "url": ("pattern text", _url),
    "title": ("pattern text", _title),
    "tabs": ("", _tabs),
    "dialog": ("pattern text", _dialog),
    "note": ("text pattern", _note),
}
"""The arguments each operation takes, and what it does."""
