"""Texts that tell what they are by themselves, wherever they stand: ``what matches "average salary"``."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.patterns import matches
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.recording.goal_question import Answered
from pytest_webagent.values.plain_text import flat

if TYPE_CHECKING:
    from typing import Self

    from pytest_webagent.observation import Observation

_WRITTEN: Final = re.compile(r'what matches ("(?:[^"\\]|\\.)*")')
_FIGURES: Final = re.compile(r"\d+")
_WORDS: Final = re.compile(r"[^\W\d_]{3,}")


class PageText(NamedTuple):
    """A text that stands on a page once."""

    pattern: str
    """A regular expression: its first group is what is meant, or else all it matches."""

    def __str__(self) -> str:
        """The text as `parse` reads it."""
        return f"what matches {json.dumps(self.pattern, ensure_ascii=False)}"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read what is written; None where it is no such text."""
        found = _WRITTEN.fullmatch(text)
        return found and cls(json.loads(found[1]))

    @classmethod
    def like(cls, text: str) -> Self:
        """Of a text that is to be found again with other figures."""
        return cls(f"^{_FIGURES.pattern.join(map(re.escape, _FIGURES.split(text)))}$")

    @property
    def tells(self) -> bool:
        """Whether it has words by which it is known."""
        return _WORDS.search(re.sub(r"\\.|\[[^\]]*\]", " ", self.pattern)) is not None

    def on(self, page: Observation) -> Answered:
        """What a page says there.

        Raises:
            UnderivableError: nothing there matches, or several texts do.
        """
        shown = [at for at, each in enumerate(page.elements) if each.id is not None and not each.hidden]
        found = [at for at in shown if matches(flat(page.full_text(at)), self.pattern)]
        inner = [at for at in found if not any(each in found for each in page.descendants(at))]
        findings = [
            work_out(Derivation(op="text", elements=(number,), pattern=self.pattern), page)
            for at in inner
            if (number := page.elements[at].id) is not None
        ]
        texts = {each.text for each in findings}
        if len(texts) != 1 or "" in texts:
            seen = f"{len(texts)} texts" if texts else "nothing"
            raise UnderivableError(f"{seen} on the page {page.title!r} is {self}")
        return Answered(findings[0].text, (findings[0]._replace(wording=str(self)),))
