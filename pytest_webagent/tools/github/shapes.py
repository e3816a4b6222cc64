"""GitHub's JSON, without the nine tenths of it that nobody asked for."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.tools.core.wording import shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

Item = dict[str, Any]
_EXCERPT: Final = 200
_NAMES: Final = 300


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name)
    return shortened(value, _NAMES) if isinstance(value, str) else ""


def _object(item: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = item.get(name)
    return value if isinstance(value, dict) else {}


def _objects(item: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    value = item.get(name)
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def cut(text: Any, most: int) -> str:
    """A text of a person, with at most `most` characters of it."""
    text = text if isinstance(text, str) else ""
    return text if len(text) <= most else f"{text[:most]}\n[cut: {len(text) - most} more characters]"


def issue(item: Mapping[str, Any], most: int = _EXCERPT) -> Item:
    """An issue, or what issues and pull requests have in common."""
    return {
        "number": item.get("number"),
        "title": _text(item, "title"),
        "state": _text(item, "state"),
        "author": _text(_object(item, "user"), "login"),
        "labels": [_text(each, "name") for each in _objects(item, "labels")],
        "comments": item.get("comments", 0),
        "created_at": _text(item, "created_at"),
        "updated_at": _text(item, "updated_at"),
        "url": _text(item, "html_url"),
        "body": cut(item.get("body"), most),
    }


def comment(item: Mapping[str, Any], most: int = 2_000) -> Item:
    """A comment."""
    return {
        "id": item.get("id"),
        "author": _text(_object(item, "user"), "login"),
        "created_at": _text(item, "created_at"),
        "url": _text(item, "html_url"),
        "body": cut(item.get("body"), most),
    }


def pull_request(item: Mapping[str, Any], most: int = _EXCERPT) -> Item:
    """A pull request; what only the single one has is None in lists."""
    head, base = _object(item, "head"), _object(item, "base")
    return {
        **issue(item, most),
        "draft": bool(item.get("draft")),
        "merged": bool(item.get("merged_at")),
        "mergeable": item.get("mergeable"),
        "head": _text(head, "ref"),
        "base": _text(base, "ref"),
        "head_sha": _text(head, "sha"),
        **{name: item.get(name) for name in ("commits", "additions", "deletions", "changed_files")},
    }


def workflow_run(item: Mapping[str, Any]) -> Item:
    """A run of a workflow."""
    names = (
        "name",
        "display_title",
        "event",
        "status",
        "conclusion",
        "head_branch",
        "head_sha",
        "created_at",
    )
    return {
        "id": item.get("id"),
        **{name: _text(item, name) for name in names},
        "run_number": item.get("run_number"),
        "url": _text(item, "html_url"),
    }


def job(item: Mapping[str, Any]) -> Item:
    """A job of such a run, with the steps that did not succeed."""
    steps = _objects(item, "steps")
    return {
        "name": _text(item, "name"),
        "status": _text(item, "status"),
        "conclusion": _text(item, "conclusion"),
        "url": _text(item, "html_url"),
        "steps": len(steps),
        "failed_steps": [
            {"name": _text(each, "name"), "conclusion": _text(each, "conclusion")}
            for each in steps
            if each.get("conclusion") not in ("success", "skipped", None)
        ],
    }


def contents(item: Any, most: int) -> Item:
    """A file with its text, or a folder with what lies in it."""
    if isinstance(item, list):
        entries = [each for each in item if isinstance(each, dict)]
        return {
            "type": "dir",
            "entries": [
                {"name": _text(each, "name"), "type": _text(each, "type"), "size": each.get("size")}
                for each in entries[:500]
            ],
            "more": max(0, len(entries) - 500),
        }
    kind = _text(item, "type")
    found: Item = {
        "type": kind,
        "path": _text(item, "path"),
        "size": item.get("size"),
        "sha": _text(item, "sha"),
        "url": _text(item, "html_url"),
    }
    if kind != "file":
        return {**found, "target": _text(item, "target") or _text(item, "submodule_git_url")}
    if item.get("encoding") != "base64":
        return {**found, "text": None, "note": "GitHub does not send files of more than 1 MB this way"}
    try:
        text = base64.b64decode("".join(str(item.get("content", "")).split()), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return {**found, "text": None, "note": "it is no text"}
    return {**found, "text": cut(text, most)}
