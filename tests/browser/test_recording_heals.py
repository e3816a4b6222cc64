"""A recorded step is done at what its element has become, and never at its neighbour.

Each test has a recording of a page as it was, and replays it on a page that was changed on purpose, or is broken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from recording_stage import written

from pytest_webagent.errors import Diverged
from pytest_webagent.recording.recording import text_of
from pytest_webagent.recording.renaming import kinship

if TYPE_CHECKING:
    from recording_stage import Stage

    from pytest_webagent.geometry import Point
    from pytest_webagent.observation import Observation

SAME = [
    ("Add to cart", "Add to basket"),
    ("Login", "Log in"),
    ("Log in", "Sign in"),
    ("Save", "Save changes"),
    ("Checkout", "Proceed to checkout"),
    ("Remove", "Remove item"),
    ("Delete", "Delete item"),
    ("Cancel order", "Cancel this order"),
    ("Title", "Title:"),
    ("E-mail", "Email"),
    ("Cart", "Cart (2)"),
    ("Reserve", "Reserve now"),
]
NEAR = [
    ("Delete", "Remove"),
    ("Quantity", "Qty"),
    ("Create ticket", "New ticket"),
    ("Post review", "Write review"),
]
OTHER = [
    ("Discount code", "Voucher code"),
    ("Espresso Mug", "Blue Mug"),
    ("Kindred", "Kindled"),
    ("Price: low to high", "Price: high to low"),
    ("Products", "Shop"),
]
DEED = [("Apply", "Redeem"), ("Save", "Preview"), ("Create", "Done")]
CONTRARY = [
    ("Apply", "Clear"),
    ("Pay now", "Buy"),
    ("Save", "Delete"),
    ("Save", "Save as new"),
    ("Save", "Save & new"),
    ("Save", "Save and add another"),
    ("Save", "Save as draft"),
    ("Add item", "Remove item"),
    ("Delete", "Delete all"),
    ("Page 2", "Page 3"),
    ("Page", "Page 2"),
    ("Add one", "Add two"),
    ("First name", "Last name"),
    ("Next", "Previous"),
    ("Subscribe", "Unsubscribe"),
    ("Sign in", "Sign up"),
    ("Log in", "Log out"),
    ("Private", "Public"),
    ("Send me news", "Do not send me news"),
    ("Pay", "Pay later"),
    ("Order 1005", "Order 1006"),
    ("Account", "Delete account"),
    ("Password", "Confirm password"),
    ("Mort", "Mort (audio book)"),
    ("Add to cart", "Add to wishlist"),
    ("Search products", "Search orders"),
]


@pytest.mark.parametrize(
    ("was", "name", "expected"),
    [
        (*pair, expected)
        for pairs, expected in (
            (SAME, "same"),
            (NEAR, "near"),
            (OTHER, "other"),
            (DEED, "deed"),
            (CONTRARY, "contrary"),
        )
        for pair in pairs
    ],
)
def test_how_a_name_is_related_to_another(was: str, name: str, expected: str) -> None:
    assert kinship(was, name) == kinship(name, was) == expected


ASKED = "Do it. What does the status say?"
SAVES = {"request": "POST /save"}
SENDS = (
    "fetch('/save', {method: 'POST', body: this.dataset.name || this.textContent})"
    ".then(answer => { said.textContent = 'Saved.' })"
)

TYPED = SENDS.replace("this.textContent", "this.value")


def page(*parts: str) -> str:
    """A page; ``*`` in a button stands for that it saves the name it has."""
    told = "".join(parts).replace("*", f'type="button" onclick="{SENDS}"')
    return f'<h1>Shop</h1>{told}<p role="status" id="said"></p>'


def step(do: str, *find: str, saves: bool = True) -> str:
    """A recording of one step, which saves something or has no effect that is known."""
    return written(
        ASKED, {"do": do, "find": list(find), "then": SAVES if saves else {}}, answer="{the status}"
    )


def row(name: str, button: str = "Remove", *, attributes: str = "") -> str:
    """A row with a button that saves the name of the row."""
    return f'<tr><td>{name}</td><td>5</td><td><button {attributes} data-name="{name}" *>{button}</button></td></tr>'


def table(*rows: str) -> str:
    """A table with a name."""
    return f"<table aria-label=Cart>{''.join(rows)}</table>"


def listed(*names: str) -> str:
    """A list whose entries have buttons."""
    card = '<li><h3>{0}</h3><p>5</p><button data-name="{0}" *>Remove</button></li>'
    return f"<ul>{''.join(map(card.format, names))}</ul>"


SAVE = 'click the button "Save"'
REMOVE = 'click the button "Remove" in the row "Blue Mug"'
ORDERS = "<h2>My orders</h2><table><thead><tr><th>Order</th><th>Total</th><th></th></tr></thead>{}</table>"

SENDING = '<form><label>Voucher <input name="code"></label>{}</form>'
TO_SEND = f'onclick="event.preventDefault(); {SENDS}"'

HEALS = {
    "a name that says the same": (
        step(SAVE),
        page("<button *>Save changes</button>"),
        "Save changes",
        "words",
    ),
    "synonyms, and an id": (
        step('click the button "Create ticket"', 'id "make"', saves=False),
        page('<button id="make" *>New ticket</button>'),
        "New ticket",
        'id "make"',
    ),
    "another name, two ways, and what is saved": (
        step('click the button "Go"', 'test id "go-on"', 'id "go"'),
        page('<button id="go" data-testid="go-on" *>Search</button><button *>Help</button>'),
        "Search",
        'test id "go-on", id "go"',
    ),
    "another name, and it alone sends the form": (
        step('click the button "Apply"', 'sends the field "code"'),
        page(SENDING.format("<button TO>Redeem</button><button *>Clear</button>").replace("TO", TO_SEND)),
        "Redeem",
        'sends the field "code"',
    ),
    "beside decoys": (
        step(SAVE),
        page(
            "<button *>Save as draft</button><button *>Save changes</button><button *>Saved searches</button>"
        ),
        "Save changes",
        "words",
    ),
    "one of two, told by its id": (
        step(SAVE, 'id "save-it"'),
        page(
            '<p><button *>Save</button></p><form aria-label="Mail"><button id="save-it" data-name="mine" *>Save</button></form>'
        ),
        "mine",
        'id "save-it"',
    ),
    "renamed in all rows": (
        step(REMOVE),
        page(table(row("Red Mug", "Remove item"), row("Blue Mug", "Remove item"))),
        "Blue Mug",
        "words",
    ),
    "without its label, of which a column says the rest": (
        step('click the button "Save total of 1004" in the row "1004"'),
        page(ORDERS.format(row("1002", "Save") + row("1004", "Save"))),
        "1004",
        "words",
    ),
    "a field that is an entry of a form": (
        step('type "M" into the textbox "Title" in the item "Title"', saves=False),
        page(
            f'<p><label>Your title: <input oninput="{TYPED}"></label></p><p><label>Text <input></label></p>'
        ),
        "M",
        "words",
    ),
    "a table that became a list": (step(REMOVE), page(listed("Red Mug", "Blue Mug")), "Blue Mug", "words"),
    "without its label for screen readers": (
        step('click the button "Cancel order 1004" in the row "1004"'),
        page(ORDERS.format(row("1002", "Cancel") + row("1004", "Cancel"))),
        "1004",
        "words",
    ),
}


@pytest.mark.parametrize("how", HEALS)
async def test_a_step_is_done_at_what_its_element_has_become(stage: Stage, how: str) -> None:
    text, html, saved, because = HEALS[how]
    with pytest.raises(Diverged):
        await stage.replay(text, ASKED, html)
    assert (stage.saved(), await stage.touched()) == ([], [])
    result = await stage.replay(text, ASKED, html, heals=True)
    assert (result.answer, stage.saved()) == ("Saved.", [saved])
    (heal,) = result.heals
    assert because in heal.because
    # What is proposed needs no heal.
    healed = text_of(stage.recordings.healed())
    assert heal.now in healed
    again = await stage.replay(healed, ASKED, html)
    assert (again.answer, again.heals, stage.saved()) == ("Saved.", (), [saved] * 2)


FORM = '<form aria-label="Profile"><label>Name <input></label>{}</form>'
BOTH = "<button *>Save and add another</button><button *>Delete</button>"
ONE_MUG = 'click the link "Espresso Mug"'

NEIGHBOURS = {
    "the same button in the row that is left": (step(REMOVE), page(table(row("Red Mug"), row("Tea Bowl")))),
    "its id in another row": (
        step(REMOVE, 'id "take-away"'),
        page(table(row("Red Mug", attributes='id="take-away"'), row("Tea Bowl"))),
    ),
    "its id and test id in another row": (
        step(REMOVE, 'test id "away"', 'id "take-away"'),
        page(table(row("Red Mug", attributes='id="take-away" data-testid="away"'))),
    ),
    "a row whose name begins like that": (step(REMOVE), page(table(row("Red Mug"), row("Blue Mug, large")))),
    "a row that only says the name": (
        step(REMOVE),
        page(
            "<table><tr><td>Tea Bowl</td><td>goes with Blue Mug</td><td><button *>Remove</button></td></tr></table>"
        ),
    ),
    "another button of the row, where other rows have the recorded one": (
        step(REMOVE),
        page(table(row("Red Mug"), row("Blue Mug", "Delete"))),
    ),
    "another button of the row, for almost the same": (
        step(REMOVE),
        page(table(row("Red Mug", "Delete"), row("Blue Mug", "Delete"))),
    ),
    "a button of the same form": (step(SAVE), page(FORM.format(BOTH))),
    "a button of the same form that has the id": (
        step(SAVE, 'id "save-it"'),
        page(FORM.format(BOTH.replace("<button", '<button id="save-it"', 1))),
    ),
    "a button of the same form that has the id and the test id": (
        step(SAVE, 'test id "save"', 'id "save-it"'),
        page(FORM.format(BOTH.replace("<button", '<button id="save-it" data-testid="save"', 1))),
    ),
    "a button with the id that says the opposite": (
        step('click the button "Add item"', 'test id "item"', 'id "item-it"'),
        page('<button id="item-it" data-testid="item" *>Remove item</button>'),
    ),
    "another number under the same id": (
        step('click the button "Pay $10"', 'test id "pay"', 'id "pay-it"'),
        page('<button id="pay-it" data-testid="pay" *>Pay $100</button>'),
    ),
    "two that say the same": (
        step(SAVE),
        page("<button *>Save changes</button><button *>Save item</button>"),
    ),
    "two of one name": (step(SAVE), page("<button *>Save</button><button *>Save</button>")),
    "one that says the same, and another that has the id": (
        step(SAVE, 'id "save-it"'),
        page('<button *>Save changes</button><button id="save-it" *>Print</button>'),
    ),
    "the recorded name without the id, which another has": (
        step(SAVE, 'id "save-it"'),
        page('<button *>Save</button><button id="save-it" *>Save changes</button>'),
    ),
    "another deed, led to by two ways": (
        step('click the button "Apply"', 'test id "code"', 'id "code-it"'),
        page('<button id="code-it" data-testid="code" *>Redeem</button>'),
    ),
    "one of two that send the form": (
        step('click the button "Apply"', 'sends the field "code"'),
        page(SENDING.format("<button TO>Redeem</button><button TO>Check</button>").replace("TO", TO_SEND)),
    ),
    "a hidden one that has the id": (
        step(SAVE, 'id "save-it"'),
        page('<button id="save-it" style="opacity: 0" *>Save changes</button><button *>Save item</button>'),
    ),
    "a hidden one that has the id, and one in sight that says the same": (
        step(SAVE, 'id "save-it"'),
        page('<button id="save-it" hidden *>Save</button><button *>Save changes</button>'),
    ),
    "one that is disabled": (step(SAVE), page("<button disabled *>Save changes</button>")),
    "a link that leads to the same, and is called another product": (
        step(ONE_MUG, 'link to "/save"', saves=False),
        page('<a href="/save">Blue Mug</a>'),
    ),
    "another thing of a list, whose name is a word for the same": (
        step('click the link "Shopping basket" in the listitem "Shopping basket"'),
        page(
            '<ul><li><h3><a href="#a" *>Shopping bag</a></h3></li><li><h3><a href="#b" *>Net</a></h3></li></ul>'
        ),
    ),
    "a thing of a list, where there was a link beside it": (
        step('click the link "Cart"'),
        page(
            '<ul><li><h3><a href="#a" *>Shopping bag</a></h3></li><li><h3><a href="#b" *>Net</a></h3></li></ul>'
        ),
    ),
    "a link of another name, with all its ways": (
        written(
            "Open 'Espresso Mug'. What does the status say?",
            {
                "do": ONE_MUG,
                "find": ['test id "mug"', 'id "the-mug"', 'link to "/save"'],
                "then": {"address": "/save"},
            },
            answer="{the status}",
        ).replace("Open 'Espresso Mug'. What", "Do it. What"),
        page(
            '<ul><li><h3>Blue Mug</h3><a data-testid="mug" id="the-mug" href="/save">Blue Mug</a></li>'
            '<li><h3>Red Mug</h3><a href="/red">Red Mug</a></li></ul>'
        ),
    ),
    "an entry of another kind": (
        step(SAVE, 'id "save-it"'),
        page('<a href="#top" id="save-it" *>Save</a>'),
    ),
    "another name under one way": (
        step('click the button "Go"', 'id "go"'),
        page('<button id="go" *>Search</button>'),
    ),
    "another name under two ways, and no effect to see it by": (
        step('click the button "Go"', 'test id "go-on"', 'id "go"', saves=False),
        page('<button id="go" data-testid="go-on" *>Search</button>'),
    ),
    "synonyms alone": (step('click the button "Create ticket"'), page("<button *>New ticket</button>")),
    "the same field of another part of the form": (
        step(
            'type "Bonn" into the textbox "City" in the section "Billing address"', 'id "city"', saves=False
        ),
        page(
            "<h2>Shipping address</h2><label>City <input id=\"city\" oninput=\"fetch('/save', {method: 'POST', body: 1})\"></label>"
        ),
    ),
    "a button in the row of what was none": (
        step(SAVE),
        page(table(row("Red Mug", "Save changes"), row("Tea Bowl", "Print"))),
    ),
    "two buttons of the row that begin alike": (
        step('click the button "Cancel order 1004" in the row "1004"'),
        page(
            ORDERS.format(
                "<tr><td>1004</td><td>5</td><td><button *>Cancel</button><button *>Cancel invoice</button></td></tr>"
                "<tr><td>1002</td><td>5</td><td><button *>Cancel</button><button *>Cancel invoice</button></td></tr>"
            )
        ),
    ),
}


@pytest.mark.parametrize("how", NEIGHBOURS)
async def test_nothing_is_done_at_a_neighbour(stage: Stage, how: str) -> None:
    text, html = NEIGHBOURS[how]
    with pytest.raises(Diverged):
        await stage.replay(text, ASKED, html, heals=True)
    assert (stage.saved(), await stage.touched()) == ([], [])


async def test_a_name_that_the_goal_quotes_is_not_given_up(stage: Stage) -> None:
    html = page('<button id="go" data-testid="go-on" *>Search</button>')
    for asked, passes in ((ASKED, True), ("Click 'Go'. What does the status say?", False)):
        text = step('click the button "Go"', 'test id "go-on"', 'id "go"').replace(ASKED, asked)
        if passes:
            assert (await stage.replay(text, asked, html, heals=True)).answer == "Saved."
            continue
        with pytest.raises(Diverged):
            await stage.replay(text, asked, html, heals=True)


async def test_a_name_that_the_recording_has_for_something_else_is_not_taken(stage: Stage) -> None:
    ways = ['test id "a"', 'id "b"']
    field = '<label>{} <input id="b" data-testid="a"></label>'
    for other, passes in (("Street", True), ("Shipping city", False)):
        steps = [
            {"do": 'type "Bonn" into the textbox "Billing city"', "find": ways},
            {"do": f'type "Kiel" into the textbox "{other}"'},
        ]
        text = written(ASKED, *steps, {"do": SAVE, "then": SAVES}, answer="{the status}")
        street = "" if other == "Shipping city" else "<label>Street <input></label>"
        html = page(field.format("Shipping city"), street, "<button *>Save</button>")
        if passes:
            assert (await stage.replay(text, ASKED, html, heals=True)).answer == "Saved."
            continue
        with pytest.raises(Diverged):
            await stage.replay(text, ASKED, html, heals=True)


async def test_a_healed_step_without_its_effect_says_nothing_about_the_site(stage: Stage) -> None:
    with pytest.raises(Diverged, match=r"Save changes.*POST /save|POST /save.*Save changes"):
        await stage.replay(step(SAVE), ASKED, page("<button>Save changes</button>"), heals=True)


class Pointing:
    """A grounder that always means the element of one name."""

    def __init__(self, name: str) -> None:
        self.asked: list[str] = []
        self._name = name

    async def locate(self, description: str, observation: Observation) -> Point | None:
        """The middle of that element."""
        self.asked.append(description)
        boxes = [each.box for each in observation.elements if each.name == self._name]
        return boxes[0].center if boxes and boxes[0] is not None else None


@pytest.mark.parametrize(
    ("name", "mode", "passes"),
    [("New ticket", "missing", True), ("Print", "missing", False), ("New ticket", "none", False)],
)
async def test_a_grounder_is_one_way_more_and_is_a_model(
    stage: Stage, name: str, mode: str, passes: bool
) -> None:
    text = step('click the button "Create ticket"')
    html = page("<button *>New ticket</button><button *>Print</button>")
    stage.grounder = pointing = Pointing(name)
    if passes:
        result = await stage.replay(text, ASKED, html, heals=True, mode=mode)
        assert (stage.saved(), result.heals[0].because) == (["New ticket"], "the grounder")
        return
    with pytest.raises(Diverged):
        await stage.replay(text, ASKED, html, heals=True, mode=mode)
    assert stage.saved() == []
    assert bool(pointing.asked) == (mode != "none")
