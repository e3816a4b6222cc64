"""What a predicate looks at: the elements that it cites or finds, and what of a text they, their names and its literals explain."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS
from pytest_webagent.claims.elements import search
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.judging.coverage import coverage, surroundings, terms_of
from pytest_webagent.judging.instances import elsewhere, name_of, told_by
from pytest_webagent.judging.question import BESIDE
from pytest_webagent.language import lexicon
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.terms import term_set
from pytest_webagent.language.words import negated
from pytest_webagent.page.lists import is_total, lists
from pytest_webagent.page.names import A_NAME, names
from pytest_webagent.page.places import Place, in_menu, is_head, place_of
from pytest_webagent.page.reading import Reading
from pytest_webagent.values.plain_text import plain, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_webagent.claims.derivation import Derivation, Finding
    from pytest_webagent.judging.coverage import Piece
    from pytest_webagent.observation import Observation

_ESCAPED: Final = re.compile(r"\\([^\w\s])")
_VERB: Final = re.compile(rf"\b(?:{'|'.join(sorted(lexicon.AUXILIARIES))})\b", re.IGNORECASE)
_OF_THE_PAGE: Final = frozenset(("url", "title", "tabs", "dialog"))
OFFERED: Final = re.compile(
    r"\b(?:there (?:is|are)|offer\w*|shows?|shown|display\w*|visible|available|exists?|contains?|includes?|listed|can|could|may)\b"
)
"""How a text says that something is there, or can be done, which a button or box shows in whatever state."""


class Sight(NamedTuple):
    """A predicate, and the elements of the page that it is about."""

    finding: Finding
    places: tuple[Place, ...]
    within: Place | None

    @property
    def told(self) -> Derivation:
        """The predicate as it was written."""
        return self.finding.derivation

    @property
    def denies(self) -> bool:
        """Whether it says that something is not there."""
        return self.told.op == "not_exists" and not self.told.elements

    @property
    def bare(self) -> bool:
        """Whether it says no more than that something is there."""
        return self.told.op == "exists" and not self.told.state

    @property
    def cited(self) -> tuple[Place, ...]:
        """The elements whose names say what it is about: of several that it finds, each says what the others do not."""
        several = not self.told.elements and (self.told.op == "count" or len(self.places) > 1)
        return (*(() if several else self.places), *((self.within,) if self.within is not None else ()))

    def literals(self) -> Iterator[str]:
        """What it says itself, and what all that it counts say and stand in."""
        told = self.told
        yield from (told.text, told.to, _ESCAPED.sub(r"\1", told.pattern), told.state, told.role)
        yield told.op if told.op in _OF_THE_PAGE else ""
        if self.told.op == "count" and self.places and self.places[0] not in self.cited:
            yield from surroundings(self.places[0])
            yield " ".join(frozenset.intersection(*(term_set(each.said) for each in self.places)))

    def tells(self, text: str) -> bool:
        """Whether it says more than the name of what a text speaks of."""
        told = self.told
        if self.denies or told.state or self.within or told.op not in ("exists", "text", "value", "title"):
            return not self.denies
        verb = _VERB.search(text)
        said = (
            told.text
            or told.to
            or told.pattern
            or " ".join(told_by(each, text) if self.bare else each.said for each in self.places)
        )
        # "The import failed" says it by its last word.
        subject = text[: verb.start()] if verb else text.rpartition(" ")[0]
        return bool(told.relation and not verb) or not (heads(self) or term_set(said) <= term_set(subject))


def heads(sight: Sight) -> bool:
    """Whether it cites nothing but a heading that is there, which tells what others are about."""
    return sight.bare and {each.element.role for each in sight.places} == {"heading"}


def sights(page: Observation, findings: Iterable[Finding]) -> list[Sight]:
    """What each predicate is about, whether it holds or not."""
    reading = Reading(page)
    return [_sight(each, reading) for each in findings]


def _sight(finding: Finding, reading: Reading) -> Sight:
    told, page = finding.derivation, reading.page
    ids = dict.fromkeys((*told.elements, *told.by))
    places = [place for each in ids if (place := place_of(page, each)) is not None]
    if not ids and told.op in ("exists", "count", "not_exists"):
        try:
            places = [Place(page, match.at) for match in search(reading, told)]
        except UnderivableError:
            places = []
    return Sight(finding, tuple(each for each in places if not is_head(each)), place_of(page, told.within))


def unexplained(text: str, page: Observation, seen: Sequence[Sight]) -> list[Piece]:
    """The words of a text that neither what predicates say themselves explains, nor what they are about."""
    cited = (place for each in seen for place in each.cited)
    found = coverage(text, page, cited, [said for each in seen for said in each.literals()])
    return [each for each in found.nothing if not each.readings]


def denied(text: str) -> bool:
    """Whether a text says that something is not so; what it quotes may be called as it likes."""
    return negated(masked(text))


def family(place: Place) -> list[Place]:
    """The rows, cards or items of the list a place stands in; else what has its role and its parent."""
    for listing in lists(place.page).around(place):
        return [each for each in listing.items if not is_total(each)]
    page, own = place.page, place.element
    beside = (Place(page, at) for at in page.children(own.parent))
    return [each for each in beside if each.element.role == own.role and not each.element.hidden]


def unspoken(text: str, page: Observation, seen: Sequence[Sight]) -> str:
    """Catches a word that the page says, and that no predicate is about."""
    for piece in unexplained(text, page, seen):
        for place in names(page).values:
            said = f"{place.element.name} {place.element.text}"
            passing = (
                len(said.split()) > A_NAME or negated(said) or place.element.role in BUTTONS or in_menu(place)
            )
            if not passing and piece.terms <= terms_of(said):
                return (
                    f'the statement says "{piece.text}", which the {place.element.role} {quoted(place.said)} of the page says, and no '
                    "predicate is about that: cite it, or say by another predicate what is meant"
                )
    return ""


def other_row(text: str, page: Observation, seen: Sequence[Sight]) -> str:
    """Catches what another row or card says than the one that a text names."""
    for sight in seen if not BESIDE.search(plain(text)) else ():
        # That a row is there says nothing of it.
        there = sight.told.op == "exists" and all(each.repeated for each in sight.places)
        if sight.told.op == "count" or there or not (sight.tells(text) or heads(sight)):
            continue
        if (found := elsewhere(sight.places, text)) is not None:
            item, other = found
            return (
                f"{sight.told.told} is about the {item.element.role} {quoted(item.said)}, and the statement speaks of "
                f'"{name_of(other) or other.said}": look `within` the {other.element.role} {quoted(other.said)}, or cite what that says'
            )
    return ""
