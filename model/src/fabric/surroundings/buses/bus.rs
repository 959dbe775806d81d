//! Software at one component: AXI4-Lite, one write or read at a time.

use std::collections::VecDeque;
use tailback_spec::fabric::Write;

/// Outputs of the component.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shown {
    pub awready: bool,
    pub wready: bool,
    pub bvalid: bool,
    pub bresp: u64,
    pub arready: bool,
    pub rvalid: bool,
    pub rdata: u32,
}

#[derive(Debug, Clone, Copy)]
enum Job {
    Write(Write),
    Read(u32),
}

/// The AXI4-Lite master. It accepts responses at once.
#[derive(Debug, Clone)]
pub(super) struct Bus {
    jobs: VecDeque<Job>,
    /// True while a response is outstanding.
    waits: bool,
    /// Offered values: the address of a write, its data, the address of a read.
    pub address: Option<u32>,
    pub data: Option<u32>,
    pub asks: Option<u32>,
    answers: Vec<u32>,
}

impl Bus {
    pub fn new(writes: Vec<Write>) -> Self {
        Bus {
            jobs: writes.into_iter().map(Job::Write).collect(),
            waits: false,
            address: None,
            data: None,
            asks: None,
            answers: Vec::new(),
        }
    }

    /// Adds reads of these addresses.
    pub fn read(&mut self, addresses: Vec<u32>) {
        self.jobs.extend(addresses.into_iter().map(Job::Read));
    }

    pub fn is_idle(&self) -> bool {
        self.jobs.is_empty() && !self.waits
    }

    pub fn answers(&self) -> &[u32] {
        &self.answers
    }

    /// Processes the outputs of the component in the last cycle, and updates the offered values.
    ///
    /// # Panics
    /// If a write is refused: all registers that are written are in the map.
    pub fn see(&mut self, shown: &Shown) {
        self.address = self.address.filter(|_| !shown.awready);
        self.data = self.data.filter(|_| !shown.wready);
        self.asks = self.asks.filter(|_| !shown.arready);
        if self.waits && shown.bvalid {
            assert_eq!(shown.bresp, 0, "a write of the set-up is refused");
            self.waits = false;
        }
        if self.waits && shown.rvalid {
            self.answers.push(shown.rdata);
            self.waits = false;
        }
        if self.waits {
            return;
        }
        match self.jobs.pop_front() {
            Some(Job::Write(Write { address, data })) => {
                (self.address, self.data) = (Some(address), Some(data));
            }
            Some(Job::Read(address)) => self.asks = Some(address),
            None => return,
        }
        self.waits = true;
    }
}
