//! The receiver's side of link-level credits: what came, and what else may come (IBA 7.9.4).

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
    /// Events of one cycle, and the room of the buffers; a lane belongs to a VL.
    pub struct CreditReceiverInputs {
        /// A flow-control packet has come, and is good.
        pub update: bool,
        /// Its VL.
        pub update_vl: u64,
        /// Its FCTBS: blocks modulo 4096.
        pub update_fctbs: u64,
        /// A block of a packet has come.
        pub received: bool,
        /// Its VL.
        pub received_vl: u64,
        /// Free blocks of the VL's buffer.
        pub free: Lanes,
    }
}

port_values! {
    /// What the sender is to be told; a lane belongs to a VL.
    pub struct CreditReceiverOutputs {
        /// The limit for the sender: blocks modulo 4096.
        pub fccl: Lanes,
        /// Blocks that came, modulo 4096.
        pub abr: Lanes,
    }
}

/// The counters of all VLs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditReceiver {
    /// ABR, "adjusted blocks received": blocks that came, as the sender counts them, modulo 4096.
    pub(crate) abr: Lanes,
}

impl CreditReceiver {
    /// The block after reset.
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
        // After the block, because the update wins.
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
