"""How it was decided where an action goes, as a record and as a line for people."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_webagent.trajectory import Aim, Opinion


def aim_record(aim: Aim) -> dict[str, Any]:
    """The aim as JSON holds it."""
    return {
        **_opinion(aim.decided),
        "offset": _rounded(aim.offset),
        "confidence": round(aim.confidence, 2),
        "others": [_opinion(other) for other in aim.others],
    }


def aim_line(record: dict[str, Any]) -> str:
    """The record as a line; empty where nothing but an element's number was given, and nothing speaks against it."""
    others = record["others"]
    if record["tier"] == "element id" and all(other["agrees"] for other in others):
        return ""
    within = "" if record["offset"] is None else f", {_pair(record['offset'])} within it"
    parts = [f"by {_said(record)}{within if record['element'] else ''}"]
    for other in others:
        word = "agrees" if other["agrees"] else "disagrees"
        away = "" if other["distance"] is None else f", {other['distance']:g} px away"
        parts.append(f"{_said(other)} {word}{away}")
    if others:
        parts.append(f"confidence {record['confidence']:.0%}")
    return "; ".join(parts)


def _opinion(opinion: Opinion) -> dict[str, Any]:
    return {
        **dataclasses.asdict(opinion),
        "point": _rounded(opinion.point),
        "distance": None if opinion.distance is None else round(opinion.distance, 1),
    }


def _rounded(point: tuple[float, float] | None) -> list[float] | None:
    return None if point is None else [round(number, 1) for number in point]


def _said(record: dict[str, Any]) -> str:
    point = "" if record["point"] is None else f" {_pair(record['point'])}"
    element = f" on {record['element']}" if record["element"] else ""
    return f"{record['tier']}{point}{element}"


def _pair(numbers: list[float]) -> str:
    return f"({numbers[0]:g}, {numbers[1]:g})"
