"""Calls of high risk that somebody has to allow first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from lone_tools import Calls

from pytest_webagent.config import Settings
from pytest_webagent.errors import ConfigError, ToolError
from pytest_webagent.policy.policy_file import read_policy
from pytest_webagent.policy.security import ToolConfig, ToolSettings
from pytest_webagent.tools.core.base import ToolContext, tool

if TYPE_CHECKING:
    from pytest_webagent.ports import ApprovalRequest

DONE: list[str] = []
LOOKED: list[str] = []


@tool(up_to="HIGH")
async def send(context: ToolContext, text: str, token: str = "") -> str:
    """Send a text.

    Args:
        text: What to send.
        token: What it takes.
    """
    LOOKED.append(text)
    context.about_to("HIGH", f"send {text!r}")
    DONE.append(text)
    return "sent"


@tool(risk="HIGH")
async def erase(context: ToolContext) -> str:
    """Erase all."""
    DONE.append("erased")
    return "erased"


@tool(up_to="HIGH")
async def twice(context: ToolContext) -> str:
    """Do two things."""
    context.about_to("HIGH", "do the first")
    DONE.append("first")
    context.about_to("HIGH", "do the second")
    return "both"


@tool(up_to="HIGH")
async def again(context: ToolContext) -> str:
    """Do one thing over and over."""
    for _ in range(3):
        context.about_to("HIGH", "do it")
        DONE.append("it")
    return "thrice"


@tool(risk="HIGH")
async def launch(context: ToolContext, times: int = 1) -> str:
    """Do what is said in own words, too.

    Args:
        times: How often.
    """
    for _ in range(times):
        context.about_to("HIGH", "launch a rocket")
        DONE.append("launched")
    return "launched"


@tool(up_to="HIGH")
async def after(context: ToolContext) -> str:
    """Have another tool do it, and then do the same."""
    assert context.registry is not None
    from pytest_webagent.messages import ToolCall

    await context.registry.call(ToolCall("send", {"text": "inner", "reasoning": "r"}), context)
    context.about_to("HIGH", "send 'inner'")
    DONE.append("outer")
    return "both"


@tool
async def change(context: ToolContext) -> str:
    """Change something here."""
    return "changed"


@tool(up_to="HIGH")
async def through(context: ToolContext) -> str:
    """Have another tool do it."""
    assert context.registry is not None
    from pytest_webagent.messages import ToolCall

    return (await context.registry.call(ToolCall("send", {"text": "inner", "reasoning": "r"}), context)).text


class Somebody:
    absent = ""

    def __init__(self, answer: str | ToolError) -> None:
        self.answer, self.asked = answer, []

    async def ask(self, question: str) -> str:
        self.asked.append(question)
        if isinstance(self.answer, ToolError):
            raise self.answer
        return self.answer


class Hook:
    def __init__(self, answer: Any) -> None:
        self.answer, self.asked = answer, list[Any]()

    def __call__(self, request: ApprovalRequest) -> Any:
        self.asked.append(request)
        return self.answer


@pytest.fixture
def calls(tmp_path) -> Calls:
    DONE.clear()
    LOOKED.clear()
    made = Calls(
        (send, erase, twice, again, launch, after, change, through),
        Settings(output=str(tmp_path)),
        ToolConfig(high_risk="ask"),
    )
    made.context.record = [].append  # type: ignore[assignment]
    return made


def records(calls: Calls) -> list[Any]:
    return calls.context.record.__self__  # type: ignore[union-attr]


async def test_what_the_test_allows_is_done_once_and_marked(calls: Calls):
    calls.context.approve = hook = Hook(True)
    assert await calls.do("send", text="hello", token="s3cret-token") == "sent"
    assert DONE == ["hello"]
    (request,) = hook.asked
    assert (request.tool, request.what, request.reasoning) == (
        "send",
        "send 'hello'",
        "The test wants it.",
    )
    assert request.arguments == {"text": "hello", "token": "***"}
    assert calls.context.call.mark == "approved"
    assert [(each.approved, each.denied, each.success) for each in records(calls)] == [(True, False, True)]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (False, "it was refused"),
        ("not on a Friday", "it was refused: not on a Friday"),
        (None, "no answer was given"),
    ],
)
async def test_what_the_test_refuses_or_leaves_open_is_denied_with_the_reason(
    calls: Calls, answer: Any, why: str
):
    calls.context.approve = Hook(answer)
    error = await calls.fail("send", text="hello")
    assert error == (
        f"send was not run: to send 'hello' has to be allowed first (high_risk = ask), and it was not: {why}"
    )
    assert DONE == []
    assert calls.context.call.mark == "denied"
    assert calls.context.denied == error
    assert [(each.approved, each.denied, each.risk) for each in records(calls)] == [(False, True, "HIGH")]


async def test_a_coroutine_can_allow_it(calls: Calls):
    async def later(request: ApprovalRequest) -> bool:
        return request.tool == "erase"

    calls.context.approve = later
    assert await calls.do("erase") == "erased"
    assert "it was refused" in await calls.fail("send", text="x")


async def test_an_answer_that_is_none_is_a_mistake_of_the_test(calls: Calls):
    calls.context.approve = Hook(1)
    with pytest.raises(ConfigError, match="webagent_approval gave 1: it must give True"):
        await calls.use("send", text="hello")
    assert DONE == []


@pytest.mark.parametrize("answer", ["yes", "Y", " true "])
async def test_a_person_who_says_yes_allows_it(calls: Calls, answer: str):
    calls.context.person = person = Somebody(answer)
    assert await calls.do("send", text="hello") == "sent"
    (question,) = person.asked
    assert question.startswith("May it send 'hello'? (yes or no) The call is send(")


@pytest.mark.parametrize(
    ("answer", "why"), [("no", "it was refused"), ("ask Ann first", "it was refused: ask Ann first")]
)
async def test_whatever_else_a_person_says_is_no_yes(calls: Calls, answer: str, why: str):
    calls.context.person = Somebody(answer)
    assert (await calls.fail("send", text="hello")).endswith(f"it was not: {why}")
    assert DONE == []


async def test_where_nobody_is_it_is_denied(calls: Calls):
    assert "nobody can be asked here" in await calls.fail("erase")
    calls.context.person = Somebody(ToolError("nobody can be asked: a CI server runs the tests"))
    assert "it was not: nobody can be asked: a CI server runs the tests" in await calls.fail("erase")
    assert DONE == []


async def test_one_yes_is_for_one_deed(calls: Calls):
    calls.context.approve = hook = Hook(True)
    error = await calls.fail("twice")
    assert error == "only to do the first was allowed, and not to do the second; that was not done"
    assert len(hook.asked) == 1
    await calls.do("send", text="a")
    await calls.do("send", text="a")
    assert len(hook.asked) == 3


async def test_a_yes_is_used_up_by_the_deed(calls: Calls):
    calls.context.approve = hook = Hook(True)
    assert "to do it was allowed once" in await calls.fail("again")
    assert (DONE, len(hook.asked)) == (["it"], 1)


async def test_a_yes_to_an_inner_call_is_none_to_the_outer(calls: Calls):
    calls.context.approve = hook = Hook(True)
    assert "to send 'inner' was allowed once" in await calls.fail("after")
    assert (DONE, [each.tool for each in hook.asked]) == (["inner"], ["send"])


async def test_a_call_that_is_allowed_is_not_asked_for_again_in_the_words_of_the_tool(calls: Calls):
    calls.context.approve = hook = Hook(True)
    assert await calls.do("launch") == "launched"
    assert [each.what for each in hook.asked] == ["call launch"]
    assert (DONE, calls.context.call.mark) == (["launched"], "approved")
    error = await calls.fail("launch", times=2)
    assert error == "to launch a rocket was allowed once, and not another time; it was not done again"
    assert (DONE, len(hook.asked)) == (["launched"] * 2, 2)


@pytest.mark.parametrize("hook", [5, lambda: True, lambda request: 1 / 0])
async def test_an_approval_that_fails_is_a_mistake_of_the_test(calls: Calls, hook: Any):
    calls.context.approve = hook
    with pytest.raises(ConfigError, match=r"webagent_approval failed: (TypeError|ZeroDivisionError)"):
        await calls.use("send", text="hello")
    assert DONE == []


async def test_what_another_tool_calls_is_asked_for_by_its_own_name(calls: Calls):
    calls.context.approve = hook = Hook(True)
    assert await calls.do("through") == "sent"
    assert [each.tool for each in hook.asked] == ["send"]


async def test_nobody_is_asked_for_less(calls: Calls):
    calls.context.approve = hook = Hook(False)
    assert await calls.do("change") == "changed"
    assert hook.asked == []


async def test_a_policy_can_ask_for_one_tool_only_or_for_all_but_one(tmp_path):
    DONE.clear()
    for config, asked in (
        (ToolConfig(tool_settings={"erase": ToolSettings(high_risk="ask")}), ["erase"]),
        (
            ToolConfig(high_risk="ask", tool_settings={"erase": ToolSettings(high_risk="allow")}),
            ["send"],
        ),
        (ToolConfig(), []),
    ):
        made = Calls((send, erase), Settings(output=str(tmp_path)), config)
        made.context.approve = hook = Hook(True)
        await made.do("erase")
        await made.do("send", text="x")
        assert [each.tool for each in hook.asked] == asked


async def test_a_dry_run_says_it_and_asks_nobody(tmp_path):
    made = Calls((send,), Settings(output=str(tmp_path), dry_run=True), ToolConfig(high_risk="ask"))
    made.context.approve = hook = Hook(True)
    assert "dry run: would send 'x'" in await made.fail("send", text="x")
    assert hook.asked == []


def test_the_file_says_it_and_a_slip_of_the_pen_is_a_mistake(tmp_path):
    file = tmp_path / "policy.toml"
    file.write_text('high_risk = "ask"\n[tools.database]\nhigh_risk = "allow"\n')
    policy = read_policy(file)
    assert (policy.asks("click"), policy.asks("database")) == (True, False)
    file.write_text('high_risk = "Ask"\n')
    with pytest.raises(ConfigError, match="high_risk"):
        read_policy(file)
    with pytest.raises(ValueError, match="high_risk must be allow or ask, not 'no'"):
        ToolSettings(high_risk="no")  # type: ignore[arg-type]
