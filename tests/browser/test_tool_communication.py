"""Asking a person and giving up, used by an agent on a page in the browser."""

from __future__ import annotations

from typing import Any

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.agent.loop import Agent
from pytest_webagent.errors import Inconclusive, ToolError
from pytest_webagent.testing import ScriptedModel, call, element
from pytest_webagent.tools.communication.ask_human import ask_human
from pytest_webagent.tools.communication.terminate import terminate
from pytest_webagent.tools.core.base import ToolContext
from pytest_webagent.tools.toolsets import default_registry, looking


class Somebody:
    """A person who knows an answer, or does not."""

    absent = ""

    def __init__(self, answer: str = "") -> None:
        self.answer = answer
        self.asked: list[str] = []

    async def ask(self, question: str) -> str:
        self.asked.append(question)
        if not self.answer:
            raise ToolError("nobody answered")
        return self.answer


def agent_of(session: Any, settings: Any, replies: list[Any], person: Somebody | None = None) -> Agent:
    tools = default_registry()
    tools.add(ask_human)
    tools.add(terminate)
    context = ToolContext(session=session, settings=settings, person=person)
    return Agent(
        model=ScriptedModel(replies), session=session, tools=tools, settings=settings, context=context
    )


@pytest.fixture
async def page(session, site):
    await session.goto(site.page("/", "<h1>Shop</h1><p role=status>3 mugs</p>"))
    return session


async def test_what_a_person_says_is_told_as_such_and_not_as_the_pages_words(page, settings):
    person = Somebody("blue")

    def stop(request: Any) -> Any:
        said = element(request.observation, "status")
        [told] = [message.text for message in request.messages if message.role == "tool"]
        assert told == "blue\nA person at the terminal said this, not the page."
        return call("stop", answer="3 mugs", evidence=[{"op": "text", "elements": [said.id]}])

    agent = agent_of(page, settings, [call("ask_human", inquire=" Which colour? "), stop], person)
    result = await agent.run("Report the number of mugs")
    assert result.answer == "3 mugs"
    assert person.asked == ["Which colour?"]
    [action] = result.steps[0].actions
    assert action.result.system == "A person at the terminal said this, not the page."


UNANSWERED = [
    (None, "Which?", "nobody can be asked here: go on without"),
    (Somebody(), "Which?", "nobody answered"),
    (Somebody("blue"), " ", "inquire is empty"),
    (Somebody("blue"), "x" * 2001, "2000 are the most"),
    (Somebody("blue"), 3, "'inquire' must be a string"),
]


async def test_a_question_that_cannot_be_asked_is_an_error_the_model_reads(page, settings, subtests):
    seen: list[str] = []

    def stop(request: Any) -> Any:
        seen.extend(message.text for message in request.messages if message.role == "tool")
        said = element(request.observation, "status")
        return call("stop", answer="3 mugs", evidence=[{"op": "text", "elements": [said.id]}])

    for person, inquire, told in UNANSWERED:
        with subtests.test(told):
            agent = agent_of(page, settings, [call("ask_human", inquire=inquire), stop], person)
            await agent.run("Report the mugs")
            assert told in seen[-1]


ENDS = [
    ("success", "unverified", "ended the run as a success without an answer, which shows nothing: All done."),
    ("failure", "stuck", "the agent gave up: All done."),
]


async def test_terminate_ends_a_run_and_is_never_a_pass(page, settings, subtests):
    for status, ends, told in ENDS:
        with subtests.test(status):
            agent = agent_of(page, settings, [call("terminate", status=status, reasoning="All done.")])
            with pytest.raises(Inconclusive) as caught:
                await agent.run("Report the number of mugs")
            assert caught.value.status == ends
            assert told in str(caught.value)
            [run] = agent.runs
            assert (run.status, run.answer) == (ends, "")


async def test_terminate_takes_nothing_but_its_two_words(page, settings):
    def stop(request: Any) -> Any:
        [told] = [message.text for message in request.messages if message.role == "tool"]
        assert "'status' must be one of success, failure" in told
        return call("terminate", status="failure")

    with pytest.raises(Inconclusive):
        await agent_of(page, settings, [call("terminate", status="done"), stop]).run("Report the mugs")


def test_a_check_or_question_cannot_be_ended_by_giving_up():
    tools = default_registry()
    tools.add(terminate)
    assert "terminate" not in looking(tools).names
    tools.only("click")
    assert set(tools.names) == {"click", "stop", "terminate"}


def test_the_schemas_are_those_of_openmanus():
    assert terminate.parameters["properties"]["status"]["enum"] == ["success", "failure"]
    assert terminate.parameters["required"] == ["reasoning", "status"]
    assert ask_human.parameters["properties"]["inquire"]["type"] == "string"
    assert ask_human.parameters["required"] == ["reasoning", "inquire"]
