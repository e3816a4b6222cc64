"""Pages for the builtin model, written down as accessibility trees, and what it answers and does on them."""

import textwrap

from pytest_webagent.browser import aria_tree
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.judging.answer_values import as_a_whole, sayings
from pytest_webagent.messages import Message
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.observation import Box, Element, Observation, Size
from pytest_webagent.ports import ModelRequest
from pytest_webagent.tools.finish import derivations

CLICKABLE = frozenset(
    [
        "button",
        "link",
        "checkbox",
        "radio",
        "combobox",
        "textbox",
        "searchbox",
        "option",
        "tab",
        "switch",
        "menuitem",
        "slider",
    ]
)
FIELDS = frozenset(["textbox", "searchbox", "combobox", "spinbutton"])

CARDS = """
- banner:
  - link "Shop":
    - /url: /
  - link "Cart 2 items":
    - /url: /cart
  - status: 2 items
- main:
  - heading "Mugs" [level=1]
  - combobox "Sort by":
    - option "Price: low to high" [selected]
    - option "Price: high to low"
  - generic:
    - heading "Blue Mug" [level=3]:
      - link "Blue Mug":
        - /url: /blue
    - paragraph: A mug as blue as the sea, nicer than the Red Mug.
    - generic: was $12.00
    - strong: $9.50
    - img "4.5 out of 5 stars"
    - text: 12 reviews
    - button "Add to cart"
  - generic:
    - heading "Red Mug" [level=3]:
      - link "Red Mug":
        - /url: /red
    - paragraph: A red one.
    - strong: $11.00
    - img "4 out of 5 stars"
    - text: 31 reviews
    - button "Add to cart"
  - generic:
    - heading "Espresso Mug" [level=3]:
      - link "Espresso Mug":
        - /url: /espresso
    - paragraph: Small.
    - strong: $7.50
    - img "3.5 out of 5 stars"
    - text: 8 reviews
    - button "Add to cart"
"""

TABLE = """
- heading "Orders" [level=1]
- table:
  - rowgroup:
    - row:
      - columnheader "Number"
      - columnheader "Date"
      - columnheader "Status"
      - columnheader "Total"
      - columnheader "Quantity"
  - rowgroup:
    - row:
      - cell "1001"
      - cell "3 March 2026"
      - cell "Paid"
      - cell "$1,020.00"
      - cell "2"
    - row:
      - cell "1002"
      - cell "28 April 2026"
      - cell "Open"
      - cell "$20.50"
      - cell "9"
    - row:
      - cell "1003"
      - cell "1 January 2026"
      - cell "Paid"
      - cell "$7.25"
      - cell "1"
"""

SUMMARY = """
- heading "Your cart" [level=1]
- list:
  - listitem: "Subtotal: $20.00"
  - listitem: "Shipping: $5.00"
- paragraph:
  - text: "Total:"
  - strong: $25.00
- generic:
  - term: Customer
  - definition: Ann Berg
- paragraph: Your order number is 1005.
- generic:
  - generic: Status
  - generic: Being packed
- alert: Your card was declined.
- status: 1 item
- textbox "Email": ann@x.org
- combobox "Country":
  - option "France" [selected]
  - option "Italy"
- checkbox "Send news" [checked]
- button "Pay" [disabled]
"""


def page(tree, *, title="Page", url="http://shop.test/", dialog=None, language="", notes=()):
    """An observation of a page, from the text of an accessibility tree in Playwright's notation."""
    nodes = aria_tree.parse(textwrap.dedent(tree).strip())
    indexes, elements = {}, []
    for index, node in enumerate(nodes):
        options = tuple(nodes[i].name for i in node.children if nodes[i].role == "option")
        if node.role == "option" and nodes[node.parent].role == "combobox":
            continue
        indexes[index] = len(elements)
        chosen = [nodes[i].name for i in node.children if "selected" in nodes[i].states]
        elements.append(
            Element(
                id=None if node.role == "text" else index + 1,
                role=node.role,
                name=node.name,
                text="" if node.role in FIELDS else node.text,
                value=(", ".join(chosen) or node.text) if node.role in FIELDS else None,
                states=tuple(node.states),
                options=options if node.role == "combobox" else (),
                url=node.url,
                box=Box(0, index * 20, 100, 20),
                parent=None if node.parent is None else indexes[node.parent],
                clickable=node.pointer or node.role in CLICKABLE,
            )
        )
    return Observation(
        generation=1,
        url=url,
        title=title,
        elements=tuple(elements),
        text="",
        viewport=Size(1280, 720),
        dialog=dialog,
        notes=notes,
        language=language,
    )


def check_evidence(call, observations):
    """A call that ends a run with news cites what this follows from: that works out, and comes to the answer.

    `observations` are the pages of the run's steps, the one it ends on last.
    """
    if call.name != "stop" or call.arguments["status"] == "not_understood":
        return
    cited = derivations(call.arguments["evidence"])
    assert cited, f"no evidence: {call.arguments}"
    found = [work_out(each, observations[-1 if each.step is None else each.step - 1]) for each in cited]
    assert [f"{each.derivation.told}: {each.problem}" for each in found if not each.holds] == []
    said = call.arguments["answer"]
    if call.arguments["status"] == "done" and said not in ("yes", "no"):
        told = sayings(found, said)
        assert as_a_whole(said, told), f"{said!r} does not follow from {[each.text for each in told]}"


async def first_call(goal, observation):
    """The first call on a page; what is not there is waited for once, which changes nothing here."""
    model, memory = BuiltinModel(), None
    for step in range(1, 5):
        request = ModelRequest(
            goal=goal, messages=(), tools=(), observation=observation, seconds_left=60, memory=memory
        )
        response = await model.complete(request)
        memory = response.memory
        (call,) = response.tool_calls
        if call.name != "wait":
            check_evidence(call, [observation] * step)
            return call
    raise AssertionError("it waits for ever")


async def last_call(goal, *pages, error="", of="stop"):
    """The call that ends a run which sees these pages, one in each step, the last of them as long as it goes on.

    With an `error`, the first call `of` this tool comes back with it.
    """
    model, memory, messages, seen = BuiltinModel(), None, (), []
    while len(seen) < 30:
        seen.append(pages[min(len(seen), len(pages) - 1)])
        request = ModelRequest(
            goal=goal, messages=messages, tools=(), observation=seen[-1], seconds_left=60, memory=memory
        )
        response = await model.complete(request)
        memory = response.memory
        (call,) = response.tool_calls
        check_evidence(call, seen)
        fails = bool(error) and call.name == of
        if call.name == "stop" and not fails:
            return call
        told = f"Error: {error}" if fails else "Done."
        messages = (Message(role="tool", text=told, tool_call_id=call.id),)
        error = "" if fails else error
    raise AssertionError("it does not come to an end")


async def calls(goal, *pages, told=lambda _: "Done."):
    """The calls of a run that sees these pages one after another, until it stops; `told` answers each."""
    model, memory, messages, made = BuiltinModel(), None, (), []
    for step in range(12):
        observation = pages[min(step, len(pages) - 1)]
        request = ModelRequest(
            goal=goal, messages=messages, tools=(), observation=observation, seconds_left=60, memory=memory
        )
        response = await model.complete(request)
        memory = response.memory
        (call,) = response.tool_calls
        made.append(call)
        if call.name == "stop":
            return made
        messages = (Message(role="tool", text=told(call), tool_call_id=call.id),)
    raise AssertionError("it does not come to an end")


async def answer(goal, observation):
    call = await first_call(goal, observation)
    assert (call.name, call.arguments.get("status")) == ("stop", "done"), call.arguments
    return call.arguments["answer"]


async def refusal(goal, observation):
    call = await first_call(goal, observation)
    assert (call.name, call.arguments.get("status")) == ("stop", "not_understood"), call.arguments
    return call.arguments["answer"]


async def acted_on(goal, observation):
    call = await first_call(goal, observation)
    assert call.name != "stop", call.arguments["answer"]
    element = observation.find(int(call.arguments["element_id"]))
    return (
        call.name,
        element.role,
        observation.full_text(observation.elements[observation.index_of(element)].parent),
    )


def rows(tree):
    """The tree with each row's cells on lines of their own."""
    lines = []
    for line in tree.splitlines():
        head, found, cells = line.partition(": [")
        lines.append(head + ":" if found else line)
        pad = " " * (len(head) - len(head.lstrip()) + 2)
        lines += [f"{pad}- {cell.strip()}" for cell in cells.rstrip("]").split(", ")] if found else []
    return "\n".join(lines)
