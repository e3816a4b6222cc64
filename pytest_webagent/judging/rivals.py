"""Rivals: what else on the page explains more of the words of a question than what is cited does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.judging.question import Asked, question
from pytest_webagent.judging.rows import head
from pytest_webagent.language.words import content, negated, says, words
from pytest_webagent.page.names import names
from pytest_webagent.page.places import Place, in_menu, place_of
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.plain_text import plain, quoted, word_set
from pytest_webagent.values.text_figures import figures_in, kinds_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.question import Question

_HOLDERS: Final = word_set(
    "group region form dialog alertdialog article complementary tabpanel list listitem"
)
_WHEN = re.compile(r"\b(?:when|wann|quand|cuándo|quando|wanneer)\b")
_MOMENTS: Final = frozenset(("date", "datetime", "time"))
POINTS_BACK = re.compile(r"\b(?:its?|their|theirs|that|this|these|those|there|them|his|her)\b")
_FORMER = re.compile(
    r"\b(?:old|original\w*|former\w*|regular|usual|list|full|recommended|crossed|struck|before|was|reduced from)\b"
)
_A_SENTENCE: Final = 8
"""Most words of a text that could be meant instead; longer ones say many words in passing."""
_NAMES: Final = word_set("term heading columnheader caption")
"""Roles of what names others."""
_OR = re.compile(r"\b(?:or|oder|ou|o)\b(?=[^?]*\?)")
_OF_ONE: Final = frozenset(("text", "value", "exists", "min", "max"))
BESIDE = re.compile(
    r"\b(?:(?:below|above)(?! [^\w\s]?\d)|next to|right after|right before|previous|following|(?:comes?|listed|stands?|right|directly) (?:before|after)|except|other than|another|instead of|besides|beside|"
    r"neben|außer|à côté)\b"
)
"""How a question speaks of what stands beside the thing it names."""


def other_thing(case: Case) -> str:
    """Catches a value of another row, card, field or part of the page than the question names."""
    asked = question(case.goal.asking)
    # "Find the order of B and report its total" asks of B; what is done in a row is shown by that row.
    of_all = not case.goal.asking or POINTS_BACK.search(plain(asked.text)) is not None
    scope = case.scope_of_all if of_all else case.goal.asking
    if asked.wanted == "best" or _OR.search(plain(scope)) or negated(scope) or BESIDE.search(plain(scope)):
        return ""
    asked = question(scope) if of_all else asked
    found = ""
    for finding, places in answered_by(case):
        for place in places:
            rival = _rival(place, finding, asked, figures=case.goal.asks == "value" and not of_all)
            if rival is None or _is_told(rival[0], case):
                return ""
            other, more = rival
            if not any(
                re.search(rf"(?<![\w-]){re.escape(each)}(?![-\d])", plain(scope))
                for each in words(scope)
                if content(each) & more
            ):
                # A part of a code: "2024" of "RE-2024-071".
                return ""
            told = " ".join(each for each in re.findall(r"[^\W_]+", scope) if content(each) & more)
            found = found or (
                f'the goal speaks of "{told}", and {quoted(finding.text or place.said)} is {_named_by(place)}; {quoted(other.holds)} is '
                f"{_named_by(other)}. Cite that, or what else says it of what the goal names"
            )
    return found


def other_label(case: Case) -> str:
    """Catches a value of the right row, card or form under another label than the one that the question names."""
    asked = question(case.goal.asking)
    if case.goal.asks != "value" or BESIDE.search(plain(case.goal.asking)):
        return ""
    if not asked.parts:
        return ""
    found = ""
    for finding, places in (*answered_by(case), *_worked_with(case)):
        for place in places:
            better = [_labelled_better(place, finding, part, asked) for part in asked.parts]
            if None in better:
                return ""
            other = next(each for each in better if each is not None)
            if _is_told(other, case):
                return ""
            label = names(other.page).labels(other) or (other.said,)
            found = found or (
                f"the goal asks for {quoted(label[0])}, which is {quoted(other.holds)}; {quoted(finding.text or place.said)} is "
                f"{_called(place)}. Cite what the goal asks for"
            )
    return found


def _worked_with(case: Case) -> Iterator[tuple[Finding, list[Place]]]:
    """The elements that a sum, a difference or an extreme is worked out from, each for itself."""
    for finding in case.held:
        told, page = finding.derivation, case.page(finding)
        if page is None or told.op not in ("sum", "difference", "min", "max"):
            continue
        ids = told.by or (told.elements if told.op in ("sum", "difference") else ())
        for each in ids[:1]:
            place = place_of(page, each)
            if place is not None:
                yield finding._replace(text=place.holds), [place]


def _is_told(place: Place, case: Case) -> bool:
    """Whether an answer tells a value as well, which another part of the goal may ask for."""
    language = place.page.language
    figures = figures_in(place.holds, language)
    # A dash says nothing that could be told.
    return (
        not any(map(str.isalnum, place.holds))
        or says(case.answer, place.holds)
        or (bool(figures) and all(says(case.answer, each) for each in figures))
    )


def _named_by(place: Place) -> str:
    """Where a value stands, by what it is called there: its row or card, else its label or its heading."""
    item = place.item()
    if item is not None and not item.lone_control():
        return f"in the {item.element.role} {quoted(item.said)}"
    known = names(place.page)
    name = next((text for text in (*known.labels(place), *(text for _, text in known.around(place)))), "")
    return f"under {quoted(name)}" if name else "under no name"


def _called(place: Place) -> str:
    label = names(place.page).labels(place)
    return f"under {quoted(label[0])}" if label else "not called so"


def _labelled_better(place: Place, finding: Finding, part: Asked, asked: Question) -> Place | None:
    """What is called what is asked for, beside a value that is not, or that is called more than that."""
    page, own = place.page, _label_words(place)
    mine = own & part.head
    for other in _beside(place):
        theirs = _label_words(other)
        # What a thing is called stands before its price and labels it in a way: it may be what is asked for.
        if place.said in names(page).labels(other) or says(other.holds, finding.text or place.said):
            continue
        kinds = kinds_of(finding.text or place.said, page.language)
        alike = bool(kinds & kinds_of(other.holds, page.language))
        if alike and _named_more(own, theirs, asked.words):
            return other
        figures = kinds_of(other.holds, page.language)
        dated = _WHEN.search(plain(asked.text)) is not None and bool(figures & _MOMENTS - kinds)
        whole = part.head <= theirs or dated
        if (kinds and not alike and not whole) or (figures and not kinds):
            continue
        if theirs & part.head and (theirs & part.head > mine if mine else {part.noun, part.first} & theirs):
            return other
    return None


def _named_more(own: frozenset[str], other: frozenset[str], wanted: frozenset[str]) -> bool:
    """Whether another label says more of a question, or as much without a word that the question has not: "limit 1 %"."""
    if own & wanted == other & wanted:
        return not own <= wanted and other <= wanted
    return own & wanted < other & wanted


def _beside(place: Place) -> Iterator[Place]:
    """The other values of the row, card or group that a value stands in."""
    item = place.item()
    holder = item if item is not None and item.at != place.at else place.within(_HOLDERS)
    if holder is None and place.element.role in FIELDS:
        yield from (
            each for each in names(place.page).values if each.element.role in FIELDS and each != place
        )
    inside = {place.at, *place.page.descendants(place.at), *place.page.ancestors(place.at)}
    for other in names(place.page).values if holder is not None else ():
        if holder is None or other.at in inside or holder.at not in place.page.ancestors(other.at):
            continue
        pressed = other.element.clickable and not other.element.value
        if (
            (other.item() or holder).at == (item or holder).at
            and not pressed
            and other.element.role not in _NAMES
        ):
            yield other


def _label_words(place: Place) -> frozenset[str]:
    """The words that a value is called by: its labels and its name, or else its own words beside figures."""
    labels = [*names(place.page).labels(place)]
    own = place.element.name
    if own and own != place.said and place.page.children(place.at):
        labels.append(own)
    if not labels and kinds_of(place.said, place.page.language):
        return content(_without_figures(place.said, place.page.language))
    return content(" ".join(labels))


def former(case: Case) -> str:
    """Catches what is struck through, such as an old price, where the current one stands beside it."""
    if case.goal.of_earlier or _FORMER.search(plain(case.goal.asking)):
        return ""
    for finding, places in answered_by(case):
        for place in places:
            kinds = kinds_of(finding.text or place.said, place.page.language)
            if place.within(("deletion",)) is None:
                return ""
            for other in _beside(place):
                if other.within(("deletion",)) is None and kinds & kinds_of(other.holds, place.page.language):
                    return f"{quoted(place.said)} is struck through, and {quoted(other.holds)} stands beside it: cite what is so now"
    return ""


def answered_by(case: Case) -> Iterator[tuple[Finding, list[Place]]]:
    """The pieces of evidence that an answer is the outcome of, with the elements that say so."""
    held = [each for each in case.held if each.derivation.op in _OF_ONE]
    if any(
        each.derivation.op not in _OF_ONE and each.text and plain(each.text) in plain(case.answer)
        for each in case.held
    ):
        return
    same = [
        each
        for each in held
        if each.text
        and (says(case.answer, each.text) or likeness(case.answer, each.text, each.language).same)
    ]
    same = same or [each for each in held if each.text and says(each.text, case.answer)]
    if not same and any(each.derivation.op not in _OF_ONE for each in case.held):
        # The answer is what others come to.
        return
    for finding in same or held:
        places = [
            leaf
            for place in case.cited(finding)
            for leaf in leaves(place, finding.text or finding.derivation.text)
        ]
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
    place: Place, finding: Finding, asked: Question, *, figures: bool
) -> tuple[Place, frozenset[str]] | None:
    """What explains all that a place explains, and more, and says something else; and what more it explains."""
    best: tuple[Place, frozenset[str]] | None = None
    above = {at for at, _ in names(place.page).around(place)}
    known: dict[frozenset[int], frozenset[str]] = {}
    for other, alike in _others(place, finding, asked, figures=figures):
        shared = frozenset(above & {at for at, _ in names(place.page).around(other)})
        if shared not in known:
            known[shared] = explained(place, asked.words, but=shared)
        own = known[shared]
        # What stands in the same place of each row is what is told of it, and no name.
        theirs = explained(other, asked.words, own=not alike, but=shared)
        both = of_both(place, shared)
        more = theirs - own - (both - _label_words(other))
        lost = own - theirs - (both - _label_words(place))
        if not more or lost or says(other.holds, finding.text or place.said):
            continue
        if likeness(finding.text or place.said, other.holds, finding.language).same:
            continue
        if best is None or len(more) > len(best[1]):
            best = other, more
    return best


def of_both(place: Place, shared: Collection[int]) -> frozenset[str]:
    """The words of the names that two elements share; rows and cards that both stand in name neither."""
    known = ((at, text) for at, text in names(place.page).around(place) if at in shared)
    return content(" ".join(text for at, text in known if not Place(place.page, at).repeated))


def _others(
    place: Place, finding: Finding, asked: Question, *, figures: bool
) -> Iterator[tuple[Place, bool]]:
    """What could be meant in the place of an element: the same of other rows or cards, and figures of the same kind."""
    page = place.page
    for item in place.around():
        # In a row it is the cell that counts, whatever stands in it.
        way = place.path(item.at)[-1:] if item.element.role == "row" else place.path(item.at)
        pair = set(item.shape()) <= {"term", "definition"}
        for sibling in item.siblings() if not pair else ():
            if item.at == place.at:
                if (own := content(head(sibling))) and own <= asked.words:
                    yield sibling, False
            else:
                yield from (
                    (each, True) for each in sibling.below() if each.path(sibling.at) == way and each.said
                )
    kinds = kinds_of(finding.text or place.said, page.language)
    inside = {place.at, *page.descendants(place.at), *page.ancestors(place.at)}
    for other in names(page).values if kinds and figures else ():
        pressed = other.element.clickable and other.element.value is None
        if other.at in inside or pressed or in_menu(other) or len(other.holds.split()) > _A_SENTENCE:
            continue
        if kinds & kinds_of(other.holds, page.language):
            yield other, False


def explained(
    place: Place, wanted: frozenset[str], *, own: bool = True, but: Collection[int] = ()
) -> frozenset[str]:
    """The words that the names of an element explain, and, with `own`, those of its text beside figures and dates."""
    known = names(place.page)
    texts = [_without_figures(place.said, place.page.language)] if own else []
    texts += [place.element.name] if place.element.value is not None else []
    around = (text for at, text in known.around(place) if at not in but)
    return wanted & content(" ".join((*texts, *known.labels(place), *around)))


def _without_figures(text: str, language: str) -> str:
    for each in figures_in(text, language):
        text = text.replace(each, " ")
    return text
