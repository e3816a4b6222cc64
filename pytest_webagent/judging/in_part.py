"""What is worked out over the rows in sight says nothing of all there are, where the page tells that there are more."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import CELLS, CONTROLS, ITEMS
from pytest_webagent.judging.coverage import SILENT
from pytest_webagent.judging.question import ends, wanted
from pytest_webagent.judging.sights import sights
from pytest_webagent.language import lexicon
from pytest_webagent.language.lexicon import stemmed
from pytest_webagent.language.terms import stem, term_set
from pytest_webagent.language.words import says, words
from pytest_webagent.page.lists import lists
from pytest_webagent.page.paging import is_pager, partial
from pytest_webagent.page.places import seen
from pytest_webagent.page.tables import column
from pytest_webagent.values.amounts import UnreadableError, keys, worth
from pytest_webagent.values.days import days
from pytest_webagent.values.plain_text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.sights import Sight
    from pytest_webagent.observation import Observation
    from pytest_webagent.page.lists import Listing
    from pytest_webagent.page.paging import Part
    from pytest_webagent.page.places import Place

_OVER: Final = frozenset(("count", "sum", "min", "max"))
_IN_SIGHT: Final = (lexicon.PAGES - stemmed("site website")) | stemmed("row")
_CHOICES: Final = frozenset(("combobox", "listbox"))
_THIS: Final = re.compile(r"\b(?:this|dies\w*|cet|cette|est[ae]|quest[ao])\s+\w+", re.IGNORECASE)
_NTH_PAGE: Final = re.compile(
    r"\b(?P<page>page|seite|página|pagina)\s+\d+\s*(?:of|von|de|di|/)\s*(?P<all>\d+)", re.IGNORECASE
)
_BANNERS: Final = frozenset(("banner",))
_HOW_MANY: Final = stemmed("many much number count sum total above below")


def in_part(case: Case) -> str:
    """Catches a count, a sum, an extreme or a "no" over one page of a list that has more of them."""
    over = _OVER | (frozenset() if case.changing else {"not_exists"})
    held = [each for each in case.held if each.derivation.op in over | {"text"}]
    worked = [page for each in held if each.derivation.op in over and (page := case.page(each)) is not None]
    rows = {tuple(one.said for each in partial(page) for one in each.listing.items) for page in worked}
    if len(rows) > 1:
        # Over the pages of a list something is worked out on each.
        return ""
    pages = {id(page): page for each in held if (page := case.page(each)) is not None}
    found = (
        of_a_part(case.goal.asking, page, [each for each in held if case.page(each) is page], case.answer)
        for page in pages.values()
    )
    return next(filter(None, found), "")


def share_of_list(asking: str, place: Place, answer: str) -> bool:
    """Whether a text says how many of all are in sight, so that who asks how many there are is told of all of them."""
    if wanted(asking) != "count":
        return False
    pages = _NTH_PAGE.search(place.said)
    return (
        pages is not None and pages["all"] == answer and stem(pages["page"].lower()) in term_set(asking)
    ) or any(
        each.place in (place, *place.around()) and each.whole == answer and not _narrowed(asking, each)
        for each in partial(place.page)
    )


def of_a_part(text: str, page: Observation, findings: Iterable[Finding], answer: str) -> str:
    """Why findings over the part of a list that a page shows do not tell what a text asks or says; empty where they may."""
    if set(words(text)) & (lexicon.SEEN - {"there"}) or term_set(text) & _IN_SIGHT:
        return ""
    for sight in sights(page, findings):
        for part in partial(page):
            if _is_of(sight, part, text, answer) and (part.paged or not _narrowed(text, part)):
                more = (
                    f"answer {quoted(part.whole)}, cited of that text, if the goal asks how many there are; else "
                    if part.whole
                    else ""
                )
                return (
                    f"the page says {quoted(part.place.said, 60)}, so {sight.told.told} is not about all there are: {more}"
                    "look at the others, search for what is meant, or sort by it"
                )
    return ""


def _is_of(sight: Sight, part: Part, text: str, answer: str) -> bool:
    """Whether a finding is about what is in sight of a list, and a text about all of it."""
    told, items = sight.told, part.listing.items
    if told.op == "not_exists":
        there = sight.within is None or sight.within.at in items[0].page.ancestors(items[0].at)
        named = term_set(text) & (part.listing.kinds | part.listing.words)
        kind = told.role in ITEMS | CELLS or (not told.role and not term_set(text) & lexicon.ROLES.keys())
        return not told.elements and bool(told.text) and kind and there and bool(named)
    if told.op == "text" and wanted(text) == "count":
        beside = part.place in sight.places and bool(part.whole) and not says(answer, part.whole)
        return beside or any(map(is_pager, sight.places))
    own = {each.at for place in sight.places for each in place.around()}
    cited = [each for each in items if each.at in own]
    if told.op == "text" and ends(text)[0] and cited:
        return _best_in_sight(sight.places[0], cited[0], part, text)
    if told.op not in _OVER or not cited:
        return False
    called = [
        name for each in cited if (name := lists(each.page).name(each)) is not None and says(text, name.said)
    ]
    return len(called) < len(cited) and not _sorted(sight.finding.parts, told.op, part)


def _best_in_sight(place: Place, item: Place, part: Part, text: str) -> bool:
    """Whether a value is the best only of those in sight: nothing sorts the list by what it is called, as a text does."""
    end, kind, _ = ends(text)
    name, way = lists(item.page).name(item), place.path(item.at)
    said = {column(each): term_set(column(each)) & term_set(text) for each in item.below() if each != name}
    heads = {each for each, own in said.items() if own and not any(own < other for other in said.values())}
    parts = [each.said for one in part.listing.items for each in one.below() if each.path(one.at) == way]
    if heads != {column(place)} or place == name or (kind == "date" and not days(place.said)):
        return False
    return not _sorted(parts, "max" if end == "most" else "min", part)


def _sorted(parts: Sequence[str], op: str, part: Part) -> bool:
    """Whether the rows stand in the order of what is compared, the best first, so that none of the others is better."""
    if op not in ("min", "max") or len(parts) < len(part.listing.items) or not part.begins:
        return False
    with suppress(UnreadableError):
        ranks = keys([worth(each, part.place.page.language, "") for each in parts])
        return list(ranks) == sorted(ranks, reverse=op == "max")
    return False


def _narrowed(text: str, part: Part) -> bool:
    """Whether a text asks for some of the things of a list alone, so that what is in sight may be all of these."""
    listing = part.listing
    heads = " ".join(column(each) for each in listing.items[0].below())
    known = listing.kinds | listing.words | term_set(heads) | term_set(part.place.said) | _scope(listing)
    # "This" is what the page is of.
    return bool(term_set(_THIS.sub(" ", ends(text)[2])) - SILENT - _HOW_MANY - known)


def _scope(listing: Listing) -> frozenset[str]:
    """The terms of what all of a list is of: the page's title, the name of the site, what is chosen beside it; none that tell its things apart."""
    page, inside = listing.items[0].page, [term_set(each.said) for each in listing.items]
    texts = [page.title]
    for place in seen(page):
        if place.element.role in _CHOICES and place.element.value and place.within(ITEMS) is None:
            texts += place.element.name, place.element.value
        elif place.within(_BANNERS) and place.within(CONTROLS) is None:
            texts.append(place.element.text)
    return term_set(" ".join(texts)) - (frozenset().union(*inside) - frozenset.intersection(*inside))
