"""What a recording holds, how it is written and read."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, JsonValue, model_validator

from pytest_webagent.claims.expression import Expression
from pytest_webagent.judging.acts import FILLING
from pytest_webagent.language.quotations import quotations
from pytest_webagent.page.locator import Locator
from pytest_webagent.recording.answer_text import sources_of
from pytest_webagent.recording.call_text import LOOKS, Quotation, RecordedCall
from pytest_webagent.recording.chosen_item import things_around
from pytest_webagent.recording.element_ways import Way
from pytest_webagent.recording.goal_question import GoalQuestion
from pytest_webagent.recording.goal_variables import differences, values_in, with_values
from pytest_webagent.recording.page_text import PageText
from pytest_webagent.tools.planning import document
from pytest_webagent.tools.planning.document import InLine, OnOneLine, Written, YamlError
from pytest_webagent.tools.planning.steps import validated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pytest_webagent.trajectory import Kind

VERSION: Final = 1
"""Of the format; a file of a later one is refused."""
HIDDEN: Final = "***"
"""Stands for a secret in the words of a test."""
STATED: Final = "what is stated"
"""In a recording of a check: its statement, as the page itself reads it."""
_KINDS: Final[tuple[tuple[str, Kind], ...]] = (("goal", "run"), ("check", "check"), ("get", "get"))
_HEADING: Final = """\
# What the agent of pytest-webagent did in a test that passed, to be done again without a model. Keep it with the test.
"""


def _parsed(parse: Callable[[Any], object]) -> AfterValidator:
    def check(text: Any) -> Any:
        parse(text)
        return text

    return AfterValidator(check)


_CallText = Annotated[str, _parsed(RecordedCall.parse)]
_LocatorText = Annotated[str, _parsed(Locator.parse)]
_SourceText = Annotated[
    str, _parsed(lambda text: GoalQuestion.parse(text) or PageText.parse(text) or Locator.parse(text))
]
_ExpressionText = Annotated[str, _parsed(lambda text: text == STATED or Expression.parse(text))]
_Answer = Annotated[JsonValue, _parsed(sources_of)]
_WayText = Annotated[str, _parsed(Way.parse)]


class StepEffect(Written, use_attribute_docstrings=True):
    """What a step brings about, by which replay knows that it is done. Nothing here: the next step finds its element."""

    address: str = ""
    """Path and query of the page afterwards; ``*`` stands for what differs from run to run."""
    appears: Annotated[_LocatorText | None, Field(alias="there is")] = None
    gone: Annotated[_LocatorText | None, Field(alias="there is no longer")] = None
    changes: _SourceText | None = None
    """What says something else afterwards: an element, or what a question is answered with."""
    only: Annotated[_LocatorText | None, Field(alias="changes only")] = None
    """The one thing of the lists of the page that says something else afterwards, or is gone."""
    shows: Literal["", "fewer things"] = ""
    """What becomes of the lists of the page, where they are other lists every day."""
    request: str = ""
    """What it has the page save: method and path, which the server must not refuse."""
    dialog: str = ""
    """What a dialog says."""

    def written(self) -> dict[str, str]:
        """It as it is written."""
        return {name: str(value) for name, value in self.model_dump(by_alias=True).items() if value}


# Not kept by the step: a copy that says something else would have it, too.
_call = lru_cache(1024)(RecordedCall.parse)


class RecordedStep(Written, use_attribute_docstrings=True):
    """One call of a tool."""

    do: _CallText
    which: str = ""
    """The words of the goal that choose the thing of a list that the element stands in: "the cheapest one"."""
    find: list[_WayText] = Field(default_factory=list)
    """Other ways to find the element, which have to lead to the same one."""
    kept: bool = True
    """Whether a field holds what it was filled in with until something else is done; the page itself may change it."""
    then: StepEffect = StepEffect()
    shown: list[_ExpressionText] = Field(default_factory=list)
    """What has to hold on the page that the step leads to, for the run rested on it: expressions."""

    @property
    def call(self) -> RecordedCall:
        """What is done."""
        return _call(self.do)

    @property
    def is_aside(self) -> bool:
        """Whether nothing has to come of it: it shows something, or fills a field, and the page only goes along with that."""
        effect, call = self.then, self.call
        told = (
            effect.address or effect.request or effect.dialog or effect.changes or effect.only or effect.shows
        )
        return call.tool in LOOKS or (
            call.tool in FILLING and not told and not call.arguments.get("submit", False)
        )

    @property
    def narrows(self) -> bool:
        """Whether it may choose which things of a list are shown."""
        return self.call.tool in ("selection", "check", "uncheck")

    def about(self, things: Mapping[str, str]) -> RecordedStep:
        """The step with other things for those that it names."""
        told = {"do": self.do, **self.then.written()}
        now = {name: _with(things, text) for name, text in told.items()}
        shown = [_with(things, text) for text in self.shown]
        if now == told and shown == self.shown:
            return self
        do = now.pop("do")
        find = self.find if do == self.do else []
        then = StepEffect.model_validate(now)
        return self.model_copy(update={"do": do, "find": find, "then": then, "shown": shown})

    def written(self) -> dict[str, Any]:
        """It as it is written."""
        told: dict[str, Any] = {
            "do": self.do,
            "which": str(self.which),
            "find": InLine(map(str, self.find)),
            **({} if self.kept else {"kept": False}),
            "then": OnOneLine(self.then.written()),
            "shown": [str(each) for each in self.shown],
        }
        return {name: value for name, value in told.items() if value or value is False}


class Made(Written, use_attribute_docstrings=True):
    """How the recording was made."""

    model: str
    on: str
    """The day, as YYYY-MM-DD."""
    derived: Literal[True]
    """Only what followed from the page is recorded."""
    answer: str = ""
    """What it was. Another one is believed only once there was time enough for this one to come; empty if it varies."""


class Recording(Written, use_attribute_docstrings=True):
    """One run of an agent, of a test that passed."""

    webagent: Literal[1]
    goal: str = ""
    check: str = ""
    get: str = ""
    varies: list[str] = Field(default_factory=list)
    """Texts of the goal that are others in each run, such as a name that the test makes up."""
    made: Made
    start: list[_ExpressionText] = Field(default_factory=list)
    """What has to hold on the page that the run begins with, for it rested on it: expressions."""
    steps: list[RecordedStep] = Field(default_factory=list)
    answer: _Answer = ""
    """A text with expressions in braces, which are worked out on the live page; for an answer of another type, JSON with such texts."""
    shown: list[_ExpressionText] = Field(default_factory=list)
    """What has to hold in the end: expressions and, for a check, `STATED`."""

    @model_validator(mode="after")
    def _one_thing(self) -> Recording:
        given = [name for name, _ in _KINDS if getattr(self, name)]
        if len(given) != 1:
            raise ValueError(
                f"a recording is of one of goal, check and get; here is {' and '.join(given) or 'none'}"
            )
        if not self.shown and not sources_of(self.answer):
            raise ValueError(
                "nothing in it shows that the goal was reached: an answer with an expression, or `shown`"
            )
        return self

    @property
    def kind(self) -> Kind:
        """What kind of run it is of."""
        return next(kind for name, kind in _KINDS if getattr(self, name))

    @property
    def asked(self) -> str:
        """The goal, statement or question."""
        return self.goal or self.check or self.get

    def begins(self, number: int) -> int | None:
        """The position of the first step that does something to the one thing which the step at a position changes."""
        only, steps = self.steps[number].then.only, self.steps[:number]
        if only is None:
            return None
        targets = ((at, target) for at, step in enumerate(steps) for target in step.call.targets.values())
        return next((at for at, target in targets if only in map(str, things_around(target))), number)

    def is_aside(self, number: int) -> bool:
        """Whether nothing has to come of the step at a position."""
        step = self.steps[number]
        # What is chosen next by comparing is chosen of what a filter leaves.
        chooses = any(each.which for each in self.steps[number + 1 :])
        return step.is_aside and not (chooses and step.narrows)

    def is_read_after(self, number: int) -> bool:
        """Whether the page is looked at as a whole after the step at a position: for the answer, or before the next step."""
        coming = range(number + 1, len(self.steps))
        reads = any(each.which or each.then.shows for each in self.steps[number + 1 : number + 2])
        return (
            not coming
            or reads
            or bool(self.steps[number].shown)
            or any(self.begins(each) == number + 1 for each in coming)
        )

    def with_steps(self, others: Mapping[int, RecordedStep]) -> Recording:
        """The recording with other steps, by their positions."""
        steps = [others.get(number, step) for number, step in enumerate(self.steps)]
        return self.model_copy(update={"steps": steps})

    def about(self, things: Mapping[str, str]) -> Recording:
        """The recording with other things for those that what has to hold names."""
        return self.model_copy(update={"shown": [_with(things, text) for text in self.shown]})

    def for_run(self, asked: str, *, learns: bool) -> Recording | None:
        """The recording of a run with these words: this one, with what varies as they say it. None where it is of another run.

        With `learns` all texts vary in which they differ.
        """
        now = self._shown_of(asked)
        if now is None or now == self.asked:
            return None if now is None else self
        values = values_in(self.asked, self.varies, now)
        if values is None and learns:
            values = differences(self.asked, now)
        return None if values is None else self.varied(values)

    def varied(self, values: Mapping[str, str]) -> Recording:
        """The recording with other texts for those that vary."""
        told = with_values(self.model_dump(by_alias=True), values)
        return Recording.model_validate({**told, "varies": list(values.values())})

    def _shown_of(self, asked: str) -> str | None:
        """The words of a run without what is secret here; None where that is not in them."""
        secrets = {
            value.number
            for step in self.steps
            for value in step.call.arguments.values()
            if isinstance(value, Quotation)
        }
        quoted = quotations(asked)
        if secrets and max(secrets) > len(quoted):
            return None
        return hidden(asked, [quoted[number - 1] for number in sorted(secrets)])

    def written(self) -> dict[str, Any]:
        """It as it is written."""
        told: dict[str, Any] = {
            "webagent": VERSION,
            **{name: str(getattr(self, name)) for name, _ in _KINDS},
            "varies": InLine(map(str, self.varies)),
            "made": OnOneLine({name: value for name, value in self.made.model_dump().items() if value}),
            "start": list(map(str, self.start)),
            "steps": [step.written() for step in self.steps],
            "answer": self.answer,
            "shown": list(map(str, self.shown)),
        }
        return {name: value for name, value in told.items() if value}


def _with(things: Mapping[str, str], text: str) -> str:
    """A text with other names in it, as they stand in quotation marks."""
    for was, now in things.items():
        named = re.compile(rf"(?<!\w){re.escape(_quoted(was))}(?!\w)")
        text = named.sub(_quoted(now).replace("\\", r"\\"), text)
    return text


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)[1:-1]


def schema() -> dict[str, Any]:
    """The format as JSON Schema (draft 2020-12), for editors and other tools."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Recording.model_json_schema()}


def hidden(asked: str, secrets: Iterable[str]) -> str:
    """The words of a test without secrets."""
    for secret in sorted(secrets, key=len, reverse=True):
        asked = asked.replace(secret, HIDDEN)
    return asked


def key_of(kind: Kind) -> str:
    """What the words of the test stand under, in a recording of a kind."""
    return next(name for name, each in _KINDS if each == kind)


def read_recordings(text: str, source: str) -> list[Recording]:
    """The recordings of one test. `source` is what the file is called in messages.

    Raises:
        YamlError: they are none, or a later version's; the message names file, line and column.
    """
    documents = document.read_all(text, source)
    for each in documents:
        version = each.get("webagent")
        if isinstance(version, int) and version > VERSION:
            raise YamlError(
                each.place_of("webagent").told(
                    f"it was made by a newer version of pytest-webagent (format {version}, and this one reads "
                    f"{VERSION}): update pytest-webagent, or record it again with --webagent-record=all"
                )
            )
    return [validated(Recording, each) for each in documents]


def text_of(recordings: Iterable[Recording]) -> str:
    """A file of recordings, as `read_recordings` reads it."""
    yaml, dumper = document.writer()
    told = [each.written() for each in recordings]
    text: str = yaml.dump_all(told, Dumper=dumper, sort_keys=False, allow_unicode=True, width=110)
    return _HEADING + text
