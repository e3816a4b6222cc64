"""Tools of which every call would be refused are not offered, and say why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent.config import Settings
from pytest_webagent.errors import ConfigError
from pytest_webagent.policy.security import SecurityPolicy, ToolConfig
from pytest_webagent.tools.code import bubblewrap, docker
from pytest_webagent.tools.code.sandbox_plan import Unusable
from pytest_webagent.tools.core.base import Surroundings
from pytest_webagent.tools.toolsets import tools_of

if TYPE_CHECKING:
    from lone_tools import Calls


class Nobody:
    absent = "nobody can be asked: a CI server runs the tests"

    async def ask(self, question: str) -> str:
        raise AssertionError(question)


def registry(*names: str, policy: ToolConfig | None = None, **settings: Any):
    made = tools_of(names)
    made.within(Surroundings(Settings(**settings), policy or ToolConfig(), Nobody()))
    return made


@pytest.mark.parametrize(
    ("tool", "why"),
    [
        ("python_execute", "allow_dangerous_tools = true"),
        ("bash", "allow_dangerous_tools = true"),
        ("database", "no database is configured; the setting database_url"),
        ("notify", "the test configures no service (its setting notify_urls)"),
        ("ask_human", "nobody can be asked: a CI server runs the tests"),
        ("goto_homepage", "the test sets one with webagent_homepage"),
        ("upload_file", "the test allows no folder (its setting upload_folders"),
    ],
)
def test_what_is_not_configured_is_not_offered_and_says_what_is_missing(tool: str, why: str):
    made = registry(tool, "click")
    assert why in made.off[tool]
    assert tool not in made
    assert made.names == ("click", "stop") == tuple(each.name for each in made.specs())
    assert made.get(tool).name == tool


def test_what_is_configured_is_offered():
    made = registry(
        "python_execute",
        "database",
        "notify",
        "goto_homepage",
        "upload_file",
        policy=ToolConfig(allow_dangerous_tools=True),
        database_url="sqlite:///x",
        notify_urls=("json://a",),
        start_url="http://localhost/",
        upload_folders=(".",),
    )
    assert made.off == {}
    assert len(made.names) == 6


def test_a_policy_puts_tools_out_by_name_and_by_what_they_take():
    policy = ToolConfig(disabled_tools=("drag",), security=SecurityPolicy(allow_network_access=False))
    made = registry("default", "web_search", "github", policy=policy, upload_folders=(".",))
    assert dict(made.off) == {
        "drag": "the policy of this test does not enable it",
        "web_search": "the policy of this test says allow_network_access = false",
        "github": "the policy of this test says allow_network_access = false",
    }


def test_what_ends_a_run_is_never_put_out():
    assert registry("click", policy=ToolConfig(enabled_tools=("type",))).names == ("stop",)


def test_a_view_leaves_out_the_same():
    made = registry("database", "click").changed(lambda item: item)
    assert "database" in made.off
    assert "database" not in made


def test_tools_that_are_off_can_be_kept_and_taken_away_by_name():
    made = registry("database", "click")
    made.only("database")
    assert made.names == ("stop",)
    made.remove("database")
    assert made.off == {}
    with pytest.raises(ConfigError, match="there is no tool 'database'"):
        made.get("database")


async def test_a_call_of_such_a_tool_gets_the_reason(lone: Calls):
    assert await lone.fail("database", action="list_tables") == (
        "no database is configured; the setting database_url of the test names one"
    )
    assert "there is no tool 'databases' (did you mean 'database'?)" not in await lone.fail("databases")


@pytest.fixture
def lone(tmp_path) -> Calls:
    from lone_tools import Calls

    made = Calls(tools_of(("database", "click")), Settings(output=str(tmp_path)))
    made.registry.bind(made.context)
    return made


async def test_without_a_sandbox_code_is_not_offered(monkeypatch: pytest.MonkeyPatch, tmp_path):
    from lone_tools import Calls

    async def none() -> None:
        raise Unusable("there is none of this kind")

    monkeypatch.setattr(docker, "look", none)
    monkeypatch.setattr(bubblewrap, "check", none)
    made = Calls(tools_of(("code",)), Settings(output=str(tmp_path)), ToolConfig(allow_dangerous_tools=True))
    made.registry.bind(made.context)
    assert "bash" in made.registry
    await made.registry.open(made.context)
    assert made.registry.names == ("stop",)
    why = "there is no sandbox on this machine: there is none of this kind; there is none of this kind"
    assert all(why in reason for reason in made.registry.off.values())
    assert why in await made.fail("bash", command="true")


async def test_nobody_looks_for_a_sandbox_that_may_not_be_used(monkeypatch: pytest.MonkeyPatch, tmp_path):
    from lone_tools import Calls

    async def looked() -> None:
        raise AssertionError("it was looked for")

    monkeypatch.setattr(docker, "look", looked)
    monkeypatch.setattr(bubblewrap, "check", looked)
    made = Calls(tools_of(("code",)), Settings(output=str(tmp_path)))
    made.registry.bind(made.context)
    await made.registry.open(made.context)
    assert "allow_dangerous_tools" in made.registry.off["bash"]
