"""The package works without its extras: all tools are there, and one that lacks its library says how to install it."""

import json
import subprocess
import sys

import pytest

from pytest_webagent.errors import ToolError
from pytest_webagent.extras import load

OPTIONAL = (
    "apprise",
    "cachelib",
    "courlan",
    "crawl4ai",
    "ddgs",
    "duckdb",
    "gidgethub",
    "jsonpath",
    "matplotlib",
    "mcp",
    "pandas",
    "rank_bm25",
    "jsonschema",
    "psycopg",
    "redis",
    "sqlalchemy",
    "torch",
    "transformers",
)
"""What is not installed with the package alone, by the names it is imported by."""

WITHOUT_EXTRAS = """
import json, sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

BLOCKED = set(sys.argv[1:])
sys.meta_path.insert(0, Blocker())
from pytest_webagent.tools.core.registry import ToolRegistry
from pytest_webagent.tools.toolsets import every_tool
print(json.dumps(ToolRegistry(every_tool()).list()))
"""


def test_all_tools_are_there_without_the_extras():
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_EXTRAS, *OPTIONAL],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    assert {"click", "page_parser", "image_checker", "database", "mcp_client"} <= set(json.loads(run.stdout))


def test_making_all_tools_loads_no_library_they_work_with():
    code = (
        "import sys\n"
        "from pytest_webagent.tools.core.registry import ToolRegistry\n"
        "from pytest_webagent.tools.toolsets import every_tool\n"
        "ToolRegistry(every_tool())\n"
        "print(*[name for name in sys.argv[1:] if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, *OPTIONAL], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout.split() == []


def test_a_library_that_is_missing_is_named_with_its_extra():
    with pytest.raises(ToolError, match=r"needs nowhere_to_be_found.*pip install 'pytest-webagent\[tools\]'"):
        load("nowhere_to_be_found.inside", "tools")


def test_a_library_that_lacks_something_itself_does_not_pass_for_missing(tmp_path, monkeypatch):
    (tmp_path / "broken_library.py").write_text("import something_else_entirely\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="something_else_entirely"):
        load("broken_library", "tools")
