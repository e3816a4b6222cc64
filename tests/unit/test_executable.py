"""Which browser is started, and with or without its sandbox."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_webagent.browser import executable
from pytest_webagent.browser.executable import describe, find, installed, playwrights_own, why_no_sandbox
from pytest_webagent.config import Settings
from pytest_webagent.errors import BrowserError

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the layout of Linux")


def program(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def revision(name):
    package = executable._driver_package()
    listed = json.loads((package / "browsers.json").read_text())["browsers"]
    return next(browser["revision"] for browser in listed if browser["name"] == name)


def own(registry, name="chromium"):
    folder, file = {
        "chromium": ("chrome-linux64", "chrome"),
        "chromium-headless-shell": ("chrome-headless-shell-linux64", "chrome-headless-shell"),
    }[name]
    return program(registry / f"{name.replace('-', '_')}-{revision(name)}" / folder / file)


@pytest.fixture
def on_linux_x64(monkeypatch):
    monkeypatch.setattr(executable, "_platform", lambda: "linux-x64")


@pytest.fixture
def machine(tmp_path):
    """A machine with an installed Chromium on its path, and a home without a download."""
    chromium = program(tmp_path / "bin" / "chromium")
    return {"PATH": str(chromium.parent), "XDG_CACHE_HOME": str(tmp_path / "cache")}


def test_the_browser_named_by_path_wins(tmp_path, machine, on_linux_x64):
    own(tmp_path / "cache" / "ms-playwright")
    mine = program(tmp_path / "mine")
    assert find(Settings(browser_path=str(mine)), machine).path == mine


def test_the_browser_may_be_named_as_on_the_command_line(machine):
    assert find(Settings(browser_path="chromium"), machine).path == Path(machine["PATH"]) / "chromium"


def test_a_named_browser_that_is_none_is_an_error_and_nothing_else_is_started(machine):
    with pytest.raises(BrowserError, match=r"'/no/such' \(setting browser_path\) is not an executable file"):
        find(Settings(browser_path="/no/such"), machine)


def test_a_channel_is_left_to_playwright(machine):
    launch = find(Settings(browser_channel="msedge"), machine)
    assert (launch.path, launch.channel) == (None, "msedge")


@linux_only
def test_playwrights_own_download_comes_before_an_installed_browser(tmp_path, machine, on_linux_x64):
    mine = own(tmp_path / "cache" / "ms-playwright")
    assert find(Settings(), machine).path == mine


@linux_only
def test_the_headless_shell_will_do_where_no_window_is_wanted(tmp_path, machine, on_linux_x64):
    shell = own(tmp_path / "cache" / "ms-playwright", "chromium-headless-shell")
    assert find(Settings(), machine).path == shell
    assert find(Settings(headed=True), machine).path == Path(machine["PATH"]) / "chromium"


def test_a_download_for_another_version_of_playwright_is_not_used(tmp_path, machine, on_linux_x64):
    program(tmp_path / "cache" / "ms-playwright" / "chromium-1" / "chrome-linux64" / "chrome")
    assert find(Settings(), machine).path == Path(machine["PATH"]) / "chromium"


@linux_only
def test_the_folder_of_downloads_may_be_named_by_playwrights_variable(tmp_path, on_linux_x64):
    mine = own(tmp_path / "elsewhere")
    assert playwrights_own({"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "elsewhere")}) == mine
    assert playwrights_own({"PLAYWRIGHT_BROWSERS_PATH": "elsewhere", "INIT_CWD": str(tmp_path)}) == mine


def test_playwrights_own_is_looked_for_where_playwright_itself_looks(tmp_path):
    """The driver is asked, so that a new layout of its downloads does not go unnoticed."""
    script = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as p: print(p.chromium.executable_path)"
    )
    environment = {**os.environ, "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    asked = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    expected = program(Path(asked.stdout.strip()))
    assert playwrights_own(environment) == expected


def test_an_installed_browser_that_is_no_executable_is_passed_over(tmp_path):
    chrome = tmp_path / "google-chrome"
    chrome.write_text("text")
    chromium = program(tmp_path / "chromium")
    assert installed({"PATH": str(tmp_path)}) == chromium


@linux_only
def test_without_any_browser_one_sentence_says_what_to_do(tmp_path):
    with pytest.raises(BrowserError) as caught:
        find(Settings(), {"PATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)})
    assert "python -m pytest_webagent.browser.install" in str(caught.value)
    assert "--webagent-browser-path" in str(caught.value)


def test_root_has_no_sandbox():
    assert why_no_sandbox(user=0) == ("running as root" if sys.platform == "linux" else None)


def system(tmp_path, **switches):
    for name, value in switches.items():
        file = tmp_path / "proc" / "sys" / name.replace("__", "/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{value}\n")
    return tmp_path


@linux_only
def test_the_sandbox_stays_on_where_user_namespaces_work(tmp_path):
    here = system(tmp_path, kernel__unprivileged_userns_clone=1, user__max_user_namespaces=1000)
    assert why_no_sandbox(user=1000, system=here, namespaces_work=lambda _: True) is None


@linux_only
@pytest.mark.parametrize("switch", ["kernel__unprivileged_userns_clone", "user__max_user_namespaces"])
def test_the_sandbox_is_off_where_user_namespaces_are_switched_off(tmp_path, switch):
    here = system(tmp_path, **{switch: 0})
    found = why_no_sandbox(user=1000, system=here, namespaces_work=lambda _: True)
    assert found == "user namespaces are switched off"


@linux_only
def test_the_sandbox_is_off_in_a_container_that_permits_no_user_namespaces(tmp_path):
    (tmp_path / ".dockerenv").touch()
    found = why_no_sandbox(user=1000, system=tmp_path, namespaces_work=lambda _: False)
    assert found == "user namespaces are not permitted in this container"


@linux_only
@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can make a setuid file"
)
def test_a_browser_with_a_setuid_helper_keeps_its_sandbox(tmp_path):
    browser = program(tmp_path / "chrome")
    helper = program(tmp_path / "chrome-sandbox")
    helper.chmod(helper.stat().st_mode | stat.S_ISUID)
    assert why_no_sandbox(browser, user=1000, system=tmp_path, namespaces_work=lambda _: False) is None


def test_the_header_names_the_browser_and_says_when_its_sandbox_is_off(machine, monkeypatch):
    chromium = str(Path(machine["PATH"]) / "chromium")
    monkeypatch.setattr(executable, "why_no_sandbox", lambda *_: "running as root")
    assert (
        describe(Settings(browser_path=chromium), machine)
        == f"{chromium} (chromium sandbox off: running as root)"
    )
    monkeypatch.setattr(executable, "why_no_sandbox", lambda *_: None)
    assert describe(Settings(browser_path=chromium), machine) == chromium


def test_the_header_says_that_there_is_no_browser(machine):
    assert describe(Settings(browser_path="/no/such"), machine).startswith("none (the browser '/no/such'")


def test_the_header_is_made_without_loading_playwright():
    script = (
        "import sys; from pytest_webagent.browser.executable import describe; from pytest_webagent.config import Settings; "
        "describe(Settings()); print([m for m in sys.modules if m.partition('.')[0] in ('playwright', 'PIL', 'openai')])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert ran.stdout.strip() == "[]"
