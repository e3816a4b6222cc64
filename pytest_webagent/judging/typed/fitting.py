"""Whether a typed answer fits its question: the row that is named, the column a field is called after, a list without gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_webagent.aria_roles import FIELDS, ITEMS
from pytest_webagent.judging.best import so_many
from pytest_webagent.judging.rows import is_total
from pytest_webagent.judging.statement import about, scope
from pytest_webagent.judging.statement.sight import View, denied, family
from pytest_webagent.judging.typed.leaves import leaves, path_of, written
from pytest_webagent.language.words import content
from pytest_webagent.page.places import CHOICES, Place, in_menu, is_head, seen
from pytest_webagent.values.plain_text import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.typed.leaves import Leaf
    from pytest_webagent.observation import Observation


def unfitting(raw: Any, question: str, findings: Sequence[Finding], page: Observation) -> list[str]:
    """Why evidence that says each value is not evidence for what was asked; of the page as it is now.

    Args:
        raw: the answer as JSON.
        question: what was asked.
        findings: what the evidence came to.
        page: the page it is about.
    """
    here = [each for each in findings if each.holds and each.derivation.step is None]
    view = View(page, here)
    found = [_only_there(leaf, view) for leaf in leaves(raw)]
    if isinstance(raw, list):
        found += [_twice(raw, view), _fewer(raw, question, view)] if raw else [_not_empty(question, view)]
        return _worded(found)[:1]
    found += [about.other_row(question, view), about.other_number(question, view)]
    if isinstance(raw, bool):
        bare = all(
            each.told.op == "exists" and not (each.told.text or each.told.state) for each in view.sights
        )
        found.append(about.unspoken(question, view, () if raw and bare else FIELDS | CHOICES))
    elif any(each.derivation.op in ("count", "sum", "text") for each in here) and not isinstance(raw, dict):
        counts = any(each.derivation.op in ("count", "sum") for each in here)
        total = any(is_total(place.item() or place) for sight in view.sights for place in sight.places)
        found += [
            about.unspoken(question, view) if counts else "",
            "" if total else scope.too_few(question, view),
        ]
    return _worded(found)[:2]


def _worded(found: Sequence[str]) -> list[str]:
    """Problems in the words of questions: they have no predicates."""
    return [
        each.replace("the statement", "the question").replace("no predicate", "no evidence")
        for each in found
        if each
    ]


def _only_there(leaf: Leaf, view: View) -> str:
    """Catches a part that is true because its row is there, and a choice that is offered."""
    for sight in view.sights:
        told = sight.told
        if path_of(told.field) != leaf.path or told.state or not sight.places:
            continue
        bare = told.op == "exists" and not told.text
        if leaf.value is True and leaf.path and bare and not sight.within:
            return f"{leaf.name} is true, and {told.told} says only that something is there: give the `state`, or cite what says so"
        chosen = [place for place in sight.places if _offered(place, told.role)]
        single = not leaf.path or isinstance(leaf.path[-1], str)
        if (
            single
            and isinstance(leaf.value, str)
            and told.op in ("text", "exists")
            and len(chosen) == len(sight.places)
        ):
            return f"{leaf.name} is {leaf.value!r}, and {told.told} says only that it may be chosen: give the `state`, or use value"
    return ""


def _offered(place: Place, role: str) -> bool:
    """Whether it is one of several choices and not the one that is made."""
    element = place.element
    if role == "option" and element.role == "combobox":
        return True
    return element.role in ("radio", "option") and not {"checked", "selected"} & set(element.states)


def _fewer(raw: list[Any], question: str, view: View) -> str:
    """Catches two where three are asked for and there are as many."""
    number = so_many(question)
    there = {
        each.at
        for place in _entries(view)
        for each in family(place)
        if not is_total(each) and not is_head(each)
    }
    if len(raw) < min(number, len(there)):
        return f"the question asks for {number}, and the answer has {len(raw)} of {len(there)} there are: give all that are asked for"
    return ""


def _not_empty(question: str, view: View) -> str:
    """Catches "there are none" where a list of the page has them."""
    denials = [sight for sight in view.sights if sight.denies]
    lists: dict[int, list[Place]] = {}
    for place in seen(view.page):
        if place.element.role in ITEMS and not in_menu(place) and not is_head(place) and place.repeated:
            lists.setdefault(min(each.at for each in family(place)), []).append(place)
    for items in lists.values():
        word = next(iter(_told_apart(question, items)), "")
        there = next((item for item in items if word in content(" ".join(item.phrases(but="button")))), None)
        if word and there is not None and not denied(question):
            return f'the answer is empty, and {quoted(there.said)} says "{word}", of which the question speaks: give it, or cite what says that it is none'
        if denials and not any(each.told.text for each in denials) and len(denials) + 1 >= len(view.sights):
            return f"the answer is empty, and the page lists {quoted(items[0].said)}: give what is there, or say by the `text` what is not"
    return ""


def _entries(view: View) -> list[Place]:
    return [
        place
        for sight in view.positive
        if sight.told.op in ("text", "value", "join", "exists")
        for place in sight.places
        if place.item()
    ]


def _twice(raw: list[Any], view: View) -> str:
    """Catches one row that is given several times."""
    taken: dict[tuple[int, tuple[str | int, ...]], int] = {}
    for sight in view.positive:
        path = path_of(sight.told.field)
        ids = sight.told.elements
        if not path and sight.told.op == "join" and len(set(ids)) < len(ids):
            return f"{sight.told.told} gives an element more than once: give each thing once"
        if not path or not isinstance(path[0], int) or len(ids) != 1:
            continue
        first = taken.setdefault((ids[0], path[1:]), path[0])
        if first != path[0] and raw[first : first + 1] == raw[path[0] : path[0] + 1]:
            return f"{written(path[:1])} cites what {written((first,))} cites: give each thing once"
    return ""


def _told_apart(question: str, items: list[Place]) -> frozenset[str]:
    """The words of a question that some of a list say, and others do not."""
    said = [content(" ".join(item.phrases(but="button"))) for item in items]
    return (
        content(question) & frozenset().union(*said) - frozenset.intersection(*said) if said else frozenset()
    )
