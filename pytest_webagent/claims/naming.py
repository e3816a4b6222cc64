"""What a noun phrase of a question names: one value, a value of each thing of a list, a fact of the page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import CONTROLS, DIALOGS, FIELDS
from pytest_webagent.claims.arithmetic import ADDING, difference, extreme, total
from pytest_webagent.claims.outcome import Absent, Outcome, Unclear, all_of, ambiguous
from pytest_webagent.claims.ranking import the_best
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import is_plural, stem, term_set
from pytest_webagent.page.places import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.language.terms import Token

_HELD_BY: Final = frozenset(("of", "in", "on", "from"))
"""Words between a value and the thing that it is one of: "the customer in the second row"."""
_CHOOSABLE: Final[Mapping[str, str]] = {stem(role): role for role in ("tab", "option", "radio")}
ADDRESSES: Final = lexicon.stemmed("url address")


def report(look: Resolver, said: Sequence[Token]) -> Outcome:
    """What is named: "the price of the Blue Mug", "the names of all editors".

    Raises:
        Absent: nothing on the page is called so.
        Unclear: several things are, or what is asked of them cannot be worked out.
    """
    asked = look.phrase(said)
    words = {each.word for each in said}
    if (found := fact(look, asked)) is not None:
        return found
    if "difference" in words and "between" in words:
        return _apart(look, said)
    if words & ADDING and ((asked.every and not words & lexicon.EACH) or "sum" in words):
        return total(look, said)
    if asked.best is not None or asked.ordinal is not None:
        return _of_one(look, said, asked)
    if stem("option") in asked.head:
        return _options(look, asked)
    return _named(look, asked)


def _named(look: Resolver, asked: Phrase) -> Outcome:
    problem: Unclear | None = None
    one: Outcome | None = None
    try:
        one = _told_value(look, asked)
    except Unclear as unclear:
        if not isinstance(unclear, Absent):
            problem = unclear
    several = asked.every or (asked.plural and not _speaks_of_several(look, one, asked.noun))
    if one is not None and not several:
        return _all_offered(look, one, asked) if asked.plural else one
    if several:
        try:
            if many := _controls(look, asked) or _names(look, asked):
                return many
        except Absent:
            pass
    if one is not None:
        return one
    if told := switched(look, asked):
        return told
    if any(each.element.role == "term" and term_set(each.said) == asked.words for each in look.shown):
        raise Unclear(f"{asked.said} is on the page, and empty")
    raise problem or Absent(asked.said)


def _speaks_of_several(look: Resolver, one: Outcome | None, noun: str) -> bool:
    """Whether the label of a value has a noun in the plural, or is that of a field: "Extras: breakfast, parking"."""
    if one is None or one.place is None:
        return False
    words = [word for label in look.names.labels(one.place) for word in label.split()]
    return bool(one.place.element.options) or any(
        is_plural(word) and stem(word.lower()) == noun for word in words
    )


def _told_value(look: Resolver, asked: Phrase) -> Outcome | None:
    """The one value a phrase means, as an answer.

    Raises:
        Unclear: there are several, or it is empty and nobody asked what a field holds.
    """
    one = single(look, asked)
    if one is None:
        return None
    if says_how_many(one, asked):
        return None
    if not one.text and not asked.words & (lexicon.VALUES | frozenset(lexicon.ROLES)):
        raise Unclear(f"{asked.said} is on the page, and empty")
    return one


def says_how_many(one: Outcome, asked: Phrase) -> bool:
    """Whether a value says how many there are of what is asked for: "5 books"."""
    return asked.plural and asked.noun in term_set(one.text) and any(map(str.isdigit, one.text))


def _all_offered(look: Resolver, one: Outcome, asked: Phrase) -> Outcome:
    """What a dropdown offers, where several are asked for and its label speaks of one.

    Raises:
        Unclear: its label speaks of several, too.
    """
    if one.place is None or not one.place.element.options:
        return one
    if any(map(is_plural, one.place.element.name.split())):
        raise Unclear(f"{one.place.element.name!r} offers several: ask for its options, or which is selected")
    return Outcome(", ".join(one.place.element.options), "options", one.place)


def single(look: Resolver, asked: Phrase) -> Outcome | None:
    """The one value a phrase means; None where there is none.

    Raises:
        Unclear: several values, as well explained, are not the same.
    """
    own = frozenset(asked.head)
    if own and (asked.rest or asked.quoted):
        of = asked.owner
        if own <= lexicon.NAMES and (item := _item(look, of)) is not None:
            return look.name(item)
        if own <= lexicon.VALUES and (found := look.value(of)):
            return found
    if (found := look.value(asked)) or asked.former:
        return found
    if own and (asked.rest or asked.quoted) and (item := _item(look, asked.owner)) is not None:
        return look.of_item(item, own)
    return None


def _item(look: Resolver, asked: Phrase) -> Place | None:
    found = look.selections(asked)
    return found[0].items[0] if len(found) == 1 and len(found[0].items) == 1 else None


def fact(look: Resolver, asked: Phrase) -> Outcome | None:
    """Something of the page as a whole."""
    words = asked.words - lexicon.PAGES
    if asked.quoted or asked.best or not asked.words:
        return None
    if words == {stem("title")} and (asked.words & lexicon.PAGES or not _titled(look)):
        return Outcome(look.page.title, "title")
    if words and words <= ADDRESSES and (asked.words & lexicon.PAGES or stem("url") in words):
        return Outcome(look.page.url, "url")
    if words & lexicon.HEADINGS and words <= lexicon.HEADINGS | {"main"} and look.heading is not None:
        return Outcome(look.heading.said, "text", look.heading)
    if words and words <= lexicon.NAMES and not asked.words & lexicon.PAGES:
        return _name_of_page(look)
    dialogs = [each for each in look.shown if each.element.role in DIALOGS and each.said]
    if words and words <= lexicon.DIALOGS and dialogs:
        return Outcome(dialogs[-1].said, "text", dialogs[-1])
    if words and words <= lexicon.MESSAGES:
        return message(look, asked)
    return None


def _name_of_page(look: Resolver) -> Outcome | None:
    """What the page is about; None where it is about several things, or a name stands in some field or column."""
    named = any(each.label & lexicon.NAMES for each in look.labelled) or any(
        term_set(each.element.name) & lexicon.NAMES
        for each in look.shown
        if each.element.role in FIELDS | {"columnheader", "term"}
    )
    many = any(len(each.items) > 1 and not look.aside(each.items[0]) for each in look.listings)
    if named or many or look.heading is None:
        return None
    return Outcome(look.heading.said, "text", look.heading)


def _titled(look: Resolver) -> bool:
    """Whether something on the page is called a title."""
    return any(stem("title") in each.label for each in look.labelled)


def _names(look: Resolver, asked: Phrase) -> Outcome | None:
    """The names of the things of a list, or a value of each."""
    own = frozenset(asked.head)
    inner = asked.owner if asked.rest or asked.quoted else None
    if own and own <= lexicon.NAMES and inner is not None:
        return _controls(look, inner) or _each(look, inner, own)
    tries: list[Callable[[], Outcome | None]] = []
    if inner is not None and own:
        tries.append(lambda: _each(look, inner, own))
    tries.append(lambda: _each(look, asked, lexicon.NAMES))
    if asked.head:
        things = replace(asked, head=asked.head[:-1] or ("item",))
        tries.append(lambda: _each(look, things, frozenset(asked.head[-1:])))
        tries.append(lambda: _each(look, replace(asked, head=("item",)), own))
    problem: Unclear | None = None
    for each in tries:
        try:
            if found := each():
                return found
        except Unclear as unclear:
            problem = problem or unclear
    if problem is not None:
        raise problem
    return None


def _controls(look: Resolver, asked: Phrase) -> Outcome | None:
    """The names of all controls of a kind: "all fields"; None where the words speak of anything else."""
    roles = lexicon.ROLES.get(asked.noun, frozenset()) & CONTROLS
    if not roles or len(asked.words) > 1:
        return None
    found = [each for each in look.shown if each.element.role in roles]
    labels = [(each, each.element.name or _text_before(each)) for each in found]
    return all_of(Outcome(label, "name", each) for each, label in labels if label)


def _text_before(field: Place) -> str:
    """The text right before a field without a name."""
    before = [at for at in field.page.children(field.element.parent) if at < field.at]
    return Place(field.page, before[-1]).said if before else ""


def switched(look: Resolver, asked: Phrase) -> Outcome | None:
    """The names of the boxes and switches that are on, or off, where the words say so: "the extras that are ticked"."""
    words = look.wanted(asked)
    states = {lexicon.SWITCHED[word] for word in words if word in lexicon.SWITCHED}
    if len(states) != 1:
        return None
    rest = words - frozenset(lexicon.SWITCHED) - lexicon.SETTINGS
    return all_of(
        Outcome(each.element.name, "name", each, state="checked" if True in states else "unchecked")
        for each in look.shown
        if each.element.role in ("checkbox", "switch")
        and ("checked" in each.element.states) in states
        and look.explained(each, rest, asked.soft) is not None
    )


def _each(look: Resolver, things: Phrase, attribute: frozenset[str]) -> Outcome | None:
    """A value of each of the things of a list; None where not all have it."""
    items = look.selection(things).items
    if attribute <= lexicon.NAMES:
        return all_of(look.name(each, things.noun) for each in items)
    return all_of(look.of_item(each, attribute) for each in items)


def _options(look: Resolver, asked: Phrase) -> Outcome:
    """What a dropdown offers."""
    wanted = asked.words - {stem("option")} - frozenset(lexicon.ROLES)
    for each in look.shown:
        name = term_set(each.element.name)
        if each.element.options and wanted and wanted <= name | look.title and name & wanted:
            return Outcome(", ".join(each.element.options), "options", each)
    raise Absent(asked.said)


def _of_one(look: Resolver, said: Sequence[Token], asked: Phrase) -> Outcome:
    """The one that a superlative or an ordinal means, or a value of it."""
    words = [each.word for each in said]
    attribute = frozenset[str]()
    thing = asked
    for of in (at for at, word in enumerate(words) if word in _HELD_BY):
        first, second = look.phrase(said[:of]), look.phrase(said[of + 1 :])
        picks = second.best is not None or second.ordinal is not None
        if picks and first.best is None and first.ordinal is None:
            attribute, thing = frozenset(first.head) | term_set(" ".join(first.quoted)), second
            break
    if (
        thing is asked
        and asked.best is not None
        and asked.best.column
        and not set(asked.head) - asked.best.column
    ):
        return extreme(look, asked)
    if thing is asked and asked.ordinal is not None and (found := _labelled_so(look, asked, said)):
        return found
    return the_best(look, thing, attribute or lexicon.NAMES)


def _labelled_so(look: Resolver, asked: Phrase, said: Sequence[Token]) -> Outcome | None:
    """A value whose label begins like an ordinal: "First stop"."""
    words = [each.word for each in said if each.word in lexicon.ORDINALS]
    return look.value(replace(asked, ordinal=None, head=(*map(stem, words), *asked.head)))


def message(look: Resolver, asked: Phrase) -> Outcome:
    """What the page says to whoever uses it: its one alert, else its one status text."""
    bad = bool(asked.words & lexicon.BAD_NEWS)
    for role in ("alert", "status"):
        spoken = [each for each in look.shown if each.element.role == role and each.said]
        if len(spoken) == 1 and not (bad and role == "status"):
            return Outcome(spoken[0].said, "text", spoken[0])
        if len(spoken) > 1:
            raise ambiguous(asked.said, [each.said for each in spoken])
    raise Absent(asked.said)


def _apart(look: Resolver, said: Sequence[Token]) -> Outcome:
    words = [each.word for each in said]
    between = words.index("between")
    if "and" not in words[between:]:
        raise Unclear("a difference is of two things")
    joint = len(words) - 1 - words[::-1].index("and")
    return difference(look, [report(look, said[between + 1 : joint]), report(look, said[joint + 1 :])])


def chosen(look: Resolver, asked: Phrase) -> Outcome:
    """Which of several is chosen: the tab, the row, the option, what a field holds."""
    for word in asked.head:
        found_so = [
            each
            for each in look.shown
            if each.element.role == _CHOOSABLE.get(word)
            and {"selected", "checked", "current"} & set(each.element.states)
        ]
        if len(found_so) == 1:
            return Outcome(found_so[0].said, "text", found_so[0], state="selected")
    field = look.control(asked, FIELDS)
    found = look.value(asked) if field is None else Outcome(field.element.value or "", "value", field)
    if found is None or not found.text:
        raise Unclear(f"nothing is selected: {asked.said}")
    return found
