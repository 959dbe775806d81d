//! The ports of the Ethernet switch.

use crate::interface::{AxiLiteRequest, AxiLiteResponse};
use tailback_spec::{port_values, Lanes, WideLanes};

port_values! {
    /// AXI4-Lite, and frames received; an element (or bit) belongs to a port of the switch.
    pub struct EthernetSwitchInputs {
        /// AXI4-Lite: accesses to the registers.
        pub s_axil: AxiLiteRequest<bool, u64>,
        /// Beat received.
        pub rx_tvalid: u64,
        /// Bytes of the beat; the first byte is in bits 7 to 0.
        pub rx_tdata: WideLanes,
        /// Valid bytes of the beat, one bit per byte; used with `rx_tlast`.
        pub rx_tkeep: Lanes,
        /// Last beat of the frame.
        pub rx_tlast: u64,
        /// The frame is bad; used with `rx_tlast`.
        pub rx_tuser: u64,
        /// The beat sent is accepted.
        pub m_tready: u64,
    }
}

port_values! {
    /// AXI4-Lite, and frames sent; an element (or bit) belongs to a port of the switch.
    pub struct EthernetSwitchOutputs {
        /// AXI4-Lite: responses of the registers.
        pub s_axil: AxiLiteResponse<bool, u64>,
        /// The MAC table is cleared.
        pub ready: bool,
        /// Beat sent.
        pub m_tvalid: u64,
        /// Bytes of the beat; the first byte is in bits 7 to 0.
        pub m_tdata: WideLanes,
        /// Valid bytes of the beat, one bit per byte.
        pub m_tkeep: Lanes,
        /// Last beat of the frame.
        pub m_tlast: u64,
    }
}
