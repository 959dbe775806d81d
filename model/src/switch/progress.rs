//! Progress of the packet that an input port sends.

#[cfg(test)]
mod tests;

use crate::Golden;
use serde::{Deserialize, Serialize};
use tailback_spec::{
    port_values,
    switch::{
        port::{beats, Port},
        progress::left_bits,
    },
};

port_values! {
    /// Events of the packet.
    pub struct PacketProgressInputs {
        /// A packet is started.
        pub start: bool,
        /// A word is issued.
        pub issue: bool,
        /// The issued word is the last of the packet.
        pub ends: bool,
        /// The packet's last word is in the buffer.
        pub complete: bool,
        /// The output port's queue will not hold up words soon.
        pub roomy: bool,
        /// The first word leaves the buffer.
        pub header: bool,
        /// PktLen of that packet.
        pub words: u64,
    }
}

port_values! {
    /// Indication that the next packet can be chosen.
    pub struct PacketProgressOutputs {
        /// The last word is issued in this cycle or the next two, or has been.
        pub near_end: bool,
    }
}

/// Words that are left of a packet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PacketProgress {
    /// Bytes of a word.
    pub(crate) width_bytes: usize,
    /// Highest number of words.
    pub(crate) left_max: u32,
    /// Words that have not been issued, valid if `known`.
    pub(crate) left: u32,
    /// Whether `left` is known: the header has left the buffer.
    pub(crate) known: bool,
    /// Whether few words are left, and they were not held up in the cycle before.
    pub(crate) near: bool,
    /// Whether a word was issued in the cycle before that was not the first.
    pub(crate) second: bool,
}

/// Most words left two cycles before the last one.
const NEAR: u32 = 3;

impl PacketProgress {
    /// The module after reset.
    pub fn new(port: &Port) -> Self {
        let left_max = (1 << left_bits(port)) - 1;
        PacketProgress {
            width_bytes: port.width_bytes(),
            left_max,
            left: 0,
            known: false,
            near: false,
            second: false,
        }
    }
}

impl Golden for PacketProgress {
    type Inputs = PacketProgressInputs;
    type Outputs = PacketProgressOutputs;

    #[inline]
    fn step(&mut self, inputs: &PacketProgressInputs, outputs: &mut PacketProgressOutputs) {
        outputs.near_end = self.near && !inputs.start;
        let known = self.known || inputs.header;

        let left = match inputs.header {
            // The first word was issued two cycles before, and another one may have been since.
            true => beats(inputs.words as usize, self.width_bytes) as u32 - 1,
            false => self.left,
        };
        let left = left.wrapping_sub((inputs.header && self.second).into());
        self.left = left.wrapping_sub(inputs.issue.into()) & self.left_max;
        let is_near = known && !inputs.start && self.left <= NEAR;
        self.near = is_near && inputs.complete && inputs.roomy;
        self.known = !(inputs.start || inputs.ends) && known;
        self.second = inputs.issue && !inputs.start;
    }

    fn reset(&mut self) {
        (self.left, self.known, self.near, self.second) = (0, false, false, false);
    }
}
