"""What redesigns do to the pages: scripts, of one kind for both applications or one for each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from trials.worlds import Place

RENAMED: Final = Path(__file__).with_name("renamed.js").read_text(encoding="utf-8")
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

FRENCH: Final[dict[Place, str]] = {
    "shop": r"""
always(() => { if (document.documentElement.lang !== "fr") document.documentElement.lang = "fr"; });
reword("body", (text) => text.replace(/\$([\d,]+)\.(\d\d)/g,
  (_, whole, cents) => `${whole.replaceAll(",", "\u202f")},${cents}\u00a0$`).replace(/\b(\d)\.(\d) out of/g, "$1,$2 out of"));
""",
    "library": r"""
const months = { Jan: "janvier", Feb: "février", March: "mars", April: "avril", May: "mai", June: "juin", July: "juillet",
  Aug: "août", Sept: "septembre", Oct: "octobre", Nov: "novembre", Dec: "décembre" };
always(() => { if (document.documentElement.lang !== "fr") document.documentElement.lang = "fr"; });
reword("body", (text) => text.replace(/\b([A-Z][a-z]+)\.? (\d+), (\d{4})\b/g,
  (all, month, day, year) => (months[month] ? `${day === "1" ? "1er" : day} ${months[month]} ${year}` : all)));
""",
}
CODES: Final = r"""
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const iso = (all, month, day, year) => {
  const number = months.indexOf(month.slice(0, 3)) + 1;
  return number ? `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}` : all;
};
reword("main", (text) => text.replace(/\$([\d,]+\.\d\d)/g, "$1 USD")
  .replace(/\b([A-Z][a-z]+)\.? (\d+), (\d{4})\b/g, iso)
  .replace(/\b(\d+) ([A-Z][a-z]{2}) (\d{4})\b/g, (all, day, month, year) => iso(all, month, day, year)));
"""
SMALL_CENTS: Final = r"""
always(() => {
  for (const element of document.querySelectorAll("main td, main dd, main p, main span, .toast dd")) {
    const match = element.children.length ? null : element.textContent.match(/^\s*\$([\d,]+)\.(\d\d)\s*$/);
    if (!match) continue;
    element.innerHTML = `<small>$</small><b>${match[1]}</b><small>.${match[2]}</small>`;
    changed();
  }
});
"""
TYPOGRAPHY: Final = r"""
reword("main, #content", (text) => text.replace(/(\w) (Mug|Bowl|Teapot|Vase)\b/g, "$1\u00a0$2").replace("Earthsea", "Earth\u00adsea")
  .replace(/"([^"]*)"/g, "“$1”").replace(/(\w)'(\w)/g, "$1’$2").replace(" - ", " – ").replace("...", "…")
  .replace(/^(\s*)(\d+) (books?|products?)(\s*)$/, "$1$2\u2009$3$4"));
"""
COLUMNS: Final = """each("main table tr, #result_list tr", (row) => {
  if (row.children.length < 3 || row.closest(".calendar") || [...row.children].some((cell) => cell.colSpan > 1)) return false;
  row.append(...[...row.children].reverse());
});"""
MORE_COLUMNS: Final = """each("main table tr, #result_list tr", (row) => {
  if (row.children.length < 3 || row.closest(".calendar")) return false;
  const heading = row.closest("thead") !== null;
  const cell = (text) => Object.assign(document.createElement(heading ? "th" : "td"), { textContent: text });
  row.prepend(cell(heading ? "No." : String(row.sectionRowIndex + 1)));
  row.append(cell(heading ? "Note" : row.sectionRowIndex ? "" : "seen today"));
});"""
OPTIONS: Final = """each("main select, #content select", (select) => {
  if (select.options.length < 2) return false;
  const chosen = select.value;
  select.append(...[...select.options].reverse());
  select.value = chosen;
});"""
ENTRIES: Final = """each("main form fieldset, form[data-review], fieldset.module", (form) => {
  const fields = [...form.children].filter((child) => child.matches(".field, .form-row, label"));
  if (fields.length < 2) return false;
  const place = document.createComment("");
  fields[0].before(place);
  place.replaceWith(...fields.reverse());
});"""
UNLABELLED: Final = (
    """each("button[aria-label], a[aria-label]", (element) => element.removeAttribute("aria-label"));"""
)
OTHER_LEVELS: Final = """each("main h1, main h2, main h3", (heading) => {
  heading.setAttribute("aria-level", Number(heading.tagName[1]) + 1);
});"""
NO_LANDMARKS: Final = """each("main, header, nav, footer, aside, section", (element) => {
  for (const name of ["aria-label", "aria-labelledby"]) element.removeAttribute(name);
  element.setAttribute("role", "none");
});"""
WIDGETS: Final = """if (window === top) each("body", (body) => {
  body.insertAdjacentHTML("beforeend", `<div role="dialog" aria-label="Cookies" style="position: fixed; bottom: 0; left: 0; right: 0;
    padding: 4px; background: #eee"><span>We use 3 kinds of cookies.</span> <button type="button">Accept all</button>
    <button type="button">Only what is needed</button></div>
    <iframe title="Chat" style="position: fixed; right: 0; top: 40%; width: 9rem; height: 4rem; background: #fff"
    srcdoc="<p>2 people are online</p><input aria-label='Your question'><button>Send</button>"></iframe>`);
});"""
INPUTS: Final = """each("main form button:not([type=button]), #content button[type=submit]", (button) => {
  const input = document.createElement("input");
  input.type = "submit";
  for (const { name, value } of button.attributes) if (name !== "type") input.setAttribute(name, value);
  input.value = button.name ? button.value : button.textContent.trim();
  button.replaceWith(input);
});"""
ICONS: Final = """each("main button, main td, main h1, main h2, main h3 > a, .messagelist li", (element) => {
  if (!element.textContent.trim() || element.closest(".calendar")) return false;
  element.insertAdjacentHTML("afterbegin", `<span aria-hidden="true">●</span> `);
});"""
BADGES: Final = """each("main li.card, #result_list tbody th, main table.lines tbody th", (element) => {
  element.insertAdjacentHTML("beforeend", " <small>Popular</small>");
  if (element.matches(".card")) element.insertAdjacentHTML("afterbegin", "<strong>Made by hand</strong>");
});"""
FADING: Final = """style(`@keyframes appear { from { opacity: 0; transform: translateY(30px) } }
main > *, main tr, main li, .toast, .messagelist li, #result_list tr { animation: appear .6s ease-out both }`);"""
NARROW: Final = """style(`body { max-width: 420px } .cards, .product, form.checkout, .below {
display: block !important } main, #changelist { overflow-x: auto }`);"""
MIRRORED: Final = (
    """always(() => { if (document.body.dir !== "rtl") { document.body.dir = "rtl"; changed(); } });"""
)
LIST_CARDS: Final = """each("main table", (table) => {
  if (table.closest(".calendar") || !table.tHead || !table.tBodies.length) return false;
  const names = [...table.tHead.rows[0].cells].map((cell) => cell.textContent.trim());
  const list = document.createElement("ul");
  for (const row of table.tBodies[0].rows) {
    const item = list.appendChild(document.createElement("li"));
    const facts = document.createElement("dl");
    [...row.cells].forEach((cell, place) => {
      if (cell.matches("th")) {
        const heading = item.appendChild(document.createElement("h2"));
        if (/^\\d+$/.test(cell.textContent.trim())) heading.append(`${names[place]} `);
        heading.append(...cell.childNodes);
      } else if (cell.querySelector("button") && !cell.querySelector("input:not([type=hidden])")) item.append(...cell.childNodes);
      else {
        facts.append(Object.assign(document.createElement("dt"), { textContent: names[place] }));
        const value = facts.appendChild(document.createElement("dd"));
        value.append(...cell.childNodes);
      }
    });
    item.append(facts);
  }
  table.replaceWith(list);
});"""
ARIA_TABLES: Final = """const ROLES = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell", CAPTION: "caption" };
each("main table", (table) => {
  if (table.closest(".calendar")) return false;
  const parts = [...table.querySelectorAll("thead, tbody, tr, td, th, caption"), table];
  const roles = parts.map((part) => ROLES[part.tagName] ?? (part.closest("thead") ? "columnheader" : "rowheader"));
  parts.forEach((part, place) => {
    const plain = document.createElement("div");
    for (const { name, value } of part.attributes) plain.setAttribute(name, value);
    plain.setAttribute("role", roles[place]);
    plain.append(...part.childNodes);
    part.replaceWith(plain);
  });
});"""
PIECES: Final = """each("main", (main) => {
  const parts = [...main.childNodes];
  main.replaceChildren();
  const next = () => { if (parts.length) { main.append(parts.shift()); setTimeout(next, 120); } };
  setTimeout(next, 300);
});"""
LATE_LISTS: Final = """each("main ul.cards, main table.lines, main h1 + table, #result_list", (list) => {
  const place = document.createElement("p");
  place.textContent = "Loading …";
  list.replaceWith(place);
  setTimeout(() => place.replaceWith(list), 700);
});"""
