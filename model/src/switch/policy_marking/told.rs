//! Reports of buffers, delayed by a cycle.

use crate::bits::set_lanes;
use serde::{Deserialize, Serialize};
use tailback_spec::{switch::port::Port, Lanes, WideWords};

/// A queue on a data VL, decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// The input port.
    pub(super) input: usize,
    /// The output port.
    pub(super) output: usize,
    /// The data VL.
    pub(super) virtual_lane: usize,
}

/// Dimensions of the switch that decode queue numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Queues {
    /// Output ports, and as many input ports.
    pub(super) ports: usize,
    /// Virtual lanes of an output port.
    lanes: usize,
    /// Data VLs of an output port.
    pub(super) virtual_lanes: usize,
}

impl Queues {
    pub(super) fn new(port: &Port) -> Self {
        let (ports, lanes, virtual_lanes) = (port.ports(), port.lanes(), port.virtual_lanes());
        Queues { ports, lanes, virtual_lanes }
    }

    /// Decodes an input port's queue; `None` for one of management, which is not marked.
    fn place(&self, input: usize, queue: usize) -> Option<Place> {
        let (output, virtual_lane) = (queue / self.lanes, queue % self.lanes);
        let exists = output < self.ports && virtual_lane < self.virtual_lanes;
        exists.then_some(Place { input, output, virtual_lane })
    }

    /// Queues of events that include a queue number.
    pub(super) fn numbered<'a>(
        &'a self,
        events: u64,
        queues: &'a Lanes,
    ) -> impl Iterator<Item = Place> + 'a {
        set_lanes(events).filter_map(|input| self.place(input, *queues.get(input)? as usize))
    }

    /// Queues of events with a bit for each queue.
    pub(super) fn listed<'a>(&'a self, events: &'a WideWords) -> impl Iterator<Item = Place> + 'a {
        events.iter().enumerate().flat_map(move |(input, words)| {
            words.iter().enumerate().flat_map(move |(word, &bits)| {
                let first = word * u64::BITS as usize;
                set_lanes(bits).filter_map(move |bit| self.place(input, first + bit))
            })
        })
    }
}

/// Reports of buffers in the cycle before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Told {
    pub(super) enqueue: u64,
    pub(super) enqueue_queue: Lanes,
    pub(super) dequeue: u64,
    pub(super) dequeue_queue: Lanes,
    pub(super) trigger: WideWords,
}
