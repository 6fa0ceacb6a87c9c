"""The mark of a rule test: which clauses of the rulebook it exercises."""

import pytest


def clause(*ids: str) -> pytest.MarkDecorator:
    """Name the clauses; `omerta clauses` and tests/rules/test_clauses.py read them."""
    return pytest.mark.clause(*ids)
