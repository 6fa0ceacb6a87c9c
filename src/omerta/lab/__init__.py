"""Simulations, arenas and their reports."""
