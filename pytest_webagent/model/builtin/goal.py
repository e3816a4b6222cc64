"""A goal becomes a list of instructions: questions, statements, and steps, which are read on the page on which they are done."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.questions import ASKS_AGAIN, refuse_unread
from pytest_webagent.language.terms import tokens
from pytest_webagent.language.words import LIST_MARK
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar import asides, calling, checking, framing, reporting
from pytest_webagent.model.builtin.refusal import Beyond, Refusal
from pytest_webagent.model.builtin.step_clauses import cuts
from pytest_webagent.model.builtin.words import content, unveil, veil

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_webagent.messages import ToolSpec

_SENTENCE_END = re.compile(
    r"(?<=[.!?;])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bNo\.)(?<!\bProf\.)"
    # A short word without a vowel is a title: "Dr. Jane Roe".
    r"(?<!\b[A-Zb-df-hj-np-tv-xz][b-df-hj-np-tv-xz]\.)(?<!\b[A-Z][b-df-hj-np-tv-xz]{2}\.)"
    # An initial or a shortened word ends no sentence where the next word is small or a number: "Anna B. and", "Max. price".
    r"(?!(?<=\b[A-Z]\.)\s+[a-z])(?!(?<=\b(?:Max|Min|Nos|Nrs|Mrs|Vol|Dep|Arr|Tel|Est|Inc|Ref|Std)\.)\s+[a-z\d])\s+|\n+|;\s*|(?::|\s[–—-])\s+(?=(?:what|which|who|whose|when|where|how)\b)"
)
_OPENING = re.compile(
    r"^(?:please|firstly|first of all|to begin with|secondly|thirdly|then|and then|and|also|afterwards|after that|after this|after doing so|finally|lastly|at last|"
    r"at the end|in the end|once there|once done|when done|just|simply|"
    r"i want you to|i would like you to|i'd like you to|i want to|i need you to|you should|you must|go ahead and|go and|let's|can you|could you|would you|will you|please also|try to|"
    r"(?:now|first|second|third|next|last|there|here|again|so|ok|okay)(?=\s*[,:])|"
    r"on (?:the|this|that) page|on (?:the )?next page|in the results?|from there|still there)(?:\s*,\s*|\s+|:\s*)(?=\S)",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:[\s,]+(?:please|now|again|too|as well|afterwards|instead of waiting|for me))+$", re.IGNORECASE
)
_FORBIDS = re.compile(
    r"\s*(?:(?:please|but)\s+)?(?:do not|don't|don’t|never|nothing else|leave (?:all|everything) else)\b",
    re.IGNORECASE,
)
"""How a sentence begins that says what not to do: only what is asked for is ever done."""
_GIVEN = re.compile(r"(?:\b(?:to|as|on|into|is|option|value)|[=:])\s+$", re.IGNORECASE)
"""What stands before a value."""
_CONTEXT = re.compile(
    r"(?:we|i|he|she|they|people|somebody|someone|the (?:user|customer|client|team|boss))\s+"
    r"(?:(?:no longer|do not|don't|now|still)\s+)?(?:need|want|am|are|is|was|were|had|has|have)s?\b",
    re.IGNORECASE,
)
"""How a sentence begins that tells why: "We need oat milk"."""
_WITHOUT = re.compile(r"^without\s+\w+ing\b[^,]*,\s*", re.IGNORECASE)
"""What is not to be done on the way: only what is asked for is ever done."""
_NOT_TO_DO = "says what not to do; only what is asked for is ever done, so leave it out"
_DEEDS_BEYOND = (
    (
        re.compile(
            r"\b(?:do not|don't|don’t|dont|avoid|must not|should not|shouldn't|cannot|no need)\b",
            re.IGNORECASE,
        ),
        _NOT_TO_DO,
    ),
    (re.compile(r"\bnever\b", re.IGNORECASE), _NOT_TO_DO),
    (
        re.compile(
            r"\b(?:at least|at most|(?:less|more|fewer|greater|higher|lower|cheaper|older|newer) than|(?:under|over|below|above) [$€£]?\d)",
            re.IGNORECASE,
        ),
        "compares with a value",
    ),
)
"""Words of deeds that nothing is done for; a check may say them."""
_BEYOND = (
    (
        re.compile(
            r"\b(?:unless|otherwise|else|except|apart from|instead of|instead|rather than|without(?=\s+\w+ing\b)|other than|besides|but not|excluding|neither|nor)\b",
            re.IGNORECASE,
        ),
        "names an exception or an alternative",
    ),
    (
        re.compile(
            r"(?:^|[,;]\s*|\b(?:and|then|please)\s+)repeat\b|\b(?:while|as long as|again and again|until there are no|keep \w+ing|for each|for every|as many|times|twice)\b",
            re.IGNORECASE,
        ),
        "asks to repeat something",
    ),
    (re.compile(r"\b(?:either|or)\b", re.IGNORECASE), "offers a choice"),
    (
        re.compile(r"\b(?:if|in case|when|whenever|only if|provided|depending)\b", re.IGNORECASE),
        "holds a condition of a kind that is not understood (say 'if there is a ..., <one instruction>' in a sentence of its own)",
    ),
    (
        re.compile(r"\b(?:so that|such that|in order to|because)\b", re.IGNORECASE),
        "gives a purpose instead of steps",
    ),
)


def understand(
    goal: str, tools: Sequence[ToolSpec] = (), off: Mapping[str, str] = {}
) -> tuple[say.Instruction, ...]:
    """The instructions of a goal; `tools` are those that it may call by name, `off` says why others are not.

    Raises:
        Refusal: something in it is not what can be done at all; it quotes the words.
    """
    text = asides.without_asides(LIST_MARK.sub("", framing.unframed(veil(goal.strip()))))
    instructions: list[say.Instruction] = []
    for sentence in _sentences(text):
        asked = instructions and isinstance(instructions[-1], say.Ask)
        if not (asked and ASKS_AGAIN.fullmatch(sentence)):
            after_call = bool(instructions) and isinstance(instructions[-1], say.Call)
            instructions.extend(_sentence(sentence, calling.Offer(tools, off), after_call=after_call))
    if not instructions:
        raise Refusal("the goal says nothing to do")
    asks = any(
        isinstance(each, say.Given) or (isinstance(each, say.Ask) and not each.kept) for each in instructions
    )
    return tuple(
        # "Note the price" is the question where nothing else is asked.
        replace(each, kept=asks or bool((lead := reporting.KEPT.match(each.said)) and lead["silent"]))
        if isinstance(each, say.Ask) and each.kept
        else each
        for each in instructions
    )


def _sentences(text: str) -> Iterator[str]:
    about: tuple[str, str] | None = None
    for part in _SENTENCE_END.split(text):
        if _FORBIDS.match(part) and _SENTENCE_END.split(text.strip())[1:]:
            continue
        if _CONTEXT.match(part) and set(content(part)) & set(content(unveil(text.replace(part, " ")))):
            # What is done for it says the same.
            continue
        sentence = part.strip().rstrip(".!;").strip()
        if not sentence or re.fullmatch(r"(?:[\W_]*|\d+)", sentence):
            continue
        # "The invoice for Ann was a mistake, please void it": what is spoken of is what "it" means.
        spoken, before = asides.spoken_of(sentence), about
        about = (spoken[0], sentence) if spoken is not None and not spoken[1] else None
        if before is not None and (of := asides.naming(before[0], sentence)) is not None:
            yield of
            continue
        if before is not None:
            yield before[1]
        if about is None:
            yield (asides.naming(*spoken) if spoken else None) or sentence
    if about is not None:
        yield about[1]


def _sentence(sentence: str, offer: calling.Offer, *, after_call: bool = False) -> Iterator[say.Instruction]:
    rest = led(_WITHOUT.sub("", sentence))
    if after_call and (given := calling.given(without_closing(rest))) is not None:
        yield given
        return
    conditional = checking.condition(rest)
    if conditional is not None:
        yield _conditional(sentence, *conditional, offer)
        return
    if (made := calling.called(rest, offer)) is not None:
        before, call, after = made
        if opened(before):
            yield from _sentence(before, calling.Offer())
        yield call
        if opened(after):
            yield from _sentence(after, offer, after_call=True)
        return
    rest = framing.unplaced(rest)
    if _told(last := framing.place_last(rest)):
        rest = last
    while opened(rest):
        end, start = _part(rest)
        found, rest = _meaning(rest[:end]), led(rest[start:])
        _refuse_beyond(found, sentence)
        yield found


def _conditional(sentence: str, condition: str, rest: str, offer: calling.Offer) -> say.Instruction:
    made = calling.called(rest, offer)
    if opened(f"{made[0]}{made[2]}") if made else len(list(cuts(rest))) > 1:
        raise Refusal(
            f"{unveil(sentence, chr(39))!r}: a condition may hold one instruction, in a sentence of its own"
        )
    then = made[1] if made else _meaning(rest)
    _refuse_beyond(then, sentence)
    return say.When(said=unveil(sentence), condition=condition, then=then)


def _meaning(words: str) -> say.Instruction:
    """What (veiled) words are: a question, a statement that must hold, or a step."""
    closed = without_closing(words)
    return _told(closed, unveil(closed, "'")) or say.Step(said=unveil(words.strip(" ,"), "'"))


def _told(words: str, said: str = "") -> say.Ask | say.Check | None:
    words = words.strip().rstrip("?").strip(" ,:")
    if checking.checked(words):
        return say.Check(said=said)
    kept = reporting.KEPT.match(words)
    question = reporting.asked(f"report {words[kept.end() :]}" if kept else words)
    return None if question is None else say.Ask(said=said, question=question, kept=kept is not None)


def _part(text: str) -> tuple[int, int]:
    """Where the first instruction of a sentence ends, and where the next one begins: steps are one until something is asked."""
    step = _told(text) is None
    for end, start in cuts(text):
        rest = led(text[start:])
        if reporting.in_question_form(rest) and not step:
            # Another part of the same question.
            continue
        if not rest or (_told(rest) is not None if step else _told(text[:end]) is not None):
            return end, start
    return len(text), len(text)


def _refuse_beyond(instruction: say.Instruction, sentence: str) -> None:
    """Make sure that no words of an instruction ask for more than it does; those of a question the page may still explain."""
    match instruction:
        case say.Ask(question=say.Open()):
            try:
                refuse_unread(tokens(instruction.said))
            except Unclear as unclear:
                raise Refusal(str(unclear)) from None
        case say.Ask():
            pass
        case say.Check():
            _refuse_in(checking.LEAD.sub("", veil(instruction.said)), sentence, _BEYOND)
        case _:
            # What the page calls its things may have any words: a step is read on the page on which it is done.
            pass


def refuse_beyond_step(reading: str, end: int, said: str, values: frozenset[str]) -> None:
    """Make sure that the first clause of a step asks for no more than is done; what the page calls its things is veiled.

    `values` are what the page says in one word: "Set the digest to never". What is not to be done, or left out, is looked
    for in all of the step.

    Raises:
        Refusal: it does.
    """
    _refuse_in(reading, said, (_DEEDS_BEYOND[0], _BEYOND[0]), values)
    _refuse_in(reading[:end], said, _DEEDS_BEYOND + _BEYOND, values)


def _refuse_in(
    clause: str,
    sentence: str,
    beyond: tuple[tuple[re.Pattern[str], str], ...],
    values: frozenset[str] = frozenset(),
) -> None:
    for pattern, why in beyond:
        for found in pattern.finditer(clause):
            # A capital letter within a sentence begins a name: "Tick Do not disturb".
            if found.start() and found[0][0].isupper():
                continue
            if found[0].lower() in values and _GIVEN.search(clause[: found.start()]):
                continue
            raise Beyond(f"{found[0]!r} in {unveil(sentence, chr(39))!r} {why}")


def without_closing(clause: str) -> str:
    """A (veiled) clause without what only leads away from it."""
    return _CLOSING.sub("", clause.strip(" ,"))


def opened(clause: str) -> str:
    """A (veiled) clause without what only leads to it or away from it."""
    return led(without_closing(clause))


def led(clause: str) -> str:
    """A (veiled) clause without what only leads to it."""
    clause = clause.strip(" ,")
    while True:
        shorter = _OPENING.sub("", clause, count=1)
        if shorter == clause:
            return clause
        clause = shorter.strip()
