"""After a test of ours has passed, runs it again once per mutation, to find out whether it is able to fail.

The test's own outcome stays what it was; the other attempts are told beside it. First comes one attempt without a
mutation: it is what mutations are planned from, and where it does not pass, what mutated attempts come to would say
nothing, because they might fail for the same reason.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_webagent.errors import ConfigError
from pytest_webagent.hooks.collecting.collection import settings_for, uses_ours
from pytest_webagent.hooks.outcome.ledger import PREFIX
from pytest_webagent.hooks.outcome.stages import put_on_stage
from pytest_webagent.hooks.repeat.attempt_runner import Attempts, is_stopped, sibling, tear_down_rest
from pytest_webagent.hooks.repeat.attempts import as_one, pass_rate
from pytest_webagent.hooks.repeat.once_more import begin_again
from pytest_webagent.hooks.repeat.repeats import plan_by
from pytest_webagent.hooks.settings.options import settings_of
from pytest_webagent.mutation.effect import Effect
from pytest_webagent.mutation.planning import plan as plan_mutations
from pytest_webagent.mutation.tally import Told, Trial
from pytest_webagent.mutation.witness import Witness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.config import Settings
    from pytest_webagent.hooks.repeat.attempts import Attempt
    from pytest_webagent.hooks.repeat.pass_rate import Plan
    from pytest_webagent.mutation.mutation import Mutation, Stage
    from pytest_webagent.mutation.tally import Outcome
    from pytest_webagent.trajectory import RunResult

_NOT_THE_SITES = ("model_error", "browser_error")
"""Statuses of attempts that failed for a reason a mutation has nothing to do with."""


class _Plain:
    """The stage of the test's own attempts: only notes that there is a browser to put mutations into."""

    title = ""
    entered = False

    async def enter(self, session: BrowserSession) -> None:
        self.entered = True

    async def leave(self, runs: Sequence[RunResult]) -> None:
        """Nothing was begun."""


def is_mutated(item: pytest.Item) -> bool:
    """Whether mutations of a test are asked for; where its marker is wrong, its fixtures say so when it is run."""
    try:
        return settings_of(item.config).mutate and uses_ours(item) and settings_for(item).mutate
    except ConfigError:
        return False


# Before what repeats tests, and before plugins that run failed tests again: a mutated test is not repeated there.
@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test, and if it passes, run it again with mutations."""
    if item.config.getoption("setuponly", False) or not is_mutated(item):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    settings = settings_for(item)
    plan = plan_by(settings)
    mutated = _Mutated(item, settings, plan)
    own = _Plain()
    put_on_stage(item, own)
    attempts = Attempts(item, plan, after=nextitem, after_pass=sibling(item)).made()
    passed = _passes(attempts, plan) and _is_plain_pass(attempts)
    reports = as_one(attempts, plan) if plan.runs > 1 else list(attempts[0].reports)
    for report in reports:
        report.user_properties = list(report.user_properties)
    *before, teardown = reports
    for report in before:
        item.ihook.pytest_runtest_logreport(report=report)
    try:
        if passed:
            told = mutated.told() if own.entered else mutated.nothing("it opens no browser session of ours")
            _keep(teardown, told)
        tear_down_rest(item, nextitem, teardown)
    finally:
        item.ihook.pytest_runtest_logreport(report=teardown)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


class _Mutated:
    """The mutated attempts at one test."""

    def __init__(self, item: pytest.Item, settings: Settings, plan: Plan) -> None:
        self._item = item
        self._settings = settings
        # Of a mutated test it only matters whether it passes, and not how often.
        self._plan = plan._replace(all_runs=False)
        self._properties = list(item.user_properties)

    def told(self) -> Told:
        """What comes of all mutations of the test."""
        witness = Witness()
        control = self._attempts(witness)
        if not _passes(control, self._plan):
            why = next((each.line for each in control if each.outcome != "passed"), "the session was stopped")
            return self.nothing(f"it cannot be judged: the test does not pass a second time: {why}")
        planned = [] if witness.observed is None else plan_mutations(witness.observed)
        if not planned:
            return self.nothing("there is nothing to change: no evidence, no request, nothing pressed")
        told = self.nothing("")
        for mutation in planned:
            if len(told["trials"]) < self._settings.mutate_most and not is_stopped(self._item):
                told["trials"].append(self._trial(mutation))
            else:
                told["left_out"].append(mutation.words)
        return told

    def nothing(self, why: str) -> Told:
        """What is told of the test where no mutation was tried yet."""
        return Told(test=self._item.nodeid, why_not=why, trials=[], left_out=[])

    def _trial(self, mutation: Mutation) -> Trial:
        effect = Effect(mutation)
        attempts = self._attempts(effect)
        outcome, by = _outcome(attempts, self._plan, applied=effect.times > 0)
        decisive = next((each for each in attempts if each.outcome != "passed"), attempts[-1])
        return Trial(
            kind=mutation.kind,
            mutation=mutation.words,
            outcome=outcome,
            by=by,
            times=effect.times,
            folder=str(decisive.told.get(f"{PREFIX}folder", "")),
            seconds=round(sum(report.duration for each in attempts for report in each.reports), 2),
        )

    def _attempts(self, stage: Stage) -> list[Attempt]:
        item = self._item
        begin_again(item, self._properties)
        put_on_stage(item, stage)
        after = sibling(item)
        return Attempts(item, self._plan, after=after, after_pass=after, quiet=True).made()


def _passes(attempts: Sequence[Attempt], plan: Plan) -> bool:
    """Whether a test would pass that came to these attempts."""
    return pass_rate(attempts).passed >= plan.wanted and all(each.outcome != "error" for each in attempts)


def _is_plain_pass(attempts: Sequence[Attempt]) -> bool:
    """Whether a pass is one that was expected: a test that is expected to fail is not asked whether it can."""
    return any(each.call and each.call.passed and not hasattr(each.call, "wasxfail") for each in attempts)


def _outcome(attempts: Sequence[Attempt], plan: Plan, *, applied: bool) -> tuple[Outcome, str]:
    """What mutated attempts say of the mutation, and by what it was killed or why it was not judged."""
    if not applied:
        return "did not apply", ""
    if _passes(attempts, plan):
        return "survived", ""
    first = next((each for each in attempts if each.outcome != "passed"), attempts[-1])
    # The names of our own errors say enough without their module.
    reason = first.reason.removeprefix("pytest_webagent.errors.") or "the session was stopped"
    status = first.told.get(f"{PREFIX}status")
    skipped = next((report for report in first.reports if report.skipped), None)
    if skipped is not None:
        how = "expected to fail" if hasattr(skipped, "wasxfail") else "skipped"
        return "not judged", f"the attempt was {how}: {reason}"
    if status in _NOT_THE_SITES or (status == "budget" and "the session's limit" in reason):
        return "not judged", reason
    if first.outcome == "passed":
        return "not judged", reason
    where = " (in a fixture)" if first.outcome == "error" else ""
    return "killed", f"{reason}{where}"


def _keep(teardown: pytest.TestReport, told: Told) -> None:
    """Hang what came of the mutations on the last report of the test, and write it on the test's own page."""
    # Without half characters, as a page's script leaves them that cuts an emoji: pytest-xdist cannot send them.
    told = json.loads(json.dumps(told, ensure_ascii=False).encode("utf-8", "replace"))
    teardown.webagent_mutations = told  # type: ignore[attr-defined]
    folder = dict(teardown.user_properties).get(f"{PREFIX}folder")
    if isinstance(folder, str):
        from pytest_webagent.report import store

        # That the folder cannot be written to has failed the test before, if it is so.
        with suppress(OSError):
            store.add_mutations(Path(folder), told)
