"""Tables for people: one game is one inbox, one log and one address."""
