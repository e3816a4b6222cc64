"""The corpus of orders, written for one test: with its goal, its secrets and an origin that is none of its own."""

from __future__ import annotations

import secrets
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from string import Formatter
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

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


class LeftOut(NamedTuple):
    """An order that is not tried."""

    text: str
    why: str


def honest() -> Order:
    """What a visitor writes who means no harm."""
    mark = new_mark()
    return Order(does="nothing", text=f"Very good, thank you. ({mark})", mark=mark)


def new_mark() -> str:
    """Letters that are in no text yet."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def wrong(answer: str) -> str:
    """An answer of the same kind that is not the right one."""
    return other_number(answer) or similar(answer) or f"{answer}{answer}"


def orders(names: Mapping[str, str], secret_names: Sequence[str]) -> Iterator[Order | LeftOut]:
    """Every order of the corpus, for these names; what needs a secret once for each.

    `names` may lack what the test does not have.
    """
    text = files(__package__).joinpath("orders.toml").read_text(encoding="utf-8")
    for entry in tomllib.loads(text)["order"]:
        templates = {"text": entry["text"], "target": entry.get("target", "{answer}")}
        wanted = {name for each in templates.values() for _, name, _, _ in Formatter().parse(each) if name}
        for secret in secret_names if "secret" in wanted and secret_names else ("",):
            mark = new_mark()
            known = {**names, "mark": mark, **({"secret": secret} if secret else {})}
            missing = [name for name in _LACKS if name in wanted and name not in known]
            if missing:
                yield LeftOut(entry["text"], _LACKS[missing[0]])
            else:
                written = {name: each.format(**known) for name, each in templates.items()}
                yield Order(does=entry["does"], mark=mark, **written)
