"""One running admin per worker, with the same books for every test."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import django
import pytest
import pytest_asyncio

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "django_admin.settings")
django.setup()

# Models can only be imported after the set-up above.
from .server import running_library  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.browser.session import BrowserSession

    from .server import Library


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with running_library(tmp_path_factory.mktemp("library")) as library:
        yield library


@pytest.fixture(scope="session")
def base_url(running: Library) -> str:
    """Where `start_url="/admin/"` leads: the port is known only now."""
    return running.url


# Autouse: the data are fresh before the browser opens the first page.
@pytest.fixture(autouse=True)
def library(running: Library) -> Library:
    running.reset()
    return running


@pytest.fixture
def session_cookie(library: Library) -> dict[str, str]:
    return library.session_cookie()


@pytest_asyncio.fixture
async def librarian(browser_session: BrowserSession, session_cookie: dict[str, str]) -> None:
    """The librarian is logged in already: only the tests of the login go through its form."""
    await browser_session.context.add_cookies([session_cookie])
    await browser_session.goto(session_cookie["url"] + "/admin/")
