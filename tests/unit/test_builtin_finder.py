"""What words name on a page: elements by their names, kinds, pictures and places, things of lists by all that tells them apart."""

from dataclasses import replace

import pytest
from builtin_pages import calls, page

from pytest_webagent.model.builtin.finder import Finder
from pytest_webagent.model.builtin.instruction import Target
from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.model.builtin.view import View
from pytest_webagent.observation import Box

MAILS = """
- navigation:
  - button "✎ Compose"
- button "Board settings"
- button "Undo"
- generic:
  - generic:
    - text: Inbox
    - text: 4 messages
  - generic:
    - checkbox
    - button "☆"
    - text: Jonas Reiter
    - generic "Lunch on Thursday? Shall we meet at Café Orbit?" [cursor=pointer]
    - button "🗑"
  - generic:
    - checkbox
    - button "☆"
    - text: Vera Lindqvist
    - generic "Budget draft. Please have a look at the sheet." [cursor=pointer]
    - button "🗑"
  - generic:
    - checkbox
    - button "☆"
    - text: WIN NOW
    - generic "You were chosen! Claim your prize today." [cursor=pointer]
    - button "🗑"
  - generic:
    - checkbox
    - button "☆"
    - text: Vera Lindqvist
    - generic "Minutes of Monday. The next meeting is in room Baltic." [cursor=pointer]
    - button "🗑"
"""


CORNERS = {"Board settings": Box(1200, 10, 40, 30), "Undo": Box(20, 10, 40, 30)}


def changed(tree, **parts):
    """The page with other values in those parts of its elements that have a name."""
    seen = page(tree, title="Postbird")
    elements = (
        replace(each, **{part: values[each.name] for part, values in parts.items() if each.name in values})
        for each in seen.elements
    )
    return replace(seen, elements=tuple(elements))


def found(words, purpose="press", tree=MAILS):
    """The descriptions of what words mean; the error's words where nothing, or several things."""
    verb, _, said = words.rpartition("|")
    finder = Finder(View(changed(tree, box=CORNERS)))
    return [finder.describe(at) for at in finder.find(Target(said, verb), purpose).indexes]


@pytest.mark.parametrize(
    ("words", "purpose", "expected"),
    [
        ("the mail about lunch", "press", ["Lunch on Thursday? Shall we meet at Café Orbit?"]),
        ("Jonas Reiter's mail", "press", ["Lunch on Thursday? Shall we meet at Café Orbit?"]),
        ("the mail that promises a prize", "press", ["You were chosen! Claim your prize today."]),
        ("the second mail", "press", ["Budget draft. Please have a look at the sheet."]),
        ("the last message", "toggle", ["checkbox in the row of 'Vera Lindqvist'"]),
        ("both mails from Vera Lindqvist", "toggle", ["checkbox in the row of 'Vera Lindqvist'"] * 2),
        ("the two mails from Vera Lindqvist", "toggle", ["checkbox in the row of 'Vera Lindqvist'"] * 2),
        ("all mails", "toggle", 4),
        ("the star of the mail about lunch", "press", ["button '☆' in the row of 'Jonas Reiter'"]),
        ("the trash icon of the third mail", "press", ["button '🗑' in the row of 'WIN NOW'"]),
        ("the gear at the top right", "press", ["button 'Board settings'"]),
        ("the undo button at the top left", "press", ["button 'Undo'"]),
        ("Compose|a new message", "press", ["button '✎ Compose'"]),
        ("Create|a message", "press", ["button '✎ Compose'"]),
    ],
)
def test_things_and_elements_are_found_by_what_tells_them_apart(words, purpose, expected):
    names = found(words, purpose)
    if isinstance(expected, int):
        assert len(names) == expected
    else:
        assert len(names) == len(expected)
        assert all(each in name for each, name in zip(expected, names, strict=True))


@pytest.mark.parametrize(
    ("words", "purpose"),
    [
        ("the mail about dinner", "press"),
        ("the mail from Vera Lindqvist", "press"),
        ("three mails from Vera Lindqvist", "toggle"),
        ("both mails from Jonas Reiter", "toggle"),
        ("the fifth mail", "press"),
        ("the last page", "press"),
        ("the last page of the list", "press"),
        ("the star of the mail about dinner", "press"),
        ("the gear at the bottom left", "press"),
        ("Delete|a message", "press"),
        ("Archive|it", "press"),
    ],
)
def test_what_is_not_there_or_several_things_is_refused(words, purpose):
    finder = Finder(View(changed(MAILS, box=CORNERS)))
    verb, _, said = words.rpartition("|")
    with pytest.raises(Refusal):
        finder.one(Target(said, verb), purpose)


TASKS = """
- text: 2 tasks
- list:
  - listitem:
    - text: Paint the fence
    - button "Actions"
  - listitem:
    - text: Oil the crane
    - button "Actions"
"""


async def test_a_deed_is_looked_for_in_the_menu_of_its_row():
    opened = f"""{TASKS}
- menu:
  - menuitem "Rename"
  - menuitem "Delete"
"""
    seen = changed(opened, new={"Rename": True, "Delete": True})
    menu, deed, *_ = await calls("Delete the task about the crane", page(TASKS), seen)
    assert menu.arguments["description"] == "button 'Actions' in the row of 'Oil the crane'"
    assert deed.arguments["description"] == "menuitem 'Delete'"
