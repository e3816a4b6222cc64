"""Mutations carried out in a real browser: planned from one look at a page, found again in another context."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.mutation.effect import Effect
from pytest_webagent.mutation.planning import plan
from pytest_webagent.mutation.witness import Witness
from pytest_webagent.trajectory import RunResult
from tests.conftest import Answer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from pytest_webagent.browser.pool import BrowserPool
    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.config import Settings
    from pytest_webagent.mutation.mutation import Kind, Mutation, Stage
    from pytest_webagent.observation import Observation
    from tests.conftest import Request, Site

    Act = Callable[[BrowserSession], Awaitable[object]]


class Bench:
    """Opens a page with a stage, lets something be done, and looks at it."""

    def __init__(self, pool: BrowserPool, settings: Settings, url: str) -> None:
        self._pool, self._settings, self._url = pool, settings, url

    @asynccontextmanager
    async def opened(self, stage: Stage, act: Act | None = None) -> AsyncIterator[BrowserSession]:
        session = await self._pool.new_session(self._settings)
        try:
            await stage.enter(session)
            await session.goto(self._url)
            if act is not None:
                await act(session)
            yield session
        finally:
            await session.close()

    async def planned(
        self, *evidence: Callable[[Observation], Derivation], act: Act | None = None
    ) -> list[Mutation]:
        """What is planned from an attempt whose agent cites this."""
        witness = Witness()
        async with self.opened(witness, act) as session:
            seen = await session.observe()
            findings = tuple(work_out(each(seen), seen) for each in evidence)
            assert [each.problem for each in findings if each.problem] == []
            await witness.leave(
                [RunResult(goal="g", status="done", answer="", reason="", steps=(), evidence=findings)]
            )
        assert witness.observed is not None
        return plan(witness.observed)

    async def one(
        self, kind: Kind, evidence: Callable[[Observation], Derivation], act: Act | None = None
    ) -> Mutation:
        return of_kind(kind, await self.planned(evidence, act=act))[0]

    async def mutated(self, mutation: Mutation, act: Act | None = None) -> tuple[Observation, int]:
        """What is seen with the mutation, and how often it changed something."""
        effect = Effect(mutation)
        async with self.opened(effect, act) as session:
            return await session.observe(), effect.times


def of_kind(kind: Kind, planned: list[Mutation]) -> list[Mutation]:
    return [each for each in planned if each.kind == kind]


@pytest.fixture
def bench(pool: BrowserPool, settings: Settings, site: Site) -> Callable[[str], Bench]:
    return lambda html: Bench(pool, settings, site.page("/page", html))


def the(seen: Observation, role: str, said: str = "") -> int:
    found = [
        each.id
        for index, each in enumerate(seen.elements)
        if each.role == role
        and said in (each.name, each.text, each.value, seen.full_text(index), "")
        and each.id
    ]
    assert len(found) == 1, f"{len(found)} of {role} {said!r} in\n{seen.text}"
    return found[0]


def cite(op: Any, role: str, said: str = "", **more: Any) -> Callable[[Observation], Derivation]:
    return lambda seen: Derivation(op=op, elements=(the(seen, role, said),), **more)


TABLE = """
<table><caption>Cart</caption>
<tr><td>Blue Mug<td>$9.00<td><button>Remove</button>
<tr><td>Bowl<td>$9.00<td><button>Remove</button>
</table>
<p role=status>Total: $<b>18</b>.<sup>00</sup></p>
"""


async def test_the_cited_cell_and_no_other_and_what_several_elements_write_get_another_number(bench) -> None:
    def second(seen: Observation) -> Derivation:
        cells = [
            each.id for each in seen.elements if each.role == "cell" and "$9.00" in (each.name, each.text)
        ]
        return Derivation(op="text", elements=(cells[1],))

    page = bench(TABLE)
    cell, status = of_kind("number changed", await page.planned(second, cite("text", "status")))
    seen, times = await page.mutated(cell)
    assert times == 1
    assert "$99.00" in seen.full_text(seen.index_of(seen.find(the(seen, "row", "Bowl $99.00 Remove"))))
    assert the(seen, "row", "Blue Mug $9.00 Remove")
    seen, times = await page.mutated(status)
    assert times == 1
    assert "918.00" in "".join(seen.full_text(seen.index_of(seen.find(the(seen, "status")))).split())


async def test_a_removed_cell_leaves_the_other_columns_where_they_are(bench) -> None:
    page = bench("<table><tr><td>Mug<td>$9.00<td>blue</table>")
    seen, times = await page.mutated(await page.one("element removed", cite("text", "cell", "$9.00")))
    assert times == 1
    assert [each.name for each in seen.elements if each.role == "cell"] == ["Mug", "", "blue"]


async def test_of_what_is_counted_one_is_removed(bench) -> None:
    page = bench("<ul><li>a mug<li>a bowl<li>a vase</ul>")
    seen, times = await page.mutated(
        await page.one("element removed", lambda _: Derivation(op="count", role="listitem"))
    )
    assert times == 1
    assert [each.text for each in seen.elements if each.role == "listitem"] == ["a bowl", "a vase"]


NAMED = """
<table>
<tr><td><input type=checkbox aria-label="Choose Mort"><td><a href=/mort>Mort</a><td>Pratchett
<tr><td><input type=checkbox aria-label="Choose Kindred"><td><a href=/kindred>Kindred</a><td>Butler
</table>
"""


async def test_a_row_is_found_by_its_words_and_the_names_of_what_is_in_it(bench) -> None:
    page = bench(NAMED)
    mutation = await page.one("element removed", lambda _: Derivation(op="count", role="row", text="Kindred"))
    seen, times = await page.mutated(mutation)
    assert times == 1
    assert [seen.full_text(at) for at, each in enumerate(seen.elements) if each.role == "link"] == ["Mort"]


async def test_an_option_that_is_said_to_be_missing_is_offered(bench) -> None:
    page = bench("<label>Sort by <select><option>Name<option>Price</select></label>")

    def missing(seen: Observation) -> Derivation:
        return Derivation(op="not_exists", role="option", text="Colour", within=the(seen, "combobox"))

    seen, times = await page.mutated(await page.one("not gone", missing))
    assert times == 1
    assert seen.find(the(seen, "combobox")).options == ("Name", "Price", "Colour")


LATE = """
<div id=place></div><button>Show</button>
<script>
document.querySelector("button").onclick = () => {
  place.innerHTML = "<p role=status>3 items</p>";
  setTimeout(() => { place.innerHTML = "<p role=status>3 items</p>"; place.dataset.again = ""; }, 20);
};
</script>
"""


async def test_what_comes_later_and_comes_again_is_changed_each_time(bench) -> None:
    async def show(session: BrowserSession) -> None:
        await session.act(session.page.get_by_role("button").click)
        await session.page.wait_for_selector("[data-again]")

    page = bench(LATE)
    seen, times = await page.mutated(await page.one("text replaced", cite("text", "status"), show), show)
    assert times == 2
    assert the(seen, "status", "3 items Two")


STUBBORN = """
<p role=status>3 items</p>
<script>
const told = document.querySelector("p");
new MutationObserver(() => { if (told.textContent !== "3 items") told.textContent = "3 items"; })
  .observe(told, { childList: true, characterData: true, subtree: true });
</script>
"""


async def test_a_page_that_undoes_every_change_is_not_fought_for_ever(bench) -> None:
    page = bench(STUBBORN)
    seen, times = await page.mutated(await page.one("number changed", cite("text", "status")))
    assert times == 20
    assert the(seen, "status")


FRAMES = """
<iframe srcdoc="<p role=status>in a frame: 5</p>"></iframe>
<my-total></my-total>
<script>
customElements.define("my-total", class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<p role=alert>in a shadow: 7</p>"; }
});
</script>
"""


async def test_it_holds_in_frames_and_open_shadow_roots(bench, subtests: pytest.Subtests) -> None:
    page = bench(FRAMES)
    planned = await page.planned(cite("text", "status"), cite("text", "alert"))
    others = {"status": "in a frame: 95", "alert": "in a shadow: 97"}
    for mutation, (role, other) in zip(of_kind("number changed", planned), others.items(), strict=True):
        with subtests.test(role):
            seen, times = await page.mutated(mutation)
            assert times == 1
            assert the(seen, role, other)


FORM = """
<label><input type=checkbox> Gift</label>
<label>Code <input value=SPRING10></label>
<label>Size <select><option>Small</option><option selected>Large 400 ml</option></select></label>
<button disabled>Pay</button>
"""


async def test_a_ticked_box_is_unticked_each_time(bench) -> None:
    async def tick(session: BrowserSession) -> None:
        # As tools do it: they wait until the page is at rest.
        await session.act(session.page.get_by_role("checkbox").click)

    page = bench(FORM)
    mutation = await page.one("state flipped", cite("exists", "checkbox", state="checked"), tick)
    seen, times = await page.mutated(mutation, tick)
    assert times == 1
    assert "checked" not in seen.find(the(seen, "checkbox")).states


async def test_a_disabled_button_is_enabled_and_a_field_holds_something_else(
    bench, subtests: pytest.Subtests
) -> None:
    page = bench(FORM)
    planned = await page.planned(
        cite("value", "textbox"), cite("value", "combobox"), cite("exists", "button", state="disabled")
    )
    (flipped,) = of_kind("state flipped", planned)
    seen, _ = await page.mutated(flipped)
    assert "disabled" not in seen.find(the(seen, "button")).states
    others = {"textbox": "SPRING910", "combobox": "Large 900 ml"}
    for mutation, (role, other) in zip(of_kind("number changed", planned), others.items(), strict=True):
        with subtests.test(role):
            seen, times = await page.mutated(mutation)
            assert times == 1
            assert seen.find(the(seen, role)).value == other


async def test_what_is_gone_is_there_like_its_kind_and_only_when_it_is_gone(bench) -> None:
    async def remove(session: BrowserSession) -> None:
        await session.act(session.page.get_by_role("button").click)

    page = bench("<ul><li>a mug<li id=b>a bowl</ul><button onclick=b.remove()>Remove</button>")
    mutation = await page.one(
        "not gone", lambda _: Derivation(op="not_exists", role="listitem", text="a bowl"), remove
    )
    before, none = await page.mutated(mutation)
    after, times = await page.mutated(mutation, remove)
    assert (none, times) == (0, 1)
    assert the(before, "listitem", "a bowl")
    assert the(after, "listitem", "a bowl")


async def test_the_title_and_what_a_dialog_says_are_changed(bench) -> None:
    async def ask(session: BrowserSession) -> None:
        await session.act(session.page.get_by_role("button").click)

    page = bench(
        "<html><title>Cart of Anna</title><button onclick='confirm(\"Pay $5?\")'>Pay</button></html>"
    )
    title, times = await page.mutated(await page.one("text replaced", lambda _: Derivation(op="title")))
    assert (title.title, times) == ("Cart of Anna Two", 1)
    mutation = await page.one("number changed", lambda _: Derivation(op="dialog"), ask)
    seen, times = await page.mutated(mutation, ask)
    assert times == 1
    assert "$95" in str(seen.dialog)


async def test_on_another_page_nothing_is_changed(bench, site: Site) -> None:
    page = bench("<p role=status>3 items</p>")
    mutation = await page.one("number changed", cite("text", "status"))
    site.page("/other", "<p role=status>3 items</p>")

    async def go(session: BrowserSession) -> None:
        await session.goto(site.url + "/other")

    seen, _ = await page.mutated(mutation, go)
    assert the(seen, "status", "3 items")


BOOK = """<h1>Name: {name}</h1><a href=/page>Look</a>
<form method=post action=/save><input name=name aria-label=Name><button>Save</button></form>
<button onclick="fetch('/data').then((a) => a.json()).then((a) => {{ told.textContent = a.name }})">Load</button>
<p role=status id=told></p>"""


@pytest.fixture
def book(site: Site, pool: BrowserPool, settings: Settings) -> Bench:
    """A page with a form; what is sent stands on the page that follows."""
    names = ["Mort"]

    def save(request: Request) -> Answer:
        names.append(request.body.decode().partition("=")[2])
        return Answer(status=303, headers={"location": "/page"})

    def load(_: Request) -> Answer:
        return Answer(f'{{"name": "{names[-1]}"}}', content_type="application/json")

    site.answer("/save", save)
    site.answer("/page", lambda _: Answer(BOOK.format(name=names[-1])))
    site.answer("/data", load)
    return Bench(pool, settings, site.url + "/page")


async def save(session: BrowserSession) -> None:
    await session.act(lambda: session.page.get_by_label("Name").fill("Sourcery"))
    await session.act(lambda: session.page.get_by_role("button", name="Save").click())


async def load(session: BrowserSession) -> None:
    await session.act(lambda: session.page.get_by_role("button", name="Load").click())


async def unsent(book: Bench, site: Site, mutation: Mutation, act: Act, path: str) -> Observation:
    """What is seen with a mutation that keeps a request from the server."""
    before = len(site.asked(path))
    seen, times = await book.mutated(mutation, act)
    assert times == 1
    assert len(site.asked(path)) == before
    return seen


async def test_a_submit_that_does_nothing_leaves_everything_as_it_was_and_a_save_is_answered_with_an_error(
    book: Bench, site: Site
) -> None:
    planned = await book.planned(act=save)
    mutation = of_kind("press does nothing", planned)[0]
    assert mutation.words == 'press does nothing: button "Save"'
    seen = await unsent(book, site, mutation, save, "/save")
    assert the(seen, "textbox")
    seen = await unsent(book, site, of_kind("server error", planned)[0], save, "/save")
    assert the(seen, "heading", "Server Error (500)")


async def test_a_click_that_does_nothing_sends_nothing_and_what_brought_what_is_cited_fails(
    book: Bench, site: Site
) -> None:
    planned = await book.planned(cite("text", "status", "Mort"), act=load)
    mutation = of_kind("press does nothing", planned)[0]
    assert mutation.words == 'press does nothing: button "Load"'
    await unsent(book, site, mutation, load, "/data")
    mutation = of_kind("server error", planned)[0]
    assert mutation.words == "server error: GET /data is answered 500"
    seen, times = await book.mutated(mutation, load)
    assert times == 1
    assert the(seen, "heading", "Name: Mort")


async def test_after_a_save_what_is_read_is_as_before_though_the_save_went_through(
    book: Bench, site: Site
) -> None:
    mutation = of_kind("stale after a save", await book.planned(act=save))[0]

    async def load_then_save_then_load(session: BrowserSession) -> None:
        await load(session)
        await session.act(lambda: session.page.get_by_label("Name").fill("Eric"))
        await session.act(lambda: session.page.get_by_role("button", name="Save").click())
        await load(session)
        # On a busy machine the page may take what came a moment later than it came.
        await expect(session.page.get_by_role("status")).not_to_be_empty()

    seen, times = await book.mutated(mutation, load_then_save_then_load)
    assert times == 2
    assert the(seen, "heading", "Name: Sourcery")
    assert the(seen, "status", "Sourcery")
    assert site.asked("/save")[-1].body == b"name=Eric"


async def test_stale_data_do_not_apply_where_nothing_is_read_again_and_leave_routes_of_the_test_itself(
    book: Bench,
) -> None:
    async def routed(session: BrowserSession) -> None:
        await load(session)
        assert effect.times == 0
        await session.context.route("**/data", lambda route: route.fulfill(json={"name": "of the test"}))
        await load(session)

    effect = Effect(of_kind("stale after a save", await book.planned(act=save))[0])
    async with book.opened(effect, routed) as session:
        assert the(await session.observe(), "status", "of the test")
