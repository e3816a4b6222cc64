"""Which words of a goal nothing explains, and what is refused of things of a list and of what came of the last act."""

import pytest
from evidence_stories import act, click, exists, not_exists, number, page, problems, text, value, verdict

from pytest_webagent.claims.derivation import Derivation

TEAM = page(
    """
    - heading "Team"
    - table "People":
      - row "Name Role Hours":
        - columnheader "Name"
        - columnheader "Role"
        - columnheader "Hours"
      - row "Ann Lee Editor 12":
        - cell "Ann Lee"
        - cell "Editor"
        - cell "12"
      - row "Bob Ray Admin 30":
        - cell "Bob Ray"
        - cell "Admin"
        - cell "30"
      - row "Cleo Ann Viewer 7":
        - cell "Cleo Ann"
        - cell "Viewer"
        - cell "7"
    - paragraph: Hours are counted since Monday.
    """
)
HOURS = tuple(number(TEAM, "cell", each) for each in ("12", "30", "7"))
NAMES = tuple(number(TEAM, "cell", each) for each in ("Ann Lee", "Bob Ray", "Cleo Ann"))


@pytest.mark.parametrize(
    ("goal", "answer", "evidence", "untied"),
    [
        ("What is the role of Bob Ray?", "Admin", text(TEAM, "cell", "Admin"), ()),
        ("How many hours has Bob Ray?", "30", text(TEAM, "cell", "30"), ()),
        ("Which role does the accountant have?", "Admin", text(TEAM, "cell", "Admin"), ("accountant",)),
        ("Who has the most hours?", "Bob Ray", Derivation(op="max", elements=NAMES, by=HOURS), ()),
        ("Who has the most hours?", "Bob Ray", text(TEAM, "cell", "Bob Ray"), ()),
        ("Is Bob Ray an admin?", "Yes", text(TEAM, "cell", "Admin"), ("yes or no",)),
    ],
)
def test_a_word_of_the_goal_that_nothing_explains_is_told(goal, answer, evidence, untied):
    found = verdict(goal, answer, [evidence], [TEAM])
    assert (found.problems, found.untied) == ((), untied)


HALL = page("""
    - heading "Hall" [level=1]
    - term: Check-in
    - definition: from 15:00
    - term: Response
    - definition: slow
    """)


@pytest.mark.parametrize(
    ("goal", "answer", "evidence", "untied"),
    [
        ("From what time is check-in?", "15:00", text(HALL, "definition", "15:00", pattern=r"\d+:\d+"), ()),
        ("What is the response time?", "slow", text(HALL, "definition", "slow"), ("time",)),
    ],
)
def test_a_time_is_told_by_its_form(goal, answer, evidence, untied):
    found = verdict(goal, answer, [evidence], [HALL])
    assert (found.problems, found.untied) == ((), untied)


def test_who_is_the_best_of_a_part_is_not_tied_to_all_by_its_name():
    rows = (
        ("Doctor", "Target wait", "Current wait"),
        ("Aziz", "14 days", "21 days"),
        ("Farkas", "7 days", "9 days"),
    )
    lines = [
        line
        for at, cells in enumerate(rows)
        for line in ("  - row:", *(f'    - {"cell" if at else "columnheader"} "{each}"' for each in cells))
    ]
    tree = "\n".join(("- table:", *lines))
    goal, found = "Which doctor has the shortest current wait?", []
    for more in ("", "\n- paragraph: Showing 2 of 19 doctors"):
        seen = page(tree + more)
        found.append(verdict(goal, "Farkas", [text(seen, "cell", "Farkas")], [seen]).untied)
    assert not found[0]
    assert "which of all" in found[1]
    said = problems(goal, "Farkas", [text(seen, "cell", "Farkas"), text(seen, "cell", "9 days")], [seen])
    assert "is not about all there are" in said


JOBS = page(
    """
    - heading "Jobs"
    - table "Jobs":
      - row "Job Result":
        - columnheader "Job"
        - columnheader "Result"
      - row "backup Failed":
        - cell "backup"
        - cell "Failed"
      - row "import Succeeded":
        - cell "import"
        - cell "Succeeded"
    - term: Verified
    - definition: "No"
    """
)
BACKUP, IMPORT = (exists(JOBS, "row", each) for each in ("backup", "import"))


@pytest.mark.parametrize(
    ("goal", "answer", "evidence", "refused"),
    [
        # That the row is there says nothing of its state, nor does another row that says the word.
        ("Has the import failed?", "Yes", [IMPORT], True),
        ("Has the import failed?", "Yes", [IMPORT, exists(role="cell", says="Failed")], True),
        ("Has the import failed?", "No", [text(JOBS, "cell", "Succeeded")], False),
        ("Has the backup failed?", "Yes", [BACKUP], False),
        ("Has the backup failed?", "Yes", [text(JOBS, "cell", "Failed")], False),
        ("Has the import failed or succeeded?", "succeeded", [text(JOBS, "cell", "Succeeded")], False),
        # A label is no state.
        ("Is the page verified?", "Yes", [exists(JOBS, "term", "Verified")], True),
        ("Is the page verified?", "No", [text(JOBS, "definition", "No")], False),
        # No "no" is meant by it.
        ("Verify that no job 'export' exists", "No job 'export' exists", [not_exists("export")], False),
    ],
)
def test_a_yes_or_no_that_the_page_reads_otherwise_is_refused(goal, answer, evidence, refused):
    from pytest_webagent.agent.judgement import reads
    from pytest_webagent.judging.story import Story
    from pytest_webagent.judging.verdict import judge

    assert bool(judge(answer, "done", evidence, Story(goal, (JOBS,), JOBS), reads).problems) is refused


@pytest.mark.parametrize(
    ("asked", "so"),
    [
        ("Is 'Hard cover' ticked?", False),
        ("Can 'Hard cover' be ticked?", None),
        ("Could 'Large print' be ticked?", None),
        ("Can the button 'Go' be pressed?", True),
    ],
)
def test_what_can_be_is_not_what_is(asked, so):
    from pytest_webagent.agent.judgement import reads

    form = page('- main:\n  - checkbox "Hard cover"\n  - checkbox "Large print" [checked]\n  - button "Go"')
    assert reads(asked, form) is so


def test_what_the_page_reads_itself_ties_a_yes():
    from pytest_webagent.agent.judgement import reads
    from pytest_webagent.judging.story import Story
    from pytest_webagent.judging.verdict import judge

    story = Story("Is the role of Bob Ray Admin?", (TEAM,), TEAM)
    assert judge("Yes", "done", [text(TEAM, "cell", "Admin")], story, reads).untied == ()
    assert judge("Yes", "done", [text(TEAM, "cell", "Admin")], story).untied == ("yes or no",)


@pytest.mark.parametrize(
    ("goal", "answer", "evidence", "refused"),
    [
        ("Is Bob Ray an editor or an admin?", "editor", text(TEAM, "cell", "Editor"), True),
        ("Is Bob Ray an editor or an admin?", "admin", text(TEAM, "cell", "Admin"), False),
        # "Ann" is in two names, "Ann Lee" is one.
        ("What is the role of Ann Lee?", "Viewer", text(TEAM, "cell", "Viewer"), True),
        ("What is the role of Ann Lee?", "Editor", text(TEAM, "cell", "Editor"), False),
        (
            "Which role is not that of Bob Ray: Editor or Admin?",
            "Editor",
            text(TEAM, "cell", "Editor"),
            False,
        ),
    ],
)
def test_what_is_said_of_one_thing_is_not_read_at_another(goal, answer, evidence, refused):
    assert bool(problems(goal, answer, [evidence], [TEAM])) is refused


CARDS = """
    - list:
      - listitem:
        - heading "Blue lamp"
        - button "{blue}"
      - listitem:
        - heading "Red lamp"
        - button "{red}"
    - status: {news}
"""


def cards(blue="Watch", red="Watch", news="2 lamps", first=0):
    return page(CARDS.format(blue=blue, red=red, news=news), first=first)


def test_what_was_done_to_another_thing_is_not_done():
    before, after = cards(), cards(red="Watching", news="Red lamp is watched.", first=50)
    done = [Derivation(op="text", elements=(number(after, "status"),))]
    wrong = [act(1, "click", before, "button")]
    # The button of the blue lamp is the first of both.
    assert problems("Watch the Red lamp", "It is watched.", done, [before, after], wrong)


FORM = """
    - heading "Invite"
    - textbox "Email": {mail}
    - button "Invite"
    {more}
"""
MAIL = '"jo@free.example"'


def form(mail='""', more=""):
    return page(FORM.format(mail=mail, more=more))


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        ("- alert: Only addresses of the company can be invited.", True),
        ("- alert: The list is full.", True),
        ("- status: Please give a name as well.", True),
        ("- status: jo@free.example was invited.", False),
        ("- status: 3 seats", False),
    ],
)
def test_a_message_that_does_not_say_so_is_no_success(more, refused):
    before, typed, after = form(), form(MAIL), form(MAIL, more)
    acts = [act(1, "type", before, "textbox", text="jo@free.example"), click(2, typed, "button", "Invite")]
    shown = [value(after, "textbox")]
    said = problems("Invite jo@free.example", "Invited", shown, [before, typed, after], acts)
    assert ("does not say that it was done" in said) is refused


def test_a_page_as_it_was_shows_that_nothing_was_done():
    before = form()
    asked = form(more='- dialog "Delete the list?":\n      - button "Delete"\n      - button "Keep it"')
    acts = [click(1, before, "button", "Invite"), click(2, asked, "button", "Keep it")]
    goal = "Delete the list"
    old = Derivation(op="exists", text="Delete the list?", step=2)
    assert "just what it showed before" in problems(goal, "Deleted", [old], [before, asked, before], acts)
    still = [exists(asked, "button", "Delete")]
    assert "asks whether to go on" in problems(goal, "Deleted", still, [before, asked], acts[:1])


def test_each_clause_has_something_done_for_it():
    more = '\n- button "Archive conversation"'
    before = page('- textbox "Note"\n- checkbox "Share with the client"\n- button "Save"' + more)
    typed = page('- textbox "Note": Called back\n- checkbox "Share with the client"\n- button "Save"' + more)
    after = page(
        '- textbox "Note"\n- checkbox "Share with the client"\n- button "Save"\n- status: The note was added.'
        + more
    )
    acts = [act(1, "type", before, "textbox", text="Called back"), click(2, typed, "button", "Save")]
    shown = [text(after, "status")]
    goal = "Add a note 'Called back' and archive the conversation"
    assert 'nothing was done for "archive' in problems(goal, "Done", shown, [before, typed, after], acts)
    assert not problems("Add a note 'Called back'", "Done", shown, [before, typed, after], acts)
