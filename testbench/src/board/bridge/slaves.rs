//! Slaves, which accept each request at some time, and respond some time after that.

use tailback_model::interface::{AxiLiteRequest, AxiLiteResponse};
use tailback_spec::{BitLanes, ManyLanes};

use super::phase::Phase;
use crate::random::{happens, Random};

/// Requests of the bridge.
type Requests = AxiLiteRequest<BitLanes, ManyLanes>;
/// Responses of all slaves.
type Responses = AxiLiteResponse<BitLanes, ManyLanes>;

/// One kind of access of one slave.
#[derive(Debug, Clone, Copy, Default)]
struct Access {
    /// Address and data, each if it was accepted.
    accepted: [bool; 2],
    /// Cycles until the response, if all was accepted.
    due: Option<u64>,
}

impl Access {
    /// After a cycle; `accepted`: of address and data in it; `taken`: the response was accepted in it.
    fn see(&mut self, accepted: [bool; 2], taken: bool, delay: u64) {
        if taken {
            *self = Access::default();
        }
        for (all, now) in self.accepted.iter_mut().zip(accepted) {
            *all |= now;
        }
        self.due = match self.due {
            None => self.accepted.iter().all(|part| *part).then_some(delay),
            Some(left) => Some(left.saturating_sub(1)),
        };
    }

    fn is_due(&self) -> bool {
        self.due == Some(0)
    }

    fn is_begun(&self) -> bool {
        self.accepted.contains(&true)
    }
}

/// All slaves.
#[derive(Debug, Clone)]
pub(super) struct Slaves {
    writes: Vec<Access>,
    reads: Vec<Access>,
    /// Requests in the last cycle.
    asks: bool,
}

impl Slaves {
    pub fn new(slaves: usize) -> Self {
        let accesses = vec![Access::default(); slaves];
        Slaves { writes: accesses.clone(), reads: accesses, asks: false }
    }

    /// No access is in flight.
    pub fn reset(&mut self) {
        *self = Slaves::new(self.writes.len());
    }

    /// Whether an access is in flight.
    pub fn are_busy(&self) -> bool {
        let mut accesses = self.writes.iter().chain(&self.reads);
        self.asks || accesses.any(Access::is_begun)
    }

    /// After a cycle with these requests and responses.
    pub fn see(
        &mut self,
        requests: &Requests,
        given: &Responses,
        phase: &Phase,
        random: &mut Random,
    ) {
        let (write_address, write_data) =
            (requests.awvalid & given.awready, requests.wvalid & given.wready);
        let read_address = requests.arvalid & given.arready;
        let (written, read) = (requests.bready & given.bvalid, requests.rready & given.rvalid);
        self.asks =
            ![requests.awvalid, requests.wvalid, requests.arvalid].iter().all(BitLanes::is_empty);
        for (lane, access) in self.writes.iter_mut().enumerate() {
            let accepted = [write_address, write_data].map(|lanes| lanes.is_set(lane));
            access.see(accepted, written.is_set(lane), random.below(phase.delay));
        }
        for (lane, access) in self.reads.iter_mut().enumerate() {
            let accepted = [read_address.is_set(lane); 2];
            access.see(accepted, read.is_set(lane), random.below(phase.delay));
        }
    }

    /// Drives the responses of the next cycle.
    pub fn drive(&mut self, phase: &Phase, given: &mut Responses, random: &mut Random) {
        // A slave accepts no second request before its response to the first one.
        let mut readies = |accesses: &[Access], part: usize| -> BitLanes {
            let events = random.events(phase.ready);
            let may = |(lane, access): (usize, &Access)| {
                !access.accepted[part] && events >> lane & 1 != 0
            };
            accesses.iter().enumerate().map(may).collect()
        };
        given.awready = readies(&self.writes, 0);
        given.wready = readies(&self.writes, 1);
        given.arready = readies(&self.reads, 0);
        let valid =
            |accesses: &[Access]| -> BitLanes { accesses.iter().map(Access::is_due).collect() };
        // A response that is valid stays as it is until it is accepted; others are noise.
        let (bvalid, rvalid) = (valid(&self.writes), valid(&self.reads));
        for (lanes, is_valid, was_valid) in
            [(&mut given.bresp, bvalid, given.bvalid), (&mut given.rresp, rvalid, given.rvalid)]
        {
            lanes.resize(self.writes.len(), 0);
            for (lane, code) in lanes.iter_mut().enumerate() {
                if !(is_valid.is_set(lane) && was_valid.is_set(lane)) {
                    let is_error = happens(random, phase.errors);
                    *code = if is_error { 1 + random.below(3) as u32 } else { 0 };
                }
            }
        }
        given.rdata.resize(self.reads.len(), 0);
        for (lane, data) in given.rdata.iter_mut().enumerate() {
            if !(rvalid.is_set(lane) && given.rvalid.is_set(lane)) {
                *data = random.bits() as u32;
            }
        }
        (given.bvalid, given.rvalid) = (bvalid, rvalid);
    }
}
