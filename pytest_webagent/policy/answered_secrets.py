"""Secrets that an application answers with, such as the token of a log-in: the test learns them under the names they have there.

From then on they are told nowhere, as those that a test was given, and are sent only to the origin they came from.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.policy.redaction import (
    HOLDING,
    MASK,
    is_credential,
    is_secret_name,
    told_name,
    withheld,
    words_of,
)
from pytest_webagent.policy.secret_names import OF_ADDRESSES, PLACEHOLDER, SCHEMES
from pytest_webagent.policy.secrets import Secret
from pytest_webagent.policy.spellings import SHORTEST_SECRET, is_strong

if TYPE_CHECKING:
    from collections.abc import Collection

    from pytest_webagent.policy.secrets import Vault

_MOST: Final = 30
"""How many learned secrets a test has at most, the newest: each is looked for in all that is told."""
_LONGEST: Final = 8_000
"""Characters of a secret: no header takes more."""
_LONGEST_NAME: Final = 40
_PLACEHOLDER: Final = re.compile(PLACEHOLDER)
_SCHEMED: Final = re.compile(rf"((?:{SCHEMES})(?:\s+|\Z))(.*)", re.IGNORECASE | re.DOTALL)
"""What a header of credentials says before them."""
_ALONE: Final = re.compile(rf"(?:[A-Za-z][\w-]{{0,30}}\s+)?{PLACEHOLDER}")
"""A secret and nothing else, but for a scheme: who gets more may show it to others."""
_OF_COOKIE: Final = re.compile(rf"(?<==){PLACEHOLDER}(?=\s*(?:;|\Z))")
_RANDOM: Final = re.compile(r"(?=.*[A-Za-z])(?=.*\d)[\w.~+/=-]{12,}")
"""What tokens are made of; no date, address or name."""
_OF_FIGURES: Final = re.compile(r"(?:code|pin|otp|2fa|mfa|cv[cv]2?)s?\Z")
"""Names of what has figures only."""
_YEAR: Final = re.compile(r"(?:19|20)\d\d")


class AnsweredSecret(Secret):
    """A secret that came from its one origin."""

    __slots__ = ("given",)

    given: str | int
    """What stood in the answer."""

    def __init__(self, given: str | int, origin: str) -> None:
        """A text, or a number such as a one-time code."""
        super().__init__(str(given), origin=origin)
        object.__setattr__(self, "given", given)


def learned(
    vault: Vault, answer: Any, origin: str, *, refuses: bool, header: bool = False
) -> tuple[Any, list[str]]:
    """An answer with names in the place of its secrets, and the names; the vault knows them from now on.

    Args:
        vault: The secrets of the test.
        answer: JSON data.
        origin: Who answered.
        refuses: Whether the answer says that something was wrong; what it says of a password may then be a message.
        header: Whether it is a header or a cookie, where the identifier of a session is all that lets somebody in.
    """
    learning = _Learning(vault, origin, refuses=refuses, header=header)
    shown = learning.shown(answer, _Place())
    own = [
        name
        for name in vault.names_in("".join(f"%({name})s" for name in vault.names))
        if _is_answered(vault, name)
    ]
    for name in own[: max(len(own) + len(learning.new) - _MOST, 0)]:
        vault.forget(name)
    vault.add(learning.new)
    return shown, vault.names_in(" ".join(learning.told.values()))


class _Place(NamedTuple):
    """What says that a value is a secret."""

    name: str = ""
    """What it is called; empty where nothing says it."""
    own: bool = True
    """Whether its own entry is called so, and not only something beside it."""
    entry: str = ""
    """The entry that it stands in."""


class _Learning:
    """One answer that is looked through."""

    def __init__(self, vault: Vault, origin: str, *, refuses: bool, header: bool) -> None:
        self.vault, self.origin, self.refuses, self.header = vault, origin, refuses, header
        self.new: dict[str, AnsweredSecret] = {}
        self.told: dict[str, str] = {}
        """What is told in the place of each value that was learned or known."""
        self._known = {*vault.values}

    def shown(self, value: Any, place: _Place) -> Any:
        """The same with names in the place of secrets, and a mask in that of what may be one."""
        if isinstance(value, list):
            return [self.shown(each, place) for each in value]
        if isinstance(value, dict):
            held = told_name(value, self._named)
            return {key: self.shown(each, self._inner(key, each, place, held)) for key, each in value.items()}
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            return value
        return self._hidden(value, place)

    def _named(self, name: str) -> bool:
        return is_secret_name(name) and (self.header or words_of(name)[-2:] != ["session", "id"])

    def _inner(self, key: str, value: Any, place: _Place, held: str) -> _Place:
        # "tokens" counts them, unless it has them.
        if self._named(key) or (isinstance(value, dict) and self._named(key.removesuffix("s"))):
            return _Place(key, entry=key)
        if key in HOLDING and (held or self._named(place.name)):
            return _Place(held or place.name, own=not held, entry=key)
        last = "".join(words_of(key)[-1:])
        sure = place.name and place.own and isinstance(value, str) and _RANDOM.fullmatch(value)
        # Such as "refresh" of "tokens", and not "id".
        return _Place(key if sure and is_secret_name(f"token {last}") else "", entry=key)

    def _hidden(self, value: str | int, place: _Place) -> str | int:
        scheme, text = ("", str(value)) if isinstance(value, int) else _schemed(value)
        shaped = is_credential(text)
        if not shaped and (not place.name or not _may_be_one(text, refuses=self.refuses)):
            return value
        if text not in self.told:
            if text in self._known:
                self.told[text] = self.vault.conceal(text)
            elif len(text) > _LONGEST or not (shaped or _is_sure(text, place)) or len(self.new) == _MOST:
                return scheme + MASK
            else:
                name = _new_name(self.vault, place.name or place.entry or "token", self.new)
                self.new[name] = AnsweredSecret(value if isinstance(value, int) else text, self.origin)
                self.told[text] = f"%({name})s"
        return scheme + self.told[text]


def _is_sure(text: str, place: _Place) -> bool:
    """Whether a value is withheld from then on wherever it stands: words and years, and what others may write, are not."""
    if text.isdecimal() and place.own and _YEAR.fullmatch(text) is None:
        return any(map(_OF_FIGURES.search, words_of(place.name))) or is_strong(text)
    return is_strong(text) and re.search(r"\s", text) is None and (place.own or place.entry == "value")


def _is_answered(vault: Vault, name: str) -> bool:
    return isinstance(vault.secret(name), AnsweredSecret)


def _new_name(vault: Vault, name: str, others: Collection[str]) -> str:
    called = re.sub(r"\W+", "_", name).strip("_")[:_LONGEST_NAME]
    called = called if re.match("[A-Za-z]", called) else f"_{called}"
    tried, number = called, 1
    while tried in others or tried in vault.names:
        number += 1
        tried = f"{called}_{number}"
    return tried


def _schemed(text: str) -> tuple[str, str]:
    found = _SCHEMED.fullmatch(text.strip())
    return ("", text.strip()) if found is None else (found[1], found[2].strip())


def _may_be_one(text: str, *, refuses: bool) -> bool:
    """Whether a value is a secret if its name says so: "required" and "Wrong password" are not."""
    if len(text) < SHORTEST_SECRET or not any(map(str.isalnum, text)):
        return False
    worded = not is_strong(text) or re.search(r"\s", text) is not None
    if refuses:
        return not worded and re.search(r"\d", text) is not None and not is_secret_name(text)
    return not (worded and is_secret_name(text))


def sent(vault: Vault, told: Any, url_origin: str, where: str, start_url: str) -> Any:
    """What is sent in a part of a request: JSON data with secrets in the place of their names.

    Args:
        vault: The secrets of the test.
        told: What the call says.
        url_origin: Who gets it.
        where: What part of the request it is.
        start_url: Where the test begins; see `Vault.filled_in`.

    Raises:
        DeniedError: a secret belongs to another origin.
        ToolError: it stands where a secret is not looked for, or there is none.
    """
    names = vault.names_in(str(told))
    for name in names:
        if elsewhere := vault.elsewhere(name, url_origin, start_url):
            raise DeniedError(
                f"%({name})s was not sent to {url_origin}: {elsewhere}. Nothing was sent. Do not look for another way: if the goal "
                "needs it there, stop and say so"
            )

    def may_stand(entry: str) -> bool:
        return may_hold(entry) or any(vault.secret(each).is_for(entry) for each in names)

    def fill(entry: str, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        for name in {*_PLACEHOLDER.findall(value)} - {*names}:
            raise ToolError(
                f"there is no secret %({name})s for {where}. Nothing was sent. Names of secrets are those that the answers of "
                "earlier calls have in their place: make the call first that is answered with it"
            )

        def filled(found: re.Match[str]) -> str:
            secret = vault.secret(found[1])
            return vault.value_of(found[1]) if may_hold(entry) or secret.is_for(entry) else found[0]

        alone = _ALONE.fullmatch(value)
        if alone is None:
            return _OF_COOKIE.sub(filled, value) if entry.lower() == "cookie" else value
        text, secret = _PLACEHOLDER.sub(filled, value), vault.secret(alone[1])
        return secret.given if isinstance(secret, AnsweredSecret) and text == str(secret.given) else text

    # What stands beside a text says nothing of it: it may be a note under "code".
    filled_in = withheld(told, fill, named=may_stand, described=False)
    for name in set(names) & set(vault.names_in(str(filled_in))):
        raise _not_meant(vault, name, told, where)
    return filled_in


def _not_meant(vault: Vault, name: str, told: Any, where: str) -> ToolError:
    entries: list[str] = []

    def note(entry: str, value: Any) -> None:
        if name in vault.names_in(value) and _ALONE.fullmatch(value):
            entries.append(entry)

    withheld(told, note, named=lambda _: True)
    own = (
        ""
        if _is_answered(vault, name) or not any(entries)
        else (f". The test can name the entry: Secret(..., field={entries[0]!r})")
    )
    return ToolError(
        f"%({name})s was not sent: where it stands in {where}, nothing says that a secret is meant. Nothing was sent. It goes, "
        "alone or after a scheme such as Bearer, into a header, parameter or entry whose own name says so, such as "
        f"Authorization, access_token or key{own}"
    )


def may_hold(name: str) -> bool:
    """Whether what is called so in a request may be a secret."""
    return is_secret_name(name) or name.lower() in OF_ADDRESSES
