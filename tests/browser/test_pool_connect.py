"""A browser that runs elsewhere: a Playwright server, or one with a remote debugging port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_webagent.browser.executable import describe, find
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.errors import BrowserError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Site


PLAYWRIGHT = (sys.executable, "-m", "playwright")


@contextmanager
def listening(*command: str, **environment: str) -> Iterator[str]:
    """The address that a process says it listens at; the process and its children are ended in the end."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        env={**os.environ, **environment},
        text=True,
    )
    assert process.stdout is not None
    try:
        yield next(found[0] for line in process.stdout if (found := re.search(r"ws://\S+", line)))
        assert process.poll() is None, "it was ended"
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def put_in_place(own: dict[str, str]) -> None:
    """Have a Playwright server, which starts Playwright's own browser only, find the one there is in its place."""
    planned = subprocess.run(
        (*PLAYWRIGHT, "install", "--dry-run", "chromium-headless-shell"),
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    place = Path(next(line.split()[-1] for line in planned.splitlines() if "headless_shell" in line))
    inside = place / "chrome-headless-shell-linux64" / "chrome-headless-shell"
    inside.parent.mkdir(parents=True)
    inside.symlink_to(str(find(Settings()).path))
    (place / "INSTALLATION_COMPLETE").touch()


async def works(address: str, site: Site) -> None:
    """Use a browser, kept to the origins of the test as far as routes see, and leave it as it was."""
    pool = BrowserPool(Settings(connect=address))
    session = await pool.new_session(Settings())
    await session.goto(site.page("/", f"<h1>Hello</h1><img src={site.other_url}/x.png>"))
    assert "Hello" in (await session.observe()).text
    assert session.egress is not None
    assert session.egress.denied() == {site.other_url: 1}
    assert site.asked("/x.png") == []
    await session.close()
    await pool.close()


@pytest.mark.parametrize("scheme", ["ws", "http"])
async def test_a_browser_with_a_debugging_port_is_used_and_left_running(
    site: Site, tmp_path: Path, scheme: str
) -> None:
    launch = find(Settings())
    sandbox = ["--no-sandbox"] if launch.sandbox_off else []
    options = ("--headless", *sandbox, "--remote-debugging-port=0", f"--user-data-dir={tmp_path / 'profile'}")
    with listening(str(launch.path), *options) as address:
        for _ in range(2):
            await works(address if scheme == "ws" else f"http://{address.split('/')[2]}", site)


@pytest.mark.skipif(sys.platform != "linux", reason="where Playwright keeps its browsers differs")
async def test_a_playwright_server_is_used(site: Site, tmp_path: Path) -> None:
    own = {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    put_in_place(own)
    with listening(*PLAYWRIGHT, "run-server", "--host", "127.0.0.1", "--port", "0", **own) as address:
        await works(address, site)


@pytest.mark.parametrize("scheme", ["ws", "http"])
async def test_where_no_browser_answers_the_address_is_told_without_its_key(scheme: str) -> None:
    pool = BrowserPool(Settings(connect=f"{scheme}://ann:secret@127.0.0.1:9/pool?token=secret"))
    with pytest.raises(
        BrowserError, match=rf"no browser answers at {scheme}://127\.0\.0\.1:9/pool"
    ) as caught:
        await pool.new_session(Settings())
    assert "secret" not in str(caught.value)
    await pool.close()


def test_the_header_says_where_the_browser_is() -> None:
    assert describe(Settings(connect="wss://ann:secret@grid.example/x?key=1")) == "at wss://grid.example/x"
