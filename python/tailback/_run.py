"""Runs of scenarios, with a progress bar."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Mapping
from typing import Any, Optional, Union

from . import _tailback

Source = Union[str, "os.PathLike[str]", dict[str, Any]]
Overrides = Optional[Mapping[str, Any]]
Progress = Union[bool, Callable[[int, int], object]]


def run(
    scenario: Source,
    overrides: Overrides = None,
    /,
    *,
    progress: Progress = True,
    series: bool = True,
    **more: Any,
) -> _tailback.Run:
    """Run a scenario without its sweep, and return its statistics and time series.

    ``scenario`` is the path of a TOML file, or a dict of the same content. Overrides replace
    values by dotted key, as ``{"run.duration_ms": 2}``, or below a table, as
    ``run={"duration_ms": 2}``; those by keyword take precedence.

    ``progress`` shows a bar in a notebook or on a terminal if tqdm is installed; a function is
    called with the cycles that have been run, and all cycles. Ctrl-C ends the run with
    ``KeyboardInterrupt``. Without ``series``, the result has no time series.

    Raises ``ScenarioError`` with all problems of the scenario.
    """
    if callable(progress):
        return _tailback.run(scenario, merged(overrides, more), progress, series)
    bar = _bar() if progress else None
    if bar is None:
        return _tailback.run(scenario, merged(overrides, more), None, series)
    with bar:

        def show(now: int, cycles: int) -> None:
            bar.total = cycles
            bar.update(now - bar.n)

        return _tailback.run(scenario, merged(overrides, more), show, series)


def points(scenario: Source, overrides: Overrides = None, /, **more: Any) -> list[dict[str, Any]]:
    """Return the points of a scenario's sweep, each as the overrides with which ``run`` runs it."""
    return _tailback.points(scenario, merged(overrides, more))


def merged(overrides: Overrides, more: dict[str, Any]) -> dict[str, Any]:
    """Return the overrides of a call."""
    return {**(overrides or {}), **more}


def _bar() -> Any:
    """Return a progress bar that appears after half a second, or None where nobody would see it."""
    is_seen = "ipykernel" in sys.modules or sys.stderr is not None and sys.stderr.isatty()
    if not is_seen:
        return None
    try:
        with warnings.catch_warnings():
            # Without ipywidgets, a bar of text is good enough.
            warnings.simplefilter("ignore")
            from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(unit="cycles", unit_scale=True, delay=0.5, leave=False)
