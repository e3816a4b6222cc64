"""Reading a whole page as Markdown, from the live DOM of real pages."""

import re
import threading

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.caching.memory import MemoryCache
from pytest_webagent.config import Settings
from pytest_webagent.messages import ToolCall
from pytest_webagent.tools.analysis.page_parser import page_parser
from pytest_webagent.tools.core.registry import ToolRegistry


@pytest.fixture
def reader(hands):
    hands.registry = ToolRegistry([page_parser])
    return hands


async def read(hands, html: str, **arguments: str) -> str:
    await hands.show(html)
    return await hands.do("page_parser", **arguments)


async def test_a_page_is_read_with_its_headings_lists_tables_links_and_code(reader):
    text = await read(
        reader,
        "<h1>Orders &amp; more</h1><p>3 &lt; 4, <b>bold</b>.</p><ul><li>one<ol><li>inner</li></ol></li></ul>"
        "<table><tr><th>Id<th>What | who</tr><tr><td>7<td><p>Mug</p><p>blue</p></tr></table>"
        "<p><a href='/cart?x=1&y=2'>Cart</a> <a href='https://other.example/a'>Other</a>"
        " <a href='javascript:x()'>Script</a></p><pre>def f():\n    return  1</pre>",
    )
    for part in (
        "# Orders & more",
        "3 < 4, bold.",
        "* one",
        "1. inner",
        "| Id | What \\| who |",
        "| 7 | Mug blue |",
        "[Cart](/cart?x=1&y=2)",
        "[Other](https://other.example/a) Script",
        "def f():\n    return  1",
    ):
        assert part in text


DRAWN = [
    ("<button aria-label=Close></button>", "[Close]"),
    ("<button><span style='position:absolute;left:-9999px'>Menu</span><svg></svg></button>", "[Menu]"),
    ("<a href=/cart><svg></svg></a>", "[/cart](/cart)"),
    ("<a href=/a> <b>A</b> </a>", "[A](/a)"),
    ("<a href=/card><h3>Mug</h3><p>$9</p></a>", "[Mug $9](/card)"),
    ("<a href=/o>Out <button>In</button></a>", "[Out [In]](/o)"),
    ("x<button><svg></svg></button><a name=here></a><a href=/v style='opacity:0'>NO</a>", "x"),
    ("<s>$9</s> <span style='text-decoration:line-through'>$8</span> $7", "~~$9~~ ~~$8~~ $7"),
    ("<style>em::after { content: ' kg' }</style><em>5</em>", "5 kg"),
    ("<div style='display:flex'><span>Total</span><span>$5</span></div>", "Total\n$5"),
    ("<div style='white-space:pre-line'>one\ntwo</div>", "one\ntwo"),
    ("<div role=heading aria-level=3>Part</div>", "### Part"),
    ("<p>$1,299<sup>99</sup></p>", "$1,299^99"),
    ("<div role=checkbox aria-checked=true>Agree</div>", "[x] Agree"),
    ("<b role=radio aria-checked=false aria-label=Red style='padding:9px'></b>", "[ ] Red"),
    ("<button role=switch aria-checked=true aria-label=Dark></button>", "[[x] Dark]"),
    ("<button aria-pressed=true>Bold</button>", "[(pressed) Bold]"),
    (
        "<i role=tab aria-selected=true>One</i> <i role=tab aria-selected=false>Two</i>",
        "(chosen) One Two",
    ),
    (
        "<b role=slider aria-label=Sound aria-valuenow=3 aria-valuemax=9>.</b>",
        '[slider "Sound": 3 of 9] .',
    ),
    ("<b role=meter aria-valuenow=3 aria-valuemax=9 aria-valuetext=low>.</b>", "[meter: low] ."),
    ("<p style='height:3000px'></p><div style='content-visibility:auto'>Below</div>", "Below"),
]


async def test_what_is_drawn_is_written_as_a_person_reads_it(reader, subtests):
    text = await read(reader, "".join(f"<p>No. {number}</p>{html}" for number, (html, _) in enumerate(DRAWN)))
    parts = re.split(r"No\. \d+", text)[1:]
    for (html, drawn), part in zip(DRAWN, parts, strict=True):
        with subtests.test(html):
            assert " ".join(part.split()) == " ".join(drawn.split())


UNSEEN = [
    "<p style='display:none'>NEVER</p>",
    "<p style='visibility:hidden'>NEVER</p>",
    "<p style='opacity:0'>NEVER</p>",
    "<p style='position:absolute;left:-9999px'>NEVER</p>",
    "<p style='color:white'>NEVER</p>",
    "<p style='font-size:0'>NEVER</p>",
    "<div style='overflow:hidden;height:0'><p>NEVER</p></div>",
    "<p style='clip-path:inset(100%)'>NEVER</p>",
    "<p hidden>NEVER</p>",
    "<details><summary>More</summary>NEVER</details>",
    "<details><summary>More</summary><p>NEVER</p></details>",
    "<div style='content-visibility:hidden'>NEVER</div>",
    "<dialog>NEVER</dialog>",
    "<template><p>NEVER</p></template><noscript>NEVER</noscript><script>NEVER</script><style>NEVER</style>",
    "<!-- NEVER -->",
    "<input type=hidden value=NEVER>",
    "<iframe style='display:none' srcdoc='NEVER'></iframe>",
    "<iframe width=1 height=1 style='border:0' srcdoc='NEVER'></iframe>",
    "<div id=h>NEVER</div><script>h.attachShadow({mode: 'open'}).innerHTML = 'drawn'</script>",
]


async def test_what_nobody_sees_is_not_read(reader, subtests):
    each = [hidden.replace("NEVER", f"NEVER {number}.") for number, hidden in enumerate(UNSEEN)]
    seen = "".join(f"<p>seen {number}.</p>{hidden}" for number, hidden in enumerate(each))
    text = await read(reader, seen + "<p>seen last.</p>")
    for number, hidden in enumerate(UNSEEN):
        with subtests.test(hidden):
            assert f"NEVER {number}." not in text
            assert f"seen {number}." in text
    assert "NEVER" not in text
    assert "seen last." in text


async def test_light_text_on_a_dark_page_is_read(reader, subtests):
    for head in (
        "<style>html { background: #000; color: #fff }</style>",
        "<style>:root { color-scheme: dark }</style>",
        "<meta name=color-scheme content='dark light'><style>p { color: #fff }</style>",
        "<style>html { background: url(/night.png); color: #fff }</style>",
        "<style>body { background: #123; color: #fff }</style>",
    ):
        with subtests.test(head):
            assert "light" in await read(reader, f"<html><head>{head}</head><body><p>light</p></body></html>")


async def test_light_text_in_a_frame_on_a_dark_page_is_read(reader):
    reader.site.page("/clear", "<p style='color:white'>light</p>")
    assert "light" in await read(reader, "<body style='background:#000'><iframe src=/clear></iframe>")


async def test_what_only_screen_readers_do_not_see_is_read(reader):
    text = await read(
        reader,
        "<p aria-hidden=true>$5.99</p><div style='visibility:hidden'><b style='visibility:visible'>B</b></div>",
    )
    assert "$5.99" in text
    assert "B" in text


async def test_fields_are_told_as_they_are_now_and_secrets_are_not(reader):
    await reader.show(
        "<label>Mail <input id=m value=old></label><input aria-label=Key type=password value=hunter22>"
        "<input name=cvc value=1234><input type=checkbox id=c><input type=radio checked><select id=s><option>Red<option>Blue"
        "</select><textarea placeholder=Note></textarea><input type=submit value=Send><button>Save</button>"
        "<p>hunter22 is shown</p><a href='/reset?key=hunter22'>Reset</a><p title=hunter22>xhunter22x</p>"
    )
    await reader.page.evaluate("m.value = 'new'; c.checked = true; s.value = 'Blue'")
    text = await reader.do("page_parser")
    for part in (
        "Mail [field: new]",
        '[field "Key": value withheld]',
        "[x]",
        "[choice: Blue; of Red | Blue]",
        '[field "Note": empty]',
        "[Send]",
        "[Save]",
        "(withheld) is shown",
        r"[Reset](/reset?key=\(withheld\))",
    ):
        assert part in text
    assert "1234" not in text
    assert text.replace("xhunter22x", "").count("hunter22") == 0


async def test_frames_of_any_origin_and_open_shadow_roots_are_part_of_the_page(reader):
    reader.site.page("/inner", "<h2>Inner</h2><input type=password value=sesame99>")
    reader.site.page("/outer", f"<p>Outer</p><iframe src='{reader.site.url}/inner'></iframe>")
    text = await read(
        reader,
        f"<p>before</p><iframe title=Payment src='{reader.site.other_url}/outer'></iframe><p>after</p>"
        "<div id=h><b>slotted</b></div><script>h.attachShadow({mode: 'open'}).innerHTML ="
        " '<p>in shadow <slot></slot></p><iframe srcdoc=\"<p>framed in shadow</p>\"></iframe>'</script>",
    )
    order = ["before", '[frame "Payment" ', "Outer", "Inner", "[end of frame]", "after", "in shadow slotted"]
    places = [text.index(part) for part in order]
    assert places == sorted(places)
    assert "framed in shadow" in text
    assert "sesame99" not in text


async def test_a_frame_that_cannot_be_read_is_named_and_the_rest_is_read(reader):
    reader.site.page("/odd", "<p>odd</p><script>getComputedStyle = () => { throw 1 }</script>")
    await reader.show(f"<p>rest</p><iframe src='{reader.site.other_url}/odd'></iframe>")
    result = await reader.use("page_parser")
    assert "rest" in result.output
    assert f"[frame {reader.site.other_url}/odd: not read]" in result.output
    assert result.system == "a frame of the page did not answer"


async def test_a_page_that_cannot_be_read_is_an_error(reader):
    await reader.show("<p>x</p>")
    await reader.page.evaluate("void (getComputedStyle = () => { throw 1 })")
    assert "the page cannot be read: its script replaced getComputedStyle" in await reader.fail("page_parser")


async def test_a_page_that_is_stuck_is_an_error(reader, monkeypatch):
    monkeypatch.setattr("pytest_webagent.tools.gui.targets._PATIENCE", 0.5)
    await reader.show("<p>x</p>")
    release = threading.Event()
    reader.site.slow("/stuck", release, "")
    # To wait for an answer leaves a page no turn either, and no processor time is spent on it.
    await reader.page.evaluate(
        "void setTimeout(() => { const ask = new XMLHttpRequest(); ask.open('GET', '/stuck', false); ask.send() }, 0)"
    )
    assert "has not answered for 0.5 s" in await reader.fail("page_parser")
    release.set()


async def test_reading_leaves_the_page_as_it_was(reader):
    await reader.show(
        "<input id=i><div style='height:30000px'>tall</div><img loading=lazy src=/lazy.png><p>end</p><script>"
        "window.changes = 0; new MutationObserver(found => changes += found.length).observe(document,"
        " {subtree: true, childList: true, attributes: true, characterData: true}); i.focus();"
        "for (const name of ['scroll', 'resize', 'blur']) addEventListener(name, () => changes++, true)</script>"
    )
    names = await reader.page.evaluate("Object.getOwnPropertyNames(window).length")
    assert "end" in await reader.do("page_parser")
    assert await reader.page.evaluate(
        "[changes, scrollY, document.activeElement.id, Object.getOwnPropertyNames(window).length]"
    ) == [0, 0, "i", names]
    assert reader.site.asked("/lazy.png") == []


async def test_a_large_page_is_cut_to_the_budget_the_content_first_and_that_is_said(reader):
    reader.context.settings = Settings(observation_tokens=500)
    rows = "".join(f"<tr><td>Item {number}</td><td>${number}</td></tr>" for number in range(400))
    await reader.show(
        f"<nav><a href=/1>Navigation</a></nav><main><h1>List</h1><table><tr><th>Name<th>Price</tr>{rows}</table></main>"
    )
    result = await reader.use("page_parser")
    assert len(result.output) <= 2_000
    assert "# List\n| Name | Price |\n| --- | --- |\n| Item 0 | $0 |" in result.output
    assert "Navigation" not in result.output
    assert "Left out are " in result.system
    found = await reader.use("page_parser", query="item 377")
    assert "| Name | Price |\n| --- | --- |" in found.output
    assert "| Item 377 | $377 |" in found.output
    assert "| Item 100 |" not in found.output
    assert "Shown are the parts that have to do with the query." in found.system


async def test_an_unchanged_page_is_worked_out_once_and_what_changes_on_it_is_read_anew(reader):
    reader.context.cache = MemoryCache(3600)
    assert await read(reader, "<p id=p>one</p>") == "one"
    assert not reader.context.call.cached
    assert await reader.do("page_parser") == "one"
    assert reader.context.call.cached
    await reader.page.evaluate("p.textContent = 'two'")
    assert await reader.do("page_parser") == "two"
    assert not reader.context.call.cached


async def test_strange_pages_are_read_or_refused_in_words(reader, subtests):
    for html in (
        "<html></html>",
        "<svg width=10 height=10></svg>",
        "<p>" + "<span>" * 1_000 + "deep",
        "<script>Array.prototype.push = null; JSON.stringify = null</script><p>tampered</p>",
        "<script>document.body.innerHTML = '\\ue000\\ue002' + '0\\ue003 marks'</script>",
        "<frameset><frame src='about:blank'></frameset>",
    ):
        with subtests.test(html[:40]):
            await reader.show(html)
            result = await reader.use("page_parser")
            assert (result.error is None) == (result.output is not None)
            assert "Traceback" not in result.text
            assert "failed:" not in (result.error or "")


async def test_a_page_of_marks_cannot_stand_for_a_frame(reader):
    text = await read(reader, "<p>\ue0020\ue003 and \ue000 words</p><iframe srcdoc='framed'></iframe>")
    assert "0 and words" in " ".join(text.split())
    assert text.count("framed") == 1


async def test_a_huge_page_is_read_in_part_and_that_is_said(reader, monkeypatch):
    monkeypatch.setattr("pytest_webagent.tools.analysis.dom.MOST", 5_000)
    await reader.show("<p>start</p>" + "<p>some words of text</p>" * 400)
    result = await reader.use("page_parser")
    assert "start" in result.output
    assert "only the first 5,000 characters of its HTML were read" in result.system


async def test_a_query_of_another_type_is_refused(reader, subtests):
    await reader.show("<p>x</p>")
    for query in [7, ["a"], {"a": 1}]:
        with subtests.test(str(query)):
            assert "'query' must be a string" in await reader.fail("page_parser", query=query)


async def test_the_schema_is_the_documented_one_and_the_text_is_marked_as_the_pages(reader):
    assert page_parser.parameters["required"] == ["reasoning"]
    assert page_parser.parameters["properties"]["reasoning"]["type"] == "string"
    assert page_parser.kind == "read"
    assert page_parser.traits.quoting
    await reader.show("<p>x</p>")
    result = await reader.registry.call(ToolCall("page_parser", {}), reader.context)
    assert "'reasoning' is missing" in str(result.error)
