"""The table server: people sit down, games are played, nothing is lost and nothing leaks."""
