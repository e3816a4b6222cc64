"""How the builtin model counts: by the page's own number if it is the only one, else by a list that is all there."""

import pytest
from builtin_pages import answer, first_call, page, refusal, rows

from pytest_webagent.language.terms import terms

LIST = """
- heading "Tickets" [level=1]
- paragraph: PLACE
- list "Tickets":
  - listitem:
    - link "Broken lamp"
    - generic: Urgent
    - text: 2 watchers
  - listitem:
    - link "Wet floor"
    - generic: Done
- AFTER
"""


def tickets(said, after="paragraph: The end."):
    return page(LIST.replace("PLACE", said).replace("AFTER", after), title="Tickets")


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        ("14 tickets, 2 visible", "14"),
        ("Showing 1–2 of 14", "14"),
        ("1 to 2 of 14 entries", "14"),
        ("Page 1 of 7: 1 to 2 of 14.", "14"),
        ("1 to 2 of about 14", ""),
        ("2 of 14 tickets", ""),
    ],
)
async def test_of_two_numbers_for_one_list_that_of_the_whole_is_told_where_it_is_clear(said, whole):
    for goal in ("How many tickets are there?", "Count the tickets"):
        if whole:
            assert await answer(goal, tickets(said)) == whole
        else:
            assert said in await refusal(goal, tickets(said))
    assert said in await refusal("How many urgent tickets are there?", tickets(said))
    assert await answer("How many tickets are listed?", tickets(said)) == "2"


async def test_a_part_of_a_longer_list_is_not_counted():
    assert "14 tickets" in await refusal("How many tickets are urgent?", tickets("14 tickets in total"))
    assert await answer("How many tickets are there?", tickets("14 tickets in total")) == "14"


@pytest.mark.parametrize("after", ['button "Load more"', 'link "Next page"', "paragraph: Page 1 of 3"])
async def test_a_list_that_goes_on_is_not_counted(after):
    observation = tickets("Everything that waits.", after)
    assert "may be more" in await refusal("How many tickets are there?", observation)
    assert (await first_call("Check that there are 2 tickets", observation)).arguments[
        "status"
    ] == "not_understood"
    assert await answer("How many tickets are shown?", observation) == "2"


@pytest.mark.parametrize("said", ["0 of 2 tickets selected", "1 of 2 tickets solved"])
async def test_what_is_counted_of_a_list_that_is_whole_hides_nothing(said):
    assert (
        await answer("How many tickets are there?", tickets("Everything that waits.", f"paragraph: {said}"))
        == "2"
    )


async def test_what_is_left_in_a_list_is_what_it_lists():
    left = page(LIST.replace("Wet floor", "The left door"), title="Tickets")
    assert await answer("How many tickets are left in the list?", left) == "2"
    await refusal("How many tickets are left?", left)


async def test_a_number_in_one_of_a_list_is_not_that_of_the_page():
    await refusal("How many watchers are there?", tickets("Everything that waits."))


GYM = """
- heading "Gym North" [level=1]
- generic:
  - generic: "2,310"
  - generic: Paying members
- generic:
  - generic: Trainers
  - generic: "18"
  - generic: 2 on leave
- term: Lockers
- definition: "64"
- term: Showers
- definition: 5 of 6 in use
- heading "Courses" [level=2]
- list "Courses"
- paragraph: No courses yet.
- heading "Offers" [level=2]
- table "Offers":
  - row:
    - columnheader "Offer"
    - columnheader "Until"
  - row:
    - cell "There are no offers at the moment"
"""


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("How many paying members are there?", "2,310"),
        ("What is the number of trainers?", "18"),
        ("How many lockers does the gym have?", "64"),
        ("How many courses are there?", "0"),
        ("How many offers are there?", "0"),
        ("Are there any courses?", "no"),
        ("Is there an offer?", "no"),
    ],
)
async def test_tiles_labels_and_empty_lists_say_how_many(goal, said):
    assert await answer(goal, page(GYM)) == said


@pytest.mark.parametrize(
    "goal",
    [
        "How many members are there?",
        "How many showers are there?",
        "How many are left?",
        "How many pages are there?",
    ],
)
async def test_what_only_sounds_like_a_number_of_them_is_none(goal):
    await refusal(goal, page(GYM, title="Gym North"))


async def test_a_negated_count_leaves_out_what_says_so():
    assert await answer("How many tickets are not done?", tickets("Everything that waits.")) == "1"
    await refusal("How many tickets are not shipped?", tickets("Everything that waits."))


DEPOT = """
- navigation:
  - table:
    - row:
      - cell:
        - link "Drivers"
      - cell:
        - link "Add driver"
- main:
  - heading "Choose a driver" [level=1]
  - list:
    - listitem: The driver “Ova” was removed.
  - table:
    - row:
      - columnheader "Name"
      - columnheader "Tours"
    - row:
      - cell "Ilse"
      - cell "3"
    - row:
      - cell "Jon"
      - cell "9"
  - text: 2 drivers
"""


async def test_the_number_beside_a_list_says_what_the_list_holds():
    observation = page(DEPOT, title="Choose a driver")
    assert await answer("How many drivers are listed?", observation) == "2"
    assert await answer("Which driver has the most tours?", observation) == "Jon"


BERTHS = """
- table:
  - row:
    - columnheader "Berth"
    - columnheader "Pontoon"
  - row:
    - cell "A01"
    - cell "A"
  - row:
    - cell "A02"
    - cell "A"
  - row:
    - cell "B01"
    - cell "B"
"""


async def test_a_capital_letter_behind_a_word_is_no_article():
    for name, said in (("A", "2"), ("B", "1")):
        assert await answer(f"How many berths are on pontoon {name}?", page(BERTHS)) == said
    assert await answer("How many berths are there?", page(BERTHS)) == "3"
    assert await answer("Is there a pontoon A?", page(BERTHS)) == "yes"
    assert terms("A berth. A pontoon has a buoy") == ("berth", "pontoon", "buoy")


SHARES = """
- heading "Marina" [level=1]
- generic:
  - heading "Pontoon A" [level=3]
  - paragraph: 12 berths
  - paragraph: 3 of 12 free
- generic:
  - heading "Pontoon B" [level=3]
  - paragraph: 12 berths
  - paragraph: 5 of 12 free
"""
LABELLED_SHARES = SHARES.replace("12 berths", '"Berths: 12"').replace("5 of 12 free", '"Free: 5 of 12"')
SHARES_BEHIND = SHARES.replace("5 of 12 free", "5 free of 12")
TABLED_SHARES = rows("""
- table:
  - row: [columnheader "Pontoon", columnheader "Berths", columnheader "Occupancy"]
  - row: [cell "Pontoon A", cell "12", cell "3 of 12 free"]
  - row: [cell "Pontoon B", cell "12", cell "5 of 12 free"]
""")
SHARES_OF_ANY = SHARES.replace("  - paragraph: 5 of", "  - paragraph: 12 lockers\n  - paragraph: 5 of")
TOLD_APART = SHARES.replace("5 of 12 free", '"Free: 5"').replace("12 berths", '"Berths: 12"')


@pytest.mark.parametrize("tree", [SHARES, LABELLED_SHARES, SHARES_BEHIND, TABLED_SHARES])
async def test_what_is_said_of_another_figure_of_a_thing_is_not_said_of_its_number(tree):
    for goal in (
        "How many berths on pontoon B are free?",
        "How many free berths does pontoon B have?",
        "What is the number of free berths on pontoon B?",
    ):
        assert await answer(goal, page(tree)) == "5", goal
    assert await answer("How many berths does pontoon B have?", page(tree)) == "12"


@pytest.mark.parametrize(
    ("goal", "tree"),
    [
        ("How many berths on pontoon B are taken?", SHARES),
        ("How many berths on pontoon B are not free?", SHARES),
        ("How many lockers on pontoon B are free?", SHARES_OF_ANY),
        ("How many berths on pontoon B are free?", SHARES_OF_ANY),
        ("How many berths on pontoon B are free?", TOLD_APART),
        ("How many berths on pontoon B are free?", SHARES.replace("5 of 12 free", "5 free")),
    ],
)
async def test_a_number_does_not_answer_what_no_word_of_its_own_says(goal, tree):
    assert await refusal(goal, page(tree))


async def test_a_figure_in_the_question_tells_which_thing_is_meant():
    tree = SHARES.replace("5 of 12 free", "70 minutes").replace("3 of 12 free", "45 minutes")
    tree = tree.replace("12 berths", "2 stops").replace("2 stops", "3 stops", 1)
    assert await answer("How many minutes does the pontoon with 2 stops take?", page(tree)) == "70 minutes"


DEEDS_BESIDE = """
- main:
  - heading "Select book to change" [level=1]
  - list:
    DEEDS
  - generic:
    - paragraph: Loading …
    - paragraph: 3 books
"""
SIDEBAR = """
- navigation "Sidebar":
  - table "Library":
    - row:
      - link "Authors"
      - link "Add"
    - row:
      - link "Books"
      - link "Add"
- main
"""


@pytest.mark.parametrize(
    "tree",
    [
        DEEDS_BESIDE.replace("DEEDS", '- listitem:\n      - link "Add book"'),
        DEEDS_BESIDE.replace(
            "DEEDS", '- listitem:\n      - link "Import"\n    - listitem:\n      - link "Add book"'
        ),
        SIDEBAR,
    ],
    ids=["one deed", "two deeds", "sidebar"],
)
async def test_a_list_that_has_not_come_is_not_counted_by_what_stands_beside_it(tree):
    for goal in ("How many books are listed?", "Check that 1 book is listed"):
        made = await first_call(goal, page(tree, title="Select book to change"))
        assert made.arguments.get("status") != "done", goal
