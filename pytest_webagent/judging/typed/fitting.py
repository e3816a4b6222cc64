"""Whether a typed answer fits its question: the row that is named, the column a field is called after, a list without gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_webagent.aria_roles import ITEMS
from pytest_webagent.judging.question import number_wanted
from pytest_webagent.judging.sights import denied, family, sights, unspoken
from pytest_webagent.judging.typed.leaves import leaves, path_of, written
from pytest_webagent.language.words import content
from pytest_webagent.page.places import Place, in_menu, is_head
from pytest_webagent.page.places import seen as visible
from pytest_webagent.values.plain_text import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.sights import Sight
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
    seen = sights(page, (each for each in findings if each.holds and each.derivation.step is None))
    found = [_only_there(leaf, seen) for leaf in leaves(raw)]
    if isinstance(raw, list):
        found += (
            [_twice(raw, seen), _fewer(raw, question, seen)] if raw else [_not_empty(question, page, seen)]
        )
        return _worded(found)[:1]
    if isinstance(raw, bool):
        found.append(unspoken(question, page, seen))
    return _worded(found)[:2]


def _worded(found: Sequence[str]) -> list[str]:
    """Problems in the words of questions: they have no predicates."""
    return [
        each.replace("the statement", "the question").replace("no predicate", "no evidence")
        for each in found
        if each
    ]


def _only_there(leaf: Leaf, seen: Sequence[Sight]) -> str:
    """Catches a part that is true because its row is there, and a choice that is offered."""
    for sight in seen:
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


def _fewer(raw: list[Any], question: str, seen: Sequence[Sight]) -> str:
    """Catches two where three are asked for and there are as many."""
    number = number_wanted(question)
    there = {each.at for place in _entries(seen) for each in family(place) if not is_head(each)}
    if len(raw) < min(number, len(there)):
        return f"the question asks for {number}, and the answer has {len(raw)} of {len(there)} there are: give all that are asked for"
    return ""


def _not_empty(question: str, page: Observation, seen: Sequence[Sight]) -> str:
    """Catches "there are none" where a list of the page has them."""
    denials = [sight for sight in seen if sight.denies]
    lists: dict[int, list[Place]] = {}
    for place in visible(page):
        if place.element.role in ITEMS and not in_menu(place) and not is_head(place) and place.repeated:
            lists.setdefault(min(each.at for each in family(place)), []).append(place)
    for items in lists.values():
        word = next(iter(_told_apart(question, items)), "")
        there = next((item for item in items if word in content(" ".join(item.phrases(but="button")))), None)
        if word and there is not None and not denied(question):
            return f'the answer is empty, and {quoted(there.said)} says "{word}", of which the question speaks: give it, or cite what says that it is none'
        if denials and not any(each.told.text for each in denials) and len(denials) + 1 >= len(seen):
            return f"the answer is empty, and the page lists {quoted(items[0].said)}: give what is there, or say by the `text` what is not"
    return ""


def _entries(seen: Sequence[Sight]) -> list[Place]:
    return [
        place
        for sight in (each for each in seen if not each.denies)
        if sight.told.op in ("text", "value", "join", "exists")
        for place in sight.places
        if place.item()
    ]


def _twice(raw: list[Any], seen: Sequence[Sight]) -> str:
    """Catches one row that is given several times."""
    taken: dict[tuple[int, tuple[str | int, ...]], int] = {}
    for sight in (each for each in seen if not each.denies):
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
