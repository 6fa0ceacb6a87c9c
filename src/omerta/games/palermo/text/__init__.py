"""Palermo as text: positions, records, scenarios, drawings and stories."""
