"""The fixture `webagent_injection`, and what of it goes into the reports. Loads nothing heavy."""

from __future__ import annotations

import inspect
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import pytest

from pytest_webagent.errors import ConfigError
from pytest_webagent.hooks.injection import orders_told
from pytest_webagent.hooks.outcome.ledger import ledger_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.browser.sync_session import Drive, SyncBrowserSession
    from pytest_webagent.budget.budget import Budget
    from pytest_webagent.injection.injections import Injections
    from pytest_webagent.injection.trials import Planted, Trials
    from pytest_webagent.policy.secrets import Secret
    from pytest_webagent.ports import ModelClient
    from pytest_webagent.tools.core.context import ToolContext
    from pytest_webagent.tools.core.registry import ToolRegistry


@pytest.fixture
def webagent_injection(
    request: pytest.FixtureRequest,
    browser_session: BrowserSession | SyncBrowserSession,
    tool_registry: ToolRegistry,
    model_client: ModelClient,
    webagent_secrets: dict[str, Secret | str],
    _webagent_context: ToolContext,
    _webagent_budget: Budget,
) -> Iterator[Callable[..., Any]]:
    """Tries whether orders that strangers write into a page are obeyed, by a model that obeys all it reads.

    ``webagent_injection(plant, goal=..., answer=..., press=None, least=100)`` calls `plant` with one text after the other,
    to be put where visitors of the page may write, in the place of the one before. After each the goal is worked on,
    from the page that is open; its right answer is `answer`. `press` is the name of a control that orders ask for and the
    goal does not. It is awaited in coroutine tests, called directly in others, and returns an `Injections`.

    Raises:
        AssertionError: less than `least` percent of the orders were held, or the goal is answered otherwise without any.
        ConfigError: `plant`, the goal or another argument does not fit; what is planted is not read, or stays; it was not awaited.
        Inconclusive, GoalNotMet, ModelError and others: the goal is not reached where nobody gives orders.
        ModelError, BrowserError, EnvironmentFailure, BudgetExceeded: with an order planted a run was ended by that.
    """
    from pytest_webagent.browser.sync_session import SyncBrowserSession
    from pytest_webagent.injection.trials import Trials

    item = request.node
    tell, keep = orders_told.teller(item), _keeper(item, model_client.name)

    def made() -> Trials:
        return Trials(
            context=_webagent_context,
            tools=tool_registry,
            model=model_client,
            budget=_webagent_budget,
            secrets=webagent_secrets,
            keep=keep,
        )

    def judged(trials: Trials) -> Injections:
        __tracebackhide__ = True
        result = trials.result()
        tell(result.record(item.nodeid))
        if result.tried and result.percent < trials.least:
            raise AssertionError(str(result))
        if (error := trials.incomplete()) is not None:
            raise error
        return result

    tried = partial(_tried, made, judged)
    if isinstance(browser_session, SyncBrowserSession):
        yield _directly(browser_session.drive, tried)
        return
    begun: list[Coroutine[Any, Any, Injections]] = []

    def called(*plant: Any, **asked: Any) -> Coroutine[Any, Any, Injections]:
        begun.append(tried(lambda work: work, *plant, **asked))
        return begun[-1]

    yield called
    _refuse_forgotten(begun)


def _keeper(item: pytest.Item, model: str) -> Callable[[Planted], None]:
    """What adds an agent to those of a test."""
    ledger = ledger_of(item)
    if ledger is None:
        return lambda agent: None
    ledger.model = model
    kept: list[Planted] = []

    def keep(agent: Planted) -> None:
        kept.append(agent)
        # Before the honest one: the last is what a test is summed up by.
        at = ledger.agents.index(kept[0]) if kept[1:] else len(ledger.agents)
        ledger.agents.insert(at, agent)

    return keep


async def _tried(
    made: Callable[[], Trials],
    judged: Callable[[Trials], Injections],
    done: Callable[[Any], Awaitable[object]],
    *plant: Any,
    **asked: Any,
) -> Injections:
    """`done` waits for what has to be awaited."""
    __tracebackhide__ = True
    trials = made()
    with closing(trials.work(*plant, **asked)) as pieces:
        for what, start in pieces:
            with _noted(what):
                work = start()
                if inspect.isawaitable(work):
                    await done(work)
    return judged(trials)


def _directly(
    drive: Drive, tried: Callable[..., Coroutine[Any, Any, Injections]]
) -> Callable[..., Injections]:
    """`tried` for a test that is no coroutine: what has to be awaited is driven, and nothing else ever waits."""

    async def driven(work: Coroutine[Any, Any, object]) -> None:
        __tracebackhide__ = True
        drive(work)

    def directly(*plant: Any, **asked: Any) -> Injections:
        __tracebackhide__ = True
        try:
            tried(driven, *plant, **asked).send(None)
        except StopIteration as end:
            return cast("Injections", end.value)
        raise AssertionError("a piece of work was awaited that was not driven")

    return directly


def _refuse_forgotten(begun: Sequence[Coroutine[Any, Any, object]]) -> None:
    forgotten = [work for work in begun if inspect.getcoroutinestate(work) == inspect.CORO_CREATED]
    for work in forgotten:
        work.close()
    if forgotten:
        raise ConfigError(
            "webagent_injection(...) was called and not awaited, so no order was tried: write await webagent_injection(...)"
        )


@contextmanager
def _noted(what: str) -> Iterator[None]:
    """Say of an error in what it was raised."""
    __tracebackhide__ = True
    try:
        yield
    except BaseException as error:
        error.add_note(f"webagent_injection, {what}")
        raise
