//! Slots of the retransmission buffer that a frame may still be read from.
//!
//! The payload of a slot that is overwritten while its packet is sent again is not specified. When
//! an ACK moves the first packet of a flow from `oldest` to `una`, an older packet can be in two
//! places: one that waits to be sent, and the frame that is being sent.

use std::collections::VecDeque;

use super::channel::Frame;

/// Frames of data after which no older packet is left: the two above, and one whose last beat is
/// between transmit path and MAC.
const DATA_FRAMES: u64 = 3;
/// Cycles without a beat at the MAC after which no packet is waiting.
const QUIET_CYCLES: u64 = 64;
/// ACKs without data between them, with which no packet is waiting.
const ACKS: usize = 4;

/// An ACK.
#[derive(Debug, Clone, Copy)]
struct Acknowledged {
    flow: usize,
    una: u64,
    /// Frames of data that have been sent when no older packet is left.
    data: u64,
    /// Cycle of the ACK.
    cycle: u64,
}

/// ACKs behind which older packets may still be sent.
#[derive(Debug, Clone, Default)]
pub(super) struct Slots {
    cycle: u64,
    /// Frames of data so far.
    data: u64,
    /// Cycles since the last beat.
    quiet: u64,
    /// Cycles in which the last ACKs without data between them ended, the first one first.
    acks: [u64; ACKS],
    acknowledged: VecDeque<Acknowledged>,
}

impl Slots {
    /// A cycle: whether the MAC has a beat, and the frame that ended.
    pub fn see(&mut self, valid: bool, frame: Option<Frame>) {
        self.cycle += 1;
        self.quiet = if valid { 0 } else { self.quiet + 1 };
        match frame {
            Some(frame) if frame.is_ack => {
                self.acks.rotate_left(1);
                self.acks[ACKS - 1] = self.cycle;
            }
            Some(_) => {
                self.data += 1;
                self.acks = Default::default();
            }
            None => {}
        }
    }

    /// An ACK of this cycle.
    pub fn acknowledge(&mut self, flow: usize, una: u64) {
        let data = self.data + DATA_FRAMES;
        self.acknowledged.push_back(Acknowledged { flow, una, data, cycle: self.cycle });
    }

    /// Flow and first packet of an ACK behind which no older packet is left.
    pub fn next(&mut self) -> Option<(usize, u64)> {
        let Acknowledged { flow, una, data, cycle } = *self.acknowledged.front()?;
        let since = self.cycle - cycle;
        let is_over = self.data >= data
            || self.quiet.min(since) >= QUIET_CYCLES
            || self.acks[0] > cycle + QUIET_CYCLES;
        if !is_over {
            return None;
        }
        self.acknowledged.pop_front();
        Some((flow, una))
    }
}
