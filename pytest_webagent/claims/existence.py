"""Whether something is on a page, is in a state, or is not there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.claims import elements
from pytest_webagent.claims.underivable import RefutedError, UnderivableError
from pytest_webagent.page.states import in_state, told_states
from pytest_webagent.values.plain_text import flat, listed, quoted, says

if TYPE_CHECKING:
    from pytest_webagent.claims.derivation import Derivation
    from pytest_webagent.claims.elements import Match
    from pytest_webagent.page.reading import Reading

_SHORTEST = 2


def found(derivation: Derivation, reading: Reading) -> tuple[str, tuple[str, ...]]:
    """What is there, in words, and what it says.

    Raises:
        UnderivableError: it is not there, not in the state, or it is not clear what is meant.
    """
    if derivation.elements:
        places = _cited(derivation, reading)
        wrong = [at for at in places if derivation.state and not in_state(reading, at, derivation.state)]
        if wrong:
            raise RefutedError(
                f"{reading.where(wrong[0])} is not {derivation.state}: it shows {told_states(reading, wrong[0])}"
            )
        said = (text for at in places for text in (flat(reading.said(at)), reading.label(at)))
        return listed(reading.where(at) for at in places), tuple(text for text in dict.fromkeys(said) if text)
    _refuse_without_aim(derivation)
    matches = elements.search(reading, derivation)
    if not matches:
        hidden = elements.hidden_match(reading, derivation)
        if hidden is not None and reading[hidden].foreign:
            raise UnderivableError(elements.of_others(reading[hidden]))
        raise RefutedError(f"there is no visible {elements.asked(derivation)}{_instead(derivation, reading)}")
    if derivation.state:
        matches = _in_state(derivation, reading, matches)
    return _told(reading, matches)


def not_found(derivation: Derivation, reading: Reading) -> tuple[str, tuple[str, ...]]:
    """That something is not there, in words; or, where a state is asked for, what is there and not in it.

    Raises:
        UnderivableError: it is there, or nothing is said by its not being there.
    """
    if derivation.elements:
        return _not_in_state(derivation, reading)
    _refuse_without_aim(derivation)
    elements.refuse_unseen_page(reading)
    matches = elements.search(reading, derivation, wide=True)
    if derivation.state:
        return _none_in_state(derivation, reading, matches)
    if matches:
        raise RefutedError(
            f"there is a visible {elements.asked(derivation)}: {elements.wherever(reading, matches)}"
        )
    unsure = elements.hidden_match(reading, derivation)
    if unsure is not None:
        raise UnderivableError(
            f"there is {reading.where(unsure)}, marked as hidden, and whether a person sees it cannot be told: "
            f"whether there is no {elements.asked(derivation)} needs other evidence"
        )
    return f"no {elements.asked(derivation)} on the page", ()


def _cited(derivation: Derivation, reading: Reading) -> list[int]:
    """The elements that are cited by their ids; they must be of the role and say the text that is given as well."""
    if derivation.within is not None:
        raise UnderivableError(
            "`elements` and `within` are given: `elements` already say where, leave `within` out"
        )
    places = elements.given(reading, derivation.elements, derivation.op, distinct=False)
    role = elements.role_of(derivation)
    for at in places:
        if role and not elements.is_of_role(reading, at, role):
            raise RefutedError(f"{reading.where(at)} is no {role}")
        texts = (reading.label(at), flat(reading.said(at)))
        if derivation.text and not any(says(each, derivation.text) for each in texts):
            raise RefutedError(f"{reading.where(at)} does not say {quoted(derivation.text)}")
    return places


def _refuse_without_aim(derivation: Derivation) -> None:
    text = derivation.text.strip()
    if not text and not elements.role_of(derivation):
        raise UnderivableError(
            f"{derivation.op} needs what to look for: an element's id in `elements`, a `role`, a `text` or both"
        )
    if text and (len(text) < _SHORTEST or not any(each.isalnum() for each in text)):
        raise UnderivableError(
            f"the text {quoted(derivation.text)} says too little to look for: give the words of it, or an element's id"
        )


def _instead(derivation: Derivation, reading: Reading) -> str:
    """What there is of the role, or that it is there but hidden."""
    hidden = elements.hidden_match(reading, derivation)
    if hidden is not None:
        return f"; {reading.where(hidden)} is hidden"
    role = elements.role_of(derivation)
    if not role or not derivation.text:
        return ""
    others = elements.search(reading, replace(derivation, text=""))
    return f"; of this role there is: {elements.wherever(reading, others) or 'none'}"


def _in_state(derivation: Derivation, reading: Reading, matches: list[Match]) -> list[Match]:
    """Those in the state. Where a text says which is meant, all of them must agree."""
    within_state = [match for match in matches if elements.in_the_state(reading, match, derivation.state)]
    if not within_state:
        told = listed(
            f"{elements.where(reading, each)} shows {told_states(reading, each.at)}" for each in matches
        )
        raise RefutedError(f"no {elements.asked(derivation)} is {derivation.state}: {told}")
    if derivation.text and len(within_state) < len(matches):
        raise _divided(derivation, reading, matches, len(within_state))
    return within_state


def _divided(derivation: Derivation, reading: Reading, matches: list[Match], number: int) -> UnderivableError:
    return UnderivableError(
        f"{number} of {len(matches)} are {derivation.state}: {elements.wherever(reading, matches)}; "
        "cite the one that is meant by its id in `elements`"
    )


def _not_in_state(derivation: Derivation, reading: Reading) -> tuple[str, tuple[str, ...]]:
    if not derivation.state:
        # An id that never was would be missing as well, so one that is gone proves nothing.
        raise UnderivableError(
            "not_exists with `elements` needs a `state` they are not in; of what is gone give the `role` and the `text`"
        )
    places = _cited(derivation, reading)
    wrong = [at for at in places if in_state(reading, at, derivation.state)]
    if wrong:
        raise RefutedError(f"{reading.where(wrong[0])} is {derivation.state}")
    where = listed(f"{reading.where(at)}, not {derivation.state}" for at in places)
    return where, tuple(flat(reading.said(at)) for at in places)


def _none_in_state(
    derivation: Derivation, reading: Reading, matches: list[Match]
) -> tuple[str, tuple[str, ...]]:
    if not matches:
        raise UnderivableError(
            f"there is no {elements.asked(derivation)} at all, in whatever state: leave the `state` out if that is meant"
        )
    wrong = [match for match in matches if elements.in_the_state(reading, match, derivation.state)]
    if wrong:
        raise RefutedError(
            f"there is a visible {elements.asked(derivation)} that is {derivation.state}: {elements.wherever(reading, wrong)}"
        )
    where, parts = _told(reading, matches)
    return f"{where}, not {derivation.state}", parts


def _told(reading: Reading, matches: list[Match]) -> tuple[str, tuple[str, ...]]:
    parts = tuple(match.option or flat(reading.said(match.at)) for match in matches)
    return elements.wherever(reading, matches), parts
