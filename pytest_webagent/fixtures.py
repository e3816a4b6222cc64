"""The fixtures: the one place where model, browser, tools and agent are joined.

Each can be overridden in a conftest.py. Heavy libraries are loaded when a fixture is first used, never before.

pytest-asyncio fixes the loop of an async fixture where it is written, but ours serve tests on loops of every scope. So
the fixtures a test sees are ordinary functions. For each scope there is one async fixture, the home, which lives on
the loop of that scope; while that loop is not running, that is between two tests, they drive it themselves. All of
this is public interface of pytest-asyncio.
"""

from __future__ import annotations

import asyncio
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
import pytest_asyncio

from pytest_webagent.hooks.collecting.collection import marker_arguments
from pytest_webagent.hooks.settings.options import settings_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from pytest_webagent.agent.loop import Agent
    from pytest_webagent.agent.sync_agent import SyncAgent
    from pytest_webagent.browser.pool import BrowserPool
    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.browser.sync_session import Drive, SyncBrowserSession
    from pytest_webagent.budget.budget import Budget
    from pytest_webagent.caching.cache import Cache
    from pytest_webagent.config import Settings
    from pytest_webagent.hooks.collecting.loops import Scope
    from pytest_webagent.policy.secrets import Secret
    from pytest_webagent.policy.security import ToolConfig
    from pytest_webagent.ports import Approve, Grounder, ModelClient
    from pytest_webagent.tools.core.context import ToolContext
    from pytest_webagent.tools.core.registry import ToolRegistry
    from pytest_webagent.tools.core.sync_registry import SyncToolRegistry


@pytest.fixture(scope="session")
def webagent_settings(pytestconfig: pytest.Config) -> Settings:
    """The settings of the session, from options, ini keys and environment; a test's marker is not in them."""
    return settings_of(pytestconfig)


@pytest.fixture(scope="session")
def model_client(webagent_settings: Settings, _webagent_own_models: list[ModelClient]) -> ModelClient:
    """What thinks. Override it, in any scope, to use a model of your own; closing that is then up to you."""
    from pytest_webagent.model.select import model_for

    model = model_for(webagent_settings)
    _webagent_own_models.append(model)
    return model


@pytest.fixture(scope="session")
def webagent_verifier(
    webagent_settings: Settings, _webagent_own_models: list[ModelClient]
) -> ModelClient | None:
    """What gives a second opinion on what is about to pass; it can only speak against it. None: nobody is asked."""
    if webagent_settings.verifier is None:
        return None
    from pytest_webagent.model.select import verifier_for

    verifier = verifier_for(webagent_settings)
    if verifier is not None:
        _webagent_own_models.append(verifier)
    return verifier


@pytest.fixture(scope="session")
def _webagent_own_models() -> list[ModelClient]:
    """The models made here, to be closed here."""
    return []


@pytest.fixture(scope="session")
def _webagent_cache(pytestconfig: pytest.Config, webagent_settings: Settings) -> Cache | None:
    """Where results of pure reads are kept."""
    from pytest_webagent.caching.cache_choice import make_cache

    return make_cache(webagent_settings, below=pytestconfig.invocation_params.dir)


@pytest.fixture(scope="session")
def grounder(
    pytestconfig: pytest.Config, webagent_settings: Settings, _webagent_own_models: list[ModelClient]
) -> Iterator[Grounder | None]:
    """What turns words into a point on the page, where the page's own words do not. None: there is no model for it."""
    if (
        webagent_settings.grounder
        is webagent_settings.grounder_url
        is webagent_settings.grounder_model
        is None
    ):
        yield None
        return
    from pytest_webagent.hooks.grounding.grounders import free, grounder_for

    found = grounder_for(pytestconfig, webagent_settings)
    _webagent_own_models.append(found.client)
    yield found
    free(found)


@pytest.fixture(scope="session")
def webagent_policy(pytestconfig: pytest.Config, webagent_settings: Settings) -> ToolConfig:
    """What tools are allowed: what the file of the setting `policy` says. Override it, in any scope, to say it in code."""
    from pytest_webagent.policy.security import ToolConfig

    if webagent_settings.policy is None:
        return ToolConfig()
    from pytest_webagent.policy.policy_file import read_policy
    from pytest_webagent.tools.toolsets import mistaken

    policy = read_policy(pytestconfig.rootpath / webagent_settings.policy)
    for problem in mistaken(policy.named_tools):
        # No error: it may be a tool of the user's own, which is added later.
        warnings.warn(
            pytest.PytestConfigWarning(f"webagent_policy: {webagent_settings.policy}: {problem}"),
            stacklevel=1,
        )
    return policy


@pytest.fixture
def webagent_approval() -> Approve | None:
    """Who allows calls of high risk, where the policy says ``high_risk = "ask"``: a function, or a coroutine function.

    Override it, in any scope, to return one: it gets an `ApprovalRequest` and gives True, or False, the reason of a
    refusal, or None. None in its place asks the person at the terminal.
    """
    return None


@pytest.fixture
def webagent_secrets() -> dict[str, Secret | str]:
    """The secrets of the tests, by the names that goals call them by: ``%(password)s``. Override it in a conftest.py."""
    return {}


@pytest.fixture
def tool_registry(
    request: pytest.FixtureRequest, _webagent_test_settings: Settings, webagent_policy: ToolConfig
) -> ToolRegistry | SyncToolRegistry:
    """The tools this test may use; change them as you like, no other test sees it. `off` says which are not offered, and why.

    In a coroutine test it is a `ToolRegistry`, in any other a `SyncToolRegistry`, whose `execute` is called directly.
    """
    from pytest_webagent.hooks.collecting.loops import is_coroutine_test
    from pytest_webagent.hooks.outcome.ledger import ledger_of
    from pytest_webagent.hooks.person import TerminalPerson
    from pytest_webagent.tools.core.base import Surroundings
    from pytest_webagent.tools.core.sync_registry import SyncToolRegistry
    from pytest_webagent.tools.toolsets import tools_of

    registry = tools_of(_webagent_test_settings.tools)
    if not is_coroutine_test(request.node):
        registry = SyncToolRegistry(registry)
    registry.within(Surroundings(_webagent_test_settings, webagent_policy, TerminalPerson(request.node)))
    ledger = ledger_of(request.node)
    if ledger is not None:
        ledger.tools = registry
    return registry


@pytest.fixture
def _webagent_test_settings(request: pytest.FixtureRequest, webagent_settings: Settings) -> Settings:
    """The settings of this test: those of the session with the test's marker over them, and absolute URLs."""
    from pytest_webagent.hooks.engage import engage
    from pytest_webagent.hooks.outcome.ledger import open_ledger
    from pytest_webagent.hooks.settings.absolute_addresses import absolute

    settings = webagent_settings.with_marker(marker_arguments(request.node))
    # Where a test asks for a fixture of ours only while it runs, its collection did not tell.
    engage(request.config)
    open_ledger(request.node, settings)
    return absolute(settings, lambda: _base_url(request))


def _base_url(request: pytest.FixtureRequest) -> str | None:
    with warnings.catch_warnings():
        # pytest-playwright's own `base_url` is written in a way newer versions of pytest warn about.
        warnings.filterwarnings("ignore", "Session-scoped fixtures defined as instance methods")
        try:
            value = request.getfixturevalue("base_url")
        except pytest.FixtureLookupError:
            return None
    return value or None


@pytest.fixture
def browser_session(
    request: pytest.FixtureRequest, _webagent_test_settings: Settings, webagent_policy: ToolConfig
) -> Iterator[BrowserSession | SyncBrowserSession]:
    """The live browser of this test, on its start URL if it has one.

    In a coroutine test it is a `BrowserSession` in a fresh context, which reaches the origins of the test, and what its
    policy names. In any other test it is a `SyncBrowserSession` over pytest-playwright's `page`.
    """
    from pytest_webagent.browser.start_page import start
    from pytest_webagent.hooks.collecting.loops import is_coroutine_test, refuse_running_loop
    from pytest_webagent.hooks.outcome.ledger import ledger_of
    from pytest_webagent.hooks.outcome.stages import stage_of
    from pytest_webagent.hooks.recording.attempt_recordings import replays
    from pytest_webagent.hooks.sync_page import over_sync_page
    from pytest_webagent.policy.connections import Connections

    settings = _webagent_test_settings
    if is_coroutine_test(request.node):
        refuse_running_loop()
        home = _home(request)
        connections = Connections.of(settings, webagent_policy)
        drive, session = home.drive, home.drive(home.pool.new_session(settings, connections=connections))
        lent: BrowserSession | SyncBrowserSession = session
    else:
        lent = over_sync_page(request, settings)
        session, drive = lent.session, lent.drive
    ledger = ledger_of(request.node)
    if ledger is not None:
        ledger.lend(session)
    stage = stage_of(request.node)
    try:
        if stage is not None:
            drive(stage.enter(session))
        if settings.start_url is not None:
            drive(start(session, settings.start_url, later=replays(request.node, settings)))
        yield lent
        if stage is not None:
            drive(stage.leave(() if ledger is None else ledger.runs))
    finally:
        drive(session.close())


@pytest.fixture
def _webagent_budget(request: pytest.FixtureRequest, _webagent_test_settings: Settings) -> Budget:
    """What this test may spend. Whatever asks a model joins it, as a `Meter` around that model."""
    from pytest_webagent.hooks.outcome.ledger import ledger_of
    from pytest_webagent.hooks.settings.budgets import budget_for

    budget = budget_for(request.node, _webagent_test_settings)
    ledger = ledger_of(request.node)
    if ledger is not None:
        ledger.bills = budget.bills
    return budget


@pytest.fixture
def _webagent_context(
    request: pytest.FixtureRequest,
    browser_session: BrowserSession | SyncBrowserSession,
    tool_registry: ToolRegistry,
    grounder: Grounder | None,
    webagent_policy: ToolConfig,
    webagent_approval: Approve | None,
    webagent_secrets: dict[str, Secret | str],
    _webagent_test_settings: Settings,
    _webagent_cache: Cache | None,
    _webagent_budget: Budget,
) -> Iterator[ToolContext]:
    """What the tools of this test may use, whoever calls them. What they hold is freed at the end."""
    from pytest_webagent.browser import downloads
    from pytest_webagent.browser.sync_session import SyncBrowserSession
    from pytest_webagent.hooks.grounding.grounders import paid_by
    from pytest_webagent.hooks.person import TerminalPerson
    from pytest_webagent.hooks.results.call_log import call_log_of
    from pytest_webagent.hooks.results.hidden_secrets import hidden_in_logs
    from pytest_webagent.hooks.settings.workspaces import permissions_of
    from pytest_webagent.tools.core.context import ToolContext
    from pytest_webagent.tools.core.sync_registry import SyncToolRegistry

    if isinstance(browser_session, SyncBrowserSession):
        request.getfixturevalue("_webagent_connections_sync")
        session, drive = browser_session.session, browser_session.drive
    else:
        session, drive = browser_session, _home(request).drive
    session.vault.add(webagent_secrets)
    context = ToolContext(
        session=session,
        settings=_webagent_test_settings,
        grounder=paid_by(_webagent_budget, grounder),
        permissions=permissions_of(request.node, _webagent_test_settings, webagent_policy),
        sites=str(request.config.rootpath / "webagent_sites"),
        person=TerminalPerson(request.node),
        approve=webagent_approval,
        cache=_webagent_cache,
        record=call_log_of(request.config).recorder(request.node.nodeid),
        on_step=lambda step, goal: request.node.ihook.pytest_webagent_step(
            item=request.node, step=session.vault.conceal(step), goal=session.vault.conceal(goal)
        ),
    )
    downloads.bound(session.context, context.permissions.config.largest_file_mb)
    if isinstance(tool_registry, SyncToolRegistry):
        tool_registry.bind_sync(context, drive)
    else:
        tool_registry.bind(context)
    try:
        with hidden_in_logs(session.vault):
            yield context
    finally:
        drive(tool_registry.close())


@pytest.fixture
def agent(
    request: pytest.FixtureRequest,
    browser_session: BrowserSession | SyncBrowserSession,
    tool_registry: ToolRegistry,
    model_client: ModelClient,
    webagent_verifier: ModelClient | None,
    _webagent_context: ToolContext,
    _webagent_budget: Budget,
) -> Agent | SyncAgent:
    """The agent. `run(goal)` completes a goal: awaited in coroutine tests, called directly in others."""
    from pytest_webagent.agent.loop import Agent
    from pytest_webagent.agent.sync_agent import SyncAgent
    from pytest_webagent.browser.sync_session import SyncBrowserSession
    from pytest_webagent.hooks.outcome.ledger import ledger_of
    from pytest_webagent.hooks.recording.attempt_recordings import open_recordings
    from pytest_webagent.report.store import page_path

    ledger = ledger_of(request.node)
    worker = Agent(
        model=model_client,
        session=_webagent_context.session,
        tools=tool_registry,
        settings=_webagent_context.settings,
        budget=_webagent_budget,
        report=None if ledger is None else page_path(request.node.nodeid, ledger.settings, ledger.attempt),
        verifier=webagent_verifier,
        context=_webagent_context,
        recordings=open_recordings(request.node, _webagent_context.settings),
    )
    if ledger is not None:
        ledger.agents.append(worker)
        ledger.model = model_client.name
    return (
        SyncAgent(worker, browser_session.drive)
        if isinstance(browser_session, SyncBrowserSession)
        else worker
    )


@pytest.fixture(scope="session")
def _webagent_connections_sync(
    request: pytest.FixtureRequest, _webagent_own_models: list[ModelClient], _webagent_cache: Cache | None
) -> Iterator[None]:
    """Has connections closed on the loop of pytest-playwright's synchronous API."""
    playwright = request.getfixturevalue("playwright")
    yield
    for connected in _connected(_webagent_own_models, _webagent_cache):
        playwright._sync(connected.close())


def _connected(models: list[ModelClient], cache: Cache | None) -> list[ModelClient | Cache]:
    return [*models, *([] if cache is None else [cache])]


class Home(NamedTuple):
    """An event loop for coroutine tests, and the browsers that live on it."""

    drive: Drive
    pool: BrowserPool


def _home(request: pytest.FixtureRequest) -> Home:
    """The home of the loop a test runs on."""
    from pytest_webagent.hooks.collecting.loops import loop_scope

    home: Home = request.getfixturevalue(f"_webagent_home_{loop_scope(request.node)}")
    return home


def _home_fixture(scope: Scope) -> Callable[..., Any]:
    @pytest_asyncio.fixture(scope=scope, loop_scope=scope, name=f"_webagent_home_{scope}")
    async def home(
        webagent_settings: Settings, _webagent_own_models: list[ModelClient], _webagent_cache: Cache | None
    ) -> AsyncIterator[Home]:
        """The loop of a scope. Browsers and connections that were opened on it are closed before it ends."""
        from pytest_webagent.browser.pool import BrowserPool, driven

        pool = BrowserPool(webagent_settings)
        yield Home(driven(asyncio.get_running_loop()), pool)
        await pool.close()
        for connected in _connected(_webagent_own_models, _webagent_cache):
            await connected.close()

    return home


_function_home = _home_fixture("function")
_class_home = _home_fixture("class")
_module_home = _home_fixture("module")
_package_home = _home_fixture("package")
_session_home = _home_fixture("session")
