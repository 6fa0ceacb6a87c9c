"""One table: what is stored of it, its fold, and what may be written next; no network, no loop."""
