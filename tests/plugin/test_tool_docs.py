"""What the pages of docs/tools print is run: the examples of a page in one session of pytest, as a user runs them.

Addresses of the examples become those of servers on loopback; nothing else in them is changed. Where a page needs a
language model, a real server plays it, whose calls are scripted here.
"""

from __future__ import annotations

import json
import re
import sqlite3
import sys
import textwrap
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from model_server import Answer as Said
from model_server import Asked, calls, says, wants
from search_services import SerpApiServer, rows, serpapi  # noqa: F401 (a fixture)
from terminals import Terminal
from tool_examples import EXAMPLES

from pytest_webagent.policy.policy_file import read_policy
from pytest_webagent.tools.toolsets import mistaken
from tests.conftest import Answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from model_server import ModelServer
    from tool_examples import Call, Example

    from tests.conftest import Site
    from tests.plugin.conftest import Suite

FOLDER = Path(__file__).parents[2] / "docs/tools"
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md"))}
BLOCKS = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
UNFENCED = re.compile(r"^    (?:async |def |await |@|from |import |\[\w+\]$|webagent_|\w+ = )", re.MULTILINE)
"""Lines of an example that stands in no fenced block."""
PASSED = re.compile(r"^PASSED (\S+::[^\[\r\n]+)", re.MULTILINE)
NAMED = re.compile(r"# (\S+\.\w+)\n")
"""The first line of an example that says which file it is."""
FILES = {"ini": "pytest.ini", "toml": "webagent-policy.toml"}
WORKFLOW = """
async def test_workflow(agent, tool_registry):
    assert (await tool_registry.execute("workflow", path="steps.yaml")).output["output"] is True
"""
OWN_POLICY = "workspace_root = '.'\n"
MCP = """
from mcp.server.mcpserver import MCPServer

server = MCPServer("shop")

@server.tool()
def newest_order() -> dict[str, int]:
    return {"number": 4711}

server.run()
"""


def blocks(page: str) -> list[tuple[str, str]]:
    """The language and the text of each example that a page prints; what shows an output is none."""
    return [found for found in BLOCKS.findall(PAGES[page]) if found[0] not in ("json", "text")]


def numbered(arguments: Any, shown: str) -> Any:
    """Arguments with the numbers of elements, as the page was shown last."""
    if isinstance(arguments, dict):
        return {name: numbered(value, shown) for name, value in arguments.items()}
    if isinstance(arguments, list):
        return [numbered(each, shown) for each in arguments]
    if not (isinstance(arguments, str) and arguments.startswith("@")):
        return arguments
    found = re.findall(rf"\[(\d+)\] {re.escape(arguments[1:])}", shown)
    assert found, f"{arguments} is not in\n{shown}"
    return found[-1]


def playing(move: Call | str) -> Callable[[Asked], Said] | Said:
    if isinstance(move, str):
        return says(move)

    def answer(asked: Asked) -> Said:
        shown = "\n".join(json.dumps(each, ensure_ascii=False).replace('\\"', '"') for each in asked.messages)
        return calls(wants(move[0], {"reasoning": "the goal says so", **numbered(move[1], shown)}))

    return answer


def addresses(site: Site, folder: Path) -> dict[str, str]:
    """What takes the place of the addresses in the examples."""
    host = site.url.removeprefix("http://")
    return {
        "http://localhost:8000": site.url,
        "npx -y @modelcontextprotocol/server-filesystem ./fixtures": f"{sys.executable} {folder / 'mcp_shop.py'}",
        "https://shop.example.com/mcp": f"{sys.executable} {folder / 'mcp_shop.py'}",
        "slack://TokenA/TokenB/TokenC/#alerts": f"json://{host}/ops",
        "mailtos://user:password@example.com?to=qa@example.com": f"json://{host}/mail",
    }


def placed(page: str, example: Example, site: Site, folder: Path) -> int:
    """Write each example to where it belongs; how many tests they are."""
    tests = 0
    for at, (language, code) in enumerate(blocks(page)):
        name, head = FILES.get(language, f"test_{at}.py"), ""
        if language == "python" and "def test_" not in code:
            head = f"async def test_fragment(agent, _webagent_context):\n    {example.prelude}\n"
            code = textwrap.indent(code, "    ")
        elif language == "python":
            head = "import pytest\n"
        elif language == "yaml" and (file := NAMED.match(code)):
            # It is read when a run of another example needs it.
            (folder / file[1]).parent.mkdir(exist_ok=True)
        elif language == "yaml" and "\ntests:" not in code:
            (folder / "steps.yaml").write_text(code, encoding="utf-8")
            code, name = WORKFLOW, f"test_{at}.py"
        elif language == "yaml":
            name = f"tests_{at}.webagent.yaml"
        if named := NAMED.match(code):
            name = named[1]
        for printed, ours in addresses(site, folder).items():
            head, code = head.replace(printed, ours), code.replace(printed, ours)
        assert not (folder / name).exists(), (
            f"{page}: {name} is there already: nothing runs the example\n{code}"
        )
        (folder / name).write_text(head + code, encoding="utf-8")
        tests += len(re.findall(r"^(?:async )?def test_|^ *- name: ", head + code, re.MULTILINE))
        if language == "toml":
            assert not list(mistaken(read_policy(folder / name).named_tools))
    if not tests:
        (folder / "test_alone.py").write_text("def test_settings(webagent_settings, tool_registry): pass\n")
    return tests or 1


def ran(folder: Path, suite: Suite, example: Example) -> str:
    """What pytest shows."""
    options = [
        "-o",
        "asyncio_mode=auto",
        "-o",
        "markers=smoke",
        "--strict-config",
        "-W",
        "error",
        "-rA",
        "--color=no",
    ]
    if not example.person:
        return suite.run(*options).stdout.str()
    terminal = Terminal(folder, *options)
    with closing(terminal):
        terminal.until("> ")
        terminal.type(example.person)
        return terminal.rest()


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_prints_runs(
    page: str,
    suite: Suite,
    site: Site,
    model_server: ModelServer,
    serpapi: SerpApiServer,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
):
    example, folder = EXAMPLES[page], suite.pytester.path
    if why := example.needs():
        pytest.skip(why)
    for path, answer in example.site.items():
        site.answer(path, answer) if isinstance(answer, Answer) else site.page(path, answer)
    serpapi.give("google", [{**rows("https://books.example/1")[0], "snippet": "Python Cookbook, $45.00"}])
    settings = {
        "start_url": f"{site.url}/",
        "screenshots": "off",
        "policy": "own.toml",
        "github_url": site.url,
    }
    if example.script:
        settings |= {"model": "test-model", "model_url": model_server.url, "vision": "off"}
        model_server.script(*map(playing, example.script))
    for name, value in {**settings, **example.settings}.items():
        monkeypatch.setenv(f"WEBAGENT_{name.upper()}", value)
    for name, content in {
        "conftest.py": "",
        "own.toml": OWN_POLICY,
        "mcp_shop.py": MCP,
        **example.files,
    }.items():
        (folder / name).write_text(content, encoding="utf-8")
    with closing(sqlite3.connect(folder / "shop.db")) as shop:
        shop.executescript("CREATE TABLE orders (item, total); INSERT INTO orders VALUES ('blue mug', 7.5)")
    wanted = placed(page, example, site, folder)
    shown = ran(folder, suite, example)
    assert len(set(PASSED.findall(shown))) == wanted, shown
    assert not re.search(r"^=.*(?:failed|skipped|error|deselected)", shown, re.MULTILINE), shown
    assert not site.asked("/mail")
    assert len(site.asked("/ops")) == (page == "notify")


def test_every_page_says_at_its_top_which_model_it_needs():
    assert not [page for page, shown in PAGES.items() if not shown.split("\n\n")[1].startswith("**Model.** ")]


def test_every_example_stands_in_a_fenced_block_and_no_page_is_left_out():
    assert EXAMPLES.keys() == PAGES.keys()
    unknown = {language for page in PAGES for language, _ in blocks(page)} - {"python", "yaml", *FILES}
    assert not unknown
    unfenced = {page: UNFENCED.findall(BLOCKS.sub("", shown)) for page, shown in PAGES.items()}
    assert not {page: lines for page, lines in unfenced.items() if lines}
