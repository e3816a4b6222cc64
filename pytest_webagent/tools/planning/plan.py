"""The agent's own plans: what is to be done, and how far it is. Nothing outside of the agent changes by them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BeforeValidator

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.wording import nearest, shortened

Command: TypeAlias = Literal["create", "update", "list", "get", "set_active", "mark_step", "delete"]
StepStatus: TypeAlias = Literal["not_started", "in_progress", "completed", "blocked"]

MOST_PLANS: Final = 20
MOST_STEPS: Final = 100
LONGEST: Final = 500
"""Most characters of a name, a title, a step or its notes."""


def _lines(value: object) -> object:
    # Models write short lists as a text with one step on each line.
    if isinstance(value, str):
        return [line.strip() for line in value.splitlines() if line.strip()]
    return value


Steps: TypeAlias = Annotated[list[str], BeforeValidator(_lines)]


@dataclass(slots=True)
class _Step:
    text: str
    status: StepStatus = "not_started"
    notes: str = ""


@dataclass(slots=True)
class _Plan:
    plan_id: str
    title: str
    steps: list[_Step]

    @property
    def progress(self) -> str:
        done = sum(step.status == "completed" for step in self.steps)
        return f"{done} of {len(self.steps)} steps completed"


class Planning:
    """Keeps the plans of one test."""

    name = "planning"
    kind = "read"
    quotes = False
    during_dialog = True

    def __init__(self) -> None:
        """Begin without a plan."""
        self._plans: dict[str, _Plan] = {}
        self._active = ""

    async def execute(
        self,
        command: Command,
        plan_id: str | None = None,
        title: str | None = None,
        steps: Steps | None = None,
        step_index: int | None = None,
        step_status: StepStatus | None = None,
        step_notes: str | None = None,
    ) -> dict[str, Any]:
        """Keep a plan of what is to be done and how far it is. For goals of many steps; nothing happens by it.

        Args:
            command: create (plan_id, title, steps), update (title or steps; steps that stay keep their status), list,
                get, set_active, mark_step (step_index with step_status or step_notes), delete.
            plan_id: A short name of your choice; left out, the active plan.
            title: What the plan is for.
            steps: What is to be done, in order.
            step_index: Which step, counted from 0.
            step_status: How far the step is.
            step_notes: A remark on the step.
        """
        match command:
            case "create":
                return self._create(plan_id, title, steps)
            case "update":
                return self._update(self._found(plan_id), title, steps)
            case "mark_step":
                return self._mark(self._found(plan_id), step_index, step_status, step_notes)
            case "set_active":
                self._active = self._found(_needed(plan_id, "plan_id", command)).plan_id
                return self._shown(self._active)
            case "delete":
                return self._delete(self._found(_needed(plan_id, "plan_id", command)))
            case "list":
                return {"plans": [self._summary(plan) for plan in self._plans.values()]}
            case "get":
                return self._shown(self._found(plan_id).plan_id)

    def _create(self, plan_id: str | None, title: str | None, steps: list[str] | None) -> dict[str, Any]:
        name = _text(_needed(plan_id, "plan_id", "create"), "plan_id")
        if name in self._plans:
            raise ToolError(f"there is a plan {name!r} already: update it, or choose another plan_id")
        if len(self._plans) >= MOST_PLANS:
            raise ToolError(f"there are {MOST_PLANS} plans, and no more are kept: delete one first")
        texts = _checked(_needed(steps, "steps", "create"))
        plan = _Plan(name, _text(_needed(title, "title", "create"), "title"), [_Step(text) for text in texts])
        self._plans[name] = plan
        self._active = name
        return self._shown(name)

    def _update(self, plan: _Plan, title: str | None, steps: list[str] | None) -> dict[str, Any]:
        if title is None and steps is None:
            raise ToolError("update changes the title or the steps: give title, steps or both")
        texts = None if steps is None else _checked(steps)
        plan.title = plan.title if title is None else _text(title, "title")
        if texts is not None:
            kept = list(plan.steps)
            plan.steps = [_taken(kept, text) or _Step(text) for text in texts]
        return self._shown(plan.plan_id)

    def _mark(
        self, plan: _Plan, index: int | None, status: StepStatus | None, notes: str | None
    ) -> dict[str, Any]:
        number = _needed(index, "step_index", "mark_step")
        if not 0 <= number < len(plan.steps):
            raise ToolError(
                f"there is no step {number} in plan {plan.plan_id!r}: its steps are 0 to {len(plan.steps) - 1}"
            )
        if status is None and notes is None:
            raise ToolError("mark_step says how far a step is: give step_status, step_notes or both")
        step = plan.steps[number]
        written = step.notes if notes is None else notes.strip() and _text(notes, "step_notes")
        step.status, step.notes = status or step.status, written
        return self._shown(plan.plan_id)

    def _delete(self, plan: _Plan) -> dict[str, Any]:
        del self._plans[plan.plan_id]
        if self._active == plan.plan_id:
            self._active = ""
        return {"deleted": plan.plan_id, "active": self._active}

    def _found(self, plan_id: str | None) -> _Plan:
        name = self._active if plan_id is None else plan_id.strip()
        if name in self._plans:
            return self._plans[name]
        known = ", ".join(self._plans) or "none yet: create one"
        if plan_id is None:
            raise ToolError(f"no plan is active: give plan_id; the plans are: {known}")
        raise ToolError(
            f"there is no plan {shortened(name, 80)!r}{nearest(name, self._plans)}; the plans are: {known}"
        )

    def _summary(self, plan: _Plan) -> dict[str, Any]:
        return {
            "plan_id": plan.plan_id,
            "title": plan.title,
            "active": plan.plan_id == self._active,
            "progress": plan.progress,
        }

    def _shown(self, plan_id: str) -> dict[str, Any]:
        plan = self._plans[plan_id]
        steps = [
            {
                "step_index": index,
                "step": step.text,
                "step_status": step.status,
                **({"step_notes": step.notes} if step.notes else {}),
            }
            for index, step in enumerate(plan.steps)
        ]
        return {**self._summary(plan), "steps": steps}


def _taken(kept: list[_Step], text: str) -> _Step | None:
    """The step that says the same, taken from those that were there, so that it is not taken twice."""
    found = next((step for step in kept if step.text == text), None)
    if found is not None:
        kept.remove(found)
    return found


def _needed(value: Any, name: str, command: str) -> Any:
    if value is None:
        raise ToolError(f"{command} needs {name}")
    return value


def _text(value: str, name: str) -> str:
    text = " ".join(value.split())
    if not text:
        raise ToolError(f"{name} is empty: say in a few words what it is")
    if len(text) > LONGEST:
        raise ToolError(f"{name} has {len(text)} characters, and {LONGEST} are enough: say it shorter")
    return text


def _checked(steps: list[str]) -> list[str]:
    if not 1 <= len(steps) <= MOST_STEPS:
        raise ToolError(f"a plan has 1 to {MOST_STEPS} steps, not {len(steps)}")
    return [_text(step, f"step {index}") for index, step in enumerate(steps)]


TOOLS = (Planning,)
