"""Downtown as text: positions, moves, scenarios, records, drawings and notices."""
