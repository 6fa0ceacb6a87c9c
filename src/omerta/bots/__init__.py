"""What all computer players share: they get a view, never a game."""
