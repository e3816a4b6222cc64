"""What a newcomer says first is understood: names in short, yes-and-no columns, who did what; and what stays refused."""

import pytest
from builtin_pages import acted_on, answer, first_call, page, refusal, rows

TOWN = """
- banner:
  - link "Wasserzähler und Tarife":
    - /url: /meter
  - link "Zähler abmelden":
    - /url: /off
  - link "Horaires de la mairie":
    - /url: /hours
  - link "Effacer le dossier":
    - /url: /wipe
  - link "Avisos y multas":
    - /url: /fines
  - link "Cerrar sesión":
    - /url: /bye
  - link "Waste & recycling":
    - /url: /waste
  - link "Jobs / Careers":
    - /url: /jobs
  - link "Parking rules":
    - /url: /parking
  - link "Hund für immer abmelden":
    - /url: /dog
  - link "Garten bei uns jetzt ganz einfach kündigen":
    - /url: /garden
  - link "Library & order books":
    - /url: /books
  - link "Flooded bridge: traffic is sent round by the mill":
    - /url: /n/1
- main:
  - heading "Services" [level=1]
  - button "Apply for a permit"
  - button "Language: English"
  - button "Report and close"
  - button "Send to all neighbours"
  - button "Share with everybody"
  - button "Cellar to rent"
  - checkbox "Send me the budget by post and cancel my ballot"
  - button "Cancel for everybody"
  - button "Renew permit"
  - button "Renew later"
  - button "Pay fine"
  - button "Borrar todo"
  - button "Sperrung aufheben"
  - checkbox "Remind me of collection days by letter"
- contentinfo:
  - link "Permit archive"
"""


@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("Click Wasserzähler", "Wasserzähler und Tarife"),
        ("Click Tarife", "Wasserzähler und Tarife"),
        ("Open Horaires", "Horaires de la mairie"),
        ("Click avisos", "Avisos y multas"),
        ("Open waste", "Waste & recycling"),
        ("Click Careers", "Jobs / Careers"),
        ("Click parking", "Parking rules"),
        ("Open flooded bridge", "Flooded bridge: traffic is sent round by the mill"),
        ("Apply", "Apply for a permit"),
        ("Click language", "Language: English"),
        ("Tick collection days", "Remind me of collection days by letter"),
        ("Pay the fine", "Pay fine"),
    ],
)
async def test_a_name_may_be_said_by_its_beginning_where_the_rest_says_no_deed(goal, name):
    call = await first_call(goal, page(TOWN))
    assert f"'{name}'" in call.arguments["description"]


@pytest.mark.parametrize(
    "goal",
    [
        "Click Zähler",
        "Click Effacer",
        "Click dossier",
        "Click sesión",
        "Click Cerrar",
        "Click Report",
        "Cancel",
        "Renew",
        "Pay",
        "Click Borrar",
        "Click Sperrung",
        "Click everybody",
        "Click Hund",
        "Click Garten",
        "Click library",
        "Click Send",
        "Send",
        "Share",
        "Click cellar",
        "Tick the budget",
        "Click 'Parking'",
    ],
)
async def test_a_beginning_that_may_leave_out_another_deed_presses_nothing(goal):
    await refusal(goal, page(TOWN))


@pytest.mark.parametrize("other", ['- button "Waste calendar"', '- link "Recycle waste"'])
async def test_a_name_said_in_short_must_be_the_only_one_with_these_words(other):
    await refusal("Click waste", page(f"{TOWN}\n{other}"))


PARCELS = """
- heading "Parcels" [level=1]
- status: 3 couriers are near
- combobox "Depot":
  - option "North" [selected]
  - option "South"
- combobox "Weights":
  - option "Light" [selected]
  - option "Heavy"
- table "Parcels":
  - row: [columnheader "Parcel", columnheader "Sender", columnheader "Insured", columnheader "Packed by", columnheader "Arrival", columnheader "Started"]
  - row: [cell "P-7", cell "Ruth", cell "yes", cell "Egon", cell "4 May 2026", cell "2026-05-01"]
  - row: [cell "P-8", cell "Otto", cell "no", cell "Ruth", cell "6 May 2026", cell "2026-05-02"]
  - row: [cell "P-9", cell "Otto", cell "✓", cell "Egon", cell "—", cell "2026-05-03"]
- heading "Sub-depots" [level=2]
- table "Sub-depots":
  - row: [columnheader "Sub-depot", columnheader "State", columnheader "Keeper's rank"]
  - row: [cell "Quay", cell "Closed", cell "Foreman"]
  - row: [cell "Officer Mess", cell "Open", cell "Steward"]
  - row: [cell "Mill", cell "Moved", cell "Clerk"]
  - row: [cell "Yard", cell "Moved", cell "Clerk"]
"""


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("Is P-7 insured?", "yes"),
        ("Is P-8 insured?", "no"),
        ("Is the parcel P-9 insured?", "yes"),
        ("Which parcels are insured?", "P-7, P-9"),
        ("How many parcels are insured?", "2"),
        ("Are all parcels insured?", "no"),
        ("Who packed P-8?", "Ruth"),
        ("Who packed parcel P-7?", "Egon"),
        ("When does P-8 arrive?", "6 May 2026"),
        ("When did P-7 start?", "2026-05-01"),
        ("Which sub-depots moved?", "Mill, Yard"),
        ("Which sub-depot is closed?", "Quay"),
        ("How many sub-depots are there?", "4"),
        ("Who is the foreman?", "Quay"),
        ("Has Mill moved?", "yes"),
        ("Is there a parcel from Otto?", "yes"),
        ("Is there a parcel with the sender Ida?", "no"),
        ("What are the depots?", "North, South"),
        ("What are the options of the depot?", "North, South"),
        ("What does the status say?", "3 couriers are near"),
        ("How many parcels do we have?", "3"),
    ],
)
async def test_what_rows_and_dropdowns_say_is_answered(goal, said):
    assert await answer(goal, page(rows(PARCELS))) == said


@pytest.mark.parametrize(
    "goal",
    [
        "Who is the clerk?",
        "Who is the officer?",
        "When does P-9 arrive?",
        "Who paid P-7?",
        "What is the status?",
        "What are the weights?",
        "Is there a parcel with a ribbon?",
        "Is there a letter from Otto?",
        "Is there a depot South?",
        "Is it insured?",
        "Is it available?",
        "Sort by price",
    ],
)
async def test_what_rows_and_dropdowns_leave_open_is_refused(goal):
    await refusal(goal, page(rows(PARCELS)))


LAMP = """
- main:
  - heading "Reading lamp" [level=1]
  - paragraph: "Availability: In stock"
  - heading "Similar" [level=2]
  - list:
    - listitem:
      - link "Torch"
      - text: Out of stock
    - listitem:
      - link "Candle"
      - text: In stock
"""


async def test_what_a_page_about_one_thing_says_of_it_is_not_read_off_other_things():
    assert await answer("Is it in stock?", page(LAMP)) == "yes"
    assert (
        await answer("Is the Reading lamp out of stock?", page(LAMP.replace("In stock", "Out of stock", 1)))
        == "yes"
    )
    assert await answer("Is it in stock?", page(LAMP.replace("In stock", "Out of stock", 1))) == "no"
    await refusal("Is it in stock?", page(LAMP.replace('"Availability: In stock"', "Ships soon")))


@pytest.mark.parametrize(
    "tree",
    [
        '- article:\n  - heading "Tip"\n  - paragraph: My first try failed badly.',
        '- generic:\n  - generic: Checks failed\n  - generic: "4"',
        "- paragraph: The name must be short.",
        "- paragraph: The upload failed.\n- paragraph: The key is not valid.",
        '- list:\n  - listitem:\n    - link "Backup"\n    - text: failed twice',
    ],
)
async def test_a_text_that_only_sounds_like_an_error_is_no_error_message(tree):
    await refusal("What is the error?", page(tree))


async def test_a_lone_sentence_about_what_went_wrong_is_the_error_message():
    assert await answer("What is the error?", page("- paragraph: The upload failed.")) == "The upload failed."


async def test_a_card_is_selected_by_its_own_select_button_and_the_text_beside_a_name_stays_in_its_card():
    tree = """
    - heading "Rooms" [level=1]
    - list "Rooms":
      - listitem:
        - heading "Attic" [level=3]
        - text: €80
        - text: by Hanna
        - link "Photos":
          - /url: /a
        - button "Select"
      - listitem:
        - heading "Cellar" [level=3]
        - text: €60
        - text: by Ulf
        - link "Photos":
          - /url: /c
        - button "Select"
    """
    assert (await acted_on("Select the cheapest room", page(tree)))[1:] == (
        "button",
        "Cellar €60 by Ulf Photos Select",
    )
    await refusal("What is the title of the room by Nobody?", page(tree))


async def test_a_goal_is_the_control_of_that_name_also_with_an_article():
    tree = '- main:\n  - button "Copy link"\n  - button "Reopen case"\n  - link "Trash":\n    - /url: /trash'
    for goal in ("Copy the link", "Reopen the case"):
        assert (await acted_on(goal, page(tree)))[1] == "button"
    for goal in ("Reply to Nobody", "Delete"):
        await refusal(goal, page(tree))
