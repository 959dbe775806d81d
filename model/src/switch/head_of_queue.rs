//! Lifetime limit of a packet at the head of its queue: HOQLife of IBA.

#[cfg(test)]
mod tests;

use crate::{
    bits::{is_set, set_lanes},
    Golden,
};
use serde::{Deserialize, Serialize};
use tailback_spec::{
    port_values,
    switch::head_of_queue::{HeadOfQueue as Parameters, EXPIRED_TICKS},
    BitLanes, Lanes,
};

port_values! {
    /// Limits, waiting packets, and packets that start; element (or bit) *i* belongs to input port
    /// *i*, *j* to output port *j*, and *q* to queue *q*.
    pub struct HeadOfQueueInputs {
        /// Code of the limit, by output port.
        pub limit: Lanes,
        /// Queues with a waiting packet that lacks only credits or a link: bit *q*.
        pub stalled: BitLanes,
        /// Input ports that start a packet: bit *i*.
        pub start: u64,
        /// Output port of the packet started last, by input port.
        pub destination: Lanes,
        /// Virtual lane of the packet started last, by input port.
        pub lane: Lanes,
        /// Output ports to which a packet starts: bit *j*.
        pub begins: u64,
        /// Input port that sends to each output port.
        pub source: Lanes,
    }
}

port_values! {
    /// Packets that are dropped.
    pub struct HeadOfQueueOutputs {
        /// Queues whose next packet to start is dropped: bit *q*.
        pub expired: BitLanes,
        /// Input ports whose starting packet is dropped: bit *i*.
        pub discard: u64,
        /// Output ports a packet for which is dropped: bit *j*.
        pub late: u64,
        /// Virtual lane of the dropped packet, by output port; 0 without one.
        pub late_lane: Lanes,
    }
}

/// Lifetime limits of all output ports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadOfQueue {
    ports: usize,
    lanes: usize,
    /// Cycles of a tick for each code: an eighth of its limit.
    tick_cycles: Vec<u64>,
    /// Cycles since reset.
    cycle: u64,
    /// Age of each queue's head in ticks.
    pub(crate) ages: Vec<usize>,
}

impl HeadOfQueue {
    /// The module after reset.
    pub fn new(parameters: &Parameters) -> Self {
        let (port, unit) = (parameters.port(), parameters.unit_cycles() as u64);
        let codes = (0..).map_while(|code| parameters.limit_cycles(code).map(|_| unit << code));
        HeadOfQueue {
            ports: port.ports(),
            lanes: port.lanes(),
            tick_cycles: codes.collect(),
            cycle: 0,
            ages: vec![0; port.buffer().queues()],
        }
    }

    /// Queue of the packet that starts to an output port in this cycle.
    fn begins(&self, inputs: &HeadOfQueueInputs, output: usize) -> Option<usize> {
        let lane = || of(&inputs.lane, of(&inputs.source, output));
        is_set(inputs.begins, output).then(|| output * self.lanes + lane())
    }

    /// Drives the outputs, which do not depend on `stalled`.
    pub(crate) fn show(&self, inputs: &HeadOfQueueInputs, outputs: &mut HeadOfQueueOutputs) {
        outputs.expired = self.ages.iter().map(|age| *age == EXPIRED_TICKS).collect();
        (outputs.discard, outputs.late) = (0, 0);
        outputs.late_lane.clear();
        for output in 0..self.ports {
            let queue = self.begins(inputs, output);
            let late = queue.filter(|queue| outputs.expired.is_set(*queue));
            outputs.late |= u64::from(late.is_some()) << output;
            outputs.late_lane.push(late.map_or(0, |queue| (queue % self.lanes) as u32));
        }
        for input in set_lanes(inputs.start).take_while(|input| *input < self.ports) {
            let late = is_set(outputs.late, of(&inputs.destination, input));
            outputs.discard |= u64::from(late) << input;
        }
    }

    /// The clock edge.
    pub(crate) fn clock(&mut self, inputs: &HeadOfQueueInputs) {
        self.cycle += 1;
        for output in 0..self.ports {
            let begins = self.begins(inputs, output);
            let limit = self.tick_cycles.get(of(&inputs.limit, output));
            for queue in output * self.lanes..(output + 1) * self.lanes {
                let age = &mut self.ages[queue];
                let Some(tick) = limit.filter(|_| begins != Some(queue)) else {
                    *age = 0;
                    continue;
                };
                let ages = self.cycle.is_multiple_of(*tick) && inputs.stalled.is_set(queue);
                *age = (*age + usize::from(ages)).min(EXPIRED_TICKS);
            }
        }
    }
}

/// Value of a port; values beyond the end are 0.
fn of(values: &Lanes, port: usize) -> usize {
    values.get(port).copied().unwrap_or(0) as usize
}

impl Golden for HeadOfQueue {
    type Inputs = HeadOfQueueInputs;
    type Outputs = HeadOfQueueOutputs;

    fn step(&mut self, inputs: &HeadOfQueueInputs, outputs: &mut HeadOfQueueOutputs) {
        self.show(inputs, outputs);
        self.clock(inputs);
    }

    fn reset(&mut self) {
        self.cycle = 0;
        self.ages.fill(0);
    }
}
