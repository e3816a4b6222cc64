"""Harmless redesigns: the applications look, or are made, another way, and every goal ends as before."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

from trials import looks
from trials.changes import Change
from trials.scenarios import SCENARIOS
from trials.trial import Trial

if TYPE_CHECKING:
    from playwright.async_api import Route

    from trials.worlds import Place

SLOW: Final = 0.7
"""Seconds a slow server takes longer to answer."""


async def _slow(change: Change, route: Route) -> None:
    if route.request.resource_type in ("document", "fetch", "xhr"):
        await asyncio.sleep(SLOW)
        change.count()
    await route.fallback()


class Redesign(NamedTuple):
    name: str
    script: str | dict[Place, str]
    """The same for both applications, or one for each."""
    scenarios: str
    """The names of the goals it is tried on, separated by semicolons."""
    language: str = ""

    def change(self, place: Place) -> Change:
        if self.name == "slower server":
            return Change(routes=(("**/*", _slow),))
        return Change(self.script if isinstance(self.script, str) else self.script[place])


ALL: Final = (
    Redesign(
        "ids and classes renamed",
        looks.RENAMED,
        "cheapest mug; suggested teapot; quantity; review; discount; removal; order paid; "
        "books on loan; book changed; books returned; ISBN taken",
    ),
    Redesign(
        "blocks moved",
        looks.MOVED,
        "cheapest mug; quantity; discount; teapots in stock; author of a review; order paid; review; "
        "most copies; books returned; book added; ISBN taken; books on loan",
    ),
    Redesign("big letters", looks.BIG, "cheapest mug; removal; dearest bowl; book deleted"),
    Redesign("dark", looks.DARK, "discount; order cancelled; book changed"),
    Redesign("grid", looks.GRID, "quantity; vase into the cart; total of an order; ISBN taken"),
    Redesign(
        "narrow",
        looks.NARROW,
        "cheapest mug; quantity; order cancelled; author of a review; books returned; book changed",
    ),
    Redesign("mirrored", looks.MIRRORED, "suggested teapot; removal; order paid; most copies; book deleted"),
    Redesign(
        "fading in",
        looks.FADING,
        "cheapest mug; dearest bowl; quantity; order cancelled; still in the cart?; sold out?; "
        "books on loan; books returned; found by a search?",
    ),
    Redesign(
        "tables as cards", looks.CARDS, "quantity; order cancelled; total of an order; day of publication"
    ),
    Redesign(
        "tables made of divs",
        looks.ARIA_TABLES,
        "quantity; removal; order cancelled; total of an order; bowl to be there; books on loan; "
        "most copies; day of publication",
    ),
    Redesign(
        "lists instead of tables",
        looks.LIST_CARDS,
        "quantity; removal; order cancelled; order cancelled, unasked; total of an order; bowl to be there; "
        "still in the cart?",
    ),
    Redesign(
        "columns reordered",
        looks.COLUMNS,
        "quantity; removal; order cancelled; total of an order; most copies; day of publication; books returned; "
        "book changed",
    ),
    Redesign(
        "more columns",
        looks.MORE_COLUMNS,
        "quantity; removal; order cancelled; total of an order; most copies; books on loan; books returned; "
        "found by a search?",
    ),
    Redesign(
        "surroundings reworded",
        looks.REWORDED,
        "cheapest mug; quantity; discount; removal; order cancelled; total of an order; order paid; review; "
        "most copies; book added; books on loan; book deleted; ISBN taken; large print?",
    ),
    Redesign(
        "without labels for screen readers",
        looks.UNLABELLED,
        "cheapest mug; quantity; removal; order cancelled; vase into the cart",
    ),
    Redesign(
        "icons",
        looks.ICONS,
        "cheapest mug; quantity; order cancelled; review; total of an order; books returned; book changed",
    ),
    Redesign(
        "badges",
        looks.BADGES,
        "cheapest mug; dearest bowl; teapots in stock; sold out?; quantity; removal; most copies; books on loan; "
        "book deleted; found by a search?",
    ),
    Redesign(
        "numbers and dates in German",
        looks.GERMAN,
        "cheapest mug; suggested teapot; quantity; discount; removal; total of an order; order paid; "
        "day of publication",
        language="de",
    ),
    Redesign(
        "numbers and dates in French",
        looks.FRENCH,
        "cheapest mug; suggested teapot; quantity; discount; removal; total of an order; day of publication",
        language="fr",
    ),
    Redesign(
        "currency codes and ISO dates",
        looks.CODES,
        "suggested teapot; quantity; discount; removal; total of an order; day of publication",
    ),
    Redesign(
        "small cents",
        looks.SMALL_CENTS,
        "cheapest mug; suggested teapot; quantity; discount; removal; total of an order",
    ),
    Redesign(
        "typography",
        looks.TYPOGRAPHY,
        "cheapest mug; dearest bowl; quantity; removal; vase into the cart; sold out?; review; most copies; "
        "books on loan",
    ),
    Redesign(
        "lists reordered",
        looks.REORDERED,
        "cheapest mug; removal; order cancelled; most copies; books on loan; day of publication; books returned; "
        "quantity",
    ),
    Redesign(
        "options reordered",
        looks.OPTIONS,
        "dearest bowl; book added; book changed; books returned; no such status",
    ),
    Redesign(
        "entries reordered",
        looks.ENTRIES,
        "review; order paid; book added; book changed; ISBN taken; large print?",
    ),
    Redesign(
        "extra blocks",
        looks.EXTRA,
        "cheapest mug; dearest bowl; quantity; discount; order cancelled, unasked; teapots in stock; sold out?; "
        "author of a review; books on loan; book deleted; books returned; book added",
    ),
    Redesign(
        "cookies and chat",
        looks.WIDGETS,
        "cheapest mug; removal; vase into the cart; review; order cancelled; book deleted; books returned",
    ),
    Redesign(
        "wrapped",
        looks.WRAPPED,
        "cheapest mug; quantity; unknown code; review; teapots in stock; books returned; book added; books on loan",
    ),
    Redesign(
        "plain divs",
        looks.DIVS,
        "cheapest mug; quantity; discount; teapots in stock; dearest bowl; author of a review; order paid",
    ),
    Redesign(
        "without landmarks",
        looks.NO_LANDMARKS,
        "cheapest mug; suggested teapot; quantity; teapots in stock; order paid; review; books returned; "
        "books on loan; book deleted",
    ),
    Redesign(
        "headings of other levels",
        looks.OTHER_LEVELS,
        "cheapest mug; teapots in stock; author of a review; books on loan; book changed",
    ),
    Redesign(
        "other buttons",
        looks.INPUTS,
        "quantity; removal; discount; order cancelled; book changed; book deleted",
    ),
    Redesign(
        "content comes late",
        looks.LATE,
        "cheapest mug; quantity; teapots in stock; order cancelled; sold out?; total of an order; books on loan; "
        "book changed; books returned; book deleted; found by a search?",
    ),
    Redesign(
        "content comes in pieces",
        looks.PIECES,
        "quantity; discount; teapots in stock; total of an order; sold out?; unknown code; books on loan; "
        "most copies; book changed",
    ),
    Redesign(
        "lists come late",
        looks.LATE_LISTS,
        "cheapest mug; dearest bowl; teapots in stock; quantity; order cancelled; sold out?; books on loan; "
        "most copies; day of publication",
    ),
    Redesign(
        "slower server",
        "",
        "vase into the cart; removal; author of a review; book changed, unasked; most copies",
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
    for name in redesign.scenarios.split("; ")
]
