"""How a failed run reads."""

import dataclasses

from pytest_webagent.agent.failure import describe
from pytest_webagent.messages import ToolResult, Usage
from pytest_webagent.testing import call
from pytest_webagent.trajectory import Action, RunResult, Step


def step(index, result=ToolResult("clicked"), title="Cart", reasoning="", **arguments):
    made = call("click", **arguments)
    action = Action(call=made, result=result, seconds=0.1)
    return Step(
        index=index,
        url=f"http://shop/{index}",
        title=title,
        observation="",
        reasoning=reasoning,
        actions=(action,),
        usage=Usage(),
        seconds=0.2,
    )


def failed(*steps, **changes):
    known = {
        "goal": "Buy a mug",
        "status": "goal_not_met",
        "answer": "",
        "reason": "there is no mug",
        "steps": steps,
        "seconds": 12.34,
    }
    return describe(RunResult(**{**known, **changes}), max_steps=25, report="webagent-results")


def test_a_failure_says_why_what_for_how_far_by_which_steps_and_where_the_report_is():
    text = failed(
        step(1, element_id=4, description="Search"),
        step(2, ToolResult(error="nothing happened"), element_id=9, reasoning="It should be\nhere."),
        answer="an empty list",
    )
    assert text == (
        "goal_not_met: there is no mug\n"
        "  goal:     Buy a mug\n"
        "  reached:  Cart <http://shop/2> in step 2 of 25, 12.3 s\n"
        "  steps:    1. click(element_id='4', description='Search') -> clicked\n"
        "            2. click(element_id='9') -> Error: nothing happened\n"
        "  thought:  It should be here.\n"
        "  answer:   an empty list\n"
        "  report:   webagent-results"
    )


def test_secret_arguments_are_not_shown():
    made = step(1, text="hunter2", headers={"authorization": "Bearer hunter2"})
    [action] = made.actions
    text = failed(dataclasses.replace(made, actions=(dataclasses.replace(action, secret=("text",)),)))
    assert "click(text='***', headers={'authorization': '***'})" in text
    assert "hunter2" not in text


def test_a_step_that_only_talked_shows_what_was_said():
    talk = dataclasses.replace(step(3, reasoning="Let me think."), actions=())
    assert "steps:    3. no tool was called: Let me think.\n" in failed(talk)
    assert "thought:" not in failed(talk)


def test_a_step_in_which_the_model_could_not_be_asked_is_not_held_against_it():
    assert "steps:    3. the model said nothing\n" in failed(dataclasses.replace(step(3), actions=()))


def test_only_the_last_steps_are_shown():
    text = failed(*[step(index, element_id=index) for index in range(1, 21)])
    assert "15. click" not in text
    assert "16. click" in text
    assert "20. click" in text


def test_a_failure_before_the_first_step_says_so():
    assert "reached:  no step was made, 12.3 s" in failed()


def test_a_page_cannot_steer_the_terminal_or_fill_the_screen():
    text = failed(step(1, ToolResult("x\n" * 5000 + "\x1b[2J"), title="\x1b[31mred\r\n", text="y" * 9000))
    assert "\x1b" not in text
    assert "\r" not in text
    assert max(len(line) for line in text.splitlines()) < 300
    assert len(text.splitlines()) == 5
