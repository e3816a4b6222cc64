"""Controls that were given other names, and controls that are gone while others like them stay: what replays heal, or must not.

Only replays are tried on these: a goal names what it means, and a control that is called otherwise may be none of its.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from trials.changes import Change
from trials.faults import gone, says
from trials.scenarios import SCENARIOS
from trials.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trials.worlds import Place

NAMES: Final = """
const rename = (names) => {
  const to = (text) => { const name = names[text.trim()]; return name === undefined ? text : text.replace(text.trim(), name); };
  reword("button, label, a, legend, option, h1, h2", to);
  for (const attribute of ["aria-label", "placeholder", "value", "title"])
    each(`button[${attribute}], a[${attribute}], input[${attribute}]:not([type=hidden])`, (element) => {
      const was = element.getAttribute(attribute);
      if (to(was) === was || (attribute === "value" && element.type !== "submit")) return false;
      element.setAttribute(attribute, to(was));
    });
};
"""
# Said in other words for the same, as the people of a site do.
ALIKE: Final[Mapping[Place, Mapping[str, str]]] = {
    "shop": {
        "Add to cart": "Add to basket",
        "Go to checkout": "Proceed to checkout",
        "My orders": "Orders",
        "Remove Ramen Bowl": "Delete Ramen Bowl",
        "Remove": "Delete",
        "Update quantity of Blue Mug": "Update quantity",
        "Cancel order 1004": "Cancel this order",
        "Cancel order 1002": "Cancel this order",
        "Your review": "Review",
        "Title": "Your title",
        "City": "Your city:",
        "Street and number": "Street & number",
        "Card number": "Your card number",
        "Next month": "Next",
        "Teapots": "All teapots",
        "In stock only": "Show in stock only",
    },
    "library": {
        "Save": "Save changes",
        "Search": "Search now:",
        "Title:": "Title",
        "Status:": "The status",
        "Copies:": "Number of copies",
        "Author:": "Writer",
        "Delete": "Remove",
        "Add book": "New book",
        "Yes, I’m sure": "Yes, I'm sure!",
    },
}
# Said otherwise: words alone do not tell that it is the same.
OTHERWISE: Final[Mapping[Place, Mapping[str, str]]] = {
    "shop": {
        "Discount code": "Voucher",
        "Card number": "Digits on the front",
        "Title": "Headline",
        "Your review": "What you think",
        "City": "Town",
        "Search products": "What are you looking for?",
        "Apply": "Redeem",
        "Send review": "Publish",
        "Pay now": "Buy",
        "Add to cart": "I want this",
    },
    "library": {
        "Save": "Done",
        "Go": "Run",
        "Title:": "Called",
        "Status:": "Where it is",
        "Copies:": "How many",
        "ISBN:": "Number",
        "Search": "Look up",
        "Delete": "Throw away",
        "Yes, I’m sure": "Do it",
    },
}
ON: Final = (
    "cheapest mug; quantity; removal; discount; vase into the cart; order cancelled; review; order paid; teapots in stock; "
    "book added; book changed; book deleted; books returned; ISBN taken; found by a search?"
)


def renamed(names: Mapping[str, str]) -> Change:
    """Controls have other names."""
    return Change(f"{NAMES} rename({json.dumps(names, ensure_ascii=False)});")


def moved(way: str, value: str, to: str) -> Change:
    """An attribute stands at another control."""
    return Change(f"""each({json.dumps(f"[{way}={json.dumps(value)}]")}, (element) => {{
      const other = document.querySelector({json.dumps(to)});
      if (!other || other === element) return false;
      other.setAttribute({json.dumps(way)}, {json.dumps(value)});
      element.remove();
    }});""")


def swapped_labels(one: str, other: str) -> Change:
    """Controls are called what the other one is."""
    return renamed({one: other, other: one})


RENAMED: Final = [
    Trial("redesign", kind, SCENARIOS[name], renamed(names[SCENARIOS[name].beginning.place]))
    for kind, names in (("controls renamed alike", ALIKE), ("controls renamed otherwise", OTHERWISE))
    for name in ON.split("; ")
]
NEIGHBOURS: Final = [
    Trial("fault", kind, SCENARIOS[name], change, truth=truth)
    for kind, name, change, truth in (
        ("control gone", "quantity", gone("form.quantity[action*=blue-mug] button"), "the mug cannot be updated"),
        ("control gone", "removal", gone("form[action*=ramen-bowl] button"), "the bowl cannot be removed"),
        ("control gone", "order cancelled", gone("form[action*='1004'] button"), "order 1004 cannot be cancelled"),
        ("control gone", "book changed", gone("[name=_save]"), "nothing can be saved"),
        ("control gone", "book deleted", gone("a.deletelink"), "the book cannot be deleted"),
        ("control gone", "discount", gone("#code"), "no code can be entered"),
        ("control gone", "review", gone("#title"), "there is no field for the title"),
        ("control gone", "order paid", gone("#city"), "there is no field for the city"),
        ("row gone", "removal", gone("table.lines tr:has(form[action*=ramen-bowl])"), "the bowl is not in the cart"),
        ("row gone", "book changed", gone("#result_list tr:has(a[href*='/8/'])"), "Mort is not in the list"),
        ("attribute moved", "book changed", moved("name", "_save", "[name=_addanother]"), "nothing can be saved alone"),
        ("attribute moved", "book added", moved("name", "_save", "[name=_continue]"), "nothing can be saved alone"),
        ("attribute moved", "discount", moved("id", "code", "main input:not(#code)"), "no code can be entered"),
        ("attribute moved", "review", moved("id", "title", "#text"), "there is no field for the title"),
        ("names swapped", "removal", swapped_labels("Remove Ramen Bowl", "Remove Blue Mug"), "the buttons are called wrong"),
        ("names swapped", "order paid", swapped_labels("City", "Street and number"), "the fields are called wrong"),
        ("names swapped", "book changed", swapped_labels("Save", "Delete"), "Save deletes"),
        ("another name", "cheapest mug", renamed({"Add to cart": "Add to wishlist"}), "it says what it does not do"),
        ("another name", "book deleted", renamed({"Delete": "Delete all books"}), "it says more than it does"),
        ("another name", "order paid", renamed({"Pay now": "Pay later"}), "it says the opposite"),
        ("another name", "order cancelled", renamed({"Cancel order 1004": "Repeat order 1004"}), "it says the opposite"),
        ("another name", "cheapest mug", says("ul.cards", "Espresso Mug", "Blue Mug"), "another mug is named"),
        ("another name", "book changed", says("#result_list th", "Mort", "Maskerade"), "another book is named"),
    )
]  # fmt: skip
