"""What the builtin model compares and adds up: only values that are all there and of one kind."""

import pytest
from builtin_pages import answer, first_call, page, refusal, rows

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out


def items(column, ink, pad):
    """A page with a table of two things."""
    tree = f"""
- table "Items":
  - row: [columnheader "Item", columnheader "{column}"]
  - row: [cell "Ink", cell "{ink}"]
  - row: [cell "Pad", cell "{pad}"]
"""
    return page(rows(tree), language="en")


BOATS = """
- heading "Boats" [level=1]
- table "Boats":
  - row: [columnheader "Boat", columnheader "Fee", columnheader "Length", columnheader "Built", columnheader "Crew", columnheader "Score", columnheader "Fuel"]
  - row: [cell "Heron", cell "€900", cell "9 m", cell "2011-05-02", cell "4", cell "8/10", cell "1.250"]
  - row: [cell "Tern", cell "on request", cell "31 ft", cell "07/06/2012", cell "many", cell "4 of 5", cell "900"]
  - row: [cell "Wren", cell "£750", cell "7 m", cell "31 December 2009", cell "2", cell "7/10", cell "400"]
"""

LEDGER = """
- heading "Ledger" [level=1]
- table "Entries":
  - row: [columnheader "Entry", columnheader "Amount", columnheader "Value date", columnheader "Rate"]
  - row: [cell "Fees", cell "-45,50 EUR", cell "03.02.2026", cell "$5 / hour"]
  - row: [cell "Refund", cell "1.100 EUR", cell "14.01.2026", cell "$40 / day"]
  - row: [cell "Stamps", cell "-4,50 EUR", cell "28.02.2026", cell "$1 / hour"]
"""


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        ("Which boat has the lowest fee?", "'Tern' ('on request')"),
        ("Open the boat with the biggest crew", "'Tern' ('many')"),
        ("Which boat has the greatest length?", "different units"),
        ("Which boat is the oldest?", "can be read as 2012-07-06 and as 2012-06-07"),
        ("Which boat has the best score?", "different units"),
        ("Which boat has the lowest fuel?", '"1.250" can be read as 1.250 and as 1250'),
        ("What is the sum of the lengths of all boats?", "different units"),
    ],
)
async def test_nothing_is_left_out_of_a_comparison_or_compared_with_another_kind(goal, why):
    assert why in await refusal(goal, page(rows(BOATS)))


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("Which entry has the lowest amount?", "Fees"),
        ("Which entry has the highest amount?", "Refund"),
        ("Which entry has the earliest value date?", "Refund"),
        ("What is the sum of the amounts of all entries?", "1.050,00 EUR"),
        ("What is the difference between the amount of Stamps and the amount of Fees?", "41,00 EUR"),
    ],
)
async def test_values_of_one_kind_are_compared_however_they_are_written(goal, said):
    assert await answer(goal, page(rows(LEDGER), language="de")) == said


async def test_rates_for_different_times_are_not_added_up():
    assert "different units" in await refusal(
        "What is the sum of the rates of all entries?", page(rows(LEDGER))
    )


@pytest.mark.parametrize(
    ("goal", "status"),
    [
        ("Check that the amount of Fees is -45.50", "done"),
        ("Check that the amount of Fees is 45,50 EUR", "goal_not_met"),
        ("Check that the amount of Fees is -45,50 USD", "goal_not_met"),
        ("Check that the value date of Refund is 14 January 2026", "done"),
        ("Check that the value date of Refund is 15 January 2026", "goal_not_met"),
    ],
)
async def test_a_check_compares_amounts_and_days_by_their_value(goal, status):
    call = await first_call(goal, page(rows(LEDGER)))
    assert call.arguments.get("status") == status, call.arguments


SALE = """
- heading "Tents" [level=1]
- list "Tents":
  - listitem:
    - link "Dome"
    - deletion: £120.00
    - insertion: £80.00
  - listitem:
    - link "Tunnel"
    - text: £95.00
  - listitem:
    - link "Yurt"
    - text: from £70 / night
"""


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("How much does the Dome cost?", "£80.00"),
        ("What is the price of the Tunnel?", "£95.00"),
        ("How much is the Yurt?", "from £70 / night"),
    ],
)
async def test_a_price_is_the_one_that_holds_now_with_what_limits_it(goal, said):
    assert await answer(goal, page(SALE)) == said


async def test_a_price_per_night_is_not_the_cheapest_of_prices():
    assert "different units" in await refusal("Which tent is the cheapest?", page(SALE))


BANK = """
- heading "Account" [level=1]
- table "Transactions":
  - row: [columnheader "Payee", columnheader "Amount"]
  - row: [cell "Rent", cell "-€800.00"]
  - row: [cell "Salary", cell "€2500.00"]
  - row: [cell "Refund of rent", cell "-€900.50"]
- list "Cards":
  - listitem: Visa
  - listitem: Maestro
"""


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("What is the sum of the amounts of all transactions?", "€799.50"),
        ("What is the difference between the amount of Rent and the amount of Salary?", "€3300.00"),
        ("Which transaction has the lowest amount?", "Refund of rent"),
    ],
)
async def test_a_sum_has_its_own_sign_not_that_of_its_first_number(goal, said):
    assert await answer(goal, page(rows(BANK))) == said


async def test_a_sum_below_nothing_has_its_sign_before_the_currency():
    tree = rows(BANK).replace("€2500.00", "€250.00")
    assert await answer("What is the sum of the amounts of all transactions?", page(tree)) == "-€1450.50"


async def test_a_list_called_by_a_general_word_is_meant_before_any_other_list():
    assert await answer("List all cards", page(rows(BANK))) == "Visa, Maestro"
    assert await answer("How many cards are there?", page(rows(BANK))) == "2"


@pytest.mark.parametrize(
    ("shown", "said", "status"),
    [
        ("4.50/5", "4.5/5", "done"),
        ("9:15 PM", "21:15", "done"),
        ("1.250 kg", "1.25 kg", "done"),
        ("Sunday 3 May 2026", "3 May 2026", "done"),
        ("1.250 kg", "1.5 kg", "goal_not_met"),
        ("was $80.00 now $60.00", "$80.00", "not_understood"),
        ("1.5 kg", "1500 g", "not_understood"),
        ("1 h 30 min", "90 min", "not_understood"),
        ("3 March", "2026-03-03", "not_understood"),
        ("03/04/2026", "3 April 2026", "not_understood"),
        ("from $10", "$10", "not_understood"),
    ],
)
async def test_a_check_is_decided_where_both_ways_to_write_it_are_sure(shown, said, status):
    call = await first_call(f"Check that the figure of Ink is {said}", items("Figure", shown, "7"))
    assert call.arguments["status"] == status, call.arguments


@pytest.mark.parametrize(
    ("first", "second", "total"),
    [
        ("$10/month", "$20/month", "$30 / month"),
        ("10 boxes", "1 box", "11"),
        ("10 boxes", "5 pallets", ""),
        ("$10.00 CR", "$4.00 DR", ""),
        ("$10", "from $5", ""),
        ("$10", "$5 or less", ""),
        ("100+", "90", ""),
    ],
)
async def test_only_plain_numbers_of_one_thing_are_added_up(first, second, total):
    call = await first_call("What is the sum of the amounts of all items?", items("Amount", first, second))
    assert (call.arguments["answer"] if call.arguments["status"] == "done" else "") == total


@pytest.mark.parametrize("deed", ["shipped", "delivered", "cancelled"])
async def test_the_date_of_one_deed_is_not_that_of_another(deed):
    tree = """
- table "Orders":
  - row: [columnheader "Order", columnheader "Placed on"]
  - row: [cell "1001", cell "3 March 2026"]
  - row: [cell "1002", cell "4 March 2026"]
"""
    cards = """
- heading "Order 1001" [level=2]
- paragraph: Placed on 3 March 2026
"""
    for each in (page(rows(tree)), page(cards)):
        await refusal(f"When was order 1001 {deed}?", each)


@pytest.mark.parametrize(
    ("low", "high", "language"),
    [
        ("$200", "$1.5k", "en"),
        ("$9.50", "$1,049.00", "en"),
        ("USD 20", "USD 1,000", "en-GB"),
        ("€900", "€2 million", "en-IE"),
        ("£0.99", "£10", "en-GB"),
        ("₹99,000", "₹1,00,000", "en-IN"),
        ("¥900", "¥12,000", "ja"),
        ("R$ 99,90", "R$ 1.050,00", "pt-BR"),
        ("12,50 €", "1.200,00 €", "de"),
        ("950,00 EUR", "1,2 Mio. EUR", "de"),
        ("950.00 CHF", "1’050.00 CHF", "de-CH"),
        ("900 kr", "5 000 kr", "sv"),
        ("89,90 €", "1 234,50 €", "fr"),
        ("99 zł", "1 200 zł", "pl"),
        ("-$5.00", "$3.00", "en"),
    ],
)
async def test_the_cheapest_and_the_dearest_are_those_of_all_ways_to_write_money(low, high, language):
    plans = rows(
        f"""
- table "Plans":
  - row: [columnheader "Plan", columnheader "Price"]
  - row: [cell "Large", cell "{high}"]
  - row: [cell "Small", cell "{low}"]
"""
    )
    for goal, plan in (
        ("Which plan is the cheapest?", "Small"),
        ("Which plan is the most expensive?", "Large"),
    ):
        call = await first_call(goal, page(plans, language=language))
        assert call.arguments["answer"] == plan
        (evidence,) = call.arguments["evidence"]
        assert work_out(Derivation(**evidence), page(plans, language=language)).text == plan
