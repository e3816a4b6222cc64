"""On whole applications: what is said of a control finds that control, or nothing."""

from __future__ import annotations

import dataclasses
import os
import sys
from datetime import date
from pathlib import Path

import pytest
from matrix_cases import repeats

from pytest_webagent.grounding.words.aria import AriaGrounder

SUITES = str(Path(__file__).parents[2] / "example_suites")
ADMIN = (
    "",
    "library/book/",
    "library/book/1/change/",
    "library/book/add/",
    "auth/user/",
    "auth/user/1/change/",
    "auth/user/add/",
)
# The other pages are forms of the same kinds, without a book or a user in them.
ADMIN_BY_DEFAULT = tuple(path for path in ADMIN if not path.endswith("/add/"))
SHOP = ("/", "/cart", "/checkout", "/orders", "/login")
NOUNS = {
    "button": "button",
    "link": "link",
    "textbox": "field",
    "searchbox": "search field",
    "spinbutton": "field",
    "combobox": "dropdown",
    "listbox": "list",
    "checkbox": "checkbox",
    "radio": "radio button",
    "option": "option",
    "tab": "tab",
}
# Django's list of books has another field to search with, which is one by its role alone.
EXPECTED = {"the Search field"}


@pytest.fixture(scope="module", autouse=True)
def _suites():
    sys.path.insert(0, SUITES)
    yield
    sys.path.remove(SUITES)


@pytest.fixture
def library(tmp_path, monkeypatch):
    django = pytest.importorskip("django")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "django_admin.settings")
    django.setup()
    from django_admin.server import running_library

    # The set-up of the database is done while the loop of the browser's tests waits for it.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    with running_library(tmp_path) as library:
        library.reset()
        yield library.url, library.session_cookie()


@pytest.fixture
def shop(tmp_path):
    from shop.server import running_shop

    with running_shop(tmp_path / "shop.sqlite", date(2026, 12, 1)) as running:
        running.shop.reset()
        running.shop.fill_cart("anna", {"Blue Mug": 1, "Ramen Bowl": 2})
        yield running.url, {"name": "session", "value": running.shop.new_session("anna"), "url": running.url}


def surroundings(observation, index):
    """What a person would say about where an element stands, from near to far."""
    for outer in observation.ancestors(index):
        element = observation.elements[outer]
        if element.role == "row":
            cells = [observation.elements[at] for at in observation.children(outer)]
            header = next((cell for cell in cells if cell.role == "rowheader"), None)
            if header is not None and header.name:
                yield f"in the {header.name} row"
        elif element.role == "listitem":
            inner = (observation.elements[at] for at in observation.descendants(outer))
            heading = next((each for each in inner if each.role == "heading"), None)
            if heading is not None:
                yield f"for {heading.name}"
        elif element.name and element.role in (
            "navigation",
            "table",
            "group",
            "region",
            "form",
            "complementary",
        ):
            yield f"in the {element.name} {element.role}"
        elif element.role == "banner":
            yield "in the header"
    card = next(
        (at for at in observation.ancestors(index) if observation.elements[at].role == "listitem"), index
    )
    headings = [each for each in observation.elements[:card] if each.role == "heading"]
    levels = ["level=2" in each.states for each in headings]
    if headings and (card == index or any(levels)):
        heading = headings[-1] if card == index else headings[len(levels) - 1 - levels[::-1].index(True)]
        yield f"under {heading.name}"


def descriptions(observation, index):
    """What can be said of a control: its name alone, with its kind, and with where it stands."""
    element = observation.elements[index]
    said, noun = (element.text or element.name or element.placeholder).rstrip(":"), NOUNS[element.role]
    yield "name", said
    yield "name and kind", f"the {said} {noun}"
    yield "kind and quoted name", f'{noun} "{said}"'
    places = list(surroundings(observation, index))
    for place in places:
        yield "with a place", f"the {said} {noun} {place}"
    if len(places) > 1:
        yield "with two places", f"the '{said}' {noun} {places[0]} {places[1]}"


def without(observation, index):
    """The page as it is when one of its elements can no longer be seen."""
    gone = dataclasses.replace(observation.elements[index], hidden=True)
    elements = (*observation.elements[:index], gone, *observation.elements[index + 1 :])
    return dataclasses.replace(observation, elements=elements)


def check_gone(observation, index):
    """Once a control is gone, what was said of it finds only what the very same can be said of."""
    page, grounder = without(observation, index), AriaGrounder()
    for _, description in descriptions(observation, index):
        answer = grounder.find(description, page)
        if answer is not None and description not in EXPECTED:
            same = {said for _, said in descriptions(page, page.index_of(answer))}
            assert description in same, (observation.url, description, answer)


def ask(observation):
    """For each control of a page: the ways of describing it, and those of them that found it."""
    grounder = AriaGrounder()
    for index, element in enumerate(observation.elements):
        if (
            element.role not in NOUNS
            or element.hidden
            or not (element.name or element.text or element.placeholder)
        ):
            continue
        found = set()
        asked = set()
        for way, description in descriptions(observation, index):
            answer = grounder.find(description, observation)
            assert answer in (element, None), (observation.url, description, element, answer)
            asked.add(way)
            found |= {way} if answer is element else set()
        if index % 3 == 0:
            check_gone(observation, index)
        yield element, asked, found


async def visited(session, site, paths, prefix=""):
    url, cookie = site
    await session.context.add_cookies([cookie])
    for path in paths:
        await session.goto(url + prefix + path)
        yield await session.observe()


def told(name, asked):
    """The shares found, in a line for each way of describing."""
    ways = dict.fromkeys(way for _, ways, _ in asked for way in sorted(ways))
    shares = [
        (way, sum(way in found for _, _, found in asked), sum(way in ways for _, ways, _ in asked))
        for way in ways
    ]
    shares.append(("any of them", sum(bool(found) for _, _, found in asked), len(asked)))
    return "\n".join(
        f"{name}: {way}: {found} of {count} ({found / count:.0%})" for way, found, count in shares
    )


async def check(session, name, site, paths, prefix=""):
    asked = [control async for page in visited(session, site, paths, prefix) for control in ask(page)]
    missed = dict.fromkeys(
        f"{name}: not found: {each.role} {each.name!r}" for each, _, found in asked if not found
    )
    print(told(name, asked), *missed, sep="\n")  # noqa: T201 (the shares are the result)
    assert len(asked) > 100
    assert sum(bool(found) for _, _, found in asked) > 0.9 * len(asked)


@pytest.mark.parametrize("paths", [ADMIN_BY_DEFAULT, *repeats((ADMIN,))], ids=["some", "all"])
async def test_in_django_admin_what_is_said_of_a_control_finds_it_or_nothing(library, session, paths):
    await check(session, "Django admin", library, paths, "/admin/")


async def test_in_the_shop_what_is_said_of_a_control_finds_it_or_nothing(shop, session):
    await check(session, "shop", shop, SHOP)
