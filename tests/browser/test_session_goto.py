"""Going to a URL: what cannot be reached, and what is not a page."""

import socket
import ssl
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.errors import EnvironmentFailure, ToolError


@contextmanager
def server(talk):
    """A server on loopback that handles each connection with `talk`."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve():
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                talk(connection)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield listening.getsockname()[1]
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()
    thread.join()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return listening.getsockname()[1]


async def test_a_port_nobody_listens_on_is_a_failure_of_the_environment(session):
    url = f"http://127.0.0.1:{free_port()}/"
    with pytest.raises(EnvironmentFailure) as caught:
        await session.goto(url)
    assert str(caught.value) == (
        f"could not open {url}: nothing listens there (connection refused). Is the application running, on that port?"
    )


async def test_an_unknown_host_is_named(session):
    with pytest.raises(EnvironmentFailure, match="no host of that name is known"):
        await session.goto("http://no.such.host.invalid/")


async def test_a_server_that_redirects_in_a_circle_is_named(session, site):
    for here, there in (("/a", "/b"), ("/b", "/a")):
        site.redirect(here, there)
    with pytest.raises(EnvironmentFailure, match="the server redirects in a circle"):
        await session.goto(site.url + "/a")


async def test_a_server_without_tls_is_named(session, site):
    with pytest.raises(
        EnvironmentFailure, match=r"does not speak TLS there. Is it http:// rather than https://\?"
    ):
        await session.goto(site.url.replace("http://", "https://") + "/")


async def test_an_untrusted_certificate_is_named(session):
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(Path(__file__).with_name("self_signed.pem"))

    def talk(connection):
        try:
            tls.wrap_socket(connection, server_side=True).close()
        except (ssl.SSLError, OSError):
            return

    with (
        server(talk) as port,
        pytest.raises(EnvironmentFailure, match=r"certificate is not trusted \(ERR_CERT_"),
    ):
        await session.goto(f"https://127.0.0.1:{port}/")


async def test_a_server_that_hangs_up_is_named(session):
    with (
        server(lambda connection: connection.recv(1000)) as port,
        pytest.raises(EnvironmentFailure, match=r"could not open .*: the server c"),
    ):
        await session.goto(f"http://127.0.0.1:{port}/")


async def test_a_server_that_does_not_answer_in_time_is_named(session, site, monkeypatch):
    monkeypatch.setattr("pytest_webagent.browser.session.GOTO_TIMEOUT", 0.3)
    release = threading.Event()
    url = site.slow("/never", release, "")
    with pytest.raises(EnvironmentFailure, match="it did not answer within"):
        await session.goto(url)
    await session.page.goto("about:blank")
    release.set()


async def test_what_is_no_url_is_an_error_for_the_model(session, subtests):
    for wrong in ("shop", "http//x", "", "http://"):
        with subtests.test(wrong), pytest.raises(ToolError, match="is not a URL a browser can open"):
            await session.goto(wrong)


async def test_a_page_with_an_http_error_is_shown_and_its_status_is_told(session, site, subtests):
    for status, phrase in ((500, "Internal Server Error"), (404, "Not Found"), (599, "")):
        with subtests.test(phrase):
            url = site.page("/broken", f"<h1>Sorry, {status}</h1>", status=status)
            acted = await session.goto(url)
            assert f"the server answered {status} {phrase}".rstrip() + f" for {url}" in acted.notes
            assert await session.page.inner_text("h1") == f"Sorry, {status}"


async def test_a_download_instead_of_a_page_is_told_and_kept(session, site, tmp_path):
    home = site.page("/", "<h1>Home</h1>")
    await session.goto(home)
    before = session.downloads
    url = site.page("/report", "data", headers={"content-disposition": "attachment; filename=report.pdf"})
    acted = await session.goto(url)
    assert acted.notes == ('a download began: "report.pdf"',)
    assert session.page.url == home
    (download,) = session.downloads[len(before) :]
    await download.save_as(tmp_path / "kept")
    assert "data" in (tmp_path / "kept").read_text()


async def test_a_link_to_a_download_is_told(session, site):
    site.page("/report", "data", headers={"content-disposition": "attachment; filename=report.pdf"})
    await session.goto(site.page("/", "<a href=/report>get</a>"))
    acted = await session.act(lambda: session.page.locator("a").click())
    assert acted.notes == ('a download began: "report.pdf"',)


async def test_an_answer_without_content_leaves_the_page_as_it_is(session, site):
    home = site.page("/", "<h1>Home</h1>")
    await session.goto(home)
    acted = await session.goto(site.page("/empty", "", status=204))
    assert acted.notes == (f"{site.url}/empty gave no page to show: the tab stays where it was",)
    assert session.page.url == home


async def test_a_link_that_leads_nowhere_is_told_and_the_session_goes_on(session, site):
    await session.goto(site.page("/", f"<a href=http://127.0.0.1:{free_port()}/>go</a>"))
    session.log.take_news()
    await session.act(lambda: session.page.locator("a").click())
    seen = await session.observe()
    assert any("failed: net::ERR_CONNECTION_REFUSED" in note for note in seen.notes)
    await session.goto(site.url + "/")
    assert session.page.url == site.url + "/"
