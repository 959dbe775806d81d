//! Time in which a link carries packets.

/// Cycles in which packets occupy a link, from one interval to the next.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Busy {
    /// Cycles of the packets that began in the interval, and the rest of one that began before.
    cycles: u64,
    /// End of the last packet.
    ends: u64,
}

impl Busy {
    /// A packet begins in cycle `now` and takes so many cycles.
    pub fn add(&mut self, now: u64, cycles: u64) {
        self.cycles += cycles;
        self.ends = now + cycles;
    }

    /// Ends an interval before a cycle; returns the cycles of packets in it. The part of the last packet
    /// beyond its end belongs to the next interval.
    pub fn take(&mut self, end: u64) -> u64 {
        let rest = self.ends.saturating_sub(end);
        let inside = self.cycles - rest;
        self.cycles = rest;
        inside
    }
}
