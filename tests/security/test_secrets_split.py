"""A secret that is split by what nobody sees is withheld, and a text made to be slow costs no more than its length."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest

from pytest_webagent.policy.secrets import Vault
from pytest_webagent.policy.spellings import JOINT

if TYPE_CHECKING:
    from collections.abc import Iterator

SPELLINGS = "pytest_webagent.policy.spellings"
READ_IN_MANY_WAYS = rf"(?:\s{{0,20}}{JOINT}\s{{0,20}}|[\u200b\n]|<[^<>]{{1,200}}>){{0,12}}"
HOSTILE = {
    "blanks between joints": "h" + (JOINT + "\xa0" * 20) * 9,
    "line breaks between joints": "h" + ("\n" * 20 + JOINT) * 9,
}
"""Texts of which the old pattern tries years of readings."""


@pytest.fixture
def alarm() -> Iterator[None]:
    """Ends the test where a regular expression does not come to an end."""

    def rings(*_: object) -> None:
        raise AssertionError("it does not come to an end")

    if not hasattr(signal, "setitimer"):
        pytest.skip("this system cannot interrupt a regular expression")
    before = signal.signal(signal.SIGALRM, rings)
    signal.setitimer(signal.ITIMER_REAL, 10)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def conceals(secret: str, text: str) -> str:
    vault = Vault()
    vault.add({"password": secret})
    return vault.conceal(text)


@pytest.mark.held_by(f"{SPELLINGS}._BROKEN", READ_IN_MANY_WAYS)
@pytest.mark.usefixtures("alarm")
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_takes_longer_than_its_length(text: str) -> None:
    assert conceals("hunter2!Pass", text) == text


UNSEEN = (
    "\u00ad\u034f\u061c\u180e\u200b\u200d\u202d\u2060\u2061\u2069\ufe0e\ufe0f\ufeff\ufff9\U000e0020\U000e0100"
)


@pytest.mark.held_by(f"{SPELLINGS}._BROKEN", r"(?:[\u200c]){0,12}")
@pytest.mark.parametrize("between", [*UNSEEN, "\n", "\r\n", "\u2028", "\n    "], ids=ascii)
def test_what_nobody_sees_does_not_split_it(between: str) -> None:
    told = conceals("vW2!xZ9pKq7", f"It is vW2!x{between}Z9pKq7.")
    assert told == "It is %(password)s."


@pytest.mark.held_by(f"{SPELLINGS}._BETWEEN", r"(?:[\u200c]){0,12}")
def test_nor_a_short_one() -> None:
    assert conceals("rosebud", "It is rose\u2061bud.") == "It is %(password)s."


@pytest.mark.held_by(f"{SPELLINGS}._BROKEN", r"(?:[\u200c]){0,12}")
@pytest.mark.parametrize("between", ["\n", "\r\n  ", f"{JOINT}", f" {JOINT} "], ids=ascii)
def test_a_secret_of_several_words_is_withheld_over_lines_and_elements(between: str) -> None:
    told = conceals("correct horse 9", f"It is correct{between}horse 9.")
    assert told.replace(JOINT, "") == "It is %(password)s."


@pytest.mark.parametrize("text", ["4\n7\n1\n1", "rose\nbud", "Page\n4711x", "correct\n\nhorses", "👩‍🚀 ❤️ ok"])
def test_what_stands_in_several_lines_is_told(text: str) -> None:
    vault = Vault()
    vault.add({"pin": "4711", "word": "rosebud", "password": "correct horse 9"})
    assert vault.conceal(text) == text
