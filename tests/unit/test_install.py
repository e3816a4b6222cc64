"""Making sure of a browser."""

import io
import os
import subprocess
import sys

import pytest

from pytest_webagent.browser.install import WHAT_TO_DO, Machine, main


def program(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


class Commands:
    """Commands that were run; `works` gives each a browser it installs, or None where it fails."""

    def __init__(self, works):
        self.works = works
        self.ran = []

    def __call__(self, command):
        self.ran.append(list(command))
        for name, outcome in self.works.items():
            if name in command:
                return outcome()
        return False


def ensure(tmp_path, commands, *, root=True, debian=True, **environment):
    out, err = io.StringIO(), io.StringIO()
    place = {"PATH": str(tmp_path / "bin"), "XDG_CACHE_HOME": str(tmp_path / "cache"), **environment}
    machine = Machine(environment=place, run=commands, root=root, debian=debian)
    return main(machine, out, err), out.getvalue().strip(), err.getvalue().strip()


def installs(path):
    return lambda: bool(program(path))


def test_an_installed_browser_is_taken_and_nothing_is_run(tmp_path):
    chromium, commands = program(tmp_path / "bin" / "chromium"), Commands({})
    assert ensure(tmp_path, commands) == (0, str(chromium), "")
    assert commands.ran == []


def test_the_browser_named_by_the_environment_is_taken(tmp_path):
    program(tmp_path / "bin" / "chromium")
    mine = program(tmp_path / "mine")
    assert ensure(tmp_path, Commands({}), WEBAGENT_BROWSER_PATH=str(mine)) == (0, str(mine), "")


def test_a_named_browser_that_does_not_exist_is_not_replaced_by_another(tmp_path):
    program(tmp_path / "bin" / "chromium")
    commands = Commands({})
    status, out, err = ensure(tmp_path, commands, WEBAGENT_BROWSER_PATH="/no/such")
    assert (status, out, commands.ran) == (1, "", [])
    assert "'/no/such'" in err


def test_playwright_is_asked_first_for_a_browser(tmp_path):
    commands = Commands({"playwright": installs(tmp_path / "bin" / "chromium")})
    assert ensure(tmp_path, commands)[0] == 0
    assert commands.ran == [[sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"]]


def test_without_root_and_sudo_the_system_packages_are_left_alone(tmp_path):
    commands = Commands({"playwright": installs(tmp_path / "bin" / "chromium")})
    assert ensure(tmp_path, commands, root=False)[0] == 0
    assert commands.ran == [[sys.executable, "-m", "playwright", "install", "chromium"]]


def test_on_debian_as_root_the_package_is_installed_where_playwright_fails(tmp_path):
    chromium = tmp_path / "bin" / "chromium"
    commands = Commands({"update": lambda: True, "chromium-headless-shell": installs(chromium)})
    assert ensure(tmp_path, commands) == (0, str(chromium), "")
    assert commands.ran[1:] == [
        ["apt-get", "update"],
        ["apt-get", "install", "-y", "chromium", "chromium-headless-shell"],
    ]


def test_a_debian_without_the_headless_shell_gets_the_browser_alone(tmp_path):
    chromium = tmp_path / "bin" / "chromium"
    commands = Commands(
        {
            "update": lambda: True,
            "playwright": lambda: False,
            "chromium-headless-shell": lambda: False,
            "apt-get": installs(chromium),
        }
    )
    assert ensure(tmp_path, commands) == (0, str(chromium), "")
    assert commands.ran[-1] == ["apt-get", "install", "-y", "chromium"]


@pytest.mark.parametrize(("root", "debian"), [(False, True), (True, False)])
def test_elsewhere_one_sentence_says_what_to_do(tmp_path, root, debian):
    commands = Commands({})
    assert ensure(tmp_path, commands, root=root, debian=debian) == (1, "", WHAT_TO_DO)
    assert not any("apt-get" in command for command in commands.ran)


def test_a_command_that_claims_to_work_but_brings_no_browser_is_not_believed(tmp_path):
    commands = Commands({"playwright": lambda: True, "apt-get": lambda: True})
    assert ensure(tmp_path, commands)[0] == 1
    assert len(commands.ran) == 4


def test_the_command_prints_nothing_but_the_path(tmp_path):
    chromium = program(tmp_path / "chromium")
    environment = {**os.environ, "WEBAGENT_BROWSER_PATH": str(chromium)}
    ran = subprocess.run(
        [sys.executable, "-m", "pytest_webagent.browser.install"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert (ran.stdout, ran.stderr) == (f"{chromium}\n", "")
