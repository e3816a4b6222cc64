"""What derivations come to on pages as people write them, and what is said of those that come to nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from builtin_pages import page

from pytest_webagent.claims.derivation import Derivation, Finding
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.observation import Box, Observation, Tab

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_webagent.observation import Element

SHOP = """
- banner:
  - link "Shop"
  - status: 2 items
- main:
  - heading "Mugs" [level=1]
  - generic:
    - heading "Blue mug" [level=3]
    - paragraph: As blue as the sea, nicer than the red mug.
    - deletion: $12.00
    - strong: $9.00
    - text: 12 reviews
    - button "Add to cart"
  - generic:
    - heading "Red mug" [level=3]
    - paragraph: A red one.
    - strong: $10.00
    - text: 1,031 reviews
    - button "Add to cart" [disabled]
  - table "Orders":
    - rowgroup:
      - row:
        - columnheader "Number"
        - columnheader "Date"
        - columnheader "Total"
        - columnheader "Quantity"
    - rowgroup:
      - row "1001 3 March 2026 $1,020.00 2":
        - cell "1001"
        - cell "3 March 2026"
        - cell "$1,020.00"
        - cell "2"
      - row "1002 28 April 2026 $20.50 2":
        - cell "1002"
        - cell "28 April 2026"
        - cell "$20.50"
        - cell "2"
      - row "1003 1 January 2026 $7.25 9":
        - cell "1003"
        - cell "1 January 2026"
        - cell "$7.25"
        - cell "9"
"""

FORM = """
- heading "Your account" [level=1]
- list:
  - listitem:
    - text: Home
    - textbox "Street": Main Road 5
  - listitem:
    - text: Work
    - textbox "Street": Hill Lane 7
- textbox "Notes"
- combobox "Country":
  - option "France" [selected]
  - option "Italy"
- spinbutton "Quantity": "3"
- checkbox "Send news" [checked]
- checkbox "Send letters"
- checkbox "All of them" [checked=mixed]
- button "Pay" [disabled]
- button "More" [expanded]
- button "Less" [collapsed]
- button "Bold" [pressed]
- textbox "Mail" [required] [invalid=true]: nobody
- radiogroup "Size":
  - radio "Small"
  - radio "Large" [checked]
- tablist:
  - tab "Open" [selected]
  - tab "Closed"
- group:
  - listbox "Colours":
    - option "Red" [selected]
    - option "Blue"
"""


@pytest.fixture(scope="module")
def shop() -> Observation:
    return page(SHOP, title="Mugs and more", url="http://shop.test/orders/1005?sort=price")


@pytest.fixture(scope="module")
def form() -> Observation:
    return page(FORM)


def ids(on: Observation, role: str, text: str = "") -> tuple[int, ...]:
    """The ids of the elements of a role whose name or text has a text in it."""
    found = [
        element.id
        for index, element in enumerate(on.elements)
        if element.role == role and (text in element.name or text in on.full_text(index))
    ]
    return tuple(each for each in found if each is not None)


def the(on: Observation, role: str, text: str = "") -> tuple[int, ...]:
    found = ids(on, role, text)
    assert len(found) == 1, found
    return found


def worked(on: Observation, op: Any, elements: tuple[int, ...] = (), **more: Any) -> Finding:
    return work_out(Derivation(op=op, elements=elements, **more), on)


def said(on: Observation, op: Any, elements: tuple[int, ...] = (), **more: Any) -> str:
    finding = worked(on, op, elements, **more)
    assert not finding.problem, finding.problem
    return finding.text


def problem(on: Observation, op: Any, elements: tuple[int, ...] = (), **more: Any) -> str:
    finding = worked(on, op, elements, **more)
    assert finding.problem
    assert not finding.holds
    assert (finding.text, finding.where, finding.parts) == ("", "", ())
    return finding.problem


def changed(on: Observation, which: Callable[[Element], bool], **facts: Any) -> Observation:
    elements = tuple(replace(each, **facts) if which(each) else each for each in on.elements)
    return replace(on, elements=elements)


# What elements say


def test_the_text_of_a_cell_says_in_which_row_it_stands(shop: Observation) -> None:
    finding = worked(shop, "text", the(shop, "cell", "$20.50"))
    assert finding.text == "$20.50"
    assert finding.where == 'cell "$20.50" in row "1002 28 April 2026 $20.50 2"'
    assert finding.parts == ("$20.50",)


def test_the_text_of_a_card_has_all_that_stands_in_it(shop: Observation) -> None:
    card = the(shop, "heading", "Red mug")[0] - 1
    text = said(shop, "text", (card,))
    assert text.split("\n")[:2] == ["Red mug", "A red one."]
    assert "1,031 reviews" in text


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        ("- paragraph:\n  - strong: $9\n  - text: .\n  - superscript: '00'", "$9.00"),
        ("- paragraph:\n  - text: $9.\n  - superscript: '00'", "$9.00"),
        ("- paragraph:\n  - strong: '9'\n  - text: ',50 €'", "9,50 €"),
        ("- paragraph:\n  - text: 'Total:'\n  - strong: $25.00", "Total: $25.00"),
        ("- paragraph:\n  - text: Total\n  - generic:\n    - strong: $25.00", "Total $25.00"),
        ("- paragraph:\n  - text: Step 1.\n  - strong: Go on", "Step 1. Go on"),
        ('- row:\n  - cell "1"\n  - cell "234"', "1\n234"),
        ('- row:\n  - cell "2"\n  - cell "2"', "2\n2"),
        ("- generic:\n  - term: Customer\n  - definition: Ann Berg", "Customer\nAnn Berg"),
        ('- generic:\n  - checkbox "Send news"\n  - text: Send news', "Send news"),
        ('- generic:\n  - text: Name\n  - textbox "Name": Ann', "Name"),
        ('- heading "Blue mug" [level=3]:\n  - link "Blue mug":\n    - /url: /blue', "Blue mug"),
        ('- link "Home":\n  - img', "Home"),
        ('- button "Pay"', "Pay"),
        ('- button "Pay 12 now": Pay12 now', "Pay\n12 now"),
        ('- cell "5 6": "56"', "5\n6"),
        ('- cell "5": "56"', "56"),
        (
            "- list:\n  - listitem:\n    - text: Fruit\n    - list:\n      - listitem: Pear\n      - listitem: Plum",
            "Fruit\nPear\nPlum",
        ),
    ],
)
def test_text_is_what_a_person_reads_there(tree: str, text: str) -> None:
    assert said(page(tree), "text", (1,)) == text


def test_hidden_parts_of_an_element_are_not_its_text() -> None:
    seen = page("- paragraph:\n  - text: Your total is\n  - strong: $9.00\n  - emphasis: (was $12.00)")
    assert said(changed(seen, lambda each: each.role == "emphasis", hidden=True), "text", (1,)) == (
        "Your total is $9.00"
    )


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"number is (\d+)", "1005"),
        (r"\d{4}", "1005"),
        (r"order number is \d+", "order number is 1005"),
        ("(?i)YOUR ORDER", "Your order"),
        (r"is (?P<number>\d+)\.$", "1005"),
        (r"nothing|(\d+)\.", "1005"),
    ],
)
def test_a_pattern_takes_a_part_of_a_text(pattern: str, text: str) -> None:
    on = page("- paragraph: Your order number is 1005.")
    assert said(on, "text", (1,), pattern=pattern) == text


def test_a_pattern_goes_across_the_parts_of_an_element() -> None:
    on = page("- generic:\n  - term: Customer\n  - definition: Ann Berg")
    assert said(on, "text", (1,), pattern="Customer (.+)") == "Ann Berg"


def test_the_text_that_is_asked_for_is_found_as_the_page_writes_it(shop: Observation) -> None:
    card = the(shop, "paragraph", "As blue")
    assert said(shop, "text", card, text="AS  blue") == "As blue"
    assert "finds nothing" in problem(shop, "text", card, text="re")


def test_a_pattern_that_finds_nothing_is_told_what_the_text_is(shop: Observation) -> None:
    told = problem(shop, "text", the(shop, "cell", "$20.50"), pattern="€.*")
    assert '"€.*" finds nothing' in told
    assert '"$20.50"' in told


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "(?P<a>", "\\"])
def test_a_pattern_that_is_no_expression_is_a_problem_in_words(shop: Observation, pattern: str) -> None:
    assert "no regular expression" in problem(shop, "text", the(shop, "cell", "$20.50"), pattern=pattern)


def test_a_pattern_that_would_never_end_is_stopped() -> None:
    on = page(f"- paragraph: {'a' * 5000}!")
    assert "takes too long" in problem(on, "text", (1,), pattern=r"(a|aa)+$")
    assert "2001 characters long" in problem(on, "text", (1,), pattern="a" * 2001)
    # What is written out before any limit of time holds.
    for pattern in ("a{99999999999}", "(?:(?:a{1000}){1000}){1000}"):
        assert "is too large" in problem(on, "text", (1,), pattern=pattern)


@pytest.mark.parametrize("pattern", ["x*", "(x?)", "^", "( )"])
def test_a_pattern_that_finds_nothing_but_emptiness_is_a_problem(pattern: str) -> None:
    assert problem(page("- paragraph: Ann Berg"), "text", (1,), pattern=pattern)


@pytest.mark.parametrize("pattern", [r"\d+", r"\$(\d+)", r"(\d+)\.50", r",234", r"1,2"])
def test_a_pattern_that_cuts_a_number_in_two_is_refused(pattern: str) -> None:
    on = replace(page("- paragraph: You pay $1,234.50 in all."), language="en")
    assert '"$1,234.50"' in problem(on, "text", (1,), pattern=pattern)
    assert said(on, "text", (1,), pattern=r"\$(\S+)") == "1,234.50"


def test_a_pattern_may_take_a_part_of_a_date_or_of_a_name() -> None:
    on = page("- paragraph: Order AB-1005 of 2026-05-03")
    assert said(on, "text", (1,), pattern=r"(\d{4})-\d\d-\d\d") == "2026"
    assert said(on, "text", (1,), pattern=r"AB-(\d+)") == "1005"


def test_a_pattern_that_fits_several_numbers_must_say_which(shop: Observation) -> None:
    card = the(shop, "heading", "Blue mug")[0] - 1
    told = problem(shop, "text", (card,), pattern=r"\$[\d.]+")
    assert '"$12.00"; "$9.00"' in told
    assert said(shop, "text", (card,), pattern=r"\$[\d.]+ (\$[\d.]+)") == "$9.00"


def test_the_sign_of_a_number_cannot_be_left_out() -> None:
    on = page("- paragraph: 'Balance: -$5.00'")
    for pattern in (r"-(.*)", r"\$(.*)", r"[\d.]+"):
        assert '"-$5.00"' in problem(on, "text", (1,), pattern=pattern)
    assert said(on, "text", (1,), pattern=r": (.*)") == "-$5.00"
    owed = page("- paragraph: ($5.00)")
    assert '"($5.00)"' in problem(owed, "text", (1,), pattern=r"\$[\d.]+")


# Fields


def test_the_value_of_a_field_is_what_it_holds_or_what_is_chosen(form: Observation) -> None:
    assert said(form, "value", the(form, "combobox")) == "France"
    assert said(form, "value", the(form, "spinbutton")) == "3"
    assert said(form, "value", the(form, "listbox")) == "Red"
    assert said(form, "value", the(form, "radiogroup")) == "Large"
    home, work = ids(form, "textbox", "Street")
    assert (said(form, "value", (home,)), said(form, "value", (work,))) == ("Main Road 5", "Hill Lane 7")
    assert worked(form, "value", (work,)).where == 'textbox "Street" in listitem "Work Street"'
    assert said(form, "value", (work,), pattern=r"\d+$") == "7"


def test_the_text_of_a_field_is_a_mistake_that_names_value(form: Observation) -> None:
    assert "use value" in problem(form, "text", the(form, "combobox"))


def test_the_value_of_what_is_no_field_is_a_mistake(form: Observation) -> None:
    assert "is no field" in problem(form, "value", the(form, "heading"))
    assert "exists with a `state`" in problem(form, "value", the(form, "checkbox", "Send news"))


def test_the_value_of_an_empty_field_is_not_a_text(form: Observation) -> None:
    assert 'the state "empty"' in problem(form, "value", the(form, "textbox", "Notes"))
    assert worked(form, "exists", the(form, "textbox", "Notes"), state="empty").holds


def test_a_secret_is_not_read(form: Observation) -> None:
    secret = changed(form, lambda each: each.role == "spinbutton", value=None, states=("value withheld",))
    assert "is a secret" in problem(secret, "value", the(secret, "spinbutton"))
    assert "is a secret" in problem(secret, "sum", the(secret, "spinbutton"))
    assert worked(secret, "exists", the(secret, "spinbutton"), state="filled").holds


# Which elements


def test_an_id_that_is_not_on_the_page_is_a_problem(shop: Observation) -> None:
    for op in ("text", "value", "join", "count", "sum", "min", "exists"):
        told = problem(shop, op, (99999,))
        assert "there is no element 99999 on this page" in told
        assert "`step`" in told


@pytest.mark.parametrize("op", ["text", "value", "join", "sum", "difference", "min", "max", "compare"])
def test_operations_without_elements_ask_for_them(shop: Observation, op: str) -> None:
    more = {"relation": "=", "to": "5"} if op == "compare" else {}
    assert "element" in problem(shop, op, (), **more)


def test_a_hidden_element_is_no_evidence(shop: Observation) -> None:
    hidden = changed(shop, lambda each: each.text == "2 items", hidden=True)
    status = tuple(each.id for each in hidden.elements if each.role == "status" and each.id is not None)
    for op in ("text", "exists", "count", "join"):
        assert "is hidden" in problem(hidden, op, status)


def test_an_element_that_says_nothing_has_no_text() -> None:
    assert "says nothing" in problem(page('- row:\n  - cell\n  - cell "5"'), "text", (2,))


def test_text_is_about_one_element(shop: Observation) -> None:
    assert "use join" in problem(shop, "text", ids(shop, "cell", "$"))


def test_join_keeps_the_given_order_and_may_repeat(shop: Observation) -> None:
    blue, red = the(shop, "heading", "Blue mug") + the(shop, "heading", "Red mug")
    finding = worked(shop, "join", (red, blue, red))
    assert finding.text == "Red mug, Blue mug, Red mug"
    assert finding.parts == ("Red mug", "Blue mug", "Red mug")


@pytest.mark.parametrize(
    ("op", "more", "meaningless"),
    [
        ("text", {"role": "cell"}, "role"),
        ("sum", {"text": "Total"}, "text"),
        ("count", {"pattern": "x"}, "pattern"),
        ("exists", {"pattern": "x"}, "pattern"),
        ("min", {"within": 3}, "within"),
        ("compare", {"by": (3,), "relation": "="}, "by"),
        ("title", {"elements": (1,)}, "elements"),
        ("tabs", {"text": "x"}, "text"),
        ("exists", {"relation": "<", "to": "5"}, "relation, to"),
        ("note", {"state": "checked", "text": "saved"}, "state"),
    ],
)
def test_arguments_that_mean_nothing_are_named(
    shop: Observation, op: str, more: dict[str, Any], meaningless: str
) -> None:
    told = problem(shop, op, **more)
    assert f"means nothing with {meaningless}" in told
    assert f"{op} takes " in told


def test_an_operation_that_does_not_exist_is_a_problem(shop: Observation) -> None:
    assert "there is no operation 'average'" in problem(shop, "average", (1,))


# Numbers


def test_a_sum_is_written_as_the_page_writes_such_amounts(shop: Observation) -> None:
    assert said(replace(shop, language="en"), "sum", ids(shop, "strong", "$")) == "$19.00"
    finding = worked(replace(shop, language="en"), "sum", ids(shop, "cell", "$"))
    assert finding.text == "$1,047.75"
    assert finding.parts == ("$1,020.00", "$20.50", "$7.25")
    assert finding.language == "en"
    assert said(shop, "sum", ids(shop, "cell", "$")[1:]) == "$27.75"


@pytest.mark.parametrize(
    ("language", "texts", "total", "difference"),
    [
        ("de", ["1.234,50 €", "0,50 €"], "1.235,00 €", "1.234,00 €"),
        ("fr", ["1 234,50 €", "10 €"], "1 244,50 €", "1 224,50 €"),
        ("de-CH", ["CHF 1’020.00", "CHF 5.00"], "CHF 1’025.00", "CHF 1’015.00"),
        ("en", ["USD 5", "USD 7.50"], "USD 12.50", "-USD 2.50"),
        ("en", ["0.10", "0.20"], "0.30", "-0.10"),
        ("en", ["12 %", "3.5 %"], "15.5 %", "8.5 %"),
        ("en", ["5", "5"], "10", "0"),
        ("en", ["2 kg", "0.5 kg"], "2.5 kg", "1.5 kg"),
        ("en", ["1 day", "3 days"], "4 days", "-2 days"),
        ("en", ["2 items", "1 item"], "3", "1"),
        ("en", ["999", "1"], "1000", "998"),
        ("en", ["12,345,678", "1"], "12,345,679", "12,345,677"),
        ("en", ["Subtotal: $20.00", "Shipping: $5.00"], "$25.00", "$15.00"),
        ("en", ["($5.00)", "$3.00"], "-$2.00", "-$8.00"),
        ("en", ["1.5k", "2k"], "3500", "-500"),
        ("en", ["½", "999"], "999.5", "-998.5"),
        ("en", ["½ kg", "2 kg"], "2.5 kg", "-1.5 kg"),
        ("en", ["$.50", "$2"], "$2.50", "-$1.50"),
        ("en-IN", ["₹12,34,567", "₹1"], "₹1,234,568", "₹1,234,566"),
        ("de", ["CHF 5.-", "CHF 2.50"], "CHF 7.50", "CHF 2.50"),
        ("ja", ["¥1,200", "¥300"], "¥1,500", "¥900"),
    ],
)
def test_sums_and_differences_keep_currency_decimals_and_grouping(
    language: str, texts: list[str], total: str, difference: str
) -> None:
    on = replace(page("\n".join(f'- cell "{text}"' for text in texts)), language=language)
    assert said(on, "sum", (1, 2)) == total
    assert said(on, "difference", (1, 2)) == difference


def test_many_decimal_amounts_add_up_exactly() -> None:
    on = page("\n".join('- cell "$0.10"' for _ in range(30)))
    assert said(on, "sum", tuple(range(1, 31))) == "$3.00"


@pytest.mark.parametrize("op", ["sum", "min"])
def test_numbers_too_long_to_reckon_with_are_refused(op: str) -> None:
    on = page(f'- cell "{"9" * 5000}"\n- cell "5"')
    assert "more than 20 digits" in problem(on, op, (1, 2))


def test_a_sum_takes_values_of_fields_and_numbers_found_by_a_pattern(form: Observation) -> None:
    assert said(form, "sum", the(form, "spinbutton")) == "3"
    assert said(form, "sum", ids(form, "textbox", "Street"), pattern=r"\d+$") == "12"


def test_a_sum_over_what_holds_no_number_says_which(shop: Observation) -> None:
    told = problem(shop, "sum", (*the(shop, "cell", "$20.50"), *the(shop, "heading", "Red mug")))
    assert 'a number was wanted of heading "Red mug"' in told


def test_a_sum_over_what_holds_several_numbers_names_them_and_the_pattern(shop: Observation) -> None:
    told = problem(shop, "sum", the(shop, "row", "1002"))
    assert "`pattern`" in told
    assert '"$20.50"' in told


def test_numbers_of_neighbouring_cells_are_not_taken_for_one() -> None:
    on = replace(page('- row:\n  - cell "1"\n  - cell "234"'), language="fr")
    assert 'holds 2: "1"; "234"' in problem(on, "sum", (1,))


def test_a_number_with_two_readings_is_not_added() -> None:
    told = problem(page('- cell "1.234"\n- cell "5"'), "sum", (1, 2))
    assert '"1.234"' in told
    assert "1234" in told
    assert "1.234 and as" in told or "and as 1.234" in told
    assert said(replace(page('- cell "1.234"\n- cell "5"'), language="de"), "sum", (1, 2)) == "1.239"


@pytest.mark.parametrize("op", ["sum", "difference", "min", "max"])
@pytest.mark.parametrize(
    "texts", [("$5.00", "€5.00"), ("$5", "5"), ("5 %", "5"), ("500 g", "1 kg"), ("3 days", "2 weeks")]
)
def test_different_units_are_not_put_together(op: str, texts: tuple[str, str]) -> None:
    on = page("\n".join(f'- cell "{text}"' for text in texts))
    assert "different units" in problem(on, op, (1, 2))


@pytest.mark.parametrize("op", ["sum", "count", "min", "difference"])
def test_an_element_counts_once(shop: Observation, op: str) -> None:
    (cell,) = the(shop, "cell", "$20.50")
    assert "more than once" in problem(shop, op, (cell, cell))


@pytest.mark.parametrize("op", ["sum", "count"])
def test_elements_inside_one_another_are_not_taken_twice(op: str) -> None:
    on = page("- generic:\n  - paragraph:\n    - strong: $9.00")
    assert "lies inside" in problem(on, op, (1, 3))


def test_a_difference_is_of_two_elements(shop: Observation) -> None:
    assert "of two elements" in problem(shop, "difference", ids(shop, "cell", "$"))


# Least and greatest


def test_the_least_and_greatest_by_number_date_or_another_column(shop: Observation) -> None:
    shop = replace(shop, language="en")
    numbers, dates = ids(shop, "cell", "100"), ids(shop, "cell", "2026")
    totals = ids(shop, "cell", "$")
    assert said(shop, "max", totals) == "$1,020.00"
    assert said(shop, "min", dates) == "1 January 2026"
    finding = worked(shop, "max", numbers, by=dates)
    assert finding.text == "1002"
    assert finding.where.startswith('cell "1002" in row "1002 28 April 2026 $20.50 2"')
    assert said(shop, "min", numbers, by=totals) == "1003"


def test_dates_are_ranked_only_where_all_have_a_year_or_none_has() -> None:
    on = replace(page("- listitem: 3 May\n- listitem: 1 March 2026\n- listitem: 9 April"), language="en")
    assert "leave out the year" in problem(on, "min", (1, 2, 3))
    assert said(on, "min", (1, 3)) == "9 April"


def test_texts_without_numbers_are_in_alphabetical_order() -> None:
    on = page("- listitem: pear\n- listitem: Apple\n- listitem: zucchini")
    assert (said(on, "min", (1, 2, 3)), said(on, "max", (1, 2, 3))) == ("Apple", "zucchini")


def test_two_best_ones_are_a_problem_unless_they_say_the_same(shop: Observation) -> None:
    numbers, quantities = ids(shop, "cell", "100"), ids(shop, "cell", "2")
    quantities = tuple(
        each for each in quantities if len(shop.full_text(shop.index_of(_at(shop, each)))) == 1
    )
    quantities += the(shop, "cell", "9")
    told = problem(shop, "min", numbers, by=quantities)
    assert '"1001"; "1002"' in told
    assert said(shop, "min", quantities) == "2"


def _at(on: Observation, element_id: int) -> Element:
    found = on.find(element_id)
    assert found is not None
    return found


def test_by_must_have_one_counterpart_for_each(shop: Observation) -> None:
    told = problem(shop, "min", ids(shop, "cell", "100"), by=ids(shop, "cell", "$")[:2])
    assert "`by` has 2 elements and `elements` 3" in told


def test_a_number_and_a_date_cannot_be_ranked() -> None:
    on = page('- cell "$5.00"\n- cell "3 March 2026"\n- cell "soon"')
    assert "must be of one kind" in problem(on, "min", (1, 2))
    assert "must be of one kind" in problem(on, "max", (1, 3))


def test_a_date_with_two_readings_is_not_ranked() -> None:
    on = page('- cell "03/04/2026"\n- cell "05/06/2026"')
    told = problem(on, "min", (1, 2))
    assert "2026-03-04" in told
    assert "2026-04-03" in told


# How many


def test_count_of_rows_leaves_out_the_row_of_headers(shop: Observation) -> None:
    finding = worked(shop, "count", role="row", within=the(shop, "table")[0])
    assert finding.text == "3"
    assert finding.where.startswith("3 of: row within element")
    assert worked(shop, "count", role="row", text="$20.50").text == "1"
    assert worked(shop, "count", role="row", text="$20").text == "0"


def test_count_leaves_out_what_is_hidden(shop: Observation) -> None:
    hidden = changed(shop, lambda each: each.name.startswith("1003"), hidden=True)
    assert said(hidden, "count", role="row") == "2"


def test_count_of_given_elements(shop: Observation) -> None:
    finding = worked(shop, "count", ids(shop, "heading", "mug"))
    assert (finding.text, finding.parts) == ("2", ("Blue mug", "Red mug"))
    assert "give one of the two" in problem(shop, "count", ids(shop, "heading", "mug"), role="heading")


def test_count_needs_a_role_or_elements(shop: Observation) -> None:
    assert "a `role` to look for" in problem(shop, "count")
    assert "a `role` to look for" in problem(shop, "count", text="mug")


def test_count_of_items_inside_items_asks_which_are_meant() -> None:
    on = page(
        "- list:\n  - listitem:\n    - text: Fruit\n    - list:\n      - listitem: Pear\n  - listitem: Nuts"
    )
    assert "lie inside others" in problem(on, "count", role="listitem")
    assert said(on, "count", role="listitem", within=4) == "1"


def test_count_by_state_and_of_the_options_of_a_select(form: Observation) -> None:
    assert said(form, "count", role="checkbox") == "3"
    assert said(form, "count", role="button", state="disabled") == "1"
    assert said(form, "count", role="option") == "4"


def test_a_row_of_headers_is_there_though_it_is_not_counted() -> None:
    on = page(
        '- row:\n  - cell\n  - columnheader "May"\n  - columnheader "June"\n- row:\n  - rowheader "Rain"\n  - cell "5"'
    )
    assert said(on, "count", role="row") == "1"
    assert worked(on, "exists", role="row", text="May June").holds
    assert not worked(on, "not_exists", role="row", text="May June").holds


@pytest.mark.parametrize("op", ["count", "not_exists"])
def test_a_page_on_which_nothing_is_seen_proves_nothing(shop: Observation, op: str) -> None:
    blank = page("- main:\n  - generic")
    empty = replace(blank, elements=())
    hidden = changed(shop, lambda _: True, hidden=True)
    for on in (blank, empty, hidden):
        assert "shows nothing at all" in problem(on, op, role="row")
    failed = replace(shop, unreachable="connection refused")
    assert "an error page of its own (connection refused)" in problem(failed, op, role="row")


# What is there


@pytest.mark.parametrize(
    "more",
    [
        {"text": "Blue mug"},
        {"text": "blue  MUG"},
        {"text": "red one"},
        {"text": "$9.00"},
        {"text": "2 items", "role": "status"},
        {"role": "row", "text": "1002 28 April 2026"},
        {"role": "button", "text": "Add to cart", "state": "enabled", "within": 6},
        {"role": "table"},
    ],
)
def test_what_is_on_the_page_is_found(shop: Observation, more: dict[str, Any]) -> None:
    more = dict(more)
    if more.pop("within", None):
        more["within"] = the(shop, "heading", "Blue mug")[0] - 1
    finding = worked(shop, "exists", **more)
    assert finding.holds, finding.problem
    assert finding.text == ""
    assert finding.where


@pytest.mark.parametrize(
    "more",
    [
        {"text": "Green mug"},
        {"text": "lue mug"},
        {"text": "Blue mugs"},
        {"text": "$9"},
        {"text": "9.0"},
        {"text": "031 reviews"},
        {"text": "Mugs Blue mug"},
        {"role": "button", "text": "Blue mug"},
        {"role": "alert"},
    ],
)
def test_what_is_not_on_the_page_is_not_found(shop: Observation, more: dict[str, Any]) -> None:
    assert "there is no visible" in problem(shop, "exists", **more)


def test_a_part_of_a_word_or_a_number_is_not_said() -> None:
    on = page("- paragraph: 'Balance: -$5.00, limit $1,019.50, code A-17, cafés'")
    for text in ("$5.00", "5.00", "019.50", "$1,019", "café", "19.50"):
        assert not worked(on, "exists", text=text).holds, text
    for text in ("-$5.00", "$1,019.50", "A-17", "CAFÉS", "balance: -$5.00"):
        assert worked(on, "exists", text=text).holds, text


def test_the_innermost_element_that_says_a_text_is_meant(shop: Observation) -> None:
    finding = worked(shop, "exists", text="As blue as the sea")
    assert finding.where.startswith('text "As blue as the sea')
    assert len(finding.parts) == 1


def test_what_a_select_offers_and_a_field_holds_is_no_text_of_the_page(form: Observation) -> None:
    for text in ("Italy", "Main Road 5", "France"):
        assert "there is no visible" in problem(form, "exists", text=text)
    assert worked(form, "exists", role="textbox", text="Main Road 5").holds
    assert worked(form, "exists", role="combobox", text="France").holds
    assert not worked(form, "exists", role="combobox", text="Italy").holds
    assert worked(form, "exists", role="option", text="Italy").holds
    assert worked(form, "exists", role="option", text="Italy", state="unselected").holds
    assert worked(form, "exists", role="option", text="France", state="selected").holds
    assert not worked(form, "exists", role="option", text="Italy", state="selected").holds


def test_hidden_text_is_not_there(shop: Observation) -> None:
    hidden = changed(shop, lambda each: each.text == "2 items", hidden=True)
    told = problem(hidden, "exists", text="2 items")
    assert "is hidden" in told


@pytest.mark.parametrize("text", ["", "  ", "x", "5", "...", "--"])
@pytest.mark.parametrize("op", ["exists", "not_exists"])
def test_a_text_that_says_too_little_to_look_for_is_refused(shop: Observation, op: str, text: str) -> None:
    assert problem(shop, op, text=text)
    if text.strip():
        assert "too little" in problem(shop, op, role="cell", text=text)


@pytest.mark.parametrize("name", ["text", "role", "state"])
def test_a_blank_argument_is_not_taken_for_one_that_is_not_given(shop: Observation, name: str) -> None:
    for op in ("count", "exists", "not_exists"):
        assert f"the `{name}` is blank" in problem(shop, op, **{"role": "row", name: "  "})


def test_exists_by_id_may_ask_for_role_and_text_as_well(shop: Observation) -> None:
    cell = the(shop, "cell", "$20.50")
    assert worked(shop, "exists", cell, role="gridcell", text="$20.50").holds
    assert "is no button" in problem(shop, "exists", cell, role="button")
    assert "does not say" in problem(shop, "exists", cell, text="$20")


def test_a_role_that_does_not_exist_is_refused_with_what_may_be_meant(shop: Observation) -> None:
    told = problem(shop, "not_exists", role="dialogue", text="Error")
    assert 'role "dialogue"' in told
    assert "dialog" in told.partition("did you mean")[2]


# States


@pytest.mark.parametrize(
    ("role", "name", "states"),
    [
        ("checkbox", "Send news", ["checked", "not unchecked", "enabled", "Ticked"]),
        ("checkbox", "Send letters", ["unchecked", "not checked"]),
        ("checkbox", "All of them", ["mixed"]),
        ("button", "Pay", ["disabled", "not enabled", "visible"]),
        ("button", "More", ["expanded", "enabled", "not collapsed"]),
        ("button", "Less", ["collapsed", "not expanded", "unpressed"]),
        ("button", "Bold", ["pressed"]),
        ("textbox", "Mail", ["required", "invalid", "filled", "editable"]),
        ("textbox", "Notes", ["empty", "optional", "valid"]),
        ("radio", "Large", ["checked", "selected"]),
        ("radio", "Small", ["unchecked", "unselected"]),
        ("tab", "Open", ["selected"]),
        ("tab", "Closed", ["not selected", "unfocused"]),
        ("option", "Red", ["selected"]),
    ],
)
def test_states_hold_and_their_opposites_do_not(
    form: Observation, role: str, name: str, states: list[str]
) -> None:
    for state in states:
        element = the(form, role, name)
        opposite = state.removeprefix("not ") if state.startswith("not ") else f"not {state}"
        assert worked(form, "exists", element, state=state).holds, state
        assert f" is not {opposite}" in problem(form, "exists", element, state=opposite)
        assert worked(form, "not_exists", element, state=opposite).holds
        assert f" is {state}" in problem(form, "not_exists", element, state=state)


def test_an_unknown_state_is_told_the_known_ones(form: Observation) -> None:
    told = problem(form, "exists", the(form, "button", "Pay"), state="sparkling")
    assert "there is no state 'sparkling'" in told
    assert "checked, " in told


@pytest.mark.parametrize(
    "state", ["unchecked", "checked", "collapsed", "unselected", "enabled", "empty", "valid"]
)
def test_a_state_an_element_cannot_be_in_proves_nothing(form: Observation, state: str) -> None:
    assert "has no such state" in problem(form, "exists", the(form, "heading"), state=state)
    assert "has no such state" in problem(form, "not_exists", the(form, "heading"), state=state)


def test_what_shows_one_of_two_opposite_states_could_be_in_the_other_whatever_its_role() -> None:
    on = page("- group:\n  - generic [expanded]: More\n  - generic [collapsed]: Less")
    assert "is not collapsed" in problem(on, "exists", (2,), state="collapsed")
    assert worked(on, "exists", (3,), state="not expanded").holds


def test_what_is_partly_checked_is_neither_checked_nor_not(form: Observation) -> None:
    box = the(form, "checkbox", "All of them")
    assert "partly checked" in problem(form, "exists", box, state="unchecked")
    assert "partly checked" in problem(form, "not_exists", box, state="checked")


def test_fields_of_the_same_name_that_differ_in_state_must_be_told_apart() -> None:
    on = page('- checkbox "Gift wrap" [checked]\n- checkbox "Gift wrap"')
    assert "by its id" in problem(on, "exists", role="checkbox", text="Gift wrap", state="checked")
    assert worked(on, "exists", role="checkbox", state="checked").holds
    assert worked(on, "exists", (1,), state="checked").holds


# What is not there


def test_what_is_not_on_the_page_is_shown_to_be_missing(shop: Observation) -> None:
    finding = worked(shop, "not_exists", text="Green mug")
    assert finding.holds
    assert finding.where == 'no element that says "Green mug" on the page'
    assert worked(shop, "not_exists", role="alert").holds
    assert worked(shop, "not_exists", text="Red mug", within=the(shop, "table")[0]).holds


def test_what_is_on_the_page_is_not_missing(shop: Observation) -> None:
    told = problem(shop, "not_exists", text="blue mug")
    assert 'heading "Blue mug"' in told


def test_a_text_in_parts_or_in_a_field_is_not_missing(form: Observation) -> None:
    on = page("- generic:\n  - generic: Payment\n  - generic: failed")
    assert problem(on, "not_exists", text="Payment failed")
    assert problem(form, "not_exists", text="Main Road 5")


def test_a_kind_of_the_role_counts_as_the_role() -> None:
    assert problem(page("- alertdialog: Lost"), "not_exists", role="dialog")


def test_that_something_is_missing_needs_something_to_miss(shop: Observation) -> None:
    assert "needs what to look for" in problem(shop, "not_exists")
    assert "needs what to look for" in problem(shop, "not_exists", within=1)


def test_an_id_that_is_gone_does_not_prove_that_something_is_missing(shop: Observation) -> None:
    for element in (1, 99999):
        assert "needs a `state`" in problem(shop, "not_exists", (element,))


def test_something_marked_hidden_that_may_be_seen_is_not_missing(shop: Observation) -> None:
    hidden = changed(shop, lambda each: each.text == "2 items", hidden=True)
    assert "marked as hidden" in problem(hidden, "not_exists", text="2 items")
    away = changed(hidden, lambda each: each.text == "2 items", box=Box(-9999, 0, 100, 20))
    assert worked(away, "not_exists", text="2 items").holds


def test_none_in_a_state_needs_one_that_could_be(form: Observation) -> None:
    assert worked(form, "not_exists", role="checkbox", text="Send letters", state="checked").holds
    assert "that is checked" in problem(
        form, "not_exists", role="checkbox", text="Send news", state="checked"
    )
    told = problem(form, "not_exists", role="checkbox", text="Send faxes", state="checked")
    assert "at all, in whatever state" in told


@pytest.mark.parametrize("op", ["exists", "not_exists", "text", "count", "title"])
def test_a_dialog_of_the_browser_hides_the_page(op: str) -> None:
    on = page(
        "- paragraph: Saved", dialog='an alert dialog says "Sure?": call accept_dialog or dismiss_dialog'
    )
    more = {"elements": (1,)} if op in ("text", "count") else {"text": "Error"} if op != "title" else {}
    assert "while a dialog is open" in problem(on, op, **more)


# Comparisons


@pytest.mark.parametrize(
    ("texts", "relation", "to"),
    [
        (["$9.00"], "<", "$10"),
        (["$9.00"], "<=", "9"),
        (["$1,020.00"], ">", "$999.99"),
        (["12 %"], ">=", "12%"),
        (["3 March 2026"], "<", "2026-04-28"),
        (["3 March 2026"], "=", "2026-03-03"),
        (["Due: 3 March 2026"], "=", "2026-03-03"),
        (["2 items"], "=", "2"),
        (["2 items"], ">", "1"),
        (["$1,234.50"], "=", "1234.5 USD"),
        (["Paid"], "=", "paid"),
        (["Paid"], "!=", "Open"),
        (["Order 5"], "!=", "Item 5"),
        (["$9.00", "$12.00"], "<", ""),
        (["$9.00", "$9.00"], "=", ""),
        (["Order 5", "Item 5"], "!=", ""),
    ],
)
def test_relations_that_hold_and_their_opposites_that_do_not(
    texts: list[str], relation: Any, to: str
) -> None:
    on = replace(page("\n".join(f'- cell "{text}"' for text in texts)), language="en")
    elements = tuple(range(1, len(texts) + 1))
    finding = worked(on, "compare", elements, relation=relation, to=to)
    assert finding.holds, finding.problem
    assert finding.where.startswith(f'cell "{texts[0]}"')
    opposite: Any = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}[relation]
    told = problem(on, "compare", elements, relation=opposite, to=to)
    assert f'"{texts[0]}"' in told
    assert " is not " in told


def test_a_comparison_needs_two_values_and_a_relation(shop: Observation) -> None:
    first, second, third = ids(shop, "cell", "$")
    assert "two values" in problem(shop, "compare", (first,), relation="<")
    assert "two values" in problem(shop, "compare", (first, second, third), relation="<")
    assert "needs a `relation`" in problem(shop, "compare", (first, second))
    assert "with itself" in problem(shop, "compare", (first, first), relation="=")


def test_what_cannot_be_compared_is_a_problem_either_way() -> None:
    on = page('- cell "$5.00"\n- cell "€5.00"\n- cell "soon"\n- cell "2 of 9"\n- cell "1.234"')
    for relation in ("<", ">="):
        assert "different units" in problem(on, "compare", (1, 2), relation=relation)
        assert "no number and no date" in problem(on, "compare", (3,), relation=relation, to="5")
        assert "one number was wanted" in problem(on, "compare", (4,), relation=relation, to="5")
    for relation in ("=", "!="):
        assert "one number was wanted" in problem(on, "compare", (4,), relation=relation, to="2")
        assert problem(on, "compare", (5,), relation=relation, to="1234")


def test_a_given_value_with_two_readings_is_asked_for_again() -> None:
    on = page('- cell "1,500"', language="en")
    assert worked(on, "compare", (1,), relation=">", to="1234").holds
    assert "without marks between thousands" in problem(on, "compare", (1,), relation=">", to="1,234")
    assert "2026-04-03" in problem(
        page('- cell "3 May 2026"'), "compare", (1,), relation=">", to="03/04/2026"
    )


# The page, its dialogs and notes


def test_title_and_address_as_a_whole_and_in_part(shop: Observation) -> None:
    assert said(shop, "title") == "Mugs and more"
    assert said(shop, "title", text="mugs") == "Mugs"
    assert said(shop, "url") == "http://shop.test/orders/1005?sort=price"
    assert said(shop, "url", pattern=r"/orders/(\d+)") == "1005"
    assert said(shop, "url", text="/orders/") == "/orders/"
    assert "finds nothing" in problem(shop, "url", text="/order")
    assert "finds nothing" in problem(shop, "title", pattern="Cart")
    assert "give one of them" in problem(shop, "url", text="orders", pattern="x")
    assert "has no title" in problem(replace(shop, title=" "), "title")


def test_the_number_of_tabs(shop: Observation) -> None:
    tabs = (
        Tab(1, "Mugs", "http://shop.test/", current=False),
        Tab(2, "Cart", "http://shop.test/c", current=True),
    )
    finding = worked(replace(shop, tabs=tabs), "tabs")
    assert (finding.text, finding.where) == ("2", 'tab 1 "Mugs"; tab 2 "Cart"')
    assert "not known" in problem(shop, "tabs")


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ('an alert dialog says "Saved": call accept_dialog or dismiss_dialog', "Saved"),
        (
            'a confirm dialog says "Delete "Blue mug"?": call accept_dialog or dismiss_dialog',
            'Delete "Blue mug"?',
        ),
        (
            'a prompt dialog says "Your name" (its field holds "Ann"): call accept_dialog or dismiss_dialog',
            "Your name",
        ),
        (
            "a beforeunload dialog asks whether to leave the page: call accept_dialog to leave it or dismiss_dialog to stay",
            "a beforeunload dialog asks whether to leave the page",
        ),
    ],
)
def test_what_a_dialog_says(sentence: str, text: str) -> None:
    on = page("- main", dialog=sentence)
    assert said(on, "dialog") == text
    assert "no dialog of the browser is open" in problem(replace(on, dialog=None), "dialog")


def test_the_note_that_says_a_text(shop: Observation) -> None:
    notes = (
        'a confirm dialog says "Delete it?"; it was accepted',
        "downloaded report.csv (2 kB)",
        "downloaded a.csv",
    )
    on = replace(shop, notes=notes)
    assert said(on, "note", text="report.csv") == notes[1]
    assert said(on, "note", text="downloaded report.csv", pattern=r"\S+\.csv") == "report.csv"
    assert "2 notes say" in problem(on, "note", text="downloaded")
    assert "report.csv" in problem(on, "note", text="uploaded")
    assert "words of the note" in problem(on, "note")
    assert "there are none" in problem(shop, "note", text="saved")


def test_the_place_in_words_stays_short() -> None:
    on = page(f'- list:\n  - listitem:\n    - text: {"many words " * 30}\n    - link "{"on and on " * 20}"')
    where = worked(on, "exists", the(on, "link")).where
    assert where.startswith('link "on and on')
    assert len(where) <= 110
