"""Statements cut into clauses: what is spoken of, the verb, what is said of it, and whether that is denied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.language import lexicon
from pytest_webagent.language.superlatives import comparative
from pytest_webagent.language.terms import Token, is_plural, joined
from pytest_webagent.values.days import days
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Verb: TypeAlias = Literal[
    "exist",
    "be",
    "show",
    "contain",
    "say",
    "have",
    "cost",
    "start",
    "end",
    "stand",
    "exceed",
    "equal",
    "happen",
]
_FORMS: Final[Mapping[Verb, str]] = {
    "be": "is are was were be been",
    "show": "shows show displays display lists list offers offer",
    "contain": "contains contain includes include mentions mention",
    "say": "says say reads read states",
    "have": "has have had holds hold",
    "cost": "costs cost",
    "start": "starts start begins begin",
    "end": "ends end",
    "stand": "comes come stands stand appears appear precedes follows",
    "exceed": "exceeds exceed",
    "equal": "equals equal",
    "exist": "exists exist",
}
_VERBS: Final[Mapping[str, Verb]] = {word: verb for verb, words in _FORMS.items() for word in words.split()}
_NOUNS: Final = word_set(
    "show list display hold offer cost read start end state states equal contain starts ends reads"
)
"""Verbs that are nouns, or something else, as well."""
_CONTRACTED: Final = (
    "isn't",
    "aren't",
    "wasn't",
    "weren't",
    "hasn't",
    "haven't",
    "doesn't",
    "don't",
    "didn't",
    "can't",
)
_DOING: Final = word_set("does do did can could")
_PASSING: Final = word_set("still now currently already also again yet just")
"""Adverbs that say nothing of what is on a page."""
_PRONOUNS: Final = word_set("it they he she this that everything nothing everyone")
_ON: Final = word_set("on in at by until")
_JOINING: Final = word_set("and but , ;")
_ALTERNATIVES: Final = word_set("either or unless except besides")
_OPEN: Final = word_set(
    "about approximately roughly around nearly almost if should might could would must may "
    "probably maybe when whenever while because until"
)
"""Words that leave open what has to hold."""


class Clause(NamedTuple):
    """One clause of a statement."""

    subject: tuple[Token, ...]
    verb: Verb
    word: str
    """The verb as it is written."""
    said: tuple[Token, ...]
    denied: bool = False

    @property
    def words(self) -> list[str]:
        """The words of what is said."""
        return [each.word for each in self.said]

    @property
    def text(self) -> str:
        """The clause in words."""
        return joined((*self.subject, *((Token(self.word),) if self.word else ()), *self.said))


def clauses(said: Sequence[Token]) -> list[Clause]:
    """The clauses of a statement.

    Raises:
        Unclear: it leaves something open, or has no verb that says what something is, has or shows.
    """
    every = [part for each in said for part in _expanded(each)]
    for each, behind in zip(every, [*every[1:], Token("")], strict=True):
        if each.word in _ALTERNATIVES:
            raise Unclear(f"{each.text!r} in {joined(every)!r} names an alternative or an exception")
        until = each.word == "until" and any(map(str.isdigit, behind.text))
        if each.word in _OPEN and each.text != "May" and not until:
            raise Unclear(f"{each.text!r} in {joined(every)!r} leaves open what has to hold")
    return [_clause(each) for each in _parts(every)]


def clause_of(question: Sequence[Token]) -> tuple[list[Token], Clause | None]:
    """What follows the verb of a question that begins with one, and the clause where that can be told: "does it show X".

    Raises:
        Unclear: it does not begin with a verb.
    """
    first, *rest = [part for each in question for part in _expanded(each)]
    if rest and rest[0].word in lexicon.NOT:
        rest = rest[1:]
    if rest and rest[0].word == "there":
        return rest, _clause([Token("there"), Token("is"), *rest[1:]])
    if first.word in _DOING | {"has", "have"}:
        at = next((at for at, each in enumerate(rest) if at and (each.word in _VERBS)), None)
        if at is not None:
            does = first if first.word in ("can", "could") else Token("does")
            return rest, _clause([*rest[:at], does, *rest[at:]])
    if first.word not in lexicon.AUXILIARIES - _DOING:
        raise Unclear(f"{joined(question)!r} is not understood")
    return rest, None


def _expanded(each: Token) -> tuple[Token, ...]:
    """A contraction in two words."""
    if each.word in _CONTRACTED:
        return (Token(each.text[: each.text.lower().replace("’", "'").index("n't")]), Token("not"))
    if each.word in ("there's", "it's", "that's"):
        return (Token(each.text[:-2]), Token("is"))
    return (Token("can"), Token("not")) if each.word == "cannot" else (each,)


def _verb(said: Sequence[Token]) -> int | None:
    """Where the verb of a clause stands: not in a relative clause, and no noun such as "list"."""
    relative = False
    for at, each in enumerate(said):
        if each.word in lexicon.RELATIVES and at:
            relative = True
        elif at and (each.word in _VERBS or (each.word in _DOING and len(said) > at + 1)):
            behind = said[at + 1].word if at + 1 < len(said) else ""
            if (
                each.word in _NOUNS
                and behind != "with"
                and not is_plural(said[at - 1].word)
                and not said[at - 1].quoted
            ):
                continue
            if relative:
                relative = False
                continue
            return at
    return None


def _parts(said: Sequence[Token]) -> list[list[Token]]:
    """The clauses of a sentence, each with the subject or the verb that it shares with another one."""
    between = False
    for at, each in enumerate(said):
        between = between or each.word == "between"
        if each.word not in _JOINING or not 0 < at < len(said) - 1:
            continue
        if between and each.word == "and":
            between = False
            continue
        first, second = list(said[:at]), list(said[at + 1 :])
        if second[0].word in _JOINING:
            second = second[1:]
        if (
            each.word == ","
            and not _verb([Token("x"), *second])
            and not any(one.word in ("and", "but") for one in second)
        ):
            # A comma within a date, or before the direction of an order.
            continue
        if parts := _shared(first, second):
            return [part for half in parts for part in _parts(half)]
    return [list(said)]


def _shared(first: list[Token], second: list[Token]) -> list[list[Token]]:
    verb, other = _verb(first), _verb(second)
    if first and first[0].word in lexicon.ANY:
        raise Unclear("whether one of them is both cannot be told: say 'any' of one thing at a time")
    if other is None and second[0].word in _PRONOUNS:
        raise Unclear(f"{joined(second)!r} is not understood")
    begins = bool(second) and _verb([Token("x"), *second]) == 1
    if verb is None:
        # "Ann and Bob are active"
        first = first[1:] if first and first[0].word == "both" else first
        return [[*first, *second[other:]], second] if other and not begins else []
    if begins:
        return [first, [*first[:verb], *second]]
    if other is None:
        return [first, [*first[: _behind(first, verb)], *second]]
    rest = [each for each in second[other + 1 :] if each.word not in lexicon.NOT]
    if not rest:
        # "... and Bob is not"
        second = [*second, *first[_behind(first, verb) :]]
    return [first, second]


def _behind(said: Sequence[Token], verb: int) -> int:
    """Where a verb with all that belongs to it ends: "does not show"."""
    at = verb + 1
    while at < len(said) and (
        said[at].word in lexicon.NOT | _PASSING or (said[verb].word in _DOING and said[at].word in _VERBS)
    ):
        at += 1
    return at


def _clause(said: Sequence[Token]) -> Clause:
    """One clause.

    Raises:
        Unclear: it has no verb that is understood.
    """
    at = _verb(said)
    words = [each.word for each in said]
    than = words.index("than") if "than" in words else len(said)
    if (at is None or at > than) and (found := comparative(words[:than])) is not None and found[0] > 1:
        # "The bus arrives later than the train".
        more = found[0]
        return Clause(tuple(said[: more - 1]), "be", words[more - 1], tuple(said[more:]))
    if at is None:
        return _on_a_day(said)
    subject, word, rest = list(said[:at]), said[at].word, list(said[at + 1 :])
    denied, rest = _without_not(rest)
    if word in _DOING or (word in ("has", "have") and rest[:1] and rest[0].word == "been"):
        if not rest or rest[0].word not in _VERBS:
            raise Unclear(f"{joined(said)!r} is not understood")
        word, rest = rest[0].word, rest[1:]
    if said[at].word in ("can", "could"):
        rest = _possible(said, rest)
    elif word in ("is", "are") and subject[-1:] == [Token("can")]:
        subject.pop()
    rest = [each for each in rest if each.quoted or each.word not in _PASSING]
    verb = _VERBS[word]
    if subject[-1].word == "there" and verb == "be":
        # "In the cart there is a mug".
        return Clause((*rest, *subject[:-1]), "exist", "", (), denied)
    if rest and rest[0].word == "no" and verb != "be":
        denied, rest = not denied, rest[1:]
    return Clause(tuple(subject), verb, word, tuple(rest), denied)


def _possible(said: Sequence[Token], rest: list[Token]) -> list[Token]:
    """What can be pressed is enabled.

    Raises:
        Unclear: something else can be done to it, of which the page shows no state.
    """
    if [each.word for each in rest] not in (["clicked"], ["pressed"], ["used"], ["changed"], ["edited"]):
        raise Unclear(f"whether {joined(said)!r} cannot be told from the page")
    return [Token("enabled")]


def _on_a_day(said: Sequence[Token]) -> Clause:
    """A clause of any other verb that ends with when it happens: "the fair takes place on 3 May".

    Raises:
        Unclear: it does not.
    """
    for at in range(len(said) - 1, 1, -1):
        if said[at].word in _ON and days(joined(said[at + 1 :])):
            return Clause(tuple(said[:at]), "happen", "", tuple(said[at + 1 :]))
    raise Unclear(f"{joined(said)!r} is not understood")


def _without_not(said: list[Token]) -> tuple[bool, list[Token]]:
    denied = False
    while said and (
        said[0].word in _PASSING | {"not", "never"} or [each.word for each in said[:2]] == ["no", "longer"]
    ):
        denied = denied or said[0].word in ("not", "never", "no")
        said = said[2:] if said[0].word == "no" else said[1:]
    return denied, said
