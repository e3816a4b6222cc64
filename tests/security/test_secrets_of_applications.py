"""What holds secrets back leaves an application's own logging as it is."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent.hooks.results.hidden_secrets import hidden_in_logs
from pytest_webagent.policy.secrets import Vault

if TYPE_CHECKING:
    from collections.abc import Iterator

CANARY = "Kq7#vW2!xZ9p"


@pytest.fixture
def vault() -> Vault:
    """Knows one secret."""
    made = Vault()
    made.add({"password": CANARY})
    return made


@pytest.fixture
def records(vault: Vault) -> Iterator[list[logging.LogRecord]]:
    """What an application's own handler gets, while the secrets of a test are hidden."""
    got: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = got.append  # type: ignore[method-assign]
    logger = logging.getLogger("application")
    logger.addHandler(handler)
    with hidden_in_logs(vault):
        yield got
    logger.removeHandler(handler)


class Unready:
    """What cannot be said yet."""

    def __str__(self) -> str:
        """Raises: it is not there."""
        raise LookupError("nothing is there yet")


@pytest.mark.parametrize("arguments", [("took %s s", 12), ({"event": "paid"},), ("%(a)s", {"a": 1})], ids=str)
def test_a_record_without_secrets_is_the_applications_own(
    records: list[logging.LogRecord], arguments: tuple[Any, ...]
) -> None:
    logging.getLogger("application").warning(*arguments)
    plain = logging.LogRecord("", logging.WARNING, "", 0, arguments[0], arguments[1:], None)
    assert (records[0].msg, records[0].args) == (plain.msg, plain.args)


def test_what_cannot_be_said_fails_no_call_of_the_application(vault: Vault) -> None:
    unready = Unready()
    # By no handler: pytest's own raise what an application's only report.
    with hidden_in_logs(vault):
        record = logging.getLogRecordFactory()("it", logging.INFO, "", 0, "is %s", (unready,), None)
    assert record.args == (unready,)


@pytest.mark.held_by("pytest_webagent.policy.secrets.Vault.conceal", lambda self, value, **_: value)
@pytest.mark.parametrize("arguments", [(f"got {CANARY}",), ("got %s", CANARY), ({"got": CANARY},)], ids=str)
def test_a_record_says_no_secret(records: list[logging.LogRecord], arguments: tuple[Any, ...]) -> None:
    try:
        raise ValueError(CANARY)
    except ValueError:
        logging.getLogger("application").exception(*arguments)
    assert CANARY not in logging.Formatter().format(records[0])
    assert "%(password)s" in records[0].getMessage()
