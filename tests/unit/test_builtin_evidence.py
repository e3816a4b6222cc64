"""What the builtin model cites where it answers yes or no, where nothing was asked, and where the page is in the way."""

import pytest
from builtin_pages import answer, first_call, last_call, page, refusal


def cited(call):
    """The evidence of a call that ends a run, without the ids that only these tests give."""
    return [
        {name: value for name, value in each.items() if name not in ("elements", "within")}
        for each in call.arguments["evidence"]
    ]


ALBUMS = """
- heading "Albums" [level=1]
- list "Albums":
  - listitem:
    - text: Summer
    - button "Delete"
  - listitem:
    - text: Winter at home
    - button "Delete"
- button "Save and close"
- button "Undo" [disabled]
- checkbox "Send news" [checked]
- checkbox "Offers"
- textbox "Title": Snow
- textbox "Note"
- heading "Drafts" [level=2]
- paragraph: There are no drafts yet.
- status
"""


@pytest.mark.parametrize(
    ("goal", "answer", "evidence"),
    [
        (
            "Is there a button 'Save and close'?",
            "yes",
            {"op": "exists", "text": "Save and close", "state": "visible"},
        ),
        ("Is there a text 'Winter'?", "yes", {"op": "exists", "text": "Winter", "state": "visible"}),
        (
            "Is there an album called Summer?",
            "yes",
            {"op": "exists", "text": "Summer Delete", "state": "visible"},
        ),
        ("Is 'Send news' ticked?", "yes", {"op": "exists", "text": "Send news", "state": "checked"}),
        ("Is the Undo button disabled?", "yes", {"op": "exists", "text": "Undo", "state": "disabled"}),
        (
            "Is the 'Save and close' button enabled?",
            "yes",
            {"op": "exists", "text": "Save and close", "state": "enabled"},
        ),
        ("Is the Undo button enabled?", "no", {"op": "exists", "text": "Undo", "state": "not enabled"}),
        ("Is the box 'Offers' ticked?", "no", {"op": "exists", "text": "Offers", "state": "not checked"}),
        ("Is the Note field empty?", "yes", {"op": "exists", "text": "Note", "state": "empty"}),
        ("Is the Title field empty?", "no", {"op": "exists", "text": "Title", "state": "not empty"}),
        ("Is there a text 'Spring'?", "no", {"op": "not_exists", "text": "Spring"}),
        ("Is there a heading 'Spring'?", "no", {"op": "not_exists", "role": "heading", "text": "Spring"}),
        ("Is there an album called Spring?", "no", {"op": "not_exists", "text": "album called Spring"}),
        ("Is there a button 'Save'?", "no", {"op": "compare", "relation": "!=", "to": "Save"}),
        ("Are there drafts?", "no", {"op": "exists", "text": "There are no drafts yet.", "state": "visible"}),
        ("Is there a message?", "no", {"op": "not_exists", "role": "alert"}),
    ],
)
async def test_yes_and_no_cite_what_decided(goal, answer, evidence):
    call = await first_call(goal, page(ALBUMS))
    assert (call.arguments["answer"], cited(call)[0]) == (answer, evidence)


async def test_what_is_only_behind_an_open_dialog_is_not_in_sight():
    tree = ALBUMS + '- dialog "Sure?" [modal]:\n  - paragraph: The album goes, too.\n  - button "Keep"'
    call = await first_call("Is there a text 'Summer'?", page(tree))
    (evidence, *_) = call.arguments["evidence"]
    assert (call.arguments["answer"], evidence["op"]) == ("no", "not_exists")
    assert page(tree).find(evidence["within"]).role == "dialog"


async def test_words_in_a_long_text_neither_are_there_nor_are_not():
    call = await first_call(
        "Is there a gift box?", page(f"- paragraph: {'A word. ' * 50} A gift box. {'More. ' * 9}")
    )
    assert call.arguments["status"] == "not_understood"
    assert call.arguments["evidence"] == []


async def test_what_a_place_has_is_looked_for_in_that_place():
    tree = ALBUMS + '- dialog "Tip":\n  - paragraph: Drag an album.\n  - button "Next"'
    call = await first_call("Is there a button 'Next' in the dialog?", page(tree))
    assert call.arguments["answer"] == "yes"
    call = await first_call("Is there a button 'Undo' in the dialog?", page(tree))
    (evidence, *_) = call.arguments["evidence"]
    assert (call.arguments["answer"], evidence["text"]) == ("no", "Undo")
    assert page(tree).find(evidence["within"]).role == "dialog"


async def test_what_is_on_the_page_but_not_in_the_list_is_not_said_to_be_there():
    assert await answer("Is there a text 'Summer' in the list?", page(ALBUMS)) == "yes"
    assert "not where" in await refusal("Is there a button 'Undo' in the list?", page(ALBUMS))


STAFF = """
- heading "Staff" [level=1]
- table "Staff":
  - row:
    - columnheader "Name"
    - columnheader "State"
    - columnheader "Badge"
  - row:
    - cell "Mia"
    - cell "Absent"
    - cell "Yes"
  - row:
    - cell "Tom"
    - cell "Remote"
    - cell "No"
"""


@pytest.mark.parametrize(
    ("goal", "status", "said"),
    [
        ("Is Tom remote?", "done", ["Remote", "row"]),
        ("Is Mia remote?", "done", ["Absent", "row"]),
        ("Are all staff remote?", "done", ["Absent", "row"]),
        ("Is any staff remote?", "done", ["Remote", "row"]),
        ("Verify that Tom is remote", "done", ["Staff", "Remote", "row"]),
        ("Verify that the state of Tom is Remote", "done", ["Staff", "Remote", "row"]),
        ("Verify that the state of Mia is Remote", "goal_not_met", ["Absent", "row"]),
        ("Verify that Mia is remote", "goal_not_met", ["Absent", "row"]),
    ],
)
async def test_a_claim_about_a_row_cites_the_cell_that_decides(goal, status, said):
    observation = page(STAFF)
    call = await first_call(goal, observation)
    ids = [element_id for each in call.arguments["evidence"] for element_id in each["elements"]]
    assert (
        call.arguments["status"],
        [observation.find(each).name or observation.find(each).role for each in ids],
    ) == (
        status,
        said,
    )


@pytest.mark.parametrize(
    ("goal", "evidence"),
    [
        ("Click Undo", [{"op": "exists", "state": "disabled"}]),
        ("Verify that 'Offers' is ticked", [{"op": "exists", "text": "Offers", "state": "not checked"}]),
        (
            "Verify that there is a text 'Spring'",
            [{"op": "not_exists", "text": "Spring"}, {"op": "exists", "text": "Albums"}],
        ),
        (
            "Wait until 'Saved' appears",
            [{"op": "not_exists", "text": "Saved"}, {"op": "exists", "text": "Albums"}],
        ),
        (
            "Verify that the value of the Title field is 'Ice'",
            [{"op": "value", "relation": "!=", "to": "Ice"}],
        ),
    ],
)
async def test_what_is_in_the_way_is_cited(goal, evidence):
    call = await last_call(goal, page(ALBUMS))
    assert (call.arguments["status"], cited(call)) == ("goal_not_met", evidence)


@pytest.mark.parametrize(
    ("goal", "tool", "evidence"),
    [
        ("Tick Offers", "check", {"op": "exists", "state": "unchecked"}),
        ("Type 'Ice' into the Title field", "type", {"op": "value"}),
        ("Type 'Ice' into the Note field", "type", {"op": "exists", "state": "empty"}),
        ("Click 'Save and close'", "click", {"op": "exists"}),
    ],
)
async def test_what_could_not_be_done_is_cited_as_it_is_now(goal, tool, evidence):
    call = await last_call(goal, page(ALBUMS), error="something is in the way", of=tool)
    assert (call.arguments["status"], cited(call)) == ("goal_not_met", [evidence])


async def test_an_option_that_is_not_offered_is_missing_in_its_list():
    tree = '- combobox "Plan":\n  - option "Free" [selected]\n  - option "Team"'
    call = await last_call("Choose 'Gold' in the Plan dropdown", page(tree))
    assert cited(call)[1:] == [
        {"op": "not_exists", "role": "option", "text": "Gold"},
        {"op": "exists", "role": "option", "text": "Free"},
        {"op": "exists", "role": "option", "text": "Team"},
    ]


@pytest.mark.parametrize(
    ("goal", "shown", "status"),
    [
        ("Click 'Save and close'", "- alert: The title is already taken.", "goal_not_met"),
        ("Click 'Save and close'", "- paragraph: Please correct the error below.", "goal_not_met"),
        ("Click 'Save and close'", "- status: Saved without errors.", "done"),
        (
            "Click 'Save and close'. What is the error message?",
            "- alert: The title is already taken.",
            "done",
        ),
    ],
)
async def test_a_new_message_of_an_error_is_no_success(goal, shown, status):
    call = await last_call(goal, page(ALBUMS), page(ALBUMS.replace("- status", shown)))
    assert (call.arguments["status"], cited(call)) == (status, [{"op": "text"}])


async def test_an_error_that_stood_there_before_is_none_of_the_run():
    before = ALBUMS.replace("- status", "- alert: The title is already taken.")
    after = before.replace('"Send news" [checked]', '"Send news"')
    assert (await last_call("Untick 'Send news'", page(before), page(after))).arguments["status"] == "done"


async def test_what_is_not_understood_needs_no_evidence():
    call = await last_call("Click 'Delete'", page(ALBUMS))
    assert (call.arguments["status"], call.arguments["evidence"]) == ("not_understood", [])
    assert list(call.arguments) == ["answer", "status", "evidence", "reasoning"]


DONE = ALBUMS.replace("- status", "- status: Saved.")


@pytest.mark.parametrize(
    ("goal", "after", "answer", "evidence"),
    [
        ("Click 'Save and close'", page(DONE), "Saved.", [{"op": "text"}]),
        (
            "Click 'Save and close'",
            page(ALBUMS.replace('"Albums" [level=1]', '"Home" [level=1]')),
            "Home",
            [{"op": "text"}],
        ),
        (
            "Type 'Ice' into the Title field",
            page(ALBUMS.replace("Snow", "Ice")),
            "Albums",
            [{"op": "text"}, {"op": "value"}],
        ),
        (
            "Tick Offers",
            page(ALBUMS.replace('"Offers"', '"Offers" [checked]')),
            "Albums",
            [{"op": "text"}, {"op": "exists", "state": "checked"}],
        ),
        (
            "Untick 'Send news'",
            page(ALBUMS.replace(" [checked]", "")),
            "Albums",
            [{"op": "text"}, {"op": "exists", "state": "unchecked"}],
        ),
        (
            "Delete Summer",
            page(ALBUMS.replace('  - listitem:\n    - text: Summer\n    - button "Delete"\n', "")),
            "Albums",
            [{"op": "text"}, {"op": "not_exists", "text": "Summer"}],
        ),
        (
            "Click 'Save and close'",
            page(ALBUMS.replace("- status", "- paragraph: Last saved by Ann")),
            "Albums",
            [{"op": "text"}, {"op": "text"}],
        ),
        (
            "Click 'Save and close'",
            page(ALBUMS.replace('"Save and close"', '"Save and close" [pressed]')),
            "Albums",
            [{"op": "text"}, {"op": "exists", "state": "pressed"}],
        ),
        (
            "Click 'Save and close'",
            page(ALBUMS, url="http://shop.test/saved"),
            "Albums",
            [{"op": "text"}, {"op": "url"}],
        ),
    ],
    ids=[
        "message",
        "heading",
        "value",
        "ticked",
        "unticked",
        "gone",
        "text",
        "pressed",
        "address",
    ],
)
async def test_a_goal_that_asks_nothing_ends_with_evidence_of_the_change(goal, after, answer, evidence):
    call = await last_call(goal, page(ALBUMS), after)
    assert (call.arguments["answer"], cited(call)) == (answer, evidence)


@pytest.mark.parametrize("role", ["button", "link"])
async def test_a_download_is_cited_from_the_step_that_noted_it(role):
    tree = f'- heading "Albums" [level=1]\n- {role} "All as a file"'
    after = page(tree, notes=('download: a download began: "albums.zip" from /albums',))
    call = await last_call("Click 'All as a file'", page(tree), after, page(tree))
    assert cited(call)[1] == {"op": "note", "text": 'a download began: "albums.zip"', "step": 2}


async def test_what_was_there_before_is_no_evidence_of_a_change():
    call = await last_call("Click 'Save and close'", page(DONE), page(DONE.replace(" [checked]", "")))
    assert call.arguments["answer"] == "Saved."
    assert cited(call)[-1] == {"op": "url"}


async def test_what_was_seen_on_the_way_is_no_evidence_of_the_deed_done_there():
    cart = page(
        '- heading "Cart" [level=1]\n- list:\n  - listitem:\n    - text: Mug\n    - button "Remove"',
        url="http://shop.test/cart",
    )
    empty = page('- heading "Cart" [level=1]\n- paragraph: Your cart is empty.', url="http://shop.test/cart")
    start = page('- link "Cart":\n  - /url: /cart')
    call = await last_call("Open the cart and remove Mug", start, cart, empty)
    assert cited(call) == [{"op": "text"}, {"op": "not_exists", "text": "Mug"}]


async def test_evidence_of_an_earlier_step_names_it():
    files = page('- heading "Files" [level=1]\n- button "Next"')
    notes = page('- heading "Notes" [level=1]')
    call = await last_call("Report the heading, click Next and report the heading", files, notes)
    assert call.arguments["answer"] == "Files; Notes"
    assert cited(call) == [{"op": "text", "step": 1}, {"op": "text"}]


async def test_an_alert_is_cited_from_the_step_in_which_it_was_open():
    files = '- heading "Files" [level=1]\n- button "Save"'
    alert = page(files, dialog='an alert dialog says "Saved as draft.": call accept_dialog')
    for goal in (
        "Click Save",
        "Click Save. What does the alert say?",
        "Click Save, accept the alert and report the message",
        "Click Save. What does the alert say? Then accept the alert.",
    ):
        call = await last_call(goal, page(files), alert, page(files))
        assert (call.arguments["answer"], cited(call)) == ("Saved as draft.", [{"op": "dialog", "step": 2}])


async def test_a_stop_that_is_not_accepted_is_sent_once_more():
    before = await last_call("What is the heading?", page(ALBUMS))
    again = await last_call("What is the heading?", page(ALBUMS), error="The evidence does not hold.")
    assert (again.name, again.arguments) == (before.name, before.arguments)
