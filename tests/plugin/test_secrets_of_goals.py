"""Goals that name secrets: with builtin, in both kinds of test, recorded, replayed and written for pytest-playwright."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.conftest import Answer
from tests.plugin.conftest import NO_PICTURES, SPREAD, UPSTREAM
from tests.plugin.test_recording_ejecting import LAUNCH, LOGIN

if TYPE_CHECKING:
    from tests.conftest import Request, Site
    from tests.plugin.conftest import Suite

PASSWORD = "tea-4711-Pot"
SECRETS = """
@pytest.fixture
def webagent_secrets():
    return {"password": Secret.named("SHOP_PASSWORD")}
"""
HEAD = """
import pytest
from pytest_webagent import Secret

pytestmark = pytest.mark.webagent(start_url=URL)
"""
GOAL = "\"Log in as 'anna' with password %(password)s. What is the main heading?\""
ASYNC = f"""
async def test_login(agent):
    assert (await agent.run({GOAL})).answer == "Welcome, Anna"
"""
SYNC = f"""
def test_login(agent):
    assert agent.run({GOAL}).answer == "Welcome, Anna"
"""


@pytest.fixture
def shop(suite: Suite, site: Site, monkeypatch: pytest.MonkeyPatch) -> Suite:
    """A suite whose tests log in to a shop, with builtin, and record."""

    def enter(request: Request) -> Answer:
        right = f"password={PASSWORD}" in request.body.decode()
        return Answer(f"<h1>{'Welcome, Anna' if right else 'Wrong password'}</h1>")

    suite.pytester.makeconftest(LAUNCH)
    site.answer("/login", enter)
    monkeypatch.delenv("WEBAGENT_RECORD")
    monkeypatch.setenv("SHOP_PASSWORD", PASSWORD)
    return type(suite)(suite.pytester, site.page("/in", LOGIN))


def run(suite: Suite, *arguments: str) -> pytest.RunResult:
    return suite.run(NO_PICTURES, "--webagent-model=builtin", *UPSTREAM, *arguments)


@SPREAD
@pytest.mark.parametrize("test", [ASYNC, SYNC], ids=["async", "sync"])
def test_a_goal_is_done_recorded_and_replayed(
    shop: Suite, spread: tuple[str, ...], test: str, site: Site
) -> None:
    shop.write(test_it=HEAD + SECRETS + test)
    run(shop, *spread).assert_outcomes(passed=1)
    recording = shop.pytester.path / "recordings" / "test_it" / "test_login.yaml"
    text = recording.read_text(encoding="utf-8")
    assert 'type "%(password)s" into the textbox "Password"' in text
    assert PASSWORD not in text
    asked = len(site.asked("/login"))
    replayed = run(shop, "--webagent-record=none", "--webagent-heal=off", *spread)
    replayed.assert_outcomes(passed=1)
    assert len(site.asked("/login")) == asked + 1


def test_a_secret_of_one_run_is_typed(shop: Suite) -> None:
    given = ASYNC.replace(f"agent.run({GOAL})", f"agent.run({GOAL}, secrets={{'password': '{PASSWORD}'}})")
    shop.write(test_it=HEAD + given)
    run(shop).assert_outcomes(passed=1)


def test_a_test_for_playwright_reads_it_from_the_environment(shop: Suite) -> None:
    shop.write(test_it=HEAD + SECRETS + ASYNC)
    run(shop).assert_outcomes(passed=1)
    ran = shop.pytester.runpytest_subprocess(
        NO_PICTURES, "--webagent-eject=out", "--ignore=out", "--webagent-model=builtin"
    )
    assert "it reads from the environment SHOP_PASSWORD" in ran.stdout.str()
    code = (shop.pytester.path / "out" / "test_it.py").read_text(encoding="utf-8")
    assert 'os.environ["SHOP_PASSWORD"]' in code
    assert PASSWORD not in code
    ejected = shop.run("out", f"--base-url={shop.url.removesuffix('/in')}", *UPSTREAM)
    ejected.assert_outcomes(passed=1)


def test_what_is_called_by_it_is_pressed_recorded_and_replayed(shop: Suite, site: Site) -> None:
    done = "onclick=\"said.textContent = 'Gone'\""
    page = f"<h1>Welcome</h1><button>Delete all</button><button {done}>Delete {PASSWORD}</button><p role=status id=said></p>"
    site.answer("/login", lambda _: Answer(page))
    deletes = """
async def test_delete(agent):
    goal = "Log in as 'anna' with password %(password)s. Press 'Delete %(password)s'. What does the status say?"
    assert (await agent.run(goal)).answer == "Gone"
"""
    shop.write(test_it=HEAD + SECRETS + deletes)
    ran = run(shop)
    ran.assert_outcomes(passed=1)
    ran.stdout.fnmatch_lines(["*was recorded in recordings*"])
    run(shop, "--webagent-record=none", "--webagent-heal=off").assert_outcomes(passed=1)


CODE = '<label>One-time code <input name="code" autocomplete="one-time-code"></label><button>'
CODED = """
@pytest.fixture
def webagent_secrets():
    return {"password": Secret.named("SHOP_PASSWORD"), "code": Secret(totp="JBSWY3DPEHPK3PXP")}

async def test_login(agent):
    goal = "Log in as 'anna' with password %(password)s and one-time code %(code)s. What is the main heading?"
    assert (await agent.run(goal)).answer == "Welcome, Anna"
"""


def test_a_log_in_with_a_code_is_recorded_and_not_ejected(shop: Suite, site: Site) -> None:
    def enter(request: Request) -> Answer:
        right = re.search(rf"password={PASSWORD}&code=\d{{6}}$", request.body.decode())
        return Answer(f"<h1>{'Welcome, Anna' if right else 'Wrong'}</h1>")

    site.answer("/login", enter)
    site.page("/in", LOGIN.replace("<button>", CODE))
    shop.write(test_it=HEAD + CODED)
    ran = run(shop)
    ran.assert_outcomes(passed=1)
    ran.stdout.fnmatch_lines(["*was recorded in recordings*"])
    text = (shop.pytester.path / "recordings" / "test_it" / "test_login.yaml").read_text(encoding="utf-8")
    assert 'type "%(code)s" into the textbox "One-time code"' in text
    ejected = shop.pytester.runpytest_subprocess(
        NO_PICTURES, "--webagent-eject=out", "--webagent-model=builtin"
    )
    ejected.assert_outcomes(passed=1)
    ejected.stdout.fnmatch_lines(["*test_login was not ejected: *code*"])


def test_a_secret_that_is_nowhere_is_told(shop: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHOP_PASSWORD")
    shop.write(test_it=HEAD + SECRETS + ASYNC)
    ran = run(shop)
    ran.assert_outcomes(errors=1)
    assert "there is no secret SHOP_PASSWORD" in ran.stdout.str()


def test_a_file_has_it(shop: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHOP_PASSWORD")
    (shop.pytester.path / ".env").write_text(f"SHOP_PASSWORD='{PASSWORD}'\n", encoding="utf-8")
    shop.write(test_it=HEAD + SECRETS + ASYNC)
    run(shop).assert_outcomes(passed=1)


KEYRING = """
import keyring
import keyring.backend
import keyring.errors

class Wallet(keyring.backend.KeyringBackend):
    priority = 1

    def get_password(self, service, username):
        WHAT

    def set_password(self, service, username, password):
        raise NotImplementedError

@pytest.fixture(autouse=True, scope="session")
def wallet():
    before = keyring.get_keyring()
    keyring.set_keyring(Wallet())
    yield
    keyring.set_keyring(before)
"""


def test_a_keyring_has_it(shop: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHOP_PASSWORD")
    kept = f"return {{('pytest-webagent', 'SHOP_PASSWORD'): {PASSWORD!r}}}.get((service, username))"
    shop.write(test_it=HEAD + KEYRING.replace("WHAT", kept) + SECRETS + ASYNC)
    run(shop).assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (
            "raise OSError(5, 'the wallet is gone')",
            "could not be asked: OSError: [Errno 5] the wallet is gone. Unlock or mend the keyring, or set the variable SHOP_PASSWORD",
        ),
        (
            "raise keyring.errors.KeyringLocked('nobody unlocked it')",
            "could not be asked: KeyringLocked: nobody unlocked it. Unlock or mend the keyring",
        ),
        ("raise keyring.errors.NoKeyringError", "there is no secret SHOP_PASSWORD"),
        ("return None", "there is no secret SHOP_PASSWORD"),
    ],
    ids=["fails", "locked", "none", "empty"],
)
def test_a_keyring_that_does_not_have_it_is_told(
    shop: Suite, monkeypatch: pytest.MonkeyPatch, what: str, told: str
) -> None:
    monkeypatch.delenv("SHOP_PASSWORD")
    shop.write(test_it=HEAD + KEYRING.replace("WHAT", what) + SECRETS + ASYNC)
    ran = run(shop, "--tb=long")
    ran.assert_outcomes(errors=1)
    said = ran.stdout.str()
    assert told in said
    assert "ConfigError" in said
    assert "in get_password" not in said
    assert "policy/secret_places.py" not in said


def test_why_a_test_is_not_ejected_is_told_without_it(shop: Suite, site: Site) -> None:
    def enter(request: Request) -> Answer:
        return Answer(f"<h1>Welcome</h1><p role=status>Signed in <b>as</b> {PASSWORD} of the shop</p>")

    site.answer("/login", enter)
    said = """
async def test_said(agent):
    await agent.run("Log in as 'anna' with password %(password)s. What is the main heading?")
    await agent.check("The page says 'Signed in as %(password)s'")
"""
    shop.write(test_it=HEAD + SECRETS + said)
    run(shop).assert_outcomes(passed=1)
    ran = shop.pytester.runpytest_subprocess(NO_PICTURES, "--webagent-eject=out", "--webagent-model=builtin")
    ran.stdout.fnmatch_lines(
        ["*test_said was not ejected: no assertion says that 'Signed in as %(password)s*"]
    )
    assert PASSWORD not in ran.stdout.str()


PHRASE = "correct-horse-4711"
TELLING = f'''
import warnings
import pytest
from pytest_webagent import Secret

@pytest.fixture
def webagent_secrets():
    return {{"phrase": Secret("{PHRASE}")}}

@pytest.fixture
def early(webagent_secrets):
    raise RuntimeError("no log-in with {PHRASE}")

class Told(list):
    def __repr__(self):
        return f"Told({{self[0]}})"
'''
DEF = """
def test_plain(webagent_secrets):
    text = "Signed in as " + webagent_secrets["phrase"].value
    assert text == "x"
"""
TELLS = {
    "before the browser": ("async def test_it(early, agent): pass", "no log-in with %(phrase)s"),
    "no agent": (DEF, "assert 'Signed in as %(phrase)s' == 'x'"),
    "late": (
        "def test_other(webagent_secrets): pass\n"
        "def test_it(request): assert request.getfixturevalue('webagent_secrets')['phrase'].value == 'x'",
        "assert '%(phrase)s' == 'x'",
    ),
    "compared": (
        f"async def test_it(agent): assert 'Signed in as {PHRASE}' == 'x'",
        "assert 'Signed in as %(phrase)s' == 'x'",
    ),
    "an object": (
        f"async def test_it(agent): assert [Told(['Signed in as {PHRASE}'])] == [1]",
        "At index 0 diff: Told(Signed in as %(phrase)s) != 1",
    ),
    "cut in a call": (
        f"async def test_it(agent): assert not str('{113 * '-'}{PHRASE}{113 * '-'}')",
        "*%(phrase)s...%(phrase)s*",
    ),
    "a warning": (
        "async def test_it(agent, webagent_secrets): warnings.warn(f\"it is {webagent_secrets['phrase'].value}\")",
        "*UserWarning: it is %(phrase)s",
    ),
}


@SPREAD
@pytest.mark.parametrize(("test", "told"), TELLS.values(), ids=TELLS)
def test_what_pytest_tells_has_it_not_even_in_part(
    suite: Suite, spread: tuple[str, ...], test: str, told: str
) -> None:
    suite.write(test_it=TELLING + test)
    ran = suite.pytester.runpytest_subprocess(
        "--junitxml=junit.xml", "--tb=line", "-p", "no:cacheprovider", *spread
    )
    xml = (suite.pytester.path / "junit.xml").read_text(encoding="utf-8")
    ran.stdout.fnmatch_lines([f"*{told}*"])
    for part in (PHRASE, PHRASE[:5], PHRASE[-5:]):
        assert part not in ran.stdout.str() + xml
