//! The allocator of a switch: its candidates, and the choice.

use super::{
    port::{Input, Output, Packets},
    Rules,
};
use crate::{
    bits::set_lanes,
    fabric::{
        chosen::{Chosen, Requests},
        looks::Looks,
        timing::LISTED,
        waiting::{Entry, Waiting},
    },
};
use std::collections::VecDeque;

/// The allocator of a switch.
#[derive(Debug)]
pub(super) struct Switch {
    /// Index of its first port in the fabric.
    pub first: usize,
    pub ports: usize,
    /// Packets among which it chooses.
    pub list: Waiting,
    /// Packets that have arrived and are in no list yet, with the cycles in which they did.
    pub arrived: VecDeque<(u64, Entry)>,
    /// Cycles in which it will run, as far as they are known.
    pub looks: Looks,
    /// Cycle in which it ran last.
    pub looked: Option<u64>,
}

impl Switch {
    /// The allocator learns of the packets that the looks of a cycle see.
    pub fn learn(&mut self, now: u64) {
        while let Some((came, entry)) = self.arrived.front().copied() {
            if came + LISTED > now {
                break;
            }
            self.arrived.pop_front();
            self.list.add(entry, came);
        }
    }

    /// The choice of the looks of a cycle.
    pub fn choose(
        &mut self,
        inputs: &[Input],
        outputs: &[Output],
        now: u64,
        rules: &Rules,
        packets: &Packets,
    ) -> Chosen {
        let (first, mut requests) = (self.first, Requests::none());
        let Rules { least, longest, .. } = *rules;
        let input_free = |input: usize| inputs[first + input].free_from(now);
        for output in set_lanes(self.list.due(now)) {
            let port = &outputs[first + output];
            let requested = match port.free(now, least, longest) {
                later if later > now => Err(later),
                // Without messages that wait for others, all packets have so many blocks.
                _ if least == rules.blocks => {
                    self.list.able(output, u64::MAX, now, input_free, |_| now)
                }
                _ => self.list.able(output, u64::MAX, now, input_free, |packet| {
                    port.free(now, packets.get(packet).length.blocks, longest)
                }),
            };
            match requested {
                Ok(able) => requests.add(output, able),
                Err(until) => self.list.sleep(output, until),
            }
        }
        self.list.choose(&requests, now, |_, _| true)
    }
}
