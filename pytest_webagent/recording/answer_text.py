"""Answers with expressions or questions in their places: ``The total is {the "Total" in the table "Cart"}``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from pytest_webagent.claims.expression import Expression
from pytest_webagent.judging.typed.leaves import leaves
from pytest_webagent.recording.goal_question import GoalQuestion
from pytest_webagent.recording.page_text import PageText

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Self

Source: TypeAlias = Expression | GoalQuestion | PageText
"""What a part of an answer is worked out from."""
_SLOT: Final = re.compile(r'\{((?:[^{}"]|"(?:[^"\\]|\\.)*")*)\}')
_ESCAPED: Final = str.maketrans({"{": "{{", "}": "}}"})


class AnswerText(NamedTuple):
    """The pieces of an answer, in their order."""

    pieces: tuple[str | Source, ...]

    def __str__(self) -> str:
        """The answer as `parse` reads it."""
        return "".join(
            piece.translate(_ESCAPED) if isinstance(piece, str) else f"{{{piece}}}" for piece in self.pieces
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an answer.

        Raises:
            ValueError: what stands between braces is no expression and no question.
        """
        pieces: list[str | Source] = []
        at, words = 0, ""
        while at < len(text):
            if text[at : at + 2] in ("{{", "}}"):
                words, at = words + text[at], at + 2
            elif text[at] in "{}":
                slot = _SLOT.match(text, at)
                if slot is None:
                    raise ValueError(
                        f"{text!r} has a brace that is not closed or opened: write {{{{ for the sign itself"
                    )
                pieces += [
                    *([words] if words else []),
                    read_source(slot[1]),
                ]
                words, at = "", slot.end()
            else:
                words, at = words + text[at], at + 1
        return cls((*pieces, *([words] if words else [])))

    @classmethod
    def of(cls, answer: str, sources: Iterable[tuple[str, Source]]) -> Self:
        """An answer in which texts that were read from the page are replaced by what they were read from."""
        pieces: list[str | Source] = [answer]
        for said, source in sources:
            pieces = [part for piece in pieces for part in _split(piece, said, source)]
        return cls(tuple(pieces))

    @property
    def sources(self) -> tuple[Source, ...]:
        """What is worked out for it."""
        return tuple(piece for piece in self.pieces if not isinstance(piece, str))

    def filled(self, value: Callable[[Source], str]) -> str:
        """The answer with the values of its sources."""
        return "".join(piece if isinstance(piece, str) else value(piece) for piece in self.pieces)


def _split(piece: str | Source, said: str, source: Source) -> list[str | Source]:
    if not isinstance(piece, str) or not said:
        return [piece]
    # A number is no part of a longer one, nor a word.
    found = re.search(rf"(?<!\w){re.escape(said)}(?!\w)", piece) if said[:1].isalnum() else None
    start = found.start() if found is not None else piece.find(said)
    if start < 0 or (found is None and said[:1].isalnum()):
        return [piece]
    before, after = piece[:start], piece[start + len(said) :]
    return [*([before] if before else []), source, *([after] if after else [])]


def read_source(text: str) -> Source:
    """Read what a part of an answer is worked out from.

    Raises:
        ValueError: it is nothing of the kind.
    """
    return GoalQuestion.parse(text) or PageText.parse(text) or Expression.parse(text)


def sources_of(answer: object) -> tuple[Source, ...]:
    """What is worked out for an answer of any type: a text as `AnswerText.parse` reads it, or JSON with such texts."""
    texts = (leaf.value for leaf in leaves(answer) if isinstance(leaf.value, str))
    return tuple(source for text in texts for source in AnswerText.parse(text).sources)


def filled_in(
    answer: object, value: Callable[[Source], str], parts: Callable[[GoalQuestion], tuple[str, ...]]
) -> Any:
    """An answer of any type with the values of its sources; in a list, a question with many answers stands for all of them."""
    if isinstance(answer, str):
        return AnswerText.parse(answer).filled(value)
    if isinstance(answer, dict):
        return {name: filled_in(each, value, parts) for name, each in answer.items()}
    if not isinstance(answer, list):
        return answer
    made: list[Any] = []
    for each in answer:
        pieces = AnswerText.parse(each).pieces if isinstance(each, str) else ()
        if len(pieces) == 1 and isinstance(pieces[0], GoalQuestion) and pieces[0].many:
            made += parts(pieces[0])
        else:
            made.append(filled_in(each, value, parts))
    return made
