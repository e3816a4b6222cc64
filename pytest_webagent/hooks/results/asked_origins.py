"""What a test's browser asked for beyond the test's origins: told where a test failed, and at the end of the session."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from pytest_webagent.config import SETTINGS
from pytest_webagent.hooks.outcome.ledger import PREFIX
from pytest_webagent.hooks.settings.options import settings_of
from pytest_webagent.policy.origins import origin_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pytest

    from pytest_webagent.browser.way_out import WayOut
    from pytest_webagent.hooks.outcome.ledger import Ledger

REFUSED: Final = f"{PREFIX}refused"
ASKED_FOR: Final = f"{PREFIX}asked_for"
"""Properties of a test: a line ``ORIGIN TIMES`` for each origin that is none of the test."""
_KEY: Final = SETTINGS["allowed_origins"].ini
_SECTION: Final = "webagent: refused"
_NOT_OPENED: Final = "webagent: not opened"
_MOST: Final = 20
"""Most origins that are told of as refused."""


def keep(item: pytest.Item, ledger: Ledger, report: pytest.TestReport) -> None:
    """Say of the report what was asked for; at the end of the test keep it."""
    egress = None if ledger.session is None else ledger.session.egress
    found = {} if egress is None else egress.denied()
    if report.failed and egress is not None:
        _tell_why(report, egress)
    if not found:
        return
    contained = ledger.settings.network == "contained"
    if report.failed and contained:
        lines = [*_lines(Counter(found)), "The test may need what is there."]
        report.sections.append((_SECTION, "\n".join(lines)))
    if report.when == "teardown":
        name = REFUSED if contained else ASKED_FOR
        others = [pair for pair in item.user_properties if pair[0] != name]
        told = "\n".join(f"{origin} {times}" for origin, times in found.items())
        item.user_properties[:] = [*others, (name, told)]
        report.user_properties = list(item.user_properties)


def _tell_why(report: pytest.TestReport, egress: WayOut) -> None:
    """Say why a page did not open, where Playwright only knows that its proxy did not connect."""
    # Loaded here and not above: most tests pass.
    from pytest_webagent.browser.arrival import not_opened

    wanted = re.search(r"net::ERR_SOCKS_\w+ at (\S+)", report.longreprtext)
    sentence = wanted and not_opened(wanted[1], wanted[0], egress)
    if sentence:
        report.sections.append((_NOT_OPENED, sentence))


def table(reports: Iterable[pytest.TestReport], config: pytest.Config) -> Iterator[str]:
    """The lines of the summary."""
    refused: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for report in reports:
        for name, value in report.user_properties if report.when == "teardown" else ():
            if name in (REFUSED, ASKED_FOR):
                (refused if name == REFUSED else asked).update(_read(str(value)))
    yield from _lines(refused)
    if asked:
        yield "asked for, and no origin of the tests; of what is new here, keep what the tests need:"
        yield from _to_paste([*_allowed(config), *sorted(filter(_is_origin, asked))], config)


def _allowed(config: pytest.Config) -> Iterator[str]:
    """What the key has to go on saying: what it says, and what an option or the environment says in its place."""
    yield from SETTINGS["allowed_origins"].read(config.getini(_KEY) or (), f"ini key {_KEY}")
    yield from settings_of(config).allowed_origins


def _is_origin(text: str) -> bool:
    """Whether it can be allowed: a browser asks for hosts whose names hold quotes, too."""
    try:
        origin_of(text)
    except ValueError:
        return False
    return True


def _read(told: str) -> dict[str, int]:
    pairs = (line.rpartition(" ") for line in told.splitlines())
    return {origin: int(times) for origin, _, times in pairs}


def _lines(refused: Counter[str]) -> Iterator[str]:
    for origin, times in refused.most_common(_MOST):
        yield f"refused: {origin} ({times} {'time' if times == 1 else 'times'}); allow it by {_KEY} = {origin}"
    if len(refused) > _MOST:
        yield f"... and {len(refused) - _MOST} more origins"
    if refused:
        yield "--webagent-network=report lists all that the tests ask for, ready to be pasted"


def _to_paste(origins: Iterable[str], config: pytest.Config) -> Iterator[str]:
    toml = config.inipath is not None and config.inipath.suffix == ".toml"
    yield f"{_KEY} = [" if toml else f"{_KEY} ="
    yield from (f'    "{origin}",' if toml else f"    {origin}" for origin in dict.fromkeys(origins))
    if toml:
        yield "]"
