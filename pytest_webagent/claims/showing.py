"""What a part of the page shows: "Which number is on the Archive button?", "What does the line below the table say?"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import BUTTONS, DIALOGS, FIELDS, MESSAGES, TOGGLES
from pytest_webagent.claims.element_finder import matches, related
from pytest_webagent.claims.outcome import Outcome, Unclear, ambiguous
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import joined, stem, term_set, terms
from pytest_webagent.page.layout import layout
from pytest_webagent.page.neighbours import neighbour, on_side
from pytest_webagent.page.places import Place
from pytest_webagent.values.days import days
from pytest_webagent.values.plain_text import plain, word_set
from pytest_webagent.values.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pytest_webagent.claims.element_finder import Match
    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.terms import Token

_SHOWING: Final = word_set("say read show display state tell have hold contain count list indicate")
"""Verbs of which the part that shows something is the subject."""
_DOING: Final = word_set("do does did")
_INSIDE: Final = word_set("in on at within inside from")
_IDLE: Final = lexicon.AUXILIARIES | lexicon.SEEN | word_set("now currently left remaining written printed")
"""Words before or behind the name of a part that say nothing else."""
_TEXTS: Final = lexicon.stemmed("text line sentence paragraph label hint note caption word remark message")
_ANY_TEXT: Final = lexicon.stemmed("text line sentence paragraph counter")
"""Those that tell one without its place, where there is no other."""
_NUMBERS: Final = lexicon.stemmed("number figure count counter badge")
_DAYS: Final = lexicon.TIMES | lexicon.stemmed("period range")
_TITLES: Final = lexicon.HEADINGS | lexicon.stemmed("title")
_PARTS: Final = lexicon.stemmed("column section area part panel card block list table group tab page box")
"""What people say beside the name of a part."""
_IN_LINE: Final = frozenset(
    ("text", "strong", "emphasis", "code", "mark", "time", "superscript", "subscript")
)
"""Roles of what a line of text is made of."""
_LONGEST: Final = 40
"""Most words of what one element says."""


def shown_in_part(
    look: Resolver, said: Sequence[Token], read: Callable[[Resolver, Sequence[Token]], Outcome]
) -> Outcome | None:
    """What a question asks of the part of the page that it names, by its type or else as it is `read` there; None where it names none."""
    for asked, part in _taken_apart(said):
        if not (places := inside(look, part)):
            continue
        # What a dialog speaks of needs no name in it.
        within = look.only(places).about("" if places[0].element.role in DIALOGS else look.remembered)
        nouns = term_set(" ".join(each.word for each in asked if each.word not in lexicon.QUESTION_WORDS))
        if asked[0].word not in ("who", "when", "how") and nouns <= _TEXTS | _TITLES | _NUMBERS | _DAYS:
            found, words = _typed(look, places, nouns), term_set(joined(part))
            # What only says the words of the question is a label; a section says more than its heading.
            section = found is not None and found.place != places[-1] and places[0].element.role == "heading"
            if found is not None and not term_set(found.text) <= words and (not section or words & _TITLES):
                return found
        try:
            found = read(within, asked)
        except Unclear:
            continue
        head = _numbers(look, places[0]) if places[0].element.role == "heading" else ()
        if asked[0].word == "how" and head and found.text not in head and head[0] not in joined(part):
            # A heading with the number of all, over a list that is filtered.
            raise ambiguous(joined(said), [places[0].said, found.text])
        return found
    return None


def _taken_apart(said: Sequence[Token]) -> Iterator[tuple[Sequence[Token], Sequence[Token]]]:
    """What is asked, and the part of which it is asked: the subject of a verb that says that it shows it, or what follows a preposition."""
    words = [each.word for each in said]
    end = len(said)
    while end and words[end - 1] in _IDLE - {"have", "has"}:
        end -= 1
    verb = next((at for at, word in enumerate(words) if word in _DOING), end)
    if words[end - 1] in _SHOWING and 0 < verb < end - 2:
        yield said[:verb], said[verb + 1 : end - 1]
    for at in range(1, end - 1):
        asked = said[:at]
        if words[at] in _INSIDE and (told := _told_behind(words, at)):
            # "How many berths on pontoon B are free": what is told is no part of the name.
            yield [*asked, *said[told:]], said[at + 1 : told]
            continue
        if words[at] == "of" and stem(words[at - 1]) in _TITLES | _TEXTS:
            start = next((one for one in range(at) if words[one] in lexicon.ARTICLES), at - 1)
            yield said[at - 1 : at], said[start:end]
        while len(asked) > 1 and asked[-1].word in _IDLE:
            asked = asked[:-1]
        if not related(said[at:end])[0]:
            yield asked, said[at:end]
        elif words[at] in _INSIDE or words[at : at + 2] == ["according", "to"]:
            yield asked, said[at + 1 + (words[at] == "according") : end]


def _told_behind(words: Sequence[str], at: int) -> int:
    """Where a verb behind the name of a part begins what is told of the things in it; 0 where none does."""
    verb = next(
        (each for each in range(at + 2, len(words) - 1) if words[each] in lexicon.AUXILIARIES - _DOING), 0
    )
    behind = {*words[verb + 1 :]} - _IDLE
    return verb if behind and not lexicon.RELATIVES.intersection(words[at:verb]) else 0


def inside(look: Resolver, said: Sequence[Token]) -> tuple[Place, ...]:
    """All that stands in the part of the page that words name, the part itself first; empty where they name none, or several."""
    thing, relation, anchor = related(said)
    words = [each.word for each in said]
    if relation is None:
        at = next((at for at, word in enumerate(words) if word in _INSIDE | {"of"} and at), None)
        thing, anchor = (said[:at], said[at + 1 :]) if at is not None else (said, ())
    around = inside(look, anchor) if anchor else ()
    if not around:
        return _foot(look) if joined(said).endswith("footer") else _whole(look, _part(look, said))
    if relation is None:
        title = term_set(" ".join(each.word for each in thing)) <= _TITLES
        return _whole(look, _titles(look, around)[:1]) if title else inside(look.only(around), thing)
    beside = look.only(each for each in look.shown if on_side(around[0], each, relation))
    nouns = term_set(" ".join(each.word for each in thing))
    if not nouns <= _TEXTS | _NUMBERS or not nouns:
        return inside(beside, thing) if thing else beside.shown
    near = neighbour(around[0], _texts(beside, nouns), relation)
    return _whole(look, [near] if near is not None else [])


def _foot(look: Resolver) -> tuple[Place, ...]:
    """The foot of a page: what comes after its main content, whether or not it is marked."""
    marked = [each for each in look.shown if each.element.role in ("main", "contentinfo")]
    main = [each for each in marked if each.element.role == "main"]
    if not main:
        return _whole(look, marked)
    behind = max(main[-1].page.descendants(main[-1].at), default=main[-1].at)
    return tuple(each for each in look.shown if each.at > behind)


def _whole(look: Resolver, found: Sequence[Place]) -> tuple[Place, ...]:
    """One element with all in it; what stands under it, if it is a heading."""
    if len(found) != 1:
        return ()
    (part,) = found
    if part.element.role == "heading":
        under = [each for each in look.shown if any(at == part.at for at, _ in look.around(each))]
        return (part, *(each for each in under if each.at != part.at))
    below = frozenset(part.page.descendants(part.at))
    return (part, *(each for each in look.shown if each.at in below))


def _part(look: Resolver, said: Sequence[Token]) -> Sequence[Place]:
    """The elements that words without a place name: texts, all of a role, what is headed or called so."""
    nouns = term_set(" ".join(each.text for each in said if each.word not in lexicon.ARTICLES | _IDLE))
    phrase = look.phrase(said)
    if phrase.ordinal is not None or phrase.best is not None:
        # The head of a table is none of its rows.
        heads = layout(look.page)
        items = [
            each for each in look.shown if (item := each.item()) is not None and not heads.is_head(item.at)
        ]
        return [each.place for each in matches(look, said, items)]
    if nouns and nouns <= (_TEXTS | _NUMBERS if look.shown is not look.everything else _ANY_TEXT):
        return _texts(look, nouns)
    if len(nouns) == 1 and (roles := lexicon.ROLES.get(*nouns)):
        alike = [each for each in look.shown if each.element.role in roles]
        return [each for each in alike if not any(other in each.around() for other in alike if other != each)]
    name = nouns - _PARTS or nouns
    headed = [
        each
        for each in look.shown
        if each.element.role in ("heading", "region", "tabpanel", "group", "list", "dialog")
        and frozenset(filter(str.isalpha, terms(each.element.name))) == name
    ]
    if headed:
        return headed
    if nouns <= lexicon.MESSAGES | {"status"}:
        return [each for each in look.shown if each.element.role in MESSAGES and each.said]
    found = matches(look, said, look.shown, better=lambda each: (_is_more(each), *each.rank))
    return [each.place for each in found if not _is_more(each)]


def _is_more(found: Match) -> bool:
    """Whether an element is called more than was said, beside a number."""
    return any(map(str.isalpha, found.surplus))


def _titles(look: Resolver, part: Sequence[Place]) -> list[Place]:
    """The headings in a part, or else the nearest one over it."""
    found = [each for each in part if each.element.role == "heading"]
    if found or part[0].item() is not None:
        return found
    over = (Place(look.page, at) for at, _ in look.names.around(part[0]))
    return [each for each in over if each.element.role == "heading"][:1]


def _texts(look: Resolver, nouns: frozenset[str]) -> list[Place]:
    """The lines of text that belong to no thing of a list; those with one figure, where nouns for numbers are said."""
    labels = {each.element.name for each in look.everything if each.element.role in FIELDS | TOGGLES}
    found = {
        each.at: each
        for value in look.values
        if value.element.role not in BUTTONS | FIELDS | TOGGLES and value.within(("heading",)) is None
        for each in (_line(value),)
        if not look.listed(each)
        and each.said not in labels
        and (nouns & _TEXTS or len(_numbers(look, each)) == 1)
    }
    return list(found.values())


def _line(text: Place) -> Place:
    """The line that a text stands in: "<strong>1</strong> item left"."""
    page, parent = text.page, text.element.parent
    beside = {page.elements[each].role for each in page.children(parent)}
    return Place(page, parent) if parent is not None and len(beside) > 1 and beside <= _IN_LINE else text


def _numbers(look: Resolver, place: Place) -> Sequence[str]:
    said = place.holds
    return [] if days(said, look.language) else [each.text for each in quantities(said, look.language)]


def _typed(look: Resolver, places: Sequence[Place], nouns: frozenset[str]) -> Outcome | None:
    """The one value of a type that a part shows: all that it says, a number, a time; None where there is none, or several."""
    part = places[0]
    if nouns <= _TEXTS | _TITLES:
        one = all(part in each.around() for each in places) or part.element.role == "heading"
        if not one or not 0 < len(part.holds.split()) <= _LONGEST:
            return None
        return Outcome(part.holds, "value" if part.element.role in FIELDS else "text", part)
    values = [each for each in look.only(places).values]
    for among in (_titles(look, places)[:1], values):
        found = {
            plain(text): Outcome(text, "text", each) for each in among for text in _read(look, each, nouns)
        }
        if len(found) == 1:
            return next(iter(found.values()))
    return None


def _read(look: Resolver, place: Place, nouns: frozenset[str]) -> Sequence[str]:
    """What an element says of a type."""
    if nouns <= _NUMBERS:
        return _numbers(look, place)
    read = [each.text for each in days(place.holds, look.language)]
    text = place.holds
    for each in read:
        text = text.replace(each, " ")
    return [place.holds] if read and not any(map(str.isalnum, text)) else read
