//! The sender's side of link-level credits: what was sent, and what may be (IBA 7.9.4).

#[cfg(test)]
mod tests;

use super::MODULUS;
use crate::{
    bits::{first_lanes, is_set},
    Golden,
};
use serde::{Deserialize, Serialize};
use tailback_spec::{
    link::{Link, MOST_OFFERED},
    port_values, Lanes,
};

port_values! {
    /// Events of one cycle, and the packets that want to go; a lane belongs to a VL.
    pub struct CreditSenderInputs {
        /// A flow-control packet has come, and is good.
        pub update: bool,
        /// Its VL.
        pub update_vl: u64,
        /// Its FCCL: blocks modulo 4096.
        pub update_fccl: u64,
        /// Blocks of the packet that wants to go.
        pub blocks: Lanes,
        /// A packet starts to go.
        pub send: bool,
        /// Its VL.
        pub send_vl: u64,
        /// Its blocks.
        pub send_blocks: u64,
    }
}

port_values! {
    /// What may be sent; lane (or bit) *v* belongs to VL *v*.
    pub struct CreditSenderOutputs {
        /// There are credits for the packet that wants to go.
        pub may_send: u64,
        /// The receiver has spoken.
        pub initialised: u64,
        /// Blocks that were sent, modulo 4096.
        pub fctbs: Lanes,
    }
}

/// Both counters of all VLs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditSender {
    /// The VLs, one bit each.
    pub(crate) virtual_lanes: u64,
    /// FCTBS, "flow control total blocks sent": all blocks that were sent, modulo 4096.
    pub(crate) fctbs: Lanes,
    /// FCCL, "flow control credit limit": up to where the receiver has room, modulo 4096.
    pub(crate) fccl: Lanes,
    /// The VLs for which a limit has come.
    pub(crate) initialised: u64,
}

impl CreditSender {
    /// The block after reset.
    pub fn new(link: &Link) -> Self {
        let counters: Lanes = std::iter::repeat_n(0, link.virtual_lanes()).collect();
        CreditSender {
            virtual_lanes: first_lanes(link.virtual_lanes()),
            fctbs: counters.clone(),
            fccl: counters,
            initialised: 0,
        }
    }

    /// Whether a packet of so many blocks may go.
    #[inline]
    pub(crate) fn may_send(&self, vl: usize, blocks: u32) -> bool {
        // CR, "credits required": where FCTBS would be.
        let required = (self.fctbs[vl] + blocks) % MODULUS;
        let left = (self.fccl[vl] + MODULUS - required) % MODULUS;
        is_set(self.initialised, vl) && left <= MOST_OFFERED
    }
}

impl Golden for CreditSender {
    type Inputs = CreditSenderInputs;
    type Outputs = CreditSenderOutputs;

    #[inline]
    fn step(&mut self, inputs: &CreditSenderInputs, outputs: &mut CreditSenderOutputs) {
        outputs.may_send = 0;
        for vl in 0..self.fctbs.len() {
            let blocks = inputs.blocks.get(vl).copied().unwrap_or(0);
            outputs.may_send |= u64::from(self.may_send(vl, blocks)) << vl;
        }
        outputs.initialised = self.initialised;
        outputs.fctbs.clone_from(&self.fctbs);

        if inputs.send && is_set(self.virtual_lanes, inputs.send_vl as usize) {
            let fctbs = &mut self.fctbs[inputs.send_vl as usize];
            *fctbs = (*fctbs + inputs.send_blocks as u32) % MODULUS;
        }
        if inputs.update && is_set(self.virtual_lanes, inputs.update_vl as usize) {
            self.fccl[inputs.update_vl as usize] = inputs.update_fccl as u32;
            self.initialised |= 1 << inputs.update_vl;
        }
    }

    fn reset(&mut self) {
        self.fctbs.fill(0);
        self.fccl.fill(0);
        self.initialised = 0;
    }
}
