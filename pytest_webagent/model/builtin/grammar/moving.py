"""Keys, history, tabs, dialogs and waiting."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.grammar.filling import refers
from pytest_webagent.model.builtin.grammar.pattern import Slots, rule
from pytest_webagent.model.builtin.grammar.pointing import thing
from pytest_webagent.model.builtin.instruction import AnswerDialog, Instruction, SwitchTab, Tool, WaitFor
from pytest_webagent.model.builtin.words import Words, unveil, words_of
from pytest_webagent.values.number_words import NUMBERS, ORDINALS
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Mapping

_KEYS: Mapping[str, str] = {
    "enter": "Enter",
    "return": "Enter",
    "escape": "Escape",
    "esc": "Escape",
    "tab": "Tab",
    "space": "Space",
    "spacebar": "Space",
    "backspace": "Backspace",
    "delete": "Delete",
    "del": "Delete",
    "home": "Home",
    "end": "End",
    "page up": "PageUp",
    "page down": "PageDown",
    "pageup": "PageUp",
    "pagedown": "PageDown",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "arrow up": "ArrowUp",
    "arrow down": "ArrowDown",
    "arrow left": "ArrowLeft",
    "arrow right": "ArrowRight",
    "up arrow": "ArrowUp",
    "down arrow": "ArrowDown",
    "left arrow": "ArrowLeft",
    "right arrow": "ArrowRight",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}
_MODIFIERS: Mapping[str, str] = {
    "ctrl": "Control",
    "control": "Control",
    "shift": "Shift",
    "alt": "Alt",
    "option": "Alt",
    "cmd": "Meta",
    "command": "Meta",
    "meta": "Meta",
}
# Words that are keys and also common names of buttons are keys only when the goal says "key".
_ALSO_NAMES = word_set("return delete home end up down left right tab space del option")
_CONFIRM = "dialog|dialogue|confirmation|confirm|prompt|alert|popup|pop-up|pop_up|confirmation_dialog|confirm_dialog|confirm_box|dialog_box|alert_dialog|browser_dialog|question|deletion|warning|message_box|removal|cancellation"
_GOING = re.compile(
    r"\b(?:disappears?|gone|vanish(?:es)?|goes away|go away|hidden|closes|finish(?:es|ed)?|stops?|changes?)\b",
    re.IGNORECASE,
)
_LOADING = re.compile(r"(?:the\s+)?(?:page|site|screen|results page|next page)", re.IGNORECASE)
_TIME = re.compile(r"(?:a (?:moment|bit|while|second)|\d+|ms|seconds?)\b")
_NUMBERS = NUMBERS | {word: nth for word, nth in ORDINALS.items() if nth > 0}


def chord(words: str, *, said_key: bool) -> str | None:
    """The Playwright name of a key or chord ("Ctrl+A"), or None if it is none."""
    parts = [
        part.strip().lower()
        for part in re.split(
            r"\s*[+]\s*|(?<=ctrl)-|(?<=shift)-|(?<=alt)-|(?<=cmd)-",
            unveil(words).strip(),
            flags=re.IGNORECASE,
        )
    ]
    *modifiers, last = parts
    if not all(part in _MODIFIERS for part in modifiers) or not last:
        return None
    if not modifiers and last in _ALSO_NAMES and not said_key:
        return None
    key = _KEYS.get(last) or (
        last.upper() if len(last) == 1 and modifiers else last if len(last) == 1 and said_key else None
    )
    return None if key is None else "+".join([*(_MODIFIERS[part] for part in modifiers), key])


def _press(slots: Slots, *, said_key: bool) -> Instruction | None:
    key = chord(slots["k"], said_key=said_key)
    return None if key is None else Tool(name="press_key", arguments=(("key", key),))


def _switch_tab(slots: Slots) -> Instruction | None:
    words = slots["t"].strip()
    number = unveil(words).lower().removeprefix("number ")
    if number.isdigit() or number in _NUMBERS:
        return Tool(name="switch_tab", arguments=(("number", _NUMBERS.get(number) or int(number)),))
    if number in ("new", "other", "newly opened", "next"):
        return SwitchTab(name=Words(""))
    if number in ("previous", "original", "old", "last"):
        return SwitchTab(name=Words("previous"))
    return SwitchTab(name=words_of(words))


def _wait(slots: Slots) -> Instruction | None:
    if _GOING.search(slots["x"]):
        return None
    if _LOADING.fullmatch(slots["x"].strip()):
        return _tool("wait", seconds=1)
    what = thing(slots["x"])
    return None if what is None or _TIME.match(slots["x"]) else WaitFor(target=what)


def _pause(slots: Slots) -> Instruction | None:
    number = slots["n"]
    return Tool(name="wait", arguments=(("seconds", min(int(number), 30)),)) if number.isdigit() else None


def _answer(slots: Slots) -> Instruction | None:
    return None if refers(slots["v"]) else AnswerDialog(accept=True, text=slots.value("v"))


def _tool(name: str, **arguments: str | int) -> Tool:
    return Tool(name=name, arguments=tuple(arguments.items()))


RULES = (
    rule(
        "press|hit|use|type|push [on] [the] <k> key|button_on_the_keyboard [on] [the] [keyboard]",
        lambda s: _press(s, said_key=True),
    ),
    rule("press|hit|push [the] key|keys <k>", lambda s: _press(s, said_key=True)),
    rule("press|hit|push|type <k>", lambda s: _press(s, said_key=False)),
    rule(
        "go|navigate|move|come|head back [one] [page] [to] [the] [previous] [page|list|overview]",
        lambda _: _tool("go_back"),
    ),
    rule("return to the previous page", lambda _: _tool("go_back")),
    rule("press|click|use [the] [browser's|browser] back [button] [of] [in] [the] [browser]", lambda s: None),
    rule("reload|refresh [the] [page|it|tab]", lambda _: _tool("refresh")),
    rule("close|leave [the|this] [current|new|second|opened] tab|window", lambda _: _tool("close_tab")),
    rule("switch|go|change|move [back|over] to [the] tab <t>", _switch_tab),
    rule("switch|go|change|move [back|over] to [the] <t> tab|window", lambda s: _switch_tab(s)),
    rule("switch tabs", lambda _: SwitchTab(name=Words(""))),
    rule(
        "wait for|until|till [the] [text] <x> [to] [is|appears|appear|shows|show|shows_up|show_up|loads|load|has|be|becomes] [visible|shown|displayed|there|appeared|loaded|up|present] [on] [the] [page|screen]",
        _wait,
    ),
    rule("wait [for] <n> second|seconds|s", _pause),
    rule(
        f"accept|confirm|approve|ok|okay|agree_to|acknowledge [the|that|this|it] [browser] {_CONFIRM} [dialog|box]",
        lambda _: AnswerDialog(accept=True),
    ),
    rule(
        f"dismiss|cancel|reject|decline|close|refuse [the|that|this] [browser] {_CONFIRM} [dialog|box]",
        lambda _: AnswerDialog(accept=False),
    ),
    rule(
        f"click|press|choose|say|answer|select ok|okay|yes|accept|confirm in|on|to|at the [browser] {_CONFIRM}",
        lambda _: AnswerDialog(accept=True),
    ),
    rule(
        f"click|press|choose|say|answer|select cancel|no|dismiss in|on|to|at the [browser] {_CONFIRM}",
        lambda _: AnswerDialog(accept=False),
    ),
    rule("accept|confirm [it|this|that]", lambda _: AnswerDialog(accept=True)),
    rule(
        "confirm that|the [you] [want|are_sure|deletion|removal|order|cancellation]",
        lambda _: AnswerDialog(accept=True),
    ),
    rule("dismiss|decline [it|this|that]", lambda _: AnswerDialog(accept=False)),
    rule(
        f"answer|accept|fill [the] {_CONFIRM} with|: <v>",
        _answer,
    ),
    rule(
        f"answer|enter|type|put <v> in|into|to|at [the] {_CONFIRM}",
        _answer,
    ),
)
