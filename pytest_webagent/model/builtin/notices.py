"""What a page says to its user: alerts, status texts, sentences that came, errors of fields."""

from __future__ import annotations

import re
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, TypeAlias

from pytest_webagent.aria_roles import BUTTONS, FIELDS, MESSAGES, TOGGLES
from pytest_webagent.claims.citations import Citations, Told, joined
from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.judging.trouble import is_error
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.words import plain
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_webagent.model.builtin.view import View

_PROSE = word_set("listitem paragraph generic strong text")
"""Roles of what may say a sentence."""
_A_SENTENCE = 3
"""Fewest words of a sentence that tells something."""
_LONGEST = 250
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
            what = "error message" if tone == "error" else "message"
            raise Missing(what, "an alert, a status text or a sentence of that kind")
        if not sure and len(found) > (_MOST if self._before else 1):
            raise Refusal(f"many texts could be the message: {'; '.join([*found][:4])}")
        return joined(self._read(found), "; ")

    def _likeliest(self, tone: str) -> Iterator[tuple[Texts, bool]]:
        """What may be the message, and whether it surely is one: what is new since the last action goes before the old."""
        areas, said = self._areas(tone), self._sentences(tone)
        # Such as the number of things in the cart, in the page's header.
        main = {text: at for text, at in areas.items() if not self.view.aside(at)}
        yield self._new(main), True
        yield self._new(said), False
        yield self._new(areas), True
        yield main, True
        yield areas, True
        yield said, False

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

    def live(self) -> list[Told]:
        """The texts of alerts and status areas: the new ones if any are new, but those of the page's header last."""
        areas = self._areas("")
        fresh = self._new(areas) or areas
        return self._read({text: at for text, at in fresh.items() if not self.view.aside(at)} or fresh)

    def is_new(self, said: str) -> bool:
        """Whether something was done, and a text was not on the page before it."""
        return bool(self._before) and said not in self._before

    def _areas(self, tone: str) -> Texts:
        """The texts of alerts and status areas."""
        shown = [(at, each) for at, each in enumerate(self.view.elements) if not each.hidden]
        areas = [at for at, each in shown if each.role in MESSAGES - {"log"} and self._text(at)]
        if tone == "error":
            alerts = [at for at in areas if self.view[at].role == "alert"]
            areas = alerts or [at for at in areas if is_error(self._text(at), announced=True)]
        return _firsts((self._text(at), at) for at in areas)

    def _sentences(self, tone: str) -> Texts:
        """The sentences that may be a message: they stand by themselves, and read like an error where one is wanted."""
        view = self.view
        # Upon an act, "Please enter ..." is a complaint, and no hint.
        wrong = partial(is_error, announced=bool(self._before))
        found: list[tuple[str, int]] = []
        for at in view.shown:
            parent = view[at].parent
            whole = view[at].role == "text" and parent is not None and view[parent].role in _PROSE
            holder = parent if whole and parent is not None else at
            said = view.text(holder)
            if (
                view[at].text
                and view[holder].role in _PROSE
                and len(said.split()) >= _A_SENTENCE
                and len(said) <= _LONGEST
                and (wrong(said) if tone == "error" else said.endswith((".", "!")))
                and not view.aside(at)
                and not self._of_a_thing(at)
            ):
                found.append((said, holder))
        texts = _firsts(found)
        return {
            said: at
            for said, at in texts.items()
            if not any(said != other and said in other for other in texts)
        }

    def _of_a_thing(self, index: int) -> bool:
        """Whether a text is a part of a thing that is shown, such as a post, a row, a tile with a figure."""
        view = self.view
        item = view.ancestor(index, ("article", "row", "listitem"))
        if item is None:
            return any(_FIGURE.fullmatch(view.text(at)) for at in view.page.children(view[index].parent))
        return view[item].role != "listitem" or any(
            view[at].role in BUTTONS | {"link", "heading"} for at in view.within(item)
        )

    def _spoken(self, text: str, area: int) -> Told:
        """A message as it was read: whole, or in parts where a button stands between them."""
        told = self.citing.says(text, area)
        return (
            told
            if told.evidence
            else joined(self.citing.says(*each) for each in self._parts(area))._replace(text=text)
        )

    def _text(self, index: int) -> str:
        """The text of a message without the button that closes it."""
        return " ".join(text for text, _ in self._parts(index))

    def _parts(self, index: int) -> list[tuple[str, int]]:
        view = self.view
        inside = view.within(index)
        closing = {below for at in inside[1:] if view[at].role == "button" for below in view.within(at)}
        if not closing:
            return [(view.text(index), index)] if view.text(index) else []
        parts = [
            (view[at].text or (view[at].name if not view.page.children(at) else ""), at)
            for at in inside
            if at not in closing and view.seen(at)
        ]
        return [(text, at) for text, at in parts if text]

    def of_field(self, field: int) -> Told:
        """The error shown for a field: the text that stands with it or right after it, and is not its label.

        Raises:
            Missing: there is none.
        """
        view, page = self.view, self.view.page
        alone = takewhile(lambda above: self._fields(above) < 2, page.ancestors(field))
        behind = takewhile(
            lambda at: view[at].role not in FIELDS | TOGGLES | BUTTONS, range(field + 1, len(view.elements))
        )
        near = self._other_texts((at for above in alone for at in view.within(above)), field)
        texts = near | self._other_texts(behind, field)
        errors = {text: at for text, at in texts.items() if is_error(text, announced=True)}
        if errors or near:
            return joined(self._read(errors or near), "; ")
        if is_error(view[field].description, announced=True):
            return self.citing.there(field, said=view[field].description)
        raise Missing(f"error of {view.name(field)}", "a text beside the field")

    def _fields(self, index: int) -> int:
        return sum(self.view[at].role in FIELDS | TOGGLES for at in self.view.within(index))

    def _other_texts(self, places: Iterable[int], field: int) -> Texts:
        view = self.view
        no_news = (plain(view.name(field)).rstrip(":* "), "")
        return _firsts(
            (view[at].text, at)
            for at in places
            if view[at].text
            and view.seen(at)
            and view[at].role not in BUTTONS | FIELDS | {"link", "heading"}
            and plain(view[at].text).rstrip(":* ") not in no_news
        )

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
