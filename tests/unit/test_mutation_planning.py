"""Which mutations a test is tried with, by what its evidence cites and which requests it makes."""

from evidence_stories import exists, not_exists, number, page, text, value

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.mutation.mutation import Exchange, Observed, Request, general, general_pattern
from pytest_webagent.mutation.planning import plan
from pytest_webagent.trajectory import RunResult

CART = page("""
- heading "Cart" [level=1]
- table "Items":
  - row "Blue Mug $9.00 Remove":
    - cell "Blue Mug"
    - cell "$9.00"
    - cell "Remove":
      - button "Remove"
  - row "Bowl $18.50 Remove":
    - cell "Bowl"
    - cell "$18.50"
    - cell "Remove":
      - button "Remove"
- status: The cart has 2 items
- checkbox "Wrap as a gift" [checked]
- textbox "Code": SPRING10
""")
CLICK = {"type": "click", "role": "button", "label": "Remove", "said": "Remove", "path": "/cart"}
SUBMIT = {
    "type": "submit",
    "role": "button",
    "label": "Save",
    "action": "/cart/#",
    "method": "post",
    "said": "Save",
    "path": "/cart",
}


def run(*evidence: Derivation, seen=CART, answer: str = "", goal: str = "Report the total") -> RunResult:
    findings = tuple(work_out(each, seen) for each in evidence)
    assert [each.problem for each in findings if each.problem] == []
    return RunResult(
        goal=goal, status="done", answer=answer, reason="", steps=(), evidence=findings, derived=True
    )


def planned(*evidence: Derivation, **more):
    return plan(Observed(runs=(run(*evidence),), pages=(CART,), **more))


def kinds(mutations) -> list[str]:
    return [each.kind for each in mutations]


def test_a_cited_amount_gets_another_number_or_is_removed() -> None:
    changed, removed = planned(text(CART, "cell", "$18.50"))
    assert changed.words == (
        'number changed: "$18.50" became "$918.50" in cell "$18.50" in row "Bowl $18.50 Remove"'
    )
    assert changed.task["words"] == "$18.50"
    assert (changed.task["nth"], changed.task["of"], changed.task["path"]) == (0, 1, "/")
    assert removed.words == 'element removed: cell "$18.50" in row "Bowl $18.50 Remove"'


def test_a_text_with_words_and_a_number_gets_both_changed() -> None:
    mutations = planned(text(CART, "status"))
    assert kinds(mutations) == ["number changed", "text replaced", "element removed"]
    assert mutations[1].task["replacement"] == "The cart has not 2 items"


def test_only_the_cited_part_of_a_text_is_changed() -> None:
    changed, _ = planned(text(CART, "status", pattern=r"(\d+) items"))
    assert (changed.task["piece"], changed.task["replacement"]) == ("2", "92")
    assert changed.task["words"] == "Thecarthas2items"


def test_the_one_of_several_alike_is_told_by_its_place() -> None:
    second = [each.id for each in CART.elements if each.role == "button"][1]
    (removed,) = (
        each
        for each in planned(Derivation(op="exists", elements=(second,)))
        if each.kind == "element removed"
    )
    assert (removed.task["nth"], removed.task["of"]) == (1, 2)
    assert "Bowl" in removed.task["holder"]


def test_of_the_greatest_the_number_becomes_the_least() -> None:
    cells = (number(CART, "cell", "$9.00"), number(CART, "cell", "$18.50"))
    changed = planned(Derivation(op="max", elements=cells))[0]
    assert (changed.task["piece"], changed.task["replacement"]) == ("$18.50", "$0")


def test_a_relation_is_broken_in_its_own_direction() -> None:
    cell = (number(CART, "cell", "$9.00"),)
    above = planned(Derivation(op="compare", elements=cell, relation=">", to="5"))[0]
    below = planned(Derivation(op="compare", elements=cell, relation="<", to="10"))[0]
    assert (above.task["replacement"], below.task["replacement"]) == ("$0", "$99.00")


def test_of_what_is_counted_one_is_removed() -> None:
    mutations = planned(Derivation(op="count", role="row"))
    assert kinds(mutations) == ["element removed"]


def test_the_header_of_a_table_is_not_missed_where_rows_are_counted() -> None:
    seen = page("""
- table:
  - row "Name Price":
    - columnheader "Name"
    - columnheader "Price"
  - row "Bowl $18.50":
    - cell "Bowl"
    - cell "$18.50"
""")
    (removed,) = plan(Observed(runs=(run(Derivation(op="count", role="row"), seen=seen),), pages=(seen,)))
    assert removed.task["tokens"] == ["Bowl", "$18.50"]


def test_of_a_field_that_is_said_to_be_there_only_the_field_is_removed() -> None:
    assert kinds(planned(exists(CART, "textbox"))) == ["element removed"]


def test_a_state_is_flipped() -> None:
    box = number(CART, "checkbox")
    (ticked,) = planned(Derivation(op="exists", elements=(box,), state="ticked"))
    (other,) = planned(Derivation(op="not_exists", elements=(box,), state="disabled"))
    assert (ticked.task["state"], ticked.task["value"]) == ("checked", False)
    assert ticked.words == 'state flipped: checkbox "Wrap as a gift" is not checked'
    assert (other.task["state"], other.task["value"]) == ("disabled", True)


def test_what_is_said_to_be_gone_is_there() -> None:
    (mutation,) = planned(not_exists("Ramen Bowl", "row"))
    assert mutation.words == 'not gone: row "Ramen Bowl" is there'
    assert (mutation.task["does"], mutation.task["text"]) == ("appear", "Ramen Bowl")


def test_the_value_of_a_field_is_changed_in_the_field() -> None:
    changed = planned(value(CART, "textbox"))[0]
    assert (changed.task["field"], changed.task["replacement"]) == (True, "SPRING910")


def test_evidence_that_does_not_hold_plans_nothing() -> None:
    failed = work_out(exists(None, "row", "Teapot"), CART)
    result = RunResult(goal="g", status="done", answer="", reason="", steps=(), evidence=(failed,))
    assert plan(Observed(runs=(result,), pages=(CART,))) == []


READ = Exchange(Request("GET", "/", "document"), None, 200, "<h1>Shop</h1>")
DATA = Exchange(Request("GET", "/api/cart?id=12", "fetch"), 0, 200, '{"total": "$18.50"}')
LAST = Exchange(Request("GET", "/cart", "document"), 0, 200, "<h1>Cart</h1>")
SAVE = Exchange(Request("POST", "/cart/12", "document"), 1, 303)


def test_a_test_that_only_reads_has_its_last_press_and_the_request_that_brought_the_text() -> None:
    mutations = planned(text(CART, "cell", "$18.50"), exchanges=(READ, LAST, DATA), presses=(CLICK,))
    assert kinds(mutations)[2:] == ["press does nothing", "server error"]
    assert mutations[2].words == 'press does nothing: button "Remove"'
    assert mutations[3].words == "server error: GET /api/cart?id=12 is answered 500"


def test_where_no_answer_has_the_text_the_last_page_fails() -> None:
    mutations = planned(text(CART, "cell", "$9.00"), exchanges=(READ, LAST, DATA))
    assert mutations[-1].request == LAST.request


def test_a_test_that_saves_has_its_submit_its_request_and_what_is_read_after_it() -> None:
    mutations = planned(exchanges=(READ, SAVE, LAST), presses=(CLICK, SUBMIT))
    assert [each.words for each in mutations] == [
        'press does nothing: button "Save"',
        "server error: POST /cart/12 is answered 500",
        "stale after a save: what is read after POST /cart/12 is as it was before",
    ]
    assert mutations[0].task["action"] == "/cart/#"


def test_the_newest_save_comes_first_and_older_ones_last() -> None:
    login = Exchange(Request("POST", "/login", "document"), 0, 303)
    mutations = planned(text(CART, "status"), exchanges=(login, SAVE), presses=(CLICK, SUBMIT))
    assert [each.request.address for each in mutations if each.kind == "server error" and each.request] == [
        "/cart/12",
        "/login",
    ]
    assert kinds(mutations)[:3] == ["number changed", "text replaced", "element removed"]


def test_what_a_page_sends_before_anything_is_pressed_is_no_save() -> None:
    beacon = Exchange(Request("POST", "/metrics", "fetch"), None, 204)
    assert planned(exchanges=(beacon,)) == []


def test_the_evidence_of_the_newest_run_comes_first() -> None:
    older, newer = run(text(CART, "status")), run(exists(CART, "button", "Remove"))
    mutations = plan(Observed(runs=(older, newer), pages=(CART,)))
    assert [each.task["role"] for each in mutations][0::2] == ["button", "status", "status"]


def test_a_run_that_only_prepares_the_next_one_is_not_what_a_test_hangs_on() -> None:
    prepares = run(text(CART, "status"), goal="Open the cart")
    asks = run(exists(CART, "button", "Remove"))
    roles = [each.task["role"] for each in plan(Observed(runs=(prepares, asks), pages=(CART,)))]
    assert set(roles) == {"button"}
    roles = [each.task["role"] for each in plan(Observed(runs=(asks, prepares), pages=(CART,)))]
    assert set(roles) == {"button", "status"}


def test_the_same_mutation_is_planned_once() -> None:
    cell = text(CART, "cell", "$9.00")
    assert len(planned(cell, cell)) == len(planned(cell))


def test_numbers_in_addresses_are_left_open() -> None:
    import re

    uuid = "0e57c1f2-1111-4222-8333-444455556666"
    assert general(f"/orders/1005/{uuid}") == "/orders/#/#"
    pattern = re.compile(general_pattern(f"/orders/1005/{uuid}?q=a+b") + "$")
    assert pattern.match("/orders/7/aaaaaaaa-1111-4222-8333-444455556666?q=a+b")
    assert not pattern.match("/orders/7/x?q=a+b")
