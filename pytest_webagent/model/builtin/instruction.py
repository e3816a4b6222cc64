"""What a goal is made of, once it is understood: instructions, and what they are about."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as field_
from typing import Any, TypeAlias

from pytest_webagent.language import lexicon
from pytest_webagent.model.builtin.words import Words, is_pronoun, name_in


@dataclass(frozen=True, slots=True)
class Target:
    """A thing a goal speaks of, in its words; what is quoted stands in quotation marks."""

    said: str
    verb: str = ""
    """What the name of the thing begins with, where the words say what it does: "pay invoice 17"."""
    id: int | None = None
    """The id of the element that is meant, where that is known."""

    @property
    def words(self) -> Words:
        """The words as a plain name."""
        return name_in(self.said)

    @property
    def every(self) -> bool:
        """Whether all such things are meant."""
        return self.said.lower().partition(" ")[0] in lexicon.ALL

    @property
    def pronoun(self) -> bool:
        """Whether it is something that was named before."""
        return is_pronoun(self.said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """One thing to do; `said` are the words of the goal."""

    said: str = field_(default="", compare=False)
    opened: bool = field_(default=False, compare=False)
    """It is done in what the step before has opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aimed(Instruction):
    """Something that is done to one thing."""

    target: Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Click(Aimed):
    """Press something. `opens`: the goal said open or go to, so a page name will do too."""

    opens: bool = False
    behind: bool = False
    """Where the thing has no such button here, its own page is opened, which may have it."""
    new_tab: bool = False
    double: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GoTo(Instruction):
    """Open an address."""

    url: str
    new_tab: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf(Instruction):
    """Leaf through a calendar to a month."""

    month: int
    year: int | None = None
    forward: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill(Instruction):
    """Put a value into a field. `field` is None where the goal names none."""

    value: str
    field: Target | None
    typed: bool = False
    """The goal said type, write or enter: text goes into a field, whatever else has that name."""
    loose: bool = field_(default=False, compare=False)
    """The value is several words without quotes, behind a verb that need not mean typing."""
    reference: bool = field_(default=False, compare=False)
    """The value is no text but speaks of one ("the same", "half of it"): it cannot be typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Instruction):
    """Choose an option, of a field if one is named."""

    option: Target
    field: Target | None
    row: Target | None = field_(default=None, compare=False)
    """What is selected if it is a row with a box: all the words after "select"."""
    each: bool = False
    """It is one of several that are chosen of one field, and so has to be offered."""
    typed: bool = False
    """The goal said type: the text stands where no option is just that."""
    off: bool = False
    """It is taken out of what is chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick(Aimed):
    """Set or unset a checkbox, switch or radio button."""

    on: bool
    switches: bool = field_(default=False, compare=False)
    """It is to turn something on or off, not to select it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search(Instruction):
    """Put words into the search field and send it off."""

    value: str
    field: Target | None = None
    adds: bool = False
    """It is the field for what is to be new on the page: "add the task 'Paint the fence'"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogIn(Instruction):
    """Fill a login form and send it."""

    user: str
    password: str
    more: tuple[Fill, ...] = ()
    """What else it asks for, such as a one-time code; where that comes on a page of its own, after the form was sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold(Aimed):
    """Open or close a part of the page by what is named for it."""

    out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sort(Instruction):
    """Bring a list into an order."""

    by: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrow(Instruction):
    """Filter a table by what one of its columns says."""

    column: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Find(Aimed):
    """Look for something, so that "it" means it afterwards; nothing is pressed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Instruction):
    """Something that is one tool call and needs no element."""

    name: str
    arguments: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Instruction):
    """The call of a tool that the goal names, with the arguments it says."""

    name: str
    arguments: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Given(Instruction):
    """A question for what the last such call gave: all of it, or the part at a path such as ``$.rows[0][2]``."""

    path: str = ""


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
    kept: bool = False
    """Whether it is only remembered: "Note the price"."""


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
