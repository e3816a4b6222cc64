"""Whether another name of a control says what its recorded name says, by the words alone.

A name is the same where the matching of words says so by which `builtin` finds what a goal names, and near where synonyms
join the two, or it has another word for a deed that destroys, spends or reaches others. It is contrary where it says another number
or denial, another deed where one of the two destroys, spends or reaches others, or has a small word that makes another thing of it: "Save
as draft" is not "Save". It may also say another deed, and of all others words cannot tell.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Final, Literal, TypeAlias

from pytest_webagent.language import lexicon
from pytest_webagent.language.deeds import tells_a_deed
from pytest_webagent.language.terms import stem, term_set, terms
from pytest_webagent.language.words import negated, words
from pytest_webagent.model.builtin.short_names import weighs
from pytest_webagent.model.builtin.words import Fit, Words, bare, begins, fit, tokens, unsaid
from pytest_webagent.values import number_words
from pytest_webagent.values.likeness import likeness

Kinship: TypeAlias = Literal["same", "near", "other", "deed", "contrary"]

_NUMBERS: Final = frozenset(number_words.NUMBERS) | frozenset(lexicon.ORDINALS)
_JOINING: Final = frozenset("&+/|")
_SMALL: Final = (lexicon.GLUE | lexicon.ELSEWHERE | {"new", "later"}) - lexicon.ARTICLES - {"to"}
"""Words that make another thing of a name that has them."""


def kinship(was: str, name: str, language: str = "") -> Kinship:
    """How a name is related to one that was recorded; `language` is that of the page, which may write numbers its own way."""
    if likeness(was, name, language).same:
        return "same"
    both = ((was, name), (name, was))
    if _numbers(was) != _numbers(name) or negated(was) != negated(name):
        return "contrary"
    if any(fit(Words(one), other) >= Fit.SAME or _only_longer(one, other) for one, other in both):
        # Of two such deeds side by side each may have its own word: "Remove" from the list, and "Delete" for good.
        return "near" if weighs(name) and _deeds(was) != _deeds(name) else "same"
    gone, new = _left(was, name), _left(name, was)
    left = gone | new
    # The same may be done with another thing: "Add to wishlist" for "Add to cart".
    elsewhere = gone and new and _deeds(was) & _deeds(name)
    weighed = left and (weighs(was) or weighs(name))
    if left & _SMALL or weighed or elsewhere or _opposed(was, name):
        return "contrary"
    if left & lexicon.DEEDS:
        # What has only become longer is about the same, and does something else with it: "Log out", "Unsubscribe".
        return "contrary" if _akin(was, name) else "deed"
    pairs = zip_longest(terms(was), terms(name), fillvalue="")
    return "near" if not left and all(_alike(*pair) for pair in pairs) else "other"


def shortened(long: str, short: str, known: str) -> bool:
    """Whether a name is the beginning of a longer one that goes on with nothing but what is known all the same."""
    rest = begins(short, long)
    return bool(rest) and tells_a_deed(short) and term_set(rest) <= term_set(known)


def _numbers(name: str) -> frozenset[str]:
    """The numbers in a name, but for a count behind it."""
    return frozenset(word for word in words(bare(name)) if word in _NUMBERS or any(map(str.isdigit, word)))


def _only_longer(short: str, long: str) -> bool:
    """Whether a name says more than another, and nothing of that makes another thing of it."""
    if fit(Words(short), long) != Fit.PART or unsaid(short, long):
        return False
    return not (frozenset(words(long)) - frozenset(words(short))) & _SMALL and not _JOINING & {*long} - {
        *short
    }


def _left(one: str, other: str) -> frozenset[str]:
    """The words of a name that another does not say, nor means by a synonym."""
    said, known = frozenset(tokens(other)), term_set(other)
    return (
        frozenset(
            word
            for word in tokens(one)
            if word not in said and not any(_alike(stem(word), each) for each in known)
        )
        - lexicon.ARTICLES
    )


def _deeds(name: str) -> frozenset[str]:
    return term_set(" ".join(word for word in words(name) if word in lexicon.DEEDS))


def _opposed(was: str, name: str) -> bool:
    one, other = term_set(was), term_set(name)
    return any(
        any(word <= one for word in group) and any(word <= other and not word <= one for word in group)
        for group in lexicon.OPPOSED
    )


def _akin(was: str, name: str) -> bool:
    """Whether two names have words in common, or one that goes on within another."""
    one, other = words(was), words(name)
    return any(each in word or word in each for each in one for word in other)


def _alike(one: str, other: str) -> bool:
    return one == other or other in lexicon.SYNONYMS.get(one, frozenset())
