"""What is known of a document's fields for as long as it lives: which of them once hid what is in them.

"Show password" makes an ordinary field of one that hid its value. The memory is an object of the page's own world that
nothing in that world leads to: the page cannot find it, and it goes with the document.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from playwright.async_api import ElementHandle, Error

if TYPE_CHECKING:
    from playwright.async_api import Frame, JSHandle, Locator

_ELSEWHERE: Final = ("only in the context they were created", "JSHandle is disposed")
_memories: WeakKeyDictionary[Frame, JSHandle] = WeakKeyDictionary()


async def ask(frame: Frame, script: str, argument: object = None) -> Any:
    """What a script gives that is a function of one argument and uses the rule of ``secret_field.js``."""
    return await _asked(frame, f"([webagentMemory, given]) => ({script})(given)", argument, frame.evaluate)


async def ask_for_handle(frame: Frame, script: str, argument: object = None) -> JSHandle:
    """The same, where what it gives stays in the page."""
    call = f"([webagentMemory, given]) => ({script})(given)"
    found: JSHandle = await _asked(frame, call, argument, frame.evaluate_handle)
    return found


async def ask_about(element: ElementHandle | Locator, script: str, argument: object = None) -> Any:
    """What such a script gives that is a function of an element and an argument."""
    if not isinstance(element, ElementHandle):
        element = await element.element_handle()
    frame = await element.owner_frame()
    if frame is None:
        raise Error("Element is not attached to the DOM")
    call = f"(element, [webagentMemory, given]) => ({script})(element, given)"
    return await _asked(frame, call, argument, element.evaluate)


async def _asked(frame: Frame, call: str, argument: object, evaluate: Any) -> Any:
    memory = _memories.get(frame)
    if memory is not None:
        try:
            return await evaluate(call, [memory, argument])
        except Error as error:
            if not any(words in error.message for words in _ELSEWHERE):
                raise
            # It was of the document before this one.
            if _memories.get(frame) is memory:
                del _memories[frame]
    made = await frame.evaluate_handle("() => new WeakMap()")
    # A page that replaced what Playwright needs gives nothing, which would be kept for all documents after it.
    kept = _memories.setdefault(frame, made) if str(made) != "undefined" else made
    return await evaluate(call, [kept, argument])
