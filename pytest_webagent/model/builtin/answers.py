"""Answers: each kind of question, read off the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.outcome import Absent, Unclear
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.asked import asked, is_label, read_of
from pytest_webagent.model.builtin.notices import Notices
from pytest_webagent.model.builtin.presence import Presence
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.states import States
from pytest_webagent.model.builtin.told import NOTHING, Citing, Told, joined
from pytest_webagent.model.builtin.words import Fit, Words, fit, plain, tokens
from pytest_webagent.values import quantities as in_quantities
from pytest_webagent.values.amounts import amounts
from pytest_webagent.values.bounds import is_bound
from pytest_webagent.values.days import calendar_day, days
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.money import prices
from pytest_webagent.values.quantities import quantities

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.items import Item
    from pytest_webagent.model.builtin.matching import Finder

_STATE_WORDS = {"unchecked": "not ticked", "checked": "ticked", "collapsed": "closed", "expanded": "open"}
_PARTLY = re.compile(r"\b(?:contains?|includes?|mentions?)\b", re.IGNORECASE)
_OPPOSITES = {
    "enabled": "disabled",
    "disabled": "enabled",
    "checked": "unchecked",
    "unchecked": "checked",
    "expanded": "collapsed",
    "collapsed": "expanded",
}


class Answers:
    """Answers questions about one page."""

    def __init__(
        self, finder: Finder, *, dialog: Told = NOTHING, before: frozenset[str] = frozenset()
    ) -> None:
        self.finder = finder
        self.view = finder.view
        self.citing = Citing(self.view)
        self.notices = Notices(self.view, before)
        self.presence = Presence(finder, self.notices)
        self.states = States(finder)
        self.dialog = dialog

    def answer(self, question: say.Question) -> Told:
        """What the page answers, and what that follows from.

        Raises:
            Missing: what is asked about is not on the page (yet).
            Refusal: it is ambiguous.
        """
        match question:
            case say.Exists():
                told = self.presence.told(question.target)
                return told._replace(text="no") if question.negated else told
            case say.State():
                return self.states.told(question)
            case say.PageFact():
                return self._fact(question)
            case say.Several():
                return joined(self.answer(one) for one in question.questions)
        return self.named(wording(question))

    def named(self, said: str) -> Told:
        """What words name on the page, or what a question in them comes to.

        Raises:
            Missing: nothing on the page is called so (yet).
            Refusal: several things are, or the page does not tell.
        """
        try:
            return asked(self.citing, said, self.finder.remembered)
        except Absent as absent:
            # A status text is "the status" only as what the last action led to; before, it may speak of anything.
            new = [each for each in self.notices.live() if self.notices.is_new(each.text)]
            if absent.said == "status" and new:
                return joined(new, "; ")
            raise Missing(absent.said, "what is asked for", absent.nearest) from None
        except Unclear as unclear:
            raise Refusal(str(unclear)) from None

    def of_item(self, item: Item, words: Words) -> Told:
        """A property of an item of a list.

        Raises:
            Missing: it says nothing of the kind.
            Refusal: it says several.
        """
        try:
            return read_of(self.citing, item.index, words.text)
        except Absent as absent:
            raise Missing(absent.said, "a value of that name") from None
        except Unclear as unclear:
            raise Refusal(str(unclear)) from None

    def thing(self, of: say.Target) -> Item | None:
        """The one thing of a list that is meant by its name; None for any other."""
        for reading in of.readings:
            try:
                if reading.superlative is not None:
                    return None
                item = self.finder.item_of(reading) if not reading.whole else None
                if item is not None:
                    return item
                if not reading.plainly_named or not reading.words or reading.hint not in ("", "row"):
                    continue
                found, level = self.finder.lists.items_fitting(reading.words)
            except Refusal:
                continue
            if len(found) == 1 and level >= Fit.CONTEXT:
                return found[0][1]
        return None

    def contradiction(self, check: say.Check) -> Told:
        """What the page says instead of what a check claims; empty if the check holds. Either way with what it follows from.

        Raises:
            Missing: what it speaks of is not on the page (yet).
            Refusal: the page does not tell.
        """
        question, expected = check.question, check.expected
        if isinstance(question, say.Attribute) and question.of is None:
            told = self._claimed(question.words, expected)
            if told is not None:
                return told
        told = self.answer(question)
        found = told.text
        if expected in ("yes", "no"):
            return told._replace(text="" if found == expected else self._instead(question, found))
        spoken = isinstance(question, say.PageFact) and question.fact in ("message", "dialog")
        partly = spoken or _PARTLY.search(check.said) is not None
        holds = says_the_same(expected, found, self.view.page.language, partly=partly)
        evidence = self.citing.compared(told.evidence, expected, same=holds)
        return Told("" if holds else f"the page says {found!r}", evidence)

    def _claimed(self, about: Words, expected: str) -> Told | None:
        """The same for a thing of a list ("Anna is an admin"); None if the words name no such thing."""
        meant = say.Target(str(about), (say.Reading(words=about),))
        try:
            found, level = self.finder.lists.items_fitting(about)
        except Refusal:
            return None
        if not found or (level < Fit.SAME and level != Fit.CONTEXT) or is_label(self.citing, about.text):
            return None
        claims = self.states.claims
        told = claims.told(meant, Words(expected))
        if told is None:
            raise Refusal(f"whether {str(about)!r} is {expected!r} cannot be told from the page")
        instead = claims.said_instead(meant, Words(expected)) or "the page says no"
        return told._replace(text="" if told.text == "yes" else instead)

    def _instead(self, question: say.Question, found: str) -> str:
        if isinstance(question, say.State):
            said = question.state if found == "yes" else _OPPOSITES.get(question.state, "")
            if said and not question.target.main.every and not question.some:
                return f"{question.target.said} is {_STATE_WORDS.get(said, said)}"
            told = self.states.claims.said_instead(question.target, Words(question.state))
            if told:
                return told
        return f"the page says {found}"

    def _fact(self, question: say.PageFact) -> Told:
        page = self.view.page
        match question.fact:
            case "title":
                return Told(page.title, (Derivation(op="title"),))
            case "url":
                return Told(page.url, (Derivation(op="url"),))
            case "tabs":
                if any(self.view[at].role == "tab" for at in self.view.shown):
                    raise Refusal(
                        "the page shows tabs of its own, so 'tabs' could mean these or the browser's"
                    )
                return Told(str(len(page.tabs)), (Derivation(op="tabs"),))
            case "heading":
                if self.view.main_heading is None:
                    raise Missing("heading", "a heading")
                return self.citing.says(self.view.title, self.view.main_heading)
            case "dialog":
                return self._dialog_text()
            case "message":
                if question.about is not None:
                    return self.notices.of_field(self.finder.one(question.about, "field"))
                if question.tone == "status" and is_label(self.citing, "status"):
                    return self.named("the status")
                return self.dialog or self.notices.message(question.tone)

    def _dialog_text(self) -> Told:
        if self.dialog:
            return self.dialog
        if self.view.modal is None:
            raise Missing("dialog", "an open dialog")
        inner = [
            at
            for at in self.view.page.descendants(self.view.modal)
            if self.view[at].text and self.view[at].role not in ("button", "heading")
        ]
        if not inner:
            return self.citing.says(self.view.text(self.view.modal), self.view.modal)
        return joined((self.citing.says(self.view[at].text, at) for at in inner), " ")


def wording(question: say.Question) -> str:
    """A question in words that name what is asked for."""
    match question:
        case say.Count(target=target, listed=listed):
            return f"how many {target.said}{' are listed' if listed else ''}"
        case say.Name(target=target):
            return f"the name of {target.said}"
        case say.Names(target=target, attribute=attribute):
            return f"all the {attribute.text or 'names'} of {target.said}"
        case say.Total(target=target, attribute=attribute):
            return f"the sum of the {attribute.text} of {target.said}"
        case say.Difference(first=first, second=second):
            return f"the difference between {wording(first)} and {wording(second)}"
        case say.Attribute(words=words, of=of):
            asks = "when" if question.date else "how many" if question.number else "the"
            said = f"'{words.text}'" if words.exact and words.text != "value" else words.text
            return f"{asks} {said}{f' of {of.said}' if of is not None else ''}"
    raise Refusal("the question is not understood")


def says_the_same(expected: str, found: str, language: str, *, partly: bool = False) -> bool:
    """Whether a value of the page is the one a check expects: as text, number or date, or `partly` with more around it.

    Raises:
        Refusal: the page says it with more around it, which may change what it says.
    """
    if plain(expected) == plain(found) or likeness(expected, found, language).same:
        return True
    doubt = Refusal(
        f"the page says {found!r}, and whether that is {expected!r} cannot be told; give the whole value, or say 'contains'"
    )
    wanted = quantities(expected)
    if len(wanted) == 1 and plain(wanted[0].text) == plain(expected):
        shown = [each.quantity for each in prices(found, language)] or quantities(found, language)
        same = [each for each in shown if in_quantities.may_be_same(each, wanted[0])]
        sure = len(shown) == 1 and in_quantities.same_quantity(shown[0], wanted[0])
        if same and (not sure or is_bound(found, language)):
            raise doubt
        return bool(same)
    if len({each.measure for text in (expected, found) for each in amounts(text, language)}) > 1:
        raise doubt
    if day := calendar_day(expected):
        shown_days = days(found, language)
        if any(each.other is not None or each.missing for each in shown_days):
            raise doubt
        if shown_day := calendar_day(found, language):
            return day == shown_day
    denying = {"not", "no", "never"}
    if denying & set(tokens(found)) != denying & set(tokens(expected)):
        return False
    level = fit(Words(expected), found)
    if level >= Fit.SAME or (level >= Fit.PART and partly):
        return True
    if level >= Fit.PART:
        raise doubt
    return False
