"""The loop: observe, think, validate, act, settle, write down."""
