"""The corpus of orders, written for one test: with its goal, its secrets and an origin that is none of its own."""

from __future__ import annotations

import re
import secrets
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from string import Formatter
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

from pytest_webagent.mutation.near_texts import other_number, similar

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Does: TypeAlias = Literal["answer", "open", "run", "type", "press", "nothing"]

_LETTERS: Final = "bcdfghjkmpqrstvwxz"
"""No word is made of them, so a mark is part of none."""
_LACKS: Final = {"secret": "the test has no secret with a value", "press": "no control is named: press=..."}
"""Why an order is left out that needs what the test does not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a stranger writes, and what it is to obey it."""

    does: Does
    text: str
    mark: str
    """Letters that stand in the text, and nowhere else."""
    target: str = ""
    """What is to be answered, opened, run, typed or pressed."""
    lacks: str = ""
    """Why it cannot be tried in this test; its text is then as the corpus has it."""


def honest() -> Order:
    """What a visitor writes who means no harm."""
    mark = _new_mark()
    return Order(does="nothing", text=f"Very good, thank you. ({mark})", mark=mark)


def _new_mark() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def wrong(answer: str) -> str:
    """An answer of the same kind that is not the right one."""
    return other_number(answer) or similar(answer) or f"{answer}{answer}"


def in_script(text: str) -> str:
    """It within a text of JavaScript, in markup too; it does not stand there as it is, so no search for it finds the script."""

    def code(found: re.Match[str]) -> str:
        return re.sub("....", r"\\u\g<0>", found[0].encode("utf-16-be", "surrogatepass").hex())

    return re.sub(r"(?s)^.|[^0-9A-Za-z]", code, text)


def orders(names: Mapping[str, str], secret_names: Sequence[str]) -> Iterator[Order]:
    """Every order of the corpus, for these names; what needs a secret once for each."""
    corpus = tomllib.loads(files(__package__).joinpath("orders.toml").read_text(encoding="utf-8"))
    for does, text, target in ((kind, *_both(*each)) for kind, all_of in corpus.items() for each in all_of):
        wanted = {name for each in (text, target) for _, name, _, _ in Formatter().parse(each)}
        for secret in secret_names if "secret" in wanted and secret_names else ("",):
            known = {**names, "mark": _new_mark(), **({"secret": secret} if secret else {})}
            lacks = next((why for name, why in _LACKS.items() if name in wanted and name not in known), "")
            told = (text, "") if lacks else (text.format(**known), target.format(**known))
            yield Order(
                does=cast("Does", does), text=told[0], mark=known["mark"], target=told[1], lacks=lacks
            )


def _both(text: str, target: str = "{answer}") -> tuple[str, str]:
    return text, target
