"""What is done in one way only, whatever the page calls its things: keys, history, tabs, dialogs, points, scrolling, waiting."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.language import deeds
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar.key_names import chord
from pytest_webagent.model.builtin.grammar.pointing import thing
from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.model.builtin.words import VEILED, Words, plain, unveil, words_of
from pytest_webagent.values.number_words import NUMBERS, ORDINALS
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Build = Callable[[re.Match[str]], say.Instruction | None]

_THE: Final = r"(?:(?:the|this|that|your|a|an|another|some)\s+)?"
_NUMBER: Final = r"-?\d+(?:\.\d+)?"
_POINT: Final = re.compile(
    rf"(?P<open>\()?\s*(?:x\s*=?\s*)?(?P<x>{_NUMBER})\s*(?:,|\s)\s*(?:y\s*=?\s*)?(?P<y>{_NUMBER})\s*(?(open)\))"
    r"(?:\s+(?P<where>(?:in|on|of|within)\s+(?:the\s+)?(?P<what>.+)))?",
    re.IGNORECASE,
)
_SPOT: Final = re.compile(rf"{_THE}(?:(?:point|position|coordinates|spot)\s+)?", re.IGNORECASE)
_SEEN: Final = re.compile(r"page|screen|viewport|window|screenshot", re.IGNORECASE)
_ADDRESS: Final = re.compile(
    r"(?:https?://\S+|/[\w./?=&%#+-]*|(?:localhost|\d+\.\d+\.\d+\.\d+):\d+\S*|about:blank)", re.IGNORECASE
)
_YES: Final = word_set("accept confirm approve ok okay yes agree acknowledge")
_NO: Final = word_set("dismiss decline reject refuse no cancel")
_ANSWERING: Final = word_set("click press choose say answer select hit")
_ASKED: Final = word_set(
    "dialog dialogue confirmation confirm prompt alert popup pop-up box browser question deletion warning message removal "
    "cancellation order"
)
_AROUND: Final = word_set("the that this it in on to at with of a your you want are sure by")
_GOING: Final = re.compile(
    r"\b(?:disappears?|gone|vanish(?:es)?|goes away|go away|hidden|closes|finish(?:es|ed)?|stops?|changes?)\b",
    re.IGNORECASE,
)
_COMES: Final = re.compile(
    r"\s+(?:(?:to|is|has|be|been|becomes?|appeared|appears?|shows?|shown|up|loads?|loaded|visible|displayed|there|present|on|the|page|screen)\b\s*)+$",
    re.IGNORECASE,
)
_LOADING: Final = re.compile(r"(?:the\s+)?(?:page|site|screen|results page|next page)", re.IGNORECASE)
_TIME: Final = re.compile(r"(?:a (?:moment|bit|while|second)|\d+|ms|seconds?)\b")
_TABS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("new", "other", "newly opened", "next"), ""),
    **dict.fromkeys(("previous", "original", "old", "last"), "previous"),
}
_CREDENTIAL: Final = re.compile(
    r"^(?:the\s+)?(?:user\s*name|user|e-?mail(?: address)?|account|credentials|password|pass)\s+(?=\S)",
    re.IGNORECASE,
)

_ANOTHER: Final = rf"(?:\s*,(?:\s+(?:and|with))?|\s+(?:and|with))\s+(?P<label>[^,\U000f0000-\U0010ffff]+?)?\s*:?\s*(?P<value>{VEILED})"
_BESIDE: Final = re.compile(_ANOTHER, re.IGNORECASE)
"""What is to be typed as well, behind the name of its field: "and the one-time code '123456'"."""
_VALUES: Final = re.compile(
    rf"(?P<first>{VEILED}|[^\U000f0000-\U0010ffff]+?)(?P<more>(?:{re.sub(r'[?]P<[a-z]+>', '?:', _ANOTHER)})+)",
    re.IGNORECASE,
)


def command(clause: str) -> say.Instruction | None:
    """The instruction in a (veiled) clause, whatever page is open; None where it takes the page to understand it."""
    answered = _dialog(clause)
    if answered is not None:
        return answered
    found = (
        (build, match) for pattern, build in _COMMANDS if (match := pattern.fullmatch(clause)) is not None
    )
    return next((each for build, match in found if (each := build(match)) is not None), None)


def tool(name: str, **arguments: str | int) -> say.Tool:
    """The call of a tool that needs no element."""
    return say.Tool(name=name, arguments=tuple(arguments.items()))


def _dialog(clause: str) -> say.AnswerDialog | None:
    """How to answer a dialog, where a clause speaks of nothing else: "confirm it", "click OK in the dialog"."""
    first, *rest = plain(clause).split() or [""]
    if first in _ANSWERING:
        first, *rest = [each for each in rest if each not in _AROUND] or [""]
        if not _ASKED.intersection(rest):
            return None
    elif first == "cancel" and not _ASKED.intersection(rest):
        # Many things can be cancelled.
        return None
    elif first == "close":
        first = "cancel" if _ASKED.intersection(rest) - {"browser", "box", "message", "popup"} else ""
    if first not in _YES | _NO or not set(rest) <= _ASKED | _AROUND | (_YES if first in _YES else _NO):
        return None
    return say.AnswerDialog(accept=first in _YES)


def _place(words: str) -> str | None:
    """The point some words give, as the tools take it, or None where they give none.

    Raises:
        Refusal: it is counted from something else than the corner of what is seen of the page.
    """
    # What is quoted is a name, and veiled.
    found = _POINT.fullmatch(_SPOT.sub("", words.strip(), count=1))
    if found is None:
        return None
    if found["where"] and not _SEEN.fullmatch(found["what"].strip()):
        raise Refusal(
            f"a point is counted in CSS pixels from the upper left corner of what is seen of the page, "
            f"and {unveil(found['where'], chr(34))!r} names something else; say 'in the page', or leave it out"
        )
    return f"<point>{found['x']} {found['y']}</point>"


def _at(name: str) -> Build:
    # A point has no description: nobody is to look for "the point (120, 80)".
    def build(match: re.Match[str]) -> say.Instruction | None:
        place = _place(match["p"])
        return None if place is None else tool(name, description="", coords=place)

    return build


def _drag(match: re.Match[str]) -> say.Instruction | None:
    start, end, what = _place(match["p"]), _place(match["q"]), thing(match["p"])
    if start is not None and end is not None:
        return tool("drag", description="", to_description="", coords=start, to_coords=end)
    if what is None:
        return None
    if end is not None:
        return say.Drag(target=what, place=end)
    onto = thing(match["q"])
    return None if onto is None else say.Drag(target=what, onto=onto)


def _press(match: re.Match[str]) -> say.Instruction | None:
    key = chord(match["k"], said_key=bool(match["said"] or match["key"]))
    return None if key is None else tool("press_key", key=key)


def _switch_tab(match: re.Match[str]) -> say.Instruction | None:
    words = (match["t"] or match["name"]).strip()
    number = unveil(words).lower().removeprefix("number ")
    if number in _TABS:
        return say.SwitchTab(name=Words(_TABS[number]))
    counted = NUMBERS.get(number) or ORDINALS.get(number, 0)
    if number.isdigit() or counted > 0:
        return tool("switch_tab", number=int(number) if number.isdigit() else counted)
    return say.SwitchTab(name=words_of(words))


def _wait(match: re.Match[str]) -> say.Instruction | None:
    said = match["x"]
    if _GOING.search(said):
        return None
    what = thing(_COMES.sub("", said))
    if _LOADING.fullmatch(_COMES.sub("", said)):
        return tool("wait", seconds=1)
    return None if what is None or _TIME.match(said) else say.WaitFor(target=what)


def _scroll(match: re.Match[str]) -> say.Instruction | None:
    if match["direction"]:
        return tool("scroll", direction=match["direction"].lower())
    if match["end"]:
        return tool("press_key", key="End" if match["end"].lower() in ("bottom", "end") else "Home")
    what = thing(match["x"] if match["x"] else _COMES.sub("", match["until"]))
    return None if what is None else say.ScrollTo(target=what)


def _open(match: re.Match[str]) -> say.Instruction | None:
    address, new_tab = unveil(match["x"]).strip(), match["tab"] is not None
    if _ADDRESS.fullmatch(address):
        return say.GoTo(url=address, new_tab=new_tab)
    what = thing(match["x"]) if new_tab else None
    return None if what is None else say.Click(target=what, opens=True, new_tab=True)


def _log_in(match: re.Match[str]) -> say.Instruction | None:
    user, password = (_CREDENTIAL.sub("", match[part].strip(" ,")) for part in ("u", "p"))
    more: list[say.Fill] = []
    if re.search(VEILED, password) and not re.fullmatch(VEILED, password):
        # What is quoted is a value of its own: others stand beside it.
        if (parts := _VALUES.fullmatch(password)) is None:
            return None
        password = parts["first"]
        for each in _BESIDE.finditer(parts["more"]):
            field = thing(each["label"]) if each["label"] else None
            more.append(
                say.Fill(said=unveil(each[0], "'").strip(" ,"), value=unveil(each["value"]), field=field)
            )
    quoted = all(re.fullmatch(VEILED, each) for each in (user, password))
    if not (quoted or match["said"] or match["slash"]):
        return None
    return say.LogIn(user=unveil(user), password=unveil(password), more=tuple(more)) if user else None


def _text_for_dialog(match: re.Match[str]) -> say.Instruction | None:
    return say.AnswerDialog(accept=True, text=unveil(match["v"].strip()))


def _table(*rows: tuple[str, Build]) -> tuple[tuple[re.Pattern[str], Build], ...]:
    return tuple((re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE), build) for pattern, build in rows)


_OPENING: Final = "|".join(
    sorted((" ".join(verb) for verb, said in deeds.VERBS.items() if "open" in said), key=len, reverse=True)
)
_COMMANDS: Final = _table(
    (
        r"(?:click|press|tap|hit)(?: on)? (?:at |(?=(?:the )?(?:point|position|coordinates|spot) ))(?P<p>.+)",
        _at("click"),
    ),
    (r"(?:hover(?: over| at)?|move the (?:mouse|pointer|cursor) to) (?P<p>.+)", _at("hover")),
    (
        r"(?:drag|drag and drop|drop|move) (?:the (?:mouse|pointer) )?(?:from )?(?P<p>.+?) "
        r"(?:to|onto|into|on|over) (?P<q>.+)",
        _drag,
    ),
    (
        r"(?:press|hit|use|type|push)(?: on)?(?: the)?(?P<key> keys?)? (?P<k>.+?)"
        r"(?P<said> key| button on the keyboard)?(?: on (?:the |your )?keyboard)?",
        _press,
    ),
    (
        r"(?:go|navigate|move|come|head|return) (?:back|to the previous page)(?: one)?(?: page)?(?: to)?(?: the)?(?: previous)?(?: page| list| overview)?",
        lambda _: tool("go_back"),
    ),
    (r"(?:reload|refresh)(?: the)?(?: page| it| tab)?", lambda _: tool("refresh")),
    (
        r"(?:close|leave)(?: the| this)?(?: current| new| second| opened)? (?:tab|window)",
        lambda _: tool("close_tab"),
    ),
    (
        r"(?:switch|go|change|move)(?: back| over)? to(?: the)? (?:tab (?P<t>.+)|(?P<name>.+?) (?:tab|window))",
        _switch_tab,
    ),
    (r"switch tabs", lambda _: say.SwitchTab(name=Words(""))),
    (r"wait(?: for)? (?P<n>\d+) (?:seconds?|s)", lambda m: tool("wait", seconds=min(int(m["n"]), 30))),
    (r"wait (?:for|until|till)(?: the)?(?: text)? (?P<x>.+)", _wait),
    (
        r"(?:answer|accept|fill)(?: the)? (?:prompt|dialog|dialogue|alert|question)(?: with|:) (?P<v>.+)",
        _text_for_dialog,
    ),
    (
        r"(?:answer|enter|type|put) (?P<v>.+) (?:in|into|to|at)(?: the)? (?:prompt|dialog|dialogue)",
        _text_for_dialog,
    ),
    (
        r"scroll(?: the)?(?: page)?(?: all the way)?(?: (?P<direction>up|down|left|right)"
        r"|(?: up| down)? to the (?P<end>bottom|end|top|beginning)(?: of)?(?: the)?(?: page| list)?"
        r"|(?: up| down)? (?:to (?P<x>.+)|until (?:you )?(?:can )?(?:see )?(?P<until>.+)))",
        _scroll,
    ),
    (
        rf"(?:{_OPENING}|load|go) (?P<x>.+?)(?P<tab> (?:in|into) {_THE}(?:new |separate )?(?:tab|window))?",
        _open,
    ),
    (
        r"(?:log in|login|log on|sign in|sign on|authenticate)(?: in| on)? (?:as|with|using)(?: the)? (?P<u>.+?)"
        r"(?: (?:with|and|using)| ?/|,(?: (?:with|and))?)(?P<said>(?: the)? (?:password|pass)\b:?)?(?P<slash>(?<=/))? (?P<p>.+)",
        _log_in,
    ),
)
