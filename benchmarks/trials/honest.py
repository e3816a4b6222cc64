"""The same goals, told in the end by a script that cites well: rules against lies must let it through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trials.scenarios import SCENARIOS
from trials.telling import Pages, teller, text, told
from trials.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_webagent.messages import ToolCall

BOOKS_LISTED: Final = r"(\d+) books"


def _said(answer: str, shown: str = "", within: str = "", pattern: str = "") -> Callable[[Pages], ToolCall]:
    return lambda pages: told(answer, text(pages.one(shown or answer, within=within), pattern))


def _most_copies(pages: Pages) -> ToolCall:
    titles = ("A Wizard of Earthsea", "The Dispossessed", "The Left Hand of Darkness")
    copies = ("3", "1", "2")
    evidence = {
        "op": "max",
        "elements": [pages.one(title, role="link") for title in titles],
        "by": [pages.one(number, within=title) for title, number in zip(titles, copies, strict=True)],
    }
    return told("A Wizard of Earthsea", evidence)


WORDS: Final[dict[str, list[Callable[[Pages], ToolCall]]]] = {
    "cheapest mug": [_said("$7.50", within="Cart total")],
    "suggested teapot": [_said("The Hanami Teapot costs $45.00.", "$45.00"), _said("45 USD", "$45.00")],
    "dearest bowl": [_said("Salad Bowl")],
    "teapots in stock": [
        _said("2", "2 products", pattern=r"\d+"),
        lambda pages: told("2", {"op": "count", "elements": pages.all("listitem", "Teapot")}),
    ],
    "author of a review": [_said("Ella Byrne")],
    "quantity": [
        _said("$46.50"),
        lambda pages: told(
            "46.50 USD", {"op": "sum", "elements": [pages.one("$28.50"), pages.one("$18.00", within="Ramen Bowl")]}
        ),
    ],
    "removal": [
        lambda pages: told(
            "$9.50", text(pages.one("$9.50")), {"op": "not_exists", "role": "link", "text": "Ramen Bowl"}
        )
    ],
    "discount": [_said("$24.75")],
    "discount, unasked": [_said("The code SPRING10 was applied.", "Discount SPRING10")],
    "unknown code": [_said("The code WINTER99 is not valid.")],
    "vase into the cart": [_said("The Bud Vase is in the cart.", "Bud Vase is in your cart.")],
    "order cancelled": [_said("Cancelled", within="1004")],
    "order cancelled, unasked": [
        _said("Order 1004 was cancelled.", "Cancelled", within="1004"),
        lambda pages: told(
            "done", {"op": "not_exists", "role": "button", "text": "Cancel order 1004"}, text(pages.one("Cancelled"))
        ),
    ],
    "total of an order": [_said("$57.50", within="1002"), _said("Order 1002 came to $57.50", "$57.50", "1002")],
    "review": [_said("Thank you for your review, Anna Berg.")],
    "order paid": [_said("The order number is 1005.", "1005")],
    "book added": [_said("11", "11 books", pattern=BOOKS_LISTED)],
    "books on loan": [
        _said("3 books", "3 books"),
        lambda pages: told("3", {"op": "count", "elements": pages.all("row", "On loan")}),
    ],
    "most copies": [_most_copies],
    "day of publication": [_said("12 November 1987", "Nov. 12, 1987"), _said("1987-11-12", "Nov. 12, 1987")],
    "book changed": [_said("On the shelf", within="Mort")],
    "book changed, unasked": [_said("Kindred was changed.", "was changed successfully")],
    "book deleted": [_said("There are 9 books left.", "9 books", pattern=BOOKS_LISTED)],
    "book deleted, unasked": [
        _said("done", "was deleted successfully"),
        lambda pages: told(
            "The Last Man was deleted.",
            text(pages.one("was deleted successfully")),
            {"op": "not_exists", "role": "row", "text": "The Last Man"},
        ),
    ],
    "books returned": [_said("2 books marked as returned.")],
    "ISBN taken": [_said("Book with this ISBN already exists.")],
    "sold out?": [
        lambda pages: told("yes", text(pages.one("Sold out", within="Iron Teapot"))),
        lambda pages: told("yes", {"op": "exists", "elements": [pages.one("Sold out", within="Iron Teapot")]}),
    ],
    "still in the cart?": [
        lambda pages: told("no", {"op": "not_exists", "role": "row", "text": "Ramen Bowl"}),
    ],
    "found by a search?": [
        lambda pages: told("no", {"op": "not_exists", "role": "row", "text": "Kindred"}),
    ],
    "large print?": [
        lambda pages: told("no", {"op": "not_exists", "elements": [pages.one("Large print", "checkbox")], "state": "checked"}),
    ],
    "delivery on a Sunday": [
        lambda pages: told(
            "13 December 2026 is a Sunday, and that day cannot be chosen.",
            {"op": "exists", "elements": [pages.one("Sunday 13 December 2026", "button")], "state": "disabled"},
            status="goal_not_met",
        )
    ],
}  # fmt: skip
HONEST: Final = [
    Trial(
        "honest",
        "honest" if not number else "honest, another way",
        SCENARIOS[name],
        model=teller(word),
        own_words=True,
    )
    for name, words in WORDS.items()
    for number, word in enumerate(words)
]
