//! What a legal environment knows of a FIFO allocator: what waits, and what may no longer be
//! withdrawn.

use tailback_model::switch::allocator::fifo::{FifoAllocatorInputs, FifoAllocatorOutputs};
use tailback_spec::BitLanes;

/// The packets that wait, and what was free in the last cycle.
#[derive(Debug, Default)]
pub struct Shadow {
    /// Inputs and queues of the packets, in the order of their arrival.
    waiting: Vec<(u64, u64)>,
    /// What went in.
    before: FifoAllocatorInputs,
    was_reset: bool,
}

impl Shadow {
    /// What may have been found able to go in the last cycle, so that it must stay: inputs that are
    /// free, and queues that are ready. A few more may be among them, because an output may wait.
    pub fn held(&mut self, last: &FifoAllocatorOutputs) -> (u64, BitLanes) {
        let (mut inputs, mut queues) = (0, BitLanes::default());
        let before = &self.before;
        if self.was_reset {
            self.waiting.clear();
            return (inputs, queues);
        }
        if last.grant {
            // What is found out in the cycle of a grant is dropped.
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

    /// What goes in now.
    pub fn drive(&mut self, inputs: &FifoAllocatorInputs, reset: bool) {
        self.before.clone_from(inputs);
        self.was_reset = reset;
    }
}
