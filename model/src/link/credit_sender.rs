//! The sender's side of link-level credits: blocks sent, and blocks that may be sent (IBA 7.9.4).

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
    /// Events of one cycle, and packets that request credits; an element belongs to a VL.
    pub struct CreditSenderInputs {
        /// A good flow-control packet is received.
        pub update: bool,
        /// VL of the flow-control packet.
        pub update_vl: u64,
        /// FCCL of the flow-control packet: blocks modulo 4096.
        pub update_fccl: u64,
        /// Blocks of the packet that requests credits, by VL.
        pub blocks: Lanes,
        /// The transmission of a packet begins.
        pub send: bool,
        /// VL of the packet whose transmission begins.
        pub send_vl: u64,
        /// Blocks of the packet whose transmission begins.
        pub send_blocks: u64,
    }
}

port_values! {
    /// Credits; element (or bit) *v* belongs to VL *v*.
    pub struct CreditSenderOutputs {
        /// VLs that had credits for `blocks` in the cycle before: bit *v*.
        pub may_send: u64,
        /// VLs that had credits for one block in the cycle before: bit *v*.
        pub may_send_one: u64,
        /// VLs for which a credit limit has been received: bit *v*.
        pub initialised: u64,
        /// Blocks sent, modulo 4096.
        pub fctbs: Lanes,
    }
}

/// Both counters of all VLs, and the outputs that follow from them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditSender {
    /// All VLs, one bit each.
    pub(crate) virtual_lanes: u64,
    /// FCTBS, "flow control total blocks sent": all blocks that were sent, modulo 4096.
    pub(crate) fctbs: Lanes,
    /// FCCL, "flow control credit limit": total blocks up to which the receiver has free space,
    /// modulo 4096.
    pub(crate) fccl: Lanes,
    /// VLs for which a credit limit has been received, one bit each.
    pub(crate) initialised: u64,
    /// VLs with credits for `blocks` and for one block in the cycle before, one bit each.
    may_send: u64,
    may_send_one: u64,
}

impl CreditSender {
    /// The module after reset.
    pub fn new(link: &Link) -> Self {
        let counters: Lanes = std::iter::repeat_n(0, link.virtual_lanes()).collect();
        CreditSender {
            virtual_lanes: first_lanes(link.virtual_lanes()),
            fctbs: counters.clone(),
            fccl: counters,
            initialised: 0,
            may_send: 0,
            may_send_one: 0,
        }
    }

    /// Whether there are credits for so many blocks.
    #[inline]
    fn has_credits(&self, vl: usize, blocks: u32) -> bool {
        // CR, "credits required": value of FCTBS after the packet.
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
        (outputs.may_send, outputs.may_send_one) = (self.may_send, self.may_send_one);
        outputs.initialised = self.initialised;
        outputs.fctbs.clone_from(&self.fctbs);

        // With the counters of this cycle: both outputs are registers.
        (self.may_send, self.may_send_one) = (0, 0);
        for vl in 0..self.fctbs.len() {
            let blocks = inputs.blocks.get(vl).copied().unwrap_or(0);
            self.may_send |= u64::from(self.has_credits(vl, blocks)) << vl;
            self.may_send_one |= u64::from(self.has_credits(vl, 1)) << vl;
        }
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
        (self.may_send, self.may_send_one) = (0, 0);
    }
}
