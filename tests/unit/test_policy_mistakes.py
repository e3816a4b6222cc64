"""A policy that could not be heeded is refused: nobody would notice what it does not forbid."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lone_tools import Calls

from pytest_webagent.config import Settings
from pytest_webagent.errors import ConfigError, DeniedError
from pytest_webagent.hooks.settings.workspaces import permissions_of
from pytest_webagent.messages import ToolCall, ToolResult
from pytest_webagent.policy.network import Network
from pytest_webagent.policy.origins import AllowedOrigins
from pytest_webagent.policy.policy_file import read_policy
from pytest_webagent.policy.security import SecurityPolicy, ToolConfig, ToolSettings
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.core.registry import ToolRegistry
from pytest_webagent.tools.toolsets import mistaken


async def called(registry: ToolRegistry, config: ToolConfig, name: str, **arguments: Any) -> ToolResult:
    context = Calls((), Settings(), config).context
    return await registry.call(ToolCall(name, {"reasoning": "because", **arguments}), context)


@pytest.mark.parametrize(
    "text",
    [
        "[security]\nblocked_domains = ['https://ads.example.com']",
        "[security]\nblocked_domains = ['ads.example.com/']",
        "[security]\nallowed_domains = ['example.com:8080']",
        "[security]\nallowed_domains = ['']",
        "[tools.bash]\nresource_limits = { seconds = 0 }",
        "[tools.bash]\nresource_limits = { memory_mb = -1 }",
        "[tools.bash]\nresource_limits = { seconds = nan }",
    ],
)
def test_a_value_that_would_have_no_effect_is_refused(tmp_path: Path, text: str):
    file = tmp_path / "policy.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"policy\.toml is no policy: .*(is no host|must be more than 0)"):
        read_policy(file)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (SecurityPolicy, "blocked_domains"),
        (ToolSettings, "restricted_paths"),
        (ToolSettings, "allowed_actions"),
        (ToolConfig, "disabled_tools"),
    ],
)
def test_a_text_where_a_list_belongs_is_refused(kind: Any, name: str):
    with pytest.raises(ValueError, match=f"{name} must be a list, not 'ads.example.com'"):
        kind(**{name: "ads.example.com"})
    assert getattr(kind(**{name: ["ads.example.com"]}), name) == ("ads.example.com",)


@pytest.mark.parametrize(
    ("blocked", "url"),
    [
        ("Ads.Example.COM.", "http://ads.example.com/"),
        ("*.example.com", "http://ads.example.com./x"),
        ("bücher.example", "http://xn--bcher-kva.example/"),
        ("::1", "http://[0:0::1]:80/"),
        ("[::1]", "http://[::1]/"),
    ],
)
async def test_a_blocked_host_is_blocked_however_it_is_written(blocked: str, url: str):
    security = SecurityPolicy(blocked_domains=(blocked,), allowed_domains=("*",))
    network = Network(security, AllowedOrigins(urls=[url]))
    with pytest.raises(DeniedError, match="blocks it"):
        await network.allowed(url)


@pytest.mark.parametrize("address", ["::7f00:1", "fec0::1", "::ffff:10.0.0.1", "2002:7f00:1::", "::"])
async def test_deprecated_ways_to_write_an_inner_address_are_not_public(address: str):
    network = Network(SecurityPolicy(allowed_domains=("*",)), AllowedOrigins())
    with pytest.raises(DeniedError, match="address of this machine"):
        await network.allowed(f"http://[{address}]/")


async def test_without_network_only_the_test_s_own_origins_are_reached():
    security = SecurityPolicy(allowed_domains=("example.com",), allow_network_access=False)
    network = Network(security, AllowedOrigins(urls=["http://shop.test"]))
    assert await network.allowed("http://shop.test/cart") == "http://shop.test/cart"
    with pytest.raises(DeniedError, match="allow_network_access = false"):
        await network.allowed("https://example.com/")


@pytest.mark.parametrize("files", [True, False])
async def test_without_files_no_tool_gets_the_workspace_whether_it_says_so_or_not(
    files: bool, tmp_path: Path
):
    registry = ToolRegistry()

    @registry.tool
    async def keep(context: ToolContext) -> str:
        """Write it down."""
        context.workspace.path("kept.txt", writing=True).write_text("kept")
        return "kept"

    security = SecurityPolicy(allow_file_system_access=files)
    result = await called(registry, ToolConfig(workspace_root=str(tmp_path), security=security), "keep")
    assert (result.output, (tmp_path / "kept.txt").exists()) == (("kept", True) if files else (None, False))


# --- what holds for one tool


class Ledger:
    """A tool whose schema is written by hand, so that what is not given stays away."""

    name = "ledger"
    description = "Keeps the books."
    parameters = {  # noqa: RUF012 - as a user of the class style writes it
        "type": "object",
        "properties": {
            "action": {"type": "string"},
            "command": {"type": "string"},
            "limit": {"type": "integer"},
        },
    }

    async def execute(self, action: str = "delete", command: str = "", limit: int = 0) -> str:
        return f"{action} {limit}"


@tool(kind="read")
async def look(where: str) -> str:
    """Look.

    Args:
        where: At what.
    """
    return where


async def test_an_action_that_is_left_to_the_tool_is_not_allowed_where_actions_are_listed():
    config = ToolConfig(tool_settings={"ledger": ToolSettings(allowed_actions=("list",))})
    registry = ToolRegistry([Ledger])
    assert (await called(registry, config, "ledger", action="list")).output == "list 0"
    for arguments in ({"command": "list"}, {}, {"action": "delete"}):
        refused = await called(registry, config, "ledger", **arguments)
        assert refused.error is not None
        assert "the policy of this test does not allow" in refused.error


async def test_actions_of_a_tool_that_has_none_are_a_mistake_of_the_policy():
    config = ToolConfig(tool_settings={"look": ToolSettings(allowed_actions=("list",))})
    with pytest.raises(
        ConfigError, match="allowed_actions for look, which has none of the parameters action"
    ):
        await called(ToolRegistry([look]), config, "look", where="here")


async def test_a_parameter_the_tool_does_not_have_is_not_held_against_the_model():
    config = ToolConfig(tool_settings={"look": ToolSettings(parameters={"were": "here"})})
    with pytest.raises(ConfigError, match="gives look 'were', and it has no such parameter; it has: where"):
        await called(ToolRegistry([look]), config, "look", where="here")


async def test_settings_for_all_tools_do_not_reach_the_reasoning():
    config = ToolConfig(global_settings={"reasoning": "none", "where": "there"})
    assert (await called(ToolRegistry([look]), config, "look")).output == "there"


async def test_what_the_policy_gives_a_tool_is_not_asked_of_the_model():
    config = ToolConfig(tool_settings={"look": ToolSettings(parameters={"where": "there"})})
    registry = ToolRegistry([look])
    asked = registry.specs()[0].parameters["required"]
    registry.bind(Calls((), Settings(), config).context)
    told = registry.to_param_list()[0]["function"]["parameters"]["required"]
    assert (asked, told) == (["reasoning", "where"], ["reasoning"])


def test_a_name_that_is_nearly_that_of_a_tool_is_told():
    assert mistaken(["python_exceute", "code", "click", "github", "warehouse_stock"]) == (
        "there is no tool 'python_exceute' (did you mean 'python_execute'?)",
        "there is no tool 'code': that is a toolset, whose tools are python_execute, bash",
    )


# --- the folder of files


def item_of(folder: Path) -> Any:
    """As much of an item of pytest as the folder of files depends on."""
    config = SimpleNamespace(rootpath=folder, invocation_params=SimpleNamespace(dir=folder))
    return SimpleNamespace(config=config, nodeid="test_a.py::test_b")


def test_a_folder_said_in_code_stays_where_it_is_when_the_test_goes_elsewhere(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path.parent)
    found = permissions_of(item_of(tmp_path), Settings(), ToolConfig(workspace_root="data"))
    assert found.workspace.root == (tmp_path / "data").resolve()


def test_a_file_is_no_folder_of_files(tmp_path: Path):
    (tmp_path / "data").write_text("")
    with pytest.raises(ConfigError, match="data is no folder"):
        permissions_of(item_of(tmp_path), Settings(), ToolConfig(workspace_root="data"))


def test_what_an_earlier_session_left_cannot_pass_for_what_this_one_did(tmp_path: Path):
    root = permissions_of(item_of(tmp_path), Settings(), ToolConfig()).workspace.root
    root.parent.mkdir(parents=True)
    (tmp_path / "earlier").mkdir()
    root.symlink_to(tmp_path / "earlier")
    with pytest.raises(ConfigError, match="is left of an earlier session"):
        permissions_of(item_of(tmp_path), Settings(), ToolConfig())
