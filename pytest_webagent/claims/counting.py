"""How many there are: by the number that the page prints for them, or by their list."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from pytest_webagent.claims.explanation import best, explained, facts, person_in
from pytest_webagent.claims.outcome import Absent, Outcome, Unclear, ambiguous
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import stem, term_set
from pytest_webagent.page.names import item_texts
from pytest_webagent.page.paging import MORE, PAGED, is_pager, span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.claims.explanation import Fact
    from pytest_webagent.claims.resolver import Resolver, Selection
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.language.terms import Token
    from pytest_webagent.page.lists import Listing
    from pytest_webagent.page.places import Place

    _Things: TypeAlias = dict[int | None, list[Fact]]

_ONLY_COUNTS: Final = lexicon.stemmed(
    "found total shown showing show listed left remaining there you have has all now currently record match matching displaying displayed here so far"
)
"""Words beside a number that do not say what it counts."""
_NONE: Final = re.compile(
    r"\b(?:no|0|zero) (?P<things>\w+(?: \w+){0,2})|(?:n't|\bnot)\b[^.]{0,30} any (?P<any>\w+)|(?:^|\b(?:is|are|was|were) )empty\W*$|\b(?:nothing (?:(?:was|were|is) )?(?:here|found|yet))\b",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"\d[\d.,' ]*")
_COUNTED: Final = re.compile(r"(?<![\w.,$€£-])(\d+)\s+([^\W\d]\w*)")
_SHARE: Final = re.compile(
    r"(?P<before>\D*?)(?P<part>\d+)(?P<between>\D*\b(?:of|from)\s(?:\D*\s)?|\s*/\s*)(?P<whole>\d+)(?P<behind>\D*)",
    re.IGNORECASE,
)
"""A text that says how many of all are so: "3 of 12 free", "5 free of 12"."""
_PARTS: Final = lexicon.stemmed(
    "list table section area part card tile column block entry item line row panel option"
)
_CHOSEN: Final = lexicon.stemmed(" ".join(lexicon.CHOSEN))
_LEFT: Final = lexicon.stemmed("left remain remaining")


def count(look: Resolver, said: Sequence[Token]) -> Outcome:
    """How many of what is named there are.

    Raises:
        Absent: there is no list of them and no number.
        Unclear: several lists could be meant, or what is in sight is not all.
    """
    listed = any(each.word in lexicon.SEEN - {"there"} for each in said)
    if "tabs" in (words := [each.word for each in said]) and "open" in words:
        return _tabs(look)
    passing = lexicon.PASSING | lexicon.SEEN
    asked = _asked(look, [each for each in said if each.quoted or each.word not in passing])
    listed = listed or bool(lexicon.PAGES.intersection(asked.rest))
    if lexicon.CHOSEN & {each.word for each in said}:
        return _chosen(look, asked)
    if not asked.words and look.remembered:
        asked = look.phrase(look.tokens(look.remembered))
    if not listed and (printed := _printed(look, asked)):
        _refuse_other_whole(look, printed, asked)
        return printed
    if found := _controls(look, asked):
        return found
    if _LEFT.intersection(asked.head + asked.rest):
        asked = _left(look, asked)
    people = asked.noun in lexicon.PEOPLE - look.kinds
    try:
        selection = look.selection(replace(asked, head=("item",)) if people else asked)
    except Absent:
        if none := none_said(look, asked):
            return none
        raise
    if not selection.surely_called or (people and not _are_people(look, selection)):
        raise Absent(asked.said)
    _refuse_holders(look, selection, asked)
    _refuse_elsewhere(look, selection, asked, said)
    if not listed:
        _refuse_part(look, selection.listing, asked)
    return counted(selection.items, asked.said)


def _refuse_holders(look: Resolver, selection: Selection, asked: Phrase) -> None:
    """What has a number of the things that are asked for is none of them: a pontoon with "Berths: 12".

    Raises:
        Absent: each of them has one.
    """
    having = {
        each.item
        for each in facts(look)
        if _NUMBER.fullmatch(each.value.text)
        and asked.noun in each.own - each.name
        and term_set(each.value.text) != each.name
    }
    listing = selection.listing
    if asked.noun not in listing.kinds | listing.words and {each.at for each in selection.items} <= having:
        raise Absent(asked.said)


def _refuse_elsewhere(look: Resolver, selection: Selection, asked: Phrase, said: Sequence[Token]) -> None:
    """What happened to the things that are counted whatever list stands under its name does not tell: "how many rows were exported".

    Raises:
        Absent: only the title speaks of it.
    """
    found = (two.word for one, two in pairwise(said) if one.word in lexicon.AUXILIARIES and not two.quoted)
    verb = term_set(next((each for each in found if each not in lexicon.PREPOSITIONS), "")) & look.title
    if (
        verb
        and asked.noun in lexicon.THINGS
        and not verb & term_set(" ".join(each.said for each in selection.items))
    ):
        raise Absent(asked.said)


def _are_people(look: Resolver, selection: Selection) -> bool:
    """Whether each thing of a list is a person, and none is there twice."""
    persons = [person_in(look, each) for each in selection.items]
    named = all(one == look.name(each) for one, each in zip(persons, selection.items, strict=True))
    return len({each.text for each in persons}) == len(persons) and (named or selection.listing.table)


def counted(items: Sequence[Place], words: str = "") -> Outcome:
    """How many things these are, perhaps in the words that were said for them."""
    parts = tuple(Outcome(each.said, "text", each) for each in items)
    return Outcome(str(len(parts)), "count", parts=parts, words=words)


def _asked(look: Resolver, said: Sequence[Token]) -> Phrase:
    verb = next((at for at, each in enumerate(said) if each.word in lexicon.AUXILIARIES), None)
    if verb is None:
        return replace(look.phrase(said), plural=False)
    things, rest = look.phrase(said[:verb]), look.phrase(said[verb + 1 :])
    return replace(
        things,
        rest=things.rest + rest.head + rest.rest,
        quoted=things.quoted + rest.quoted,
        denied=things.denied + rest.denied,
        soft=things.soft | rest.soft,
    )


def _chosen(look: Resolver, asked: Phrase) -> Outcome:
    """How many are chosen: by a text that says so, or by a field for their number.

    Raises:
        Absent: neither is there.
    """
    bare = asked.without(_CHOSEN)
    for place in look.shown:
        part = PAGED.search(place.element.text)
        counts = part is not None and bare.noun in (stem(str(part["noun"]).lower()), *lexicon.THINGS)
        if part is not None and counts and term_set(place.said) & _CHOSEN >= asked.words & _CHOSEN:
            return Outcome(part["part"], "text", place)
    told = _printed(look, asked) or look.value(bare)
    said = term_set(told.place.said) if told is not None and told.place is not None else frozenset[str]()
    if told is None or not (said & _CHOSEN or told.way == "value"):
        raise Absent(asked.said)
    return told


def _left(look: Resolver, asked: Phrase) -> Phrase:
    """What is left in a list is what it lists; elsewhere a text of their own has to say it, for a name may hold the word.

    Raises:
        Absent: nothing says so.
    """
    if asked.words & _PARTS:
        return asked.without(_LEFT)
    states = {term_set(text) for each in look.listings for item in each.items for text in item_texts(item)}
    if not asked.words & _LEFT & lexicon.DONE.keys() and not any(state <= _LEFT for state in states if state):
        raise Absent(asked.said)
    return asked


def _tabs(look: Resolver) -> Outcome:
    if any(each.element.role == "tab" for each in look.shown):
        raise Unclear("the page shows tabs of its own, so 'tabs' could mean these or the browser's")
    return Outcome(str(len(look.page.tabs)), "tabs")


def _controls(look: Resolver, asked: Phrase) -> Outcome | None:
    """The controls of a kind: "how many buttons"."""
    roles = lexicon.ROLES.get(asked.noun) if asked.noun not in _PARTS else None
    if roles is None:
        return None
    wanted = asked.words - frozenset(lexicon.ROLES)
    found = [
        each
        for each in look.shown
        if each.element.role in roles and wanted <= term_set(each.element.name) | look.title
    ]
    parts = tuple(Outcome(each.element.name, "text", each) for each in found)
    return Outcome(str(len(parts)), "count", parts=parts) if parts else None


def _printed(look: Resolver, asked: Phrase) -> Outcome | None:
    """The number that the page prints for just these things: "12 orders", "Pages: 312", a tile."""
    if asked.denied:
        # A number says what is so, and not what is not.
        return None
    wanted, head = look.wanted(asked), frozenset(asked.head)
    things = _by_thing(look)
    numbers = [
        each
        for each in (*facts(look), *_shares(things, asked))
        if _NUMBER.fullmatch(each.value.text)
        and (each.own & head or (asked.rest and each.own & wanted))
        and not each.own - wanted - _ONLY_COUNTS - lexicon.ADD_NOTHING
        and term_set(each.value.text) != each.name
        and ((each.name | each.thing) & (wanted - each.own) or not _of_one(look, each))
    ]
    numbers = [_without_others(each, things, wanted) for each in numbers]
    found = explained(numbers, wanted, asked.soft | lexicon.THINGS, near=False)
    if not found:
        return _whole(look, asked)
    if (told := best(found)) is None:
        raise ambiguous(f"the number of {asked.said}", [each.fact.value.text for each in found])
    return told.fact.value


def _shares(things: _Things, asked: Phrase) -> Iterator[Fact]:
    """The numbers of those of all that are so: of "3 of 12 free" beside "12 berths", the free berths."""
    for each in (each for beside in things.values() for each in beside):
        match = _SHARE.fullmatch(each.value.text)
        if match is None:
            continue
        said = term_set(" ".join((match["before"], match["between"], match["behind"])))
        for own in {said or each.own, said | each.own}:
            if asked.noun not in own:
                # What it is a share of, the one number that is the same says.
                wholes = [it for it in things[each.item] if it.value.text == match["whole"]]
                one = len({it.value.place for it in wholes}) == 1
                if not one or all(asked.noun not in it.own for it in wholes):
                    continue
            if own & (asked.words - {asked.noun} - each.name):
                yield each._replace(value=each.value._replace(text=match["part"]), own=own | {asked.noun})


def refuse_of_others(look: Resolver, told: Outcome, asked: Phrase) -> None:
    """A figure does not answer where a word of the question is said of another figure of its thing alone.

    Raises:
        Absent: one is.
    """
    things, wanted = _by_thing(look), look.wanted(asked) - asked.soft
    alike = [each for each in facts(look) if each.value.place == told.place]
    own = term_set(told.text).union(*(each.own for each in alike))
    if any(wanted & each.thing & _said_of_figures(each, things, wanted) - own for each in alike):
        raise Absent(asked.said)


def _by_thing(look: Resolver) -> _Things:
    """The values of each thing of a page, and of the page itself."""
    found: _Things = {}
    for each in facts(look):
        found.setdefault(each.item, []).append(each)
    return found


def _without_others(number: Fact, things: _Things, wanted: frozenset[str]) -> Fact:
    """A number without what is said of other figures of its thing: the 12 of "12 berths" is not free where "3 of 12" are."""
    others = _said_of_figures(number, things, wanted)
    return number._replace(thing=number.thing - others, parts=number.parts - others)


def _said_of_figures(number: Fact, things: _Things, wanted: frozenset[str]) -> frozenset[str]:
    """What is said of the figures of a number's thing, but for its name and for a figure that tells which it is: "with 2 beds"."""
    texts = ((each.value.text, each.own) for each in things[number.item])
    said = (term_set(text) | own for text, own in texts if any(map(str.isdigit, text)))
    others = (each for each in said if not any(map(str.isdigit, "".join(each & wanted))))
    return frozenset[str]().union(*others) - number.name


def _of_one(look: Resolver, number: Fact) -> bool:
    """Whether a number is said of one thing of a list, in its row or in a text of it, or in passing."""
    place = number.value.place
    if place is None or look.in_row(place):
        return place is not None
    whole = all(any(map(str.isdigit, each)) for each in place.said.split(", "))
    return place.holds != number.value.text and (look.listed(place) or not whole)


def _whole(look: Resolver, asked: Phrase) -> Outcome | None:
    """How many there are in all, where the page says which of them are in sight: "1-10 of 57 results"."""
    if asked.rest or asked.quoted or asked.denied or len(asked.head) != 1:
        return None
    found = {
        match["all"]: place
        for place in look.shown
        if (match := span(place.element.text))
        and stem((match["things"] or asked.noun).lower()) in (asked.noun, *lexicon.THINGS)
    }
    return Outcome(*next((text, "text", place) for text, place in found.items())) if len(found) == 1 else None


def _is_pressed(place: Place) -> bool:
    return place.element.role in ("button", "link") and "disabled" not in place.element.states


def _leads_on(look: Resolver, place: Place) -> bool:
    """Whether a control leads to more of a list than is in sight."""
    more = _is_pressed(place) and MORE.match(place.element.name) is not None
    return more and (is_pager(place) or not look.aside(place))


def _refuse_part(look: Resolver, listing: Listing, asked: Phrase) -> None:
    """What is in sight is not all there is where the page says so.

    Raises:
        Unclear: it does.
    """
    for place in look.everything:
        said = place.element.name if _is_pressed(place) else place.element.text
        match = PAGED.search(said)
        if match is not None:
            noun = match["noun"]
            whole = (match["first"] == "1" and match["last"] == match["all"]) or (
                # All of them are listed: "0 of 9 selected" counts what is chosen.
                match["part"] and match["whole"] in (match["part"], str(len(listing.items)))
            )
            kinds = listing.words | lexicon.THINGS | asked.words
            if whole or (match["part"] and (not noun or stem(noun.lower()) not in kinds)):
                continue
        if match is not None or _leads_on(look, place):
            raise Unclear(
                f"the page says {said!r}, so there may be more of them; ask how many are listed for those in sight"
            )
        # What stands beside a part that is asked of counts more than what is in it.
        for number in _COUNTED.finditer(said) if place.at in look.visible else ():
            if stem(number[2].lower()) in listing.kinds | {asked.noun} and int(number[1]) > len(
                listing.items
            ):
                raise Unclear(
                    f"the page says {said!r} and shows {len(listing.items)} of them; ask how many are listed for those in sight"
                )


def _refuse_other_whole(look: Resolver, printed: Outcome, asked: Phrase) -> None:
    """Two numbers of all there are, one for them and one of the rows of their list, say different things: a filter may be set.

    Raises:
        Unclear: there are such numbers.
    """
    for place in look.everything:
        told = span(place.element.text)
        if told is not None and told["all"] != printed.text and place != printed.place and not asked.rest:
            things = stem((told["things"] or asked.noun).lower())
            if things in lexicon.THINGS | {asked.noun}:
                raise ambiguous(asked.said, [printed.text, place.said])


def refuse_open_end(look: Resolver) -> None:
    """What is last in sight is not the last of all where more follows.

    Raises:
        Unclear: it does.
    """
    for place in look.everything:
        told = span(place.element.text)
        if _leads_on(look, place) or (told is not None and told["last"] != told["all"]):
            raise Unclear(f"the page says {place.said!r}, so the last in sight may not be the last of all")


def none_said(look: Resolver, asked: Phrase) -> Outcome | None:
    """A zero, where the page says that there are none of just these things."""
    for place in look.shown:
        said = place.element.text or place.element.name
        match = _NONE.search(said)
        if match is None or look.aside(place):
            continue
        words = term_set(said) | frozenset().union(*(own for _, own in look.around(place)), look.title)
        # "No books are overdue" does not say that there are none.
        nouns = term_set(match["things"] or match["any"] or "") - _ONLY_COUNTS - lexicon.LIGHT
        if asked.words and asked.words - lexicon.THINGS <= words and nouns <= asked.words | lexicon.THINGS:
            return Outcome("0", "count", place)
    return None
