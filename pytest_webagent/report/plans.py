"""The plans an agent kept, as they stood at the end of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pytest_webagent.trajectory import RunResult

_TOOL: Final = "planning"


def plans_of(run: RunResult[Any]) -> list[dict[str, Any]]:
    """Each plan with its title, its progress and its steps, in the order they were made; not those that were deleted."""
    plans: dict[str, dict[str, Any]] = {}
    told = (
        action.result.output
        for step in run.steps
        for action in step.actions
        if action.call.name == _TOOL and action.result and isinstance(action.result.output, dict)
    )
    for output in told:
        plans.pop(output.get("deleted", ""), None)
        if output.keys() >= {"plan_id", "title", "progress", "steps"}:
            plans[output["plan_id"]] = _plan(output)
    return list(plans.values())


def _plan(output: dict[str, Any]) -> dict[str, Any]:
    steps = [
        {"text": step["step"], "status": step["step_status"], "notes": step.get("step_notes", "")}
        for step in output["steps"]
    ]
    return {"title": output["title"], "progress": output["progress"], "steps": steps}
