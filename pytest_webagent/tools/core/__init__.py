"""What a tool is: its base, its schema, the registry that checks and runs it, the context it runs in."""
