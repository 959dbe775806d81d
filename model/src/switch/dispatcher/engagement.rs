//! The ports that send, and their packets.

use super::{DispatcherOutputs, Started};
use crate::bits::{first_lanes, is_set, is_set_in, set_lanes};
use serde::{Deserialize, Serialize};
use tailback_spec::{switch::port::Port, BitLanes, Lanes, WideWord, WideWords};

/// The registers of a dispatcher.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Engagement {
    /// Input ports, and as many output ports.
    pub(crate) ports: usize,
    /// Virtual lanes of an output port.
    pub(crate) lanes: usize,
    /// Input ports that start a packet.
    start: u64,
    /// Queue of the packet started last, by input port.
    queue: Lanes,
    /// Output port of that packet, by input port.
    destination: Lanes,
    /// Virtual lane of that packet, by input port.
    lane: Lanes,
    /// Input ports that are engaged.
    input_engaged: u64,
    /// Output ports to which a packet starts.
    begins: u64,
    /// Output ports that are engaged.
    engaged: u64,
    /// Input port of the packet started last, by output port.
    source: Lanes,
    /// Output ports that were engaged in the cycle before, and whose packet did not end in it.
    connected: u64,
    /// Values of `source` in the cycle before.
    feeder: Lanes,
}

impl Engagement {
    /// The registers after reset.
    pub(crate) fn new(port: &Port) -> Self {
        let none: Lanes = std::iter::repeat_n(0, port.ports()).collect();
        Engagement {
            ports: port.ports(),
            lanes: port.lanes(),
            start: 0,
            queue: none.clone(),
            destination: none.clone(),
            lane: none.clone(),
            input_engaged: 0,
            begins: 0,
            engaged: 0,
            source: none.clone(),
            connected: 0,
            feeder: none,
        }
    }

    /// Input ports that are not engaged, or near the end of their packet.
    pub(crate) fn free_inputs(&self, near_end: u64) -> u64 {
        (!self.input_engaged | near_end) & first_lanes(self.ports)
    }

    /// Output ports that are neither engaged nor clogged, or whose packet is near its end.
    pub(crate) fn free_outputs(&self, near_end: u64, clogged: u64) -> u64 {
        !(self.engaged | clogged) & first_lanes(self.ports) | self.engaged_by(near_end)
    }

    /// Output ports that are engaged by some of `inputs`.
    fn engaged_by(&self, inputs: u64) -> u64 {
        let by = |output: &usize| is_set(inputs, self.source[*output] as usize);
        set_lanes(self.engaged).filter(by).fold(0, |outputs, output| outputs | 1 << output)
    }

    /// Drives the outputs that are registers.
    pub(crate) fn show_registers(&self, outputs: &mut DispatcherOutputs) {
        (outputs.start, outputs.begins, outputs.engaged) = (self.start, self.begins, self.engaged);
        outputs.start_queue.clone_from(&self.queue);
        outputs.destination.clone_from(&self.destination);
        outputs.lane.clone_from(&self.lane);
        outputs.source.clone_from(&self.source);
        outputs.connected = self.connected;
        outputs.feeder.clone_from(&self.feeder);
    }

    /// Drives all outputs of a cycle.
    pub(crate) fn show(
        &self,
        known: &WideWords,
        sendable: &WideWords,
        outputs: &mut DispatcherOutputs,
    ) {
        self.show_registers(outputs);
        outputs.stalled = BitLanes::default();
        let some = |inputs: &[WideWord], queue| inputs.iter().any(|it| is_set_in(it, queue));
        for output in (0..self.ports).filter(|output| !is_set(self.engaged, *output)) {
            for queue in output * self.lanes..(output + 1) * self.lanes {
                if some(known, queue) && !some(sendable, queue) {
                    outputs.stalled.set(queue);
                }
            }
        }
    }

    /// The clock edge: packets end, and others start. A packet that ends in the cycle in which
    /// another one of its input port starts is the one before that.
    pub(crate) fn clock(&mut self, started: impl IntoIterator<Item = Started>, ends: u64) {
        self.engaged &= !self.engaged_by(ends) | self.begins;
        self.connected = self.engaged;
        self.feeder.clone_from(&self.source);
        self.input_engaged &= !ends | self.start;
        (self.start, self.begins) = (0, 0);
        for Started { input, queue } in started {
            let output = queue / self.lanes;
            self.start |= 1 << input;
            self.queue[input] = queue as u32;
            self.destination[input] = output as u32;
            self.lane[input] = (queue % self.lanes) as u32;
            self.input_engaged |= 1 << input;
            self.source[output] = input as u32;
            self.begins |= 1 << output;
            self.engaged |= 1 << output;
        }
    }

    /// Clears all registers: nothing is sent.
    pub(crate) fn reset(&mut self) {
        (self.start, self.input_engaged) = (0, 0);
        (self.begins, self.engaged, self.connected) = (0, 0, 0);
        for lanes in [&mut self.queue, &mut self.destination, &mut self.lane] {
            lanes.fill(0);
        }
        self.source.fill(0);
        self.feeder.fill(0);
    }
}
