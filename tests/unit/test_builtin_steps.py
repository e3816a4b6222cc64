"""The builtin model reads steps that its grammar does not know on the page on which they are done."""

import pytest
from builtin_pages import calls, first_call, page, refusal

OFFICE = """
- menubar "Main":
  - menuitem "Reports"
  - menuitem "Settings"
- main:
  - heading "Office" [level=1]
  - button "Reports"
  - textbox "Title"
  - textbox "Code"
  - combobox "Country":
    - option "France" [selected]
    - option "Italy"
    - option "Spain"
  - slider "Volume": "5"
  - group "Colours":
    - checkbox "red"
    - checkbox "green"
    - checkbox "blue"
  - button "☆"
  - term: Message code
  - definition: ZX-12
  - table "Invoices":
    - row "Invoice Amount":
      - columnheader "Invoice"
      - columnheader "Amount"
    - row "16 $5 Pay":
      - cell "16"
      - cell "$5"
      - cell "Pay":
        - button "Pay"
    - row "17 $9 Pay":
      - cell "17"
      - cell "$9"
      - cell "Pay":
        - button "Pay"
  - list "Patients":
    - listitem:
      - link "Dr. Jane Roe"
    - listitem:
      - link "Dr. Kim Poe"
  - link "Terms"
  - dialog "Welcome" [box=1200,700,40,10]:
    - button "x"
"""


@pytest.mark.parametrize(
    ("step", "tool", "aimed", "text"),
    [
        ("In 'Country' choose Italy", "selection", "dropdown 'Country'", "Italy"),
        ("Country: Italy", "selection", "dropdown 'Country'", "Italy"),
        ("Set Country to Italy", "selection", "dropdown 'Country'", "Italy"),
        ("Pick Italy as the country", "selection", "dropdown 'Country'", "Italy"),
        ("Filter the list by country Italy", "selection", "dropdown 'Country'", "Italy"),
        ("Choose the country Spain", "selection", "dropdown 'Country'", "Spain"),
        ("Wähle Spain bei Country", "selection", "dropdown 'Country'", "Spain"),
        ("Open the file of Dr. Jane Roe", "click", "link 'Dr. Jane Roe'", None),
        ("In the row of invoice 17 click 'Pay'", "click", "button 'Pay' in the row of '17'", None),
        ("Pay invoice 17", "click", "button 'Pay' in the row of '17'", None),
        ("Hit the pay button of the second invoice", "click", "button 'Pay' in the row of '17'", None),
        ("Open 'Reports' in the menu", "click", "menuitem 'Reports'", None),
        ("Replace the content of 'Title' by Hello", "type", "field 'Title'", "Hello"),
        ("Type 'Hello' in the new title field", "type", "field 'Title'", "Hello"),
        ("Title: Hello", "type", "field 'Title'", "Hello"),
        ("Saisissez 'Hello' dans Title", "type", "field 'Title'", "Hello"),
        ("Copy the message code into the field Code", "type", "field 'Code'", "ZX-12"),
        ("Set it to 11 with the slider", "type", "slider 'Volume'", "11"),
        ("Set the volume to 11 %", "type", "slider 'Volume'", "11"),
        ("Find and click the link 'Terms'", "click", "link 'Terms'", None),
        ("Close the window by clicking its 'x'", "click", "button 'x'", None),
        ("Select red, green and blue", "check", "checkbox 'red'", None),
        ("Now press the star", "click", "button '☆'", None),
    ],
)
async def test_a_step_is_done_however_its_parts_stand(step, tool, aimed, text):
    call = await first_call(step, page(OFFICE))
    at = call.arguments.get("description") or call.arguments.get("field_description")
    assert (call.name, at, call.arguments.get("text")) == (tool, aimed, text)


@pytest.mark.parametrize(
    "step",
    [
        "In 'Region' choose Italy",
        "In the row of invoice 18 click 'Pay'",
        "Pay two invoices",
        "Pay invoice 1718",
        "Click 'Reports' in the footer",
        "Copy the secret code into the field Code",
        "Frobnicate the Terms",
        "Press the heart",
        "Write a poem about Title",
        "Select red, mauve and blue",
    ],
)
async def test_a_step_with_a_word_that_nothing_explains_is_refused(step):
    await refusal(step, page(OFFICE))


BOARD = """
- heading "todos" [level=1]
- textbox "What is next?"
- heading "Ideas" [level=2]
- list "Ideas":
  - listitem:
    - text: Footer links
    - button "More actions"
  - listitem:
    - text: Broken link on the start page
    - button "×"
- heading "Later" [level=2]
- list "Later":
  - listitem:
    - text: Oil the crane
  - listitem:
    - text: Call the port
- combobox "Assignee" [collapsed]
- button "+ New card"
- button "Clear completed"
- link "Completed"
- grid "Boats":
  - row "Name Length":
    - columnheader "Name"
    - columnheader "Length"
  - row "Ada 12":
    - cell "Ada"
    - cell "12"
  - row "Bo 9":
    - cell "Bo"
    - cell "9"
"""


@pytest.mark.parametrize(
    ("step", "tool", "aimed"),
    [
        ("Delete the broken link card", "click", "button '×' in the row of 'Broken link on the start page'"),
        ("Archive the card Footer links", "click", "button 'More actions' in the row of 'Footer links'"),
        ("Delete Oil the crane", "hover", "listitem"),
        ("Click New card", "click", "button '+ New card'"),
        ("Clear everything that is completed", "click", "button 'Clear completed'"),
        ("Show the completed ones only", "click", "link 'Completed'"),
        ("Add the todo Clean the oven", "type", "field 'What is next?'"),
        ("Sort the boats by length, highest first", "click", "columnheader 'Length'"),
        ("Given the list is open\nWhen I click New card", "click", "button '+ New card'"),
        ("ABC-12: click New card", "click", "button '+ New card'"),
        ("When I add 'Sweep'", "type", "field 'What is next?'"),
    ],
)
async def test_things_are_called_as_people_call_them(step, tool, aimed):
    call = await first_call(step, page(BOARD))
    at = call.arguments.get("description") or call.arguments.get("field_description")
    assert (call.name, at.startswith(aimed)) == (tool, True)


@pytest.mark.parametrize(
    "step",
    [
        "Delete the broken boat card",
        "Add a boat",
        "Add the todo Clean the oven to the cellar",
        "Delete everything",
        "Choose Ann as the captain",
        "Archive the card Footer lights",
    ],
)
async def test_things_that_are_not_there_are_none_of_those_that_are(step):
    await refusal(step, page(BOARD))


async def test_the_only_field_of_a_page_of_todos_is_its_todo_field():
    call = await first_call("Type 'Sweep' in the new todo field", page(BOARD.replace("combobox", "button")))
    assert call.arguments["field_description"] == "field 'What is next?'"


async def test_a_field_that_suggests_is_chosen_from():
    offered = (
        BOARD
        + """- listbox:
  - option "Ann Berg"
  - option "Bob Lee"
"""
    )
    typed, chosen, *_ = await calls("Assignee: Ann Berg", page(BOARD), page(offered))
    assert (typed.name, typed.arguments["text"]) == ("type", "Ann Berg")
    assert (chosen.name, chosen.arguments["description"]) == ("click", "option 'Ann Berg'")


async def test_a_field_that_finds_nothing_is_not_done():
    nothing = page(BOARD + '- text: "No results found"')
    *_, last = await calls("Assignee: Ann Berg", page(BOARD), nothing, nothing, nothing, nothing)
    assert last.arguments["status"] != "done"


async def test_a_column_is_sorted_until_its_head_says_so():
    rising = BOARD.replace('columnheader "Length"', 'columnheader "Length" [sort=ascending]')
    falling = BOARD.replace('columnheader "Length"', 'columnheader "Length" [sort=descending]')
    found = await calls("Sort the boats by length, highest first", page(BOARD), page(rising), page(falling))
    assert [each.name for each in found] == ["click", "click", "stop"]


async def test_what_goes_on_with_another_verb_is_another_step():
    found = await calls("Click New card and take out the trash", page(BOARD))
    assert found[0].arguments["description"] == "button '+ New card'"
    assert found[-1].arguments["status"] == "not_understood"


async def test_a_step_without_a_verb_behind_its_place_is_refused():
    lamps = page('- tablist:\n  - tab "Light" [selected]\n- slider "Brightness": "20"')
    await refusal("On the Light tab bring the brightness up to 75 percent", lamps)
