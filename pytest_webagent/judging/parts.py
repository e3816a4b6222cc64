"""Whether all that is asked for is told, in its unit, and of two things the right one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.judging.in_part import share_of_list
from pytest_webagent.judging.page_answers import citation
from pytest_webagent.judging.rivals import answered_by
from pytest_webagent.language.lexicon import stemmed
from pytest_webagent.language.terms import term_set
from pytest_webagent.language.words import STOP, says, words
from pytest_webagent.page.names import names
from pytest_webagent.values.amounts import amounts
from pytest_webagent.values.currencies import same_unit
from pytest_webagent.values.number_words import NUMBERS
from pytest_webagent.values.plain_text import plain, quoted
from pytest_webagent.values.quantities import is_money
from pytest_webagent.values.units import unit_after

if TYPE_CHECKING:
    from pytest_webagent.judging.case import Case
    from pytest_webagent.page.places import Place
    from pytest_webagent.values.amounts import Amount


_NAMING: Final = frozenset(("exists", "not_exists", "text", "title"))


def elsewise(case: Case) -> str:
    """Catches an answer that is not what the page itself answers to a question of the goal."""
    for query, outcome, page in case.untold:
        return (
            f"the goal asks {quoted(query.text)}, and the page says {quoted(outcome.text)}, where the answer is {quoted(case.answer)}. "
            f"Answer what the page says, and cite {citation(outcome, page)}"
        )
    # What is worked out, a state or what a field holds is surer than how the page is read.
    only_named = all(
        each.derivation.op in _NAMING and not (each.derivation.state or each.derivation.relation)
        for each in case.held
    )
    if case.goal.asks == "truth" and case.truth is False and only_named:
        return (
            f"the answer is {quoted(case.answer)}, and what the page says of it is that {quoted(case.goal.asking)} "
            f"{'is so' if case.agreed == 'no' else 'is not so'}: answer what it says, and cite that"
        )
    return ""


def only_there(case: Case) -> str:
    """Catches a value shown by its being somewhere on the page, which says nothing of what it is the value of."""
    cited = [each.derivation for each in case.held]
    if case.goal.asks != "value" or case.agreed or not cited:
        return ""
    # What a dropdown offers is told by its options being there.
    if any(each.op != "exists" or each.state or each.role == "option" for each in cited):
        return ""
    return (
        "exists says no more than that something is on the page. Cite what the goal asks for by text or value of the element that "
        "says it"
    )


_PREPOSITION: Final = re.compile(r"\b(?:of|for|in|on|with|at|from|after|by)\b")
_CHOOSES: Final = frozenset(("which", "who", "whose"))
_AMOUNTS: Final = stemmed("total sum amount price cost balance")


def no_figure(case: Case) -> str:
    """Catches words in the place of an amount where nothing around them is called what the goal asks for: "OK" for a total."""
    goal = case.goal
    # "The total of order 1042" is an amount, "the order with the highest total" is none.
    head = words(_PREPOSITION.split(plain(goal.asking), maxsplit=1)[0])
    asked = term_set(" ".join(head[-1:])) & _AMOUNTS if not _CHOOSES & set(head) else frozenset()
    spelled = set(words(case.answer)) & NUMBERS.keys()
    # What a page calls an amount in another language is not known.
    english = case.now.language.partition("-")[0] in ("", "en")
    if goal.asks != "value" or not (asked and english) or spelled or any(map(str.isdigit, case.answer)):
        return ""
    for place in case.places:
        called = [
            *names(place.page).labels(place),
            *(text for _, text in names(place.page).around(place)),
            place.said,
        ]
        if term_set(" ".join(called)) & asked:
            return ""
    return f"the goal asks for an amount, and {quoted(case.answer)} is none: cite the element that says how much it is"


def other_unit(case: Case) -> str:
    """Catches "46 square feet" where the page says 46 m², and "870 euros" where it says pounds."""
    language = case.now.language
    for mine in amounts(case.answer, language):
        unit = _unit(mine, case.answer, language)
        theirs = [
            (_unit(each, place.holds, language) or _unit_named(place), place.holds)
            for finding in case.held
            for place in case.cited(finding)
            for each in amounts(place.holds, language)
            if each.quantity.value == mine.quantity.value
        ]
        # A pound is money and a weight.
        alike = [other for other, _ in theirs if is_money(mine.quantity) == (other == other.upper())]
        if (
            theirs
            and not is_money(mine.quantity)
            and all(_other_sign(mine, case.answer, text) for _, text in theirs)
        ):
            return f"the answer says {quoted(mine.said)}, and the page says {quoted(theirs[0][1])}: answer in the unit of the page"
        if (
            unit
            and alike
            and len(alike) == len(theirs)
            and not any(not other or same_unit(unit, other) for other in alike)
        ):
            return f"the answer says {quoted(mine.said)}, and the page says {quoted(theirs[0][1])}: answer in the unit of the page"
    return ""


def _other_sign(mine: Amount, answer: str, text: str) -> bool:
    """Whether the sign of another unit stands behind the same figure: MB for KB, mg for mcg."""
    number = re.sub(r"[^\d.,]+", "", mine.quantity.text).strip(".,")
    behind = rf"(?<![\d.,#]){re.escape(number)}\s?([^\W\d_]{{1,3}})\b"
    found = [
        match[1].casefold().removesuffix("s") for each in (answer, text) if (match := re.search(behind, each))
    ]
    return bool(number) and len(set(found)) > 1 and any(map(unit_after, found))


_SHARE = re.compile(r"(?P<part>\d[\d.,\s]*)[^\d\W]*\s*(?:of|von|de|di|sur|/|out of)\s*(?P<whole>\d[\d.,]*)")
_OF_THE_WHOLE = re.compile(
    r"\b(?:total|all|capacity|limit|maximum|max|quota|allowance|altogether|size|in all|overall|out of|included|possible|insgesamt|gesamt\w*|grenze|límite|limite|massimo)\b"
)


def share_for_whole(case: Case) -> str:
    """Catches the 5 of "3 of 5" where the question is not after the whole."""
    if case.goal.asks != "value" or _OF_THE_WHOLE.search(plain(case.goal.asking)):
        return ""
    for finding, place in ((finding, place) for finding, every in answered_by(case) for place in every):
        found = _SHARE.search(place.said)
        whole = found and says(finding.text, found["whole"]) and not says(finding.text, found["part"].strip())
        if found and whole and not share_of_list(case.goal.asking, place, found["whole"]):
            return f"{quoted(place.said)} says {found['part'].strip()} of {found['whole']}, and the goal does not ask for the whole: answer with what is so"
    return ""


def _unit_named(field: Place) -> str:
    """The unit that the name of a field says: "Sign out after (minutes)"."""
    found = (
        (unit_after(word) for word in words(field.element.name) if word not in STOP)
        if field.element.value
        else ()
    )
    return next((unit for unit in found if unit), "")


def _unit(each: Amount, text: str, language: str) -> str:
    """The currency or unit of measure of an amount in a text; empty where it has none that is known."""
    if is_money(each.quantity):
        return each.quantity.unit
    at = text.find(each.quantity.text)
    return unit_after(text[at + len(each.quantity.text) :], language) if at >= 0 else ""
