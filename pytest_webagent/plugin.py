"""The pytest entry point: options, ini keys, markers and hooks. Loads nothing heavy."""
