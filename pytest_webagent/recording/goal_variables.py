"""Texts of a goal that are others in each run, such as a name that a test makes up: a recording is done with the new ones."""

from __future__ import annotations

import json
import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, quote_plus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_PIECES: Final = re.compile(r"[\w@%#/+&=~*^-]+(?:[.:][\w@%#/+&=~*^-]+)*|.", re.DOTALL)
"""A word, number, address or the like as a whole, or one character between them."""


def differences(was: str, now: str) -> dict[str, str] | None:
    """What stands in the one goal where the other says something else; None where one of them says more, or other words twice."""
    before, after = _PIECES.findall(was), _PIECES.findall(now)
    found: dict[str, str] = {}
    for tag, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        old, new = "".join(before[start:end]), "".join(after[first:last])
        if tag != "equal" and (not old.strip() or not new.strip() or found.setdefault(old, new) != new):
            return None
    return found or None


def values_in(was: str, varies: Iterable[str], now: str) -> dict[str, str] | None:
    """What a goal says for each text of the recorded one that varies; None where it differs in something else."""
    names = {text: f"v{number}" for number, text in enumerate(varies)}
    if not names:
        return {} if was == now else None
    any_of = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    parts, seen = [], set[str]()
    for part in re.split(rf"(?<!\w)({any_of})(?!\w)", was):
        name = names.get(part)
        parts.append(
            re.escape(part) if name is None else f"(?P={name})" if name in seen else f"(?P<{name}>.+?)"
        )
        seen |= {name} if name else set()
    found = re.fullmatch("".join(parts), now, re.DOTALL)
    return None if found is None else {text: found[name] for text, name in names.items() if name in seen}


def with_values(told: Any, values: Mapping[str, str], under: str = "") -> Any:
    """What was read of a recording, with other texts for those that vary; `under` is the key that it stands under."""
    if isinstance(told, dict):
        return {name: with_values(each, values, name) for name, each in told.items()}
    if isinstance(told, list):
        return [with_values(each, values, under) for each in told]
    if not isinstance(told, str) or under in _OWN:
        return told
    ways = _WRITTEN.get(under, (_in_quotation_marks,))
    written = {way(was): way(now) for way in ways for was, now in values.items()}
    any_of = "|".join(map(re.escape, sorted(written, key=len, reverse=True)))

    def said(text: str) -> str:
        return re.sub(rf"(?<!\w)(?:{any_of})(?!\w)", lambda found: written[found[0]], text)

    def expression(text: str) -> str:
        return _SAID.sub(lambda found: said(found[0]), text)

    if under in _EXPRESSIONS:
        return expression(told)
    # What an answer is worked out from and what stands between take turns.
    parts = _SLOT.split(told) if under == "answer" else [told]
    return "".join(expression(part) if at % 2 else said(part) for at, part in enumerate(parts))


def _in_quotation_marks(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


_OWN: Final = ("model", "on", "shows")
"""Keys of what says nothing of the goal."""
_SAID: Final = re.compile(r'"(?:[^"\\]|\\.)*"|(?:(?<=": )|(?<=\[)|(?<=, ))-?\d[\w.]*')
"""What an expression or a call has of a page or a goal: a text, or a number of JSON."""
_SLOT: Final = re.compile(r'(\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\})')
_EXPRESSIONS: Final = frozenset(
    ("do", "find", "start", "shown", "there is", "there is no longer", "changes", "changes only")
)
"""Keys of what has a grammar: "the row" is one, whatever else the goal calls "row"."""
_WRITTEN: Final[Mapping[str, tuple[Callable[[str], str], ...]]] = {
    **dict.fromkeys(("goal", "check", "get", "varies"), (str,)),
    **dict.fromkeys(("address", "request"), (quote, quote_plus)),
}
"""How a text stands under a key, where that is not in quotation marks."""
