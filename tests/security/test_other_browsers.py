"""Where the browser is not ours: on pytest-playwright's page and by ``--webagent-connect``, secrets are kept as in a browser of our own."""

from __future__ import annotations

import fnmatch
import json
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from left_behind import CANARY, files, leaks, parts
from lettering import Lettering

from pytest_webagent.browser.executable import find
from pytest_webagent.config import Settings
from tests.browser.test_pool_connect import listening

if TYPE_CHECKING:
    from pytest_webagent.browser.session import BrowserSession
    from tests.conftest import Site

SAID = "Signed in as anna"
READ = (CANARY[:6], CANARY[6:], SAID)
"""What is looked for in pictures; of a text that is half covered the other half can be read."""
TOKEN = "q7Wm3vQ8rTz51x"
"""What nobody has named a secret, in an address that says so."""
FORM = """<!doctype html><title>Home</title><style>* { FONT }</style><h1>Account</h1>
<form onsubmit="event.preventDefault(); echo(this.elements[0].value)" oninput="tell(event.target.value)">
<label>Password <input type="password" name="password"></label><button>Log in</button></form>
<p role="status" id="said">Nobody</p><p id="seen"></p><a href="OTHER">Elsewhere</a>
<script>
function tell(typed) {
    const told = new XMLHttpRequest();
    told.open('POST', '/told' + location.pathname, false);
    told.send(typed);
}
function echo(password) {
    if (password !== CANARY) return;
    document.title = seen.textContent = 'Hello ' + password;
    history.replaceState(null, '', '?token=' + encodeURIComponent(password) + '&access_token=TOKEN');
    console.error('the password is ' + password);
    said.textContent = 'Signed in as anna';
    alert('Hello ' + password);
}
</script>"""
CONFTEST = """
import itertools, json, pathlib
import pytest
from pytest_webagent import Secret
from pytest_webagent.testing import FunctionModel, call, element
UNPROTECTED

@pytest.fixture
def webagent_secrets():
    return {"password": Secret(SECRET)}

steps = itertools.count()

def think(request):
    \"\"\"Log in, answer the dialog, look around, and do the same at another origin.\"\"\"
    with open("prompts.txt", "a", encoding="utf-8") as kept:
        print(request.messages, file=kept)
    number = lambda *wanted: element(request.observation, *wanted).id
    password = lambda: call("type", text="%(password)s", field_description="Password", element_id=number("textbox"))
    press = lambda role, name: call("click", description=name, element_id=number(role, name))
    return (
        password,
        lambda: press("button", "Log in"),
        lambda: call("accept_dialog"),
        lambda: call("web_screenshot"),
        lambda: press("link", "Elsewhere"),
        password,
        lambda: call("stop", answer="done"),
    )[next(steps)]()

@pytest.fixture(scope="session")
def model_client():
    return FunctionModel(think)

@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return {**browser_type_launch_args, "executable_path": BROWSER, "chromium_sandbox": SANDBOX}
"""
DOES = """agent.run("Log in with %(password)s")
    logging.getLogger("app").error("logged %s", webagent_secrets["password"].value)
    record_property("told", webagent_secrets["password"].value)
    print("printed", webagent_secrets["password"].value)
"""
WAYS = {
    "def": "import logging\ndef test_it(agent, webagent_secrets, record_property):\n    " + DOES,
    "connect": "import logging\nasync def test_it(agent, webagent_secrets, record_property):\n    await "
    + DOES,
}
OPTIONS = (
    *("--html=out/report.html", "--self-contained-html", "--junitxml=out/junit.xml", "-l", "-vv", "-rA"),
    *("--log-file=out/log.txt", "--log-file-level=DEBUG", "--webagent-output=out/results"),
    *("--webagent-screenshots=on", "--webagent-record=missing", "--webagent-answers=any"),
    "--webagent-tools=default,web_screenshot",
)
UNPROTECTED = ""
"""Code of the suite: what does not protect."""
TELLING = {
    "pictures": "from pytest_webagent.browser import camera\nasync def nothing(page): return []\ncamera._secrets = nothing",
    "texts": "from pytest_webagent.policy.secrets import Vault\nVault.conceal = lambda self, value: value",
    "other origins": "from pytest_webagent.policy.secrets import Vault\nVault.elsewhere = lambda *_: ''",
}
PLACES = ("out/results/*.json", "out/report.html", "out/log.txt", "out/junit.xml", "prompts.txt", "terminal")
"""Where the name of the password stands in its place."""


@pytest.fixture(params=WAYS)
def left(
    pytester: pytest.Pytester, site: Site, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> dict[str, bytes]:
    """What a run on another browser left behind, in which the password was shown, and typed at another origin."""
    monkeypatch.delenv("CI", raising=False)
    launch = find(Settings())
    page = FORM.replace("FONT", Lettering.FONT).replace("CANARY", json.dumps(CANARY)).replace("TOKEN", TOKEN)
    url = site.page("/home", page.replace("OTHER", f"{site.other_url}/other"))
    site.page("/other", page)
    for name in ("home", "other"):
        site.page(f"/told/{name}", "")
    suite = CONFTEST.replace("UNPROTECTED", UNPROTECTED).replace("SECRET", "''.join(['Kq7#v', 'W2!xZ9p'])")
    suite = suite.replace("BROWSER", repr(launch.name)).replace("SANDBOX", repr(not launch.sandbox_off))
    pytester.makeconftest(suite)
    pytester.makepyfile(test_it=WAYS[request.param])
    with ExitStack() as stack:
        connect = []
        if request.param == "connect":
            sandbox = ["--no-sandbox"] if launch.sandbox_off else []
            profile = f"--user-data-dir={pytester.path.parent / f'{pytester.path.name}-profile'}"
            started = (str(launch.path), "--headless", *sandbox, "--remote-debugging-port=0", profile)
            connect = [f"--webagent-connect={stack.enter_context(listening(*started))}"]
        ran = pytester.runpytest_subprocess(
            f"--webagent-start-url={url}", f"--webagent-allowed-origins={site.other_url}", *connect, *OPTIONS
        )
    ran.assert_outcomes(passed=1)
    return {
        **files(pytester.path, but=("conftest.py",)),
        "terminal": (ran.stdout.str() + ran.stderr.str()).encode(),
    }


@pytest.mark.timeout(200)
@pytest.mark.held_by("tests.security.test_other_browsers.UNPROTECTED", "\n".join(TELLING.values()))
async def test_a_secret_is_typed_at_its_origin_alone_and_left_behind_nowhere(
    left: dict[str, bytes], site: Site, contained: BrowserSession
) -> None:
    shown = (await Lettering.of(contained.page, *READ)).in_files(left)
    # The page got it, told it, and can be read.
    assert CANARY in [each.body.decode() for each in site.asked("/told/home")]
    assert any(SAID in read for read in shown.values())
    read = {name for name, texts in shown.items() if not texts <= {SAID}}
    typed = [each.body.decode() for each in site.asked("/told/other")]
    tokens = {name for file in left.items() for name, data in parts(*file) if TOKEN.encode() in data}
    assert (typed, leaks(left), read, tokens) == ([], set(), set(), set())
    assert "belongs to http://127.0.0.1:" in left["prompts.txt"].decode()
    for pattern in PLACES:
        assert any(b"%(password)s" in left[name] for name in fnmatch.filter(left, pattern)), pattern
