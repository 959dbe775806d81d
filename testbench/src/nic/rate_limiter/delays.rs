//! Delays for look-ups: a delay of each flow, or one that reaches a corner case.

use tailback_spec::nic::{
    rate_limiter::{ipd_ticks, table_ticks, FRAME_CYCLES, MULTIPLIER_BITS, SHIFT_BITS},
    Nic,
};

use crate::random::{one_of, Random};

/// Kind of delays in a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Each flow has a delay of its own, which changes occasionally.
    OfFlow,
    /// The shortest delay.
    None,
    /// Delays around the lateness of the start: the credit is just used up, or just not.
    Edge,
    /// All flows become due in the same slot.
    Together {
        /// Cycles until the common slot.
        until: u64,
    },
    /// Times beyond the slots.
    Far,
    /// The longest delay.
    Longest,
}

impl Kind {
    /// A random kind; `elapsed` is the number of cycles so far.
    pub fn any(random: &mut Random, nic: &Nic, elapsed: u64) -> Self {
        let reach = GATHER_CYCLES * FRAME.min(nic.packet_words().into());
        let until = reach.min(8 * FRAME + 2 * FRAME * nic.flows() as u64);
        let longest_cycles = 1 << (nic.tick_bits() - nic.fraction_bits());
        // Share of the total time, independent of the length of the delays.
        let rarity = 12 + longest_cycles / 128;
        if longest_cycles < elapsed / PATIENCE && random.below(rarity) == 0 {
            return Kind::Longest;
        }
        match random.below(12) {
            0 => Kind::Together { until },
            1 => Kind::Far,
            2..=4 => Kind::Edge,
            5 | 6 => Kind::None,
            _ => Kind::OfFlow,
        }
    }
}

/// Largest number of cycles until a common slot, per word of a packet; an IPD can express it.
const GATHER_CYCLES: u64 = 250;
/// Delays take at most this fraction (1/16) of the time so far.
const PATIENCE: u64 = 16;
const FRAME: u64 = FRAME_CYCLES as u64;

/// A start that has been decided.
#[derive(Debug, Clone, Copy)]
pub struct Started {
    /// Index of the flow.
    pub flow: usize,
    /// Words of the packet, or 0.
    pub words: u64,
    /// Cycle in which the start was accepted.
    pub cycle: u64,
    /// The flow had been idle.
    pub fresh: bool,
}

/// Schedule and delay of a flow.
#[derive(Debug, Clone, Copy, Default)]
pub struct Flow {
    /// Earliest tick of the flow's next start.
    pub schedule: u64,
    /// Delay of the flow itself.
    value: u64,
}

/// Delays of all flows.
pub struct Delays {
    nic: Nic,
    pub(super) flows: Vec<Flow>,
    /// Tick in which all flows are to be due.
    meeting: u64,
}

impl Delays {
    pub(super) fn new(nic: &Nic) -> Self {
        Delays { nic: *nic, flows: vec![Flow::default(); nic.flows()], meeting: 0 }
    }

    pub(super) fn reset(&mut self) {
        self.flows.fill(Flow::default());
        self.meeting = 0;
    }

    /// A flow starts a packet; returns the delay for the look-up.
    pub(super) fn started(
        &mut self,
        random: &mut Random,
        kind: Kind,
        elapsed: u64,
        started: &Started,
    ) -> u64 {
        let Started { flow, words, cycle, fresh } = *started;
        let fraction_bits = self.nic.fraction_bits();
        let start = cycle << fraction_bits;
        let before = self.flows[flow].schedule;
        let lateness = self.lateness(started);
        let slots = FRAME * self.nic.slots() as u64;
        let value = match kind {
            _ if words == 0 => 0,
            Kind::None => 0,
            Kind::OfFlow => self.of_flow(random, flow),
            Kind::Edge => {
                let near = one_of(random, &[0, 1, 2, 3, words << fraction_bits]);
                self.value(random, (lateness + near).saturating_sub(1), words)
            }
            Kind::Together { until } => {
                if self.meeting < start + ((6 * FRAME) << fraction_bits) {
                    self.meeting = ((cycle + until) / FRAME * FRAME) << fraction_bits;
                }
                let from = if fresh { start } else { before };
                self.value(random, self.meeting.saturating_sub(from), words)
            }
            Kind::Far => {
                let beyond = one_of(random, &[FRAME, 4 * slots, 4 * slots]);
                let cycles = slots + random.below(beyond);
                self.value(random, cycles << fraction_bits, words)
            }
            Kind::Longest => {
                let longest = (1 << self.nic.delay_bits()) - 1;
                // The longest delay of a table has no shift.
                if self.nic.has_table() {
                    longest % (1 << MULTIPLIER_BITS)
                } else {
                    longest
                }
            }
        };
        let ticks = self.ticks(words, value);
        let patience = (elapsed / PATIENCE).max(8 * slots) << fraction_bits;
        let value = if ticks > patience { self.value(random, patience, words) } else { value };
        let ticks = self.ticks(words, value);
        self.flows[flow].schedule = match fresh {
            true => start + ticks,
            false => start.max(before) + ticks.saturating_sub(lateness),
        };
        value
    }

    /// Lateness of a start in ticks, modulo the range of the hardware's counter.
    pub(super) fn lateness(&self, started: &Started) -> u64 {
        let fraction_bits = self.nic.fraction_bits();
        let start = started.cycle << fraction_bits;
        let lateness = start.saturating_sub(self.flows[started.flow].schedule);
        lateness % (1 << (self.nic.time_bits() + fraction_bits))
    }

    /// Delay of the flow itself.
    fn of_flow(&mut self, random: &mut Random, flow: usize) -> u64 {
        let value = &mut self.flows[flow].value;
        if random.below(4) == 0 {
            // Short delays are more frequent than long ones.
            const SHORT_BITS: usize = 4;
            let widest = if self.nic.has_table() { MULTIPLIER_BITS } else { self.nic.delay_bits() };
            let widest = one_of(random, &[SHORT_BITS, SHORT_BITS, SHORT_BITS, widest]);
            let bits = random.below(widest as u64 + 1);
            *value = random.below(1 << bits);
            if self.nic.has_table() {
                *value |= random.below(1 << SHIFT_BITS) << MULTIPLIER_BITS;
            }
        }
        *value
    }

    /// Delay of a packet, in ticks.
    pub(super) fn ticks(&self, words: u64, value: u64) -> u64 {
        let packet_ticks = words << self.nic.fraction_bits();
        match self.nic.has_table() {
            true => {
                let multiplier = value % (1 << MULTIPLIER_BITS);
                table_ticks(packet_ticks, value >> MULTIPLIER_BITS, multiplier)
            }
            false => ipd_ticks(packet_ticks, value),
        }
    }

    /// Value that makes a packet's delay `ticks`, or slightly less; more only if that is the
    /// minimum.
    fn value(&self, random: &mut Random, ticks: u64, words: u64) -> u64 {
        let packet_ticks = (words << self.nic.fraction_bits()).max(1);
        if !self.nic.has_table() {
            let highest = (1 << self.nic.delay_bits()) - 1;
            return (ticks / packet_ticks).saturating_sub(1).min(highest);
        }
        let gap = ticks.saturating_sub(packet_ticks);
        let highest = (1 << MULTIPLIER_BITS) - 1;
        // The largest shift that is possible, or sometimes a smaller one.
        let fits = |shift: &u64| {
            let step = packet_ticks >> shift;
            step > 0 && gap / step <= highest
        };
        let largest = (0..1 << SHIFT_BITS).rev().find(fits).unwrap_or(0);
        let any = random.below(largest + 1);
        let shift = one_of(random, &[largest, largest, any]);
        shift << MULTIPLIER_BITS | (gap / (packet_ticks >> shift).max(1)).min(highest)
    }
}
