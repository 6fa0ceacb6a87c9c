"""The lobby and the pages: everything that is asked for over plain HTTP."""
