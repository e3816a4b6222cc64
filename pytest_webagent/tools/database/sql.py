"""`database`: SQL on the database the test has configured."""

from __future__ import annotations

from typing import Any, Final, Literal

from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.tools.core.base import Surroundings, ToolContext, tool
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.data.child import SECONDS, in_child
from pytest_webagent.tools.database import work

_NAME: Final = "database"
_EXECUTE: Final = "execute"
_NEEDED: Final = {"query": "query", "execute": "query", "describe_table": "table"}
"""Which further argument an action cannot do without."""


def _ready(around: Surroundings) -> None:
    if not around.settings.database_url:
        raise ToolError("no database is configured; the setting database_url of the test names one")


@tool(kind="action", risk="LOW", up_to="HIGH", quotes=True, seconds=SECONDS, ready_in=_ready)
async def database(
    context: ToolContext,
    action: Literal["query", "execute", "list_tables", "describe_table"],
    query: str = "",
    parameters: dict[str, Any] | None = None,
    table: str = "",
    limit: int = 0,
) -> dict[str, Any]:
    """Look into the configured database with SQL; change it only where the test allows that.

    query gives what one SELECT does, execute runs one statement that changes something, list_tables and describe_table
    tell what there is. Tables come as columns, types, rows, row_count, truncated, note.

    Args:
        action: What to do.
        query: For query and execute: one SQL statement. Write values as :name and give them in parameters.
        parameters: The values by name, such as {"name": "Ann"}.
        table: For describe_table: its name, or schema.name.
        limit: The most rows to give.
    """
    given = {"query": query.strip(), "table": table.strip()}
    if action in _NEEDED and not given[_NEEDED[action]]:
        raise ToolError(f"to {action}, database needs {_NEEDED[action]!r}; give it")
    if limit < 0:
        raise ToolError("limit must be 0 or more")
    url = context.settings.database_url or ""
    config = context.permissions.config
    place = work.Place(url, trusted=config.allow_dangerous_tools)
    config.check_needs(_NAME, frozenset({"files" if work.backend(url) == "sqlite" else "network"}))
    if action == _EXECUTE:
        if _EXECUTE not in config.get_tool_config(_NAME).allowed_actions:
            raise DeniedError(
                "the database may only be read: the policy of this test does not name execute among the allowed_actions of "
                "the tool database"
            )
        context.about_to("HIGH", f"execute on the database: {shortened(query, 200)}")
    done: Any = {
        "query": work.query,
        "execute": work.execute,
        "list_tables": work.list_tables,
        "describe_table": work.describe_table,
    }[action]
    asked = work.Asked(query, parameters or {}, table.strip(), limit)
    return await in_child(context.limits, done, place, asked, context.limits, environment=("PG",))  # type: ignore[no-any-return]


TOOLS = (database,)
