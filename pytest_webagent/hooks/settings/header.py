"""The line of pytest's header that says what decides a run: model, browser, limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.browser.executable import describe
from pytest_webagent.errors import ConfigError
from pytest_webagent.setting import server_address

if TYPE_CHECKING:
    from pytest_webagent.config import Settings


_RECORDS: Final = {
    "off": "",
    "none": "; recordings are replayed, none is made",
    "missing": "; recordings are replayed, and made where there is none",
    "all": "; everything is recorded anew",
    "verify": "; recordings are replayed, and a model says whether they met their goals",
}


def line(settings: Settings, *, sync_page: bool = False) -> str:
    """One line; nothing is started and no heavy library is loaded for it.

    `sync_page` is whether tests may use pytest-playwright's page, whose browser is not ours.
    """
    limits = f"at most {settings.max_steps} steps and {settings.timeout:g} s per run"
    model = _model(settings.model, settings.model_url)
    if settings.verifier is not None:
        model += f", second opinion {settings.verifier}"
    if settings.grounder is not None:
        model += f"; grounder {_grounder(settings, settings.grounder)}"
    limits += _RECORDS[settings.record]
    if settings.eject is not None:
        limits += f"; what is replayed is written to {settings.eject}"
    return f"webagent: model {model}; browser {describe(settings)}{_reach(settings, sync_page)}; {limits}"


def _reach(settings: Settings, sync_page: bool) -> str:
    """Whether pages are kept to the origins of their tests."""
    if settings.network == "open":
        return ", network open"
    if settings.connect is not None:
        limits = " (as far as routes see: the browser runs elsewhere)"
    else:
        limits = (
            " (pytest-playwright's page: as far as routes see, while the agent works)" if sync_page else ""
        )
    told = "contained" if settings.network == "contained" else "not contained but reported"
    return f", network {told}{limits}"


def _grounder(settings: Settings, name: str) -> str:
    from pytest_webagent.grounding.profiles import profile_of

    try:
        notice = profile_of(name).notice
    except ConfigError:
        # The fixture says so, where a test needs it.
        notice = ""
    return _model(name, settings.grounder_url) + (f" ({notice})" if notice else "")


def _model(name: str, url: str | None) -> str:
    return name if url is None else f"{name} at {server_address(url)}"
