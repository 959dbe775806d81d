//! Utilisation that a link can reach with the buffer behind it.
//!
//! A sender starts a packet while the credits are enough for it. A packet's blocks are free when
//! its last beat has left the buffer, and are credits at the sender a *round trip* after its first
//! beat at the earliest:
//!
//! ```text
//! round trip  = packet_cycles + 2 * delay_cycles + STAGES
//! in flight   = buffer_blocks div packet_blocks                              packets
//! reached     = min(1, in flight * packet_cycles / round trip)
//! ```
//!
//! A link between two switches reaches this if nothing holds packets up behind it. A NIC needs a
//! few cycles more.

use super::Link;

/// Pipeline stages of the round trip in cycles: the packet through the switch behind the link, from
/// its last beat to the flow-control packet, the check of that packet, and the choice of the next
/// packet.
pub const STAGES: u64 = 24;

/// A link with the packets that it carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundTrip {
    /// Packets that can be on the link and in the buffer behind it.
    pub in_flight: u64,
    /// Cycles of a packet on the link.
    pub packet_cycles: u64,
}

impl RoundTrip {
    /// A link with packets of `packet_blocks` blocks, each of which takes `packet_cycles` cycles.
    pub fn new(link: &Link, packet_blocks: usize, packet_cycles: u64) -> Self {
        let in_flight = link.buffer_blocks() / packet_blocks.max(1);
        RoundTrip { in_flight: in_flight.max(1) as u64, packet_cycles }
    }

    /// Fraction of the time in which the link carries packets, if each direction takes
    /// `delay_cycles` cycles; a delay of 0 counts as 1, as links of hardware take at least one
    /// cycle.
    pub fn reached(&self, delay_cycles: u64) -> f64 {
        let round_trip = self.packet_cycles + 2 * delay_cycles.max(1) + STAGES;
        (self.in_flight as f64 * self.packet_cycles as f64 / round_trip as f64).min(1.0)
    }

    /// Longest delay of each direction, in cycles, with which the link can be used all the time;
    /// `None` if there is no such delay.
    pub fn longest_delay(&self) -> Option<u64> {
        let spare = (self.in_flight - 1) * self.packet_cycles;
        let delay = spare.checked_sub(STAGES)? / 2;
        (delay >= 1).then_some(delay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_delay_is_the_last_one_with_the_full_rate() {
        for packets in 1..6 {
            let link = Link::new(1, packets * 33, 33, 256).expect("possible");
            let trip = RoundTrip::new(&link, 33, 259);
            assert_eq!(trip.in_flight, u64::from(packets));
            match trip.longest_delay() {
                None => assert!(trip.reached(0) < 1.0 && packets == 1),
                Some(delay) => {
                    assert_eq!(trip.reached(delay), 1.0);
                    assert!(trip.reached(delay + 1) < 1.0);
                }
            }
        }
    }

    #[test]
    fn shorter_packets_are_more_in_flight() {
        let link = Link::new(1, 2 * 33, 33, 256).expect("possible");
        assert_eq!(RoundTrip::new(&link, 11, 90).in_flight, 6);
    }
}
