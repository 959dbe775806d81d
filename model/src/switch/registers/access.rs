//! One access at a time: the steps of a write or a read, and the choice of the next one.

use super::SwitchRegistersInputs;
use serde::{Deserialize, Serialize};

/// Cycle of an access; a read of a counter may stay in [`Step::Perform`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Step {
    /// No access (step 0).
    #[default]
    Idle,
    /// The handshake: ready is high (step 1).
    Accept,
    /// The address is decoded, and the forwarding table reads the entry (step 2).
    Decode,
    /// The register is written, or its value is captured (step 3).
    Perform,
    /// The value that was read becomes the response (step 4).
    Return,
}

/// The access in progress, or the last one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Access {
    pub(super) step: Step,
    pub(super) is_write: bool,
    pub(super) address: u32,
    /// Data of the last write.
    pub(super) data: u32,
    /// Write strobes of the last write.
    pub(super) strobes: u64,
}

/// Responses that are offered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pending {
    pub(super) write: bool,
    pub(super) read: bool,
}

impl Access {
    /// Access that begins in this cycle, if none is in progress. A read precedes a write that
    /// follows a write.
    pub(super) fn next(&self, inputs: &SwitchRegistersInputs, pending: Pending) -> Option<Access> {
        let bus = &inputs.s_axil;
        let reads = bus.arvalid && !pending.read;
        let writes = bus.awvalid && bus.wvalid && !pending.write && !inputs.clearing;
        if writes && !(self.is_write && reads) {
            return Some(Access {
                step: Step::Accept,
                is_write: true,
                address: bus.awaddr as u32,
                data: bus.wdata as u32,
                strobes: bus.wstrb,
            });
        }
        let (step, address) = (Step::Accept, bus.araddr as u32);
        reads.then_some(Access { step, is_write: false, address, ..*self })
    }
}
