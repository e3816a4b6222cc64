"""Makes a recording of a run while it is made, and of how it ended."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote, quote_plus, unquote

from playwright.async_api import Error as PlaywrightError
from pydantic import ValidationError

from pytest_webagent.aria_roles import DIALOGS
from pytest_webagent.browser.element_line import UNREADABLE_ROLES
from pytest_webagent.claims.expression import Expression
from pytest_webagent.errors import ToolError
from pytest_webagent.judging.acts import FILLING
from pytest_webagent.language.quotations import quotations
from pytest_webagent.page.locator import Locator
from pytest_webagent.page.locators import locators
from pytest_webagent.recording.answer_text import sources_of
from pytest_webagent.recording.call_text import LOOKS, TARGETS, Quotation, RecordedCall, written_arguments
from pytest_webagent.recording.chosen_item import choice_in, item_name, things_around
from pytest_webagent.recording.element_ways import ways_of
from pytest_webagent.recording.end_page import Deed, shown_of
from pytest_webagent.recording.list_changes import changed_things, has_changed, is_narrowed, others_than
from pytest_webagent.recording.recorded_answer import (
    READ,
    NotRecordedError,
    condition,
    of_earlier_pages,
    on_last_page,
    recorded_answer,
)
from pytest_webagent.recording.recording import Recording, hidden, key_of
from pytest_webagent.recording.step_effects import (
    accepted,
    address_of,
    effect_between,
    opened,
    said_by,
    saves,
)
from pytest_webagent.tools.core.equivalents import single
from pytest_webagent.tools.planning.document import problems
from pytest_webagent.values.plain_text import plain, says

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from playwright.async_api import Response

    from pytest_webagent.agent.run import Run
    from pytest_webagent.agent.turn import Turn
    from pytest_webagent.observation import Element, Observation
    from pytest_webagent.recording.element_ways import Way
    from pytest_webagent.tools.gui.targets import Target
    from pytest_webagent.trajectory import Action

_CHOOSING: Final = ("min", "max")
"""Operations that choose a thing."""
_SEGMENT: Final = re.compile(r"[^/?#&=]+")
_JOINT: Final = re.compile(r"[-_+ ]+")


class _Place(NamedTuple):
    """Where in a run something happened: the step, from 1, and how many calls of it were done before."""

    turn: int
    action: int


class Capture:
    """Watches one run."""

    def __init__(self, run: Run) -> None:
        """Begin to watch a run that is about to be made."""
        self._run = run
        self._ways: dict[tuple[_Place, str], tuple[Element | None, tuple[Way, ...]]] = {}
        self._requests: list[tuple[int, str]] = []
        self._secrets: list[str] = []
        self._chosen: list[str] = []
        """Names of things that the goal chooses otherwise than by their names."""
        self._deeds: list[Deed] = []
        self._start: list[str] = []
        """What has to hold on the first page."""
        self._context = run.assignment.context
        self._context.on_target = self._on_target
        self._context.session.context.on("response", self._on_response)

    def end(self) -> None:
        """Watch no more."""
        self._context.on_target = None
        self._context.session.context.remove_listener("response", self._on_response)

    async def _on_target(self, argument: str, target: Target) -> None:
        turns = self._run.turns
        if not turns:
            return
        try:
            ways = await ways_of(await target.handle(self._context.session.page))
        except (PlaywrightError, ToolError):
            # It is gone: the call itself says so.
            ways = ()
        found = target.found
        if target.point is not None and found is not None and found.role in UNREADABLE_ROLES:
            # What is painted there is not told by the element that it is painted on.
            found = None
        self._ways[_Place(turns[-1].index, len(turns[-1].actions)), argument] = (found, ways)

    def _on_response(self, response: Response) -> None:
        if self._run.turns and accepted(response) and (request := saves(response)):
            self._requests.append((self._run.turns[-1].index, request))

    def recording(self, *, looks: bool) -> Recording:
        """The run as a recording; `looks` says whether with what only showed something.

        Raises:
            NotRecordedError: something of it has no words that find it again.
        """
        result, asked = on_last_page(self._run.result()), self._run.assignment.asked
        page = self._context.session.observation
        if not result.derived or page is None:
            raise NotRecordedError("its answer was claimed and not derived")
        answer, shown = recorded_answer(result, asked, page)
        self._secrets.clear()
        self._chosen.clear()
        self._deeds.clear()
        self._start.clear()
        steps = list(self._steps(page, answer, looks=looks))
        if result.kind == "run":
            others = map(str, shown_of(self._deeds, page, asked))
            shown = [*shown, *(each for each in others if each not in shown)]
        told = {
            "webagent": 1,
            key_of(result.kind): hidden(asked, self._secrets),
            "made": {
                "model": result.model,
                "on": date.today().isoformat(),
                "derived": True,
                "answer": str(result.answer) if any(sources_of(answer)) else "",
            },
            "start": list(self._start),
            "steps": steps,
            "answer": answer,
            "shown": shown,
        }
        told = self._context.vault.conceal(told)
        # As it is, and as it stands in the quotation marks of a step.
        forms = [
            form for each in self._secrets for form in (each, json.dumps(each, ensure_ascii=False)[1:-1])
        ]
        if any(form in text for form in forms for text in _texts(told)):
            raise NotRecordedError("what it shows or does says a secret, which is not written down")
        try:
            return Recording.model_validate(told)
        except ValidationError as error:
            raise NotRecordedError(problems(error)) from None

    def _steps(self, last: Observation, answer: object, *, looks: bool) -> Iterator[dict[str, Any]]:
        turns = self._run.turns
        pages = [*(turn.observation for turn in turns[1:]), last]
        acting = [
            (turn, after, done)
            for turn, after in zip(turns, pages, strict=True)
            if (done := [each for each in enumerate(turn.actions) if self._acts(each[1], looks=looks)])
        ]
        steps, alone, turns_of = list[dict[str, Any]](), dict[str, int](), list[int]()
        for turn, after, done in acting:
            *before, (at, action) = done
            steps += [self._step(turn, *each) for each in before]
            step = self._step(turn, at, action)
            changed = _changed(turn.observation, after, answer) if turn is acting[-1][0] else {}
            alone |= dict.fromkeys(self._changed_alone(turn.observation, after), len(steps))
            steps.append({**step, "then": {**self._effect(turn, after), **changed}})
            turns_of += [turn.index] * len(done)
        for thing, at in alone.items():
            steps[at]["then"]["changes only"] = thing
        for seen, told in self._seen_before(last):
            # The page that it was seen on is the one that the steps before led to.
            led = sum(of < seen for of in turns_of)
            if told.operation.op in _CHOOSING and any(each["which"] for each in steps[led : led + 1]):
                # The choice is made anew.
                continue
            (steps[led - 1].setdefault("shown", []) if led else self._start).append(str(told))
        # Of what a filter leaves something may be chosen.
        chosen = max((at for at, each in enumerate(steps) if each["which"]), default=0)
        for each in steps[chosen:]:
            each.get("then", {}).pop("shows", None)
        yield from steps

    def _seen_before(self, last: Observation) -> Iterator[tuple[int, Expression]]:
        """What the answer rests on besides its own page: the turn that saw it, and what has to hold there again."""
        result, turns = on_last_page(self._run.result()), self._run.turns
        asked = self._run.assignment.asked
        for each in of_earlier_pages(result, asked, last):
            seen = each.derivation.step or 0
            yield seen, condition(each, turns[seen - 1].observation, asked)

    def _acts(self, action: Action, *, looks: bool) -> bool:
        tools, name = self._run.assignment.tools, action.call.name
        if not action.result or name not in tools or tools.get(name).kind in ("control", "read"):
            return False
        return looks or single(action.call).name not in LOOKS

    def _effect(self, turn: Turn, after: Observation) -> dict[str, str]:
        asked = self._run.assignment.asked
        told = effect_between(turn.observation, after, asked).written()
        saved = [request for index, request in self._requests if index == turn.index]
        # Words of a page change more often than where it is and what it saves: they are looked at where nothing else tells.
        surely: dict[str, str] = {str(name): told[name] for name in ("address", "dialog") if name in told}
        surely |= {"request": saved[-1]} if saved else {}
        for form in (str, quote, quote_plus):
            for secret in self._secrets if "address" in surely else ():
                surely["address"] = surely["address"].replace(form(secret), "*")
        for name, told_of in surely.items() if self._chosen else ():
            if name != "dialog":
                surely[name] = opened(_without(self._chosen, told_of))
        shows = {"shows": "fewer things"} if is_narrowed(turn.observation, after) else {}
        return surely or self._gone(turn.observation, after) or told or shows

    def _gone(self, before: Observation, after: Observation) -> dict[str, str]:
        """That a thing of a list is gone to which something was done: it tells more than what has come in its place."""
        asked, chosen = self._run.assignment.asked, self._chosen
        # What the goal does not speak of goes with a form or a menu that closes.
        meant = (each for each in self._things() if item_name(each) in chosen or says(asked, item_name(each)))
        for thing in () if _opens_a_dialog(before, after) else meant:
            if locators(before).find(thing) and not locators(after).find(thing):
                return {"there is no longer": str(thing)}
        return {}

    def _things(self) -> list[Locator]:
        """The things of lists to which something was done, the last first."""
        return [*dict.fromkeys(thing for deed in reversed(self._deeds) for thing in deed.things)]

    def _changed_alone(self, before: Observation, after: Observation) -> Iterator[str]:
        """The things to which something was done, as far as they have become others by the last step, and nothing else has."""
        for thing in self._things():
            first, last = next(each.before for each in self._deeds if thing in each.things), self._deeds[-1]
            # What came up only for the thing, such as a menu or a dialog, is about it.
            about = thing in last.things or len(locators(first).find(last.on)) != 1
            since = before if locators(before).find(thing) else first
            changed = changed_things(first, after)
            alone = has_changed(thing, changed_things(since, after)) and not others_than(
                thing, first, changed
            )
            if about and alone and not _opens_a_dialog(before, after):
                yield str(thing)

    def _step(self, turn: Turn, at: int, action: Action) -> dict[str, Any]:
        call, targets, ways = single(action.call), dict[str, Locator](), tuple["Way", ...]()
        arguments, which = written_arguments(call.arguments), ""
        for name in action.secret:
            if arguments.get(name):
                arguments[name] = self._secret(call.name, str(arguments[name]))
        for argument in TARGETS:
            found, others = self._ways.get((_Place(turn.index, at), argument), (None, ()))
            if found is not None:
                targets[argument] = _named(turn.observation, found)
                ways = others
                which = which or self._which(turn.observation, found, targets[argument])
            elif (_Place(turn.index, at), argument) in self._ways:
                raise NotRecordedError(f"{call.name} acted on a point that no element tells")
        self._deeds += self._deed(turn, action, targets)
        told = RecordedCall(call.name, arguments, targets)
        return {"do": str(told), "which": which, "find": [str(way) for way in ways]}

    def _deed(self, turn: Turn, action: Action, targets: Mapping[str, Locator]) -> Iterator[Deed]:
        """What may be seen in the end of a step, unless that is a secret."""
        on = targets.get("element_id")
        fills = single(action.call).name in FILLING
        said = str(action.call.arguments.get("text", "")) if fills else ""
        if on is not None and not action.secret:
            things = tuple(things_around(on))
            yield Deed(on, said or on.called.name, bool(said), things, turn.observation)

    def _which(self, page: Observation, element: Element, locator: Locator) -> str:
        """The words of the goal that choose the thing of a list that an element stands in."""
        which = choice_in(self._run.assignment.asked, page, page.index_of(element), locator)
        self._chosen += [item_name(locator)] if which else []
        return which

    def _secret(self, tool: str, text: str) -> Quotation:
        """A secret, by where the goal says it."""
        quoted = quotations(self._run.assignment.asked)
        if text not in quoted:
            raise NotRecordedError(
                f"{tool} was given a secret, which is not written down, and the goal does not quote it"
            )
        self._secrets.append(text)
        return Quotation(quoted.index(text) + 1)


def _texts(told: object) -> Iterator[str]:
    """All texts that stand in what is written down, as they are."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        yield from (text for value in told.values() for text in _texts(value))
    elif isinstance(told, list):
        yield from (text for value in told for text in _texts(value))


def _changed(before: Observation, after: Observation, answer: object) -> dict[str, str]:
    """What of the answer the last step changed on its page."""
    if address_of(before.url) != address_of(after.url) or before.dialog or after.dialog:
        return {}
    for source in sources_of(answer):
        if not isinstance(source, Expression):
            told = str(source)
        elif source.operation.op in READ and len(source.elements) == 1:
            told = str(source.elements[0])
        else:
            continue
        was, says = said_by(before, told), said_by(after, told)
        if was and says and was != says:
            return {"changes": told}
    return {}


def _opens_a_dialog(before: Observation, after: Observation) -> bool:
    """Whether a dialog of the page has come, which may hide what lies below it."""
    was, now = (sum(each.role in DIALOGS for each in page.elements) for page in (before, after))
    return now > was


def _without(names: Sequence[str], address: str) -> str:
    """An address in which all is left open that is the name of a thing."""
    known = {plain(name) for name in names}
    return _SEGMENT.sub(
        lambda found: "*" if plain(_JOINT.sub(" ", unquote(found[0]))) in known else found[0], address
    )


def _named(page: Observation, element: Element) -> Locator:
    look = locators(page)
    at = page.index_of(element)
    locator = look.of(at, lasts=True)
    if look.find(locator) != (at,):
        raise NotRecordedError(f"nothing tells {locator} from the others like it")
    return locator
