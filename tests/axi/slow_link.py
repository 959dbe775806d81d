"""InfiniBand packets over links of several rates, with the AXI source and sink of cocotbext-axi."""

import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ReadOnly, RisingEdge, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

PACKETS = 30
BEAT_BYTES = 8
# Beats of the link in 2^16 cycles.
RATES = [65535, 49152, 32768, 21845, 5000]


def packet(rng):
    """A packet with a Local Route Header of its length in words, and two bytes of VCRC."""
    words = rng.choice([6, 7, 16, rng.randint(6, 516)])
    header = bytes(4) + words.to_bytes(2, "big") + bytes(2)
    return header + rng.randbytes(4 * words - len(header) + 2)


async def count(dut, counts):
    """Counts beats, and cycles without a beat inside a packet."""
    inside = False
    while True:
        await RisingEdge(dut.clock)
        await ReadOnly()
        if int(dut.m_axis_tvalid.value):
            counts["beats"] += 1
            inside = not int(dut.m_axis_tlast.value)
        else:
            counts["gaps"] += inside
        counts["cycles"] += 1


@cocotb.test()
async def no_packet_has_a_gap_and_the_link_is_as_fast_as_its_rate(dut):
    rng = random.Random(1)
    cocotb.start_soon(Clock(dut.clock, 8, "ns").start())
    ends = {"clock": dut.clock, "reset": dut.reset_n, "reset_active_level": False}
    source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), **ends)
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), **ends)
    counts = {"beats": 0, "gaps": 0, "cycles": 0}
    cocotb.start_soon(count(dut, counts))
    for rate in RATES:
        dut.reset_n.value = 0
        dut.rate.value = rate
        for _ in range(4):
            await RisingEdge(dut.clock)
        dut.reset_n.value = 1
        packets = [packet(rng) for _ in range(PACKETS)]
        begun = counts["cycles"]
        for each in packets:
            await source.send(AxiStreamFrame(each, tuser=0))
        for each in packets:
            received = await with_timeout(sink.recv(compact=True), 2000, "us")
            assert bytes(received) == each
        assert sink.empty() and counts["gaps"] == 0, counts
        beats = sum(-(-len(each) // BEAT_BYTES) for each in packets)
        least = beats * 65536 / rate
        assert least - 2 <= counts["cycles"] - begun <= 1.02 * least + 600, (rate, counts, least)
