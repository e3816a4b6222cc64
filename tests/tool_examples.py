"""What the examples of docs/tools need in order to run: the site they speak of, what the model does, files, settings."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from search_services import ok

from tests.conftest import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Call = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Example:
    """What the examples of a page need."""

    site: Mapping[str, str | Answer] = field(default_factory=dict)
    script: tuple[Call | str, ...] = ()
    """What the model does, in order: a call, or the words it says to a tool that asks it; without any it is `builtin`.
    An argument ``@button "Add"`` is the number of that element."""
    settings: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    prelude: str = ""
    """What stands before lines that no test is made of."""
    person: str = ""
    """What is typed at the terminal."""
    needs: Callable[[], str] = str
    """Why it cannot be run here."""


def stop(answer: str, *evidence: Mapping[str, Any]) -> Call:
    return "stop", {"answer": answer, "evidence": list(evidence)}


def text(*elements: str, op: str = "text") -> dict[str, Any]:
    return {"op": op, "elements": [f"@{each}" for each in elements]}


def given(tool: str, pattern: str, step: int = 1) -> dict[str, Any]:
    return {"op": "result", "step": step, "text": tool, "pattern": pattern}


def do(tool: str, element: str, **more: Any) -> Call:
    words = "field_description" if tool == "type" else "description"
    return tool, {"element_id": f"@{element}", words: element, **more}


def sandbox_problem() -> str:
    # Other tests have pytest load it, and that has to be first.
    from sandboxes import bubblewrap_problem, docker_problem

    return bubblewrap_problem() and docker_problem()


def ordering(button: str) -> str:
    """A page with a button that says it has ordered something."""
    return (
        f"<h1>Shop</h1><button onclick=\"s.textContent='Ordered'\">{button}</button><p role=status id=s></p>"
    )


LIST = "<ul id=l></ul>"
ADD = "l.append(Object.assign(document.createElement('li'), {textContent: n.value}))"
EXAMPLES = {
    "analysis": Example(
        site={"/": "<h1>Catalogue</h1><main><p>Delivery to Norway takes 3 days</p></main>"},
        script=(
            ("page_parser", {"query": "delivery to Norway"}),
            stop("3 days", {**text('"Delivery to Norway takes 3 days"'), "pattern": r"\d+ days"}),
        ),
    ),
    "api_call": Example(
        site={"/": ordering("Order a blue mug"), "/api/orders": ok([{"item": "blue mug"}])},
        settings={"tools": "default,web_api"},
    ),
    "ask_human_terminate": Example(
        site={
            "/": "<h1 id=h>Log in</h1><input aria-label=Code id=c><button onclick=\"if (c.value == '1234') "
            "h.textContent='Hello, Ann'\">Log in</button>"
        },
        script=(
            ("ask_human", {"inquire": "Which code was sent?"}),
            do("type", 'textbox "Code"', text="1234"),
            do("click", 'button "Log in"'),
            stop("Hello, Ann", text('heading "Hello, Ann"')),
        ),
        person="1234\n",
    ),
    "browser_use": Example(site={"/": "<button>Save</button>"}, prelude="context = _webagent_context"),
    "caching_and_monitoring": Example(),
    "code": Example(
        site={
            "/": "<h1>Orders</h1><table><tr><th>no</th><th>total</th></tr><tr><td>1</td><td>1,200.00</td></tr>"
            "<tr><td>2</td><td>4.50</td></tr></table>"
        },
        script=(
            ("file_write", {"path": "orders.csv", "content": "no,total\n1,1200.00\n2,4.50\n"}),
            (
                "python_execute",
                {
                    "code": "import csv\nprint(sum(float(row['total']) for row in csv.DictReader(open('orders.csv'))))"
                },
            ),
            stop("1,204.50", text('"1,200.00"', '"4.50"', op="sum")),
        ),
        settings={"policy": "webagent-policy.toml"},
        needs=sandbox_problem,
    ),
    "data": Example(
        site={"/reports": "<h1>Reports</h1>"},
        script=(
            (
                "csv_tool",
                {
                    "action": "query",
                    "path": "export.csv",
                    "query": "SELECT sum(paid) FROM data WHERE city = 'Rome'",
                },
            ),
            stop("5.50", given("csv_tool", "$.rows[0][0]")),
        ),
        files={"export.csv": "city,paid\nRome,3.25\nOslo,9.00\nRome,2.25\n"},
    ),
    "database": Example(
        site={"/": ordering("Order one blue mug")},
    ),
    "files": Example(
        site={
            "/": '<h1>Import</h1><label>File <input type=file onchange="this.files[0].text().then(t => {for (const n of '
            f"t.trim().split('\\n').slice(1).map(value => ({{value}}))) {ADD}}})\"></label>{LIST}"
        },
        script=(
            ("file_write", {"path": "customers.csv", "content": "name\nAnn\nBob\n"}),
            do("upload_file", 'button "File"', path="customers.csv"),
            stop("Ann and Bob are listed", text('listitem "Ann"'), text('listitem "Bob"')),
        ),
        settings={"upload_folders": "."},
    ),
    "github": Example(
        site={
            "/": "<h1>News</h1><p>2.1: mugs in blue</p>",
            "/repos/acme/shop/contents/CHANGELOG.md": ok(
                {
                    "type": "file",
                    "path": "CHANGELOG.md",
                    "name": "CHANGELOG.md",
                    "size": 20,
                    "sha": "1",
                    "encoding": "base64",
                    "content": b64encode(b"2.1: mugs in blue\n2.0: mugs\n").decode(),
                }
            ),
        },
        script=(
            ("github", {"action": "get_file_contents", "repository": "acme/shop", "path": "CHANGELOG.md"}),
            stop("2.1: mugs in blue", text('"2.1: mugs in blue"')),
        ),
    ),
    "mcp": Example(
        site={"/": ordering("Order a blue mug")},
        script=(
            do("click", 'button "Order a blue mug"'),
            ("shop_newest_order", {}),
            stop("4711", given("shop_newest_order", r'"number": (\d+)', 2), text('status "Ordered"')),
        ),
    ),
    "network": Example(
        site={
            "/orders": "<h1>Orders</h1><p id=p></p><script>fetch('/api/orders').then(a => p.textContent = a.ok ? 'None' : "
            "'Error: the orders cannot be loaded')</script>"
        },
        script=(("expect", {"predicates": [text('"Error: the orders cannot be loaded"', op="exists")]}),),
    ),
    "notify": Example(
        site={
            "/": "<h1>Cart</h1><p>Total: $7.50</p><button onclick=\"r.textContent='Receipt: $8.50'\">Buy</button><p id=r></p>",
            "/ops": Answer(),
            "/mail": Answer(),
        },
        script=(
            do("click", 'button "Buy"'),
            ("notify", {"target": "ops", "message": "Cart $7.50, receipt $8.50"}),
            stop("$7.50 and $8.50", text('"Total: $7.50"'), text('"Receipt: $8.50"')),
        ),
    ),
    "planning": Example(
        site={
            "/": f'<h1>Cart</h1><input aria-label=Name id=n><button onclick="{ADD}">Add</button>{LIST}'
            "<search><input aria-label=Search></search><a href=/mug>Blue mug $7.50</a> <a href=/cup>Red mug $9.00</a>"
            '<button onclick="c.textContent++">Add to cart</button><p role=status id=c>0</p>',
            "/mug": "<h1>Blue mug</h1><p>$7.50</p>",
        },
        script=(
            do("type", 'searchbox "Search"', text="mug"),
            do("click", 'link "Blue mug $7.50"'),
            stop("$7.50", text('"$7.50"')),
            *[("expect", {"predicates": [{**text('button "Add to cart"', op="exists"), "state": "enabled"}]})]
            * 2,
        ),
        settings={"tools": "default,planning"},
    ),
    "risk": Example(),
    "search": Example(
        site={"/": "<h1>Books</h1><p>Python Cookbook: $30.00</p>", "/aside": "<main>Hello</main>"},
        script=(
            ("google_web_search", {"query": "Python Cookbook price"}),
            "Python Cookbook price",
            stop(
                "The shop is cheaper: $30.00, elsewhere $45.00",
                text('"Python Cookbook: $30.00"'),
                given("google_web_search", r"(\$45\.00)"),
            ),
        ),
        settings={"search_engines": "google"},
        prelude="context, url = _webagent_context, 'http://localhost:8000/aside'",
    ),
    "web": Example(
        site={
            "/login": "<form><label>Email <input name=email></label><label>Password <input type=password "
            "name=password></label><button>Log in</button></form>"
        }
    ),
}
