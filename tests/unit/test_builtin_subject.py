"""What is done to the thing that a page as a whole is about, and to what a page asks whether it is meant."""

import pytest
from builtin_pages import calls, first_call, page, refusal

SUPPLIER = """
- navigation "Main":
  - link "Invoices":
    - /url: /admin/invoices/
- main:
  - heading "Nordwind Ltd" [level=1]
  - textbox "Name": Nordwind Ltd
  - textbox "City": Kiel
  - button "Save"
  - button "Archive"
  - button "Delete"
  - list:
    - listitem:
      - text: Invoice 17
      - button "Pay"
    - listitem:
      - text: Invoice 18
      - button "Pay"
"""
ADDRESS = "http://shop.test/admin/suppliers/4/edit/"
SITE = '- navigation "Main":\n  - button "Reports" [collapsed]'
BEHIND = SUPPLIER.replace('- navigation "Main":', SITE).replace(
    '- button "Delete"', '- button "More actions" [collapsed]'
)
SURE = """
- main:
  - heading "Move Harbour plan" [level=1]
  - paragraph: Are you sure you want to move this folder into 'Old plans'?
  - button "Yes, move this folder"
  - link "No, stay":
    - /url: /folders/3
"""


def supplier(tree=SUPPLIER):
    return page(tree, title="Editing: Nordwind Ltd - Depot", url=ADDRESS)


@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("Save it", "Save"),
        ("Archive the supplier", "Archive"),
        ("Archive Nordwind Ltd", "Archive"),
        ("Archive the supplier 'Nordwind Ltd'", "Archive"),
        ("Delete the supplier", "Delete"),
        ("Delete this page", "Delete"),
    ],
)
async def test_what_the_page_is_about_is_meant_by_name_kind_or_pronoun(goal, name):
    shown = supplier()
    call = await first_call(goal, shown)
    assert (call.name, shown.find(int(call.arguments["element_id"])).name) == ("click", name)


@pytest.mark.parametrize(
    "goal",
    [
        "Delete Müller & Co",
        "Delete the customer",
        "Archive the supplier 'Südwind Ltd'",
        "Pay it",
        "Restore the supplier",
    ],
)
async def test_nothing_is_done_to_the_page_for_something_else(goal):
    await refusal(goal, supplier())


async def test_the_menus_of_the_page_are_opened_before_those_of_the_site():
    opened = BEHIND.replace("[collapsed]\n  - list", '[expanded]\n  - button "Delete"\n  - list')
    assert opened != BEHIND
    shown, after = supplier(BEHIND), supplier(opened)
    made = await calls("Delete the supplier", *[shown] * 4, after)
    pressed = [shown.find(int(call.arguments["element_id"])) for call in made if call.name == "click"]
    assert pressed[0].name == "More actions"


@pytest.mark.parametrize(
    "goal",
    [
        "Confirm the move",
        "Confirm with Yes, move this folder",
        "Confirm with the button 'Yes, move this folder'",
        "Confirm moving the folder",
        "Confirm it",
    ],
)
async def test_a_question_of_the_page_is_answered_by_what_it_is_about(goal):
    shown = page(SURE)
    call = await first_call(goal, shown)
    assert shown.find(int(call.arguments["element_id"])).name == "Yes, move this folder"


@pytest.mark.parametrize(
    "goal", ["Confirm with 'Yes, delete this folder'", "Confirm the copy", "Confirm moving the plan 7"]
)
async def test_another_question_is_not_answered(goal):
    await refusal(goal, page(SURE))
