"""What a model is told fits the tools it is offered."""

import pytest

from pytest_webagent.agent import prompt
from pytest_webagent.agent.run import _fitted
from pytest_webagent.tools.toolsets import default_registry, tools_of


def test_with_the_tools_every_agent_has_nothing_is_left_out():
    assert _fitted(prompt.SYSTEM, default_registry()) == prompt.SYSTEM
    assert _fitted(prompt.CHECK_SYSTEM, default_registry()) == prompt.CHECK_SYSTEM


@pytest.mark.parametrize("sentence", [sentence for sentence, _ in prompt._NEEDING])
def test_each_sentence_that_needs_a_tool_stands_in_the_text(sentence: str):
    assert sentence in prompt.SYSTEM


@pytest.mark.parametrize(
    ("toolset", "spoken_of", "not_spoken_of"),
    [
        ("web", ["what evidence cites"], ["scroll_to_text", "accept_dialog", "by coords", "the element_id"]),
        ("browser_use", ["`index` of a call"], ["scroll_to_text", "accept_dialog", "by coords"]),
        ("gui", ["element_id", "scroll_to_text", "accept_dialog", "by coords"], ["`index`"]),
    ],
)
def test_tools_that_are_not_offered_are_not_spoken_of(
    toolset: str, spoken_of: list[str], not_spoken_of: list[str]
):
    text = _fitted(prompt.SYSTEM, tools_of([toolset]))
    assert [words for words in spoken_of if words not in text] == []
    assert [words for words in not_spoken_of if words in text] == []


def test_with_tools_that_show_what_is_on_no_page_it_is_said_what_can_be_cited():
    assert "cannot be cited" in _fitted(prompt.SYSTEM, tools_of(["default", "web_api"]))
    assert "cannot be cited" not in _fitted(prompt.SYSTEM, default_registry())
