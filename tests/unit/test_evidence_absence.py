"""What is not there proves something only on the page that is meant; a name says no state; a button is not in the way."""

import pytest
from evidence_stories import act, click, exists, not_exists, number, page, problems, text

HOME = page(
    """
    - navigation "Account":
      - link "Cart"
    - main:
      - heading "Welcome"
      - list:
        - listitem:
          - link "Books"
    """,
    title="The library",
)
BOOKS = "http://a.test/books"
LIST = """
    - navigation "Trail":
      - link "Home"
    - main:
      - heading "Books"
      - list:
        - listitem:
          - link "Add book"
"""
ROWS = """
      - table "Found":
        - row:
          - cell "Mort"
          - cell:
            - button "Return Mort"
"""
FOUND = page(LIST + ROWS, url=BOOKS, title="Books", first=60)
NO_LIST = page(LIST, url=BOOKS, title="Books", first=60)
NO_ROWS = page(LIST + "      - paragraph: No books were found.\n", url=BOOKS, title="Books", first=60)
TO_BOOKS = click(1, HOME, "link", "Books")
IN_THE_LIST = "Open Books. Is 'Kindred' in the list?"


def told(goal, answer, evidence, *pages, acts=(TO_BOOKS,), status="done"):
    return problems(goal, answer, evidence, pages, acts, status=status)


@pytest.mark.parametrize("seen", [FOUND, NO_ROWS])
def test_not_in_the_list_stands_where_the_list_is(seen):
    assert not told(IN_THE_LIST, "no", [not_exists("Kindred")], HOME, seen)


def test_not_in_the_list_proves_nothing_where_no_list_is():
    assert "shows no list" in told(IN_THE_LIST, "no", [not_exists("Kindred")], HOME, NO_LIST)


def test_not_in_the_list_proves_nothing_on_a_page_where_nobody_went():
    said = told("Open Books. Is 'Kindred' listed?", "no", [not_exists("Kindred")], HOME, acts=())
    assert 'the goal speaks of "books"' in said
    assert not told("Is 'Kindred' there?", "no", [not_exists("Kindred")], HOME, acts=())


def test_a_page_that_calls_itself_otherwise_is_known_by_the_link_that_led_there():
    volumes = page(LIST.replace("Books", "Volumes") + ROWS, url="http://a.test/volumes", first=60)
    assert not told(IN_THE_LIST, "no", [not_exists("Kindred")], HOME, volumes)


def test_not_in_the_navigation_is_not_in_no_list():
    trail = not_exists("Kindred", within=number(FOUND, "navigation", "Trail"))
    table = not_exists("Kindred", within=number(FOUND, "table", "Found"))
    assert 'only looked for in the navigation "Trail"' in told(IN_THE_LIST, "no", [trail], HOME, FOUND)
    assert not told(IN_THE_LIST, "no", [table], HOME, FOUND)


def test_nothing_is_missing_from_a_page_that_failed():
    note = f"request: GET {BOOKS} was answered 500"
    broken = page(LIST + ROWS, url=BOOKS, title="Books", first=60, notes=[note])
    beside = page(LIST + ROWS, url=BOOKS, title="Books", first=60, notes=[note.replace("books", "logo.png")])
    for answer, status in (("no", "done"), ("It is not there.", "goal_not_met")):
        evidence = [not_exists("Kindred")]
        assert "the page itself failed" in told(IN_THE_LIST, answer, evidence, HOME, broken, status=status)
        assert not told(IN_THE_LIST, answer, evidence, HOME, beside, status=status)


def test_a_link_of_that_name_is_told_where_no_such_button_is_claimed():
    goal, why = "Open Books, then open 'Add book'.", "There is no 'Add book'."
    said = told(goal, why, [not_exists("Add book", "button")], HOME, FOUND, status="goal_not_met")
    assert 'the link "Add book" is there' in said
    missing = [not_exists("Kindred", "button")]
    assert not told(
        "Open Books, then open 'Kindred'.", "Not there.", missing, HOME, FOUND, status="goal_not_met"
    )


def test_who_is_asked_for_a_button_may_say_that_there_is_none():
    goal = "Open Books. Is there a button 'Add book'?"
    assert not told(goal, "no", [not_exists("Add book", "button")], HOME, FOUND)


def test_a_button_that_nobody_pressed_is_not_in_the_way():
    goal = "Open Books and click 'Return Mort'."
    there = [exists(FOUND, "button", "Return Mort")]
    said = told(goal, "Mort cannot be returned.", there, HOME, FOUND, status="goal_not_met")
    assert said
    pressed = (TO_BOOKS, click(2, FOUND, "button", "Return Mort"))
    still = told(goal, "It is still there.", there, HOME, FOUND, FOUND, acts=pressed, status="goal_not_met")
    assert not still


def test_one_button_pressed_does_not_put_another_in_the_way():
    two = page(ROWS + ROWS.replace("Mort", "Emma"), url=BOOKS, first=60)
    acts = (TO_BOOKS, click(2, two, "button", "Return Emma"), act(2, "press_key", key="Enter"))
    there = [exists(two, "button", "Return Mort")]
    said = told(
        "Return 'Mort'.", "It cannot be returned.", there, HOME, two, two, acts=acts, status="goal_not_met"
    )
    assert said


def test_the_name_of_what_is_asked_about_does_not_say_its_state():
    card = page(
        """
        - main:
          - list:
            - listitem:
              - link "Iron Teapot"
              - paragraph: Sold out
            - listitem:
              - link "Clay Teapot"
              - paragraph: In stock
        """
    )
    goal = "Is the Iron Teapot sold out?"
    assert "says no more than" in told(goal, "yes", [exists(card, "link", "Iron Teapot")], card, acts=())
    for evidence in (exists(card, "paragraph", "Sold out"), text(card, "paragraph", "Sold out")):
        assert not told(goal, "yes", [evidence], card, acts=())


def test_a_box_says_by_its_state_that_it_is_ticked():
    form = page('- main:\n  - checkbox "Large print" [checked]\n  - checkbox "Hard cover"')
    ticked = [exists(form, "checkbox", "Large print")]
    assert not told("Is 'Large print' ticked?", "yes", ticked, form, acts=())
    unticked = [exists(form, "checkbox", "Hard cover")]
    assert told("Is 'Hard cover' ticked?", "yes", unticked, form, acts=())
