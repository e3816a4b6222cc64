"""What the test does not allow is nobody's failure but the policy's, where it was the last thing tried."""

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.agent.loop import Agent
from pytest_webagent.config import Settings
from pytest_webagent.errors import Blocked, GoalNotMet, Inconclusive
from pytest_webagent.testing import ScriptedModel, call, element
from pytest_webagent.tools.toolsets import default_registry

SHOP = "<html lang=en><title>Shop</title><h1>Shop</h1><button onclick=\"this.textContent='Open'\">Menu</button><input type=file aria-label=Picture>"
AWAY = call("goto_url", page_name="http://elsewhere.test/orders")
GIVES_UP = call("stop", answer="elsewhere.test may not be opened", status="goal_not_met")


@pytest.fixture
def run(session, site):
    """Have a model do what a list says on the shop's page."""

    async def run(*replies):
        await session.goto(site.page("/", SHOP))
        settings = Settings(settle_timeout=1.0, screenshots="off", timeout=60.0)
        agent = Agent(
            model=ScriptedModel(list(replies)), session=session, tools=default_registry(), settings=settings
        )
        return await agent.run("Open the orders at elsewhere.test and report how many there are")

    return run


def press(request):
    return call("click", element_id=element(request.observation, "button", "Menu").id, description="the menu")


def upload(request):
    field = element(request.observation, "button", "Picture").id
    return call("upload_file", element_id=field, path="/etc/passwd", description="the picture")


async def test_an_origin_that_is_not_allowed_blocks_a_run_that_finds_no_other_way(run):
    with pytest.raises(Blocked) as blocked:
        await run(AWAY, GIVES_UP, GIVES_UP)
    assert not isinstance(blocked.value, AssertionError)
    result = blocked.value.result
    assert result.status == "blocked"
    assert result.triage.whose == "policy"
    assert "http://elsewhere.test is not allowed" in str(blocked.value)
    assert str(blocked.value).startswith("blocked: ")


async def test_a_file_that_is_not_allowed_blocks_as_well(run):
    with pytest.raises(Blocked, match="the test allows no folder"):
        await run(upload, GIVES_UP, GIVES_UP)


async def test_an_agent_that_does_not_understand_why_is_blocked_all_the_same(run):
    with pytest.raises(Blocked):
        await run(AWAY, call("stop", answer="it is unclear what is meant", status="not_understood"))


async def test_what_was_denied_before_something_else_was_done_blocks_nothing(run):
    shown = {"op": "not_exists", "role": "link", "text": "Orders"}
    missing = call("stop", answer="there is no link to orders", status="goal_not_met", evidence=[shown])
    with pytest.raises((GoalNotMet, Inconclusive)):
        await run(AWAY, press, missing, missing)


async def test_an_address_that_is_none_is_the_agents_mistake(run):
    with pytest.raises(Inconclusive):
        await run(call("goto_url", page_name="ftp://elsewhere.test/"), GIVES_UP, GIVES_UP)
