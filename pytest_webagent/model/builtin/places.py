"""Places: "in the row of", "next to", "under the heading" narrow down where a thing may stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import DIALOGS
from pytest_webagent.model.builtin.refusal import Missing, Refusal, ambiguous
from pytest_webagent.model.builtin.words import Fit, best_fitting, content, fit
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_webagent.model.builtin.instruction import Place, Reading
    from pytest_webagent.model.builtin.items import Item
    from pytest_webagent.model.builtin.lists import Lists
    from pytest_webagent.model.builtin.view import View

_SECTION_ROLES = word_set(
    "region form dialog alertdialog table grid list listbox navigation complementary banner "
    "contentinfo main group radiogroup menu menubar tablist tabpanel toolbar article search feed tree "
    "fieldset"
)
_NOUNS: Mapping[str, frozenset[str]] = {
    "dialog": DIALOGS,
    "popup": DIALOGS,
    "form": frozenset(("form",)),
    "table": frozenset(("table", "grid")),
    "list": frozenset(("list",)),
    "header": frozenset(("banner",)),
    "footer": frozenset(("contentinfo",)),
    "navigation": frozenset(("navigation",)),
    "navigation bar": frozenset(("navigation",)),
    "nav": frozenset(("navigation",)),
    "menu": frozenset(("menu", "menubar", "navigation")),
    "main menu": frozenset(("navigation", "menubar")),
    "toolbar": frozenset(("toolbar",)),
    "sidebar": frozenset(("complementary",)),
    "main content": frozenset(("main",)),
    "suggestion": frozenset(("listbox",)),
    "suggestion list": frozenset(("listbox",)),
    "alert": frozenset(("alert",)),
}
_EVERYWHERE = word_set("page screen site shop store website app")


class Places:
    """Where on a page a place is; `item_of` gives the item a superlative, ordinal or pronoun means."""

    def __init__(self, view: View, lists: Lists, item_of: Callable[[Reading], Item | None]) -> None:
        self.view = view
        self.lists = lists
        self._item_of = item_of

    def scope(self, place: Place) -> tuple[int, ...]:
        """The elements that stand in a place.

        Raises:
            Refusal: the place is ambiguous or not on the page.
        """
        if place.relation == "under":
            return self._under(place.reading)
        if place.relation == "above":
            return self._above(place.reading)
        if place.relation == "next to":
            return self._beside(place.reading)
        item_first = place.relation == "for"
        scope = self._item(place.reading) if item_first else self.section(place.reading)
        scope = scope or (self.section(place.reading) if item_first else self._item(place.reading))
        if not scope:
            scope = self.below_heading(place.reading)
        if not scope:
            raise Missing(str(place.reading.words) or place.reading.hint, "a place on the page")
        return scope

    def _item(self, reading: Reading) -> tuple[int, ...]:
        special = self._item_of(reading)
        if special is not None:
            return self.view.within(special.index)
        if not reading.words or not reading.plainly_named:
            return ()
        found, level = self.lists.items_fitting(reading.words)
        if len(found) > 1:
            raise ambiguous(str(reading.words), [f"'{item.name}'" for _, item in found])
        return self.view.within(found[0][1].index) if found and level > Fit.NONE else ()

    def section(self, reading: Reading) -> tuple[int, ...]:
        """The part of the page that has these words as its name or kind; empty if there is none."""
        view = self.view
        said = " ".join(content(reading.words.text)) if not reading.words.exact else ""
        if said in _EVERYWHERE:
            return view.shown
        roles = _NOUNS.get(said) or (_NOUNS.get(reading.words.text.casefold()) if said else None)
        if roles:
            found = [at for at in view.shown if view[at].role in roles]
            found = [at for at in found if not view.apart(at)] or found
            if len(found) == 1 or (found and roles == DIALOGS):
                return view.within(found[-1])
            if len(found) > 1 and said != "menu":
                raise ambiguous(str(reading.words), [view.describe(at) for at in found])
        if not reading.words:
            return ()
        named, _ = best_fitting(
            (
                (fit(reading.words, view[at].name), at)
                for at in view.shown
                if view[at].role in _SECTION_ROLES and view[at].name
            ),
            Fit.TYPO,
        )
        named = [at for at in named if not any(other in named for other in view.page.descendants(at))]
        if len(named) > 1:
            raise ambiguous(str(reading.words), [view.describe(at) for at in named])
        return view.within(named[0]) if named else ()

    def _headings(self, reading: Reading) -> list[int]:
        levels = ((fit(reading.words, self.view.name(at)), at) for at in self.view.headings)
        return best_fitting(levels, Fit.TYPO)[0]

    def below_heading(self, reading: Reading) -> tuple[int, ...]:
        """What stands below the heading with these words; empty if there is none."""
        found = self._headings(reading) if reading.words else []
        if len(found) > 1:
            raise ambiguous(str(reading.words), [self.view.describe(at) for at in found])
        return tuple(self.view.under_heading(found[0])) if found else ()

    def _anchor(self, reading: Reading) -> int:
        """The one element that has the words as its name or text."""
        view = self.view
        levels = ((fit(reading.words, view[at].text or view[at].name), at) for at in view.shown)
        found, _ = best_fitting(levels, Fit.TYPO)
        found = [at for at in found if not any(other in found for other in view.page.descendants(at))]
        if not found:
            raise Missing(str(reading.words), "a place on the page")
        if len(found) > 1:
            raise ambiguous(str(reading.words), [view.describe(at) for at in found])
        return found[0]

    def _under(self, reading: Reading) -> tuple[int, ...]:
        scope = self.below_heading(reading) or self.section(reading)
        return scope or tuple(at for at in self.view.shown if at > self._anchor(reading))

    def _above(self, reading: Reading) -> tuple[int, ...]:
        headings = self._headings(reading)
        limit = headings[0] if len(headings) == 1 else self._anchor(reading)
        return tuple(at for at in self.view.shown if at < limit)

    def _beside(self, reading: Reading) -> tuple[int, ...]:
        item = self._item_of(reading)
        if item is not None:
            return self.view.within(item.index)
        try:
            anchor = self._anchor(reading)
        except Refusal:
            scope = self._item(reading)
            if scope:
                return scope
            raise
        # The smallest container with a control besides the anchor is what a person sees as "next to"; a row ends it.
        holder = self.lists.holding(anchor)
        own = set(self.view.within(anchor))
        for above in self.view.page.ancestors(anchor):
            inside = [at for at in self.view.within(above) if at not in own]
            if any(self.view[at].id is not None and self.view[at].clickable for at in inside) or (
                holder is not None and holder.index == above
            ):
                return tuple(at for at in inside if at != above)
        return ()
