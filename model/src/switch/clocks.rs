//! The switch with a clock of its own for each port.

use super::top::{SwitchTop, SwitchTopInputs, SwitchTopOutputs};
use crate::core_clock::CoreClock;
use crate::interface::{AxiLiteRequest, AxiLiteResponse, AxiStreamReady, PacketStream};
use crate::link::crossing::{Beat, Crossing, Edges};
use crate::Golden;
use tailback_spec::switch::clocks as spec;
use tailback_spec::{port_values, Lanes, WideLanes, WideWords};

port_values! {
    /// Clocks, AXI4-Lite, and beats from the links; an element (or bit) belongs to a port.
    pub struct SwitchClocksInputs {
        /// Clock of the switch.
        pub clock: bool,
        /// Reset of the switch.
        pub reset: bool,
        /// Clocks of the ports.
        pub link_clock: u64,
        /// Resets of the ports.
        pub link_reset: u64,
        /// AXI4-Lite: accesses to the registers.
        pub s_axil: AxiLiteRequest<bool, u64>,
        /// Links that are up.
        pub link_active: u64,
        /// Packets from the links. Bit 0 of `tuser`: flow-control packet; bit 1: the packet is bad.
        pub s_axis: PacketStream<u64, WideWords, WideLanes, Lanes>,
        /// Ready for beats at the links.
        pub m_axis: AxiStreamReady<u64>,
    }
}

port_values! {
    /// AXI4-Lite, and beats to the links; an element (or bit) belongs to a port.
    pub struct SwitchClocksOutputs {
        /// AXI4-Lite: responses of the registers.
        pub s_axil: AxiLiteResponse<bool, u64>,
        /// Ready for beats from the links.
        pub s_axis: AxiStreamReady<u64>,
        /// Packets to the links. Bit 0 of `tuser`: flow-control packet; bit 1: the packet is bad.
        pub m_axis: PacketStream<u64, WideWords, WideLanes, Lanes>,
    }
}

/// Beats of all ports.
type Beats = PacketStream<u64, WideWords, WideLanes, Lanes>;

/// Beat of one port.
pub fn beat_of(beats: &Beats, port: usize) -> Beat {
    Beat {
        tvalid: beats.tvalid >> port & 1 != 0,
        tdata: beats.tdata.get(port).cloned().unwrap_or_default(),
        tkeep: beats.tkeep.get(port).copied().unwrap_or(0),
        tlast: beats.tlast >> port & 1 != 0,
        tid: (),
        tuser: beats.tuser.get(port).copied().unwrap_or(0).into(),
    }
}

/// Removes the beats of all ports.
pub fn clear(beats: &mut Beats) {
    (beats.tvalid, beats.tlast) = (0, 0);
    beats.tdata.clear();
    beats.tkeep.clear();
    beats.tuser.clear();
}

/// Appends the beat of the next port, which is `port`.
pub fn push(beats: &mut Beats, port: usize, beat: &Beat) {
    beats.tvalid |= u64::from(beat.tvalid) << port;
    beats.tlast |= u64::from(beat.tlast) << port;
    beats.tdata.push(beat.tdata.clone());
    beats.tkeep.push(beat.tkeep);
    beats.tuser.push(beat.tuser as u32);
}

/// The switch, and the crossings of its ports.
#[derive(Debug, Clone)]
pub struct SwitchClocks {
    switch: CoreClock<SwitchTop>,
    crossings: Vec<Crossing>,
    inputs: SwitchTopInputs,
}

impl SwitchClocks {
    /// The switch after reset.
    pub fn new(config: &spec::SwitchClocks) -> Self {
        let ports = config.switch.port.ports();
        SwitchClocks {
            switch: CoreClock::new(SwitchTop::new(&config.switch)),
            crossings: (0..ports).map(|_| Crossing::new(&config.fifo)).collect(),
            inputs: SwitchTopInputs::default(),
        }
    }

    /// Inputs of the switch.
    fn enter(&mut self, inputs: &SwitchClocksInputs) {
        let own = &mut self.inputs;
        own.s_axil.clone_from(&inputs.s_axil);
        own.link_active = 0;
        own.m_axis.tready = 0;
        clear(&mut own.s_axis);
        for (port, crossing) in self.crossings.iter_mut().enumerate() {
            crossing.show();
            own.link_active |= u64::from(crossing.is_up()) << port;
            own.m_axis.tready |= u64::from(crossing.may_send()) << port;
            push(&mut own.s_axis, port, crossing.received());
        }
    }
}

impl Golden for SwitchClocks {
    type Inputs = SwitchClocksInputs;
    type Outputs = SwitchClocksOutputs;

    fn step(&mut self, inputs: &SwitchClocksInputs, outputs: &mut SwitchClocksOutputs) {
        self.enter(inputs);
        let shown: &SwitchTopOutputs = self.switch.show(&self.inputs);
        outputs.s_axil.clone_from(&shown.s_axil);
        outputs.s_axis.tready = 0;
        clear(&mut outputs.m_axis);
        for (port, crossing) in self.crossings.iter_mut().enumerate() {
            outputs.s_axis.tready |= u64::from(crossing.accepts()) << port;
            push(&mut outputs.m_axis, port, crossing.sent());
            let bit = |bits: u64| bits >> port & 1 != 0;
            let edges = Edges {
                link: bit(inputs.link_clock),
                link_reset: bit(inputs.link_reset),
                core: inputs.clock,
                core_reset: inputs.reset,
            };
            if edges.link || edges.core {
                let (arriving, leaving) =
                    (beat_of(&inputs.s_axis, port), beat_of(&shown.m_axis, port));
                let (up, ready) = (bit(inputs.link_active), bit(inputs.m_axis.tready));
                crossing.edges(edges, &arriving, &leaving, up, ready);
            }
        }
        if inputs.clock {
            self.switch.edge(&self.inputs, inputs.reset);
        }
    }

    fn reset(&mut self) {
        self.switch.reset();
        self.crossings.iter_mut().for_each(Crossing::reset);
    }
}
