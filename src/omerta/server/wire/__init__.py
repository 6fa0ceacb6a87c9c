"""What client and server say, and how its bytes come in and go out."""
