"""What a goal is made of, once it is understood: instructions, and what they are about."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as field_
from typing import TYPE_CHECKING, Literal, TypeAlias

from pytest_webagent.model.builtin.words import Words

if TYPE_CHECKING:
    from pytest_webagent.language.superlatives import End, Kind

Relation: TypeAlias = Literal["in", "next to", "under", "above", "for"]


@dataclass(frozen=True, slots=True)
class Superlative:
    """The best of a list: `kind` of value to compare, `pick` the least or most, `column` its name if said."""

    kind: Kind
    pick: End
    column: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the thing meant stands relative to another one."""

    relation: Relation
    reading: Reading
    word: str = field_(default="", compare=False)
    """The preposition that was said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to read the words for a thing."""

    words: Words = Words("")
    hint: str = ""
    """The noun that tells the kind of thing, such as ``button``; empty if none was said."""
    ordinal: int | None = None
    """Counts from 1; -1 is the last."""
    every: bool = False
    superlative: Superlative | None = None
    places: tuple[Place, ...] = ()
    pronoun: bool = False
    whole: bool = False
    """The words are the whole name or nothing: they start like an ordinal or a superlative ("First name")."""

    @property
    def plainly_named(self) -> bool:
        """Whether it is nothing but words."""
        return not (self.ordinal or self.every or self.superlative or self.places or self.pronoun)


@dataclass(frozen=True, slots=True)
class Target:
    """A thing a goal speaks of: the words as said, and the ways to read them, the likeliest first."""

    said: str
    readings: tuple[Reading, ...]
    verb: str = ""
    """What the name of the thing begins with, where the words say what it does: "pay invoice 17"."""

    @property
    def main(self) -> Reading:
        """The likeliest reading."""
        return self.readings[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """One thing to do; `said` are the words of the goal."""

    said: str = field_(default="", compare=False)
    tried: bool = field_(default=False, compare=False)
    """Whether it was read on the page on which it is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aimed(Instruction):
    """Something that is done to one thing."""

    target: Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Click(Aimed):
    """Press something. `opens`: the goal said open or go to, so a page name will do too."""

    opens: bool = False
    new_tab: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GoTo(Instruction):
    """Open an address."""

    url: str
    new_tab: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill(Instruction):
    """Put a value into a field. `field` is None where the goal names none."""

    value: str
    field: Target | None
    typed: bool = False
    """The goal said type, write or enter: text goes into a field, whatever else has that name."""
    reference: bool = field_(default=False, compare=False)
    """The value is no text but speaks of one ("the same", "half of it"): it cannot be typed."""
    command: Command | None = field_(default=None, compare=False)
    """The same as a command: "empty the basket" is a button of that name, or a field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Instruction):
    """Choose an option, of a field if one is named."""

    option: Target
    field: Target | None
    row: Target | None = field_(default=None, compare=False)
    """What is selected if it is a row with a box: all the words after "select"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick(Aimed):
    """Set or unset a checkbox, switch or radio button."""

    on: bool
    command: Command | None = field_(default=None, compare=False)
    """The same as a command: "deactivate Ann" is a button in Ann's row, or a switch of that name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search(Instruction):
    """Put words into the search field and send it off."""

    value: str
    field: Target | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogIn(Instruction):
    """Fill a login form and send it."""

    user: str
    password: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Submit(Instruction):
    """Send the form that was filled last, or the only one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Instruction):
    """Press the page's own button for a verb: "remove the Blue mug from the cart"."""

    verb: str
    object: Target
    tail: str = ""
    whole: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate(Instruction):
    """Give a number of stars."""

    stars: int
    object: Target | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sort(Instruction):
    """Bring a list into an order."""

    by: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter(Instruction):
    """Narrow a list down."""

    value: Words
    by: Words = Words("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Find(Aimed):
    """Look for something, so that "it" means it afterwards; nothing is pressed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Instruction):
    """Something that is one tool call and needs no element."""

    name: str
    arguments: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchTab(Instruction):
    """Go to another open tab, by its name; an empty name is the previous one."""

    name: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Hover(Aimed):
    """Rest the pointer on something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drag(Aimed):
    """Drag one thing onto another, or to a place."""

    onto: Target | None = None
    place: str = ""
    """As the tools take it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload(Instruction):
    """Give a file to a file field."""

    path: str
    field: Target | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrollTo(Aimed):
    """Scroll until something is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerDialog(Instruction):
    """Answer a dialog of the browser, or a confirmation in the page."""

    accept: bool
    text: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitFor(Aimed):
    """Wait until something is there."""

    seconds: int = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Instruction):
    """A question; what the page says becomes part of the answer."""

    question: Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(Instruction):
    """A statement that must hold, in the words of the instruction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class When(Instruction):
    """Do something only if a statement holds."""

    condition: str
    then: Instruction


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """A question for a value: its words are explained by the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class YesNo:
    """A question for a yes or no: its words are explained by the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A question for what the page or a dialog says to whoever uses it."""

    of_dialog: bool = False
    tone: str = ""
    about: Target | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Instruction):
    """Words that are read on the page on which they are done."""


Question: TypeAlias = Open | YesNo | Message
