"""Three board games of crime and deceit, and the engine behind them."""

__version__ = "0.1.0"
