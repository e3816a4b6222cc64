"""The record of a trajectory as HTML. Every text in it comes from tests, models or pages: all of it is escaped.

The template engine escapes by itself; nothing here marks a text as safe, and no script is written.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from pytest_webagent.report.aims import aim_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import jinja2


@cache
def _environment() -> jinja2.Environment:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("pytest_webagent.report", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["arguments"] = _arguments
    environment.filters["mark"] = _mark
    environment.filters["aim"] = aim_line
    return environment


def page(record: dict[str, Any]) -> str:
    """A whole page for one test; pictures are files beside it."""
    template = _environment().get_template("page.html.jinja")
    # Older records lack what was added since.
    known = {"title": "", "mutations": None, **record}
    return template.render(
        record=known,
        style=style(),
        source=lambda name: name,
        embed=None,
        full=True,
        page_of=lambda folder: f"../{quote(Path(folder).name)}/index.html",
    )


def mutations(told: Mapping[str, Any], page_of: Callable[[str], str]) -> str:
    """What came of a test's mutations, as a part of another page; `page_of` turns an attempt's folder into a URL."""
    template = _environment().get_template("mutations.html.jinja")
    return template.render(mutations=told, page_of=page_of)


def injections(told: Sequence[Mapping[str, Any]]) -> str:
    """What came of orders that were planted into a test's page, as a part of another page."""
    return _environment().get_template("injections.html.jinja").render(injections=told)


def rows(
    record: dict[str, Any],
    source: Callable[[str], str],
    link: str | None,
    embed: Callable[[str], str] | None = None,
) -> str:
    """The trajectory as a part of another page.

    `source` turns a picture's file name into a URL; `link` leads to the test's own page, if that can be reached.
    `embed`, if given, turns the name into a class of that page's style sheet instead, which holds the picture.
    """
    template = _environment().get_template("runs.html.jinja")
    return template.render(record=record, source=source, link=link, embed=embed, full=False)


class Attempt(NamedTuple):
    """One of several runs of a test, as `attempts` shows it."""

    title: str
    outcome: str
    reason: str
    record: dict[str, Any] | None
    """None where the agent was not used."""
    source: Callable[[str], str]
    link: str | None
    embed: Callable[[str], str] | None = None


def attempts(verdict: str, made: Sequence[Attempt]) -> str:
    """All runs of a test that was repeated, each under its title and else as `rows`; those that passed are folded."""
    template = _environment().get_template("attempts.html.jinja")
    return template.render(verdict=verdict, attempts=made, full=False)


def style() -> str:
    """The style sheet both forms need."""
    source, _, _ = _loader().get_source(_environment(), "style.css")
    return source


def _loader() -> jinja2.BaseLoader:
    loader = _environment().loader
    assert loader is not None
    return loader


def _arguments(arguments: dict[str, Any]) -> str:
    """A call's arguments on one line, without the reasoning, which is shown on its own."""
    shown = {name: value for name, value in arguments.items() if name != "reasoning"}
    return ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in shown.items())


def _mark(target: Sequence[float] | None, viewport: Sequence[int]) -> str | None:
    """CSS that lays a box over the screenshot where the action went; None if that is outside the picture."""
    if target is None:
        return None
    x, y, width, height = target
    across, down = viewport
    left, top, right, bottom = max(x, 0), max(y, 0), min(x + width, across), min(y + height, down)
    if right <= left or bottom <= top:
        return None
    parts = {
        "left": left / across,
        "top": top / down,
        "width": (right - left) / across,
        "height": (bottom - top) / down,
    }
    return ";".join(f"{name}:{share:.3%}" for name, share in parts.items())
