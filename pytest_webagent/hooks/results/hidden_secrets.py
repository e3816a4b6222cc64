"""Secrets in what pytest itself tells of a test: its report, with traceback, captured output and properties, warnings, and its log."""

from __future__ import annotations

import logging
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent.hooks.outcome.item_secrets import begin, hidden, know, running, vaults_of

if TYPE_CHECKING:
    import warnings
    from collections.abc import Generator, Iterator

    from pytest_webagent.policy.secrets import Vault

_PARTS: Final = ("longrepr", "sections", "user_properties", "wasxfail")
"""What of a report may say something: it goes into the terminal, junit XML and the reports."""
_comparing_key = pytest.StashKey[bool]()
_FORMATTER: Final = logging.Formatter()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Know which test is run."""
    begin(item)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Know the secrets of a test as soon as they are there: not every test that has them has a browser."""
    __tracebackhide__ = True
    made = yield
    if fixturedef.argname == "webagent_secrets":
        know(request.node, made)
    return made


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Take the secrets of a test out of its report, after all others have had their say."""
    # Our first hook, where the fixtures of a test were what called for us.
    begin(item)
    vaults = vaults_of(item.config)
    report = yield
    for vault in vaults:
        for name in _PARTS:
            if hasattr(report, name):
                setattr(report, name, _concealed(getattr(report, name), vault))
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_assertrepr_compare(config: pytest.Config, op: str, left: object, right: object) -> Any:
    """Have what an assertion compares told without secrets: pytest cuts texts off, also in the middle of one."""
    item = running(config)
    if item is None or config.stash.get(_comparing_key, False):
        return None
    told = _shown(config, left), _shown(config, right)
    if told[0] is left and told[1] is right:
        return None
    config.stash[_comparing_key] = True
    try:
        found = item.ihook.pytest_assertrepr_compare(config=config, op=op, left=told[0], right=told[1])
    finally:
        config.stash[_comparing_key] = False
    return next(filter(None, found), None)


def _shown(config: pytest.Config, value: Any) -> Any:
    """What is compared; where it tells a secret, the same without, or its words where it cannot be changed."""
    # What cannot be told is nothing that is told.
    with suppress(Exception):
        was = value if isinstance(value, str) else repr(value)
        if (told := hidden(config, was)) != was:
            made = hidden(config, value)
            return made if hidden(config, repr(made)) == repr(made) else _Words(told)
    return value


class _Words:
    """Stands for what is told with these words."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


class HiddenInWarnings:
    """Takes the secrets of the test that is run out of warnings, before anybody tells them."""

    def __init__(self, config: pytest.Config) -> None:
        """For a session."""
        self._config = config

    @pytest.hookimpl(tryfirst=True)
    def pytest_warning_recorded(self, warning_message: warnings.WarningMessage) -> None:
        """Change the warning itself: in a worker of pytest-xdist it is handed on."""
        if isinstance(warning_message.message, Warning):
            for vault in vaults_of(self._config):
                vault.conceal_error(warning_message.message)


def _concealed(part: Any, vault: Vault) -> Any:
    """A part of a report; pytest's own parts of tracebacks are changed where they are."""
    if not type(part).__module__.startswith("_pytest."):
        if isinstance(part, (list, tuple)):
            return type(part)(_concealed(each, vault) for each in part)
        return vault.conceal(part, cut=True)
    for name, each in vars(part).items():
        if name != "style":
            object.__setattr__(part, name, _concealed(each, vault))
    return part


@contextmanager
def hidden_in_logs(vault: Vault) -> Iterator[None]:
    """Meanwhile no record that is logged says a secret of the test, whoever logs it."""
    make = logging.getLogRecordFactory()

    def concealed(*arguments: Any, **others: Any) -> logging.LogRecord:
        record = make(*arguments, **others)
        if vault:
            _conceal(record, vault)
        return record

    logging.setLogRecordFactory(concealed)
    try:
        yield
    finally:
        logging.setLogRecordFactory(make)


def _conceal(record: logging.LogRecord, vault: Vault) -> None:
    """Take the secrets out of a record; one that has none stays what it is, for those who look at its parts."""
    # What cannot be put together is told by logging itself, where the application wants it.
    with suppress(Exception):
        told = record.getMessage()
        if (hidden := vault.conceal(told)) != told:
            record.msg, record.args = hidden, ()
    with suppress(Exception):
        if record.exc_info and record.exc_info[0] is not None:
            raised = _FORMATTER.formatException(record.exc_info)
            if (hidden := vault.conceal(raised)) != raised:
                record.exc_text = hidden
