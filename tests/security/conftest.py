"""Each case names the protection that holds it; with ``--sabotage`` that protection is taken away and the case has to fail.

::

    @pytest.mark.held_by("pytest_webagent.policy.origins.AllowedOrigins.check", lambda self, url, base="": url)

A case that still passes without what it is said to test proves nothing, and fails such a run.
"""

from __future__ import annotations

import pkgutil
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from canary import canary  # noqa: F401 (a fixture)
from company_proxy import company_proxy, no_proxy_of_this_machine  # noqa: F401 (fixtures)
from page_hands import hands  # noqa: F401 (a fixture for every test)

from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from tests.browser.conftest import pool, session  # noqa: F401 (fixtures for every test)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pytest_webagent.browser.session import BrowserSession
    from tests.conftest import Site

_MARK = "held_by(target, instead): the protection a case tests, by its dotted name, and what does not protect"

_FAILED = (AssertionError, pytest.fail.Exception)
"""What a case fails by: what it asserts, and not a mistake in what takes its protection away."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption(
        "--sabotage", action="store_true", help="tests/security without the protections it tests"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark."""
    config.addinivalue_line("markers", _MARK)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a sabotage run take the cases that name a protection; each is to fail."""
    if not config.getoption("--sabotage", default=False):
        return
    hot = [item for item in items if item.get_closest_marker("held_by")]
    config.hook.pytest_deselected(items=[item for item in items if item not in hot])
    items[:] = hot
    for item in hot:
        item.add_marker(pytest.mark.xfail(strict=True, raises=_FAILED, reason="without its protection"))


@pytest.fixture(autouse=True)
def _without_protection(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.config.getoption("--sabotage", default=False):
        for mark in request.node.iter_markers("held_by"):
            target, instead = mark.args
            holder, _, name = target.rpartition(".")
            # What the product will import: a package keeps, as its attribute, a module that pytester's runs in this
            # process have taken out of `sys.modules` again.
            monkeypatch.setattr(pkgutil.resolve_name(holder), name, instead)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def contained_pool() -> AsyncIterator[BrowserPool]:
    """One browser with the default settings."""
    browsers = BrowserPool(Settings())
    yield browsers
    await browsers.close()


@pytest_asyncio.fixture(loop_scope="session")
async def contained(contained_pool: BrowserPool, site: Site) -> AsyncIterator[BrowserSession]:
    """A session whose test names the site, and nothing else."""
    opened = await contained_pool.new_session(Settings(start_url=site.url))
    yield opened
    await opened.close()
