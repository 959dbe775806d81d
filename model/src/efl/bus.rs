//! AXI4-Lite with one access at a time, as the registers of a NIC have it.

use crate::interface::{AxiLiteRequest, AxiLiteResponse, ALL_BYTES, OKAY, SLVERR};
use serde::{Deserialize, Serialize};

/// A response that is offered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Response {
    valid: bool,
    data: u32,
    code: u64,
}

impl Response {
    /// The end of a cycle; `done` is the result of an access that is done.
    fn clock(&mut self, done: Option<(u32, u64)>, ready: bool) {
        match done {
            Some((data, code)) => *self = Response { valid: true, data, code },
            None => self.valid &= !ready,
        }
    }
}

/// The access in progress, or the last one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Bus {
    /// Step of the access; 0: none.
    step: u32,
    address: u32,
    data: u32,
    whole: bool,
    wrote: bool,
    /// A write, or a read, began in the cycle before.
    accepts_write: bool,
    accepts_read: bool,
    written: Response,
    read: Response,
}

/// Access that is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Read of the register at an address in bytes.
    Read(u32),
    /// Write to a whole register.
    Write {
        /// Address in bytes.
        address: u32,
        /// Data.
        data: u32,
    },
    /// Write to a part of a register, which is not legal.
    Partial,
}

/// Result of an access that is done in this cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Done {
    /// Data of a read; without, there is no register.
    Read(Option<u32>),
    /// The write is legal, or not.
    Write(bool),
}

impl Bus {
    /// Access whose step is the last one, or above.
    pub(crate) fn access(&self, last_step: u32) -> Option<Access> {
        const BYTES: u32 = 4;
        let address = self.address / BYTES * BYTES;
        (self.step == last_step).then_some(match (self.wrote, self.whole) {
            (false, _) => Access::Read(address),
            (true, true) => Access::Write { address, data: self.data },
            (true, false) => Access::Partial,
        })
    }

    /// Drives the responses.
    pub(crate) fn show(&self, responses: &mut AxiLiteResponse<bool, u64>) {
        *responses = AxiLiteResponse {
            awready: self.accepts_write,
            wready: self.accepts_write,
            bvalid: self.written.valid,
            bresp: self.written.code,
            arready: self.accepts_read,
            rvalid: self.read.valid,
            rdata: self.read.data.into(),
            rresp: self.read.code,
        };
    }

    /// The end of a cycle. An access begins only if `ready`; `done` is the result of the one in
    /// progress, whose step otherwise ends at `last_step`.
    pub(crate) fn clock(
        &mut self,
        request: &AxiLiteRequest<bool, u64>,
        ready: bool,
        last_step: u32,
        done: Option<Done>,
    ) {
        let free = self.step == 0 && ready;
        let can_write = request.awvalid && request.wvalid && !self.written.valid;
        let can_read = request.arvalid && !self.read.valid;
        let writes = free && can_write && (!can_read || !self.wrote);
        let reads = free && can_read && !writes;

        let code = |okay: bool| if okay { OKAY } else { SLVERR };
        let (written, read) = match done {
            Some(Done::Write(okay)) => (Some((0, code(okay))), None),
            Some(Done::Read(value)) => (None, Some((value.unwrap_or(0), code(value.is_some())))),
            None => (None, None),
        };
        self.written.clock(written, request.bready);
        self.read.clock(read, request.rready);

        (self.accepts_write, self.accepts_read) = (writes, reads);
        if writes {
            (self.address, self.data) = (request.awaddr as u32, request.wdata as u32);
            (self.whole, self.wrote) = (request.wstrb == ALL_BYTES, true);
            self.step = 1;
        } else if reads {
            (self.address, self.wrote) = (request.araddr as u32, false);
            self.step = 1;
        } else if done.is_some() {
            self.step = 0;
        } else if (1..last_step).contains(&self.step) {
            self.step += 1;
        }
    }
}
