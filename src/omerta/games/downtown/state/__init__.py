"""Downtown on the table: components, what is public and secret, and what may be asked of it."""
