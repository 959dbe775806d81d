//! Extracts the packet log from the beats that enter the links, be it the twin's or the hardware's.

use crate::fabric::{
    log::{Record, Sink},
    place::Place,
};
use tailback_spec::{
    fabric::{ethernet::ports, EthernetFabric},
    Direction, Port,
};

/// Bytes of a frame with all that identifies it, in whole beats.
const HEADER_BYTES: usize = 24;

/// Observes the outputs of a fabric, given as an image of its ports.
pub struct Monitor<S> {
    valid: Place,
    data: Place,
    last: Place,
    /// Next cycle, counted from reset.
    now: u64,
    set_up: u64,
    links: Vec<Link>,
    /// Flow of each host, if it sends.
    flows: Vec<Option<u16>>,
    traffic: Vec<Traffic>,
    sink: S,
}

/// Frames that have entered a link, without copies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Data frames.
    pub data: u64,
    /// ACKs and replies to probes.
    pub others: u64,
}

/// A frame that is entering a link.
#[derive(Debug, Clone, Default)]
struct Link {
    begun: Option<u64>,
    bytes: Vec<u8>,
}

impl<S: Sink> Monitor<S> {
    /// A monitor before the first cycle. `sink` receives the packet log: in the order of the frames of
    /// each link, without IPDs.
    pub fn new(fabric: &EthernetFabric, sink: S) -> Self {
        let table = ports::table(fabric);
        let outputs: Vec<Port> = table.of(Direction::Output).cloned().collect();
        let place = |name| Place::of(&outputs, name);
        let scenario = fabric.scenario();
        let mut flows = vec![None; scenario.hosts.len()];
        for (number, flow) in scenario.flows.iter().enumerate() {
            flows[flow.from] = Some(number as u16);
        }
        Monitor {
            valid: place("link_tvalid"),
            data: place("link_tdata"),
            last: place("link_tlast"),
            now: 0,
            set_up: fabric.set_up_cycles(),
            links: vec![Link::default(); fabric.link_delays().len()],
            traffic: vec![Traffic::default(); fabric.link_delays().len()],
            flows,
            sink,
        }
    }

    /// Observes the outputs of the next cycle.
    pub fn see(&mut self, image: &[u64]) {
        for link in 0..self.links.len() {
            if self.valid.bits(image, link, 0) != 0 {
                self.beat(image, link);
            }
        }
        self.now += 1;
    }

    fn beat(&mut self, image: &[u64], number: usize) {
        let link = &mut self.links[number];
        let begun = *link.begun.get_or_insert(self.now);
        if link.bytes.len() < HEADER_BYTES {
            link.bytes.extend(self.data.bits(image, number, 0).to_le_bytes());
            if link.bytes.len() == HEADER_BYTES {
                let record = self.record(number, begun);
                let traffic = &mut self.traffic[number];
                let count = if record.is_some() { &mut traffic.data } else { &mut traffic.others };
                *count += 1;
                if let Some(record) = record {
                    self.sink.record(&record);
                }
            }
        }
        if self.last.bits(image, number, 0) != 0 {
            self.links[number].begun = None;
            self.links[number].bytes.clear();
        }
    }

    /// The record of a data frame; none of other frames.
    fn record(&self, link: usize, begun: u64) -> Option<Record> {
        let bytes = &self.links[link].bytes;
        let number = |range: std::ops::Range<usize>| {
            bytes[range].iter().fold(0, |n, byte| n << 8 | u64::from(*byte))
        };
        let is_ack = bytes[14] & 1 != 0;
        // The source of a data frame is the sender of its flow.
        let host = (number(6..12) as usize).checked_sub(1)?;
        let flow = (*self.flows.get(host)?).filter(|_| !is_ack)?;
        Some(Record {
            cycle: begun.checked_sub(self.set_up)?,
            link: link as u16,
            flow,
            sequence: number(17..20) as u32,
            marked: false,
            ipd: 0,
        })
    }

    /// Frames that have entered each link.
    pub fn traffic(&self) -> &[Traffic] {
        &self.traffic
    }

    /// Consumes the monitor and returns the sink of the log.
    pub fn into_sink(self) -> S {
        self.sink
    }
}
