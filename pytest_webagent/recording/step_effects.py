"""What steps bring about: seen between two observations when they are recorded, awaited when they are replayed."""

from __future__ import annotations

import asyncio
import re
import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from pytest_webagent.aria_roles import DIALOGS, ITEMS, MESSAGES
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.page.lists import lists
from pytest_webagent.page.locator import Locator
from pytest_webagent.page.locators import locators
from pytest_webagent.page.places import Place
from pytest_webagent.recording.goal_question import GoalQuestion
from pytest_webagent.recording.list_changes import changed_things, fewer, is_as_it_was, others_than
from pytest_webagent.recording.page_text import PageText
from pytest_webagent.recording.recording import StepEffect
from pytest_webagent.recording.target_finder import PATIENCE, is_there
from pytest_webagent.values.plain_text import listed, quoted, says

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.async_api import Response

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.observation import Element, Observation

_SAVING: Final = frozenset(("POST", "PUT", "PATCH", "DELETE"))
_VARIES: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+", re.IGNORECASE)
"""What the addresses of new records differ in."""
_TELLING: Final = (frozenset(("heading",)), DIALOGS, MESSAGES, ITEMS)
"""Roles of what tells that something was done, the most telling first."""
_PAUSES: Final = (0.005, 0.01, 0.02, 0.05)
_PAUSE: Final = 0.1
_BAD: Final = 400
"""The first HTTP status that refuses a request."""


def address_of(url: str) -> str:
    """Path and query of an address: the host of a test server is another one each time."""
    parts = urlsplit(url)
    return (
        (parts.path or "/")
        + (f"?{parts.query}" if parts.query else "")
        + (f"#{parts.fragment}" if parts.fragment else "")
    )


def saves(response: Response) -> str:
    """The request of a response, if it is one that saves something: method and path. Else nothing."""
    request = response.request
    if request.method not in _SAVING or request.resource_type not in ("document", "xhr", "fetch"):
        return ""
    return f"{request.method} {urlsplit(request.url).path or '/'}"


def accepted(response: Response) -> bool:
    """Whether a request was not refused."""
    return response.status < _BAD


def opened(address: str) -> str:
    """An address in which all is left open that differs from record to record."""
    return _VARIES.sub("*", address)


def fits(pattern: str, address: str) -> bool:
    """Whether an address is one that a recording means."""
    return re.fullmatch("[^/?#&=]+".join(map(re.escape, pattern.split("*"))), address) is not None


def effect_between(before: Observation, after: Observation, asked: str) -> StepEffect:
    """What a page shows that it did not, or does not any more.

    A thing of a list, and what has figures in it, tells it only where it is in what is `asked`: tomorrow it is another.
    """
    if after.dialog is not None:
        return StepEffect(dialog=after.dialog)
    address = address_of(after.url) if address_of(before.url) != address_of(after.url) else ""
    appears = _only_in(after, before, asked)
    gone = "" if appears or address else _only_in(before, after, asked)
    changes = "" if appears or address or gone else _changed_message(before, after)
    told = {"address": address, "there is": appears, "there is no longer": gone, "changes": changes}
    return StepEffect.model_validate({name: value for name, value in told.items() if value})


def _changed_message(before: Observation, after: Observation) -> str:
    """A message that says something else now, as a locator of where it stands; empty where there is none."""
    for at, _ in _shown(after, MESSAGES):
        locator = locators(after).of(at, says=False)
        told = str(locator)
        if not locator.nth and (now := said_by(after, told)) and now != said_by(before, told):
            return told
    return ""


def lasting_effect(before: Observation, after: Observation, asked: str) -> StepEffect:
    """What a page shows that it did not, and that is there for good, as far as one look tells."""
    appears = effect_between(before, after, asked).appears
    if after.dialog or appears is None or Locator.parse(appears).called.kind in MESSAGES:
        return StepEffect()
    return StepEffect.model_validate({"there is": appears})


def _only_in(one: Observation, other: Observation, asked: str) -> str:
    """The most telling thing that one page has and another has not, as a locator; empty where there is none."""
    known = {(each.role, each.name or each.text) for each in other.elements}
    look, there = locators(one), locators(other)
    for roles in _TELLING:
        for at, element in _shown(one, roles):
            if (element.role, element.name or element.text) in known and element.role not in ITEMS:
                continue
            locator = look.of(at, lasts=True)
            listed_there = element.role in ITEMS or bool(lists(one).around(Place(one, at)))
            varies = listed_there or any(map(str.isdigit, locator.called.name))
            if varies and not says(asked, locator.called.name):
                continue
            if (
                locator.called.name
                and not locator.nth
                and look.find(locator) == (at,)
                and not there.find(locator)
            ):
                return str(locator)
    return ""


def _shown(page: Observation, roles: frozenset[str]) -> Iterator[tuple[int, Element]]:
    return (
        (at, each)
        for at, each in enumerate(page.elements)
        if each.role in roles and not each.hidden and each.id is not None
    )


def said_by(page: Observation, told: str) -> str | None:
    """What a page answers to a question, or the one element says that is called so; None where that is not to be found."""
    source = GoalQuestion.parse(told) or PageText.parse(told)
    if source is not None:
        try:
            return source.on(page).text
        except UnderivableError:
            return None
    found = locators(page).find(Locator.parse(told))
    return page.full_text(found[0]) if len(found) == 1 else None


class EffectWatch:
    """Waits for the effect of one step. It is made before the step is done, so that it hears of all that comes of it."""

    def __init__(self, session: BrowserSession, effect: StepEffect) -> None:
        self._session = session
        self._effect = effect
        self.before: Observation | None = None
        """The page before it, and before anything was done to the one thing of a list that changes."""
        self._saved: list[Response] = []
        self._before = False
        self._said: str | None = None
        self._rests = True
        self.lost = False
        """Whether all that did not come is that something changes which is not on the page."""
        self.seen: Observation | None = None
        """The page at rest with the effect on it, if it was looked at for that."""

    async def begin(self) -> None:
        """Listen, and see whether what is to come is there already."""
        if self._effect.request:
            self._session.context.on("response", self._on_response)
        if self._effect.appears is not None and not self._effect.address:
            self._before = await is_there(self._session, Locator.parse(self._effect.appears), in_words=True)
        if self._effect.changes is not None and self._session.dialog is None:
            self._said = said_by(await self._session.observe(), self._effect.changes)

    def end(self) -> None:
        """Listen no more."""
        if self._effect.request:
            self._session.context.remove_listener("response", self._on_response)

    async def missing(self, patience: float | None = None) -> tuple[str, ...]:
        """Wait until all of the effect is there, for `patience` seconds, else `PATIENCE`; what has not come, in words."""
        until, pauses = time.monotonic() + (patience or PATIENCE), iter(_PAUSES)
        while True:
            self.lost = False
            left = [words async for words in self._left()]
            self.lost = self.lost and len(left) == 1
            if not left or time.monotonic() >= until or self._session.dialog is not None:
                return tuple(left)
            await asyncio.sleep(next(pauses, _PAUSE))
            # From now on the page is only looked at, and not waited for.
            self._rests = False

    async def _left(self) -> Any:
        """What has not come, in words. What costs nothing is looked at first, and the rest only after that."""
        effect, session = self._effect, self._session
        if effect.dialog:
            if session.dialog is None:
                yield f"no dialog is open, and there was one that said: {effect.dialog}"
            return
        if effect.request and not any(
            fits(effect.request, self._told(each)) and accepted(each) for each in self._saved
        ):
            refused = [f"{self._told(each)} was answered with {each.status}" for each in self._saved]
            yield "; ".join(refused) or f"{effect.request} was not answered"
            return
        if effect.address and not fits(effect.address, self._address):
            yield f"the address is to be {effect.address}, and is {self._address}"
            return
        if effect.changes is not None or effect.only is not None or effect.shows:
            page = await session.observe_at_rest()
            self.seen = page if self._rests else None
            for problem in self._changed(page):
                yield problem
        if effect.appears is not None and not await is_there(
            session, Locator.parse(effect.appears), in_words=True
        ):
            yield f"there is to be {effect.appears}"
        elif self.says_nothing and not session.acted.changed:
            yield f"there is to be {effect.appears}, and it was there before, and nothing changed"
        if effect.gone is not None and await is_there(session, Locator.parse(effect.gone)):
            yield f"{effect.gone} is to be gone"

    def _changed(self, page: Observation) -> Iterator[str]:
        effect = self._effect
        if effect.changes is not None and (said := said_by(page, effect.changes)) in (None, "", self._said):
            self.lost = said is None
            yield f"{effect.changes} is to change, and {'is not to be found' if self.lost else f'says {said!r}'}"
        if effect.shows and self.before is not None and not fewer(self.before, page):
            yield f"{effect.shows} are to be shown"
        if effect.only is not None and self.before is not None:
            thing, changed = Locator.parse(effect.only), changed_things(self.before, page)
            if is_as_it_was(thing, self.before, changed):
                yield f"{effect.only} is to change, and is as it was"
            elif others := others_than(thing, self.before, changed):
                yield f"only {effect.only} is to change, and so did {listed(map(quoted, others))}"

    @property
    def says_nothing(self) -> bool:
        """Whether what has come might as well be left from before, so that the page has to come to rest first."""
        effect = self._effect
        return self._before and not effect.request

    @property
    def saved(self) -> str:
        """What was saved and not refused, last."""
        return next((self._told(each) for each in reversed(self._saved) if accepted(each)), "")

    def _told(self, response: Response) -> str:
        """What a response says was saved, as it is recorded."""
        return self._session.vault.conceal(saves(response))

    @property
    def _address(self) -> str:
        """The address of the page, as it is recorded."""
        return self._session.vault.conceal(address_of(self._session.page.url))

    def learned(self, missing: str) -> StepEffect | None:
        """The effect as it is to be told, if what did not come was only told too exactly."""
        effect, told = self._effect, self._effect.written()
        address = self._address
        if effect.request and not fits(effect.request, self.saved):
            if opened(effect.request) != opened(self.saved):
                return None
            told["request"] = opened(self.saved)
        if effect.address and not fits(effect.address, address):
            if opened(effect.address) != opened(address):
                return None
            told["address"] = opened(effect.address)
        for words in ("there is", "there is no longer", "changes", "changes only", "shows"):
            if told.get(words, missing) in missing:
                told.pop(words, None)
        return StepEffect.model_validate(told)

    def _on_response(self, response: Response) -> None:
        if saves(response):
            self._saved.append(response)
