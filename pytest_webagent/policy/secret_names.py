"""What is called so is a secret: one rule for the fields of pages and for arguments, headers, addresses and answers.

A name is read as words in lower case, parted by single blanks. What it is about stands at its end: an access code is a
code, and a password hint is a hint. So a secret thing counts wherever it stands, unless it only says more of what
follows it; and a key or a code counts if what stands before it says that it lets somebody in.
"""

from __future__ import annotations

from typing import Final

_ABOUT: Final = (
    "(?:hints?|polic(?:y|ies)|rules?|requirements?|expiry|expires|expiration|lifetime|ttl|age|history|last|length|strength|"
    "complexity|count|limits?|names?|types?|formats?|labels?|colou?rs?|status|managers?|generators?|settings?|"
    "ur[il]s?|endpoints?|methods?|supported|changed|created|updated|issued|at|by|time|date|owners?|providers?|sources?|"
    "modes?|versions?|required|enabled|amounts?|balances?|prices?|symbols?|domains?|consent|questions?|ids?|address(?:es)?|timestamps?)"
)
"""What can be said of any thing, and tells nothing that it holds."""
_OPENS: Final = (
    "api|app|access|private|secret|shared|auth|authentication|session|signing|encryption|decryption|account|master|"
    "subscription|licen[cs]e|ssh|gpg|pgp|ssl|tls|deploy|storage|webhook|recovery|backup|unlock|"
    "log ?in|log ?on|sign ?in|pass"
)
"""What lets somebody in, or lets something be read."""
_PROVES: Final = "security|verification|authenticator|one ?time|sms|otp|2fa|mfa|door|gate|alarm|lock|entry|validation|activation|digit"
_THINGS: Final = (
    rf"pass ?(?:word|wd|phrase|code|key)s?|pwd\b|secrets?(?!ar)|token(?!s|iz)|credentials?|(?:{_OPENS}) ?keys?\b|"
    rf"\b(?:{_OPENS}|{_PROVES}) ?(?:code|pin)s?\b|\b(?:recovery|seed|backup|mnemonic) ?phrase|\bsecurity answer|"
    r"\bcode (?:from |by |via )(?:the |your |an? )?(?:sms|text|e ?mail|app|authenticator)\b|\bcode (?:that )?we (?:just )?(?:sent|texted|e ?mailed)\b|"
    r"\b(?:card|cc|creditcard) ?(?:number|num|no|nr)\b|\b(?:ccnum|pan)\b|\b(?:otp|totp|2fa|mfa|pin(?! ?code)|cvc2?|cvv2?|csc|cid2?|cvn)\b"
)
# A PIN code is a postal code in India.
SECRET_THING: Final = rf"(?:{_THINGS})(?!s? ?{_ABOUT}\b)"
"""An expression that Python and JavaScript read alike."""
TRAVELLING_SECRET: Final = rf"(?:authorization\b|\bauth\b|\bcookies?\b|\b(?:session ?id|secret ?id|sid|jwt|bearer|signature|[cx]srf)\b)(?! ?{_ABOUT}\b)"
"""What is a secret in headers, addresses and answers alone."""
SCHEMES: Final = "Bearer|Basic|Digest|ApiKey"
"""What stands before credentials in a header."""
PLACEHOLDER: Final = r"%\((\w+)\)s"
"""What stands in the place of a secret of a test: its name."""
OF_ADDRESSES: Final = ("key", "sig", "code", "access", "session")
"""What is often one there, and elsewhere an ordinary word."""
FOREIGN_SECRET: Final = (
    "passwort|kennwort|einmal ?code|wachtwoord|mot de passe|contrasena|senha|palavra passe|parola d ordine|losenord|adgangskode|"
    "salasana|haslo|heslo|jelszo|sifre|пароль|密码|密碼|パスワード|暗証番号|비밀번호|كلمة المرور|סיסמה"
)
"""The word for a password in other languages, without accents."""
