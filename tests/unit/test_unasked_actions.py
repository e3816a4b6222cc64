"""What a goal does not ask for is told from what it asks for, by what is known of a call before it is done."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_webagent.judging.unasked import Deed, unasked
from tests.unit.unasked_pairs import HONEST, UNASKED


@pytest.mark.parametrize(("goal", "deed"), [each[1:] for each in HONEST], ids=[each[0] for each in HONEST])
def test_what_the_goal_asks_for_is_not_held_against_a_call(goal: str, deed: dict[str, Any]) -> None:
    assert unasked(goal, Deed(**deed)) == ""


@pytest.mark.parametrize(("goal", "deed"), [each[1:] for each in UNASKED], ids=[each[0] for each in UNASKED])
def test_what_the_goal_does_not_ask_for_is_told(goal: str, deed: dict[str, Any]) -> None:
    assert unasked(goal, Deed(**deed)) != ""
