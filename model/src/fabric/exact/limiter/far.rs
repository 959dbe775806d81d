//! Flows whose time is beyond the slots: they circulate in a queue until it is near.

use super::NEVER;
use std::collections::VecDeque;

/// A flow, and the first frame in which it may leave.
#[derive(Debug, Clone, Copy)]
struct Waits {
    flow: usize,
    leaves: u64,
}

/// The far queue.
#[derive(Debug, Default)]
pub(super) struct Far {
    queue: VecDeque<Waits>,
    /// Flow that was taken out in the frame before.
    taken: Option<Waits>,
    /// Next frame that has not been simulated.
    frame: u64,
}

impl Far {
    /// Puts a flow to the tail of the queue.
    pub fn put(&mut self, flow: usize, leaves: u64) {
        self.queue.push_back(Waits { flow, leaves });
    }

    /// Simulates one frame; returns the flow that is to be put into a slot or back.
    pub fn take(&mut self, frame: u64) -> Option<usize> {
        self.frame = frame + 1;
        let put_away = self.taken.take();
        self.taken = self.queue.pop_front();
        put_away.map(|far| far.flow)
    }

    /// Frames in which each flow circulates once.
    fn round(&self) -> u64 {
        const LEAST: u64 = 2;
        LEAST.max((self.queue.len() + usize::from(self.taken.is_some())) as u64)
    }

    /// First frame in which a flow leaves.
    pub fn leaves(&self) -> u64 {
        let round = self.round();
        // The flow that is taken out is examined in the next frame, the others after it.
        let turns = self.taken.iter().map(|far| (self.frame, far)).chain(
            self.queue.iter().enumerate().map(|(place, far)| (self.frame + 1 + place as u64, far)),
        );
        turns
            .map(|(turn, far)| turn + far.leaves.saturating_sub(turn).next_multiple_of(round))
            .min()
            .unwrap_or(NEVER)
    }

    /// Simulates all frames before this one; no flow leaves in them.
    pub fn pass(&mut self, frame: u64) {
        if self.queue.is_empty() && self.taken.is_none() {
            self.frame = frame;
            return;
        }
        let round = self.round();
        while self.frame < frame {
            // Once a flow is out, or if there is no other, whole rounds change nothing.
            if self.taken.is_some() || self.queue.len() == 1 {
                self.frame += (frame - self.frame) / round * round;
                if self.frame == frame {
                    break;
                }
            }
            let back = self.taken.take();
            self.taken = self.queue.pop_front();
            self.queue.extend(back);
            self.frame += 1;
        }
    }
}
