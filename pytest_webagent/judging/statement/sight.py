"""What a predicate looks at: the elements it cites or finds, and what stands around them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import unquote, urlsplit

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.claims.elements import search
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.words import content, negated
from pytest_webagent.page.layout import layout
from pytest_webagent.page.names import label
from pytest_webagent.page.places import Place, in_menu, is_head, seen
from pytest_webagent.page.reading import Reading
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.claims.derivation import Derivation, Finding
    from pytest_webagent.observation import Observation

_HOLDING_MUCH: Final = word_set("""main document application banner contentinfo complementary navigation region form iframe list
    table grid treegrid tree rowgroup tabpanel feed dialog alertdialog group menu tablist""")
"""Roles of what holds many things: it says what it is called, and not all that stands in it."""
_CODE = re.compile(r"[^\W_]*(?:\d[^\W_]*[-_./][^\W_]+|[^\W\d_]+[-_/]?\d)[\w-]*")


class Sight(NamedTuple):
    """A predicate, and the elements of the page it is about."""

    finding: Finding
    places: list[Place]
    within: Place | None

    @property
    def told(self) -> Derivation:
        """The predicate as it was written."""
        return self.finding.derivation

    @property
    def denies(self) -> bool:
        """Whether it says that something is not there."""
        return self.told.op == "not_exists" and not self.told.elements

    def arguments(self) -> list[str]:
        """What it says itself."""
        told = self.told
        return [each for each in (told.text, told.to, told.pattern, told.state, told.role) if each]

    def shows(self) -> list[str]:
        """What the elements say and are called that it is about."""
        if self.told.op == "count" and not self.told.elements:
            # What all of them say is what they are.
            each = [content(" ".join(_said(place))) for place in self.places]
            return [" ".join(frozenset.intersection(*each))] if each else []
        return [text for place in self.places for text in _said(place)]

    def around(self) -> list[str]:
        """What stands around them: their rows, the heads of their columns, the names of the parts they are in."""
        places = [*self.places, *([self.within] if self.within is not None else [])]
        if self.told.op == "count" and not self.told.elements:
            # What else is said by the things that are counted was not asked for.
            return [text for place in places for text in (*_above(place), _heading_above(place))]
        found = [text for place in places for text in _around(place)]
        return [*found, *(_said(self.within) if self.within is not None else ())]


class View:
    """A page with the predicates over it."""

    def __init__(self, page: Observation, findings: Sequence[Finding]) -> None:
        """Look at what each predicate is about, whether it holds or not."""
        self.page = page
        reading = Reading(page)
        self.sights = [_sight(finding, reading) for finding in findings]

    @property
    def positive(self) -> list[Sight]:
        """The predicates about something that is there."""
        return [sight for sight in self.sights if not sight.denies]

    @cached_property
    def known(self) -> frozenset[str]:
        """The words by which the page names itself."""
        address = urlsplit(self.page.url)
        said = [
            self.page.title,
            re.sub(r"[\W_]+", " ", unquote(f"{address.path} {address.query} {address.fragment}")),
        ]
        for place in seen(self.page):
            if "level=1" in place.element.states or (place.element.role == "heading" and in_menu(place)):
                said.append(place.said)
            elif {"selected", "current"} & set(place.element.states) and place.element.role in (
                "tab",
                "link",
            ):
                said.append(place.element.name)
        return content(" ".join(said))


def denied(statement: str) -> bool:
    """Whether a statement says that something is not so; what it quotes may be called as it likes."""
    return negated(masked(statement))


def tokens(text: str) -> frozenset[str]:
    """The words of a text by which one thing is told from another: no short numbers, but codes such as INV-8."""
    codes = {match[0] for match in _CODE.finditer(plain(text))}
    return frozenset(each for each in content(text) | codes if not each.isdigit() or len(each) > 2)


def family(place: Place) -> list[Place]:
    """The rows, cards or items of the list a place stands in; else what has its role and its parent."""
    item = place.item()
    if item is not None:
        return [item, *item.siblings()]
    page, own = place.page, place.element
    return [
        Place(page, index)
        for index in page.children(own.parent)
        if page.elements[index].role == own.role and not page.elements[index].hidden
    ]


def _sight(finding: Finding, reading: Reading) -> Sight:
    told, page = finding.derivation, reading.page
    within = _place(page, told.within) if told.within is not None else None
    ids = dict.fromkeys((*told.elements, *told.by))
    places = [place for each in ids if (place := _place(page, each)) is not None]
    if not ids and told.op in ("exists", "count", "not_exists"):
        try:
            places = [Place(page, match.at) for match in search(reading, told)]
        except UnderivableError:
            places = []
    return Sight(finding, [each for each in places if not is_head(each)], within)


def _place(page: Observation, element_id: int) -> Place | None:
    found = page.find(element_id)
    return None if found is None else Place(page, page.index_of(found))


def _said(place: Place) -> Iterator[str]:
    element = place.element
    if element.role in _HOLDING_MUCH:
        yield element.name or next(_heading_in(place), "")
        return
    yield from (place.said, element.name, element.value or "", element.description)


def _around(place: Place) -> Iterator[str]:
    page, item = place.page, place.item()
    yield label(place)
    if item is not None and item.element.role not in _HOLDING_MUCH:
        yield item.said
        # The first column tells what a row is.
        yield next(
            (label(Place(page, cell)) for cell in page.children(item.at) if item.element.role == "row"), ""
        )
        for index in page.descendants(item.at):
            yield page.elements[index].name
    yield from _above(place)
    # The words before a value, and the heading above it.
    before = [each for each in page.children(place.element.parent) if each < place.at]
    if before and page.elements[before[-1]].role in ("text", "term", "generic", "strong", "paragraph"):
        said = page.full_text(before[-1])
        yield said if said.rstrip().endswith(":") else ""
        yield from (
            page.elements[each].name
            for each in page.descendants(before[-1])
            if page.elements[each].role in FIELDS
        )
    yield _heading_above(place)


def _above(place: Place) -> Iterator[str]:
    """The names of what it stands in, and the heads of the columns of a row."""
    page = place.page
    if place.element.role == "row":
        yield from (page.full_text(row) for row in layout(page).heads(place.at))
    for index in page.ancestors(place.at):
        above = Place(page, index)
        yield above.element.name if above.element.role != "row" else ""
        yield next(_heading_in(above), "")


def _heading_in(place: Place) -> Iterator[str]:
    """The heading of a region or card: that which stands right in it, before all else."""
    page = place.page
    for index in page.children(place.at)[:2]:
        if page.elements[index].role == "heading" and place.element.role != "main":
            yield page.full_text(index)


def _heading_above(place: Place) -> str:
    """The last heading before it that is not in another card."""
    own = {index for each in family(place) for index in (each.at, *each.page.descendants(each.at))}
    page = place.page
    return next(
        (
            page.full_text(index)
            for index in range(place.at, -1, -1)
            if page.elements[index].role == "heading" and index not in own
        ),
        "",
    )
