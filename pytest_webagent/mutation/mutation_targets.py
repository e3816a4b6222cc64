"""Which element of a page a mutation is about, told in a way that finds it again in another run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

from pytest_webagent.claims import elements
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.mutation.mutation import general
from pytest_webagent.page.reading import Reading
from pytest_webagent.values.plain_text import flat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.observation import Observation

_HOLDERS: Final = frozenset(
    ("row", "listitem", "article", "group", "figure", "dialog", "alertdialog", "form")
)
_MOST_WORDS: Final = 20


class Target(NamedTuple):
    """An element of a page that was seen, by its position."""

    reading: Reading
    at: int

    @property
    def said(self) -> str:
        """What it says or holds, on one line."""
        return flat(self.reading.said(self.at))

    @property
    def where(self) -> str:
        """The element in words."""
        return self.reading.where(self.at)

    def described(self) -> dict[str, Any]:
        """How ``effect.js`` is told which element is meant."""
        reading, at = self.reading, self.at
        alike = [
            other
            for other, each in enumerate(reading.page.elements)
            if each.role == reading[at].role and not each.hidden and flat(reading.said(other)) == self.said
        ]
        return {
            "path": path_of(reading.page),
            "role": reading[at].role,
            "words": compact(self.said),
            "label": compact(reading.label(at)),
            "field": reading.is_field(at),
            "tokens": words_of(self.said),
            "holder": self._holder(),
            "nth": alike.index(at) if at in alike else 0,
            "of": len(alike),
        }

    def _holder(self) -> list[str]:
        """The words of what it stands in, without its own."""
        for above in self.reading.page.ancestors(self.at):
            if self.reading[above].role in _HOLDERS:
                own = set(words_of(self.said))
                return [word for word in words_of(flat(self.reading.text(above))) if word not in own]
        return []


def compact(text: str) -> str:
    """A text without spaces: how pages and snapshots put them differs."""
    return "".join(text.split())


def words_of(text: str) -> list[str]:
    """The first words of a text."""
    return text.split()[:_MOST_WORDS]


def path_of(page: Observation) -> str:
    """The path of a page's address, its numbers left open."""
    parts = urlsplit(page.url)
    return general(parts.path or ("/" if parts.netloc else ""))


def cited(finding: Finding, pages: Sequence[Observation]) -> list[Target]:
    """The elements a finding was worked out from, in the order it gives them; none where that is not known."""
    derivation = finding.derivation
    ids = (*derivation.elements, *derivation.by)
    fallback: list[Target] = []
    for page in reversed(pages):
        reading = Reading(page)
        found = _by_id(reading, ids) if ids else list(_by_words(reading, finding))
        if found and (not finding.parts or _says_so(found, finding)):
            return found
        fallback = fallback or found
    return fallback


def _by_id(reading: Reading, ids: Sequence[int]) -> list[Target]:
    elements = [reading.page.find(each) for each in ids]
    return (
        [Target(reading, reading.page.index_of(each)) for each in elements if each is not None]
        if all(elements)
        else []
    )


def _by_words(reading: Reading, finding: Finding) -> Iterator[Target]:
    derivation = finding.derivation
    counts = derivation.op == "count"
    try:
        for match in elements.search(reading, derivation):
            # What is not counted is not missed.
            header = counts and elements.is_header(reading, match.at)
            other = (
                counts and derivation.state and not elements.in_the_state(reading, match, derivation.state)
            )
            if not header and not other:
                yield Target(reading, match.at)
    except UnderivableError:
        return


def _says_so(found: Sequence[Target], finding: Finding) -> bool:
    said = "".join(compact(each.said) + compact(each.reading.label(each.at)) for each in found)
    return all(compact(part) in said for part in (finding.parts[:1] or (finding.text,)))
