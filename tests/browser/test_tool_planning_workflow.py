"""Workflows on a page in the browser, called as a model calls them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.config import Settings
from pytest_webagent.errors import ToolError
from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.policy.security import ResourceLimits, SecurityPolicy, ToolConfig, ToolSettings
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.planning.plan import Planning
from pytest_webagent.tools.planning.workflow import workflow

PAGE = """
<h1>People</h1>
<label>Name <input id=name></label>
<button onclick="list.insertAdjacentHTML('beforeend',
    `<li>${name_.value} <button onclick='this.parentNode.remove()'>Delete</button></li>`)">Add</button>
<ul id=list><li>Ann <button onclick="this.parentNode.remove()">Delete</button></li>
<li>Bob <button onclick="this.parentNode.remove()">Delete</button></li></ul>
<p role=status>ready</p>
<script>const name_ = document.getElementById('name'), list = document.getElementById('list')</script>
"""


@pytest.fixture
def settings(tmp_path) -> Settings:
    return Settings(check_timeout=0.5, output=str(tmp_path))


class Flow:
    """The tool `workflow` among the default tools, on the page with the people."""

    def __init__(self, hands: Any) -> None:
        self.hands = hands
        self.hands.registry.add(workflow)
        self.context: ToolContext = hands.context
        self.log: list[str] = []
        self.fails = 0
        self.hands.registry.add(self._flaky())
        self.hands.registry.add(self._risky())

    def _flaky(self) -> Any:
        @tool(kind="read")
        async def flaky(word: str) -> dict[str, Any]:
            """Say a word; fails a few times before.

            Args:
                word: The word.
            """
            self.log.append(f"flaky {word}")
            if self.fails > 0:
                self.fails -= 1
                raise ToolError("not yet")
            return {"word": word, "length": len(word)}

        return flaky

    def _risky(self) -> Any:
        @tool
        async def risky() -> str:
            """Do something that may not be done twice."""
            self.log.append("risky")
            raise ToolError("it went wrong")

        return risky

    async def do(self, text: str) -> dict[str, Any]:
        result = await self.hands.use("workflow", yaml=text)
        assert result.error is None, result.error
        return dict(result.output)

    async def fail(self, text: str) -> str:
        return str(await self.hands.fail("workflow", yaml=text))

    async def people(self) -> list[str]:
        items = await self.hands.page.locator("li").all_inner_texts()
        return [item.removesuffix("Delete").strip() for item in items]


@pytest.fixture
async def flow(hands) -> Flow:
    await hands.show(PAGE)
    return Flow(hands)


@pytest.fixture
def bare(hands) -> Flow:
    """For what needs no page, or shows one of its own."""
    return Flow(hands)


async def test_steps_are_done_in_order_with_variables_conditions_and_repetitions(flow):
    told = await flow.do(
        """
name: Add people
variables: {new: [{name: Cid, wanted: true}, {name: Dan, wanted: false}, {name: Eve, wanted: true}]}
steps:
  - set: {added: 0}
  - foreach: ${new}
    item: person
    do:
      - if: person.wanted
        do:
          - tool: type
            with: {element_id: {role: textbox, name: Name}, text: "${person.name}"}
          - tool: click
            with: {element_id: {role: button, name: Add}}
            as: pressed
          - set: {added: "${added + 1}"}
        else:
          - tool: flaky
            with: {word: "${person.name} stays out"}
            as: out
  - expect: {element: {role: listitem}, count: "${added + 2}"}
output: {added: "${added}", said: "${out.output.word}", ok: "${pressed.ok}"}
"""
    )
    assert await flow.people() == ["Ann", "Bob", "Cid", "Eve"]
    assert told["workflow"] == "Add people"
    assert told["output"] == {"added": 2, "said": "Dan stays out", "ok": True}
    assert [(call["step"], call["tool"]) for call in told["calls"]] == [
        ("2[1].1.1", "type"),
        ("2[1].1.2", "click"),
        ("2[2].1 else 1", "flaky"),
        ("2[3].1.1", "type"),
        ("2[3].1.2", "click"),
    ]
    assert told["calls"][1]["output"].startswith("Clicked button 'Add' [")


async def test_an_element_is_told_by_what_it_stands_in(flow):
    where = "{role: button, name: Delete, within: {role: listitem, text: Bob}}"
    await flow.do(f"steps: [{{tool: click, with: {{element_id: {where}}}}}]")
    assert await flow.people() == ["Ann"]


async def test_an_element_may_be_told_by_its_name_alone(flow):
    await flow.do(
        "steps: [{tool: type, with: {element_id: Name, text: Cid}}, {tool: click, with: {element_id: Add}}]"
    )
    assert await flow.people() == ["Ann", "Bob", "Cid"]


NOT_ONE = [
    ("Delete", "2 elements are element 'Delete'"),
    ("{role: button, name: Delete}", "2 elements are button 'Delete'"),
    (
        "{role: button, name: Buy}",
        "there is no button 'Buy' on the page 'Test'; of that role there are: button 'Add'",
    ),
    ("{name: Delete, within: {role: listitem, text: Zoe}}", "there is no listitem that says 'Zoe'"),
]


async def test_an_element_that_is_not_there_or_not_alone_is_an_error_and_nothing_is_done(flow, subtests):
    for element, told in NOT_ONE:
        with subtests.test(element):
            error = await flow.fail(f"steps: [{{tool: click, with: {{element_id: {element}}}}}]")
            assert told in error
            assert error.startswith("workflow:1: step 1: click failed: ")
            assert await flow.people() == ["Ann", "Bob"]


async def test_an_element_that_is_still_to_come_is_waited_for(bare):
    await bare.hands.show(
        "<p>wait</p>" + "<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', "
        "'<button onclick=\"document.title = `hit`\">Go</button>'), 200)</script>",
        path="/late",
    )
    bare.context.settings = bare.context.settings._replace(check_timeout=10.0)
    await bare.do(
        "steps: [{tool: click, with: {element_id: {role: button, name: Go}}}, {expect: {page: title, equals: hit}}]"
    )


async def test_the_first_step_that_fails_ends_the_workflow_and_says_where_and_what_was_done(flow):
    error = await flow.fail("""
steps:
  - tool: click
    with: {element_id: {role: button, name: Delete, nth: 1}}
  - name: the risky part
    tool: risky
  - tool: flaky
    with: {word: never}
""")
    assert error == (
        "workflow:5: step 2 (the risky part): risky failed: it went wrong. 1 calls were done before it: 1 click"
    )
    assert flow.log == ["risky"]
    assert await flow.people() == ["Bob"]


async def test_a_step_may_fail_where_it_says_so_and_what_follows_can_see_it(bare):
    told = await bare.do("""
steps:
  - {tool: risky, as: tried, on_error: continue}
  - if: not tried.ok and matches(tried.error, 'wrong$')
    tool: flaky
    with: {word: second way}
output: ${tried}
""")
    assert bare.log == ["risky", "flaky second way"]
    assert told["output"] == {"ok": False, "output": None, "error": "it went wrong"}
    assert told["calls"][0] == {"step": "1", "tool": "risky", "error": "it went wrong"}


async def test_what_only_reads_is_tried_again_and_what_acts_only_where_the_step_says_so(bare):
    bare.fails = 2
    await bare.do("steps: [{tool: flaky, with: {word: a}, retry: 3}]")
    assert bare.log == ["flaky a"] * 3
    bare.log.clear()
    error = await bare.fail("steps: [{tool: flaky, with: {word: a}}, {tool: risky, retry: 3}]")
    assert "risky may change something, and is not repeated unless the step says so" in error
    assert bare.log == []
    error = await bare.fail("steps: [{tool: risky, retry: {times: 2, actions: true}}]")
    assert "risky failed (2 times): it went wrong" in error
    assert bare.log == ["risky"] * 2


async def test_a_step_that_no_workflow_may_have_is_refused_before_anything_is_done(bare, subtests):
    text = "steps: [{tool: flaky, with: {word: a}}, {if: false, do: [{tool: flaky, with: {word: b}}], else: [{CALL}]}]"
    for call, told in (
        ("tool: clik", "there is no tool 'clik'; the tools are: click"),
        ("tool: stop, with: {answer: done}", "stop cannot be a step"),
        ("tool: workflow, with: {yaml: x}", "workflow cannot be a step"),
    ):
        with subtests.test(call):
            assert told in await bare.fail(text.replace("CALL", call))
            assert bare.log == []


WRONG = [
    ("{tool: flaky, with: {wrod: a}}", "there is no argument 'wrod' (did you mean 'word'?)"),
    ("{tool: flaky}", "'word' is missing"),
    ("{tool: flaky, with: {word: '${1}'}}", "'word' must be a string, not 1"),
    ("{foreach: '${1}', tool: flaky, with: {word: a}}", "foreach goes over a list, not over 1"),
    ("{if: '1', tool: flaky, with: {word: a}}", "must be true or false, and is a number: 1"),
    ("{set: {a: '${1 / 0}'}}", "division by zero"),
    ("{expect: {page: title, equals: Other}}", 'the page\'s title, "Test") is not equal to "Other"'),
    (
        "{expect: {element: {role: status}, contains: '${text(null)}'}}",
        "every text contains an empty one",
    ),
    ("{do: [{expect: {page: title, equals: '${[1][3]}'}}], on_error: continue}", "there is no number 3"),
    ("{do: [{expect: {page: title, equals: Other}}], on_error: continue}", 'is not equal to "Other"'),
]


async def test_what_goes_wrong_in_a_step_is_told_with_its_line(flow, subtests):
    for step, told in WRONG:
        with subtests.test(step):
            error = await flow.fail(f"steps:\n  - {step}")
            assert told in error
            assert "workflow:2: step 1" in error


async def test_a_loop_and_a_workflow_have_an_end(bare):
    many = ", ".join(["1"] * 101)
    assert "foreach has 101 items, and 100 are the most" in await bare.fail(
        f"steps: [{{foreach: [{many}], tool: flaky, with: {{word: a}}}}]"
    )
    fifty = ", ".join(["1"] * 50)
    error = await bare.fail(
        f"steps: [{{foreach: [{fifty}], item: a, do: [{{foreach: [{fifty}], tool: flaky, with: {{word: x}}}}]}}]"
    )
    assert "more than 200 calls" in error
    assert len(bare.log) == 200


async def test_an_item_of_a_loop_is_what_it_was_again_after_a_loop_in_it(bare):
    inner = "{foreach: [x, y], tool: flaky, with: {word: '${item}'}}"
    await bare.do(
        f"steps: [{{foreach: [a, b], do: [{inner}, {{tool: flaky, with: {{word: '${{item}}'}}}}]}}]"
    )
    assert bare.log == [f"flaky {word}" for word in "xyaxyb"]
    assert "no variable 'item'" in await bare.fail(f"steps: [{inner}, {{set: {{last: '${{item}}'}}}}]")


async def test_a_loop_without_a_call_has_an_end_which_nothing_passes_over(bare):
    fifty = ", ".join(["1"] * 50)
    error = await bare.fail(
        f"steps: [{{foreach: [{fifty}], item: a, do: [{{foreach: [{fifty}], set: {{b: 1}}, on_error: continue}}], "
        "on_error: continue}]"
    )
    assert "more than 2000 steps" in error


async def test_a_value_that_doubles_itself_does_not_fill_the_memory(bare):
    hundred = ", ".join(["1"] * 100)
    error = await bare.fail(
        f"steps: [{{set: {{a: [1]}}}}, {{foreach: [{hundred}], set: {{a: ['${{a}}', '${{a}}']}}}}]"
    )
    assert "the value is too large" in error


async def test_a_loop_without_a_call_is_ended_by_the_time_of_the_run(bare):
    begun = asyncio.Event()

    @tool(kind="read")
    async def begin() -> None:
        """Say that it began."""
        begun.set()

    bare.hands.registry.add(begin)
    forty = ", ".join(["1"] * 40)
    loop = f"{{foreach: [{forty}], item: a, do: [{{foreach: [{forty}], set: {{b: 1}}}}]}}"
    text = f"steps: [{{tool: begin}}, {loop}, {{tool: flaky, with: {{word: a}}}}]"
    task = asyncio.ensure_future(bare.hands.use("workflow", yaml=text))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert bare.log == []


async def test_a_button_is_told_by_its_whole_name_and_by_a_part_only_where_that_is_said(bare):
    await bare.hands.show(
        "<button onclick='document.title = 1'>Save as draft</button><p>Saved <b>2 drafts</b></p>",
        path="/save",
    )
    error = await bare.fail("steps: [{tool: click, with: {element_id: {role: button, name: save}}}]")
    assert "there is no button 'save'" in error
    assert "button 'Save as draft'" in error
    await bare.do("""
steps:
  - {expect: {element: {role: button, name: Save}, exists: false}}
  - {expect: {element: {role: button, name: SAVE AS  draft}, exists: true}}
  - {expect: {element: {text: 2 drafts}, equals: Saved 2 drafts}}
  - {tool: click, with: {element_id: {role: button, text: save}}}
  - {expect: {page: title, equals: 1}}
""")


async def test_the_output_of_many_calls_is_told_within_a_limit(bare):
    config = ToolConfig(
        tool_settings={"workflow": ToolSettings(resource_limits=ResourceLimits(output_chars=1000))}
    )
    bare.context.permissions = replace(bare.context.permissions, config=config)
    told = await bare.do(f"steps: [{{foreach: [1, 2], tool: flaky, with: {{word: {'x' * 900}}}}}]")
    assert [len(call["output"]) for call in told["calls"]] == [500, 500]


async def test_what_is_only_said_is_never_passed_over(flow):
    settings = flow.context.settings._replace(dry_run=True)
    flow.context.permissions = Permissions.of(settings)
    where = "{role: button, name: Add}"
    error = await flow.fail(f"steps: [{{tool: click, with: {{element_id: {where}}}, on_error: continue}}]")
    assert "dry run: would click button 'Add'" in error
    assert flow.context.call.dry_run
    assert await flow.people() == ["Ann", "Bob"]


async def test_each_call_needs_the_permission_of_its_tool(flow):
    config = ToolConfig(disabled_tools=("click",))
    flow.context.permissions = replace(flow.context.permissions, config=config)
    where = "{role: button, name: Add}"
    error = await flow.fail(
        f"steps: [{{tool: flaky, with: {{word: a}}}}, {{tool: click, with: {{element_id: {where}}}, on_error: continue}}]"
    )
    assert "click" in error
    assert flow.context.denied
    assert flow.log == ["flaky a"]


async def test_the_risk_of_a_workflow_is_the_most_of_its_calls(bare):
    await bare.do("steps: [{tool: flaky, with: {word: a}}]")
    assert bare.context.call.risk == "LOW"
    await bare.fail("steps: [{tool: risky}]")
    assert bare.context.call.risk == "MEDIUM"


async def test_what_happened_on_the_page_meanwhile_is_told(flow):
    await flow.hands.page.evaluate("console.error('lost the server')")
    told = await flow.do("steps: [{expect: {page: text, contains: ready}}]")
    assert any("lost the server" in note for note in told["noticed"])


async def test_a_dialog_can_be_answered_by_a_step(bare):
    await bare.hands.show(
        "<button onclick=\"document.title = confirm('Sure?') ? 'yes' : 'no'\">Ask</button>", path="/ask"
    )
    await bare.do("""
steps:
  - {tool: click, with: {element_id: {role: button, name: Ask}}}
  - {tool: accept_dialog}
  - {expect: {page: title, equals: "yes"}}
""")


async def test_nothing_is_expected_of_a_page_that_cannot_be_seen(bare):
    await bare.hands.show("<button onclick=\"alert('Stop')\">Ask</button>", path="/ask")
    error = await bare.fail("""
steps:
  - {tool: click, with: {element_id: {role: button, name: Ask}}}
  - {expect: {element: {role: alert}, exists: false}}
""")
    assert "the page cannot be seen: an alert dialog says" in error


async def test_what_is_not_on_the_page_of_a_failing_server_is_no_news(bare):
    url = bare.hands.site.page("/broken", "<h1>Sorry</h1>", status=500)
    await bare.hands.session.goto(url)
    for wanted in ("exists: false", "count: 0"):
        error = await bare.fail(f"steps: [{{expect: {{element: {{role: alert}}, {wanted}}}}}]")
        assert "the server answered 500" in error
    for page in ("url, contains: /broken", "text, matches: '^(?!.*Boom).+'"):
        assert "the server answered 500" in await bare.fail(f"steps: [{{expect: {{page: {page}}}}}]")
    await bare.do("steps: [{expect: {element: {role: heading}, equals: Sorry}}]")


async def test_a_name_that_turns_out_empty_stands_for_nothing(bare):
    await bare.hands.show("<button>Save</button>", path="/save")
    for step in (
        "{expect: {element: {role: button, name: '${who}'}, exists: true}}",
        "{tool: click, with: {element_id: {role: button, name: '${who}'}}}",
    ):
        assert "name is empty" in await bare.fail(f"variables: {{who: ''}}\nsteps: [{step}]")


async def test_nothing_is_missed_on_a_page_that_shows_nothing(bare):
    await bare.hands.session.goto("about:blank")
    assert "the page about:blank shows nothing yet" in await bare.fail(
        "steps: [{expect: {element: {role: alert}, exists: false}}]"
    )
    bare.context.settings = bare.context.settings._replace(check_timeout=10.0)
    await bare.hands.show(
        "<script>setTimeout(() => document.body.innerHTML = '<h1>Ready</h1><p role=alert>No</p>', 200)</script>",
        path="/late",
    )
    await bare.do("steps: [{expect: {element: {role: alert}, count: 1}}]")


async def test_a_workflow_is_read_from_a_file_of_the_workspace(bare):
    root = bare.context.workspace.root
    root.mkdir(parents=True)
    root.joinpath("flows").mkdir()
    root.joinpath("flows", "one.yaml").write_text("steps:\n  - tool: flaky\n    with: {word: '${nothing}'}\n")
    root.joinpath("two.yaml").write_text("steps:\n  - tool: flaky\n    with: {word: a}\noutput: done\n")
    assert await bare.hands.fail("workflow", path="flows/one.yaml") == (
        "flows/one.yaml:2:5: there is no variable 'nothing'; there are none"
    )
    result = await bare.hands.use("workflow", path="two.yaml")
    assert result.output["output"] == "done"
    assert bare.log == ["flaky a"]


async def test_a_file_that_is_none_or_lies_elsewhere_is_refused(bare, tmp_path):
    root = bare.context.workspace.root
    root.mkdir(parents=True)
    root.joinpath("bytes.yaml").write_bytes(b"\xff\xfe")
    root.joinpath("folder").mkdir()
    root.joinpath("huge.yaml").write_bytes(b"#" * 900_000)
    tmp_path.joinpath("secret.yaml").write_text("steps: [{tool: flaky, with: {word: secret}}]")
    root.joinpath("link.yaml").symlink_to(tmp_path / "secret.yaml")
    fail = bare.hands.fail
    assert "is no text in UTF-8" in await fail("workflow", path="bytes.yaml")
    assert "cannot be read" in await fail("workflow", path="folder")
    assert "cannot be read" in await fail("workflow", path="missing.yaml")
    assert "too large" in await fail("workflow", path="huge.yaml")
    for outside in ("../../etc/passwd", "/etc/passwd", "link.yaml", str(tmp_path / "secret.yaml")):
        assert "outside of the workspace" in await fail("workflow", path=outside)
    assert "give either path or yaml" in await fail("workflow")
    assert "give either path or yaml" in await fail("workflow", path="a", yaml="b")
    assert "'yaml' must be a string" in await fail("workflow", yaml=["steps"])
    assert bare.log == []


async def test_files_are_only_read_where_the_policy_allows_it(bare):
    config = ToolConfig(security=SecurityPolicy(allow_file_system_access=False))
    bare.context.permissions = replace(bare.context.permissions, config=config)
    assert "allow_file_system_access = false" in await bare.hands.fail("workflow", path="two.yaml")
    await bare.do("steps: [{tool: flaky, with: {word: a}}]")


async def test_a_workflow_that_is_cancelled_does_nothing_more(bare):
    started = asyncio.Event()

    @tool(kind="read")
    async def endless() -> None:
        """Never come back."""
        started.set()
        await asyncio.Event().wait()

    bare.hands.registry.add(endless)
    text = "steps: [{tool: endless, on_error: continue}, {tool: flaky, with: {word: a}}]"
    task = asyncio.ensure_future(bare.hands.use("workflow", yaml=text))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert bare.log == []


async def test_the_agents_plan_can_be_kept_by_a_workflow(bare):
    bare.hands.registry.add(Planning)
    told = await bare.do("""
steps:
  - tool: planning
    with: {command: create, plan_id: a, title: All, steps: [one, two]}
  - tool: planning
    with: {command: mark_step, step_index: 1, step_status: completed}
    as: plan
output: ${plan.output.progress}
""")
    assert told["output"] == "1 of 2 steps completed"
