"""Recordings are replayed on the page they were made on, or they say where it differs: they never pass for another reason.

Each test is about one way in which a recording may lie. Most recordings are made by the builtin model on a page as it was,
and replayed on the page as it is now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from matrix_cases import by_default
from recording_stage import written

from pytest_webagent.errors import ConfigError, Diverged, EnvironmentFailure, GoalNotMet, Inconclusive
from pytest_webagent.recording.recorded_answer import NotRecordedError
from pytest_webagent.recording.recordings import Recordings
from tests.conftest import Answer

if TYPE_CHECKING:
    from recording_stage import Stage

    from tests.conftest import Site

SAVE = "fetch('/save', {method: 'POST', body: %s}).then(answer => { if (answer.ok) %s })"
REMOVE = SAVE % ("this.dataset.name", "said.textContent = this.dataset.name + ' was removed.'")
SAID = '<p role="status" id="said"></p>'
FORMS = {
    "table": ("<table aria-label=Cart>", "<tr><td>{0}</td><td>{1}</td><td>{2}</td></tr>", "</table>"),
    "list": ("<ul>", "<li><h3>{0}</h3><p>{1}</p>{2}</li>", "</ul>"),
    "cards": ("<div>", "<div><h3>{0}</h3><p>{1}</p>{2}</div>", "</div>"),
}


def rows(*names: str, form: str = "table", note: str = "in stock") -> str:
    """Things of a list, each with the same button; `note` stands in the last one."""
    begin, row, end = FORMS[form]
    button = '<button data-name="{0}" onclick="{1}">Remove</button>'
    notes = [*["in stock"] * (len(names) - 1), note]
    told = zip(names, notes, strict=True)
    made = "".join(row.format(name, said, button.format(name, REMOVE)) for name, said in told)
    return f"<h1>Cart</h1>{begin}{made}{end}{SAID}"


GONE = "Click 'Remove' for 'Blue Mug'. What does the status say?"
THREE = ("Red Mug", "Blue Mug", "Tea Bowl")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "note", ["in stock", "goes with the Blue Mug", "goes with <b>Blue Mug</b>", "Blue Mug"]
)
async def test_a_step_is_never_done_at_the_neighbour(stage: Stage, form: str, note: str) -> None:
    text = await stage.record(GONE, rows(*THREE, form=form))
    with pytest.raises(Diverged, match="Blue Mug"):
        await stage.replay(text, GONE, rows("Red Mug", "Tea Bowl", form=form, note=note))
    assert (stage.saved(), await stage.touched()) == ([], [])


@pytest.mark.parametrize("form", by_default(tuple(FORMS), "table"))
async def test_a_step_acts_on_the_named_row_wherever_it_stands(stage: Stage, form: str) -> None:
    text = await stage.record(GONE, rows(*THREE, form=form))
    result = await stage.replay(text, GONE, rows("Tea Bowl", "Red Mug", "Cup", "Blue Mug", form=form))
    assert (result.answer, stage.saved()) == ("Blue Mug was removed.", ["Blue Mug"])


@pytest.mark.parametrize("form", by_default(tuple(FORMS), "table"))
async def test_of_two_rows_with_one_name_none_is_taken(stage: Stage, form: str) -> None:
    text = await stage.record(GONE, rows(*THREE, form=form))
    with pytest.raises(Diverged, match=r"there are 2 of them"):
        await stage.replay(text, GONE, rows("Red Mug", "Blue Mug", "Blue Mug", form=form))
    assert (stage.saved(), await stage.touched()) == ([], [])


SHOP = f"""<h1>Shop</h1><button onclick="{SAVE % ("1", "said.textContent = 'Saved.'")}">Save</button>{SAID}"""
PRESSED = "Click 'Save'. What does the status say?"
COOKIES = """<div role="dialog" aria-label="Cookies" id="pop" style="position: fixed; inset: 0; background: white">
    <p>We use cookies.</p><button onclick="pop.remove()">Agree</button></div>"""
MODAL = """<dialog id="newsletter"><p>Get our newsletter</p><button>No, thanks</button></dialog>
    <script>newsletter.showModal()</script>"""
COVER = """<div style="position: fixed; inset: 0; background: white"><p>Get our newsletter</p></div>"""


async def test_a_popup_that_does_not_come_is_a_step_that_is_named(stage: Stage) -> None:
    asked = "Click 'Agree', then click 'Save'. What does the status say?"
    text = await stage.record(asked, SHOP + COOKIES)
    with pytest.raises(Diverged, match='step 1 of 2, click the button "Agree"'):
        await stage.replay(text, asked, SHOP)
    assert (stage.saved(), await stage.touched()) == ([], [])


@pytest.mark.parametrize(("popup", "named"), [(MODAL, "newsletter"), (COVER, "covered by <div>")])
async def test_what_covers_a_button_is_named_and_not_clicked(stage: Stage, popup: str, named: str) -> None:
    text = await stage.record(PRESSED, SHOP)
    with pytest.raises((Diverged, GoalNotMet), match=named) as caught:
        await stage.replay(text, PRESSED, SHOP + popup)
    assert 'step 1 of 1, click the button "Save"' in str(caught.value)
    assert (stage.saved(), await stage.touched()) == ([], [])


@pytest.mark.parametrize("name", ["data-testid", "id", "name"])
async def test_words_and_test_id_that_lead_to_two_controls_are_both_named(stage: Stage, name: str) -> None:
    before = SHOP.replace("<button", f'<button {name}="save-it"')
    text = await stage.record(PRESSED, before)
    after = f"{SHOP}<button {name}=\"save-it\" onclick=\"fetch('/save', {{method: 'POST'}})\">Delete</button>"
    with pytest.raises(Diverged, match='the button "Save"') as caught:
        await stage.replay(text, PRESSED, after)
    assert '"save-it"' in str(caught.value)
    assert (stage.saved(), await stage.touched()) == ([], [])


CART = "<h1>Cart</h1><dl><dt>Items</dt><dd>2</dd><dt>Total</dt><dd>{}</dd></dl><p role=status>Thank you</p>"
STATED = "The total is $31.00"


WEAKER = (
    'the "Total"',
    "the title",
    "there is any element",
    'there is the "Total"',
    'there is any element that says "Total"',
    'the "Items" = "2"',
    'the "Total" != "$30.00"',
    'the "Total" > "$30.00"',
)


@pytest.mark.parametrize("weaker", WEAKER)
async def test_a_check_passes_only_for_all_that_its_statement_says(stage: Stage, weaker: str) -> None:
    text = written(STATED, kind="check", shown=[weaker])
    with pytest.raises((Diverged, GoalNotMet, Inconclusive)):
        await stage.replay(text, STATED, CART.format("$99.00"), kind="check")


async def test_a_check_that_does_not_hold_any_more_fails(stage: Stage) -> None:
    text = await stage.record(STATED, CART.format("$31.00"), kind="check")
    assert (await stage.replay(text, STATED, CART.format("$31.00"), kind="check")).answer == "holds"
    with pytest.raises(GoalNotMet):
        await stage.replay(text, STATED, CART.format("$99.00"), kind="check")


TOTAL = (
    '<h1>Cart</h1><button onclick="%s">Add a mug</button><dl><dt>Total</dt><dd id="total">$10.00</dd></dl>'
)
ADDED = "Click 'Add a mug'. What is the total?"
AT_ONCE = TOTAL % (SAVE % ("1", "total.textContent = '$20.00'"))
LATER = TOTAL % (SAVE % ("1", "setTimeout(() => { total.textContent = '$20.00' }, 300)"))
ASKED_FOR = (
    TOTAL % (SAVE % ("1", "ask()"))
    + """<script>async function ask() {
    total.textContent = await (await fetch('/total')).text();
    if (total.textContent === '$10.00') setTimeout(ask, 100);
}</script>"""
)


async def test_an_answer_is_not_read_from_before_the_page_has_changed(stage: Stage) -> None:
    text = await stage.record(ADDED, AT_ONCE)
    assert (await stage.replay(text, ADDED, LATER)).answer == "$20.00"


async def test_an_answer_is_not_read_before_the_server_has_stored(stage: Stage, site: Site) -> None:
    text = await stage.record(ADDED, AT_ONCE)
    old = ["$10.00"] * 3
    site.answer("/total", lambda request: Answer(old.pop() if old else "$20.00", content_type="text/plain"))
    assert (await stage.replay(text, ADDED, ASKED_FOR)).answer == "$20.00"


@pytest.mark.parametrize("price", ["$25.00", "$7.50"])
async def test_a_changed_price_is_a_changed_answer(stage: Stage, price: str) -> None:
    text = await stage.record(ADDED, AT_ONCE)
    assert (await stage.replay(text, ADDED, AT_ONCE.replace("$20.00", price))).answer == price


async def test_a_changed_price_is_a_changed_answer_to_a_question(stage: Stage) -> None:
    text = await stage.record("What is the total?", CART.format("$31.00"), kind="get")
    assert await stage.replay(text, "What is the total?", CART.format("$25.00"), kind="get") == "$25.00"


async def test_a_step_without_its_effect_is_news_about_the_site(stage: Stage) -> None:
    text = written(
        PRESSED,
        {"do": 'click the button "Save"', "then": {"there is": 'the status "Saved."'}},
        answer="{the status}",
    )
    shop = SHOP.replace("fetch('/save', {method: 'POST', body: 1})", "Promise.resolve({ok: true})")
    assert (await stage.replay(text, PRESSED, shop)).answer == "Saved."
    with pytest.raises(GoalNotMet, match=r'there is to be the status "Saved\."'):
        await stage.replay(text, PRESSED, SHOP.replace("onclick", "data-was"))


async def test_a_recorded_step_that_saves_nothing_any_more_is_news_about_the_site(stage: Stage) -> None:
    text = await stage.record(PRESSED, SHOP)
    with pytest.raises(GoalNotMet, match="POST /save"):
        await stage.replay(text, PRESSED, SHOP.replace("onclick", "data-was"))


TWICE = """<h1>Profile</h1><button onclick="said.innerHTML = '<h2>Saved.</h2>'">Save name</button>
<button onclick="{}">Save mail</button><div id="said"></div>"""


@pytest.mark.parametrize(
    ("does", "passes"),
    [
        pytest.param("", False, id="nothing"),
        pytest.param("said.innerHTML = '<h2>Saved.</h2>'", True, id="the same message anew"),
        pytest.param(
            "said.innerHTML = ''; setTimeout(() => said.innerHTML = '<h2>Saved.</h2>', 100)", True, id="later"
        ),
    ],
)
async def test_a_message_left_over_is_no_effect_of_the_next(stage: Stage, does: str, passes: bool) -> None:
    asked = "Click 'Save name', then 'Save mail'. What is the heading?"
    then = {"there is": 'the heading "Saved."'}
    text = written(
        asked,
        {"do": 'click the button "Save name"', "then": then},
        {"do": 'click the button "Save mail"', "then": then},
        answer='{the heading "Saved."}',
    )
    if passes:
        assert (await stage.replay(text, asked, TWICE.format(does))).answer == "Saved."
        return
    with pytest.raises(GoalNotMet, match="step 2 of 2"):
        await stage.replay(text, asked, TWICE.format(does))


@pytest.mark.parametrize(
    "other", ["Click 'Delete'. What does the status say?", "Click 'Save'.", f"{PRESSED} Why?"]
)
async def test_a_recording_of_another_goal_is_not_replayed(stage: Stage, other: str) -> None:
    text = await stage.record(PRESSED, SHOP)
    with pytest.raises(ConfigError, match="--webagent-record=missing"):
        await stage.replay(text, other, SHOP)
    assert (stage.saved(), await stage.touched()) == ([], [])


async def test_a_goal_is_no_check_of_the_same_words(stage: Stage) -> None:
    text = written(STATED, {"do": 'click the button "Save"'}, shown=['the "Total" = "$31.00"'])
    with pytest.raises(ConfigError, match="no recording"):
        await stage.replay(text, STATED, CART.format("$31.00"), kind="check")


LOGIN = """<h1>Log in</h1><form action="/in" method="%s"><label>User <input name="user"></label>
<label>Password <input type="password" name="password"></label><button>Log in</button></form>"""
SECRET = "open-sesame"
ENTER = "Type 'ann' into 'User', type '{}' into 'Password' and click 'Log in'. What is the heading?"


@pytest.mark.parametrize("method", ["post", "get"])
async def test_a_secret_is_not_written_and_is_typed_again(stage: Stage, site: Site, method: str) -> None:
    site.page("/in", "<h1>Welcome</h1>")
    text = await stage.record(ENTER.format(SECRET), LOGIN % method)
    assert SECRET not in text
    site.requests.clear()
    result = await stage.replay(text, ENTER.format(SECRET), LOGIN % method)
    (sent,) = site.asked("/in")
    assert (result.answer, sent.query or sent.body.decode()) == ("Welcome", f"user=ann&password={SECRET}")


@pytest.mark.parametrize("status", [500, 422])
async def test_a_save_that_is_refused_is_news_about_the_site(stage: Stage, site: Site, status: int) -> None:
    text = await stage.record(PRESSED, SHOP)
    site.answer("/save", Answer("no", status=status))
    # The page believes that all is well.
    with pytest.raises(GoalNotMet, match=str(status)):
        await stage.replay(text, PRESSED, SHOP.replace("answer.ok", "true"))


async def test_the_first_replay_learns_nothing_from_a_refusal(stage: Stage, site: Site) -> None:
    site.page("/", SHOP)
    made = Recordings("all")
    await stage.work(PRESSED, made, live=True)
    site.answer("/save", Answer("no", status=500))
    with pytest.raises(GoalNotMet, match="500"):
        await stage.work(PRESSED, Recordings("none", made.recorded(looks=False), learns=True))


@pytest.mark.parametrize("status", [500, 422])
async def test_a_form_that_is_refused_is_news_about_the_site(stage: Stage, site: Site, status: int) -> None:
    asked = "Click 'Save'. What is the heading?"
    form = '<form action="/form" method="post"><button>Save</button>'
    site.answer("/form", Answer("<h1>Saved</h1>"))
    text = await stage.record(asked, form)
    site.answer("/form", Answer("<h1>Saved</h1>", status=status))
    # A page that comes with a server error is that of no application.
    with pytest.raises((GoalNotMet, EnvironmentFailure), match=str(status)):
        await stage.replay(text, asked, form)


async def test_a_tab_that_a_step_opens_is_where_its_effect_is_looked_for(stage: Stage, site: Site) -> None:
    site.page("/guide", "<h1>Sizes</h1><dl><dt>Large</dt><dd>400 ml</dd></dl>")
    asked = "Click the 'Size guide' link. What is the heading?"
    mug = "<h1>Mug</h1><a href='/guide' target='_blank'>Size guide</a>"
    text = await stage.record(asked, mug)
    assert "then: {address: /guide}" in text
    assert (await stage.replay(text, asked, mug)).answer == "Sizes"
    await stage.session.context.new_page()
    assert (await stage.session.observe()).url == f"{site.url}/guide"


async def test_an_address_that_has_to_hold_is_that_of_any_host(stage: Stage, site: Site) -> None:
    site.page("/bowls", "<h1>Shop</h1>")
    asked, page = "Click 'Bowls'.", "<h1>Shop</h1><a href='/bowls'>Bowls</a>"
    text = await stage.record(asked, page)
    assert site.url not in text
    assert 'the address that matches "\\\\w(/.*)" = "/bowls"' in text
    assert (await stage.replay(text, asked, page)).status == "done"


PAINTED = """<canvas width="300" height="200" style="position: absolute; left: 0; top: 0"></canvas>
<h1 style="margin-top: 220px">Board</h1><p role="status">Nothing drawn</p>
<script>document.querySelector('canvas').onclick = () => document.querySelector('p').textContent = 'A red dot'</script>"""


async def test_a_point_on_a_canvas_is_not_recorded(stage: Stage) -> None:
    with pytest.raises(NotRecordedError, match="a point that no element tells"):
        await stage.record("Click at (60, 60) in the page. What does the status say?", PAINTED)
