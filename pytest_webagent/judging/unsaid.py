"""What an answer says and the evidence does not."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from pytest_webagent.judging import answer_values
from pytest_webagent.judging.answer_values import Saying
from pytest_webagent.page.lists import lists
from pytest_webagent.page.names import item_texts, names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.answer_values import Claim
    from pytest_webagent.judging.case import Case
    from pytest_webagent.page.places import Place


def unsaid(case: Case) -> str:
    """Catches what the answer says and the evidence does not: another number, another name, other words."""
    held, goal, story = case.held, case.goal, case.story
    if not held:
        return ""
    said = answer_values.sayings(held, case.answer)
    # Who cites what makes one the best of several answers with what it is called.
    items = [item for place in case.places if (item := place.item()) is not None]
    said += [
        Saying(name, case.now.language)
        for item in items
        for name in _names(item)
        if not any(map(str.isdigit, name[:1]))
    ]
    said += [
        Saying(text, case.now.language)
        for place in (*case.places, *case.pressed_controls)
        for text in _titles(place)
    ]
    if not goal.asks:
        # "All three tasks are done" cites the three.
        said += [Saying(str(len(each.derivation.elements))) for each in held]
    if answer_values.as_a_whole(case.told, said):
        return ""
    language = next((finding.language for finding in held if finding.language), "")
    found = answer_values.claims(case.answer, language)
    if answer_values.is_spent(goal.asking):
        found = [each._replace(falls=True) for each in found]
    new = [claim for claim in found if not answer_values.given(claim, [goal.text, story.now.url, *case.own])]
    # Where nothing is asked, what else the page shows may be told; where something is, it may be the wrong answer.
    shown = [] if goal.asks else [text for each in story.now.elements for text in (each.name, each.text)]
    if not goal.asks:
        # A code or a name with digits that the page shows may be told besides.
        page = [*story.now.elements, *(each for page in story.pages for each in page.elements)]
        told = dict.fromkeys(text for each in page for text in (each.name, each.text) if text)
        new = [
            claim
            for claim in new
            if claim.quantity or claim.day or claim.number or not answer_values.given(claim, told)
        ]
    known = [*shown, goal.text, story.now.title, *case.own, *(text for each in held for text in _texts(each))]
    strange = [(claim, "") for claim in answer_values.strange_names(case.answer, known)]
    missing = [*answer_values.uncovered(new, said), *strange]
    if missing or not goal.asks:
        return _contradictions(missing, said, held)
    repeated = [claim for claim in found if claim not in new and claim.kind != "quote"]
    if goal.of_number and repeated and not any(claim.kind == "number" for claim in new):
        missing = answer_values.uncovered(repeated, said)
        return _contradictions(missing[:1], said, held) if len(missing) == len(repeated) else ""
    if new or answer_values.free_text(case.told, said, goal):
        return ""
    texts = " and ".join(f'"{finding.text}"' for finding in held[:3] if finding.text)
    says = f"the evidence says {texts}" if texts else "the evidence comes to no text"
    return f'the answer is "{case.answer}", but {says}. Answer with what the page says, and cite the element that says it'


def _names(item: Place) -> list[str]:
    """What a row or card is called, and what it begins with."""
    name = lists(item.page).name(item)
    return [*([name.said] if name is not None else ()), *islice(item_texts(item), 1)]


def _titles(place: Place) -> list[str]:
    """The headings of what an element stands in: the day above the appointments."""
    return [heading.said for each in place.around() for heading in names(place.page).heads(each)]


def made_up(case: Case) -> str:
    """Catches quotations and amounts in the reason why a goal is not met that nothing says."""
    if not case.held:
        return ""
    said = answer_values.sayings(case.held, case.answer)
    said += [Saying(text, finding.language) for finding in case.held for text in _texts(finding)]
    known = [case.story.goal, case.story.now.url, *case.own]
    found = [
        claim
        for claim in answer_values.claims(case.answer)
        if not answer_values.small(claim) and not answer_values.given(claim, known)
    ]
    return _contradictions(answer_values.uncovered(found, said), said, case.held)


def _texts(finding: Finding) -> list[str]:
    """All that a finding has to do with."""
    derivation = finding.derivation
    texts = (finding.text, *finding.parts, finding.where, derivation.text, derivation.to)
    return [text for text in texts if text]


def _contradictions(
    missing: Iterable[tuple[Claim, str]], said: Sequence[Saying], held: Sequence[Finding]
) -> str:
    """What the answer says, and what the evidence says instead."""
    return "; ".join(dict.fromkeys(_contradiction(claim, doubt, said, held) for claim, doubt in missing))


def _contradiction(claim: Claim, doubt: str, said: Sequence[Saying], held: Sequence[Finding]) -> str:
    if doubt:
        return f'the answer says "{claim.text}", and it cannot be told whether the evidence says so: {doubt}'
    if claim.kind == "name":
        return f'the answer speaks of "{claim.text}", which neither the goal nor the evidence has. Cite the element that says it, or leave it out'
    alike = [
        each.text
        for saying in said
        for each in answer_values.claims(saying.text, saying.language)
        if each.kind == claim.kind
        and (claim.quantity is None or each.quantity is None or each.quantity.unit == claim.quantity.unit)
    ]
    texts = alike or [finding.text for finding in held if finding.text]
    shown = " and ".join(f'"{text}"' for text in list(dict.fromkeys(texts))[:3])
    says = f"the evidence says {shown}" if shown else "no evidence says so"
    return f'the answer says "{claim.text}", {says}. Cite the element that says it, or correct the answer'
