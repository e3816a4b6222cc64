"""The steps of a workflow as they are written, checked before the first is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    model_validator,
)

from pytest_webagent.tools.core.wording import nearest, shown
from pytest_webagent.tools.planning import document
from pytest_webagent.tools.planning.document import Place, YamlError
from pytest_webagent.tools.planning.expecting import Expectation
from pytest_webagent.tools.planning.expressions import ExpressionError, defined
from pytest_webagent.tools.planning.filling import comes_from, condition, expressions
from pytest_webagent.tools.planning.pointing import ELEMENTS, Wanted
from pytest_webagent.tools.planning.pointing import told as wrong_element

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pydantic_core import ErrorDetails

    from pytest_webagent.tools.planning.expressions import Expression

DEEPEST: Final = 6
MOST_STEPS: Final = 300
"""Most steps of a file, those in others counted as well."""
MOST_EXPRESSIONS: Final = 1_000
_KINDS: Final = ("tool", "set", "do", "expect")
_OF_TOOLS: Final = ("with", "as", "retry")
_RESERVED: Final = frozenset(
    {"true", "false", "null", "True", "False", "None", "and", "or", "not", "in", "if", "else", "is"}
)
_MOST_TOLD: Final = 10


def _variable(name: str) -> str:
    if not name.isidentifier() or name in _RESERVED:
        raise ValueError(f"{name!r} cannot be the name of a variable: letters, digits and _ only")
    return name


def _listed(value: Any) -> Any:
    return value if isinstance(value, list) or value is None else [value]


Variable = Annotated[str, AfterValidator(_variable)]
Expectations = Annotated[list[Expectation], BeforeValidator(_listed), Field(min_length=1)]


class Retry(BaseModel):
    """How often a call is tried."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    times: int = Field(ge=1, le=10)
    seconds: float = Field(default=0.0, ge=0, le=30)
    """How long to wait before it is tried again."""
    actions: bool = False
    """Whether also a call may be repeated that changes something."""

    @model_validator(mode="before")
    @classmethod
    def _counted(cls, value: Any) -> Any:
        return {"times": value} if isinstance(value, int) and not isinstance(value, bool) else value


class Step(BaseModel):
    """One step: the call of a tool, variables, steps of its own, or expectations."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = ""
    tool: str | None = None
    arguments: dict[str, Any] = Field(default_factory=dict, alias="with")
    result: Variable | None = Field(default=None, alias="as")
    retry: Retry = Retry(times=1)
    assign: dict[Variable, Any] | None = Field(default=None, alias="set", min_length=1)
    do: list[Step] | None = Field(default=None, min_length=1)
    expect: Expectations | None = None
    condition: str | bool | None = Field(default=None, alias="if")
    otherwise: list[Step] | None = Field(default=None, alias="else", min_length=1)
    foreach: str | list[Any] | None = None
    item: Variable = "item"
    on_error: Literal["stop", "continue"] = "stop"
    _place: Place = PrivateAttr(default=Place(1, 1))

    @model_validator(mode="wrap")
    @classmethod
    def _located(cls, value: Any, handler: Any) -> Step:
        made: Step = handler(value)
        if isinstance(value, document.Mapping):
            made._place = value.place
        return made

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
        return self

    @property
    def place(self) -> Place:
        """Where it is written."""
        return self._place

    @property
    def kind(self) -> str:
        """What it does: tool, set, do or expect."""
        return "tool" if self.tool is not None else "set" if self.assign else "do" if self.do else "expect"

    @property
    def inner(self) -> tuple[Step, ...]:
        """The steps in it."""
        return (*(self.do or ()), *(self.otherwise or ()))

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


class Workflow(BaseModel):
    """A workflow as it is written."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = ""
    variables: dict[Variable, Any] = Field(default_factory=dict)
    steps: list[Step] = Field(min_length=1)
    output: Any = None


def read(text: str, source: str) -> Workflow:
    """Read and check a workflow. `source` is what it is called in messages.

    Raises:
        YamlError: it is none; the message names file, line and column of each problem.
    """
    value = document.read(text, source)
    workflow: Workflow = validated(Workflow, value, source)
    check(workflow.steps, source, workflow.variables, extra=expressions_at(workflow.output, value, "output"))
    return workflow


def expressions_at(
    part: Any, holder: document.Mapping, key: str
) -> list[tuple[Place, Callable[[], Iterable[Expression]]]]:
    """The expressions of a part of a mapping with the place it is written at, for `check`."""
    return [(holder.values_at.get(key, holder.place), lambda: list(expressions(part)))]


def validated(model: type[Any], value: document.Mapping, source: str, *parts: type[BaseModel]) -> Any:
    """What a document holds, as a model. `parts` are models whose keys a wrong key may have been meant to be.

    Raises:
        YamlError: it does not fit; the message names file, line and column of each problem.
    """
    try:
        return model.model_validate(value)
    except ValidationError as error:
        problems = error.errors(include_url=False)
        models: tuple[type[BaseModel], ...] = (Step, Expectation, model, *parts)
        keys = sorted({key for each in models for key in _aliases(each)})
        lines = [_problem(detail, value, source, keys) for detail in problems[:_MOST_TOLD]]
        raise YamlError("\n".join(dict.fromkeys(lines))) from None
    except RecursionError:
        raise document.wrong(source, value.place, "it is nested too deeply") from None


def check(
    steps: Iterable[Step],
    source: str,
    variables: Iterable[str],
    extra: Iterable[tuple[Place, Callable[[], Iterable[Expression]]]] = (),
) -> None:
    """Check what needs all steps: expressions, the variables they use, and how many steps there are, how deep.

    Raises:
        YamlError: something is wrong; the message names file, line and column of each problem.
    """
    found = list(walk(steps))
    if len(found) > MOST_STEPS:
        raise document.wrong(source, found[MOST_STEPS][0].place, f"there are more than {MOST_STEPS} steps")
    known = {*variables, *assigned(step for step, _ in found)}
    lines: list[str] = []
    parts = [(step.place, step.expressions) for step, _ in found]
    count = 0
    for place, give in (*parts, *extra):
        try:
            given = list(give())
            defined({name for each in given for name in each.names}, known)
        except ExpressionError as error:
            lines.append(document.told(source, place, str(error)))
            continue
        count += len(given)
        if count > MOST_EXPRESSIONS:
            raise document.wrong(source, place, f"there are more than {MOST_EXPRESSIONS} expressions")
    for step, depth in found:
        if depth > DEEPEST:
            lines.append(
                document.told(source, step.place, f"steps stand in each other more than {DEEPEST} deep")
            )
        lines += [document.told(source, step.place, problem) for problem in _wrong_elements(step)]
        for each in step.expect or ():
            if each.about_answer or each.check is not None:
                what = "value, element or page"
                lines.append(
                    document.told(source, each.place, f"a step expects something of {what}: give one of them")
                )
    if lines:
        raise YamlError("\n".join(lines[:_MOST_TOLD]))


def _wrong_elements(step: Step) -> Iterator[str]:
    for name in ELEMENTS:
        if isinstance(step.arguments.get(name), dict):
            try:
                Wanted.model_validate(step.arguments[name])
            except ValidationError as error:
                yield f"{name}: {wrong_element(error)}"


def walk(steps: Iterable[Step], depth: int = 1) -> Iterator[tuple[Step, int]]:
    """All steps, and how deep each stands."""
    for step in steps:
        yield step, depth
        yield from walk(step.inner, depth + 1)


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


def _problem(detail: ErrorDetails, value: document.Mapping, source: str, keys: Iterable[str]) -> str:
    path = detail["loc"]
    place = document.place_of(value, path)
    said, kind = detail["msg"].removeprefix("Value error, "), detail["type"]
    key = path[-1] if path else ""
    if kind == "extra_forbidden":
        holder: Any = value
        for part in path[:-1]:
            # What is written as one thing stands in the model as a list of one.
            holder = holder if part == 0 and isinstance(holder, document.Mapping) else holder[part]
        if isinstance(holder, document.Mapping):
            place = holder.keys_at.get(str(key), place)
        said = f"there is no key {key!r} here{nearest(str(key), keys)}"
    elif kind == "missing":
        said = f"{key!r} is missing"
    elif kind != "value_error":
        said = f"{key!r}: {said[:1].lower()}{said[1:]}, not {shown(detail['input'], 60)}"
    return document.told(source, place, said)


def _aliases(model: type[BaseModel]) -> set[str]:
    return {field.alias or name for name, field in model.model_fields.items()}
