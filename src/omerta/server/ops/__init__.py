"""The operator's commands: the server's start, its examination, copies and records."""
