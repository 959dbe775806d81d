//! Time at which a flow's next packet may start.
//!
//! Times here never wrap: they are ticks and cycles since reset. Only the lateness of a start
//! wraps, like the counter of the hardware.

use tailback_spec::nic::{
    rate_limiter::{ipd_ticks, table_ticks, MULTIPLIER_BITS},
    Nic,
};

/// A packet that is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Packet {
    /// Tick of its start.
    pub(crate) start: u64,
    /// Beats of the packet.
    pub(crate) words: u64,
    /// Delay requested for the packet, in ticks.
    pub(crate) delay_ticks: u64,
}

/// The arithmetic of a NIC's schedules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Schedule {
    /// Whether delays are entries of a congestion control table, rather than IPDs.
    has_table: bool,
    /// Ticks of a cycle.
    cycle_ticks: u64,
    /// Ticks after which a lateness wraps to 0.
    lateness_ticks: u64,
    /// Greatest earliness in ticks: a lateness within so many ticks of wrapping counts as early.
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

    /// First tick of a cycle.
    pub(crate) fn tick(&self, cycle: u64) -> u64 {
        cycle * self.cycle_ticks
    }

    /// First cycle that begins no earlier than a tick.
    pub(crate) fn cycle(&self, tick: u64) -> u64 {
        tick.div_ceil(self.cycle_ticks)
    }

    /// Ticks that a packet of `words` beats requests between its start and the next one; `delay` is
    /// the result of the look-up. A packet of 0 beats, for which there is no look-up, requests
    /// none.
    pub(crate) fn delay_ticks(&self, words: u64, delay: u64) -> u64 {
        let packet_ticks = words * self.cycle_ticks;
        if self.has_table {
            let multipliers = 1 << MULTIPLIER_BITS;
            table_ticks(packet_ticks, delay / multipliers, delay % multipliers)
        } else {
            ipd_ticks(packet_ticks, delay)
        }
    }

    /// Schedule after a packet of `words` beats that starts at tick `start`.
    ///
    /// If packets were spaced from the actual last start, a flow that has to wait now and then
    /// would never get its whole rate, like the flows of INFOCOM'03 Fig. 3(d).
    pub(crate) fn next(&self, schedule: u64, idle: bool, packet: &Packet) -> u64 {
        let Packet { start, words, delay_ticks } = *packet;
        if idle {
            return start + delay_ticks;
        }
        let packet_ticks = self.tick(words);
        let gap_ticks = delay_ticks - packet_ticks;
        // Lateness, relative to the end of a packet of the same length before it.
        let lateness = start.wrapping_sub(schedule + packet_ticks) % self.lateness_ticks;
        // A host may start before its grant: nothing becomes earlier by that.
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
