"""The steps of a workflow as they are written, checked before the first is done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, model_validator

from pytest_webagent.tools.planning import document
from pytest_webagent.tools.planning.document import Written, YamlError
from pytest_webagent.tools.planning.expecting import Expectation, stated
from pytest_webagent.tools.planning.expressions import ExpressionError, defined
from pytest_webagent.tools.planning.filling import comes_from, condition, expressions
from pytest_webagent.tools.planning.pointing import ELEMENTS, Wanted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_webagent.tools.planning.document import Place
    from pytest_webagent.tools.planning.expressions import Expression

DEEPEST: Final = 6
MOST_STEPS: Final = 300
"""Most steps of a file, those in others counted as well."""
_KINDS: Final = ("tool", "set", "do", "expect")
_OF_TOOLS: Final = ("with", "as", "retry")
_RESERVED: Final = frozenset(
    {"true", "false", "null", "True", "False", "None", "and", "or", "not", "in", "if", "else", "is"}
)
_MOST_TOLD: Final = 10
_LEVEL: Final = re.compile(r"\.| else ")


def _variable(name: str) -> str:
    if not name.isidentifier() or name in _RESERVED:
        raise ValueError(f"{name!r} cannot be the name of a variable: letters, digits and _ only")
    return name


Variable = Annotated[str, AfterValidator(_variable)]
Statements = Annotated[list[Expectation], BeforeValidator(stated), Field(min_length=1)]


class Retry(Written):
    """How often a call is tried."""

    times: int = Field(ge=1, le=10)
    seconds: float = Field(default=0.0, ge=0, le=30)
    """How long to wait before it is tried again."""
    actions: bool = False
    """Whether also a call may be repeated that changes something."""

    @model_validator(mode="before")
    @classmethod
    def _counted(cls, value: Any) -> Any:
        return {"times": value} if isinstance(value, int) and not isinstance(value, bool) else value


class Step(Written):
    """One step: the call of a tool, variables, steps of its own, or expectations."""

    name: str = ""
    tool: str | None = None
    arguments: dict[str, Any] = Field(default_factory=dict, alias="with")
    result: Variable | None = Field(default=None, alias="as")
    retry: Retry = Retry(times=1)
    assign: dict[Variable, Any] | None = Field(default=None, alias="set", min_length=1)
    do: list[Step] | None = Field(default=None, min_length=1)
    expect: Statements | None = None
    condition: str | bool | None = Field(default=None, alias="if")
    otherwise: list[Step] | None = Field(default=None, alias="else", min_length=1)
    foreach: str | list[Any] | None = None
    item: Variable = "item"
    on_error: Literal["stop", "continue"] = "stop"

    @model_validator(mode="after")
    def _complete(self) -> Step:
        given = {
            field.alias or name
            for name, field in type(self).model_fields.items()
            if name in self.model_fields_set
        }
        kinds = [name for name in _KINDS if name in given]
        if len(kinds) != 1:
            raise ValueError(
                f"a step has one of {', '.join(_KINDS)}; here is {' and '.join(kinds) or 'none of them'}"
            )
        needs = (
            (_OF_TOOLS, "tool"),
            (("else",), "if"),
            (("item",), "foreach"),
        )
        for names, holder in needs:
            wrong = [name for name in names if name in given and holder not in given]
            if wrong:
                raise ValueError(f"{wrong[0]} belongs to {holder}, and there is no {holder} in this step")
        if "foreach" in given and "if" in given:
            raise ValueError(
                "foreach and if in one step leave open which comes first: put one of them into `do`"
            )
        if "on_error" in given and "expect" in given:
            raise ValueError("an expectation that may fail expects nothing: leave on_error out")
        for name in ELEMENTS:
            if isinstance(self.arguments.get(name), dict):
                try:
                    Wanted.model_validate(self.arguments[name])
                except ValidationError as error:
                    raise ValueError(f"{name}: {document.problems(error)}") from None
        return self

    @property
    def kind(self) -> str:
        """What it does: tool, set, do or expect."""
        return "tool" if self.tool is not None else "set" if self.assign else "do" if self.do else "expect"

    def expressions(self) -> Iterator[Expression]:
        """Every expression in it, but for those of the steps in it.

        Raises:
            ExpressionError: one is wrong.
        """
        if isinstance(self.condition, str):
            yield condition(self.condition)
        yield from expressions([self.arguments, self.assign or {}, self.foreach])
        for each in self.expect or ():
            yield from each.expressions()


class Workflow(Written):
    """A workflow as it is written."""

    name: str = ""
    variables: dict[Variable, Any] = Field(default_factory=dict)
    steps: list[Step] = Field(min_length=1)
    output: Any = None


def read(text: str, source: str) -> Workflow:
    """Read and check a workflow. `source` is what it is called in messages.

    Raises:
        YamlError: it is none; the message names file, line and column of each problem.
    """
    workflow: Workflow = validated(Workflow, document.read(text, source))
    at = getattr(workflow.output, "place", workflow.place_of("output"))
    check(workflow.steps, workflow.variables, (at, workflow.output))
    return workflow


def validated(model: type[Any], value: document.Mapping) -> Any:
    """What a document holds, as a model.

    Raises:
        YamlError: it does not fit; the message names file, line and column of each problem.
    """
    try:
        return model.model_validate(value)
    except ValidationError as error:
        lines = [
            document.place_of(value, each["loc"], key=each["type"] == document.EXTRA).told(
                document.problem(each)
            )
            for each in error.errors(include_url=False)[:_MOST_TOLD]
        ]
        raise YamlError("\n".join(dict.fromkeys(lines))) from None
    except RecursionError:
        raise YamlError(value.place.told("it is nested too deeply")) from None


def check(steps: Iterable[Step], variables: Iterable[str], *values: tuple[Place, Any]) -> None:
    """Check what needs all steps: expressions, the variables they use, and how many steps there are, how deep.

    `values` are what else may hold expressions, and where that is written.

    Raises:
        YamlError: something is wrong; the message names file, line and column of each problem.
    """
    found = list(walk(steps))
    if len(found) > MOST_STEPS:
        raise YamlError(found[MOST_STEPS][0].place.told(f"there are more than {MOST_STEPS} steps"))
    known = {*variables, *assigned(step for step, _ in found)}
    lines: list[str] = []
    parts = [(step.place, step.expressions()) for step, _ in found]
    parts += [(place, expressions(value)) for place, value in values]
    for place, part in parts:
        try:
            defined({name for each in part for name in each.names}, known)
        except ExpressionError as error:
            lines.append(place.told(str(error)))
    for step, path in found:
        if len(_LEVEL.findall(path)) >= DEEPEST:
            lines.append(step.place.told(f"steps stand in each other more than {DEEPEST} deep"))
        for each in step.expect or ():
            if each.about_answer or each.check is not None:
                what = "value, element or page, or a statement"
                lines.append(each.place.told(f"a step expects something of {what}: give one of them"))
    if lines:
        raise YamlError("\n".join(lines[:_MOST_TOLD]))


def walk(steps: Iterable[Step], above: str = "") -> Iterator[tuple[Step, str]]:
    """All steps, each with its path: ``2 else 1.3``."""
    for number, step in enumerate(steps, 1):
        path = f"{above}{number}"
        yield step, path
        yield from walk(step.do or (), f"{path}.")
        yield from walk(step.otherwise or (), f"{path} else ")


def assigned(steps: Iterable[Step]) -> set[str]:
    """The variables that steps set."""
    names: set[str] = set()
    for step in steps:
        names |= set(step.assign or ())
        names |= {step.result} if step.result else set()
        names |= {step.item} if step.foreach is not None else set()
    return names


def seen(steps: Iterable[Step]) -> set[str]:
    """The variables whose values come from what was done: results of calls, and what is made of them."""
    found = [step for step, _ in walk(steps)]
    names = {step.result for step in found if step.result}
    makes = [(name, part) for step in found for name, part in (step.assign or {}).items()]
    makes += [(step.item, step.foreach) for step in found if step.foreach is not None]
    for _ in makes:
        names |= {name for name, part in makes if comes_from(part, names)}
    return names
