//! Space in a NIC for beats of its host ([`tailback_spec::nic::transmit`]).
//!
//! The NIC accepts a beat if its queue held two beats less than it can in the cycle before. Beats
//! that are offered without a gap therefore find space for one more.

use super::packets::NEVER;
use tailback_spec::nic::transmit::DEPTH;

/// The queue while it has beats of one packet.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Space {
    /// Cycle in which the first beat of the packet is accepted.
    taken: u64,
    beats: u64,
    /// Cycle in which the first beat leaves the queue, and that in which the second one does;
    /// [`NEVER`] while that is unknown.
    first: u64,
    second: u64,
    /// Cycle in which a beat is offered that has no space before the second beat of the packet before
    /// has left, while it is unknown when that leaves.
    waits: Option<u64>,
    /// Cycles by which that beat and all later ones are late.
    lag: u64,
}

/// Beats of space that the queue must have for a beat.
const SPARE: u64 = 2;

impl Space {
    /// Beats of a packet are accepted from a cycle on.
    pub fn of(taken: u64, beats: u64) -> Self {
        Space { taken, beats, first: NEVER, second: NEVER, ..Space::default() }
    }

    /// Beats of a packet are accepted from a cycle on, and follow those of a packet whose first beat
    /// has left.
    pub fn after(before: &Self, taken: u64, beats: u64) -> Self {
        let mut space = Space::of(taken, beats);
        // With all of these beats, the queue is full until the second one of them leaves.
        let number = (DEPTH as u64 + 1).saturating_sub(before.beats);
        if (1..beats).contains(&number) {
            space.waits = Some(taken + number);
            if before.second != NEVER {
                space.before_goes_on(before.second);
            }
        }
        space
    }

    /// The second beat of the packet before leaves the queue in a cycle, and the others in the next
    /// ones.
    pub fn before_goes_on(&mut self, cycle: u64) {
        if let Some(offered) = self.waits.take().filter(|offered| cycle + 1 >= *offered) {
            self.lag = cycle + 1 + SPARE - offered;
        }
    }

    /// The first beat leaves the queue in a cycle.
    pub fn begins(&mut self, cycle: u64) {
        self.first = cycle;
    }

    /// The second beat leaves the queue in a cycle, and the others in the next ones.
    pub fn goes_on(&mut self, cycle: u64) {
        self.second = cycle;
    }

    /// Cycle in which a number of beats have left the queue.
    fn left(&self, beats: u64) -> u64 {
        match beats {
            0 => 0,
            1 => self.first,
            _ => self.second.saturating_add(beats - 2),
        }
    }

    /// First cycle in which a beat can be accepted that is offered from a cycle on, `follows` if the
    /// beat before it is accepted in the cycle before; [`NEVER`] if that is unknown.
    fn accepts(&self, number: u64, offered: u64, follows: bool) -> u64 {
        let stays = DEPTH as u64 - SPARE;
        if follows && self.left(number.saturating_sub(stays + 1)).saturating_add(1) < offered {
            return offered;
        }
        offered.max(self.left(number.saturating_sub(stays)).saturating_add(SPARE))
    }

    /// First cycle after the packet's last beat is accepted; [`NEVER`] if that is unknown.
    pub fn ends(&self) -> u64 {
        if self.waits.is_some() {
            return NEVER;
        }
        // From then on, a beat leaves for each one that is offered.
        let steady = (DEPTH as u64 + 2).min(self.beats);
        let full = (DEPTH as u64).min(steady);
        let accepts = |offered: u64, number| match offered {
            NEVER => NEVER,
            offered => self.accepts(number, offered, true).saturating_add(1),
        };
        let ends = (full..steady).fold(self.taken + full + self.lag, accepts);
        ends.saturating_add(self.beats - steady)
    }

    /// First cycle in which the first beat of the next packet can be accepted, if it is offered from
    /// a cycle on; [`NEVER`] if that is unknown.
    pub fn next(&self, offered: u64) -> u64 {
        if self.first == NEVER {
            return NEVER;
        }
        // There is no other next packet in the cycle after that.
        let offered = offered.max(self.first + 1);
        self.accepts(self.beats, offered, offered == self.ends())
    }
}
