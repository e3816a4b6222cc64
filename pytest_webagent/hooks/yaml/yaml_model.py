"""What a ``*.webagent.yaml`` file says: one test or several, checked before the first is collected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    model_validator,
)

from pytest_webagent.tools.planning import document, steps
from pytest_webagent.tools.planning.document import Place, YamlError
from pytest_webagent.tools.planning.expecting import Expectation
from pytest_webagent.tools.planning.expressions import ExpressionError, defined
from pytest_webagent.tools.planning.filling import comes_from, expressions
from pytest_webagent.tools.planning.steps import Step, Variable  # noqa: TC001 - the models are made from them

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_RESERVED = ("__", "pytest", "setup", "teardown")
"""How names begin that mean something to pytest where it collects tests."""


def _test_name(name: str) -> str:
    plain = " ".join(name.split())
    if not plain or len(plain) > 200 or any(c in "[]:/\\" or not c.isprintable() for c in plain):
        raise ValueError("a name has 1 to 200 characters, and none of [ ] : / \\")
    if plain.isidentifier() and plain.lower().startswith(_RESERVED):
        raise ValueError(
            f"a name must not begin with {', '.join(_RESERVED)}: it would mean something to pytest"
        )
    return plain


def _listed(value: Any) -> Any:
    """One expectation, or a plain answer, as the list of expectations it stands for."""
    values = value if isinstance(value, list) else document.Items([value])
    for index, each in enumerate(values):
        if not isinstance(each, (dict, list)) and each is not None:
            made = document.Mapping(equals=each)
            holder = value if isinstance(value, document.Items) else None
            made.place = holder.values_at[index] if holder is not None else Place(0, 0)
            written = holder.written.get(index) if holder is not None else None
            made.keys_at = made.values_at = {"equals": made.place}
            made.written = {} if written is None else {"equals": written}
            values[index] = made
    return values


TestName = Annotated[str, AfterValidator(_test_name)]
Expected = Annotated[list[Expectation], BeforeValidator(_listed), Field(min_length=1)]


class Shared(BaseModel):
    """What holds for one test, or for all tests of a file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    start_url: str | None = Field(default=None, min_length=1)
    settings: dict[str, Any] = Field(default_factory=dict)
    marks: list[str | dict[str, Any]] = Field(default_factory=list)
    variables: dict[Variable, Any] = Field(default_factory=dict)


class Entry(Shared):
    """One test: a goal for the agent, or steps that need no model, and what is expected then."""

    name: TestName = ""
    goal: str | None = Field(default=None, pattern=r"\S")
    steps: list[Step] | None = Field(default=None, min_length=1)
    expect: Expected
    parametrize: dict[str, dict[Variable, Any]] = Field(default_factory=dict)
    _at: document.Mapping = PrivateAttr(default_factory=document.Mapping)

    @model_validator(mode="wrap")
    @classmethod
    def _located(cls, value: Any, handler: Any) -> Entry:
        if isinstance(value, document.Mapping) and isinstance(
            written := value.get("expect"), (str, int, float)
        ):
            # The answer itself: as it is written, since 7.50 is not 7.5.
            items = document.Items([written])
            items.place, items.values_at = value.values_at["expect"], [value.values_at["expect"]]
            items.written = {0: value.written["expect"]}
            value["expect"] = items
        made: Entry = handler(value)
        if isinstance(value, document.Mapping):
            made._at = value
        return made

    @model_validator(mode="after")
    def _complete(self) -> Entry:
        if (self.goal is None) is (self.steps is None):
            raise ValueError(
                "a test has either a goal, which an agent works on, or steps, which need no model"
            )
        return self

    @property
    def place(self) -> Place:
        """Where the test is written."""
        return self._at.place

    def place_of(self, key: str) -> Place:
        """Where a part of the test is written."""
        return self._at.keys_at.get(key, self.place)


class File(Shared):
    """Several tests, and what holds for all of them."""

    tests: list[Entry] = Field(min_length=1)


@dataclass(frozen=True)
class YamlTest:
    """A test as it is to be run: with what the file says for all of its tests."""

    source: str
    entry: Entry
    name: str
    start_url: str | None
    settings: Mapping[str, Any]
    marks: tuple[str | dict[str, Any], ...]
    variables: Mapping[str, Any] = field(default_factory=dict)

    @property
    def asks_agent(self) -> bool:
        """Whether an agent is needed: for the goal, or for a statement that is to be checked."""
        return self.entry.goal is not None or any(each.check is not None for each in self.entry.expect)


def read(text: str, source: str, stem: str) -> list[YamlTest]:
    """The tests of a file. `stem` is the name of the only test of a file, where it has none.

    Raises:
        YamlError: something is wrong; each line of the message names file, line and column.
        ToolError: PyYAML is not installed.
    """
    value = document.read(text, source)
    if "tests" in value:
        file: File = steps.validated(File, value, source, Entry)
        made = [_joined(file, entry, source, "") for entry in file.tests]
    else:
        entry: Entry = steps.validated(Entry, value, source)
        made = [_joined(Shared(), entry, source, stem)]
    problems = [*_names(made), *(line for each in made for line in _problems(each))]
    if problems:
        raise YamlError("\n".join(dict.fromkeys(problems)))
    return made


def _joined(shared: Shared, entry: Entry, source: str, name: str) -> YamlTest:
    return YamlTest(
        source=source,
        entry=entry,
        name=entry.name or name,
        start_url=entry.start_url or shared.start_url,
        settings={**shared.settings, **entry.settings},
        marks=(*shared.marks, *entry.marks),
        variables={**shared.variables, **entry.variables},
    )


def _names(tests: list[YamlTest]) -> Iterator[str]:
    known: dict[str, Place] = {}
    for test in tests:
        entry = test.entry
        if not test.name:
            yield document.told(
                test.source, entry.place, "'name' is missing: each of several tests needs one"
            )
        elif test.name in known:
            first = known[test.name].line
            yield document.told(
                test.source,
                entry.place_of("name"),
                f"the name {test.name!r} is there twice, first in line {first}",
            )
        known.setdefault(test.name, entry.place_of("name"))


def _problems(test: YamlTest) -> Iterator[str]:
    entry, own = test.entry, set(test.variables)
    sets = list(entry.parametrize.values())
    for name, each in entry.parametrize.items():
        if set(each) != set(sets[0]):
            yield document.told(
                test.source, entry.place_of("parametrize"), f"{name!r} has other variables than the first set"
            )
    try:
        plain = not any(expressions([test.variables, sets, test.settings]))
    except ExpressionError:
        plain = False
    if not plain:
        yield document.told(
            test.source,
            entry.place,
            "variables, parameters and settings are plain values: ${...} is for the rest",
        )
    own |= {name for each in sets for name in each}
    extra = [(entry.place_of("goal"), lambda: expressions(entry.goal))]
    try:
        steps.check(entry.steps or (), test.source, own, extra)
    except YamlError as error:
        yield str(error)
        return
    yield from _unfounded(test, own)


def _unfounded(test: YamlTest, own: set[str]) -> Iterator[str]:
    """Expectations that would pass or fail whatever is done."""
    entry = test.entry
    known = own | steps.assigned(step for step, _ in steps.walk(entry.steps or ()))
    seen = steps.seen(entry.steps or ())
    for each in entry.expect:
        try:
            defined({name for one in each.expressions() for name in one.names}, known)
        except ExpressionError as error:
            yield document.told(test.source, each.place, str(error))
            continue
        if each.about_answer and entry.goal is None:
            what = "give value, element, page or check"
            yield document.told(
                test.source, each.place, f"steps have no answer to expect something of: {what}"
            )
        if each.about_value and not comes_from(each.value, seen):
            yield document.told(
                test.source,
                each.place,
                "this value does not come from any call, so it shows nothing: use a result (as: NAME)",
            )
