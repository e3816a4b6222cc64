"""The trajectory of a test as files: ``trajectory.json``, one picture per step, ``index.html``.

While the test is under way, its steps are lines of ``steps.jsonl``: a process that is killed writes nothing at its end.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.budget.amount_words import spent
from pytest_webagent.messages import ToolResult
from pytest_webagent.policy.redaction import address, reported, whole
from pytest_webagent.report.aims import aim_record
from pytest_webagent.report.html import page
from pytest_webagent.report.plans import plans_of
from pytest_webagent.trajectory import OUTCOMES
from pytest_webagent.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.config import Settings
    from pytest_webagent.messages import Image
    from pytest_webagent.trajectory import Action, RunResult, Step, Trajectory

RECORD: Final = "trajectory.json"
PAGE: Final = "index.html"
STEPS: Final = "steps.jsonl"
_LONGEST_NAME = 80
_LONGEST_OUTPUT = 4000


def folder_name(test_id: str, attempt: int = 1) -> str:
    """A folder name for a test: readable, safe on every file system, different for different tests."""
    file, _, rest = test_id.partition("::")
    name = f"{file.rpartition('/')[2]}-{rest}"
    readable = re.sub(r"[^\w.-]+", "-", name).strip("-.")[:_LONGEST_NAME].rstrip("-.")
    digest = hashlib.sha256(test_id.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{readable}-{digest}" + (f"-attempt{attempt}" if attempt > 1 else "")


def page_path(test_id: str, settings: Settings, attempt: int) -> str:
    """Where `write` will put a test's own page, as the settings name the output folder: relative or absolute."""
    return str(Path(settings.output) / folder_name(test_id, attempt) / PAGE)


def write(
    trajectory: Trajectory,
    settings: Settings,
    outcome: str,
    *,
    attempt: int = 1,
    title: str = "",
    verdict: Mapping[str, str] | None = None,
    below: Path | None = None,
) -> Path:
    """Write a test's trajectory below the output folder and return its folder.

    A relative output folder is taken from `below` (else from the current folder, which tests may change). `outcome`
    is pytest's word for the test: passed, failed, error or skipped; or interrupted. `title` is what an attempt is called
    that is not the test's own; `verdict` is the test's status and, where it failed, whose that is and the triage.
    """
    output = output_folder(settings, below)
    folder = output / folder_name(trajectory.test_id, attempt)
    # Until all is written, the steps are all there is: where the disk is full, it stays so.
    _clear(output, folder, attempt, but=STEPS)
    keep = settings.screenshots == "on" or (settings.screenshots == "only-on-failure" and outcome != "passed")
    pictures = _Pictures(folder) if keep else None
    record = _record(trajectory, outcome, attempt, pictures)
    _write_record(folder, {**record, "title": title, "verdict": dict(verdict or {})})
    if pictures is not None and pictures.problem is not None:
        raise pictures.problem
    (folder / STEPS).unlink(missing_ok=True)
    return folder


def note_step(
    test_id: str, goal: str, step: Step, settings: Settings, *, attempt: int, first: bool, below: Path
) -> None:
    """Write down a step of a test that is under way; the `first` of an attempt takes the place of what an earlier session left."""
    output = output_folder(settings, below)
    folder = output / folder_name(test_id, attempt)
    if first:
        _clear(output, folder, attempt)
    record = {"test": test_id, "goal": goal, **_step(step, 0, None)}
    line = json.dumps(record, ensure_ascii=False, default=str)
    content = line.encode("utf-8", "replace") + b"\n"
    with (folder / STEPS).open("ab", buffering=0) as file:
        size = file.tell()
        if file.write(content) < len(content):
            file.truncate(
                size
            )  # what is written next, when there is room again, is to begin on a line of its own
            raise OSError("the disk is full")


def steps_left(test_id: str, settings: Settings, below: Path) -> list[Path]:
    """The files with the steps of a test whose process came to no end, one for each attempt."""
    return sorted(output_folder(settings, below).glob(f"{folder_name(test_id)}*/{STEPS}"))


def folders_left(test_id: str, settings: Settings, below: Path, *, since: float) -> list[Path]:
    """The folders of an interrupted test, one for each attempt, that something was written to since a time of the wall clock.

    Some clocks of disks are coarse, and an earlier session may have left a folder, too.
    """
    found = output_folder(settings, below).glob(f"{folder_name(test_id)}*/")
    return sorted(folder for folder in found if folder.stat().st_mtime > since - 2)


def output_folder(settings: Settings, below: Path | None) -> Path:
    """The output folder; a relative one is below a folder, else below the current one."""
    return (below or Path.cwd()) / Path(settings.output).expanduser()


def _clear(output: Path, folder: Path, attempt: int, *, but: str = "") -> None:
    """Make the folder of an attempt, with nothing in it.

    A first attempt begins anew: what later attempts of an earlier session left would tell of a run that was not.
    """
    for old in output.glob(f"{folder.name}-attempt*") if attempt == 1 else ():
        shutil.rmtree(old)
    if folder.is_symlink():
        folder.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(old)
        elif old.name != but:
            old.unlink()


def add_mutations(folder: Path, told: Mapping[str, Any]) -> None:
    """Add what came of a test's mutations to what `write` left in its folder."""
    record = read(folder)
    if record is not None:
        _write_record(folder, {**record, "mutations": dict(told)})


def _write_record(folder: Path, record: dict[str, Any]) -> None:
    write_whole(folder / RECORD, json.dumps(record, ensure_ascii=False, indent=1, default=str))
    write_whole(folder / PAGE, page(record))


def read(folder: Path) -> dict[str, Any] | None:
    """The record `write` left in a folder, or None if there is none."""
    try:
        record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return record if isinstance(record, dict) else None


class _Pictures:
    """Writes pictures into a folder; one that is there already is not written again.

    What is said of the steps needs less room than their pictures: it is written also where these cannot be.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: dict[bytes, str] = {}
        self.problem: OSError | None = None
        """Why one could not be written."""

    def add(self, image: Image, name: str) -> str | None:
        digest = hashlib.sha256(image.data).digest()
        if digest not in self._names:
            file = self._folder / (name + image.suffix)
            try:
                file.write_bytes(image.data)
            except OSError as error:
                self.problem = error
                file.unlink(missing_ok=True)
                return None
            self._names[digest] = file.name
        return self._names[digest]


def _record(trajectory: Trajectory, outcome: str, attempt: int, pictures: _Pictures | None) -> dict[str, Any]:
    return {
        "format": 1,
        "test": trajectory.test_id,
        "outcome": outcome,
        "attempt": attempt,
        "model": trajectory.model,
        "browser": trajectory.browser,
        "events": list(trajectory.events),
        "calls": _calls(trajectory),
        "tools_off": dict(trajectory.tools_off),
        "runs": [_run(run, number, pictures) for number, run in enumerate(trajectory.runs, 1)],
    }


def _calls(trajectory: Trajectory) -> dict[str, int]:
    """How many tool calls were made, and how many of them have each mark."""
    made = [action for run in trajectory.runs for step in run.steps for action in step.actions]
    return {"all": len(made), **Counter(action.mark for action in made if action.mark)}


def _run(run: RunResult[Any], number: int, pictures: _Pictures | None) -> dict[str, Any]:
    return {
        "kind": run.kind,
        "goal": run.goal,
        "status": run.status,
        "word": OUTCOMES[run.status].word,
        "triage": None if run.triage is None else dataclasses.asdict(run.triage),
        "answer": run.told,
        "reason": run.reason,
        "derived": run.derived,
        "proof": run.proof,
        "untied": list(run.untied),
        "opinion": run.opinion,
        "evidence": [finding.record() for finding in run.evidence],
        "heals": [dataclasses.asdict(heal) for heal in run.heals],
        "usage": dataclasses.asdict(run.usage),
        "cost": run.cost,
        "spent": spent(run.usage.tokens, run.cost, estimated=run.usage.estimated),
        "seconds": round(run.seconds, 3),
        "model": run.model,
        "plans": plans_of(run),
        "steps": [_step(step, number, pictures) for step in run.steps],
    }


def _step(step: Step, run: int, pictures: _Pictures | None) -> dict[str, Any]:
    picture = None
    if pictures is not None and step.screenshot is not None:
        picture = pictures.add(step.screenshot, f"run-{run}-step-{step.index:02d}")
    return {
        "index": step.index,
        "url": address(step.url),
        "title": step.title,
        "reasoning": step.reasoning,
        "actions": [_action(action) for action in step.actions],
        "notes": list(step.notes),
        "usage": dataclasses.asdict(step.usage),
        "seconds": round(step.seconds, 3),
        "viewport": list(step.viewport),
        "screenshot": picture,
        "observation": step.observation,
    }


def _arguments(action: Action) -> dict[str, Any]:
    if action.call.malformed is not None:
        return {"malformed": action.call.malformed}
    return whole(action.call.arguments, fields=action.secret)


def _output(action: Action) -> str | None:
    if action.result.output is None:
        return None
    # The model has read it in full.
    shown = ToolResult(reported(action.result.output, action.call.arguments))
    return address(shown.text[:_LONGEST_OUTPUT])


def _action(action: Action) -> dict[str, Any]:
    call, result = action.call, action.result
    return {
        "tool": call.name,
        "arguments": _arguments(action),
        "output": _output(action),
        "error": None if result.error is None else address(result.error),
        "system": result.system,
        "seconds": round(action.seconds, 3),
        "risk": action.risk,
        "mark": action.mark,
        "unasked": action.unasked,
        "target": None if action.target is None else [round(number, 1) for number in action.target],
        "aims": [aim_record(aim) for aim in action.aims],
    }
