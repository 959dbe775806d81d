//! Receive path from the link: checks, flow control, and the credits of the neighbour.

use super::{NicTopInputs, NicTopOutputs, BAD, FLOW_CONTROL};
use crate::{
    interface::Ready,
    link::{credit_receiver::CreditReceiver, flow_control::FlowControlChecker},
    nic::{receive::Receive, receive_buffer::ReceiveBuffer},
    wired::Wired,
};
use tailback_spec::{link::MOST_OFFERED, nic::Nic};

/// Cycles from a packet to the reflector's report on it.
const REFLECTOR_CYCLES: usize = 3;

/// The modules of the receive path.
#[derive(Debug, Clone)]
pub(super) struct WayIn {
    pub(super) receive: Wired<Receive>,
    buffer: Option<Wired<ReceiveBuffer>>,
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
            buffer: nic.receive_buffer().map(|buffer| Wired::new(ReceiveBuffer::new(&buffer))),
            checker: Wired::new(FlowControlChecker::new(&link)),
            receiver,
            slids: Default::default(),
        }
    }

    /// Runs one cycle.
    pub(super) fn step<Host: Ready>(
        &mut self,
        inputs: &NicTopInputs<Host>,
        outputs: &mut NicTopOutputs,
    ) {
        let rx = &mut self.receive.inputs;
        rx.rx_valid = inputs.s_axis_link.tvalid;
        rx.rx_data.clone_from(&inputs.s_axis_link.tdata);
        (rx.rx_keep, rx.rx_last) = (inputs.s_axis_link.tkeep, inputs.s_axis_link.tlast);
        rx.rx_flow_control = inputs.s_axis_link.tuser & FLOW_CONTROL != 0;
        rx.rx_bad = inputs.s_axis_link.tuser & BAD != 0;
        self.slids.rotate_right(1);
        self.slids[0] = self.receive.outputs.slid;
        self.receive.step();

        match self.buffer.is_some() {
            true => self.store(inputs.m_axis_host.tready.is_ready(0), outputs),
            false => self.pass(outputs),
        }

        let came = &self.receive.outputs;
        self.checker.inputs.valid = came.flow_control;
        self.checker.inputs.packet = came.flow_control_packet;
        self.checker.step();

        let (receiver, update) = (&mut self.receiver.inputs, &self.checker.outputs);
        (receiver.update, receiver.update_vl) = (update.update, update.vl);
        receiver.update_fctbs = update.fctbs;
        (receiver.received, receiver.received_vl) = (came.received, came.received_vl);
        self.receiver.step();
    }

    /// Passes a beat to the host.
    fn pass(&mut self, outputs: &mut NicTopOutputs) {
        let (came, host) = (&self.receive.outputs, &mut outputs.m_axis_host);
        host.tvalid = came.m_host_valid;
        host.tdata.clone_from(&came.m_host_data);
        (host.tkeep, host.tlast) = (came.m_host_keep, came.m_host_last);
        host.tuser = came.m_host_bad;
    }

    /// Stores a beat in the receive buffer, and shows the host the oldest one.
    fn store(&mut self, ready: bool, outputs: &mut NicTopOutputs) {
        let Some(buffer) = &mut self.buffer else { return };
        let (came, host) = (&self.receive.outputs, &mut outputs.m_axis_host);
        let stored = &mut buffer.inputs;
        stored.s_valid = came.m_host_valid;
        stored.s_data.clone_from(&came.m_host_data);
        (stored.s_keep, stored.s_last) = (came.m_host_keep, came.m_host_last);
        stored.s_bad = came.m_host_bad;
        (stored.received, stored.received_vl) = (came.received, came.received_vl);
        stored.m_ready = ready;
        buffer.step();

        let shown = &buffer.outputs;
        host.tvalid = shown.m_valid;
        host.tdata.clone_from(&shown.m_data);
        (host.tkeep, host.tlast, host.tuser) = (shown.m_keep, shown.m_last, shown.m_bad);
        self.receiver.inputs.free.clone_from(&shown.free);
    }

    /// Whether the receive buffer reports a packet that was sent without credits.
    pub(super) fn has_refused(&self) -> bool {
        self.buffer.as_ref().is_some_and(|buffer| buffer.outputs.refused)
    }

    /// SLID of the packet on which the reflector reports.
    pub(super) fn becn_lid(&self) -> u64 {
        let [.., slid] = self.slids;
        slid
    }

    pub(super) fn reset(&mut self) {
        self.receive.reset();
        self.buffer.iter_mut().for_each(Wired::reset);
        self.checker.reset();
        self.receiver.reset();
        self.slids = Default::default();
    }
}
