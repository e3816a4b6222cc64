"""Whether predicates are about what the statement names: its words, its row, its numbers, not those of others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.judging.statement.sight import denied, tokens
from pytest_webagent.judging.trouble import is_refusal
from pytest_webagent.language.words import content, negated, says, stem, stems, words
from pytest_webagent.page.places import Place, in_menu, seen
from pytest_webagent.values.plain_text import plain, quoted, word_set
from pytest_webagent.values.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from pytest_webagent.judging.goals import Goal
    from pytest_webagent.judging.statement.sight import Sight, View

_OF_ONE: Final = frozenset(("text", "value", "exists"))
_CHOICES: Final = frozenset(("checkbox", "radio", "switch", "option", "menuitemcheckbox", "menuitemradio"))
_PAIR: Final = frozenset(("term", "definition"))
_PARTS: Final = frozenset(("region", "group", "list", "tabpanel"))
_ACTING: Final = frozenset(("button", "link", "menuitem", "option"))
_BESIDE = re.compile(
    r"\b(?:below|above|next to|previous|following|except|but|other|another|than|besides|before|after|außer|neben)\b"
)
_NO_THINGS: Final = stems(
    """page site website screen user customer message text label button field link entry value show shown display displayed
    see visible find found say read there exist contain contains include included call named name list listed item make
    possible least most exactly only one two three four five six seven eight nine ten say more less"""
)
"""Words of a statement that name nothing on a page, or that operations stand for."""
_AMOUNT_OF = re.compile(r"\d+ [^\W\d_]{3,}s\b")
_A_LABEL: Final = 6
"""Most words of what is a value or a label, and not a sentence in passing."""
_DONE = re.compile(r"\b(\w+ed|paid|sent|bought|made)\b(?: (in|out|up|off)\b)?")
_IRREGULAR: Final = {"paid": "pay", "sent": "send", "bought": "buy", "made": "make"}
_CAN = re.compile(r"\b(?:can|could|may|to) (?:not )?be\b|\bcannot be\b")
_NUMBERED = re.compile(r"\b([^\W\d_]{3,})\s+(?:no\.?\s*|nr\.?\s*|#\s?)?(\d+)\b(?![.,:/%-]\d)")
_COUNTED = re.compile(r"(?<![\w.,:/%-])(\d+)\s+([^\W\d_]{3,})\b")
_NO_NOUNS: Final = word_set(
    "out von sur euro euros dollars usd eur january february march april may june july august september october november december the than least most only all over under above below about exactly page and from with has have shows"
)
_RISES = re.compile(
    r"\b(?:rose|risen|rises?|grew|grown|grows?|increased?|gained|climbed|went up|is up|are up|gestiegen)\b"
)
_FALLS = re.compile(
    r"\b(?:fell|fallen|falls?|dropped|decreased?|declined?|shrank|lost|went down|is down|are down|gesunken|gefallen)\b"
)


def other_row(statement: str, view: View) -> str:
    """Catches what another row or card says than the one the statement names."""
    if _BESIDE.search(plain(statement)):
        return ""
    named = tokens(statement)
    for sight in view.positive:
        if sight.told.op not in _OF_ONE or (sight.told.op == "exists" and not sight.places):
            continue
        inside = [place for place in sight.places if _in_a_row(place)]
        problems = [_not_named(place, sight, statement) for place in inside]
        outside = [place for place in sight.places if not _in_a_row(place) and _names(place, sight, named)]
        if problems and all(problems) and not outside:
            return problems[0]
    return ""


def _in_a_row(place: Place) -> bool:
    item = place.item()
    # A value under its label is no row of its own.
    return item is not None and not item.lone_control() and frozenset(item.shape()) != _PAIR


def _names(place: Place, sight: Sight, named: frozenset[str]) -> bool:
    """Whether a text outside of the list says by itself what it is about."""
    return bool((tokens(place.said) & named) - tokens(sight.told.text)) and place.element.role not in _CHOICES


def _not_named(place: Place, sight: Sight, statement: str) -> str:
    item, told, named = place.item(), sight.told, tokens(statement)
    if item is None:
        return ""
    bare = not (told.text or told.to or told.pattern)
    asserted = tokens(place.said if bare else f"{told.text} {told.to} {sight.finding.text}")
    if told.op == "exists" and plain(item.said).startswith(plain(told.text or place.said)):
        # It says which row there is, and nothing of one.
        return ""
    own, way = tokens(" ".join(item.phrases())), _way(place, item, told.text)
    for sibling in item.siblings():
        beside = tokens(" ".join(sibling.phrases(but="button")))
        others = (named & beside) - own - asserted - _in_the_place(way, sibling, named)
        if others and not (named & own) - asserted - beside:
            spoken = " ".join(each for each in re.findall(r"[\w#-]+", statement) if tokens(each) & others)
            return (
                f'{told.told} is about the {item.element.role} {quoted(item.said)}, and the statement speaks of "{spoken}": '
                f"look `within` the {sibling.element.role} {quoted(sibling.said)}, or cite what that says"
            )
    return ""


def _way(place: Place, item: Place, text: str) -> tuple[tuple[str, int], ...]:
    """The way in a row to the cell that is meant."""
    if place.at != item.at:
        return place.path(item.at)
    cells = (Place(item.page, index) for index in item.page.descendants(item.at))
    return next((cell.path(item.at) for cell in cells if plain(cell.said) == plain(text)), ())


def _in_the_place(way: tuple[tuple[str, int], ...], item: Place, named: frozenset[str]) -> frozenset[str]:
    """What another row says in the same column: a value as well, and no name."""
    if not way:
        return frozenset()
    page = item.page
    cells = (Place(page, index) for index in page.descendants(item.at))
    found = [tokens(cell.said) for cell in cells if cell.path(item.at) == way]
    return frozenset(word for each in found if each <= named for word in each)


def other_part(statement: str, view: View) -> str:
    """Catches what stands in another part of the page than the one the statement names: "To do" for "Done"."""
    named = content(statement)
    parts = {
        place.element.name: content(place.element.name)
        for place in seen(view.page)
        if place.element.role in _PARTS
        and place.element.name
        and not says(view.page.title, place.element.name)
    }
    meant = [name for name, own in parts.items() if own and own <= named]
    for sight in view.positive:
        if sight.told.op != "exists" or sight.told.elements or sight.within is not None or not meant:
            continue
        inside = [[each for each in place.parts() if each in parts] for place in sight.places]
        if inside and all(
            names and not any(parts[each] & named or says(statement, each) for each in names)
            for names in inside
        ):
            return (
                f'the statement speaks of "{meant[0]}", and {sight.told.told} is found in "{inside[0][0]}": look `within` the part that '
                "is meant"
            )
    return ""


def unspoken(statement: str, view: View, among: Collection[str] = ()) -> str:
    """Catches a word of the statement that stands on the page, and that no predicate is about.

    `among`: the roles of what it is looked for in; all but buttons and links if none is given.
    """
    told = [text for sight in view.sights for text in (*sight.arguments(), *sight.shows(), *sight.around())]
    rest = content(statement) - content(" ".join(told)) - view.known - _NO_THINGS
    rest = frozenset(each for each in rest if not each[0].isdigit() and len(each) > 2)
    for place in seen(view.page) if rest else ():
        element = place.element
        if among and element.role not in among:
            continue
        if element.role in _ACTING or in_menu(place) or view.page.children(place.at):
            continue
        said = f"{element.name} {element.text}"
        # "4 products" tells what the things of a list are called, and nothing of them. Long texts say many words in passing.
        shown = rest & content(_AMOUNT_OF.sub(" ", plain(said)))
        if shown and len(words(place.said)) <= _A_LABEL and not negated(place.said):
            word = next(each for each in words(statement) if stem(each) in shown)
            return (
                f'the statement says "{word}", which the {element.role} {quoted(place.said)} of the page says, and no predicate is '
                "about that: cite it, or say by another predicate what is meant"
            )
    return ""


def only_offered(statement: str, view: View) -> str:
    """Catches "it was saved" shown by the button "Save": what can be done is not what was done."""
    if denied(statement) or _CAN.search(plain(statement)):
        return ""
    for match in _DONE.finditer(plain(statement)):
        verb, particle = stem(_IRREGULAR.get(match[1], match[1])), match[2] or ""
        offers = [sight for sight in view.positive if _offers(sight, verb, particle)]
        if offers and len(offers) == len(view.positive):
            return (
                f'the statement says "{match[0]}", and {offers[0].told.told} shows only what can be done: cite what is there '
                "because it was done"
            )
    return ""


def _offers(sight: Sight, verb: str, particle: str) -> bool:
    if sight.told.op not in ("exists", "text") or sight.told.state:
        return False
    for place in sight.places:
        said = words(place.element.name or place.said)
        if place.element.role not in ("button", "link", "heading") or not said or stem(said[0]) != verb:
            return False
        if particle and said[1:2] != [particle]:
            return False
    return bool(sight.places)


def trouble(statement: str, goal: Goal, view: View) -> str:
    """Catches an error message as what shows that something went well."""
    if goal.of_trouble or goal.of_absence or denied(statement):
        return ""
    shown = [
        place.said
        for sight in view.positive
        for place in sight.places
        if sight.told.op in _OF_ONE and not sight.told.state and len(place.said) < 200
    ]
    if not shown or is_refusal(statement) or not all(is_refusal(text) for text in shown):
        return ""
    if content(shown[0]) & content(statement) and not negated(shown[0]):
        return ""
    return (
        f"the statement speaks of no trouble, and the predicate cites {quoted(shown[0])}: cite what shows that it is so, "
        "or look for the words that would"
    )


def other_number(statement: str, view: View) -> str:
    """Catches "order 1007 was shipped" shown by "Order 1006 was shipped", and "step 4" by "Step 2 of 4"."""
    meant = dict(_numbered(statement))
    for sight in view.positive:
        if sight.told.op not in _OF_ONE or not sight.finding.holds:
            continue
        for text in dict.fromkeys(place.said for place in sight.places if len(place.said) < 200):
            said = dict(_numbered(text))
            for noun, number in meant.items():
                if noun in said and number not in _of(text, noun):
                    return f"the statement says {number} where {sight.told.told} is about {quoted(text)}: cite what says it of {number}"
    return ""


def _numbered(text: str) -> Iterator[tuple[str, str]]:
    """Numbers with the word before or behind them: "order 1007", "12 comments"."""
    for match in _NUMBERED.finditer(plain(text)):
        if match[1] not in _NO_NOUNS:
            yield match[1], match[2]
    for match in _COUNTED.finditer(plain(text)):
        if match[2] not in _NO_NOUNS:
            yield f"... {stem(match[2])}", match[1]


def _of(text: str, noun: str) -> set[str]:
    return {number for each, number in _numbered(text) if each == noun}


def other_way(statement: str, view: View) -> str:
    """Catches "fell by 8%" shown by "+8%"."""
    rises, falls = _RISES.search(plain(statement)), _FALLS.search(plain(statement))
    if bool(rises) == bool(falls) or denied(statement):
        return ""
    wrong = "-−–" if rises else "+"
    for sight in view.positive:
        for place in sight.places if sight.told.op in _OF_ONE and sight.finding.holds else ():
            for amount in quantities(place.said, view.page.language):
                signed = place.said[max(0, amount.start - 1) : amount.start + 1]
                if any(each in signed for each in wrong) and len(place.said) < 80:
                    way = "rises" if rises else "falls"
                    return (
                        f"the statement says that something {way}, and {quoted(place.said)} says the opposite: say in `to` what "
                        "it would have to be, with its sign"
                    )
    return ""
