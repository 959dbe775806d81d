//! State of a whole fabric at some instants: how a congestion tree grows and shrinks.

use super::{
    busy::Busy,
    lengths::Lengths,
    log::{Record, Sink},
};
use tailback_spec::scenario::Scenario;

/// State of a fabric at an instant.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// The cycle before which the state is read.
    pub cycle: u64,
    /// Blocks in use of the input buffer at the end of each directed link, as
    /// [`Engine::blocks_in_use`](super::Engine::blocks_in_use).
    pub blocks: Vec<Option<u64>>,
    /// Fraction of the time since the last snapshot, or since the first cycle, in which each directed link
    /// carried packets.
    pub busy: Vec<f64>,
    /// Greatest inter-packet delay, or CCTI, of the flows of each host, as of the last packet of each;
    /// 0 before the first packet.
    pub ipd: Vec<u16>,
}

/// Follows what [`Snapshot`] contains besides buffers.
#[derive(Debug, Clone)]
pub struct Snapshots {
    /// Cycle of the last snapshot.
    since: u64,
    links: Vec<Busy>,
    /// Cycles of a packet of full length, by link.
    cycles: Vec<u64>,
    lengths: Lengths,
    /// Sender of each flow, and its present inter-packet delay.
    flows: Vec<(usize, u16)>,
    hosts: usize,
}

impl Snapshots {
    /// Before the first packet.
    pub fn new(scenario: &Scenario) -> Self {
        Snapshots {
            since: 0,
            links: vec![Busy::default(); scenario.links()],
            cycles: (0..scenario.links()).map(|link| scenario.link_cycles(link)).collect(),
            lengths: Lengths::new(scenario),
            flows: scenario.flows.iter().map(|flow| (flow.from, 0)).collect(),
            hosts: scenario.hosts.len(),
        }
    }

    /// The state before a cycle, with these blocks in use. All packets before that cycle, and no others,
    /// have been recorded.
    pub fn take(&mut self, cycle: u64, blocks: Vec<Option<u64>>) -> Snapshot {
        let time = (cycle - self.since).max(1) as f64;
        self.since = cycle;
        let mut ipd = vec![0; self.hosts];
        for (host, of_flow) in &self.flows {
            ipd[*host] = (*of_flow).max(ipd[*host]);
        }
        let busy = self.links.iter_mut().map(|link| link.take(cycle) as f64 / time);
        Snapshot { cycle, blocks, busy: busy.collect(), ipd }
    }
}

impl Sink for Snapshots {
    fn record(&mut self, record: &Record) {
        let (link, flow) = (usize::from(record.link), usize::from(record.flow));
        let length = self.lengths.of(record.flow, record.sequence);
        self.links[link].add(record.cycle, self.lengths.scaled(self.cycles[link], length));
        self.flows[flow].1 = record.ipd;
    }
}
