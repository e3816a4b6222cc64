"""Derivations worked out on real pages: frames, shadow roots, tables, forms, hidden text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.claims.derivation import Derivation, Finding
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.page.places import seen
from pytest_webagent.page.process_steps import to_come

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from conftest import Site

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.observation import Observation


@pytest.fixture
def look(session: BrowserSession, site: Site) -> Callable[[str], Awaitable[Observation]]:
    """Open a page with this body and look at it."""

    async def look(html: str) -> Observation:
        await session.goto(site.page("/page", html))
        return await session.observe()

    return look


def the(on: Observation, role: str, said: str = "") -> int:
    """The id of the one element of a role with this name, text or value."""
    found = [
        each.id
        for index, each in enumerate(on.elements)
        if each.role == role and said in (each.name, each.text, each.value, on.full_text(index), "")
    ]
    assert len(found) == 1, f"{len(found)} of {role} {said!r} in\n{on.text}"
    assert found[0] is not None
    return found[0]


def worked(on: Observation, op: Any, *elements: int, **more: Any) -> Finding:
    return work_out(Derivation(op=op, elements=elements, **more), on)


def said(on: Observation, op: Any, *elements: int, **more: Any) -> str:
    finding = worked(on, op, *elements, **more)
    assert finding.holds, finding.problem
    return finding.text


ORDERS = """<html lang=de><title>Bestellungen</title><body>
<table><caption>Bestellungen</caption>
<thead><tr><th>Nummer<th>Datum<th>Summe<th>Menge</thead>
<tbody>
<tr><td>1001<td>3. März 2026<td>1.020,00 €<td><input type=number aria-label=Menge value=2>
<tr><td><a href=/1002>1002</a><td>28. April 2026<td><strong>20</strong>,<sup>50</sup> €<td><input type=number aria-label=Menge value=12>
</tbody></table>
<dl><dt>Kunde<dd>Ann Berg<dt>Rabatt<dd>3,5 %</dl></body></html>"""


async def test_a_table_is_read_in_its_own_language(look: Callable[[str], Awaitable[Observation]]) -> None:
    on = await look(ORDERS)
    assert on.language == "de"
    table = the(on, "table")
    assert said(on, "count", role="row", within=table) == "2"
    first, second = the(on, "cell", "1.020,00 €"), the(on, "cell", "20 , 50 €")
    finding = worked(on, "sum", first, second)
    assert (finding.text, finding.language) == ("1.040,50 €", "de")
    assert said(on, "difference", first, second) == "999,50 €"
    numbers = (the(on, "cell", "1001"), the(on, "link", "1002"))
    dates = (the(on, "cell", "3. März 2026"), the(on, "cell", "28. April 2026"))
    assert said(on, "max", *numbers, by=dates) == "1002"
    assert said(on, "sum", the(on, "spinbutton", "2"), the(on, "spinbutton", "12")) == "14"
    assert worked(on, "compare", first, relation=">", to="1000 EUR").holds
    assert worked(on, "compare", dates[0], relation="=", to="2026-03-03").holds
    assert worked(on, "value", the(on, "spinbutton", "12")).where.startswith(
        'spinbutton "Menge" in row "1002 28.'
    )
    assert said(on, "text", the(on, "definition", "3,5 %")) == "3,5 %"
    assert said(on, "title") == "Bestellungen"


async def test_what_was_typed_or_chosen_and_not_saved_is_no_text_of_the_page(
    look: Callable[[str], Awaitable[Observation]],
) -> None:
    on = await look(
        """<table><tr><td><input value="Main Road 5"><td><select><option>Red<option selected>Blue</select>
        <td><textarea>A remark</textarea><td><label>Qty <input type=number value=12> pieces</label></table>
        <label><input type=radio name=a> Other: <input value="Other place"></label>
        <div contenteditable role=textbox>Typed here</div><div role=gridcell contenteditable>Typed there</div>"""
    )
    for text in ("Main Road 5", "Blue", "A remark", "Other place", "Typed here", "Typed there"):
        assert "there is no visible" in worked(on, "exists", text=text).problem
        assert not worked(on, "exists", role="cell", text=text).holds
        assert not worked(on, "not_exists", text=text).holds
    for each in on.elements:
        if each.role == "cell" and each.id is not None:
            assert worked(on, "text", each.id).text in ("", "Qty pieces", "Qty\nQty pieces\npieces")


async def test_numbers_on_two_lines_of_a_cell_are_two_numbers(
    look: Callable[[str], Awaitable[Observation]],
) -> None:
    on = await look("<table><tr><td>5<br>6<td>7</table><button>Room<br>101</button>")
    cell = the(on, "cell", "5 6")
    assert 'holds 2: "5"; "6"' in worked(on, "sum", cell).problem
    assert said(on, "text", the(on, "button"), pattern="Room (.+)") == "101"
    assert worked(on, "exists", text="Room 101").holds


async def test_elements_in_frames_and_open_shadow_roots_are_evidence(
    look: Callable[[str], Awaitable[Observation]], site: Site
) -> None:
    site.page(
        "/inner",
        "<h2>Payment</h2><ul><li>Fee $1.50</li><li>Tax $0.50</li></ul>"
        "<label>Card holder <input value='Ann Berg'></label><label><input type=checkbox checked>Keep it</label>",
    )
    on = await look(
        f"""<h1>Checkout</h1><iframe title=Payment src='{site.url}/inner' width=400 height=300></iframe>
        <x-total id=host><b slot=label>Total</b></x-total>
        <script>
        host.attachShadow({{mode: 'open'}}).innerHTML =
          '<section aria-label=Sum><slot name=label></slot> <output>$12.00</output>' +
          '<button aria-pressed=true>Gift</button><input aria-label=Code value=SPRING></section>';
        </script>"""
    )
    fee, tax = the(on, "listitem", "Fee $1.50"), the(on, "listitem", "Tax $0.50")
    assert said(on, "sum", fee, tax) == "$2.00"
    assert said(on, "text", fee, pattern=r"Fee (.+)") == "$1.50"
    assert said(on, "value", the(on, "textbox", "Card holder")) == "Ann Berg"
    assert worked(on, "exists", role="checkbox", text="Keep it", state="checked").holds
    total = the(on, "status", "$12.00")
    assert worked(on, "text", total).where == 'status "$12.00" in region "Sum"'
    assert said(on, "difference", total, fee) == "$10.50"
    assert said(on, "value", the(on, "textbox", "Code")) == "SPRING"
    assert worked(on, "exists", role="button", text="Gift", state="pressed").holds
    assert said(on, "count", role="listitem", within=the(on, "iframe")) == "2"
    assert worked(on, "not_exists", role="button", within=the(on, "iframe")).holds
    assert not worked(on, "not_exists", text="Payment").holds


async def test_states_of_real_controls(look: Callable[[str], Awaitable[Observation]]) -> None:
    on = await look(
        """<form><label><input type=checkbox checked>News</label><label><input type=checkbox>Letters</label>
        <fieldset disabled><legend>Card</legend><button>Pay</button></fieldset>
        <input aria-label=Mail required aria-invalid=true value=x><input aria-label=Town readonly value=Rome>
        <textarea aria-label=Remark></textarea>
        <select aria-label=Country><option>France<option selected>Italy</select>
        <select multiple aria-label=Colours><option selected>Red<option>Blue<option selected>Green</select>
        <input type=password aria-label=Secret value=hunter22></form>
        <details open><summary>More</summary>Shown</details><details><summary>Less</summary>Not shown</details>
        <button aria-expanded=false>Menu</button><div role=tablist><button role=tab aria-selected=true>One</button>
        <button role=tab>Two</button></div><script>document.querySelector('textarea').focus()</script>"""
    )
    for role, name, state in (
        ("checkbox", "News", "checked"),
        ("checkbox", "Letters", "unchecked"),
        ("button", "Pay", "disabled"),
        ("textbox", "Mail", "required"),
        ("textbox", "Mail", "invalid"),
        ("textbox", "Town", "readonly"),
        ("textbox", "Remark", "empty"),
        ("textbox", "Remark", "focused"),
        ("textbox", "Remark", "editable"),
        ("button", "Menu", "collapsed"),
        ("tab", "One", "selected"),
        ("tab", "Two", "unselected"),
        ("option", "Italy", "selected"),
        ("option", "Green", "selected"),
        ("textbox", "Secret", "filled"),
    ):
        finding = worked(on, "exists", role=role, text=name, state=state)
        assert finding.holds, f"{name} {state}: {finding.problem}"
        assert not worked(on, "exists", role=role, text=name, state=f"not {state}").holds, name
    assert worked(on, "exists", text="More", state="expanded").holds
    assert worked(on, "exists", text="Less", state="collapsed").holds
    assert said(on, "value", the(on, "combobox", "Country")) == "Italy"
    assert said(on, "value", the(on, "listbox", "Colours")) == "Red, Green"
    assert "is a secret" in worked(on, "value", the(on, "textbox", "Secret")).problem
    assert "hunter22" not in worked(on, "value", the(on, "textbox", "Secret")).problem
    assert worked(on, "not_exists", text="Not shown").holds


async def test_steps_after_the_current_one_are_still_to_come(
    look: Callable[[str], Awaitable[Observation]],
) -> None:
    on = await look(
        """<ol><li>Placed<li aria-current=step>Paid<li>Shipped</ol>
        <div><div>Draft</div><div aria-current=step>Review</div><div>Published</div></div>
        <nav><a href=/open aria-current=page>Open</a> <a href=/closed>Closed</a> <a href=/all>All</a></nav>"""
    )
    assert [each.said for each in seen(on) if to_come(each)] == ["Shipped", "Published"]
    assert worked(on, "exists", role="listitem", text="Paid", state="current").holds
    assert worked(on, "exists", role="link", text="Open", state="current").holds


async def test_hidden_text_is_neither_shown_nor_missing(
    look: Callable[[str], Awaitable[Observation]],
) -> None:
    on = await look(
        """<p>Saved</p><p style="display:none">Removed</p><p style="opacity:0">Payment failed</p>
        <p style="position:absolute;left:-9999px">Skip to content</p>"""
    )
    assert worked(on, "not_exists", text="Removed").holds
    assert worked(on, "not_exists", text="Skip to content").holds
    assert "is hidden" in worked(on, "exists", text="Payment failed").problem
    assert "marked as hidden" in worked(on, "not_exists", text="Payment failed").problem
    (failed,) = (each.id for each in on.elements if each.text == "Payment failed" and each.id is not None)
    assert "is hidden" in worked(on, "text", failed).problem


@pytest.mark.parametrize("html", ["", "<div></div>", "<p hidden>Error</p>"])
async def test_an_empty_page_proves_nothing_missing(
    look: Callable[[str], Awaitable[Observation]], html: str
) -> None:
    on = await look(html)
    assert "shows nothing at all" in worked(on, "not_exists", text="Error").problem
    assert "shows nothing at all" in worked(on, "count", role="row").problem


async def test_what_a_waiting_dialog_says_is_evidence_and_the_page_under_it_is_not(
    session: BrowserSession, look: Callable[[str], Awaitable[Observation]]
) -> None:
    await look("""<p>5 mugs</p><button onclick="confirm('Delete \\'Blue mug\\'?')">Delete</button>""")
    await session.act(lambda: session.page.locator("button").click(timeout=2000))
    on = await session.observe()
    assert said(on, "dialog") == "Delete 'Blue mug'?"
    assert "while a dialog is open" in worked(on, "exists", text="5 mugs").problem
    assert "while a dialog is open" in worked(on, "not_exists", text="6 mugs").problem
    assert said(on, "url", pattern=r"/(\w+)$") == "page"
    assert said(on, "tabs") == "1"
