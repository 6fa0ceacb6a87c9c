"""What the operator can see of a running server: the log and the numbers."""
