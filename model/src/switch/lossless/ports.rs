//! The ports of the switch.

use tailback_spec::{port_values, Lanes, WideLanes, WideWords};

port_values! {
    /// AXI4-Lite, and beats from the links; an element (or bit) belongs to a port of the switch.
    pub struct LosslessSwitchInputs {
        /// Write address valid.
        pub s_axil_awvalid: bool,
        /// Write byte address.
        pub s_axil_awaddr: u64,
        /// Write data valid.
        pub s_axil_wvalid: bool,
        /// Write data.
        pub s_axil_wdata: u64,
        /// Write strobes: one bit per byte.
        pub s_axil_wstrb: u64,
        /// Write response ready.
        pub s_axil_bready: bool,
        /// Read address valid.
        pub s_axil_arvalid: bool,
        /// Read byte address.
        pub s_axil_araddr: u64,
        /// Read data ready.
        pub s_axil_rready: bool,
        /// Links that are up.
        pub link_active: u64,
        /// Beat from the link valid.
        pub s_axis_tvalid: u64,
        /// Bytes of the beat from the link.
        pub s_axis_tdata: WideWords,
        /// Valid bytes of the beat: one bit per byte.
        pub s_axis_tkeep: WideLanes,
        /// Last beat of the packet.
        pub s_axis_tlast: u64,
        /// Bit 0: flow-control packet; bit 1: the packet is bad.
        pub s_axis_tuser: Lanes,
        /// Link ready.
        pub m_axis_tready: u64,
    }
}

port_values! {
    /// AXI4-Lite, and beats to the links; an element (or bit) belongs to a port of the switch.
    pub struct LosslessSwitchOutputs {
        /// Write address ready.
        pub s_axil_awready: bool,
        /// Write data ready.
        pub s_axil_wready: bool,
        /// Write response valid.
        pub s_axil_bvalid: bool,
        /// Write response: OKAY, or an error if the write was refused.
        pub s_axil_bresp: u64,
        /// Read address ready.
        pub s_axil_arready: bool,
        /// Read data valid.
        pub s_axil_rvalid: bool,
        /// Read data.
        pub s_axil_rdata: u64,
        /// Read response: OKAY, or an error if the address has no register.
        pub s_axil_rresp: u64,
        /// Beat to the link valid.
        pub m_axis_tvalid: u64,
        /// Bytes of the beat to the link.
        pub m_axis_tdata: WideWords,
        /// Valid bytes of the beat: one bit per byte.
        pub m_axis_tkeep: WideLanes,
        /// Last beat of the packet.
        pub m_axis_tlast: u64,
        /// Bit 0: flow-control packet; bit 1: the packet is bad.
        pub m_axis_tuser: Lanes,
    }
}

/// Bit of a beat's user signal: flow-control packet.
pub const FLOW_CONTROL: u32 = 1;
/// Bit of a beat's user signal: the packet is bad.
pub const BAD: u32 = 1 << 1;
