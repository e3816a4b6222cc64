"""Texts of a page that others than the page wrote, and what they are no answer to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.judging.question import telling
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.words import content
from pytest_webagent.page.hearsay import speaks_of_visitors, written_under
from pytest_webagent.page.names import names
from pytest_webagent.values.plain_text import quoted

if TYPE_CHECKING:
    from pytest_webagent.page.places import Place


def hearsay(place: Place, asking: str) -> str:
    """What it is that does not answer a question or bear out a statement, as others than the page wrote it; empty where it may."""
    asked = telling(masked(asking))
    values = {each.at for each in names(place.page).values}
    inside = [each for each in (place, *place.below()) if each.at in values]
    speaking = [each for each in inside if asked & content(each.holds)]
    heads = [] if speaks_of_visitors(asking) else [written_under(each, asked) for each in speaking or [place]]
    if heads and all(heads) and not content(heads[0]) & asked:
        return f"what stands under {quoted(heads[0])}: what visitors write is no evidence of anything else"
    return ""
