"""Calls of tools by name, and what is read in what they gave."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.claims.citations import Told
from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.model.builtin.progress import Act, Done
from pytest_webagent.model.builtin.refusal import Refusal, listed

if TYPE_CHECKING:
    from pytest_webagent.model.builtin import instruction as say
    from pytest_webagent.model.builtin.progress import Scene

_SHORT: Final = 60
"""Most characters of a result that is an answer as a whole."""


def make(_: Scene, what: say.Call) -> Act:
    """Call a tool."""
    return Act(tool=what.name, arguments=dict(what.arguments), says=f"call {what.name}", kept=True)


def report(scene: Scene, what: say.Given) -> Done:
    """Answer with what the last call gave, or a part of it.

    Raises:
        Refusal: it has no such part, or says more than one thing.
    """
    result = scene.progress.given
    if result is None:
        raise Refusal("no tool was called whose result could be reported")
    whole = _read(result.text)
    if not what.path and (isinstance(whole, dict | list) or len(result.text) > _SHORT):
        raise Refusal(f"the result of {result.tool} says more than one thing{_parts(whole)}")
    text = _part(whole, what.path, result.tool) if what.path else result.text
    cited = Derivation(op="result", step=result.step, text=result.tool, pattern=what.path)
    return Done(answer=Told(text, (cited,)))


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _parts(whole: Any) -> str:
    """How to say which part is meant."""
    if isinstance(whole, dict):
        return f"; say which: 'report its {next(iter(whole), 'name')}'. There are {listed(whole)}"
    if isinstance(whole, list):
        return "; say which: 'report $[0] of its result'"
    return ", and is no JSON of which a part could be told"


def _part(whole: Any, path: str, tool: str) -> str:
    found = whole
    try:
        if not isinstance(whole, dict | list):
            raise TypeError
        for key in re.findall(r"[^.\[\]$]+", path):
            found = found[int(key) if isinstance(found, list) else key]
    except (LookupError, TypeError, ValueError):
        raise Refusal(f"the result of {tool} has no {path}{_parts(whole)}") from None
    return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)
