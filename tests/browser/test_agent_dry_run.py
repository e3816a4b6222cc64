"""No run passes on what was only said."""

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.agent.loop import Agent
from pytest_webagent.config import Settings
from pytest_webagent.errors import Blocked
from pytest_webagent.testing import ScriptedModel, call, element
from pytest_webagent.tools.toolsets import default_registry

PAGE = """<html lang=en><title>Orders</title><h1>Orders</h1><p role=status>Order 7 was cancelled before</p>
<button onclick="document.querySelector('[role=status]').textContent = 'cancelled now'">Cancel order</button>"""


def press(request):
    button = element(request.observation, "button", "Cancel order").id
    return call("click", element_id=button, description="the Cancel order button")


def report(request):
    status = element(request.observation, "status")
    return call(
        "stop", answer=status.text, evidence=[{"op": "text", "elements": [status.id], "role": "status"}]
    )


@pytest.fixture
def agent(session, site):
    async def agent(*replies, **settings):
        await session.goto(site.page("/", PAGE))
        chosen = Settings(settle_timeout=1.0, screenshots="off", timeout=60.0, answers="any", **settings)
        return Agent(
            model=ScriptedModel(list(replies)), session=session, tools=default_registry(), settings=chosen
        )

    return agent


async def test_a_run_whose_deed_was_only_said_is_blocked_whatever_the_agent_answers(agent, session):
    worker = await agent(press, report, dry_run=True)
    with pytest.raises(Blocked, match="only a dry run, which nothing passes on: it would click") as blocked:
        await worker.run("Cancel order 7 and report the status")
    result = blocked.value.result
    pressed = result.steps[0].actions[0]
    assert (pressed.mark, pressed.risk, bool(pressed.result)) == ("dry run", "MEDIUM", False)
    assert pressed.result.output["dry_run"] is True
    assert await session.page.get_by_role("status").inner_text() == "Order 7 was cancelled before"


async def test_a_run_that_only_looks_passes_in_a_dry_run(agent):
    worker = await agent(call("scroll", direction="down"), report, dry_run=True)
    assert (await worker.run("Report the status")).answer == "Order 7 was cancelled before"


async def test_what_is_done_has_its_risk_in_the_record(agent, session):
    worker = await agent(press, report)
    result = await worker.run("Cancel order 7 and report the status")
    assert result.answer == "cancelled now"
    assert [(each.risk, each.mark) for step in result.steps for each in step.actions] == [
        ("MEDIUM", ""),
        ("LOW", ""),
    ]


async def test_what_the_site_does_not_do_in_a_dry_run_is_not_held_against_it(agent):
    over = call("hover", coords="<point>5 5</point>", description="the corner")
    gone = call("stop", answer="it cannot be cancelled", status="goal_not_met")
    worker = await agent(press, over, gone, dry_run=True)
    with pytest.raises(Blocked, match="only a dry run, which nothing passes on: it would click"):
        await worker.run("Cancel order 7")


async def test_nothing_passes_after_what_the_test_itself_only_said(agent):
    held = call("expect", predicates=[{"op": "exists", "role": "button", "text": "Cancel order"}])
    worker = await agent(report, held, dry_run=True)
    assert (await worker.run("Report the status")).answer == "Order 7 was cancelled before"
    said = await worker._tools.execute("click", coords="<point>20 120</point>", description="the button")
    assert (bool(said), said.output["dry_run"]) == (False, True)
    with pytest.raises(Blocked, match="only a dry run, which nothing passes on: it would click"):
        await worker.check('there is a button "Cancel order"')
