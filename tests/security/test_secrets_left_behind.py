"""What a run leaves behind says no secret, in whatever encoding the page has shown it."""

from __future__ import annotations

import json
import shlex

import pytest
from left_behind import CANARY, ENCODINGS, files, leaks

from pytest_webagent.browser.executable import find
from pytest_webagent.config import Settings
from pytest_webagent.policy.secrets import Secret, Vault

PAGE = """<!doctype html><html><head><title>Home</title></head><body><h1>Account</h1>
<form onsubmit="event.preventDefault(); echo(this.elements[1].value)">
<label>User name <input name="user"></label><label>Password <input type="password" name="password"></label>
<button>Log in</button></form><p role="status" id="said"></p><ul id="seen"></ul>
<script>
const ENCODED = ENCODINGS;
function echo(password) {
    if (password !== CANARY) return said.textContent = 'Wrong password';
    for (const text of ENCODED) {
        const item = document.createElement('li');
        item.innerHTML = '<b>' + text + '</b>';
        seen.append(item);
        console.error('the password is ' + text);
        seen.insertAdjacentHTML('beforeend', '<a href="#' + text + '" title="' + text + '">more</a>'
            + '<input aria-label="' + text + '" placeholder="' + text + '" value="' + text + '"><img alt="' + text + '">'
            + '<select><option>' + text + '</option></select>');
    }
    document.title = 'Hello ' + password;
    history.replaceState(null, '', '?token=' + encodeURIComponent(password));
    setTimeout(() => { throw new Error('no such user ' + password) });
    said.textContent = 'Signed in as anna';
}
</script></body></html>"""
TEST = """
import logging
import pytest
from pytest_webagent import Secret

@pytest.fixture
def webagent_secrets():
    return {"password": Secret(CANARY)}

GOAL = "Log in as 'anna' with password %(password)s. What does the status say?"

async def test_passes(agent):
    assert (await agent.run(GOAL)).answer == "Signed in as anna"

async def test_fails(agent, browser_session, record_property):
    secret = CANARY
    result = await agent.run(GOAL)
    print("printed", secret, repr(agent.runs), browser_session.observation.text)
    logging.getLogger("app").error("logged %s", secret)
    record_property("told", secret)
    assert result.answer == "Goodbye " + secret

async def test_is_inconclusive(agent):
    await agent.run("Log in as 'anna' with password %(password)s. Then ponder " + CANARY)
"""
ARGUMENTS = shlex.split(
    "--html=out/pytest.html --self-contained-html --junitxml=out/junit.xml --log-file=out/log.txt --log-level=DEBUG -l -vv "
    "--webagent-output=out/results --webagent-screenshots=off --webagent-record=missing --webagent-model=builtin -rA -o junit_family=xunit1"
)


@pytest.fixture
def left_behind(pytester, site, monkeypatch):
    """Runs tests on a page that shows a password in every encoding; all that is left says, by the file."""
    launch = find(Settings())
    monkeypatch.setenv("WEBAGENT_BROWSER_PATH", launch.name)
    told = json.dumps([*ENCODINGS.values()]).replace("</", "<\\/")
    page = PAGE.replace("ENCODINGS", told).replace("CANARY", json.dumps(CANARY))
    url = site.page("/", page)
    pytester.makepyfile(test_login=TEST.replace("CANARY", "''.join(['Kq7#v', 'W2!xZ9p'])"))
    ran = pytester.runpytest_inprocess("-p", "no:cacheprovider", f"--webagent-start-url={url}", *ARGUMENTS)
    said = files(pytester.path, but=("test_login.py",))
    return ran, said | {"terminal": (ran.stdout.str() + ran.stderr.str()).encode()}


@pytest.mark.held_by("pytest_webagent.policy.secrets.Vault.conceal", lambda self, value, **_: value)
def test_nothing_says_it(left_behind):
    _, said = left_behind
    assert leaks(said) == set()


def test_the_tests_came_out_as_ever(left_behind):
    ran, said = left_behind
    assert ran.parseoutcomes().get("passed") == 1
    for name in ("out/pytest.html", "out/junit.xml", "out/log.txt", "terminal"):
        assert b"%(password)s" in said[name]
    assert any(name.endswith(".yaml") for name in said)
    assert any(name.endswith("trajectory.json") for name in said)
    assert any(name.endswith(".jsonl") for name in said)


@pytest.mark.held_by("pytest_webagent.policy.secrets.Vault.conceal", lambda self, value, **_: value)
@pytest.mark.parametrize("text", ENCODINGS.values(), ids=ENCODINGS)
def test_it_is_told_in_no_encoding(text):
    vault = Vault()
    vault.add({"password": CANARY})
    assert "%(password)s" in vault.conceal(f"before <b>{text}</b> after")


@pytest.mark.parametrize(
    "text",
    [
        "malice",
        "Alice",
        "alices",
        "14711",
        "47110",
        "abc",
        "Secret",
        "secrets",
        "the rapist",
        "https://shop.example/malice.html?id=47110",
        "c2VjcmV0bHk=",
    ],
)
def test_what_is_no_secret_is_told(text):
    vault = Vault()
    vault.add({"user": "alice", "pin": "4711", "short": "abc", "word": "secret", "other": "therapist"})
    vault.add({"password": CANARY})
    assert vault.conceal(text) == text


@pytest.mark.parametrize("text", ["Signed in as alice", "alice's cart", "(4711)", "a secret."])
def test_a_short_secret_is_withheld_as_a_word(text):
    vault = Vault()
    vault.add({"user": "alice", "pin": "4711", "word": "secret"})
    assert "%(" in vault.conceal(text)


@pytest.mark.held_by("pytest_webagent.policy.secrets.Secret.__repr__", lambda self: f"Secret({self.value!r})")
def test_its_repr_does_not_tell_it():
    assert CANARY not in repr({"password": Secret(CANARY)})


@pytest.mark.held_by("pytest_webagent.policy.server_secrets._KEYS", ())
def test_the_key_of_the_model_is_a_secret_without_being_asked(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", f"sk-{CANARY}-0123456789")
    assert Vault().conceal(f"no such key: sk-{CANARY}-0123456789") == "no such key: %(OPENAI_API_KEY)s"


def test_texts_stay_what_they_are_beside_it():
    vault = Vault()
    vault.add({"word": "password", "password": "password"})
    told = vault.conceal("Your password: password")
    assert told == "Your %(password)s: %(password)s"
    assert vault.conceal(told) == told
    assert vault.conceal({"n": 1, "list": [CANARY, None]}) == {"n": 1, "list": [CANARY, None]}


def test_an_address_of_a_page_in_another_encoding_does_not_tell_it():
    vault = Vault()
    vault.add({"password": "Grüße-kestrel7"})
    assert vault.conceal("/in?p=Gr%FC%DFe-kestrel7") == "/in?p=%(password)s"
