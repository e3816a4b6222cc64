"""Data of tools that is nested deeper than anything can be gone through by recursion: it ends no run, and tells no secret."""

from __future__ import annotations

import re

import pytest
from left_behind import files, leaks
from model_server import calls, wants

from pytest_webagent.browser.executable import find
from pytest_webagent.config import Settings

TEST = """
import collections, functools
import pytest
from pytest_webagent import Secret

SECRET = "".join(["Kq7#v", "W2!xZ9p"])

class Own:
    def __init__(self, held):
        self.held = held

    def __repr__(self):
        return f"Own({self.held!r})"

DATA = {
    "5000 levels": (list, 5000),
    "500 levels": (list, 500),
    "deepest": (list, 100),
    "objects": (Own, 5000),
    "few objects": (Own, 3),
}

@pytest.fixture
def webagent_secrets():
    return GIVEN

async def test_it(agent, tool_registry):
    @tool_registry.tool(kind="read")
    async def dig(what: str) -> object:
        '''Dig.

        Args:
            what: What.
        '''
        kind, levels = DATA[what]
        return functools.reduce(lambda held, _: [held] if kind is list else kind(held), range(levels), SECRET)

    @tool_registry.tool(kind="read")
    async def fail(levels: int) -> object:
        '''Fail.

        Args:
            levels: How deep what it fails with is.
        '''
        raise ValueError(functools.reduce(lambda held, _: [held], range(levels), SECRET))

    told = await tool_registry.execute("dig", what="5000 levels")
    assert "more than 100 levels" in told.error
    result = await agent.run("What does the status say?")
    print(result)
    assert result.answer == SAID
"""
CALLS = (
    *(("dig", {"what": what}) for what in ("5000 levels", "500 levels", "deepest", "objects", "few objects")),
    *(("fail", {"levels": levels}) for levels in (5000, 700)),
)
ARGUMENTS = (
    *(
        "-p",
        "no:cacheprovider",
        "--html=out/report.html",
        "--self-contained-html",
        "--junitxml=out/junit.xml",
    ),
    *("--log-file=out/log.txt", "--log-level=DEBUG", "-l", "-rA", "--webagent-output=out/results"),
    *("--webagent-model=test-model", "--webagent-screenshots=off", "--webagent-record=missing"),
)


SECRET = "{'password': Secret(SECRET)}"
BOUND = "pytest_webagent.tools.core.single_call.nested_deeper"


@pytest.fixture
def ran(request, pytester, site, model_server, monkeypatch):
    """A test whose model calls each of the tools: how it came out, and what it left; with what secrets, and what the answer is to be."""
    given, said = request.param
    monkeypatch.setenv("WEBAGENT_BROWSER_PATH", find(Settings()).name)
    monkeypatch.setenv("WEBAGENT_MODEL_URL", model_server.url)
    prompts: dict[str, bytes] = {}

    def think(asked):
        prompts[f"prompt {len(prompts)}"] = str(asked.body).encode()
        done = sum(len(each.get("tool_calls", ())) for each in asked.messages if each["role"] == "assistant")
        number = re.findall(r"\[(\d+)\] status", str(asked.messages))[-1]
        stop = {"answer": "Open", "evidence": [{"op": "text", "elements": [number]}]}
        name, arguments = (*CALLS, ("stop", stop))[done]
        return calls(wants(name, {**arguments, "reasoning": "to see it"}, f"call_{done}"))

    monkeypatch.setattr(model_server, "respond", think)
    url = site.page("/", "<p role=status>Open</p>")
    pytester.makepyfile(test_it=TEST.replace("GIVEN", given).replace("SAID", repr(said)))
    result = pytester.runpytest_inprocess(f"--webagent-start-url={url}", *ARGUMENTS)
    left = files(pytester.path, but=("test_it.py",)) | {"terminal": result.stdout.str().encode()}
    return result.parseoutcomes(), left | prompts


@pytest.mark.held_by(BOUND, lambda value: False)
@pytest.mark.parametrize(
    "ran", [("{}", "Open"), (SECRET, "Open")], ids=["no secret", "a secret"], indirect=True
)
def test_it_ends_no_run(ran):
    outcomes, left = ran
    assert outcomes == {"passed": 1}
    trajectory = b"".join(data for name, data in left.items() if name.endswith("trajectory.json"))
    assert trajectory.count(b"more than 100 levels deep") >= 2
    # What is not as deep is told.
    assert b"[" * 100 in re.sub(rb"\s", b"", trajectory)


@pytest.mark.held_by("pytest_webagent.policy.secrets.Vault.conceal", lambda self, value, **_: value)
@pytest.mark.parametrize("ran", [(SECRET, "Open"), (SECRET, "Shut")], ids=["passes", "fails"], indirect=True)
def test_no_secret_gets_out_by_being_deep(ran):
    outcomes, left = ran
    assert [*outcomes] in (["passed"], ["failed"])
    assert leaks(left) == set()
    assert b"%(password)s" in b"".join(left.values())
