"""A workbench for test suites that are run in a process of their own, as a user runs his."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from fork_server import ForkedRun, ForkServer
from small_disk import small_disk  # noqa: F401 (a fixture)

from pytest_webagent.browser.executable import find
from pytest_webagent.config import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Site


COUNTER = """
<h1>Counter</h1>
<button onclick="n.textContent = Number(n.textContent) + 1">Add one</button>
<p role="status" id="n">0</p>
"""

MODEL = '''
import os
import pytest
from pytest_webagent.testing import FunctionModel, call, element

def think(request):
    """Press the button until the status says the number in the goal, then report it."""
    said = element(request.observation, "status")
    if said.text in request.goal:
        return call("stop", answer=said.text, evidence=[{"op": "text", "elements": [said.id]}])
    return call("click", element_id=element(request.observation, "button").id, description="the button")

@pytest.fixture(scope="session")
def model_client():
    return FunctionModel(think)

@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    off = os.environ["SUITE_SANDBOX_OFF"] == "yes"
    return {
        **browser_type_launch_args,
        "executable_path": os.environ["WEBAGENT_BROWSER_PATH"],
        "chromium_sandbox": not off,
    }
'''

SPREAD = pytest.mark.parametrize(
    "spread", [pytest.param((), id="alone"), pytest.param(("-n", "2"), id="xdist", marks=pytest.mark.matrix)]
)
"""A test that has to come out the same in one process and in workers."""
SPREAD_BY_DEFAULT = pytest.mark.parametrize(
    "spread", [pytest.param((), id="alone", marks=pytest.mark.matrix), pytest.param(("-n", "2"), id="xdist")]
)
"""The same, of what workers have to hand over."""
UPSTREAM = ("-W", "ignore:Session-scoped fixtures defined as instance methods")
"""Pytest-playwright's `base_url` is written in a way that newer versions of pytest warn about."""
NO_PICTURES = "--webagent-screenshots=off"
"""For suites whose pictures nobody looks at: without them they are a little cheaper."""

# An image is the element, or is laid behind it by the style sheet.
PICTURE_SIZE = """async element => {
    const image = new Image();
    image.src = element.src ?? getComputedStyle(element).backgroundImage.slice(5, -2);
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
}"""
"""JavaScript of a picture's own size, in a report."""


@dataclass(frozen=True)
class Suite:
    """A folder with a conftest.py whose model counts to the number in the goal, and a site with a counter."""

    pytester: pytest.Pytester
    url: str

    def write(self, **files: str) -> None:
        """Write test files; URL in them becomes the address of the counter."""
        self.pytester.makepyfile(
            **{name: text.replace("URL", repr(self.url)) for name, text in files.items()}
        )

    def run(self, *arguments: str) -> pytest.RunResult:
        """Run pytest as a user does, with every warning an error."""
        return self.pytester.runpytest_subprocess("-W", "error", "-p", "no:cacheprovider", *arguments)


@pytest.fixture(scope="session")
def fork_server() -> Iterator[ForkServer]:
    server = ForkServer()
    yield server
    server.close()


@pytest.fixture
def pytester(
    pytester: pytest.Pytester, fork_server: ForkServer, monkeypatch: pytest.MonkeyPatch
) -> pytest.Pytester:
    """Pytest's own, whose `runpytest_subprocess` forks a process that has imported everything already.

    Nothing is recorded, unless a test asks for it.
    """
    start = pytester.popen
    monkeypatch.setenv("WEBAGENT_RECORD", "off")

    def popen(command: tuple[str, ...], *, stdout: Any, stderr: Any, **others: Any) -> Any:
        if command[:2] != (sys.executable, "-mpytest"):
            return start(command, stdout=stdout, stderr=stderr, **others)
        job = {
            "arguments": command[2:],
            "folder": os.getcwd(),
            "environment": {**os.environ, "PYTHONPATH": os.getcwd()},
            "output": (stdout.name, stderr.name),
        }
        return ForkedRun(fork_server, job)

    # Elsewhere a process that has imported this much does not survive being forked.
    if sys.platform == "linux":
        monkeypatch.setattr(pytester, "popen", popen)
    return pytester


@pytest.fixture
def new_python(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start pytest in a Python of its own, for tests of what is imported."""
    monkeypatch.delattr(pytester, "popen", raising=False)


@pytest.fixture
def suite(pytester: pytest.Pytester, site: Site, monkeypatch: pytest.MonkeyPatch) -> Suite:
    launch = find(Settings())
    # pytester gives the inner run another home directory, where Playwright would not find its own browser.
    monkeypatch.setenv("WEBAGENT_BROWSER_PATH", launch.name)
    monkeypatch.setenv("SUITE_SANDBOX_OFF", "yes" if launch.sandbox_off else "no")
    # Where they are set, pytest writes every message once more, in full, into its summary.
    for name in ("CI", "BUILD_NUMBER"):
        monkeypatch.delenv(name, raising=False)
    pytester.makeconftest(MODEL)
    return Suite(pytester, site.page("/counter", COUNTER))
