"""What a clause says of its subject: what it is, has, shows or costs, in what state it is, before what it stands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from pytest_webagent.aria_roles import CONTROLS, FIELDS, TOGGLES
from pytest_webagent.claims import contents, figures, ordering, page_messages, presence, traits
from pytest_webagent.claims.condition import Compared, InState
from pytest_webagent.claims.explanation import asked as explained
from pytest_webagent.claims.measuring import Scale, measure
from pytest_webagent.claims.naming import fact, report
from pytest_webagent.claims.outcome import Absent, Unclear
from pytest_webagent.claims.ranking import ranked
from pytest_webagent.language import lexicon
from pytest_webagent.language.phrases import phrase
from pytest_webagent.language.terms import Token, joined, stem, term_set
from pytest_webagent.page.states import STATE_WORDS
from pytest_webagent.values.days import days
from pytest_webagent.values.relations import relation_first

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.clauses import Clause
    from pytest_webagent.claims.condition import Condition, Part
    from pytest_webagent.claims.outcome import Outcome
    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.page.places import Place
    from pytest_webagent.values.relations import Relation

    _Bound: TypeAlias = tuple[Relation, str]

_EMPTY: Final = frozenset(("empty", "blank"))
_LISTED: Final = frozenset(("listed", "shown", "displayed", "placed"))
_WAYS: Final = frozenset(("by", "from", "alphabetically", "chronologically"))
_CHOSEN: Final = lexicon.CHOSEN | {"checked", "ticked", "set"}


def read(look: Resolver, clause: Clause) -> tuple[Condition, ...]:
    """What has to hold on a page for a clause about one thing to be true, without its "not".

    Raises:
        Absent: nothing on the page is what it speaks of (yet).
        Unclear: it is not understood, or the page does not tell.
    """
    subject, said, asked = clause.subject, clause.said, look.phrase(clause.subject)
    if clause.verb in ("have", "show") and said and (number := contents.number_of(subject)) is not None:
        # "Three of the orders have the status Open".
        return contents.so_many(look, [*number[0], Token("with"), *said], number[1])
    match clause.verb:
        case "exist":
            return contents.there(look, subject, sure=False)
        case "cost":
            figured = any(map(str.isdigit, joined(said)))
            if (
                "than" in clause.words
                and not figured
                and (more := figures.more_than(look, subject, said, "cost")) is not None
            ):
                return more
            return figures.related(look, _price(look, subject, said), said, asked)
        case "start" | "end":
            part: Part = "starts" if clause.verb == "start" else "ends"
            rest = said[1:] if clause.words[:1] == ["with"] else said
            return (
                Compared(figures.value(look, subject, asked), "=", figures.text_of(rest), part, asked.words),
            )
        case "exceed" | "equal":
            relation = Token("above" if clause.verb == "exceed" else "exactly")
            return figures.related(look, figures.value(look, subject, asked), [relation, *said], asked)
        case "stand":
            return _stands(look, clause)
        case "happen":
            return figures.related(look, explained(look, [Token("when"), *subject]), said, asked)
        case "be":
            return next(found for reading in _READINGS if (found := reading(look, clause, asked)) is not None)
    return _holds(look, clause, asked)


def _price(look: Resolver, subject: Sequence[Token], said: Sequence[Token]) -> Outcome:
    """What something costs: what is called its price, or the money that stands with it."""
    try:
        return report(look, [Token("price"), Token("of"), *subject])
    except Absent:
        rate = [each for each in said if term_set(each.text) & lexicon.RATES]
        return measure(look, [*subject, *rate], Scale(kind="money"))


def _stands(look: Resolver, clause: Clause) -> tuple[Condition, ...]:
    """Where something stands: before something else, in a part of the page, or anywhere."""
    if not clause.said:
        return contents.there(look, clause.subject)
    word, rest = clause.word, clause.said
    if word not in ordering.BEFORE | ordering.AFTER:
        word, rest = rest[0].word, rest[1:]
    if word in ordering.BEFORE | ordering.AFTER:
        return ordering.beside(look, clause.subject, word, rest)
    if word in contents.PLACING:
        return contents.placed(look, clause.subject, look.phrase(rest))
    raise Unclear(f"{clause.text!r} is not understood")


# What something is: the first of these readings that fits


def _seen(look: Resolver, clause: Clause, _: Phrase) -> tuple[Condition, ...] | None:
    if not clause.said:
        return contents.there(look, clause.subject)
    return (
        contents.in_sight(look, clause.subject, clause.said)
        if contents.speaks_of_sight(clause.said)
        else None
    )


def _sorted(look: Resolver, clause: Clause, asked: Phrase) -> tuple[Condition, ...] | None:
    words = clause.words
    in_order = words[-1] == "order" or (words[0] in _LISTED and words[1:2] and words[1] in _WAYS)
    return ordering.in_order(look, asked, clause.said) if ordering.SORTED & set(words) or in_order else None


def _open_dialog(look: Resolver, clause: Clause, asked: Phrase) -> tuple[Condition, ...] | None:
    opened = clause.words in (["open"], ["opened"]) and lexicon.DIALOGS & set(asked.head)
    return contents.there(look, clause.subject) if opened else None


def _empty(look: Resolver, clause: Clause, asked: Phrase) -> tuple[Condition, ...] | None:
    empty = len(clause.said) == 1 and clause.words[0] in _EMPTY
    return (contents.emptiness(look, replace(asked, plural=False)),) if empty else None


def _on_page(look: Resolver, clause: Clause, asked: Phrase) -> tuple[Condition, ...] | None:
    found = contents.on_page(look, asked, clause.said)
    return None if found is None else (found,)


def _counted(look: Resolver, clause: Clause, asked: Phrase) -> tuple[Condition, ...] | None:
    number = None if asked.quoted else contents.number_of(clause.subject)
    things = [*number[0], Token(clause.word), *clause.said] if number is not None else []
    return None if number is None else contents.so_many(look, things, number[1])


def _chosen(look: Resolver, clause: Clause, asked: Phrase) -> tuple[Condition, ...] | None:
    words = clause.words
    if words[0] not in _CHOSEN or len(words) < 2:
        return None
    if words[:2] == ["set", "to"]:
        return _valued(look, clause._replace(said=clause.said[2:]), asked)
    rest = clause.said[2:] if words[1] in contents.PLACING | {"for", "as"} else clause.said[1:]
    return figures.chosen(look, clause.subject, look.phrase(rest))


def _state(look: Resolver, clause: Clause, asked: Phrase) -> tuple[Condition, ...] | None:
    """A control is in a state; None where the words name no control that could be."""
    state = STATE_WORDS.get(" ".join(clause.words))
    place = look.control(asked) if state is not None else None
    if state is None or place is None or not traits.could_be(look, place, state):
        return None
    presence.refuse_longer_name(look, place, asked)
    if state in ("required", "optional") and "required" not in place.element.states:
        raise Unclear(f"whether {place.element.name!r} is required is not shown")
    if place.element.role in TOGGLES and state in ("enabled", "disabled"):
        on, off = "checked" in place.element.states, "disabled" in place.element.states
        if on == off:
            raise Unclear(f"{state} may mean that {place.element.name!r} is on, or that it can be used")
    return (InState(place, state),)


def _more_than(look: Resolver, clause: Clause, asked: Phrase) -> tuple[Condition, ...] | None:
    return (
        figures.more_than(look, clause.subject, clause.said, clause.word) if "than" in clause.words else None
    )


def _the_best(look: Resolver, clause: Clause, asked: Phrase) -> tuple[Condition, ...] | None:
    """A thing is the one that a superlative means: "is the cheapest mug", "has the most open tasks"."""
    told = look.phrase(clause.said)
    bound = relation_first(joined(clause.said)) is not None
    if told.best is None or bound or told.ordinal is not None or told.number is not None:
        return None
    found = look.selection(asked)
    known = found.listing.words | found.listing.kinds | told.best.column | lexicon.THINGS | look.title
    if len(found.items) > 1 or told.words - known:
        raise Unclear(f"which one {told.said!r} means cannot be told")
    best, _ = ranked(look, found.listing.items, told.best)
    return (Compared(look.name(best), "=", look.name(found.items[0]).text, "", asked.words),)


def _done(look: Resolver, clause: Clause, asked: Phrase) -> tuple[Condition, ...] | None:
    """What was done to a thing, by a label of one root with the verb: "was paid with a Visa" under "Paid with"."""
    told = [each for each in clause.said if each.word not in lexicon.ARTICLES]
    if len(told) < 3 or told[1].word not in lexicon.PREPOSITIONS:
        return None
    on_a_day = bool(days(joined(told[2:]), look.language))
    try:
        found = explained(look, [*clause.subject, told[0]])
    except Unclear:
        return None
    label = " ".join(look.names.labels(found.place)).lower().split() if found.place is not None else []
    if bool(days(found.text, look.language)) != on_a_day or (not on_a_day and told[1].word not in label):
        return None
    return (Compared(found, "=", joined(told[2:]), "" if on_a_day else "contains", asked.words),)


def _beside(look: Resolver, clause: Clause, asked: Phrase) -> tuple[Condition, ...] | None:
    """One thing stands before another one: not a value below another."""
    said = clause.said[1:] if clause.words[0] in _LISTED else clause.said
    beside = bool(said) and said[0].word in ordering.BEFORE | ordering.AFTER
    if not beside:
        return None
    # "Is below 5" and "is below the total" compare values; "is listed below" does not.
    figures_only = any(map(str.isdigit, joined([each for each in said if not each.quoted])))
    if said == clause.said and figures_only:
        return None
    return ordering.beside(look, clause.subject, said[0].word, said[1:])


def _placed(look: Resolver, clause: Clause, asked: Phrase) -> tuple[Condition, ...] | None:
    """Either "in stock", which a thing says of itself, or "in the cart", where it is."""
    if (
        clause.words[0] not in contents.PLACING
        or not clause.words[1:]
        or relation_first(joined(clause.said)) is not None
    ):
        return None
    try:
        return traits.of_subject(look, asked, clause.said)
    except Unclear as unclear:
        found = contents.inside(look, clause.subject, look.phrase(clause.said[1:]))
        if found is None:
            raise unclear from None
        return (found,)


def _valued(look: Resolver, clause: Clause, asked: Phrase) -> tuple[Condition, ...]:
    """A value, or a thing, is what is said of it.

    Raises:
        Absent: nothing is called so.
        Unclear: several things are, or the page does not tell.
    """
    problem: Unclear | None = None
    if figures.is_turned(clause.said):
        raise Unclear(
            f"whether {clause.text!r} cannot be told: what stands behind a figure makes another one of it"
        )
    try:
        value = figures.value(look, clause.subject, asked)
        if (not value.text and not clause.said[0].quoted) or (
            clause.word in ("was", "were") and clause.words[0].endswith("ed")
        ):
            # What was done to it is not what it says.
            said = f"and says {value.text!r}" if value.text else "and empty"
            raise Unclear(f"{asked.said!r} is on the page, {said}; whether {clause.text!r} cannot be told")
        if not figures.names_thing(look, value, asked, clause.said):
            return figures.related(look, value, clause.said, asked)
    except Absent:
        pass
    except Unclear as unclear:
        problem = unclear
    try:
        return traits.of_subject(look, asked, clause.said)
    except Unclear as unclear:
        raise problem or unclear from None


_READINGS: Final = (
    _seen,
    _sorted,
    _open_dialog,
    _empty,
    _on_page,
    _counted,
    _chosen,
    _state,
    _more_than,
    _the_best,
    _done,
    _beside,
    _placed,
    _valued,
)


# What something has, shows or says


def _holds(look: Resolver, clause: Clause, asked: Phrase) -> tuple[Condition, ...]:
    said = clause.said
    if not said:
        raise Unclear(f"{clause.text!r} is not understood")
    if clause.verb == "have" and (best := _the_best(look, clause, asked)) is not None:
        return best
    if said[0].word == "that":
        return contents.there(look, said[1:], sure=False)
    if contents.speaks_of_page(asked):
        return figures.property_of(look, asked, said) or contents.there(look, said)
    if page_messages.speaks_of_messages(look, asked):
        return page_messages.saying(look, asked, figures.text_of(said))
    found = fact(look, asked)
    if found is not None and (found.way != "text" or asked.words & (lexicon.HEADINGS | lexicon.DIALOGS)):
        if asked.words & lexicon.DIALOGS and not all(each.quoted for each in said):
            return contents.there(look, said)
        whole = found.way == "text" and not asked.words & lexicon.DIALOGS and clause.verb != "contain"
        return (Compared(found, "=", figures.text_of(said), "" if whole else "contains", asked.words),)
    field = look.control(asked, FIELDS)
    if field is not None:
        return (figures.in_field(field, clause),)
    return _part_holds(look, clause, asked)


def _part_holds(look: Resolver, clause: Clause, asked: Phrase) -> tuple[Condition, ...]:
    """A part of the page, or a thing of a list, has a value, so many things, or something in it."""
    said = clause.said
    if "than" in clause.words and (more := figures.more_than(look, clause.subject, said)) is not None:
        return more
    if (number := contents.number_of(said)) is not None and (
        badge := page_messages.badge(look, asked)
    ) is not None:
        return contents.on_badge(badge, *number)
    parts = presence.part(look, asked)
    if len(parts) == 1 and (told := traits.attribute_if_any(look, parts[0], said)):
        return told
    if (told := figures.property_of(look, asked, said)) is not None:
        return told
    if number is not None:
        return contents.counted_in(look, clause.subject, parts, *number)
    if not parts:
        try:
            value = figures.value(look, clause.subject, asked)
        except Absent:
            pass
        else:
            return figures.related(look, value, said, asked, "contains" if clause.verb == "contain" else "")
    shown = contents.inside(look, said, asked)
    named = all(each.quoted or each.word in lexicon.ARTICLES for each in said)
    sure = shown is not None and (shown.place is not None or bool(shown.role) or named)
    if shown is None or (clause.verb == "have" and not sure):
        # What is not shown of it a shop, or a person, may have all the same.
        raise Absent(asked.said)
    return (shown,)


# Each of several


def things(look: Resolver, subject: Sequence[Token], clause: Clause) -> list[Place]:
    """The several things that a plural speaks of: controls of a kind, or those of a list.

    Raises:
        Absent: there are none.
        Unclear: several lists could be meant.
    """
    asked = look.phrase(subject)
    roles = lexicon.ROLES.get(asked.noun, frozenset()) & CONTROLS
    words = asked.words - frozenset(lexicon.ROLES)
    state = STATE_WORDS.get(" ".join(clause.words), "")
    found = [
        each
        for each in look.shown
        if each.element.role in roles
        and words <= term_set(each.element.name)
        and (not state or traits.could_be(look, each, state))
    ]
    return found or list(look.selection(asked).items)


def of_one(look: Resolver, item: Place, clause: Clause) -> tuple[Condition, ...]:
    """What a clause says of one of several things.

    Raises:
        Unclear: the page does not tell.
    """
    state = STATE_WORDS.get(" ".join(clause.words))
    if state is not None and traits.could_be(look, item, state):
        return (InState(item, state),)
    if clause.verb == "cost":
        price = look.of_item(item, frozenset((stem("price"),)))
        if price is None:
            raise Absent(f"the price of {item.said[:40]!r}")
        return figures.related(look, price, clause.said, phrase(()))
    if clause.verb in ("have", "show", "contain"):
        if (own := traits.attribute_if_any(look, item, clause.said)) is None:
            raise Absent(f"{joined(clause.said)} of {item.said[:40]!r}")
        return own
    if clause.verb != "be":
        raise Unclear(f"{clause.text!r} is not understood")
    return traits.of_item(look, item, clause.said)
