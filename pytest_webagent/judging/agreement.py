"""Words of agreement: "yes", "no", "done". They say nothing by themselves, so a page never says them for the agent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import CONTROLS, TOGGLES
from pytest_webagent.judging.absence import proves_nothing
from pytest_webagent.judging.announced import unheard
from pytest_webagent.judging.instances import affirmed, name_of, told_by
from pytest_webagent.judging.sights import OFFERED
from pytest_webagent.judging.trouble import is_refusal
from pytest_webagent.language.lexicon import AUXILIARIES, YES_OR_NO
from pytest_webagent.language.quotations import masked, quotations
from pytest_webagent.language.words import STOP, content, negated, says, stem, stems, words
from pytest_webagent.page.names import names
from pytest_webagent.page.places import Place
from pytest_webagent.values.plain_text import plain, quoted
from pytest_webagent.values.quantities import quantities
from pytest_webagent.values.relations import HOLDS, relation_before

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from decimal import Decimal

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.answers import Agreement
    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.goals import Goal
    from pytest_webagent.values.quantities import Quantity

_OR = re.compile(r"\b(?:or|oder|ou|o)\b")
_OR_NOT = re.compile(r"\b(?:or|oder|ou|o) (?:not|nicht|non|no)\b")
_LOOKS = re.compile(r"^(?:check|verify|confirm|ensure|assert|validate)\b")
_IS_SO = re.compile(r"(?:check\w* (?:that|if|whether)|verify (?:that|if)|is|are|was|were|has|have)\b")
_HAS = re.compile(r"(?<=\w )(?:have|has) (?:an?|any|some|the|\d+)\b")
_MAY = re.compile(r"(?<=\w )available\b|\b(?:can|could|may)\b")
_THERE = re.compile(r"\b(?:there|still|(?:turn|come|show|pop)(?:s|ed)? up)\b")
_NAMING: Final = frozenset(("term", "columnheader", "caption"))
"""Roles of what only names what stands under it."""
_NO_STATE: Final = ("level=", "required")
"""Marks of an element that say something only to who asks for them."""
_NOT_SO: Final = frozenset(("unchecked", "disabled", "collapsed", "empty"))
"""States of what is not so."""
_PRESENT: Final = stems(
    """open opened shown showing displayed visible present listed there exist exists existing appear appears contain contains
    loaded reached page site website list screen heading title offen sichtbar angezeigt"""
)
"""Words for being there, which whatever is cited shows."""


def unproven(case: Case, agreed: Agreement = "") -> str:
    """Catches a word of agreement that the evidence does not bear out, as the answer to a goal that asks.

    Args:
        case: what is judged.
        agreed: the word, where it is not the answer itself that says it.
    """
    goal, held, answer, agreed = case.goal, case.held, case.answer, agreed or case.agreed
    if not agreed or not goal.asks or not held:
        return ""
    if goal.asks == "value" and any(plain(finding.text) == plain(answer) for finding in held):
        return ""
    if goal.asks_plainly:
        return (
            f'the goal asks for something, and "{answer}" does not tell it. Answer with what the page says, such as '
            f'"{case.shown}"'
        )
    if all(_beside_the_point(finding, case) for finding in held):
        return f'the answer is "{answer}", but "{held[0].derivation.text}" has nothing to do with the goal: cite what the goal speaks of'
    empty = [proves_nothing(finding, case) for finding in held]
    if all(empty):
        return f'the answer is "{answer}", but {empty[0]}'
    # What was not found proves little while the page says something that nobody looked at.
    if not case.truth and (agreed == "no" or goal.of_absence):
        page = case.page(held[-1]) or case.now
        if problem := unheard(goal.asking, page, case.places):
            return f'the answer is "{answer}", but {problem}'
    return _no(case) if agreed == "no" else _yes(case)


def _no(case: Case) -> str:
    if any(_denies(finding, case.goal) for finding in case.held):
        return ""
    shown = "; ".join(finding.text or finding.derivation.told for finding in case.held[:2])
    return (
        f'the answer is "{case.answer}", but all evidence says that it is there: {shown}. Cite what shows that it is not so: '
        "not_exists, compare, or the text that says otherwise"
    )


def _denies(finding: Finding, goal: Goal) -> bool:
    """Whether a finding can be the reason for a no."""
    derivation = finding.derivation
    if derivation.op == "exists":
        # That a button is disabled denies that it can be used; that the thing asked for is there denies nothing.
        refused = is_refusal(derivation.text) and not says(goal.asking, derivation.text)
        return refused or (bool(derivation.state) and not says(goal.text, derivation.state))
    if derivation.op in ("not_exists", "compare", "note", "dialog", "tabs"):
        return True
    texts = (finding.text, *(finding.parts if derivation.op == "text" else ()))
    return any(negated(text) or is_refusal(text) or not says(goal.asking, text) for text in texts)


def _yes(case: Case) -> str:
    goal, held, answer = case.goal, case.held, case.answer
    if not goal.of_absence and all(finding.derivation.op == "not_exists" for finding in held):
        return (
            f'the answer is "{answer}", but all evidence says that something is not there. If that is what the goal asks, '
            "cite the text that says so; else the answer is no"
        )
    states = {each.derivation.state for each in held}
    if states <= _NOT_SO and not goal.of_absence and not any(says(goal.asking, state) for state in states):
        return f'the answer is "{answer}", and the evidence is that it is {min(states)}. If that is what the goal asks, cite what says so'
    only = held[0].text if len(held) == 1 and held[0].derivation.op == "text" else ""
    if (
        only
        and is_refusal(only)
        and not says(goal.asking, only)
        and not goal.of_absence
        and not goal.of_trouble
    ):
        return f'the answer is "{answer}", but the evidence says "{only}"'
    typed = {plain(str(act.arguments.get("text", ""))) for act in case.story.acts}
    named = [name for name in quotations(goal.asking) if plain(name) not in typed]
    around = [text for finding in held for text in _all_of(finding, case)]
    if named and not any(says(text, name) for text in around for name in named):
        return (
            f'the answer is "{answer}", but no evidence speaks of "{named[0]}"; it says "{case.shown}". Cite the element '
            "that shows it, or compare an element with it"
        )
    return _other_amount(case) or _only_named(around, case)


def _only_named(around: Sequence[str], case: Case) -> str:
    """A yes to "is the cart empty?" where all the evidence says is "Your cart"."""
    goal, held = case.goal, case.held
    # "Open or paid?" is answered by the word itself.
    offers = _OR.search(plain(masked(goal.asking))) is not None and not _OR_NOT.search(plain(goal.asking))
    if goal.asks != "truth" or offers or any(not _names_only(finding, case) for finding in held):
        return ""
    # "Is the mug in the cart" asks for the mug: what is said of it comes before the place.
    clause = re.split(r"\s(?:in|on|at|among|within|im|auf|dans|en)\s", _LOOKS.sub("", plain(goal.asking)))[0]
    asked = [stem(word) for word in words(clause) if word not in STOP and stem(word) not in _PRESENT]
    # Where it stands, with all that is written around it, is not what it says.
    wheres = {finding.where for finding in held}
    own = [text for finding in held for text in _own(finding, case)]
    # Who cites the name by its id must cite the state; a text that is searched for may stand anywhere in a card.
    by_id = all(finding.derivation.elements for finding in held)
    # A column that is called "Paid on" tells of none of its rows.
    heads = bool(case.places) and all(map(_heads, case.places))
    said = () if heads else own if by_id else around
    names_of = [
        text
        for place in case.places
        for at, text in names(place.page).around(place)
        if not Place(place.page, at).repeated
    ]
    told = content(" ".join([*names_of, *(text for text in said if text not in wheres)]))
    named = content(" ".join(_named_by(each, case) for each in held))
    if not asked or asked[-1] in told or not named <= content(goal.text):
        return ""
    # A tick says yes without words.
    if any(YES_OR_NO.get(plain(place.said)) for place in case.places):
        return ""
    shown = told_by(case.places[0], goal.asking) if case.places else case.shown
    return (
        f'the answer is "{case.answer}", but the evidence says no more than {quoted(shown)}, which tells nothing of what is asked. Cite '
        "what shows that it is so: the text of what says it, such as a cell of its row, its `state`, not_exists or compare"
    )


def _named_by(finding: Finding, case: Case) -> str:
    """What evidence names, by which alone nothing is said of it: that a row is there says no more than what it is called."""
    derivation, places = finding.derivation, case.cited(finding)
    if derivation.elements and (derivation.op == "exists" or any(map(_names_another, places))):
        return " ".join(told_by(place, case.goal.asking) for place in places if not _names_another(place))
    return finding.text or derivation.text


def _names_another(place: Place) -> bool:
    """Whether all it says names something else: what a box, a column or a term is called tells neither its state nor what is under it."""
    return place.element.role in TOGGLES or _heads(place)


def _heads(place: Place) -> bool:
    return place.element.role in _NAMING and content(place.said) in names(place.page).used


def _own(finding: Finding, case: Case) -> Iterator[str]:
    """What evidence says itself, and is called; of a row or card not what it denies."""
    yield from (finding.text,) if finding.derivation.pattern else ()
    for place in case.cited(finding):
        item = place.item()
        yield from (*names(place.page).labels(place), *place.element.states)
        yield "" if place.element.role in TOGGLES else place.element.role
        if item is None or item.at != place.at:
            yield from (place.said, name_of(item) if item is not None else "")
        if item is not None and (item.at == place.at or finding.derivation.op == "text"):
            yield from affirmed(item, case.goal.asking)


def _names_only(finding: Finding, case: Case) -> bool:
    """Whether a finding can be no more than the name of what was asked about."""
    derivation, places, asking = finding.derivation, case.cited(finding), plain(case.goal.asking)
    if derivation.op == "exists":
        # "Is there one?" and "can I?" are answered by its being there; what a goal wants done shows by what is there since.
        said = asking if any(place.element.role in CONTROLS for place in places) else _MAY.sub("", asking)
        english = _LOOKS.match(asking) or asking.partition(" ")[0] in AUXILIARIES
        so = (
            _IS_SO.match(asking)
            if case.changing
            else english and not (OFFERED.search(said) or _HAS.search(said))
        )
        if not so or _THERE.search(asking) or derivation.state:
            return False
        if not derivation.elements:
            return bool(derivation.text)
        # A box that is ticked says so without words.
        return not any(_in_a_state(place, case) for place in places)
    ticked = any(place.element.role in TOGGLES and _in_a_state(place, case) for place in places)
    return derivation.op in ("text", "title") and not ticked


def _in_a_state(place: Place, case: Case) -> bool:
    """Whether an element is in a state that its name does not tell."""
    element = place.element
    if element.role in TOGGLES and not case.changing:
        return any(each.startswith("checked") for each in element.states)
    told = [each for each in element.states if case.changing or not each.startswith(_NO_STATE)]
    return bool(told or element.value)


def _other_amount(case: Case) -> str:
    """A yes to "is the total $12.00?" where the evidence says $9.00, or to "are there 3?" where it is 2."""
    if any(finding.derivation.op == "exists" or finding.derivation.relation for finding in case.held):
        return ""
    asked = quantities(case.goal.asking)
    for unit in {each.unit for each in asked}:
        wanted = [each for each in asked if each.unit == unit]
        found = [each for finding in case.held for each in _amounts(finding) if each.unit == unit]
        relation = _relation(wanted[0], case.goal)
        right = (
            all(relation(each.value, wanted[0].value) for each in found)
            if relation
            else {each.value for each in found} & {each.value for each in wanted}
        )
        if found and not right:
            return (
                f'the answer is "{case.answer}" and the goal speaks of "{wanted[0].text}", but the evidence says "{found[0].text}". '
                "If they stand in the relation the goal asks for, cite it with compare"
            )
    return ""


def _relation(wanted: Quantity, goal: Goal) -> Callable[[Decimal, Decimal], bool] | None:
    """How another amount is to stand to the one the goal names: "above 2%", "at most $20"."""
    relation = None if negated(goal.asking) else relation_before(goal.asking[: wanted.start])
    return HOLDS.get(relation) if relation else None


def _amounts(finding: Finding) -> list[Quantity]:
    """The amounts a finding says; a bare number only where it says nothing else."""
    found = quantities(finding.text, finding.language)
    return [each for each in found if each.unit or each.text.strip() == finding.text.strip()]


def _beside_the_point(finding: Finding, case: Case) -> bool:
    """Whether it says that something is not there of which neither the goal nor any page of the run has spoken."""
    derivation = finding.derivation
    if derivation.op != "not_exists" or not derivation.text or derivation.elements:
        return False
    if content(derivation.text) & content(case.goal.text):
        return False
    earlier = (case.elsewhere(finding, page) for page in case.story.pages)
    return all(found is None or found.holds for found in earlier)


def _all_of(finding: Finding, case: Case) -> list[str]:
    derivation = finding.derivation
    texts = [finding.text, finding.where, derivation.text, derivation.to, *finding.parts]
    for place in case.cited(finding):
        item = place.item()
        texts += [place.said, place.element.name, place.element.value or ""]
        # What is written on a button is what can be done, not what is so.
        texts += item.phrases(but="button") if item else []
    return [text for text in texts if text]
