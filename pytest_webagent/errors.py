"""The tree of errors.

::

    WebAgentError
    ├── ConfigError             a setting is wrong; shown as pytest.UsageError
    ├── ToolError               the model reads it and the run goes on
    │   ├── DeniedError         the test does not allow what a tool was to do
    │   │   └── DryRunError     what a tool was to do is only said
    │   └── GroundingError      no grounder could say where what is described stands
    └── RunError                stops the run; carries the result so far in ``.result``
        ├── Inconclusive        the agent gave up, got stuck or did not understand: no news about the site
        ├── BudgetExceeded      a limit of the run, the test or the session (steps, seconds, tokens, dollars) was reached
        ├── Blocked             the test does not allow what the goal would take
        ├── Diverged            the page is not the one a recording was made on: what it is to do next is not to be found
        ├── ModelError          the model is unreachable, refused the key, or cannot be used
        ├── BrowserError        no browser, or it died
        └── EnvironmentFailure  the application could not be reached (connection, TLS, redirects) or sent a server error for a page
    GoalNotMet(AssertionError)  the site does not do what the goal asks; carries ``.result``

Only `GoalNotMet` is news about the site under test. Each carries a `status`; `trajectory.OUTCOMES` says of every status
whose the failure is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from pytest_webagent.trajectory import RunResult, Status


class WebAgentError(Exception):
    """Base of everything this package raises, except `GoalNotMet`."""


class ConfigError(WebAgentError):
    """A setting, marker argument or goal is wrong. The message says what is right."""


class ToolError(WebAgentError):
    """A tool call could not be done. The model reads the message and the run goes on."""


class DeniedError(ToolError):
    """The test does not allow what a tool was to do: an origin, a file. The model reads what it does allow."""


class DryRunError(DeniedError):
    """What a tool was to do is only said. The model reads what would have been done."""


class GroundingError(ToolError):
    """No grounder could say where what is described stands on the page. The model reads why."""


class RunError(WebAgentError):
    """Something stopped a run; `result` holds the steps made until then."""

    status: Status = "stuck"
    result: RunResult | None = None


class Inconclusive(RunError):
    """The agent gave no usable verdict: it got stuck, did not understand, or its answer does not follow from the page."""


class BudgetExceeded(RunError):
    """A limit of the run, the test or the session ended the run."""

    status: Status = "budget"


class Blocked(RunError):
    """The test does not allow what the goal would take, and the agent found no other way."""

    status: Status = "blocked"


class Diverged(RunError):
    """The page does not offer what a recording does next, or offers another thing in its place."""

    status: Status = "diverged"


class ModelError(RunError):
    """The model could not be asked or gave nothing usable."""

    status: Status = "model_error"


class BrowserError(RunError):
    """There is no browser, or it died during the test."""

    status: Status = "browser_error"


class EnvironmentFailure(RunError):
    """The application under test could not be reached."""

    status: Status = "environment"


class GoalNotMet(AssertionError):
    """The site does not do what the goal asks for."""

    status: ClassVar[Status] = "goal_not_met"
    result: RunResult | None = None
