//! A run of a scenario on a board.

use super::{BoardError, Client, Line};
use std::ops::ControlFlow;
use tailback_model::fabric::Received;
use tailback_spec::{
    board::{host::address, Board, CYCLE_BITS},
    fabric::Write,
};
use tailback_testbench::{
    board::twin::Counts,
    fabric::{counters, Counter},
};

/// Attempts to write all registers before the scenario begins.
const ATTEMPTS: u32 = 6;
/// Factor between two attempts.
const GROWTH: u64 = 2;
/// Factor of the time for all writes over what was measured.
const MARGIN: u64 = 2;
/// Cycles in addition to that.
const MARGIN_CYCLES: u64 = 4096;
/// The scenario begins in a multiple of this many cycles.
const ROUND_CYCLES: u64 = 64;
/// Accesses that are measured.
const MEASURED: usize = 4;
/// Cycles in which a fabric delivers a packet, if it still has any.
const QUIET_CYCLES: u64 = 8192;
/// Cycles that the board counts.
const MOST_CYCLES: u64 = (1 << CYCLE_BITS) - 1;

/// A board in the state after its set-up.
pub struct Session<'a, L> {
    client: Client<'a, L>,
    board: &'a Board,
    /// Cycle since reset that is the scenario's cycle 0.
    first: u64,
    /// Cycles of the scenario, after which no flow sends.
    cycles: u64,
    /// Slave and register of each flow's count of packets.
    sent: Vec<(u8, u32)>,
    /// Counters of marked packets.
    marked: Vec<Counter>,
}

/// Counts of a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// Cycles of the scenario that are over; negative before it begins.
    pub cycle: i64,
    /// Packets that each flow has begun.
    pub sent: Vec<u32>,
    /// Packets that each host has received.
    pub received: Vec<u32>,
    /// Packets that each port with such a counter has marked.
    pub marked: Vec<u32>,
}

impl Snapshot {
    fn has_counted(&self, before: &Snapshot) -> bool {
        (&self.sent, &self.received) != (&before.sent, &before.received)
    }
}

/// Whether to go on.
type Watch<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

impl<'a, L: Line> Session<'a, L> {
    /// Resets the fabric and writes all registers, so that a scenario of `cycles` cycles begins after that. None if
    /// `watch` has ended it.
    ///
    /// # Errors
    ///
    /// As [`Client::write`], if the board is too slow ([`BoardError::Late`]), or if it does not count as many cycles
    /// ([`BoardError::TooLong`]).
    pub fn set_up(
        mut client: Client<'a, L>,
        board: &'a Board,
        cycles: u64,
        watch: Watch<'_>,
    ) -> Result<Option<Self>, BoardError> {
        let fabric = board.fabric();
        client.reset()?;
        let mut last = client.cycle()?;
        let mut access_cycles = 0;
        for _ in 0..MEASURED {
            let now = client.cycle()?;
            access_cycles = access_cycles.max(now.saturating_sub(last));
            last = now;
        }
        let hosts = fabric.scenario().hosts.len();
        let of_fabric: Vec<(u8, Write)> = (0..fabric.components())
            .flat_map(|component| of_slave(component, fabric.writes(component)))
            .collect();
        let of_hosts = |first| {
            (0..hosts)
                .flat_map(move |host| of_slave(board.slave_of(host), board.writes(host, first)))
        };
        let count = of_fabric.len() + of_hosts(0).count();
        let mut writing = MARGIN * access_cycles * count as u64 + MARGIN_CYCLES;
        for _ in 0..ATTEMPTS {
            let first = (fabric.set_up_cycles() + writing).next_multiple_of(ROUND_CYCLES);
            let end = first + cycles;
            if end >= MOST_CYCLES {
                return Err(BoardError::TooLong { end, most: MOST_CYCLES });
            }
            client.reset()?;
            for (slave, write) in of_fabric.iter().copied().chain(of_hosts(first)) {
                if watch().is_break() {
                    return Ok(None);
                }
                client.write(slave, write)?;
            }
            if client.cycle()? < first {
                let marked = counters(fabric);
                let marked = marked.into_iter().filter(|counter| counter.name.ends_with(".marked"));
                return Ok(Some(Session {
                    client,
                    first,
                    cycles,
                    sent: sent(board),
                    marked: marked.collect(),
                    board,
                }));
            }
            writing *= GROWTH;
        }
        Err(BoardError::Late { attempts: ATTEMPTS })
    }

    /// Cycle since reset that is the scenario's cycle 0.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Counters of marked packets, in the order of [`Snapshot::marked`].
    pub fn marked(&self) -> &[Counter] {
        &self.marked
    }

    /// Reads the counts that show what happens.
    ///
    /// # Errors
    ///
    /// As [`Client::read`].
    pub fn snapshot(&mut self) -> Result<Snapshot, BoardError> {
        let cycle = self.client.cycle()? as i64 - self.first as i64;
        let client = &mut self.client;
        let sent = self.sent.iter().map(|(slave, register)| client.read(*slave, *register));
        let sent = sent.collect::<Result<_, _>>()?;
        let hosts = 0..self.board.fabric().scenario().hosts.len();
        let slave = |host| self.board.slave_of(host) as u8;
        let received = hosts.map(|host| client.read(slave(host), address::RECEIVED));
        let received = received.collect::<Result<_, _>>()?;
        let marked = self.marked.iter();
        let marked = marked.map(|of| client.read(of.component as u8, of.address));
        Ok(Snapshot { cycle, sent, received, marked: marked.collect::<Result<_, _>>()? })
    }

    /// Waits for the end of the scenario and of all packets, and at least until `settled` cycles of it are over;
    /// shows the counts meanwhile. False if `show` has ended it.
    ///
    /// # Errors
    ///
    /// As [`Client::read`].
    pub fn wait(
        &mut self,
        settled: u64,
        show: &mut dyn FnMut(&Snapshot) -> ControlFlow<()>,
    ) -> Result<bool, BoardError> {
        let end = self.cycles.max(settled) as i64;
        let mut before = self.snapshot()?;
        loop {
            let now = self.snapshot()?;
            if show(&now).is_break() {
                return Ok(false);
            }
            let is_quiet = before.cycle > end && !now.has_counted(&before);
            // The count of cycles stops at its largest number.
            let is_stopped = now.cycle + self.first as i64 == MOST_CYCLES as i64;
            if is_quiet && (is_stopped || now.cycle >= before.cycle + QUIET_CYCLES as i64) {
                return Ok(true);
            }
            if before.cycle <= end || now.has_counted(&before) {
                before = now;
            }
        }
    }

    /// Reads all counts at the end of the run. `progress` receives the number of counters that have been read.
    ///
    /// # Errors
    ///
    /// As [`Client::read`].
    pub fn counts(&mut self, progress: &dyn Fn(usize)) -> Result<Counts, BoardError> {
        let Snapshot { sent, received, .. } = self.snapshot()?;
        let mut values = Vec::new();
        for Counter { component, address, .. } in counters(self.board.fabric()) {
            values.push(self.client.read(component as u8, address)?);
            progress(values.len());
        }
        let hosts = received.into_iter().enumerate().map(|(host, packets)| {
            let bad = self.client.read(self.board.slave_of(host) as u8, address::BAD)?;
            Ok(Received { packets: packets.into(), bad: bad.into() })
        });
        Ok(Counts {
            received: hosts.collect::<Result<_, BoardError>>()?,
            sent: sent.into_iter().map(u64::from).collect(),
            counters: values,
        })
    }
}

/// Writes to a slave.
fn of_slave(slave: usize, writes: Vec<Write>) -> impl Iterator<Item = (u8, Write)> {
    writes.into_iter().map(move |write| (slave as u8, write))
}

/// Slave and register of the count of packets of each flow, in the order of the scenario.
fn sent(board: &Board) -> Vec<(u8, u32)> {
    let fabric = board.fabric();
    let mut flows: Vec<(usize, (u8, u32))> = Vec::new();
    for host in 0..fabric.scenario().hosts.len() {
        let senders = fabric.connections(host).iter().filter(|end| end.sends);
        for (end, slot) in senders.zip(0..) {
            let register = slot * address::FLOW_STRIDE + address::SENT;
            flows.push((end.flow, (board.slave_of(host) as u8, register)));
        }
    }
    flows.sort_unstable();
    flows.into_iter().map(|(_, register)| register).collect()
}
