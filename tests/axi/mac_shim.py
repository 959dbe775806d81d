"""Frames through the MAC shim, with the MAC of cocotbext-eth, which fails if a frame pauses."""

import itertools
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge, Timer, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource
from cocotbext.eth import EthMac, EthMacFrame

FRAMES = 40
# Periods in picoseconds: 10 Gbit/s at 64 bits, and an endpoint with a slower or a faster clock.
MAC_PERIOD = 6400
PERIODS = [8000, 6402, 4000]


def payload(rng):
    return rng.randbytes(rng.choice([60, 61, 68, 500, 1514]))


@cocotb.test()
async def a_mac_of_10g_gets_and_gives_each_frame_whole(dut):
    rng = random.Random(1)
    cocotb.start_soon(Clock(dut.rx_clock, MAC_PERIOD, "ps").start())
    await Timer(1234, "ps")
    cocotb.start_soon(Clock(dut.tx_clock, MAC_PERIOD, "ps").start())
    mac = EthMac(
        tx_bus=AxiStreamBus.from_prefix(dut, "m_axis_tx"),
        tx_clk=dut.tx_clock,
        tx_rst=dut.tx_reset_n,
        rx_bus=AxiStreamBus.from_prefix(dut, "s_axis_rx"),
        rx_clk=dut.rx_clock,
        rx_rst=dut.rx_reset_n,
        ifg=12,
        speed=10e9,
        reset_active_level=False,
    )
    of_endpoint = {"clock": dut.clock, "reset": dut.reset_n, "reset_active_level": False}
    source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), **of_endpoint)
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), **of_endpoint)
    # The endpoint pauses in its frames.
    source.set_pause_generator(rng.random() < 0.3 for _ in itertools.count())
    resets = [dut.reset_n, dut.rx_reset_n, dut.tx_reset_n]
    for period in PERIODS:
        clock = cocotb.start_soon(Clock(dut.clock, period, "ps").start())
        for reset in resets:
            reset.value = 0
        await Timer(4 * max(period, MAC_PERIOD), "ps")
        for reset, edge in zip(resets, [dut.clock, dut.rx_clock, dut.tx_clock]):
            await RisingEdge(edge)
            reset.value = 1
        sent = [payload(rng) for _ in range(FRAMES)]
        given = [payload(rng) for _ in range(FRAMES)]
        for frame in sent:
            await source.send(AxiStreamFrame(frame))
        for frame in given:
            await mac.rx.send(EthMacFrame.from_payload(frame))
        for frame in sent:
            received = await with_timeout(mac.tx.recv(), 200, "us")
            assert received.data == frame
        # A clock that is slower than that of the MAC loses frames when it receives at full speed.
        if period <= MAC_PERIOD:
            for frame in given:
                received = await with_timeout(sink.recv(), 200, "us")
                assert EthMacFrame(bytes(received)).get_payload() == frame
                assert not any([received.tuser] if isinstance(received.tuser, int) else received.tuser)
        else:
            await Timer(100, "us")
            whole = [frame for frame in given]
            while not sink.empty():
                received = sink.recv_nowait()
                is_bad = any([received.tuser] if isinstance(received.tuser, int) else received.tuser)
                frame = EthMacFrame(bytes(received)).get_payload()
                # What is not bad is a frame that the MAC gave, in order.
                if not is_bad:
                    while whole.pop(0) != frame:
                        pass
        clock.cancel()
        await Timer(1, "ns")
