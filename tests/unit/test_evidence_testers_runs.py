"""Goals in the words testers use, answered honestly on pages of many kinds: none may be refused, and their lies are."""

import pytest
from builtin_pages import rows
from evidence_stories import act, click, exists, not_exists, page, problems, text, verdict

from pytest_webagent.claims.derivation import Derivation


def stands(*given, **more):
    found = verdict(*given, **more)
    assert found.stands, found.problems


USERS = page(
    """
    - heading "Users"
    - table:
      - row "Name Status":
        - columnheader "Name"
        - columnheader "Status"
      - row "Alice Active":
        - cell "Alice"
        - cell "Active"
      - row "Bob Inactive":
        - cell "Bob"
        - cell "Inactive"
    - button "New user"
    """
)
CART = page(
    """
    - heading "Your cart"
    - paragraph: Your cart is empty.
    - paragraph: "Subtotal: $0.00"
    """
)


def test_one_that_is_not_denies_that_all_are():
    stands("Is every user active?", "No", [text(USERS, "cell", "Inactive")], [USERS])
    stands("Are all users active?", "No, Bob is not", [text(USERS, "row", "Bob")], [USERS])
    assert problems("Is every user active?", "No", [text(USERS, "cell", "Active")], [USERS])


def test_the_value_asked_about_is_no_name_of_another_row():
    stands("Is Bob active?", "No", [text(USERS, "cell", "Inactive")], [USERS])
    assert problems("Is Alice active?", "No", [text(USERS, "cell", "Inactive")], [USERS])


@pytest.mark.parametrize(
    "goal",
    ["Given I have a cup in my cart\nWhen I remove it\nThen the cart is empty", "The cart must be empty"],
)
def test_a_condition_asks_nothing(goal):
    stands(goal, "The cart is empty.", [text(CART, "paragraph", "Your cart is empty.")], [CART])


def test_an_answer_may_begin_with_a_word_of_agreement():
    evidence = [text(CART, "paragraph", "Your cart"), text(CART, "paragraph", "Subtotal")]
    stands("Verify that the cart is empty.", "Verified: the cart is empty, subtotal $0.00", evidence, [CART])
    stands("Which users are inactive, if any?", "Yes, Bob", [text(USERS, "row", "Bob")], [USERS])
    assert problems("Verify that the cart is empty.", "Verified: the subtotal is $1.00", evidence, [CART])


FORM = page(
    """
    - heading "Users"
    - dialog "New user":
      - textbox "Email" [active]: fay
      - alert: Please enter a valid email address
      - button "Create"
      - button "Cancel"
    """
)
INVITING = [
    click(1, USERS, "button", "New user"),
    act(2, "type", FORM, "textbox", "Email", text="fay"),
    click(2, FORM, "button", "Create"),
]
REFUSED = [USERS, FORM, FORM]


def test_an_error_that_was_to_come_is_shown_in_a_dialog_that_stays_open():
    said = "An error appeared: 'Please enter a valid email address'"
    goal = "Try to create a user with the email 'fay'. An error should appear."
    stands(goal, said, [text(FORM, "alert")], REFUSED, INVITING)
    assert problems("Create a user with the email 'fay'.", said, [text(FORM, "alert")], REFUSED, INVITING)


def test_who_is_asked_what_a_page_says_may_answer_with_its_error():
    goal = "Create a user with the email 'fay' and report what the page says"
    stands(goal, "Please enter a valid email address", [text(FORM, "alert")], REFUSED, INVITING)
    assert problems(goal, "New user", [text(FORM, "dialog")], REFUSED, INVITING)


def test_what_the_run_typed_need_not_stand_in_the_evidence():
    goal = "Verify that the email 'fay' is refused."
    stands(goal, "Done", [text(FORM, "alert")], REFUSED, INVITING)


DAYS = page(
    """
    - table:
      - row:
        - cell "6":
          - button "6"
        - cell "7, fully booked":
          - button "7, fully booked" [disabled]: "7"
    """
)


@pytest.mark.parametrize("role", ["button", "cell"])
def test_a_control_says_its_name(role):
    stands("Is May 7 available?", "No, it is fully booked", [text(DAYS, role, "7, fully booked")], [DAYS])
    assert problems("Is May 6 available?", "No", [text(DAYS, role, "6")], [DAYS])


CHAT = page("- log:\n  - text: Tom\n  - paragraph: The deploy failed last night, I am looking into it.\n")


def test_what_somebody_wrote_may_be_told_in_indirect_speech():
    evidence = [text(CHAT, "paragraph")]
    told = "Tom wrote that the deploy failed last night and that he is looking into it."
    stands("What did Tom write?", told, evidence, [CHAT])
    assert problems("What did Tom write?", told.replace("failed", "worked"), evidence, [CHAT])


FIGURES = page(
    '- heading "Conversion"\n- paragraph: 2.4%\n- paragraph: €99\n- paragraph: "Gesamtbetrag: 1.315,39 €"\n'
)


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("Verify that the conversion rate is above 2%.", "2.4%"),
        ("Is the conversion rate at most 3%?", "2.4%"),
        ("Is there a flight below €100?", "€99"),
    ],
)
def test_an_amount_shows_that_it_stands_to_another_as_the_goal_says(goal, said):
    stands(goal, "Yes", [text(FIGURES, "paragraph", said)], [FIGURES])


@pytest.mark.parametrize(
    "goal", ["Is the conversion rate above 3%?", "Is the rate not above 2%?", "Is the rate below 2.4%?"]
)
def test_an_amount_that_does_not_stand_so_shows_nothing(goal):
    assert problems(goal, "Yes", [text(FIGURES, "paragraph", "2.4%")], [FIGURES])


def test_a_clause_behind_a_comma_belongs_to_the_check():
    page_ = page('- paragraph: "Gesamtbetrag: 1.315,39 €"\n', language="de")
    stands("Prüfe, dass der Gesamtbetrag 1.315,39 € ist.", "Ja", [text(page_, "paragraph")], [page_])
    assert problems("Prüfe, dass der Gesamtbetrag 1.300 € ist.", "Ja", [text(page_, "paragraph")], [page_])


ALL = page('- checkbox "Cheap"\n- status: 5 results\n- button "Clear filters"\n')
SOME = page('- checkbox "Cheap" [checked]\n- status: 2 results\n- button "Clear filters"\n')
FILTERING = [act(1, "check", ALL, "checkbox", "Cheap"), click(2, SOME, "button", "Clear filters")]


def test_what_is_so_again_was_changed():
    goal = "Apply the filter 'Cheap' and then clear all filters. All 5 results should be shown again."
    stands(goal, "5 results are shown again", [text(ALL, "status")], [ALL, SOME, ALL], FILTERING)
    undone = [*FILTERING[:1], click(2, SOME, "button", "Clear filters")]
    assert problems("Apply the filter 'Cheap'", "Applied", [text(ALL, "status")], [ALL, SOME, ALL], undone)
    assert problems(goal, "5 results are shown again", [text(ALL, "status")], [ALL, ALL], FILTERING[:1])


TASKS = page('- checkbox "Milk"\n- checkbox "Rent"\n')
TICKED = page('- checkbox "Milk" [checked]\n- checkbox "Rent" [checked]\n')


def test_all_that_are_cited_may_be_counted_in_passing():
    acts = [act(1, "check", TASKS, "checkbox", "Milk"), act(1, "check", TASKS, "checkbox", "Rent")]
    cited = [each.id for each in TICKED.elements if each.role == "checkbox"]
    evidence = [Derivation(op="exists", elements=tuple(cited), state="checked")]
    stands("Mark all tasks as done", "All two tasks are completed.", evidence, [TASKS, TICKED], acts)
    assert problems(
        "Mark all tasks as done", "All three tasks are completed.", evidence, [TASKS, TICKED], acts
    )


DETAILS = page('- heading "Installation"\n- link "Configuration"\n', title="Installation")
CONFIGURATION = page('- heading "Configuration"\n', title="Configuration", url="http://shop.test/c", first=50)


@pytest.mark.parametrize(
    ("goal", "answer", "evidence"),
    [
        ("Go to Configuration and confirm the title is 'Configuration'.", "Yes", [Derivation(op="title")]),
        ("Give me the heading of the configuration page.", "Configuration", [text(CONFIGURATION, "heading")]),
        (
            "Change nothing, just tell me the heading behind the link.",
            "Configuration",
            [text(CONFIGURATION, "heading")],
        ),
        ("Open Configuration. There must be no teapot.", "There is no teapot", [not_exists("teapot")]),
        ("When I follow the link, I should see 'Configuration'.", "Yes", [exists(CONFIGURATION, "heading")]),
    ],
)
def test_goals_that_only_look_change_nothing(goal, answer, evidence):
    stands(goal, answer, evidence, [DETAILS, CONFIGURATION], [click(1, DETAILS, "link", "Configuration")])


LOANS = page(
    rows("""
    - table:
      - rowgroup:
        - row "Loan Reader State Insured":
          - columnheader "Loan"
          - columnheader "Reader"
          - columnheader "State"
          - columnheader "Insured"
      - rowgroup:
        - row: [cell "#21", cell "Ada", cell "Returned", cell "yes"]
        - row: [cell "#22", cell "Jon", cell "Partly returned", cell "no"]
        - row: [cell "#23", cell "Eva", cell "Overdue", cell "yes"]
      - rowgroup:
        - row: [cell "Reserve", cell "", cell "", cell ""]
    """)
)


def _count(*says):
    return [Derivation(op="count", elements=tuple(text(LOANS, "cell", each).elements[0] for each in says))]


def test_rows_that_a_column_picks_are_counted():
    stands("How many loans are returned?", "1", _count("Returned"), [LOANS])
    stands("How many loans are insured?", "2", _count("#21", "#23"), [LOANS])
    stands("How many loans are listed?", "3", _count("#21", "#22", "#23"), [LOANS])
    assert problems("How many loans are listed?", "2", _count("#21", "#23"), [LOANS])


SWITCHES = page(
    '- paragraph: -3% vs previous period\n- switch "Email notifications" [checked]: "on"\n- switch "Digest": "off"\n'
)


def test_a_fall_may_be_told_in_words():
    goal = "By what percentage did orders change?"
    stands(goal, "They fell by 3%", [text(SWITCHES, "paragraph")], [SWITCHES])
    assert problems(goal, "They grew by 3%", [text(SWITCHES, "paragraph")], [SWITCHES])
    assert problems(goal, "They fell by 4%", [text(SWITCHES, "paragraph")], [SWITCHES])


def test_what_is_in_a_state_is_told_by_its_name():
    evidence = [exists(SWITCHES, "switch", "Email", state="checked")]
    stands("Tell me which notifications are on.", "Email notifications", evidence, [SWITCHES])
    assert problems("Tell me which notifications are on.", "Digest", evidence, [SWITCHES])


def test_there_is_nothing_may_be_said_before_what_the_page_says():
    evidence = [text(CART, "paragraph", "Your cart")]
    stands("What is in the cart?", "Nothing: the cart is empty", evidence, [CART])
    assert problems("What is in the cart?", "Nothing: the cart is closed", evidence, [CART])


def test_est_ce_que_asks_whether():
    page_ = page('- paragraph: "Tarif réduit : 3,20 €"\n', language="fr")
    cited = text(page_, "paragraph").elements
    less = Derivation(op="compare", elements=cited, relation="<", to="4 €", pattern=": (.+)")
    stands("Est-ce que le tarif réduit est inférieur à 4 € ?", "Oui", [less], [page_])


def test_a_dialog_that_is_cancelled_changes_nothing():
    goal = "Open the dialog for new users and cancel it. No user may be added."
    dialog = page('- heading "Users"\n- dialog "New user":\n  - button "Create"\n  - button "Cancel"\n')
    acts = [click(1, USERS, "button", "New user"), click(2, dialog, "button", "Cancel")]
    stands(goal, "No user was added", [text(USERS, "heading")], [USERS, dialog, USERS], acts)


INVITE = page(
    '- heading "Users"\n- textbox "Email"\n- combobox "Role" [options: Viewer, Editor]: Viewer\n- button "Invite"\n'
)
INVITED = page('- heading "Users"\n- status: Invitation sent to fay@acme.test\n')


def test_what_is_chosen_and_sent_in_one_reply_counts_as_chosen():
    acts = [
        act(1, "type", INVITE, "textbox", "Email", text="fay@acme.test"),
        act(1, "selection", INVITE, "combobox", "Role", text="Editor"),
        click(1, INVITE, "button", "Invite"),
    ]
    goal = "Invite fay@acme.test as an Editor."
    stands(goal, "Invitation sent to fay@acme.test", [text(INVITED, "status")], [INVITE, INVITED], acts)


def test_the_name_of_a_choice_does_not_show_that_it_is_chosen():
    assert problems("Is Milk checked?", "Yes", [Derivation(op="exists", text="Milk")], [TASKS])
