"""The line of pytest's header that says what decides a run: model, browser, limits."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pytest_webagent.browser.executable import describe

if TYPE_CHECKING:
    from pytest_webagent.config import Settings


def line(settings: Settings) -> str:
    """One line; nothing is started and no heavy library is loaded for it."""
    limits = f"at most {settings.max_steps} steps and {settings.timeout:g} s per run"
    model = _model(settings)
    if settings.verifier is not None:
        model += f", second opinion {settings.verifier}"
    return f"webagent: model {model}; browser {describe(settings)}; {limits}"


def _model(settings: Settings) -> str:
    if settings.model_url is None:
        return settings.model
    # A URL may carry a user name and password, or a key in its query; neither belongs on a terminal.
    parts = urlsplit(settings.model_url)
    return f"{settings.model} at {parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
