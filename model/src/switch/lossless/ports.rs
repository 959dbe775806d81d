//! The ports.

use tailback_spec::{port_values, Lanes, WideLanes, WideWords};

port_values! {
    /// AXI4-Lite, and what the links bring; a lane (or bit) belongs to a port of the switch.
    pub struct LosslessSwitchInputs {
        /// Address of a write.
        pub s_axil_awvalid: bool,
        /// Which.
        pub s_axil_awaddr: u64,
        /// Data of a write.
        pub s_axil_wvalid: bool,
        /// Which.
        pub s_axil_wdata: u64,
        /// Bytes that are written.
        pub s_axil_wstrb: u64,
        /// The answer to a write is taken.
        pub s_axil_bready: bool,
        /// Address of a read.
        pub s_axil_arvalid: bool,
        /// Which.
        pub s_axil_araddr: u64,
        /// The answer to a read is taken.
        pub s_axil_rready: bool,
        /// The link is up.
        pub link_active: u64,
        /// A beat comes.
        pub s_axis_tvalid: u64,
        /// Its bytes.
        pub s_axis_tdata: WideWords,
        /// Which of them count.
        pub s_axis_tkeep: WideLanes,
        /// It is the last of its packet.
        pub s_axis_tlast: u64,
        /// Bit 0: it is a flow-control packet; bit 1: the packet is bad.
        pub s_axis_tuser: Lanes,
        /// The link takes the beat.
        pub m_axis_tready: u64,
    }
}

port_values! {
    /// AXI4-Lite, and what goes to the links; a lane (or bit) belongs to a port of the switch.
    pub struct LosslessSwitchOutputs {
        /// The address of a write is taken.
        pub s_axil_awready: bool,
        /// The data of a write are taken.
        pub s_axil_wready: bool,
        /// There is an answer to a write.
        pub s_axil_bvalid: bool,
        /// Whether it was done.
        pub s_axil_bresp: u64,
        /// The address of a read is taken.
        pub s_axil_arready: bool,
        /// There is an answer to a read.
        pub s_axil_rvalid: bool,
        /// What was read.
        pub s_axil_rdata: u64,
        /// Whether there was something.
        pub s_axil_rresp: u64,
        /// A beat goes.
        pub m_axis_tvalid: u64,
        /// Its bytes.
        pub m_axis_tdata: WideWords,
        /// Which of them count.
        pub m_axis_tkeep: WideLanes,
        /// It is the last of its packet.
        pub m_axis_tlast: u64,
        /// Bit 0: it is a flow-control packet; bit 1: the packet is bad.
        pub m_axis_tuser: Lanes,
    }
}

/// Bit of a beat's user signal: it is a flow-control packet.
pub const FLOW_CONTROL: u32 = 1;
/// Bit of a beat's user signal: the packet is bad.
pub const BAD: u32 = 1 << 1;
