//! Receive path from the link: checks, flow control, and the credits of the neighbour.

use super::{NicTopInputs, NicTopOutputs, BAD, FLOW_CONTROL};
use crate::{
    link::{credit_receiver::CreditReceiver, flow_control::FlowControlChecker},
    nic::receive::Receive,
    wired::Wired,
};
use tailback_spec::{link::MOST_OFFERED, nic::Nic};

/// Cycles from a packet to the reflector's report on it.
const REFLECTOR_CYCLES: usize = 3;

/// The modules of the receive path.
#[derive(Debug, Clone)]
pub(super) struct WayIn {
    pub(super) receive: Wired<Receive>,
    pub(super) checker: Wired<FlowControlChecker>,
    pub(super) receiver: Wired<CreditReceiver>,
    /// SLID of the last cycles, the last one first.
    slids: [u64; REFLECTOR_CYCLES],
}

impl WayIn {
    pub(super) fn new(nic: &Nic) -> Self {
        let link = nic.link();
        let mut receiver = Wired::new(CreditReceiver::new(&link));
        receiver.inputs.free = (0..link.virtual_lanes()).map(|_| MOST_OFFERED).collect();
        WayIn {
            receive: Wired::new(Receive::new(nic)),
            checker: Wired::new(FlowControlChecker::new(&link)),
            receiver,
            slids: Default::default(),
        }
    }

    /// Runs one cycle.
    pub(super) fn step(&mut self, inputs: &NicTopInputs, outputs: &mut NicTopOutputs) {
        let rx = &mut self.receive.inputs;
        rx.rx_valid = inputs.s_axis_link.tvalid;
        rx.rx_data.clone_from(&inputs.s_axis_link.tdata);
        (rx.rx_keep, rx.rx_last) = (inputs.s_axis_link.tkeep, inputs.s_axis_link.tlast);
        rx.rx_flow_control = inputs.s_axis_link.tuser & FLOW_CONTROL != 0;
        rx.rx_bad = inputs.s_axis_link.tuser & BAD != 0;
        self.slids.rotate_right(1);
        self.slids[0] = self.receive.outputs.slid;
        self.receive.step();

        let came = &self.receive.outputs;
        outputs.m_axis_host.tvalid = came.m_host_valid;
        outputs.m_axis_host.tdata.clone_from(&came.m_host_data);
        (outputs.m_axis_host.tkeep, outputs.m_axis_host.tlast) =
            (came.m_host_keep, came.m_host_last);
        outputs.m_axis_host.tuser = came.m_host_bad;

        self.checker.inputs.valid = came.flow_control;
        self.checker.inputs.packet = came.flow_control_packet;
        self.checker.step();

        let (receiver, update) = (&mut self.receiver.inputs, &self.checker.outputs);
        (receiver.update, receiver.update_vl) = (update.update, update.vl);
        receiver.update_fctbs = update.fctbs;
        (receiver.received, receiver.received_vl) = (came.received, came.received_vl);
        self.receiver.step();
    }

    /// SLID of the packet on which the reflector reports.
    pub(super) fn becn_lid(&self) -> u64 {
        let [.., slid] = self.slids;
        slid
    }

    pub(super) fn reset(&mut self) {
        self.receive.reset();
        self.checker.reset();
        self.receiver.reset();
        self.slids = Default::default();
    }
}
