"""A case: an answer with everything it is judged by. Each fact is worked out once, when the first rule asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from pytest_webagent.judging import cited, goals, page_answers
from pytest_webagent.judging.acts import (
    can_change,
    done_to,
    filled,
    spoken_of,
    used,
    wanted,
    with_typed_quoted,
    without_calls,
    without_typed,
)
from pytest_webagent.judging.answers import agreement, says_yes_or_no, told_besides
from pytest_webagent.judging.question import is_of_two
from pytest_webagent.language.words import negated

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.claims.outcome import Outcome
    from pytest_webagent.judging.acts import Done
    from pytest_webagent.judging.answers import Agreement
    from pytest_webagent.judging.goals import Goal, Query
    from pytest_webagent.judging.story import Act, Story
    from pytest_webagent.observation import Observation
    from pytest_webagent.page.places import Place

Reader: TypeAlias = "Callable[[str, Observation], bool | None]"
Status: TypeAlias = Literal["done", "goal_not_met"]


@dataclass(frozen=True)
class Case:
    """An answer, what its evidence came to, and the run before it."""

    answer: str
    status: Status
    findings: tuple[Finding, ...]
    story: Story
    reads: Reader | None = None
    """Tells whether what a question for a yes or no says is so on a page; None where the page does not tell."""

    @cached_property
    def goal(self) -> Goal:
        """What the goal wants, as far as its words tell; what only names something, and had nothing done for it, asks for that."""
        text = with_typed_quoted(without_calls(self.story.goal, self.story), self.story)
        found = goals.read(text)
        acted = any(act.kind == "action" for act in self.story.acts)
        if (
            found.asks
            or found.changes is not None
            or found.orders
            or acted
            or found.goes
            or self.status != "done"
        ):
            return found
        return goals.read(goals.asked(text))

    @cached_property
    def held(self) -> list[Finding]:
        """The findings that hold. The others are problems by themselves."""
        return [finding for finding in self.findings if finding.holds]

    @cached_property
    def agreed(self) -> Agreement:
        """Which word of agreement the answer is; empty if it says something of its own."""
        return agreement(self.answer, self.goal)

    @cached_property
    def outcomes(self) -> list[tuple[Query, Outcome | None, Observation | None]]:
        """The questions of the goal with what the page answers, where that is sure, and the page that was asked."""
        pages = [(each, self.asked_of(each)) for each in self.goal.questions if self.held]
        return [
            (query, page_answers.sure(query, page) if page is not None else None, page)
            for query, page in pages
            if self.goal.asks == "value" or page_answers.offers(query)
        ]

    def asked_of(self, query: Query) -> Observation | None:
        """The page a question is about: the one after what is to be done before it, or else the last that is cited."""
        if query.subject and self.goal.changes and not self.goal.of_earlier:
            return self.now
        steps = [each.derivation.step for each in self.held]
        return self.story.page(None if None in steps else max(each for each in steps if each is not None))

    @cached_property
    def untold(self) -> list[tuple[Query, Outcome, Observation]]:
        """What the page surely answers and the answer does not say."""
        return [
            (query, missing, page)
            for query, outcome, page in self.outcomes
            if outcome is not None
            and page is not None
            and (missing := page_answers.untold(self.answer, outcome, page)) is not None
        ]

    @cached_property
    def tied(self) -> bool:
        """Whether the page surely answers all that the goal asks, and the answer says it."""
        sure = [
            outcome is not None and page_answers.surely_told(self.answer, outcome)
            for _, outcome, _ in self.outcomes
        ]
        return bool(sure) and all(sure) and not self.untold

    @cached_property
    def truth(self) -> bool | None:
        """Whether the page itself answers a question for a yes or no as the answer does; None where it does not tell."""
        page = self.asked_of(self.goal.questions[0]) if self.goal.questions and self.held else None
        asking = self.goal.asking
        # "No user is there" is no "no", and one of what is offered no "yes".
        offered = is_of_two(asking) and not says_yes_or_no(self.answer)
        unclear = negated(asking) if self.agreed == "no" else offered
        if page is None or self.reads is None or not self.agreed or unclear:
            return None
        holds = self.reads(asking, page)
        return None if holds is None else holds is (self.agreed != "no")

    @cached_property
    def told(self) -> str:
        """The answer without the word of agreement it begins with."""
        return told_besides(self.answer)

    @cached_property
    def changing(self) -> bool:
        """Whether the goal changes something."""
        return wanted(self.goal, self.story)

    @cached_property
    def change_due(self) -> bool:
        """Whether it does, and no field is shown to hold already what it wants."""
        return self.changing and not filled(self.goal, self.held, self.story)

    @cached_property
    def deeds(self) -> list[Act]:
        """The calls that can have changed something."""
        return [act for act in self.story.acts if can_change(act, self.goal, self.story)]

    @cached_property
    def first_change(self) -> int:
        """The step of the first of them that the page did not ignore; the first step if there is none."""
        return next((act.step for act in self.deeds if not act.page_ignored), 1)

    @cached_property
    def last_change(self) -> int:
        """The step of the last of them that the page did not ignore; the first step if there is none."""
        return next((act.step for act in reversed(self.deeds) if not act.page_ignored), 1)

    @cached_property
    def done(self) -> list[Done]:
        """The calls that were done to an element."""
        return list(done_to(self.story))

    @cached_property
    def doing(self) -> list[Done]:
        """Those of them that can have changed something."""
        return [each for each in self.done if any(each.act is act for act in self.deeds)]

    @cached_property
    def pressed(self) -> frozenset[str]:
        """The names of all that was acted on."""
        return frozenset(act.element.name for act in self.story.acts if act.element is not None)

    @cached_property
    def pressed_controls(self) -> list[Place]:
        """What was acted on, whether or not it can have changed something."""
        return [each.place for each in self.done]

    @cached_property
    def scope_of_all(self) -> str:
        """What the goal says, without what was typed."""
        return without_typed(self.goal.text, self.story)

    @cached_property
    def scope(self) -> str:
        """What the goal says of what is to be done, without what was typed."""
        return without_typed(self.goal.doing, self.story)

    @cached_property
    def spoken(self) -> list[str]:
        """What was acted on, typed, chosen and cited."""
        return spoken_of(self.story, self.done, self.held)

    @cached_property
    def own(self) -> list[str]:
        """What the run itself typed, chose and acted on."""
        return [text for text in dict.fromkeys([*used(self.story), *sorted(self.pressed)]) if text]

    @cached_property
    def pages(self) -> tuple[Observation, ...]:
        """All pages of the run, the one as it is now last."""
        return (*self.story.pages, self.story.now)

    @property
    def now(self) -> Observation:
        """The page at the moment the answer was given."""
        return self.story.now

    @cached_property
    def places(self) -> list[Place]:
        """All elements that findings which hold are about."""
        return [place for finding in self.held for place in self.cited(finding)]

    def page(self, finding: Finding) -> Observation | None:
        """The page a finding is about."""
        return self.story.page(finding.derivation.step)

    def cited(self, finding: Finding) -> list[Place]:
        """The elements a finding is about."""
        return cited.cited(finding, self.story)

    def elsewhere(self, finding: Finding, page: Observation) -> Finding | None:
        """What the same derivation comes to on another page; None where the part it looks in is not there."""
        return cited.elsewhere(finding, page, self.story)

    @property
    def shown(self) -> str:
        """What the evidence says, to be told in a message."""
        return next((finding.text for finding in self.held if finding.text), self.held[0].derivation.told)
