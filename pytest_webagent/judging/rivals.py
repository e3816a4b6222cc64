"""Rivals: what else on the page explains more of the words of a question than what is cited does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.judging.own_texts import hearsay
from pytest_webagent.judging.question import BESIDE, Asked, is_of_two, of_old, parts, telling, wanted
from pytest_webagent.language import lexicon
from pytest_webagent.language.words import content, negated, says, stems, words
from pytest_webagent.page.labelled import is_former, is_picture
from pytest_webagent.page.layout import layout
from pytest_webagent.page.lists import lists
from pytest_webagent.page.names import names
from pytest_webagent.page.places import MENUS, Place, in_menu, place_of
from pytest_webagent.page.tables import column, is_data
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.plain_text import plain, quoted, word_set
from pytest_webagent.values.text_figures import figures_in, kinds_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case

_HOLDERS: Final = word_set(
    "group region form dialog alertdialog article complementary tabpanel list listitem"
)
_WHEN = re.compile(r"\b(?:when|wann|quand|cuándo|quando|wanneer)\b")
_MOMENTS: Final = frozenset(("date", "datetime", "time"))
_POINTS_BACK = re.compile(
    r"\b(?:(?<!is )(?<!are )(?<!was )(?<!were )there(?! (?:is|are|was|were)\b)|its?|their|theirs|that|this|these|those|them|his|her)\b"
)
_FORMER: Final = content(" ".join(lexicon.FORMER))
_FIRST: Final = _FORMER | stems("first initial initially earlier before was were did")
"""Words of a question that may mean what was before."""
_A_SENTENCE: Final = 8
"""Most words of a text that could be meant instead; longer ones say many words in passing."""
_A_LABEL: Final = 3
"""Most words of a label."""
_A_NUMBER: Final = 3
"""Fewest digits of a number that tells one thing from others."""
_VALUES: Final = frozenset(("definition", "cell"))
_PAIRS: Final = (("term", "definition"), ("rowheader", "cell"))
_NO_PART: Final = Asked(frozenset(), "", "")
_NAMES: Final = word_set("term heading columnheader caption")
"""Roles of what names others."""
_OF_ONE: Final = frozenset(("text", "value", "exists", "min", "max"))


def other_thing(case: Case) -> str:
    """Catches a value of another row, card, field or part of the page than the question names."""
    asking = case.goal.asking
    # "Find the order of B and report its total" asks of B; what is done in a row is shown by that row.
    of_all = not asking or _POINTS_BACK.search(plain(asking)) is not None
    scope = case.scope_of_all if of_all else asking
    if wanted(asking) == "best" or is_of_two(scope) or negated(scope) or BESIDE.search(plain(scope)):
        return ""
    # What one row of a list says does not tell how many there are.
    asked, found, counts = telling(scope), "", wanted(asking) == "count"
    for finding, places in answered_by(case):
        for place in places:
            rival = _rival(
                place, finding, asked, figures=case.goal.asks == "value" and not of_all, rows=not counts
            )
            if rival is None or _is_told(rival[0], case) or _is_hearsay(rival[0], place, scope):
                return ""
            other, more = rival
            if all(each.isdigit() and len(each) < _A_NUMBER for each in more):
                # A bare "2" is of anything.
                return ""
            whole = (
                rf"(?<![\w-]){re.escape(each)}(?![-\d])" for each in words(scope) if content(each) & more
            )
            if not any(re.search(each, plain(scope)) for each in whole):
                # A part of a code: "2024" of "RE-2024-071".
                return ""
            spoken = " ".join(each for each in re.findall(r"[^\W_]+", scope) if content(each) & more)
            found = found or (
                f'the goal speaks of "{spoken}", and {quoted(finding.text or place.said)} is {_named_by(place)}; {quoted(other.holds)} is '
                f"{_named_by(other)}. Cite that, or what else says it of what the goal names"
            )
    return found


def _is_hearsay(other: Place, place: Place, scope: str) -> bool:
    """Whether others than the page wrote what could be meant instead.

    Beside what visitors write, that makes a value sure only where the page tells no other of its kind.
    """
    if not hearsay(other, scope, figures=False):
        return bool(hearsay(other, scope))
    kinds = kinds_of(place.holds, place.page.language)
    alike = (each for each in names(place.page).values if kinds & kinds_of(each.holds, each.page.language))
    return all(each.at == place.at or hearsay(each, scope, figures=False) for each in alike)


def other_label(case: Case) -> str:
    """Catches a value of the right row, card or form under another label than the one that the question names."""
    asking, found = case.goal.asking, ""
    if case.goal.asks != "value" or BESIDE.search(plain(asking)):
        return ""
    asked = parts(asking) or (_NO_PART,)
    for finding, places in (*answered_by(case), *_worked_with(case)):
        for place in places:
            better = [
                _begins_better(place, case.answer, part) or _labelled_better(place, finding, part, asking)
                for part in asked
            ]
            other = next((each for each in better if each is not None), None)
            if other is None or None in better or _is_told(other, case):
                return ""
            label, own = (names(each.page).labels(each) for each in (other, place))
            found = found or (
                f"the goal asks for {quoted((label or (other.said,))[0])}, which is {quoted(other.holds)}; {quoted(finding.text or place.said)} "
                f"is {f'under {quoted(own[0])}' if own else 'not called so'}. Cite what the goal asks for"
            )
    return found


def _worked_with(case: Case) -> Iterator[tuple[Finding, list[Place]]]:
    """The elements that a sum, a difference or an extreme is worked out from, each for itself."""
    for finding in case.held:
        told, page = finding.derivation, case.page(finding)
        ids = told.by or (told.elements if told.op in ("sum", "difference") else ())
        place = place_of(page, ids[0]) if page is not None and ids else None
        if place is not None and told.op in ("sum", "difference", "min", "max"):
            yield finding._replace(text=place.holds), [place]


def _is_told(place: Place, case: Case) -> bool:
    """Whether an answer tells a value as well, which another part of the goal may ask for."""
    figures = figures_in(place.holds, place.page.language)
    # A dash says nothing that could be told.
    return (
        not any(map(str.isalnum, place.holds))
        or says(case.answer, place.holds)
        or (bool(figures) and all(says(case.answer, each) for each in figures))
    )


def _named_by(place: Place) -> str:
    """Where a value stands, by what it is called there: its row or card, else its label or its heading."""
    item, known = place.item(), names(place.page)
    if item is not None and not item.lone_control():
        return f"in the {item.element.role} {quoted(item.said)}"
    name = next((text for text in (*known.labels(place), *(text for _, text in known.around(place)))), "")
    return f"under {quoted(name)}" if name else "under no name"


def _labelled_better(place: Place, finding: Finding, part: Asked, asking: str) -> Place | None:
    """What is called what is asked for, beside a value that is not, or that is called more than that."""
    language, asked = place.page.language, telling(asking)
    kinds = kinds_of(finding.text or place.said, language)
    before = of_old(asking)
    for other in _beside(place):
        own, theirs = _called(place, other), _called(other, place)
        mine, figures = own & part.head, kinds_of(other.holds, language)
        # What a thing is called stands before its price and labels it in a way: it may be what is asked for.
        if place.said in names(other.page).labels(other) or says(other.holds, finding.text or place.said):
            continue
        if not before and not asked & _FIRST and theirs & _FORMER - own:
            continue
        former = (is_former(place), is_former(other)) == (not before, before)
        more = _named_more(own, theirs, asked) or _named_alone(own, theirs, part, asked)
        digits = [any(map(str.isdigit, each.holds)) for each in (place, other)]
        if (kinds & figures or (all(digits) and not kinds | figures)) and (former or more):
            return other
        if not any(digits) and part.head and part.head <= theirs and more and not before:
            # "Previous owner" beside an "Owner".
            return other
        dated = _WHEN.search(plain(asking)) is not None and bool(figures & _MOMENTS - kinds)
        if (kinds and not kinds & figures and not part.head <= theirs and not dated) or (
            figures and not kinds
        ):
            continue
        if theirs & part.head and (theirs & part.head > mine if mine else {part.noun, part.first} & theirs):
            return other
    return None


def _begins_better(place: Place, text: str, part: Asked) -> Place | None:
    """What begins with what is asked for, beside a value that another word stands before: "Author Ann" beside "Translator Bo"."""
    page, label = place.page, place.said.removesuffix(text)
    if not text or label == place.said or not 0 < len(words(label)) <= _A_LABEL:
        return None
    for at in page.children(place.element.parent):
        first, _, rest = page.full_text(at).partition(" ")
        if page.elements[at].role != place.element.role or page.elements[at].hidden:
            continue
        alike = kinds_of(rest, page.language) == kinds_of(text, page.language)
        value = rest and rest[0].isupper() is text[0].isupper() and len(rest.split()) <= _A_SENTENCE
        if alike and value and part.noun in content(first) - content(label):
            return Place(page, at)
    return None


def _named_more(own: frozenset[str], other: frozenset[str], asked: frozenset[str]) -> bool:
    """Whether another label says more of a question, or as much without a word that the question has not: "limit 1 %"."""
    if own & asked == other & asked:
        return not own <= asked and other <= asked
    return own & asked < other & asked


def _named_alone(own: frozenset[str], other: frozenset[str], part: Asked, asked: frozenset[str]) -> bool:
    """Whether another label says only what a question begins with, and this one what it has not: "mobile phone" of "Work phone"."""
    return part.first in other <= part.head and not {part.first, part.noun} & own and not own <= asked


def _called(place: Place, beside: Place) -> frozenset[str]:
    """The words that a value is called by, with those of a heading that labels what stands beside it, and heads both."""
    known = names(place.page)
    heads = {each.said for around in place.around() for each in known.heads(around)}
    return _label_words(place) | content(" ".join(heads.intersection(known.labels(beside))))


def _pairs(place: Place) -> tuple[int | None] | None:
    """What the list of labels with their values stands in that a value is one of; None where it is none."""
    value = place.within(_VALUES)
    if value is None:
        return None
    pair = next(
        (each for each in list(value.around())[1:2] if each.shape() in _PAIRS and each.repeated), None
    )
    if value.element.role == "cell" and (pair is None or layout(place.page).heads(pair.at)):
        return None
    return ((pair or value).element.parent,)


def _beside(place: Place) -> Iterator[Place]:
    """The other values of the row, card or group that a value stands in."""
    item = place.item()
    holder = item if item is not None and item.at != place.at else place.within(_HOLDERS)
    inside = {place.at, *place.page.descendants(place.at), *place.page.ancestors(place.at)}
    listed = _pairs(place)
    for other in names(place.page).values:
        if listed and listed == _pairs(other):
            beside = True
        elif holder is None:
            beside = place.element.role in FIELDS and other.element.role in FIELDS
        else:
            beside = (
                holder.at in place.page.ancestors(other.at)
                and (other.item() or holder).at == (item or holder).at
            )
        pressed = other.element.clickable and not other.element.value
        aside = pressed or is_picture(other) or other.element.role in _NAMES
        if beside and other.at not in inside and not aside:
            yield other


def _label_words(place: Place) -> frozenset[str]:
    """The words that a value is called by: its labels and its name, or else its own words beside figures."""
    labels, own = [*names(place.page).labels(place)], place.element.name
    if own and own != place.said and place.page.children(place.at):
        labels.append(own)
    if not labels and kinds_of(place.said, place.page.language):
        return content(_without_figures(place.said, place.page.language))
    return content(" ".join(labels))


def answered_by(case: Case) -> Iterator[tuple[Finding, list[Place]]]:
    """The pieces of evidence that an answer is the outcome of, with the elements that say so."""
    held = [each for each in case.held if each.derivation.op in _OF_ONE]
    others = [each for each in case.held if each.derivation.op not in _OF_ONE]
    if any(each.text and plain(each.text) in plain(case.answer) for each in others):
        return
    texts = [each for each in held if each.text]
    same = [
        each
        for each in texts
        if says(case.answer, each.text) or likeness(case.answer, each.text, each.language).same
    ]
    same = same or [each for each in texts if says(each.text, case.answer)]
    # Else the answer is what others come to.
    for finding in same or (held if not others else ()):
        text = finding.text or finding.derivation.text
        places = [leaf for place in case.cited(finding) for leaf in leaves(place, text)]
        if places:
            yield finding, [each for place in places for each in (place, *_twins(place))]


def _twins(place: Place) -> Iterator[Place]:
    """What says the same in the same row or card: a price and a sum of one piece."""
    item = place.item()
    for other in item.below() if item is not None and item.at != place.at else ():
        if other.at != place.at and other.element.role == place.element.role and other.said == place.said:
            yield other


def leaves(place: Place, text: str) -> list[Place]:
    """The smallest elements in a cited one that say a text of it; itself where none does."""
    if not text:
        return [place]
    inside = [
        each
        for each in place.below()
        if not each.element.hidden and (says(each.said, text) or plain(each.holds) == plain(text))
    ]
    around = {above for each in inside for above in each.page.ancestors(each.at)}
    return [each for each in inside if each.at not in around] or [place]


def _rival(
    place: Place, finding: Finding, asked: frozenset[str], *, figures: bool, rows: bool
) -> tuple[Place, frozenset[str]] | None:
    """What explains all that a place explains, and more, and says something else; and what more it explains."""
    best: tuple[Place, frozenset[str]] | None = None
    around, mine = dict(_around(place)), finding.text or place.said
    for other, alike in _others(place, finding, asked, figures=figures, rows=rows):
        shared = frozenset(around) & {at for at, _ in names(place.page).around(other)}
        own = _explained(place, asked, but=shared)
        # What stands in the same place of each row is what is told of it, and no name.
        theirs = _explained(other, asked, own=not alike, but=shared)
        # Rows and cards that both stand in name neither.
        both = content(" ".join(around[at] for at in shared if not Place(place.page, at).repeated))
        both_say = _explained(other, asked, but=shared) | (
            both - (_label_words(place) - _called(other, place))
        )
        more, lost = theirs - own - (both - _label_words(other)), own - both_say
        if not more or lost or says(other.holds, mine) or likeness(mine, other.holds, finding.language).same:
            continue
        if best is None or len(more) > len(best[1]):
            best = other, more
    return best


def _around(place: Place) -> Iterator[tuple[int, str]]:
    """All names of each thing that an element stands in."""
    texts: dict[int, list[str]] = {}
    for at, text in names(place.page).around(place):
        texts.setdefault(at, []).append(text)
    yield from ((at, " ".join(every)) for at, every in texts.items())


def _others(
    place: Place, finding: Finding, asked: frozenset[str], *, figures: bool, rows: bool
) -> Iterator[tuple[Place, bool]]:
    """What could be meant in the place of an element: the same of other rows or cards, and figures of the same kind."""
    page = place.page
    for item in place.around():
        # In a row it is the cell that counts, whatever stands in it.
        way = place.path(item.at)[-1:] if item.element.role == "row" else place.path(item.at)
        pair = set(item.shape()) <= {"term", "definition"}
        for sibling in item.siblings() if not pair else ():
            if item.at != place.at:
                below = (each for each in sibling.below() if each.path(sibling.at) == way and each.said)
                yield from ((each, True) for each in below)
            elif (name := lists(page).name(sibling)) is not None and frozenset() < content(
                name.said
            ) <= asked:
                yield sibling, False
    kinds = kinds_of(finding.text or place.said, page.language)
    inside = {place.at, *page.descendants(place.at), *page.ancestors(place.at)}
    menu = place.within(MENUS)
    for other in names(page).values if kinds and figures else ():
        pressed = other.element.clickable and other.element.value is None
        # "Drafts (7)" is no value of the page, but where "Inbox (3)" is taken for one.
        aside = (pressed or in_menu(other)) and (menu is None or other.within(MENUS) != menu)
        in_row = (row := other.within(("row",))) is not None and row.at not in inside
        aside = aside or (is_former(other) and not is_former(place))
        aside = aside or (not asked & _FIRST and bool(_label_words(other) & _FORMER))
        if other.at in inside or aside or (in_row and not rows) or len(other.holds.split()) > _A_SENTENCE:
            continue
        if kinds & kinds_of(other.holds, page.language):
            # What is written in a column says what is written, and does not name it.
            yield other, is_data(other) and bool(column(other))


def _explained(
    place: Place, asked: frozenset[str], *, own: bool = True, but: Collection[int] = ()
) -> frozenset[str]:
    """The words that the names of an element explain, and, with `own`, those of its text beside figures and dates."""
    known = names(place.page)
    texts = [_without_figures(place.said, place.page.language)] if own else []
    texts += [place.element.name] if place.element.value is not None else []
    around = (text for at, text in known.around(place) if at not in but)
    return asked & content(" ".join((*texts, *known.labels(place), *around)))


def _without_figures(text: str, language: str) -> str:
    for each in figures_in(text, language):
        text = text.replace(each, " ")
    return text
