"""Words of agreement: "yes", "no", "done". They say nothing by themselves, so a page never says them for the agent."""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from pytest_webagent.evidence.judging.absence import proves_nothing
from pytest_webagent.evidence.judging.claims import claims, given
from pytest_webagent.evidence.judging.places import cited, elsewhere
from pytest_webagent.evidence.judging.trouble import is_refusal
from pytest_webagent.evidence.judging.words import (
    STOP,
    content,
    negated,
    plain,
    quoted,
    says,
    stem,
    stems,
    word_set,
    words,
)
from pytest_webagent.evidence.values.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from decimal import Decimal

    from pytest_webagent.evidence.derivation import Finding
    from pytest_webagent.evidence.judging.goals import Goal
    from pytest_webagent.evidence.judging.story import Story
    from pytest_webagent.evidence.values.quantities import Quantity

Agreement: TypeAlias = Literal["", "yes", "no", "done"]

_YES: Final = word_set(
    """yes yep yeah true correct right ja oui sí si sì sim tak да はい 是 correcto vrai wahr richtig vero"""
)
_NO: Final = word_set(
    """no nope false incorrect wrong nein non não nee nie нет いいえ 否 falsch faux falso"""
)
_NONE: Final = word_set(
    "nothing none nobody nichts keine keiner niemand rien aucun aucune nada ninguno nessuno niente"
)
_DONE: Final = word_set("""done ok okay success successful successfully succeeded pass passed passes complete completed
    finished fine good ready achieved accomplished fulfilled worked works performed verified
    confirmed saved submitted sent executed fertig erledigt erfolgreich gespeichert bestanden
    abgeschlossen fait terminé réussi succès hecho listo éxito completado terminado fatto completato
    riuscito klaar gelukt feito pronto concluído gotowe zrobione готово 完了 完成 成功""")
_BEGINS = re.compile(r"\s*(?P<word>\w+)\s*[,:.!]\s*(?P<rest>\S.*)", re.DOTALL)
_RELATIONS: Final[tuple[tuple[re.Pattern[str], Callable[[Decimal, Decimal], bool]], ...]] = tuple(
    (re.compile(rf"\b(?:{words_of})$"), holds)
    for words_of, holds in (
        ("at most|up to|no more than|not more than|höchstens|maximal|bis zu|au plus", operator.le),
        ("at least|no less than|not less than|mindestens|au moins|al menos", operator.ge),
        (
            "below|under|(?:less|fewer|cheaper|lower|smaller) than|unter|weniger als|moins de|menos de",
            operator.lt,
        ),
        ("above|over|(?:more|greater|higher|larger) than|exceeds?|über|mehr als|plus de|más de", operator.gt),
    )
)
"""Words before an amount, and how another one stands to it."""
_LOOKS = re.compile(r"^(?:check|verify|confirm|ensure|assert|validate)\b")
_PRESENT: Final = stems(
    """open opened shown showing displayed visible present listed there exist exists existing appear appears contain contains
    loaded reached page site website list screen heading title offen sichtbar angezeigt"""
)
"""Words for being there, which whatever is cited shows."""
_AROUND: Final = word_set("""task goal test step steps action everything all request requested result as expected status now
    user agent has have been was were it is i aufgabe ziel alles wurde ist""")


def agreement(answer: str, goal: Goal) -> Agreement:
    """Which word of agreement an answer is; empty if it says something of its own.

    An answer that only says again what the goal says ("The mug was added to the cart") is one, too; for a goal that asks
    for a value it is not.
    """
    said = words(answer)
    if not said:
        return ""
    if len(said) == 1 or goal.asks != "value":
        if said[0] in _YES:
            return "yes"
        if said[0] in _NO and (len(said) == 1 or goal.asks == "truth"):
            return "no"
    own = {word for word in said if word not in _AROUND}
    if own <= _DONE:
        return "done"
    if goal.asks == "value":
        return ""
    known = content(goal.text) | {stem(word) for word in _DONE | _AROUND}
    repeats = all(given(claim, (goal.text,)) for claim in claims(answer))
    if not repeats or not content(answer) <= known:
        return ""
    if goal.asks == "truth":
        return "yes" if negated(answer) == negated(goal.asking) else "no"
    return "done"


def told_besides(answer: str) -> str:
    """An answer without the word of agreement it begins with: "Yes, Write docs", "Verified: the cart is empty"."""
    begins = _BEGINS.match(answer)
    return begins["rest"] if begins and plain(begins["word"]) in _YES | _DONE | _NONE else answer


def unproven(
    agreed: Agreement, answer: str, goal: Goal, findings: Sequence[Finding], story: Story
) -> list[str]:
    """What is wrong with a word of agreement as the answer to a goal that asks."""
    held = [finding for finding in findings if finding.holds]
    if not goal.asks or not held:
        return []
    if goal.asks == "value" and any(plain(finding.text) == plain(answer) for finding in held):
        return []
    if goal.asks_plainly:
        return [
            f'the goal asks for something, and "{answer}" does not tell it. Answer with what the page says, such as '
            f'"{_shown(held)}"'
        ]
    if all(_beside_the_point(finding, goal, story) for finding in held):
        return [
            f'the answer is "{answer}", but "{held[0].derivation.text}" has nothing to do with the goal: cite what the goal speaks of'
        ]
    empty = [proves_nothing(finding, goal, story) for finding in held]
    if all(empty):
        return [f'the answer is "{answer}", but {empty[0]}']
    if agreed == "no":
        return _no(answer, goal, held)
    return _yes(answer, goal, held, story)


def _no(answer: str, goal: Goal, held: Sequence[Finding]) -> list[str]:
    if any(_denies(finding, goal) for finding in held):
        return []
    shown = "; ".join(finding.text or finding.derivation.told for finding in held[:2])
    return [
        f'the answer is "{answer}", but all evidence says that it is there: {shown}. Cite what shows that it is not so: '
        "not_exists, compare, or the text that says otherwise"
    ]


def _denies(finding: Finding, goal: Goal) -> bool:
    """Whether a finding can be the reason for a no."""
    derivation = finding.derivation
    if derivation.op == "exists":
        # That a button is disabled denies that it can be used; that the thing asked for is there denies nothing.
        return bool(derivation.state) and not says(goal.text, derivation.state)
    if derivation.op in ("not_exists", "compare", "note", "dialog", "tabs"):
        return True
    texts = (finding.text, *(finding.parts if derivation.op == "text" else ()))
    return any(negated(text) or is_refusal(text) or not says(goal.asking, text) for text in texts)


def _yes(answer: str, goal: Goal, held: Sequence[Finding], story: Story) -> list[str]:
    if not goal.of_absence and all(finding.derivation.op == "not_exists" for finding in held):
        return [
            f'the answer is "{answer}", but all evidence says that something is not there. If that is what the goal asks, '
            "cite the text that says so; else the answer is no"
        ]
    if not goal.of_absence and not goal.of_trouble:
        for finding in held:
            if (
                finding.derivation.op == "text"
                and finding.text
                and is_refusal(finding.text)
                and len(held) == 1
            ):
                return [f'the answer is "{answer}", but the evidence says "{finding.text}"']
    typed = {plain(str(act.arguments.get("text", ""))) for act in story.acts}
    named = [name for name in quoted(goal.asking) if plain(name) not in typed]
    around = [text for finding in held for text in _all_of(finding, story)]
    if named and not any(says(text, name) for text in around for name in named):
        return [
            f'the answer is "{answer}", but no evidence speaks of "{named[0]}"; it says "{_shown(held)}". Cite the element '
            "that shows it, or compare an element with it"
        ]
    return _other_amount(answer, goal, held) or _only_named(answer, goal, held, around, story)


def _only_named(
    answer: str, goal: Goal, held: Sequence[Finding], around: Sequence[str], story: Story
) -> list[str]:
    """A yes to "is the cart empty?" where all the evidence says is "Your cart"."""
    if goal.asks != "truth" or any(not _names_only(finding, goal, story) for finding in held):
        return []
    # "Is the mug in the cart" asks for the mug: what is said of it comes before the place.
    clause = re.split(r"\s(?:in|on|at|among|within|im|auf|dans|en)\s", _LOOKS.sub("", plain(goal.asking)))[0]
    asked = [stem(word) for word in words(clause) if word not in STOP and stem(word) not in _PRESENT]
    # Where it stands, with all that is written around it, is not what it says.
    wheres = {finding.where for finding in held}
    own = [text for finding in held for text in (_named_by(finding, story), *finding.parts)]
    # Who cites the name by its id must cite the state; a text that is searched for may stand anywhere in a card.
    by_id = all(finding.derivation.op == "exists" and finding.derivation.elements for finding in held)
    told = content(" ".join(text for text in (own if by_id else around) if text not in wheres))
    if (
        not asked
        or asked[-1] in told
        or not content(" ".join(_named_by(each, story) for each in held)) <= content(goal.text)
    ):
        return []
    return [
        f'the answer is "{answer}", but the evidence says no more than "{_shown(held)}", which the goal says itself. Cite '
        "what shows that it is so, with exists, not_exists or compare"
    ]


def _named_by(finding: Finding, story: Story) -> str:
    derivation = finding.derivation
    if derivation.op == "exists" and derivation.elements:
        return " ".join(place.said for place in cited(finding, story))
    return finding.text or derivation.text


def _names_only(finding: Finding, goal: Goal, story: Story) -> bool:
    """Whether a finding can be no more than the name of what was asked about."""
    derivation = finding.derivation
    if derivation.op == "exists":
        # "Is there one?" and "can I?" are answered by its being there.
        so = re.match(
            r"(?:check\w* (?:that|if|whether)|verify (?:that|if)|is|are|was|were|has|have)\b(?!.*\b(?:there|still)\b)",
            plain(goal.asking),
        )
        if not so or derivation.state:
            return False
        if not derivation.elements:
            return bool(derivation.text)
        # A box that is ticked says so without words.
        return not any(place.element.states or place.element.value for place in cited(finding, story))
    return derivation.op in ("text", "title")


def _other_amount(answer: str, goal: Goal, held: Sequence[Finding]) -> list[str]:
    """A yes to "is the total $12.00?" where the evidence says $9.00, or to "are there 3?" where it is 2."""
    if any(finding.derivation.op == "exists" or finding.derivation.relation for finding in held):
        return []
    asked = quantities(goal.asking)
    for unit in {each.unit for each in asked}:
        wanted = [each for each in asked if each.unit == unit]
        found = [each for finding in held for each in _amounts(finding) if each.unit == unit]
        relation = _relation(wanted[:1], goal)
        right = (
            all(relation(each.value, wanted[0].value) for each in found)
            if relation
            else {each.value for each in found} & {each.value for each in wanted}
        )
        if found and not right:
            return [
                f'the answer is "{answer}" and the goal speaks of "{wanted[0].text}", but the evidence says "{found[0].text}". '
                "If they stand in the relation the goal asks for, cite it with compare"
            ]
    return []


def _relation(wanted: Sequence[Quantity], goal: Goal) -> Callable[[Decimal, Decimal], bool] | None:
    """How another amount is to stand to the one the goal names: "above 2%", "at most $20"."""
    if negated(goal.asking):
        return None
    before = [plain(goal.asking[: each.start]) for each in wanted]
    return next((holds for words_of, holds in _RELATIONS if any(map(words_of.search, before))), None)


def _amounts(finding: Finding) -> list[Quantity]:
    """The amounts a finding says; a bare number only where it says nothing else."""
    found = quantities(finding.text, finding.language)
    return [each for each in found if each.unit or each.text.strip() == finding.text.strip()]


def _beside_the_point(finding: Finding, goal: Goal, story: Story) -> bool:
    """Whether it says that something is not there of which neither the goal nor any page of the run has spoken."""
    derivation = finding.derivation
    if derivation.op != "not_exists" or not derivation.text or derivation.elements:
        return False
    if content(derivation.text) & content(goal.text):
        return False
    earlier = (elsewhere(finding, page, story) for page in story.pages)
    return all(found is None or found.holds for found in earlier)


def _all_of(finding: Finding, story: Story) -> list[str]:
    derivation = finding.derivation
    texts = [finding.text, finding.where, derivation.text, derivation.to, *finding.parts]
    for place in cited(finding, story):
        item = place.item()
        texts += [place.said, place.element.name, place.element.value or ""]
        # What is written on a button is what can be done, not what is so.
        texts += item.phrases(but="button") if item else []
    return [text for text in texts if text]


def _shown(held: Sequence[Finding]) -> str:
    return next((finding.text for finding in held if finding.text), held[0].derivation.told)
