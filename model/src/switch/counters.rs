//! The counters of a port, which share one memory by time slots.

#[cfg(test)]
mod tests;

use crate::Golden;
use serde::{Deserialize, Serialize};
use tailback_spec::{
    port_values,
    switch::{counters, port::Port},
    BitLanes, Lanes,
};

port_values! {
    /// Events, and the counter whose slot it is.
    pub struct PortCountersInputs {
        /// Counter whose slot it is.
        pub index: u64,
        /// The counter restarts at 0.
        pub clear: bool,
        /// Events: counter *k* counts one for bit *k*.
        pub events: BitLanes,
        /// Blocks received, by virtual lane.
        pub blocks_in: Lanes,
        /// Blocks transmitted, by virtual lane.
        pub blocks_out: Lanes,
    }
}

port_values! {
    /// Value that is read.
    pub struct PortCountersOutputs {
        /// Value of the counter whose slot was in the cycle before.
        pub value: u64,
    }
}

/// Indices of the counters of received and transmitted blocks of a virtual lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OfBlocks {
    pub(crate) come: usize,
    pub(crate) go: usize,
}

/// All counters of a port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortCounters {
    /// Events since the last slot, by counter.
    pub(crate) pending: Vec<u32>,
    /// Value of each counter as of its last slot.
    pub(crate) memory: Vec<u32>,
    /// Value of the counter whose slot was in the cycle before.
    pub(crate) value: u32,
    /// Counters of blocks, by virtual lane.
    pub(crate) of_blocks: Vec<OfBlocks>,
    /// Counters of events: bit *k*.
    pub(crate) of_events: BitLanes,
}

impl PortCounters {
    /// The module after reset.
    pub fn new(port: &Port) -> Self {
        let count = counters::count(port);
        let lanes = 0..port.lanes();
        let of_blocks: Vec<OfBlocks> = lanes
            .map(|lane| OfBlocks {
                come: counters::blocks_in(port, lane),
                go: counters::blocks_out(port, lane),
            })
            .collect();
        let mut of_events: BitLanes = (0..count).map(|_| true).collect();
        for OfBlocks { come, go } in &of_blocks {
            of_events.clear(*come);
            of_events.clear(*go);
        }
        let (pending, memory) = (vec![0; count], vec![0; count]);
        PortCounters { pending, memory, value: 0, of_blocks, of_events }
    }

    /// Value of counter `index` in its slot.
    #[inline]
    fn sum(&self, index: usize, clear: bool) -> u32 {
        let before = if clear { 0 } else { self.memory[index] };
        before.wrapping_add(self.pending[index])
    }

    /// Adds the events of a cycle.
    #[inline]
    fn count(&mut self, inputs: &PortCountersInputs) {
        let counted = inputs.events & self.of_events;
        for counter in counted.set_lanes() {
            self.pending[counter] += 1;
        }
        for (lane, OfBlocks { come, go }) in self.of_blocks.iter().enumerate() {
            self.pending[*come] += inputs.blocks_in.get(lane).copied().unwrap_or(0);
            self.pending[*go] += inputs.blocks_out.get(lane).copied().unwrap_or(0);
        }
    }
}

impl Golden for PortCounters {
    type Inputs = PortCountersInputs;
    type Outputs = PortCountersOutputs;

    #[inline]
    fn step(&mut self, inputs: &PortCountersInputs, outputs: &mut PortCountersOutputs) {
        let index = inputs.index as usize;
        outputs.value = self.value.into();
        self.value = self.sum(index, inputs.clear);
        self.memory[index] = self.value;
        self.pending[index] = 0;
        self.count(inputs);
    }

    fn reset(&mut self) {
        // The memory keeps its contents, which have no effect.
        self.pending.fill(0);
        self.value = 0;
    }
}
