"""Omerta's games for PettingZoo: `from omerta.interfaces.pettingzoo import mafia_city_v0`."""
