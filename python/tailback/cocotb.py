"""A scoreboard that compares RTL under cocotb with a golden model in each cycle."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

import cocotb
from cocotb.triggers import RisingEdge

from ._tailback import Model, Port

#: Cycles that the report of a difference shows.
HISTORY = 8


class Scoreboard:
    """Compares all outputs of a module with its golden model, at each rising edge of the clock.

    ``dut`` is a handle of the module. ``names`` gives the names of ports that differ from those of
    the golden model, as ``{"enqueue": "i_enqueue"}``; the outputs in ``ignore`` are not compared.
    The comparison begins with the first reset.

    At a rising edge, cocotb reads the values from before the edge. Inputs must therefore not change
    at a rising edge by a blocking assignment; those that a coroutine writes after the edge do not.
    """

    def __init__(
        self,
        dut: Any,
        model: Model,
        *,
        clock: str = "clock",
        reset: str = "reset",
        names: Mapping[str, str] | None = None,
        ignore: Iterable[str] = (),
    ) -> None:
        if any(port.name.split("_")[-1] == "clock" for port in model.ports):
            raise ValueError(f"`{model.block}` has several clocks, and a scoreboard knows one")
        self.model = model
        self.cycles = 0
        self._clock = getattr(dut, clock)
        self._reset = getattr(dut, reset)
        self._history: deque[str] = deque(maxlen=HISTORY)
        ignored = set(ignore)
        unknown = ignored.union(names or ()) - {port.name for port in model.ports}
        if unknown:
            raise ValueError(f"`{model.block}` has no port {', '.join(sorted(unknown))}")
        self._inputs = {}
        self._outputs = {}
        for port in model.ports:
            if port.name in ignored:
                continue
            ports = self._inputs if port.direction == "input" else self._outputs
            ports[port.name] = _handle(dut, port, (names or {}).get(port.name, port.name))

    def start(self) -> Any:
        """Compare in the background; a difference fails the test."""
        return cocotb.start_soon(self.run())

    async def run(self) -> None:
        """Compare for ever; a difference raises ``AssertionError``."""
        edge = RisingEdge(self._clock)
        while True:
            await edge
            if _bits(self._reset) == 1:
                break
        self.model.reset()
        while True:
            await edge
            self._compare()

    def _compare(self) -> None:
        inputs = {name: _known(name, handle) for name, handle in self._inputs.items()}
        expected = self.model.step(inputs, packed=True)
        found = {name: _bits(handle) for name, handle in self._outputs.items()}
        reset = _bits(self._reset)
        line = _text({"reset": reset, **inputs}) + "  ->  " + _text(found)
        self._history.append(f"cycle {self.cycles}: {line}")
        differences = [
            f"  {name} is {_hex(found[name])}, but the golden model has {_hex(expected[name])}"
            for name in found
            if found[name] != expected[name]
        ]
        if differences:
            raise AssertionError(
                f"`{self.model.block}` differs from its golden model in cycle {self.cycles} after "
                "reset:\n" + "\n".join(differences) + "\nthe last cycles:\n  "
                + "\n  ".join(self._history)
            )
        if reset != 0:
            self.model.reset()
        self.cycles += 1


def _handle(dut: Any, port: Port, name: str) -> Any:
    handle = getattr(dut, name, None)
    if handle is None:
        raise ValueError(f"the RTL has no port `{name}`, but the golden model has {port!r}")
    if len(handle) != port.bits:
        raise ValueError(f"`{name}` has {len(handle)} bits in the RTL, but {port.bits} in {port!r}")
    return handle


def _bits(handle: Any) -> int | str:
    """Return the value of a signal, or its bits if some are neither 0 nor 1."""
    value = handle.value
    if isinstance(value, int):
        return value
    return int(value) if value.is_resolvable else str(value)


def _known(name: str, handle: Any) -> int:
    bits = _bits(handle)
    if isinstance(bits, str):
        raise AssertionError(f"the input `{name}` is {bits}")
    return bits


def _hex(value: int | str) -> str:
    return value if isinstance(value, str) else f"0x{value:x}"


def _text(values: Mapping[str, int | str]) -> str:
    return " ".join(f"{name}={_hex(value)}" for name, value in values.items())
