"""What runs inside a sandbox, as its first process.

It is sent there as text, so it imports nothing but the standard library and its own neighbours, and runs on Python 3.9.
"""
