"""What values a page shows, how many things, and how they are related, as predicates."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.model.builtin import gathering
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.predicates.excerpt import Excerpt, part_of, whole
from pytest_webagent.model.builtin.predicates.messages import saying
from pytest_webagent.model.builtin.predicates.texts import Texts
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.roles import ELEMENTS, HINT_ROLES
from pytest_webagent.model.builtin.words import Words, content
from pytest_webagent.values.plain_text import flat, says

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.answers import Answers
    from pytest_webagent.model.builtin.items import Item
    from pytest_webagent.model.builtin.statement import All, Is, Stands
    from pytest_webagent.model.builtin.told import Told

_QUANTITY = frozenset(["quantity", "qty", "piece"])
_PATH = re.compile(r"/[^\s]*")


class Values:
    """Predicates on the values of one page."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers

    def is_(self, claim: Is) -> tuple[Derivation, ...]:
        """That something is, contains, or is above or below a value."""
        if isinstance(claim.question, say.Count):
            return self._counted(claim, claim.question)
        part = whole(self.answers)
        if isinstance(claim.question, say.PageFact) and claim.question.fact == "url" and not claim.part:
            return (_address(claim),)
        if isinstance(claim.question, say.PageFact) and claim.question.fact in ("message", "dialog"):
            return self._message(claim)
        told = self._told(claim.question)
        if len(told.parts) > 1 and "," not in claim.to and not claim.part:
            raise Refusal(
                f"there are several ({told.text}), and whether each of them is {claim.to!r} or all together is not said"
            )
        return (*Texts(part.citing).related(told, claim), *self.named(part, claim.question))

    def _told(self, question: say.Question) -> Told:
        """The answer to a question; a field that is called so has a value, also where it is empty."""
        try:
            return self.answers.answer(question)
        except Refusal:
            if not isinstance(question, say.Attribute) or question.of is not None:
                raise
            field = say.Target(str(question.words), (say.Reading(words=question.words),))
            if not self.answers.finder.exists(field, "field"):
                raise
            return self.answers.answer(say.Attribute(words=Words("value", exact=True), of=field))

    def _message(self, claim: Is) -> tuple[Derivation, ...]:
        """That a message says something; one that is not there yet would be an alert or a status text."""
        tone = claim.question.tone if isinstance(claim.question, say.PageFact) else ""
        texts, part = Texts(self.answers.citing), claim.part
        try:
            told = self.answers.answer(claim.question)
        except Missing:
            if part != "contains" or claim.relation != "=" or self.answers.dialog:
                raise
            expected = Derivation(op="exists", role="alert" if tone == "error" else "status", text=claim.to)
            return (saying(whole(self.answers), claim.to) or expected,)
        if not part:
            return texts.related(told, claim)
        sources = [
            replace(each, pattern="") for each in told.evidence if each.elements or each.op == "dialog"
        ]
        if not sources:
            raise Refusal(f"{told.text!r} does not tell where it stands")
        each = [texts.in_part(one, part, claim.to, negated=claim.relation == "!=") for one in sources]
        if claim.relation == "!=":
            return tuple(derivation for one in each for derivation in one)
        holding = [one for one in each if all(texts.finding(derivation).holds for derivation in one)]
        other = saying(whole(self.answers), claim.to) if not self.answers.dialog else None
        return holding[0] if holding else (other,) if other else each[0]

    def named(self, part: Excerpt, question: say.Question) -> tuple[Derivation, ...]:
        """That the thing whose property is spoken of is still the one of that name."""
        of = question.of if isinstance(question, say.Attribute) else None
        if of is None:
            return ()
        item = part.answers.thing(of)
        if item is None:
            return ()
        return called(part, item, of)

    def _counted(self, claim: Is, question: say.Count) -> tuple[Derivation, ...]:
        if claim.within is None:
            return self._count(whole(self.answers), claim, question)
        badge = _badge(self.answers, claim.within)
        if badge is not None:
            return self._on_badge(badge, claim, question)
        part = part_of(self.answers, claim.within)
        if part is None or part.of_thing:
            number = say.Attribute(words=question.target.main.words, of=claim.within, number=True)
            try:
                told = self.answers.answer(number)
            except Missing:
                if part is None:
                    raise
            else:
                related = Texts(self.answers.citing).related(told, claim)
                return (*related, *self.named(whole(self.answers), number))
        try:
            found = self._count(part, claim, question)
            part.refuse_stray(found)
            return (*part.confined(found), *part.anchors)
        except Missing as missing:
            raise Missing(
                question.target.said,
                f"a list of them in {claim.within.said}, or their number",
                evidence=missing.evidence,
            ) from None

    def _count(self, part: Excerpt, claim: Is, question: say.Count) -> tuple[Derivation, ...]:
        try:
            told = part.answers.answer(question)
        except Missing:
            if (kind := _kind_of_element(question.target)) is None:
                raise
            role, text = kind
            return (Derivation(op="count", role=role, text=text, relation=claim.relation, to=claim.to),)
        counts = [each for each in told.evidence if each.op == "count"]
        if told.text == "0" and len(told.evidence) > len(counts):
            return self._none(part, told, claim)
        if counts and _of_pieces(part, question) and (lines := self._quantities(part, counts[0])):
            return self._pieces(lines, counts[0], claim, question)
        return (replace(Texts(part.citing).source(told), relation=claim.relation, to=claim.to),)

    def _none(self, part: Excerpt, told: Told, claim: Is) -> tuple[Derivation, ...]:
        """A text says that there are none: that is none, and not so many."""
        texts = Texts(part.citing)
        bounded = [
            replace(each, relation=claim.relation, to=claim.to)
            for each in told.evidence
            if each.op == "count"
        ]
        if bounded and all(texts.finding(each).holds for each in bounded):
            return (*bounded, *(texts.pinned(each) for each in told.evidence if each.op != "count"))
        return tuple(replace(each, relation="=", to=claim.to) for each in told.evidence if each.op == "text")

    def _quantities(self, part: Excerpt, count: Derivation) -> tuple[Derivation, ...]:
        """The quantities of the things that were counted, where their list has such a column: each line may stand for several."""
        counted = frozenset(work_out(count, part.view.page).parts)
        read: list[Derivation] = []
        for item in (item for group in part.answers.finder.lists.groups for item in group.items):
            headers = [
                header for header, _, _ in item.cells if content(header) and set(content(header)) <= _QUANTITY
            ]
            if len(headers) == 1 and flat(part.view.reading.said(item.index)) in counted:
                told = part.answers.of_item(item, Words(headers[0]))
                read.append(Texts(part.citing).source(told))
        return tuple(read)

    def _pieces(
        self, lines: tuple[Derivation, ...], count: Derivation, claim: Is, question: say.Count
    ) -> tuple[Derivation, ...]:
        """So many pieces, where each line may stand for several.

        Raises:
            Refusal: there are as many lines as is said, but more pieces, or the other way round.
        """
        page = self.answers.view.page
        elements = tuple(element for line in lines for element in line.elements)
        pieces = Derivation(op="sum", elements=elements, relation=claim.relation, to=claim.to)
        lined = replace(count, relation=claim.relation, to=claim.to)
        if work_out(pieces, page).holds != work_out(lined, page).holds:
            raise Refusal(
                f"there are {work_out(count, page).text} lines of {question.target.said}, and their quantities come to "
                f"{work_out(replace(pieces, relation=None, to=''), page).text}; say 'rows' or 'lines' for the first"
            )
        return (pieces, lined)

    def _on_badge(self, badge: int, claim: Is, question: say.Count) -> tuple[Derivation, ...]:
        """The number that a badge shows, with the noun that is said."""
        citing = self.answers.citing
        said = citing.view.text(badge)
        nouns = set(content(re.sub(r"\d", " ", said)))
        wanted = set(content(question.target.main.words.text)) | (
            {"item"} if question.target.main.hint == "row" else set()
        )
        if nouns and not wanted & nouns:
            raise Refusal(
                f"{citing.view.describe(badge)} says {said!r}, which is no number of {question.target.said}"
            )
        number = re.search(r"\d[\d.,]*", said)
        pattern = "" if number is None or number[0] == said else r"(\d[\d.,]*)"
        return (
            Derivation(
                op="text",
                elements=citing.ids((badge,)),
                pattern=pattern,
                relation=claim.relation,
                to=claim.to,
            ),
        )

    def stands(self, claim: Stands) -> tuple[Derivation, ...]:
        """That one value of the page stands in a relation to another one.

        Raises:
            Refusal: they are no two values that can be compared.
        """
        part = whole(self.answers)
        told = [self.answers.answer(question) for question in (claim.first, claim.second)]
        texts = Texts(self.answers.citing)
        sources = [texts.source(each) for each in told]
        elements = tuple(element for source in sources for element in source.elements)
        named = (*self.named(part, claim.first), *self.named(part, claim.second))
        if len(elements) == 2:
            for pattern in dict.fromkeys(("", *(source.pattern for source in sources))):
                tried = Derivation(op="compare", elements=elements, relation=claim.relation, pattern=pattern)
                found = texts.finding(tried)
                if (found.holds or found.refuted) and _read_alike(texts, elements, pattern, told):
                    return (tried, *named)
        raise Refusal(f"{told[0].text!r} and {told[1].text!r} are not two values that can be compared")

    def all_(self, claim: All) -> tuple[Derivation, ...]:
        """That a value of each thing of a list stands in a relation to one value."""
        part = whole(self.answers)
        texts = Texts(part.citing)
        found = things(part, claim.target, claim.attribute)
        return tuple(
            replace(
                texts.source(part.answers.of_item(item, claim.attribute)),
                relation=claim.relation,
                to=claim.to,
            )
            for item in found
        )


def _of_pieces(part: Excerpt, question: say.Count) -> bool:
    """Whether things are counted of which a line may stand for several: not what the list is called by, nor its rows."""
    said = set(content(question.target.said))
    named = {
        word for group in part.answers.finder.lists.groups for word in part.answers.finder.lists.called(group)
    }
    return not said & (named | {"row", "line", "entry"})


def _read_alike(texts: Texts, elements: tuple[int, ...], pattern: str, told: list[Told]) -> bool:
    """Whether a pattern reads out of each element what was told of it."""
    read = (
        texts.finding(Derivation(op="join", elements=(element,), pattern=pattern)) for element in elements
    )
    return all(
        found.holds and flat(found.text) == flat(each.text) for found, each in zip(read, told, strict=True)
    )


def called(part: Excerpt, item: Item, of: say.Target) -> tuple[Derivation, ...]:
    """That a thing of a list is still called so: by the words that were said, if it says them, else by its name."""
    element = part.citing.ids((item.index,))
    said = part.view.reading.text(item.index)
    words = next(
        (reading.words.text for reading in of.readings if reading.words and says(said, reading.words.text)),
        item.name,
    )
    found = Derivation(op="exists", elements=element, text=words)
    return (found,) if element and work_out(found, part.view.page).holds else ()


def things(part: Excerpt, target: say.Target, attribute: Words) -> tuple[Item, ...]:
    """The things of the one list that is spoken of; where it has no name, of the one whose things have the attribute.

    Raises:
        Missing: there is no such list.
        Refusal: there are several.
    """
    problem: Refusal | None = None
    for reading in sorted(target.readings, key=gathering.by_likeliness):
        try:
            if found := gathering.items(part.answers.presence, reading):
                return found
        except Refusal as refusal:
            problem = problem or refusal
    lists = part.answers.finder.lists
    having = [
        items
        for _, items in lists.outermost(lists.selected(Words("items")))
        if len(items) > 1 and _have(part, items, attribute)
    ]
    if len(having) == 1:
        return having[0]
    raise problem or Missing(target.said, "a list of them")


def _have(part: Excerpt, items: tuple[Item, ...], attribute: Words) -> bool:
    try:
        return all(part.answers.of_item(item, attribute) for item in items)
    except Refusal:
        return False


def _kind_of_element(target: say.Target) -> tuple[str, str] | None:
    """The role and the words of a kind of element, such as a button, of which there are none."""
    for reading in target.readings:
        if reading.hint in ELEMENTS and reading.hint in HINT_ROLES and not reading.places:
            role = reading.hint.replace("field", "textbox").replace("image", "img").replace(" ", "")
            return role, reading.words.text
    return None


def _address(claim: Is) -> Derivation:
    """That the page's address is one: the whole of it, or its path where only that is given."""
    pattern = ""
    if _PATH.fullmatch(claim.to):
        pattern = r"^\w+://[^/?#]+([^#]*)" if "?" in claim.to else r"^\w+://[^/?#]+([^?#]*)"
    return Derivation(op="url", pattern=pattern, relation=claim.relation, to=claim.to)


_BADGE = re.compile(r"^(?:(?:the|my)\s+)?(?P<x>.*?)\s*\b(?:badge|counter|bubble)$", re.IGNORECASE)


def _badge(answers: Answers, place: say.Target) -> int | None:
    """The small number beside a link or button, where one is spoken of: "the cart badge".

    Raises:
        Missing: there is none.
        Refusal: there are several.
    """
    found = _BADGE.match(place.said)
    if found is None:
        return None
    view, wanted = answers.view, set(content(found["x"]))
    numbers = [
        at
        for at in view.shown
        if view[at].id is not None
        and re.fullmatch(r"\d+\+?(?:\s+\w+)?", view.text(at).strip())
        and not view.page.children(at)
    ]
    beside = [at for at in numbers if wanted <= _around(answers, at)]
    if len(beside) > 1:
        raise Refusal(f"{place.said!r} can be several: {', '.join(view.describe(at) for at in beside)}")
    if not beside:
        raise Missing(place.said, "a number beside a link or button of that name")
    return beside[0]


def _around(answers: Answers, at: int) -> set[str]:
    """The words of what stands beside a number, and of what it is described by."""
    view = answers.view
    parent = view[at].parent
    near = (
        []
        if parent is None
        else [each for each in view.page.children(parent) if view[each].role in ("link", "button", "img")]
    )
    above = view[parent] if parent is not None and view[parent].role in ("link", "button") else None
    said = [view.name(each) for each in near] + [view[at].description, above.name if above else ""]
    return set(content(re.sub(r"[-_]", " ", " ".join(said))))
