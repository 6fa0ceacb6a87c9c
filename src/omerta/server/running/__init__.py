"""What lives in this process: the house, its rooms, and all that happens in them."""
