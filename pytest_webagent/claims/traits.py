"""What a thing says of itself: a value of its own, a word such as "Paid", a yes under a header, a box that is ticked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import CELLS, CONTROLS, DATA_CELLS
from pytest_webagent.claims.condition import Compared, InState
from pytest_webagent.claims.outcome import Absent, Outcome, Unclear, ambiguous
from pytest_webagent.claims.value_finder import read_off
from pytest_webagent.language import lexicon
from pytest_webagent.language.phrases import phrase
from pytest_webagent.language.terms import Token, joined, term_set
from pytest_webagent.language.words import negated
from pytest_webagent.language.words import stem as form
from pytest_webagent.page.reading import Reading
from pytest_webagent.page.states import in_state
from pytest_webagent.page.tables import column
from pytest_webagent.values.amounts import UnreadableError
from pytest_webagent.values.money import prices
from pytest_webagent.values.plain_text import plain
from pytest_webagent.values.quantities import quantities
from pytest_webagent.values.relations import relation_first

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.condition import Condition, Shown
    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase
    from pytest_webagent.page.lists import Listing
    from pytest_webagent.page.places import Place
    from pytest_webagent.values.relations import Relation

_A_TEXT: Final = 6
"""Most words of a text that says of a page's one thing what it is: "In stock"."""
_ALIKE: Final = lexicon.ARTICLES | lexicon.AUXILIARIES | frozenset(("on", "in", "at"))
"""Words that do not make another text of one."""
_DOTS: Final = re.compile(r"\s[·•|]\s")
_OPENED: Final = frozenset(("expanded", "collapsed"))
_OF_LINKS: Final = frozenset(("current", "enabled", "disabled", "visible", "expanded", "collapsed"))
_LINES: Final = lexicon.stemmed("row line entry")


def of_subject(look: Resolver, asked: Phrase, said: Sequence[Token]) -> tuple[Condition, ...]:
    """That the thing of a list that a phrase names is what is said of it; or the one thing that the page is about.

    Raises:
        Absent: nothing is called so.
        Unclear: several things are, or nothing tells.
    """
    if not look.wanted(asked):
        return _of_page(look, asked, said)
    try:
        found = look.selection(asked)
    except Absent:
        if asked.words <= look.title | lexicon.THINGS | lexicon.PAGES:
            return _of_page(look, asked, said)
        raise
    if len(found.items) > 1 and not asked.plural:
        raise ambiguous(asked.said, [each.said for each in found.items])
    return tuple(one for item in found.items for one in of_item(look, item, said))


def _of_page(look: Resolver, asked: Phrase, said: Sequence[Token]) -> tuple[Condition, ...]:
    wanted = term_set(joined(said))
    told = [each for each in look.values if each.element.role not in CELLS | CONTROLS | {"heading", "term"}]
    labelled = [each for each in look.labelled if not look.listed(each.place)]
    for value in labelled:
        # Under "Verified" a "No" says that it is not.
        if (mark := lexicon.YES_OR_NO.get(plain(value.text))) is not None and value.label == wanted:
            relation: Relation = "=" if mark else "!="
            return (Compared(read_off(value), relation, value.text, "", asked.words),)
    for meant in (wanted, *_opposed(wanted)):
        for value in labelled:
            if meant and term_set(value.text) == meant:
                return (Compared(read_off(value), "=", _said(said), "", asked.words),)
        for each in told:
            short = len(each.said.split()) <= _A_TEXT and not look.listed(each) and not look.aside(each)
            if meant and short and term_set(each.said) == meant:
                return (_likened(Outcome(_text(each) or each.said, "text", each), said, asked.words),)
    raise Unclear(f"whether {asked.said!r} is {joined(said)!r} cannot be told from the page")


def of_item(look: Resolver, item: Place, said: Sequence[Token]) -> tuple[Condition, ...]:
    """That a thing of a list says of itself what is said of it.

    Raises:
        Unclear: nothing of it, and of the things beside it, tells.
    """
    told = phrase(said)
    wanted = (
        told.words if told.ordinal is None and told.number is None else term_set(joined(said))
    ) - lexicon.THINGS
    name = look.lists.name(item)
    named = term_set(name.said) if name is not None else frozenset[str]()
    own = [(each, term_set(each.text)) for each in _pieces(item, name)]
    alone = [(each, terms) for each, terms in own if terms and terms <= wanted]
    if wanted and wanted <= frozenset().union(*(terms for _, terms in alone)):
        _refuse_other_figures(look, [each.text for each, _ in own], said)
        if len(alone) == 1:
            return (_likened(alone[0][0], said, named),)
        return tuple(Compared(each, "=", each.text, "", named) for each, _ in alone)
    for meant, true in ((wanted, True), *((other, False) for other in _opposed(wanted))):
        if marked := _marked(item, meant, named, true=true):
            return (marked,)
        for each, terms in own:
            if terms == meant and not true:
                return (_likened(each, said, named),)
    boxes = [each for each in item.below() if each.element.role in ("checkbox", "switch")]
    done = {lexicon.DONE[word] for word in wanted if word in lexicon.DONE}
    if len(boxes) == 1 and len(done) == 1:
        return (InState(boxes[0], "checked", done.pop()),)
    if instead := _instead(look, item, wanted):
        return (Compared(Outcome(_text(instead), "text", instead), "=", _said(said), "", named, exact=True),)
    raise Unclear(f"whether {item.said[:40]!r} is {joined(said)!r} cannot be told from the page")


def _pieces(item: Place, name: Place | None) -> list[Outcome]:
    """What the parts of a thing say, each piece by itself: "Blue Mug $5 · Sold out"; not its name."""
    found = []
    for place in _tellers(item):
        pieces = [each for each in _DOTS.split(_text(place)) if each]
        if name is not None and place.at == name.at:
            pieces = pieces[1:]
        found += [Outcome(each, "text", place) for each in pieces]
    return found


def _refuse_other_figures(look: Resolver, own: Sequence[str], said: Sequence[Token]) -> None:
    """A thing with several figures of a kind is not what one of them says, where their columns are not named.

    Raises:
        Unclear: it has.
    """
    text = joined(said)
    if any(map(str.isdigit, text)):
        money = bool(prices(text, look.language))
        alike = {
            each for each in own if any(map(str.isdigit, each)) and bool(prices(each, look.language)) == money
        }
        if len(alike) > 1:
            raise ambiguous(text, sorted(alike))


def _text(place: Place) -> str:
    return place.element.text or place.element.name


def _tellers(item: Place) -> list[Place]:
    """The parts of a thing that say something by themselves: no link such as "Open", and a button where it can be pressed no more."""
    return [
        each
        for each in (item, *item.below())
        if not each.element.hidden
        and (each.element.text or (each.element.name and not each.page.children(each.at)))
        and each.element.role != "link"
        and (each.element.role != "button" or _tells_a_state(each))
    ]


def _tells_a_state(button: Place) -> bool:
    """Whether a button can be pressed no more and says why: "Sold out", not "Renew"."""
    said = plain(button.element.name)
    return (
        "disabled" in button.element.states
        and (negated(said) or said.endswith(("ed", " out")))
        and not lexicon.DEEDS & set(plain(button.element.name).split()[:1])
    )


def _likened(found: Outcome, said: Sequence[Token], about: frozenset[str]) -> Compared:
    """That a text is what is said, whatever the forms of its words."""
    text, wanted = found.text, _said(said)
    # Only the forms of a word are alike, not what is made of it: a deployer is not deployed.
    stems = [[form(word) for word in plain(each).split() if word not in _ALIKE] for each in (text, wanted)]
    return Compared(found, "=", text if stems[0] == stems[1] else wanted, "", about)


def _said(said: Sequence[Token]) -> str:
    return joined(
        [each for each in said if each.word not in lexicon.ARTICLES - {"of"} or each.quoted]
    ).replace("'", "")


def _opposed(wanted: frozenset[str]) -> list[frozenset[str]]:
    return [other for group in lexicon.OPPOSED if wanted in group for other in group if other != wanted]


def _marked(item: Place, wanted: frozenset[str], about: frozenset[str], *, true: bool) -> Compared | None:
    """What a yes or no under a header with these words tells; None where there is none."""
    for cell in item.below():
        if cell.element.role in DATA_CELLS and wanted and term_set(column(cell)) == wanted:
            mark = lexicon.YES_OR_NO.get(plain(cell.said))
            if mark is not None:
                return Compared(
                    Outcome(cell.said, "text", cell), "=" if mark == true else "!=", cell.said, "", about
                )
    return None


def _instead(look: Resolver, item: Place, wanted: frozenset[str]) -> Place | None:
    """What a thing says where another one of its list says these words; None where none does."""
    beside = next((each.items for each in look.listings if item in each.items), ())
    for other in beside:
        for place in _tellers(other):
            if other != item and term_set(_text(place)) == wanted:
                way = place.path(other.at)
                own = [each for each in _tellers(item) if each.path(item.at) == way and _text(each)]
                if own:
                    return own[0]
    return None


def attribute_if_any(look: Resolver, item: Place, said: Sequence[Token]) -> tuple[Condition, ...] | None:
    """That a thing of a list has a value of its own, or None: "the role Editor", "12 reviews", "a total below $20"."""
    kept = [each for each in said if each.quoted or each.word not in lexicon.ARTICLES]
    name = look.lists.name(item)
    about = term_set(name.said) if name is not None else term_set(item.element.name)
    for at in range(1, len(kept)):
        before, behind = kept[:at], kept[at:]
        if any(each.quoted for each in before):
            break
        relation, number = _relation(before)
        value = _value_of(look, item, before) if not any(map(str.isdigit, number)) else None
        of_figures = (
            {any(map(str.isdigit, each)) for each in (value.text, joined(behind))} if value else {False}
        )
        if value and (len(of_figures) == 1 or behind[0].quoted):
            return (_to(value, behind, about),)
        if re.fullmatch(r"\d[\d.,]*", number) and (value := _value_of(look, item, behind)):
            figures = quantities(value.text, look.language)
            figure = value._replace(text=figures[0].text) if len(figures) == 1 else value
            return (Compared(figure, relation, number, "", about),)
    return None


def _to(value: Outcome, said: Sequence[Token], about: frozenset[str]) -> Compared:
    relation, text = _relation(said)
    return Compared(value, relation, text, "", about)


def _relation(said: Sequence[Token]) -> tuple[Relation, str]:
    text = " ".join(each.text for each in said)
    return relation_first(text) or ("=", text)


def _value_of(look: Resolver, item: Place, said: Sequence[Token]) -> Outcome | None:
    words = look.phrase(said).words
    try:
        return look.of_item(item, words) if words else None
    except Unclear:
        return None


def could_be(look: Resolver, place: Place, state: str) -> bool:
    """Whether an element is of a role that has a state, or shows it; a link opens and closes nothing."""
    element = place.element
    if state in ("open", "closed") and not _OPENED & set(element.states):
        return False
    if (state == "active" and element.role != "tab") or (element.role == "link" and state not in _OF_LINKS):
        return False
    try:
        in_state(Reading(look.page), place.at, state)
    except UnreadableError:
        return False
    return True


def refuse_quantities(look: Resolver, found: Outcome, asked: Phrase) -> None:
    """Lines of a list may each stand for several things.

    Raises:
        Unclear: they do, and it is not said whether lines are counted.
    """
    items = [each.place for each in found.parts if each.place is not None]
    listing = next((each for each in look.listings if items and items[0] in each.items), None)
    if found.way != "count" or listing is None or asked.noun in listing.kinds | _LINES:
        return
    values = [
        look.of_item(each, lexicon.QUANTITIES & listing_words(listing))
        for each in items
        if lexicon.QUANTITIES & listing_words(listing)
    ]
    numbers = [int(each.text) for each in values if each is not None and each.text.isdigit()]
    if len(numbers) == len(items) and sum(numbers) != len(items):
        raise Unclear(
            f"there are {len(items)} lines of {asked.said}, and their quantities come to {sum(numbers)}; say 'rows' or 'lines' for the first"
        )


def listing_words(listing: Listing) -> frozenset[str]:
    """The terms of the columns of a list."""
    return frozenset().union(*(term_set(column(each)) for each in listing.items[0].below()))


def refuse_stray(look: Resolver, found: Shown, where: Phrase) -> None:
    """What is said to be in the page as a whole stands in no part of it that is called otherwise.

    Raises:
        Unclear: it stands under a heading such as "You might also like".
    """
    if found.place is None:
        return
    above = [each for each in look.shown if each.element.role == "heading" and each.at < found.place.at]
    inside = {each.at for each in found.place.around()} | {
        each.at for one in found.place.around() if one.repeated for each in one.below()
    }
    for heading in reversed(above):
        if heading.at in inside:
            continue
        if heading != look.heading and not term_set(heading.said) & (where.words | look.title):
            raise Unclear(
                f"{found.place.said[:40]!r} stands under the heading {heading.said!r}, so whether it is in {where.said!r} cannot be told"
            )
        return
