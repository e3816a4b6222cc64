"""Questions about many things: which there are, and what they come to together."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.items import GENERIC_NOUNS
from pytest_webagent.model.builtin.refusal import Missing, Refusal, ambiguous
from pytest_webagent.model.builtin.roles import ELEMENTS
from pytest_webagent.model.builtin.told import Citing, Told
from pytest_webagent.model.builtin.words import content, tokens
from pytest_webagent.values.amounts import UnreadableError, written
from pytest_webagent.values.bounds import summands

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.items import Item
    from pytest_webagent.model.builtin.matching import Finder
    from pytest_webagent.model.builtin.presence import Presence
    from pytest_webagent.model.builtin.properties import Properties
    from pytest_webagent.model.builtin.words import Words

_NEGATING = frozenset(["not", "non", "no", "without", "never"])


def by_likeliness(reading: say.Reading) -> tuple[bool, bool]:
    """Readings with a place first; a noun such as "cards" is first what a list may be called, then any list."""
    return not reading.places, reading.hint == "row" and not reading.words


class Gathering:
    """Lists and adds up what is on one page."""

    def __init__(self, finder: Finder, presence: Presence, properties: Properties) -> None:
        self.finder = finder
        self.view = finder.view
        self.presence = presence
        self.properties = properties
        self.citing = Citing(self.view)

    def names(self, question: say.Names) -> Told:
        """The names, or one property, of all in a list, joined by commas."""
        problem: Refusal | None = None
        # "The options of the depot" are those of the field before they are anything of a list called so.
        readings = sorted(question.target.readings, key=by_likeliness)
        for reading in sorted(readings, key=lambda each: not self._speaks_of_options(each)):
            if reading.superlative or reading.ordinal:
                continue
            try:
                if self._speaks_of_options(reading):
                    return self._options(reading)
                if reading.hint in ELEMENTS:
                    found = [self.citing.name(at) for at in self.presence.elements(reading)]
                else:
                    found = [self._listed(item, question.attribute) for item in self.items(reading) or ()]
            except Refusal as refusal:
                problem = problem or refusal
                continue
            if found:
                told = self.citing.worked_out("join", ", ".join(each.text for each in found), found)
                return told._replace(parts=tuple(found))
        raise problem or Missing(question.target.said, "a list of them")

    def _speaks_of_options(self, reading: say.Reading) -> bool:
        return bool(reading.places) and "option" in (reading.hint, *content(reading.words.text))

    def _options(self, reading: say.Reading) -> Told:
        """The options of a select, for "the options of the Country dropdown"."""
        where = reading.places[0].reading
        at = self.finder.one(say.Target(str(where.words), (where,)), "choice")
        if not self.view[at].options:
            raise Missing(f"options of {self.finder.describe(at)}", "a dropdown that is open to be read")
        return self.citing.options(at)

    def _listed(self, item: Item, attribute: Words) -> Told:
        return self.properties.of_item(item, attribute) if attribute else self.properties.named(item)

    def total(self, question: say.Total) -> Told:
        """The sum of a property over a list, written as the page writes it."""
        readings = sorted(question.target.readings, key=by_likeliness)
        items = next((found for reading in readings if (found := self.items(reading))), None)
        if not items:
            raise Missing(question.target.said, "a list of them")
        told = [self.properties.of_item(item, question.attribute) for item in items]
        language = self.view.page.language
        try:
            read = summands((each.text for each in told), language)
        except UnreadableError as error:
            raise Refusal(
                f"the {question.attribute} of {question.target.said} cannot be added up: {error}"
            ) from error
        total = sum((each.quantity.value for each in read), Decimal(0))
        return self.citing.worked_out("sum", written(total, read, language), told)

    def items(self, reading: say.Reading) -> tuple[Item, ...] | None:
        """The things of the one list that a plural speaks of; None where it speaks of no list.

        Raises:
            Refusal: several lists could be meant.
        """
        if not set(content(reading.words.text)) - GENERIC_NOUNS and not self._speaks_of_a_list(reading):
            return None
        if set(tokens(reading.words.text)) & _NEGATING and not reading.words.exact:
            raise Refusal(
                f"{str(reading.words)!r} with a 'not' can be read in two ways; quote what the page says"
            )
        inside = set(self.presence.scope(reading)) if reading.places else None
        groups = self.finder.lists.selected(reading.words, inside)
        if not groups:
            return None
        groups = self.finder.lists.outermost(groups)
        if len(groups) > 1:
            tables = [pair for pair in groups if pair[0].kind == "table"]
            groups = tables if len(tables) == 1 else groups
        if len(groups) > 1:
            raise ambiguous(
                str(reading.words) or "the list",
                [f"{len(items)} from '{items[0].name}' on" for _, items in groups],
            )
        return groups[0][1]

    def _speaks_of_a_list(self, reading: say.Reading) -> bool:
        """Whether words without a meaning of their own speak of a list: "items", "of them", "rows"."""
        return (
            reading.hint in ("row", "list")
            or not (reading.words or reading.hint)
            or bool(GENERIC_NOUNS & set(tokens(reading.words.text)))
        )
