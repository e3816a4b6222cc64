"""What is recorded of each call: what came of it, whoever made it, and no secret."""

import asyncio
import resource
import time

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.config import Settings
from pytest_webagent.errors import ToolError
from pytest_webagent.messages import ToolCall
from pytest_webagent.tools.core.base import ToolContext, tool

PAGE = """
<button onclick="done.textContent = 'pressed'">Press</button><p id=done></p>
<label>Password <input type=password></label><label>Search <input></label>
<form action=/sent><button>Send</button></form>
"""


@tool(kind="read")
async def sign_in(context: ToolContext, plan: str) -> str:
    """Do what another tool does, as a workflow would.

    Args:
        plan: What to do.
    """
    field = plan.partition(" ")[0]
    arguments = {"reasoning": "r", "element_id": field, "field_description": "f", "text": plan.split()[-1]}
    assert context.registry is not None
    return (await context.registry.call(ToolCall("type", arguments), context)).text


@tool(kind="read")
async def wait_for_ever(context: ToolContext) -> str:
    """Never come back."""
    await asyncio.Event().wait()
    return ""


@pytest.fixture
async def recorded(hands):
    hands.context.record = [].append
    hands.records = hands.context.record.__self__
    for each in (sign_in, wait_for_ever):
        hands.registry.add(each)
    await hands.show(PAGE)
    return hands


def last(hands):
    return hands.records[-1]


async def test_a_call_that_works_is_recorded_with_what_was_waited_for(recorded):
    await recorded.do("click", "Press")
    record = last(recorded)
    assert (record.tool, record.toolset, record.risk, record.success, record.error_class) == (
        "click",
        "gui",
        "MEDIUM",
        True,
        "",
    )
    assert record.arguments == {"element_id": str(recorded.element("Press").id), "description": "Press"}
    assert 0 < record.settle_milliseconds <= record.milliseconds
    assert (record.dry_run, record.denied, record.cached, record.within) == (False, False, False, "")


FAILING = [
    (ToolCall("click", {"reasoning": "r", "element_id": "9999", "description": "x"}), "click", "gui"),
    (ToolCall("click", {"element_id": 5}), "click", "gui"),
    (ToolCall("click", {}, malformed="{oops"), "click", "gui"),
    (ToolCall("no_such_tool " + "x" * 1000, {}), "no_such_tool " + "x" * 48 + "...", ""),
]


async def test_a_call_that_fails_is_recorded_with_the_class_of_its_error(recorded, subtests):
    for count, (call, name, toolset) in enumerate(FAILING, 1):
        with subtests.test(name, arguments=call.arguments):
            assert (await recorded.registry.call(call, recorded.context)).error is not None
            record = last(recorded)
            assert (record.tool, record.toolset, record.success) == (name, toolset, False)
            assert (record.error_class, record.denied) == ("ToolError", False)
            assert record.error
            assert len(recorded.records) == count


@pytest.mark.parametrize("settings", [Settings(dry_run=True)])
async def test_a_dry_run_is_no_success_and_no_denial(recorded):
    await recorded.fail("click", "Send")
    record = last(recorded)
    assert (record.risk, record.dry_run, record.denied, record.success) == ("HIGH", True, False, False)
    assert record.error_class == "DryRunError"


async def test_a_denied_call_is_recorded_as_that(recorded):
    await recorded.fail("goto_url", page_name="https://elsewhere.example/?token=hunter22")
    record = last(recorded)
    assert (record.dry_run, record.denied, record.success, record.error_class) == (
        False,
        True,
        False,
        "DeniedError",
    )
    assert record.arguments == {"page_name": "https://elsewhere.example/?token=***"}


async def test_a_call_that_is_cut_off_is_recorded_all_the_same(recorded):
    call = asyncio.ensure_future(recorded.use("wait_for_ever"))
    await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert (last(recorded).tool, last(recorded).success, last(recorded).error_class) == (
        "wait_for_ever",
        False,
        "CancelledError",
    )


async def test_what_is_typed_into_a_secret_field_is_not_recorded_and_other_texts_are(recorded):
    await recorded.do("type", "Password", text="open sesame")
    assert last(recorded).arguments["text"] == "***"
    await recorded.do("type", "Search", text="blue mugs")
    assert last(recorded).arguments["text"] == "blue mugs"


async def test_a_call_within_a_call_is_recorded_by_itself_and_its_secret_is_in_neither(recorded):
    field = recorded.element("Password").id
    await recorded.do("sign_in", plan=f"{field} gets opensesame")
    inner, outer = recorded.records[-2:]
    assert (inner.tool, inner.within, inner.arguments["text"]) == ("type", "sign_in", "***")
    assert (outer.tool, outer.within, outer.arguments) == ("sign_in", "", {"plan": f"{field} gets ***"})
    assert outer.milliseconds >= inner.milliseconds
    assert outer.risk == "MEDIUM"


async def test_what_an_error_says_is_recorded_without_what_is_secret(recorded):
    for text in ("1234", "e"):
        error = await recorded.fail("type", "Press", text=text)
        assert last(recorded).error == error

    @recorded.registry.tool
    async def unlock(context: ToolContext, code: str) -> str:
        """Fail with what it was given.

        Args:
            code: The code of the door.
        """
        context.call.secret = ("code",)
        raise ToolError(f"the door does not open with {code} at https://ann:pass@example.com/?token=hunter22")

    assert "1234" in (await recorded.use("unlock", code="1234")).error
    assert last(recorded).error == "the door does not open with *** at https://***@example.com/?token=***"


async def test_what_a_call_takes_of_the_process_is_recorded(recorded):
    @recorded.registry.tool
    async def compute(context: ToolContext) -> str:
        """Count, and hold much memory."""
        # More than what was ever held at once before.
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
        held, end = bytearray(peak + (128 << 20)), time.process_time() + 0.2
        while time.process_time() < end:
            held[0] += held[0] < 1
        return "done"

    await recorded.use("compute")
    assert last(recorded).process_cpu_seconds >= 0.2
    assert last(recorded).process_peak_growth_mb > 100
    assert last(recorded).cpu_seconds is None
    await recorded.do("click", "Press")
    assert last(recorded).process_cpu_seconds > 0
    assert last(recorded).process_peak_growth_mb < 100


async def test_how_a_place_was_found_and_whether_the_page_did_anything_is_recorded(recorded):
    await recorded.do("click", "Press")
    assert last(recorded).reaction == "changed"
    (aim,) = last(recorded).aims
    assert aim["tier"] == "element id"
    await recorded.do("click", "Press")  # it says the same as before
    await recorded.show("<button>Nothing</button><p id=done></p>")
    await recorded.do("click", "Nothing")
    assert last(recorded).reaction == "ignored"
    await recorded.use("wait", seconds=0)
    assert (last(recorded).reaction, last(recorded).aims) == ("", ())
