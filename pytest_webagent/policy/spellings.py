"""How a secret may be written on a page or in a file, as one pattern: in full, encoded, reversed, or with marks between its letters."""

from __future__ import annotations

import base64
import html
import html.entities
import json
import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, quote_plus

from pytest_webagent.policy.secret_names import PLACEHOLDER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

JOINT: Final = "\ue001"
"""Stands between the texts of two elements, where texts of several are looked at as one."""
SHORTEST_SECRET: Final = 4
"""A secret that is shorter is found nowhere: nearly every page has such a text."""
SHORTEST_WITHIN_WORDS: Final = 6
"""A secret that is shorter is found as a whole word only: within others it would be found where it is none."""
_SURELY_STRONG: Final = 12
"""From this length on a text is hardly there by chance, whatever it is made of."""
_LONG: Final = 64
"""From this length on, as keys have it, a text is looked for as a whole in each encoding: its letters would be too many."""
_LEAST_CORE: Final = 5
"""Fewest characters of base64 or base32 that tell a secret."""
UNSEEN: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""What Unicode calls default ignorable, and the marks of annotations: nothing of it is seen."""
_BETWEEN: Final = rf"(?>\s{{0,20}}{JOINT}\s{{0,20}}|[{UNSEEN}]|<[^<>]{{1,200}}>){{0,12}}"
"""What splits a word without being seen: invisible characters, tags, and where an element ends.

Here and below nothing is repeated without end, and each place is read in one way: a hostile text costs no more than
its length.
"""
_MOST_JOINTS: Final = 6
"""How often elements end between two that follow each other."""
_APART: Final = rf"(?>\s{{0,20}}{JOINT}){{1,{_MOST_JOINTS}}}\s{{0,20}}"
"""Where one element ends and the next begins."""
_BROKEN: Final = _BETWEEN.replace("|<", r"|\s{1,20}|<", 1)
"""What splits a text that is hardly there by chance: blanks, and where a line ends, too."""
_GROUPED: Final = _BETWEEN.replace("|<", r"|[\s.-]|<", 1)
"""What parts the figures of a card, an account or a code into groups."""

_REMEMBERED: Final = 256
"""How many texts are kept with what they became: a conversation says the same again with each step."""
_PLACEHOLDER: Final = re.compile(PLACEHOLDER)
_STAND_IN: Final = "\ufdd0"
"""Before the number of a name, as a character, while others are looked for: no text has it, and it is part of no word."""
_FIRST_NUMBER: Final = 0xF0000
_STOOD_IN: Final = re.compile(f"{_STAND_IN}(.)", re.DOTALL)


@lru_cache(maxsize=8)
def veil(values: tuple[tuple[str, str], ...]) -> Callable[[str], str]:
    """The function that puts names in the place of values, the longest first."""
    found = sorted(values, key=lambda each: -len(each[0]))
    names = [*dict.fromkeys(name for _, name in found)]
    marks = {name: f"{_STAND_IN}{chr(_FIRST_NUMBER + at)}" for at, name in enumerate(names)}

    def stand_in(name: str, found: re.Match[str]) -> str:
        return marks[name] + JOINT * found[0].count(JOINT)

    def name(found: re.Match[str]) -> str:
        at = ord(found[1]) - _FIRST_NUMBER
        return f"%({names[at]})s" if 0 <= at < len(names) else found[0]

    @lru_cache(maxsize=_REMEMBERED)
    def veiled(text: str) -> str:
        # A name that stands there already may be the very word that another secret is.
        shown = _PLACEHOLDER.sub(lambda found: marks.get(found[1], found[0]), text)
        for value, called in found:
            if _compiled(_beginning(value)).search(shown):
                # Where it reaches over several texts, there are as many of them as before.
                shown = _compiled(value).sub(partial(stand_in, called), shown)
        return _STOOD_IN.sub(name, shown)

    return veiled


@lru_cache(maxsize=_REMEMBERED)
def _compiled(value: str) -> re.Pattern[str]:
    """The pattern of one secret, made once: for a long one that takes a while, and with each secret there are more."""
    return re.compile(pattern_of(value))


def _beginning(value: str) -> str:
    """A text that is found wherever a longer one is: its pattern is made at once, the whole only for a text that has it."""
    start = value[:_SURELY_STRONG]
    return start if len(value) > _SURELY_STRONG and start.isprintable() else value


def pattern_of(value: str) -> str:
    """A regular expression without groups that finds a secret however it is written; empty where it is too short to be told.

    A short or plain one, such as a PIN or a single word, is found as a whole word only, in its own case: within other
    words, and in another case, it is no secret.
    """
    if len(value) < SHORTEST_SECRET:
        return ""
    data = value.encode("utf-8", "surrogatepass")
    if not is_strong(value):
        whole = (base64.b64encode(data).decode(), base64.b32encode(data).decode())
        encoded = "|".join(re.escape(each.rstrip("=")) for each in whole)
        return rf"(?<!\w){_not_of_a_row(value)}(?:{_letters(value, _BETWEEN)}|{encoded}|{_hex(data)})(?!\w)"
    # "ß" has two capitals.
    letters = f"{_letters(value, _BROKEN)}|{_letters(value[::-1], _BROKEN)}|{re.escape(value.upper())}"
    return "|".join((f"(?i:{letters})", *_base64(data), *_base32(data), _hex(data)))


def is_strong(value: str) -> bool:
    """Whether a text is hardly there by chance: no short one, and no ordinary word."""
    kinds = (str.islower, str.isupper, str.isdigit, lambda each: not each.isalnum())
    mixed = sum(any(kind(each) for each in value) for kind in kinds) > 1
    # "Anna" and "Password" are words.
    return (len(value) >= SHORTEST_WITHIN_WORDS and mixed and not value.istitle()) or len(
        value
    ) >= _SURELY_STRONG


def is_repeated(value: str) -> bool:
    """Whether what a secret field holds is withheld where the page says it, too: no short text, and no ordinary word."""
    return len(value) >= SHORTEST_WITHIN_WORDS and (is_strong(value) or not value.isalpha())


def _not_of_a_row(value: str) -> str:
    """That a text is not part of a longer row of elements with one character each, such as a keypad or a table of scores.

    It is no secret there, as it is none within a longer word.
    """
    row = _APART.join(map(re.escape, value))
    before = "".join(rf"(?<!{JOINT}\w{JOINT * joints})" for joints in range(1, _MOST_JOINTS + 1))
    return rf"(?!{row}{_APART}\w(?:{JOINT}|\Z))(?:{before}|(?!{row}))"


def _letters(value: str, between: str) -> str:
    """The text itself, each letter in any of the ways in which HTML, URLs, JSON, scripts and style sheets write it."""
    if len(value) > _LONG:
        forms = (value, quote(value, safe=""), quote_plus(value), html.escape(value), json.dumps(value)[1:-1])
        return "|".join(map(re.escape, dict.fromkeys(forms)))
    if value.isdigit() and len(value) >= SHORTEST_WITHIN_WORDS:
        between = _GROUPED
    return between.join(f"(?:{'|'.join(_forms(each))})" for each in value)


def _forms(letter: str) -> Iterator[str]:
    number, data = ord(letter), letter.encode("utf-8", "surrogatepass")
    yield re.escape(letter)
    if not letter.isalnum():
        yield rf"\\{{1,8}}{re.escape(letter)}"
    if letter == " ":
        # What splits words takes blanks with it.
        yield rf"\+|(?<=[\s{JOINT}])"
    yield rf"(?i:{''.join(f'%(?:25){{0,8}}{each:02x}' for each in data)})"
    if 128 <= number < 256:
        # Pages that are not in UTF-8 write addresses in their own encoding.
        yield rf"(?i:%(?:25){{0,8}}{number:02x})"
    named = [name for name, known in html.entities.html5.items() if known == letter and name.endswith(";")]
    names = "".join(f"|{name[:-1]}" for name in named)
    yield rf"(?i:&(?:amp;){{0,8}}(?:#0{{0,8}}{number}|#x0{{0,8}}{number:x}{names});?)"
    units = letter.encode("utf-16-be", "surrogatepass")
    pairs = "".join(rf"\\{{1,8}}u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
    yield rf"(?i:{pairs}|\\{{1,8}}(?:u\{{0{{0,4}}{number:x}\}}|(?:x|0{{0,4}}){number:x}\s?))"
    yield rf"(?i:{''.join(f'={each:02x}' for each in data)})"
    if 33 <= number <= 126:
        yield chr(number + 0xFEE0)


def _hex(data: bytes) -> str:
    inner = r"[\s:,;_-]{0,3}".join(rf"(?:0x|\\{{1,8}}x)?{each:02x}" for each in data)
    return rf"(?i:{inner})"


def _base64(data: bytes) -> Iterator[str]:
    """Its base64, wherever in a longer text it began: all characters that nothing before and after it decides."""
    for before in range(3):
        text = base64.b64encode(b"\0" * before + data).decode()
        core = text[(before * 8 + 5) // 6 : (before + len(data)) * 8 // 6]
        if len(core) >= _LEAST_CORE:
            yield r"[\r\n]{0,2}".join(map(_sign, core))


def _base32(data: bytes) -> Iterator[str]:
    core = base64.b32encode(data).decode()[: len(data) * 8 // 5]
    if len(core) > _LEAST_CORE:
        yield f"(?i:{core})"


def _sign(character: str) -> str:
    return {"+": r"(?:[+-]|%2[Bb])", "/": r"(?:\\{0,8}[/_]|%2[Ff])"}.get(character, character)
