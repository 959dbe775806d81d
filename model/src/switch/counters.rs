//! The counters of a port, which share one memory. Events of reception, of which there is at most
//! one in a cycle, are added to it at once; all others wait in registers for the counter's slot.

#[cfg(test)]
mod tests;

use crate::{bits::set_lanes, Golden};
use serde::{Deserialize, Serialize};
use tailback_spec::{
    port_values,
    switch::{
        counters::{self, flow_control, MALFORMED, MANAGEMENT_DROPPED},
        port::Port,
    },
    Lanes,
};

port_values! {
    /// Events, and the counter whose slot it is; an element (or bit) belongs to a virtual lane.
    pub struct PortCountersInputs {
        /// Counter whose slot it is.
        pub index: u64,
        /// The counter restarts at 0, and events of reception are not counted.
        pub clear: bool,
        /// Event of reception.
        pub received: bool,
        /// Counter of the event of reception.
        pub received_index: u64,
        /// Blocks of a good packet that is received.
        pub received_blocks: u64,
        /// A flow-control packet is transmitted.
        pub sent: bool,
        /// Packets transmitted.
        pub gone: u64,
        /// Blocks transmitted.
        pub blocks_out: Lanes,
        /// Packets marked, by data virtual lane.
        pub marked: u64,
        /// Data virtual lanes with a packet that lacks nothing but credits.
        pub stalled: u64,
        /// Packets dropped for the Head-of-Queue Life limit.
        pub late: u64,
    }
}

port_values! {
    /// Value that is read.
    pub struct PortCountersOutputs {
        /// Value of the counter whose slot was in the cycle before.
        pub value: u64,
    }
}

/// Kinds of counters of reception.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Reception {
    /// Events other than good packets.
    Events,
    /// Good packets; their blocks have a counter of their own.
    Packets {
        /// Counter of the blocks.
        blocks: usize,
    },
}

/// Event of reception in the cycle before, which is added to the memory now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Arrival {
    counter: usize,
    /// Blocks of a good packet, and their counter.
    blocks: Option<(usize, u32)>,
}

/// Counters of transmission, by virtual lane.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Transmission {
    packets_out: Vec<usize>,
    blocks_out: Vec<usize>,
    marked: Vec<usize>,
    credit_stalls: Vec<usize>,
    head_of_queue_dropped: Vec<usize>,
}

impl Transmission {
    fn new(port: &Port) -> Self {
        let of = |lanes: usize, counter: fn(&Port, usize) -> usize| -> Vec<usize> {
            (0..lanes).map(|lane| counter(port, lane)).collect()
        };
        Transmission {
            packets_out: of(port.lanes(), counters::packets_out),
            blocks_out: of(port.lanes(), counters::blocks_out),
            marked: of(port.virtual_lanes(), counters::marked),
            credit_stalls: of(port.virtual_lanes(), counters::credit_stalls),
            head_of_queue_dropped: of(port.lanes(), counters::head_of_queue_dropped),
        }
    }
}

/// All counters of a port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortCounters {
    /// Events of transmission since the last slot, by counter.
    pub(crate) pending: Vec<u32>,
    /// Value of each counter, without what is pending.
    pub(crate) memory: Vec<u32>,
    /// Value of the counter whose slot was in the cycle before.
    pub(crate) value: u32,
    /// Event of reception in the cycle before.
    pub(crate) arrival: Option<Arrival>,
    /// Counters of reception; `None` for all others.
    pub(crate) receptions: Vec<Option<Reception>>,
    pub(crate) transmission: Transmission,
}

impl PortCounters {
    /// The module after reset.
    pub fn new(port: &Port) -> Self {
        let count = counters::count(port);
        PortCounters {
            pending: vec![0; count],
            memory: vec![0; count],
            value: 0,
            arrival: None,
            receptions: receptions(port),
            transmission: Transmission::new(port),
        }
    }

    /// Value of counter `index` in its slot.
    #[inline]
    fn sum(&self, index: usize, clear: bool) -> u32 {
        let before = if clear { 0 } else { self.memory[index] };
        before.wrapping_add(self.pending[index])
    }

    /// Event of reception in a cycle, if it is counted.
    #[inline]
    fn arrival(&self, inputs: &PortCountersInputs) -> Option<Arrival> {
        let counter = inputs.received_index as usize;
        let counted = inputs.received && !inputs.clear;
        let reception = self.receptions.get(counter).copied().flatten().filter(|_| counted)?;
        let blocks = match reception {
            Reception::Events => None,
            Reception::Packets { blocks } => Some((blocks, inputs.received_blocks as u32)),
        };
        Some(Arrival { counter, blocks })
    }

    /// Adds the event of reception of the cycle before to the memory.
    #[inline]
    fn receive(&mut self) {
        let Some(Arrival { counter, blocks }) = self.arrival else { return };
        self.memory[counter] = self.memory[counter].wrapping_add(1);
        if let Some((counter, blocks)) = blocks {
            self.memory[counter] = self.memory[counter].wrapping_add(blocks);
        }
    }

    /// Adds the events of transmission of a cycle to those that are pending.
    #[inline]
    fn transmit(&mut self, inputs: &PortCountersInputs) {
        let (pending, counters) = (&mut self.pending, &self.transmission);
        pending[flow_control::SENT] += u32::from(inputs.sent);
        for (lanes, counters) in [
            (inputs.gone, &counters.packets_out),
            (inputs.marked, &counters.marked),
            (inputs.stalled, &counters.credit_stalls),
            (inputs.late, &counters.head_of_queue_dropped),
        ] {
            for counter in set_lanes(lanes).filter_map(|lane| counters.get(lane)) {
                pending[*counter] += 1;
            }
        }
        for (blocks, counter) in inputs.blocks_out.iter().zip(&counters.blocks_out) {
            pending[*counter] += blocks;
        }
    }
}

/// The kind of each counter of reception; none for all others.
fn receptions(port: &Port) -> Vec<Option<Reception>> {
    let mut receptions = vec![None; counters::count(port)];
    let malformed = 0..MALFORMED.len();
    let flow_control = [
        flow_control::RECEIVED,
        flow_control::BAD_CRC,
        flow_control::BAD_OPERATION,
        flow_control::BAD_VIRTUAL_LANE,
    ];
    for counter in malformed.chain(flow_control).chain([MANAGEMENT_DROPPED]) {
        receptions[counter] = Some(Reception::Events);
    }
    for lane in 0..port.lanes() {
        let blocks = counters::blocks_in(port, lane);
        receptions[counters::packets_in(port, lane)] = Some(Reception::Packets { blocks });
    }
    receptions
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
        self.receive();
        self.arrival = self.arrival(inputs);
        self.transmit(inputs);
    }

    fn reset(&mut self) {
        // The memory keeps its contents, which have no effect.
        self.pending.fill(0);
        self.value = 0;
        self.arrival = None;
    }
}
