"""Where on a page something stands: what an element says, the row or card it is in, the dialog around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import ITEMS
from pytest_webagent.page.layout import layout
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from pytest_webagent.observation import Element, Observation

CHOICES: Final = word_set("checkbox radio switch option listbox menuitemcheckbox menuitemradio")
MENUS: Final = word_set("navigation menu menubar tablist banner contentinfo toolbar")
_WHOLE: Final = word_set("main document application banner contentinfo complementary form")
_PAIR: Final = frozenset(("term", "definition"))
_PASSING: Final = frozenset(("active", "focused", "clicked"))


class Place(NamedTuple):
    """An element of a page."""

    page: Observation
    at: int

    @property
    def element(self) -> Element:
        """The element itself."""
        return self.page.elements[self.at]

    @property
    def said(self) -> str:
        """What it says: its text with all below it, or its name."""
        return self.page.full_text(self.at) or self.element.name

    @property
    def holds(self) -> str:
        """What a field holds, and what anything else says."""
        return self.element.value or self.said

    @property
    def whole(self) -> bool:
        """Whether it is a whole part of the page rather than something on it."""
        return self.element.role in _WHOLE

    def alike(self, other: Place) -> bool:
        """Whether both are the same kind of thing, say the same and are in the same state."""
        one, two = self.element, other.element
        return (
            one.role == two.role
            and one.value == two.value
            and set(one.states) - _PASSING == set(two.states) - _PASSING
            and self.said == other.said
        )

    def item(self) -> Place | None:
        """The row, list item, card or option it stands in: the nearest one with siblings of its kind.

        A term with its definition is a part of the card it stands in, and an item only outside of one.
        """
        pair = None
        for place in self.around():
            if place.element.role in MENUS:
                return pair
            if place.repeated:
                if place.element.role in ITEMS or not set(place.shape()) <= _PAIR:
                    return place
                pair = pair or place
        return pair

    @property
    def repeated(self) -> bool:
        """Whether there are other rows, list items or cards beside it."""
        return layout(self.page).repeated(self.at)

    def siblings(self) -> list[Place]:
        """The other rows, list items or cards beside it, if it is one."""
        return [Place(self.page, index) for index in layout(self.page).siblings(self.at)]

    def shape(self) -> tuple[str, ...]:
        """The roles of what stands right in it."""
        return tuple(self.page.elements[child].role for child in self.page.children(self.at))

    def phrases(self, *, but: str = "") -> list[str]:
        """What it and each element in it say, those of one role left out."""
        found: dict[str, None] = {}
        for index in (self.at, *self.page.descendants(self.at)):
            element = self.page.elements[index]
            if but and element.role == but:
                continue
            # The name of a cell is made of the buttons in it.
            inner = but and any(self.page.elements[each].role == but for each in self.page.children(index))
            for text in ("" if inner else element.name, element.text, element.value):
                if text and not element.hidden:
                    found[text] = None
        return list(found)

    def lone_control(self) -> bool:
        """Whether there is nothing in it but one link or button, as in a menu."""
        below = [each.element for each in self.below()]
        controls = [element for element in below if element.clickable]
        said = {text for element in below if not element.clickable for text in (element.name, element.text)}
        return len(controls) == 1 and not said - {controls[0].name, controls[0].text, ""}

    def path(self, top: int | None = None) -> tuple[tuple[str, int], ...]:
        """The way up to an element, or to the top of the page: roles and positions among what has the same role."""
        steps = []
        for each in self.around():
            if each.at == top:
                break
            role, beside = each.element.role, self.page.children(each.element.parent)
            steps.append((role, [at for at in beside if self.page.elements[at].role == role].index(each.at)))
        return tuple(steps)

    def parts(self) -> tuple[str, ...]:
        """The names of the parts of the page it stands in, such as the columns of a board."""
        names = []
        for index in self.page.ancestors(self.at):
            element = self.page.elements[index]
            heads = (
                self.page.elements[child].name
                for child in self.page.children(index)
                if self.page.elements[child].role == "heading" and child != self.at
            )
            if element.role not in ITEMS | _WHOLE:
                names.append(element.name or next(heads, ""))
        return tuple(names)

    def around(self) -> Iterator[Place]:
        """Itself and all it stands in, the innermost first."""
        for index in (self.at, *self.page.ancestors(self.at)):
            yield Place(self.page, index)

    def below(self) -> Iterator[Place]:
        """All that stands in it."""
        for index in self.page.descendants(self.at):
            yield Place(self.page, index)

    def within(self, roles: Collection[str]) -> Place | None:
        """The nearest of some roles that it is or stands in."""
        return next((each for each in self.around() if each.element.role in roles), None)


def place_of(page: Observation, number: int | None) -> Place | None:
    """The element of a page with an id, if it is there."""
    found = page.find(number) if number is not None else None
    return Place(page, page.index_of(found)) if found is not None else None


def in_menu(place: Place) -> bool:
    """Whether it stands in a menu, or in the head or the foot of the page."""
    return place.within(MENUS) is not None


def is_head(place: Place) -> bool:
    """Whether a row holds the heads of the columns."""
    return layout(place.page).is_head(place.at)


def seen(page: Observation) -> Iterator[Place]:
    """The elements of a page that can be seen."""
    for index, element in enumerate(page.elements):
        if not element.hidden:
            yield Place(page, index)
