"""What a page, or a part of it, contains: something, so many things, nothing; and which page it is."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import unquote, urlsplit

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.claims import page_messages, presence, traits
from pytest_webagent.claims.condition import Compared, InState, Shown
from pytest_webagent.claims.counting import count, counted, none_said
from pytest_webagent.claims.outcome import Absent, Outcome, Unclear, ambiguous
from pytest_webagent.language import lexicon
from pytest_webagent.language.phrases import phrase
from pytest_webagent.language.terms import Token, is_plural, joined, stem, term_set
from pytest_webagent.language.words import negated
from pytest_webagent.values.number_words import NUMBERS
from pytest_webagent.values.relations import relation_first

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.condition import Condition
    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.page.places import Place
    from pytest_webagent.values.relations import Relation

    _Bound: TypeAlias = tuple[Relation, str]

_SPEAKERS: Final = frozenset(("we", "i", "you"))
_CALLED: Final = re.compile(r"\b(?:called|named|titled)\b")
_NAMING: Final = frozenset(("heading", "caption", "columnheader", "term", "tab"))
_PARTED: Final = re.compile(r"\s[|·–—-]\s")
_ONLY: Final = frozenset(("only", "just", "exactly"))
PLACING: Final = frozenset(("in", "on", "under", "within", "inside", "among", "at"))


def speaks_of_page(asked: Phrase) -> bool:
    """Whether a phrase means the page as a whole, or whoever looks at it."""
    if not asked.words:
        return asked.pronoun or asked.said.lower() in _SPEAKERS
    return not asked.quoted and not asked.words - lexicon.PAGES - {stem("user")}


def there(look: Resolver, said: Sequence[Token], *, sure: bool = True) -> tuple[Condition, ...]:
    """That something is on the page: so many things, a message, a dialog, a text. `sure`: what is not shown is not there.

    Raises:
        Unclear: the page does not tell.
    """
    said = list(said)
    if said and said[0].word in _ONLY and number_of(said) is None:
        raise Unclear(f"{joined(said)!r} says that there is nothing else, which is not looked for")
    none = bool(said) and said[0].word in lexicon.NONE
    while said and (said[0].word in lexicon.ANY | lexicon.NONE | {"a", "an", "the", "longer", "nothing"}):
        said = said[1:] if said[0].word != "nothing" else [Token("items"), *said[1:]]
    if (number := number_of(said)) is not None:
        return so_many(look, *number)
    while said and said[-1].word in lexicon.SEEN | {"visible"}:
        said = said[:-1]
    if not said:
        raise Unclear("what there is, is not said")
    asked = phrase(said)
    if none and not asked.quoted and "generic" in lexicon.ROLES.get(asked.noun, ()):
        raise Unclear(f"whether there is no {asked.said} cannot be told: pages have no mark for such a part")
    if (denied := _denied(look, asked)) is not None:
        return (turned(denied, not none),)
    if asked.words and asked.words <= lexicon.MESSAGES | lexicon.LIGHT and not asked.quoted:
        return page_messages.message(look, asked, there=not none)
    if none:
        return (_none_of(look, said, asked, sure=sure),)
    return (_somewhere(look, said, asked, sure=sure),)


def _none_of(look: Resolver, said: Sequence[Token], asked: Phrase, *, sure: bool) -> Condition:
    """That there are no such things: by the number of them, by an empty list, or by what is not in sight."""
    if asked.rest and frozenset(asked.head) <= lexicon.THINGS:
        return emptiness(look, asked.owner)
    if not (asked.rest or asked.quoted) and (zero := _counted_none(look, said)) is not None:
        return zero
    shown = _somewhere(look, said, asked, sure=sure)
    named = shown.place is not None or shown.role or asked.quoted or not look.kinds.isdisjoint(asked.head)
    if not sure and not named:
        # The page may call them something else: "Checked out (5)" are loans.
        raise Absent(asked.said)
    return turned(shown, True)


def _counted_none(look: Resolver, said: Sequence[Token]) -> Condition | None:
    """That the number that the page prints for things is zero; None where it prints or lists none.

    Raises:
        Unclear: it lists several kinds of them, or not all.
    """
    try:
        found = count(look, said)
    except Absent:
        return None
    return Compared(found, "=", "0", "", phrase(said).words)


def _somewhere(look: Resolver, said: Sequence[Token], asked: Phrase, *, sure: bool) -> Shown:
    """Whether something is on the page, or in the part of it that is named.

    Raises:
        Unclear: the page does not tell; with `sure`, what is not shown is not there.
    """
    at = next((at for at, each in enumerate(said) if at and each.word in PLACING), None)
    shown = inside(look, said[:at], look.phrase(said[at + 1 :])) if at is not None else None
    unplaced = at is not None and shown is None
    shown = shown or presence.shown(look, said)
    named = shown.place is not None and shown.place.element.role in _NAMING
    if named and not (sure or shown.role or asked.quoted):
        # The heading of a part names what may be there, not what is.
        raise Unclear(f"whether there is {asked.said!r} cannot be told: only a heading or label says so")
    if shown.place is None:
        presence.refuse_error_page(look, asked.said)
        of_a_thing = unplaced or (shown.within is not None and shown.within.repeated)
        if not (sure or shown.role or asked.quoted) and (of_a_thing or not _surely_absent(look, asked)):
            # What a page does not speak of may be there: an attic, Wi-Fi on board.
            raise Absent(asked.said)
    return shown


def _surely_absent(look: Resolver, asked: Phrase) -> bool:
    """Whether words that nothing on the page fits stand for nothing it speaks of otherwise, such as an option of a field."""
    labels = frozenset().union(*(each.label for each in look.labelled))
    if asked.rest and not _CALLED.search(asked.said) and labels.isdisjoint(asked.rest):
        return False
    told = {word for word in asked.words - look.kinds - labels if not any(map(str.isdigit, word))}
    return not told <= look.vocabulary or (not told and not look.kinds.isdisjoint(asked.head))


def _denied(look: Resolver, asked: Phrase) -> Shown | None:
    """The text that says that there are no such things; None where none does."""
    none = none_said(look, asked) if asked.words and not asked.quoted and not negated(asked.said) else None
    if none is None or none.place is None:
        return None
    parts = [each for each in none.place.around() if each.repeated and each.siblings()]
    if parts and not asked.words & term_set(parts[0].said.replace(none.place.said, " ")):
        raise Unclear(f"{none.place.said!r} is said of one part of the page, and others are not empty")
    return Shown(none.place.said, none.place)


def turned(shown: Shown, none: bool) -> Shown:
    """What is shown as it is, or that it is not."""
    return replace(shown, there=shown.there != none)


def number_of(said: Sequence[Token]) -> tuple[list[Token], tuple[_Bound, ...]] | None:
    """A number of things with its bounds: "at least 3 orders", "between 4 and 6 rows"."""
    relation: Relation = "="
    rest = list(said)
    words = [each.word for each in rest]
    if words[:1] == ["between"] and words[2:3] == ["and"] and len(rest) > 4:
        return rest[4:], ((">=", _in_digits(words[1])), ("<=", _in_digits(words[3])))
    for at in range(min(4, len(rest))):
        if (found := relation_first(joined([*rest[: at + 1], Token("x")]))) is not None and found[1] == "x":
            relation, rest = found[0], rest[at + 1 :]
            break
    if len(rest) < 2 or rest[0].quoted:
        return None
    number, rest = _in_digits(rest[0].word), rest[1:]
    if number != "1" and not any(is_plural(each.word) for each in rest):
        # "22 Quarry Lane" is a name.
        return None
    while rest and rest[0].word in ("of", "the"):
        rest = rest[1:]
    return (rest, ((relation, number),)) if number.isdigit() and rest else None


def _in_digits(word: str) -> str:
    return str(NUMBERS.get(word, word)).replace(",", "")


def so_many(
    look: Resolver, things: Sequence[Token], bounds: Sequence[_Bound], found: Outcome | None = None
) -> tuple[Condition, ...]:
    """That there are so many things.

    Raises:
        Unclear: each line of their list may stand for several.
    """
    if things[0].word in ("%", "percent", "stars", "star", "of"):
        raise Unclear(f"{joined(things)!r} counts nothing")
    found = found or count(look, things)
    traits.refuse_quantities(look, found, phrase(things))
    return tuple(Compared(found, relation, number, "", phrase(things).words) for relation, number in bounds)


def counted_in(
    look: Resolver,
    subject: Sequence[Token],
    parts: Sequence[Place],
    things_: Sequence[Token],
    bounds: Sequence[_Bound],
) -> tuple[Condition, ...]:
    """That a part of the page has so many things.

    Raises:
        Unclear: they stand under another heading, or it is not clear what is counted.
    """
    asked = phrase(things_)
    for part in parts[:1] if len(parts) == 1 else ():
        inside = [each for each in look.listings if part.at in look.page.ancestors(each.at)]
        if len(inside) == 1 and asked.words <= inside[0].words | inside[0].kinds | lexicon.THINGS:
            return so_many(look, things_, bounds, counted(inside[0].items))
    found = count(look, [*things_, Token("in"), *subject])
    for each in found.parts[:1]:
        traits.refuse_stray(look, Shown(each.text, each.place), look.phrase(subject))
    return so_many(look, things_, bounds, found)


def on_badge(badge: Place, things: Sequence[Token], bounds: Sequence[_Bound]) -> tuple[Condition, ...]:
    """That a badge shows a number of things.

    Raises:
        Unclear: it shows a number of others.
    """
    number = re.search(r"\d[\d.,]*", badge.said)
    nouns = term_set(re.sub(r"\d", " ", badge.said))
    if number is None or (nouns and not nouns & term_set(joined(things))):
        raise Unclear(f"{badge.said!r} is no number of {joined(things)}")
    return tuple(Compared(Outcome(number[0], "text", badge), relation, to) for relation, to in bounds)


def speaks_of_sight(said: Sequence[Token]) -> bool:
    """Whether words say of something that it can be seen, or cannot, and perhaps where."""
    return (
        bool(said)
        and said[0].word in lexicon.SEEN | lexicon.GONE
        and (len(said) == 1 or said[1].word in PLACING)
    )


def in_sight(look: Resolver, subject: Sequence[Token], said: Sequence[Token]) -> tuple[Condition, ...]:
    """That something can be seen, perhaps in a part of the page; or cannot, where the words say so."""
    gone = said[0].word in lexicon.GONE
    if not gone and (number := number_of(subject)) is not None:
        return so_many(look, [*number[0], *said], number[1])
    if (page := _page_named(look, phrase(subject))) is not None:
        return (page,)
    if len(said) > 1 and said[1].word in PLACING:
        found = placed(look, subject, look.phrase(said[2:]))
    else:
        found = there(look, subject)
    if not gone:
        return found
    return tuple(turned(each, True) if isinstance(each, Shown) else each for each in found)


def placed(look: Resolver, subject: Sequence[Token], where: Phrase) -> tuple[Condition, ...]:
    """That something is in a part of the page.

    Raises:
        Absent: there is no such part.
    """
    found = inside(look, subject, where)
    if found is None:
        raise Absent(where.said)
    return (found,)


def inside(look: Resolver, what: Sequence[Token], where: Phrase) -> Shown | None:
    """Whether something is in a part of the page; None where there is no such part."""
    parts = presence.part(look, where)
    if not parts:
        if not _is_whole(look, where):
            return None
        found = presence.shown(look, what)
        traits.refuse_stray(look, found, where)
    elif len(parts) > 1:
        raise ambiguous(where.said, [each.said[:40] for each in parts])
    else:
        found = presence.shown(look, what, parts[0])
        if (
            found.place is not None
            and parts[0].repeated
            and found.place.at in (parts[0].at, _name_at(look, parts[0]))
        ):
            raise Unclear(f"{where.said!r} may be {parts[0].said[:40]!r} itself, or what it is in")
        unnamed = found.place is None and where.words <= frozenset(lexicon.ROLES) - lexicon.DIALOGS
        if unnamed and presence.shown(look, what).place is not None:
            raise Unclear(f"{joined(what)!r} is on the page, and not where {where.said!r} may mean")
    if found.place is None:
        presence.refuse_error_page(look, joined(what))
        presence.refuse_other_noun(parts[0] if parts else None, phrase(what))
    return found


def _is_whole(look: Resolver, where: Phrase) -> bool:
    """Whether a phrase is what the page as a whole is called: "the cart" of "Your cart", not "Rotterdam" of "Jobs in Rotterdam"."""
    words = where.words - lexicon.PAGES
    if not words:
        return bool(where.words) or where.pronoun
    titles = [part for title in (*look.titles, look.page.title) for part in (title, _PARTED.split(title)[0])]
    return any(words == term_set(each) - lexicon.COLLECTIONS - lexicon.PAGES for each in titles)


def _name_at(look: Resolver, item: Place) -> int:
    name = look.lists.name(item)
    return item.at if name is None else name.at


def on_page(look: Resolver, asked: Phrase, said: Sequence[Token]) -> Condition | None:
    """That the page is the one that is called so; None where nothing is said of which page it is."""
    told = phrase(said)
    named = told.words & lexicon.PAGES or said[0].quoted or said[0].word.startswith("/")
    return _is_page(look, told, said) if named and speaks_of_page(asked) else None


def _page_named(look: Resolver, asked: Phrase) -> Condition | None:
    """The same for "the orders page is shown", which speaks of the page as a whole."""
    words = set(asked.head) & {stem("page"), stem("screen")}
    return _is_page(look, asked, [Token(each) for each in asked.said.split()]) if words else None


def _is_page(look: Resolver, told: Phrase, said: Sequence[Token]) -> Condition | None:
    words = told.words - lexicon.PAGES - frozenset(lexicon.ROLES) or told.words - lexicon.PAGES
    if not (words or told.quoted):
        return None
    for heading in [each for each in (look.heading,) if each is not None]:
        if presence.FAILED.search(heading.said):
            return Shown(told.said, None, "heading")
        if words <= term_set(heading.said):
            return Shown(heading.said, heading, "heading")
    if words == term_set(_PARTED.split(look.page.title)[0]) - lexicon.PAGES:
        return Compared(Outcome(look.page.title, "title"), "=", look.page.title)
    last = [each for each in unquote(urlsplit(look.page.url).path).split("/") if each][-1:]
    if last and words == term_set(re.sub(r"[-_.]+", " ", last[0])):
        return Compared(Outcome(look.page.url, "url"), "=", last[0], "contains")
    return Shown(
        told.quoted[0]
        if told.quoted
        else " ".join(
            each.text
            for each in said
            if each.word not in lexicon.ARTICLES | {"on"} and not term_set(each.text) <= lexicon.PAGES
        ),
        None,
        "heading",
    )


def emptiness(look: Resolver, asked: Phrase) -> Condition:
    """That a field has no value, or a list or a part of the page nothing in it."""
    field = look.control(asked, FIELDS)
    if field is not None:
        return InState(field, "empty")
    none = none_said(look, asked)
    about = asked.words - lexicon.THINGS - frozenset(lexicon.ROLES)
    if none is not None and none.place is not None:
        # "Nothing here" is said of the whole page only where nothing else is listed.
        if about <= term_set(none.place.said) or not any(
            not look.aside(each.items[0]) for each in look.listings
        ):
            return Shown(none.place.said, none.place)
        raise Unclear(
            f"the page says {none.place.said!r}, and whether that is said of {asked.said!r} cannot be told"
        )
    presence.refuse_error_page(look, asked.said)
    for part in presence.part(look, asked):
        inside = [
            each
            for listing in look.listings
            for each in listing.items
            if part.at in look.page.ancestors(each.at)
        ]
        if not inside:
            raise Unclear(f"there is no list in {asked.said!r}, and no text that says that it is empty")
        return Compared(counted(inside), "=", "0")
    found = look.selection(asked if asked.words - look.title else look.phrase([Token("items")]))
    return Compared(counted(found.items, asked.said), "=", "0")
