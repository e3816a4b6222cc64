"""Questions that offer their answers, and answers that take another one than the page says."""

import pytest
from evidence_stories import number, page, problems, text

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.judging.offered import choice
from pytest_webagent.judging.story import Story
from pytest_webagent.judging.verdict import judge

SHOP = page(
    """
    - heading "Our shop"
    - table:
      - row:
        - columnheader "Item"
        - columnheader "State"
        - columnheader "Price"
      - row:
        - cell "Blue mug"
        - cell "In stock"
        - cell "18 EUR"
    - checkbox "Gift wrap" [checked]
    - button "Pay" [disabled]
    - link "Cart"
    """
)
STATE, PRICE, MUG = (text(SHOP, "cell", says) for says in ("In stock", "18 EUR", "Blue mug"))
BELOW = Derivation(op="text", elements=(number(SHOP, "cell", "18 EUR"),), relation="<", to="20 EUR")
CHECKED = Derivation(op="exists", role="checkbox", text="Gift wrap", state="checked")
DISABLED = Derivation(op="exists", role="button", text="Pay", state="disabled")
NO_PLATE, NO_BOWL = (Derivation(op="not_exists", text=each) for each in ("plate", "bowl"))
LINK = Derivation(op="exists", role="link", text="Cart")
OFFERS = [
    ("Report whether the Blue mug is in stock or sold out", "In stock", "sold out", STATE),
    ("Is the Blue mug in stock or sold out?", "The Blue mug is in stock", "It is sold out", STATE),
    ("Is the Blue mug above or below 20 EUR?", "below", "above", BELOW),
    ("Does the Blue mug cost more or less than 20 EUR?", "less than 20 EUR", "more than 20 EUR", PRICE),
    ("Is 'Gift wrap' checked or unchecked?", "checked", "unchecked", CHECKED),
    ("Is 'Pay' disabled or enabled?", "disabled", "enabled", DISABLED),
    ("Report whether the Pay button is enabled or disabled", "disabled", "enabled", DISABLED),
    ("Is there a link or a button for the cart?", "a link", "a button", LINK),
    ("Is the Blue mug or the Red mug listed?", "Blue mug", "Red mug", MUG),
    ("Is the heading 'Our shop' or 'Your shop'?", "Our shop", "Your shop", text(SHOP, "heading")),
]


@pytest.mark.parametrize(("goal", "right", "wrong", "evidence"), OFFERS)
def test_of_what_a_goal_offers_the_page_has_to_say_what_is_taken(goal, right, wrong, evidence):
    assert not problems(goal, right, [evidence], [SHOP])
    assert "that is not it" in problems(goal, wrong, [evidence], [SHOP])


HONEST = [
    ("Is the Blue mug 18 EUR or more?", "Yes, it costs 18 EUR", [PRICE]),
    ("Does the Blue mug cost 20 EUR or less?", "Yes, it costs 18 EUR", [PRICE]),
    ("Is there a plate or a bowl?", "No, there is no plate", [NO_PLATE, NO_BOWL]),
    ("Is the Blue mug available or sold out?", "available", [STATE]),
    ("Is the Blue mug settled or still open?", "settled", [STATE]),
]


@pytest.mark.parametrize(("goal", "answer", "evidence"), HONEST)
def test_what_the_page_says_in_other_words_is_no_other_choice(goal, answer, evidence):
    assert "that is not it" not in problems(goal, answer, evidence, [SHOP])


def test_an_amount_is_asked_about_by_what_stands_before_it():
    above = Derivation(op="text", elements=BELOW.elements, relation=">", to="10 EUR")
    assert "that is not it" in problems(
        "Is the Blue mug above or below 10 EUR?", "below 10 EUR", [above], [SHOP]
    )
    assert not problems("Is the Blue mug above or below 10 EUR?", "above 10 EUR", [above], [SHOP])


def test_or_not_is_a_question_for_a_yes_or_no():
    assert not problems("Is 'Gift wrap' checked or not?", "checked", [CHECKED], [SHOP])
    assert not problems("Is 'Gift wrap' checked or not?", "yes", [CHECKED], [SHOP])


@pytest.mark.parametrize(
    ("mine", "other", "is_refused"),
    [
        (True, False, False),
        (False, True, True),
        (None, True, True),
        (None, False, False),
        (True, None, False),
        (False, None, True),
        # As it is written: the evidence says "In stock".
        (None, None, True),
    ],
)
def test_the_page_is_read_for_each_of_what_is_offered(mine, other, is_refused):
    def reads(asked, _):
        return other if "in stock" in asked else mine

    story = Story("Is the Blue mug in stock or sold out?", (SHOP,), SHOP, ())
    found = judge("sold out", "done", [STATE], story, reads).problems
    assert any("that is not it" in each for each in found) is is_refused


@pytest.mark.parametrize(
    ("answer", "asked", "left"),
    [
        ("sold out", "is the mug in stock or sold out", "is the mug sold out"),
        ("in stock", "is the mug in stock or sold out", "is the mug in stock "),
        ("yes", "is the mug in stock or sold out", None),
        ("in stock or sold out", "is the mug in stock or sold out", None),
        ("the mug", "is the mug in stock or sold out", None),
        ("Red mug", "is the Blue mug or the Red mug listed", "is  the Red mug listed"),
        ("in stock", "is the mug in stock", None),
    ],
)
def test_what_an_answer_takes_of_what_is_offered(answer, asked, left):
    taken = choice(answer, asked)
    assert (None if taken is None else " ".join(taken.asked.split())) == (left and " ".join(left.split()))
