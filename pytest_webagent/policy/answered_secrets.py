"""Secrets that an application answers with, such as the token of a log-in: the test learns them under the names they have there.

From then on they are told nowhere, as those that a test was given, and are sent only to the origin they came from.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.policy.redaction import MASK, is_secret_name, withheld
from pytest_webagent.policy.secret_names import OF_ADDRESSES, PLACEHOLDER, SCHEMES
from pytest_webagent.policy.secrets import Secret
from pytest_webagent.policy.spellings import SHORTEST_SECRET, is_strong

if TYPE_CHECKING:
    from collections.abc import Collection

    from pytest_webagent.policy.secrets import Vault

_MOST: Final = 30
"""How many secrets a test has at most where it learns some: each is looked for in all that is told."""
_LONGEST_NAME: Final = 40
_PLACEHOLDER: Final = re.compile(PLACEHOLDER)
_SCHEMED: Final = re.compile(rf"((?:{SCHEMES})(?:\s+|\Z))(.*)", re.IGNORECASE | re.DOTALL)
"""What a header of credentials says before them."""


class AnsweredSecret(Secret):
    """A secret that came from its one origin."""

    __slots__ = ("given",)

    given: str | int
    """What stood in the answer."""

    def __init__(self, given: str | int, origin: str) -> None:
        """A text, or a number such as a one-time code."""
        super().__init__(str(given), origin=origin)
        object.__setattr__(self, "given", given)


def learned(vault: Vault, answer: Any, origin: str, *, refuses: bool) -> tuple[Any, list[str]]:
    """An answer with names in the place of its secrets, and the names; the vault knows them from now on.

    Args:
        vault: The secrets of the test.
        answer: JSON data.
        origin: Who answered.
        refuses: Whether the answer says that something was wrong; what it says of a password may then be a message.
    """
    new: dict[str, AnsweredSecret] = {}
    told: dict[str, str] = {}
    known = {*vault.values}

    def hide(name: str, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            return value
        scheme, text = ("", str(value)) if isinstance(value, int) else _schemed(value)
        if not _may_be_one(text, refuses=refuses):
            return value
        if text not in told:
            told[text] = vault.conceal(text) if text in known else MASK
            if text not in known and len(known) + len(new) < _MOST:
                called = _new_name(vault, name, new)
                told[text] = f"%({called})s"
                new[called] = AnsweredSecret(value if isinstance(value, int) else text, origin)
        return scheme + told[text]

    shown = withheld(answer, hide)
    # All at once: with each the vault looks for something else.
    vault.add(new)
    return shown, vault.names_in(" ".join(told.values()))


def _new_name(vault: Vault, name: str, others: Collection[str]) -> str:
    called = re.sub(r"\W+", "_", name).strip("_")[:_LONGEST_NAME]
    called = called if re.match("[A-Za-z]", called) else f"_{called}"
    tried, number = called, 1
    while tried in others or vault.names_in(f"%({tried})s"):
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

    def may_stand(name: str) -> bool:
        return may_hold(name) or any(vault.secret(each).is_for(name) for each in names)

    def fill(_: str, value: Any) -> Any:
        unknown = {*_PLACEHOLDER.findall(value)} - {*names} if isinstance(value, str) else ()
        for name in unknown:
            raise ToolError(
                f"there is no secret %({name})s for {where}. Nothing was sent. Names of secrets are those that the answers of "
                "earlier calls have in their place: make the call first that is answered with it"
            )
        for name in vault.names_in(value):
            secret = vault.secret(name)
            if value == f"%({name})s" and isinstance(secret, AnsweredSecret):
                return secret.given
            value = value.replace(f"%({name})s", vault.value_of(name))
        return value

    filled = withheld(told, fill, named=may_stand)
    for name in set(names) & set(vault.names_in(str(filled))):
        raise ToolError(
            f"%({name})s was not sent: where it stands in {where}, nothing says that a secret is meant. Nothing was sent. It "
            "goes into a header, parameter or entry that is called so, such as Authorization, access_token or key"
        )
    return filled


def may_hold(name: str) -> bool:
    """Whether what is called so in a request may be a secret."""
    return is_secret_name(name) or name.lower() in OF_ADDRESSES
