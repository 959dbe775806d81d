//! Model of a legal environment of a FIFO allocator: the waiting packets, and the signals that must
//! not be withdrawn.

use tailback_model::switch::allocator::fifo::{FifoAllocatorInputs, FifoAllocatorOutputs};
use tailback_spec::BitLanes;

/// Waiting packets, and inputs of the last cycle.
#[derive(Debug, Default)]
pub struct Shadow {
    /// Inputs and queues of the packets, in order of arrival.
    waiting: Vec<(u64, u64)>,
    /// Inputs of the previous cycle.
    before: FifoAllocatorInputs,
    was_reset: bool,
}

impl Shadow {
    /// Free inputs and ready queues that must stay, because the allocator may have chosen a packet
    /// by them in the last cycle. May include a few more, because an output may wait for a head.
    pub fn held(&mut self, last: &FifoAllocatorOutputs) -> (u64, BitLanes) {
        let (mut inputs, mut queues) = (0, BitLanes::default());
        let before = &self.before;
        if self.was_reset {
            self.waiting.clear();
            return (inputs, queues);
        }
        if last.grant {
            // The allocator discards a choice made in the cycle of a grant.
            let gone = (last.grant_input, last.grant_queue);
            if let Some(place) = self.waiting.iter().position(|packet| *packet == gone) {
                self.waiting.remove(place);
            }
        } else {
            for &(input, queue) in &self.waiting {
                let is_free = before.input_free >> input & 1 != 0;
                if is_free && before.queue_ready.is_set(queue as usize) {
                    inputs |= 1 << input;
                    queues.set(queue as usize);
                }
            }
        }
        if before.arrive && !last.full {
            self.waiting.push((before.arrive_input, before.arrive_queue));
        }
        (inputs, queues)
    }

    /// Records the inputs of this cycle.
    pub fn drive(&mut self, inputs: &FifoAllocatorInputs, reset: bool) {
        self.before.clone_from(inputs);
        self.was_reset = reset;
    }
}
