"""What is there, and in what state."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS
from pytest_webagent.model.builtin.absence import Absence, denied
from pytest_webagent.model.builtin.items import GENERIC_NOUNS
from pytest_webagent.model.builtin.notices import is_error
from pytest_webagent.model.builtin.refusal import Missing, Refusal, listed
from pytest_webagent.model.builtin.roles import ELEMENTS
from pytest_webagent.model.builtin.sayings import parts
from pytest_webagent.model.builtin.told import NOTHING, Citing, Told, joined
from pytest_webagent.model.builtin.words import Fit, Words, content, fit
from pytest_webagent.values import plain_text
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_webagent.claims.derivation import Derivation
    from pytest_webagent.model.builtin import instruction as say
    from pytest_webagent.model.builtin.items import Group, Item
    from pytest_webagent.model.builtin.matching import Finder
    from pytest_webagent.model.builtin.notices import Notices


_KINDS = GENERIC_NOUNS | word_set(
    "user member customer person order book message task file account page called named"
)


_MESSAGE = word_set("message error warning alert notification problem")
BAD_NEWS = frozenset(["error", "warning", "problem"])
_SPEAKING = frozenset(["alert", "status"])
CONTROLS = BUTTONS | {"option", "tab", "columnheader"}
_CALLED = re.compile(r"(?P<kind>.+?)\s+(?:called|named|titled)\s+(?P<name>.+)", re.IGNORECASE)
_LONGEST = 300
_WHOSE = word_set("by from about of with")
"""What joins a thing to what it is of."""


def _in_order(words: Words, said: str) -> bool:
    """Whether a number stands with its word: "order 3" is not in "all 3 orders"."""
    wanted, have = content(words.text), content(said)
    if not any(word.isdigit() for word in wanted):
        return True
    return any(have[at : at + len(wanted)] == wanted for at in range(len(have)))


def speaks_of_messages(reading: say.Reading, kinds: set[str]) -> bool:
    """Whether words speak of a message or an error as such, whatever it says."""
    return not reading.words.exact and (reading.hint == "message" or bool(kinds)) and kinds <= _MESSAGE


class Presence:
    """Tells what is on one page."""

    def __init__(self, finder: Finder, notices: Notices) -> None:
        self.finder = finder
        self.view = finder.view
        self.notices = notices
        self.absence = Absence(finder)
        self.citing = Citing(finder.view)

    def told(self, target: say.Target) -> Told:
        """That something is on the page: "yes".

        Raises:
            Missing: it is not; its evidence shows that, unless the words stand on the page all the same.
            Refusal: nobody can tell, because only a control has the words in its name, or the place is not there.
        """
        if target.main.every:
            raise Refusal(
                f"whether {target.said!r} are there cannot be told; ask for one of them, or how many there are"
            )
        problem: Refusal | None = None
        for reading in target.readings:
            try:
                if told := self._shown(self._meant(reading)):
                    self._refuse_misplaced(target, reading)
                    return told
            except Refusal as refusal:
                problem = problem or refusal
        if problem is not None:
            raise problem
        nearest = self.finder.nearest(target, "press")
        raise Missing(target.said, "anything that says so", nearest, self._absence(target))

    def _refuse_misplaced(self, target: say.Target, found: say.Reading) -> None:
        """Make sure that what was found without "in the list" is also in the list, where the page has one.

        Raises:
            Refusal: it is not.
        """
        for reading in target.readings:
            if not reading.places or found != replace(reading, places=()):
                continue
            try:
                there = not self._in_places(reading) or self._shown(reading)
            except Refusal:
                continue
            if not there:
                raise Refusal(f"{found.words} is on the page, and not where {target.said!r} may mean")

    def _absence(self, target: say.Target) -> tuple[Derivation, ...]:
        """What shows that nothing fits; nothing if the words stand on the page in another way to read them."""
        readings = [self._meant(reading) for reading in target.readings]
        placed = [reading for reading in readings if reading.places]
        inside = [self._no_such(reading) for reading in placed if self.absence.places(reading) is not None]
        if placed and not inside:
            inside = [next(filter(None, map(self._no_such, placed)), ())]
        shown = [*inside, *(self._no_such(reading) for reading in readings if not reading.places)]
        return shown[0] if all(shown) else ()

    def _no_such(self, reading: say.Reading) -> tuple[Derivation, ...]:
        kinds = set(content(reading.words.text))
        if speaks_of_messages(reading, kinds):
            return self._no_message(kinds)
        return self.absence.of(reading)

    def _meant(self, reading: say.Reading) -> say.Reading:
        """The reading with the thing that "it" stands for."""
        if not reading.pronoun:
            return reading
        if not self.finder.remembered:
            raise Refusal("nothing was named before that 'it' could stand for")
        return replace(reading, words=Words(self.finder.remembered, exact=True), pronoun=False)

    def _shown(self, reading: say.Reading) -> Told:
        """What shows that something fits a reading; nothing is told if nothing does."""
        view = self.view
        words = reading.words
        scope = self._in_places(reading)
        if scope is None:
            return NOTHING
        kinds = set(content(words.text))
        if speaks_of_messages(reading, kinds):
            return self._message_shown(kinds)
        if reading.hint == "option" and (holders := self._offering(words, scope)):
            return self._there(holders)
        if reading.hint in ELEMENTS - {"image"} or not words:
            return self._there(self.elements(reading)[:1])
        if words.exact:
            return self._there(
                at
                for at in scope
                if plain_text.says(view.text(at) or view[at].name, words.text)
                or fit(words, view.name(at)) >= Fit.SAME
            )
        called = _CALLED.fullmatch(words.text)
        if called and (told := self._shown(replace(reading, words=Words(called["name"])))):
            self._refuse_unknown(called["kind"], called["name"])
            return told
        named = Words(" ".join(word for word in words.text.split() if not set(content(word)) & _KINDS))
        fitting = (at for at in scope if fit(named, view.name(at)) >= Fit.SET)
        if named and named != words and (told := self._there(fitting)):
            # "the user Ann Berg" is there where only "Ann Berg" is written.
            return told
        if told := self._in_a_list(reading, scope) or self._said(words, sorted(scope)):
            return told
        for place in reading.places:
            if place.word in _WHOSE and scope and place.reading.words:
                self._refuse_unknown(words.text, place.reading.words.text)
        return NOTHING

    def _there(self, found: Iterable[int]) -> Told:
        """Something is there: the smallest of these elements, if there are any."""
        places = sorted(found, key=lambda at: len(self.view.within(at)))
        return self.citing.there(*places[:1]) if places else NOTHING

    def _offering(self, words: Words, scope: set[int]) -> list[int]:
        """The dropdowns that have an option."""
        return [
            at
            for at in sorted(scope)
            if any(fit(words, option) >= Fit.SAME for option in self.view[at].options)
        ]

    def _refuse_unknown(self, kind: str, name: str) -> None:
        """What the page does not call a kind of thing may be there under another word.

        Raises:
            Refusal: no list is called so.
        """
        if not set(content(kind)) <= self._kinds():
            raise Refusal(f"{name!r} is on the page, and whether it is a {kind!r} cannot be told")

    def _kinds(self) -> set[str]:
        """The words that lists of this page, and lists in general, are called by."""
        return {
            word for group in self.finder.lists.groups for word in self.finder.lists.called(group)
        } | _KINDS

    def _in_a_list(self, reading: say.Reading, scope: set[int]) -> Told:
        """What shows that something of a list is what the words say: its name, what it says, its kind in a place."""
        words, lists = reading.words, self.finder.lists
        kind = set(content(words.text))
        for group in lists.groups:
            inside = [item for item in group.items if item.index in scope]
            for item in inside:
                if fit(words, item.name) >= Fit.TYPO or lists.item_fit(item, words, group) == Fit.CONTEXT:
                    return self._listed(item, words)
            if reading.places and inside and kind and kind <= lists.called(group) | GENERIC_NOUNS:
                # "An order from Ben": the row of Ben, in the list of orders.
                self._surely_there(reading, inside[0], group)
                return self._listed(inside[0], words)
        described = (item for items in lists.described(words) for item in items if item.index in scope)
        return next((self._listed(item, words) for item in described), NOTHING)

    def _listed(self, item: Item, words: Words) -> Told:
        """A thing of a list is there: the part of it that says most of the words, or else its name."""
        wanted = set(content(words.text))
        said = {at: len(wanted & set(content(text))) for text, at in parts(self.view, item).items()}
        most = max(said.values(), default=0)
        told = [at for at, number in said.items() if number == most > 0]
        name = item.index if item.name_at is None else item.name_at
        return self.citing.there(min(told, key=lambda at: len(self.view.text(at)), default=name))

    def _surely_there(self, reading: say.Reading, item: Item, group: Group) -> None:
        """Refuse where a thing only has the words of a place scattered in its text: "6 May" in "13 May, 6 guests"."""
        for place in reading.places:
            words = place.reading.words
            if words and self.finder.lists.item_fit(item, words, group) == Fit.TEXT:
                raise Refusal(f"whether {words.text!r} is said of '{item.name}' cannot be told")

    def _in_places(self, reading: say.Reading) -> set[int] | None:
        """The elements in the places of a reading; None where a place names something that is not there.

        Raises:
            Refusal: the part of the page that is named is not there, so nothing in it can be looked for.
        """
        scope = set(self.view.shown)
        for place in reading.places:
            try:
                scope &= set(self.finder.places.scope(place))
            except Refusal as refusal:
                if holders := self._several_things(place.reading):
                    scope &= holders
                    continue
                if place.word == "with" and self._may_go_unsaid(reading, place.reading):
                    raise Refusal(
                        f"the page says nothing of {place.reading.words}, so whether there is such a {reading.words} cannot be told"
                    ) from None
                if place.relation in ("in", "under") and place.reading.words:
                    whole = reading.words.text + " " + place.reading.words.text
                    if not self._said_anywhere(whole):
                        raise Refusal(refusal.problem) from None
                return None
        return scope

    def _several_things(self, where: say.Reading) -> set[int]:
        """What stands in the several things of lists that a place names: "a file from Ravi"."""
        if not where.words or not where.plainly_named:
            return set()
        found, level = self.finder.lists.items_fitting(where.words)
        return {at for _, item in found for at in self.view.within(item.index)} if level >= Fit.SET else set()

    def _may_go_unsaid(self, what: say.Reading, trait: say.Reading) -> bool:
        """Whether things that are there may have a trait that their list does not tell: no column or label is named."""
        lists = self.finder.lists
        told = {
            word
            for group in lists.groups
            for item in group.items
            for header, _, _ in item.cells
            for word in content(header)
        }
        return self._said_anywhere(what.words.text) and not told & set(content(trait.words.text))

    def _said_anywhere(self, words: str) -> bool:
        wanted = set(content(words))
        return any(wanted <= set(content(self.view[at].text or self.view[at].name)) for at in self.view.shown)

    def _said(self, words: Words, scope: Sequence[int]) -> Told:
        """The text that says the words, and not that there are none."""
        controls: list[int] = []
        for at in scope:
            if self.absence.says_none(at) is not None:
                continue
            for said in dict.fromkeys((self.view[at].text, self.view[at].name)):
                if not said or len(said) > _LONGEST:
                    continue
                level = fit(words, said)
                if level < Fit.PART or denied(said, words) or not _in_order(words, said):
                    continue
                if level >= Fit.SET or self.view[at].role not in CONTROLS:
                    return self.citing.there(at)
                controls.append(at)
        if controls:
            raise Refusal(
                f"whether there is {str(words)!r} cannot be told: only {listed(self.finder.describe(at) for at in controls)} "
                "has these words in its name"
            )
        fields = [
            at
            for at in scope
            for said in (*self.view[at].options, self.view[at].value or "")
            if said and max(fit(words, said), fit(words, f"{self.view.name(at)} {said}")) >= Fit.SET
        ]
        if fields:
            raise Refusal(
                f"whether there is {str(words)!r} cannot be told: it is only in {listed(self.finder.describe(at) for at in fields)}; "
                "ask for its value or its options"
            )
        return NOTHING

    def _message_shown(self, kinds: set[str]) -> Told:
        """The message the page shows, or the error, as it would be reported if it were asked for."""
        spoken = self.notices.live()
        if not kinds & BAD_NEWS:
            return Told("yes", joined(spoken).evidence) if spoken else NOTHING
        if errors := [said for said in spoken if is_error(said.text)]:
            return Told("yes", joined(errors).evidence)
        if told := self._said(Words("error"), self.view.shown):
            return told
        if any(self.view[at].role == "alert" and self.view.text(at) for at in self.view.shown):
            raise Refusal(f"whether {joined(spoken, '; ').text!r} is an error cannot be told")
        return NOTHING

    def _no_message(self, kinds: set[str]) -> tuple[Derivation, ...]:
        """What shows that there is no message, or none that is an error."""
        there = {element.role for element in self.view.elements if not element.hidden}
        silent = [at for at, element in enumerate(self.view.elements) if element.role in _SPEAKING]
        evidence = self.absence.of_roles(*sorted(_SPEAKING - there))
        if kinds & BAD_NEWS:
            return (*evidence, *self.absence.of_words(Words("error")))
        return evidence or self.citing.texts(*silent).evidence

    def elements(self, reading: say.Reading) -> tuple[int, ...]:
        """The elements a reading with a noun such as "buttons" speaks of."""
        try:
            return self.finder.fitting(reading, "any", self.scope(reading)).indexes
        except Refusal:
            return ()

    def scope(self, reading: say.Reading) -> list[int]:
        """The visible elements in the places of a reading."""
        scope = list(self.view.shown)
        for place in reading.places:
            inside = set(self.finder.places.scope(place))
            scope = [at for at in scope if at in inside]
        return scope
