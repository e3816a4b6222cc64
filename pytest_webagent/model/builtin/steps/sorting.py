"""Sorting: the order that is meant, matched with what the page offers for that, and read back where the page shows it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import BUTTONS, DATA_CELLS
from pytest_webagent.claims.ordering import direction
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set, tokens
from pytest_webagent.model.builtin.progress import Act, Done
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.steps.choosing import offering, select
from pytest_webagent.model.builtin.steps.pressing import press
from pytest_webagent.model.builtin.words import Fit, Words, best_fitting, fit
from pytest_webagent.page.places import Place
from pytest_webagent.page.tables import column, head_of
from pytest_webagent.values.amounts import UnreadableError, keys, worth
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.model.builtin import instruction as say
    from pytest_webagent.model.builtin.progress import Scene

_SORTING: Final = lexicon.stemmed("sort order sorted ordering arrange")
_OFFERS: Final = word_set("button link radio tab option menuitem menuitemradio menuitemcheckbox")
_SEVERAL: Final = 2


def sort(scene: Scene, what: say.Sort) -> Act | Done:
    """Bring a list into an order: by its dropdown, by the head of a column, by what is called so, or in a list that opens.

    Raises:
        Refusal: what sorts is there, and has no such order.
        Missing: there is no way to sort.
    """
    view, by = scene.view, what.by
    if scene.progress.stage == "opened":
        return _of_opened(scene, what)
    holders = [at for at in view.shown if view[at].options and _sorts(scene, at)]
    holders = holders or offering(scene, by, Fit.SET)
    if (holder := scene.sole(holders, str(by))) is not None:
        options = view[holder].options
        option = _same_order(by, options)
        if option is None and not by.exact:
            # Words of one's own for an order are no news about the site: "price" where it says "Cheapest".
            raise Refusal(f"{scene.name(holder)} has no {by}; it offers: {', '.join(options[:15])}")
        return select(scene, holder, by if option is None else Words(option, exact=True))
    falling, asked = direction(tokens(f"by {by.text}"))
    columns = scene.controls(("columnheader",))
    heads = [at for at in columns if asked and term_set(view.name(at)) == asked]
    heads = heads or [at for at in columns if asked and _same_column(term_set(view.name(at)), asked)]
    if len(heads) == 1:
        return _by_head(scene, heads[0], falling)
    offers = [at for at in scene.controls(_OFFERS) if lexicon.stemmed("sort order") & view.context(at)]
    names = {view.name(at): at for at in offers}
    if (named := _same_order(by, list(names))) is not None:
        return press(scene, names[named])
    opens = [at for at in scene.controls(BUTTONS | {"combobox"}) if _sorts(scene, at)]
    opens = [at for at in opens if view.ancestor(at, ("columnheader",)) is None]
    if (opener := scene.sole(opens, str(by))) is not None:
        return press(scene, opener, stage="opened")
    raise Missing(what.said, "a way to sort")


def _sorts(scene: Scene, index: int) -> bool:
    """Whether a control says that it sorts."""
    return bool(_SORTING & term_set(" ".join(scene.view.names(index))))


def _of_opened(scene: Scene, what: say.Sort) -> Act:
    """The order in the list that opened.

    Raises:
        Refusal: it has none such.
    """
    offers = [at for at in scene.controls(_OFFERS) if scene.view[at].new]
    names = {scene.view.name(at): at for at in offers}
    if (named := _same_order(what.by, list(names))) is None:
        if not names:
            raise Missing(what.said, "an order to choose")
        raise Refusal(f"there is no order {what.by}; the page offers: {', '.join(list(names)[:15])}")
    return press(scene, names[named])


def _same_order(by: Words, offered: Sequence[str]) -> str | None:
    """The one of several texts that says an order, perhaps in other words: "price, cheapest first" is "Price: low to high"."""
    falling, asked = direction(tokens(f"by {by.text}"))
    told = [(each, *direction(tokens(f"by {each}"))) for each in offered]
    told = [each for each in told if by.exact or None in (falling, each[1]) or each[1] is falling]
    levels = [(fit(by, each), each) for each, *_ in told]
    same = best_fitting(levels, Fit.SET)[0]
    if len(same) != 1 and not by.exact:
        same = [
            each
            for each, falls, named in told
            if asked <= term_set(each) | named and (falls is not None if falling is not None else asked)
        ]
    same = same if len(same) == 1 else best_fitting(levels, Fit.TYPO)[0]
    return same[0] if len(same) == 1 else None


def _same_column(head: frozenset[str], asked: frozenset[str]) -> bool:
    """Whether a column is called what is asked for in other words: "Since" is the start date."""
    same = head.union(*(lexicon.SYNONYMS.get(word, frozenset()) for word in head))
    return bool(asked & same) and asked <= same | lexicon.ADD_NOTHING


def _by_head(scene: Scene, head: int, falling: bool | None) -> Act | Done:
    """Press the head of a column until it, or what stands below it, says that the column is in the order that is meant.

    Raises:
        Refusal: it never does.
    """
    view, pressed = scene.view, scene.progress.stage
    orders = {state.partition("=")[2] for state in view[head].states if state.startswith("sort=")}
    wanted = {None: orders, True: {"descending"}, False: {"ascending"}}[falling]
    if orders & wanted:
        return Done()
    inner = [at for at in view.page.descendants(head) if view[at].role in ("button", "link")]
    inner = [at for at in inner if _sorts(scene, at)] or inner
    told = bool(orders) or not (inner or view[head].clickable)
    if told and not orders and view.ancestor(head, ("grid", "treegrid")) is None:
        raise Refusal(f"{scene.name(head)} shows no way to sort by it: nothing in it can be clicked")
    at = inner[0] if inner else head
    if not told and falling is None:
        return press(scene, at)
    if pressed and not orders and falling is not None and _stands(scene, head, falling=falling):
        return Done()
    if pressed == "sorted twice" or (pressed and told and not orders):
        raise Refusal(f"{scene.name(head)} shows no way to sort by it in that order")
    return press(scene, at, stage="sorted twice" if pressed else "sorted")


def _stands(scene: Scene, head: int, *, falling: bool) -> bool:
    """Whether what stands below the head of a column is in an order, as far as its values can be read."""
    name, language = head_of(Place(scene.page, head)), scene.page.language
    places = (Place(scene.page, at) for at in scene.view.shown if scene.view[at].role in DATA_CELLS)
    texts = [each.said for each in places if column(each) == name]
    if len(texts) < _SEVERAL:
        return False
    try:
        found = keys([worth(each, language, each) for each in texts]) if texts else []
    except UnreadableError:
        return False
    ordered = found if not falling else found[::-1]
    return len(set(found)) > 1 and all(one <= other for one, other in pairwise(ordered))  # type: ignore[operator]
