//! The receiver's side of link-level credits: blocks received, and credit limit for the sender
//! (IBA 7.9.4).

#[cfg(test)]
mod tests;

use super::MODULUS;
use crate::Golden;
use serde::{Deserialize, Serialize};
use tailback_spec::{
    link::{Link, MOST_OFFERED},
    port_values, Lanes,
};

port_values! {
    /// Events of one cycle, and free space of the buffers; an element belongs to a VL.
    pub struct CreditReceiverInputs {
        /// A good flow-control packet is received.
        pub update: bool,
        /// VL of the flow-control packet.
        pub update_vl: u64,
        /// FCTBS of the flow-control packet: blocks modulo 4096.
        pub update_fctbs: u64,
        /// A block of a packet is received.
        pub received: bool,
        /// VL of the received block.
        pub received_vl: u64,
        /// Free blocks of the buffer, by VL.
        pub free: Lanes,
    }
}

port_values! {
    /// Values for flow-control packets; an element belongs to a VL.
    pub struct CreditReceiverOutputs {
        /// Credit limit for the sender: blocks modulo 4096.
        pub fccl: Lanes,
        /// Blocks received, modulo 4096.
        pub abr: Lanes,
    }
}

/// The counters of all VLs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditReceiver {
    /// ABR, "adjusted blocks received": blocks received, as the sender counts them, modulo 4096.
    pub(crate) abr: Lanes,
}

impl CreditReceiver {
    /// The module after reset.
    pub fn new(link: &Link) -> Self {
        CreditReceiver { abr: std::iter::repeat_n(0, link.virtual_lanes()).collect() }
    }
}

impl Golden for CreditReceiver {
    type Inputs = CreditReceiverInputs;
    type Outputs = CreditReceiverOutputs;

    #[inline]
    fn step(&mut self, inputs: &CreditReceiverInputs, outputs: &mut CreditReceiverOutputs) {
        outputs.abr.clone_from(&self.abr);
        outputs.fccl.clone_from(&self.abr);
        for (vl, fccl) in outputs.fccl.iter_mut().enumerate() {
            let free = inputs.free.get(vl).copied().unwrap_or(0);
            *fccl = (*fccl + free.min(MOST_OFFERED)) % MODULUS;
        }

        if inputs.received {
            if let Some(abr) = self.abr.get_mut(inputs.received_vl as usize) {
                *abr = (*abr + 1) % MODULUS;
            }
        }
        // After the block, because the update has priority.
        if inputs.update {
            if let Some(abr) = self.abr.get_mut(inputs.update_vl as usize) {
                *abr = inputs.update_fctbs as u32;
            }
        }
    }

    fn reset(&mut self) {
        self.abr.fill(0);
    }
}
