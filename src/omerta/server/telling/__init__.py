"""The telling: what happened at a table becomes the bytes that go out."""
