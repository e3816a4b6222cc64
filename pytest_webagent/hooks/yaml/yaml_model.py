"""What a ``*.webagent.yaml`` file says: one test or several, checked before the first is collected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from pytest_webagent.tools.planning import document, steps
from pytest_webagent.tools.planning.document import Written, YamlError
from pytest_webagent.tools.planning.expecting import Expectation, stated
from pytest_webagent.tools.planning.expressions import ExpressionError
from pytest_webagent.tools.planning.filling import comes_from, expressions
from pytest_webagent.tools.planning.steps import Step, Variable  # noqa: TC001 - the models are made from them

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.tools.planning.document import Place

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


TestName = Annotated[str, AfterValidator(_test_name)]
Expected = Annotated[
    list[Expectation],
    BeforeValidator(lambda value: value if isinstance(value, list) else [value]),
    Field(min_length=1),
]


class Shared(Written):
    """What holds for one test, or for all tests of a file."""

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

    @model_validator(mode="before")
    @classmethod
    def _statements(cls, value: Any) -> Any:
        if isinstance(value, dict) and "steps" in value and "expect" in value:
            return {**value, "expect": stated(value["expect"])}
        return value

    @model_validator(mode="after")
    def _complete(self) -> Entry:
        if (self.goal is None) is (self.steps is None):
            raise ValueError(
                "a test has either a goal, which an agent works on, or steps, which need no model"
            )
        return self

    @property
    def asks_agent(self) -> bool:
        """Whether an agent is needed: for the goal, or for a statement that is to be checked."""
        return self.goal is not None or any(each.check is not None for each in self.expect)


class File(Shared):
    """Several tests, and what holds for all of them."""

    tests: list[Entry] = Field(min_length=1)


def read(text: str, source: str, stem: str) -> list[Entry]:
    """The tests of a file. `stem` is the name of the only test of a file, where it has none.

    Raises:
        YamlError: something is wrong; each line of the message names file, line and column.
    """
    value = document.read(text, source)
    if "tests" in value:
        file: File = steps.validated(File, value)
        made = [_joined(file, entry, "") for entry in file.tests]
    else:
        entry: Entry = steps.validated(Entry, value)
        made = [_joined(Shared(), entry, stem)]
    problems = [*_names(made), *(line for each in made for line in _problems(each))]
    if problems:
        raise YamlError("\n".join(dict.fromkeys(problems)))
    return made


def _joined(shared: Shared, entry: Entry, name: str) -> Entry:
    of_all = {
        "name": entry.name or name,
        "start_url": entry.start_url or shared.start_url,
        "settings": {**shared.settings, **entry.settings},
        "marks": [*shared.marks, *entry.marks],
        "variables": {**shared.variables, **entry.variables},
    }
    return entry.model_copy(update=of_all)


def _names(tests: list[Entry]) -> Iterator[str]:
    known: dict[str, Place] = {}
    for entry in tests:
        place = entry.place_of("name")
        first = known.setdefault(entry.name, place)
        if not entry.name:
            yield place.told("'name' is missing: each of several tests needs one")
        elif first != place:
            yield place.told(f"the name {entry.name!r} is there twice, first in line {first.line}")


def _problems(entry: Entry) -> Iterator[str]:
    own = set(entry.variables)
    sets = list(entry.parametrize.values())
    for name, each in entry.parametrize.items():
        if set(each) != set(sets[0]):
            place = entry.place_of("parametrize")
            yield place.told(f"{name!r} has other variables than the first set")
    try:
        plain = not any(expressions([entry.variables, sets, entry.settings]))
    except ExpressionError:
        plain = False
    if not plain:
        yield entry.place.told("variables, parameters and settings are plain values: ${...} is for the rest")
    own |= {name for each in sets for name in each}
    expected = [(each.place, each.model_dump(exclude_unset=True)) for each in entry.expect]
    try:
        steps.check(entry.steps or (), own, (entry.place_of("goal"), entry.goal), *expected)
    except YamlError as error:
        yield str(error)
    else:
        yield from _unfounded(entry)


def _unfounded(entry: Entry) -> Iterator[str]:
    """Expectations that would pass or fail whatever is done."""
    seen = steps.seen(entry.steps or ())
    for each in entry.expect:
        if each.about_answer and entry.goal is None:
            what = "give value, element, page or check"
            yield each.place.told(f"steps have no answer to expect something of: {what}")
        if each.about_value and not comes_from(each.value, seen):
            why = "it shows nothing: use a result (as: NAME)"
            yield each.place.told(f"this value does not come from any call, so {why}")
