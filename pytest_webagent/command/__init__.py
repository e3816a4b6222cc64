"""The command ``webagent URL "goal"``: one goal in a session of pytest, shown as it is worked on."""
