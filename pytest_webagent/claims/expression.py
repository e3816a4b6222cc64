"""Expressions: derivations that name their elements instead of numbering them, as people read them and as they are found again.

Each has a text form that `parse` reads: ``the sum of every "Price" in the table "Cart" = "$19.00"``.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, get_args

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.page.locator import Locator, locator_pattern
from pytest_webagent.page.locators import locators
from pytest_webagent.values.relations import Relation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Self

    from pytest_webagent.claims.derivation import Finding, Op
    from pytest_webagent.observation import Observation

_OPENINGS: Final[Mapping[Op, str]] = {
    "text": "",
    "value": "the value of",
    "join": "the texts of",
    "count": "the count of",
    "sum": "the sum of",
    "difference": "the difference of",
    "min": "the least of",
    "max": "the greatest of",
    "exists": "there is",
    "not_exists": "there is no",
    "compare": "that",
    "order": "in this order",
    "url": "the address",
    "title": "the title",
    "tabs": "the number of tabs",
    "dialog": "the dialog",
    "note": "the note",
    "result": "the result",
}
_SEARCHING: Final = frozenset(("count", "exists", "not_exists"))
"""Operations over elements that are looked for, where none are given."""
_ANY: Final = "element"
_Q: Final = "\ue000\\d+\ue001"
"""A quotation, while an expression is taken apart."""
_QUOTATION: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_LOCATOR: Final = locator_pattern(_Q)
_RELATION: Final = "|".join(sorted(map(re.escape, get_args(Relation)), key=len, reverse=True))
_FORM: Final = re.compile(
    rf"(?P<opening>{'|'.join(sorted(filter(None, _OPENINGS.values()), key=len, reverse=True))}|)\b ?"
    rf"(?:(?P<elements>{_LOCATOR}(?:; {_LOCATOR})*)(?: as (?P<role>[a-z]+))?|(?:any |(?<=is no ))(?P<any>[a-z]+)|)"
    rf"(?: inside (?P<within>{_LOCATOR}))?(?: by (?P<by>{_LOCATOR}(?:; {_LOCATOR})*))?"
    rf"(?: that says (?P<text>{_Q}))?(?: that matches (?P<pattern>{_Q}))?(?: that is (?P<state>{_Q}))?"
    rf"(?: (?P<relation>{_RELATION})(?: (?P<to>{_Q}))?)?(?: at step (?P<step>\d+))?(?: for (?P<field>{_Q}))?"
)


class Expression(NamedTuple):
    """A derivation over elements that are named."""

    operation: Derivation
    """What is worked out, without the elements."""
    elements: tuple[Locator, ...] = ()
    by: tuple[Locator, ...] = ()
    within: Locator | None = None

    def __str__(self) -> str:
        """The expression in words, as `parse` reads them."""
        told = self.operation
        parts = [_OPENINGS[told.op], "; ".join(map(str, self.elements))]
        if self.elements:
            parts += [f"as {told.role}"] if told.role else []
        elif told.op in _SEARCHING:
            parts += [f"{'' if told.op == 'not_exists' else 'any '}{told.role or _ANY}"]
        parts += [f"inside {self.within}"] if self.within is not None else []
        parts += [f"by {'; '.join(map(str, self.by))}"] if self.by else []
        for words, text in (
            ("that says", told.text),
            ("that matches", told.pattern),
            ("that is", told.state),
        ):
            parts += [f"{words} {_quoted(text)}"] if text else []
        parts += [told.relation or "", _quoted(told.to) if told.to else ""]
        parts += [f"at step {told.step}"] if told.step is not None else []
        parts += [f"for {_quoted(told.field)}"] if told.field else []
        return " ".join(filter(None, parts))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an expression in words.

        Raises:
            ValueError: it is none.
        """
        quotations: list[str] = []

        def masked(found: re.Match[str]) -> str:
            quotations.append(found[0])
            return f"\ue000{len(quotations) - 1}\ue001"

        def whole(piece: str) -> str:
            return re.sub("\ue000(\\d+)\ue001", lambda found: quotations[int(found[1])], piece)

        match = _FORM.fullmatch(_QUOTATION.sub(masked, text))
        if match is None or not text.strip():
            raise ValueError(
                f'{text!r} is no expression, such as: the sum of every "Price" in the table "Cart"'
            )
        read = {
            name: json.loads(whole(match[name]))
            for name in ("text", "pattern", "state", "to", "field")
            if match[name]
        }
        role = match["role"] or match["any"] or ""
        told = Derivation(
            op=next(op for op, words in _OPENINGS.items() if words == match["opening"]),
            role="" if role == _ANY else role,
            relation=match["relation"],  # type: ignore[arg-type]
            step=int(match["step"]) if match["step"] else None,
            **read,
        )
        named = {
            name: tuple(Locator.parse(whole(each)) for each in (match[name] or "").split("; ") if each)
            for name in ("elements", "by", "within")
        }
        return cls(told, named["elements"], named["by"], next(iter(named["within"]), None))

    def on(self, page: Observation) -> Derivation:
        """The derivation over the elements that a page calls so.

        Raises:
            UnderivableError: the page calls none so, or several.
        """
        within = _ids([self.within], page) if self.within is not None else ()
        return replace(
            self.operation,
            elements=_ids(self.elements, page),
            by=_ids(self.by, page),
            within=within[0] if within else None,
        )


def expression(derivation: Derivation, page: Observation) -> Expression:
    """A derivation with names for its elements; one that the page does not have is left out, for it has no name."""
    look = locators(page)

    def named(ids: Sequence[int]) -> tuple[Locator, ...]:
        return look.of_all([page.index_of(found) for each in ids if (found := page.find(each)) is not None])

    within = named((derivation.within,)) if derivation.within is not None else ()
    return Expression(
        replace(derivation, elements=(), by=(), within=None),
        named(derivation.elements),
        named(derivation.by),
        within[0] if within else None,
    )


def worded(finding: Finding, page: Observation) -> Finding:
    """A finding with its derivation in words, for people; where the page has none of its elements, as it was given."""
    found = str(expression(finding.derivation, page))
    return finding._replace(wording=found or finding.derivation.told)


def _ids(named: Sequence[Locator], page: Observation) -> tuple[int, ...]:
    found: list[int] = []
    for locator in named:
        places = locators(page).find(locator)
        if not places or (len(places) > 1 and not locator.every):
            seen = f"{len(places)} elements" if places else "nothing"
            raise UnderivableError(f"{seen} on this page is called {locator}")
        found += [number for at in places if (number := page.elements[at].id) is not None]
    return tuple(found)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
