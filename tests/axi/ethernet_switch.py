"""Frames and registers of an Ethernet switch, with the AXI masters, sources and sinks of cocotbext-axi."""

import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge, with_timeout
from cocotbext.axi import (
    AxiLiteBus,
    AxiLiteMaster,
    AxiStreamBus,
    AxiStreamFrame,
    AxiStreamSink,
    AxiStreamSource,
)

PORTS = 4
FRAMES = 40
# Addresses of registers.
IDENTIFICATION, ENTRY_LOW, ENTRY_HIGH = 0x00, 0x10, 0x14
RECEIVED, STRIDE = 0x400, 0x20
IDENTIFIES = 0x544C4245


def address(port):
    """Return the MAC address of the station at a port."""
    return bytes([0x02, 0, 0, 0, 0, port])


@cocotb.test()
async def each_frame_leaves_at_the_port_of_its_address(dut):
    cocotb.start_soon(Clock(dut.clock, 8, "ns").start())
    low = {"clock": dut.clock, "reset": dut.reset_n, "reset_active_level": False}
    bus = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), **low)
    sources = [
        AxiStreamSource(AxiStreamBus.from_prefix(dut, f"rx_{port}"), **low)
        for port in range(PORTS)
    ]
    sinks = [
        AxiStreamSink(AxiStreamBus.from_prefix(dut, f"m_{port}"), **low)
        for port in range(PORTS)
    ]
    dut.reset_n.value = 0
    for _ in range(4):
        await RisingEdge(dut.clock)
    dut.reset_n.value = 1
    while not (dut.ready.value.is_resolvable and int(dut.ready.value)):
        await RisingEdge(dut.clock)

    assert await bus.read_dword(IDENTIFICATION) == IDENTIFIES
    for port in range(PORTS):
        mac = address(port)
        await bus.write_dword(ENTRY_LOW, int.from_bytes(mac[2:], "big"))
        await bus.write_dword(ENTRY_HIGH, 1 << 31 | port << 16 | int.from_bytes(mac[:2], "big"))

    rng = random.Random(1)
    expected = {}
    for number in range(FRAMES):
        source, output = rng.sample(range(PORTS), 2)
        payload = number.to_bytes(2, "big") + rng.randbytes(rng.randint(50, 150))
        frame = address(output) + address(source) + b"\x88\xb5" + payload
        expected.setdefault((source, output), []).append(frame)
        await sources[source].send(AxiStreamFrame(frame, tuser=0))
    for output, sink in enumerate(sinks):
        of_output = {source: list(frames) for (source, to), frames in expected.items() if to == output}
        for _ in range(sum(map(len, of_output.values()))):
            received = bytes(await with_timeout(sink.recv(), 20, "us"))
            source = received[11]
            # Frames of one source to one output keep their order.
            assert received == of_output[source].pop(0)
        assert sink.empty()
    for port in range(PORTS):
        count = sum(len(frames) for (source, _), frames in expected.items() if source == port)
        assert await bus.read_dword(RECEIVED + STRIDE * port) == count
