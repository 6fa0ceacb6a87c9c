"""Small checkouts for the tests of the launcher."""

from pathlib import Path

import pytest

from tests.project.checkout import Checkout


@pytest.fixture
def project(tmp_path: Path) -> Checkout:
    folder = tmp_path / "a checkout"
    folder.mkdir()
    made = Checkout(folder)
    made.hurry()
    return made
