"""Noticing an agent that goes in circles."""

import dataclasses

from pytest_webagent.agent.repetition import NUDGE_AT, STOP_AT, Repetition
from pytest_webagent.messages import ToolCall
from pytest_webagent.observation import Element, Observation, Size
from pytest_webagent.testing import call


def page(*names, above=0, **changes):
    elements = tuple(
        Element(id=index, role="button", name=name, **changes) for index, name in enumerate(names, start=1)
    )
    return Observation(
        generation=1,
        url="http://shop/",
        title="Shop",
        elements=elements,
        text="",
        viewport=Size(1280, 720),
        pixels_above=above,
    )


def counts(*met):
    repetition = Repetition()
    return [repetition.count(step, made, seen) for step, (made, seen) in enumerate(met, start=1)]


def test_the_same_call_on_the_same_page_counts_up():
    buy = call("click", element_id=1)
    assert counts(*[(buy, page("Buy"))] * 4) == [1, 2, 3, 4]
    assert 1 < NUDGE_AT < STOP_AT


def test_other_reasons_and_other_words_for_the_same_target_are_the_same_call():
    ways = [
        call("click", element_id=1, description="Buy", reasoning="a"),
        call("click", element_id="1", description="the Buy button", reasoning="b"),
        ToolCall("click", {"element_id": " 1", "coords": None, "description": "that"}),
    ]
    assert counts(*[(made, page("Buy")) for made in ways]) == [1, 2, 3]


def test_words_are_what_counts_when_they_are_all_that_is_given():
    met = [(call("click", description=words), page("Buy")) for words in ("Buy", "Sell", "Buy")]
    assert counts(*met) == [1, 1, 2]


def test_the_same_call_on_a_page_that_changed_is_progress():
    plus = call("click", element_id=1)
    assert counts(*[(plus, page("Add", f"{n} in cart")) for n in range(4)]) == [1, 1, 1, 1]


def test_a_field_that_got_a_value_is_another_page():
    typed = call("type", element_id=1, text="mug")
    assert counts((typed, page("Search", value="")), (typed, page("Search", value="mug"))) == [1, 1]


def test_scrolling_that_shows_something_else_is_progress_and_scrolling_on_the_spot_is_not():
    down = call("scroll", direction="down")
    assert counts((down, page("Buy")), (down, page("Buy", above=600)), (down, page("Buy", above=600))) == [
        1,
        1,
        2,
    ]
    hidden, shown = page("Row", in_viewport=False), page("Row", in_viewport=True)
    assert counts((down, hidden), (down, shown)) == [1, 1]


def test_focus_that_moves_is_progress_for_keys_only():
    unfocused, focused = page("Buy"), page("Buy", states=("active",))
    pressed, clicked = call("press_key", key="Tab"), call("click", element_id=1)
    assert counts((pressed, unfocused), (pressed, focused)) == [1, 1]
    assert counts((clicked, unfocused), (clicked, focused)) == [1, 2]


def test_circles_through_several_pages_are_noticed():
    there, back = (call("click", element_id=1), page("Cart")), (call("go_back"), page("Shop"))
    assert counts(there, back, there, back, there, back) == [1, 1, 2, 2, 3, 3]


def test_an_element_that_was_rendered_anew_is_the_same_page():
    renumbered = page("Buy")
    renumbered = dataclasses.replace(
        renumbered, elements=tuple(dataclasses.replace(e, id=99) for e in renumbered.elements)
    )
    made = call("press_key", key="Enter")
    assert counts((made, page("Buy")), (made, renumbered)) == [1, 2]


def ignored(observation):
    """The page after it ignored what was done to it."""
    return dataclasses.replace(observation, ignored=True)


def test_what_a_page_does_by_itself_while_it_ignores_the_call_is_no_progress():
    buy = call("click", element_id=1)
    ticking = [(buy, page("Buy", "12:00"))] + [(buy, ignored(page("Buy", f"12:0{n}"))) for n in (1, 2, 3)]
    assert counts(*ticking) == [1, 2, 3, 4]


def test_a_page_that_changed_upon_the_call_in_between_is_another_one():
    buy = call("click", element_id=1)
    met = [
        page("Buy", "12:00"),
        ignored(page("Buy", "12:01")),
        page("Buy", "12:02"),
        ignored(page("Buy", "12:03")),
    ]
    assert counts(*[(buy, seen) for seen in met]) == [1, 2, 1, 2]


def test_a_field_or_a_place_that_changed_without_the_document_changing_is_progress():
    plus = call("click", element_id=1)
    assert counts((plus, page("Number", value="1")), (plus, ignored(page("Number", value="2")))) == [1, 1]
    assert counts((plus, page("Box")), (plus, ignored(page("Box", states=("checked",))))) == [1, 1]
    assert counts((plus, page("Buy")), (plus, ignored(page("Buy", "12:01", above=600)))) == [1, 1]


def test_what_a_page_does_by_itself_is_progress_to_one_who_waits():
    job = [(call("wait"), ignored(page(f"{n} %"))) for n in range(4 * STOP_AT)]
    assert max(counts(*job)) < NUDGE_AT


def test_the_same_key_pressed_several_times_in_one_reply_counts_once():
    repetition, down = Repetition(), call("press_key", key="ArrowDown")
    assert [repetition.count(1, down, page("List")) for _ in range(5)] == [1] * 5


def test_waiting_for_a_slow_page_is_borne_longer():
    patient = counts(*[(call("wait"), page("Loading"))] * (2 * STOP_AT))
    assert patient[2] < NUDGE_AT
    assert patient[-2] < STOP_AT <= patient[-1]


def test_different_broken_arguments_are_different_calls():
    broken = [ToolCall("click", {}, malformed=text) for text in ("{a", "{b", "{a")]
    assert counts(*[(made, page("Buy")) for made in broken]) == [1, 1, 2]
