"""Mafia City in words: positions, moves, scenarios, notices and a drawing."""
