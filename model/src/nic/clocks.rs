//! The NIC with a clock of its own for the link.

use super::top::{NicTop, NicTopInputs, NicTopOutputs};
use crate::core_clock::CoreClock;
use crate::interface::{
    AxiLiteRequest, AxiLiteResponse, AxiStreamReady, MessageStream, PacketStream, Ready,
    TaggedStream,
};
use crate::link::crossing::{Crossing, Edges};
use crate::Golden;
use tailback_spec::nic::clocks as spec;
use tailback_spec::{port_values, WideWord};

port_values! {
    /// Clocks, AXI4-Lite, the link, and the host.
    pub struct ClockedNicInputs<Ready> {
        /// Clock of the NIC.
        pub clock: bool,
        /// Reset of the NIC.
        pub reset: bool,
        /// Clock of the link.
        pub link_clock: bool,
        /// Reset of the link.
        pub link_reset: bool,
        /// AXI4-Lite: accesses to the registers.
        pub s_axil: AxiLiteRequest<bool, u64>,
        /// The link is up.
        pub link_active: bool,
        /// Packets from the link. Bit 0 of `tuser`: flow-control packet; bit 1: the packet is bad.
        pub s_axis_link: PacketStream<bool, WideWord, u64, u64>,
        /// Ready for a beat at the link.
        pub m_axis_link: AxiStreamReady<bool>,
        /// Packets of the host. `tid`: flow; `tuser`: a further packet of the flow is ready.
        pub s_axis_host: TaggedStream<bool, WideWord, u64, u64, bool>,
        /// Ready for a beat of a packet to the host, with a receive buffer.
        pub m_axis_host: AxiStreamReady<Ready>,
        /// Doorbells: the flow has a packet ready.
        pub s_axis_doorbell: MessageStream<bool, u64>,
        /// Ready for a grant.
        pub m_axis_grant: AxiStreamReady<bool>,
        /// Declines: there is no packet for the grant of the flow.
        pub s_axis_decline: MessageStream<bool, u64>,
        /// Releases: a packet of the flow in flight is given up.
        pub s_axis_release: MessageStream<bool, u64>,
    }
}

/// Inputs of a NIC with a clock for the link; `Ready` is that of [`NicTopInputs`].
pub type NicClocksInputs<Ready = bool> = ClockedNicInputs<Ready>;

port_values! {
    /// AXI4-Lite, the link, and the host.
    pub struct NicClocksOutputs {
        /// AXI4-Lite: responses of the registers.
        pub s_axil: AxiLiteResponse<bool, u64>,
        /// Ready for a beat from the link.
        pub s_axis_link: AxiStreamReady<bool>,
        /// Packets to the link. Bit 0 of `tuser`: flow-control packet; bit 1: the packet is bad.
        pub m_axis_link: PacketStream<bool, WideWord, u64, u64>,
        /// Ready for a beat of the host.
        pub s_axis_host: AxiStreamReady<bool>,
        /// Packets to the host. `tuser`: the packet is bad; valid with `tlast`.
        pub m_axis_host: PacketStream<bool, WideWord, u64, bool>,
        /// Ready for a doorbell.
        pub s_axis_doorbell: AxiStreamReady<bool>,
        /// Grants: the flow is to start a packet.
        pub m_axis_grant: MessageStream<bool, u64>,
        /// Ready for a decline.
        pub s_axis_decline: AxiStreamReady<bool>,
        /// Ready for a release.
        pub s_axis_release: AxiStreamReady<bool>,
    }
}

/// The NIC, and the crossing of its link.
#[derive(Debug, Clone)]
pub struct NicClocks<Host: Ready = bool> {
    nic: CoreClock<NicTop<Host>>,
    crossing: Crossing,
    inputs: NicTopInputs<Host>,
}

impl<Host: Ready> NicClocks<Host> {
    /// The NIC after reset.
    pub fn new(config: &spec::NicClocks) -> Self {
        NicClocks {
            nic: CoreClock::new(NicTop::new(&config.nic)),
            crossing: Crossing::new(&config.fifo),
            inputs: NicTopInputs::default(),
        }
    }

    /// Inputs of the NIC.
    fn enter(&mut self, inputs: &NicClocksInputs<Host>) {
        self.crossing.show();
        self.inputs = NicTopInputs {
            s_axil: inputs.s_axil.clone(),
            link_active: self.crossing.is_up(),
            s_axis_link: self.crossing.received().clone(),
            m_axis_link: AxiStreamReady { tready: self.crossing.may_send() },
            s_axis_host: inputs.s_axis_host.clone(),
            m_axis_host: inputs.m_axis_host.clone(),
            s_axis_doorbell: inputs.s_axis_doorbell.clone(),
            m_axis_grant: inputs.m_axis_grant.clone(),
            s_axis_decline: inputs.s_axis_decline.clone(),
            s_axis_release: inputs.s_axis_release.clone(),
        };
    }
}

impl<Host: Ready> Golden for NicClocks<Host> {
    type Inputs = NicClocksInputs<Host>;
    type Outputs = NicClocksOutputs;

    fn step(&mut self, inputs: &NicClocksInputs<Host>, outputs: &mut NicClocksOutputs) {
        self.enter(inputs);
        let shown: &NicTopOutputs = self.nic.show(&self.inputs);
        *outputs = NicClocksOutputs {
            s_axil: shown.s_axil.clone(),
            s_axis_link: AxiStreamReady { tready: self.crossing.accepts() },
            m_axis_link: self.crossing.sent().clone(),
            s_axis_host: shown.s_axis_host.clone(),
            m_axis_host: shown.m_axis_host.clone(),
            s_axis_doorbell: shown.s_axis_doorbell.clone(),
            m_axis_grant: shown.m_axis_grant.clone(),
            s_axis_decline: shown.s_axis_decline.clone(),
            s_axis_release: shown.s_axis_release.clone(),
        };
        let edges = Edges {
            link: inputs.link_clock,
            link_reset: inputs.link_reset,
            core: inputs.clock,
            core_reset: inputs.reset,
        };
        let (up, ready) = (inputs.link_active, inputs.m_axis_link.tready);
        self.crossing.edges(edges, &inputs.s_axis_link, &shown.m_axis_link, up, ready);
        if inputs.clock {
            self.nic.edge(&self.inputs, inputs.reset);
        }
    }

    fn reset(&mut self) {
        self.nic.reset();
        self.crossing.reset();
    }
}
