"""How a run that failed reads in pytest's output."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pytest_webagent.policy.redaction import address, reported, whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from pytest_webagent.trajectory import Action, Kind, RunResult, Step

LAST_STEPS = 5
MOST_NOTES = 3
_WIDTH = 140
_LOOKED_AT = 4000
"""How much of what a tool gave back is looked at for a line."""
_ASKED: Final[Mapping[Kind, str]] = {"run": "goal:", "check": "statement:", "get": "question:"}


def describe(result: RunResult[Any], *, max_steps: int, report: str) -> str:
    """The message of the error that ends a run.

    Its first line is the reason, in one word and then in full: it is what pytest's summary shows.
    """
    lines = [
        f"{result.status}: {one_line(result.reason, 400)}",
        *_triage(result),
        f"  {_ASKED[result.kind]:<9} {one_line(result.goal, 400)}",
        f"  reached:  {_reached(result, max_steps)}",
    ]
    shown = result.steps[-LAST_STEPS:]
    lines += [f"  {'steps:   ' if step is shown[0] else '         '} {_step(step)}" for step in shown]
    thought = shown[-1].reasoning if shown and shown[-1].actions else ""
    if thought and thought != result.reason:
        lines.append(f"  thought:  {one_line(thought, 400)}")
    if result.kind == "check":
        lines += _predicates(result)
    unasked = [action for step in result.steps for action in step.actions if action.mark == "unasked"]
    for action in unasked[-MOST_NOTES:]:
        lines.append(f"  unasked:  {one_line(f'{action.unasked}: {_action(action)}', 300)}")
    noticed = dict.fromkeys(note for step in shown for note in step.notes)
    for note in list(noticed)[-MOST_NOTES:]:
        lines.append(f"  noticed:  {one_line(note, _WIDTH)}")
    if result.told and result.told != result.reason:
        lines.append(f"  answer:   {one_line(result.told, 400)}")
    lines.append(f"  report:   {report}")
    return "\n".join(lines)


def _predicates(result: RunResult[Any]) -> list[str]:
    """The predicates of a check, and what was found for each."""
    told = [
        f"{finding.wording} -> " + (finding.problem or f"holds: {finding.text}".rstrip(": "))
        for finding in result.evidence
    ]
    heads = ("expected:", *[""] * len(told))
    return [f"  {head:<9} {one_line(line, 300)}" for head, line in zip(heads, told, strict=False)]


def _triage(result: RunResult[Any]) -> list[str]:
    if result.triage is None:
        return []
    return [
        f"  triage:   {result.triage.line}",
        *(f"            - {each}" for each in result.triage.evidence),
    ]


def _reached(result: RunResult[Any], max_steps: int) -> str:
    if not result.steps:
        return f"no step was made, {result.seconds:.1f} s"
    last = result.steps[-1]
    return f"{one_line(last.title, 60) or 'a page without a title'} <{one_line(address(last.url), 200)}> in step {last.index} of {max_steps}, {result.seconds:.1f} s"


def _step(step: Step) -> str:
    said = f"no tool was called: {step.reasoning}" if step.reasoning else "the model said nothing"
    done = "; ".join(_action(action) for action in step.actions) or said
    return one_line(f"{step.index}. {done}", _WIDTH)


def _action(action: Action) -> str:
    arguments = whole(action.call.arguments, fields=action.secret)
    told = ", ".join(
        f"{name}={value!r}" for name, value in arguments.items() if name != "reasoning" and value is not None
    )
    shown = replace(action.result, output=reported(action.result.output, action.call.arguments))
    return f"{action.call.name}({told}) -> {address(shown.text[:_LOOKED_AT]) or 'done'}"


def one_line(text: str, width: int) -> str:
    """The text on one line of at most `width` characters, without characters that steer a terminal."""
    plain = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return plain if len(plain) <= width else plain[: width - 3] + "..."
