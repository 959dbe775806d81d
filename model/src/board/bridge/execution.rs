//! Execution of commands: accesses to slaves, and responses.

use super::command::Command;
use crate::interface::{AxiLiteRequest, AxiLiteResponse, ALL_BYTES};
use std::collections::VecDeque;
use tailback_spec::{
    board::bridge::{UartBridge, CONTROL, OKAY, REFUSED},
    BitLanes, ManyLanes,
};

/// The command that is executed.
#[derive(Debug, Clone)]
pub(super) struct Execution {
    slaves: usize,
    address_mask: u32,
    /// A command is executed.
    runs: bool,
    /// Slave whose response is awaited, and whether that of a write.
    awaited: Option<(usize, bool)>,
    /// Requests that are not accepted, one bit per slave.
    write_address: BitLanes,
    write_data: BitLanes,
    read_address: BitLanes,
    /// Bytes of the response that are left.
    response: VecDeque<u8>,
}

impl Execution {
    /// After reset.
    pub fn new(bridge: &UartBridge) -> Self {
        Execution {
            slaves: bridge.slaves(),
            address_mask: u32::MAX >> (u32::BITS as usize - bridge.address_bits()),
            runs: false,
            awaited: None,
            write_address: BitLanes::default(),
            write_data: BitLanes::default(),
            read_address: BitLanes::default(),
            response: VecDeque::new(),
        }
    }

    /// Whether a command is executed.
    pub fn runs(&self) -> bool {
        self.runs
    }

    /// Byte that is offered to the transmitter.
    pub fn offered(&self) -> Option<u8> {
        self.response.front().copied()
    }

    /// A command is complete.
    pub fn start(&mut self) {
        self.runs = true;
    }

    /// Drives the slaves, with the address and the data of the command.
    pub fn show(
        &self,
        address: u32,
        data: u32,
        requests: &mut AxiLiteRequest<BitLanes, ManyLanes>,
    ) {
        let all: BitLanes = (0..self.slaves).map(|_| true).collect();
        let fill = |lanes: &mut ManyLanes, value: u32| {
            lanes.clear();
            lanes.resize(self.slaves, value);
        };
        requests.awvalid = self.write_address;
        requests.wvalid = self.write_data;
        requests.arvalid = self.read_address;
        (requests.bready, requests.rready) = (all, all);
        fill(&mut requests.awaddr, address & self.address_mask);
        fill(&mut requests.araddr, address & self.address_mask);
        fill(&mut requests.wdata, data);
        fill(&mut requests.wstrb, ALL_BYTES as u32);
    }

    /// The end of a cycle. `begins` is the command whose execution begins in it, `control` its data if
    /// the bridge itself executes it; `taken`: the transmitter takes the byte that is offered.
    pub fn clock(
        &mut self,
        begins: Option<Command>,
        control: Option<u32>,
        slaves: &AxiLiteResponse<BitLanes, ManyLanes>,
        taken: bool,
    ) {
        accept(&mut self.write_address, &slaves.awready);
        accept(&mut self.write_data, &slaves.wready);
        accept(&mut self.read_address, &slaves.arready);
        if taken {
            self.response.pop_front();
            self.runs = !self.response.is_empty();
        }
        if let Some(command) = begins {
            self.begin(command, control);
        } else if let Some((slave, is_write)) = self.awaited {
            let lane = |lanes: &ManyLanes| lanes.get(slave).copied().unwrap_or(0);
            let (valid, code, data) = match is_write {
                true => (&slaves.bvalid, lane(&slaves.bresp), None),
                false => (&slaves.rvalid, lane(&slaves.rresp), Some(lane(&slaves.rdata))),
            };
            if valid.is_set(slave) {
                self.awaited = None;
                self.respond(code == 0, data);
            }
        }
    }

    fn begin(&mut self, command: Command, control: Option<u32>) {
        let Command { is_write, slave, .. } = command;
        let slave = usize::from(slave);
        if slave < self.slaves {
            self.awaited = Some((slave, is_write));
            if is_write {
                self.write_address.set(slave);
                self.write_data.set(slave);
            } else {
                self.read_address.set(slave);
            }
            return;
        }
        debug_assert!(control.is_none() || slave == usize::from(CONTROL));
        self.respond(control.is_some(), (!is_write).then_some(control.unwrap_or(0)));
    }

    fn respond(&mut self, okay: bool, data: Option<u32>) {
        self.response.push_back(if okay { OKAY } else { REFUSED });
        self.response.extend(data.into_iter().flat_map(u32::to_le_bytes));
    }
}

/// Ends the requests that are ready.
fn accept(requests: &mut BitLanes, ready: &BitLanes) {
    for lane in (*requests & *ready).set_lanes() {
        requests.clear(lane);
    }
}
