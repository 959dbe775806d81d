"""Drives random events into a marking module, and compares it with the golden model."""

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from tailback.cocotb import Scoreboard
from tailback.models import Marking

CYCLES = 5000
PORTS = 8
# Packets that the switch holds for one output.
MOST_WAITING = 32


@cocotb.test()
async def equals_the_golden_model(dut):
    overrides = {}
    threshold = int(os.environ["OUTPUT_THRESHOLD"])
    if threshold:
        overrides["marking.policy"] = "input-output-triggered"
        overrides["marking.output_threshold"] = threshold
    scoreboard = Scoreboard(dut, Marking(os.environ["CONFIG"], **overrides))
    scoreboard.start()
    Clock(dut.clock, 4, unit="ns").start()

    randoms = random.Random(1)
    waiting = [0] * PORTS
    for signal in (dut.enqueue, dut.dequeue, dut.transmit, dut.trigger):
        signal.value = 0
    dut.reset.value = 1
    for _ in range(3):
        await RisingEdge(dut.clock)
    dut.reset.value = 0
    for _ in range(CYCLES):
        enqueue, dequeue, transmit, trigger = 0, 0, 0, 0
        for port in range(PORTS):
            bit = 1 << port
            arrives = waiting[port] < MOST_WAITING and randoms.random() < 0.4
            leaves = waiting[port] > 0 and randoms.random() < 0.35
            enqueue |= bit * arrives
            dequeue |= bit * leaves
            # A packet that leaves is transmitted or discarded; others cut through.
            transmit |= bit * (randoms.random() < (0.9 if leaves else 0.1))
            trigger |= bit * (randoms.random() < 0.05)
            waiting[port] += arrives - leaves
        dut.enqueue.value = enqueue
        dut.dequeue.value = dequeue
        dut.transmit.value = transmit
        dut.trigger.value = trigger
        await RisingEdge(dut.clock)
    assert scoreboard.cycles >= CYCLES
