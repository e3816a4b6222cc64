"""The session of one test."""


async def test_goto_opens_a_page_of_the_site(session, site):
    url = site.page("/hello", "<h1>Hello</h1>")
    await session.goto(url)
    assert await session.page.inner_text("h1") == "Hello"
