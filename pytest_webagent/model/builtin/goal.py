"""A goal becomes a list of instructions; whatever is not understood is refused here, before anything is done."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.questions import ASKS_AGAIN, refuse_unread
from pytest_webagent.language.terms import tokens
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar import (
    checking,
    commanding,
    filling,
    framing,
    joining,
    moving,
    places,
    pointing,
    reporting,
)
from pytest_webagent.model.builtin.phrase import is_empty, target
from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.model.builtin.roles import VERBS
from pytest_webagent.model.builtin.words import VEILED, unveil, veil

if TYPE_CHECKING:
    from collections.abc import Iterator

_FAMILIES = (places.RULES, commanding.PLACING, moving.RULES, filling.RULES, pointing.RULES, commanding.RULES)
_LINE_START = re.compile(r"^\s*(?:(?:step\s*)?\d+\s*[.):]|[-*•–])\s+", re.IGNORECASE | re.MULTILINE)
_SENTENCE_END = re.compile(
    r"(?<=[.!?;])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bNo\.)(?<!\bProf\.)"
    # A short word without a vowel is a title: "Dr. Jane Roe".
    r"(?<!\b[A-Zb-df-hj-np-tv-xz][b-df-hj-np-tv-xz]\.)(?<!\b[A-Z][b-df-hj-np-tv-xz]{2}\.)"
    # An initial or a shortened word ends no sentence where the next word is small or a number: "Anna B. and", "Max. price".
    r"(?!(?<=\b[A-Z]\.)\s+[a-z])(?!(?<=\b(?:Max|Min|Nos|Nrs|Mrs|Vol|Dep|Arr|Tel|Est|Inc|Ref|Std)\.)\s+[a-z\d])\s+|\n+|;\s*|:\s+(?=(?:what|which|who|whose|when|where|how)\b)"
)
_JOINT = re.compile(
    r"\s*,\s*(?:and\s+|but\s+)?(?:then|afterwards|after\s+that|finally|lastly)\s+|\s+(?:and\s+)?(?:then|afterwards|after\s+that|finally)\s+(?!the\b)|\s*,\s*and\s+|\s*(?:,(?!\d|(?<=\d,)\s+-?[\d.]+\))|(?<!\d),)\s*|\s+and\s+(?:also\s+)?|\s+before\s+(?=\w+ing\b)",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^(?:please|firstly|first of all|to begin with|secondly|thirdly|then|and then|and|also|afterwards|after that|after this|after doing so|finally|lastly|at last|"
    r"at the end|in the end|once there|once done|when done|just|simply|"
    r"i want you to|i would like you to|i'd like you to|i want to|i need you to|you should|you must|go ahead and|let's|can you|could you|would you|will you|please also|try to|"
    r"(?:now|first|second|third|next|last|there|here|again|so|ok|okay)(?=\s*[,:])|"
    r"on (?:the|this|that) page|on (?:the )?next page|in the results?|from there|still there)(?:\s*,\s*|\s+|:\s*)(?=\S)",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:\s+(?:please|now|again|too|as well|afterwards|instead of waiting|for me))+$", re.IGNORECASE
)
_ASIDE = re.compile(r"\s+\([^()\d-][^()]*\s[^()]*\)(?=[\s.,;!?]|$)")
"""What is only told beside: "(you may have to scroll)"."""
_FORBIDS = re.compile(
    r"\s*(?:(?:please|but)\s+)?(?:do not|don't|don’t|never|nothing else|leave (?:all|everything) else)\b",
    re.IGNORECASE,
)
"""How a sentence begins that says what not to do: only what is asked for is ever done."""
_WITHOUT = re.compile(r"^without\s+\w+ing\b[^,]*,\s*", re.IGNORECASE)
"""What is not to be done on the way: only what is asked for is ever done."""
_DEEDS_BEYOND = (
    (
        re.compile(
            r"\b(?:do not|don't|don’t|dont|never|avoid|must not|should not|shouldn't|cannot|no need)\b",
            re.IGNORECASE,
        ),
        "says what not to do; only what is asked for is ever done, so leave it out",
    ),
    (
        re.compile(
            r"\b(?:at least|at most|(?:less|more|fewer|greater|higher|lower|cheaper|older|newer) than|(?:under|over|below|above|up to) [$€£]?\d)",
            re.IGNORECASE,
        ),
        "compares with a value",
    ),
)
"""Words of deeds that nothing is done for; a check may say them."""
_BEYOND = (
    (
        re.compile(
            r"\b(?:unless|otherwise|else|except|apart from|instead of|instead|rather than|without|other than|besides|but not|excluding|neither|nor)\b",
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
_THEN = re.compile(r"\b(?:then|afterwards|after|next|finally|lastly)\b", re.IGNORECASE)
_COMMANDS = VERBS.replace("_", r"\s+")
_MOST_CLAUSES = 60


def understand(goal: str) -> tuple[say.Instruction, ...]:
    """The instructions of a goal.

    Raises:
        Refusal: something in it is not understood; it quotes the words.
    """
    text = framing.unframed(veil(goal.strip()))
    instructions: list[say.Instruction] = []
    for sentence in _sentences(text):
        asked = instructions and isinstance(instructions[-1], say.Ask)
        if not (asked and ASKS_AGAIN.fullmatch(sentence)):
            instructions.extend(_sentence(sentence))
    if not instructions:
        raise Refusal("the goal says nothing to do")
    for each in instructions:
        _refuse_reference(each.then if isinstance(each, say.When) else each)
    return tuple(_with_joined(instructions))


def again(step: say.Step) -> tuple[say.Instruction, ...]:
    """What the rest of a sentence says by itself; a `Step` where that is for the page to tell.

    Raises:
        Refusal: it is understood, and not what can be done.
    """
    return tuple(_sentence(veil(step.said)))


def _refuse_reference(instruction: say.Instruction) -> None:
    if isinstance(instruction, say.Fill) and instruction.reference:
        raise Refusal(
            f"{instruction.value!r} in {instruction.said!r} speaks of a value instead of giving it; "
            "say the value itself, in quotes if these words are the text to type"
        )


def _sentences(text: str) -> Iterator[str]:
    for part in _SENTENCE_END.split(_ASIDE.sub("", _LINE_START.sub("", text))):
        if _FORBIDS.match(part) and _SENTENCE_END.split(text.strip())[1:]:
            continue
        sentence = part.strip().rstrip(".!;").strip()
        if sentence and not re.fullmatch(r"(?:[\W_]*|\d+)", sentence):
            yield sentence


def _sentence(sentence: str) -> list[say.Instruction]:
    sentence = _WITHOUT.sub("", sentence)
    conditional = checking.condition(_opened(sentence))
    if conditional is not None:
        return [_conditional(sentence, *conditional)]
    before, rest = framing.placed(_opened(sentence))
    pieces = _pieces(rest)
    if len(pieces) > _MOST_CLAUSES:
        raise Refusal(f"the sentence {unveil(rest[:80])!r} has too many parts")
    found = _parse(pieces)
    if found is None:
        _refuse_in(sentence, sentence, _DEEDS_BEYOND + _BEYOND)
        return [say.Step(said=unveil(sentence, "'"))]
    found = found if before is None else [before, *found]
    for each in found:
        _refuse_beyond(each, sentence)
    found = joining.running_on(rest, found, clause_meaning)
    return [joining.several(each, clause_meaning) for each in found]


def _conditional(sentence: str, condition: str, rest: str) -> say.Instruction:
    then = _parse(_pieces(rest))
    if then is None or len(then) != 1:
        _refuse_in(rest, sentence, _DEEDS_BEYOND + _BEYOND)
        raise Refusal(
            f"{unveil(sentence, chr(39))!r}: a condition may hold one instruction, in a sentence of its own"
        )
    _refuse_beyond(then[0], sentence)
    return say.When(said=unveil(sentence), condition=condition, then=joining.several(then[0], clause_meaning))


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
            _refuse_in(veil(instruction.said), sentence, _DEEDS_BEYOND + _BEYOND)


def _refuse_in(clause: str, sentence: str, beyond: tuple[tuple[re.Pattern[str], str], ...]) -> None:
    for pattern, why in beyond:
        if found := pattern.search(clause):
            raise Refusal(f"{found[0]!r} in {unveil(sentence, chr(39))!r} {why}")


def _pieces(sentence: str) -> list[tuple[str, str]]:
    """The sentence cut at every joint: pairs of the joint before a piece and the piece."""
    pieces: list[tuple[str, str]] = []
    position, joint = 0, ""
    for found in _JOINT.finditer(sentence):
        if found.start() <= position and not sentence[position : found.start()].strip():
            joint, position = joint + found[0], found.end()
            continue
        pieces.append((joint, sentence[position : found.start()]))
        joint, position = found[0], found.end()
    pieces.append((joint, sentence[position:]))
    return [(gap, piece) for gap, piece in pieces if piece.strip()]


def _parse(pieces: list[tuple[str, str]], previous: str = "") -> list[say.Instruction] | None:
    """Instructions for the pieces: as many as can be told apart, with pieces put together again where that fails."""
    if not pieces:
        return []
    for count in _counts(pieces):
        if count > 1 and _THEN.search(pieces[count - 1][0]):
            break
        clause = pieces[0][1] + "".join(gap + piece for gap, piece in pieces[1:count])
        for reading in _completed(clause, previous):
            instruction = clause_meaning(reading)
            if instruction is None:
                continue
            rest = _parse(pieces[count:], reading)
            if rest is not None:
                return [replace(instruction, said=unveil(clause.strip(), "'")), *rest]
    return None


def _counts(pieces: list[tuple[str, str]]) -> list[int]:
    """How many pieces to try as one clause, in order; a question goes on as far as nothing else begins."""
    counts = list(range(1, len(pieces) + 1))
    if isinstance(reporting.asked(_opened(pieces[0][1])), say.Open):
        others = (
            at
            for at, (joint, piece) in enumerate(pieces[1:], 1)
            if _THEN.search(joint)
            or not (reporting.in_question_form(_opened(piece)) or clause_meaning(_opened(piece)) is None)
        )
        counts.insert(0, next(others, len(pieces)))
    return counts


def _completed(clause: str, previous: str) -> Iterator[str]:
    """The clause, and the clause with the verb of the previous one: "fill in A with 1 and B with 2"."""
    clause = _CLOSING.sub("", _opened(clause.strip().rstrip("?").strip(" ,:")))
    yield clause
    # "First open the cart", but "First name: 'Ann'".
    if bare := re.match(
        r"(?:first|second|third|next|now|last|there|here|again|so)\s+(?P<rest>.+)$", clause, re.IGNORECASE
    ):
        yield bare["rest"]
    verb = re.match(
        r"(?:please\s+)?(?:fill(?:\s+(?:in|out))?|set|enter|type|put|change|choose|select|write|pay with|use|tick|untick|check)\b",
        previous,
        re.IGNORECASE,
    )
    # A quoted text inside a longer value is a sign that the cut was made in the wrong place.
    alike = not re.search(VEILED, clause) or re.match(VEILED, clause) or re.search(f"{VEILED}$", clause)
    carried = clause_meaning(f"{verb[0]} {clause}") if verb and alike else None
    if (
        verb
        and isinstance(carried, (say.Fill, say.Choose))
        # "Bob and Sons, Amount with 5": what stands before the comma is the end of the value before it.
        and not re.search(r",\s|\band\b", re.sub(r"'[^']*'", "", carried.field.said if carried.field else ""))
        and re.search(
            rf"\s(?:with|to|into|in|as|from)\s|{VEILED}$|^(?:the\s+)?(?:user\s?name|password|e-?mail)\s+\S+$",
            clause,
        )
    ):
        yield f"{verb[0]} {clause}"
    again = re.match(
        rf"(?P<verb>(?:tick|untick|check|uncheck|click|press|tap|open|{_COMMANDS})(?:\s+on)?)\s+(?:the\s+)?{VEILED}$",
        previous,
        re.IGNORECASE,
    )
    if again and re.fullmatch(VEILED, clause):
        yield f"{again['verb']} {clause}"
    rows = re.match(r"(?P<start>.*\brows?\s+(?:of|for|with)\s+)(?:the\s+)?\S+$", previous, re.IGNORECASE)
    if rows and re.fullmatch(VEILED, clause):
        yield rows["start"] + clause
    if re.match(r"(?:to|into)\s", clause, re.IGNORECASE) and (
        going := re.match(r"(?:go|navigate|head|scroll)\b", previous, re.IGNORECASE)
    ):
        yield f"{going[0]} {clause}"
    lead = re.match(r"(?:report|tell me|return|give me|read|answer with|state)\b", previous, re.IGNORECASE)
    if lead and re.match(r"(?:what|how|which|whether|the|its|is|are)\b", clause, re.IGNORECASE):
        yield f"{lead[0]} {clause}"


def _opened(clause: str) -> str:
    clause = clause.strip()
    while True:
        shorter = _OPENING.sub("", clause, count=1)
        if shorter == clause:
            return clause
        clause = shorter.strip()


def clause_meaning(clause: str) -> say.Instruction | None:
    """The instruction in one (veiled) clause, or None."""
    check = checking.checked(clause)
    if check is not None:
        return check
    question = reporting.asked(clause)
    if question is not None:
        return say.Ask(question=question)
    for family in _FAMILIES:
        for rule in family:
            instruction = rule.read(clause)
            if instruction is not None:
                return instruction
    return None


def _with_joined(instructions: list[say.Instruction]) -> Iterator[say.Instruction]:
    """Clicks learn what they may have been cut from: a page may have a button "Save and add another"."""
    for position, instruction in enumerate(instructions):
        following = instructions[position + 1 : position + 2]
        if (
            isinstance(instruction, say.Click)
            and following
            and isinstance(following[0], (say.Click, say.Command))
        ):
            name = re.sub(
                r"^(?:please\s+)?(?:click|press|tap|hit|choose|select|open|push)(?:\s+on)?\s+(?:the\s+)?",
                "",
                instruction.said,
                flags=re.IGNORECASE,
            )
            whole = target(veil(f"{name} and {following[0].said}"))
            yield replace(instruction, joined=whole)
            continue
        if isinstance(instruction, say.Click) and is_empty(instruction.target):
            raise Refusal(f"{instruction.said!r} names nothing")
        yield instruction
