"""What happens before a test runs: loading, collecting, header, mistakes in markers and settings."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pytest_webagent.config import SETTINGS

HEAVY = (
    "yaml",
    "duckdb",
    "mcp",
    "matplotlib",
    "sqlalchemy",
    "cachetools",
    "openai",
    "httpx",
    "httpx2",
    "playwright",
    "torch",
    "transformers",
    "crawl4ai",
    "PIL",
    "pydantic",
    "rapidfuzz",
    "jinja2",
    "pytest_webagent.agent",
    "pytest_webagent.model",
    "pytest_webagent.tools",
    "pytest_webagent.browser.session",
    "pytest_webagent.browser.pool",
    "pytest_webagent.report",
)

# No other plugin is loaded, so that what is loaded at the end was loaded by us.
BARE = ("-p", "no:playwright", "-p", "no:html", "-p", "no:html_fixtures", "-p", "no:xdist", "-p", "no:anyio")

WATCH = f"""
import sys
import pytest

def pytest_unconfigure():
    print("\\nloaded:", [name for name in {HEAVY!r} if name in sys.modules])
"""

FORBID = """
import socket
import subprocess

started = subprocess.Popen.__init__

def refuse(*arguments, **named):
    raise AssertionError(f"touched while collecting: {arguments}")

def refuse_but_unshare(process, command, *arguments, **named):
    # The header tells whether the browser's sandbox can work here; this command finds out, and starts nothing else.
    if not str(command[0]).endswith("unshare"):
        refuse(command)
    started(process, command, *arguments, **named)

def pytest_configure():
    # Pairs of sockets of one process are what event loops are made of; they lead nowhere.
    socket.socket.connect = socket.socket.connect_ex = socket.socket.bind = socket.getaddrinfo = refuse
    subprocess.Popen.__init__ = refuse_but_unshare
"""

NEEDS_EVERYTHING = """
import pytest

@pytest.fixture
async def logged_in(agent):
    return agent

@pytest.mark.webagent(start_url="http://shop.invalid/")
async def test_with_an_agent(agent, browser_session, tool_registry, model_client, grounder): ...

async def test_through_a_fixture(logged_in): ...

@pytest.mark.parametrize("goal", ["Buy a mug", "Buy a bowl"])
def test_in_an_existing_suite(agent, goal): ...

def test_without_an_agent(): ...
"""


@pytest.mark.matrix
def test_loading_the_plugin_loads_none_of_the_heavy_libraries() -> None:
    code = f"import sys, pytest_webagent.plugin; print([name for name in {HEAVY!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.strip() == "[]"


@pytest.mark.usefixtures("new_python")
@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param((), id="run"),
        pytest.param(("--collect-only",), id="collect", marks=pytest.mark.matrix),
        pytest.param(("-k", "without"), id="k", marks=pytest.mark.matrix),
    ],
)
def test_a_session_that_uses_no_fixture_of_ours_loads_none_of_them_either(
    pytester: pytest.Pytester, arguments: tuple[str, ...]
) -> None:
    pytester.makeconftest(WATCH)
    pytester.makepyfile("""
import sys

def test_without_an_agent():
    assert "pytest_webagent.hooks.outcome.outcomes" not in sys.modules
""")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", *BARE, *arguments)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["webagent: model builtin; *", "loaded: []"])


def test_a_session_without_tests_of_ours_has_no_hook_of_ours_that_runs_with_every_test(
    pytester: pytest.Pytester,
) -> None:
    pytester.makeconftest("""
def pytest_unconfigure(config):
    hooks = [config.hook.pytest_runtest_setup, config.hook.pytest_runtest_makereport, config.hook.pytest_fixture_setup,
             config.hook.pytest_runtest_logreport]
    print("ours:", [impl.plugin_name for hook in hooks for impl in hook.get_hookimpls() if "webagent" in impl.plugin_name])
""")
    pytester.makepyfile(
        "def test_without_an_agent(): ...\n@__import__('pytest').mark.skip\ndef test_with_one(agent): ..."
    )
    pytester.runpytest_subprocess("-k", "without").stdout.fnmatch_lines(
        ["ours: *pytest_webagent.hooks.results.result_files*"]
    )
    pytester.makepyfile("def test_without_an_agent(): ...")
    pytester.runpytest_subprocess().stdout.fnmatch_lines(["ours: []"])


def test_a_conftest_may_decide_on_a_setting_when_pytest_is_configured(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        "import os\n\ndef pytest_configure():\n    os.environ['WEBAGENT_MAX_STEPS'] = '7'\n"
    )
    pytester.makepyfile("def test_without_an_agent(): ...")
    pytester.runpytest_subprocess().stdout.fnmatch_lines(["webagent: *; at most 7 steps and *"])


@pytest.mark.usefixtures("new_python")
@pytest.mark.parametrize(
    ("mode", "arguments", "told"),
    [
        ("strict", ("--collect-only",), "*5 tests collected*"),
        pytest.param("auto", ("--collect-only",), "*5 tests collected*", marks=pytest.mark.matrix),
        pytest.param("strict", ("-k", "without"), "*1 passed, 4 deselected*", marks=pytest.mark.matrix),
        ("auto", ("-k", "without"), "*1 passed, 4 deselected*"),
    ],
)
def test_collecting_starts_no_browser_needs_no_key_and_touches_no_network(
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    mode: str,
    arguments: tuple[str, ...],
    told: str,
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    pytester.makeconftest(WATCH + FORBID)
    pytester.makepyfile(NEEDS_EVERYTHING)
    always = (f"--asyncio-mode={mode}", "--webagent-model=gpt-of-the-day", "-p", "no:cacheprovider", *BARE)
    result = pytester.runpytest_subprocess(*arguments, *always)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines([told, "loaded: []"])


def test_the_header_says_what_decides_a_run_and_q_leaves_it_out(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(): ...")
    pytester.path.joinpath("browser").write_text("#!/bin/sh\n")
    pytester.path.joinpath("browser").chmod(0o755)
    arguments = (
        "--webagent-model=gpt-of-the-day",
        f"--webagent-browser-path={pytester.path / 'browser'}",
        "--webagent-max-steps=7",
        "--webagent-timeout=30",
    )
    result = pytester.runpytest_subprocess(*arguments)
    result.stdout.fnmatch_lines(
        [
            f"webagent: model gpt-of-the-day; browser {pytester.path / 'browser'}*; at most 7 steps and 30 s per run"
        ]
    )
    pytester.runpytest_subprocess("-q", *arguments).stdout.no_fnmatch_line("webagent: *")


def test_the_header_of_a_machine_without_a_browser_says_how_to_get_one(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makepyfile("def test_it(): ...")
    result = pytester.runpytest_subprocess("--webagent-browser-path=/nowhere/chrome")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["webagent: model builtin; browser none (*'/nowhere/chrome'*"])


WRONG_MARKERS = {
    "max_step=3": "the webagent marker has no argument 'max_step'; it takes: all_runs, allowed_origins, *",
    "browser_path='x'": "the webagent marker has no argument 'browser_path'; it takes: *",
    "model='gpt-of-the-day'": "the webagent marker has no argument 'model'; it takes: *. "
    "model holds for all tests of a session: set it with --webagent-model or webagent_model",
    "max_steps='many'": "the webagent marker's max_steps: must be a whole number of at least 1, not*",
    "'http://x/'": "the webagent marker takes arguments by name only, such as max_steps=15, not 'http:*",
    "vision=True": "the webagent marker's vision: must be one of auto, on, off, not True",
    "pages={'Cart': None}": "the webagent marker's pages: must map names to URLs, not {'Cart': None}",
}


def test_every_wrong_marker_is_told_with_its_test_and_what_is_right_and_a_worker_tells_the_first(
    pytester: pytest.Pytester,
) -> None:
    wrong = "\n".join(
        f"@pytest.mark.webagent({marker})\nasync def test_{number}(agent): ..."
        for number, marker in enumerate(WRONG_MARKERS)
    )
    told = [f"*test_wrong.py::test_{number}: {each}" for number, each in enumerate(WRONG_MARKERS.values())]
    told.append("test_wrong.py::TestIt::test_it: the webagent marker has no argument 'speed'*")
    pytester.makepyfile(
        test_wrong=f"""
import pytest

{wrong}

@pytest.mark.webagent(speed=3)
class TestIt:
    async def test_it(self, agent): ...

def test_right(): raise AssertionError("ran")
"""
    )
    result = pytester.runpytest_subprocess("--strict-markers")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(told, consecutive=True)
    assert result.stderr.str().count("test_wrong.py::") == len(told)
    assert "Traceback" not in result.stderr.str() + result.stdout.str()
    spread = pytester.runpytest_subprocess("-n", "1")
    spread.stdout.fnmatch_lines(["*ERROR collecting test_wrong.py*", told[0]])
    spread.stdout.no_fnmatch_line("*INTERNALERROR*")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ("--webagent-max-steps=many",),
            "option --webagent-max-steps: must be a whole number of at least 1, not 'many'",
        ),
        (("-o", "webagent_vision=x"), "ini key webagent_vision: must be one of auto, on, off, not 'x'"),
        (
            ("--webagent-pages=Shop", "--collect-only"),
            "option --webagent-pages: must be lines of the form NAME = URL, not 'Shop'",
        ),
    ],
)
def test_a_wrong_setting_is_a_usage_error_and_nothing_runs(
    pytester: pytest.Pytester, arguments: tuple[str, ...], told: str
) -> None:
    pytester.makepyfile("def test_it(): ...")
    result = pytester.runpytest_subprocess(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {told}"])
    result.stdout.no_fnmatch_line("*passed*")
    assert "Traceback" not in result.stderr.str() + result.stdout.str()


def test_the_marker_is_registered_with_the_names_of_its_arguments(pytester: pytest.Pytester) -> None:
    told = pytester.runpytest_subprocess("--markers").stdout.str()
    (line,) = [line for line in told.splitlines() if line.startswith("@pytest.mark.webagent(")]
    assert [
        setting.name for setting in SETTINGS.values() if setting.per_test and setting.name not in line
    ] == []
