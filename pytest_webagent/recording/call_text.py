"""Calls of tools in words, which name their elements: ``type "mug" into the searchbox "Search"``. They are read back."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.language.quotations import quotations
from pytest_webagent.page.locator import Locator, locator_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Self

TARGETS: Final = ("element_id", "to_element_id")
"""The arguments that say what a call acts on."""
LOOKS: Final = frozenset(("scroll", "scroll_to_text", "hover"))
"""Tools that mostly only show something: nothing has to come of them but what the next step needs."""
_DESCRIPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "element_id": ("description", "field_description"),
    "to_element_id": ("to_description",),
}
"""The arguments that say it in other words."""
_ASIDE: Final = frozenset(
    ("reasoning", "coords", "to_coords", *(each for all_ in _DESCRIPTIONS.values() for each in all_))
)
"""Arguments that are not written down: what the model thought, and where the element was that day."""
_QUOTATION: Final = r"quotation \d+ of the goal"
_QUOTED: Final = "quotation"
_SLOT: Final = re.compile(r"\{(\w+)\}")
_STRING: Final = r'"(?:[^"\\]|\\.)*"'


@dataclass(frozen=True, slots=True)
class Quotation:
    """A value that is not written down, since it is secret: what a quotation of the goal says, by its number from 1."""

    number: int

    def __str__(self) -> str:
        return f"quotation {self.number} of the goal"


class _Form(NamedTuple):
    """How calls of one tool are written."""

    tool: str
    words: str
    fixed: Mapping[str, Any] = {}
    """Arguments that the words themselves say."""

    @property
    def slots(self) -> set[str]:
        return set(_SLOT.findall(self.words))

    @property
    def pattern(self) -> re.Pattern[str]:
        parts = _SLOT.split(self.words)
        # Words and slots take turns.
        found = (
            f"(?P<{part}>{locator_pattern() if part in TARGETS else f'(?:{_STRING}|{_QUOTATION})'})"
            if at % 2
            else re.escape(part)
            for at, part in enumerate(parts)
        )
        return re.compile("".join(found))


_FORMS: Final = (
    _Form("click", "click {element_id}"),
    _Form("click", "double-click {element_id}", {"double": True}),
    _Form("hover", "hover over {element_id}"),
    _Form("drag", "drag {element_id} to {to_element_id}"),
    _Form("type", "type {text} into {element_id}"),
    _Form("type", "type {text} into {element_id} and press Enter", {"submit": True}),
    _Form("clear", "empty {element_id}"),
    _Form("selection", "choose {text} in {element_id}"),
    _Form("check", "check {element_id}"),
    _Form("uncheck", "uncheck {element_id}"),
    _Form("upload_file", "upload {path} to {element_id}"),
    _Form("press_key", "press {key}"),
    _Form("press_key", "press {key} in {element_id}"),
    _Form("goto_url", "go to {page_name}"),
    _Form("go_back", "go back"),
    _Form("refresh", "load the page again"),
    _Form("open_tab", "open {page_name} in a new tab"),
    _Form("close_tab", "close the tab"),
    _Form("accept_dialog", "accept the dialog"),
    _Form("accept_dialog", "enter {text} into the dialog and accept it"),
    _Form("dismiss_dialog", "dismiss the dialog"),
    _Form("scroll", "scroll down", {"direction": "down"}),
    _Form("scroll", "scroll up", {"direction": "up"}),
    _Form("scroll_to_text", "scroll to {text}"),
)
_OTHER: Final = re.compile(r"call (?P<tool>\w+) with (?P<arguments>\{.*\})")


class RecordedCall(NamedTuple):
    """A call of a tool that names its elements."""

    tool: str
    arguments: Mapping[str, Any]
    """Those that say no element."""
    targets: Mapping[str, Locator] = {}
    """The elements, by the arguments that say them."""

    def __str__(self) -> str:
        """The call in words, as `parse` reads them."""
        texts = [name for name, value in self.arguments.items() if isinstance(value, (str, Quotation))]
        for form in _FORMS:
            fixed = {name: value for name, value in self.arguments.items() if name not in form.slots}
            filled = {*self.targets, *(name for name in texts if name not in form.fixed)}
            if form.tool == self.tool and fixed == form.fixed and filled == form.slots:
                return _SLOT.sub(lambda slot: self._written(slot[1]), form.words)
        given = {**self.arguments, **{name: str(target) for name, target in self.targets.items()}}
        told = json.dumps(given, ensure_ascii=False, default=lambda quoted: {_QUOTED: quoted.number})
        return f"call {self.tool} with {told}"

    def _written(self, name: str) -> str:
        told = self.targets.get(name, self.arguments.get(name))
        return str(told) if isinstance(told, (Quotation, Locator)) else json.dumps(told, ensure_ascii=False)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a call in words.

        Raises:
            ValueError: it is none.
        """
        for form, pattern in _patterns():
            if (found := pattern.fullmatch(text)) is not None:
                given = {name: value for name, value in found.groupdict().items() if name not in TARGETS}
                texts = {name: _read(value) for name, value in given.items()}
                targets = {str(name): Locator.parse(found[name]) for name in TARGETS if name in form.slots}
                return cls(form.tool, {**texts, **form.fixed}, targets)
        other = _OTHER.fullmatch(text)
        arguments: dict[str, Any] | None = None
        with suppress(ValueError):
            arguments = json.loads(other["arguments"]) if other is not None else None
        if other is None or arguments is None:
            raise ValueError(
                f'{text!r} is no step, such as: click the button "Save", or: type "mug" into the searchbox "Search"'
            )
        targets = {
            str(name): Locator.parse(str(arguments.pop(name))) for name in TARGETS if name in arguments
        }
        return cls(other["tool"], {name: _unwrapped(value) for name, value in arguments.items()}, targets)

    def described(self, known: Mapping[str, Any], asked: str) -> dict[str, Any]:
        """The arguments of the call, its elements as they are called.

        Args:
            known: The parameters of the tool.
            asked: The goal, for what stands in its quotations.

        Raises:
            IndexError: it does not have so many.
        """
        quoted = quotations(asked)
        given: dict[str, Any] = {
            name: quoted[value.number - 1] if isinstance(value, Quotation) else value
            for name, value in self.arguments.items()
        }
        for name, target in self.targets.items():
            given |= {each: str(target) for each in (name, *_DESCRIPTIONS[name]) if each in known}
        return given


def written_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a call that are written down beside its elements."""
    return {
        name: value
        for name, value in arguments.items()
        if name not in TARGETS and name not in _ASIDE and value not in (None, False)
    }


def _read(written: str) -> str | Quotation:
    """A value as it is written: a text, or which quotation it is."""
    if written.startswith('"'):
        return str(json.loads(written))
    return Quotation(int("".join(filter(str.isdigit, written))))


def _unwrapped(value: Any) -> Any:
    return Quotation(value[_QUOTED]) if isinstance(value, dict) and [*value] == [_QUOTED] else value


@cache
def _patterns() -> tuple[tuple[_Form, re.Pattern[str]], ...]:
    return tuple(_compiled())


def _compiled() -> Iterator[tuple[_Form, re.Pattern[str]]]:
    for form in _FORMS:
        yield form, form.pattern
