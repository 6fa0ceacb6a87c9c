"""What the operator can see of a running server: the journal and the numbers."""
