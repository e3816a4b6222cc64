"""The builtin model reads steps that its grammar does not know on the page on which they are done."""

import pytest
from builtin_pages import first_call, page, refusal

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
