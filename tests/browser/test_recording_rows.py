"""Rows are found by the column that tells them, wherever it stands now, and not where only another column speaks of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from matrix_cases import by_default
from recording_stage import written

from pytest_webagent.errors import Diverged, GoalNotMet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from recording_stage import Stage

PAGE = """<h1>Invoices</h1><p role=status id=said></p><table><tr>{0}</tr>{1}</table><script>
const end = async (number, button) => {{ await fetch('/save', {{method: 'POST', body: number}}); {2}
    said.textContent = number + ' was voided'; }};
const state = row => [...row.cells].find(each => each.dataset.head === 'State');</script>"""
BUTTON = "<button onclick=\"end('{}', this)\">{}</button>"
VOIDS = "state(button.closest('tr')).textContent = 'void';"
WORDS = ("Number", "Customer", "State", "Replaces", "Total")
INVOICES = (
    ("AP-3009", "Ann", "sent", "", "$7"),
    ("AP-3010", "Ben", "sent", "", "$5"),
    ("AP-3011", "Cay", "sent", "AP-3009", "$9"),
)
MENTIONED = (INVOICES[0], INVOICES[2], ("AP-3012", "Ben", "sent", "AP-3010", "$5"))
"""The invoice AP-3010 is gone."""


def invoices(
    *told: tuple[str, ...],
    order: tuple[str, ...] = WORDS,
    heads: Mapping[str, str] | None = None,
    first: tuple[str, str] | None = None,
    number: str = "{0}",
    button: str = "Void",
    does: str = VOIDS,
) -> str:
    """A table of invoices; `first` is the head of a column that is put in front, and what stands in it."""
    made = []
    for at, each in enumerate(told):
        known = dict(zip(WORDS, (number.format(each[0]), *each[1:]), strict=True))
        cells = [f"<td>{first[1].format(at + 17)}</td>"] if first else []
        cells += [f"<td data-head={head}>{known[head]}</td>" for head in order]
        made.append(f"<tr>{''.join(cells)}<td>{BUTTON.format(each[0], button)}</td></tr>")
    words = [*([first[0]] if first else []), *((heads or {}).get(each, each) for each in order), ""]
    return PAGE.format("".join(f"<th>{each}</th>" for each in words), "".join(made), does)


VOID = "Click 'Void' in the row of 'AP-3010'. What is the state of 'AP-3010'?"
MIDDLE = ("Customer", "Total", "Number", "State", "Replaces")
OTHER_FIRST = ("Replaces", "State", "Number", "Total", "Customer")
REDESIGNS = {
    "as it was": {},
    "reordered": {"order": MIDDLE},
    "another first": {"order": OTHER_FIRST},
    "a number in front": {"first": ("Id", "{}")},
    "a box in front": {"first": ("<input type=checkbox aria-label='All'>", "<input type=checkbox>")},
    "a box with a name in front": {"first": ("", "<label><input type=checkbox> {}</label>")},
    "a picture in front": {"first": ("", "<img alt='Photo {}' width=9 height=9>")},
    "the head renamed": {"heads": {"Number": "Invoice"}},
    "the head with a sign": {"heads": {"Number": "Number ▲"}, "first": ("Id", "{}")},
    "a link in the middle": {"order": MIDDLE, "number": "<a href=/of/{0}>{0}</a>"},
    "a link with a remark": {"order": MIDDLE, "number": "<a href=/of/{0}>{0}</a> <small>by mail</small>"},
}


@pytest.mark.parametrize("redesign", by_default(tuple(REDESIGNS), but=("as it was", "the head with a sign")))
async def test_a_row_is_found_by_its_column_wherever_that_stands(stage: Stage, redesign: str) -> None:
    text = await stage.record(VOID, invoices(*INVOICES))
    assert 'the button "Void" in the row whose "Number" is "AP-3010"' in " ".join(text.split())
    assert 'changes only: the row whose "Number" is "AP-3010"' in " ".join(text.split())
    assert (await stage.replay(text, VOID, invoices(*INVOICES, **REDESIGNS[redesign]))).answer == "void"
    assert stage.saved() == ["AP-3010"]


@pytest.mark.parametrize("heals", [False, True])
@pytest.mark.parametrize("order", [WORDS, MIDDLE, OTHER_FIRST])
async def test_a_row_that_only_speaks_of_the_one_that_is_gone_is_left_alone(
    stage: Stage, order: tuple[str, ...], heals: bool
) -> None:
    text = await stage.record(VOID, invoices(*INVOICES))
    with pytest.raises(Diverged, match="AP-3010"):
        await stage.replay(text, VOID, invoices(*MENTIONED, order=order), heals=heals)
    assert (stage.saved(), await stage.touched()) == ([], [])


@pytest.mark.parametrize("order", [WORDS, MIDDLE])
async def test_nothing_is_done_where_two_rows_are_meant(stage: Stage, order: tuple[str, ...]) -> None:
    text = await stage.record(VOID, invoices(*INVOICES))
    with pytest.raises(Diverged, match="there are 2 of them"):
        await stage.replay(text, VOID, invoices(*INVOICES, INVOICES[1], order=order))
    assert (stage.saved(), await stage.touched()) == ([], [])


@pytest.mark.parametrize("order", [WORDS, OTHER_FIRST])
async def test_of_two_rows_of_one_customer_the_other_column_tells_which(
    stage: Stage, order: tuple[str, ...]
) -> None:
    text = await stage.record(VOID, invoices(*INVOICES))
    both = 'whose "Customer" is "Ben" and whose "Total" is "$5"'
    text = re.sub(r'whose\s+"Number"\s+is\s+"AP-3010"', both, text)
    html = invoices(("AP-3008", "Ben", "sent", "", "$6"), *INVOICES, order=order)
    assert (await stage.replay(text, VOID, html)).answer == "void"
    assert stage.saved() == ["AP-3010"]


async def test_a_head_that_is_there_tells_the_row_also_on_a_page_with_other_tables(stage: Stage) -> None:
    text = await stage.record(VOID, invoices(*INVOICES))
    seen = f"<table><tr><th>Seen last</th><th></th></tr><tr><td>AP-3010</td><td>{BUTTON.format('x', 'Void')}</td></tr></table>"
    with pytest.raises(Diverged, match="AP-3010"):
        await stage.replay(text, VOID, invoices() + seen)
    assert (await stage.replay(text, VOID, seen + invoices(*INVOICES, order=MIDDLE))).answer == "void"


@pytest.mark.parametrize(
    ("does", "problem"),
    [
        ("", "is as it was"),
        (f"{VOIDS} state(document.querySelectorAll('tr')[1]).textContent = 'void';", "so did"),
    ],
)
async def test_only_the_row_that_is_told_by_its_column_may_change(
    stage: Stage, does: str, problem: str
) -> None:
    text = await stage.record(VOID, invoices(*INVOICES))
    with pytest.raises(GoalNotMet, match=problem):
        await stage.replay(text, VOID, invoices(*INVOICES, order=OTHER_FIRST, first=("Id", "{}"), does=does))


CHEAPEST = "Click 'Void' in the row with the lowest total. What does the status say?"


@pytest.mark.parametrize("total", ["$5", "$8"])
async def test_what_is_chosen_is_told_by_the_recorded_column(stage: Stage, total: str) -> None:
    text = await stage.record(CHEAPEST, invoices(*INVOICES))
    assert "which: " in text
    now = (INVOICES[0], (*INVOICES[1][:4], total), INVOICES[2])
    chosen = "AP-3010" if total == "$5" else "AP-3009"
    html = invoices(*now, order=MIDDLE, first=("Id", "{}"))
    assert (await stage.replay(text, CHEAPEST, html)).answer == f"{chosen} was voided"
    assert stage.saved() == [chosen]


async def test_a_renamed_button_is_healed_in_the_row_that_is_meant(stage: Stage) -> None:
    asked = VOID.replace("Void", "Save")
    text = await stage.record(asked, invoices(*INVOICES, button="Save"))
    html = invoices(*INVOICES, order=OTHER_FIRST, button="Save changes")
    assert (await stage.replay(text, asked, html, heals=True)).answer == "void"
    assert stage.saved() == ["AP-3010"]
    (healed,) = stage.recordings.healed()
    assert 'in the row whose "Number" is "AP-3010"' in healed.steps[0].do


@pytest.mark.parametrize("order", [WORDS, MIDDLE])
async def test_a_row_that_was_told_by_no_column_is_called_by_its_first_cell(
    stage: Stage, order: tuple[str, ...]
) -> None:
    step = {"do": 'click the button "Void" in the row "AP-3010"', "then": {"request": "POST /save"}}
    text = written(VOID, step, answer='{the "State" in the row "AP-3010"}')
    html = invoices(*INVOICES, order=order)
    if order == WORDS:
        assert (await stage.replay(text, VOID, html)).answer == "void"
    else:
        with pytest.raises(Diverged, match="it is not there"):
            await stage.replay(text, VOID, html)


async def test_an_answer_is_read_by_columns(stage: Stage) -> None:
    text = written(VOID, answer='{the "Total" in the row whose "Number" is "AP-3009"}')
    for order in (WORDS, OTHER_FIRST):
        assert (await stage.replay(text, VOID, invoices(*INVOICES, order=order))).answer == "$7"
        with pytest.raises(Diverged, match="nothing on this page is called"):
            await stage.replay(text, VOID, invoices(*INVOICES[1:], order=order))


DUE = """<h1>Account</h1>{0}<button onclick="pay()">Pay half</button>
<script>const due = document.getElementById('due'); const pay = () => {{ {1} }};</script>"""
PAY = "Click 'Pay half'. What is the amount due?"
TERM = "<dl><dt>Amount due</dt><dd id=due>$8</dd></dl>"


@pytest.mark.parametrize(
    ("html", "does", "error"),
    [
        ("<p>You still owe us <b id=due>$8</b> for May.</p>", "due.textContent = '$4'", Diverged),
        (TERM, "due.parentElement.remove()", Diverged),
        (TERM, "", GoalNotMet),
    ],
)
async def test_what_is_to_change_has_to_be_read(stage: Stage, html: str, does: str, error: type) -> None:
    paid = DUE.format(TERM, "due.textContent = '$4'")
    text = await stage.record(PAY, paid)
    assert "changes: " in text
    assert (await stage.replay(text, PAY, paid)).answer == "$4"
    with pytest.raises(error, match="is to change"):
        await stage.replay(text, PAY, DUE.format(html, does))
