"""What a page says to its user: alerts, status texts, confirmations, errors of fields."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from pytest_webagent.aria_roles import BUTTONS, FIELDS, MESSAGES, TOGGLES
from pytest_webagent.claims.citations import Citations, Told, joined
from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.words import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_webagent.model.builtin.view import View

_ERROR = re.compile(
    r"\b(?:errors?|invalid|incorrect|wrong|required|must|failed|fail|cannot|can't|unable|not valid|not found|denied|already exists|please (?:enter|correct|check|fill|choose|select|try)|"
    r"too (?:short|long|large|small|many)|expired|does not match|do not match|didn't match|not allowed|at least|unknown)\b",
    re.IGNORECASE,
)
_NEWS = re.compile(
    r"\b(?:success(?:fully)?|(?:was|were|has been|have been|is now|are now) \w+|thank you|thanks|welcome|saved|added|removed|deleted|updated|created|sent|placed|cancelled|canceled|confirmed|completed|received|"
    r"subscribed|uploaded|submitted|logged (?:in|out)|signed (?:in|out))\b",
    re.IGNORECASE,
)
_RULE = re.compile(r"\b(?:must|at least|at most|please)\b", re.IGNORECASE)
"""What a hint says as well: it is a message only if it was not there before."""
_FIGURE = re.compile(r"\W*\d[\d.,]*\W*")
_MOST = 3

Texts: TypeAlias = "dict[str, int]"
"""Texts, each with the element it was read from."""


class Notices:
    """The messages on a page."""

    def __init__(self, view: View, before: frozenset[str] = frozenset()) -> None:
        """`before` are the texts that were on the page before the last action."""
        self.view = view
        self.citing = Citations(view.page)
        self._before = before

    def message(self, tone: str = "") -> Told:
        """The message the page shows; several are joined by "; ".

        Raises:
            Missing: it shows none.
            Refusal: too many texts could be meant.
        """
        found, sure = next((each for each in self._likeliest(tone) if each[0]), ({}, True))
        if not found:
            raise Missing(
                "error message" if tone == "error" else "message",
                "an alert, a status text or a sentence of that kind",
            )
        if not sure and len(found) > (_MOST if self._before else 1):
            raise Refusal(f"many texts could be the message: {'; '.join([*found][:4])}")
        return joined(self._read(found), "; ")

    def _likeliest(self, tone: str) -> Iterator[tuple[Texts, bool]]:
        """What may be the message, and whether it surely is one: what is new since the last action goes before the old."""
        view, areas = self.view, self._areas(tone)
        # Such as the number of things in the cart, in the page's header.
        corner = {text for text, at in areas.items() if view.aside(at)}
        yield {text: at for text, at in self._new(areas).items() if text not in corner}, True
        patterns = (_ERROR,) if tone == "error" else (_NEWS,) if tone else (_NEWS, _ERROR)
        said = [self._sentences(pattern) for pattern in patterns]
        yield from ((_longest(self._new(texts)), False) for texts in said)
        yield self._new(areas), True
        yield {text: at for text, at in areas.items() if text not in corner}, True
        if not tone:
            yield self._fresh(), False
        yield areas, True
        yield from ((_longest(texts), False) for texts in said)

    def _new(self, texts: Texts) -> Texts:
        return {text: at for text, at in texts.items() if text not in self._before}

    def _read(self, found: Texts) -> list[Told]:
        return [self._spoken(text, at) for text, at in found.items()]

    def texts(self) -> frozenset[str]:
        """All that the page says now, for telling later what is new."""
        view = self.view
        return frozenset(
            text
            for at, element in enumerate(view.elements)
            if not element.hidden
            for text in (element.text, view.text(at), self._text(at) if element.role in MESSAGES else "")
            if text
        )

    def live(self, tone: str = "") -> list[Told]:
        """The texts of alerts and status areas: the new ones if any are new, but those of the page's header last."""
        areas = self._areas(tone)
        fresh = self._new(areas) or areas
        return self._read({text: at for text, at in fresh.items() if not self.view.aside(at)} or fresh)

    def _areas(self, tone: str) -> Texts:
        """The texts of alerts and status areas."""
        view = self.view
        areas = [
            at
            for at, element in enumerate(view.elements)
            if element.role in MESSAGES - {"log"} and not element.hidden and self._text(at)
        ]
        if tone == "error":
            alerts = [at for at in areas if view[at].role == "alert"]
            areas = alerts or [at for at in areas if _ERROR.search(self._text(at))]
        return _firsts((self._text(at), at) for at in areas)

    def _spoken(self, text: str, area: int) -> Told:
        """A message as it was read: whole, or in parts where a button stands between them."""
        told = self.citing.says(text, area)
        if told.evidence:
            return told
        return joined(self.citing.says(*each) for each in self._parts(area))._replace(text=text)

    def is_new(self, said: str) -> bool:
        """Whether something was done, and a text was not on the page before it."""
        return bool(self._before) and said not in self._before

    def _fresh(self) -> Texts:
        """Whole sentences that were not on the page before the last action."""
        view = self.view
        if not self._before:
            return {}
        said = [
            (view[at].text, at)
            for at in view.shown
            if view[at].role in ("listitem", "paragraph", "generic", "strong", "text") and not view.aside(at)
        ]
        return _firsts(
            (text, at)
            for text, at in said
            if text.endswith((".", "!")) and len(text.split()) >= 3 and text not in self._before
        )

    def _text(self, index: int) -> str:
        """The text of a message without the button that closes it."""
        return " ".join(text for text, _ in self._parts(index))

    def _parts(self, index: int) -> list[tuple[str, int]]:
        view = self.view
        closing = {
            below
            for at in view.page.descendants(index)
            if view[at].role == "button"
            for below in view.within(at)
        }
        if not closing:
            return [(view.text(index), index)] if view.text(index) else []
        parts = [
            (view[at].text or (view[at].name if not view.page.children(at) else ""), at)
            for at in view.within(index)
            if at not in closing and view.seen(at)
        ]
        return [(text, at) for text, at in parts if text]

    def _sentences(self, pattern: re.Pattern[str]) -> Texts:
        view = self.view
        found: list[tuple[str, int]] = []
        for at in view.shown:
            element = view[at]
            if (
                not element.text
                or view.aside(at)
                or element.role
                in FIELDS | BUTTONS | TOGGLES | {"link", "heading", "option", "tab", "cell", "columnheader"}
            ):
                continue
            holder = at if element.role != "text" or element.parent is None else element.parent
            whole = view.text(holder)
            said = (
                whole
                if element.role == "text"
                and len(whole) <= 200
                and view[holder].role in ("listitem", "paragraph", "generic", "strong")
                else element.text
            )
            if (
                len(said.split()) >= 2
                and len(said) <= 250
                and pattern.search(said)
                and not self._of_something_else(at)
                and (self._before or not _RULE.search(said))
            ):
                found.append((said, holder if said is whole else at))
        return _firsts(found)

    def _of_something_else(self, index: int) -> bool:
        """Whether a text is a part of a thing that is shown (a post, a row, a tile with a figure), not a message."""
        view = self.view
        if view.ancestor(index, ("article", "row")) is not None:
            return True
        item = view.ancestor(index, ("listitem",))
        if item is not None and any(
            view[at].role in BUTTONS | {"link", "heading"} for at in view.within(item)
        ):
            return True
        return any(_FIGURE.fullmatch(view.text(at)) for at in view.page.children(view[index].parent))

    def of_field(self, field: int) -> Told:
        """The error shown for a field: the text that stands with it and is not its label.

        Raises:
            Missing: there is none.
        """
        view = self.view
        label = plain(view.name(field))
        described = view[field].description
        for above in view.page.ancestors(field):
            inside = view.within(above)
            if sum(1 for at in inside if view[at].role in FIELDS | TOGGLES) > 1:
                break
            texts = self._other_texts(inside, label)
            errors = {text: at for text, at in texts.items() if _ERROR.search(text)}
            if errors or texts:
                return joined(self._read(errors or texts), "; ")
        if near := self._error_before_next_field(field, label):
            return near
        if described and _ERROR.search(described):
            return self.citing.there(field, said=described)
        raise Missing(f"error of {view.name(field)}", "a text beside the field")

    def _other_texts(self, inside: Iterable[int], label: str) -> Texts:
        view = self.view
        texts = [
            (view[at].text, at)
            for at in inside
            if view[at].text and view.seen(at) and view[at].role not in BUTTONS | FIELDS | {"link", "heading"}
        ]
        return _firsts(
            (text, at) for text, at in texts if plain(text).rstrip(":* ") not in (label.rstrip(":* "), "")
        )

    def _error_before_next_field(self, field: int, label: str) -> Told | None:
        """The error text right after a field that shares its container with other fields."""
        view = self.view
        for at in range(field + 1, len(view.elements)):
            element = view[at]
            if element.role in FIELDS | TOGGLES | BUTTONS:
                return None
            if (
                element.text
                and not element.hidden
                and _ERROR.search(element.text)
                and plain(element.text) != label
            ):
                return self.citing.says(element.text, at)
        return None

    def closing_words(self) -> Told:
        """What a run without a question answers: the newest message, else the main heading, else the title."""
        if live := self.live():
            return joined(live, "; ")
        heading = self.view.main_heading
        if heading is not None:
            return self.citing.says(self.view.name(heading), heading)
        return Told(self.view.page.title, (Derivation(op="title"),))


def _firsts(texts: Iterable[tuple[str, int]]) -> Texts:
    """Each text once, with where it stands first."""
    found: dict[str, int] = {}
    for text, at in texts:
        found.setdefault(text, at)
    return found


def _longest(texts: Texts) -> Texts:
    """Without the texts that are a part of another one."""
    return {
        said: at for said, at in texts.items() if not any(other != said and said in other for other in texts)
    }


def is_error(said: str) -> bool:
    """Whether a message sounds like an error."""
    return _ERROR.search(said) is not None
