"""Memories of cocotbext-axi behind the bridge, written and read over a serial line by cocotbext-uart."""

import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiLiteBus, AxiLiteRam
from cocotbext.uart import UartSink, UartSource

SLAVES = 3
ADDRESS_BITS = 15
PERIOD_NS = 8
BIT_CYCLES = 16
BAUD = 1e9 / (PERIOD_NS * BIT_CYCLES)
# The clock of the computer is two percent faster.
SPEED = 1.02


async def response(sink, length):
    received = b""
    while len(received) < length:
        received += bytes(await sink.read(1))
    return received


@cocotb.test()
async def memories_are_written_and_read_over_a_slightly_faster_line(dut):
    rng = random.Random(1)
    cocotb.start_soon(Clock(dut.clock, PERIOD_NS, "ns").start())
    dut.rxd.value = 1
    dut.reset_n.value = 0
    memories = [
        AxiLiteRam(
            AxiLiteBus.from_prefix(dut, f"m_axil_{number}"),
            dut.clock,
            dut.reset_n,
            reset_active_level=False,
            size=2**ADDRESS_BITS,
        )
        for number in range(SLAVES)
    ]
    await ClockCycles(dut.clock, 5)
    dut.reset_n.value = 1
    await ClockCycles(dut.clock, 5)
    source = UartSource(dut.rxd, baud=int(BAUD * SPEED))
    sink = UartSink(dut.txd, baud=int(BAUD))
    written = {}
    for _ in range(40):
        slave, address = rng.randrange(SLAVES), rng.randrange(0, 2**ADDRESS_BITS, 4)
        data = rng.randbytes(4)
        await source.write(b"W" + bytes([slave]) + address.to_bytes(3, "little") + data)
        assert await response(sink, 1) == b"K"
        written[slave, address] = data
    for (slave, address), data in written.items():
        assert memories[slave].read(address, 4) == data
        await source.write(b"R" + bytes([slave]) + address.to_bytes(3, "little"))
        assert await response(sink, 5) == b"K" + data
    # Bytes that begin no command are ignored. The bridge itself is slave 255; slave 7 does not exist.
    await source.write(b"\0\0xR\xff\0\0\0")
    assert await response(sink, 5) == b"KUBLT"
    await source.write(b"R\x07\0\0\0")
    assert await response(sink, 5) == b"E" + bytes(4)
