"""What an agent can do: the tool base, the registry, and one file per family of tools."""
