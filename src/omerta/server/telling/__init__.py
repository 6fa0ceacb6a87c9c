"""What happens at a table, in the words of the protocol and the bytes that go out."""
