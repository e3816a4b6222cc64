"""What of a tool's arguments may be written down."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_webagent.policy.redaction import LARGEST, LONGEST, masked, whole

SECRET = "hunter2"


@pytest.mark.parametrize(
    "name",
    [
        *(
            "password",
            "Password",
            "PASSWORD",
            "userPassword",
            "user_password",
            "passwd",
            "pwd",
            "pass phrase",
        ),
        *("token", "access_token", "accessToken", "X-Auth-Token", "csrf-token", "GITHUB_TOKEN", "token2"),
        *("secret", "client_secret", "clientSecret", "Authorization", "Proxy-Authorization", "auth"),
        *("api_key", "apiKey", "APIKEY", "x-api-key", "SERPAPI_API_KEY", "private_key", "AccessKey"),
        *(
            "Cookie",
            "Set-Cookie",
            "sessionid",
            "session_id",
            "credentials",
            "otp",
            "pin",
            "cvv",
            "card number",
        ),
        *(
            "pass%77ord",
            "ｐａｓｓｗｏｒｄ",
            "pásswörd",
            "Passwort",
            "contraseña",
            "mot de passe",
            "пароль",
            "密码",
        ),
    ],
)
def test_what_a_secret_name_holds_is_masked_in_any_nesting(name: str):
    given = {
        "a": {name: SECRET},
        "b": [{"c": {"d": [{name: [SECRET, {"e": SECRET}]}]}}],
        "c": ((name, SECRET),),
        "d": [f"--{name}", SECRET],
        "e": {"name": name, "value": SECRET},
        "f": {"field_hint": f"the {name} field", "text": SECRET},
        "g": {name: 7462},
        name: SECRET,
    }
    shown = json.dumps(masked(given), ensure_ascii=False)
    assert SECRET not in shown
    assert "7462" not in shown
    assert name in shown


@pytest.mark.parametrize(
    "name",
    ["max_tokens", "tokenizer", "key", "passenger", "author", "description", "spinner", "keyboard", "text"],
)
def test_what_only_looks_like_a_secret_name_is_shown(name: str):
    assert masked({name: "plain", "more": {name: 5}}) == {name: "plain", "more": {name: 5}}


@pytest.mark.parametrize(
    "text",
    [
        f"https://me:{SECRET}@host/path",
        f"https://{SECRET}@host/path",
        f"redis://:a@{SECRET}@host:1/0",
        f"next=https%3A%2F%2Fme%3A{SECRET}%40host%2Fx",
        f"https://host/?q=1&token={SECRET}&r=2",
        f"https://host/?access%5Ftoken={SECRET}",
        f"https://host/?key={SECRET}#sig={SECRET}",
        f"https://host/?X-Amz-Signature={SECRET}",
        f"https://host/?a=b=c&a=password={SECRET}",
        f"https://host/cb#access_token={SECRET}",
        f"Authorization: Custom one {SECRET}",
        f"curl -H 'Authorization: Bearer {SECRET}' https://host/",
        f"Bearer {SECRET}",
        f"curl -u me:{SECRET} https://host/",
        f"mysql --password {SECRET} -u root",
        f"tool --api-key={SECRET}",
        f"PGPASSWORD={SECRET} psql",
        f"export API_KEY='{SECRET}'",
        f'os.environ["API_KEY"] = "{SECRET}"',
        f"password = 'a \\' {SECRET}'",
        f'{{"password": "a\\" {SECRET}", "b": 1}}',
        f'{{\\"password\\": \\"{SECRET}\\"}}',
        f"{{password: {SECRET}}}",
        f"password: correct horse {SECRET}",
        f"Mot de passe : {SECRET}",
        f"ALTER USER me PASSWORD '{SECRET}'",
        f"Cookie: a=b; c={SECRET}",
        f"-----BEGIN RSA PRIVATE KEY-----\n{SECRET}\n{SECRET}\n-----END RSA PRIVATE KEY-----",
        f"-----BEGIN PRIVATE KEY-----\n{SECRET}",
    ],
)
def test_a_secret_within_a_text_is_masked(text: str):
    for given in ({"text": text}, {"a": [{"b": text}]}, {"a": {text: 1}}):
        assert SECRET not in json.dumps(masked(given)), masked(given)


@pytest.mark.parametrize(
    "token",
    [
        "ghp_" + "x1" * 18,
        "github_pat_" + "x1" * 18,
        "sk-proj-" + "x1" * 18,
        "xoxb-" + "12" * 10,
        "AKIA" + "X1" * 8,
        "AIza" + "x1" * 16,
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
        "4111 1111 1111 1111",
        "4111-1111-1111-1111",
        "378282246310005",
    ],
)
def test_what_has_the_shape_of_a_secret_is_masked_wherever_it_stands(token: str):
    assert masked({"text": f"take {token}."}) == {"text": "take ***."}
    assert masked({"text": token}) == {"text": "***"}


def test_the_number_of_a_card_is_masked_as_a_number_too_and_other_numbers_are_not():
    assert masked({"a": 4111111111111111, "b": 4111111111111112, "c": 5, "d": 1.5}) == {
        "a": "***",
        "b": 4111111111111112,
        "c": 5,
        "d": 1.5,
    }
    assert masked({"a": "order 4111111111111112 of 2026-11-22 10:00"})["a"] == (
        "order 4111111111111112 of 2026-11-22 10:00"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Search for 'mug' and open the cheapest one",
        "https://user.example/a@b?q=mugs&page=2#top",
        "12:30 to 14:00; a: b",
        "the password field",
        "SELECT name FROM mugs WHERE price < 10",
        "",
    ],
)
def test_what_is_no_secret_is_shown_as_it_is(text: str):
    assert masked({"text": text}) == {"text": text}


def test_a_secret_name_within_a_secret_is_part_of_it():
    assert masked({"a": "password=token=x y", "b": "pin: secret=x\nplain"}) == {
        "a": "password=*** y",
        "b": "pin: ***\nplain",
    }


def test_arguments_that_are_known_to_be_secret_are_masked_whatever_they_are_called():
    given = {"text": SECRET, "element_id": "3", "submit": True, "more": None}
    assert masked(given, fields=("text", "submit", "more")) == {
        "text": "***",
        "element_id": "3",
        "submit": True,
        "more": None,
    }


def test_texts_that_are_known_to_be_secret_are_masked_wherever_they_stand(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SHOP_API_KEY", "kangaroo/42")
    given = {"a": "say kangaroo/42", "b": ["kangaroo%2F42"], "c": {"kangaroo/42": "open sesame"}, "d": "PATH"}
    assert masked(given, secrets=["open sesame", "a"]) == {
        "a": "say ***",
        "b": ["***"],
        "c": {"***": "***"},
        "d": "PATH",
    }


def test_a_report_shows_no_text_that_is_meant_for_a_secret():
    given = {"text": SECRET, "field_description": "the Password field", "submit": True}
    assert whole(given) == {**given, "text": "***"}
    assert whole({**given, "field_description": "the name"})["text"] == SECRET


def test_a_report_shows_arguments_whole_but_for_what_is_secret_by_its_name_or_in_a_url():
    code = "print('password: x')\n" * 500
    given = {
        "url": "https://ann:hunter2@shop.example/cart?api_key=hunter2&page=2",
        "headers": {"Authorization": "Bearer hunter2", "accept": "a/b"},
        "items": [{"token": "hunter2"}],
        "text": "hunter2",
        "command": "serve --token hunter2 --port 80",
        "code": code,
    }
    assert whole(given, fields=("text",)) == {
        "url": "https://***@shop.example/cart?api_key=***&page=2",
        "headers": {"Authorization": "***", "accept": "a/b"},
        "items": [{"token": "***"}],
        "text": "***",
        "command": "serve --token *** --port 80",
        "code": code,
    }


def test_all_is_bounded():
    deep: Any = "end"
    for _ in range(1000):
        deep = {"a": [deep]}
    given = {
        "long": "x y " * 100_000,
        "word": "x" * 100_000,
        "list": list(range(100_000)),
        "object": {str(number): number for number in range(1000)},
        "deep": deep,
        "wide": [[["x" * 200] * 100] * 100] * 100,
        **{f"many {number}": number for number in range(1000)},
    }
    shown = masked(given)
    assert all(len(json.dumps(value)) <= LARGEST for value in shown.values())
    assert len(shown) == 31
    assert shown["long"].endswith("... (400000 characters)")
    assert len(shown["long"]) < LONGEST + 40
    assert shown["list"][-1] == "... 99970 more"
    assert json.dumps(shown["deep"]).count("{") <= 3
    assert len(json.dumps(shown)) < 31 * LARGEST


def test_a_secret_that_is_cut_in_two_is_not_shown():
    for length in range(3900, 4100):
        text = f"{'password=' + 'x' * length} https://me:{SECRET}@host/"
        assert SECRET[:4] not in masked({"a": text})["a"]


class Hostile:
    """Whose representation is a trap."""

    def __repr__(self) -> str:
        raise AssertionError("it was looked into")

    __str__ = __repr__


def test_what_is_no_json_is_named_by_its_type():
    ring: list[Any] = []
    ring.append(ring)
    given = {
        "a": Hostile(),
        "b": b"bytes",
        "c": {1: ("x", {"y"})},
        "d": ring,
        "e": "half \ud83d",
        "f": float("nan"),
    }
    shown = masked(given)
    assert shown["a"] == "<Hostile>"
    assert shown["b"] == "<5 bytes>"
    assert shown["c"] == {"1": ["x", ["y"]]}
    assert shown["f"] == "nan"
    assert shown["e"] == "half \ud83d"
    assert json.loads(json.dumps(shown)) == shown


@pytest.mark.parametrize(
    "evil",
    [
        "a",
        "password",
        "://",
        "%3a%2f%2f",
        "-",
        "\\",
        'password="',
        "a-",
        "1 ",
        "Bearer ",
        "a=",
        "a:",
        "token ",
        "'",
    ],
)
def test_masking_what_is_masked_changes_nothing_and_a_hostile_text_comes_to_an_end(evil: str):
    once = masked({"a": evil * (200_000 // len(evil))})
    assert json.loads(json.dumps(once)) == once
    assert masked({"a": f"password=x {SECRET[:3]}"}) == masked(masked({"a": f"password=x {SECRET[:3]}"}))
