//! Credits of an output port: packets claim theirs when they start (IBA 7.9.4).

#[cfg(test)]
mod tests;

use crate::{link::MODULUS, Golden};
use serde::{Deserialize, Serialize};
use tailback_spec::{link::MOST_OFFERED, port_values, switch::port::Port, Lanes};

port_values! {
    /// Credits from the other end of the link, and packets for the output port.
    pub struct OutputCreditsInputs {
        /// A good flow-control packet is received.
        pub update: bool,
        /// VL of the flow-control packet.
        pub update_vl: u64,
        /// FCCL of the flow-control packet: blocks modulo 4096.
        pub update_fccl: u64,
        /// A packet starts.
        pub begins: bool,
        /// A packet started in the cycle before.
        pub claim: bool,
        /// Virtual lane of that packet.
        pub claim_lane: u64,
        /// Blocks of that packet.
        pub claim_blocks: u64,
        /// A packet that was claimed is dropped.
        pub waive: bool,
        /// Virtual lane of the dropped packet.
        pub waive_lane: u64,
        /// Blocks of the dropped packet.
        pub waive_blocks: u64,
    }
}

port_values! {
    /// Credits; element (or bit) *v* belongs to VL *v*.
    pub struct OutputCreditsOutputs {
        /// Blocks of the longest packet that may start, by VL.
        pub available: Lanes,
        /// VLs for which a credit limit has been received: bit *v*.
        pub initialised: u64,
    }
}

/// Credits of a data VL.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Account {
    /// FCCL, "flow control credit limit": blocks up to which the other end has free space, modulo
    /// 4096.
    limit: u32,
    /// Blocks of all packets that were started and not dropped, modulo 4096.
    claimed: u32,
    /// Whether a limit has been received.
    initialised: bool,
}

impl Account {
    /// Blocks that have not been claimed.
    fn rest(&self) -> u32 {
        let rest = (self.limit + MODULUS - self.claimed) % MODULUS;
        if rest > MOST_OFFERED {
            0
        } else {
            rest
        }
    }
}

/// The credits of one output port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputCredits {
    /// Blocks of a longest packet.
    longest: u32,
    accounts: Vec<Account>,
    /// Blocks of the longest packet that may start, by VL.
    pub(crate) available: Lanes,
}

impl OutputCredits {
    /// The module after reset.
    pub fn new(port: &Port) -> Self {
        OutputCredits {
            longest: port.buffer().packet_blocks() as u32,
            accounts: vec![Account::default(); port.virtual_lanes()],
            available: std::iter::repeat_n(0, port.virtual_lanes()).collect(),
        }
    }

    /// Makes blocks available, but for those of a packet whose blocks are not claimed yet.
    fn offer(&mut self, is_claiming: bool) {
        let margin = if is_claiming { self.longest } else { 0 };
        for (available, account) in self.available.iter_mut().zip(&self.accounts) {
            *available = match account.initialised {
                true => account.rest().saturating_sub(margin).min(self.longest),
                false => 0,
            };
        }
    }

    /// Account of a data VL.
    fn account(&mut self, virtual_lane: u64) -> Option<&mut Account> {
        self.accounts.get_mut(virtual_lane as usize)
    }
}

impl Golden for OutputCredits {
    type Inputs = OutputCreditsInputs;
    type Outputs = OutputCreditsOutputs;

    fn step(&mut self, inputs: &OutputCreditsInputs, outputs: &mut OutputCreditsOutputs) {
        outputs.available.clone_from(&self.available);
        let accounts = self.accounts.iter().enumerate();
        outputs.initialised =
            accounts.fold(0, |bits, (vl, account)| bits | u64::from(account.initialised) << vl);

        self.offer(inputs.begins || inputs.claim);
        // VL15 has no account.
        if let Some(account) = self.account(inputs.claim_lane).filter(|_| inputs.claim) {
            account.claimed = (account.claimed + inputs.claim_blocks as u32) % MODULUS;
        }
        if let Some(account) = self.account(inputs.waive_lane).filter(|_| inputs.waive) {
            account.claimed = (account.claimed + MODULUS - inputs.waive_blocks as u32) % MODULUS;
        }
        if let Some(account) = self.account(inputs.update_vl).filter(|_| inputs.update) {
            (account.limit, account.initialised) = (inputs.update_fccl as u32, true);
        }
    }

    fn reset(&mut self) {
        self.accounts.fill(Account::default());
        self.available.fill(0);
    }
}
