"""What else on a page the words of a goal may mean: lies that name another thing, each with its honest twin."""

import dataclasses
import re

import pytest
from evidence_stories import act, click, doubts, element, exists, number, page, problems, text, value

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.geometry import Box
from pytest_webagent.page.names import names
from pytest_webagent.page.places import Place
from pytest_webagent.page.tables import column

ROOMS = page(
    """
    - main:
      - heading "Rooms"
      - article "Garden Single":
        - heading "Garden Single" [level=3]
        - deletion: £92
        - strong: £78
        - list:
          - listitem: Sleeps 1
          - listitem: 14 m²
      - article "Attic Twin":
        - heading "Attic Twin" [level=3]
        - strong: £99
        - list:
          - listitem: Sleeps 2
          - listitem: 19 m²
      - article "Harbour Double":
        - heading "Harbour Double" [level=3]
        - strong: £124
        - list:
          - listitem: Sleeps 2
          - listitem: 22 m²
      - paragraph: "Late check-out: £20"
      - paragraph: "Storage: 37 GB of 50 GB used" """
)
ORDERS = page(
    """
    - heading "Orders"
    - table "Orders":
      - row:
        - columnheader "Order"
        - columnheader "Customer"
        - columnheader "Status"
        - columnheader "Net"
        - columnheader "Gross"
      - row:
        - cell "A-1"
        - cell "Ann Lee"
        - cell "Open"
        - cell "$100.00"
        - cell "$110.00"
      - row:
        - cell "A-2"
        - cell "Bob Ray"
        - cell "Paid"
        - cell "$200.00"
        - cell "$220.00"
      - row:
        - cell "A-3"
        - cell "Cyd Orr"
        - cell "Open"
        - cell "$300.00"
        - cell "$330.00" """
)


def cited(seen, op, *texts, **more):
    """A derivation over the smallest elements that say some texts."""
    return Derivation(op=op, elements=tuple(_id(seen, each) for each in texts), **more)


def _id(seen, says):
    found = [
        each.id
        for at, each in enumerate(seen.elements)
        if each.id is not None and says in (each.name, each.text, seen.full_text(at))
    ]
    return found[-1]


@pytest.mark.parametrize(
    ("seen", "goal", "lie", "truth"),
    [
        pytest.param(
            ORDERS,
            "What is the status of the order of Bob Ray?",
            ("Open", cited(ORDERS, "text", "Open")),
            ("Paid", cited(ORDERS, "text", "Paid")),
            id="another row",
        ),
        pytest.param(
            ORDERS,
            "What is the net amount of A-2?",
            ("$220.00", cited(ORDERS, "text", "$220.00")),
            ("$200.00", cited(ORDERS, "text", "$200.00")),
            id="another column",
        ),
        pytest.param(
            ROOMS,
            "What does a late check-out cost?",
            ("£99", cited(ROOMS, "text", "£99")),
            ("£20", cited(ROOMS, "text", "Late check-out: £20", pattern="£.*")),
            id="another label",
        ),
        pytest.param(
            ROOMS,
            "What is the price of the Garden Single?",
            ("£92", cited(ROOMS, "text", "£92")),
            ("£78", cited(ROOMS, "text", "£78")),
            id="what is struck through",
        ),
        pytest.param(
            ROOMS,
            "What did the Garden Single cost before?",
            ("£78", cited(ROOMS, "text", "£78")),
            ("£92", cited(ROOMS, "text", "£92")),
            id="what was before",
        ),
        pytest.param(
            ROOMS,
            "What was the original price of the Garden Single?",
            ("£78", cited(ROOMS, "text", "£78")),
            ("£92", cited(ROOMS, "text", "£92")),
            id="what was original",
        ),
        pytest.param(
            ROOMS,
            "How big is the Attic Twin?",
            ("19 square feet", cited(ROOMS, "text", "19 m²")),
            ("19 square metres", cited(ROOMS, "text", "19 m²")),
            id="another unit",
        ),
        pytest.param(
            ROOMS,
            "How much storage is used?",
            ("50 GB", cited(ROOMS, "text", "Storage: 37 GB of 50 GB used", pattern="of (.*) used")),
            ("37 GB", cited(ROOMS, "text", "Storage: 37 GB of 50 GB used", pattern=": (.*) of")),
            id="the whole for the part",
        ),
        pytest.param(
            ORDERS,
            "Report the customer and the status of A-2.",
            ("Bob Ray", cited(ORDERS, "text", "Bob Ray")),
            ("Bob Ray, Paid", cited(ORDERS, "join", "Bob Ray", "Paid")),
            id="one of two things",
        ),
        pytest.param(
            ORDERS,
            "Is the order of Ann Lee open or paid?",
            ("paid", cited(ORDERS, "text", "Open")),
            ("open", Derivation(op="text", elements=(element(ORDERS, "cell", "Open").id,))),
            id="the other of two",
        ),
        pytest.param(
            ORDERS,
            "Is the order of Ann Lee paid?",
            ("Yes", exists(ORDERS, "cell", "Ann Lee")),
            ("No, it is open.", Derivation(op="text", elements=(element(ORDERS, "cell", "Open").id,))),
            id="yes for no",
        ),
        pytest.param(
            ORDERS,
            "Is the gross amount of A-1 above that of A-2?",
            ("Yes", [cited(ORDERS, "text", "$110.00"), cited(ORDERS, "text", "$220.00")]),
            ("No", [cited(ORDERS, "compare", "$110.00", "$220.00", relation="<")]),
            id="a comparison turned round",
        ),
    ],
)
def test_a_value_of_something_else_is_refused_and_that_of_the_thing_itself_stands(seen, goal, lie, truth):
    answer, evidence = lie
    assert doubts(goal, answer, evidence if isinstance(evidence, list) else [evidence], [seen])
    answer, evidence = truth
    assert not problems(goal, answer, evidence if isinstance(evidence, list) else [evidence], [seen])


@pytest.mark.parametrize(
    ("seen", "goal", "lie", "truth"),
    [
        pytest.param(
            ORDERS,
            "How many orders are open?",
            ("1", cited(ORDERS, "count", "A-1")),
            ("2", cited(ORDERS, "count", "A-1", "A-3")),
            id="count too few",
        ),
        pytest.param(
            ORDERS,
            "List the customers of the open orders.",
            ("Ann Lee, Bob Ray", cited(ORDERS, "join", "Ann Lee", "Bob Ray")),
            ("Ann Lee, Cyd Orr", cited(ORDERS, "join", "Ann Lee", "Cyd Orr")),
            id="list with one exchanged",
        ),
        pytest.param(
            ORDERS,
            "How much do the orders of Ann Lee and Bob Ray come to in gross?",
            ("$440.00", cited(ORDERS, "sum", "$110.00", "$330.00")),
            ("$330.00", cited(ORDERS, "sum", "$110.00", "$220.00")),
            id="sum of another",
        ),
        pytest.param(
            ORDERS,
            "How many orders have a gross amount above $200?",
            ("3", cited(ORDERS, "count", "A-1", "A-2", "A-3")),
            ("2", cited(ORDERS, "count", "A-2", "A-3")),
            id="count by a bound",
        ),
        pytest.param(
            ROOMS,
            "How many rooms sleep 2?",
            ("1", cited(ROOMS, "count", "Attic Twin")),
            ("2", cited(ROOMS, "count", "Attic Twin", "Harbour Double")),
            id="count of cards",
        ),
        pytest.param(
            ROOMS,
            "Which room is the cheapest?",
            ("Attic Twin", [cited(ROOMS, "text", "Attic Twin"), cited(ROOMS, "text", "£99")]),
            ("Garden Single", [cited(ROOMS, "text", "Garden Single"), cited(ROOMS, "text", "£78")]),
            id="not the cheapest",
        ),
        pytest.param(
            ROOMS,
            "Which is larger, the Garden Single or the Attic Twin?",
            ("Garden Single", [cited(ROOMS, "text", "Garden Single"), cited(ROOMS, "text", "14 m²")]),
            ("Attic Twin", [cited(ROOMS, "text", "Attic Twin"), cited(ROOMS, "text", "19 m²")]),
            id="the lesser of two",
        ),
        pytest.param(
            ORDERS,
            "What is the difference between the net amounts of A-1 and A-3?",
            ("$220.00", cited(ORDERS, "difference", "$330.00", "$110.00")),
            ("$200.00", cited(ORDERS, "difference", "$300.00", "$100.00")),
            id="difference of another column",
        ),
    ],
)
def test_what_is_asked_of_several_things_is_worked_out_over_those_that_are_meant(seen, goal, lie, truth):
    answer, evidence = lie
    assert problems(goal, answer, evidence if isinstance(evidence, list) else [evidence], [seen])
    answer, evidence = truth
    assert not problems(goal, answer, evidence if isinstance(evidence, list) else [evidence], [seen])


def test_words_that_nothing_on_the_page_explains_decide_nothing():
    """A list may be narrowed down by what only a person knows."""
    assert not problems("How many overdue orders are there?", "1", [cited(ORDERS, "count", "A-1")], [ORDERS])


BERTHS = page(
    """
    - table:
      - row:
        - columnheader "Berth"
        - columnheader "State"
"""
    + "\n".join(
        f"""      - row:
        - cell "{berth}"
        - cell "{state}\""""
        for berth, state in zip(("A01", "A02", "B01", "B02"), ("free", "free", "free", "let"), strict=True)
    )
)


@pytest.mark.parametrize(("name", "berths"), [("pontoon A", ("A01", "A02")), ("pontoon B", ("B01",))])
def test_a_letter_behind_a_word_tells_one_of_several(name, berths):
    goal, evidence = f"How many free berths does {name} have?", [cited(BERTHS, "count", *berths)]
    assert not problems(goal, str(len(berths)), evidence, [BERTHS])
    # Without one all are meant.
    assert "3 of 4 are meant" in problems(
        "How many free berths does the pontoon have?", str(len(berths)), evidence, [BERTHS]
    )


# What was done.

SETTINGS = """
    - heading "Settings"
    - radiogroup "Tip":
      - radio "10%"{ten}
      - radio "15%"{fifteen}
    - switch "Night rate"{night}
    - switch "Newsletter"{news}
    - status: {said}
    - button "Save changes" """


def settings(ten=" [checked]", fifteen="", night=" [checked]", news="", said="Ready"):
    return page(SETTINGS.format(ten=ten, fifteen=fifteen, night=night, news=news, said=said))


def test_the_option_that_the_goal_names_is_the_one_chosen():
    before, wrong = settings(), settings(said="Tip changed")
    goal, said = "Change the tip to 15%.", [text(wrong, "status", "Tip changed")]
    clicked = [click(1, before, "radio", "10%")]
    assert '"15%"' in problems(goal, "done", said, [before, wrong], clicked)
    right = settings(ten="", fifteen=" [checked]", said="Tip changed")
    clicked = [click(1, before, "radio", "15%")]
    assert not problems(goal, "done", [text(right, "status", "Tip changed")], [before, right], clicked)


def test_what_is_to_be_off_is_not_on():
    before = settings()
    goal = "Switch Newsletter on and Night rate off."
    half = settings(news=" [checked]")
    clicked = [click(1, before, "switch", "Newsletter")]
    shown = [exists(half, "switch", "Newsletter", state="checked")]
    assert '"Night rate" to be off' in problems(goal, "done", shown, [before, half], clicked)
    both = settings(news=" [checked]", night="")
    clicked += [click(2, half, "switch", "Night rate")]
    shown = [
        exists(both, "switch", "Newsletter", state="checked"),
        exists(both, "switch", "Night rate", state="unchecked"),
    ]
    assert not problems(goal, "done", shown, [before, half, both], clicked)


INBOX = """
    - list "People":
      - listitem:
        - button "Ann"
        - text: last seen today
      - listitem:
        - button "Bob"
        - text: last seen today
    - region "Chat":
      - heading "{who}"
      - paragraph: "{said}"
      - button "Block {who}"
    - status: {news}"""


def inbox(who="Ann", said="Lunch at one?", news="Ready"):
    return page(INBOX.format(who=who, said=said, news=news))


def test_what_a_panel_says_is_said_of_the_thing_it_is_open_for():
    start, ann, bob = inbox("Nobody", ""), inbox(), inbox("Bob", "The key is under the mat.")
    goal = "What does Bob write?"
    opened = [click(1, start, "button", "Ann")]
    wrong = [text(ann, "paragraph", "Lunch at one?")]
    assert "Bob" in doubts(goal, "Lunch at one?", wrong, [start, ann], opened)
    opened = [click(1, start, "button", "Bob")]
    right = [text(bob, "paragraph", "The key is under the mat.")]
    assert not problems(goal, "The key is under the mat.", right, [start, bob], opened)


def test_a_button_that_does_what_the_goal_says_has_to_be_pressed():
    start, bob = inbox("Nobody", ""), inbox("Bob", "Hello")
    opened = [click(1, start, "button", "Bob")]
    said = [text(bob, "heading", "Bob")]
    assert 'the button "Block Bob"' in problems("Block Bob.", "done", said, [start, bob], opened)
    blocked = inbox("Bob", "Hello", "Bob was blocked")
    pressed = [*opened, click(2, bob, "button", "Block Bob")]
    shown = [text(blocked, "status", "Bob was blocked")]
    assert not problems("Block Bob.", "done", shown, [start, bob, blocked], pressed)


ALERTS = """
    - status: "{news}"
    - list "Alerts":
      - listitem:
        - text: web-02 is slow
        {first}
      - listitem:
        - text: web-02 is full
        {second}"""


def alerts(first='- button "Acknowledge"', second='- button "Acknowledge"', news="Two alerts"):
    return page(ALERTS.format(first=first, second=second, news=news))


FORM = """
    - heading "Book the cabin"
    - textbox "Guest": {guest}
    - button "Confirm booking"
    - alert: {said}"""


def test_what_the_run_typed_does_not_show_that_it_was_taken():
    before, typed, refused = (
        page(FORM.format(guest=guest, said=said))
        for guest, said in (('""', '""'), ("Leo", '""'), ("Leo", "Minimum stay of two nights"))
    )
    goal = "Book the cabin for Leo."
    acts = [
        act(1, "type", before, "textbox", "Guest", text="Leo"),
        click(2, typed, "button", "Confirm booking"),
    ]
    shown = [value(refused, "textbox", "Guest"), text(refused, "heading", "Book the cabin")]
    assert problems(goal, "done", shown, [before, typed, refused], acts)
    taken = page('- heading "Thank you, Leo"\n- paragraph: Your booking is number 7.')
    shown = [text(taken, "paragraph", "Your booking is number 7.")]
    assert not problems(goal, "done", shown, [before, typed, taken], acts)


# Yes and no.


@pytest.mark.parametrize(
    ("tree", "goal", "lie", "truth"),
    [
        ('- button "Export to CSV"{}', "Can the list be exported to CSV?", " [disabled]", ""),
        (
            '- switch "Large withdrawal alert"{}',
            "Is the large withdrawal alert switched on?",
            "",
            " [checked]",
        ),
    ],
)
def test_a_yes_is_doubted_where_the_control_shows_otherwise(tree, goal, lie, truth):
    role = tree.split()[1]
    for state, stands in ((lie, False), (truth, True)):
        seen = page(f"- main:\n  {tree.format(state)}\n  - paragraph: Reports")
        said = [exists(seen, role, tree.split('"')[1])]
        assert stands or doubts(goal, "Yes", said, [seen])
        assert not stands or not problems(goal, "Yes", said, [seen])


# Names.


def test_a_cell_of_joined_cells_is_under_the_head_that_stands_above_it():
    seen = page(
        """
        - table:
          - row:
            - columnheader "Item"
            - columnheader "Net"
            - columnheader "Gross"
          - row:
            - cell "Total"
            - cell "$9.00" """
    )
    boxes = {"Item": 0, "Net": 100, "Gross": 200, "$9.00": 210}
    elements = tuple(
        dataclasses.replace(each, box=Box(boxes[each.name], 0, 50, 20)) if each.name in boxes else each
        for each in seen.elements
    )
    seen = dataclasses.replace(seen, elements=elements)
    assert column(Place(seen, seen.index_of(element(seen, "cell", "$9.00")))) == "Gross"


@pytest.mark.parametrize(
    ("tree", "says", "label"),
    [
        ("- paragraph:\n  - text: 'Total:'\n  - strong: $5.00", "$5.00", "Total"),
        ("- generic:\n  - generic: 1,204\n  - generic: Visitors", "1,204", "Visitors"),
        ("- generic:\n  - term: Due\n  - definition: 3 May 2026", "3 May 2026", "Due"),
        ("- generic:\n  - generic: 'Priority: High'\n  - generic: 5 points", "5 points", ""),
    ],
)
def test_a_value_is_called_by_what_stands_beside_it(tree, says, label):
    seen = page(tree)
    place = Place(seen, seen.index_of(seen.find(_id(seen, says))))
    assert ("".join(names(seen).labels(place)[:1])) == label


def test_the_evidence_of_a_row_may_be_the_row():
    row = number(ORDERS, "row", "A-2")
    assert not problems(
        "What is the status of A-2?",
        "Paid",
        [Derivation(op="text", elements=(row,), pattern="Paid")],
        [ORDERS],
    )


def test_how_many_of_what_is_asked_is_told_by_the_column_that_the_goal_names():
    table = '- table:\n  - row:\n    - columnheader "Student"\n    - columnheader "Quiz 1"\n    - columnheader "Quiz 2"\n'
    other = '  - row:\n    - cell "Ida Day"\n    - cell "8"\n    - cell "9"\n'
    seen = page(table + other + '  - row:\n    - cell "Owen Evans"\n    - cell "11"\n    - cell "13"\n')
    goal = "How many points has Owen Evans in Quiz 2?"
    assert "Quiz 2" in problems(goal, "11", [text(seen, "cell", "11")], [seen])
    assert not problems(goal, "13", [text(seen, "cell", "13")], [seen])


MAILS = page(
    """
    - navigation:
      - link "Inbox (3 unread)"
      - link "Drafts (7)"
    - heading "Inbox" [level=1]
    - table:
      - row:
        - columnheader "From"
        - columnheader "Subject"
      - row:
        - cell "Zoe"
        - cell "You have 12 unread mails"
      - row:
        - cell "Bob"
        - cell "Lunch?" """
)


def test_a_number_in_a_menu_is_held_against_the_others_there_and_none_that_somebody_wrote_in_a_column():
    inbox, drafts = (
        cited(MAILS, "text", each, pattern=r"\d+") for each in ("Inbox (3 unread)", "Drafts (7)")
    )
    assert 'speaks of "drafts"' in problems("How many drafts are there?", "3", [inbox], [MAILS])
    assert not problems("How many drafts are there?", "7", [drafts], [MAILS])
    assert not problems("How many unread mails are in the inbox?", "3", [inbox], [MAILS])


@pytest.mark.parametrize("shown", ["1–3 of 14", "Showing 3 of 14 orders"])
def test_what_one_row_says_is_no_other_number_of_all_that_there_are(shown):
    rows = "".join(f'\n  - row:\n    - cell "10{at}"\n    - cell "${at}.00"' for at in (41, 42, 43))
    seen = page(
        f'- heading "Orders"\n- table:\n  - row:\n    - columnheader "Order"\n    - columnheader "Total"{rows}\n- paragraph: {shown}'
    )
    for goal in ("How many orders are there?", "How many orders are there in total?"):
        assert not problems(goal, "14", [text(seen, "paragraph", pattern=r"\b14\b")], [seen])


MATCH = page(
    """
    - heading "Match"
    - paragraph:
      - text: "Referee:"
      - deletion: Ann Lee
      - text: Bo Lund
    - paragraph:
      - text: Total before tax
      - deletion: $50
      - text: $40
    - list "Tasks":
      - listitem:
        - deletion: Buy milk
        - text: high
    - paragraph:
      - text: Sizes
      - deletion: S
      - text: M
      - deletion: L
      - text: XL
    - paragraph:
      - text: "Captain:"
      - deletion: Eve Moss """
)
STANDS = "stands there now"


@pytest.mark.parametrize(
    ("goal", "answer", "says", "refused"),
    [
        ("Who is the referee?", "Ann Lee", "Ann Lee", True),
        ("Who is the referee?", "Bo Lund", "Referee: Ann Lee Bo Lund", False),
        ("Who was the referee at first?", "Ann Lee", "Ann Lee", False),
        ("What is the total before tax?", "$50", "$50", True),
        ("What is the total before tax?", "$40", "Total before tax $50 $40", False),
        ("What is on the list of tasks?", "Buy milk", "Buy milk", False),
        ("Which size is sold out?", "L", "L", False),
        ("Who is the captain?", "Eve Moss", "Eve Moss", False),
    ],
)
def test_what_is_struck_through_is_no_answer_where_something_else_stands_in_its_place(
    goal, answer, says, refused
):
    evidence = cited(MATCH, "text", says, pattern=re.escape(answer))
    assert (STANDS in problems(goal, answer, [evidence], [MATCH])) is refused


def lines(*texts):
    return "\n".join(f"- generic: {each}" for each in texts)


def table(heads, *rows):
    every = [("columnheader", heads), *(("cell", each) for each in rows)]
    return "\n".join(
        ["- table:"]
        + [
            line
            for role, cells in every
            for line in ("  - row:", *(f'    - {role} "{each}"' for each in cells))
        ]
    )


LINKED = '- heading "#88 Printer" [level=1]\n- heading "Linked tickets" [level=2]\n' + table(
    ("Ticket", "State", "Due by"), ("#881", "Solved", "28 May 2026"), ("#879", "On hold", "30 June 2026")
)
MENU = "\n".join(
    f'- article:\n  - heading "{name}" [level=3]\n  - generic: {price}'
    for name, price in (("Pad Thai", "$12.50"), ("Pad Thai Deluxe", "$16.90"), ("Green Curry", "$13.00"))
)
BOOK = '- heading "Maps of Snow" [level=1]\n' + lines("Author Ilse Brandt", "Translator Ilse Brandtner")
MOVED = "\n".join(
    f"- term: {term}\n- definition: {said}"
    for term, said in (("Original due date", "28 February 2026"), ("Due", "14 March 2026"))
)


@pytest.mark.parametrize(
    ("tree", "goal", "lie", "truth"),
    [
        (LINKED, "When is ticket 88 due?", "28 May 2026", ""),
        (LINKED, "When is the linked ticket 881 due?", "30 June 2026", "28 May 2026"),
        (MENU, "What does the Pad Thai (not the Deluxe) cost?", "$16.90", "$12.50"),
        (MENU, "What does the Pad Thai cost, not the Pad Thai Deluxe?", "$16.90", "$12.50"),
        (BOOK, "Who is the author of Maps of Snow?", "Ilse Brandtner", "Ilse Brandt"),
        (MOVED, "Report the original due date.", "14 March 2026", "28 February 2026"),
        (MOVED, "Report the current due date.", "28 February 2026", "14 March 2026"),
    ],
    ids=["number", "number of another row", "brackets", "comma", "label in a text", "former", "now"],
)
def test_what_a_goal_names_by_its_number_its_kind_or_what_it_is_not_is_meant(tree, goal, lie, truth):
    seen = page(tree)

    def cited(said):
        ends = next(each for each in seen.elements if (each.text or each.name).endswith(said))
        return [text(seen, ends.role, ends.text or ends.name)]

    assert problems(goal, lie, cited(lie), [seen])
    assert not truth or not problems(goal, truth, cited(truth), [seen])


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("When is the ticket due that is linked to ticket 88?", "28 May 2026"),
        ("When is ticket 881 due?", "28 May 2026"),
        ("When is the first one of the list due?", "28 May 2026"),
    ],
)
def test_a_row_of_another_number_is_meant_where_a_goal_speaks_of_what_it_is_listed_under(goal, said):
    seen = page(LINKED)
    assert not problems(goal, said, [text(seen, "cell", said)], [seen])


SALES = '- heading "Team" [level=1]\n' + table(
    ("Name", "January", "May"), ("Ann", "12", "15"), ("Bob", "3", "4")
)


@pytest.mark.parametrize(
    ("tree", "goal", "said"),
    [
        (
            table(("Quarter", "Revenue"), ("Q1", "$100"), ("Q2", "$120")),
            "What is the revenue in quarter 2?",
            "$120",
        ),
        (
            table(("Episode", "Title"), ("04", "Snow"), ("05", "Rain")),
            "What is the title of episode 5?",
            "Rain",
        ),
        (SALES, "How many sales did Ann make in January 2026?", "12"),
    ],
    ids=["with a letter", "with a zero", "of a column"],
)
def test_a_number_that_is_written_otherwise_or_is_of_a_column_names_no_other_row(tree, goal, said):
    seen = page(tree)
    assert not problems(goal, said, [text(seen, "cell", said)], [seen])


def test_who_asks_for_the_first_date_is_not_told_of_the_one_now():
    seen = page(MOVED)
    said = [text(seen, "definition", "14 March 2026")]
    assert problems("What was the first due date?", "14 March 2026", said, [seen])


@pytest.mark.parametrize(
    ("tree", "goal", "said"),
    [
        (lines("by Ilse Brandt") + '\n- link "Author Page"', "Who is the author?", "Ilse Brandt"),
        (lines("Price includes VAT", "Total $12.50"), "What is the price in total?", "$12.50"),
        (lines("Author notes and more", "Written by Ann Lee"), "Who is the author?", "Ann Lee"),
        (lines("Author Bo Ray", "Author Ann Lee"), "Who is the author Ann?", "Ann Lee"),
    ],
    ids=["link", "sentence", "another kind of value", "same label"],
)
def test_what_begins_with_the_word_asked_for_and_is_no_value_is_not_meant(tree, goal, said):
    seen = page(tree)
    at = next(each for each in seen.elements if each.text.endswith(said))
    assert "the goal asks for" not in problems(goal, said, [text(seen, at.role, at.text)], [seen])
