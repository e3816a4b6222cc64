"""The ``web_*`` tools: pages by selectors and hints, with answers that hold the same fields each time."""
