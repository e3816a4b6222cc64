"""Whose a failed run is, in one line, with what was seen that led to it.

The status alone decides whose it is. What is said besides comes from what code itself saw: requests, errors of the
page's scripts, states and names of elements, calls. Where that says nothing, the reason of the run stands alone: a
wrong blame costs more than a plain one.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

from pytest_webagent.agent.failure import one_line
from pytest_webagent.agent.prompt import was_skipped
from pytest_webagent.agent.repetition import canonical
from pytest_webagent.browser.arrival import status_note
from pytest_webagent.language.quotations import quotations
from pytest_webagent.tools.core.equivalents import single
from pytest_webagent.trajectory import OUTCOMES, Triage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.messages import ToolCall
    from pytest_webagent.observation import Element, Observation
    from pytest_webagent.trajectory import RunResult, Status

MOST: Final = 3
"""Most lines of evidence."""
_WIDTH: Final = 200
_LONG: Final = 100
_NEAR: Final = 75
"""How alike, of 100, what was looked for and what the page says must be."""

_FAILED: Final = 500
"""From this HTTP status on it is the server that failed."""
_REFUSED: Final = 400

_EMPTY: Final = "about:blank"

_LOOKING: Final = frozenset({"stop", "wait", "scroll", "scroll_to_text", "hover"})
"""Tools that only look: what happens in the page upon them is not their doing."""
_ENTERING: Final = frozenset({"type", "selection", "check", "upload_file"})
"""Tools that fill in a form."""
_FOR_TEXT: Final = frozenset({"wait", "scroll_to_text"})
"""Tools that look for a text on the page."""

_LONGEST_QUOTATION = 60
_REQUEST = re.compile(r"request: (\S+) (\S+) (was answered (\d{3})|failed: .*?)( \(\d+ times\))?")
_SCRIPT = "page error: "
_NUMBER = re.compile(r"\d+")
_CLAUSE = re.compile(r"(?<=[.!?])\s+(?=[A-Z(])|\s(?=\([A-Z][a-z])|;\s")
_OUT_OF_USE = re.compile(r"\b(disabled|enabled|inactive|gr[ae]yed|locked)\b", re.IGNORECASE)


def triage(result: RunResult, pages: Sequence[Observation], later: Sequence[str] = ()) -> Triage | None:
    """Whose the failure of a run is and what led to it; None if the run reached its goal.

    Args:
        result: The run.
        pages: What was seen at the beginning of each step.
        later: What the session wrote down after the last page was seen.
    """
    whose = OUTCOMES[result.status].whose
    if not whose:
        return None
    story = _Story(result, pages)
    # A model or a browser that fails says nothing about the page, and the page nothing about them.
    if result.status in ("model_error", "browser_error", "blocked"):
        return plain(result.status, result.reason)
    told = _gist(result.reason)
    evidence = [*_requests(story, later), *_script_errors(story, later)]
    if result.status in ("stuck", "budget"):
        evidence += _silence(story)
    if whose == "limits":
        told = "; ".join(filter(None, (told.rstrip("."), _repeated(story))))
    elif whose == "agent" and story.never_left(_EMPTY):
        told = f"the tab is empty ({_EMPTY}): set start_url, or open a page before the agent is asked"
    elif whose != "environment":
        evidence = [*_served(story, evidence), *evidence]
        disabled, sought = _disabled(story), _sought(story)
        if disabled is not None and disabled.spoken_of and whose == "site":
            told = disabled.line
        elif disabled is not None:
            evidence.append(disabled.line)
        if sought is not None and sought.nearest and whose == "agent":
            told = f"looked for {_quoted(sought.text)}, the page says {_quoted(sought.nearest)}"
        elif sought is not None:
            near = f"; the nearest to it is {_quoted(sought.nearest)}" if sought.nearest else ""
            evidence.append(f"{_quoted(sought.text)} is nowhere on the page as it was last seen{near}")
    if result.status == "stuck" and not evidence:
        evidence = _refusal(story)
    return Triage(whose, f"{whose}: {told}", tuple(evidence[:MOST]))


def unserved(status: Status, pages: Sequence[Observation]) -> str:
    """Why there was no page to work on, where a run ended so for that; else nothing.

    A server that fails upon what the agent did is the site's failure where the agent says and shows it. One that has
    sent nothing but failures is not there to be tested.
    """
    last = pages[-1] if pages else None
    if last is None or OUTCOMES[status].whose not in ("agent", "site"):
        return ""
    if last.unreachable and status != "goal_not_met":
        return last.unreachable
    never = all(page.status >= _FAILED for page in pages)
    if last.status >= _FAILED and (
        status in ("stuck", "not_understood") or (never and status == "goal_not_met")
    ):
        return f"{status_note(last.status, _bare(last.url))}. Look at the application's own log"
    return ""


def plain(status: Status, reason: str) -> Triage:
    """The triage of a failure of which nothing but its reason is known."""
    whose = OUTCOMES[status].whose
    return Triage(whose, f"{whose}: {_gist(reason)}")


def _gist(reason: str) -> str:
    """A long reason's first clause; it stands in full beside the triage."""
    if len(one_line(reason, _WIDTH)) <= _LONG:
        return one_line(reason, _WIDTH)
    return one_line(_CLAUSE.split(one_line(reason, len(reason)), maxsplit=1)[0], _WIDTH)


class _Story(NamedTuple):
    """A run and the pages it saw, one at the beginning of each step."""

    result: RunResult
    pages: Sequence[Observation]

    @property
    def claim(self) -> str:
        """What the agent said at the end."""
        return f"{self.result.told}\n{self.result.reason}"

    def never_left(self, url: str) -> bool:
        """Whether the run saw this page only."""
        return bool(self.pages) and all(page.url == url for page in self.pages)

    def last_act(self) -> int:
        """The last step in which something was done to the page, and not refused; the first, if there is none."""
        acting = [
            step.index
            for step in self.result.steps
            if any(action.result and single(action.call).name not in _LOOKING for action in step.actions)
        ]
        return acting[-1] if acting else 1

    def events(self, later: Sequence[str]) -> Iterator[tuple[int, str]]:
        """What the session wrote down during the run, and in which step; the newest first.

        What is told with a page happened in the step before it; what is told with the first page, before the run.
        """
        steps = self.result.steps
        if steps:
            yield from ((steps[-1].index, line) for line in later)
        for before, step in zip(steps[-2::-1], steps[:0:-1], strict=True):
            yield from ((before.index, note) for note in step.notes)


def _requests(story: _Story, later: Sequence[str]) -> list[str]:
    """Requests the server failed, in the whole run; others that were refused or failed, since the last act."""
    since = story.last_act()
    found: dict[str, set[int]] = {}
    for step, event in story.events(later):
        match = _REQUEST.fullmatch(event)
        if match is None:
            continue
        method, url, what, status, _ = match.groups()
        if step >= since or (status or "").startswith("5"):
            said = one_line(f"{method} {_place(url, story.pages[-1].url)} {what}", _WIDTH)
            found.setdefault(said, set()).add(step)
    return [f"{said} {_in_steps(steps)}" for said, steps in found.items()]


def _served(story: _Story, told: Sequence[str]) -> list[str]:
    """That the last page came as an error of the server, where the run was on it from the beginning."""
    last = story.pages[-1] if story.pages else None
    if last is None or last.status < _REFUSED or not story.never_left(last.url):
        return []
    line = f"the page {_place(_bare(last.url), last.url)} was answered {last.status}"
    return (
        [] if any(f" {_place(_bare(last.url), last.url)} was answered" in each for each in told) else [line]
    )


def _silence(story: _Story) -> list[str]:
    """That the model did not call tools any more."""
    silent = sum(1 for _ in takewhile(lambda step: not step.actions, reversed(story.result.steps)))
    return [f"the model's last {silent} replies called no tool"] if silent > 1 else []


def _refusal(story: _Story) -> list[str]:
    """What the agent's last call came to, if it was refused; the newest may only say that it was not tried again."""
    actions = [action for step in story.result.steps for action in step.actions]
    refused = list(takewhile(lambda action: action.result.error is not None, reversed(actions)))
    said = [each for each in refused if not was_skipped(each.result)]
    return [one_line(f"{said[0].call.name} came to: {said[0].result.error}", _WIDTH)] if said else []


def _script_errors(story: _Story, later: Sequence[str]) -> list[str]:
    since = story.last_act()
    found: dict[str, set[int]] = {}
    for step, event in story.events(later):
        if event.startswith(_SCRIPT) and step >= since:
            found.setdefault(one_line(event.removeprefix(_SCRIPT), _WIDTH), set()).add(step)
    return [f"the page's script failed {_in_steps(steps)}: {said}" for said, steps in found.items()]


def _bare(url: str) -> str:
    """A URL without query and fragment, where secrets travel."""
    return url.partition("#")[0].partition("?")[0]


def _place(url: str, page: str) -> str:
    """The path, where the request went to the page's own origin; else the whole URL."""
    asked, own = urlsplit(url), urlsplit(page)
    return (asked.path or "/") if (asked.scheme, asked.netloc) == (own.scheme, own.netloc) else url


def _in_steps(steps: set[int]) -> str:
    return f"in step{'s' if len(steps) > 1 else ''} {_and([str(step) for step in sorted(steps)])}"


def _and(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


class _Disabled(NamedTuple):
    """A control that is disabled at the end, and whether the agent's last words name it."""

    line: str
    spoken_of: bool


def _disabled(story: _Story) -> _Disabled | None:
    """A control that is disabled at the end and that the agent needed: it was refused last, or the agent says so."""
    if not story.pages:
        return None
    refused = set(_refused(story))
    says_so = _OUT_OF_USE.search(story.claim) is not None
    found: list[_Disabled] = []
    for element in story.pages[-1].elements:
        if "disabled" not in element.states or not element.name or element.hidden:
            continue
        key, spoken_of = (element.role, element.name), _names(story.claim, element.name)
        if key in refused or (says_so and spoken_of):
            filled = _filled_while_disabled(story, key)
            state = f"stays disabled after {filled}" if filled else "is disabled"
            found.append(_Disabled(f"the {_label(element)} {state}", spoken_of))
    return next((each for each in found if each.spoken_of), found[0] if found else None)


def _refused(story: _Story) -> Iterator[tuple[str, str]]:
    """Role and name of what could not be used because it was disabled, since the last act."""
    since = story.last_act()
    for step, page in zip(story.result.steps, story.pages, strict=True):
        if step.index < since:
            continue
        for action in step.actions:
            element = _target(action.call, page)
            if element is not None and "disabled" in element.states and action.result.error is not None:
                yield element.role, element.name


def _names(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


def _filled_while_disabled(story: _Story, key: tuple[str, str]) -> str:
    """What was filled in on the last page after a control had already been seen disabled there."""
    url = story.pages[-1].url
    names: dict[object, str] = {}
    seen = False
    for step, page in zip(story.result.steps, story.pages, strict=True):
        if page.url != url:
            continue
        seen = seen or any(
            (element.role, element.name) == key and "disabled" in element.states for element in page.elements
        )
        for action in step.actions:
            element = _target(action.call, page)
            if seen and element is not None and single(action.call).name in _ENTERING and action.result:
                names[element.id] = element.name
    told = [_quoted(name) for name in names.values()]
    were = "was" if len(told) == 1 else "were"
    if len(told) > MOST or not all(names.values()):
        return f"{len(told)} {'field' if len(told) == 1 else 'fields'} {were} filled in"
    return f"{_and(told)} {were} filled in" if told else ""


class _Sought(NamedTuple):
    """A text that was looked for and is nowhere on the page, and what there is that reads almost like it."""

    text: str
    nearest: str


def _sought(story: _Story) -> _Sought | None:
    if not story.pages:
        return None
    last = story.pages[-1]
    said = [last.title]
    for item in last.elements:
        said += [item.name, item.text, item.value or "", item.placeholder, item.description, *item.options]
    whole = "\n".join(map(_flat, said))
    absent = [text for text in _looked_for(story) if _flat(text) not in whole]
    found = [_Sought(text, _nearest(text, said)) for text in absent]
    return next((each for each in found if each.nearest), found[0] if found else None)


def _looked_for(story: _Story) -> list[str]:
    """Texts the agent looked for: with a tool, in vain; and those the goal quotes and the agent speaks of at the end.

    What the agent quotes and the goal does not may be anything: an instruction, or words of its own.
    """
    tried = [
        str(single(action.call).arguments.get("text") or "")
        for step in story.result.steps
        if step.index >= story.last_act()
        for action in step.actions
        if single(action.call).name in _FOR_TEXT and action.result.error is not None
    ]
    typed = {
        _flat(str(single(action.call).arguments.get("text") or ""))
        for step in story.result.steps
        for action in step.actions
        if single(action.call).name == "type"
    }
    quoted = [text for text in quotations(story.result.goal) if 1 < len(text) <= _LONGEST_QUOTATION]
    # What the agent entered itself may stand in a field whose value is kept secret.
    asked = [text for text in quoted if _names(story.claim, text) and _flat(text) not in typed]
    return [text for text in dict.fromkeys((*tried, *asked)) if text.strip()]


def _nearest(text: str, said: Sequence[str]) -> str:
    # Loaded here and not above: only a run that failed compares words.
    from rapidfuzz import fuzz, process, utils

    from pytest_webagent.model.builtin.words import content

    # Two orders or sizes are different things, however alike their names are.
    numbers = _NUMBER.findall(text)
    short = [
        each
        for each in dict.fromkeys(said)
        if each and len(each) <= 2 * len(text) + 10 and _NUMBER.findall(each) == numbers
    ]
    best = process.extractOne(
        text, short, scorer=fuzz.token_sort_ratio, processor=utils.default_process, score_cutoff=_NEAR
    )
    if best:
        return best[0]
    return next((each for each in short if content(each) == content(text)), "")


def _repeated(story: _Story) -> str:
    """That the last steps did one and the same thing, if they did."""
    made = [
        (tuple((action.call.name, canonical(action.call)) for action in step.actions), step, page)
        for step, page in zip(story.result.steps, story.pages, strict=True)
        if step.actions
    ]
    if not made:
        return ""
    calls, step, page = made[-1]
    times = sum(1 for _ in takewhile(lambda each: each[0] == calls, reversed(made)))
    if times < 2 or len(calls) > 1:
        return ""
    element = _target(step.actions[0].call, page)
    on = f" on the {_label(element)}" if element is not None else ""
    return f"the last {times} steps were the same {calls[0][0]}{on}"


def _target(call: ToolCall, page: Observation) -> Element | None:
    number = str(single(call).arguments.get("element_id") or "").strip().strip("[]")
    return page.find(int(number)) if number.isdecimal() else None


def _label(element: Element) -> str:
    return f"{element.role} {_quoted(element.name)}" if element.name else element.role


def _quoted(text: str) -> str:
    return f"'{one_line(text, 60)}'"


def _flat(text: str) -> str:
    return " ".join(text.casefold().split())
