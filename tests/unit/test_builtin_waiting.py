"""What the builtin model waits for: what the goal means, not its words in another place."""

from builtin_pages import calls, page

ADMIN = """
- navigation:
  - link "Books"
  - link "Authors"
- main:
  - CONTENT
"""
LIST = """table "Books":
    - row:
      - columnheader "Title"
    - row:
      - cell "Mort"
    - row:
      - cell "Kindred"
"""
PRICED = """table "Books":
    - row:
      - columnheader "Title"
      - columnheader "Price"
    - row:
      - cell "Mort"
      - cell "$9.00"
    - row:
      - cell "Kindred"
      - cell "$8.00"
"""


def admin(content="paragraph: One moment"):
    return page(ADMIN.replace("CONTENT", content), title="Admin")


async def test_words_that_stand_elsewhere_are_not_waited_for():
    wait, stop = await calls("How many books are listed?", admin(), admin(LIST))
    assert (wait.name, "text" in wait.arguments) == ("wait", False)
    assert (stop.arguments["status"], stop.arguments["answer"]) == ("done", "2")


async def test_words_that_stand_nowhere_are_waited_for():
    wait, stop = await calls("How many titles are listed?", admin(), admin(LIST))
    assert (wait.name, wait.arguments["text"]) == ("wait", "titles")
    assert (stop.arguments["status"], stop.arguments["answer"]) == ("done", "2")


async def test_a_page_that_still_changes_is_waited_for_again():
    half = admin("paragraph: 2 of many members …")
    made = await calls(
        "Click 'Invite'", admin(), half, admin('button "Invite"'), admin("paragraph: Invited.")
    )
    assert [call.name for call in made] == ["wait", "wait", "click", "stop"]


async def test_a_page_that_stays_the_same_is_waited_for_once():
    made = await calls("How many books are listed?", admin())
    assert [call.name for call in made] == ["wait", "stop"]
    assert made[-1].arguments["status"] == "not_understood"


async def test_a_page_that_never_rests_is_not_waited_for_for_ever():
    made = await calls(
        "How many books are listed?", *(admin(f"paragraph: {second} s") for second in range(12))
    )
    assert [call.name for call in made] == ["wait", "wait", "wait", "stop"]


async def test_what_did_not_come_in_time_is_looked_for_once_more():
    made = await calls(
        "Click 'Invite'", admin(), admin('button "Invite"'), told=lambda call: f"Error: {call.name} failed"
    )
    assert [call.name for call in made][:2] == ["wait", "click"]


async def test_what_cannot_be_told_yet_is_waited_for():
    made = await calls("Which book is the cheapest?", admin(), admin(PRICED))
    assert [call.name for call in made] == ["wait", "stop"]
    assert made[-1].arguments["answer"] == "Kindred"


async def test_what_does_not_hold_yet_is_waited_for_and_then_said():
    goal = "Check that the total is $20.00"
    made = await calls(goal, admin("paragraph: 'Total: $0.00'"), admin("paragraph: 'Total: $20.00'"))
    assert [(call.name, call.arguments.get("status")) for call in made] == [("wait", None), ("stop", "done")]
    made = await calls(goal, admin("paragraph: 'Total: $0.00'"))
    assert [call.arguments.get("status") for call in made] == [None, "goal_not_met"]


GONE = "Error: button 'Invite' is no longer on the page; choose from the elements of the newest observation"


async def test_what_was_drawn_anew_meanwhile_is_found_again():
    drawn, errors = admin('button "Invite"'), iter([GONE, "Clicked.", "Done."])
    made = await calls("Click 'Invite'", drawn, drawn, admin("alert: Invited."), told=lambda _: next(errors))
    assert [call.name for call in made] == ["click", "click", "stop"]
    assert made[-1].arguments["answer"] == "Invited."


async def test_what_a_button_does_late_is_waited_for_before_the_next_step_is_read():
    before, after = (
        admin('button "Apply"\n- term: Total\n- definition: $9'),
        admin('button "Apply"\n- term: Total\n- definition: $7'),
    )
    made = await calls("Click 'Apply'. What is the total?", before, before, after)
    assert [call.name for call in made] == ["click", "wait", "stop"]
    assert made[-1].arguments["answer"] == "$7"


async def test_what_goes_whenever_it_is_touched_is_no_news_about_the_site():
    made = await calls("Click 'Invite'", admin('button "Invite"'), told=lambda _: GONE)
    assert [call.name for call in made] == ["click", "click", "click", "stop"]
    assert made[-1].arguments["status"] == "not_understood"


async def test_what_refuses_to_be_used_is_not_tried_again():
    refused = "Error: the element is disabled"
    made = await calls("Click 'Invite'", admin('button "Invite"'), told=lambda _: refused)
    assert [call.name for call in made] == ["click", "stop"]
    assert made[-1].arguments["status"] == "goal_not_met"


async def test_what_was_typed_may_change_the_page_a_moment_later():
    field = 'searchbox "Find a book"\n  - '
    made = await calls(
        "Type 'Mort' into 'Find a book' and tell me how many books are listed",
        admin(field + LIST),
        admin(field + LIST),
        admin(field + LIST.rpartition("    - row")[0]),
    )
    assert [call.name for call in made] == ["type", "wait", "stop"]
    assert made[-1].arguments["answer"] == "1"
