"""What is decided while tests are collected: the event loop of a test, and which markers make sense."""
