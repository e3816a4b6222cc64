"""Sentences that the documentation shows, and others of their kinds: they are read, and refused, as it says."""

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
from pytest_webagent.model.builtin.instruction import Call
from pytest_webagent.tools.toolsets import TOOLSETS, tools_of

ROOT = Path(__file__).parents[2]
PAGES_OF_SENTENCES = ("docs/builtin.md", "docs/checks.md", "tests/sentences.md")


def examples(kind):
    """The goals in all fenced blocks of a kind, one a line."""
    blocks = re.findall(rf"^```{kind}\n(.*?)^```$", _text(), re.MULTILINE | re.DOTALL)
    return list(dict.fromkeys(line for block in blocks for line in block.splitlines()))


def _text():
    return "\n".join((ROOT / each).read_text(encoding="utf-8") for each in PAGES_OF_SENTENCES)


@pytest.mark.parametrize("goal", examples("goals"))
def test_a_goal_the_page_shows_is_understood(goal):
    assert understand(goal)


@pytest.mark.parametrize("goal", examples("calls"))
def test_a_call_the_page_shows_is_one_of_a_tool(goal):
    offered = tools_of([each.name for each in TOOLSETS]).specs()
    assert any(isinstance(each, Call) for each in understand(goal, offered))


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


def test_every_block_of_sentences_is_tried():
    fences = re.findall(r"^```(\w*)$", _text(), re.MULTILINE)
    assert {kind for kind in fences if kind} == {
        "goals",
        "calls",
        "refused",
        "statements",
        "unclear",
        "python",
    }
    assert all(examples(kind) for kind in ("goals", "calls", "refused", "statements", "unclear"))
