"""Rows in sight are not all there are where the page tells so; each lie beside what stands on the same page."""

import pytest
from evidence_stories import not_exists, number, page, problems, text

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.judging.weaknesses import weaknesses
from pytest_webagent.page.paging import partial

PAGER = """
- navigation "Pages":
  - link "1" [current]
  - link "2"
  - link "Next"
"""
TREE = """
- heading "Books"
- table:
  - row "Book Price State":
    - columnheader "Book"
    - columnheader "Price"
    - columnheader "State"
  - row "Mort $9.00 lent":
    - cell "Mort"
    - cell "$9.00"
    - cell "lent"
  - row "Eric $7.00 here":
    - cell "Eric"
    - cell "$7.00"
    - cell "here"
  - row "Sourcery $5.00 lent":
    - cell "Sourcery"
    - cell "$5.00"
    - cell "lent"
"""
WHOLE_IN_A_SENTENCE = page(TREE + "- paragraph: This is 1 to 3 of 3.\n", title="Books")
WHOLE = page(TREE + "- paragraph: Showing 1 to 3 of 3 entries\n", title="Books")
SPAN = page(TREE + "- paragraph: Showing 1 to 3 of 40 entries\n", title="Books")
SECOND = page(TREE + "- paragraph: Showing 4 to 6 of 40 entries\n", title="Books")
NUMBERS = page(TREE + PAGER, title="Books")
FOUND = page(TREE + "- paragraph: 40 books found\n", title="Books")
SHARE = page(TREE + "- paragraph: 3 of 40 books\n", title="Books")
WIZARD = page(TREE + "- paragraph: Step 1 of 4\n- button: Back\n- button: Next\n", title="Books")
HOW_MANY = "How many books are there?"
DEAREST = "What is the highest price of all books?"
CHEAPEST = "What is the lowest price of all books?"


def over(op, seen, *names, **more):
    return Derivation(op=op, elements=tuple(number(seen, "cell", each) for each in names), **more)


def every(seen, **more):
    return over("count", seen, "Mort", "Eric", "Sourcery", **more)


def prices(op, seen):
    return over(op, seen, "$9.00", "$7.00", "$5.00")


@pytest.mark.parametrize("seen", [SPAN, SECOND, NUMBERS, FOUND, SHARE])
def test_the_rows_in_sight_are_not_how_many_there_are(seen):
    assert "not about all there are" in problems(HOW_MANY, "3", [every(seen)], [seen])
    assert not problems("How many books are listed here?", "3", [every(seen)], [seen])


@pytest.mark.parametrize("seen", [WHOLE, WHOLE_IN_A_SENTENCE, WIZARD])
def test_rows_that_are_all_there_are_may_be_counted(seen):
    assert not problems(HOW_MANY, "3", [every(seen)], [seen])
    assert not problems(CHEAPEST, "$5.00", [prices("min", seen)], [seen])
    assert not problems("Is there a book 'Jingo'?", "No", [not_exists("Jingo", role="cell")], [seen])


@pytest.mark.parametrize("seen", [SPAN, SHARE])
def test_the_number_of_the_whole_is_how_many_there_are(seen):
    whole = text(seen, "paragraph", "of 40", pattern=r"of (\d+)")
    part = text(seen, "paragraph", "of 40", pattern=r"3")
    assert not problems(HOW_MANY, "40", [whole], [seen])
    assert problems(HOW_MANY, "3", [part], [seen])
    assert "not ask for the whole" in problems("How many books are lent?", "40", [whole], [seen])


def test_a_filter_may_have_narrowed_the_list_and_a_page_has_not():
    evidence = [over("count", SHARE, "Mort", "Sourcery")]
    assert not problems("How many books are lent?", "2", evidence, [SHARE])
    for seen in (SPAN, NUMBERS):
        assert "not about all" in problems("How many books are lent?", "2", evidence, [seen])


def test_what_is_not_among_the_rows_of_one_page_may_be_on_another():
    goal = "Is there a book 'Jingo'?"
    for evidence in (not_exists("Jingo"), not_exists("Jingo", role="cell")):
        assert "not about all" in problems(goal, "No", [evidence], [NUMBERS])
    assert not problems("Is there a button 'Jingo'?", "No", [not_exists("Jingo", role="button")], [NUMBERS])


@pytest.mark.parametrize(
    "evidence", [lambda op, seen, best: prices(op, seen), lambda _, seen, best: text(seen, "cell", best)]
)
def test_the_best_of_one_page_is_the_best_of_all_where_the_list_begins_with_it(evidence):
    assert not problems(DEAREST, "$9.00", [evidence("max", SPAN, "$9.00")], [SPAN])
    assert "not about all" in problems(DEAREST, "$9.00", [evidence("max", SECOND, "$9.00")], [SECOND])
    assert "not about all" in problems(CHEAPEST, "$5.00", [evidence("min", SPAN, "$5.00")], [SPAN])


def test_what_the_goal_names_is_worked_out_wherever_the_rest_is():
    goal = "What do Mort and Eric cost together?"
    assert not problems(goal, "$16.00", [over("sum", NUMBERS, "$9.00", "$7.00")], [NUMBERS])


def test_a_statement_of_all_does_not_hold_by_the_rows_in_sight():
    def weak(statement):
        return weaknesses(statement, [work_out(every(NUMBERS, relation="=", to="3"), NUMBERS)], NUMBERS)

    assert any("not about all" in each for each in weak("there are 3 books"))
    assert not any("not about all" in each for each in weak("3 books are listed"))


def test_a_page_is_looked_through_once():
    assert partial(NUMBERS) is partial(NUMBERS)
    assert partial(NUMBERS) is not partial(SPAN)


def test_a_text_of_a_pager_counts_nothing():
    assert "not about all" in problems(
        "How many books are lent?", "2", [text(NUMBERS, "link", "2")], [NUMBERS]
    )


TOTALS = """
- list "Averages":
  - listitem: "Average price $7.00"
  - listitem: "Average age 20 years"
"""


def test_a_pager_is_of_the_list_with_as_many_things_as_it_tells():
    seen = page(TREE + TOTALS + "- paragraph: Books 1 to 3 of 40\n", title="Books")
    assert [len(each.listing.items) for each in partial(seen)] == [3]
    assert "not about all there are" in problems(HOW_MANY, "3", [every(seen)], [seen])


@pytest.mark.parametrize(
    "told",
    [
        "paragraph: Showing the newest 3 of 40 books",
        'link "View all 40 books"',
        'link "Read all 1,040 books"',
    ],
)
def test_no_filter_gives_only_the_newest_of_all(told):
    seen = page(f"{TREE}- {told}\n", title="Books")
    for goal, evidence in (
        (HOW_MANY, every(seen)),
        ("How many books are lent?", over("count", seen, "Mort")),
    ):
        assert "not about all there are" in problems(goal, str(len(evidence.elements)), [evidence], [seen])


@pytest.mark.parametrize(
    "told", ['link "View all 3 books"', 'link "View all 40 photos"', "paragraph: (3 of 40)"]
)
def test_what_tells_of_no_more_such_things_leaves_a_count_as_it_is(told):
    seen = page(f"{TREE}- {told}\n", title="Books")
    assert not problems(HOW_MANY, "3", [every(seen)], [seen])


def test_a_heading_counts_what_it_heads():
    seen = page(TREE.replace('"Books"', '"Books (3 of 40)"'), title="Books")
    assert "not about all there are" in problems(HOW_MANY, "3", [every(seen)], [seen])
    assert not problems(HOW_MANY, "40", [text(seen, "heading", "40", pattern=r"of (\d+)")], [seen])


SCOPE = '- banner: Discworld library\n- combobox "Shelf": North\n'


@pytest.mark.parametrize(
    ("goal", "stands"),
    [
        ("How many books are on the shelf North?", True),
        ("How many books are in the library?", True),
        ("How many books are in the catalogue of Ankh?", True),
        ("How many books are on the shelf South?", False),
        ("How many books does this shop have?", True),
        ("How many books are lent?", False),
    ],
)
def test_the_whole_is_of_what_the_page_is_of(goal, stands):
    seen = page(SCOPE + TREE + "- paragraph: 1 to 3 of 40 books\n", title="Catalogue of Ankh: what is lent")
    evidence = text(seen, "paragraph", "of 40", pattern=r"of (\d+)")
    assert ("not ask for the whole" not in problems(goal, "40", [evidence], [seen])) is stands


def test_items_that_are_counted_by_their_quantities_are_all_there():
    lines = "- list:\n" + "".join(
        f"  - listitem:\n    - text: {name}\n    - generic: × {number}\n    - strong: {price}\n"
        for name, number, price in (("Mug", 3, "$6.00"), ("Bowl", 1, "$5.00"))
    )
    for told, whole in (("4 items", True), ("5 items", False)):
        seen = page(f'- heading "Cart"\n{lines}- paragraph: {told}\n', title="Cart")
        assert (not partial(seen)) is whole


@pytest.mark.parametrize(("told", "more"), [("3 of 40 loans shown", True), ("3 of 40 MB used", False)])
def test_what_counts_as_many_as_are_in_sight_says_what_they_are(told, more):
    seen = page(f"{TREE}- paragraph: {told}\n", title="Books")
    assert bool(partial(seen)) is more
    whole = text(seen, "paragraph", "of 40", pattern=r"of (\d+)")
    assert ("ask for the whole" not in problems("How many loans are there?", "40", [whole], [seen])) is more


def test_the_last_page_is_how_many_pages_there_are():
    seen = page(f"{TREE}- paragraph: Page 1 of 86\n", title="Books")
    whole = text(seen, "paragraph", "of 86", pattern=r"of (\d+)")
    assert not problems("How many pages of books are there?", "86", [whole], [seen])
    assert problems("How many books are there?", "86", [whole], [seen])
