"""One running shop per worker, with fresh data for every test."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from .server import running_shop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.config import Settings

    from .app.payments import PaymentProvider
    from .app.shop import Shop
    from .server import RunningShop

TODAY = date(2026, 12, 1)
"""The shop's calendar day: goals can name dates, and mean the same next year."""


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningShop]:
    with running_shop(tmp_path_factory.mktemp("shop") / "shop.sqlite", TODAY) as shop:
        yield shop


@pytest.fixture(scope="session")
def base_url(running: RunningShop) -> str:
    """Where `start_url="/"` leads: the port is known only now."""
    return running.url


@pytest.fixture(scope="session")
def webagent_settings(webagent_settings: Settings, running: RunningShop) -> Settings:
    """The frame of the payment provider is of another origin, which belongs to what is tested."""
    return webagent_settings._replace(allowed_origins=(running.payment_origin,))


# Autouse: the data are fresh before the browser opens the first page, whatever order a test names its fixtures in.
@pytest.fixture(autouse=True)
def shop(running: RunningShop) -> Shop:
    """The shop behind the pages: look here whether the agent really did what it says."""
    running.shop.reset()
    return running.shop


@pytest.fixture
def payments(running: RunningShop) -> PaymentProvider:
    return running.provider


@pytest_asyncio.fixture
async def anna(browser_session: BrowserSession, running: RunningShop) -> None:
    """Anna is logged in already: only the tests of the login go through its form."""
    cookie = {"name": "session", "value": running.shop.new_session("anna"), "url": running.url}
    await browser_session.context.add_cookies([cookie])
    await browser_session.page.reload()


@pytest_asyncio.fixture
async def full_cart(anna: None, browser_session: BrowserSession, shop: Shop) -> None:
    """Anna has a Blue Mug and a Ramen Bowl in her cart: $27.50."""
    shop.fill_cart("anna", {"Blue Mug": 1, "Ramen Bowl": 1})
    await browser_session.page.reload()


@pytest_asyncio.fixture
async def teapot_in_cart(anna: None, browser_session: BrowserSession, shop: Shop) -> None:
    """Anna has a Hanami Teapot in her cart: $45.00."""
    shop.fill_cart("anna", {"Hanami Teapot": 1})
    await browser_session.page.reload()
