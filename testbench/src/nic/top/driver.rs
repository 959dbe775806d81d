//! Driver: sets up the registers after reset, and writes and reads them all the time.

use tailback_model::interface::Ready;
use tailback_model::nic::top::{NicTopInputs, NicTopOutputs};
use tailback_spec::nic::registers::QP_BITS;
use tailback_spec::nic::Nic;
use tailback_spec::registers::nic::address;
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};

use super::Scenario;
use crate::axi_lite::{Errands, Master, Pace, Seen, Write, ALL_BYTES};
use crate::nic::registers::errands::Anywhere;
use crate::random::{any_number, one_of, Random};

/// Number of possible queue pairs.
pub(super) const QPS: u32 = 1 << QP_BITS;
/// Entries of the congestion control table that are set up.
const ENTRIES: u32 = 32;
/// Words of CACongestionSetting per service level, and address of those of service level 0.
const LEVEL_WORDS: u32 = 2;
const LEVELS: u32 = address::CA_CONGESTION_SETTING + WORD_BYTES;
/// VALID bit of an entry of the queue pair table.
const VALID: u32 = 1 << 31;

/// Register contents that packets must fit.
#[derive(Debug, Clone)]
pub(super) struct Book {
    /// Number of the queue pair of flow 0.
    pub(super) qp_base: u32,
    /// Flows with a valid queue pair.
    pub(super) known: Vec<bool>,
    /// Accesses since the set-up was complete.
    errands: u64,
}

/// Driver of the NIC.
pub(super) struct Driver {
    master: Master,
    writer: Writer,
}

/// Chooses writes and reads.
struct Writer {
    nic: Nic,
    anywhere: Anywhere,
    book: Book,
    /// Whether queue pairs change after the set-up.
    moves: bool,
}

impl Book {
    /// Whether the set-up is complete: the last write, and another one after it.
    pub(super) fn is_done(&self) -> bool {
        self.errands > 2
    }
}

fn write(address: u32, data: u32) -> Write {
    Write { address, data, strobes: ALL_BYTES }
}

impl Driver {
    pub(super) fn new(nic: &Nic, scenario: Scenario) -> Self {
        let moves = scenario == Scenario::Everything;
        let book = Book { qp_base: 0, known: vec![false; nic.flows()], errands: 0 };
        let writer = Writer { nic: *nic, anywhere: Anywhere::new(nic), book, moves };
        Driver { master: Master::default(), writer }
    }

    /// Register contents that have been written.
    pub(super) fn book(&self) -> &Book {
        &self.writer.book
    }

    /// Restarts the set-up after a reset.
    pub(super) fn reset(&mut self, random: &mut Random) {
        self.master.reset();
        self.writer.book.known.fill(false);
        self.writer.book.errands = 0;
        let wanted = &mut self.master.wanted;
        let flows = self.writer.nic.flows() as u32;
        // Includes the wrap-around of queue pair numbers.
        let near = QPS - 1 - random.below(flows.into()) as u32;
        let any = any_number(random, QP_BITS);
        let qp_base = one_of(random, &[0, near, any, any]);
        wanted.push_back(self.writer.qp_base(qp_base));
        let first = random.below(flows.into()) as u32;
        for flow in (first..flows).chain(0..first) {
            let known = random.below(32) != 0;
            wanted.push_back(self.writer.queue_pair(flow, known, random));
        }
        if self.writer.nic.has_table() {
            wanted.extend((0..ENTRIES).map(|entry| self.writer.entry(entry, random)));
            wanted.push_back(write(address::CONGESTION_CONTROL_TABLE, (ENTRIES - 1) << 16));
            for level in 0..Nic::SERVICE_LEVELS as u32 {
                wanted.push_back(self.writer.reaction(level, random));
                wanted.push_back(self.writer.minimum(level, random));
            }
            wanted.push_back(write(address::CA_CONGESTION_SETTING, 0xFFFF));
        }
    }

    /// Drives the next cycle.
    pub(super) fn drive<Host: Ready>(
        &mut self,
        last: &NicTopOutputs,
        pace: Pace,
        random: &mut Random,
        inputs: &mut NicTopInputs<Host>,
    ) {
        let seen = Seen { awready: last.s_axil.awready, arready: last.s_axil.arready };
        self.master.drive(seen, pace, &mut self.writer, random);
        inputs.s_axil.clone_from(&self.master.driven);
    }
}

impl Writer {
    fn qp_base(&mut self, number: u32) -> Write {
        self.book.qp_base = number;
        write(address::QP_BASE, number)
    }

    fn queue_pair(&mut self, flow: u32, known: bool, random: &mut Random) -> Write {
        self.book.known[flow as usize] = known;
        let number = any_number(random, QP_BITS) | if known { VALID } else { 0 };
        write(address::QPS + flow * WORD_BYTES, number)
    }

    /// A CCT entry with a gap of some packet times at most.
    fn entry(&self, entry: u32, random: &mut Random) -> Write {
        const SHIFT_LSB: u32 = 14;
        let (shift, multiplier) = (random.below(4) as u32, random.below(16) as u32);
        write(address::TABLE_ENTRIES + entry * WORD_BYTES, shift << SHIFT_LSB | multiplier)
    }

    /// CCTI_Timer, CCTI_Increase and Trigger_Threshold of a service level.
    fn reaction(&self, level: u32, random: &mut Random) -> Write {
        let timer = one_of(random, &[1, 2, 5, 20]) as u32;
        let (increase, trigger) = (random.below(5) as u32, random.below(12) as u32);
        let data = timer << 16 | increase << 8 | trigger;
        write(LEVELS + level * LEVEL_WORDS * WORD_BYTES, data)
    }

    fn minimum(&self, level: u32, random: &mut Random) -> Write {
        let minimum = one_of(random, &[0, 0, 0, 1, 5]);
        write(LEVELS + (level * LEVEL_WORDS + 1) * WORD_BYTES, minimum << 24)
    }

    /// Map of the throttled service levels: usually all of them.
    fn control(random: &mut Random) -> Write {
        let (one, any) = (random.below(16), random.bits() as u32);
        let map = one_of(random, &[0xFFFF, 0xFFFF, 0xFFFF ^ 1 << one, any, 0]);
        write(address::CA_CONGESTION_SETTING, map & 0xFFFF)
    }
}

impl Errands for Writer {
    fn write(&mut self, random: &mut Random) -> Write {
        let level = random.below(Nic::SERVICE_LEVELS as u64) as u32;
        let flow = random.below(self.nic.flows() as u64) as u32;
        self.book.errands += 1;
        match random.below(32) {
            0..=11 => write(address::FLOW_SELECT, flow),
            12 => write(address::FLOW_SELECT, any_number(random, WORD_BITS as usize)),
            13..=15 => self.reaction(level, random),
            16 => self.minimum(level, random),
            17 | 18 => {
                let entry = random.below(ENTRIES.into()) as u32;
                self.entry(entry, random)
            }
            19 => {
                let least = ENTRIES / 2;
                let limit = least + random.below(least.into()) as u32;
                write(address::CONGESTION_CONTROL_TABLE, limit << 16)
            }
            20 => Self::control(random),
            21 => write(address::CONGESTION_LOG + WORD_BYTES, random.bits() as u32),
            22 if self.moves => {
                let known = random.below(8) != 0;
                self.queue_pair(flow, known, random)
            }
            23 if self.moves && random.below(16) == 0 => {
                let number = any_number(random, QP_BITS);
                self.qp_base(number)
            }
            // Incomplete writes, which change nothing.
            _ => {
                let (address, data) = (self.anywhere.address(random), random.bits() as u32);
                Write { address, data, strobes: one_of(random, &[0, 1, 7, 14]) }
            }
        }
    }

    fn read(&mut self, random: &mut Random) -> u32 {
        self.anywhere.address(random)
    }
}
