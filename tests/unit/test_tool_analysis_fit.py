"""Markdown cut to a budget, and found by a query."""

import subprocess
import sys

import pytest

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.analysis import markdown
from pytest_webagent.tools.analysis.fit import fit
from pytest_webagent.tools.analysis.markdown import to_markdown
from pytest_webagent.tools.analysis.text_ranking import Ranking

SHOP = "\n".join(
    (
        "\ue000",
        "[Home](/) [Cart](/cart)",
        "\ue001",
        "# Headphones",
        "## Sound One",
        "Wireless, 30 hours.",
        "Price",
        "$90",
        "## Sound Two",
        "With a cable.",
        "Price",
        "$40",
        "## Shipping",
        "We ship to Europe.",
        "| Country | Days |\n| --- | --- |",
        *(f"| Land {number} | {number} |" for number in range(50)),
        "\ue000",
        "Imprint",
        "\ue001",
    )
)


def test_what_fits_is_given_whole_and_without_marks():
    text, remark = fit(SHOP, 5_000)
    assert remark == ""
    assert "\ue000" not in text
    assert [line for line in text.split("\n") if line] == [
        line for line in SHOP.split("\n") if line not in ("\ue000", "\ue001")
    ]


def test_what_does_not_fit_is_left_out_after_the_content_and_said():
    text, remark = fit(SHOP, 60)
    assert len(text) <= 240
    assert text.startswith("[...]\n# Headphones\n## Sound One\nWireless, 30 hours.\nPrice\n$90")
    assert text.endswith("[...]")
    assert "Imprint" not in text
    assert "[Home]" not in text
    assert "Left out are " in remark
    assert "Call it with a query" in remark


@pytest.mark.parametrize("tokens", [1, 5, 20, 200, 400])
@pytest.mark.parametrize("query", ["", "shipping to Europe", "nothing of it"])
def test_a_budget_is_never_exceeded(tokens: int, query: str):
    assert len(fit(SHOP, tokens, query).text) <= tokens * 4


def test_a_single_part_that_is_longer_than_everything_is_cut():
    text, _ = fit("word " * 10_000, 50)
    assert len(text) <= 200
    assert text.endswith("[... cut]")


def test_a_query_gives_the_parts_that_have_to_do_with_it_under_their_headings():
    text, remark = fit(SHOP, 5_000, "wireless")
    assert text == "[...]\n# Headphones\n## Sound One\nWireless, 30 hours.\nPrice\n$90\n[...]"
    assert remark.startswith("Shown are the parts that have to do with the query. Left out are ")


def test_a_row_is_given_with_the_head_of_its_table():
    text, _ = fit(SHOP, 5_000, "Land 37")
    assert "| Country | Days |\n| --- | --- |" in text
    assert "| Land 37 | 37 |" in text
    assert "| Land 20 |" not in text


def test_a_heading_that_fits_brings_what_stands_under_it():
    text, _ = fit(SHOP, 5_000, "shipping")
    assert "## Shipping\nWe ship to Europe." in text
    assert "$90" not in text


def test_words_that_are_not_on_the_page_are_named():
    _, remark = fit(SHOP, 5_000, "wireless zebra")
    assert "these words of it are not on the page: zebra." in remark
    text, remark = fit(SHOP, 5_000, "zebra crossing")
    assert remark.startswith("No word of the query is on the page; shown is the page from its beginning.")
    assert text.startswith("[Home](/)")


def test_fences_are_parts_of_their_own_and_keep_their_lines():
    text, _ = fit("# Code\n```\nif x:\n\n    pass\n```\n| not | a table |", 500)
    assert "```\nif x:\n\n    pass\n```" in text


@pytest.mark.parametrize("broken", ["", "\n\n", "```\nnever closed", "| --- |", "#", "\ue000", "|", "[...]"])
def test_any_text_can_be_fitted(broken: str):
    assert len(fit(broken, 100).text) <= 400
    assert len(fit(broken, 100, "query").text) <= 400


@pytest.mark.parametrize(
    ("text", "query", "language"),
    [
        ("Die Lieferungen kosten 4 Euro", "Lieferung", "de-AT"),
        ("The deliveries are late", "delivery", ""),
        ("配送料は無料です", "配送料", "ja"),
        ("Доставки бесплатны", "доставка", "ru"),
    ],
)
def test_words_are_found_in_other_forms_and_in_languages_without_spaces(text: str, query: str, language: str):
    ranking = Ranking(["something else", text, "1 2 3"], query, language)
    assert ranking.best(0.5) == [1]
    assert ranking.missing == ()


def test_a_query_of_no_words_finds_nothing_and_does_not_fail():
    assert Ranking(["a", "b"], "?! ...", "en").best(0.5) == []
    assert Ranking([], "query", "en").best(0.5) == []
    assert Ranking([""], "query", "xx-nonsense").missing == ("query",)


def test_a_page_where_every_part_has_the_word_is_given_as_a_whole():
    assert Ranking(["mug", "mug", "mug"], "mug").best(0.5) == [0, 1, 2]
    assert Ranking(["mug"], "mug").best(0.5) == [0]


def test_the_converter_gives_headings_lists_tables_links_and_code():
    html = (
        "<h2>Orders</h2><ul><li>one</li><li>two</li></ul><table><tr><th>Id</th></tr><tr><td>7</td></tr></table>"
        "<p>To <a href='/cart'>the cart</a></p><pre>a\n  b</pre>"
    )
    text = to_markdown(html)
    for part in ("## Orders", "* one", "| Id |", "| --- |", "| 7 |", "[the cart](/cart)", "```\na\n  b\n```"):
        assert part in text


def test_without_crawl4ai_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(markdown, "find_spec", lambda name: None)
    markdown._converter.cache_clear()
    try:
        with pytest.raises(ToolError, match=r"pip install 'pytest-webagent\[crawl\]'"):
            to_markdown("<p>x</p>")
    finally:
        markdown._converter.cache_clear()


def test_the_converter_comes_without_a_crawler_a_browser_or_anything_written_to_the_home(tmp_path):
    code = (
        "import sys; from pytest_webagent.tools.analysis.markdown import to_markdown\n"
        "assert to_markdown('<h1>A</h1>') == '# A'\n"
        "print(*[m for m in ('crawl4ai', 'patchright', 'litellm', 'aiohttp', 'numpy') if m in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env={"HOME": str(tmp_path)},
    )
    assert run.stdout.split() == []
    assert list(tmp_path.iterdir()) == []


def test_a_long_text_is_ranked_by_stemming_each_word_of_it_once(monkeypatch: pytest.MonkeyPatch):
    import snowballstemmer

    stemmed: list[str] = []

    class Stemmer:
        def stemWord(self, word: str) -> str:
            stemmed.append(word)
            return word

    monkeypatch.setattr(snowballstemmer, "stemmer", lambda _: Stemmer())
    assert Ranking(["mug cup " * 9_000, "cup"], "mug").best(0.5) == [0]
    assert sorted(stemmed) == ["cup", "mug"]
