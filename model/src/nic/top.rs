//! The NIC: in InfiniBand's terms a channel adapter, from the host to the link and back.
//!
//! The models of the modules, connected as the specification defines it. In each cycle, outputs
//! that depend only on states are evaluated first, so that the inputs of each module are complete.

mod flows;
mod ports;
mod reaction;
mod tally;
#[cfg(test)]
mod tests;
mod way_in;
mod way_out;

pub use ports::{NicInputs, NicTopInputs, NicTopOutputs, BAD, FLOW_CONTROL};

use self::flows::Flows;
use self::tally::Seen;
use self::way_in::WayIn;
use self::way_out::WayOut;
use super::{reflector::Reflector, registers::NicRegisters, transmit::Transmit};
use crate::{interface::Ready, wired::Wired, Golden};
use std::marker::PhantomData;
use tailback_spec::{
    nic::{
        reflector::RC_ACK,
        top::{MSN, SYNDROME},
        transmit::Cause,
        Nic,
    },
    wire::bth::OPCODE_CNP,
};

/// The NIC. `Host` is the type of the host's ready for received packets: `()` for a NIC without a
/// receive buffer that lacks this port.
#[derive(Debug, Clone)]
pub struct NicTop<Host = bool> {
    transmit: Wired<Transmit>,
    reflector: Wired<Reflector>,
    registers: Wired<NicRegisters>,
    flows: Flows,
    way_in: WayIn,
    way_out: WayOut,
    /// BECN of the reply that was accepted last.
    answer_becn: bool,
    host: PhantomData<Host>,
}

impl<Host: Ready> NicTop<Host> {
    /// The NIC after reset.
    pub fn new(nic: &Nic) -> Self {
        NicTop {
            transmit: Wired::new(Transmit::new(nic)),
            reflector: Wired::new(Reflector::new(nic)),
            registers: Wired::new(NicRegisters::new(nic)),
            flows: Flows::new(nic),
            way_in: WayIn::new(nic),
            way_out: WayOut::new(nic),
            answer_becn: false,
            host: PhantomData,
        }
    }

    /// Events that the counters of the port counted in the cycle before, in the order of addresses.
    pub fn happened(&self) -> u64 {
        self.registers.inputs.happened
    }

    /// Drives the outputs that depend only on states, and the outputs of the registers.
    fn show(&mut self, inputs: &NicTopInputs<Host>, outputs: &mut NicTopOutputs) {
        self.transmit.model.show(&mut self.transmit.outputs);
        self.reflector.model.show(&mut self.reflector.outputs);
        outputs.s_axis_release.tready = self.reflector.outputs.release_ready;
        let registers = &mut self.registers.inputs;
        self.flows.show(registers);

        registers.s_axil.clone_from(&inputs.s_axil);
        self.registers.model.answer(registers, &mut self.registers.outputs);

        outputs.s_axil.clone_from(&self.registers.outputs.s_axil);
    }

    /// Packets of the host, and replies.
    fn send(&mut self, inputs: &NicTopInputs<Host>, outputs: &mut NicTopOutputs) {
        let transmit = &mut self.transmit.inputs;
        transmit.s_valid = inputs.s_axis_host.tvalid;
        transmit.s_data.clone_from(&inputs.s_axis_host.tdata);
        (transmit.s_keep, transmit.s_last) = (inputs.s_axis_host.tkeep, inputs.s_axis_host.tlast);
        (transmit.s_flow, transmit.s_more) = (inputs.s_axis_host.tid, inputs.s_axis_host.tuser);
        transmit.decline = inputs.s_axis_decline.tvalid;
        transmit.decline_flow = inputs.s_axis_decline.tdata;
        let limiter = &self.flows.limiter.outputs;
        (transmit.start_ready, transmit.look_up) = (limiter.start_ready, limiter.look_up);
        transmit.start_ignored = limiter.start_ignored;

        let answer = &self.reflector.outputs;
        let opcode = if answer.answer_cnp { OPCODE_CNP } else { RC_ACK };
        (transmit.answer_valid, transmit.answer_opcode) = (answer.answer_valid, opcode.into());
        (transmit.answer_sl, transmit.answer_vl) = (answer.answer_sl, answer.answer_vl);
        (transmit.answer_dlid, transmit.answer_slid) = (answer.answer_dlid, answer.answer_slid);
        transmit.answer_p_key = answer.answer_p_key;
        (transmit.answer_dest_qp, transmit.answer_psn) = (answer.answer_dest_qp, answer.answer_psn);
        transmit.answer_becn = answer.answer_becn;
        (transmit.answer_syndrome, transmit.answer_msn) = (SYNDROME.into(), MSN.into());
        let credits = self.way_out.credits;
        (transmit.host_may_send, transmit.answer_may_send) = (credits.host, credits.answer);
        transmit.m_ready = self.way_out.is_ready();
        self.transmit.step();

        let packets = &self.transmit.outputs;
        outputs.s_axis_host.tready = packets.s_ready;
        outputs.s_axis_decline.tready = packets.decline_ready;
    }

    /// Inputs and step of the reflector.
    fn reflect(&mut self, inputs: &NicTopInputs<Host>) {
        let (came, written) = (&self.way_in.receive.outputs, &self.registers.outputs);
        let reflector = &mut self.reflector.inputs;
        reflector.qp_base = written.qp_base;
        (reflector.write, reflector.write_flow) = (written.qp_write, written.qp_write_flow);
        reflector.write_valid = written.qp_write_valid;
        reflector.write_qp = written.qp_write_number;
        (reflector.packet, reflector.opcode) = (came.decoded, came.opcode);
        (reflector.fecn, reflector.becn_in) = (came.fecn, came.becn);
        (reflector.dlid, reflector.slid) = (came.dlid, came.slid);
        (reflector.sl, reflector.vl, reflector.p_key) = (came.sl, came.vl, came.p_key);
        (reflector.dest_qp, reflector.psn) = (came.dest_qp, came.psn);
        reflector.ack_req = came.ack_req;
        let packets = &self.transmit.outputs;
        reflector.answer_ready = packets.answer_ready;
        let cut = [Cause::Truncated, Cause::TooLong].map(|cause| 1 << cause as u64);
        reflector.sent = packets.sent || cut.iter().any(|cause| packets.drops & cause != 0);
        (reflector.sent_flow, reflector.sent_psn) = (packets.sent_flow, packets.sent_psn);
        reflector.sent_numbered = packets.sent;
        reflector.release_valid = inputs.s_axis_release.tvalid;
        reflector.release_flow = inputs.s_axis_release.tdata;
        self.reflector.step();
    }

    /// Inputs of the registers; `settles` indicates that credits are not looked up in this cycle.
    fn account(&mut self, settles: bool) {
        let (packets, answers) = (&self.transmit.outputs, &self.reflector.outputs);
        let seen = Seen {
            came: &self.way_in.receive.outputs,
            checked: &self.way_in.checker.outputs,
            reflector: answers,
            packets,
            settles,
            refused: self.way_in.has_refused(),
            becn_lost: self.flows.becn_lost,
            answer_becn: self.answer_becn,
        };
        let told = &mut self.registers.inputs;
        told.happened = seen.happened();
        (told.start, told.start_flow, told.start_sl) =
            (packets.sent, packets.sent_flow, packets.sent_sl);
        told.start_bytes = packets.sent_bytes;
        (told.becn, told.becn_flow) = (answers.becn, answers.becn_flow);
        told.becn_lid = self.way_in.becn_lid();
        self.registers.step();
        if answers.answer_valid && packets.answer_ready {
            self.answer_becn = answers.answer_becn;
        }
    }
}

impl<Host: Ready> Golden for NicTop<Host> {
    type Inputs = NicTopInputs<Host>;
    type Outputs = NicTopOutputs;

    fn step(&mut self, inputs: &NicTopInputs<Host>, outputs: &mut NicTopOutputs) {
        self.show(inputs, outputs);
        self.way_in.step(inputs, outputs);
        self.send(inputs, outputs);
        let settles = self.way_out.credits.settles;
        let (packets, came) = (&self.transmit.outputs, &self.way_in);
        let (update, fccl) = (&came.checker.outputs, &came.receiver.outputs.fccl);
        self.way_out.step(inputs, packets, update, fccl, outputs);
        let (reflector, registers) = (&self.reflector.outputs, &mut self.registers);
        let (written, told) = (&registers.outputs, &mut registers.inputs);
        self.flows.step(inputs, packets, reflector, written, told, outputs);
        self.reflect(inputs);
        self.account(settles);
    }

    fn reset(&mut self) {
        self.transmit.reset();
        self.reflector.reset();
        self.registers.reset();
        self.flows.reset();
        self.way_in.reset();
        self.way_out.reset();
        self.answer_becn = false;
    }
}
