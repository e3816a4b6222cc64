"""Whether an element stands where a description says."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.grounding.words.reading import place_noun, without_relation
from pytest_webagent.grounding.words.surroundings import Surroundings
from pytest_webagent.grounding.words.text import loose, name_of, words_of
from pytest_webagent.grounding.words.vocabulary import (
    CONTAINERS,
    COUNTED_PLACES,
    EVERYWHERE,
    FILLERS,
    LONGEST_PHRASE,
    NAMING,
    NOUNS,
    PARTLY_NAMED,
    SIDE_NOUNS,
    SIDES,
    ordinal_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_webagent.grounding.words.page import Page
    from pytest_webagent.grounding.words.reading import Place
    from pytest_webagent.grounding.words.text import Token
    from pytest_webagent.grounding.words.vocabulary import Relation, Side
    from pytest_webagent.observation import Box

ALL: Final = 4
"""The words are the place's whole name."""
KIND: Final = 3
"""They say no more than its kind, or which one of several it is."""
PART: Final = 2
"""They are a part of its name."""
OPEN: Final = 1
"""They say nothing that a page tells."""
NOT: Final = 0

_FORM: Final = CONTAINERS["form",]
_COLUMN: Final = CONTAINERS["column",]
_HEADER: Final = CONTAINERS["header",]
_FOOTER: Final = CONTAINERS["footer",]
_STRICT: Final = frozenset(("dialog", "alertdialog", "row", "table", "grid", "iframe", "cell"))
"""Places of these roles are never missing from a page that has them."""
_UNDER: Final[Mapping[Relation, frozenset[str]]] = {
    "beside": COUNTED_PLACES | {"option", "treeitem", "label", ""},
    "below": frozenset(("heading",)),
}
"""The roles of what may be named to say that something is beside or below it, when it stands in or under that."""
_FARTHEST = 200.0
"""CSS pixels between things that are beside each other."""
_CLEARLY = 8.0
"""CSS pixels by which one is nearer than another."""
_FEW = 12
"""Elements in something so small that all in it stand together."""


class _Label(NamedTuple):
    """A name, as a description says it."""

    words: tuple[str, ...]
    joined: str
    """As `loose` gives it."""
    quoted: str | None
    """The whole of it letter by letter; empty where it is quoted in part, which no name is."""
    number: int
    """Which one of several, if it says only that; else 0."""


class _Said(NamedTuple):
    """What the words of a place say."""

    label: _Label
    """All of them."""
    roles: frozenset[str] | None
    """Of what they call it; None where they do not say what kind of place it is."""
    rest: _Label
    """The words without that."""
    bare: _Label
    """The words without a noun for a kind of element."""
    nothing: bool
    """They only say a side of the page, or the page."""


class Places:
    """The places of one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.around = Surroundings(page)
        self._title = words_of(name_of(page.observation.title))
        self._said: dict[Place, _Said] = {}
        self._numbered: dict[tuple[int, int], int | None] = {}

    def fits(self, index: int, place: Place) -> int:
        """How well an element stands in a place: `ALL`, `KIND`, `PART`, `OPEN` or `NOT`."""
        said = self.said(place)
        if place.relation == "holding":
            return ALL if self._holds(index, said) else NOT
        if said.nothing:
            return NOT if place.whole else OPEN
        labels = {said.label} if said.roles else {said.label, said.bare}
        level = max(self._called(index, label) for label in labels)
        if level == ALL:
            return ALL
        if said.roles is not None:
            level = max(level, self._of_kind(index, said.roles, said))
        if place.whole:
            return level if level >= KIND else NOT
        return level or (NOT if said.roles and said.roles & _STRICT else self._of_page(index, said))

    def possible(self, place: Place) -> bool:
        """Whether anything on the page can be in a place: the page has its words, or its kind says all."""
        said = self.said(place)
        if not said.label.words:
            return False
        return (
            said.nothing
            or place.relation != "in"
            or any(
                not label.words or label.number or self._known(label)
                for label in (said.label, said.rest, said.bare)
            )
        )

    def said(self, place: Place) -> _Said:
        """What the words of a place say."""
        if place not in self._said:
            tokens = spoken(place.tokens)
            roles, rest = place_noun(tokens)
            self._said[place] = _Said(
                _label(tokens),
                roles,
                _label(without_relation(_owner(rest))),
                _label(_without_noun(tokens)),
                nothing=any(map(_says_nothing, tokens))
                and all(_says_nothing(token) or token.text == "of" for token in tokens),
            )
        return self._said[place]

    def _known(self, label: _Label) -> bool:
        shown = self.page.vocabulary.union(self._title)
        return label.joined in shown or shown.issuperset(label.words)

    def _called(self, index: int, label: _Label, roles: frozenset[str] | None = None) -> int:
        """Whether something around the element, of one of the roles, has this name."""
        contexts = [each for each in self.around.contexts(index) if roles is None or each.role in roles]
        if label.quoted is not None:
            return ALL if any(each.name == label.quoted for each in contexts) else NOT
        best = NOT
        for each in contexts:
            have = words_of(each.name)
            if have == label.words or loose(have) == label.joined:
                return ALL
            if holds(have, label.words):
                best = PART
        return best

    def _of_kind(self, index: int, roles: frozenset[str], said: _Said) -> int:
        around = [at for at in self.page.observation.ancestors(index) if self.page.elements[at].role in roles]
        if not said.rest.words:
            return self._bare(index, roles, around=bool(around))
        counted = [at for at in around if self.page.elements[at].role in COUNTED_PLACES]
        if said.rest.number and any(said.rest.number <= len(self.around.counted(at)) for at in counted):
            return KIND if any(self.is_number(at, said.rest.number) for at in counted) else NOT
        if roles & _STRICT and not around:
            return NOT
        if roles == _COLUMN:
            return self._called(index, said.rest, roles)
        strict = roles & (_STRICT | COUNTED_PLACES)
        return self._called(index, said.rest, roles | {"heading", ""} if strict else None)

    def _bare(self, index: int, roles: frozenset[str], *, around: bool) -> int:
        if around:
            return KIND
        if not roles or roles in (_FORM, _COLUMN):
            return OPEN
        shown = any(
            element.role in roles
            and not element.hidden
            and element.box is not None
            and element.box.height > 0
            for element in self.page.elements
        )
        box = self.page.elements[index].box
        if shown or roles not in (_HEADER, _FOOTER) or box is None:
            return NOT
        top = min(each.box.y for each in self.page.elements if each.box)
        low = max(each.box.y + each.box.height for each in self.page.elements if each.box)
        upper = box.center.y < (top + low) / 2
        return OPEN if upper == (roles == _HEADER) else NOT

    def is_number(self, item: int, number: int) -> bool:
        """Whether a row, card or list item is this one of those it is counted with; -1 is the last."""
        items = self.around.counted(item)
        key = (items[0] if items else item, number)
        if key not in self._numbered:
            place = number - 1 if number > 0 else len(items) + number
            chosen = items[place] if 0 <= place < len(items) else None
            # "Row 3" may also be the one that begins with a 3.
            begin = [at for at in items if str(number) in self.around.item_names(at)[:1]]
            self._numbered[key] = None if set(begin) - {chosen} else chosen
        return self._numbered[key] == item

    def _of_page(self, index: int, said: _Said) -> int:
        """What the element itself or the whole page says is true of it, and tells it from no other."""
        names = [words_of(name) for name in self.page.names(index)]
        words = said.label.words
        if said.label.quoted is not None:
            return NOT
        if any(holds(name, words) and len(name) > len(words) for name in names):
            return PART
        told = tuple(word for word in words if word not in EVERYWHERE)
        parts = [part for part in (told, said.rest.words) if part]
        known = any(
            holds(have, part) or loose(have) == loose(part)
            for have in (self._title, *names)
            for part in parts
        )
        return OPEN if known else NOT

    def _holds(self, index: int, said: _Said) -> bool:
        wanted = {said.label.words, said.bare.words} - {()}
        element = self.page.elements[index]
        inner = range(index + 1, min(self.page.ends[index], index + 200) + 1)
        shown = {words_of(name_of(text)) for text in (*element.options, element.value or "") if text}
        shown |= {words_of(name) for at in inner for name in self.page.names(at)}
        return bool(wanted & shown)

    def beside(self, candidates: Sequence[int], place: Place) -> list[int]:
        """Those of the elements that stand on this side of what the words name; none where that is not clear."""
        said = self.said(place)
        anchors = next((found for each in (said.label, said.bare) if (found := self._anchors(each))), [])
        meant = set(anchors).intersection(candidates)
        if any(self.page.elements[at].role in PARTLY_NAMED for at in meant):
            # "The field next to Email" may be the one that its label stands next to.
            return []
        others = [at for at in candidates if at not in meant]
        if place.relation in _UNDER:
            levels = {at: self._called(at, said.label, _UNDER[place.relation]) for at in others}
            best = max(levels.values(), default=NOT)
            if best:
                return [at for at, level in levels.items() if level == best]
        picks = [pick for at in anchors if (pick := self._nearest(at, others, place.relation)) is not None]
        return [picks[0]] if picks and all(pick == picks[0] for pick in picks) else []

    def _anchors(self, label: _Label) -> list[int]:
        return self.page.said.get(label.words, []) if label.words else []

    def _nearest(self, anchor: int, candidates: Sequence[int], relation: Relation) -> int | None:
        page = self.page
        apart = [at for at in candidates if not page.inside(anchor, at) and not page.inside(at, anchor)]
        if relation == "beside":
            ordered = sorted(apart)
            for outer in page.observation.ancestors(anchor):
                among = ordered[bisect_left(ordered, outer) : bisect_right(ordered, page.ends[outer])]
                if among:
                    small = page.ends[outer] - outer <= _FEW
                    if len(among) == 1 and (small or self._near(anchor, among[0])):
                        return among[0]
                    break
        box = page.elements[anchor].box
        if box is None or page.elements[anchor].id is None:
            # A bare text has the box of what it stands in.
            return None
        gaps = sorted(
            (gap, at)
            for at in apart
            if (other := page.elements[at].box) is not None
            and (gap := _gap(box, other, relation)) is not None
        )
        if not gaps or gaps[0][0] > _FARTHEST or (len(gaps) > 1 and gaps[1][0] < gaps[0][0] * 1.5 + _CLEARLY):
            return None
        return gaps[0][1]

    def _near(self, first: int, second: int) -> bool:
        one, two = self.page.elements[first].box, self.page.elements[second].box
        return one is not None and two is not None and (_gap(one, two, "beside") or 0.0) <= _FARTHEST

    def at_sides(self, candidates: Sequence[int], sides: Iterable[Side]) -> list[int]:
        """Of several elements the one that is clearly the farthest to these sides; else all."""
        wanted = tuple(sides)
        boxes = {at: box for at in candidates if (box := self.page.elements[at].box) is not None}
        if len(candidates) < 2 or not wanted or len(boxes) < len(candidates):
            return list(candidates)
        found = [
            at
            for at, box in boxes.items()
            if all(_beyond(box, other, wanted) for each, other in boxes.items() if each != at)
        ]
        return found or list(candidates)


def spoken(tokens: Iterable[Token]) -> list[Token]:
    """The words of a place without those that only join them."""
    told = [token for token in tokens if token.quoted or token.text not in FILLERS]
    return [token for token in told if token.quoted or token.text not in NAMING] or told


def sides_of(place: Place) -> tuple[Side, ...]:
    """The sides of the page or its part that a place is, such as "the top right corner"."""
    tokens = spoken(place.tokens)
    if place.whole or not all(_says_nothing(token) or token.text == "of" for token in tokens):
        return ()
    return tuple(SIDES[token.text] for token in tokens if token.text in SIDES)


def holds(have: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """Whether words stand among others, one after the other."""
    return bool(part) and any(have[at : at + len(part)] == part for at in range(len(have) - len(part) + 1))


def _says_nothing(token: Token) -> bool:
    return not token.quoted and (token.text in SIDES or token.text in SIDE_NOUNS or token.text in EVERYWHERE)


def _number(tokens: Sequence[Token]) -> int:
    """Which one of several the words say; 0 where they do not."""
    if len(tokens) != 1 or tokens[0].quoted:
        return 0
    said = tokens[0].text
    return int(said) if said.isascii() and said.isdigit() and len(said) < 5 else ordinal_of(said)


def _label(tokens: Sequence[Token]) -> _Label:
    words = tuple(word for token in tokens for word in words_of(token.text))
    quoted = next((name_of(token.text) if len(tokens) == 1 else "" for token in tokens if token.quoted), None)
    return _Label(words, loose(words), quoted, _number(tokens))


def _owner(tokens: Sequence[Token]) -> Sequence[Token]:
    """The words without the ending that says that something is somebody's: those of "Bob" in "Bob's row"."""
    if not tokens or tokens[-1].quoted:
        return tokens
    return [*tokens[:-1], tokens[-1]._replace(text=tokens[-1].text.removesuffix("'s"))]


def _without_noun(tokens: Sequence[Token]) -> Sequence[Token]:
    """The words without a noun for a kind of element at their end or beginning."""
    for end in range(min(len(tokens) - 1, LONGEST_PHRASE), 0, -1):
        for part, rest in ((tokens[-end:], tokens[:-end]), (tokens[:end], tokens[end:])):
            if not any(token.quoted for token in part) and tuple(token.text for token in part) in NOUNS:
                return rest
    return tokens


def _gap(anchor: Box, other: Box, relation: Relation) -> float | None:
    """CSS pixels between two boxes in the direction said; None where the other is not there."""
    across = max(other.x - anchor.x - anchor.width, anchor.x - other.x - other.width)
    down = max(other.y - anchor.y - anchor.height, anchor.y - other.y - other.height)
    slack = 4.0
    if relation == "beside":
        return max(across, 0.0) + max(down, 0.0)
    if relation in ("left", "right"):
        ahead = (
            other.x >= anchor.x + anchor.width - slack
            if relation == "right"
            else other.x + other.width <= anchor.x + slack
        )
        return max(across, 0.0) if ahead and down < 0 else None
    ahead = (
        other.y >= anchor.y + anchor.height - slack
        if relation == "below"
        else other.y + other.height <= anchor.y + slack
    )
    return max(down, 0.0) if ahead and across < 0 else None


def _beyond(box: Box, other: Box, sides: Sequence[Side]) -> bool:
    """Whether a box is wholly farther to one of the sides than another, and to none of them less far."""
    farther = {
        "top": box.y + box.height <= other.y,
        "bottom": box.y >= other.y + other.height,
        "left": box.x + box.width <= other.x,
        "right": box.x >= other.x + other.width,
    }
    nearer = {
        "top": other.y + other.height <= box.y,
        "bottom": other.y >= box.y + box.height,
        "left": other.x + other.width <= box.x,
        "right": other.x >= box.x + box.width,
    }
    return any(farther[side] for side in sides) and not any(nearer[side] for side in sides)
