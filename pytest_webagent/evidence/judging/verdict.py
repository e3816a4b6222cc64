"""The judgement on an answer: whether it follows from its evidence, and whether the run bears it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from pytest_webagent.evidence.derivation import Finding
from pytest_webagent.evidence.judging import agreement, changes, claims, goals
from pytest_webagent.evidence.judging.announced import only_announced
from pytest_webagent.evidence.judging.doubts import doubts, told_by_the_page, wrong_row
from pytest_webagent.evidence.judging.left import left_out, near_miss
from pytest_webagent.evidence.judging.missed import passed_by, untried
from pytest_webagent.evidence.judging.places import cited
from pytest_webagent.evidence.judging.refusals import unfounded
from pytest_webagent.evidence.judging.traces import used
from pytest_webagent.evidence.judging.unsent import unfinished
from pytest_webagent.evidence.judging.views import goes_on, unseen
from pytest_webagent.evidence.working.working_out import work_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.evidence.derivation import Derivation
    from pytest_webagent.evidence.judging.claims import Claim, Saying
    from pytest_webagent.evidence.judging.goals import Goal
    from pytest_webagent.evidence.judging.story import Story

Status: TypeAlias = Literal["done", "goal_not_met"]

MOST: Final = 5
"""Most problems told at once."""
_NO_EVIDENCE = (
    "the answer has no evidence: cite the elements it follows from by their ids, such as text of the element that says it; for "
    "something done, what shows that it was done; for something that cannot be done, what is in the way"
)


class Verdict(NamedTuple):
    """What came of judging an answer."""

    problems: tuple[str, ...]
    """Why it does not stand, the most telling first: sentences a language model can act on."""
    findings: tuple[Finding, ...]
    """What each derivation came to, in the order they were given."""

    @property
    def stands(self) -> bool:
        """Whether nothing speaks against the answer."""
        return not self.problems


def judge(answer: str, status: Status, derivations: Sequence[Derivation], story: Story) -> Verdict:
    """Work every derivation out on the page it is about, and judge the answer by what they come to."""
    findings = tuple(_found(derivation, story) for derivation in derivations)
    problems = dict.fromkeys(_problems(answer, status, findings, story))
    return Verdict(tuple(problems)[:MOST], findings)


def _found(derivation: Derivation, story: Story) -> Finding:
    page = story.page(derivation.step)
    if page is None:
        return Finding(
            derivation,
            problem=f"there is no step {derivation.step} to look back at; the run has steps 1 to {len(story.pages)}, "
            "and without a step it is about the page as it is now",
        )
    return work_out(derivation, page)


def _problems(answer: str, status: Status, findings: Sequence[Finding], story: Story) -> list[str]:
    if not findings:
        return [_NO_EVIDENCE]
    goal, answer = goals.read(story.goal), claims.unlisted(answer)
    broken = [f"{finding.derivation.told}: {finding.problem}" for finding in findings if not finding.holds]
    if status == "goal_not_met":
        held = [finding for finding in findings if finding.holds]
        doubted = [told_by_the_page(goal, held, story), wrong_row(goal, held, story)]
        doubted += [near_miss(goal, held, story), goes_on(held, story), *untried(goal, story)]
        found = [*broken, *unfounded(goal, findings, story), *doubted, *_passing(answer, findings, story)]
        return [each for each in found if each]
    changing = changes.wanted(goal, story)
    agreed = agreement.agreement(answer, goal)
    found = list(broken)
    changed = changing and not changes.filled(goal, findings, story)
    if changed:
        found.append(changes.idle(goal, story))
    found.append(unfinished(goal, story))
    found += doubts(answer, goal, changing, findings, story)
    held = [finding for finding in findings if finding.holds]
    found += left_out(goal, held, story, denied=agreed == "no")
    found += unseen(goal, held, story)
    if changed:
        found += passed_by(goal, held, story)
    if agreed:
        found += agreement.unproven(agreed, answer, goal, findings, story)
    else:
        found += _unsaid(answer, goal, findings, story)
    if changed and not goal.calls_off and (not goal.asks or (agreed and not goal.of_stillness)):
        found.append(changes.shown(goal, findings, story) or only_announced(goal, held, story))
    if not changing and not goal.asks:
        found.append(_went(findings, story))
    return [each for each in found if each]


def _unsaid(answer: str, goal: Goal, findings: Sequence[Finding], story: Story) -> list[str]:
    """What the answer says and the evidence does not."""
    held = [finding for finding in findings if finding.holds]
    if not held:
        return []
    said = claims.sayings(held, answer)
    if not goal.asks:
        # "All three tasks are done" cites the three.
        said += [claims.Saying(str(len(each.derivation.elements))) for each in held]
    told = agreement.told_besides(answer)
    if claims.as_a_whole(told, said):
        return []
    language = next((finding.language for finding in held if finding.language), "")
    found = claims.claims(answer, language)
    known = [goal.text, story.now.url, *_own(story)]
    new = [claim for claim in found if not claims.given(claim, known)]
    problems = [_contradiction(claim, doubt, said, held) for claim, doubt in claims.uncovered(new, said)]
    # Where nothing is asked, what else the page shows may be told; where something is, it may be the wrong answer.
    shown = [] if goal.asks else [text for each in story.now.elements for text in (each.name, each.text)]
    names = [
        *shown,
        goal.text,
        story.now.title,
        *_own(story),
        *(text for finding in held for text in _texts(finding)),
    ]
    problems += [_contradiction(claim, "", said, held) for claim in claims.strange_names(answer, names)]
    if problems or not goal.asks:
        return problems
    repeated = [claim for claim in found if claim not in new and claim.kind != "quote"]
    numbers = [claim for claim in new if claim.kind == "number"]
    if goal.of_number and repeated and not numbers:
        missing = claims.uncovered(repeated, said)
        return (
            [_contradiction(claim, doubt, said, held) for claim, doubt in missing[:1]]
            if len(missing) == len(repeated)
            else []
        )
    if new or claims.free_text(told, said, goal):
        return []
    return [_unsaid_words(answer, held)]


def _contradiction(claim: Claim, doubt: str, said: Sequence[Saying], held: Sequence[Finding]) -> str:
    """What the answer says, and what the evidence says instead."""
    if doubt:
        return f'the answer says "{claim.text}", and it cannot be told whether the evidence says so: {doubt}'
    if claim.kind == "name":
        return f'the answer speaks of "{claim.text}", which neither the goal nor the evidence has. Cite the element that says it, or leave it out'
    alike = [
        each.text
        for saying in said
        for each in claims.claims(saying.text, saying.language)
        if each.kind == claim.kind
        and (claim.quantity is None or each.quantity is None or each.quantity.unit == claim.quantity.unit)
    ]
    texts = alike or [finding.text for finding in held if finding.text]
    shown = " and ".join(f'"{text}"' for text in list(dict.fromkeys(texts))[:3])
    says = f"the evidence says {shown}" if shown else "no evidence says so"
    return f'the answer says "{claim.text}", {says}. Cite the element that says it, or correct the answer'


def _unsaid_words(answer: str, held: Sequence[Finding]) -> str:
    shown = " and ".join(f'"{finding.text}"' for finding in held[:3] if finding.text)
    found = f"the evidence says {shown}" if shown else "the evidence comes to no text"
    return f'the answer is "{answer}", but {found}. Answer with what the page says, and cite the element that says it'


def _passing(answer: str, findings: Sequence[Finding], story: Story) -> list[str]:
    """What is made up in the reason why a goal is not met: quotations and amounts nothing says."""
    held = [finding for finding in findings if finding.holds]
    if not held:
        return []
    said = [
        *claims.sayings(held, answer),
        *(claims.Saying(text, finding.language) for finding in held for text in _texts(finding)),
    ]
    known = [story.goal, story.now.url, *_own(story)]
    found = [
        claim for claim in claims.claims(answer) if not claims.small(claim) and not claims.given(claim, known)
    ]
    return [_contradiction(claim, doubt, said, held) for claim, doubt in claims.uncovered(found, said)]


def _texts(finding: Finding) -> list[str]:
    """All that a finding has to do with."""
    derivation = finding.derivation
    return [
        text for text in (finding.text, *finding.parts, finding.where, derivation.text, derivation.to) if text
    ]


def _own(story: Story) -> list[str]:
    """What the run itself typed, chose and acted on."""
    named = [act.element.name for act in story.acts if act.element is not None]
    return [text for text in dict.fromkeys([*used(story), *named]) if text]


def _went(findings: Sequence[Finding], story: Story) -> str:
    """Catches "opened" where nothing was done, and the evidence is only the link that leads there."""
    held = [finding for finding in findings if finding.holds]
    if story.acts or not held:
        return ""
    roles = [place.element.role for finding in held for place in cited(finding, story)]
    only_controls = bool(roles) and all(role in ("link", "button", "tab", "menuitem") for role in roles)
    if not only_controls or len(held) != sum(finding.derivation.op in ("text", "exists") for finding in held):
        return ""
    return (
        "nothing was done, and the evidence is only what leads there. Do what the goal asks, and cite what shows it: the address, "
        "the title or a heading"
    )
