"""Goals that are ambiguous, impossible or beyond the builtin model: it says so, and touches nothing it should not."""

import pytest
from matrix_cases import by_default
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.agent.loop import Agent
from pytest_webagent.errors import GoalNotMet, Inconclusive
from pytest_webagent.model.builtin import planner
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.tools.toolsets import default_registry

PAGE = """
<html><head><title>Team</title></head><body>
<header><nav><a href="/team">Team</a> <a href="/billing">Billing</a></nav></header>
<main>
  <h1>Team</h1>
  <form id="search" action="/found"><input type="search" name="q" aria-label="Search members"><button>Search</button></form>
  <table>
    <thead><tr><th>Name</th><th>Role</th><th>Fee</th><th>Actions</th></tr></thead>
    <tbody>
      <tr><td>Ann Berg</td><td>Editor</td><td>$10.00</td><td><button>Edit</button> <button>Delete</button></td></tr>
      <tr><td>Ben Cole</td><td>Editor</td><td>$10.00</td><td><button>Edit</button> <button>Delete</button></td></tr>
      <tr><td>Cara Diaz</td><td>Owner</td><td>$25.00</td><td><button>Edit</button> <button disabled>Delete</button></td></tr>
    </tbody>
  </table>
  <h2>Invite</h2>
  <label>Email <input type="email" name="email"></label>
  <label>Backup email <input type="email" name="backup"></label>
  <label>Plan <select name="plan"><option>Free</option><option>Team</option></select></label>
  <label><input type="checkbox" name="news"> Send news</label>
  <button type="button" onclick="confirm('Really invite?')">Invite</button>
  <button type="button">Save draft</button> <button type="button">Save template</button>
  <button type="button">Delete account</button>
</main>
<script>
  window.events = [];
  for (const kind of ['click', 'input', 'change', 'submit', 'keydown'])
    document.addEventListener(kind, event => window.events.push(kind + ' ' + (event.target.textContent || event.target.name)), true);
</script>
</body></html>
"""

UNTOUCHED = {
    "two buttons fit": "Click 'Delete'",
    "two buttons fit, unquoted": "Press the edit button",
    "two names are equally near": "Click save",
    "a longer name is another thing": "Delete the account of Dora",
    "there is no such row": "Click 'Delete' in the row of 'Dora Eden'",
    "there is no such number": "Click the fifth Delete button",
    "the cheapest is shared": "Click 'Edit' in the row of the cheapest one",
    "there is no such list": "Open the cheapest hotel",
    "it stands for nothing": "Click it",
    "not everything": "Delete everything",
    "no verb it knows": "Book me something nice",
    "another language": "Lösche Ann Berg",
    "what not to do": "Do not click 'Delete account'",
    "an exception": "Delete all members except Ann Berg",
    "a choice": "Click 'Invite' or 'Save draft'",
    "a loop": "Click 'Invite' until there are no more members",
    "a value left open": "Enter something into the Email field",
    "an empty name": "Click ''",
    "a good step after a bad one": "Make everybody happy, then tick 'Send news'",
    "a question about what is not there": "What is the phone number of Ann Berg?",
    "a comparison that cannot be made": "Which row has the highest salary?",
    "a purpose": "Change the plan so that we save money",
    "a condition of another kind": "If Ann Berg is nice, click 'Invite'",
    "a page that does not exist": "Go to the holidays page",
}


@pytest.fixture
def impatient(monkeypatch):
    """What the page does not show, it does not show later either."""
    monkeypatch.setattr(planner, "_PATIENCE", 0.2)


@pytest.fixture
def agent(session, settings):
    settings = settings._replace(answers="derived", screenshots="off")
    return Agent(model=BuiltinModel(), session=session, tools=default_registry(), settings=settings)


async def events(session):
    return await session.page.evaluate("window.events")


async def test_a_doubtful_goal_is_refused_and_nothing_is_touched(agent, session, site, impatient, subtests):
    await session.goto(site.page("/team", PAGE))
    reasons = {}
    for doubt, goal in UNTOUCHED.items():
        with subtests.test(doubt):
            with pytest.raises(Inconclusive) as refusal:
                await agent.run(goal)
            reasons[doubt] = refusal.value.result.reason
            assert refusal.value.result.status == "not_understood"
            assert "set a language model with --webagent-model" in refusal.value.result.answer
            assert await events(session) == []
            assert [request.path for request in site.requests if request.path != "/favicon.ico"] == ["/team"]
    for candidate in ("button 'Delete' in the row of 'Ann Berg'", "button 'Delete' in the row of 'Ben Cole'"):
        assert candidate in reasons["two buttons fit"]


NOT_OFFERED = {
    "Click 'Delete' in the row of 'Cara Diaz'": "disabled",
    "Choose 'Enterprise' in the Plan dropdown": "Free, Team",
    "Make sure that 'Send news' is ticked": "no",
    "Wait until 'Saved' appears": "did not appear",
}


async def test_what_the_page_does_not_offer_is_news_about_the_page(agent, session, site, impatient, subtests):
    await session.goto(site.page("/team", PAGE))
    for goal, said in NOT_OFFERED.items():
        with subtests.test(goal):
            with pytest.raises(GoalNotMet, match=said):
                await agent.run(goal)
            assert await events(session) == []


async def test_an_unforeseen_confirmation_is_left_unanswered(agent, session, site):
    await session.goto(site.page("/team", PAGE))
    with pytest.raises(Inconclusive, match="whether to accept or dismiss"):
        await agent.run("Click 'Invite'")
    assert "Really invite?" in session.dialog
    await session.answer_dialog(accept=False)


async def test_what_only_lies_in_the_way_does_not_blame_the_page(agent, session, site):
    veil = "<div style='position:fixed;inset:0;background:#0003'></div>"
    await session.goto(site.page("/team", PAGE.replace("</main>", f"</main>{veil}")))
    with pytest.raises(Inconclusive, match=r"could not click button 'Save draft'\. the element is covered"):
        await agent.run("Click 'Save draft'")
    assert agent.runs[-1].status == "not_understood"


async def test_what_was_named_is_not_confused_with_its_neighbours(agent, session, site):
    await session.goto(site.page("/team", PAGE))
    with pytest.raises(Inconclusive, match="the page ignored what was done"):
        await agent.run("Click 'Delete' in the row of 'Ben Cole'")
    (event,) = [event for event in await events(session) if event.startswith("click")]
    assert event == "click Delete"
    assert (
        await session.page.evaluate("document.activeElement.closest('tr').cells[0].textContent") == "Ben Cole"
    )


DESK = """
<html><head><title>Desk</title></head><body>
<nav aria-label="Main"><a href="/desk">Ticket</a> <a href="/help">Help</a></nav>
<h1>New ticket</h1>
<ul aria-label="Waiting">
  <li>Printer jam <span>Floor 2</span> <button>Discard</button></li>
  <li>Lost badge <span>Lobby</span> <button>Discard</button> <button>Grant</button></li>
</ul>
<h2>Archive room</h2>
<table><thead><tr><th>Shelf</th><th>Boxes</th></tr></thead><tbody><tr><td>A</td><td>4</td></tr></tbody></table>
<label>Title <input name="title"></label> <label>Short title <input name="short"></label>
<label>Budget <input name="budget"></label>
<label><input type="checkbox" name="urgent"> Urgent ticket</label>
<label><input type="checkbox" name="copy"> Send me a copy</label>
<button type="button">File</button> <button type="button">File as template</button>
<button type="button">Erase drafts</button>
<p role="status"></p>
<script>
  window.events = [];
  for (const kind of ['click', 'input', 'change'])
    document.addEventListener(kind, event => window.events.push(kind + ' ' + event.target.textContent), true);
</script></body></html>
"""
DOUBTFUL = {
    "a row is not its only button": "Open Printer jam",
    "a row is not its only button, quoted": "Click 'Printer jam'",
    "a part of a row is not the row's button": "Press 'Floor 2'",
    "a deed the row has no button for": "Grant Printer jam",
    "a heading is no button": "Click Archive room",
    "a plain column head sorts nothing": "Sort by boxes",
    "no such dialog": "Click File in the dialog",
    "no such menu": "Press 'File' in the menu",
    "no such table": "Click File in the toolbar",
    "what destroys is said in full": "Click drafts",
    "a box is no button for a verb": "Send me a copy",
    "the first of what?": "Click the first one",
    "a qualified name is another field": "Enter 'x' in the last title",
    "an option's or box's name is no thing": "If there is a copy, click 'File'",
    "a button's name is no thing": "If there is a template, click 'File'",
    "a link's name is no thing": "If there is a ticket, click 'File'",
    "one of two is not there": "Discard Printer jam and Broken chair",
    "it is no text": "Enter it in Title",
    "the same is no text": "Enter 'Lamp' in Title and the same in Short title",
    "somebody's name is no text": "Type our company name into Title",
    "a sum is no text": "Set Budget to 40 plus the old budget",
    "a calculation is no text": "Set Budget to 12 * 5",
    "a day that moves is no text": "Enter tomorrow in Title",
    "an answer given by the goal cannot be read off the page": "Reply with 'done'",
    "an answer without quotes is none either": "Say yes",
    "a statement is no box": "Check that nothing broke",
    "a clause is no thing": "See whether it works",
    "a part of a name may be another deed": "Click template",
    "a yes without a question": "Accept",
}


async def test_what_only_resembles_the_goal_is_not_touched(agent, session, site, impatient, subtests):
    site.page("/desk", DESK)
    for doubt, goal in DOUBTFUL.items():
        if not site.asked("/desk") or await events(session):
            await session.goto(f"{site.url}/desk")
        with subtests.test(doubt):
            with pytest.raises(Inconclusive):
                await agent.run(goal)
            assert await events(session) == []


async def test_a_condition_about_a_message_is_not_met_by_an_empty_status(agent, session, site):
    await session.goto(site.page("/desk", DESK))
    await agent.run("If there is a message, click 'File'")
    assert await events(session) == []
    await agent.run("If there is no message, click 'File'")
    assert await events(session) == ["click File"]


SURE = """<h1>Albums</h1><ul><li>Summer <button onclick="d.showModal()">Delete</button></li><li>Winter</li></ul>
<dialog id="d" aria-label="Delete album"><p>Its 12 photos go, too.</p>
<button onclick="d.close()">Cancel</button><button onclick="d.close(); document.title='gone'">Delete</button></dialog>"""


async def test_a_confirmation_the_page_asks_for_is_not_left_open(agent, session, site):
    await session.goto(site.page("/albums", SURE))
    with pytest.raises(Inconclusive, match="'Delete album' opened and waits for an answer"):
        await agent.run("Delete Summer")
    assert await session.page.title() != "gone"


async def test_the_dialog_that_is_in_the_way_is_named(agent, session, site):
    await session.goto(site.page("/albums", SURE))
    with pytest.raises(Inconclusive, match="'Delete album' is open and covers the page"):
        await agent.run("Delete Summer and then click 'Winter'")


GROUPS = """<h1>Gruppen</h1><button onclick="setTimeout(() => d.showModal(), LATER)">Auflösen</button>
<button>Umbenennen</button> <p role="status" id="said">3 Gruppen</p>
<dialog id="d" aria-label="Gruppe"><p>Gruppe wirklich auflösen?</p>
<button onclick="d.close()">Behalten</button><button onclick="d.close(); document.title='fort'">Ja</button></dialog>"""


@pytest.mark.parametrize("later", by_default({"at once": 0, "late": 300}, "late"))
@pytest.mark.parametrize("goal", ["Click 'Auflösen'", "Click 'Auflösen' and report the title of the page"])
async def test_a_question_of_the_page_in_another_language_is_not_left_open(agent, session, site, goal, later):
    await session.goto(site.page("/groups", GROUPS.replace("LATER", str(later))))
    with pytest.raises(
        Inconclusive, match=r"'Gruppe' opened and waits for an answer.*'Behalten', button 'Ja'"
    ):
        await agent.run(goal)
    assert await session.page.title() != "fort"


async def test_a_question_about_the_open_question_may_be_asked(agent, session, site):
    await session.goto(site.page("/groups", GROUPS.replace("LATER", "0")))
    result = await agent.run("Click 'Auflösen'. How many buttons are in the dialog?")
    assert result.answer == "2"


LEAVE = """<h1>Draft</h1><button onclick="ask.hidden = false">Throw away</button>
<button onclick="document.title = 'Letter'">Rename</button>
<div id="ask" hidden><p>Are you sure? The draft is gone then.</p>
<button onclick="ask.hidden = true; document.title = 'gone'">Yes</button><button onclick="ask.hidden = true">No</button></div>"""


@pytest.mark.parametrize("goal", ["Click 'Throw away'", "Click 'Throw away' and then click 'Rename'"])
async def test_a_question_that_is_no_dialog_is_not_left_open_either(agent, session, site, goal):
    await session.goto(site.page("/draft", LEAVE))
    with pytest.raises(Inconclusive, match=r"Are you sure.*opened and waits for an answer"):
        await agent.run(goal)


async def test_an_answered_question_is_none(agent, session, site):
    await session.goto(site.page("/draft", LEAVE))
    await agent.run("Click 'Throw away' and confirm")
    assert await session.page.title() == "gone"


async def test_a_question_that_stood_there_from_the_start_is_not_asked_by_the_run(agent, session, site):
    await session.goto(site.page("/draft", LEAVE.replace('id="ask" hidden', 'id="ask"')))
    result = await agent.run("Click 'Rename'")
    assert result.status == "done"
