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


RUNS = page(
    """
    - main:
      - heading "Nightly jobs" [level=1]
      - table:
        - row:
          - columnheader "Job"
          - columnheader "Started"
          - columnheader "Outcome"
          - columnheader "Sent on"
        - row:
          - cell "backup"
          - cell "02:00"
          - cell "Broken off"
          - cell "–"
        - row:
          - cell "cleanup"
          - cell "03:00"
          - cell "✅"
          - cell "–"
        - row:
          - cell "newsletter"
          - cell "04:00"
          - cell "No attachments"
          - cell "Monday"
      - article:
        - heading "gateway" [level=3]
        - paragraph: v2.1
        - img "Passed"
      - article:
        - heading "billing" [level=3]
        - paragraph: v1.9
        - img "Refused by the host"
      - checkbox "Night mode (22:00 to 6:00)"
      - checkbox "Child lock, from 3 years" [checked]
      - button "Sync"
"""
)
BACKUP = exists(RUNS, "row", "backup")


@pytest.mark.parametrize(
    ("goal", "evidence"),
    [
        ("Did the backup succeed?", [BACKUP]),
        ("Verify that the backup succeeded", [BACKUP]),
        ("Did the backup succeed?", [exists(RUNS, "cell", "backup")]),
        ("Did the backup succeed?", [text(RUNS, "cell", "backup")]),
        ("Did the backup succeed?", [exists(role="row", says="backup")]),
        ("Has the backup been sent?", [exists(role="columnheader", says="Sent on")]),
        ("Has the backup been sent?", [exists(RUNS, "columnheader", "Sent on")]),
        ("Does the newsletter have attachments?", [text(RUNS, "cell", "newsletter")]),
        ("Does the newsletter come with attachments?", [exists(RUNS, "row", "newsletter")]),
        ("Was billing deployed well?", [exists(RUNS, "heading", "billing")]),
        ("May billing be deployed?", [exists(RUNS, "heading", "billing")]),
        ("Is night mode enabled?", [exists(RUNS, "checkbox", "Night mode")]),
        ("Is night mode enabled?", [text(RUNS, "checkbox", "Night mode")]),
    ],
)
def test_that_what_is_named_is_there_says_nothing_else_of_it(goal, evidence):
    answer = "The backup succeeded" if goal.startswith("Verify") else "yes"
    assert "says no more than" in told(goal, answer, evidence, RUNS, acts=())


@pytest.mark.parametrize(
    ("goal", "evidence"),
    [
        ("Did the backup start at 02:00?", [BACKUP]),
        ("Did the backup start at 02:00?", [text(RUNS, "cell", "02:00")]),
        ("Was the backup broken off?", [BACKUP]),
        ("Was the backup interrupted?", [text(RUNS, "cell", "Broken off")]),
        ("Did the cleanup succeed?", [text(RUNS, "cell", "✅")]),
        ("Did the cleanup succeed?", [exists(RUNS, "cell", "✅")]),
        ("Did the deployment of gateway work out?", [exists(RUNS, "img", "Passed")]),
        ("Is the child lock enabled?", [exists(RUNS, "checkbox", "Child lock")]),
        ("Is the child lock enabled?", [text(RUNS, "checkbox", "Child lock")]),
        ("Does the table have a column for when it was sent?", [exists(RUNS, "columnheader", "Sent on")]),
        ("Is there a backup?", [BACKUP]),
        ("Is the backup listed?", [BACKUP]),
        ("Does a backup exist?", [exists(RUNS, "cell", "backup")]),
        ("Does the page show the backup?", [exists(RUNS, "cell", "backup")]),
        ("Check that a backup turns up", [BACKUP]),
        ("Can I sync?", [exists(RUNS, "button", "Sync")]),
    ],
)
def test_what_says_anything_else_and_what_is_asked_for_being_there_stands(goal, evidence):
    assert not told(goal, "yes", evidence, RUNS, acts=())


def test_beside_a_row_that_is_there_what_another_row_says_shows_nothing():
    for also in (exists(RUNS, "cell", "Monday"), exists(role="cell", says="Monday")):
        said = told("Did the backup go out?", "yes", [BACKUP, also], RUNS, acts=())
        assert 'the goal speaks of "backup"' in said
        newsletter = exists(RUNS, "row", "newsletter")
        assert not told("Did the newsletter go out?", "yes", [newsletter, also], RUNS, acts=())
