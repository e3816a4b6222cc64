"""Harmless redesigns: the applications look, or are made, another way, and every goal ends as before."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from trials.changes import Change
from trials.scenarios import SCENARIOS
from trials.trial import Trial

if TYPE_CHECKING:
    from playwright.async_api import Route

    from trials.worlds import Place

SLOW: Final = 0.7
"""Seconds a slow server takes longer to answer."""

MOVE: Final = """
const move = (selector, place, target) => each(selector, (element) => {
  const there = document.querySelector(target);
  if (!there || element.contains(there)) return false;
  there[place](element);
});
"""
MOVED: Final[dict[Place, str]] = {
    "shop": MOVE
    + """
move("footer", "prepend", "body");
move("nav.categories", "append", "body");
move("nav.account", "before", ".brand");
move(".below", "before", "table.lines");
move("form.filters", "after", "ul.cards");
move("section.write", "before", ".product");
move("h1 ~ .price", "before", "main h1");
move("form.checkout > aside", "prepend", "form.checkout");
""",
    "library": MOVE
    + """
move("#user-tools", "append", "body");
move("nav[aria-label=Breadcrumbs], .breadcrumbs", "append", "body");
move("#nav-sidebar", "append", "#main");
move("#changelist-filter", "before", ".changelist-form-container, #changelist-form");
move(".submit-row", "before", "fieldset.module");
move(".messagelist", "append", "#content");
move(".paginator", "before", ".results");
""",
}
BIG: Final = """style(`html, body { font-size: 26px !important; line-height: 2 !important; letter-spacing: .06em }
* { font-family: monospace !important } button, a, th, label, input[type=submit] { text-transform: uppercase }`);"""
DARK: Final = """style(`*, *::before, *::after { background: #101418 !important; color: #e8e6e3 !important;
border-color: #345 !important; box-shadow: none !important; border-radius: 0 !important }`);"""
GRID: Final = """style(`main, #content { display: grid !important; grid-template-columns: minmax(0, 1fr); gap: 2rem }
.cards, #changelist, .product { display: flex !important; flex-direction: column } dl, dl > div, fieldset { display: grid !important }
.top, #header { position: sticky; top: 0; z-index: 9 }`);"""
CARDS: Final = """style(`table, thead, tbody, tr, th, td { display: block !important } tr { border: 1px solid; margin: 1rem 0 }
td, th { padding: .2rem 1rem !important }`);"""
REWORDED: Final[dict[Place, str]] = {
    "shop": """
const words = {
  "Your cart": "What you have chosen so far", "Pots for every day": "From our kiln to your table", "Sum": "Amount",
  "New in the shop": "Fresh from the kiln", "All our pottery": "Everything we make", "Product": "Piece",
  "Placed": "Ordered on", "Items": "What is in it", "Checkout": "Almost there", "Bowls": "Bowls", "Your order": "Summary",
  "Write a review": "Tell others what you think", "Reviews": "What others think",
  "We deliver from Monday to Saturday.": "Our van drives six days a week.",
  "Kiln & Clay, 3 Potters Row, Westhaven": "Kiln & Clay has been throwing pots since 1987",
  "We have your order and are looking forward to packing it.": "Off to the packing table it goes.",
};
reword("main, footer", (text) => words[text.trim()] ?? text);
""",
    "library": """
const words = {
  "Westhaven Library": "House of Books", "Select book to change": "All our books", "Site administration": "Desk",
  "Recent actions": "Lately", "None available": "Nothing yet", "Library": "Shelves", "Actions": "Doings",
  "Change book": "One of our books", "Are you sure?": "Think twice", "Summary": "In short", "Objects": "Concerned",
  "Start typing to filter…": "Type here", "Authentication and Authorization": "People", "Filter": "Narrow down",
};
reword("body", (text) => words[text.trim()] ?? text);
""",
}
GERMAN: Final[dict[Place, str]] = {
    "shop": r"""
always(() => { if (document.documentElement.lang !== "de") document.documentElement.lang = "de"; });
reword("body", (text) => text
  .replace(/\$([\d,]+)\.(\d\d)/g, (_, whole, cents) => `${whole.replaceAll(",", ".")},${cents} $`)
  .replace(/\b(\d)\.(\d) out of/g, "$1,$2 out of"));
""",
    "library": r"""
const months = { Jan: "Januar", Feb: "Februar", March: "März", April: "April", May: "Mai", June: "Juni", July: "Juli",
  Aug: "August", Sept: "September", Oct: "Oktober", Nov: "November", Dec: "Dezember" };
always(() => { if (document.documentElement.lang !== "de") document.documentElement.lang = "de"; });
reword("body", (text) => text.replace(/\b([A-Z][a-z]+)\.? (\d+), (\d{4})\b/g,
  (all, month, day, year) => (months[month] ? `${day}. ${months[month]} ${year}` : all)));
""",
}
REORDERED: Final = """each("ul.cards, main table tbody, #result_list tbody", (list) => {
  if (list.children.length < 2) return false;
  list.append(...[...list.children].reverse());
});"""
EXTRA: Final[dict[Place, str]] = {
    "shop": """
each("body", (body) => {
  body.insertAdjacentHTML("afterbegin", `<aside aria-label="Offer"><p>Free delivery above $100.00 until 24 December 2026</p>
    <p>Save $5.00 on your next 3 orders</p></aside>`);
  body.insertAdjacentHTML("beforeend", `<section aria-label="News"><h2>News from the kiln</h2><ul>
    <li>12 November 2026: 1,250 pots fired in one week</li><li>Our stall is at the Westhaven fair, 4 days, entry $2.00</li></ul>
    <p>Subscribers so far: 8,412</p></section>`);
});
""",
    "library": """
each("#container, body", (body) => {
  if (body.querySelector("#container")) return false;
  body.insertAdjacentHTML("afterbegin", `<aside aria-label="Notice"><p>Closed from Dec. 24, 2026 to Jan. 1, 2027</p>
    <p>2 computers are out of order</p></aside>`);
  body.insertAdjacentHTML("beforeend", `<section aria-label="News"><h2>News</h2><ul><li>Nov. 5, 2026: 14 boxes were given to us</li>
    <li>Visitors this week: 1,304</li></ul></section>`);
});
""",
}
WRAPPED: Final = """each("body", (body) => {
  const section = document.createElement("section");
  section.setAttribute("aria-label", "Page");
  section.append(...body.childNodes);
  const layout = document.createElement("div");
  layout.append(section);
  body.append(layout);
});"""

DIVS: Final = """each("dl, dt, dd, ul.cards, ul.cards > li, article, main h2, main h3, header, nav, footer, aside", (element) => {
  const plain = document.createElement("div");
  for (const { name, value } of element.attributes) if (name !== "aria-label") plain.setAttribute(name, value);
  plain.append(...element.childNodes);
  element.replaceWith(plain);
});"""
LATE: Final = """each("main", (main) => {
  const content = document.createDocumentFragment();
  content.append(...main.childNodes);
  main.textContent = "One moment …";
  setTimeout(() => main.replaceChildren(content), 600);
});"""


async def _slow(change: Change, route: Route) -> None:
    if route.request.resource_type in ("document", "fetch", "xhr"):
        await asyncio.sleep(SLOW)
        change.count()
    await route.fallback()


class Redesign(NamedTuple):
    name: str
    script: str | dict[Place, str]
    """The same for both applications, or one for each."""
    scenarios: tuple[str, ...]
    language: str = ""

    def change(self, place: Place) -> Change:
        if self.name == "slower server":
            return Change(routes=(("**/*", _slow),))
        return Change(self.script if isinstance(self.script, str) else self.script[place])


ALL: Final = (
    Redesign(
        "ids and classes renamed",
        Path(__file__).with_name("renamed.js").read_text(encoding="utf-8"),
        ("cheapest mug", "suggested teapot", "quantity", "review", "books on loan", "book changed"),
    ),
    Redesign(
        "blocks moved",
        MOVED,
        ("quantity", "discount", "teapots in stock", "author of a review", "most copies", "books returned"),
    ),
    Redesign("big letters", BIG, ("cheapest mug", "removal", "dearest bowl", "book deleted")),
    Redesign("dark", DARK, ("discount", "order cancelled", "book changed")),
    Redesign("grid", GRID, ("quantity", "vase into the cart", "total of an order", "ISBN taken")),
    Redesign(
        "tables as cards", CARDS, ("quantity", "order cancelled", "total of an order", "day of publication")
    ),
    Redesign(
        "surroundings reworded",
        REWORDED,
        ("removal", "order cancelled", "total of an order", "order paid", "most copies", "book added"),
    ),
    Redesign(
        "numbers and dates in German",
        GERMAN,
        (
            "cheapest mug",
            "suggested teapot",
            "quantity",
            "discount",
            "total of an order",
            "day of publication",
        ),
        language="de",
    ),
    Redesign(
        "lists reordered",
        REORDERED,
        ("cheapest mug", "removal", "order cancelled", "most copies", "books on loan", "day of publication"),
    ),
    Redesign(
        "extra blocks",
        EXTRA,
        (
            "cheapest mug",
            "quantity",
            "order cancelled, unasked",
            "teapots in stock",
            "books on loan",
            "book deleted",
        ),
    ),
    Redesign("wrapped", WRAPPED, ("cheapest mug", "unknown code", "review", "books returned")),
    Redesign(
        "plain divs",
        DIVS,
        ("cheapest mug", "quantity", "teapots in stock", "author of a review", "order paid"),
    ),
    Redesign(
        "content comes late",
        LATE,
        ("quantity", "teapots in stock", "order cancelled", "books on loan", "book changed"),
    ),
    Redesign(
        "slower server",
        "",
        ("vase into the cart", "removal", "author of a review", "book changed, unasked", "most copies"),
    ),
)
REDESIGNS: Final = [
    Trial(
        "redesign",
        redesign.name,
        SCENARIOS[name],
        redesign.change(SCENARIOS[name].beginning.place),
        language=redesign.language,
    )
    for redesign in ALL
    for name in redesign.scenarios
]
