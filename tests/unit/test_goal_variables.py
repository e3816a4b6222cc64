"""What varies in a goal."""

from __future__ import annotations

import pytest

from pytest_webagent.recording.goal_variables import differences, values_in, with_values

DIFFERENCES = {
    ("Add 'Ann 1a2b' and report.", "Add 'Ann 9f' and report."): {"1a2b": "9f"},
    ("Book it for 2026-11-27.", "Book it for 2026-11-28."): {"2026-11-27": "2026-11-28"},
    ("Sign up as a.b@x-12.org, then log out", "Sign up as a.b@x-77.org, then log out"): {
        "a.b@x-12.org": "a.b@x-77.org"
    },
    ("Open u1 and close u1", "Open u2 and close u2"): {"u1": "u2"},
    ("Open u1 and close u1", "Open u2 and close u3"): None,
    ("Open u1", "Open u1 and u2"): None,
    ("Open u1 and u2", "Open u1"): None,
    ("Open u1", "Open u1"): None,
}
VALUES = {
    ("Add 'u1', then open u1.", 'Add \'Zoë "Z" Ö\', then open Zoë "Z" Ö.'): {"u1": 'Zoë "Z" Ö'},
    ("Add 'u1', then open u1.", "Add 'u2', then open u3."): None,
    ("Add 'u1', then open u1.", "Drop 'u2', then open u2."): None,
    ("Add u12", "Add u13"): None,
}


@pytest.mark.parametrize("goals", DIFFERENCES)
def test_what_stands_in_a_goal_where_another_says_something_else(goals: tuple[str, str]) -> None:
    assert differences(*goals) == DIFFERENCES[goals]


@pytest.mark.parametrize("goals", VALUES)
def test_what_a_goal_says_for_what_varies(goals: tuple[str, str]) -> None:
    assert values_in(goals[0], ["u1"], goals[1]) == VALUES[goals]


def test_a_goal_in_which_nothing_varies_has_to_be_the_same() -> None:
    assert values_in("Open u1", [], "Open u1") == {}
    assert values_in("Open u1", [], "Open u2") is None


def test_a_text_is_written_as_it_stands_in_its_place() -> None:
    told = {
        "goal": "Add u1",
        "made": {"model": "u1", "on": "u1", "answer": "u1 is added"},
        "steps": [{"do": 'type "u1" into the textbox "Name"', "then": {"address": "/add?name=u1&like=u12"}}],
        "shown": ['the row "u1" is there'],
    }
    assert with_values(told, {"u1": 'a "b" c'}) == {
        "goal": 'Add a "b" c',
        "made": {"model": "u1", "on": "u1", "answer": 'a \\"b\\" c is added'},
        "steps": [
            {
                "do": 'type "a \\"b\\" c" into the textbox "Name"',
                "then": {"address": "/add?name=a+%22b%22+c&like=u12"},
            }
        ],
        "shown": ['the row "a \\"b\\" c" is there'],
    }


def test_words_of_the_grammar_are_none_of_the_goal() -> None:
    told = {
        "steps": [
            {
                "do": 'click the button "Open row" in the row "row"',
                "find": ['id "row"'],
                "then": {"there is": 'the row "the row"', "shows": "fewer things"},
                "shown": ['there is the row that says "row"'],
            },
            {"do": 'call keep with {"text": "row", "number": 7, "at": 70, "all": [7, 70, [-7, 7]]}'},
        ],
        "answer": 'In the row {the "Total" in the row "row"}: {the answer to "Which row, \\"row\\" or {row}?"}',
    }
    assert with_values(told, {"row": "line", "the": "a", "things": "rows", "7": "8"}) == {
        "steps": [
            {
                "do": 'click the button "Open line" in the row "line"',
                "find": ['id "line"'],
                "then": {"there is": 'the row "a line"', "shows": "fewer things"},
                "shown": ['there is the row that says "line"'],
            },
            {"do": 'call keep with {"text": "line", "number": 8, "at": 70, "all": [8, 70, [-8, 8]]}'},
        ],
        "answer": 'In a line {the "Total" in the row "line"}: {the answer to "Which line, \\"line\\" or {line}?"}',
    }
