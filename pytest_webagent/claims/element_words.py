"""The words that an element explains by itself: what it is called, what its picture shows, its state, where it is seen."""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import BUTTONS, DATA_CELLS, FIELDS, ITEMS, TOGGLES
from pytest_webagent.claims.page_terms import Name
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import akin, stem, term_set
from pytest_webagent.page.layout import layout
from pytest_webagent.page.states import STATES, in_state
from pytest_webagent.values.amounts import UnreadableError
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.claims.page_terms import PageTerms
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.observation import Element
    from pytest_webagent.page.places import Place

PICTURES: Final = {stem(word): stem(name) for word, name in lexicon.PICTURES.items()}
PARTS_OF_VIEW: Final = frozenset(("top", "upper", "bottom", "lower", "left", "right", "corner"))
_LONGEST_NAME: Final = 12
"""Most words of a text that is what an element is called."""
_LONGEST_TEXT: Final = 300
_SEARCH: Final = frozenset(("search", "searchbox"))
_STATES: Final = frozenset(STATES)
_THIRD: Final = 0.34
_MENU: Final = lexicon.stemmed("menu more action option")
"""What a button is called that opens a menu of what can be done."""
_APPOINTMENT: Final = lexicon.stemmed("event appointment")
"""What stands in a day of a calendar."""
_QUESTION: Final = lexicon.stemmed("question")
_MENU_SIGNS: Final = lexicon.stemmed("dots lines bars ellipsis kebab hamburger burger")
"""What people call the signs of such buttons."""


def states_said(look: PageTerms, place: Place, asked: Phrase) -> frozenset[str]:
    """The terms of a phrase that rightly say in what state an element is: "the disabled button"."""
    found = set()
    for word in _STATES.intersection(asked.compared.split()):
        # In which states its kind can be is the rule of the states.
        with suppress(UnreadableError):
            found |= {stem(word)} if in_state(look.reading, place.at, word) else set()
    return frozenset(found)


def held(place: Place) -> frozenset[str]:
    """The terms of what a field holds, or offers."""
    element = place.element
    return (
        term_set(" ".join((element.value or "", *element.options))) if element.role in FIELDS else frozenset()
    )


def says(name: frozenset[str], word: str) -> bool:
    """Whether a name has a word, one of its root, or what the picture that it names stands for."""
    if word in name or any(akin(word, each) for each in name):
        return True
    picture = PICTURES.get(word, "")
    return bool(picture) and bool(name & ({picture} | lexicon.SYNONYMS.get(picture, frozenset())))


def kinds_said(look: PageTerms, place: Place, wanted: frozenset[str]) -> frozenset[str]:
    """The words for a kind of element that an element is of; a button that opens a menu stands for that."""
    role = place.element.role
    found = frozenset(word for word in wanted if role in lexicon.ROLES.get(word, frozenset()))
    if place.element.name.endswith("?"):
        found |= wanted & _QUESTION
    if place.element.options and all(map(str.isdigit, place.element.options)):
        # "25 rows per page" of a list of numbers.
        found |= wanted & (lexicon.THINGS | look.kinds)
    if place.element.clickable and place.within(DATA_CELLS):
        found |= wanted & _APPOINTMENT
    return found | (wanted & (_MENU | _MENU_SIGNS) if opens_menu(place) else frozenset())


def opens_menu(place: Place, *, called: bool = False) -> bool:
    """Whether a button opens a menu: it says that it is closed or open, or is `called` so, or has the sign for it."""
    element = place.element
    if element.role not in BUTTONS:
        return False
    name = element.name or place.said
    said = term_set(" ".join((name, *(lexicon.SIGNS.get(each, "") for each in name))))
    folds = not {"collapsed", "expanded"}.isdisjoint(element.states) and not called
    return folds or not said.isdisjoint(_MENU)


def where_seen(place: Place, wanted: frozenset[str]) -> frozenset[str]:
    """The words that say rightly in which part of what is seen an element is: "at the top right"."""
    box, size = place.element.box, place.page.viewport
    if box is None or not wanted & PARTS_OF_VIEW:
        return frozenset()
    across, down = (box.x + box.width / 2) / size.width, (box.y + box.height / 2) / size.height
    found = {word for word, part in (("left", across), ("top", down), ("upper", down)) if part < _THIRD}
    found |= {
        word for word, part in (("right", across), ("bottom", down), ("lower", down)) if part > 1 - _THIRD
    }
    return frozenset({*found, "corner"} if found else found) & wanted


def names_of(look: PageTerms, place: Place) -> tuple[Name, ...]:
    """The short texts that an element is called by."""
    if place.at not in look.called:
        field = place.element.role in FIELDS
        searches = field and place.within(_SEARCH) is not None
        look.called[place.at] = tuple(
            Name(
                text,
                plain(text),
                term_set(text)
                | _symbols(text)
                | (_SEARCH if searches or (field and "search" in term_set(text)) else frozenset()),
            )
            for text in dict.fromkeys(_texts(look, place))
            if text and len(text) < _LONGEST_TEXT
        )
    return look.called[place.at]


def _texts(look: PageTerms, place: Place) -> Iterator[str]:
    element = place.element
    own = [element.name, element.placeholder]
    if element.role in FIELDS:
        own += look.names.labels(place)
        if not any(own) and (head := place.within(("columnheader",))) is not None:
            own.append(head.said)
        own += ["search"] if place.within(_SEARCH) else []
    elif element.role in TOGGLES and not element.name:
        beside = look.page.children(element.parent)
        own += [look.page.elements[at].text for at in beside[beside.index(place.at) + 1 :][:1]]
    if element.role in ITEMS or place.repeated:
        own += [name.said for name in (look.lists.name(place),) if name is not None]
    if layout(look.page).texts[place.at] <= _LONGEST_NAME:
        own.append(place.said)
    return iter(own if any(own) else _described(element))


def _described(element: Element) -> list[str]:
    """What is known of an element without a name: the names of its picture, its title, where it leads."""
    said = element.description.split('"')[1::2] or [element.description]
    leads = element.url.partition("?")[0].partition("#")[0].rstrip("/").rpartition("/")[2].partition(".")[0]
    words = [re.findall(r"[^\W_]+", text) for text in (*said, leads if element.role == "link" else "")]
    named = [[word for word in each if word not in lexicon.ICON_SETS] for each in words]
    pictures = [[lexicon.PICTURES.get(word, word) for word in each] for each in named]
    return [" ".join(dict.fromkeys(each)) for each in (*named, *pictures)]


def _symbols(text: str) -> frozenset[str]:
    """The terms of what symbols are called: a star, a heart, a gear (the names of Unicode's characters)."""
    signs = [each for each in text if unicodedata.category(each) in ("So", "Sm") or each in lexicon.SIGNS]
    said = (
        f"{unicodedata.name(each, '').lower()} {lexicon.SIGNS.get(each, '')}" for each in signs if each != "x"
    )
    arrow = " arrow" if lexicon.ARROWS.intersection(text) else ""
    return term_set(" ".join(said) + arrow)
