"""What a model is told fits the tools it is offered and what else its run has."""

import pytest

from pytest_webagent.agent import prompt
from pytest_webagent.tools.toolsets import default_registry, tools_of

EVERYTHING = (prompt.PICTURE, prompt.MARKS, prompt.GROUNDER)


def test_with_all_there_is_nothing_is_left_out():
    assert prompt.fitted(prompt.SYSTEM, default_registry(), EVERYTHING) == prompt.SYSTEM
    assert prompt.fitted(prompt.CHECK_SYSTEM, default_registry(), EVERYTHING) == prompt.CHECK_SYSTEM


@pytest.mark.parametrize("sentence", dict.fromkeys(sentence for sentence, _ in prompt._NEEDING))
def test_each_sentence_that_needs_something_stands_in_the_text(sentence: str):
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
    text = prompt.fitted(prompt.SYSTEM, tools_of([toolset]), EVERYTHING)
    assert [words for words in spoken_of if words not in text] == []
    assert [words for words in not_spoken_of if words in text] == []


@pytest.mark.parametrize("system", [prompt.SYSTEM, prompt.CHECK_SYSTEM], ids=["run", "check"])
def test_a_model_that_is_shown_no_pictures_is_told_of_none(system: str):
    text = prompt.fitted(system, default_registry()).lower()
    assert [word for word in ("picture", "coords", "canvas", "drawn on") if word in text] == []


def test_numbers_on_the_picture_are_spoken_of_only_where_they_are_drawn():
    bare = prompt.fitted(prompt.SYSTEM, default_registry(), [prompt.PICTURE])
    assert "shows the viewport of the newest page" in bare
    assert "such as a spot on a canvas" in bare
    assert "drawn on the picture" not in bare


def test_a_description_alone_is_offered_only_where_a_grounder_looks_for_it():
    words = "it is looked for on the page"
    assert words in prompt.fitted(prompt.SYSTEM, default_registry(), [prompt.GROUNDER])
    assert words not in prompt.fitted(prompt.SYSTEM, default_registry(), [prompt.PICTURE, prompt.MARKS])
    assert words not in prompt.fitted(prompt.SYSTEM, tools_of(["web"]), EVERYTHING)


def test_with_tools_that_show_what_is_on_no_page_it_is_said_how_that_is_cited():
    assert "is cited as its result" in prompt.fitted(prompt.SYSTEM, tools_of(["default", "web_api"]))
    assert "is cited as its result" not in prompt.fitted(prompt.SYSTEM, default_registry())
