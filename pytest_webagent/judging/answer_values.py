"""What an answer claims, and whether the evidence says it: every number, amount, date, time and quoted text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from pytest_webagent.language.quotations import masked, quotations
from pytest_webagent.language.words import STOP, content, negated, place, says, stems, words
from pytest_webagent.values.days import days, same_day
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.number_words import ANY_NUMBER, NUMBERS
from pytest_webagent.values.plain_text import plain, word_set
from pytest_webagent.values.quantities import quantities, same_quantity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.goals import Goal
    from pytest_webagent.values.days import Day
    from pytest_webagent.values.quantities import Quantity

_NUMBER_WORD = re.compile(rf"(?<![\w-])(?:{ANY_NUMBER})(?![\w-])", re.IGNORECASE)
_FALLS = re.compile(
    r"\b(?:fell|fallen|falls|drop\w*|decreas\w*|declin\w*|shr[aiu]nk|down|lost|loss|less|lower|reduced|minus|gesunken|gefallen|weniger"
    r"|baissé|bajado)\b[^.;!?]*$",
    re.IGNORECASE,
)
_TAKEN_OFF = re.compile(
    r"\b(?:off|discount\w*|sav(?:e|es|ed|ing|ings)|deduct\w*|rabatt\w*|nachlass|descuento|sconto|remise|korting)\b",
    re.IGNORECASE,
)
"""Words of an amount that a page writes with a minus."""
_SPENT = re.compile(
    r"\b(?:spen[dt]|paid|pay|cost|charged|withdrawn|ausgegeben|gezahlt|dépensé|payé|gastado|pagado|gast[eé]|speso|pagato)\b"
)
_TOKEN = re.compile(r"[^\s\"'“”„«»()\[\],;]+")
_CAPITAL = re.compile(r"(?<=[a-z,] )[A-Z][\w'-]*[a-z][\w'-]*(?: [A-Z][\w'-]*)*")
_ENGLISH: Final = word_set("the is was of has have been are were with")
_NO_NAMES: Final = word_set("""i url ok id january february march april may june july august september october november
    december monday tuesday wednesday thursday friday saturday sunday english yes no""")
_TELLING: Final = stems("""page site website answer result show shown shows display displayed displays list listed see seen
    say says said read reads write wrote written tell told mention mentioned ask asked answered report
    call called name named find found currently present following
    value text title message item entry element heading first last row status state label field
    total price number amount""")
_LISTED = re.compile(r"^\s*\d{1,2}[.)]\s+(?=\S)", re.MULTILINE)
"""The numbers in front of the lines of a list."""
_FIRST = re.compile(r"\s*1[.)]\s+\S.*[,;]\s*2[.)]\s+\S", re.DOTALL)
_NUMBERED = re.compile(r"(?P<before>^|[,;]\s*)\d{1,2}[.)]\s+(?=\S)")
_FEW: Final = 12
_COMPUTED: Final = frozenset(("count", "sum", "difference", "min", "max"))


class Claim(NamedTuple):
    """Something an answer says that evidence has to say as well."""

    text: str
    kind: Literal["number", "day", "quote", "name"]
    quantity: Quantity | None = None
    day: Day | None = None
    number: int | None = None
    """What a word such as "three" says."""
    falls: bool = False
    """Words say that it is less by so much: "fell by 3%" is what a page writes as -3%."""


class Saying(NamedTuple):
    """A text that the evidence says."""

    text: str
    language: str = ""


def unlisted(answer: str) -> str:
    """The answer without the numbers in front of the lines of a list."""
    return (
        _LISTED.sub("", answer)
        if "\n" in answer
        else _NUMBERED.sub(r"\g<before>", answer)
        if _FIRST.match(answer)
        else answer
    )


def claims(answer: str, language: str = "") -> list[Claim]:
    """What an answer claims, in no order: quotations, days, numbers and whatever else has digits in it."""
    found = [Claim(each, "quote") for each in quotations(answer) if any(map(str.isalnum, each))]
    rest = masked(answer)
    taken: list[tuple[int, int]] = []

    def free(start: int, end: int) -> bool:
        if any(start < until and since < end for since, until in taken):
            return False
        taken.append((start, end))
        return True

    found += [Claim(day.text, "day", day=day) for day in days(rest, language) if free(day.start, day.end)]
    found += [
        Claim(each.text, "number", quantity=each, falls=_is_less(rest, each))
        for each in quantities(rest, language)
        if free(each.start, each.end)
    ]
    for match in _TOKEN.finditer(rest):
        text = match[0].strip(".:!?")
        # A raised figure is a part of a unit: "m³".
        if any(map(str.isdecimal, text)) and free(match.start(), match.end()):
            found.append(Claim(text, "number"))
    for match in _NUMBER_WORD.finditer(rest):
        # "the cheapest one" counts nothing.
        if match[0].casefold() != "one" or len(words(answer)) <= 2:
            found.append(Claim(match[0], "number", number=NUMBERS[match[0].casefold()]))
    return found


def is_spent(text: str) -> bool:
    """Whether a text asks for what was paid, which an account writes with a minus."""
    return _SPENT.search(plain(text)) is not None


def _is_less(text: str, amount: Quantity) -> bool:
    """Whether words around an amount say that something is less by it: "fell by 3 %", "takes off $5", "5 € Rabatt"."""
    before, after = text[: amount.start], text[amount.end :]
    near = " ".join([*before.split()[-3:], *after.split()[:2]])
    return _FALLS.search(before) is not None or _TAKEN_OFF.search(near) is not None


def sayings(findings: Iterable[Finding], answer: str = "") -> list[Saying]:
    """The texts that held findings say.

    What a result was made from counts only where the answer also tells the result: one of the summands is not the sum.
    """
    found: dict[Saying, None] = {}
    for finding in findings:
        if not finding.holds:
            continue
        derivation = finding.derivation
        texts = [finding.text]
        if derivation.op == "exists":
            texts += [derivation.text, derivation.state]
        if derivation.relation == "=":
            # The bound of any other comparison is not what the page says.
            texts.append(derivation.to)
        told = derivation.op not in _COMPUTED or _tells(answer, finding)
        if derivation.op != "not_exists" and told:
            texts += finding.parts
        found |= dict.fromkeys(Saying(text, finding.language) for text in texts if text)
    return list(found)


def _tells(answer: str, finding: Finding) -> bool:
    """Whether an answer has the result of a finding in it."""
    if says(answer, finding.text):
        return True
    result = Saying(finding.text, finding.language)
    return any(
        covers(claim, result)[0] for claim in claims(answer, finding.language) if claim.kind != "quote"
    )


def covers(claim: Claim, saying: Saying) -> tuple[bool, str]:
    """Whether a text says what is claimed; and if that cannot be told, why."""
    if claim.number is not None:
        found = any(each.value == claim.number for each in quantities(saying.text, saying.language))
        return found or says(saying.text, claim.text), ""
    if claim.quantity is not None:
        return _covers_quantity(claim, claim.quantity, saying)
    if claim.day is not None:
        doubt = ""
        for day in days(saying.text, saying.language):
            like = likeness(claim.text, day.text, saying.language)
            if like.same or (same_day(claim.day, day) and not like.doubt):
                return True, ""
            doubt = doubt or like.doubt
        return says(saying.text, claim.text), doubt
    if says(saying.text, claim.text):
        return True, ""
    like = likeness(claim.text, saying.text, saying.language)
    return like.same, like.doubt


def _covers_quantity(claim: Claim, quantity: Quantity, saying: Saying) -> tuple[bool, str]:
    doubt = ""
    found = quantities(saying.text, saying.language)
    for each in found:
        like = likeness(claim.text, each.text, saying.language)
        # A number without a sign may leave out the currency, or the page have it in the head of the column.
        bare = not (quantity.unit and each.unit) and quantity.value == each.value
        fallen = claim.falls and each.unit == quantity.unit and each.value == -quantity.value
        if (
            fallen
            or like.same
            or (not like.doubt and (same_quantity(quantity, each) or (bare and quantity.other is None)))
        ):
            return True, ""
        doubt = doubt or like.doubt
    words_of_it = not quantity.unit and place(saying.text, claim.text)
    spelled = not quantity.unit and any(
        NUMBERS[match[0].casefold()] == quantity.value for match in _NUMBER_WORD.finditer(saying.text)
    )
    # What is written the same is the same, also within "ORD-1005", where no quantity stands.
    return bool(words_of_it or spelled), doubt


def uncovered(found: Iterable[Claim], said: Sequence[Saying]) -> list[tuple[Claim, str]]:
    """The claims that nothing says, each with the reason why it cannot be told, if there is one."""
    missing = []
    for claim in found:
        tries = [covers(claim, saying) for saying in said]
        if any(same for same, _ in tries):
            continue
        if claim.kind == "quote" and made_of(claim.text, said):
            continue
        missing.append((claim, next((doubt for _, doubt in tries if doubt), "")))
    return missing


def made_of(text: str, said: Iterable[Saying]) -> bool:
    """Whether a text consists of nothing but what is said, in any order."""
    rest = plain(text)
    for saying in sorted(said, key=lambda each: -len(each.text)):
        while (found := place(rest, saying.text)) is not None:
            rest = plain(rest[: found.start()] + " " + rest[found.end() :])
    return rest != plain(text) and not [word for word in words(rest) if word not in STOP]


def given(claim: Claim, texts: Iterable[str]) -> bool:
    """Whether a claim only repeats one of the texts: the goal, or what was typed."""
    return any(covers(claim, Saying(text))[0] for text in texts)


def as_a_whole(answer: str, said: Sequence[Saying]) -> bool:
    """Whether an answer is what the evidence says: one saying, several joined, or a clause of one."""
    return (
        any(likeness(answer, saying.text, saying.language).same for saying in said)
        or made_of(answer, said)
        or any(_clause_of(answer, saying.text) for saying in said)
    )


def _clause_of(answer: str, text: str) -> bool:
    """Whether the answer is cut out of a text without a "not" being cut off: "in stock" from "not in stock"."""
    beside = _beside(text, answer)
    return beside is not None and (negated(answer) or not negated(beside))


def _beside(text: str, phrase: str) -> str | None:
    """What stands around a phrase in its clause; None where the text has no such phrase."""
    found = place(text, phrase)
    if found is None:
        return None
    whole = plain(text)
    before = re.split(r"[.;:!?|,]\s|\s-\s", whole[: found.start()])[-1]
    after = re.split(r"[.;:!?|,](?:\s|$)|\s-\s", whole[found.end() :])[0]
    return f"{before} ... {after}"


def free_text(answer: str, said: Sequence[Saying], goal: Goal) -> bool:
    """Whether an answer in words says what the evidence says.

    It has the whole of a text the evidence says, with words around it; or all its words that say something, and that
    the goal does not give, stand in such texts.
    """
    new = content(answer) - content(goal.text) - _TELLING
    for saying in said:
        beside = _beside(answer, saying.text)
        if beside is not None and content(saying.text):
            known = says(goal.text, saying.text)
            # What the goal says itself proves nothing of what the answer says besides.
            if not known or not new - content(saying.text):
                return not negated(beside) or negated(goal.text)
    told = content(" ".join(saying.text for saying in said))
    said_so = bool(new) and new <= told
    # "It was blocked" of "Blocked": what is left out says nothing.
    whole = bool(content(answer)) and content(answer) <= told
    return (said_so or whole) and negated(answer) == any(negated(saying.text) for saying in said)


def strange_names(answer: str, known: Sequence[str]) -> list[Claim]:
    """Names within English sentences that nothing known has. In German every noun would look like one."""
    if not _ENGLISH & set(words(answer)):
        return []
    have = frozenset(word for text in known for word in words(text))
    return [
        Claim(match[0], "name")
        for match in _CAPITAL.finditer(masked(answer))
        if not {word.removesuffix("'s") for word in words(match[0])} & (have | _NO_NAMES)
    ]


def small(claim: Claim) -> bool:
    """Whether it is a small number, such as a sentence may have in passing."""
    if claim.number is not None:
        return True
    return claim.quantity is not None and not claim.quantity.unit and abs(claim.quantity.value) <= _FEW
