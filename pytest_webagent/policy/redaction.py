"""Arguments of tool calls as they may be written down: without what looks like a secret, and bounded in size.

What is a secret is told by names, by what stands beside a value, by the shape of a value, and by the environment. In
doubt something is masked: a log that says too little costs a look at the test, one that says too much costs a password.
"""

from __future__ import annotations

import json
import math
import os
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, unquote

from pytest_webagent.policy.secret_names import (
    FOREIGN_SECRET,
    OF_ADDRESSES,
    PLACEHOLDER,
    SCHEMES,
    SECRET_THING,
    TRAVELLING_SECRET,
)
from pytest_webagent.policy.spellings import SHORTEST_WITHIN_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

MASK: Final = "***"
LONGEST: Final = 300
"""Most characters of a text."""
MOST_ITEMS: Final = 30
"""Most entries of a list or object."""
LARGEST: Final = 2000
"""Most characters of one argument as JSON; of a larger one the beginning is shown."""
DEEPEST: Final = 6
"""How deep lists and objects may lie in each other."""
_READ: Final = 4000
"""How much of a text is looked at; what comes after is not shown, whatever is masked before it."""

_URL: Final = re.compile(r"\s*[a-z][a-z0-9+.-]*://\S{1,4000}\s*", re.IGNORECASE)
_SECRET_NAME: Final = re.compile(rf"{SECRET_THING}|{FOREIGN_SECRET}|\bpin ?code\b|{TRAVELLING_SECRET}")
_DESCRIBING: Final = frozenset(
    [
        "name",
        "key",
        "field",
        "field_name",
        "field_hint",
        "field_description",
        "description",
        "label",
        "header",
        "hint",
        "selector",
        "parameter",
    ]
)
"""Entries that say what the others of their object are about."""
HOLDING: Final = frozenset(["value", "values", "text", "content", "data", "input", "input_text"])
"""Entries that hold what is typed or sent."""

_Rule = tuple[re.Pattern[str], "str | Callable[[re.Match[str]], str]"]


def is_secret_name(name: str) -> bool:
    """Whether what is called so is nobody's business: ``apiKey``, ``X-Auth-Token``, ``PGPASSWORD``."""
    return _is_secret(name[:200])


@lru_cache(maxsize=1024)
def _is_secret(name: str) -> bool:
    return bool(_SECRET_NAME.search(" ".join(words_of(name))))


def words_of(name: str) -> list[str]:
    """The words of a name, in lower case and without accents."""
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", unquote(name[:200]))
    plain = "".join(each for each in unicodedata.normalize("NFKD", spaced) if not unicodedata.combining(each))
    return re.findall(r"[^\W_]+", plain.lower())


def is_credential(text: str) -> bool:
    """Whether a text is a secret by its shape, whatever it is called: the token or key of a known kind."""
    return any(pattern.fullmatch(text) for pattern in (_KEY, _JWT))


def masked(
    arguments: Mapping[str, Any], *, fields: Collection[str] = (), secrets: Iterable[str] = ()
) -> dict[str, Any]:
    """The arguments as they may be written down: JSON values, without secrets, none of them long.

    Args:
        arguments: What a tool was called with; not only JSON, and not always friendly.
        fields: Names of arguments known to be secret, such as the text typed into a field that withholds its value.
        secrets: Texts known to be secret, wherever they stand. Those of environment variables with such names are
            known already.
    """
    known = sorted({*_spellings(secrets), *_spellings(_of_the_environment())}, key=len, reverse=True)
    hidden = {name: _hidden(value) if name in fields else value for name, value in arguments.items()}
    return {name: _bounded(value) for name, value in _object(hidden, known, 0).items()}


def shown_url(url: str) -> str:
    """A URL, for a message."""
    return str(masked({"url": url})["url"])


def address(url: str) -> str:
    """A URL as it may be shown and written down, in full but for what is secret in it by its name or shape.

    A text may be one as well, such as what a tool gave: what it says in words stays, as "Password: at least 8 letters".
    """
    text = _without_named(url, prose=False)
    for pattern, replacement in _SHAPES:
        text = pattern.sub(replacement, text)
    return text


def withheld(
    value: Any,
    hide: Callable[[str, Any], Any] = lambda _, value: _hidden(value),
    *,
    named: Callable[[str], bool] = is_secret_name,
    name: str = "",
    described: bool = True,
) -> Any:
    """JSON data of any size without what is secret by its name, or by what stands beside it.

    Args:
        value: The data.
        hide: Gives what stands in the place of a secret, by its name and the secret.
        named: Whether a name is one of a secret.
        name: The name of a secret that the data is, if it is one.
        described: Whether what stands beside a value tells it, too, and not only its own name.
    """

    def inner(each: Any, name: str) -> Any:
        return withheld(each, hide, named=named, name=name, described=described)

    if isinstance(value, list):
        return [inner(each, name) for each in value]
    if not isinstance(value, dict):
        return hide(name, value) if name else value
    held = (described and told_name(value, named)) or name
    return {
        key: inner(each, key if named(key) else held if key in HOLDING else "") for key, each in value.items()
    }


def reported(output: Any, arguments: Mapping[str, Any]) -> Any:
    """What a tool gave back, as it may be written down: also without what a `json_path` with a secret name extracted."""
    shown = withheld(output)
    if isinstance(shown, dict) and "extracted" in shown and is_secret_name(str(arguments.get("json_path"))):
        shown["extracted"] = _hidden(shown["extracted"])
    return shown


def whole(arguments: Mapping[str, Any], *, fields: Collection[str] = ()) -> dict[str, Any]:
    """The arguments for a report, which shows all that was typed, sent or run: without what is secret by its name, by what stands beside it, or in a URL or command.

    Args:
        arguments: What a tool was called with.
        fields: Names of arguments known to be secret.
    """
    holds_secret = told_name(arguments)
    return {
        name: MASK
        if name in fields or is_secret_name(str(name)) or (holds_secret and name in HOLDING)
        else _whole(value, is_command=name == "command")
        for name, value in arguments.items()
    }


def _whole(value: Any, *, is_command: bool = False) -> Any:
    if isinstance(value, dict):
        return whole(value)
    if isinstance(value, list):
        return [_whole(each) for each in value]
    holds = isinstance(value, str) and (is_command or _URL.fullmatch(value))
    return _redacted(value, ()) if holds else value


def _bounded(value: object) -> object:
    text = json.dumps(value)
    return value if len(text) <= LARGEST else f"{text[:LONGEST]}... ({len(text)} characters)"


def _of_the_environment() -> Iterable[str]:
    return (value for name, value in os.environ.items() if is_secret_name(name))


def _spellings(secrets: Iterable[str]) -> Iterable[str]:
    for secret in secrets:
        if len(secret) >= SHORTEST_WITHIN_WORDS:
            yield from (secret, quote(secret, safe=""))


def _shown(value: object, known: Sequence[str], depth: int) -> Any:
    if not isinstance(value, (Mapping, list, tuple, set, frozenset)):
        return _single(value, known)
    if depth >= DEEPEST:
        return "..."
    return _object(value, known, depth) if isinstance(value, Mapping) else _list(list(value), known, depth)


def _single(value: object, known: Sequence[str]) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, int):
        return MASK if _is_card(str(value)) else value
    if isinstance(value, str):
        return _text(value, known)
    if isinstance(value, (bytes, bytearray)):
        return f"<{len(value)} bytes>"
    return f"<{type(value).__name__}>"


def told_name(value: Mapping[Any, Any], named: Callable[[str], bool] = is_secret_name) -> str:
    """The name of the secret that others of an object hold, as entries of it say; empty where they say none."""
    told = (text for name, text in value.items() if name in _DESCRIBING and isinstance(text, str))
    return next(filter(named, told), "")


def _object(value: Mapping[Any, Any], known: Sequence[str], depth: int) -> dict[str, Any]:
    holds_secret = told_name(value)
    shown: dict[str, Any] = {}
    for name, inner in list(value.items())[:MOST_ITEMS]:
        hide = is_secret_name(str(name)) or (holds_secret and name in HOLDING)
        shown[_text(str(name), known)] = _hidden(inner) if hide else _shown(inner, known, depth + 1)
    left = len(value) - MOST_ITEMS
    return shown if left <= 0 else {**shown, "...": f"{left} more"}


def _list(values: list[object], known: Sequence[str], depth: int) -> list[Any]:
    shown: list[Any] = []
    before: object = None
    for position, inner in enumerate(values[:MOST_ITEMS]):
        # Headers are often pairs, and commands are lists: ["Authorization", "Bearer x"], ["--password", "x"].
        names = isinstance(before, str) and (before.startswith("-") or (position == 1 and len(values) == 2))
        hide = names and is_secret_name(str(before))
        shown.append(_hidden(inner) if hide else _shown(inner, known, depth + 1))
        before = inner
    left = len(values) - MOST_ITEMS
    return shown if left <= 0 else [*shown, f"... {left} more"]


def _hidden(value: object) -> object:
    """What is shown in the place of a secret; the name of one that a test has stays."""
    if isinstance(value, str):
        return value if _ONLY_NAMES.fullmatch(value) else MASK
    return value if value is None or isinstance(value, bool) else MASK


def _text(text: str, known: Sequence[str]) -> str:
    shown = text[:_READ]
    if len(text) > _READ:
        shown = shown[: _READ - len(re.split(r"\s", shown)[-1])]  # half a word may be half a secret
    shown = _redacted(shown, known)
    if len(shown) <= LONGEST and len(text) <= _READ:
        return shown
    return f"{shown[:LONGEST]}... ({len(text)} characters)"


def _redacted(text: str, known: Sequence[str]) -> str:
    for secret in known:
        text = text.replace(secret, MASK)
    text = _without_named(text)
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return text


def _without_named(text: str, *, prose: bool = True) -> str:
    """The text without the values that secret names stand before: ``password=...``, ``"token": "..."``, ``--pin 1``.

    With `prose`, also what words tell: ``Password: ...``, ``the password "..."``.
    """
    kept, done = [], 0
    for found in _NAMED.finditer(text):
        sign = found["sign"].strip("\"'\\])").strip()
        name, value = found["name"], _WORD
        if (
            not prose
            and found["sign"].strip() in ("", ":")
            and not (found["dashes"] or _WRITTEN.fullmatch(name))
        ):
            continue
        if sign == ":":
            # What follows may have blanks in it, as headers have, and so may the name: "Mot de passe: ...".
            name, value = (
                re.split(r"[^\w%. -]", text[max(0, found.start() - 40) : found.end("name")])[-1],
                _LINE,
            )
        elif not sign and not found["dashes"]:
            value = _QUOTED
        if found.start() >= done and is_secret_name(name) and (end := value.match(text, found.end())):
            if _ONLY_NAMES.fullmatch(end[0].strip("\\\"' ")):
                continue
            kept += [text[done : found.end()], MASK]
            done = end.end()
    return "".join((*kept, text[done:]))


def _card(match: re.Match[str]) -> str:
    return MASK if _is_card(re.sub(r"\D", "", match[0])) else match[0]


def _is_card(digits: str) -> bool:
    """Whether it is the number of a payment card: of such a length, and with the check digit of ISO/IEC 7812-1."""
    if not digits.isdecimal() or not 13 <= len(digits) <= 19:
        return False
    doubled = (int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits)))
    return sum(number // 10 + number % 10 for number in doubled) % 10 == 0


# Quantifiers take all they can and give nothing back (`++`): a hostile text costs no more than its length.
_NAMED: Final = re.compile(
    r"(?<![\w%.-])(?P<dashes>-{0,2})(?P<name>[\w%.]++(?:-[\w%.]++)*+)"
    r"""(?P<sign>[\])"'\\]{0,9}\s{0,9}(?::=|=>|=|:(?!//))\s{0,9}|\s{1,9})"""
)
_WRITTEN: Final = re.compile(r"(?i:authorization|cookie)|\S*(?:[-_]|[a-z](?=[A-Z]))\S*")
"""A name as machines write it, such as that of a header."""
_IN_QUOTES: Final = r"""\\+"(?:(?!\\+").)*+(?:\\+")?|"(?:[^"\\]|\\.)*+"?|'(?:[^'\\]|\\.)*+'?"""
_QUOTED: Final = re.compile(_IN_QUOTES, re.DOTALL)
_LINE: Final = re.compile(_IN_QUOTES + r"""|[^\r\n"']++""", re.DOTALL)
_WORD: Final = re.compile(_IN_QUOTES + r"""|[^\s&"']++""", re.DOTALL)
_ONLY_NAMES: Final = re.compile(rf"(?:(?:{SCHEMES}) )?{PLACEHOLDER}", re.IGNORECASE)
_KEY: Final = re.compile(r"\b(?:gh[pousr]_|github_pat_|glpat-|sk-|xox[a-z]-|AKIA|AIza)[\w-]{12,}")
_JWT: Final = re.compile(r"\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*")
_SHAPES: Final[tuple[_Rule, ...]] = (
    (re.compile(r"(?<=://)[^\s/?#\"'<>]*@"), f"{MASK}@"),
    (re.compile(r"(?i)(?<=%3a%2f%2f)(?:(?!%2f|%3f|%23|%40)[^\s&])*+%40"), f"{MASK}%40"),
    (_KEY, MASK),
    (_JWT, MASK),
)
"""What is a secret by its shape wherever it stands."""
_RULES: Final[tuple[_Rule, ...]] = (
    *_SHAPES,
    (re.compile(rf"(?i)(?<=[?&#])({'|'.join(OF_ADDRESSES)})=[^&#\s]++"), rf"\1={MASK}"),
    (re.compile(rf"(?i)\b({SCHEMES})\s+[\w.~+/=-]{{6,}}"), rf"\1 {MASK}"),
    (re.compile(r"(\s(?:-u|--user|--proxy-user)[\s=]{1,9})[^\s:]+:\S+"), rf"\1{MASK}"),
    (re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----END)[\s\S])*+"), MASK),
    (re.compile(r"(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)"), _card),
)
"""What in a text is a secret by its shape, and what is put in its place."""
