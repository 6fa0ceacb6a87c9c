"""What lies on the table and in the hands, and what rules and players may ask of it."""
