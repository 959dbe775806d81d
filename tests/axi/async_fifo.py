"""Frames through a FIFO between two clocks, with the AXI sources and sinks of cocotbext-axi."""

import itertools
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge, Timer, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

FRAMES = 60
# Periods of the clocks in picoseconds: nearly equal, and 1:4 in both directions.
PERIODS = [(8000, 8002), (3002, 12000), (12000, 3002), (7000, 5006)]


@cocotb.test()
async def each_frame_leaves_once_unchanged_and_in_order(dut):
    rng = random.Random(1)
    source = AxiStreamSource(
        AxiStreamBus.from_prefix(dut, "s_axis"),
        clock=dut.write_clock,
        reset=dut.write_reset_n,
        reset_active_level=False,
    )
    sink = AxiStreamSink(
        AxiStreamBus.from_prefix(dut, "m_axis"),
        clock=dut.read_clock,
        reset=dut.read_reset_n,
        reset_active_level=False,
    )
    source.set_pause_generator(rng.random() < 0.2 for _ in itertools.count())
    sink.set_pause_generator(rng.random() < 0.3 for _ in itertools.count())
    for write, read in PERIODS:
        clocks = [
            cocotb.start_soon(Clock(dut.write_clock, write, "ps").start()),
            cocotb.start_soon(Clock(dut.read_clock, read, "ps").start()),
        ]
        dut.write_reset_n.value = dut.read_reset_n.value = 0
        await Timer(2 * (write + read), "ps")
        await RisingEdge(dut.write_clock)
        dut.write_reset_n.value = 1
        await RisingEdge(dut.read_clock)
        dut.read_reset_n.value = 1
        frames = [rng.randbytes(rng.randint(1, 100)) for _ in range(FRAMES)]
        for number, frame in enumerate(frames):
            await source.send(AxiStreamFrame(frame, tuser=number % 4))
        for number, frame in enumerate(frames):
            received = await with_timeout(sink.recv(compact=True), 100, "us")
            assert bytes(received) == frame
            # One value for all bytes, or one for each.
            assert set(map(int, [received.tuser] if isinstance(received.tuser, int) else received.tuser)) == {number % 4}
        assert sink.empty()
        for clock in clocks:
            clock.cancel()
        await Timer(1, "ns")
