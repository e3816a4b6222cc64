"""More honest runs on more kinds of pages: what they end with stands."""

from evidence_stories import act, click, exists, not_exists, number, page, text, value, verdict

from pytest_webagent.claims.derivation import Derivation


def stands(goal, answer, evidence, pages, acts=(), status="done"):
    cited = evidence if isinstance(evidence, list) else [evidence]
    assert verdict(goal, answer, cited, pages, acts, status).problems == ()


PROFILE = page(
    '- heading "Profile"\n- textbox "Display name": Ada\n- combobox "Language":\n  - option "English" [selected]\n  - option "German"\n- checkbox "Newsletter"\n- button "Save changes"',
    url="http://a.t/p",
)
PROFILE_SAVED = page(
    '- heading "Profile"\n- alert: Profile updated successfully\n- textbox "Display name": Grace\n- combobox "Language":\n  - option "English"\n  - option "German" [selected]\n- checkbox "Newsletter" [checked]\n- button "Save changes"',
    url="http://a.t/p",
)
REPORTS = page('- heading "Reports"\n- button "Export CSV"', notes=[])
EXPORTED = page('- heading "Reports"\n- button "Export CSV"', notes=['a download began: "report.csv"'])
BOARD = page(
    '- heading "Board"\n- region "To do":\n  - heading "To do"\n  - list:\n    - listitem: Task A\n    - listitem: Task B\n- region "Done":\n  - heading "Done"\n  - list:\n    - listitem: Task C'
)
BOARD_MOVED = page(
    '- heading "Board"\n- region "To do":\n  - heading "To do"\n  - list:\n    - listitem: Task B\n- region "Done":\n  - heading "Done"\n  - list:\n    - listitem: Task C\n    - listitem: Task A'
)
BENUTZER = page(
    '- heading "Benutzer"\n- button "Neu"\n- table:\n  - row "Ada Aktiv":\n    - cell "Ada"\n    - cell "Aktiv"\n    - button "Sperren"',
    language="de",
)
GESPERRT = page(
    '- heading "Benutzer"\n- alert: Benutzer Ada wurde gesperrt.\n- button "Neu"\n- table:\n  - row "Ada Gesperrt":\n    - cell "Ada"\n    - cell "Gesperrt"\n    - button "Entsperren"',
    language="de",
)
DASHBOARD = page(
    '- heading "Dashboard"\n- text: Revenue\n- text: $1.2M\n- paragraph: Up 12% since last week\n- list:\n  - listitem: Alice (admin)\n  - listitem: Bob (viewer)\n- paragraph: Version 2.3.1 (build 77)\n- paragraph: Last login 5 minutes ago\n- link "Contact us at +49 30 1234-567"',
    title="Dashboard - Acme",
)
PROFILE_ACTS = [
    act(1, "type", PROFILE, "textbox", text="Grace"),
    act(1, "selection", PROFILE, "combobox", text="German"),
    act(1, "check", PROFILE, "checkbox"),
    click(1, PROFILE, "button"),
]
PROFILE_GOAL = (
    "Change the display name to 'Grace', set the language to German, subscribe to the newsletter and save."
)
MOVING = [act(1, "drag", BOARD, "listitem", "Task A", to_description="Done")]


def test_a_profile_is_saved():
    for answer, evidence in [
        ("Profile updated successfully", text(PROFILE_SAVED, "alert")),
        (
            "The display name was changed to 'Grace', the language set to German and the newsletter subscribed; the changes were saved.",
            [text(PROFILE_SAVED, "alert"), value(PROFILE_SAVED, "textbox")],
        ),
        (
            "Done: display name is Grace, language German, Newsletter ticked.",
            [
                value(PROFILE_SAVED, "textbox"),
                value(PROFILE_SAVED, "combobox"),
                exists(PROFILE_SAVED, "checkbox", state="checked"),
            ],
        ),
        ("saved", value(PROFILE_SAVED, "textbox")),
        (
            "I updated the profile with the requested values and clicked 'Save changes'. The page confirms with \"Profile updated successfully\".",
            text(PROFILE_SAVED, "alert"),
        ),
    ]:
        stands(PROFILE_GOAL, answer, evidence, [PROFILE, PROFILE_SAVED], PROFILE_ACTS)


def test_a_download_is_told_by_a_note():
    stands(
        "Export the report as CSV",
        "The report was exported; the download of 'report.csv' began.",
        Derivation(op="note", text="download began"),
        [REPORTS, EXPORTED],
        [click(1, REPORTS, "button")],
    )
    stands(
        "Export the report as CSV",
        "done",
        Derivation(op="note", text="report.csv"),
        [REPORTS, EXPORTED],
        [click(1, REPORTS, "button")],
    )
    stands(
        "Export the report as CSV. What is the name of the file?",
        "report.csv",
        Derivation(op="note", text="report.csv"),
        [REPORTS, EXPORTED],
        [click(1, REPORTS, "button")],
    )


def test_a_card_is_moved_to_another_column():
    stands(
        "Move 'Task A' to Done",
        "Task A is now in the Done column.",
        exists(None, "listitem", "Task A", within=number(BOARD_MOVED, "region", "Done")),
        [BOARD, BOARD_MOVED],
        MOVING,
    )
    stands(
        "Move 'Task A' to Done",
        "Task A is now in the Done column.",
        Derivation(op="count", role="listitem", within=number(BOARD_MOVED, "region", "Done")),
        [BOARD, BOARD_MOVED],
        MOVING,
    )
    stands(
        "Move 'Task A' to Done",
        "Task A is now in the Done column.",
        text(BOARD_MOVED, "listitem", "Task A"),
        [BOARD, BOARD_MOVED],
        MOVING,
    )
    stands(
        "Move 'Task A' to Done",
        "done",
        not_exists("Task A", "listitem", within=number(BOARD_MOVED, "region", "To do")),
        [BOARD, BOARD_MOVED],
        MOVING,
    )


def test_a_german_list_of_users():
    stands("Welchen Status hat Ada?", "Aktiv", text(BENUTZER, "cell", "Aktiv"), [BENUTZER])
    stands(
        "Welchen Status hat Ada?",
        "Der Status von Ada ist 'Aktiv'.",
        text(BENUTZER, "cell", "Aktiv"),
        [BENUTZER],
    )
    stands("Ist Ada aktiv?", "Ja, Ada ist aktiv.", text(BENUTZER, "cell", "Aktiv"), [BENUTZER])
    stands("Ist Ada gesperrt?", "Nein, Ada ist aktiv.", text(BENUTZER, "cell", "Aktiv"), [BENUTZER])
    stands("Ist Ada gesperrt?", "Nein", text(BENUTZER, "cell", "Aktiv"), [BENUTZER])


def test_blocking_a_user_in_german():
    for goal in (
        "Sperre die Benutzerin Ada",
        "Block the user Ada",
        "Sperre Ada und melde, was die Seite sagt",
    ):
        acts = [click(1, BENUTZER, "button", "Sperren")]
        stands(goal, "Benutzer Ada wurde gesperrt.", [text(GESPERRT, "alert")], [BENUTZER, GESPERRT], acts)
        stands(
            goal, "Ada ist jetzt gesperrt", [text(GESPERRT, "cell", "Gesperrt")], [BENUTZER, GESPERRT], acts
        )


def test_what_a_dashboard_says():
    stands("By how much is the revenue up?", "12%", text(DASHBOARD, "paragraph", "Up 12%"), [DASHBOARD])
    stands("What version is shown?", "2.3.1", text(DASHBOARD, "paragraph", "Version"), [DASHBOARD])
    stands(
        "What version is shown?",
        "Version 2.3.1 (build 77)",
        text(DASHBOARD, "paragraph", "Version"),
        [DASHBOARD],
    )
    stands(
        "What version is shown?",
        "The version is 2.3.1, build 77.",
        text(DASHBOARD, "paragraph", "Version"),
        [DASHBOARD],
    )
    stands("What is the phone number?", "+49 30 1234-567", text(DASHBOARD, "link"), [DASHBOARD])
    stands("Who is the admin?", "Alice", text(DASHBOARD, "listitem", "Alice"), [DASHBOARD])
    stands(
        "Who is the admin?",
        "Alice is the admin.",
        text(DASHBOARD, "listitem", "Alice", pattern=r"(\w+)"),
        [DASHBOARD],
    )
    stands("When was the last login?", "5 minutes ago", text(DASHBOARD, "paragraph", "Last"), [DASHBOARD])
    stands(
        "Summarise the dashboard",
        "Revenue is up 12% since last week.",
        text(DASHBOARD, "paragraph", "Up"),
        [DASHBOARD],
    )
    stands(
        "List the users",
        "Alice (admin), Bob (viewer)",
        Derivation(
            op="join", elements=(number(DASHBOARD, "listitem", "Alice"), number(DASHBOARD, "listitem", "Bob"))
        ),
        [DASHBOARD],
    )
    stands(
        "List the users",
        "1. Alice\n2. Bob",
        [text(DASHBOARD, "listitem", "Alice"), text(DASHBOARD, "listitem", "Bob")],
        [DASHBOARD],
    )
    stands(
        "List the users",
        "- Alice (admin)\n- Bob (viewer)",
        [text(DASHBOARD, "listitem", "Alice"), text(DASHBOARD, "listitem", "Bob")],
        [DASHBOARD],
    )
    stands("What is the title of the page?", "Dashboard - Acme", Derivation(op="title"), [DASHBOARD])
    stands(
        "Check that Alice and Bob are listed as users",
        "Both Alice and Bob are listed.",
        [text(DASHBOARD, "listitem", "Alice"), text(DASHBOARD, "listitem", "Bob")],
        [DASHBOARD],
    )
    stands(
        "Check that the dashboard has no errors",
        "There are no errors on the dashboard.",
        not_exists("error"),
        [DASHBOARD],
    )
    stands("Verify that no user named 'Mallory' exists", "PASS", not_exists("Mallory"), [DASHBOARD])
    stands(
        "Verify that no user named 'Mallory' exists",
        "No user named 'Mallory' exists.",
        not_exists("Mallory"),
        [DASHBOARD],
    )
    stands(
        "Is there a user named Mallory?",
        "No user named Mallory was found.",
        not_exists("Mallory"),
        [DASHBOARD],
    )
    stands(
        "Verify that the heading says 'Dashboard'",
        "The heading says 'Dashboard'.",
        text(DASHBOARD, "heading"),
        [DASHBOARD],
    )
    stands("Count the users", "2", Derivation(op="count", role="listitem"), [DASHBOARD])
    stands("Count the users", "2 users", Derivation(op="count", role="listitem"), [DASHBOARD])
    stands(
        "Count the users",
        "There are two users: Alice and Bob.",
        [
            Derivation(op="count", role="listitem"),
            text(DASHBOARD, "listitem", "Alice"),
            text(DASHBOARD, "listitem", "Bob"),
        ],
        [DASHBOARD],
    )
