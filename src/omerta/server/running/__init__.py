"""The running: tables that live in this process, and all that happens at them."""
