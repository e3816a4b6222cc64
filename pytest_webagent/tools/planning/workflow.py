"""The tool that does a whole workflow: steps with conditions, repetitions and variables, written as YAML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.errors import ToolError
from pytest_webagent.messages import ToolResult
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.planning import document, steps
from pytest_webagent.tools.planning.expressions import as_text
from pytest_webagent.tools.planning.running import Runner, StepDenied, StepError

if TYPE_CHECKING:
    from pytest_webagent.tools.planning.running import Done

_INLINE: Final = "workflow"
_LEAST: Final = 200
"""Characters of a call's output that are told in any case."""


@tool(kind="action", risk="LOW", quotes=True, during_dialog=True, seconds=None, takes_secrets=("yaml",))
async def workflow(context: ToolContext, path: str = "", yaml: str = "") -> ToolResult:
    """Do many calls of tools by one call, as a workflow in YAML says. It ends at the first that fails.

    Args:
        path: The file of the workflow in the workspace.
        yaml: The workflow itself instead of a file: `steps`, a list. A step is `tool: NAME` with its arguments in `with`
            (element_id may be {role: button, name: Save}, text: PART instead of name), and `as: NAME` keeps NAME.ok, NAME.output and NAME.error; or
            `set: {NAME: VALUE}`; or `do: [steps]`; or `expect: {element: {role: status}, contains: TEXT}`. `if: EXPRESSION`
            with `else: [steps]`, `foreach: LIST` with `item: NAME`, `retry: 3` and `on_error: continue` may be added.
            ${EXPRESSION} is filled in: ${item.name}, ${r.output.rows[0]}, ${len(r.output) > 2}. `output: VALUE` is given back.
    """
    text, source = await _text(context, path, yaml)
    written = steps.read(text, source)
    if context.registry is None:
        raise ToolError("a workflow needs the tools of a test: there is no registry")
    runner = Runner(context.registry, context)
    runner.refuse(written.steps)
    try:
        for name, value in written.variables.items():
            runner.variables[name] = runner.value(value, source)
        await runner.run(written.steps)
        output = runner.value(written.output, f"{source}: output")
    except (StepError, StepDenied) as error:
        before = [each for each in runner.done if each.result]
        done = f"{len(before)} calls were done before it: " + ", ".join(
            f"{each.step} {each.tool}" for each in before
        )
        raise type(error)(f"{error}. {done if before else 'Nothing was done before it'}") from None
    told: dict[str, Any] = {
        "workflow": written.name or source,
        "calls": _told(runner.done, context.limits.output_chars),
    }
    if "output" in written.model_fields_set:
        told["output"] = output
    if runner.notes:
        told["noticed"] = list(dict.fromkeys(runner.notes))
    pictures = [each.result.images[-1] for each in runner.done if each.result.images]
    return ToolResult(output=told, base64_image=pictures[-1] if pictures else None)


async def _text(context: ToolContext, path: str, yaml: str) -> tuple[str, str]:
    """The text of a workflow, and what it is called in messages."""
    if bool(path.strip()) is bool(yaml.strip()):
        raise ToolError("give either path or yaml: the file of a workflow, or the workflow itself")
    if yaml.strip():
        return yaml, _INLINE
    context.permissions.config.check_needs(context.call.tool, frozenset({"files"}))
    file = context.workspace.path(path)
    source = context.workspace.shown(file)
    try:
        if file.stat().st_size > 4 * document.LONGEST:
            raise ToolError(
                f"{source} is too large for a workflow: {document.LONGEST} characters are the most"
            )
        return file.read_text(encoding="utf-8"), source
    except UnicodeDecodeError:
        raise ToolError(f"{source} is no text in UTF-8") from None
    except OSError as error:
        raise ToolError(f"{source} cannot be read: {error.strerror or error}") from None


def _told(done: list[Done], most: int) -> list[dict[str, Any]]:
    """The calls for a model; what they gave shares `most` characters."""
    each = max(_LEAST, most // max(1, len(done)))
    return [
        {key: _shortened(value, each) if key == "output" else value for key, value in call.told().items()}
        for call in done
    ]


def _shortened(output: Any, most: int) -> Any:
    text = output if isinstance(output, str) else as_text(output)
    return output if len(text) <= most else shortened(text, most)


TOOLS = (workflow,)
