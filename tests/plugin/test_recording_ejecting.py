"""Tests that are written for pytest-playwright: they pass alone, fail where the application is broken, and nothing is lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.conftest import Answer
from tests.plugin.conftest import COUNTER, NO_PICTURES, SPREAD_BY_DEFAULT, UPSTREAM

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Site
    from tests.plugin.conftest import Suite

COUNTS = """
import pytest

@pytest.mark.webagent(start_url=URL)
async def test_count(agent):
    assert (await agent.run("Count to 2")).answer == "2"
"""
COUNTED = '''\
from playwright.sync_api import Page, expect


def test_count(page: Page) -> None:
    """Count to 2"""
    page.goto("/counter")
    page.get_by_role("button", name="Add one", exact=True).click()
    page.get_by_role("button", name="Add one", exact=True).click()
    expect(page.get_by_role("status")).to_have_text("2")
'''
TOLD = "test_it.py::test_count was ejected to out/test_it.py"
STALL = """<h1>Stall</h1>
<table><tr><th>Name</th><th>Price</th><th></th></tr>
<tr><td>Red Mug</td><td>$9.50</td><td><button onclick="remove(this)">Remove</button></td></tr>
<tr><td>Blue Mug</td><td>$7.00</td><td><button onclick="remove(this)">Remove</button></td></tr></table>
<dl><dt>Total</dt><dd id="total">$16.50</dd></dl>
<script>async function remove(button) {
    if (!confirm('Remove it for ever?')) return;
    const answer = await fetch('/remove', {method: 'POST'});
    if (!answer.ok) return;
    button.closest('tr').remove();
    total.textContent = '$9.50';
}</script>"""
REMOVES = """
import pytest

@pytest.mark.webagent(start_url=URL)
async def test_removal(agent):
    result = await agent.run("Click 'Remove' in the row of the Blue Mug and accept the confirmation. What is the total?")
    assert result.answer == "$9.50"
"""
REMOVED = '''\
from playwright.sync_api import Page, expect


def test_removal(page: Page) -> None:
    """Click 'Remove' in the row of the Blue Mug and accept the confirmation. What is
    the total?
    """
    page.goto("/stall")
    row = page.get_by_role("row").filter(has_text="Blue Mug")
    page.once("dialog", lambda dialog: dialog.accept())
    with page.expect_event("dialog") as dialog_info:
        row.get_by_role("button", name="Remove", exact=True).click()
    assert dialog_info.value.message == "Remove it for ever?"
    expect(page.get_by_text("Total", exact=True).locator("+ dd")).to_have_text("$9.50")
'''
LOGIN = """<h1>Log in</h1><form method="post" action="/login">
<label>User name <input name="user"></label><label>Password <input name="password" type="password"></label>
<button>Log in</button></form>"""
LOGS_IN = """
import pytest

@pytest.mark.webagent(start_url=URL)
async def test_login(agent):
    result = await agent.run(
        "Enter 'anna' as the user name and 'tea-4711' as the password, and click 'Log in'. What is the main heading?"
    )
    assert result.answer == "Welcome, Anna"
"""
LAUNCH = """
import os
import pytest

@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    off = os.environ["SUITE_SANDBOX_OFF"] == "yes"
    path = os.environ["WEBAGENT_BROWSER_PATH"]
    return {**browser_type_launch_args, "executable_path": path, "chromium_sandbox": not off}
"""

IMPATIENT = """
from playwright.sync_api import expect

expect.set_options(timeout=2000)

@pytest.fixture(autouse=True)
def impatient(page):
    page.set_default_timeout(2000)
"""
"""What does not come is not waited for as long as a slow site may take."""


@pytest.fixture(autouse=True)
def as_users_have_it(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests are recorded, unless something else is said."""
    monkeypatch.delenv("WEBAGENT_RECORD")


def eject(suite: Suite, *arguments: str) -> pytest.RunResult:
    """Run the suite and have its tests written."""
    options = ("-W", "error", NO_PICTURES, "--webagent-eject=out", "--ignore=out")
    return suite.pytester.runpytest_subprocess(*options, *arguments)


def written(suite: Suite, name: str = "test_it.py") -> Path:
    """A file that was written."""
    return suite.pytester.path / "out" / name


def add_to_conftest(suite: Suite, text: str) -> None:
    """Add to what the suite's conftest.py says."""
    file = suite.pytester.path / "conftest.py"
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


def alone(suite: Suite, site: Site) -> pytest.RunResult:
    """Run what was written with pytest-playwright alone."""
    written(suite, "conftest.py").write_text(LAUNCH + IMPATIENT, encoding="utf-8")
    here = ("--rootdir=out", "--confcutdir=out", f"--base-url={site.url}", "out")
    return suite.run("-p", "no:webagent", "-p", "no:asyncio", *UPSTREAM, *here)


@pytest.fixture
def shop(suite: Suite, site: Site) -> Suite:
    """A suite whose tests use the builtin model, and a site with a stall and a login."""
    suite.pytester.makeconftest(LAUNCH)
    site.page("/stall", STALL)
    site.answer("/remove", Answer("{}", content_type="application/json"))
    site.answer(
        "/login",
        lambda request: (
            Answer(LOGIN)
            if request.method == "GET"
            else Answer(status=303, headers={"location": "/home"})
            if b"password=tea-4711" in request.body
            else Answer(LOGIN, status=401)
        ),
    )
    site.page("/home", "<h1>Welcome, Anna</h1><p role=status>Logged in</p>")
    return suite


@SPREAD_BY_DEFAULT
def test_what_is_written_passes_alone_and_fails_where_the_application_is_broken(
    suite: Suite, site: Site, spread: tuple[str, ...]
) -> None:
    suite.write(test_it=COUNTS)
    result = eject(suite, *spread)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["webagent: *; what is replayed is written to out", "*", TOLD])
    assert written(suite).read_text(encoding="utf-8") == COUNTED
    alone(suite, site).assert_outcomes(passed=1)
    site.page("/counter", COUNTER.replace("+ 1", "+ 2"))
    alone(suite, site).assert_outcomes(failed=1)


def test_a_recording_that_is_there_is_written_without_a_model(suite: Suite) -> None:
    suite.write(test_it=COUNTS)
    suite.run(NO_PICTURES, "--webagent-record=missing").assert_outcomes(passed=1)
    eject(suite, "--webagent-record=none").assert_outcomes(passed=1)
    assert written(suite).read_text(encoding="utf-8") == COUNTED


BROKEN = {
    "the server refuses": ("remove", "", 500),
    "the total stays": ("total.textContent = '$9.50';", "", 200),
    "nobody is asked": ("confirm('Remove it for ever?')", "true", 200),
    "another is asked for": ("Remove it for ever?", "Remove all for ever?", 200),
    "the row is another": ("<td>Blue Mug</td>", "<td>Green Mug</td>", 200),
    "another total": ("'$9.50'", "'$19.50'", 200),
}


@pytest.fixture
def removing(shop: Suite, site: Site) -> Suite:
    """A suite with the written test of a removal."""
    shop.pytester.makepyfile(test_it=REMOVES.replace("URL", repr(site.url + "/stall")))
    eject(shop).assert_outcomes(passed=1)
    return shop


def test_dialogs_rows_and_requests_are_written_as_a_person_writes_them(removing: Suite, site: Site) -> None:
    assert written(removing).read_text(encoding="utf-8") == REMOVED
    alone(removing, site).assert_outcomes(passed=1)


def test_a_written_test_fails_where_the_application_is_broken(removing: Suite, site: Site) -> None:
    passed: list[str] = []
    for how, (old, new, status) in BROKEN.items():
        site.answer("/remove", Answer("{}", status=status))
        site.page("/stall", STALL.replace(old, new) if status == 200 else STALL)
        if alone(removing, site).ret != pytest.ExitCode.TESTS_FAILED:
            passed.append(how)
    assert passed == []


def test_a_secret_is_read_from_the_environment_and_stands_nowhere(
    shop: Suite, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.pytester.makepyfile(test_it=LOGS_IN.replace("URL", repr(site.url + "/login")))
    result = eject(shop)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(
        ["*test_login was ejected*; it reads from the environment PASSWORD (quotation 2 of *)"]
    )
    text = written(shop).read_text(encoding="utf-8")
    assert text.startswith("import os\n")
    assert '.fill(os.environ["PASSWORD"])' in re.sub(r"\s+", "", text)
    shown = result.stdout.str() + result.stderr.str()
    places = [*written(shop).parent.rglob("*"), *shop.pytester.path.joinpath(".pytest_cache").rglob("*")]
    kept = "".join(each.read_text(encoding="utf-8") for each in places if each.is_file())
    assert "tea-4711" not in shown + kept
    monkeypatch.setenv("PASSWORD", "tea-4711")
    alone(shop, site).assert_outcomes(passed=1)
    monkeypatch.setenv("PASSWORD", "coffee")
    alone(shop, site).assert_outcomes(failed=1)


def test_nothing_in_a_written_file_tells_where_it_is_from(removing: Suite) -> None:
    text = written(removing).read_text(encoding="utf-8").lower()
    assert [word for word in ("webagent", "record", "generated", "agent") if word in text] == []


def test_each_variant_of_a_test_is_a_function_and_each_module_a_file(suite: Suite) -> None:
    variants = COUNTS.replace("@pytest", "@pytest.mark.parametrize('number', ['1', '2'])\n@pytest", 1)
    variants = variants.replace("(agent)", "(agent, number)").replace('"Count to 2"', "f'Count to {number}'")
    suite.write(test_it=variants.replace('== "2"', "== number"), test_other=COUNTS)
    eject(suite, "-n", "2").assert_outcomes(passed=3)
    text = written(suite).read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("def ")] == [
        "def test_count_1(page: Page) -> None:",
        "def test_count_2(page: Page) -> None:",
    ]
    assert written(suite, "test_other.py").read_text(encoding="utf-8") == COUNTED


NOT_EJECTED = {
    "it did not pass": COUNTS + "    assert 1 == 2\n",
    # It does not pass from what was recorded.
    "not all of its runs were replayed": COUNTS
    + "    import os\n    assert not os.path.exists('ran')\n    os.mkdir('ran')\n",
    "it was not replayed": COUNTS.replace("=URL", "=URL, record='off'"),
    "a run of it did not reach its goal": COUNTS.replace("=URL", "=URL, max_steps=1").replace(
        "    assert (await", "    with pytest.raises(Exception):\n        (await"
    ),
}


@pytest.mark.parametrize("why", NOT_EJECTED)
def test_what_was_not_replayed_is_told_and_not_written(suite: Suite, why: str) -> None:
    suite.write(test_it=NOT_EJECTED[why])
    eject(suite).stdout.fnmatch_lines([f"test_it.py::test_count was not ejected: {why}"])
    assert not written(suite).exists()


REMEMBERS = '''
from pytest_webagent.tools.core.base import tool

@pytest.fixture
def tool_registry(tool_registry):
    @tool
    async def remember(text: str) -> str:
        """Keep a text.

        Args:
            text: The text.
        """
        return "kept"

    tool_registry.add(remember)
    return tool_registry
'''


def test_a_step_that_is_nothing_for_a_browser_is_told_and_not_written(suite: Suite) -> None:
    suite.write(test_it=COUNTS)
    suite.run(NO_PICTURES, "--webagent-record=missing").assert_outcomes(passed=1)
    recording = suite.pytester.path / "recordings/test_it/test_count.yaml"
    step = """steps:\n- do: 'call remember with {"text": "x"}'"""
    text = recording.read_text(encoding="utf-8").replace("steps:", step)
    recording.write_text(text, encoding="utf-8")
    add_to_conftest(suite, REMEMBERS)
    result = eject(suite)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(
        ["*was not ejected: it calls remember, which is nothing that is done in a browser*"]
    )
    assert not written(suite).exists()


@pytest.mark.parametrize("whose", ["changed", "foreign", "no text"])
def test_what_somebody_else_has_written_is_never_overwritten(suite: Suite, whose: str) -> None:
    suite.write(test_it=COUNTS)
    if whose == "changed":
        eject(suite).assert_outcomes(passed=1)
        kept = written(suite).read_bytes() + b"\n# checked by Ann\n"
    else:
        kept = b"\xff\xfe" if whose == "no text" else b"def test_mine(): pass\n"
        written(suite).parent.mkdir()
    written(suite).write_bytes(kept)
    result = eject(suite)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["test_it.py::test_count was not ejected: *test_it.py*"])
    assert written(suite).read_bytes() == kept


def test_a_file_of_ours_is_written_anew_unless_a_test_would_be_lost(suite: Suite) -> None:
    more = COUNTS + COUNTS[COUNTS.index("@pytest") :].replace("test_count", "test_more")
    suite.write(test_it=COUNTS)
    eject(suite).assert_outcomes(passed=1)
    suite.write(test_it=more)
    eject(suite).assert_outcomes(passed=2)
    both = written(suite).read_text(encoding="utf-8")
    assert both.count("\ndef test_") == 2
    result = eject(suite, "test_it.py::test_count")
    result.stdout.fnmatch_lines(["*test_count was not ejected: test_more in test_it.py would be lost: *"])
    assert written(suite).read_text(encoding="utf-8") == both


FIXTURES = """
@pytest.fixture
def stall():
    pass

@pytest.fixture
def opened(browser_session):
    pass

@pytest.fixture(autouse=True)
def always():
    pass
"""


def test_fixtures_of_the_suite_are_asked_for_and_those_that_use_ours_are_told(suite: Suite) -> None:
    add_to_conftest(suite, FIXTURES)
    test = COUNTS.replace("@pytest", '@pytest.mark.usefixtures("opened")\n@pytest', 1)
    suite.write(test_it=test.replace("(agent)", "(agent, stall, always, tmp_path)"))
    result = eject(suite)
    result.stdout.fnmatch_lines(
        ["*was ejected*; the fixture opened uses browser_session*: write it over `page`*"]
    )
    assert '@pytest.mark.usefixtures("opened", "stall")\ndef test_count(page' in written(suite).read_text(
        "utf-8"
    )


def test_ejecting_without_recordings_is_refused(suite: Suite) -> None:
    suite.write(test_it=COUNTS)
    result = eject(suite, "--webagent-record=off")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*eject writes tests from what is replayed, and record is off*"])
