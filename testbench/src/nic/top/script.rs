//! Fixed sequence of accesses on AXI4-Lite, one after the other, without other traffic.

use tailback_model::interface::Ready;
use tailback_model::nic::top::{NicTopInputs, NicTopOutputs};

use crate::axi_lite::ALL_BYTES;
use crate::harness::{Step, Stimulus};

/// An access to a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// A write: address, data.
    Write(u32, u32),
    /// A read: address.
    Read(u32),
}

/// Response to an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The access.
    pub access: Access,
    /// Read data; 0 for a write.
    pub data: u32,
    /// `bresp` or `rresp`; 0 is OKAY.
    pub response: u64,
}

/// A sequence of accesses.
#[derive(Debug, Clone)]
pub struct Script {
    accesses: Vec<Access>,
    /// The current access has been accepted.
    taken: bool,
    /// Responses so far, in order.
    pub answers: Vec<Answer>,
}

impl Script {
    /// A script of the given accesses, in this order.
    pub fn new(accesses: Vec<Access>) -> Self {
        Script { accesses, taken: false, answers: Vec::new() }
    }

    /// Whether all accesses have a response.
    pub fn is_over(&self) -> bool {
        self.answers.len() == self.accesses.len()
    }

    /// Observes the previous cycle.
    fn see<Host: Ready>(&mut self, last: &NicTopOutputs, inputs: &NicTopInputs<Host>) {
        let Some(access) = self.accesses.get(self.answers.len()).copied() else { return };
        let (asks, answered, response, data) = match access {
            Access::Write(..) => {
                let asks = inputs.s_axil.awvalid && last.s_axil.awready;
                (asks, last.s_axil.bvalid, last.s_axil.bresp, 0)
            }
            Access::Read(_) => {
                let asks = inputs.s_axil.arvalid && last.s_axil.arready;
                (asks, last.s_axil.rvalid, last.s_axil.rresp, last.s_axil.rdata as u32)
            }
        };
        if self.taken && answered {
            self.answers.push(Answer { access, data, response });
            self.taken = false;
        }
        self.taken |= asks;
    }
}

impl<Host: Ready> Stimulus<NicTopInputs<Host>, NicTopOutputs> for Script {
    fn drive(&mut self, last: &NicTopOutputs, step: &mut Step<NicTopInputs<Host>>) {
        self.see(last, &step.inputs);
        let inputs = &mut step.inputs;
        (inputs.s_axil.bready, inputs.s_axil.rready) = (true, true);
        let access = self.accesses.get(self.answers.len()).filter(|_| !self.taken);
        let writes = matches!(access, Some(Access::Write(..)));
        (inputs.s_axil.awvalid, inputs.s_axil.wvalid) = (writes, writes);
        inputs.s_axil.arvalid = matches!(access, Some(Access::Read(_)));
        match access {
            Some(Access::Write(address, data)) => {
                inputs.s_axil.awaddr = u64::from(*address);
                (inputs.s_axil.wdata, inputs.s_axil.wstrb) = (u64::from(*data), ALL_BYTES);
            }
            Some(Access::Read(address)) => inputs.s_axil.araddr = u64::from(*address),
            None => {}
        }
    }
}
