"""The table: the stored format, its fold, and what may be written next; no network, no loop."""
