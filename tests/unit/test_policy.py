"""What a test allows its tools: the policy and its file, the network, and what is only said."""

from pathlib import Path
from typing import Any

import pytest

from pytest_webagent.config import Settings
from pytest_webagent.errors import ConfigError, DeniedError, DryRunError, ToolError
from pytest_webagent.messages import ToolCall, ToolResult
from pytest_webagent.policy.network import Network
from pytest_webagent.policy.origins import AllowedOrigins
from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.policy.policy_file import read_policy
from pytest_webagent.policy.risk import Gate, Risk
from pytest_webagent.policy.security import ResourceLimits, SecurityPolicy, ToolConfig, ToolSettings
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.core.registry import ToolRegistry


class Page:
    url = "http://shop.test/"


class Settler:
    """As much of what watches its pages."""

    def went_by_itself(self, page: Page) -> bool:
        return False


class Session:
    """As much of a browser session as the registry itself looks at."""

    dialog: str | None = None
    page = Page()
    origins = AllowedOrigins()
    settler = Settler()


def context(config: ToolConfig | None = None, folder: Path | None = None, **settings: Any) -> ToolContext:
    chosen = Settings(output=str(folder or "results"), **settings)
    return ToolContext(
        session=Session(),  # type: ignore[arg-type]
        settings=chosen,
        permissions=Permissions.of(chosen, config),
    )


# --- the file


def written(folder: Path, text: str) -> Path:
    file = folder / "policy.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_policy_is_read_from_toml(tmp_path: Path):
    file = written(
        tmp_path,
        """
        enabled_tools = ["click", "file_read"]
        disabled_tools = ["drag"]
        allow_dangerous_tools = true
        workspace_root = "data/in"
        [global_settings]
        timeout = 5
        [security]
        allowed_domains = ["*.example.com"]
        blocked_domains = ["ads.example.com"]
        allow_subprocess_execution = false
        sandbox_mode = "docker"
        [tools.database]
        allowed_actions = ["query"]
        parameters = { schema = "public" }
        resource_limits = { rows = 7, seconds = 2.5 }
        security_settings = { allow_network_access = false }
        """,
    )
    assert read_policy(file) == ToolConfig(
        enabled_tools=("click", "file_read"),
        disabled_tools=("drag",),
        allow_dangerous_tools=True,
        workspace_root=str((tmp_path / "data" / "in").resolve()),
        global_settings={"timeout": 5},
        security=SecurityPolicy(
            allowed_domains=("*.example.com",),
            blocked_domains=("ads.example.com",),
            allow_subprocess_execution=False,
            sandbox_mode="docker",
        ),
        tool_settings={
            "database": ToolSettings(
                allowed_actions=("query",),
                parameters={"schema": "public"},
                resource_limits=ResourceLimits(rows=7, seconds=2.5),
                security_settings=SecurityPolicy(allow_network_access=False),
            )
        },
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("enabled_tools = 'click'", "enabled_tools: input should be a valid tuple"),
        ("allow_dangerous = true", "allow_dangerous: unexpected keyword argument"),
        ("[security]\nsandbox_mode = 'chroot'", "security.sandbox_mode: input should be 'auto', 'docker'"),
        ("[tools.bash]\nresource_limits = { memory = 1 }", "tool_settings.bash.resource_limits.memory"),
        ("[tools.bash", "cannot be read as a TOML file"),
        ("\x00", "cannot be read as a TOML file"),
    ],
)
def test_a_file_that_is_no_policy_says_what_is_wrong_with_it(tmp_path: Path, text: str, problem: str):
    with pytest.raises(ConfigError, match=r"webagent_policy: .*policy\.toml") as caught:
        read_policy(written(tmp_path, text))
    assert problem in str(caught.value)


def test_a_policy_file_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(ConfigError, match=r"missing\.toml cannot be read"):
        read_policy(tmp_path / "missing.toml")


# --- the order of the checks


@tool(kind="action", needs=("files", "network", "subprocess"), dangerous=True)
async def everything(context: ToolContext, path: str, action: str = "look") -> str:
    """Do everything at once.

    Args:
        path: Where.
        action: What.
    """
    context.workspace.path(path)
    return f"{action} {path}"


FREE = ToolConfig(allow_dangerous_tools=True)
CLOSED = SecurityPolicy(
    allow_file_system_access=False, allow_network_access=False, allow_subprocess_execution=False
)


@pytest.mark.parametrize(
    ("config", "arguments", "problem"),
    [
        (ToolConfig(disabled_tools=("everything",)), {}, "does not enable it"),
        (ToolConfig(enabled_tools=("click",)), {}, "does not enable it"),
        (ToolConfig(tool_settings={"everything": ToolSettings(enabled=False)}), {}, "does not enable it"),
        (ToolConfig(), {}, "allow_dangerous_tools = true"),
        (ToolConfig(allow_dangerous_tools=True, security=CLOSED), {}, "'path' is missing"),
        (
            ToolConfig(
                allow_dangerous_tools=True,
                security=CLOSED,
                tool_settings={"everything": ToolSettings(allowed_actions=("look",))},
            ),
            {"path": "a", "action": "drop"},
            "does not allow 'drop', only: look",
        ),
        (
            ToolConfig(allow_dangerous_tools=True, security=CLOSED),
            {"path": "../a"},
            "allow_file_system_access",
        ),
        (
            ToolConfig(
                allow_dangerous_tools=True,
                security=SecurityPolicy(allow_network_access=False, allow_subprocess_execution=False),
            ),
            {"path": "../a"},
            "allow_network_access = false",
        ),
        (
            ToolConfig(allow_dangerous_tools=True, security=SecurityPolicy(allow_subprocess_execution=False)),
            {"path": "../a"},
            "allow_subprocess_execution = false",
        ),
        (FREE, {"path": "../a"}, "lies outside of the workspace"),
    ],
)
async def test_checks_run_in_order_enabled_arguments_files_network_processes(
    tmp_path: Path, config: ToolConfig, arguments: dict[str, Any], problem: str
):
    made = context(config, tmp_path)
    result = await ToolRegistry([everything]).call(
        ToolCall("everything", {"reasoning": "because", **arguments}), made
    )
    assert result.error is not None
    assert problem in result.error
    assert bool(made.denied) == ("missing" not in problem)


async def test_what_a_policy_sets_for_a_tool_goes_before_what_it_sets_for_all(tmp_path: Path):
    config = ToolConfig(
        security=CLOSED,
        allow_dangerous_tools=True,
        global_settings={"action": "list", "colour": "red"},
        tool_settings={"everything": ToolSettings(security_settings=SecurityPolicy())},
    )
    registry, call = ToolRegistry([everything]), {"reasoning": "because", "path": "a"}
    assert (await registry.call(ToolCall("everything", call), context(config, tmp_path))).output == "list a"
    given = await registry.call(ToolCall("everything", {**call, "action": "see"}), context(config, tmp_path))
    assert given.output == "see a"


async def test_a_tool_that_ends_a_run_needs_no_permission(tmp_path: Path):
    @tool(kind="control")
    async def finish() -> str:
        """End the run."""
        return "ended"

    config = ToolConfig(enabled_tools=("click",))
    result = await ToolRegistry([finish]).call(
        ToolCall("finish", {"reasoning": "because"}), context(config, tmp_path)
    )
    assert result == ToolResult(output="ended")


# --- what is only said


@pytest.mark.parametrize(
    ("environment", "dry_run", "risk", "gated", "closed"),
    [
        ({}, False, "HIGH", False, False),
        ({}, False, "HIGH", True, True),
        ({}, False, "MEDIUM", True, False),
        ({"WEB_TOOLS_ALLOW_HIGH_RISK": "true"}, False, "HIGH", True, False),
        ({"WEB_TOOLS_ALLOW_HIGH_RISK": "perhaps"}, False, "HIGH", True, True),
        ({"WEB_TOOLS_ALLOW_HIGH_RISK": "true"}, True, "HIGH", True, True),
        ({"WEB_TOOLS_DRY_RUN": "1"}, False, "MEDIUM", False, True),
        ({"WEB_TOOLS_DRY_RUN": "perhaps"}, False, "MEDIUM", False, True),
        ({"WEB_TOOLS_DRY_RUN": "false"}, False, "MEDIUM", False, False),
        ({}, True, "MEDIUM", False, True),
        ({}, True, "LOW", True, False),
    ],
)
def test_which_calls_are_only_said(
    environment: dict[str, str], dry_run: bool, risk: Risk, gated: bool, closed: bool
):
    gate = Gate.of(dry_run=dry_run, environment=environment)
    assert bool(gate.closed_for(risk, gated=gated)) is closed


DONE: list[str] = []


@tool(up_to="HIGH")
async def save(context: ToolContext, name: str) -> str:
    """Save something.

    Args:
        name: Its name.
    """
    context.about_to("HIGH" if name == "all" else "LOW", f"save {name!r}")
    DONE.append(name)
    return "saved"


@tool
async def twice(context: ToolContext, name: str) -> str:
    """Save something by way of another tool.

    Args:
        name: Its name.
    """
    assert context.registry is not None
    result = await context.registry.call(ToolCall("save", {"reasoning": "because", "name": name}), context)
    return result.text


async def test_a_dry_run_says_what_would_be_done_and_is_no_success(tmp_path: Path):
    DONE.clear()
    made = context(None, tmp_path, dry_run=True)
    result = await ToolRegistry([save]).call(ToolCall("save", {"reasoning": "because", "name": "all"}), made)
    assert not result
    assert result.output["dry_run"] is True
    assert result.output["success"] is False
    assert "dry run: would save 'all' (risk HIGH); nothing was done" in str(result.error)
    assert (made.call.risk, made.call.mark, DONE) == ("HIGH", "dry run", [])


async def test_a_call_of_low_risk_is_done_in_a_dry_run(tmp_path: Path):
    DONE.clear()
    made = context(None, tmp_path, dry_run=True)
    result = await ToolRegistry([save]).call(ToolCall("save", {"reasoning": "because", "name": "one"}), made)
    assert (result.output, made.call.risk, made.call.mark, DONE) == ("saved", "LOW", "", ["one"])


async def test_a_call_within_a_call_counts_for_both(tmp_path: Path):
    made = context(None, tmp_path)
    made.permissions = Permissions(ToolConfig(), made.permissions.workspace, Gate(dry_run=False))
    result = await ToolRegistry([save, twice]).call(
        ToolCall("twice", {"reasoning": "because", "name": "all"}), made
    )
    assert (result.output, made.call.tool, made.call.risk) == ("saved", "twice", "HIGH")


def test_about_to_raises_what_ends_the_call(tmp_path: Path):
    made = context(None, tmp_path, dry_run=True)
    with pytest.raises(DryRunError, match="would press Enter"):
        made.about_to("MEDIUM", "press Enter")


# --- the network

ADDRESSES = {
    "public.example.com": ["93.184.215.14"],
    "inner.example.com": ["10.0.0.7"],
    "mixed.example.com": ["93.184.215.14", "127.0.0.1"],
    "six.example.com": ["2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
    "mapped.example.com": ["::ffff:169.254.169.254"],
    "nat64.example.com": ["64:ff9b::a00:1"],
    "sixtofour.example.com": ["2002:7f00:1::1"],
    "scoped.example.com": ["fe80::1%eth0"],
    "none.example.com": [],
}


async def resolve(host: str, port: int) -> list[str]:
    if host not in ADDRESSES:
        raise OSError("no such host")
    return ADDRESSES[host]


def network(
    *domains: str, blocked: tuple[str, ...] = (), origins: tuple[str, ...] = ("http://shop.test",)
) -> Network:
    security = SecurityPolicy(allowed_domains=domains, blocked_domains=blocked)
    return Network(security, AllowedOrigins(origins), resolve)


@pytest.mark.parametrize(
    ("url", "opened"),
    [
        ("http://shop.test/cart", "http://shop.test/cart"),
        ("/cart", "http://shop.test/cart"),
        ("https://public.example.com/a b", "https://public.example.com/a%20b"),
        ("https://six.example.com", "https://six.example.com/"),
    ],
)
async def test_origins_of_the_test_and_public_hosts_of_the_policy_may_be_reached(url: str, opened: str):
    assert await network("*.example.com").allowed(url, base="http://shop.test/x") == opened


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("https://elsewhere.test/", "https://elsewhere.test is not allowed"),
        ("https://example.com/", "is not allowed"),
        ("https://public.example.com.evil.test/", "is not allowed"),
        ("http://inner.example.com/", "10.0.0.7 is an address of this machine, of a private network"),
        ("http://mixed.example.com/", "127.0.0.1 is an address"),
        ("http://mapped.example.com/", "::ffff:169.254.169.254 is an address"),
        ("http://nat64.example.com/", "64:ff9b::a00:1 is an address"),
        ("http://sixtofour.example.com/", "2002:7f00:1::1 is an address"),
        ("http://scoped.example.com/", "fe80::1%eth0 is an address"),
        ("http://none.example.com/", "it is an address"),
        ("http://ads.example.com/", "the policy of this test blocks it"),
    ],
)
async def test_other_hosts_are_denied(url: str, problem: str):
    ADDRESSES["ads.example.com"] = ["93.184.215.14"]
    with pytest.raises(DeniedError) as caught:
        await network("*.example.com", blocked=("ads.example.com",)).allowed(url)
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/latest/meta-data",
        "http://127.0.0.1:80/",
        "http://[::1]/",
        "http://[::ffff:7f00:1]/",
        "http://10.1.2.3/",
        "http://192.168.0.1/",
        "http://0.0.0.0/",
        "http://100.64.0.1/",
        "http://224.0.0.1/",
    ],
)
async def test_a_wildcard_names_no_inner_address(url: str):
    with pytest.raises(DeniedError, match="metadata service"):
        await network("*").allowed(url)


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://a.example.com/", "javascript:alert(1)", "", "http://"]
)
async def test_what_is_no_web_address_is_an_error(url: str):
    with pytest.raises(ToolError):
        await network("*").allowed(url)


async def test_an_inner_host_that_is_named_itself_may_be_reached():
    assert (
        await network("inner.example.com").allowed("http://inner.example.com/") == "http://inner.example.com/"
    )


async def test_what_is_blocked_is_blocked_even_where_the_test_itself_is():
    with pytest.raises(DeniedError, match="blocks it"):
        await network(blocked=("*.test", "shop.test")).allowed("http://shop.test/")


async def test_a_host_nobody_knows_cannot_be_reached():
    with pytest.raises(ToolError, match="no address of that name is known"):
        await network("*").allowed("https://nowhere.invalid/")


async def test_the_denial_names_what_may_be_reached():
    with pytest.raises(DeniedError) as caught:
        await network("*.example.com").allowed("https://elsewhere.test/")
    assert "Allowed are addresses that begin with http://shop.test; and the hosts *.example.com" in str(
        caught.value
    )
