"""Congestion control of lossless networks: fabric simulation and golden models."""

from . import models
from ._run import points, run
from ._tailback import ConfigError, ModelError, Port, Run, ScenarioError, Table, __version__

__all__ = [
    "ConfigError",
    "ModelError",
    "Port",
    "Run",
    "ScenarioError",
    "Table",
    "__version__",
    "models",
    "points",
    "run",
]
