"""Variables of the environment that stand for secrets in an ejected test."""

from __future__ import annotations

import hashlib
import os
import re
from typing import TYPE_CHECKING

from pytest_webagent.recording.call_text import Quotation
from pytest_webagent.recording.playwright_code import Source
from pytest_webagent.recording.playwright_statements import NotEjectedError

if TYPE_CHECKING:
    from pytest_webagent.policy.secrets import Vault


class SecretVariables:
    """Those of one test."""

    def __init__(self) -> None:
        """Begin without any."""
        self.told: dict[str, tuple[str, str]] = {}
        """By variable: a digest of what it has to be, and which secret it is."""

    def source(self, written: object, label: str, text: str, vault: Vault) -> Source | None:
        """What stands for a text that is typed; None where it is no secret.

        Args:
            written: The text as the recording has it.
            label: What the field is called.
            text: What the goal says in its place.
            vault: The secrets that the test gives by name.

        Raises:
            NotEjectedError: no variable can stand for it.
        """
        if isinstance(written, Quotation):
            return self._variable(label, text, str(written))
        names = vault.names_in(text)
        if not names:
            return None
        secret = vault.secret(names[0])
        if secret.totp or not vault.is_placeholder(text):
            raise NotEjectedError(
                f"it types {text}, which is no text that a variable of the environment could be"
            )
        return self._variable(secret.variable or names[0], secret.value, f"the secret {names[0]}")

    def _variable(self, label: str, value: str, which: str) -> Source:
        name = re.sub(r"\W+", "_", label).strip("_").upper() or "SECRET"
        name = f"SECRET_{name}" if name[0].isdigit() else name
        # Workers of one session digest alike, and nobody else can compare.
        salt = os.environ.get("PYTEST_XDIST_TESTRUNUID", "")
        digest = hashlib.sha256(f"{salt} {value}".encode()).hexdigest()
        number, free = 2, name
        told = (digest, which)
        while self.told.get(free, told)[0] != digest:
            free, number = f"{name}_{number}", number + 1
        self.told.setdefault(free, told)
        return Source(f'os.environ["{free}"]')
