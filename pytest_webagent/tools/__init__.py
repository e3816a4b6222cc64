"""What an agent can do: the core that makes and runs a tool, and one folder per family of tools."""
