"""Which of two things that a question offers the page says of what it asks about: "is INV-7 open or a draft?"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.aria_roles import TOGGLES
from pytest_webagent.claims.explanation import content, explained, facts
from pytest_webagent.claims.measuring import compared_by, measure, name_of
from pytest_webagent.claims.outcome import Absent, Outcome, Unclear, ambiguous
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import joined, term_set
from pytest_webagent.values.amounts import UnreadableError, keys, worth
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.measuring import Comparative
    from pytest_webagent.claims.outcome import Way
    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.terms import Token

_CHOSEN: Final = frozenset(("checked", "selected", "current"))


def offers(said: Sequence[Token]) -> bool:
    """Whether a question offers two things: "is it open or paid", "who is an editor, Ann or Bob"."""
    words = [each.word for each in said]
    return "or" in words and (words[0] in lexicon.AUXILIARIES or "," in words[: words.index("or")])


def which_of_two(look: Resolver, said: Sequence[Token]) -> Outcome:
    """Which of two is so: a text of what is asked about, or the name of the one of whose row or card the rest is said.

    Raises:
        Absent: neither is.
        Unclear: both are.
    """
    at = next(at for at, each in enumerate(said) if each.word == "or")
    comma = next((at for at, each in enumerate(said[:at]) if each.word == ","), 0)
    two = [said[comma + 1 : at], said[at + 1 :]]
    if comma and (compared := compared_by(look, said[:comma])) is not None:
        return _the_more(look, two, said[compared.behind : comma], compared)
    found = _named(look, said[:comma], two) if comma else _said(look, said[1:at], said[at + 1 :])
    if not found:
        raise Absent(joined(said))
    if len(found) > 1:
        raise ambiguous(joined(said), list(found))
    return next(iter(found.values()))


def _the_more(
    look: Resolver, two: Sequence[Sequence[Token]], rest: Sequence[Token], by: Comparative
) -> Outcome:
    """The one of two that is more of something: "which is cheaper, the bus or the train".

    Raises:
        Absent: one of them shows no such value.
        Unclear: they cannot be compared, or are as much.
    """
    values = [measure(look, [*each, *rest], by.scale) for each in two]
    try:
        ranks: Sequence[Any] = keys([worth(each.text, look.language, each.text) for each in values])
    except UnreadableError as error:
        raise Unclear(f"they cannot be compared: {error}") from error
    if ranks[0] == ranks[1]:
        raise ambiguous(joined(rest), [joined(each) for each in two])
    names = [name_of(look, each, value) for each, value in zip(two, values, strict=True)]
    best = (min if by.end == "least" else max)((0, 1), key=ranks.__getitem__)
    way: Way = "min" if by.end == "least" else "max"
    return names[best]._replace(way=way, parts=tuple(names), by=tuple(values))


def _said(look: Resolver, first: Sequence[Token], second: Sequence[Token]) -> dict[str, Outcome]:
    """The texts that say one of the two of what stands before the first: "is INV-7 open or a draft"."""
    toggles = [each for each in look.shown if each.element.role in TOGGLES]
    unchosen = {plain(each.element.name) for each in toggles if not _CHOSEN & set(each.element.states)}
    texts = [fact for fact in facts(look) if plain(fact.value.text) not in unchosen]
    for start in range(len(first) - 1, 0, -1):
        subject = term_set(joined(first[:start])) - lexicon.LIGHT
        two = (term_set(joined(first[start:])), term_set(joined(second)))
        saying = [each for each in texts if term_set(each.value.text) in two]
        if found := explained(saying, subject, look.title | lexicon.LIGHT, near=False):
            return {plain(each.fact.value.text): _chosen(each.fact.value) for each in found}
    return {}


def _chosen(value: Outcome) -> Outcome:
    states = value.place.element.states if value.place is not None else ()
    return value._replace(state=next((each for each in states if each in _CHOSEN), ""))


def _named(look: Resolver, said: Sequence[Token], two: Sequence[Sequence[Token]]) -> dict[str, Outcome]:
    """The names of those of which the rest is said: "who is an editor, Ann or Bob"."""
    wanted, free = content(look, said)
    options = [term_set(joined(each)) for each in two]
    named = [each for each in facts(look) if any(one <= term_set(each.value.text) for one in options)]
    found = explained(named, wanted, free, near=False) if wanted - free else []
    return {each.fact.value.text: each.fact.value for each in found}
