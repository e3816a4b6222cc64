"""Whether each value of a typed answer is what the evidence for it says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.claims.derivation import TRUTHS
from pytest_webagent.judging.answer_values import Saying, as_a_whole
from pytest_webagent.judging.cited import cited
from pytest_webagent.judging.trouble import is_refusal
from pytest_webagent.judging.typed.leaves import leaves, path_of, written
from pytest_webagent.judging.typed.shape import slug
from pytest_webagent.language.words import content, negated, says, words
from pytest_webagent.page.states import state_of
from pytest_webagent.values.days import days
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.story import Story
    from pytest_webagent.judging.typed.leaves import Leaf, Path

_NO_VALUE = re.compile(r"[\W_]*|n/?a|none|null|unknown|not (?:set|given|available)", re.IGNORECASE)
_NEGATIVE: Final = re.compile(r"un\w+|disabled|closed|collapsed|off|empty|hidden|invalid|not .+")


class Reason(NamedTuple):
    """A text that evidence says for a value."""

    text: str
    finding: Finding
    near: bool = False
    """It is what the evidence for a larger part says, such as the row: the value is somewhere in it."""


def problems(raw: object, findings: Sequence[Finding], story: Story) -> list[str]:
    """Why values are not shown by the evidence for them, each with the name of its field."""
    found = [problem for leaf in leaves(raw) if (problem := _unshown(leaf, findings, story.goal))]
    return found or _of_several(findings, story)


def canonical(raw: object, findings: Sequence[Finding]) -> str:
    """The answer as the page writes it, for what is judged by its words; empty where it has none."""
    told: dict[str, None] = {}
    for leaf in leaves(raw):
        if isinstance(leaf.value, bool):
            told["yes" if leaf.value else "no"] = None
            continue
        said = sorted(reasons(leaf, findings), key=lambda each: each.near)
        if leaf.value not in (None, [], {}):
            # Of what stands somewhere in a row, the page says the row.
            told[said[0].text if said else str(leaf.value)] = None
    # A "no" among several values answers nothing by itself, nor do several.
    words = [text for text in told if text not in ("yes", "no")] or (
        [] if isinstance(raw, (dict, list)) else [*told]
    )
    return "; ".join(words)


def _unshown(leaf: Leaf, findings: Sequence[Finding], question: str) -> str:
    about = [each for each in findings if _about(each, leaf.path)]
    if not about:
        where = f'"field": "{written(leaf.path)}"' if leaf.path else "cite the element that says it"
        return f"{leaf.name} is {_shown(leaf.value)}, and no evidence is for it: {where}"
    held = [each for each in about if each.holds]
    if not held:
        return f"{leaf.name}: {about[0].derivation.told}: {about[0].problem}"
    if leaf.value in (None, [], {}) or isinstance(leaf.value, bool):
        return _unshown_truth(leaf, held, question)
    found = list(reasons(leaf, held))
    if any(same(leaf.value, each) for each in found):
        return ""
    shown = " and ".join(f'"{text}"' for text in dict.fromkeys(each.text for each in found if each.text))
    return f"{leaf.name} is {_shown(leaf.value)}, and the evidence for it says {shown or 'no text'}"


def _about(finding: Finding, path: Path) -> bool:
    """Whether evidence is for a value, or for the larger part it stands in."""
    named = path_of(finding.derivation.field)
    return named == path[: len(named)]


def reasons(leaf: Leaf, findings: Sequence[Finding]) -> Iterator[Reason]:
    """What the evidence for a value says, that which is for it alone first."""
    about = [each for each in findings if each.holds and _about(each, leaf.path)]
    for finding in sorted(about, key=lambda each: -len(path_of(each.derivation.field))):
        rest = leaf.path[len(path_of(finding.derivation.field)) :]
        texts = dict.fromkeys(text for text in (finding.text, *finding.parts) if text)
        if not rest:
            yield from (Reason(text, finding) for text in texts)
        elif len(rest) == 1 and isinstance(rest[0], int) and len(finding.parts) > rest[0] > -1:
            # Several elements for a list, each for the one at its place.
            yield Reason(finding.parts[rest[0]], finding)
        elif rest and not isinstance(rest[0], int) and finding.derivation.op in ("text", "exists", "join"):
            yield from (Reason(text, finding, near=True) for text in texts)


def same(value: Any, reason: Reason) -> bool:
    """Whether a value is what a text says: as a whole, or for a part of a row somewhere in it."""
    language = reason.finding.language
    if isinstance(value, (int, float)):
        return any(
            each.value == _decimal(value) for each in quantities(reason.text, language) if each.other is None
        )
    said = str(value)
    if likeness(said, reason.text, language).same or slug(said) == slug(reason.text):
        return True
    numbers = [each.value for each in quantities(said) if each.text.strip() == said.strip()]
    if numbers and any(
        each.value == numbers[0] for each in quantities(reason.text, language) if each.other is None
    ):
        return True
    plain = [each for each in days(said) if each.text.strip() == said.strip()]
    if plain and any(_same_moment(plain[0].value, each.value) for each in days(reason.text, language)):
        return True
    if numbers or plain:
        return False
    return says(reason.text, said) if reason.near else as_a_whole(said, [Saying(reason.text, language)])


def _decimal(value: float) -> Any:
    from decimal import Decimal

    return Decimal(str(value))


def _same_moment(one: Any, other: Any) -> bool:
    if one == other:
        return True
    # A date may be written with a time of no meaning.
    return hasattr(one, "date") and not any((one.hour, one.minute, one.second)) and one.date() == other


def _unshown_truth(leaf: Leaf, held: Sequence[Finding], question: str) -> str:
    """What is wrong with the evidence for a yes or no, for nothing, or for an empty list."""
    denying = [each for each in held if _denies(each, question)]
    if leaf.value is True:
        if len(denying) < len(held):
            return ""
        return f"{leaf.name} is true, and all evidence for it says that something is not so"
    if leaf.value in ([], {}) and denying and all(map(_looks_everywhere, held)):
        return (
            f"{leaf.name} is empty, and the evidence says only what is not there, which also holds on a wrong page: cite as well "
            "what shows that the page is the right one, such as exists of its heading"
        )
    if denying or (leaf.value is None and any(_says_nothing(each) for each in held)):
        return ""
    what = {False: "false", None: "null"}.get(leaf.value, "empty") if leaf.value in (False, None) else "empty"
    return (
        f"{leaf.name} is {what}, and the evidence for it says that something is there: show it by not_exists, by a state, "
        "or by a text that says so"
    )


def _denies(finding: Finding, question: str) -> bool:
    """Whether it says no to a question: "out of stock" does not, where just that is asked."""
    told = finding.derivation
    if told.op == "not_exists" or told.relation == "!=":
        return True
    if told.op == "exists" and told.state:
        truth = state_of(told.state)
        asked = next(
            (each for word in words(question) if (each := state_of(word)) and truth and each[0] == truth[0]),
            None,
        )
        return asked != truth if asked else _NEGATIVE.fullmatch(told.state.casefold()) is not None
    if told.op in TRUTHS and told.op != "exists":
        return False
    known = content(question) if is_refusal(question) else frozenset()
    texts = [text for text in (finding.text, told.text) if not content(text) & known]
    return any(text == "0" or (text and (negated(text) or is_refusal(text))) for text in texts)


def _looks_everywhere(finding: Finding) -> bool:
    told = finding.derivation
    return told.op == "not_exists" and not told.elements and told.within is None


def _says_nothing(finding: Finding) -> bool:
    return finding.derivation.op not in TRUTHS and _NO_VALUE.fullmatch(finding.text.strip()) is not None


def _of_several(findings: Sequence[Finding], story: Story) -> list[str]:
    """Catches an object put together from two rows: the name of one with the price of another."""
    items: dict[Path, dict[tuple[int, int], str]] = {}
    for finding in findings:
        path = path_of(finding.derivation.field)
        if not finding.holds or not path or isinstance(path[-1], int):
            continue
        for place in cited(finding, story):
            item = place.item()
            if item is not None:
                items.setdefault(path[:-1], {})[id(item.page), item.at] = item.said
    return [
        f"{written(path) or 'the answer'} is put together from several rows or cards: "
        + " and ".join(f'"{said[:60]}"' for said in list(rows.values())[:2])
        + ". Take all parts of it from one"
        for path, rows in items.items()
        if len(rows) > 1 and path
    ]


def _shown(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
