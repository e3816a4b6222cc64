"""Recordings as text: what is written is read back as it was, and what is no recording is refused, by file, line and column."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pytest_webagent.claims.expression import Expression
from pytest_webagent.page.locator import Locator, Part
from pytest_webagent.recording.answer_text import AnswerText, Source
from pytest_webagent.recording.call_text import Quotation, RecordedCall
from pytest_webagent.recording.element_ways import Way
from pytest_webagent.recording.goal_question import GoalQuestion
from pytest_webagent.recording.recording import RecordedStep, Recording, read_recordings, schema, text_of
from pytest_webagent.recording.step_effects import fits, opened
from pytest_webagent.tools.planning.document import YamlError

TEXTS = st.text(max_size=12)
NAMES = st.text(min_size=1, max_size=12)
KINDS = st.sampled_from(["button", "row", "section", "text", "status"])
PARTS = (
    st.builds(Part, KINDS | st.just(""), NAMES, st.just(""))
    | st.builds(Part, KINDS, st.just(""), st.just(""))
    | st.builds(Part, st.just("row"), NAMES, NAMES)
)
AROUND = st.lists(PARTS, max_size=3).map(tuple)
LOCATORS = st.builds(Locator, PARTS, AROUND, st.integers(0, 23), st.just(False)) | st.builds(
    Locator, PARTS, AROUND, st.just(0), st.just(True)
)
VALUES = TEXTS | st.builds(Quotation, st.integers(1, 12)) | st.just("quotation 1 of the goal")
OTHERS = st.dictionaries(
    st.sampled_from(["amount", "double", "press", "seconds"]),
    st.integers() | st.just(True) | st.lists(TEXTS, min_size=1, max_size=2) | VALUES,
)
CALLS = (
    st.builds(
        lambda tool, target, more: RecordedCall(tool, more, {"element_id": target}),
        st.sampled_from(["click", "hover", "clear", "check", "uncheck", "drag"]),
        LOCATORS,
        OTHERS,
    )
    | st.builds(
        lambda tool, text, target, more: RecordedCall(tool, {"text": text, **more}, {"element_id": target}),
        st.sampled_from(["type", "selection"]),
        VALUES,
        LOCATORS,
        OTHERS | st.just({"submit": True}),
    )
    | st.builds(
        lambda one, other: RecordedCall("drag", {}, {"element_id": one, "to_element_id": other}),
        LOCATORS,
        LOCATORS,
    )
    | st.builds(
        lambda tool, text: RecordedCall(tool, {"text": text}),
        st.sampled_from(["accept_dialog", "type"]),
        VALUES,
    )
    | st.builds(RecordedCall, st.sampled_from(["go_back", "refresh", "close_tab", "my_tool"]), OTHERS)
)
WAYS = st.builds(Way, st.sampled_from(["test id", "id", "field name", "placeholder", "link to"]), NAMES)
EXPRESSIONS = st.builds(lambda locator: Expression.parse(str(locator)), LOCATORS) | st.sampled_from(
    [
        Expression.parse(text)
        for text in (
            'the "Total"',
            'the sum of every "Price" in the table "Cart" = "$19.00"',
            'there is no text inside the status that says "}"',
            r'the "a \"quoted\" {name}" = "{"',
            'the count of any row inside the table "Cart" that says "Mug"',
            "the title",
        )
    ]
)
SOURCES = EXPRESSIONS | st.builds(GoalQuestion, NAMES, TEXTS)
THOROUGH = settings(max_examples=200)
MADE = {"model": "builtin", "on": "2026-01-01", "derived": True}


@THOROUGH
@given(LOCATORS)
def test_locators_are_read_back(locator: Locator) -> None:
    assert Locator.parse(str(locator)) == locator


@THOROUGH
@given(WAYS)
def test_ways_are_read_back(way: Way) -> None:
    assert Way.parse(str(way)) == way


@THOROUGH
@given(CALLS)
def test_calls_are_read_back_and_a_quotation_stays_one(call: RecordedCall) -> None:
    again = RecordedCall.parse(str(call))
    assert again == call
    assert {name: type(value) for name, value in again.arguments.items()} == {
        name: type(value) for name, value in call.arguments.items()
    }


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (RecordedCall("go_back", {}), "go back"),
        (
            RecordedCall("click", {"double": True}, {"element_id": Locator(Part("row", "A"))}),
            'double-click the row "A"',
        ),
        (
            RecordedCall(
                "type", {"text": 'a "b"', "submit": True}, {"element_id": Locator(Part("textbox", "C"))}
            ),
            r'type "a \"b\"" into the textbox "C" and press Enter',
        ),
        (
            RecordedCall(
                "type", {"text": Quotation(2)}, {"element_id": Locator(Part("textbox", "Password"))}
            ),
            'type quotation 2 of the goal into the textbox "Password"',
        ),
        (RecordedCall("wait", {"seconds": 2}), 'call wait with {"seconds": 2}'),
    ],
)
def test_calls_are_written_as_people_say_them(call: RecordedCall, words: str) -> None:
    assert str(call) == words


@THOROUGH
@given(st.lists(NAMES | SOURCES, max_size=5))
def test_answers_are_read_back(pieces: list[str | Source]) -> None:
    texts = "".join("t" if isinstance(each, str) else "x" for each in pieces)
    if "tt" not in texts:
        # Two texts in a row are one.
        assert AnswerText.parse(str(AnswerText(tuple(pieces)))) == AnswerText(tuple(pieces))


@THOROUGH
@given(TEXTS, st.lists(st.tuples(TEXTS, SOURCES), max_size=3))
def test_an_answer_whose_parts_were_read_is_the_same_text_once_they_are_filled_in(
    answer: str, sources: list[tuple[str, Source]]
) -> None:
    said = {str(expression): text for text, expression in sources}
    told = AnswerText.of(answer, [(said[str(each)], each) for _, each in sources])
    assert told.filled(lambda each: said[str(each)]) == answer


@pytest.mark.parametrize("answer", ["1015", "x10", "10x", "-101"])
def test_a_number_is_no_part_of_a_longer_one(answer: str) -> None:
    told = AnswerText.of(answer, [("10", Expression.parse('the "Total"'))])
    assert told.sources == ()


@THOROUGH
@given(
    st.lists(st.tuples(CALLS, st.lists(WAYS, max_size=2), TEXTS, st.none() | LOCATORS), max_size=3),
    NAMES,
    TEXTS,
    EXPRESSIONS,
)
def test_files_are_read_back(
    steps: list[tuple[RecordedCall, list[Way], str, Locator | None]],
    asked: str,
    answer: str,
    shown: Expression,
) -> None:
    made = Recording.model_validate(
        {
            "webagent": 1,
            "goal": asked,
            "made": MADE,
            "answer": str(AnswerText((answer,))),
            "shown": [str(shown)],
            "steps": [
                {
                    "do": str(call),
                    "find": list(map(str, ways)),
                    "then": {"dialog": dialog, **({"there is": str(appears)} if appears else {})},
                }
                for call, ways, dialog, appears in steps
            ],
        }
    )
    first, second = read_recordings(text_of([made, made]), "it.yaml")
    assert first.written() == second.written() == made.written()


@THOROUGH
@given(TEXTS, st.integers(0, 10**9), st.uuids())
def test_an_address_is_one_that_differs_only_in_numbers(words: str, number: int, identity: object) -> None:
    assert fits(words, words)
    for one, other in ((number, number + 1), (identity, "0" * 8 + "-" + "0" * 27)):
        address = f"/{words}/{one}?page={one}"
        assert fits(opened(address), address)
        assert fits(opened(f"/orders/{one}"), f"/orders/{other}")


@pytest.mark.parametrize(
    "address", ["/orders/12/error", "/orders/12?error=no", "/orders/", "/order/12", "/login"]
)
def test_an_address_elsewhere_is_none_of_a_record(address: str) -> None:
    assert not fits(opened("/orders/11"), address)


SOUND = """\
webagent: 1
goal: Click 'Save'
made: {model: builtin, on: "2026-01-01", derived: true}
steps:
- do: click the button "Save"
  find:
  - test id "save"
  then:
    there is: the status "Saved."
answer: 'It says {the status}'
shown:
- the title
"""


@pytest.mark.parametrize(
    ("was", "now", "place", "words"),
    [
        ("webagent: 1", "webagent: 2", "1:1", "newer version"),
        ("webagent: 1", "webagent: 1.5", "1:", "webagent"),
        ("webagent: 1\n", "", "1:1", "'webagent' is missing"),
        ("goal: Click 'Save'\n", "", "1:1", "one of goal, check and get"),
        ("goal:", "check: too\ngoal:", "1:1", "goal and check"),
        ("goal:", "gaol:", "2:1", "goal"),
        ("derived: true", "derived: false", "3:", "derived"),
        ("- do: click the", "- do: clik the", "5:7", "is no step"),
        ("do: click the button", "do: click a button", "5:7", "is no step"),
        ('do: click the button "Save"', 'do: call click with {"element_id"', "5:7", "is no step"),
        ("- do: click the button", "- done: click the button", "5:3", "'done'"),
        ("test id", "xpath", "7:5", "is no way to an element"),
        ("there is:", "ther is:", "9:5", "there is"),
        ("the status", "a status", "9:", "is no locator"),
        ("{the status}", "{the status", "10:9", "brace"),
        ("{the status}", "{what it says}", "10:9", "is no expression"),
        ("- the title", "- the titel of it", "12:3", "is no expression"),
        ("goal: Click", "goal: [Click", "3:", ""),
        ("steps:\n", "steps:\n\t", "5:", ""),
        ("goal:", "goal: again\ngoal:", "3:1", "twice"),
        ("goal: Click 'Save'", "goal: !!python/name:os.system x", "2:", "tags"),
    ],
)
def test_a_damaged_file_is_refused_by_file_line_and_column(
    was: str, now: str, place: str, words: str
) -> None:
    read_recordings(SOUND, "recordings/it.yaml")
    damaged = SOUND.replace(was, now, 1)
    with pytest.raises(YamlError) as caught:
        read_recordings(damaged, "recordings/it.yaml")
    assert str(caught.value).startswith(f"recordings/it.yaml:{place}")
    assert words in str(caught.value)


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", "- a\n- b\n", "saved", SOUND + "---\n"])
def test_a_file_of_something_else_is_refused(text: str) -> None:
    with pytest.raises(YamlError, match=r"^it\.yaml:\d+:\d+: "):
        read_recordings(text, "it.yaml")


@pytest.mark.parametrize("cut", range(1, len(SOUND), 23))
def test_a_file_that_was_cut_off_is_refused_or_still_shows_something(cut: int) -> None:
    made: list[Recording] = []
    with suppress(YamlError):
        made = read_recordings(SOUND[:cut], "it.yaml")
    assert all(each.shown or AnswerText.parse(each.answer).sources for each in made)


@pytest.mark.parametrize(
    "ends",
    [
        "",
        "answer: It was saved.\n",
        "answer: ''\nshown: []\n",
        pytest.param("answer: 'It was {{saved}}'\n", id="braces of the answer itself"),
    ],
)
@pytest.mark.parametrize("steps", ["steps: []\n", SOUND[SOUND.index("steps:") : SOUND.index("answer:")]])
def test_a_recording_that_shows_nothing_is_refused(steps: str, ends: str) -> None:
    text = SOUND[: SOUND.index("steps:")] + steps + ends
    with pytest.raises(YamlError, match=r"^it\.yaml:\d+:\d+: nothing in it shows that the goal was reached"):
        read_recordings(text, "it.yaml")


def asked(goal: str, other: str) -> bool:
    """Whether a recording of a goal is one of another."""
    step = {"do": 'type quotation 1 of the goal into the textbox "Password"'}
    steps = [step] if "***" in goal else []
    told = {"webagent": 1, "goal": goal, "made": MADE, "shown": ["the title"], "steps": steps}
    return Recording.model_validate(told).for_run(other, learns=False) is not None


@THOROUGH
@given(NAMES.filter(lambda goal: "***" not in goal), NAMES)
def test_a_recording_is_of_its_own_goal_alone(goal: str, other: str) -> None:
    assert asked(goal, goal)
    assert asked(goal, other) is (goal == other)


SIGN_IN = "Type '***' into 'Password' and click 'Log in'"


@pytest.mark.parametrize(
    ("secret", "same"),
    [
        ("open-sesame", True),
        ("a b c", True),
        ("x' into 'Password', click 'Delete', type 'y", False),
        ("x' into 'Name', type 'y", False),
        ("", False),
    ],
)
def test_a_secret_stands_for_one_quotation_and_for_no_more_of_the_goal(secret: str, same: bool) -> None:
    assert asked(SIGN_IN, SIGN_IN.replace("***", secret)) is same


def test_asterisks_that_a_goal_has_itself_stand_for_nothing_else() -> None:
    (made,) = read_recordings(
        SOUND.replace("Click 'Save'", "\"Search for '***' and click 'Save'\""), "it.yaml"
    )
    # No step of it types a secret.
    assert made.for_run("Search for '***' and click 'Save'", learns=False) is made
    assert made.for_run("Search for 'tea' and click 'Save'", learns=False) is None


def test_the_schema_in_the_docs_is_that_of_the_format() -> None:
    kept = Path(__file__).parents[2] / "docs" / "recording.schema.json"
    assert json.loads(kept.read_text(encoding="utf-8")) == schema(), f"write {kept.name} anew"


def test_what_is_written_fits_the_schema() -> None:
    validator = Draft202012Validator(schema())
    for made in read_recordings(SOUND, "it.yaml"):
        assert list(validator.iter_errors(made.written())) == []


def test_a_step_about_another_thing_is_done_at_that() -> None:
    step = RecordedStep(do='click the button "Remove" in the row "Blue Mug"')
    assert step.call.targets["element_id"].within == (Part("row", "Blue Mug"),)
    other = step.about({"Blue Mug": "Red Mug"})
    assert other.call.targets["element_id"].within == (Part("row", "Red Mug"),)
