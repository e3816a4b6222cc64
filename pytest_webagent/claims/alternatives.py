"""Which of two things that a question offers the page says of what it asks about: "is INV-7 open or a draft?"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.aria_roles import BUTTONS, TOGGLES
from pytest_webagent.claims.measuring import compared_by, measure, name_of
from pytest_webagent.claims.outcome import Absent, Outcome, Unclear, ambiguous
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import joined, term_set
from pytest_webagent.page.names import item_texts
from pytest_webagent.values.amounts import UnreadableError, keys, worth
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.measuring import Comparative
    from pytest_webagent.claims.outcome import Way
    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.terms import Token
    from pytest_webagent.page.places import Place

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
    """The texts that say one of the two: "is INV-7 open or a draft"."""
    toggles = [each for each in look.shown if each.element.role in TOGGLES]
    unchosen = {plain(each.element.name) for each in toggles if not _CHOSEN & set(each.element.states)}
    sizes = {
        each: explained(look, each, first, second)
        for each in look.values
        if each.element.role not in BUTTONS and plain(each.holds) not in unchosen
    }
    most = max(sizes.values(), default=0)
    best = [each for each, size in sizes.items() if most and size == most]
    return {
        plain(each.holds): Outcome(
            each.holds, "text", each, state=next(iter(_CHOSEN & set(each.element.states)), "")
        )
        for each in best
    }


def explained(look: Resolver, place: Place, first: Sequence[Token], second: Sequence[Token]) -> int:
    """How many words before the first of the two the names of an element explain that says one of them and nothing else."""
    own, other = term_set(place.holds), term_set(joined(second))
    item = place.item()
    texts = [*look.names.labels(place), *(item_texts(item) if item is not None else ())]
    kinds = [each.words | each.kinds for each in look.listings if item in each.items]
    known = term_set(" ".join(text for text in texts if text != place.holds)) | lexicon.LIGHT
    known = known.union(look.title, *kinds, *(said for _, said in look.around(place)))
    sizes = [0]
    for start in range(1, len(first)):
        subject, one = term_set(joined(first[:start])), term_set(joined(first[start:]))
        if subject <= known and own in (one, other):
            sizes.append(len(subject))
    return max(sizes)


def _named(look: Resolver, said: Sequence[Token], two: Sequence[Sequence[Token]]) -> dict[str, Outcome]:
    """The names of those of which the rest is said: "who is an editor, Ann or Bob"."""
    found: dict[str, Outcome] = {}
    for listing in look.listings:
        wanted = term_set(joined(said)) - lexicon.LIGHT - listing.words - lexicon.THINGS
        texts = {item: [term_set(text) for text in item_texts(item)] for item in listing.items}
        named = [
            [item for item, own in texts.items() if any(term_set(joined(each)) <= text for text in own)]
            for each in two
        ]
        if wanted and all(len(items) == 1 for items in named):
            for (item,) in named:
                if any(wanted <= text for text in texts[item]):
                    found[look.name(item).text] = look.name(item)
    return found
