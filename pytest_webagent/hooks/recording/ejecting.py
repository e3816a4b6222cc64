"""Writes tests for pytest-playwright from what was replayed in a session: one file for each module of tests.

Workers of pytest-xdist hand the functions on, and whoever has them all writes the files.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent.hooks.collecting.collection import FIXTURES, is_worker, settings_for
from pytest_webagent.hooks.outcome.ledger import ledger_of
from pytest_webagent.hooks.recording.attempt_recordings import recordings_of
from pytest_webagent.hooks.recording.recordings_told import tell
from pytest_webagent.hooks.settings.options import settings_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_webagent.recording.recordings import Recordings

_ejected_key = pytest.StashKey["list[dict[str, Any]]"]()
_SENT: Final = "webagent_ejected"
_WRITTEN: Final = "webagent/ejected"
"""Where pytest's cache keeps what the files were when they were written."""
_VARIABLE: Final = re.compile(r'os\.environ\["(\w+)"\]')


def eject(item: pytest.Item, *, passed: bool, unrecorded: bool) -> None:
    """Keep what a test has just done as a function, or tell why there is none."""
    settings = settings_for(item)
    if settings.eject is None:
        return
    made = recordings_of(item)
    why = _why_not(made, passed=passed, unrecorded=unrecorded) or _says_a_secret(item, made)
    if made is None or made.flow is None or why:
        tell(item.config, f"{item.nodeid} was not ejected: {why}")
        return
    from pytest_webagent.config import Settings
    from pytest_webagent.recording.ejected_test import function_name, function_text

    context: dict[str, Any] = {}
    if settings.viewport != Settings().viewport:
        context["viewport"] = settings.viewport._asdict()
    for name in ("ignore_https_errors", "service_workers"):
        if (value := getattr(settings, name)) != getattr(Settings(), name):
            context[name] = value
    fixtures, notes = _fixtures(item)
    name = function_name(item.name)
    kept = {
        "test": item.nodeid,
        "module": str(item.path),
        "order": item.session.items.index(item),
        "name": name,
        "text": function_text(name, made.flow.sections, fixtures=fixtures, context=context),
        "secrets": made.flow.secrets.told,
        "notes": notes,
    }
    item.config.stash.setdefault(_ejected_key, []).append(kept)


def _says_a_secret(item: pytest.Item, made: Recordings | None) -> str:
    """What is wrong with code that tells a secret of the test otherwise than by a variable; empty where none does."""
    from pytest_webagent.recording.playwright_statements import body

    ledger = ledger_of(item)
    if made is None or made.flow is None or ledger is None or ledger.session is None:
        return ""
    vault = ledger.session.vault
    code = "\n".join(line for section in made.flow.sections for line in body(section.statements))
    names = vault.names_in(vault.conceal(code))
    return f"what it opens or looks for says the secret {names[0]}" if names else ""


def _why_not(made: Recordings | None, *, passed: bool, unrecorded: bool) -> str:
    if not passed:
        return "it did not pass"
    if made is None:
        return "it was not replayed"
    if made.failed:
        return "a run of it did not reach its goal"
    if unrecorded or not made.all_replayed or made.flow is None:
        return "not all of its runs were replayed"
    if made.flow.problem:
        return made.flow.problem
    return "" if made.flow.complete == len(made.replayed) else "a run of it did not reach its end"


def _fixtures(item: Any) -> tuple[list[str], list[str]]:
    """The fixtures of the test's own suite that it asks for, and what is to be known of them."""
    info = getattr(item, "_fixtureinfo", None)
    definitions: Mapping[str, Sequence[Any]] = getattr(info, "name2fixturedefs", {})
    marked = [name for mark in item.iter_markers("usefixtures") for name in mark.args]
    given = getattr(getattr(item, "callspec", None), "params", {})
    manager = getattr(item.session, "_fixturemanager", None)
    automatic = set(manager._getautousenames(item)) if manager is not None else set()
    own, notes = list[str](), list[str]()
    for name in dict.fromkeys((*marked, *getattr(info, "argnames", ()))):
        if name in FIXTURES or name in given or name in automatic or name not in definitions:
            continue
        file = Path(inspect.unwrap(definitions[name][-1].func).__code__.co_filename)
        # What comes with a plugin is no part of the suite.
        if not file.is_relative_to(item.config.rootpath) or "site-packages" in file.parts:
            continue
        own.append(name)
        ours = FIXTURES.intersection(_behind(name, definitions))
        if ours:
            notes.append(
                f"the fixture {name} uses {', '.join(sorted(ours))}: write it over `page` or `context`"
            )
        elif file == item.path:
            notes.append(f"the fixture {name} stands in the module of the test: move it to a conftest.py")
    return own, notes


def _behind(name: str, definitions: Mapping[str, Sequence[Any]]) -> set[str]:
    """The fixtures that one asks for, directly or through others."""
    found, waiting = set[str](), [name]
    while waiting:
        each = waiting.pop()
        for needed in definitions[each][-1].argnames if each in definitions else ():
            if needed not in found:
                found.add(needed)
                waiting.append(needed)
    return found


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker of pytest-xdist has."""
    sent = getattr(node, "workeroutput", {}).get(_SENT, [])
    node.config.stash.setdefault(_ejected_key, []).extend(sent)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the files; in a worker of pytest-xdist, hand on what goes into them."""
    found = session.config.stash.get(_ejected_key, [])
    if is_worker(session.config):
        output: Any = session.config.workeroutput  # type: ignore[attr-defined]
        output[_SENT] = found
        return
    for line in _write(session.config, found):
        tell(session.config, line)


def _write(config: pytest.Config, found: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Write the files; what became of each test, in lines."""
    modules: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for each in sorted(found, key=lambda each: each["order"]):
        modules[each["module"]].append(each)
    _name_secrets(each for tests in modules.values() for each in tests)
    folder = config.invocation_params.dir / str(settings_of(config).eject)
    taken: dict[Path, str] = {}
    for module, tests in modules.items():
        stem = Path(module).name.partition(".")[0]
        file = folder / f"{stem if stem.startswith('test_') else f'test_{stem}'}.py"
        shown = os.path.relpath(file, config.rootpath)
        if file in taken:
            why = f"{taken[file]} and {module} would both be written to {shown}: eject them into folders of their own"
        else:
            taken[file] = module
            why = _written(config, file, tests)
        for each in tests:
            yield f"{each['test']} was not ejected: {why}" if why else _told(each, shown)


def _told(each: Mapping[str, Any], shown: str) -> str:
    parts = [f"{each['test']} was ejected to {shown}", *each["notes"]]
    if each["secrets"]:
        told = (f"{name} ({which})" for name, (_, which) in each["secrets"].items())
        parts.append(f"it reads from the environment {', '.join(told)}")
    return "; ".join(parts)


def _name_secrets(tests: Iterator[dict[str, Any]]) -> None:
    """Have each name stand for one secret in all files."""
    known: dict[str, str] = {}
    for each in tests:
        named, renamed = dict[str, Any](), dict[str, str]()
        for name, (digest, which) in each["secrets"].items():
            number, free = 2, name
            while known.setdefault(free, digest) != digest:
                free, number = f"{name}_{number}", number + 1
            named[free] = (digest, which)
            renamed[name] = free
        each["text"] = _with_names(each["text"], renamed)
        each["secrets"] = named


def _with_names(text: str, renamed: Mapping[str, str]) -> str:
    """Code that reads other variables of the environment."""
    return _VARIABLE.sub(lambda found: f'os.environ["{renamed[found[1]]}"]', text)


def _written(config: pytest.Config, file: Path, tests: Sequence[dict[str, Any]]) -> str:
    """Write a file, unless something would be lost by that; then why."""
    from pytest_webagent.recording.ejected_test import file_text
    from pytest_webagent.recording.recording_files import write_text

    _tell_apart(tests)
    text = file_text([each["text"] for each in tests])
    cache = getattr(config, "cache", None)
    known = cache.get(_WRITTEN, {}) if cache is not None else {}
    try:
        if file.exists():
            before = file.read_text(encoding="utf-8")
            if before == text:
                return ""
            if known.get(str(file)) != _digest(before):
                return f"{file.name} is there already, and was changed or written by somebody else: move or delete it"
            names = {each["name"] for each in tests}
            if lost := [
                name for name in re.findall(r"^def (test_\w+)", before, re.MULTILINE) if name not in names
            ]:
                return f"{', '.join(lost)} in {file.name} would be lost: eject all tests of the module, or delete the file"
        if not file.parent.exists():
            file.parent.mkdir(parents=True)
            # So that pytest imports files of one name from both folders.
            file.with_name("__init__.py").touch()
        write_text(file, text)
    except (OSError, UnicodeDecodeError) as error:
        return f"{file} cannot be written: {error}"
    if cache is not None:
        cache.set(_WRITTEN, {**known, str(file): _digest(text)})
    return ""


def _tell_apart(tests: Sequence[dict[str, Any]]) -> None:
    """Give functions of one file names of their own."""
    taken: set[str] = set()
    for each in tests:
        number, free = 2, each["name"]
        while free in taken:
            free, number = f"{each['name']}_{number}", number + 1
        each["text"] = each["text"].replace(f"def {each['name']}(", f"def {free}(", 1)
        each["name"] = free
        taken.add(free)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
