"""A secret that is split by what nobody sees is withheld, and a text made to be slow costs no more than its length."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import signal
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from pytest_webagent.policy import spellings
from pytest_webagent.policy.secrets import Vault
from pytest_webagent.policy.spellings import JOINT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytest_webagent.browser.session import BrowserSession
    from tests.conftest import Site

SPELLINGS = "pytest_webagent.policy.spellings"
READ_IN_MANY_WAYS = rf"(?:\s{{0,20}}{JOINT}\s{{0,20}}|[\u200b\n]|<[^<>]{{1,200}}>){{0,12}}"
HOSTILE = {
    "blanks between joints": "h" + (JOINT + "\xa0" * 20) * 9,
    "line breaks between joints": "h" + ("\n" * 20 + JOINT) * 9,
}
"""Texts of which the old pattern tries years of readings."""


@pytest.fixture(autouse=True)
def _patterns() -> Iterator[None]:
    """Each test makes its own: with a protection taken away they are others."""
    for each in (spellings.veil, spellings._compiled):
        each.cache_clear()
    yield
    for each in (spellings.veil, spellings._compiled):
        each.cache_clear()


@pytest.fixture
def alarm() -> Iterator[None]:
    """Ends the test where a regular expression does not come to an end: after 10 s of the processor's time."""

    def rings(*_: object) -> None:
        raise AssertionError("it does not come to an end")

    if not hasattr(signal, "setitimer"):
        pytest.skip("this system cannot interrupt a regular expression")
    before = signal.signal(signal.SIGVTALRM, rings)
    signal.setitimer(signal.ITIMER_VIRTUAL, 10)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


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
@pytest.mark.parametrize("between", [*UNSEEN, "\n", "\r\n", "\u2028", "\n    ", " ", "\xa0"], ids=ascii)
def test_what_nobody_sees_does_not_split_it(between: str) -> None:
    told = conceals("vW2!xZ9pKq7", f"It is vW2!x{between}Z9pKq7.")
    assert told == "It is %(password)s."


@pytest.mark.held_by(f"{SPELLINGS}._GROUPED", r"(?:[\u200c]){0,12}")
@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("5412751234567890", "5412 7512 3456 7890"),
        ("5412751234567890", "5412-7512-3456-7890"),
        ("739164", "739 164"),
    ],
)
def test_figures_in_groups_are_the_same(secret: str, text: str) -> None:
    assert conceals(secret, f"It is {text}.") == "It is %(password)s."


@pytest.mark.parametrize("text", ["1739 164", "739 1645", "739, 164", "739"])
def test_other_figures_are_told(text: str) -> None:
    assert conceals("739164", text) == text


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


def _row(*texts: str) -> str:
    return (JOINT * 2).join(texts)


ONE_BY_ONE = [
    _row("4", "7", "1", "1"),
    _row("PIN", "4", "7", "1", "1"),
    _row("4", "7", "1", "1", "Next"),
    _row("your PIN: ", " 4 ", " 7 ", " 1 ", " 1 ", "12"),
    _row("9", "47", "11", "8"),
    _row("Step 2", "4", "7", "1", "1", "2 of 3"),
    _row("9", "4711", "8"),
]


@pytest.mark.held_by(f"{SPELLINGS}._BETWEEN", r"(?:[\u200c]){0,12}")
@pytest.mark.parametrize("text", ONE_BY_ONE[:-1], ids=ascii)
def test_figures_in_elements_of_their_own_are_the_pin(text: str) -> None:
    assert "%(password)s" in conceals("4711", text)


def test_the_pin_among_single_figures_is_withheld() -> None:
    assert "%(password)s" in conceals("4711", ONE_BY_ONE[-1])


ROWS = {"keypad": ("1234", "123456789"), "its start": ("4711", "47110"), "its end": ("4711", "94711")}


@pytest.mark.parametrize(("pin", "figures"), ROWS.values(), ids=ROWS)
def test_a_longer_row_of_single_figures_is_told(pin: str, figures: str) -> None:
    for text in (_row("Total", *figures, "of 12"), JOINT + _row(*figures) + JOINT):
        assert conceals(pin, text) == text


KEYPAD = "".join(f"<button>{each}</button>" for each in "123456789")
SCORES = "<table><tr><th>Team<th>1<th>2<th>3<th>4<th>5</tr><tr><td>Reds<td>4<td>7<td>1<td>1<td>0</tr></table>"
BOXES = "<p>Your PIN</p>" + "".join(f"<div>{each}</div>" for each in "4711")


async def test_a_page_with_a_keypad_or_scores_can_be_read(session: BrowserSession, site: Site) -> None:
    session.vault.add({"pin": "4711", "other": "1234"})
    await session.goto(site.page("/", KEYPAD + SCORES))
    seen = await session.observe()
    assert "%(" not in seen.text
    assert [each.name for each in seen.elements if each.role == "button"] == list("123456789")


async def test_a_page_that_shows_it_figure_by_figure_is_read_without_it(
    session: BrowserSession, site: Site
) -> None:
    session.vault.add({"pin": "4711"})
    await session.goto(site.page("/", BOXES))
    seen = await session.observe()
    assert "%(pin)s" in seen.text
    assert not re.search("4.{1,40}7.{1,40}1", seen.text)


LONG = {"a key": "0f1e2d3c4b5a6978" * 4, "a text of lines": "-----BEGIN KEY-----\nMIIEvQ" + "aB3/x+Z=" * 12}
WRITTEN = {
    "as it is": str,
    "backwards": lambda text: text[::-1],
    "in capitals": str.upper,
    "in an address": lambda text: quote(text, safe=""),
    "in HTML": html.escape,
    "in JSON": lambda text: json.dumps(text)[1:-1],
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base64 of more": lambda text: base64.b64encode(f"a:{text}".encode()).decode(),
    "base32": lambda text: base64.b32encode(text.encode()).decode(),
    "hexadecimal": lambda text: text.encode().hex(":"),
}


@pytest.mark.held_by(f"{SPELLINGS}._beginning", lambda value: f"{value}?")
@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)
@pytest.mark.parametrize("secret", LONG.values(), ids=LONG)
def test_a_long_one_is_found_in_each_encoding(secret: str, written: Callable[[str], str]) -> None:
    told = conceals(secret, f"It is {written(secret)}.")
    assert "%(password)s" in told
    assert len(told) < 40


@pytest.mark.held_by(f"{SPELLINGS}._beginning", str)
@pytest.mark.usefixtures("alarm")
def test_new_ones_cost_no_more_than_themselves() -> None:
    vault = Vault()
    for at in range(100):
        vault.add({f"token_{at}": hashlib.sha512(str(at).encode()).hexdigest() * 60})
        assert vault.conceal(f"Step {at}") == f"Step {at}"


def test_names_that_stand_there_stay_and_no_sign_of_a_text_becomes_one() -> None:
    vault = Vault()
    vault.add({"password": "hunter2!Pass", "word": "password", "pin": "4711"})
    text = "%(password)s \ufdd0 \ufdd0\U000f0009 \U000f0001 hunter2!Pass4711"
    assert vault.conceal(text) == "%(password)s \ufdd0 \ufdd0\U000f0009 \U000f0001 %(password)s%(pin)s"
