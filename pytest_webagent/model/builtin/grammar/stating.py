"""Statements of a check: "the cart shows 2 mugs and a total below $20" is two claims about the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar import forms
from pytest_webagent.model.builtin.phrase import HINTS
from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.model.builtin.statement import Is
from pytest_webagent.model.builtin.words import unveil, veil

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.model.builtin.statement import Claim

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z'\"])|\n+|\s*;\s*")
_BETWEEN = re.compile(r"\b(between\s+\S+(?:\s+\S+){0,3}?\s+)and(?=\s)", re.IGNORECASE)
_KEPT_AND = "\ue000"
"""Stands for an "and" that joins no statements."""
_JOINT = re.compile(r"\s*,\s*(?:and|but)\s+|\s*,(?!\d)\s*|\s+(?:and|but)\s+(?:also\s+)?", re.IGNORECASE)
_LEAD = re.compile(
    r"^(?:(?:please\s+)?(?:check|verify|confirm|assert|ensure|make\s+sure|see)\s+(?:that\s+|whether\s+|if\s+)?|that\s+|then\s+|also\s+|now,?\s+|"
    r"(?:the\s+page|it|the\s+screen)\s+(?:shows|says)\s+that\s+|(?:i|we|you)\s+(?:can\s+)?see\s+that\s+)(?=\S)",
    re.IGNORECASE,
)
_BEYOND = (
    (
        re.compile(
            r"\b(?:either|or|neither|nor|unless|otherwise|except|apart from|other than|besides|rather than|instead of)\b",
            re.IGNORECASE,
        ),
        "names an alternative or an exception",
    ),
    (
        re.compile(
            r"\b(?:if|when|whenever|once|while|until|because|so that|in order to|after \w+ing|before \w+ing)\b",
            re.IGNORECASE,
        ),
        "holds a condition or a reason; state only what has to hold now",
    ),
    (
        re.compile(
            r"\b(?:should(?:n't)?|must|might|(?-i:may)|could|would|probably|maybe|(?:about|approximately|around|roughly|almost|nearly)(?=\s[^\w\s]?\d))\b",
            re.IGNORECASE,
        ),
        "leaves open what has to hold; say what is so, in the present tense",
    ),
)
_VERB = r"(?:is|are|was|were|has|have|shows?|displays?|lists?|contains?|includes?|says?|reads?|mentions?|offers?|holds?|costs?|equals?)"
_ORDER_BEHIND = re.compile(
    r",\s+(?=(?:with\s+the\s+)?(?:\w+\s+){1,2}first\b|(?:in\s+)?(?:ascending|descending|rising|falling|increasing|decreasing|alphabetical|reverse)|from\s|[az]\s*(?:to|-)\s*[az]\b|low\w*\s+to\s|high\w*\s+to\s)",
    re.IGNORECASE,
)
"""The comma before the direction of an order: "sorted by price, cheapest first"."""
_SHORTENED = re.compile(
    r"^(?P<subject>.+?)\s+(?P<verb>(?:is|are)(?:\s+not|n't)?|(?:does|do)\s+not|doesn't|don't)$", re.IGNORECASE
)
"""A statement that leaves off what it has in common with the one before: "and Bob is not"."""
_NOT = re.compile(r"^not\s+(?P<rest>.+)$", re.IGNORECASE)
_STARTS_WITH_VERB = re.compile(
    rf"(?:{_VERB}\b|does\b|doesn't\b|isn't\b|aren't\b|starts\b|ends\b)", re.IGNORECASE
)
_SUBJECT = re.compile(
    rf"^(?P<lead>(?P<subject>there|.+?)(?<!\bthe)(?<!\bmy)(?<!\byour)(?<!\bthis)\s+(?:{_VERB}|does\s+not\s+\w+|doesn't\s+\w+)(?:\s+(?:not|no\s+longer|now|still)\b)?)\s+.+$",
    re.IGNORECASE,
)
_REST = re.compile(
    rf"^(?P<subject>.+?)(?<!\bthe)(?<!\bmy)(?<!\byour)(?<!\bthis)\s+(?P<verb>{_VERB})(?:\s+(?:not|now|still))?\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(rf"\s{_VERB}\s|^(?:it|they|this|that|everything|nothing)\s", re.IGNORECASE)
_PLURAL = re.compile(r"^(?P<subjects>.+?)\s+(?P<rest>(?:are|have|do|were)\b.+)$", re.IGNORECASE)
_HINT = re.compile(
    rf"\b(?P<noun>{'|'.join(sorted(map(re.escape, HINTS), key=len, reverse=True))})(?:e?s)?$", re.IGNORECASE
)
_MOST_PIECES = 20


def understand(statement: str) -> tuple[tuple[str, Claim], ...]:
    """The claims of a statement, each with its words.

    Raises:
        Refusal: something in it is not understood; it quotes the words.
    """
    found: list[tuple[str, Claim]] = []
    for sentence in _SENTENCE_END.split(veil(statement.strip())):
        found += _sentence(sentence)
    if not found:
        raise Refusal("the statement says nothing")
    return tuple((unveil(said, "'").replace(_KEPT_AND, "and"), claim) for said, claim in found)


def _sentence(sentence: str) -> list[tuple[str, Claim]]:
    plainly = sentence.strip().rstrip(".!?").strip()
    while (shorter := _LEAD.sub("", plainly)) != plainly:
        plainly = shorter
    if not plainly:
        return []
    _refuse_beyond(plainly)
    pieces = _pieces(_ORDER_BEHIND.sub(" ", _BETWEEN.sub(rf"\1{_KEPT_AND}", plainly)))
    if len(pieces) > _MOST_PIECES:
        raise Refusal(f"the statement {unveil(plainly[:80])!r} has too many parts")
    found = _parse(pieces, "")
    if found is None:
        raise Refusal(f"{_shown(_culprit(pieces))!r} is not understood")
    return _merged(found)


def _refuse_beyond(sentence: str) -> None:
    for pattern, why in _BEYOND:
        if found := pattern.search(sentence):
            raise Refusal(f"{found[0]!r} in {_shown(sentence)!r} {why}")


def _shown(piece: str) -> str:
    return unveil(piece, "'").replace(_KEPT_AND, "and").strip()


def _pieces(sentence: str) -> list[tuple[str, str]]:
    """The sentence cut at every joint: pairs of the joint before a piece and the piece."""
    pieces, joint, position = [], "", 0
    for found in _JOINT.finditer(sentence):
        pieces.append((joint, sentence[position : found.start()]))
        joint, position = found[0], found.end()
    pieces.append((joint, sentence[position:]))
    return pieces


def _parse(pieces: list[tuple[str, str]], previous: str) -> list[tuple[str, Claim]] | None:
    """Claims for the pieces: as many as can be told apart, with pieces put together again where that fails."""
    if not pieces:
        return []
    for taken in range(1, len(pieces) + 1):
        if _CLAUSE.search(pieces[0][1]) and any(_CLAUSE.search(piece) for _, piece in pieces[1:taken]):
            # Two clauses are no name with an "and" in it.
            return None
        part = (pieces[0][1] + "".join(joint + piece for joint, piece in pieces[1:taken])).strip()
        for words in _completed(part, previous):
            here = _meaning(words)
            rest = _parse(pieces[taken:], words) if here is not None else None
            if here is not None and rest is not None:
                return [*((words, claim) for claim in here), *rest]
    return None


def _completed(part: str, previous: str) -> Iterator[str]:
    """A part, and the part with what it takes over from the one before: the subject, or the subject and its verb."""
    if (shortened := _SHORTENED.match(part)) is not None and (before := _REST.match(previous)) is not None:
        yield f"{shortened['subject']} {shortened['verb']} {before['rest']}"
        return
    if (denied := _NOT.match(part)) is not None and (before := _REST.match(previous)) is not None:
        yield f"{before['subject']} {_negated(before['verb'])} {denied['rest']}"
        return
    verb_first = _STARTS_WITH_VERB.match(part)
    if not verb_first or not previous:
        # What sounds like a verb may be a name: "Offers is ticked".
        yield part
    subject = _SUBJECT.match(previous)
    if subject is None:
        return
    if verb_first:
        yield f"{subject['subject']} {part}"
        return
    yield f"{subject['lead']} {part}"


def _negated(verb: str) -> str:
    if verb.lower() in ("is", "are", "was", "were"):
        return f"{verb} not"
    return f"does not {'have' if verb.lower() in ('has', 'have') else re.sub(r's$', '', verb)}"


def _meaning(words: str) -> tuple[Claim, ...] | None:
    """The claims of a part: one, or one for each of several subjects."""
    several = _several(words)
    if several:
        each = [forms.claimed(one.replace(_KEPT_AND, "and")) for one in several]
        return tuple(claim for claims in each if claims for claim in claims) if all(each) else None
    return forms.claimed(words.replace(_KEPT_AND, "and"))


def _several(words: str) -> list[str]:
    """The same said of each, where several are spoken of: "Ann and Bob are admins"."""
    found = _PLURAL.match(words)
    subjects = [piece.strip() for _, piece in _pieces(found["subjects"])] if found else []
    if found is None or len(subjects) < 2 or not all(subjects):
        return []
    noun = _HINT.search(subjects[-1])
    if noun:
        subjects = [one if _HINT.search(one) else f"{one} {noun['noun']}" for one in subjects]
    return [f"{one} {found['rest']}" for one in subjects]


def _merged(found: list[tuple[str, Claim]]) -> list[tuple[str, Claim]]:
    """The claims, with several values of one list as one text.

    Raises:
        Refusal: one thing is said to be two values, which may be one value with an "and" in it.
    """
    kept: list[tuple[str, Claim]] = []
    for said, claim in found:
        last = kept[-1][1] if kept else None
        if not (isinstance(last, Is) and isinstance(claim, Is) and _same_whole(last, claim)):
            kept.append((said, claim))
            continue
        if not isinstance(claim.question, say.Names):
            raise Refusal(
                f"{last.to!r} and {claim.to!r} can be one value or two; put each value in quotes of its own, or all in one"
            )
        kept[-1] = (kept[-1][0], Is(question=last.question, relation="=", to=f"{last.to}, {claim.to}"))
    return kept


def _same_whole(one: Is, other: Is) -> bool:
    return (
        one.question == other.question
        and one.relation == other.relation == "="
        and not one.part
        and not other.part
    )


def _culprit(pieces: list[tuple[str, str]]) -> str:
    """The first piece that cannot be understood, for the refusal."""
    previous = ""
    for _, piece in pieces:
        readings = list(_completed(piece.strip(), previous))
        if all(_meaning(reading) is None for reading in readings):
            return piece
        previous = readings[0]
    return "".join(joint + piece for joint, piece in pieces)
