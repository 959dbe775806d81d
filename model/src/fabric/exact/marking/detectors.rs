//! Congestion detectors, see [`tailback_spec::switch::detector`] and
//! [`tailback_spec::switch::detector_marking`].

use super::Passing;
use crate::fabric::{exact::stalls::Stalls, timing::COUNTED};
use tailback_spec::{
    scenario::{Registers, Scenario, VictimMask},
    switch::detector::{clear_blocks, set_blocks},
};

/// Settings by software.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings {
    off: bool,
    set: u64,
    clear: u64,
    packet_size: u64,
    marking_rate: u32,
    victims: bool,
    block_words: u64,
}

impl Settings {
    /// Settings of a port; `to_host` if it leads to a host.
    pub fn new(scenario: &Scenario, registers: &Registers, to_host: bool) -> Self {
        let detector = scenario.config.detector();
        Settings {
            off: registers.threshold == 0,
            set: set_blocks(&detector, registers.threshold).into(),
            clear: clear_blocks(&detector, registers.threshold).into(),
            packet_size: registers.packet_size.into(),
            marking_rate: registers.marking_rate,
            victims: match registers.victim_mask {
                VictimMask::None => false,
                VictimMask::Hosts => to_host,
                VictimMask::All => true,
            },
            block_words: scenario.config.input_buffer().block_words() as u64,
        }
    }
}

/// Blocks that begin to count one after the other, [`Settings::block_words`] cycles apart.
#[derive(Debug, Clone, Copy)]
struct Blocks {
    /// Cycle in which the first one that is left is counted.
    next: u64,
    left: u64,
}

/// The detector of an output port.
#[derive(Debug)]
pub(in crate::fabric::exact) struct Detector {
    settings: Settings,
    /// Cycle to whose beginning the registers belong.
    now: u64,
    occupancy: u64,
    congested: bool,
    skip: u32,
    /// Blocks that have not been counted.
    stored: Vec<Blocks>,
    /// Times in which the port lacked credits.
    pub stalls: Stalls,
}

impl Detector {
    pub(super) fn new(settings: Settings) -> Self {
        Detector {
            settings,
            now: 0,
            occupancy: 0,
            congested: false,
            skip: 0,
            stored: Vec::new(),
            stalls: Stalls::default(),
        }
    }

    /// Blocks of a packet are written, the first one in a cycle.
    pub fn stores(&mut self, cycle: u64, blocks: u64) {
        self.stored.push(Blocks { next: cycle + COUNTED, left: blocks });
    }

    /// Reports whether a packet that starts is marked.
    pub fn transmit(&mut self, packet: &Passing<'_>) -> bool {
        let Passing { first, blocks, .. } = *packet;
        self.settle(packet);
        let Settings { victims, packet_size, marking_rate, .. } = self.settings;
        let is_victim = self.stalls.transmit(first);
        if !self.congested || blocks < packet_size || is_victim && !victims {
            return false;
        }
        let mark = self.skip == 0;
        self.skip = if mark { marking_rate } else { self.skip - 1 };
        mark
    }

    /// Updates the registers to the beginning of the cycle in which a packet starts.
    fn settle(&mut self, packet: &Passing<'_>) {
        let Passing { first: until, before, .. } = *packet;
        let words = self.settings.block_words;
        let leave = before.beats.div_ceil(words);
        let come = |blocks: &Blocks| match until.checked_sub(blocks.next + 1) {
            None => 0,
            Some(cycles) => blocks.left.min(cycles / words + 1),
        };
        let comes: u64 = self.stored.iter().map(come).sum();
        let stays = match self.congested {
            true => self.occupancy > self.settings.clear + leave,
            false => self.occupancy + comes <= self.settings.set,
        };
        if !stays {
            return self.walk(packet, leave);
        }
        for blocks in &mut self.stored {
            let count = come(blocks);
            blocks.next += count * words;
            blocks.left -= count;
        }
        self.stored.retain(|blocks| blocks.left > 0);
        self.occupancy = self.occupancy + comes - leave;
        if !self.congested {
            self.skip = 0;
        }
        self.now = until;
    }

    /// The same, from one cycle with an event to the next.
    fn walk(&mut self, packet: &Passing<'_>, leave: u64) {
        let Passing { first: until, before, .. } = *packet;
        let words = self.settings.block_words;
        let mut left = 0;
        while self.now < until {
            let leaves = if left < leave { before.cycle_of(left * words) } else { until };
            let comes = self.stored.iter().map(|blocks| blocks.next).min();
            let event = comes.map_or(leaves, |comes| comes.min(leaves));
            self.judge(event.min(until - 1));
            if event < until {
                left += u64::from(leaves == event);
                self.count(event, leaves == event);
            }
        }
    }

    /// Updates the registers to the end of a cycle, without a change of the occupancy.
    fn judge(&mut self, last: u64) {
        let Settings { off, set, clear, .. } = self.settings;
        let was_congested = self.congested;
        self.congested = !off && self.occupancy > clear && (was_congested || self.occupancy > set);
        if !was_congested || !self.congested && last > self.now {
            self.skip = 0;
        }
        self.now = last + 1;
    }

    /// Counts the blocks that come and leave in a cycle.
    fn count(&mut self, cycle: u64, leaves: bool) {
        let words = self.settings.block_words;
        for blocks in self.stored.iter_mut().filter(|blocks| blocks.next == cycle) {
            blocks.next += words;
            blocks.left -= 1;
            self.occupancy += 1;
        }
        self.stored.retain(|blocks| blocks.left > 0);
        self.occupancy -= u64::from(leaves);
    }
}
