"""Secrets of a test: a model knows and uses only their names, and what is written down has only their names.

A goal says ``%(password)s``, and so does the call that types it. The tool puts the value in its place right before the
browser types, only on the secret's own origin and into its own field.
"""

from __future__ import annotations

import copy
import dataclasses
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import GetSetDescriptorType, MemberDescriptorType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, cast
from urllib.parse import urlsplit

from pytest_webagent import extras
from pytest_webagent.errors import ConfigError, DeniedError, ToolError
from pytest_webagent.nesting import DEEPEST, nested_deeper
from pytest_webagent.policy.cut_texts import whole_and_cut
from pytest_webagent.policy.origins import AllowedOrigins, parse
from pytest_webagent.policy.secret_names import PLACEHOLDER
from pytest_webagent.policy.secret_places import of_file, of_keyring
from pytest_webagent.policy.server_secrets import server_secrets
from pytest_webagent.policy.spellings import SHORTEST_SECRET, veil

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pytest_webagent.config import Settings

_Value = TypeVar("_Value")

_PLACEHOLDER: Final = re.compile(PLACEHOLDER)
_NAMED: Final = re.compile(rf"(?<!%){PLACEHOLDER}")
_ESCAPED: Final = re.compile(rf"%{PLACEHOLDER}")
_DOUBLED: Final = re.compile(r"%%\((?=\w+\)s)")
"""Where a goal means the text itself, and no secret."""
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_CODE: Final = re.compile(r"c[oó]d(?:e|igo|ice)|kod", re.IGNORECASE)
"""What fields for one-time codes are called, however they say it; others have such a name, too, and such a code is soon worth nothing."""
_AIMING: Final = ("element_id", "to_element_id", "description", "field_description", "to_description")
"""Arguments that say which element is meant, by what it is called in an observation: a page may show a secret in a name."""
_KEYRING: Final = "pytest-webagent"
_TOO_DEEP: Final = ("nested too deeply to be told",)
_FORGOTTEN: Final = 70
"""How many secrets that a test has no more are withheld: each is looked for in all that is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """A text that only the browser gets to see: a password, a token, the seed of one-time codes."""

    value: str = ""
    origin: str | tuple[str, ...] = ()
    """Where it may be typed, such as ``https://shop.example``; else on those of the start URL and the page the first run began on."""
    field: str | tuple[str, ...] = ()
    """Label, name or id of a field that it may be typed into although all can read it there; else only into password fields."""
    totp: str = ""
    """In place of `value`: the seed, in base32, from which a one-time code is made when it is typed."""
    variable: str = ""
    """The variable of the environment that a test has it from; ejected tests read it from there."""

    def __init__(
        self,
        value: str = "",
        *,
        origin: str | Iterable[str] = (),
        field: str | Iterable[str] = (),
        totp: str = "",
        variable: str = "",
    ) -> None:
        """See the fields.

        Raises:
            ConfigError: it has no value, or two; or an origin is none.
        """
        if bool(value) == bool(totp):
            raise ConfigError(
                "a Secret is either a value or the seed of one-time codes (totp), and is not empty: "
                'Secret("...") or Secret(totp="...")'
            )
        told = {"value": value, "origin": _listed(origin), "field": _listed(field), "totp": totp}
        for name, each in {**told, "variable": variable}.items():
            object.__setattr__(self, name, each)
        AllowedOrigins(self.origin)

    @classmethod
    def named(
        cls,
        name: str,
        *,
        origin: str | Iterable[str] = (),
        field: str | Iterable[str] = (),
        totp: bool = False,
        file: str | os.PathLike[str] = ".env",
        service: str = _KEYRING,
    ) -> Secret:
        """The secret of a name: of the environment, else of a `file` such as ``.env``, else of the keyring's `service`.

        Raises:
            ConfigError: none of them has it.
        """
        found = os.environ.get(name) or of_file(name, Path(file)) or of_keyring(name, service)
        if not found:
            raise ConfigError(
                f"there is no secret {name}: it is no variable of the environment, nor in {Path(file).absolute()}, nor in "
                f"the keyring (service {service!r}). Set it in one of them; the last two need "
                "pip install 'pytest-webagent[secrets]'"
            )
        kind = {"totp": found} if totp else {"value": found}
        return cls(**kind, origin=origin, field=field, variable=name)

    def is_for(self, *names: str) -> bool:
        """Whether one of a field's names is one that it may be put into although it can be read there."""
        return not {*map(_folded, self.field)}.isdisjoint(map(_folded, names))

    def __repr__(self) -> str:
        """What may be told of it."""
        return f"Secret(***, origin={self.origin!r}, field={self.field!r})"


class Spot(NamedTuple):
    """Where a text is about to be typed."""

    label: str
    url: str
    """Address of the document that the field is in."""
    hides: bool
    """Whether nobody can read what stands in the field."""
    one_time: bool
    """Whether it asks for a code or another secret, by its words."""
    names: tuple[str, ...]
    """Label, name, id and placeholder of the field."""


class Vault:
    """The secrets of one test."""

    def __init__(self, settings: Settings | None = None) -> None:
        """Begin with what lets in at the servers of the settings, which nobody has to name, and which no goal can use."""
        self._secrets: dict[str, Secret] = {}
        self._lasting = server_secrets(settings)
        self._values = dict(self._lasting)
        """Every text that is not to be told, and what is told instead."""
        self._home = ""

    def __bool__(self) -> bool:
        """Whether there are any, or anything is to be withheld."""
        return bool(self._secrets) or bool(self._values)

    @property
    def values(self) -> list[str]:
        """What those that were given say, and codes that were made of them, where it can be told from other words."""
        return [value for value, name in self._values.items() if name in self._secrets]

    def add(self, secrets: Mapping[str, Secret | str]) -> None:
        """Know these secrets by their names. A text is a secret of the origin that the test starts on.

        Raises:
            ConfigError: a name is none, or a secret is no text.
        """
        for name, given in secrets.items():
            if not isinstance(name, str) or not _NAME.fullmatch(name):
                raise ConfigError(f"a secret is called by a word such as 'password', not {name!r}")
            if not isinstance(given, (str, Secret)):
                raise ConfigError(
                    f"the secret {name} must be a text or a Secret, not a {type(given).__name__}; a number goes in quotes"
                )
            secret = given if isinstance(given, Secret) else Secret(given)
            self._secrets[name] = secret
            self._hide(secret.value or secret.totp, name)

    @property
    def names(self) -> list[str]:
        """What the secrets are called, and those that were forgotten."""
        return [*dict.fromkeys((*self._secrets, *self._values.values()))]

    def forget(self, name: str) -> None:
        """Have a secret no more. What it said is withheld for as long as not many more were forgotten."""
        del self._secrets[name]
        old = [
            value
            for value, its in self._values.items()
            if its not in self._secrets and value not in self._lasting
        ]
        for value in old[:-_FORGOTTEN]:
            del self._values[value]

    def _hide(self, value: str, name: str) -> None:
        if len(value) >= SHORTEST_SECRET:
            self._values[value] = name

    def starts_on(self, url: str) -> None:
        """The page that the test itself had open when its first run began: secrets without an origin belong to it, too."""
        self._home = self._home or (url if url.startswith(("http:", "https:")) else "")

    def names_in(self, text: object) -> list[str]:
        """The secrets that a text names."""
        found = _PLACEHOLDER.findall(text) if isinstance(text, str) else ()
        return [name for name in found if name in self._secrets]

    def is_placeholder(self, text: object) -> bool:
        """Whether a text is the name of a secret, and nothing else."""
        return bool(self.names_in(text)) and _PLACEHOLDER.fullmatch(str(text).strip()) is not None

    def check_goal(self, goal: str) -> str:
        """The goal, with names in the place of secrets that it says itself.

        Raises:
            ConfigError: it names a secret that there is not, or means a text that is the name of one.
        """
        if meant := [name for name in _ESCAPED.findall(goal) if name in self._secrets]:
            raise ConfigError(
                f"the goal means the very text %({meant[0]})s, and that is what the secret {meant[0]} is called: one could not be "
                "told from the other. Give the secret another name, or ask for another text"
            )
        unknown = [name for name in _NAMED.findall(goal) if name not in self._secrets]
        if unknown:
            raise ConfigError(
                f"the goal names the secret %({unknown[0]})s, and the secrets are: {', '.join(self._secrets) or 'none'}. "
                f"Give it: run(goal, secrets={{{unknown[0]!r}: ...}}), or by the fixture webagent_secrets. "
                f"If the goal means that very text, write %%({unknown[0]})s"
            )
        return self.conceal(_DOUBLED.sub("%(", goal))

    def refuse_in(self, tool: str, arguments: Mapping[str, Any], typed: Iterable[str]) -> None:
        """Refuse a call that names a secret where nothing is typed; `typed` are the arguments in which it may stand.

        Raises:
            ToolError: it does, and the message says where it can be used.
        """
        exempt = {*typed, *_AIMING}
        others = {name: value for name, value in arguments.items() if name not in exempt}
        for name in self.names_in(str(others)) if self else ():
            raise ToolError(
                f"{tool} was not run: %({name})s is a secret. It stands for a text that is only ever typed into its field, "
                "by `type`; it goes into no address, script, file or message"
            )

    def value_of(self, name: str) -> str:
        """The text of a secret; of one-time codes the one that is right now.

        Raises:
            ToolError: the library that makes codes is not installed, or the seed is none.
        """
        secret = self._secrets[name]
        if not secret.totp:
            return secret.value
        try:
            # Many services give shorter seeds than the library has the heart to take.
            kind = type("Totp", (extras.load("pyotp", "secrets").TOTP,), {"min_secret_length_bits": 0})
            code = str(kind(secret.totp.replace(" ", "")).now())
        except ValueError:
            raise ToolError(f"no code can be made of the secret {name}: its seed is not base32") from None
        self._hide(code, name)
        return code

    def secret(self, name: str) -> Secret:
        """The secret of a name."""
        return self._secrets[name]

    def filled_in(self, text: str, spot: Spot, start_url: str) -> str:
        """The text to be typed there, with secrets in the place of their names.

        Args:
            text: What the call says.
            spot: Where it is about to be typed.
            start_url: Where the test begins: secrets without an origin belong there, and where its first run began.

        Raises:
            DeniedError: the secret belongs to another origin.
            ToolError: it does not belong into such a field.
        """
        for name in self.names_in(text):
            if elsewhere := self.elsewhere(name, spot.url, start_url):
                raise DeniedError(
                    f"%({name})s was not typed into {spot.label}: {elsewhere}. Nothing was typed. Do not look for another way: "
                    "if the goal needs it here, stop and say so (the test can allow it with Secret(..., origin=...))"
                )
            self._check_field(name, spot, text)
        return _PLACEHOLDER.sub(
            lambda found: self.value_of(found[1]) if found[1] in self._secrets else found[0], text
        )

    def elsewhere(self, name: str, url: str, start_url: str) -> str:
        """Why a secret does not belong where a URL leads; empty where it does."""
        own, home = self._secrets[name].origin, [*filter(None, (start_url, self._home))]
        here = _origin_of(url)
        try:
            here = str(parse(here).origin)
            AllowedOrigins(own, () if own else home).check(here)
            return ""
        except (ValueError, ToolError):
            places = ", ".join(own) or ", ".join(dict.fromkeys(map(_origin_of, home))) or "no page"
            return f"it belongs to {places}, and this is {here}"

    def _check_field(self, name: str, spot: Spot, text: str) -> None:
        if spot.hides and not _PLACEHOLDER.fullmatch(text):
            raise ToolError(
                f"nothing was typed into {spot.label}: what a field hides is a secret alone, and the text has more than "
                f"%({name})s. Type only that name here, and what is for other fields into those"
            )
        secret = self._secrets[name]
        if (
            spot.hides
            or secret.is_for(*spot.names)
            or (secret.totp and (spot.one_time or any(map(_CODE.search, spot.names))))
        ):
            return
        where = " or ".join(map(repr, secret.field))
        into = f"a password field, or the field {where}" if where else "a password field"
        raise ToolError(
            f"%({name})s was not typed into {spot.label}: what is typed there can be read, and the secret goes only into "
            f"{into}. Nothing was typed. Choose that field, or click this one first if it hides what is typed only then (the test can name another one with Secret(..., field=...))"
        )

    def conceal(self, value: _Value, *, cut: bool = False) -> _Value:
        """The same without secrets: texts, and what is made of them; their names stand in their place.

        With `cut` also what is left of a secret beside dots where a text was cut off.
        """
        if not self._values:
            return value
        # What cannot be looked through is not told; a tool's data stands in other data.
        deep, change = nested_deeper(value, 2 * DEEPEST), whole_and_cut if cut else veil
        return cast("_Value", _TOO_DEEP) if deep else changed(value, change(tuple(self._values.items())))

    def conceal_error(self, error: BaseException) -> None:
        """Take the secrets out of all that an error carries, and out of the errors that led to it."""
        left, done = [error], set[int]()
        while self and left:
            each = left.pop()
            if id(each) in done:
                continue
            done.add(id(each))
            for name in _parts(each):
                # What cannot be read or written is nothing that is told.
                with suppress(Exception):
                    told = getattr(each, name)
                    if (new := self.conceal(told)) is not told:
                        setattr(each, name, new)
            others = (each.__cause__, each.__context__, *getattr(each, "exceptions", ()))
            left += [other for other in others if isinstance(other, BaseException)]


def _parts(error: BaseException) -> Iterator[str]:
    """The names of what an error carries: what was set on it, such as notes, and what its kinds have, such as a file's name."""
    yield from tuple(vars(error))
    for kind in type(error).__mro__:
        for name, each in vars(kind).items():
            if isinstance(each, (GetSetDescriptorType, MemberDescriptorType)) and not name.startswith("__"):
                yield name


def changed(value: Any, change: Callable[[str], str]) -> Any:
    """The value with all its texts changed; the very same one where none is."""
    if isinstance(value, str):
        return value if (new := change(value)) == value else new
    if isinstance(value, Mapping):
        made = {changed(key, change): changed(each, change) for key, each in value.items()}
        return value if made == value else made
    if isinstance(value, tuple):
        parts = [changed(each, change) for each in value]
        same = all(new is old for new, old in zip(parts, value, strict=True))
        return value if same else type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, (list, set, frozenset)):
        return type(value)(changed(each, change) for each in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, (type, Secret)):
        return _record(value, change)
    return value


def _record(value: Any, change: Callable[[str], str]) -> Any:
    told = {each.name: getattr(value, each.name) for each in dataclasses.fields(value)}
    new = {name: made for name, was in told.items() if (made := changed(was, change)) is not was}
    if not new:
        return value
    made = copy.copy(value)
    for name, each in new.items():
        object.__setattr__(made, name, each)
    return made


def _listed(given: str | Iterable[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _folded(name: str) -> str:
    return " ".join(re.findall(r"\w+", name.casefold()))


def _origin_of(url: str) -> str:
    # A browser sends a user name and password before "@" to the host behind it.
    scheme, host = urlsplit(url).scheme, urlsplit(url).netloc.rpartition("@")[2]
    return f"{scheme}://{host}" if host else "a document without an address"
