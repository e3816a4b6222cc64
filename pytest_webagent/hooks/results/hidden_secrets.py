"""Secrets in what pytest itself tells of a test: its report, with traceback, captured output and properties, and its log."""

from __future__ import annotations

import logging
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent.hooks.outcome.ledger import ledger_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from pytest_webagent.policy.secrets import Vault

_PARTS: Final = ("longrepr", "sections", "user_properties", "wasxfail")
"""What of a report may say something: it goes into the terminal, junit XML and the reports."""
_FORMATTER: Final = logging.Formatter()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Take the secrets of a test out of its report, after all others have had their say."""
    ledger = ledger_of(item)
    vault = None if ledger is None or ledger.session is None else ledger.session.vault
    report = yield
    if vault:
        for name in _PARTS:
            if hasattr(report, name):
                setattr(report, name, _concealed(getattr(report, name), vault))
    return report


def _concealed(part: Any, vault: Vault) -> Any:
    """A part of a report; pytest's own parts of tracebacks are changed where they are."""
    if not type(part).__module__.startswith("_pytest."):
        if isinstance(part, (list, tuple)):
            return type(part)(_concealed(each, vault) for each in part)
        return vault.conceal(part)
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
