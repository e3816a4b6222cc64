"""What the builtin model presses on pages written down as accessibility trees, and what it leaves alone."""

import pytest
from builtin_pages import acted_on, first_call, page, refusal

LIBRARY = """
- navigation:
  - link "Ausleihen (3)":
    - /url: /loans
  - link "Ausweis sperren":
    - /url: /block
  - link "Mein Profil entfernen":
    - /url: /gone
- main:
  - heading "Bücher" [level=1]
  - button "Vormerkung aufheben"
  - button "Abonnement kündigen"
  - button "Tout effacer"
  - button "Quitter le groupe"
  - button "Cancelar reserva"
  - button "Cerrar la biblioteca"
  - checkbox "Mahnungen abbestellen"
  - button "Renew now"
  - button "Renew all loans"
  - button "Return later"
  - link "Go to payments":
    - /url: /pay
"""


@pytest.mark.parametrize(
    "goal",
    [
        "Click Ausweis",
        "Click on the Profil link",
        "Click Vormerkung",
        "Press the Abonnement button",
        "Click every Abonnement button",
        "Click effacer",
        "Click groupe",
        "Press reserva",
        "Click the biblioteca button",
        "Choose Vormerkung",
        "Tick Mahnungen",
        "Press Return",
        "Click loans",
        "Return",
    ],
)
async def test_a_part_of_a_name_does_not_press_what_says_more_in_any_language(goal):
    await refusal(goal, page(LIBRARY))


async def test_a_refused_part_of_a_name_is_told_with_the_whole_name():
    told = await refusal("Click Ausweis", page(LIBRARY))
    assert "'Ausweis sperren'" in told
    assert "if that is meant, say its whole name" in told
    assert """That would be: "Click 'Ausweis sperren'".""" in told


async def test_what_would_be_said_instead_is_tried_first():
    """Nothing on this page can be typed into, whatever it is called."""
    told = await refusal("Type 'Ann' into Ausweis sperrn", page(LIBRARY))
    assert "That would be" not in told


@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("Click Ausleihen", "Ausleihen (3)"),
        ("Click Ausweis sperren", "Ausweis sperren"),
        ("Click renew", "Renew now"),
        ("Go to payments", "Go to payments"),
        ("Open payments", "Go to payments"),
        ("Click the payments link", "Go to payments"),
        ("Tick Mahnungen abbestellen", "Mahnungen abbestellen"),
    ],
)
async def test_a_name_may_go_on_with_what_says_nothing(goal, name):
    call = await first_call(goal, page(LIBRARY))
    assert f"'{name}'" in call.arguments["description"]


RECIPES = """
- navigation:
  - list:
    - listitem:
      - link "Empty the pantry":
        - /url: /empty
    - listitem:
      - link "Drafts":
        - /url: /drafts
- main:
  - article:
    - heading "Soup with leek and potato" [level=2]:
      - link "Soup with leek and potato":
        - /url: /r/1
    - paragraph: Half an hour.
    - button "Cook"
  - article:
    - heading "Bread without kneading" [level=2]:
      - link "Bread without kneading":
        - /url: /r/2
    - paragraph: A whole day.
    - button "Cook"
"""


async def test_the_title_of_a_card_may_be_said_in_short_but_an_entry_of_a_menu_may_not():
    assert (await acted_on("Open the leek soup", page(RECIPES)))[0] == "click"
    assert (await acted_on("Open bread", page(RECIPES)))[2] == "Bread without kneading"
    await refusal("Click pantry", page(RECIPES))


TICKETS = """
- toolbar "Tickets":
  - button "Escalate"
  - button "Delete"
  - button "Mark as solved"
- table "Tickets":
  - row:
    - columnheader:
      - checkbox "Select all tickets"
    - columnheader "Subject"
    - columnheader "Customer"
    - columnheader "State"
  - row:
    - cell:
      - checkbox "Select ticket"
    - cell:
      - link "Printer on fire":
        - /url: /t/1
    - cell "Olga Brandt"
    - cell:
      - button "Suspend"
  - row:
    - cell:
      - checkbox "Select ticket"
    - cell:
      - link "No sound":
        - /url: /t/2
    - cell "Piet Maas"
    - cell:
      - button "Enable"
"""


@pytest.mark.parametrize(
    "goal",
    [
        "Delete 'Printer on fire'",
        "Delete No sound",
        "Delete the ticket of Olga Brandt",
        "Delete all tickets",
        "Mark 'No sound' as solved",
        "Mark No sound as done",
        "Enable Printer on fire",
        "Turn off No sound",
        "Disable all tickets",
        "Suspend No sound",
    ],
)
async def test_what_the_row_has_no_control_for_is_neither_opened_nor_done_to_the_selection(goal):
    await refusal(goal, page(TICKETS, title="Desk"))


@pytest.mark.parametrize(
    ("goal", "tool", "row"),
    [
        ("Select the second ticket", "check", "Select ticket"),
        ("Select No sound", "check", "Select ticket"),
        ("Tick the ticket from Piet Maas", "check", "Select ticket"),
        ("Select the ticket of Olga Brandt", "check", "Select ticket"),
        ("Select all rows", "check", "Select ticket"),
        ("Tick every ticket", "check", "Select ticket"),
        ("Select all tickets", "check", "Select all tickets"),
        ("Enable No sound", "click", "Enable"),
        ("Open the ticket of Piet Maas", "click", "No sound"),
        ("Mark as solved", "click", "Mark as solved"),
    ],
)
async def test_a_row_is_selected_by_its_box_and_opened_by_its_link(goal, tool, row):
    call = await first_call(goal, page(TICKETS, title="Desk"))
    assert (call.name, row in call.arguments["description"]) == (tool, True)


async def test_a_command_about_the_only_ticked_row_presses_the_toolbar():
    ticked = TICKETS.replace('checkbox "Select ticket"', 'checkbox "Select ticket" [checked]', 1)
    assert (await acted_on("Delete Printer on fire", page(ticked)))[1] == "button"
    await refusal("Delete No sound", page(ticked))
    await refusal("Delete all tickets", page(ticked))


CHORES = """
- main:
  - heading "Chores" [level=1]
  - list:
    - listitem:
      - checkbox "Done"
      - text: Sweep the yard
      - button "Postpone"
    - listitem:
      - checkbox "Done" [checked]
      - text: Feed the hens
      - button "Postpone"
  - button "Clear finished"
  - button "Skip"
  - list "Tools":
    - listitem:
      - text: Wood lathe
      - spinbutton "Amount": "1"
      - button "Increase amount"
      - button "Add to shed"
    - listitem:
      - text: Band saw
      - spinbutton "Amount": "1"
      - button "Increase amount"
      - button "Add to shed"
  - button "Clear shed"
  - button "Filters" [expanded]
  - button "More options"
  - switch "Quiet hours"
  - alert:
    - text: The hens are loose.
    - button "Dismiss"
"""


@pytest.mark.parametrize(
    ("goal", "tool", "name"),
    [
        ("Mark Sweep the yard as done", "check", "Done"),
        ("Mark 'Feed the hens' as not done", "uncheck", "Done"),
        ("Check off 'Sweep the yard'", "check", "Done"),
        ("Complete 'Sweep the yard'", "check", "Done"),
        ("Clear finished", "click", "Clear finished"),
        ("Skip", "click", "Skip"),
        ("Clear the shed", "click", "Clear shed"),
        ("Increase the amount of the Band saw", "click", "Increase amount"),
        ("Increase the amount of the Band saw to 3", "type", "Amount"),
        ("Collapse the filters", "click", "Filters"),
        ("Expand 'More options'", "click", "More options"),
        ("Turn quiet hours on", "check", "Quiet hours"),
        ("Switch off quiet hours", "uncheck", "Quiet hours"),
        ("Close the message", "click", "Dismiss"),
        ("Dismiss the hens", "click", "Dismiss"),
        ("Add the Wood lathe to the shed", "click", "Add to shed"),
    ],
)
async def test_everyday_commands_find_their_control(goal, tool, name):
    call = await first_call(goal, page(CHORES))
    aimed = call.arguments.get("description") or call.arguments["field_description"]
    assert (call.name, f"'{name}'" in aimed) == (tool, True)


@pytest.mark.parametrize(
    "goal",
    [
        "Add the Wood lathe to the cellar",
        "Collapse 'More options'",
        "Add a hen",
        "Confirm",
    ],
)
async def test_a_command_that_its_control_does_only_in_part_is_refused(goal):
    await refusal(goal, page(CHORES))


async def test_things_listed_in_a_part_of_the_page_lend_it_no_control():
    tree = """
    - region "Backlog":
      - heading "Backlog" [level=2]
      - button "New idea"
      - list:
        - listitem:
          - heading "Faster search" [level=3]
          - button "Remove idea"
    - region "Shipped":
      - heading "Shipped" [level=2]
      - button "New idea"
      - list:
        - listitem:
          - heading "Dark theme" [level=3]
          - button "Remove idea"
    """
    await refusal("Remove Backlog", page(tree))
    assert "Dark theme" in (await acted_on("Remove Dark theme", page(tree)))[2]


@pytest.mark.parametrize(
    ("dates", "goal"),
    [
        (("4 June 2026", "soon", "9 June 2026"), "Open the latest one"),
        (("4 June 2026", "3 hours ago", "9 June 2026"), "Open the newest entry"),
        (("05/06/2026", "2026-06-09", "30.06.2026"), "Open the oldest entry"),
        (("24/06/2026", "06/25/2026", "07/08/2026"), "Open the newest row"),
    ],
)
async def test_dates_that_cannot_all_be_read_alike_are_not_put_in_order(dates, goal):
    rows = "".join(
        f'\n  - row:\n    - cell:\n      - link "Run {at}":\n        - /url: /{at}\n    - cell "{date}"'
        for at, date in enumerate(dates)
    )
    head = '- table:\n  - row:\n    - columnheader "Run"\n    - columnheader "Started"'
    await refusal(goal, page(head + rows))


async def test_a_control_that_shows_what_is_chosen_is_named_by_its_label():
    tree = """
    - generic:
      - text: Pick-up point
      - button "Pick-up point None chosen yet": None chosen yet
    - generic:
      - text: Membership
      - button "Membership Beenden": Beenden
    - generic:
      - text: Data
      - button "Data Delete all of it": Delete all of it
    """
    assert (await acted_on("Click the pick-up point", page(tree)))[1] == "button"
    await refusal("Click Membership", page(tree))
    await refusal("Click Data", page(tree))


CLINIC = """
- dialog "Reminder":
  - paragraph: Bring your card.
  - button "Later"
  - button "Close"
- main:
  - heading "Appointments" [level=1]
  - button "Cancel appointment"
  - button "Change doctor"
  - button "New prescription"
  - button "Record symptoms"
  - checkbox "I agree to the house rules"
  - checkbox "Save a copy"
"""


@pytest.mark.parametrize(
    "goal", ["Click doctor", "Click prescription", "Press symptoms", "Save a copy", "Cancel", "Press Record"]
)
async def test_a_word_that_says_nothing_at_the_end_of_a_name_may_say_a_deed_at_its_beginning(goal):
    await refusal(goal, page(CLINIC))


async def test_a_dialog_is_answered_by_its_own_buttons():
    assert (await acted_on("Close the dialog", page(CLINIC)))[2].startswith("Bring your card")
    await refusal("Dismiss the dialog", page(CLINIC.replace('"Close"', '"Weiter"')))


async def test_to_agree_is_to_tick():
    for goal in ("Agree to the house rules", "Accept the house rules", "Tick the house rules"):
        assert (await first_call(goal, page(CLINIC))).name == "check"
