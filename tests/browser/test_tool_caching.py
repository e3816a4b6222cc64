"""What a cache keeps of pages: never more than the page is now, wherever it is kept."""

import pytest
from matrix_cases import repeats
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.caching.cache_choice import make_cache
from pytest_webagent.config import Settings
from pytest_webagent.messages import ToolCall
from pytest_webagent.tools.analysis.page_parser import page_parser
from pytest_webagent.tools.core.registry import ToolRegistry

PAGE = """
<title>Shop</title>
<h1 id=h>Orders</h1>
<p id=p>3 mugs</p>
<p id=shown style="display:none">Sold out</p>
<a id=a href=/cart>Cart</a>
<label>Name <input id=name></label>
<label><input type=checkbox id=box> Gift</label>
<select id=size><option>small<option>large</select>
<div id=host></div>
<iframe id=frame srcdoc="<p id=inner>inside</p>"></iframe>
<script>host.attachShadow({mode: 'open'}).innerHTML = '<p>in the shadow</p>'</script>
"""
CHANGES = {
    "a text": "p.textContent = '4 mugs'",
    "a digit": "p.firstChild.data = '3 mugs '.trim() + '!'",
    "the target of a link": "a.href = '/checkout'",
    "what a style hides": "document.getElementById('shown').style.display = 'block'",
    "what was typed": "document.getElementById('name').value = 'Ada'",
    "what is checked": "box.checked = true",
    "what is chosen": "size.value = 'large'",
    "a shadow root": "host.shadowRoot.querySelector('p').textContent = 'changed in the shadow'",
    "a frame": "frame.contentDocument.getElementById('inner').textContent = 'changed inside'",
    "the address": "history.replaceState(null, '', '/other')",
    "a new element": "h.after(Object.assign(document.createElement('p'), {textContent: 'New'}))",
    "the order": "document.body.prepend(p)",
}


async def markdown(hands) -> str:
    return (await hands.use("page_parser")).text


@pytest.mark.parametrize("kind", ["memory", *repeats("disk", "redis")])
async def test_a_page_that_has_changed_is_never_served_as_it_was(hands, kind, tmp_path, request):
    kept_in = request.getfixturevalue("redis_server").url if kind == "redis" else kind
    cache = make_cache(Settings(cache=kept_in, output=str(tmp_path)))
    hands.registry = ToolRegistry([page_parser])
    await hands.show(PAGE)
    for name, change in {"nothing": "", **CHANGES}.items():
        await hands.page.evaluate(f"() => {{ {change} }}")
        hands.context.cache = None
        now = await markdown(hands)
        hands.context.cache = cache
        assert await markdown(hands) == now, f"{name} changed, and the cache did not notice"
        assert await markdown(hands) == now
        assert hands.context.call.cached, name
    await cache.close()


async def test_a_page_that_is_again_what_it_was_is_served_as_that(hands):
    hands.registry = ToolRegistry([page_parser])
    hands.context.cache = make_cache(Settings())
    await hands.show("<p id=p>one</p>")
    for text, kept in (("one", False), ("two", False), ("one", True), ("two", True)):
        await hands.page.evaluate("text => { p.textContent = text }", text)
        assert await markdown(hands) == text
        assert hands.context.call.cached is kept


async def test_a_call_that_was_served_from_the_cache_says_so_in_its_record(hands):
    records = []
    hands.registry = ToolRegistry([page_parser])
    hands.context.cache, hands.context.record = make_cache(Settings()), records.append
    await hands.show("<p>one</p>")
    for _ in range(2):
        call = ToolCall("page_parser", {"reasoning": "The test wants it.", "query": "password=hunter2"})
        assert (await hands.registry.call(call, hands.context)).error is None
    assert [(each.tool, each.toolset, each.cached, each.risk) for each in records] == [
        ("page_parser", "analysis", False, "LOW"),
        ("page_parser", "analysis", True, "LOW"),
    ]
    assert [dict(each.arguments) for each in records] == [{"query": "password=***"}] * 2
