"""How the builtin model compares words with names."""

import pytest

from pytest_webagent.language.quotations import quotations
from pytest_webagent.model.builtin.words import Fit, Words, fit, unveil, veil


@pytest.mark.parametrize(
    ("said", "name", "expected"),
    [
        ("Save", "save", Fit.EXACT),
        ("Cart", "Cart (2)", Fit.SAME),
        ("Next", "Next →", Fit.SAME),
        ("the mugs", "Mug", Fit.SAME),
        ("log in", "Sign in", Fit.SAME),
        ("basket", "Shopping cart", Fit.SAME),
        ("checkout", "Proceed to checkout", Fit.PART),
        ("settings", "Setings", Fit.TYPO),
        ("gift wrapping", "Wrap as a gift", Fit.TYPO),
        ("publish", "Unpublish", Fit.NONE),
        ("subscribe", "Unsubscribe", Fit.NONE),
        ("activate", "Deactivate", Fit.NONE),
        ("Austria", "Australia", Fit.NONE),
        ("save draft", "Save", Fit.NONE),
        ("order 12", "Order 13", Fit.NONE),
        ("", "Save", Fit.NONE),
    ],
)
def test_words_fit_names(said, name, expected):
    assert fit(Words(said), name) == expected


@pytest.mark.parametrize(
    ("said", "name", "expected"),
    [
        ("Cart", "cart", Fit.EXACT),
        ("Cart", "Cart 2 items", Fit.SAME),
        ("Wrap as a gift", "Wrap as a gift ($3.00)", Fit.SET),
        ("Delete", "Delete account", Fit.NONE),
        ("Remove", "Delete", Fit.NONE),
        ("Entry 7", "Entry 8", Fit.NONE),
        ("Page", "Page 2", Fit.NONE),
    ],
)
def test_quoted_words_are_a_whole_name(said, name, expected):
    assert fit(Words(said, exact=True), name) == expected


@pytest.mark.parametrize(
    "goal", ["Click 'A, then B' and \"C\"", "Type “a’b” 😀", "Men's shoes", "Open 'Men's shoes'"]
)
def test_quoting_can_be_undone(goal):
    assert unveil(veil(goal), "'").replace("'", "") == goal.translate(str.maketrans("", "", "'\"“”"))


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("Click 'A, then B' and \"C\"", ["A, then B", "C"]),
        ("Type “a’b” into «Nom», „Name“ and 「名前」", ["a’b", "Nom", "Name", "名前"]),
        ("the men's shoes and Bob's 5\" screen", []),
        ("Open 'Men's shoes'", ["Men's shoes"]),
        ("Leave it ''", []),
        ("Type 'Dear Ann,\nthank you' into Notes", ["Dear Ann,\nthank you"]),
    ],
)
def test_what_a_text_quotes(text, quoted):
    assert quotations(text) == quoted
