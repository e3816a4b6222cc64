"""Watches replays and writes down what they do as the body of a test for Playwright."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.aria_roles import MESSAGES
from pytest_webagent.claims.evaluation import dialog_text, work_out
from pytest_webagent.claims.expression import Expression
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.errors import ToolError
from pytest_webagent.page.locator import Locator
from pytest_webagent.page.locators import locators
from pytest_webagent.recording.answer_text import sources_of
from pytest_webagent.recording.playwright_actions import Acting, answer_to_dialog
from pytest_webagent.recording.playwright_assertions import Assertions, called_part, holds, url_of
from pytest_webagent.recording.playwright_code import Code, Pattern, expect, quoted
from pytest_webagent.recording.playwright_locators import LivePages
from pytest_webagent.recording.playwright_statements import (
    Block,
    NotEjectedError,
    Statement,
    compared,
    until_seen,
)
from pytest_webagent.recording.recording import STATED
from pytest_webagent.recording.secret_variables import SecretVariables
from pytest_webagent.recording.step_effects import address_of, fits, saves

if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping, Sequence
    from pathlib import Path

    from playwright.async_api import ElementHandle, Response

    from pytest_webagent.agent.assignment import Assignment
    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.observation import Observation
    from pytest_webagent.recording.recording import RecordedStep, Recording, StepEffect
    from pytest_webagent.tools.gui.targets import Target

_ANSWERS: Final = ("accept_dialog", "dismiss_dialog")
_PAGE: Final = "page"


class Section(NamedTuple):
    """What one run of a test did."""

    asked: str
    """Without secrets."""
    statements: list[Statement]


class Flow:
    """What all runs of one attempt at a test did, as Playwright code."""

    def __init__(self, folder: Path) -> None:
        """Begin; the file it is written to lies in `folder`."""
        self.folder = folder
        self.pages = LivePages()
        self.sections: list[Section] = []
        self.secrets = SecretVariables()
        self.problem = ""
        """Why it cannot be written."""
        self.left = ""
        """Where the run before left the page."""
        self.complete = 0
        """How many runs came to their end."""

    def watch(self, recording: Recording, assignment: Assignment) -> RunWatch:
        """Watch the next replay."""
        section = Section(recording.asked, [])
        self.sections.append(section)
        return RunWatch(self, section, recording, assignment)

    def asserted(self) -> set[str]:
        """What has been asserted since something was done last."""
        found: set[str] = set()
        for each in (statement for section in self.sections for statement in section.statements):
            words = str(each.does)
            found = {*found, words} if words.startswith(("expect(", "assert ")) else set()
        return found


class RunWatch:
    """Watches one replay. What it cannot write makes the flow one that is not written; the replay goes on."""

    def __init__(self, flow: Flow, section: Section, recording: Recording, assignment: Assignment) -> None:
        self._flow = flow
        self._statements = section.statements
        self._recording = recording
        self._assignment = assignment
        self._context = assignment.context
        self._session = assignment.context.session
        self._doing: list[Code] = []
        self._before: tuple[str, ...] = ()
        """Lines before the next statement."""
        self._opener: Code | None = None
        """What opened the dialog that is open."""
        self._said = ""
        """What that says."""
        self._gone: Code | None = None
        self._sighted: dict[str, set[str]] = {}
        """What led to something that must not be there in the end, by the words of that."""
        self._values: list[str] | None = None
        """What the answer was before the last step."""
        self._responses: list[Response] = []
        self._hears = False
        self._there_before = False
        """Whether what the step brings about is there before it."""

    async def begins(self) -> None:
        """The replay is about to begin."""
        await self._guarded(self._begin())

    async def acts(
        self, number: int, step: RecordedStep, arguments: Mapping[str, Any], found: Mapping[str, Target]
    ) -> None:
        """A step is about to be done, and its elements are found."""
        await self._guarded(self._act(number, step, arguments, found))

    async def acted(self, number: int, step: RecordedStep) -> None:
        """A step was done, and its effect has come."""
        if self._hears:
            self._session.context.remove_listener("response", self._on_response)
            self._hears = False
        await self._guarded(self._acted(number, step))

    async def ends(self, page: Observation, findings: Sequence[Finding]) -> None:
        """All was done, and the answer worked out."""
        await self._guarded(self._end(page, findings))

    async def _guarded(self, work: Awaitable[None]) -> None:
        try:
            await work
        except NotEjectedError as error:
            self._flow.problem = self._flow.problem or str(error)
        except (PlaywrightError, ToolError) as error:
            told = str(error).partition("\n")[0]
            self._flow.problem = self._flow.problem or f"the page could not be looked at: {told}"

    @property
    def _page(self) -> Code:
        return Code(self._flow.pages.name_of(self._session.page) or _PAGE)

    async def _begin(self) -> None:
        pages, url = self._flow.pages, self._session.page.url
        if not pages.name_of(self._session.page):
            pages.add(self._session.page, _PAGE)
        pages.origin = pages.origin or _origin(url)
        if url not in (self._flow.left, "about:blank"):
            self._add(self._page.then("goto", pages.address(url)))
        await self._held(self._recording.start)

    async def _act(
        self, number: int, step: RecordedStep, arguments: Mapping[str, Any], found: Mapping[str, Target]
    ) -> None:
        call, effect, last = step.call, step.then, number + 1 == len(self._recording.steps)
        if self._flow.problem:
            return
        if effect.request:
            self._hears = True
            self._session.context.on("response", self._on_response)
        if call.tool in _ANSWERS:
            self._before = (answer_to_dialog(self._page, call.tool, arguments),)
            return
        label = next(iter(call.targets.values())).called.name if call.targets else ""
        text = str(arguments.get("text", ""))
        secret = self._flow.secrets.source(call.arguments.get("text"), label, text, self._context.vault)
        self._doing = await Acting(
            context=self._context,
            pages=self._flow.pages,
            page=self._page,
            tool=call.tool,
            arguments=arguments,
            secret=secret,
            targets=found,
            parts={name: each.called for name, each in call.targets.items()},
            written_beside=self._flow.folder,
        ).written()
        if effect.dialog and not last:
            # Nothing can be seen while it is open.
            effect = self._recording.steps[number + 1].then
            last = number + 2 == len(self._recording.steps)
        self._there_before = await self._is_there(effect)
        self._gone = None if effect.gone is None else await self._locator(Locator.parse(effect.gone))
        await self._look_for_what_goes()
        if last:
            self._values = self._worked_out(await self._session.observe())

    async def _acted(self, number: int, step: RecordedStep) -> None:
        effect = step.then
        if self._flow.problem:
            return
        if self._session.dialog is not None:
            if self._opener is not None or not self._doing:
                raise NotEjectedError("a dialog opens while another one is answered")
            *earlier, self._opener = self._doing
            self._said = dialog_text(await self._session.observe())
            for each in earlier:
                self._add(each)
            return
        blocks, after = list[Block](), list[str]()
        if self._opener is not None:
            self._doing, self._opener = [self._opener], None
            blocks.append(Block(self._page.then("expect_event", "dialog"), "dialog_info"))
            after += compared("dialog_info.value.message", quoted(self._said))
        self._new_tab(blocks, after)
        last = number + 1 == len(self._recording.steps)
        telling = bool(effect.changes or effect.gone)
        if not self._there_before:
            telling = telling or bool(effect.address or effect.appears)
        elif not telling and not effect.request:
            raise NotEjectedError(
                f"nothing tells that this was done, for what it brings was there before: {step.do}"
            )
        if last and effect.request and not telling:
            telling = self._answer_tells(await self._session.observe())
        if effect.request and not telling:
            self._response(effect.request, blocks, after)
        *earlier, does = self._doing
        for each in earlier:
            self._add(each)
        self._statements.append(Statement(does, self._before, tuple(blocks), tuple(after)))
        self._before = ()
        await self._effects(step)

    def _new_tab(self, blocks: list[Block], after: list[str]) -> None:
        page, pages = self._session.page, self._flow.pages
        if pages.name_of(page):
            return
        before, name = self._page_before, pages.add(page, "popup")
        blocks.append(Block(before.then("expect_popup"), f"{name}_info"))
        after.append(f"{name} = {name}_info.value")

    @property
    def _page_before(self) -> Code:
        """The tab in which the newest statement acts."""
        return Code(self._doing[-1].root)

    def _response(self, request: str, blocks: list[Block], after: list[str]) -> None:
        path = request.partition(" ")[2]
        answer = next((each for each in self._responses if fits(request, saves(each))), None)
        query = "?**" if answer is not None and urlsplit(answer.url).query else ""
        blocks.insert(
            0, Block(self._page_before.then("expect_response", f"**{path}{query}"), "response_info")
        )
        fine = "ok" if answer is not None and answer.ok else "status < 400"
        after.append(f"assert response_info.value.{fine}")

    async def _effects(self, step: RecordedStep) -> None:
        effect = step.then
        if effect.address:
            url, pattern = url_of(effect.address)
            outside = _origin(self._session.page.url) != self._flow.pages.origin
            told = Pattern(url) if pattern else f"{_origin(self._session.page.url)}{url}" if outside else url
            self._add(expect(self._page, "to_have_url", told))
        if effect.appears is not None:
            seen = await self._appeared(Locator.parse(effect.appears))
            self._statements.append(until_seen(self._statements, seen))
        if self._gone is not None:
            assertion = expect(self._gone, "to_be_hidden")
            if not await holds(assertion, self._flow.pages.known):
                raise NotEjectedError(f"{effect.gone} is not told from what is still there")
            self._add(assertion)
        await self._held(step.shown)

    async def _held(self, shown: Sequence[str]) -> None:
        """Assert what a page shows on the way."""
        if shown:
            page = await self._session.observe()
            writer = Assertions(self._session, self._flow.pages, page)
            for each in map(Expression.parse, shown):
                finding = work_out(each.on(page), page)
                self._statements += map(Statement, await writer.of(finding, called_part(finding, page)))

    async def _is_there(self, effect: StepEffect) -> bool:
        """Whether what a step is to bring about is there already."""
        if effect.address:
            return fits(effect.address, address_of(self._session.page.url))
        if effect.appears is None:
            return False
        return bool(locators(await self._session.observe()).find(Locator.parse(effect.appears)))

    async def _appeared(self, locator: Locator) -> Code:
        """What says that something has come."""
        pages, (kind, name, _) = self._flow.pages, locator.called
        named = await pages.named(await self._element(locator), self._session.page)
        saying = expect(named.frame.then("get_by_role", kind), "to_have_text", named.whole)
        if kind in MESSAGES and named.whole and await holds(saying, pages.known):
            return saying
        async for code in pages.locators(named, locator.called, exact=True):
            told = not name or quoted(name) in str(code) or quoted(named.whole) in str(code)
            assertion = expect(code, "to_be_visible") if told else expect(code, "to_have_text", named.whole)
            if (told or named.whole) and await holds(assertion, pages.known):
                return assertion
        raise NotEjectedError(f"no locator leads to {locator} alone")

    async def _locator(self, locator: Locator) -> Code:
        """A locator of Playwright for what a recording names."""
        element = await self._element(locator)
        named = await self._flow.pages.named(element, self._session.page)
        async for code in self._flow.pages.locators(named, locator.called):
            if await holds(expect(code, "to_be_visible"), self._flow.pages.known):
                return code
        raise NotEjectedError(f"no locator leads to {locator} alone")

    async def _element(self, locator: Locator) -> ElementHandle:
        page = await self._session.observe()
        places = locators(page).find(locator)
        if not places:
            raise NotEjectedError(f"{locator} went away")
        return await self._session.locate(page.elements[places[0]].id or 0).element_handle()

    async def _end(self, page: Observation, findings: Sequence[Finding]) -> None:
        if self._flow.problem:
            return
        if self._opener is not None or page.dialog is not None:
            raise NotEjectedError("a dialog is left open")
        writer = Assertions(self._session, self._flow.pages, page, self._sighted)
        lines: dict[str, Code] = {}
        for finding in findings:
            told = finding.derivation
            if told.op == "not_exists" and self._recording.steps and finding.wording not in self._sighted:
                raise NotEjectedError(
                    f"{finding.wording}: there is none in the end, and there was none before either, so that this tells nothing"
                )
            lines |= {str(each): each for each in await writer.of(finding, called_part(finding, page))}
        known = self._flow.asserted()
        for words, line in lines.items():
            if words not in known:
                self._add(line)
        self._flow.left = self._session.page.url
        self._flow.complete += 1

    async def _look_for_what_goes(self) -> None:
        """See what leads to something now that must not be there in the end."""
        named = [
            each
            for each in map(Expression.parse, set(self._recording.shown) - {STATED})
            if each.operation.op == "not_exists"
        ]
        if not named:
            return
        page = await self._session.observe()
        for each in named:
            with suppress(UnderivableError):
                if work_out(told := each.on(page), page).refuted:
                    found = await Assertions(self._session, self._flow.pages, page).sightings(told)
                    self._sighted.setdefault(str(each), set()).update(found)

    def _answer_tells(self, page: Observation) -> bool:
        """Whether the last step has changed what is asserted in the end."""
        return self._values is not None and self._values != self._worked_out(page)

    def _worked_out(self, page: Observation) -> list[str]:
        said: list[str] = []
        for each in sources_of(self._recording.answer):
            said.append("")
            with suppress(UnderivableError):
                said[-1] = (
                    work_out(each.on(page), page).text if isinstance(each, Expression) else each.on(page).text
                )
        return said

    def _on_response(self, response: Response) -> None:
        self._responses.append(response)

    def _add(self, code: Code) -> None:
        self._statements.append(Statement(code))


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
