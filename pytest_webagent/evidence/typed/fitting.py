"""Whether a typed answer fits its question: the row that is named, the column a field is called after, a list without gaps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.aria_roles import FIELDS, ITEMS
from pytest_webagent.evidence.judging.rows import is_total
from pytest_webagent.evidence.stating import about, scope
from pytest_webagent.evidence.stating.sight import View, denied, family, in_menu, tokens
from pytest_webagent.evidence.typed.leaves import leaves, path_of, written
from pytest_webagent.language.superlatives import superlatives
from pytest_webagent.language.words import content
from pytest_webagent.page.names import label
from pytest_webagent.page.places import CHOICES, Place, is_head, seen
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.number_words import ANY_NUMBER, NUMBERS
from pytest_webagent.values.plain_text import plain, quoted
from pytest_webagent.values.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from pytest_webagent.evidence.derivation import Finding
    from pytest_webagent.evidence.stating.sight import Sight
    from pytest_webagent.evidence.typed.leaves import Leaf, Path
    from pytest_webagent.observation import Observation

_BEST: Final = rf"{superlatives('least')}|{superlatives('most')}|most \w+|least \w+|first|last|top"
_SO_MANY = re.compile(
    rf"\b(?:(?:{_BEST}) (?P<after>\d+|{{0}})|(?P<before>\d+|{{0}}) (?:{_BEST}))\b".format(ANY_NUMBER)
)
_CHEAP = re.compile(rf"\b(?:{superlatives('least', 'money')}|lowest price\w*)\b")
_DEAR = re.compile(rf"\b(?:{superlatives('most', 'money')}|highest price\w*)\b")
_TRUTHS: Final = {
    "yes": True,
    "true": True,
    "ja": True,
    "oui": True,
    "✓": True,
    "no": False,
    "false": False,
    "nein": False,
    "non": False,
    "✗": False,
}


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
    found = [*_labels(raw, question, view)]
    if isinstance(raw, list):
        found += _list(raw, question, view) if raw else [_not_empty(question, view)]
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


def _labels(raw: Any, question: str, view: View) -> Iterator[str]:
    for leaf in leaves(raw):
        wanted = _wanted(leaf, question)
        for sight in view.sights:
            path = path_of(sight.told.field)
            if (
                sight.told.op not in ("text", "value", "exists")
                or sight.denies
                or path != leaf.path[: len(path)]
            ):
                continue
            if leaf.path and not any(isinstance(part, str) for part in leaf.path):
                continue
            yield from (
                problem
                for place in sight.places[:1]
                if (problem := _mislabelled(leaf, wanted, sight, place, path))
            )
        yield _only_there(leaf, view)


def _wanted(leaf: Leaf, question: str) -> frozenset[str]:
    """The words of what is asked for: the name of the field, or the question."""
    names = [part for part in leaf.path if isinstance(part, str)]
    return content(re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", names[-1])) if names else content(question)


def _mislabelled(leaf: Leaf, wanted: frozenset[str], sight: Sight, place: Place, path: Path) -> str:
    """Catches a value under another label than that of its field, where the page has one of that name."""
    own = content(_label(place))
    if path == leaf.path and own & wanted:
        return ""
    for name, other in _labelled(place):
        if not content(name) or not content(name) <= wanted or other.at == place.at:
            continue
        if path == leaf.path and own:
            if not _alike(leaf.value, other, sight):
                return f'{leaf.name} is cited under "{_label(place)}", and the page has "{name}", which says {quoted(other.said)}: cite that'
        elif path != leaf.path and not _alike(leaf.value, other, sight):
            return f'{leaf.name} is {leaf.value!r}, and under "{name}" stands {quoted(other.said)}'
    return ""


def _alike(value: Any, other: Place, sight: Sight) -> bool:
    said = other.element.value or other.said
    if isinstance(value, bool):
        return _TRUTHS.get(plain(said), value) is value
    if value is None:
        return not any(map(str.isalnum, said)) or len(tokens(said)) <= 1
    like = likeness(str(value), said, sight.finding.language)
    return like.same or bool(like.doubt) or plain(str(value)) in plain(said)


def _label(place: Place) -> str:
    """What a value is called: by its column, its term, its own words before a colon, or the words before it."""
    if place.element.role in FIELDS | CHOICES:
        return place.element.name
    own, colon, _ = place.said.partition(":")
    before = [each for each in place.page.children(place.element.parent) if each < place.at][-1:]
    beside = place.page.full_text(before[0]) if before else ""
    return (
        label(place)
        or (own if colon and len(own) < 40 else "")
        or (beside.strip(" :") if beside.rstrip().endswith(":") else "")
    )


def _labelled(place: Place) -> Iterator[tuple[str, Place]]:
    """The other values that have labels: of the same row, or else upon the page."""
    item = place.item()
    page = place.page
    if item is not None and item.element.role in ITEMS:
        for index in page.descendants(item.at):
            each = Place(page, index)
            if each.element.role in ("cell", "gridcell", "rowheader", "definition"):
                yield _label(each), each
        return
    for each in seen(page):
        if each.element.role in FIELDS | {"definition", "status", "paragraph"} and (
            (item := each.item()) is None or item.element.role == "generic"
        ):
            yield _label(each), each


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


def _list(raw: list[Any], question: str, view: View) -> Iterator[str]:
    entries = _entries(view)
    asked = _SO_MANY.search(plain(question))
    whole = {
        each.at: each
        for place in entries
        for each in family(place)
        if not is_total(each) and not is_head(each)
    }
    have = {(place.item() or place).at for place in entries}
    yield _twice(raw, view)
    if asked is not None:
        said = asked["after"] or asked["before"]
        number = int(said) if said.isdigit() else NUMBERS[said]
        if len(raw) < number and len(raw) < len(whole):
            yield f"the question asks for {number}, and the answer has {len(raw)} of {len(whole)} there are: give all that are asked for"
    around = {above for place in entries for above in place.page.ancestors(place.at)}
    missing = [place for at, place in whole.items() if at not in have | around]
    yield _not_best(question, [whole[at] for at in have if at in whole], missing)
    if denied(question) or asked is not None:
        return
    yield _unlike(question, [whole[at] for at in have if at in whole], missing)
    if (
        raw
        and missing
        and scope.speaks_of_all(question, view)
        and not _told_apart(question, list(whole.values()))
    ):
        yield f"the question asks for all, and the answer has {len(whole) - len(missing)} of {len(whole)}: {quoted(missing[0].said)} is missing"


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


def _not_best(question: str, have: list[Place], missing: list[Place]) -> str:
    """Catches one of "the three cheapest" that is dearer than one left out."""
    cheap, dear = _CHEAP.search(plain(question)), _DEAR.search(plain(question))
    prices = {item.at: price for item in (*have, *missing) if (price := _price(item)) is not None}
    if bool(cheap) == bool(dear) or len(prices) < len(have) + len(missing):
        return ""
    for item in have:
        for other in missing:
            if (prices[other.at] < prices[item.at]) if cheap else (prices[other.at] > prices[item.at]):
                return f"{quoted(item.said)} is in the answer, and {quoted(other.said)} is {'cheaper' if cheap else 'dearer'}"
    return ""


def _price(item: Place) -> Decimal | None:
    """The amount of money a row says, if it says one."""
    phrases = [text for text in item.phrases() if text != item.said]
    found = {
        each.value
        for text in phrases
        for each in quantities(text, item.page.language)
        if each.unit not in ("", "%")
    }
    return found.pop() if len(found) == 1 else None


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


def _unlike(question: str, have: list[Place], missing: list[Place]) -> str:
    """Catches "paid orders" with one that is not paid, or without one that is."""
    telling = _told_apart(question, [*have, *missing])
    if not telling or not have:
        return ""
    said = {item.at: content(" ".join(item.phrases(but="button"))) for item in (*have, *missing)}
    wrong = next((item for item in have if not telling & said[item.at]), None)
    left = next((item for item in missing if telling <= said[item.at]), None)
    word = '", "'.join(sorted(telling))
    if wrong is not None and left is not None:
        return f'the question speaks of "{word}", which {quoted(left.said)} says, and {quoted(wrong.said)} does not'
    if left is not None and all(telling <= said[item.at] for item in have):
        return f'the question speaks of "{word}", which {quoted(left.said)} says as well: it is missing from the answer'
    return ""
