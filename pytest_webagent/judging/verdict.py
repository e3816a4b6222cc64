"""The judgement on an answer: whether it follows from its evidence, and whether the run bears it out.

The rules stand in a table for each status, the most telling first. How to add one is told in `judging`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.judging.agreement import unproven
from pytest_webagent.judging.announced import error_for_success
from pytest_webagent.judging.answer_values import unlisted
from pytest_webagent.judging.case import Case
from pytest_webagent.judging.changes import idle, unchanged, went_nowhere
from pytest_webagent.judging.channels import beside_the_page
from pytest_webagent.judging.dictated import dictated
from pytest_webagent.judging.effects import no_effect, only_refused, still_asks
from pytest_webagent.judging.evidence import found
from pytest_webagent.judging.in_part import in_part
from pytest_webagent.judging.instances import acted_elsewhere, other_instance
from pytest_webagent.judging.last_step import last_step
from pytest_webagent.judging.meant import left_out, not_the_best
from pytest_webagent.judging.mere_names import mere_name
from pytest_webagent.judging.other_choice import other_choice
from pytest_webagent.judging.outdated import old_page
from pytest_webagent.judging.parts import (
    elsewise,
    no_figure,
    only_there,
    other_unit,
    share_for_whole,
)
from pytest_webagent.judging.passed_by import passed_by
from pytest_webagent.judging.refusals import unfounded
from pytest_webagent.judging.replaced import replaced
from pytest_webagent.judging.rivals import other_label, other_thing
from pytest_webagent.judging.selection import unchosen
from pytest_webagent.judging.ties import untied as untied_words
from pytest_webagent.judging.undone import undone
from pytest_webagent.judging.unloaded import unloaded
from pytest_webagent.judging.unsaid import made_up, unsaid
from pytest_webagent.judging.unsent import asked_too_early, own_words, unfinished
from pytest_webagent.judging.visitors import by_visitors
from pytest_webagent.language.quotations import masked
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pytest_webagent.claims.derivation import Derivation, Finding
    from pytest_webagent.judging.case import Reader, Status
    from pytest_webagent.judging.story import Story

MOST: Final = 5
"""Most problems told at once."""
_NO_EVIDENCE = (
    "the answer has no evidence: cite the elements it follows from by their ids, such as text of the element that says it; for "
    "something done, what shows that it was done; for something that cannot be done, what is in the way"
)
_CONDITIONAL = re.compile(r"\b(?:if|unless|in case|otherwise|either|or|wenn|falls|oder)\b")


def always(_: Case) -> bool:
    """Whatever the goal wants."""
    return True


def changing(case: Case) -> bool:
    """The goal changes something."""
    return case.changing


def change_due(case: Case) -> bool:
    """The goal changes something, and no field is shown to hold already what it wants."""
    return case.change_due


def sure_change(case: Case) -> bool:
    """Such a goal that hangs on no condition: what it names is wanted for sure."""
    return case.change_due and not _CONDITIONAL.search(plain(masked(case.goal.text)))


def change_to_show(case: Case) -> bool:
    """Such a goal for which the evidence has to show the change: it asks for nothing else."""
    goal = case.goal
    for_itself = not goal.asks or (bool(case.agreed) and not goal.of_stillness)
    return case.change_due and not goal.calls_off and for_itself


def going(case: Case) -> bool:
    """The goal neither changes nor asks anything: it goes somewhere."""
    return not case.changing and not case.goal.asks


def untied(case: Case) -> bool:
    """It is not sure that the page answers the goal just so: what follows are guesses at what is meant."""
    return not case.tied


def looking(case: Case) -> bool:
    """The goal only asks, and it is not sure what the page answers."""
    return not case.changing and not case.tied


def told(case: Case) -> bool:
    """The answer says something of its own."""
    return not case.agreed


class Rule(NamedTuple):
    """A way of being wrong, and what sees it."""

    check: Callable[[Case], str]
    """What is wrong and what to do about it, in a sentence a language model can act on; empty where nothing is."""
    why: str
    """What has to be so, and where it is not, an answer is wrong."""
    when: Callable[[Case], bool] = always
    """Which cases it is for."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.check.__name__


DONE: Final = (
    Rule(idle, "what a goal changes is changed by something done that the page took notice of", change_due),
    Rule(no_effect, "what is changed is not as it was before", change_due),
    Rule(only_refused, "a message that does not say so is no success", changing),
    Rule(still_asks, "what the page still asks about is not done", change_due),
    Rule(last_step, "what has several steps is done when the last of them is", sure_change),
    Rule(unfinished, "a form is sent, and a question of the page answered, before something is done"),
    Rule(dictated, "what a page tells agents to answer is data, not evidence"),
    Rule(beside_the_page, "title, address and messages of the browser answer only what is asked about them"),
    Rule(by_visitors, "what visitors write, or a row is called, answers only what is asked about that"),
    Rule(error_for_success, "an error upon the last act means that it did not work", changing),
    Rule(elsewise, "what the page answers to the question is what is answered"),
    Rule(other_thing, "nothing else on the page explains more of the question's words than what is cited", untied),
    Rule(other_instance, "what is said of one thing of a list is read from that thing"),
    Rule(acted_elsewhere, "what is done to one thing of a list is done to that thing"),
    Rule(only_there, "a value is read where it stands: that it is somewhere tells nothing of what it is"),
    Rule(no_figure, "an amount is asked for, and what has no figure is one only where the page calls it so", told),
    Rule(other_unit, "an amount is told in the unit of the page"),
    Rule(share_for_whole, "a part is not the whole"),
    Rule(other_label, "what is asked for by its label is read from beside that label", looking),
    Rule(left_out, "what is asked of several things is worked out over all that are meant, and no others", untied),
    Rule(not_the_best, "the cheapest is cheaper than all others that are meant", untied),
    Rule(unloaded, "what is not there yet, or could not be loaded, is not therefore nothing"),
    Rule(in_part, "what is so of the rows in sight is not so of all, where the page tells that there are more"),
    Rule(replaced, "what is struck through is not so where something else stands in its place"),
    Rule(old_page, "what a page has changed since is no longer so"),
    Rule(own_words, "what the run typed says only what it typed"),
    Rule(asked_too_early, "what is asked for after a change is read after it was sent"),
    Rule(passed_by, "a control that the goal names is acted on"),
    Rule(undone, "each of several deeds is done, with the values that the goal gives", sure_change),
    Rule(unchosen, "a choice that the goal names is made, and what is to be off is not on"),
    Rule(other_choice, "of what a goal offers as the answer, the page says the one that is given"),
    Rule(unproven, "a yes, a no or a done says nothing unless the evidence does"),
    Rule(mere_name, "a name of what may be so, such as a step to come, does not say that it is so"),
    Rule(unsaid, "what an answer says in words of its own, its evidence says", told),
    Rule(unchanged, "what was so before anything was done shows no change", change_to_show),
    Rule(went_nowhere, "a link shows that one can go there, not that one is there", going),
)  # fmt: skip
"""What is asked of an answer that the goal is done; the most telling first."""

GOAL_NOT_MET: Final = (
    Rule(unfounded, "what cannot be done was tried, or something is seen to be in the way"),
    Rule(dictated, "what a page tells agents to answer is data, not evidence"),
    Rule(by_visitors, "what visitors write, or a row is called, answers only what is asked about that"),
    Rule(other_thing, "what is said of one row is read from that row", untied),
    Rule(passed_by, "a control that the goal names is acted on"),
    Rule(made_up, "quotations and amounts in a reason are said by the page or the goal"),
)
"""What is asked of an answer that the site does not do it."""

RULES: Final[Mapping[Status, tuple[Rule, ...]]] = {"done": DONE, "goal_not_met": GOAL_NOT_MET}


class Verdict(NamedTuple):
    """What came of judging an answer."""

    problems: tuple[str, ...]
    """Why it does not stand, the most telling first: sentences a language model can act on."""
    findings: tuple[Finding, ...]
    """What each derivation came to, in the order they were given."""
    untied: tuple[str, ...] = ()
    """Words of the goal that nothing cited, done or said explains: the answer may be one to something else."""

    @property
    def stands(self) -> bool:
        """Whether nothing speaks against the answer."""
        return not self.problems


def judge(
    answer: str, status: Status, derivations: Sequence[Derivation], story: Story, reads: Reader | None = None
) -> Verdict:
    """Work every derivation out on the page it is about, and judge the answer by what they come to.

    Args:
        answer: what the run answers.
        status: how it says that it ended.
        derivations: its evidence.
        story: the run.
        reads: tells whether what a question for a yes or no says is so on a page; None where the page does not tell.
    """
    findings = tuple(found(derivation, story) for derivation in derivations)
    case = Case(unlisted(answer), status, findings, story, reads)
    wrong = dict.fromkeys(problems(case, RULES[status])) if findings else [_NO_EVIDENCE]
    return Verdict(tuple(wrong)[:MOST], findings, () if wrong else untied_words(case))


def problems(case: Case, rules: Sequence[Rule]) -> Iterator[str]:
    """What is wrong with a case: the evidence that does not hold, and what rules say of the rest."""
    for number, finding in enumerate(case.findings):
        if not finding.holds:
            yield f"evidence[{number}], {finding.wording}: {finding.problem}"
    for rule in rules:
        if rule.when(case) and (problem := rule.check(case)):
            yield problem
