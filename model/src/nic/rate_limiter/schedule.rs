//! When a flow's next packet may start.
//!
//! Times here never wrap: they are ticks and cycles since reset. Only the lateness of a start is
//! what a counter of so many bits makes of it.

use tailback_spec::nic::{
    rate_limiter::{ipd_ticks, table_ticks, MULTIPLIER_BITS},
    Nic,
};

/// A packet that is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Packet {
    /// The tick of its start.
    pub(crate) start: u64,
    /// Its words.
    pub(crate) words: u64,
    /// The delay that it asks for.
    pub(crate) delay_ticks: u64,
}

/// The arithmetic of a NIC's schedules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Schedule {
    /// Delays come from a congestion control table; else they are IPDs.
    has_table: bool,
    /// Ticks of a cycle.
    cycle_ticks: u64,
    /// Ticks after which a lateness begins at 0 again.
    lateness_ticks: u64,
    /// Ticks before that in which a lateness is none.
    early_ticks: u64,
}

impl Schedule {
    pub(crate) fn new(nic: &Nic) -> Self {
        Schedule {
            has_table: nic.has_table(),
            cycle_ticks: 1 << nic.fraction_bits(),
            lateness_ticks: 1 << (nic.time_bits() + nic.fraction_bits()),
            early_ticks: nic.early_cycles() << nic.fraction_bits(),
        }
    }

    /// The first tick of a cycle.
    pub(crate) fn tick(&self, cycle: u64) -> u64 {
        cycle * self.cycle_ticks
    }

    /// The first cycle that begins no earlier than a tick.
    pub(crate) fn cycle(&self, tick: u64) -> u64 {
        tick.div_ceil(self.cycle_ticks)
    }

    /// Ticks that a packet of `words` asks for between its start and the next one; `delay` is what
    /// was looked up. One of no words, for which nothing is looked up, asks for none.
    pub(crate) fn delay_ticks(&self, words: u64, delay: u64) -> u64 {
        let packet_ticks = words * self.cycle_ticks;
        if self.has_table {
            let multipliers = 1 << MULTIPLIER_BITS;
            table_ticks(packet_ticks, delay / multipliers, delay % multipliers)
        } else {
            ipd_ticks(packet_ticks, delay)
        }
    }

    /// The schedule after a start at tick `start` of a packet of so many words.
    ///
    /// Spaced from the actual last start, a flow that has to wait now and then would never get its
    /// whole rate, as those of INFOCOM'03 Fig. 3(d) do.
    pub(crate) fn next(&self, schedule: u64, idle: bool, packet: &Packet) -> u64 {
        let Packet { start, words, delay_ticks } = *packet;
        if idle {
            return start + delay_ticks;
        }
        let packet_ticks = self.tick(words);
        let gap_ticks = delay_ticks - packet_ticks;
        // How late it is, had it to come right behind a packet of its length.
        let lateness = start.wrapping_sub(schedule + packet_ticks) % self.lateness_ticks;
        // A host may say that it starts before it is told to: that makes nothing earlier.
        let earliness = self.lateness_ticks - lateness;
        if earliness <= self.early_ticks {
            start + earliness + gap_ticks
        } else if lateness < gap_ticks {
            start - lateness + gap_ticks
        } else {
            start
        }
    }
}
