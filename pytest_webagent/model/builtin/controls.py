"""The control of an item: what is pressed or changed where a goal names a row or card."""

from __future__ import annotations

import re
from itertools import dropwhile
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, FIELDS, TOGGLES
from pytest_webagent.model.builtin.items import GENERIC_NOUNS
from pytest_webagent.model.builtin.refusal import Inert, Missing, Refusal, ambiguous, listed
from pytest_webagent.model.builtin.roles import PRESSED, PURPOSE_ROLES, Purpose, tells_a_deed
from pytest_webagent.model.builtin.words import (
    Fit,
    Words,
    begins,
    content,
    fit,
    likeness,
    plain,
    unsaid,
    without_articles,
)
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.model.builtin.instruction import Reading
    from pytest_webagent.model.builtin.items import Item
    from pytest_webagent.model.builtin.lists import Lists
    from pytest_webagent.model.builtin.matching import Finder
    from pytest_webagent.model.builtin.view import View

_NEAR = 55.0
_HEADLINE = 5
"""As many words make a name a headline rather than a command."""
_PREPOSITION = re.compile(r"(?:to|for|of|in|on|at|by|with|from|about)\b")
_ENGLISH = re.compile(r"(?:to|for|by|with|from|about|and|or)\b")
"""What is a small word in no other language that puts its verbs last."""
_AND = re.compile(r"\s*[/|·&]\s*|\s+(?:and|or|und|oder|et|ou|y|e|o|i|och|og|en)\s+")
_JOINED = re.compile(
    r"(?:zu|zum|zur|für|von|vom|im|auf|über|de|du|des|pour|sur|dans|aux?|del|para|con|sobre|per|di|da|voor|van)\b"
)
"""What joins the rest of a name to its beginning, in languages with an alphabet like ours."""
_VERB_LAST = re.compile(r"\s[^\W\dA-ZÄÖÜ]\w*(?:en|ern|eln|ar|er|ir)\W*$")
"""A last word in small letters that may be an infinitive: German and Dutch commands end with one."""
_MATTERS = word_set("policy rule setting option overview detail info information notice us")
"""Nouns that say no deed where no verb stands before them."""
_WEIGHTY = word_set(
    "delete clear empty reset cancel wipe erase drop discard deactivate revoke terminate close leave block send post "
    "publish submit approve reject transfer sell buy order purchase pay stop restart deploy share place"
)
"""Deeds that are not done with less than the whole name: they destroy, spend or reach others."""
_CHOICES = frozenset(["radio", "menuitemradio", "option"])
_TICKING = frozenset(["select", "mark", "toggle", "tick"])
_AGREES = word_set(
    "me yes remind agree accept have understand receive get send want like would subscribe condition policy"
)
"""What a box may say around its matter without meaning anything else than yes to it."""


def control_of(view: View, item: Item, purpose: Purpose) -> int:
    """The element of an item that an instruction about the item means."""
    if purpose == "any":
        return item.index
    inside = [at for at in view.within(item.index) if view[at].id is not None and view.seen(at)]
    if purpose != "press":
        fitting = [at for at in inside if view[at].role in PURPOSE_ROLES[purpose]]
        return _only(view, fitting, item)
    if item.name_at is not None:
        around = [item.name_at, *view.page.descendants(item.name_at), *view.page.ancestors(item.name_at)]
        named = [at for at in around if view[at].role in ("link", "button") and at in inside]
        if named:
            return named[0]
    if view[item.index].role in PRESSED and view[item.index].id is not None:
        return item.index
    # A link such as "Details" opens the item; one that starts with a deed ("Delete") only stands for that deed.
    links = [
        at
        for at in inside
        if view[at].role == "link" and at != item.index and not tells_a_deed(view.name(at))
    ]
    if len({view[at].url for at in links}) == 1:
        return links[0]
    if view[item.index].clickable and view[item.index].id is not None:
        return item.index
    if item.name_at is not None and view[item.name_at].clickable and view[item.name_at].id is not None:
        return item.name_at
    raise _not_pressable(view, item, [at for at in inside if view[at].clickable])


def _not_pressable(view: View, item: Item, controls: Sequence[int]) -> Refusal:
    """The refusal to press an item that is no control itself: which of its controls is meant, only the goal can say."""
    if not controls:
        return Missing(item.name, "a control in that row or card")
    held = listed(view.describe(at) for at in controls)
    return Inert(
        f"'{item.name}' can not be clicked itself; in its row or card there is {held}. "
        "Say which one to click, and 'in the row of ...'"
    )


def _only(view: View, fitting: Sequence[int], item: Item) -> int:
    if not fitting:
        raise Missing(item.name, "a control in that row or card")
    if len(fitting) > 1:
        raise ambiguous(item.name, [view.describe(at) for at in fitting])
    return fitting[0]


def are_things(view: View, items: tuple[Item, ...]) -> bool:
    """Whether the items are things of a list, not the boxes and fields of a form that look alike."""
    return not any(
        view[at].role in TOGGLES | FIELDS and view[at].role not in ("option",)
        for item in items
        for at in view.within(item.index)
    ) or all(view[item.index].role in ("row", "listitem", "article") for item in items)


def is_short_for(view: View, words: Words, index: int) -> bool:
    """Whether words are a name in short that leaves out no other deed.

    The name begins with them, and goes on with a noun that says no deed ("Privacy policy"), a preposition known here
    ("Subscribe to newsletter"), or what is chosen ("Sort: newest"). A link, which only opens something, may also join
    them to something else in any language ("Terms and conditions"), or go on as a headline does. What sounds like a
    verb in the rest, and what weighs heavily among the words said, is never left to chance.
    """
    name, role = view.name(index), view[index].role
    if role in TOGGLES:
        name = " ".join(dropwhile(lambda word: set(content(word)) <= _AGREES, name.split()))
    rest, deed = begins(words.text, name), tells_a_deed(name)
    told = set(content(rest))
    if _WEIGHTY & set(content(words.text)) or (_VERB_LAST.search(name) and not _ENGLISH.match(rest)):
        return False
    if role == "link" and not deed and rest and len(name.split()) >= _HEADLINE:
        return True
    if any(tells_a_deed(word) for word in (*told, *told & _WEIGHTY)):
        return False
    if told and (
        (told <= _MATTERS and not deed) or _PREPOSITION.match(rest) or (rest[0] == ":" and not deed)
    ):
        return deed or role != "button" or not rest.startswith("to ")
    joined = plain(words.text) in _AND.split(plain(name)) or _JOINED.match(rest) is not None
    return role == "link" and not deed and joined


def says_more(view: View, reading: Reading, index: int, *, title: bool) -> bool:
    """Whether a control's name has words that the goal leaves out: "account" is no way to say "Delete account".

    A choice among others may be said in short, because it does nothing else; so may a title, unless it starts with a deed.
    Where a goal counts, as in "the second Delete button", the name may go on to name the thing the deed is done to.
    """
    name = view.name(index)
    if view[index].role in _CHOICES or _shows_value(view, index) or (title and not tells_a_deed(name)):
        return False
    said = " ".join((reading.words.text, *(place.reading.words.text for place in reading.places)))
    context = view.context(index) if view[index].role in TOGGLES else frozenset()
    if all(
        unsaid(said, each) - context - (_AGREES if context else frozenset()) for each in view.names(index)
    ):
        deed = content(reading.words.text)
        counts = reading.every or reading.ordinal is not None
        return not (counts and tells_a_deed(reading.words.text) and content(name)[: len(deed)] == deed)
    return False


def _shows_value(view: View, index: int) -> bool:
    """Whether a control is named by its label and what is chosen in it: "Delivery date" and "Choose a date"."""
    shown, label = view.text(index), view.label_before(index)
    composed = bool(label) and plain(view.name(index)) == plain(f"{label} {shown}")
    # A single word beside a label is rather what can be done there ("Account", "Delete") than what is chosen.
    return composed and len(shown.split()) > 1 and not tells_a_deed(shown)


def title(view: View, item: Item) -> int | None:
    """What names a row or card that shows more than this one text; entries of a menu have none."""
    links = [at for at in view.within(item.index) if view[at].role == "link"]
    at = links[0] if links else item.name_at
    return None if at is None or plain(view.text(item.index)) == plain(view.name(at)) else at


def titles(view: View, lists: Lists) -> frozenset[int]:
    """The titles of the things of all lists, with what they stand in."""
    found: set[int] = set()
    for item in (item for group in lists.groups if len(group.items) > 1 for item in group.items):
        if (at := title(view, item)) is not None:
            found.update((*view.within(at), *view.page.ancestors(at)))
    return frozenset(found)


def holder_of(finder: Finder, reading: Reading) -> Item | None:
    """The row or card that "the mail from Otto" means: the one of the place, if the rest says what such things are called."""
    if len(reading.places) != 1 or reading.ordinal or reading.superlative or reading.every:
        return None
    (place,) = reading.places
    if place.relation not in ("for", "in") or not place.reading.words or not place.reading.plainly_named:
        return None
    found, level = finder.lists.items_fitting(place.reading.words)
    if len(found) != 1 or level < Fit.SET:
        return None
    ((group, item),) = found
    view = finder.view
    called = [view.name(at) for at in view.within(item.index) if view[at].role in TOGGLES | BUTTONS]
    kind = content(" ".join((*group.labels, group.column, view.title, view.page.title, *called)))
    return item if set(content(reading.words.text)) <= {*kind, *GENERIC_NOUNS} else None


def takes_clicks(view: View, index: int) -> bool:
    """Whether an element or what it stands in is something to click."""
    return any(view[at].clickable or view[at].role in PRESSED for at in (index, *view.page.ancestors(index)))


def exactly_named(view: View, words: str) -> tuple[int, ...]:
    """The buttons, links and tabs that have exactly these words as their name; links to one address are one."""
    if view.page.dialog is not None:
        return ()
    found = [
        at
        for at in view.shown
        if without_articles(view.name(at)) == without_articles(words)
        and view[at].id is not None
        and (
            view[at].role in BUTTONS | {"link", "tab"}
            # A box is meant by its name only if that says what ticking it does; "Buy milk" may be a thing to buy.
            or (view[at].role in TOGGLES and content(words)[:1] and content(words)[0] in _TICKING)
        )
    ]
    addresses = {view[at].url for at in found}
    return tuple(found[:1] if len(addresses) == 1 and "" not in addresses else found)


def alike(view: View, words: Words, roles: frozenset[str]) -> list[int]:
    """The few elements of these roles whose names are most like the words; never for acting."""
    scored = [
        (likeness(words, view.name(at)), at) for at in view.shown if view[at].role in roles and view.name(at)
    ]
    return [at for score, at in sorted(scored, key=lambda pair: -pair[0]) if score >= _NEAR][:3]


def in_short(view: View, item: Item, words: Words) -> bool:
    """Whether a part of its name is enough for an item: its title is longer, or the rest of it says nothing."""
    return title(view, item) is not None or not unsaid(words.text, item.name)


def fit_with_place(finder: Finder, reading: Reading, index: int) -> Fit:
    """The fit for a name that says verb and thing where the goal says "Remove" in the row of the thing."""
    for place in reading.places:
        said = place.reading.words.text or (finder.remembered if place.reading.pronoun else "")
        whole = Words(f"{reading.words.text} {said}")
        if said and reading.words and fit(whole, finder.view.name(index)) >= Fit.SET:
            return Fit.SAME
    return Fit.NONE


def selects(name: str) -> bool:
    """Whether a box selects its row for what is done next, and so says nothing about the row itself."""
    return content(name)[:1] == ("select",)
