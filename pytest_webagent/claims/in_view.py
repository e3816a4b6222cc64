"""What is asked of what is in sight: what stands at a place of an order, what is displayed, what is left."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pytest_webagent.claims.explanation import asked
from pytest_webagent.claims.naming import report
from pytest_webagent.claims.outcome import Absent, Outcome, all_of, ambiguous
from pytest_webagent.claims.ranking import the_best
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import Token, term_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.resolver import Resolver

_STANDING: Final = frozenset(("comes", "come", "stands", "ranks"))
_PLACES: Final = frozenset(("now", "currently", "place", "position"))
_LEFT: Final = frozenset(("left", "remain", "remains", "remaining"))
_IN_SIGHT: Final = _LEFT | lexicon.SEEN | lexicon.AUXILIARIES | {"still", "now", "then", "currently"}


def in_order(look: Resolver, said: Sequence[Token]) -> Outcome | None:
    """What a question for what stands at a place of an order comes to; None where it asks for no such thing."""
    first = said[0].word if said else ""
    if (nth := _nth(said)) is not None:
        return who(look, nth) if first == "who" else report(look, nth)
    what, of = of_nth(said)
    if of and first == "who":
        return who(look, of)
    named = first not in lexicon.QUESTION_WORDS | lexicon.AUXILIARIES | lexicon.PREPOSITIONS
    if of and (named or first in ("which", "what")):
        # "Which customer is in the second row", "what is the amount in the last line", "the amount in the last line".
        told = [
            each for each in (what if named else what[1:]) if each.word not in lexicon.AUXILIARIES | _STANDING
        ]
        return report(look, [*told, Token("of"), *of])
    return None


def _nth(said: Sequence[Token]) -> Sequence[Token] | None:
    """What stands at a place of an order, with its ordinal before it: of "which todo is third in the list", the third todo."""
    words = [each.word for each in said]
    verb = next((at for at, word in enumerate(words) if at and word in lexicon.AUXILIARIES | _STANDING), 0)
    if not verb or words[0] not in ("who", "which", "what"):
        return None
    at = verb + 1
    while words[at : at + 1] and words[at] in ("at", "on", "in", "of", "the"):
        at += 1
    number = {**lexicon.ORDINALS, "top": 1, "bottom": -1}.get(" ".join(words[at : at + 1]))
    behind = [each for each in said[at + 1 :] if each.word not in _PLACES]
    if number is None or (behind and behind[0].word not in lexicon.PREPOSITIONS):
        return None
    nth = "last" if number < 0 else lexicon.nth(number)
    return [Token(nth), *(said[1:verb] or [Token("item")]), *behind]


def of_nth(said: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]]:
    """What is said to stand in the thing at a place of an order, and that thing: of "the amount in the second row", the amount."""
    words = [each.word for each in said]
    at = next((at for at in range(len(words) - 2, 0, -1) if words[at] in lexicon.PREPOSITIONS), 0)
    of = [each for each in said[at + 1 :] if each.word not in lexicon.ARTICLES]
    nth = at and len(of) > 1 and of[0].word in lexicon.ORDINALS and term_set(of[1].text) <= lexicon.THINGS
    return (said[:at], of) if nth else (said, ())


def who(look: Resolver, said: Sequence[Token]) -> Outcome:
    """The person that is asked for."""
    phrase = look.phrase(said)
    if phrase.ordinal is None or phrase.best is not None:
        return the_best(look, phrase) if phrase.best is not None else asked(look, [Token("who"), *said])
    things = replace(phrase, head=("item",)) if phrase.noun in lexicon.PEOPLE else phrase
    return the_best(look, things, lexicon.PEOPLE)


def in_sight(look: Resolver, said: Sequence[Token]) -> Outcome | None:
    """What is said to be in sight and nothing else: "which discount is displayed", "which place remains"; None where nothing is.

    It is the value that is called so, or the names of the things that the one list of such things has.
    """
    end = len(said)
    while end and said[end - 1].word in _IN_SIGHT:
        end -= 1
    words = {each.word for each in said[end:]}
    if not words & (_LEFT | lexicon.SEEN) or any(each.word in lexicon.AUXILIARIES for each in said[:end]):
        return None
    things = look.phrase(said[:end])
    if not (words & _LEFT or things.plural):
        with suppress(Absent):
            return report(look, said[:end])
    lists = [each for each in look.listings if not (look.aside(each.items[0]) or each.lone_controls())]
    found = [each for each in lists if things.words <= each.kinds | lexicon.THINGS] or [
        each
        for each in lists
        if all(things.words <= term_set(" ".join(item.phrases())) for item in each.items)
    ]
    if len(found) != 1 or things.quoted:
        return None
    named = all_of(look.name(each, things.noun) for each in found[0].items)
    if named is not None and len(named.parts) > 1 and not things.plural:
        raise ambiguous(things.said, [each.text for each in named.parts])
    return named.parts[0] if named is not None and not things.plural else named
