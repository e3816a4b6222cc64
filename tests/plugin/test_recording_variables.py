"""Goals that say something else in each run: what varies is found when a recording is tried, and said anew by each replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_webagent.recording.recording import read_recordings
from tests.plugin.test_recording_modes import KEPT, TOLD, kept, run, without_model

if TYPE_CHECKING:
    from tests.conftest import Site
    from tests.plugin.conftest import Suite

PAGE = """<title>Customers</title><h1>Customers</h1><label>Name <input id=name></label>
<button id=create onclick="const made = people.insertRow(); made.insertCell().textContent = document.getElementById('name').value;
    made.insertCell().innerHTML = '<button>Greet</button>';
    made.querySelector('button').onclick = () => { said.textContent = 'Hello, ' + made.cells[0].textContent; };">Add</button>
<table><thead><tr><th>Name</th><th>Actions</th></tr></thead><tbody id=people>
<tr><td>Old Bob</td><td><button>Delete</button></td></tr></tbody></table>
<p role=status id=said></p>"""
TEST = """
import pytest
import uuid

@pytest.mark.webagent(start_url=URL)
async def test_count(agent):
    name = f"Ann-{uuid.uuid4()}"
    result = await agent.run(f"Type '{name}' into the Name field, click Add, click Greet in the row of {name} and report the status.")
    assert result.answer == f"Hello, {name}"
"""


@pytest.fixture
def customers(suite: Suite, site: Site) -> Suite:
    """A test that makes up a name."""
    site.page("/counter", PAGE)
    suite.write(test_it=TEST)
    without_model(suite)
    return suite


def test_a_name_that_a_test_makes_up_is_another_one_in_each_replay(customers: Suite) -> None:
    result = run(customers, "missing")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines([TOLD])
    text = kept(customers).read_text(encoding="utf-8")
    (made,) = read_recordings(text, KEPT)
    (name,) = made.varies
    assert name.startswith("Ann-")
    assert [step.do for step in made.steps] == [
        f'type "{name}" into the textbox "Name"',
        'click the button "Add"',
        f'click the button "Greet" in the row whose "Name" is "{name}"',
    ]
    for _ in range(2):
        again = run(customers, "none")
        again.assert_outcomes(passed=1)
        # What has no recording would be told.
        again.stdout.no_fnmatch_line("*webagent recordings*")
    assert kept(customers).read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (".textContent = document.getElementById('name').value", ".textContent = 'Ann-1'"),
        ("'Hello, ' + made.cells[0].textContent", "'Hello, Old Bob'"),
    ],
    ids=["another is added", "another is greeted"],
)
def test_a_page_that_gets_the_new_name_wrong_does_not_pass(
    customers: Suite, site: Site, was: str, now: str
) -> None:
    run(customers, "missing").assert_outcomes(passed=1)
    assert was in PAGE
    site.page("/counter", PAGE.replace(was, now))
    assert run(customers, "none").ret == pytest.ExitCode.TESTS_FAILED


def test_a_heal_is_proposed_for_the_recording_as_it_is_kept(customers: Suite, site: Site) -> None:
    run(customers, "missing").assert_outcomes(passed=1)
    before = kept(customers).read_text(encoding="utf-8")
    site.page("/counter", PAGE.replace(">Add</button>", ">Create</button>"))
    result = run(customers, "none", "--webagent-heal=apply")
    result.assert_outcomes(passed=1)
    after = kept(customers).read_text(encoding="utf-8")
    changed = [
        pair for pair in zip(before.splitlines(), after.splitlines(), strict=True) if pair[0] != pair[1]
    ]
    assert changed == [('- do: click the button "Add"', '- do: click the button "Create"')]


ASKS = """
import pytest

@pytest.mark.webagent(start_url=URL)
async def test_count(agent):
    await agent.run("Type 'Ann' into the Name field, click Add, click Greet in the row of Ann and report the status.")
    assert await agent.get("the main heading") == "Customers"
    assert await agent.get("Is there an 'Add' button?", type=bool) is True
"""


def test_two_questions_of_a_test_are_no_variants_of_each_other(customers: Suite) -> None:
    customers.write(test_it=ASKS)
    result = run(customers, "missing")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines([TOLD])
    made = read_recordings(kept(customers).read_text(encoding="utf-8"), KEPT)
    assert [(each.asked.split()[0], each.varies) for each in made] == [("Type", []), ("the", []), ("Is", [])]
