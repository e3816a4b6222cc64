"""What is on a page, and where: by its kind and name, as a thing of a list, or as a text that says so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import BUTTONS, CONTROLS, DIALOGS
from pytest_webagent.claims.condition import Shown
from pytest_webagent.claims.outcome import Absent, Unclear, ambiguous, listed
from pytest_webagent.claims.page_terms import COUNT
from pytest_webagent.language import lexicon
from pytest_webagent.language.phrases import phrase
from pytest_webagent.language.terms import joined, term_set, terms
from pytest_webagent.language.words import negated
from pytest_webagent.page.places import Place
from pytest_webagent.values.plain_text import plain, says

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.language.terms import Token

FAILED: Final = re.compile(
    r"\b(?:[45]\d\d|not found|forbidden|unauthori[sz]ed|unavailable|bad (?:gateway|request)|(?:server|application|internal) error|something went wrong)\b",
    re.IGNORECASE,
)
"""The heading or title of a page that stands in place of the one that was meant."""
_NAMED: Final = BUTTONS | {"link", "tab"}
"""Roles of what a longer name makes another one: "Delete" is not "Delete account"."""
_PARTS: Final = frozenset(
    (
        "table",
        "grid",
        "list",
        "region",
        "form",
        "dialog",
        "alertdialog",
        "group",
        "tabpanel",
        "listbox",
        "navigation",
        "complementary",
        "article",
    )
)
_TEXTS: Final = lexicon.MESSAGES | lexicon.stemmed("text word sentence label phrase")
"""Nouns for what says something."""
_HOLDING: Final = lexicon.stemmed("column list table section area panel group")
"""Nouns for what holds several things, and is none of them."""
_NONE: Final = frozenset(("no", "none", "0", "-", "n/a", "not available", "unavailable"))
"""Values that say that there is none of what they are labelled with."""
_ARTICLES: Final = re.compile(r"^(?:(?:the|a|an|any|some|no) )+", re.IGNORECASE)
_LONGEST: Final = 300


def shown(look: Resolver, said: Sequence[Token], inside: Place | None = None) -> Shown:
    """Whether something is on the page, or in a part of it, by the words for it.

    Raises:
        Unclear: its words are there in a way that does not tell.
    """
    asked = phrase(said)
    if asked.ordinal is not None or asked.best is not None:
        raise Unclear(f"which one {asked.said!r} means is not looked for; name it")
    places = [
        each for each in look.shown if inside is None or inside.at in (each.at, *look.page.ancestors(each.at))
    ]
    words = asked.words - frozenset(lexicon.ROLES) - lexicon.PAGES
    roles = [lexicon.ROLES[word] for word in asked.head if word in lexicon.ROLES]
    name = asked.quoted[0] if asked.quoted else _without_kind(asked)
    if roles and (kinds := frozenset.intersection(*roles)):
        place = _of_kind(places, kinds, asked, words, name)
        if place is None:
            _refuse_another_kind(places, name, asked)
            if kinds <= DIALOGS and any(each.element.role in kinds for each in places):
                raise Unclear(f"a dialog is open, and whether it is the {asked.said} cannot be told")
        role = next((each for each in sorted(kinds) if place is None or place.element.role == each), "")
        if place is not None or not kinds & _PARTS or kinds <= DIALOGS:
            return Shown(name, place, _spoken_role(asked) or role, inside)
    if asked.quoted and not asked.words - _TEXTS - term_set(" ".join(asked.quoted)):
        found = [each for each in places if _says(each, asked.quoted[0])]
        return Shown(asked.quoted[0], min(found, key=size, default=None), "", inside)
    if inside is None and (item := _thing(look, asked)) is not None:
        return Shown(name, item, "", None)
    place = text_saying(look, places, asked, words)
    if place is not None and place.element.role in ("term", "rowheader"):
        none = [each.text for each in look.labelled if each.label == words and plain(each.text) in _NONE]
        if none:
            raise Unclear(f"the page says {none[0]!r} for {place.said!r}")
    return Shown(name, place, "", inside)


def size(place: Place) -> int:
    """How many elements stand in one."""
    return sum(1 for _ in place.below())


def _without_kind(asked: Phrase) -> str:
    """The words of a phrase without the noun for its kind: "Save" of "the Save button"."""
    words = [
        each
        for each in asked.said.split()
        if not term_set(each) <= frozenset(lexicon.ROLES) or not term_set(each)
    ]
    return _ARTICLES.sub("", " ".join(words))


def name_of(asked: Phrase) -> str:
    """The words of a phrase without an article."""
    return _ARTICLES.sub("", asked.said)


def _spoken_role(asked: Phrase) -> str:
    """The role that a noun says by itself: button, link, checkbox."""
    found = [word for word in asked.head if word in lexicon.ROLES and word in lexicon.ROLES[word]]
    return found[0] if found else ""


def _of_kind(
    places: Sequence[Place], kinds: frozenset[str], asked: Phrase, words: frozenset[str], name: str
) -> Place | None:
    """What is of a kind and is called so.

    Raises:
        Unclear: only something with a longer name is.
    """
    fitting = []
    for each in places:
        element = each.element
        offered = "option" in kinds and any(words <= term_set(option) for option in element.options)
        if element.role not in kinds and not offered:
            continue
        own = f"{element.name} {element.placeholder}" if kinds & CONTROLS else each.said
        if offered or (words <= term_set(own) and all(says(own, text) for text in asked.quoted)):
            fitting.append(each)
    exact = [each for each in fitting if plain(each.element.name) == plain(name) or not words]
    exact = exact or [each for each in fitting if term_set(each.element.name) == words]
    if exact or not fitting:
        return exact[0] if exact else None
    longer = [each.element.name for each in fitting if each.element.role in _NAMED]
    if longer and asked.quoted:
        return None
    if longer:
        raise Unclear(
            f"there is {listed(longer)}, whose name says more than {asked.said!r}; give its whole name"
        )
    return fitting[0]


def _refuse_another_kind(places: Sequence[Place], name: str, asked: Phrase) -> None:
    """A link is no button, though many look like one.

    Raises:
        Unclear: something of another kind has the name.
    """
    for each in places:
        if not asked.quoted and len(asked.words) > 1 and says(each.element.text, name_of(asked)):
            raise Unclear(f"whether {each.element.text[:80]!r} speaks of such a {asked.noun} cannot be told")
        if each.element.role in CONTROLS and name and plain(each.element.name) == plain(name):
            raise Unclear(
                f"on the page there is the {each.element.role} '{each.element.name}', which is no {asked.noun}; say what it is, or leave the kind out"
            )


def _says(place: Place, text: str) -> bool:
    own = (place.element.text, place.element.name, *place.element.options, place.element.value or "")
    return any(each and says(each, text) for each in own) or (
        bool(place.page.children(place.at)) and len(place.said) < _LONGEST and says(place.said, text)
    )


def _thing(look: Resolver, asked: Phrase) -> Place | None:
    """The thing of a list that words name, or the first of those that they do."""
    labels = _names_of_controls(look)
    for each in look.selections(asked):
        # A list that only the title calls so tells by the words of its things.
        told = (
            asked.noun in each.listing.kinds or asked.words - each.listing.words - look.title - lexicon.THINGS
        )
        if each.surely_called and told and plain(each.items[0].said) not in labels:
            return each.items[0]
    return None


def _names_of_controls(look: Resolver) -> frozenset[str]:
    """What controls are called: a text that labels one says no more than its name."""
    return frozenset(plain(each.element.name) for each in look.shown if each.element.role in CONTROLS)


def text_saying(
    look: Resolver, places: Sequence[Place], asked: Phrase, words: frozenset[str]
) -> Place | None:
    """The text that says all words, and does not deny them.

    Raises:
        Unclear: only a control has them in its name.
    """
    found = [
        each
        for each in places
        if words
        and (own := each.element.text or each.element.name)
        and words <= term_set(own)
        and (not negated(own) or negated(asked.said))
        and _in_order(asked, own)
    ]
    long = [each for each in found if len(each.element.text or each.element.name) > _LONGEST]
    if long and len(long) == len(found):
        raise Unclear(f"whether there is {asked.said!r} cannot be told: only a long text has these words")
    names = _names_of_controls(look)
    telling = [
        each
        for each in found
        if plain(each.element.text or each.element.name) not in names
        or (each.element.role == "link" and term_set(each.element.name) == words)
    ]
    if found and not telling:
        raise Unclear(
            f"whether there is {asked.said!r} cannot be told: only {listed(each.element.name for each in found)} has these words in its name"
        )
    return min(telling, key=size, default=None)


def _in_order(asked: Phrase, text: str) -> bool:
    """Whether a number stands with its word: "order 3" is not in "all 3 orders"."""
    wanted, have = terms(_without_kind(asked)), terms(text)
    if not any(map(str.isdigit, "".join(wanted))):
        return True
    return any(have[at : at + len(wanted)] == wanted for at in range(len(have)))


def part(look: Resolver, asked: Phrase) -> list[Place]:
    """The parts of the page that a phrase names: a list, a section, a card, a row."""
    if asked.ordinal is not None or asked.best is not None:
        return []
    words = asked.words - frozenset(lexicon.ROLES)
    roles = frozenset().union(*(lexicon.ROLES[word] for word in asked.words if word in lexicon.ROLES))
    holding = asked.words & _HOLDING
    for each in look.selections(asked) if not holding else ():
        called = look.lists.name(each.items[0])
        own = term_set(called.said) if called is not None else frozenset[str]()
        known = each.listing.words | lexicon.THINGS | own
        if len(each.items) == 1 and words - each.listing.words and words <= known:
            return [each.items[0]]
    found: dict[int, tuple[Place, str]] = {}
    for place in look.shown:
        role, name = place.element.role, place.element.name
        if (
            role in ("heading", "caption")
            and place != look.heading
            and words
            and words <= term_set(place.said)
        ):
            holder = _headed(look, place)
            if holder is not None:
                found[holder.at] = holder, place.said
        elif role in _PARTS and (words <= term_set(name) if words else role in roles):
            found[place.at] = place, name
    outer = [
        pair for at, pair in found.items() if not any(above in found for above in look.page.ancestors(at))
    ]
    # What is called just so comes before what only has the words in its name: "Done", not "Done Deal".
    exact = [place for place, name in outer if term_set(COUNT.sub("", name)) == words]
    if not words and len(outer) > 1:
        # "The list" of a page is no menu, nor a list of what can be done.
        things = {
            above
            for each in look.listings
            if not each.lone_controls() and not look.aside(each.items[0])
            for above in look.page.ancestors(each.items[0].at)
        }
        exact = [place for place, _ in outer if place.at in things]
    return exact or [place for place, _ in outer]


def _headed(look: Resolver, heading: Place) -> Place | None:
    """The part of the page that has one heading, and this one."""
    parent = heading.element.parent
    if parent is None or look.page.elements[parent].role in ("main", "document"):
        return None
    beside = [at for at in look.page.children(parent) if look.page.elements[at].role == "heading"]
    return Place(look.page, parent) if len(beside) == 1 else None


def refuse_error_page(look: Resolver, said: str) -> None:
    """What is not on an error page is not therefore missing.

    Raises:
        Unclear: the page is one.
    """
    for text in look.titles:
        if found := FAILED.search(text):
            raise Unclear(f"the page says {text!r} ({found[0]}), so that it shows no {said} proves nothing")


def refuse_other_noun(part: Place | None, asked: Phrase) -> None:
    """What has all the words but the noun may be what is meant: "the Terry Pratchett book" where only his name is.

    Raises:
        Unclear: a text of the part has them.
    """
    words = asked.words - {asked.noun}
    if part is None or asked.quoted or not words:
        return
    for each in part.below():
        if words <= term_set(each.element.text or each.element.name):
            raise Unclear(f"whether {each.said[:80]!r} is the {asked.said} cannot be told")


def refuse_longer_name(look: Resolver, place: Place, asked: Phrase) -> None:
    """A button or link whose name says more may be another one: "Save" is not "Save draft".

    Raises:
        Unclear: it is such one.
    """
    name = term_set(place.element.name)
    if place.element.role in _NAMED and name & asked.words and name - asked.words - look.title - asked.soft:
        raise Unclear(
            f"there is '{place.element.name}', whose name says more than {asked.said!r}; give its whole name"
        )


def one_place(look: Resolver, said: Sequence[Token]) -> Place:
    """The one element that words name.

    Raises:
        Absent: nothing fits.
        Unclear: several things do.
    """
    asked = phrase(said)
    name = plain(" ".join(asked.quoted) or asked.said)
    called = [each for each in look.shown if plain(each.element.text or each.element.name) == name]
    if len(called) == 1:
        return called[0]
    items = [each for found in look.selections(asked) for each in found.items]
    if len(items) > 1:
        raise ambiguous(asked.said, [each.said for each in items])
    if items:
        return look.lists.name(items[0]) or items[0]
    found = shown(look, said)
    if found.place is None:
        raise Absent(joined(said))
    return found.place
