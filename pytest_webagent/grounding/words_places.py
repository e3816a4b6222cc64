"""Whether an element stands where a description says."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final

from pytest_webagent.grounding.words_reading import place_noun, without_relation
from pytest_webagent.grounding.words_text import loose, name_of, words_of
from pytest_webagent.grounding.words_vocabulary import (
    CONTAINERS,
    COUNTED_PLACES,
    EVERYWHERE,
    FILLERS,
    NOUNS,
    ORDINALS,
    PARTLY_NAMED,
    SAYS,
    SIDE_NOUNS,
    SIDES,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_webagent.grounding.words_page import Page
    from pytest_webagent.grounding.words_reading import Place
    from pytest_webagent.grounding.words_text import Token
    from pytest_webagent.grounding.words_vocabulary import Relation, Side
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
    "beside": COUNTED_PLACES | {"option", "treeitem", ""},
    "below": frozenset(("heading",)),
}
"""The roles of what may be named to say that something is beside or below it, when it stands in or under that."""
_FARTHEST = 200.0
"""CSS pixels between things that are beside each other."""
_CLEARLY = 8.0
"""CSS pixels by which one is nearer than another."""
_FEW = 12
"""Elements in something so small that all in it stand together."""


class Places:
    """The places of one page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def fits(self, index: int, place: Place) -> int:
        """How well an element stands in a place: `ALL`, `KIND`, `PART`, `OPEN` or `NOT`."""
        tokens = spoken(place.tokens)
        if place.relation == "holding":
            return ALL if tokens and self._holds(index, tokens) else NOT
        if not tokens:
            return NOT
        if not place.whole and all(_says_nothing(token) for token in tokens):
            return OPEN
        level = self._called(index, tokens, None)
        if level == ALL:
            return ALL
        roles, rest = place_noun(tokens)
        if roles is not None:
            level = max(level, self._of_kind(index, roles, rest))
        if place.whole:
            return level if level >= KIND else NOT
        return level or self._of_page(index, tokens)

    def _called(self, index: int, tokens: Sequence[Token], roles: frozenset[str] | None) -> int:
        """Whether something around the element, of one of the roles, has this name."""
        contexts = [each for each in self.page.contexts(index) if roles is None or each.role in roles]
        if any(token.quoted for token in tokens):
            said = name_of(tokens[0].text) if len(tokens) == 1 else None
            return ALL if any(each.name == said for each in contexts) else NOT
        words = tuple(word for token in tokens for word in words_of(token.text))
        joined = loose(words)
        best = NOT
        for each in contexts:
            have = words_of(each.name)
            if have == words or loose(have) == joined:
                return ALL
            if holds(have, words):
                best = PART
        return best

    def _of_kind(self, index: int, roles: frozenset[str], rest: Sequence[Token]) -> int:
        around = [at for at in self.page.observation.ancestors(index) if self.page.elements[at].role in roles]
        rest = without_relation(rest)
        if not rest:
            return self._bare(index, roles, around=bool(around))
        number = _number(rest)
        if number is not None and roles & COUNTED_PLACES:
            return KIND if any(self._is_number(at, number) for at in around) else NOT
        if roles & _STRICT and not around:
            return NOT
        if roles == _COLUMN:
            return self._called(index, rest, roles)
        return self._called(
            index, rest, roles | {"heading", ""} if roles & (_STRICT | COUNTED_PLACES) else None
        )

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

    def _is_number(self, item: int, number: int) -> bool:
        items = self.page.counted(item)
        place = number - 1 if number > 0 else len(items) + number
        if not 0 <= place < len(items) or items[place] != item:
            return False
        # "Row 3" may also be the one that begins with a 3.
        said = str(number)
        return not any(said in self.page.item_names(at)[:1] for at in items if at != item)

    def _of_page(self, index: int, tokens: Sequence[Token]) -> int:
        """What the element itself or the whole page says is true of it, and tells it from no other."""
        words = tuple(word for token in tokens for word in words_of(token.text))
        told = tuple(word for word in words if word not in EVERYWHERE)
        if any(
            holds(words_of(name), words) and len(words_of(name)) > len(words)
            for name in self.page.names(index)
        ):
            return PART
        known = [words_of(name_of(self.page.observation.title)), *map(words_of, self.page.names(index))]
        _, rest = place_noun(tokens)
        bare = tuple(word for token in rest for word in words_of(token.text))
        return (
            OPEN
            if any(
                holds(have, part) or loose(have) == loose(part)
                for have in known
                for part in (told, bare)
                if part
            )
            else NOT
        )

    def _holds(self, index: int, tokens: Sequence[Token]) -> bool:
        words = tuple(word for token in tokens for word in words_of(token.text))
        _, rest = _noun(tokens)
        wanted = {words, tuple(word for token in rest for word in words_of(token.text))} - {()}
        element = self.page.elements[index]
        inner = range(index + 1, min(self.page.ends[index], index + 200) + 1)
        said = {words_of(name_of(text)) for text in (*element.options, element.value or "") if text}
        said |= {words_of(name) for at in inner for name in self.page.names(at)}
        return bool(wanted & said)

    def beside(self, candidates: Sequence[int], place: Place) -> list[int]:
        """Those of the elements that stand on this side of what the words name; none where that is not clear."""
        tokens = spoken(place.tokens)
        if not tokens:
            return []
        anchors = self._anchors(tokens)
        meant = set(anchors).intersection(candidates)
        if any(self.page.elements[at].role in PARTLY_NAMED for at in meant):
            # "The field next to Email" may be the one that its label stands next to.
            return []
        others = [at for at in candidates if at not in meant]
        if place.relation in _UNDER:
            levels = {at: self._called(at, tokens, _UNDER[place.relation]) for at in others}
            best = max(levels.values(), default=NOT)
            if best:
                return [at for at, level in levels.items() if level == best]
        picks = [pick for at in anchors if (pick := self._nearest(at, others, place.relation)) is not None]
        return [picks[0]] if picks and all(pick == picks[0] for pick in picks) else []

    def _anchors(self, tokens: Sequence[Token]) -> list[int]:
        for said in (list(tokens), _noun(tokens)[1]):
            words = tuple(word for token in said for word in words_of(token.text))
            found = self.page.said.get(words, []) if words else []
            if found:
                return found
        return []

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
        if box is None:
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
    return [token for token in told if token.quoted or token.text not in SAYS] or told


def sides_of(place: Place) -> tuple[Side, ...]:
    """The sides of the page or its part that a place is, such as "the top right corner"."""
    tokens = spoken(place.tokens)
    if place.whole or not all(_says_nothing(token) for token in tokens):
        return ()
    return tuple(SIDES[token.text] for token in tokens if token.text in SIDES)


def holds(have: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """Whether words stand among others, one after the other."""
    return bool(part) and any(have[at : at + len(part)] == part for at in range(len(have) - len(part) + 1))


def _says_nothing(token: Token) -> bool:
    return not token.quoted and (token.text in SIDES or token.text in SIDE_NOUNS or token.text in EVERYWHERE)


def _number(tokens: Sequence[Token]) -> int | None:
    if len(tokens) != 1 or tokens[0].quoted:
        return None
    said = tokens[0].text
    if said in ORDINALS:
        return ORDINALS[said]
    return int(said) if said.isascii() and said.isdigit() and len(said) < 5 and int(said) else None


def _noun(tokens: Sequence[Token]) -> tuple[bool, list[Token]]:
    """The words without a noun for a kind of element at their end or beginning."""
    for end in range(min(len(tokens) - 1, 3), 0, -1):
        for part, rest in ((tokens[-end:], tokens[:-end]), (tokens[:end], tokens[end:])):
            if not any(token.quoted for token in part) and tuple(token.text for token in part) in NOUNS:
                return True, list(rest)
    return False, list(tokens)


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
