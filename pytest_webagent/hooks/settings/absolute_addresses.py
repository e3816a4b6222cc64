"""Makes the addresses in a test's settings absolute."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from pytest_webagent.config import NamedPage
from pytest_webagent.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_webagent.config import Settings


def absolute(settings: Settings, base_url: Callable[[], str | None]) -> Settings:
    """The settings with their relative addresses taken against the base URL, which is asked for only if needed.

    Named pages and the homepage are taken against the start URL where there is no base URL.

    Raises:
        ConfigError: an address is relative and there is nothing to take it against.
    """
    start, home = settings.start_url, settings.homepage
    if not any(url and _is_relative(url) for url in (start, home, *(page.url for page in settings.pages))):
        return settings
    base = base_url()
    if start is not None and _is_relative(start):
        start = _joined(base, start, "start_url")
    if home is not None and _is_relative(home):
        home = _joined(base or start, home, "homepage")
    pages = tuple(
        NamedPage(page.name, _joined(base or start, page.url, f"the page {page.name!r}"))
        if _is_relative(page.url)
        else page
        for page in settings.pages
    )
    return settings._replace(start_url=start, homepage=home, pages=pages)


def _is_relative(url: str) -> bool:
    return not urlsplit(url).scheme


def _joined(base: str | None, url: str, what: str) -> str:
    if base is None:
        raise ConfigError(
            f"{what} is the relative address {url!r} and there is no base URL to take it against; pass --base-url or set "
            "base_url in pytest's configuration (both come with pytest-playwright or pytest-base-url), write "
            "a fixture `base_url`, or give the whole address"
        )
    if _is_relative(base):
        raise ConfigError(f"the base URL {base!r} is not absolute; write it with http:// or https://")
    return urljoin(base, url)
