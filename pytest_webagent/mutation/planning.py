"""Which mutations a test is tried with, from what happened in an attempt without a fault: the most telling first."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.judging.goals import read
from pytest_webagent.mutation.mutation import Mutation
from pytest_webagent.mutation.mutation_targets import Target, cited, compact, path_of, words_of
from pytest_webagent.mutation.near_texts import least_number, other_number, similar
from pytest_webagent.page.states import STATES
from pytest_webagent.values.plain_text import flat, plain, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.mutation.mutation import Exchange, Observed, Request
    from pytest_webagent.observation import Observation
    from pytest_webagent.trajectory import RunResult

_READS: Final = ("GET", "HEAD", "OPTIONS")


def plan(observed: Observed) -> list[Mutation]:
    """All mutations that may apply to a test, each once; the most telling first."""
    # The newest run is the one a test ends with. What comes to a text is what it compares; truths are beside it.
    findings = [
        finding
        for run in _telling(observed.runs)
        for finding in sorted(run.evidence, key=lambda each: not each.text)
        if finding.holds
    ]
    first, rest = findings[:1], findings[1:]
    planned = chain(
        chain.from_iterable(_of_finding(each, observed.pages) for each in first),
        _of_traffic(observed, findings),
        chain.from_iterable(_of_finding(each, observed.pages) for each in rest),
        _of_older_saves(observed),
    )
    once: dict[str, Mutation] = {}
    for mutation in planned:
        once.setdefault(repr((mutation.task or mutation.request, mutation.kind)), mutation)
    return list(once.values())


def _telling(runs: Sequence[RunResult[Any]]) -> Iterator[RunResult[Any]]:
    """The runs whose evidence a test hangs on, the newest first.

    A run that asks for nothing and is followed by others only prepares them: nobody compares what it ends with.
    """
    for run in reversed(runs):
        if run is runs[-1] or run.kind != "run" or read(run.goal).asks:
            yield run


def _of_finding(finding: Finding, pages: Sequence[Observation]) -> Iterator[Mutation]:
    op = finding.derivation.op
    if op in ("url", "tabs", "note"):
        return
    if op in ("title", "dialog"):
        yield from _of_the_window(finding, pages)
        return
    found = cited(finding, pages)
    if op == "not_exists" and not finding.derivation.state:
        yield from _appearance(finding, pages)
    elif found and finding.derivation.state and op in ("exists", "not_exists"):
        yield from _state(finding, found[0])
    elif found:
        yield from _of_element(finding, _decisive(finding, found))


def _decisive(finding: Finding, found: Sequence[Target]) -> Target:
    """The element a finding hangs on: the least or greatest, or else the first."""
    given = found[: len(finding.derivation.elements) or None]
    return next((each for each in given if each.said == flat(finding.text)), given[0])


def _of_element(finding: Finding, target: Target) -> Iterator[Mutation]:
    described = target.described()
    piece = next(
        (
            each
            for each in (flat(finding.text), *finding.parts)
            if each and compact(each) in described["words"]
        ),
        target.said,
    )
    # Of what is counted, and of a field that is said to be there, it does not matter what it says.
    beside = finding.derivation.op == "count" or (
        finding.derivation.op == "exists" and target.reading.is_field(target.at)
    )
    ways: tuple[tuple[Any, Callable[[str], str | None]], ...] = (
        ("number changed", _away(finding)),
        ("text replaced", similar),
    )
    for kind, other in () if beside else ways:
        replacement = other(piece)
        if replacement is not None:
            words = f"{kind}: {quoted(piece)} became {quoted(replacement)} in {target.where}"
            task = {"does": "rewrite", "piece": compact(piece), "replacement": replacement}
            yield Mutation(kind=kind, words=words, task={**described, **task})
    yield Mutation(
        kind="element removed",
        words=f"element removed: {target.where}",
        task={**described, "does": "remove"},
    )


def _away(finding: Finding) -> Callable[[str], str | None]:
    """How a number is changed so that what is said of it no longer holds."""
    relation = finding.derivation.relation or ""
    return least_number if relation.startswith(">") or finding.derivation.op == "max" else other_number


def _state(finding: Finding, target: Target) -> Iterator[Mutation]:
    flippable = _flippable(finding.derivation.state)
    if flippable is None:
        return
    state, value = flippable
    if finding.derivation.op == "not_exists":
        value = not value
    yield Mutation(
        kind="state flipped",
        words=f"state flipped: {target.where} is {'not ' if value else ''}{state}",
        task={**target.described(), "does": "flip", "state": state, "value": not value},
    )


def _flippable(word: str) -> tuple[str, bool] | None:
    """The name of a state by a word for it, and whether that word means to be in it; None for words nobody knows."""
    word = plain(word)
    known = STATES.get(word.removeprefix("not "))
    if known is None:
        return None
    state, wanted = known
    value = wanted != word.startswith("not ")
    return ("expanded", not value) if state.key == "collapsed" else (state.key, value)


def _appearance(finding: Finding, pages: Sequence[Observation]) -> Iterator[Mutation]:
    text, role = flat(finding.derivation.text), finding.derivation.role.strip()
    if not text or not pages:
        return
    page = pages[-1]
    within = None if finding.derivation.within is None else page.find(finding.derivation.within)
    holder = [] if within is None else words_of(flat(page.full_text(page.index_of(within))))
    yield Mutation(
        kind="not gone",
        words=f"not gone: {role or 'text'} {quoted(text)} is there",
        task={"does": "appear", "path": path_of(page), "text": text, "role": role, "holder": holder},
    )


def _of_the_window(finding: Finding, pages: Sequence[Observation]) -> Iterator[Mutation]:
    """The title of a page, or what a dialog of the browser says."""
    piece = flat(finding.text)
    does = "rewrite" if finding.derivation.op == "title" else "dialog"
    title = next((page.title for page in reversed(pages) if compact(piece) in compact(page.title)), piece)
    target = {"path": "", "role": "title", "words": compact(title), "field": False, "nth": 0, "of": 1}
    ways: tuple[tuple[Any, Callable[[str], str | None]], ...] = (
        ("number changed", other_number),
        ("text replaced", similar),
    )
    for kind, other in ways:
        replacement = other(piece)
        if replacement is not None:
            words = f"{kind}: {quoted(piece)} became {quoted(replacement)} in {finding.where}"
            task = {"does": does, "piece": compact(piece), "replacement": replacement}
            yield Mutation(kind=kind, words=words, task={**target, "tokens": [], "holder": [], **task})


def _of_traffic(observed: Observed, findings: Sequence[Finding]) -> Iterator[Mutation]:
    saves = _saves(observed)
    if saves:
        yield from _of_save(observed, saves[-1])
        return
    if observed.presses:
        yield _deaf(observed.presses[-1])
    source = _source(observed.exchanges, findings)
    if source is not None:
        yield _failing(source)


def _of_save(observed: Observed, save: Exchange) -> Iterator[Mutation]:
    assert save.press is not None
    yield _deaf(observed.presses[save.press])
    yield _failing(save.request)
    yield Mutation(
        kind="stale after a save",
        words=f"stale after a save: what is read after {save.request} is as it was before",
        request=save.request,
    )


def _of_older_saves(observed: Observed) -> Iterator[Mutation]:
    for save in reversed(_saves(observed)[:-1]):
        yield from _of_save(observed, save)


def _saves(observed: Observed) -> list[Exchange]:
    """The requests that change something, oldest first; what a page sends before anything is pressed is its own affair."""
    return [
        each for each in observed.exchanges if each.request.method not in _READS and each.press is not None
    ]


def _deaf(press: Mapping[str, Any]) -> Mutation:
    what = f"{press['role']} {quoted(press['said'])}" if press["said"] else str(press["role"])
    return Mutation(
        kind="press does nothing",
        words=f"press does nothing: {what}",
        task={"does": "swallow", **{name: value for name, value in press.items() if name != "said"}},
    )


def _failing(request: Request) -> Mutation:
    return Mutation(kind="server error", words=f"server error: {request} is answered 500", request=request)


def _source(exchanges: Sequence[Exchange], findings: Sequence[Finding]) -> Request | None:
    """The request that brought what was cited; where that is not known, the last page."""
    texts = [compact(finding.text or (finding.parts or ("",))[0]) for finding in findings]
    answered = [each for each in exchanges if each.request.method == "GET" and each.status < 400]
    for text in filter(None, texts):
        for each in reversed(answered):
            if text in compact(each.body):
                return each.request
    pages = [each.request for each in answered if each.request.resource == "document"]
    return pages[-1] if pages else None
