"""Registers, doorbells and grants of a NIC, with the AXI masters, sources and sinks of cocotbext-axi."""

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

FLOWS = 64
IDENTIFICATION = 0x00
IDENTIFIES = 0x544C424E


@cocotb.test()
async def a_doorbell_of_one_byte_is_granted_in_one_byte(dut):
    cocotb.start_soon(Clock(dut.clock, 8, "ns").start())
    low = {"clock": dut.clock, "reset": dut.reset_n, "reset_active_level": False}
    bus = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), **low)
    doorbell = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis_doorbell"), **low)
    grant = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis_grant"), **low)
    assert len(dut.s_axis_doorbell_tdata) == len(dut.m_axis_grant_tdata) == 8
    for signal in (
        dut.link_active,
        dut.s_axis_link_tvalid,
        dut.s_axis_host_tvalid,
        dut.s_axis_decline_tvalid,
        dut.s_axis_release_tvalid,
    ):
        signal.value = 0
    dut.m_axis_link_tready.value = 1
    dut.reset_n.value = 0
    for _ in range(4):
        await RisingEdge(dut.clock)
    dut.reset_n.value = 1
    assert await bus.read_dword(IDENTIFICATION) == IDENTIFIES
    for flow in range(FLOWS):
        # The module ignores the bits that no flow has.
        await doorbell.send(AxiStreamFrame(bytes([flow | 0xC0])))
        granted = await with_timeout(grant.read(1), 20, "us")
        assert bytes(granted) == bytes([flow])
