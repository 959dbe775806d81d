//! Registers of a host.

use super::{PLACE_BITS, WORD};
use crate::interface::AxiLite;
use crate::prelude::*;
use crate::TwoStepAccess;
use tailback_spec::board::host::{address, BoardHost, IDENTIFICATION};

/// Bits of the number of a flow in an address, and of a one for the host's own registers.
const NUMBER_BITS: usize = address::BITS - 2 - PLACE_BITS;
/// Value of that number for the host's own registers.
const HOST: usize = (address::IDENTIFICATION / address::FLOW_STRIDE) as usize;

block! {
    /// Registers of a host over AXI4-Lite, those of the flows in the flows.
    pub struct HostRegisters(config: &BoardHost) as "tailback_host_registers" {
        /// Flows.
        count flows = config.flows();
        /// Number of the host's own registers.
        count host = HOST;
        /// Word address of the last register of a flow, which is read only.
        count last_place = (address::SENT / 4) as usize;
        /// Bits of a word address of a flow.
        count place_bits = PLACE_BITS;
        /// Value of `IDENTIFICATION`.
        param identification[WORD] = u128::from(IDENTIFICATION);
        /// Value of `CAPABILITIES`: flows, and words of a packet.
        param capabilities[WORD] = (config.packet_words() << 16 | config.flows()) as u128;

        /// Registers.
        slave s_axil: AxiLite(address::BITS, true, true);
        /// A beat is received.
        input arrived_valid;
        /// The beat is the last one of its packet.
        input arrived_last;
        /// The packet is bad.
        input arrived_bad;
        /// Value of the register of a flow.
        input value[WORD];
        /// One bit per flow: a register of the flow is written.
        output(config.flows()) writes;
        /// One bit per flow: a register of the flow is accessed.
        output(config.flows()) reads;
        /// Word address of the register of a flow.
        output place[PLACE_BITS];
        /// Data of the write.
        output data[WORD];

        /// Accesses.
        sub access: TwoStepAccess = TwoStepAccess::new(address::BITS);
        /// Number of the flow in the address.
        local number[NUMBER_BITS];
        /// The register belongs to a flow.
        local of_flow;
        /// The register exists.
        local exists;
        /// The write is legal.
        local okay;
        /// Read data.
        local word[WORD];
        /// Packets received.
        reg received[WORD];
        /// Bad packets received.
        reg bad[WORD];
    }
    connect {
        access: s_axil, exists, okay, word, data;
    }
}

impl Logic for HostRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.access.ready.next = true;
        self.place.next = self.access.place.val() >> 0;
        self.number.next = self.access.place.val() >> self.place_bits.val();
        self.of_flow.next =
            self.number.val() < self.flows.val() && self.place.val() <= self.last_place.val();
        self.okay.next = self.of_flow.val()
            && self.place.val() != self.last_place.val()
            && self.access.whole.val();
        for flow in 0..self.flows.val() {
            self.reads[flow].next = self.number.val() == flow;
            self.writes[flow].next = self.number.val() == flow
                && self.okay.val()
                && self.access.is_write.val()
                && self.access.done.val();
        }
        self.exists.next = self.of_flow.val();
        self.word.next = 0.into();
        if self.of_flow.val() {
            self.word.next = self.value.val();
        }
        if self.number.val() == self.host.val() {
            self.exists.next = self.place.val() < 4;
            if self.place.val() == 0 {
                self.word.next = self.identification.val();
            }
            if self.place.val() == 1 {
                self.word.next = self.capabilities.val();
            }
            if self.place.val() == 2 {
                self.word.next = self.received.val();
            }
            if self.place.val() == 3 {
                self.word.next = self.bad.val();
            }
        }
        if self.arrived_valid.val() && self.arrived_last.val() {
            self.received.next = self.received.val() + 1;
            if self.arrived_bad.val() {
                self.bad.next = self.bad.val() + 1;
            }
        }
    }
}
