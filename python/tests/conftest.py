"""Paths that several tests use."""

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def tree():
    """A small fabric with congestion control."""
    return EXAMPLES / "fabrics" / "tree.toml"


@pytest.fixture
def switch():
    """The configuration of a switch with eight ports."""
    return EXAMPLES / "santos-2003-8port.toml"


@pytest.fixture
def examples():
    """The directory of all examples."""
    return EXAMPLES
