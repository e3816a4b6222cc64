"""Logging in to the admin, and failing to."""

import pytest
from django.contrib.auth.models import User

from .server import PASSWORD

pytestmark = pytest.mark.webagent(start_url="/admin/")


@pytest.fixture
def webagent_secrets():
    # A suite of your own has it from the environment: Secret.named("LIBRARY_PASSWORD").
    return {"password": PASSWORD}


async def test_the_librarian_logs_in(agent):
    result = await agent.run(
        "Log in with the username 'librarian' and the password %(password)s. What is the heading of the page?"
    )
    assert result.answer == "Site administration"
    assert (await User.objects.aget()).last_login is not None


async def test_a_wrong_password_is_refused(agent):
    result = await agent.run(
        "Enter 'librarian' as the username and 'open-barley' as the password, then click 'Log in'. "
        "What does the error message say?"
    )
    assert result.answer == (
        "Please enter the correct username and password for a staff account. "
        "Note that both fields may be case-sensitive."
    )
    assert (await User.objects.aget()).last_login is None
