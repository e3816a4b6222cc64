"""Code for Playwright as text: formatters leave it as it is, names and quotations are right, and long lines are broken."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from pytest_webagent.config import Settings, resolve
from pytest_webagent.errors import ConfigError
from pytest_webagent.policy.secrets import Secret, Vault
from pytest_webagent.recording.call_text import Quotation
from pytest_webagent.recording.ejected_test import file_text, function_name, function_text
from pytest_webagent.recording.playwright_assertions import url_of
from pytest_webagent.recording.playwright_code import Code, Pattern, Source, expect, quoted
from pytest_webagent.recording.playwright_flow import Section
from pytest_webagent.recording.playwright_statements import Block, NotEjectedError, Statement, body, compared
from pytest_webagent.recording.secret_variables import SecretVariables

if TYPE_CHECKING:
    from pathlib import Path

PAGE = Code("page")
TEXTS = (
    "日本語のボタン 😀",
    "Save",
    "Add to cart",
    'It\'s "new"',
    'a "b"',
    "Straße\u00a0→\u200b x\\y",
    "",
    "x" * 70,
    "word " * 19,
)


def formatted(text: str, tmp_path: Path) -> str:
    """A file as a formatter leaves it."""
    file = tmp_path / "test_it.py"
    file.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "ruff", "format", "--isolated", str(file)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return file.read_text(encoding="utf-8")


def locators(chance: random.Random) -> Code:
    """Some locator that a person may write."""
    row = PAGE.then("get_by_role", "row").then("filter", has_text=chance.choice(TEXTS)).as_holder("row")
    frame = PAGE.then("frame_locator", f"iframe[title='{chance.choice(('Payment', 'Map ' * 15))}']")
    start = chance.choice((PAGE, PAGE, row, frame.as_holder("frame")))
    name = chance.choice(TEXTS)
    return chance.choice(
        (
            start.then("get_by_role", chance.choice(("button", "spinbutton")), name=name),
            start.then("get_by_role", "heading", name=name, exact=True),
            start.then("get_by_text", name).then("locator", "+ dd"),
            start.then("get_by_role", "cell").then("nth", chance.randrange(1, 30)),
            start.then("get_by_role", "heading", level=2).attribute("first"),
            start.then("filter", has=PAGE.then("get_by_role", "cell", name=name)),
        )
    )


def statement(chance: random.Random) -> Statement:
    """Something that a test does or expects."""
    where, text = locators(chance), chance.choice(TEXTS)
    texts = tuple(chance.choices(TEXTS, k=chance.randrange(1, 7)))
    does = chance.choice(
        (
            where.then("click"),
            where.then("fill", text),
            where.then("fill", Source('os.environ["PASSWORD"]')),
            where.then("select_option", texts),
            where.then("set_input_files", Source('Path(__file__).parents[1] / "shop/files/garden.png"')),
            expect(where, "to_be_visible"),
            expect(where, "to_have_text", text),
            expect(where, "to_have_text", texts),
            expect(where, "to_have_count", 3),
            expect(PAGE, "to_have_url", Pattern(r"^https?://[^/]+/orders/[^/?#&=]+$")),
        )
    )
    blocks = (
        Block(PAGE.then("expect_response", "**/cart/add/espresso-mug"), "response_info"),
        Block(PAGE.then("expect_event", "dialog"), "dialog_info"),
    )
    asserts = (*compared("dialog_info.value.message", quoted(text)), "assert response_info.value.ok")
    return chance.choice((Statement(does), Statement(does, (), blocks[: chance.randrange(3)], asserts)))


@pytest.mark.skipif(find_spec("ruff") is None, reason="ruff is not installed")
def test_a_formatter_has_nothing_to_do(tmp_path: Path) -> None:
    chance = random.Random(1)
    functions = []
    for number in range(150):
        asked = " ".join(
            chance.choices(("word", "it's", '"quoted"', "back\\slash"), k=chance.randrange(1, 60))
        )
        sections = [
            Section(asked, [statement(chance) for _ in range(chance.randrange(1, 5))])
            for _ in range(chance.choice((1, 1, 2)))
        ]
        fixtures = [f"fixture_{each}" for each in range(chance.choice((0, 1, 8)))]
        context = chance.choice(
            (None, {"viewport": {"width": 800, "height": 600}, "ignore_https_errors": True})
        )
        name = function_name(f"test_{number}[{chance.choice(('a', 'b c ' * 30))}]")
        functions.append(function_text(name, sections, fixtures=fixtures, context=context))
    text = file_text(functions)
    assert formatted(text, tmp_path) == text


@pytest.mark.parametrize("text", [*TEXTS, "\n", "\x00\x7f\x9f\u2028\ufeff", "'\"", "''\"", "\\", "😀", "{x}"])
def test_a_quoted_text_is_read_as_it_was(text: str) -> None:
    assert ast.literal_eval(quoted(text)) == text


@pytest.mark.parametrize("text", [r"^/a\d+$", 'say "x" \\d', "plain"])
def test_a_pattern_is_read_as_it_was(text: str) -> None:
    written = str(PAGE.then("expect_response", Pattern(text)))
    call = ast.parse(written, mode="eval").body
    assert isinstance(call, ast.Call)
    assert isinstance(call.args[0], ast.Call)
    assert ast.literal_eval(call.args[0].args[0]) == text


def test_what_several_statements_begin_with_gets_a_variable_and_what_one_does_not() -> None:
    frame = PAGE.then("frame_locator", "iframe").as_holder("frame")
    row = PAGE.then("get_by_role", "row", name="Mug").as_holder("row")
    fields = [frame.then("get_by_label", name).then("fill", "x") for name in ("Card", "Code")]
    lines = body(
        [*map(Statement, fields), Statement(expect(row.then("get_by_role", "cell"), "to_have_text", "1"))]
    )
    assert lines == [
        '    frame = page.frame_locator("iframe")',
        '    frame.get_by_label("Card").fill("x")',
        '    frame.get_by_label("Code").fill("x")',
        '    expect(page.get_by_role("row", name="Mug").get_by_role("cell")).to_have_text("1")',
    ]


def test_a_variable_is_given_anew_where_another_thing_is_meant() -> None:
    def cell(name: str) -> Statement:
        row = PAGE.then("get_by_role", "row", name=name).as_holder("row")
        return Statement(row.then("get_by_role", "button", name="Delete this one for ever").then("click"))

    lines = body([cell("A" * 20), cell("B" * 20), cell("A" * 20)])
    assert [line.strip() for line in lines if " = " in line] == [
        f'row = page.get_by_role("row", name="{letter * 20}")' for letter in "ABA"
    ]
    assert len(lines) == 6


def test_only_what_is_used_is_imported() -> None:
    plain = function_text("test_it", [Section("Click", [Statement(PAGE.then("reload"))])])
    assert file_text([plain]).startswith("from playwright.sync_api import Page\n\n\n")
    asks = Statement(expect(PAGE, "to_have_url", Pattern("x")))
    types = Statement(PAGE.then("get_by_label", "Code").then("fill", Source('os.environ["CODE"]')))
    text = file_text([function_text("test_it", [Section("Click", [asks, types])], fixtures=["cart"])])
    assert text.partition("\n\n\n")[0].splitlines() == [
        "import os",
        "import re",
        "",
        "import pytest",
        "from playwright.sync_api import Page, expect",
    ]


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("test_a[b-c d]", "test_a_b_c_d"),
        ("TestCart::test_it", "testcart_test_it"),
        ("Search for a mug", "test_search_for_a_mug"),
        ("test_ü[ß]", "test"),
    ],
)
def test_functions_have_names_that_python_takes(name: str, function: str) -> None:
    made = function_name(name)
    assert made.isidentifier()
    assert made.startswith("test_")
    assert function in made


@pytest.mark.parametrize(
    ("address", "fitting", "other"),
    [
        ("/orders/*", "http://x:1/orders/12", "http://x:1/orders/12/edit"),
        ("/a-b/*?page=*", "https://x/a-b/1?page=2", "https://x/old/a-b/1?page=2"),
    ],
)
def test_an_open_address_is_a_regular_expression_of_the_whole(address: str, fitting: str, other: str) -> None:
    import re

    pattern, is_pattern = url_of(address)
    assert is_pattern
    assert re.search(pattern, fitting)
    assert not re.search(pattern, other)
    assert url_of("/cart?x=1") == ("/cart?x=1", False)


def test_secrets_have_names_that_tell_different_ones_apart() -> None:
    secrets, vault = SecretVariables(), Vault()
    given = [
        ("Password", "tea", 1),
        ("Password", "milk", 2),
        ("Password", "tea", 3),
        ("", "x", 4),
        ("2nd code", "y", 5),
    ]
    sources = [secrets.source(Quotation(number), label, value, vault) for label, value, number in given]
    names = [source.text for source in sources if source is not None]
    assert names == [
        f'os.environ["{name}"]'
        for name in ("PASSWORD", "PASSWORD_2", "PASSWORD", "SECRET", "SECRET_2ND_CODE")
    ]
    assert "tea" not in str(secrets.told)


def test_a_secret_that_a_test_names_is_read_from_its_variable() -> None:
    secrets, vault = SecretVariables(), Vault()
    vault.add(
        {"password": Secret("tea", variable="SHOP_PASSWORD"), "pin": "4711", "code": Secret(totp="JBSW")}
    )
    told = [secrets.source(text, "PIN", text, vault) for text in ("%(password)s", "%(pin)s", "mug")]
    assert [each and each.text for each in told] == ['os.environ["SHOP_PASSWORD"]', 'os.environ["PIN"]', None]
    for text in ("%(code)s", "my %(password)s"):
        with pytest.raises(NotEjectedError, match="which is no text that a variable"):
            secrets.source(text, "Code", text, vault)


def test_ejecting_turns_recordings_on_and_is_refused_where_they_are_off() -> None:
    def settings(**given: str) -> Settings:
        return resolve(lambda setting: given.get(setting.name), lambda setting: None, {"CI": "true"})

    assert settings(eject="out").record == "missing"
    assert settings(eject="out", record="none").record == "none"
    assert settings().record == "none"
    with pytest.raises(ConfigError, match="record is off"):
        settings(eject="out", record="off")
