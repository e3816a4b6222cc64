"""What is not in sight is looked for where the words say it is, and elsewhere only in what unfolds; deeds are found behind menus."""

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.agent.loop import Agent
from pytest_webagent.config import Settings
from pytest_webagent.errors import GoalNotMet, Inconclusive
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.tools.toolsets import default_registry


@pytest.fixture
def run(session, site):
    settings = Settings()._replace(screenshots="off")
    agent = Agent(model=BuiltinModel(), session=session, tools=default_registry(), settings=settings)

    async def on(html, goal):
        """What the page noted of what was done to it."""
        await session.goto(site.page("/start", html))
        try:
            await agent.run(goal)
        except (Inconclusive, GoalNotMet):
            return "refused", await session.page.evaluate("done.join('; ')")
        return "done", await session.page.evaluate("done.join('; ')")

    return on


SHELVES = """<html lang=en><title>Depot</title><style>[role=treeitem] + ul {display: none} [aria-expanded=true] + ul {display: block}</style>
<nav><h1>Depot</h1><ul role=tree id=tree></ul></nav><main><h2 id=head>Depot</h2><div id=body></div><p role=status id=said></p></main><script>
const done = [], shelves = {Finance: ['Budget', 'Overview'], Sales: {Forecast: ['North', 'South']}, Legal: ['Contracts']};
const draw = (into, all, depth) => (Array.isArray(all) ? all.map(n => [n]) : Object.entries(all)).forEach(([name, below]) => {
  const li = document.createElement('li'); li.setAttribute('role', 'none'); const a = document.createElement('span');
  Object.entries({role: 'treeitem', tabindex: '-1', 'aria-level': depth}).forEach(e => a.setAttribute(...e)); a.textContent = name; li.append(a);
  if (below) { a.setAttribute('aria-expanded', 'false'); const ul = document.createElement('ul'); ul.setAttribute('role', 'group'); li.append(ul); draw(ul, below, depth + 1);
    TOGGLE }
  else a.onclick = () => { head.textContent = name; done.push('saw ' + name); said.textContent = name + ' is open';
    body.innerHTML = '<button>Approve</button> <label><input type=checkbox> Locked</label>';
    body.querySelector('button').onclick = () => { done.push('approved ' + name); said.textContent = 'Approved' };
    body.querySelector('input').onchange = () => done.push('locked ' + name); };
  into.append(li); });
draw(tree, shelves, 1);</script>"""
BY_KEY = SHELVES.replace(
    "TOGGLE",
    "a.onkeydown = e => e.key === 'ArrowRight' && a.setAttribute('aria-expanded', 'true'); a.onclick = () => done.push('saw ' + name);",
)
BY_CLICK = SHELVES.replace("TOGGLE", "a.onclick = () => a.setAttribute('aria-expanded', 'true');")
OFFICE = """<html lang=en><title>Desk</title><style>[hidden] {display: none}</style><main><h1>Desk</h1>
<button aria-haspopup=menu aria-expanded=false onclick="flip(this, file)">File</button><div role=menu id=file hidden>
<button role=menuitem onclick="flip(this, as)" aria-haspopup=menu aria-expanded=false>Export</button><button role=menuitem onclick="note('printed')">Print</button></div>
<div role=menu id=as hidden><button role=menuitem onclick="note('pdf')">As PDF</button><button role=menuitem onclick="note('csv')">As CSV</button></div>
<div role=tablist><button role=tab aria-selected=true onclick="tab(this, general)">General</button><button role=tab aria-selected=false onclick="tab(this, billing)">Billing (2)</button></div>
<div role=tabpanel id=general aria-label=General><h3><button aria-expanded=false onclick="flip(this, news)">Newsletter</button></h3><div id=news hidden>
<label><input type=checkbox onchange="note('weekly')"> Weekly</label></div></div>
<div role=tabpanel id=billing aria-label=Billing hidden><button onclick="note('renewed')">Renew</button></div>
<p role=status id=said></p></main><script>const done = [];
function note(what) { done.push(what); said.textContent = 'Noted: ' + what }
function flip(at, what) { what.hidden = !what.hidden; at.setAttribute('aria-expanded', !what.hidden) }
function tab(at, what) { for (const each of [general, billing]) each.hidden = each !== what;
  document.querySelectorAll('[role=tab]').forEach(each => each.setAttribute('aria-selected', each === at)) }</script>"""


@pytest.mark.parametrize(
    ("html", "goal", "done"),
    [
        (BY_KEY, "Open Budget in Finance", "saw Budget"),
        (BY_KEY, "Open Finance > Budget", "saw Budget"),
        (BY_KEY, "Open the page 'Budget' (under Finance)", "saw Budget"),
        (BY_KEY, "Open Contracts", "saw Contracts"),
        (BY_KEY, "Open Sales > Forecast > South and click Approve", "saw South; approved South"),
        (BY_KEY, "On the Contracts page, click Approve", "saw Contracts; approved Contracts"),
        (BY_KEY, "Expand Sales and then Forecast. Open North.", "saw North"),
        (BY_CLICK, "On the Budget page (in Finance), tick Locked", "saw Budget; locked Budget"),
        (BY_CLICK, "Expand Legal\nOpen 'Contracts'", "saw Contracts"),
        (OFFICE, "Choose File > Export > As PDF", "pdf"),
        (OFFICE, "Click Print in the File menu", "printed"),
        (OFFICE, "On the Billing tab, click Renew", "renewed"),
        (OFFICE, "Click Renew in the Billing tab", "renewed"),
        (OFFICE, "Tick Weekly in the Newsletter section", "weekly"),
        (OFFICE, "Tick Weekly", "weekly"),
    ],
)
async def test_what_is_not_in_sight_is_looked_for(run, html, goal, done):
    assert await run(html, goal) == ("done", done)


@pytest.mark.parametrize(
    ("html", "goal"),
    [
        (BY_CLICK, "Open Budget in Legal"),
        (BY_CLICK, "Open Overview (under Sales)"),
        (BY_CLICK, "Open Finance > Contracts"),
        (BY_CLICK, "On the Tenders page, click Approve"),
        (OFFICE, "Choose File > Export > As XML"),
        (OFFICE, "On the Invoices tab, click Renew"),
        (OFFICE, "Tick Monthly in the Newsletter section"),
    ],
)
async def test_what_is_not_where_it_is_said_to_be_is_refused(run, html, goal):
    assert await run(html, goal) == ("refused", "")


ORDERS = """<html lang=en><title>Orders</title><style>[hidden] {display: none}</style><main><h1>Orders</h1>
<table><thead><tr><th>No.<th>Customer<th>State<th></tr></thead><tbody id=rows></tbody></table>
<p role=status id=said></p></main><script>const done = [];
[['A-1', 'Ann Bell', 'open'], ['A-2', 'Carl Dorn', 'open'], ['A-3', 'Ann Bell', 'paid'], ['A-4', 'Eva Frey', 'late']].forEach(([no, who, state]) => {
  rows.insertAdjacentHTML('beforeend', `<tr><td>${no}<td>${who}<td>${state}<td><button aria-label="More" aria-expanded=false>⋮</button>
    <div role=menu hidden>${['Mark as paid', 'Send invoice', 'Print label', 'Delete'].map(n => `<button role=menuitem>${n}</button>`).join('')}</div></tr>`);
  const row = rows.lastElementChild, menu = row.querySelector('[role=menu]'), opener = row.querySelector('button');
  opener.onclick = () => { menu.hidden = !menu.hidden; opener.setAttribute('aria-expanded', !menu.hidden) };
  document.addEventListener('keydown', e => { if (e.key === 'Escape') { menu.hidden = true; opener.setAttribute('aria-expanded', false) } });
  menu.querySelectorAll('button').forEach(b => b.onclick = () => { done.push(b.textContent + ' ' + no); said.textContent = b.textContent + ': ' + no; menu.hidden = true; }); });
</script>"""
NOTES = """<html lang=en><title>Board</title><main><h1>Notes</h1><ul id=list></ul><p role=status id=said></p></main><script>const done = [];
[['Mona', 'Idea', 'Shall we paint the hall green?'], ['Paul', 'Problem', 'The door squeaks since Monday.'], ['Mona', 'Problem', 'No light in the cellar.']].forEach(([who, kind, text], at) => {
  list.insertAdjacentHTML('beforeend', `<li><div><b>${who}</b> <span>${kind}</span></div><p>${text}</p><button>👍 ${at}</button> <button>Resolve</button> <button>Pin</button></li>`);
  list.lastElementChild.querySelectorAll('button').forEach((b, n) => b.onclick = () => { const what = ['liked', 'resolved', 'pinned'][n] + ' ' + (at + 1); done.push(what); said.textContent = what; }); });
</script>"""

NAMES = """<html lang=en><title>Boards</title><main><h1>Boards</h1><ul id=list></ul><p role=status id=said></p></main><script>const done = [];
['Garden', 'Kitchen', 'Garage'].forEach(name => { const li = document.createElement('li'); list.append(li); draw(li, name); });
function draw(li, name) {
  li.innerHTML = `<span>${name}</span> <button>Rename</button> <button>Comment</button><div hidden><textarea></textarea><button>Send</button></div>`;
  const [rename, comment, send] = li.querySelectorAll('button');
  rename.onclick = () => { li.innerHTML = `<input value="${name}">`; const field = li.firstChild; field.focus();
    field.onkeydown = e => { if (e.key === 'Enter') { done.push(name + ' is ' + field.value); said.textContent = 'Renamed'; draw(li, field.value) } } };
  comment.onclick = () => { li.querySelector('div').hidden = false };
  send.onclick = () => { done.push(name + ': ' + li.querySelector('textarea').value); said.textContent = 'Sent' }; }
</script>"""


@pytest.mark.parametrize(
    ("html", "goal", "done"),
    [
        (NAMES, "Rename Kitchen to 'Bath'", "Kitchen is Bath"),
        (NAMES, "Rename the board 'Garden' to 'Yard'", "Garden is Yard"),
        (NAMES, "Comment on Garage: 'Needs a door'\nClick Send", "Garage: Needs a door"),
        (
            ORDERS,
            "Remember the customer in the second row. Open the three-dot menu of that row and choose 'Delete'",
            "Delete A-2",
        ),
        (ORDERS, "Delete the order of Eva Frey", "Delete A-4"),
        (ORDERS, "Delete A-2 with the menu in its row", "Delete A-2"),
        (ORDERS, "Delete Carl Dorn with the menu in his row", "Delete A-2"),
        (ORDERS, "Send the invoice for the order of Carl Dorn", "Send invoice A-2"),
        (ORDERS, "Send an invoice for the order in the second row", "Send invoice A-2"),
        (ORDERS, "Print a label for A-3", "Print label A-3"),
        (ORDERS, "Mark the one of Eva Frey as paid", "Mark as paid A-4"),
        (NOTES, "Resolve Paul's problem", "resolved 2"),
        (NOTES, "Like the idea by Mona and pin the problem by Paul", "liked 1; pinned 2"),
        (NOTES, "Pin the note about the cellar", "pinned 3"),
    ],
)
async def test_a_deed_is_found_in_the_menu_of_its_row_or_in_its_card(run, html, goal, done):
    assert await run(html, goal) == ("done", done)


@pytest.mark.parametrize(
    ("html", "goal"),
    [
        (NAMES, "Rename Cellar to 'Bath'"),
        (ORDERS, "Rename A-2 to 'A-7'"),
        (ORDERS, "Delete the order of Ann Bell"),
        (ORDERS, "Send a parcel for the order of Carl Dorn"),
        (ORDERS, "Mark the one of Eva Frey as lost"),
        (ORDERS, "Print a label for A-9"),
        (NOTES, "Resolve Mona's question"),
        (NOTES, "Like the idea by Paul"),
        (NOTES, "Pin the note about the attic"),
    ],
)
async def test_another_deed_or_another_thing_is_not_taken_for_it(run, html, goal):
    assert await run(html, goal) == ("refused", "")
