"""No file, archive, picture or report of a run has its password: not one that a worker wrote, nor one that was killed.

The page shows the password in one font, everywhere, and nothing else of it is secret: so each kind of picture is proven to
be read, by what else it says.
"""

from __future__ import annotations

import base64
import bz2
import fnmatch
import gzip
import io
import json
import lzma
import re
import tarfile
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
from left_behind import CANARY, FORMS, SPLIT, files, leaks
from lettering import Lettering
from model_server import calls, wants
from PIL import Image as Pillow

from pytest_webagent.browser.executable import find
from pytest_webagent.config import Settings

if TYPE_CHECKING:
    from model_server import Answer, Asked

SAID = "Signed in as anna"
READ = (CANARY[:6], CANARY[6:], CANARY.lower(), CANARY.upper(), SAID)
"""What is looked for in pictures; of a text that is half covered the other half can be read."""
PAGE = """<!doctype html><html><head><title>Home</title><style>
* { FONT } input, button { padding: 0; width: 400px; box-sizing: border-box }</style></head><body><h1>Account</h1>
<form onsubmit="event.preventDefault(); echo(this.elements[1].value)">
<label>User name <input name="user"></label><label>Password <input type="password" name="password"></label>
<button>Log in</button></form><p role="status" id="said">Nobody</p><div id="seen"></div>
<script>
function echo(password) {
    if (password !== CANARY) return said.textContent = 'Wrong password';
    seen.innerHTML = '<p>' + password + '</p><p>yours: ' + password.toLowerCase() + '!</p><input readonly value="' + password + '">'
        + '<input placeholder="' + password.toUpperCase() + '"><button>' + password + '</button><a download="' + password
        + '.txt" href="/statement?token=' + encodeURIComponent(password) + '">Statement</a>';
    document.title = 'Hello ' + password;
    console.error('the password is ' + password);
    said.textContent = 'Signed in as anna';
}
</script></body></html>"""
CONFTEST = """
import json, pathlib
import pytest
from pytest_webagent import Secret
UNPROTECTED

@pytest.fixture
def webagent_secrets():
    return {"password": Secret(SECRET)}

def pytest_runtest_logreport(report):
    # What is in memory of it when all else has been said.
    file = pathlib.Path("reports", f"{report.nodeid[-8:]}-{report.when}.json".replace("/", "-"))
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(vars(report), default=repr))
"""
TEST = """
import logging, os, signal
GOAL = "Log in as 'anna' with password %(password)s. What does the status say?"

async def test_passes(agent, tool_registry):
    tool_registry.remove("file_write")  # what a browser alone does not do is not ejected
    assert (await agent.run(GOAL)).answer == "Signed in as anna"
"""
OTHERS = """
async def test_fails(agent, browser_session, webagent_secrets, record_property):
    result = await agent.run(GOAL)
    secret = webagent_secrets["password"].value
    logging.getLogger("app").error("logged %s", secret)
    record_property("told", secret)
    print("printed", repr(agent.runs), browser_session.observation.text)
    assert result.answer == "Goodbye"

async def test_is_killed(agent):
    await agent.run(GOAL)
    os.kill(os.getpid(), signal.SIGKILL)
"""
OPTIONS = (
    *("-p", "no:playwright", "--html=out/report.html", "--junitxml=out/junit.xml", "-l", "-vv", "-rA"),
    *(
        "--log-file=out/log.txt",
        "--log-file-level=DEBUG",
        "--webagent-output=out/results",
        "--webagent-screenshots=on",
    ),
    *(
        "--webagent-record=missing",
        "--webagent-model=test-model",
        "--webagent-marks=off",
        "--webagent-cache=disk",
    ),
    "--webagent-tools=default,file_write,web_screenshot",
    "--webagent-viewport=800x500",
)

UNPROTECTED = ""
"""Code of the suite, which workers run, too: what does not protect."""
_PICTURES_SHOW = "from pytest_webagent.browser import camera\nasync def nothing(page): return []\ncamera._secrets = nothing"
_TEXTS_SAY = "from pytest_webagent.policy.secrets import Vault\nVault.conceal = lambda self, value: value"
_left: dict[str, dict[str, bytes]] = {}
"""What sessions left behind, by what did not protect them: two tests look through the same."""

TEXTS = {
    "report": "out/report.html",
    "self-contained report": "first/report.html",
    "junit": "first/junit.xml",
    "log": "first/log.txt",
    "trajectory": "first/results/*test_passes*/trajectory.json",
    "page of a test": "first/results/*test_passes*/index.html",
    "steps of a killed worker": "out/results/*test_is_killed*/steps.jsonl",
    "cache": "out/results/cache/*/*",
    "recording": "recordings/test_it/test_passes.yaml",
    "patch of a recording": "recordings/test_it/test_passes.patch",
    "memory of a report": "reports/*-call.json",
    "prompts": "prompt *",
    "terminal": "terminal of the first",
    "terminal of a replay": "terminal of the second",
}
"""Where the name of the password stands in its place."""
PICTURES = {
    "screenshot": "first/results/*test_passes*.jpg",
    "screenshot of a failure": "first/results/*test_fails*.jpg",
    "self-contained report": "first/report.html > base64*",
    "what a model was sent": "prompt * > base64*",
}
"""Where pictures are of the page that shows the password."""
OTHERS_LEFT = ("out/results/web_actions_*.jsonl", "ejected/test_it.py", "out/results/workspace/*/note.txt")


def think(asked: Asked) -> Answer:
    """Do one thing after the other that could leave something behind, whatever comes of it."""
    told = asked.messages[-1]["content"]
    page = told if isinstance(told, str) else "\n".join(each.get("text", "") for each in told)

    def number(pattern: str) -> str:
        found = re.findall(rf"\[(\d+)\] {pattern}", page)
        return found[0] if found else "0"

    done = sum(len(each.get("tool_calls", ())) for each in asked.messages if each["role"] == "assistant")
    typed: dict[str, Any] = {"text": "%(password)s", "field_description": "Password"}
    steps = (
        (
            "type",
            {"text": "anna", "field_description": "User name", "element_id": number("textbox .?.User name")},
        ),
        ("type", {**typed, "element_id": number("textbox .?.Password")}),
        ("click", {"description": "Log in", "element_id": number("button .?.Log in")}),
        ("web_screenshot", {}),
        ("page_parser", {}),
        ("file_write", {"path": "note.txt", "content": page.replace("%(password)s", "...")}),
        ("click", {"description": "Statement", "element_id": number("link .?.Statement")}),
        ("stop", {"answer": SAID, "evidence": [{"op": "text", "elements": [number("status")]}]}),
    )
    offered = [each["function"]["name"] for each in asked.body["tools"]]
    name, arguments = [each for each in steps if each[0] in offered][done]
    return calls(wants(name, {**arguments, "reasoning": f"the page: {page[-300:]}"}, f"call_{done}"))


@pytest.fixture
async def lettering(contained):
    return await Lettering.of(contained.page, *READ)


@pytest.fixture
def left(request):
    """What sessions left behind: one that records in a worker, which is killed, one that replays and ejects, one that heals."""
    if UNPROTECTED not in _left:
        _left[UNPROTECTED] = request.getfixturevalue("sessions")
    return _left[UNPROTECTED]


@pytest.fixture
def sessions(pytester, site, model_server, monkeypatch):
    monkeypatch.setenv("WEBAGENT_BROWSER_PATH", find(Settings()).name)
    monkeypatch.setenv("WEBAGENT_MODEL_URL", model_server.url)
    monkeypatch.delenv("CI", raising=False)
    asked: list[Asked] = []
    monkeypatch.setattr(model_server, "respond", lambda each: (asked.append(each), think(each))[1])
    site.page("/statement", "nothing is owed")
    page = PAGE.replace("FONT", Lettering.FONT).replace("CANARY", json.dumps(CANARY))
    url = site.page("/", page)
    pytester.makeconftest(
        CONFTEST.replace("SECRET", "''.join(['Kq7#v', 'W2!xZ9p'])", 1).replace("UNPROTECTED", UNPROTECTED)
    )
    pytester.makepyfile(test_it=TEST + OTHERS)
    said = {}
    # Each process costs more than all that is done in it: one worker, and none in the place of that which is killed.
    recording = ("-n", "1", "--max-worker-restart=0", "--self-contained-html")
    for name, more in (
        ("first", recording),
        ("second", ("-n", "0", "--webagent-eject=ejected")),
        ("third", ("-n", "0")),
    ):
        ran = pytester.runpytest_subprocess(f"--webagent-start-url={url}", *OPTIONS, *more)
        said[f"terminal of the {name}"] = (ran.stdout.str() + ran.stderr.str()).encode()
        if name == "first":
            kept = {f"first/{path}": data for path, data in files(pytester.path / "out").items()}
            pytester.makepyfile(test_it=TEST + OTHERS.partition("async def test_is_killed")[0])
        if name == "second":
            site.page("/", page.replace("<button>Log in", f"<button title='{CANARY}'>Sign in"))
    prompts = {f"prompt {number}": json.dumps(each.body).encode() for number, each in enumerate(asked)}
    return files(pytester.path, but=("conftest.py",)) | kept | prompts | said


@pytest.mark.timeout(400)
@pytest.mark.held_by("tests.security.test_secrets_in_artefacts.UNPROTECTED", _TEXTS_SAY)
def test_no_text_that_a_run_leaves_behind_has_it(left):
    # What is looked through is all there.
    for pattern in (*TEXTS.values(), *OTHERS_LEFT):
        assert fnmatch.filter(left, pattern), f"there is no {pattern} in {sorted(left)}"
    assert leaks(left) == set()
    for pattern in TEXTS.values():
        assert any(b"%(password)s" in left[name] for name in fnmatch.filter(left, pattern)), pattern


@pytest.mark.timeout(400)
@pytest.mark.held_by("tests.security.test_secrets_in_artefacts.UNPROTECTED", _PICTURES_SHOW)
def test_no_picture_that_a_run_leaves_behind_shows_it(left, lettering):
    shown = lettering.in_files(left)
    # They are all there, and what is no secret can be read in them.
    for pattern in PICTURES.values():
        assert any(SAID in shown[name] for name in fnmatch.filter(shown, pattern)), (
            f"no {pattern} can be read"
        )
    assert {name: read for name, read in shown.items() if not read <= {SAID}} == {}


def _zipped(data: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner", data)
    return packed.getvalue()


def _in_tar(data: bytes) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("inner")
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
    return packed.getvalue()


PACKED = {
    "file": lambda data: data,
    "zip": _zipped,
    "zip in a zip": lambda data: _zipped(_zipped(data)),
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "tar": _in_tar,
    "zip in the base64 of a page": lambda data: (
        b"<a href='data:;base64," + base64.b64encode(_zipped(data)) + b"'>"
    ),
    "base64 for URLs in JSON": lambda data: b'{"x": "' + base64.urlsafe_b64encode(_zipped(data)) + b'"}',
}


@pytest.mark.parametrize("pack", PACKED.values(), ids=PACKED)
@pytest.mark.parametrize("form", FORMS)
def test_the_search_finds_it_in_whatever_it_is_packed(pack, form):
    data = f"before {FORMS[form]} after".encode()
    assert form in {found.rpartition(": ")[2] for found in leaks({"file": pack(data)})}
    assert leaks({"file": pack(b"before it and after" * 10)}) == set()


@pytest.mark.parametrize("text", SPLIT.values(), ids=SPLIT)
def test_the_search_finds_it_where_it_is_split(text):
    assert leaks({"file": f"before {text} after".encode()}) == {"file: split"}


@pytest.mark.parametrize("kind", ["png", "jpeg", "webp", "gif"])
@pytest.mark.parametrize(
    "pack", [PACKED["file"], PACKED["zip in the base64 of a page"]], ids=["file", "packed"]
)
async def test_the_search_reads_it_in_pictures(contained, pack, kind, lettering):
    read = {}
    for text in (CANARY, CANARY.upper(), "Kq8*vX2!xY9p"):
        await contained.page.set_content(
            f"<style>* {{ {Lettering.FONT} }}</style>a word, <input value='{text}'>"
        )
        written = io.BytesIO()
        with Pillow.open(io.BytesIO(await contained.page.screenshot())) as shot:
            shot.convert("RGB").save(written, kind.upper(), **({"quality": 70} if kind == "jpeg" else {}))
        (read[text],) = lettering.in_files({"file": pack(written.getvalue())}).values()
    assert read == {CANARY: {*READ[:2]}, CANARY.upper(): {CANARY.upper()}, "Kq8*vX2!xY9p": set()}
