"""Findings of a run: its evidence worked out, on the pages it is about or on what tools gave that look beyond the page."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pytest_webagent.claims.derivation import Finding
from pytest_webagent.claims.evaluation import compare_result, work_out
from pytest_webagent.claims.expression import worded
from pytest_webagent.claims.patterns import part
from pytest_webagent.claims.underivable import RefutedError, UnderivableError
from pytest_webagent.page.places import place_of
from pytest_webagent.values.amounts import UnreadableError
from pytest_webagent.values.plain_text import either, flat, quoted, says

if TYPE_CHECKING:
    from pytest_webagent.claims.derivation import Derivation
    from pytest_webagent.judging.story import Story

_SHORT: Final = 60
"""Most characters of a result that is cited as a whole."""


def found(derivation: Derivation, story: Story) -> Finding:
    """What a piece of evidence comes to. What is wrong with it is said in the finding."""
    if derivation.op == "result":
        return _of_result(derivation, story)
    if _has_passed(derivation, story):
        derivation = replace(derivation, step=len(story.pages))
    elif derivation.op == "not_exists" and not derivation.state and len(derivation.elements) == 1:
        derivation = _by_its_words(derivation, story)
    page = story.page(derivation.step)
    if page is None:
        return Finding(
            derivation,
            problem=f"there is no step {derivation.step} to look back at; the run has steps 1 to {len(story.pages)}, "
            "and without a step it is about the page as it is now",
            wording=derivation.told,
        )
    return worded(work_out(derivation, page), page)


def _has_passed(derivation: Derivation, story: Story) -> bool:
    """Whether what is cited was on the newest page that the model was shown and is gone since, as a passing message is."""
    within = () if derivation.within is None else (derivation.within,)
    ids = (*derivation.elements, *derivation.by, *within)
    gone = derivation.op == "not_exists" and not derivation.state
    if gone or derivation.step is not None or not story.pages:
        return False
    if all(map(story.now.find, ids)):
        return False
    return all(map(story.pages[-1].find, ids))


def _by_its_words(derivation: Derivation, story: Story) -> Derivation:
    """What is said to be gone by the number it had, said by its role and words: drawn anew, it has another number."""
    (number,) = derivation.elements
    page = next((each for each in reversed(story.pages) if each.find(number) is not None), None)
    if page is None or (gone := place_of(page, number)) is None or not gone.said.strip():
        return derivation
    role = "" if gone.element.role == "generic" else gone.element.role
    return replace(derivation, elements=(), role=role, text=flat(gone.said))


def _of_result(derivation: Derivation, story: Story) -> Finding:
    wording = str(worded(Finding(derivation), story.now).wording)
    try:
        text, where = _read(derivation, story)
        compare_result(derivation, text, where, "")
    except UnreadableError as error:
        return Finding(
            derivation, problem=str(error), refuted=isinstance(error, RefutedError), wording=wording
        )
    return Finding(derivation, text, where=where, parts=(text,), wording=wording)


def _read(derivation: Derivation, story: Story) -> tuple[str, str]:
    """The part of a result that is cited, and whose it is.

    Raises:
        UnderivableError: there is none, it is not told which, or a call of the run itself gave it.
    """
    known = [each for each in story.results if each.step == derivation.step]
    meant = [each for each in known if derivation.text in ("", each.tool)]
    if not story.results:
        raise UnderivableError("no tool of this run read anything beyond the page: cite what the page shows")
    if len(meant) != 1:
        there = either([f"{each.tool} at step {each.step}" for each in known or story.results])
        raise UnderivableError(
            f"{len(meant)} results are meant: give the `step` and, as `text`, the tool: {there}"
        )
    whole, where = meant[0].text, f"the result of {meant[0].tool} at step {meant[0].step}"
    if not derivation.pattern and len(whole) > _SHORT:
        raise UnderivableError(f"{where} says more than {quoted(whole)}: take the part with a `pattern`")
    text = _part(whole, derivation.pattern) if derivation.pattern else whole
    if any(
        says(json.dumps(dict(act.arguments), ensure_ascii=False, default=str), text) for act in story.acts
    ):
        raise UnderivableError(
            f"{quoted(text)} was given to a tool by this run itself, so its result shows nothing"
        )
    return text, where


def _part(whole: str, pattern: str) -> str:
    """The part of a result that a pattern takes: a regular expression, or a path into JSON such as ``$.rows[1][6]``.

    Raises:
        UnderivableError: there is none.
    """
    if not pattern.startswith("$"):
        return part(whole, pattern, "")
    try:
        found = json.loads(whole)
        for key in re.findall(r"[^.\[\]$]+", pattern):
            found = found[int(key) if isinstance(found, list) else key]
    except (ValueError, LookupError, TypeError):
        raise UnderivableError(f"the path {pattern} leads to nothing in {quoted(whole, 200)}") from None
    return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)
