"""The vocabularies the tools are compatible with, as data: names, parameters and fields of results.

Written down from the documents of the systems that brought them. A type is JSON's word for it, or several in a tuple;
a parameter with a question mark is optional. In a result's shape a name stands for a value of that type, a dict for an
object that has at least these fields, a list of one shape for a list of such things, and `OR` for one of several.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple


class Spec(NamedTuple):
    """A tool as one system documents it."""

    system: str
    name: str
    parameters: dict[str, str]
    """Type by name; the name of an optional one ends in a question mark."""
    result: Any = None


GUI = {"element_id?": "string", "coords?": "string", "description": "string", "reasoning": "string"}
PICTURE = {
    "index": "integer",
    "src": "string",
    "alt": "string",
    "title": "string",
    "width": "integer",
    "height": "integer",
    "caption": "string",
    "relevance_score": ("number", "null"),
    "ai_description": ("string", "null"),
}
PICTURES = {"page_url": "string", "total_images_found": "integer", "analyzed_images": [PICTURE]}

COMEM = tuple(
    Spec("CoMEM-Agent", *each)
    for each in (
        ("click", GUI),
        (
            "type",
            {
                "text": "string",
                "element_id?": "string",
                "coords?": "string",
                "field_description": "string",
                "reasoning": "string",
            },
        ),
        (
            "selection",
            {"element_id?": "string", "description": "string", "text": "string", "reasoning": "string"},
        ),
        ("scroll", {"direction": "string", "reasoning": "string"}),
        ("wait", {"reasoning": "string"}),
        ("press_key", {"key": "string", "reasoning": "string"}),
        ("go_back", {"reasoning": "string"}),
        ("goto_url", {"page_name": "string", "reasoning": "string"}),
        ("page_parser", {"reasoning": "string"}, "string"),
        ("image_checker", {"query": "string", "reasoning": "string"}, PICTURES),
        (
            "content_analyzer",
            {"query": "string", "reasoning": "string"},
            {
                "page_url": "string",
                "query": "string",
                "page_content": "string",
                "image_analysis": PICTURES,
                "summary": "string",
            },
        ),
        ("map_search", {"query": "string", "reasoning": "string"}),
        ("goto_homepage", {"reasoning": "string"}),
        ("google_web_search", {"query": "string", "reasoning": "string"}, "string"),
        ("stop", {"answer": "string", "reasoning": "string"}),
    )
)

REACT = tuple(
    Spec("ReAct function-call agent", *each)
    for each in (
        ("click", {"description": "string", "reasoning": "string"}),
        ("type", {"text": "string", "field_description": "string", "reasoning": "string"}),
        ("scroll", {"direction": "string", "reasoning": "string"}),
        ("wait", {"reasoning": "string"}),
        ("stop", {"answer": "string", "reasoning": "string"}),
    )
)

OPENMANUS = tuple(
    Spec("OpenManus", *each)
    for each in (
        ("python_execute", {"code": "string"}),
        ("bash", {"command": "string"}),
        ("file_read", {"path": "string"}),
        ("file_write", {"path": "string", "content": "string"}),
        (
            "str_replace_editor",
            {
                "command": "string",
                "path": "string",
                "file_text?": "string",
                "view_range?": "array",
                "old_str?": "string",
                "new_str?": "string",
                "insert_line?": "integer",
            },
        ),
        ("browser_use", {"action": "string"}),
        ("web_search", {"query": "string", "max_results?": "integer"}),
        ("crawl", {"url": "string"}),
        ("api_call", {"url": "string", "method?": "string"}),
        ("chart_visualization", {"chart_type": "string", "data": "object"}),
        ("data_process", {}),
        ("csv_tool", {}),
        ("json_tool", {}),
        ("ask_human", {}),
        ("terminate", {"status": "string"}),
        ("notify", {}),
        (
            "mcp_client",
            {
                "action": "string",
                "url?": "string",
                "server_id?": "string",
                "tool_name?": "string",
                "args?": "object",
            },
        ),
        ("github", {}),
        ("database", {}),
        ("planning", {"command": "string"}),
        ("workflow", {}),
    )
)

TIMED = {"success": "boolean", "message": "string", "execution_time_ms": "number"}
BUDDY = tuple(
    Spec("Buddy web tools", *each)
    for each in (
        (
            "web_inspect",
            {"url": "string"},
            {
                **TIMED,
                "url": "string",
                "inspection": {
                    "forms": [{"fields": "array", "method": "string", "action": "string"}],
                    "buttons": [{"text": "string", "type": "string", "attributes": "object"}],
                    "inputs": ["object"],
                    "links": ["object"],
                    "structure": "object",
                    "iframes": ["object"],
                    "shadow_dom": ["object"],
                    "data_attributes": "object",
                    "api_hints": "array",
                    "selectors": "object",
                },
            },
        ),
        (
            "web_screenshot",
            {},
            {
                **TIMED,
                "screenshot": {
                    "base64": "string",
                    "width": "integer",
                    "height": "integer",
                    "format": "string",
                },
                "page_state": {"url": "string", "title": "string", "viewport": "object"},
                "clickables": [
                    {
                        "tag": "string",
                        "text": "string",
                        "x": "integer",
                        "y": "integer",
                        "width": "integer",
                        "height": "integer",
                    }
                ],
            },
        ),
        (
            "web_extract",
            {"selector": "string", "extract_type?": "string"},
            {**TIMED, "selector": "string", "elements": [{"text": "string"}], "count": "integer"},
        ),
        (
            "web_navigate",
            {"url": "string"},
            {**TIMED, "url": "string", "final_url": "string", "title": "string"},
        ),
        (
            "web_click",
            {"selector_or_text": "string", "tag?": "string"},
            {**TIMED, "target": "string"},
        ),
        (
            "web_fill",
            {"field_hint": "string", "value": "string"},
            {**TIMED, "field_hint": "string", "value": "string"},
        ),
        ("web_submit_form", {}, {**TIMED, "warning": "string"}),
        (
            "web_browser_start",
            {},
            {
                "success": "boolean",
                "session_active": "boolean",
                "created_at": "string",
                "message": "string",
            },
        ),
        ("web_browser_stop", {}, {"success": "boolean", "message": "string"}),
    )
)

BROWSER_USE_ACTIONS = {
    "go_to_url": {"url"},
    "click_element": {"index"},
    "input_text": {"index", "text"},
    "scroll_down": set(),
    "scroll_up": set(),
    "scroll_to_text": {"text"},
    "send_keys": {"keys"},
    "get_dropdown_options": {"index"},
    "select_dropdown_option": {"index", "text"},
    "go_back": set(),
    "web_search": {"query"},
    "wait": set(),
    "extract_content": {"goal"},
    "switch_tab": {"tab_id"},
    "open_tab": {"url"},
    "close_tab": set(),
    "refresh": set(),
}
"""The actions of `browser_use` and what each requires."""
BROWSER_USE = (
    Spec(
        "OpenManus on browser-use",
        "browser_use",
        {
            "action": "string",
            "url?": "string",
            "index?": "integer",
            "text?": "string",
            "scroll_amount?": "integer",
            "tab_id?": "integer",
            "query?": "string",
            "goal?": "string",
            "keys?": "string",
            "seconds?": "integer",
        },
    ),
)

SPECS = (*COMEM, *REACT, *OPENMANUS, *BUDDY, *BROWSER_USE)
"""Every tool of every system."""
RESULTS = {spec.name: spec.result for spec in SPECS if spec.result is not None}
"""The shape of a tool's result, where a system documents one."""


_KINDS = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}


def misfits(value: Any, shape: Any, path: str = "result") -> Iterator[str]:
    """Where a result is not of the shape that is held for it."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            yield f"{path} is no object"
            return
        for name, inner in shape.items():
            if name in value:
                yield from misfits(value[name], inner, f"{path}.{name}")
            else:
                yield f"{path}.{name} is missing"
    elif isinstance(shape, list):
        if not isinstance(value, list) or not value:
            yield f"{path} is no list with something in it"
            return
        for index, each in enumerate(value):
            yield from misfits(each, shape[0], f"{path}.{index}")
    else:
        kinds = (shape,) if isinstance(shape, str) else shape
        wrong = not any(isinstance(value, _KINDS[kind]) for kind in kinds)
        if wrong or (isinstance(value, bool) and "boolean" not in kinds):
            yield f"{path} is {value!r}, not {shape}"
