//! The congestion detector of an output port, see [`tailback_spec::switch::detector`].
//!
//! Blocks enter a buffer at a constant rate from a packet's first beat on, and leave it at a
//! constant rate from the packet's first beat on its next link on. Between the first and last
//! blocks of packets, the occupancy changes linearly; it is compared with the threshold where the
//! slope changes, so no crossing is missed.

use tailback_spec::{
    scenario::{Registers, Scenario, VictimMask},
    switch::detector::{clear_blocks, set_blocks},
};

/// Settings by software.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings {
    off: bool,
    set: i64,
    clear: i64,
    packet_size: u32,
    marking_rate: u32,
    victims: bool,
}

impl Settings {
    /// Settings of a port; `to_host` if it leads to a host.
    pub fn new(scenario: &Scenario, registers: &Registers, to_host: bool) -> Self {
        let detector = scenario.config.detector();
        Settings {
            off: registers.threshold == 0,
            set: set_blocks(&detector, registers.threshold).into(),
            clear: clear_blocks(&detector, registers.threshold).into(),
            packet_size: registers.packet_size,
            marking_rate: registers.marking_rate,
            victims: match registers.victim_mask {
                VictimMask::None => false,
                VictimMask::Hosts => to_host,
                VictimMask::All => true,
            },
        }
    }
}

/// A packet whose blocks arrive or leave.
#[derive(Debug, Clone, Copy)]
struct Ramp {
    from: u64,
    cycles: u64,
    blocks: u32,
    /// 1 if they arrive, -1 if they leave.
    sign: i64,
}

impl Ramp {
    fn end(&self) -> u64 {
        self.from + self.cycles
    }

    fn blocks_at(&self, now: u64) -> i64 {
        let blocks = u64::from(self.blocks);
        let moved = ((now - self.from) * blocks / self.cycles.max(1) + 1).min(blocks);
        self.sign * moved as i64
    }
}

/// A detector; there is one virtual lane.
#[derive(Debug)]
pub(super) struct Detector {
    settings: Settings,
    /// Blocks of packets that neither arrive nor leave.
    settled: i64,
    ramps: Vec<Ramp>,
    congested: bool,
    victim: bool,
    skip: u32,
}

impl Detector {
    pub fn new(settings: Settings) -> Self {
        Detector {
            settings,
            settled: 0,
            ramps: Vec::with_capacity(8),
            congested: false,
            victim: false,
            skip: 0,
        }
    }

    fn judge(&mut self, at: u64) {
        let moving: i64 = self.ramps.iter().map(|ramp| ramp.blocks_at(at)).sum();
        let occupancy = self.settled + moving;
        if self.settings.off || occupancy <= self.settings.clear {
            self.congested = false;
            self.skip = 0;
        } else if occupancy > self.settings.set {
            self.congested = true;
        }
    }

    /// Processes all ramps up to this cycle.
    fn update(&mut self, now: u64) {
        loop {
            let ended = self.ramps.iter().enumerate().filter(|(_, ramp)| ramp.end() <= now);
            let Some((place, ramp)) = ended.min_by_key(|(_, ramp)| ramp.end()) else { break };
            let (end, blocks) = (ramp.end(), ramp.sign * i64::from(ramp.blocks));
            self.judge_before(end);
            self.settled += blocks;
            self.ramps.swap_remove(place);
        }
        self.judge(now);
    }

    /// Updates the state at a time, unless a ramp begins only after it.
    fn judge_before(&mut self, at: u64) {
        if self.ramps.iter().all(|ramp| ramp.from <= at) {
            self.judge(at);
        }
    }

    /// A packet for the port begins to arrive.
    pub fn arrives(&mut self, now: u64, cycles: u64, blocks: u32) {
        self.update(now);
        self.ramps.push(Ramp { from: now, cycles, blocks, sign: 1 });
    }

    /// The next packet of the port belongs to a victim.
    pub fn stalled(&mut self) {
        self.victim = true;
    }

    /// A packet starts, and its blocks leave within so many cycles; returns whether it is marked.
    pub fn transmit(&mut self, now: u64, cycles: u64, blocks: u32) -> bool {
        self.update(now);
        self.ramps.push(Ramp { from: now, cycles, blocks, sign: -1 });
        let victim = std::mem::take(&mut self.victim);
        let Settings { packet_size, marking_rate, victims, .. } = self.settings;
        let eligible = self.congested && (victims || !victim) && blocks >= packet_size;
        if !eligible {
            return false;
        }
        let mark = self.skip == 0;
        self.skip = if mark { marking_rate } else { self.skip - 1 };
        mark
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks and cycles of a packet.
    const BLOCKS: u32 = 10;
    const CYCLES: u64 = 100;

    fn detector(marking_rate: u32, victims: bool) -> Detector {
        let settings =
            Settings { off: false, set: 15, clear: 13, packet_size: 1, marking_rate, victims };
        Detector::new(settings)
    }

    /// A detector congested by two packets that have arrived.
    fn congested(marking_rate: u32, victims: bool) -> Detector {
        let mut detector = detector(marking_rate, victims);
        (0..2).for_each(|_| detector.arrives(0, CYCLES, BLOCKS));
        detector
    }

    #[test]
    fn a_packet_that_cuts_through_is_no_congestion() {
        let mut detector = detector(0, false);
        for packet in 0..10 {
            detector.arrives(packet * CYCLES, CYCLES, BLOCKS);
            assert!(!detector.transmit(packet * CYCLES + 5, CYCLES, BLOCKS));
        }
    }

    #[test]
    fn congestion_begins_above_one_threshold_and_ends_at_the_other() {
        let mut detector = congested(0, false);
        assert!(detector.transmit(CYCLES, CYCLES, BLOCKS));
        // The occupancy falls to 10 blocks unobserved, and rises again.
        detector.arrives(3 * CYCLES, CYCLES, BLOCKS / 2);
        assert!(!detector.transmit(4 * CYCLES, CYCLES, BLOCKS));
    }

    #[test]
    fn a_crossing_between_two_packets_is_not_missed() {
        let mut detector = detector(0, false);
        detector.arrives(0, CYCLES, BLOCKS);
        detector.arrives(0, CYCLES, BLOCKS);
        // 20 blocks at cycle 100, 14 at 150, 1 at 250.
        assert!(detector.transmit(100, CYCLES, BLOCKS));
        assert!(detector.transmit(150, CYCLES, BLOCKS));
        assert!(!detector.transmit(250, CYCLES, 1));
    }

    #[test]
    fn one_of_marking_rate_and_one_is_marked_the_first_first() {
        let mut detector = congested(2, false);
        (0..10).for_each(|_| detector.arrives(CYCLES, CYCLES, BLOCKS));
        let marks: Vec<bool> =
            (0..7).map(|n| detector.transmit((2 + n) * CYCLES, CYCLES, BLOCKS)).collect();
        assert_eq!(marks, [true, false, false, true, false, false, true]);
    }

    #[test]
    fn a_victim_is_marked_only_if_the_mask_says_so() {
        for masked in [false, true] {
            let mut detector = congested(0, masked);
            detector.stalled();
            assert_eq!(detector.transmit(CYCLES, CYCLES, BLOCKS), masked);
        }
    }
}
