"""Kiln & Clay, a small pottery shop: Starlette, Jinja2 and SQLite."""
