"""Whether all that is asked for is told, in its unit, and of two things the right one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.judging.answer_values import claims
from pytest_webagent.judging.question import ASKS, question
from pytest_webagent.judging.rivals import answered_by
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.words import STOP, content, says, words
from pytest_webagent.page.names import names
from pytest_webagent.values.amounts import amounts
from pytest_webagent.values.currencies import same_unit
from pytest_webagent.values.plain_text import plain, quoted
from pytest_webagent.values.quantities import is_money
from pytest_webagent.values.units import unit_after

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.question import Asked
    from pytest_webagent.values.amounts import Amount

_OR = re.compile(r"\b(?:or|oder|ou|o)\b")


_CONTROLS: Final = frozenset(("button", "link", "menuitem", "tab"))
_WHAT = r"\b(?:what|who|report|tell me|give me|read|return|say|state)(?: is| was|'s)? (?:the|its|their) "
_AMOUNT_ASKED = re.compile(
    rf"{_WHAT}(?:\w+ ){{0,2}}(?:total|price|sum|amount|quantity|number|count|balance)(?: of\b| for\b|[?.!]*$)|\bhow (?:many|much)\b"
)
_UNPRICED = re.compile(r"\b(?:free|request|quote|gratis|none|nothing|sold|stock|unavailable)\b")


def no_number(case: Case) -> str:
    """Catches what is written on a button told where a number is asked for: "Go to checkout" as the cart total."""
    if case.goal.asks != "value" or not _AMOUNT_ASKED.search(plain(case.goal.asking)):
        return ""
    if _UNPRICED.search(plain(case.answer)) or any(each.kind == "number" for each in claims(case.answer)):
        return ""
    if not case.places or any(place.element.role not in _CONTROLS for place in case.places):
        return ""
    return (
        f"the goal asks for a number or an amount, and {quoted(case.answer)} is what is written on a "
        f"{case.places[0].element.role}. Cite the element that says the number"
    )


def part_missing(case: Case) -> str:
    """Catches one of two things told where the goal asks for both."""
    if case.goal.asks != "value" or _OR.search(plain(masked(case.goal.asking))):
        return ""
    told = [place for _, places in answered_by(case) for place in places]
    said = [(finding.text or place.said, place) for finding, places in answered_by(case) for place in places]
    # "Greg: any news?" is two things in one text.
    single = {
        plain(text)
        for text, place in said
        if (text != place.said or not place.page.children(place.at))
        and ": " not in text
        and len(amounts(text, place.page.language)) < 2
    }
    if not told or len(single) != 1 or not _nothing_else(case, single.pop()):
        return ""
    rest = [part for part in question(case.goal.asking).parts if _on_the_page(part, case)]
    questions = [word for word in words(case.goal.asking) if word in ASKS]
    if len(rest) < 2 and len(questions) < 2:
        return ""
    return (
        f"the goal asks for more than one thing, and the answer tells only {quoted(told[0].said)}: give all that is asked for, and cite "
        "what says each"
    )


def _nothing_else(case: Case, said: str) -> bool:
    """Whether an answer tells one thing, and for the rest what the goal says."""
    rest = content(case.answer) - content(said) - content(case.goal.text)
    more = [
        finding
        for finding in case.held
        if finding.text and plain(finding.text) not in said and says(case.answer, finding.text)
    ]
    return not more and not any(word.isdigit() for word in rest) and len(rest) <= 1


def _on_the_page(part: Asked, case: Case) -> bool:
    """Whether something on the page is called what is asked for."""
    used = {id(place.page): names(place.page).used for place in case.places}.values()
    return any(label and (part.head <= label or label <= part.head) for labels in used for label in labels)


def other_unit(case: Case) -> str:
    """Catches "46 square feet" where the page says 46 m², and "870 euros" where it says pounds."""
    language = case.now.language
    for mine in amounts(case.answer, language):
        unit = _unit(mine, case.answer, language)
        theirs = [
            (_unit(each, place.said, language), place.said)
            for finding in case.held
            for place in case.cited(finding)
            for each in amounts(place.said, language)
            if each.quantity.value == mine.quantity.value
        ]
        # A pound is money and a weight.
        alike = [other for other, _ in theirs if is_money(mine.quantity) == (other == other.upper())]
        if (
            unit
            and alike
            and len(alike) == len(theirs)
            and not any(not other or same_unit(unit, other) for other in alike)
        ):
            return f"the answer says {quoted(mine.said)}, and the page says {quoted(theirs[0][1])}: answer in the unit of the page"
    return ""


_SHARE = re.compile(r"(?P<part>\d[\d.,\s]*)[^\d\W]*\s*(?:of|von|de|di|sur|/|out of)\s*(?P<whole>\d[\d.,]*)")
_OF_THE_WHOLE = re.compile(
    r"\b(?:total|all|capacity|limit|maximum|max|quota|allowance|altogether|size|in all|overall|out of|included|possible|insgesamt|gesamt\w*|grenze|límite|limite|massimo)\b"
)


def share_for_whole(case: Case) -> str:
    """Catches the 5 of "3 of 5" where the question is not after the whole."""
    if case.goal.asks != "value" or _OF_THE_WHOLE.search(plain(case.goal.asking)):
        return ""
    for finding, places in answered_by(case):
        for place in places:
            found = _SHARE.search(place.said)
            if found and says(finding.text, found["whole"]) and not says(finding.text, found["part"].strip()):
                return f"{quoted(place.said)} says {found['part'].strip()} of {found['whole']}, and the goal does not ask for the whole: answer with what is so"
    return ""


def which_of_two(case: Case) -> str:
    """Catches "sold out" to "in stock or sold out?" where the evidence says "in stock"."""
    for one, two in _choices(case.goal.asking):
        mine, other = (one, two) if _tells(case.answer, one) and not _tells(case.answer, two) else (two, one)
        if not _tells(case.answer, mine) or _tells(case.answer, other):
            continue
        shown = " ".join(
            text for finding in case.held for text in (finding.text, *finding.parts, finding.derivation.state)
        )
        if _tells(shown, other) and not _tells(shown, mine):
            return f'the answer is "{mine}", and the evidence says "{other}"'
    return ""


def _choices(asking: str) -> Iterator[tuple[str, str]]:
    """The two things that a question offers, by the words on both sides of its "or"."""
    said = words(asking)
    for at, word in enumerate(said):
        if word not in ("or", "oder", "ou", "o") or not 0 < at < len(said) - 1:
            continue
        right = _run(said[at + 1 :])
        left = list(reversed(_run(list(reversed(said[:at])))))[-len(right) :]
        if left and right:
            yield " ".join(left), " ".join(right)


def _run(said: list[str]) -> list[str]:
    """The first words of a row of words, from the first that says something to the next that says nothing."""
    start = next((at for at, word in enumerate(said) if word not in STOP), len(said))
    end = next((at for at in range(start, len(said)) if said[at] in STOP - _PARTICLES), len(said))
    return said[start:end][:_LONGEST]


def _tells(text: str, option: str) -> bool:
    return content(option) <= content(text)


_PARTICLES: Final = frozenset(("out", "off", "on", "up", "down"))
_LONGEST: Final = 4


def _unit(each: Amount, text: str, language: str) -> str:
    """The currency or unit of measure of an amount in a text; empty where it has none that is known."""
    if is_money(each.quantity):
        return each.quantity.unit
    at = text.find(each.quantity.text)
    return unit_after(text[at + len(each.quantity.text) :], language) if at >= 0 else ""
