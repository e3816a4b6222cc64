"""What lets the tests in at the servers they work with: it is withheld without being asked, since no page and no goal needs it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from pytest_webagent.policy.redaction import is_secret_name
from pytest_webagent.policy.secret_names import OF_ADDRESSES
from pytest_webagent.policy.spellings import is_strong

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.config import Settings

_KEYS: Final = ("OPENAI_API_KEY", "AZURE_OPENAI_API_KEY", "AZURE_OPENAI_AD_TOKEN")
_URLS: Final = ("OPENAI_BASE_URL", "AZURE_OPENAI_ENDPOINT")
_SETTINGS: Final = ("model_url", "grounder_url", "connect")
_SHORTEST_KEY: Final = 16
"""A key that is shorter is a placeholder of a server that wants none."""


def server_secrets(settings: Settings | None) -> dict[str, str]:
    """The keys of the model's server, and what the URLs of servers hold: each with what it is called by."""
    keys = {value: name for name in _KEYS if len(value := os.environ.get(name, "")) >= _SHORTEST_KEY}
    urls = {name: os.environ.get(name) for name in _URLS}
    if settings is not None:
        urls |= {f"webagent_{name}": getattr(settings, name) for name in _SETTINGS}
    return {secret: name for name, url in urls.items() for secret in secrets_of(url or "")} | keys


def secrets_of(url: str) -> Iterator[str]:
    """The password of a URL, and what its query holds under a secret name, or too long to be there by chance.

    What is short or a plain word is a placeholder, and stands on many a page.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return
    # A token may stand in the place of either.
    held = [unquote(parts.password or ""), unquote(parts.username or "")]
    for name, value in parse_qsl(parts.query):
        if name.lower() in OF_ADDRESSES or is_secret_name(name) or len(value) >= _SHORTEST_KEY:
            held.append(value)
    yield from filter(is_strong, held)
