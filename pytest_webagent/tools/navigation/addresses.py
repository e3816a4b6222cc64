"""Where a page name or an address leads: the configured pages, and URLs of allowed origins."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.errors import ToolError
from pytest_webagent.policy.origins import parse
from pytest_webagent.tools.core.wording import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.config import NamedPage
    from pytest_webagent.policy.origins import Origin
    from pytest_webagent.policy.risk import Risk
    from pytest_webagent.tools.core.base import ToolContext

_ENDING = 2
"""Letters that a word may have more in the plural."""


async def destination(context: ToolContext, wanted: str) -> str:
    """The URL to open for a page name, a whole URL or a path.

    Raises:
        ToolError: no page has the name, several do, or the URL may not be opened; the message lists what can be.
    """
    settings, base = context.settings, context.session.page.url
    page = named_page(settings.pages, wanted)
    if page is not None:
        return await context.network.allowed(page.url, base=settings.start_url or context.opened)
    try:
        return await context.network.allowed(wanted, base=base)
    except ToolError as error:
        if _looks_like_address(wanted):
            raise
        names = [known.name for known in settings.pages]
        known = f"The page names are: {', '.join(names)}" if names else "No page names are configured"
        raise ToolError(
            f"there is no page {wanted!r}{nearest(wanted, names)}. {known}. {str(error).partition('. ')[2]}"
        ) from None


def risk_of(context: ToolContext, url: str) -> Risk:
    """How much opening a URL can do: less within the application that the test opened, or has open."""
    settings = context.settings
    known = (context.session.page.url, context.opened, settings.start_url or "")
    home = {_origin(each) for each in known} - {None}
    return "LOW" if not home or _origin(url) in (None, *home) else "MEDIUM"


def _origin(url: str) -> Origin | None:
    try:
        return parse(url).origin
    except ValueError:
        return None


def named_page(pages: Sequence[NamedPage], wanted: str) -> NamedPage | None:
    """The page of this name: spelled the same, else one whose words are all wanted or that has all words wanted.

    Raises:
        ToolError: several pages fit; the message lists them.
    """
    exact = [page for page in pages if page.name.casefold() == wanted.strip().casefold()]
    words = _words(wanted)
    if not exact and not words:
        return None
    same = exact or [page for page in pages if _words(page.name) == words]
    # A name that is a part of what is wanted, and one that what is wanted is a part of, are both meant perhaps.
    fitting = same or [
        page for page in pages if _holds(words, _words(page.name)) or _starts(_words(page.name), words)
    ]
    fitting = fitting or [page for page in pages if _inflected(words, _words(page.name))]
    if len(fitting) > 1:
        names = ", ".join(repr(page.name) for page in fitting)
        raise ToolError(f"{wanted!r} fits several pages: {names}. Give one of these names")
    return fitting[0] if fitting else None


def _words(text: str) -> tuple[str, ...]:
    # An address is no name, whatever words are in it.
    return () if _looks_like_address(text) else tuple(re.findall(r"\w+", text.casefold()))


def _looks_like_address(text: str) -> bool:
    return bool(re.search(r"[/\\?#:@]|\w\.\w", text))


def _holds(words: Sequence[str], part: Sequence[str]) -> bool:
    return bool(part) and set(part) <= set(words)


def _inflected(words: Sequence[str], part: Sequence[str]) -> bool:
    """Whether all of `part` is in `words`, perhaps in the plural: "cars" is "car", and "carpet" is not."""
    return bool(part) and all(
        any(word.startswith(piece) and len(word) <= len(piece) + _ENDING for word in words) for piece in part
    )


def _starts(words: Sequence[str], part: Sequence[str]) -> bool:
    return all(any(word.startswith(piece) for word in words) for piece in part)
