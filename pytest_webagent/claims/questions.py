"""Questions: what a page answers, read off the things it names."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pytest_webagent.claims import conjunction
from pytest_webagent.claims.alternatives import offers, which_of_two
from pytest_webagent.claims.arithmetic import measured, reckoned
from pytest_webagent.claims.counting import count, refuse_of_others
from pytest_webagent.claims.evaluation import dialog_text
from pytest_webagent.claims.explanation import asked
from pytest_webagent.claims.in_view import in_order, in_sight, of_nth, who
from pytest_webagent.claims.naming import (
    chosen,
    explained_by_itself,
    message,
    report,
    says_how_many,
    single,
    switched,
)
from pytest_webagent.claims.outcome import Absent, Outcome, Unclear, all_of, ambiguous
from pytest_webagent.claims.ranking import the_best
from pytest_webagent.claims.resolver import Resolver
from pytest_webagent.claims.showing import shown_in_part
from pytest_webagent.language import lexicon
from pytest_webagent.language.superlatives import comparative
from pytest_webagent.language.terms import Token, is_plural, joined, term_set
from pytest_webagent.language.translation import in_english
from pytest_webagent.values.number_words import NUMBERS
from pytest_webagent.values.plain_text import plain, says

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.observation import Observation

_SENTENCES: Final = re.compile(r"(?<=[?!.])\s+(?=[A-Z])")
ASKS_AGAIN: Final = re.compile(
    r"(?:list|name|report|give|tell me|show) (?:them|it|all of them|(?:its|their) (?:name|number|title|id|code)s?)[.!]?",
    re.IGNORECASE,
)
"""A sentence that asks once more for what was asked before."""
_SAYING: Final = frozenset(("say", "says", "read", "show", "shows"))
_NUMBER: Final = frozenset(("many", "number"))
_COSTS: Final = frozenset(("cost", "costs"))
_IN_ALL: Final = frozenset(("total", "altogether", "together"))
_OF_A_WHOLE: Final = term_set(
    " ".join((*_IN_ALL, *_COSTS, *lexicon.AUXILIARIES, *lexicon.PRONOUNS, "in all that"))
)
_ENDS_OF_TIME: Final = {"from": "start", "since": "start", "until": "end", "till": "end"}
_MONEY: Final = {word for word, kind in lexicon.KINDS_OF_VALUES.items() if kind == "money"}
_ENDS: Final = {"least": "cheapest", "most": "most expensive"}


def answer(question: str, page: Observation, remembered: str = "") -> Outcome:
    """What a page answers to a question. `remembered` is what "it" stands for.

    Raises:
        Absent: nothing on the page is what the question speaks of (yet).
        Unclear: the page does not tell, or says several things.
    """
    look = Resolver(page, remembered)
    if page.dialog is not None:
        return Outcome(dialog_text(page), "dialog")
    sentences = [each for each in _SENTENCES.split(question.strip()) if not ASKS_AGAIN.fullmatch(each)]
    said = in_english(look.tokens(" ".join(sentences)), page.language)
    said = [each for each in said if each.word != "please"]
    while said and said[0].word in lexicon.ASKING:
        said = said[1:]
    if offers(said):
        return which_of_two(look, said)
    refuse_unread(said)
    _refuse_beside(look, said)
    if said and said[0].word == "count":
        return count(look, said[1:])
    if any(each.word == ";" for each in said):
        raise Unclear(f"{question!r} says several things at once")
    if not said:
        raise Absent(question)
    problem: Absent | None = None
    for parts in conjunction.questions(said, lambda words: _begins_with_a_thing(look, words)):
        try:
            return _no_echo(_in_turn(look, parts), question)
        except Absent as absent:
            problem = problem or absent
    raise problem or Absent(question)


def _no_echo(found: Outcome, question: str) -> Outcome:
    """What was found, where it tells more than the question does.

    Raises:
        Unclear: it does not.
    """
    if found.way == "text" and found.text and term_set(found.text) <= term_set(question):
        raise Unclear(f"the page says {found.text!r}, which {question!r} says itself")
    return found


def _in_turn(look: Resolver, parts: Sequence[Sequence[Token]]) -> Outcome:
    """What several questions come to, where "it" stands for the thing of which the one before was told."""
    told: list[Outcome] = []
    for before, each in zip((None, *parts), parts, strict=False):
        if before is not None:
            thing, asked = _thing_of(look, told[-1]), look.phrase(before)
            named = thing == told[-1].text and (before[0].word == "which" or asked.noun in lexicon.NAMES)
            look = look.about(thing) if thing and (named or term_set(thing) & asked.words) else look
        told.append(_read(look, each))
    if len(told) == 1:
        return told[0]
    return Outcome(", ".join(each.text for each in told), "several", parts=tuple(told))


def _thing_of(look: Resolver, told: Outcome) -> str:
    """The name of the thing of a list that something was told of; empty where it is of none."""
    item = told.place.item() if told.place is not None else None
    name = look.lists.name(item) if item is not None else None
    if name is None:
        return ""
    labels = (each.label for each in look.labelled if each.place == told.place)
    return "" if term_set(name.said) in labels else name.said


_ONE_OF_SEVERAL: Final = frozenset(("column", "section", "list", "group"))
"""Parts of a page of which there are several, so that a pronoun does not tell which is meant."""


def refuse_unread(said: Sequence[Token]) -> None:
    """Make sure that no words join what is asked for in a way that is not read: they would go for nothing.

    Raises:
        Unclear: some do.
    """
    words = [each.word for each in said]
    held = "how" in words[:2] and comparative(words) is not None
    for one, other in pairwise(words):
        # Several stand beside each other, and nothing here says which was spoken of.
        if one == "that" and other in _ONE_OF_SEVERAL:
            raise Unclear(
                f"which is meant by 'that {other}' in {joined(said)!r} is not understood: say its name"
            )
    for before, each in pairwise(each for each in said if each.word not in lexicon.ARTICLES):
        if held and each.word == "than":
            continue
        several = before.word in lexicon.ORDINALS and NUMBERS.get(each.word, 0) > 1
        if several or (each.word in lexicon.UNREAD and before.word != "other"):
            raise Unclear(f"'{before.text} {each.text}' in {joined(said)!r} is not understood")


def _refuse_beside(look: Resolver, said: Sequence[Token]) -> None:
    """Make sure that no other thing is meant than the one that is named: "below the Red Mug"."""
    words = [each for each in said if each.word not in lexicon.ARTICLES]
    for at, each in enumerate(words, 1):
        if each.word in lexicon.BESIDE and _begins_with_a_thing(look, words[at:]):
            raise Unclear(f"what stands {each.word} another thing is not looked for: {joined(said)!r}")


def _begins_with_a_thing(look: Resolver, said: Sequence[Token]) -> bool:
    """Whether words begin with the name of a thing of a list."""
    text = plain(" ".join(each.text for each in said))
    return any(text.startswith(plain(name)) for name in _things(look))


def _things(look: Resolver) -> Iterator[str]:
    """The names of the things of lists."""
    names = (look.lists.name(item) for each in look.listings for item in each.items)
    return (name.said for name in names if name is not None and name.said)


def _read(look: Resolver, said: Sequence[Token]) -> Outcome:
    """What one question comes to: as a whole, and in the part of the page that it names; the two must not differ.

    Raises:
        Unclear: they do, or it comes to nothing in either way.
    """
    there = None if of_nth(said)[1] else shown_in_part(look, said, _by_word)
    try:
        told = _by_word(look, said)
    except Unclear:
        if there is None:
            raise
        return there
    if there is not None and not says(there.text, told.text):
        raise ambiguous(joined(said), [told.text, there.text])
    return told


def _by_word(look: Resolver, said: Sequence[Token]) -> Outcome:
    """What one question comes to, by the words it begins with."""
    first, second = (each.word for each in (*said, Token(""), Token(""))[:2])
    if (found := in_order(look, said)) is not None:
        return found
    if first in lexicon.PREPOSITIONS and second in lexicon.QUESTION_WORDS:
        # "By when", "in which city", "on which day": what is done on a day has one.
        timed = second in ("which", "what") and term_set(joined(said[2:3])) & lexicon.TIMES
        end = _ENDS_OF_TIME.get(first) if second == "when" else None
        said = [*said, Token(end)] if end is not None else said
        return _when(look, said[3:], said[2].word) if timed else _by_word(look, said[1:])
    if any(each.word in lexicon.EACH for each in said) and (
        _NUMBER & {each.word for each in said[:3]} or look.phrase(said).best
    ):
        raise Unclear(f"{joined(said)!r} asks for an answer for each of several")
    if first in ("whether", "if") or first in lexicon.AUXILIARIES:
        raise Unclear(f"{joined(said)!r} asks for a yes or no")
    if first == "how":
        return _how(look, said[1:], second)
    if first == "what" and second in lexicon.ARTICLES | lexicon.PRONOUNS:
        # "Tell me what the total is".
        return _what(look, said[1:-1] if said[-1].word in lexicon.AUXILIARIES else said[1:])
    if first in ("which", "what") and second not in lexicon.AUXILIARIES:
        return _which(look, said[1:])
    if (rest := _behind_number_of(said)) is not None:
        return count(look, rest)
    asks = _BY_WORD.get(first.removesuffix("'s"))
    if asks is None:
        return report(look, said)
    rest = said[1:]
    while rest and rest[0].word in lexicon.AUXILIARIES - {"has", "have"}:
        rest = rest[1:]
    return asks(look, rest)


def _behind_number_of(said: Sequence[Token]) -> Sequence[Token] | None:
    """What "the number of" asks to be counted; None where nothing is."""
    words = [each.word for each in said[:3] if each.word not in lexicon.ARTICLES - {"of"}]
    if any(each.word in lexicon.ORDINALS for each in said[3:5]):
        # "The number of the last order" is its own.
        return None
    return said[[each.word for each in said].index("of") + 1 :] if words[:2] == ["number", "of"] else None


def _how(look: Resolver, said: Sequence[Token], second: str) -> Outcome:
    if second == "many":
        with suppress(Absent):
            if found := reckoned(look, said[1:]):
                return found
        return _or_measured(look, said[1:], count)
    if second == "much":
        if {each.word for each in said[1:]} & _IN_ALL and not term_set(joined(said[1:])) - _OF_A_WHOLE:
            # What the page calls the total comes before a sum of all that it shows.
            return report(look, [Token("total")])
        return reckoned(look, said[1:]) or _or_measured(look, said[1:], _how_much)
    if second in lexicon.MEASURES:
        rest = [each for each in said[1:] if each.quoted or each.word not in lexicon.AUXILIARIES]
        return report(look, [Token(lexicon.MEASURES[second]), Token("of"), *rest])
    return asked(look, [Token("how"), *said])


def _or_measured(
    look: Resolver, said: Sequence[Token], read: Callable[[Resolver, Sequence[Token]], Outcome]
) -> Outcome:
    """What a question comes to, or else what is shown in the unit that it begins with."""
    try:
        return read(look, said)
    except Absent as absent:
        try:
            found = measured(look, said)
        except Absent:
            raise absent from None
        if found is None:
            raise
        refuse_of_others(look, found, look.phrase(said))
        return found


def _how_much(look: Resolver, said: Sequence[Token]) -> Outcome:
    rest = [each for each in said if each.quoted or each.word not in lexicon.AUXILIARIES | _COSTS]
    at = next((at for at, each in enumerate(rest) if each.word == "per"), len(rest))
    # "What does the first hostel cost per night" asks for its price per night.
    priced = [Token("price"), *rest[at:], Token("of"), *rest[:at]]
    ways = (priced, rest) if said and said[0].word in lexicon.AUXILIARIES else (rest, priced)
    rate = term_set(joined(rest[at + 1 :]))
    for way in ways:
        phrase = look.phrase(way)
        if phrase.best is not None or phrase.ordinal is not None:
            return explained_by_itself(look, report(look, way), rate)
        if found := single(look, phrase):
            return explained_by_itself(look, found, rate)
    if not term_set(joined(said)) & _MONEY:
        raise Absent(joined(rest))
    return asked(look, [Token("how"), Token("much"), *rest])


def _which(look: Resolver, said: Sequence[Token]) -> Outcome:
    """Which of several: the best, the chosen, those that are so; or the value that is called so."""
    if not said:
        raise Absent("which")
    if term_set(said[0].text) & lexicon.TIMES:
        with suppress(Unclear):
            return _when(look, said[1:], said[0].word)
    if said[0].word == "of":
        said = said[1:]
    elif said[0].word == "one":
        said = [Token("item"), *said[1:]]
    at = next((at for at, each in enumerate(said) if each.word in _COSTS), len(said))
    if ends := [_ENDS[each.word] for each in said[at + 1 : at + 3] if each.word in _ENDS]:
        said = [Token(word) for word in ends[0].split()] + [*said[:at]]
    asked = look.phrase(said)
    if asked.best is not None:
        return the_best(look, asked)
    if (seen := in_sight(look, said)) is not None:
        return seen
    verb = next((at for at, each in enumerate(said) if each.word in lexicon.AUXILIARIES), None)
    if verb is not None and any(each.word in lexicon.CHOSEN for each in said[verb + 1 : verb + 3]):
        return chosen(look, look.phrase(said[:verb]))
    asked = _with_trait(look, said, verb)
    if asked.head and set(asked.head) <= lexicon.MESSAGES:
        return message(look, asked)
    return _so(look, asked)


def _with_trait(look: Resolver, said: Sequence[Token], verb: int | None) -> Phrase:
    """The things that are asked of, with what is told of them: "which orders are paid", "which jobs failed"."""
    asked = look.phrase(said)
    if verb is None:
        first = next((at for at, each in enumerate(said) if is_plural(each.word)), 0)
        head = look.phrase(said[: first + 1]).head
        return (
            replace(asked, head=head, rest=asked.head[len(head) :] + asked.rest)
            if len(asked.head) > 1
            else asked
        )
    things, told = look.phrase(said[:verb]), look.phrase(said[verb + 1 :])
    return replace(asked, head=things.head, rest=things.rest + told.head + told.rest, plural=things.plural)


def _so(look: Resolver, asked: Phrase) -> Outcome:
    # What is asked for has to be on the page, whatever else may go unsaid.
    asked = replace(asked, soft=asked.soft - {asked.noun})
    try:
        if (value := look.value(asked)) is not None and value.text and not says_how_many(value, asked):
            return value
    except Unclear:
        # Several things have a value that is called so: which of them is meant is told below.
        pass
    try:
        found = look.selection(asked)
        narrowed = len(found.items) < len(found.listing.items) or len(found.items) == 1
        if (
            found.surely_called
            and narrowed
            and (names := all_of(look.name(each, asked.noun) for each in found.items))
        ):
            return names if len(found.items) > 1 else names.parts[0]
    except Absent:
        pass
    if told := switched(look, asked):
        return told
    raise Absent(asked.said)


def _when(look: Resolver, said: Sequence[Token], of: str = "when") -> Outcome:
    kind = {"time": "time", "hour": "time", "day": "day", "date": "day"}.get(of, "when")
    return asked(look, [Token(kind), *said])


def _where(look: Resolver, said: Sequence[Token]) -> Outcome:
    return asked(look, [Token("where"), *said])


def _what(look: Resolver, said: Sequence[Token]) -> Outcome:
    first, last = (said[0].word, said[-1].word) if said else ("", "")
    if any(each.word in _COSTS for each in said[1:]):
        return _how_much(look, [Token("does"), *said])
    if first in lexicon.CHOSEN:
        return chosen(look, look.phrase(said[1:]))
    said = said[:-1] if last in _SAYING else said
    if last in lexicon.NAMING and len(said) > 1:
        # "What is the copy called?"
        return report(look, [Token("name"), Token("of"), *said[:-1]])
    rest = _behind_number_of(said)
    return report(look, said) if rest is None else count(look, rest)


_BY_WORD: Final[Mapping[str, Callable[[Resolver, Sequence[Token]], Outcome]]] = {
    "what": _what,
    "who": who,
    "whom": who,
    "when": _when,
    "where": _where,
}
