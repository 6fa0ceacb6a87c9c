"""The games from outside: for libraries that learn and search, for tools and other programs."""
