import os
from pathlib import Path

import pytest

from pytest_webagent.errors import ConfigError, ToolError
from pytest_webagent.policy.origins import AllowedOrigins, parse
from pytest_webagent.policy.uploads import allowed_file


@pytest.mark.parametrize(
    ("url", "opened"),
    [
        ("https://example.com", "https://example.com/"),
        ("HTTPS://EXAMPLE.COM:443/A?b=c#d", "https://example.com/A?b=c#d"),
        ("  https://example.com/a b  ", "https://example.com/a%20b"),
        ("https://example.com?q=ü", "https://example.com/?q=%C3%BC"),
        ("https://example.com:/@evil.com:80", "https://example.com/@evil.com:80"),
        ("https://example.com/%7Ename", "https://example.com/%7Ename"),
        ("example.com/cart", "https://example.com/cart"),
        ("http://localhost:8000/x", "http://localhost:8000/x"),
        ("localhost:8000/x", "http://localhost:8000/x"),
        ("http://[::1]:8000/", "http://[::1]:8000/"),
        ("http://[0:0:0:0:0:0:0:1]:8000/", "http://[::1]:8000/"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("about:blank", "about:blank"),
    ],
)
def test_addresses_of_allowed_origins_are_opened_in_one_spelling(url: str, opened: str):
    allowed = AllowedOrigins(
        ["https://example.com", "http://localhost:8000", "http://[::1]:8000", "https://bücher.example/"]
    )
    assert allowed.check(url) == opened


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com.evil.com/",
        "https://example.com@evil.com/",
        "https://example.com:x@evil.com/",
        "https://user@example.com/",
        "https://evil.com\\@example.com/",
        "https:\\\\example.com\\",
        "https://evil.com/\\example.com",
        "https://example.com./",
        "http://example.com/",
        "https://example.com:8443/",
        "https://example.com:99999/",
        "https://exam\tple.com/",
        "https://exam\nple.com/",
        "https://example.com%2eevil.com/",
        "https://example.com evil.com/",
        "https:example.com",
        "https:///example.com",
        "https://sub.example.com/",
        "https://notexample.com/",
        "https://",
        "//evil.com/",
        "/\\evil.com",
        "file:///etc/passwd",
        "chrome://settings",
        "data:text/html,hello",
        "blob:https://example.com/1",
        "javascript:alert(1)",
        "view-source:https://example.com/",
        "ftp://example.com/",
        "about:srcdoc",
        "http://169.254.169.254/",
        "http://[::1/",
        "evil.com",
        "",
    ],
)
def test_every_other_address_is_refused(url: str):
    allowed = AllowedOrigins(["https://example.com"])
    with pytest.raises(ToolError, match="cannot be opened") as caught:
        allowed.check(url, base="https://example.com/shop/")
    assert "Allowed are addresses that begin with https://example.com" in str(caught.value)


@pytest.mark.parametrize(
    ("url", "opened"),
    [
        ("/cart", "https://example.com/cart"),
        ("./cart", "https://example.com/shop/cart"),
        ("../cart", "https://example.com/cart"),
        ("?page=2", "https://example.com/shop/list?page=2"),
        ("#top", "https://example.com/shop/list?page=1#top"),
    ],
)
def test_a_relative_address_is_taken_against_the_current_page(url: str, opened: str):
    allowed = AllowedOrigins(["https://example.com"])
    assert allowed.check(url, base="https://example.com/shop/list?page=1") == opened


def test_a_relative_address_on_a_foreign_page_stays_refused():
    with pytest.raises(ToolError, match=r"https://evil\.com is not allowed"):
        AllowedOrigins(["https://example.com"]).check("/cart", base="https://evil.com/")


def test_a_wildcard_allows_hosts_below_at_a_label_boundary_only():
    allowed = AllowedOrigins(["https://*.example.com"])
    assert allowed.check("https://a.b.example.com/") == "https://a.b.example.com/"
    for url in ("https://example.com/", "https://badexample.com/", "http://a.example.com/"):
        with pytest.raises(ToolError, match=r"https://\*\.example\.com"):
            allowed.check(url)


def test_origins_of_urls_are_allowed_and_urls_without_one_add_nothing():
    allowed = AllowedOrigins(urls=["http://localhost:8000/start?x=1", "about:blank", "/relative", ""])
    assert allowed.names == ("http://localhost:8000",)


def test_a_user_name_in_an_address_of_the_test_is_no_part_of_its_origin():
    allowed = AllowedOrigins(urls=["http://ann:p@ss@shop.example:8000/start"])
    assert allowed.names == ("http://shop.example:8000",)
    assert allowed.foreign("http://ann:p@ss@shop.example:8000/cart") == ""
    assert allowed.foreign("http://shop.example:8000@evil.example/") == "http://evil.example"
    assert allowed.foreign("http://evil.example\\@shop.example:8000/")
    assert allowed.check("/cart", base="http://ann:pw@shop.example:8000/") == "http://shop.example:8000/cart"


def test_a_host_is_read_as_browsers_read_it():
    allowed = AllowedOrigins(["https://faß.example", "https://shop_1.example"])
    assert allowed.check("https://FAß.example/") == "https://xn--fa-hia.example/"
    assert allowed.check("https://SHOP_1.example/") == "https://shop_1.example/"
    for url in ("https://fass.example/", f"https://{'a' * 64}.example/", "https://a..example/"):
        with pytest.raises(ToolError):
            allowed.check(url)


def test_http_on_its_usual_port_allows_https_on_its_own_and_not_the_other_way_round():
    allowed = AllowedOrigins(["http://shop.example", "http://*.cdn.example", "https://pay.example"])
    for url in ("https://shop.example/", "https://a.cdn.example/"):
        assert allowed.check(url) == url
        assert allowed.foreign(url) == ""
    assert allowed.names_itself(parse("https://shop.example/").origin)
    for url in (
        "https://shop.example:8443/",
        "http://shop.example:443/",
        "http://pay.example/",
        "https://cdn.example/",
    ):
        with pytest.raises(ToolError, match="is not allowed"):
            allowed.check(url)
    with pytest.raises(ToolError, match="is not allowed"):
        AllowedOrigins(["http://shop.example:8000"]).check("https://shop.example/")


def test_without_any_origin_the_message_says_how_to_allow_one():
    with pytest.raises(ToolError, match="allowed_origins"):
        AllowedOrigins().check("https://example.com/")


@pytest.mark.parametrize("entry", ["example.com", "https://example.com/app", "file:///", "*", "https://*"])
def test_a_bad_entry_of_the_setting_is_a_configuration_error(entry: str):
    with pytest.raises(ConfigError, match="allowed_origins"):
        AllowedOrigins([entry])


def test_the_port_of_an_origin_is_the_schemes_own_where_none_is_given():
    assert parse("http://a/").origin.port == 80
    assert parse("https://a/").origin.port == 443


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    allowed = tmp_path / "allowed"
    (allowed / "sub").mkdir(parents=True)
    (allowed / "cat.png").write_text("cat")
    (allowed / "sub" / "dog.png").write_text("dog")
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "allowed-not").mkdir()
    (tmp_path / "allowed-not" / "x.txt").write_text("x")
    return allowed


@pytest.mark.parametrize("path", ["cat.png", "./cat.png", "sub/../cat.png", "sub/dog.png"])
def test_a_file_in_an_allowed_folder_is_found_by_its_relative_path(folder: Path, path: str):
    assert allowed_file(path, [str(folder)]) == (folder / path).resolve()


def test_a_file_in_an_allowed_folder_is_found_by_its_whole_path(folder: Path):
    assert allowed_file(str(folder / "cat.png"), [str(folder)]) == folder / "cat.png"


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt",
        "sub/../../secret.txt",
        "/etc/passwd",
        "../allowed-not/x.txt",
        "sub",
        "no.png",
        "",
        "a\0b",
    ],
)
def test_everything_else_is_refused_and_the_files_there_are_listed(folder: Path, path: str):
    with pytest.raises(ToolError, match=r"The files there are: cat\.png, sub/dog\.png"):
        allowed_file(path, [str(folder)])


def test_a_link_that_leads_out_of_the_folder_is_refused(folder: Path):
    os.symlink(folder.parent / "secret.txt", folder / "link.txt")
    os.symlink(folder.parent, folder / "up")
    for path in ("link.txt", "up/secret.txt"):
        with pytest.raises(ToolError, match="is no file in the folders"):
            allowed_file(path, [str(folder)])


def test_a_name_in_two_folders_is_ambiguous(folder: Path):
    (folder / "sub" / "cat.png").write_text("other")
    with pytest.raises(ToolError, match="is in several folders"):
        allowed_file("cat.png", [str(folder), str(folder / "sub")])


def test_without_folders_nothing_can_be_uploaded(folder: Path):
    with pytest.raises(ToolError, match="upload_folders"):
        allowed_file(str(folder / "cat.png"), [])
