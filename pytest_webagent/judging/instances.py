"""Which of the things of a list a text names: a row, a card, a person, an order; and what is read or done at another one."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.judging.coverage import pieces
from pytest_webagent.judging.question import BESIDE, ends, without_excluded
from pytest_webagent.judging.rivals import answered_by
from pytest_webagent.judging.trouble import is_refusal
from pytest_webagent.language import lexicon
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.terms import term_set
from pytest_webagent.language.words import negated, says, words
from pytest_webagent.page.lists import lists
from pytest_webagent.page.names import item_texts, names
from pytest_webagent.page.process_steps import is_current, to_come
from pytest_webagent.values.plain_text import plain, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case
    from pytest_webagent.page.lists import Listing
    from pytest_webagent.page.places import Place

_OF_ONE: Final = frozenset(("text", "value", "exists", "compare"))
_NO_NAMES: Final = (
    lexicon.LIGHT
    | lexicon.THINGS
    | lexicon.PAGES
    | lexicon.ADD_NOTHING
    | frozenset(lexicon.ROLES)
    | frozenset(lexicon.KINDS_OF_VALUES)
    | lexicon.stemmed(" ".join((*lexicon.DEEDS, *lexicon.ASKING, *lexicon.SEEN)))
)
"""Terms that name no thing by themselves."""

_NUMBERED: Final = re.compile(r"\b([^\W\d_]{3,}) #?(\d+)(?![\w.,:/-]*\d)\b")
"""A thing that a text calls by its number: "ticket 88"."""
_A_NUMBER: Final = re.compile(r"#?(\d+)")


class _Naming(NamedTuple):
    """How a text speaks of a thing."""

    words: frozenset[str]
    """The terms of its name that the text says."""
    surplus: int
    """How many more its name has."""


def named(listing: Listing, text: str) -> list[Place]:
    """The things of a list that a text names; none where it names none of them in particular."""
    said = term_set(text)
    capital = frozenset[str]().union(*(each.terms for each in pieces(text) if each.kind != "word"))
    called = [term_set(name_of(each)) for each in listing.items]
    texts = [[own for each in item_texts(item) if (own := term_set(each))] for item in listing.items]
    common = frozenset.intersection(*called) if len(called) > 1 else frozenset()
    said_by = Counter(each for every in texts for each in set(every))
    found: dict[int, _Naming] = {}
    for at, name in enumerate(called):
        hit = (name & said) - common
        telling = hit - _NO_NAMES - listing.kinds
        whole = telling and name - common <= said
        if not (whole or telling & capital or len(telling) > 1):
            alone = [each for each in texts[at] if each <= said and said_by[each] == 1 and each & capital]
            hit = frozenset().union(*alone) - common
        if hit:
            found[at] = _Naming(hit, len(name - said))
    best = [
        at
        for at, own in found.items()
        if not any(own.words < each.words for each in found.values())
        and own.surplus == min(each.surplus for each in found.values() if each.words == own.words)
    ]
    return [listing.items[at] for at in best] if 2 * len(best) <= len(listing.items) + 1 else []


def name_of(item: Place) -> str:
    """What a thing of a list is called."""
    found = lists(item.page).name(item)
    return found.said if found is not None else ""


def affirmed(item: Place, text: str) -> list[str]:
    """The texts of a row or card, without those that deny something where another text denies nothing."""
    denied = negated(text)
    return [
        each
        for each in item_texts(item)
        if denied or says(text, each) or not (negated(each) or is_refusal(each))
    ]


def told_by(place: Place, text: str) -> str:
    """What is told by its being there: of a row or card that says nothing else of a text what it is called."""
    name = name_of(place) if place.repeated else ""
    more = term_set(" ".join(affirmed(place, text))) - term_set(name) if name else frozenset[str]()
    return name if name and not more & term_set(text) else place.said


def elsewhere(places: Iterable[Place], text: str) -> tuple[Place, Place] | None:
    """A place that stands in another thing of a list than the text names, with one that is named; None where one does not."""
    found = [_named_beside(place, text) for place in places]
    return found[0] if found and None not in found else None


def _named_beside(place: Place, text: str) -> tuple[Place, Place] | None:
    around = {each.at for each in place.around()}
    for listing in lists(place.page).around(place):
        own = next(each for each in listing.items if each.at in around)
        meant = named(listing, text) if not listing.lone_controls() else []
        said = term_set(text) - _NO_NAMES
        told = term_set(own.said) & said
        # What says more of the text than the things that have a name of it is rather meant: "the flat in Lisbon" than "Hotel Lisbon".
        if meant and own not in meant and not all(term_set(each.said) & said < told for each in meant):
            return own, meant[0]
    return None


def _numbered_otherwise(place: Place, text: str) -> str:
    """What the row or card is called that a place stands in, where a text says another number: "#881" under "Ticket", of "ticket 88"."""
    numbered = _NUMBERED.findall(masked(text))
    terms = term_set(" ".join(noun for noun, _ in numbered))
    look, item = names(place.page), place.item()
    if item is None or any(says(item.said, number) for _, number in numbered):
        return ""
    name = lists(place.page).name(item) if numbered else None
    if name is None or name == place:
        return ""
    # "The linked ticket" is another one.
    head = next((heads[0].said for each in item.around() if (heads := look.heads(each))), "")
    if (term_set(head) - terms) & term_set(" ".join(set(words(text)) - {number for _, number in numbered})):
        return ""
    label, own = term_set(" ".join(look.labels(name))) - lexicon.CODES, _A_NUMBER.fullmatch(name.said)
    same = own is None or int(own[1]) in {int(number) for _, number in numbered}
    return "" if same or not label or not label <= terms else name.said


def other_instance(case: Case) -> str:
    """Catches what is read from another row, card or person than the goal names."""
    asking = without_excluded(case.goal.asking)
    if not asking or negated(asking) or BESIDE.search(plain(asking)) or ends(f"{asking} or")[0]:
        return ""
    of_value = case.goal.asks == "value"
    read = [(each, case.cited(each)) for each in case.held if each.derivation.op in _OF_ONE]
    for finding, places in answered_by(case) if of_value else read:
        found = elsewhere(places, asking)
        if (
            found is None
            and places
            and all(numbers := [_numbered_otherwise(each, asking) for each in places])
        ):
            return (
                f"{quoted(places[0].said)} is what the page says of {quoted(numbers[0])}, and the goal speaks of another one. Cite what the "
                "goal names"
            )
        if found is None:
            if not of_value and places and not _only_there(finding, places):
                return ""
            continue
        own, other = found
        # The step that a process is at denies those after it.
        denies = case.agreed == "no" and is_current(own) and to_come(other)
        same = any(plain(each.said) == plain(one.said) for each in places for one in (other, *other.below()))
        if not denies and not same:
            shown = next((each.said for each in places if each.said), "")
            return (
                f"the goal speaks of {quoted(name_of(other) or other.said)}, and {quoted(shown)} stands in the {own.element.role} "
                f"{quoted(own.said)}. Cite what the goal names"
            )
    return ""


def _only_there(finding: Finding, places: Iterable[Place]) -> bool:
    """Whether a finding says no more than that a row or card is there, or what it is called, which tells nothing of it."""
    told = finding.derivation
    bare = told.op == "exists" and not (told.state or told.text)
    return all((bare and each.repeated) or _is_name(each) for each in places)


def _is_name(place: Place) -> bool:
    item = place.item()
    return item is not None and item.at != place.at and place.said == name_of(item)


def acted_elsewhere(case: Case) -> str:
    """Catches what was done to another row, card or person than the goal names."""
    if negated(case.scope) or BESIDE.search(plain(case.scope)) or not case.doing:
        return ""
    found = elsewhere([each.place for each in case.doing], case.scope)
    if found is None:
        return ""
    own, other = found
    return (
        f"the goal speaks of {quoted(name_of(other) or other.said)}, and what was done was done to the {own.element.role} {quoted(own.said)}. Do "
        "what the goal asks to what it names, and cite what the page says then"
    )
