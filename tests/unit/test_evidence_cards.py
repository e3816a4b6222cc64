"""Cards made of plain elements, each a label with its value: what says the same label in all of them is no thing of a list."""

import pytest
from evidence_stories import page, problems

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.page.layout import layout
from pytest_webagent.page.lists import lists
from pytest_webagent.page.names import names
from pytest_webagent.page.places import Place


def card(**told):
    return "- generic:\n" + "".join(
        f'  - generic:\n    - generic: "{label}"\n    - generic: "{value}"\n' for label, value in told.items()
    )


CARDS = (
    card(Guest="Ann Lee", Room="Garden side", State="Paid", Price="$45.00")
    + card(Guest="Bo Lund", Room="Lake side", State="Awaiting payment", Wish="Paid parking near by")
    + card(Guest="Cy Moor", Room="Tower", State="Paid", Price="$60.00")
)
SEEN = page('- heading "Stays" [level=1]\n' + CARDS, title="Stays")


def place_of_text(seen, said):
    return next(Place(seen, at) for at, each in enumerate(seen.elements) if each.text == said)


def cited(op, said, **more):
    return Derivation(op=op, elements=(place_of_text(SEEN, said).element.id,), **more)


def test_a_label_with_its_value_is_a_part_of_its_card():
    price = place_of_text(SEEN, "$60.00")
    assert price.item().said.startswith("Guest Cy Moor")
    assert names(SEEN).labels(price) == ("Price",)
    assert not layout(SEEN).repeated(price.element.parent)


def test_a_card_is_called_by_its_first_value_and_not_by_the_label_that_all_have():
    (listing,) = lists(SEEN).all
    assert [lists(SEEN).name(each).said for each in listing.items] == ["Ann Lee", "Bo Lund", "Cy Moor"]


def test_lines_with_texts_of_their_own_stay_things_of_a_list():
    lines = card(Tea="$2.00", Milk="$1.00", Bread="$3.00") + card(Soap="$2.00", Towel="$9.00", Comb="$1.00")
    seen = page(lines, title="Prices")
    assert layout(seen).repeated(place_of_text(seen, "Milk").element.parent)


@pytest.mark.parametrize(
    ("goal", "right", "wrong"),
    [
        ("Report the price of the stay of Ann Lee", "$45.00", "$60.00"),
        ("In which room does the guest Cy Moor stay?", "Tower", "Lake side"),
        ("Who is the guest in the room Tower?", "Cy Moor", "Ann Lee"),
    ],
)
def test_a_value_is_read_from_the_card_of_what_is_named(goal, right, wrong):
    assert not problems(goal, right, [cited("text", right)], [SEEN])
    assert problems(goal, wrong, [cited("text", wrong)], [SEEN])


@pytest.mark.parametrize("op", ["text", "exists", "compare"])
def test_the_state_of_another_card_shows_nothing_although_the_named_one_says_its_word_in_passing(op):
    paid = cited(op, "Paid", **({"relation": "=", "to": "Paid"} if op == "compare" else {}))
    goal = "Verify that the stay of {} is paid"
    assert not problems(goal.format("Ann Lee"), "Yes, it is paid", [paid], [SEEN])
    assert problems(goal.format("Bo Lund"), "Yes, it is paid", [paid], [SEEN])


def test_a_price_that_is_struck_through_makes_no_other_thing_of_a_card():
    cards = "".join(
        f"- generic:\n  - strong: {name}\n{price}"
        for name, price in (
            ("Chair", "  - text: From $40\n"),
            ("Table", "  - text: From\n  - deletion: $90\n  - text: $70\n"),
            ("Lamp", "  - text: From $15\n"),
        )
    )
    seen = page('- heading "Shop" [level=1]\n' + cards, title="Shop")
    (listing,) = lists(seen).all
    assert [lists(seen).name(each).said for each in listing.items] == ["Chair", "Table", "Lamp"]
