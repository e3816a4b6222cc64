"""The page on the builtin model's language: its example goals are read, and refused, as it says."""

import re
from pathlib import Path

import pytest
from builtin_pages import refusal
from builtin_statements import PAGES

from pytest_webagent.claims.clauses import clauses
from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.predicates import predicates
from pytest_webagent.language.terms import tokens
from pytest_webagent.model.builtin.goal import understand

PAGE = Path(__file__).parents[2] / "docs" / "builtin.md"


def examples(kind):
    """The goals in all fenced blocks of a kind, one a line."""
    blocks = re.findall(
        rf"^```{kind}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    return [line for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("goal", examples("goals"))
def test_a_goal_the_page_shows_is_understood(goal):
    assert understand(goal)


@pytest.mark.parametrize("goal", examples("refused"))
async def test_a_goal_the_page_calls_refused_is_refused(goal):
    assert await refusal(goal, PAGES["cart"])


@pytest.mark.parametrize("statement", examples("statements"))
def test_a_statement_the_page_shows_is_understood(statement):
    assert clauses(tokens(statement))


@pytest.mark.parametrize("statement", examples("unclear"))
def test_a_statement_the_page_calls_unclear_is_refused(statement):
    with pytest.raises(Unclear):
        predicates(statement, PAGES["cart"])


def test_every_block_of_goals_on_the_page_is_tried():
    fences = re.findall(r"^```(\w*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {kind for kind in fences if kind} == {"goals", "refused", "statements", "unclear"}
    assert all(examples(kind) for kind in ("goals", "refused", "statements", "unclear"))
