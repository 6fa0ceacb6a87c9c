"""Palermo as it stands: the table and its secrets, what was agreed, and what can be asked of it."""
