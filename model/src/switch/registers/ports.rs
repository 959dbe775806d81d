//! The ports of the register module.

use tailback_spec::{port_values, Lanes, ManyLanes};

port_values! {
    /// AXI4-Lite, and values to be read; an element (or bit) belongs to a port of the switch.
    pub struct SwitchRegistersInputs {
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
        /// Ports whose link is up.
        pub link_active: u64,
        /// VLs for which the other end has sent its credits: bit *v*.
        pub initialised: Lanes,
        /// Congested VLs: bit *v*.
        pub congested: Lanes,
        /// VLs that lack credits: bit *v*.
        pub victim: Lanes,
        /// Blocks that wait, by port and then VL.
        pub occupancy: ManyLanes,
        /// Value of the counter `index`.
        pub value: Lanes,
        /// The forwarding entry of `read_address` is valid.
        pub read_valid: bool,
        /// Output port of the forwarding entry of `read_address`.
        pub read_port: u64,
        /// The forwarding table is being cleared.
        pub clearing: bool,
    }
}

port_values! {
    /// AXI4-Lite, settings, and signals for table and counters.
    pub struct SwitchRegistersOutputs {
        /// Write address ready.
        pub s_axil_awready: bool,
        /// Write data ready.
        pub s_axil_wready: bool,
        /// Write response valid.
        pub s_axil_bvalid: bool,
        /// Write response: OKAY, or SLVERR if the write was refused.
        pub s_axil_bresp: u64,
        /// Read address ready.
        pub s_axil_arready: bool,
        /// Read data valid.
        pub s_axil_rvalid: bool,
        /// Read data.
        pub s_axil_rdata: u64,
        /// Read response: OKAY, or SLVERR if the address has no register.
        pub s_axil_rresp: u64,
        /// Weight of the output port's threshold.
        pub threshold: Lanes,
        /// Blocks of the shortest packet that is marked.
        pub packet_size: Lanes,
        /// Eligible packets between two that are marked.
        pub marking_rate: Lanes,
        /// Output ports that mark packets of victims, too: bit *j*.
        pub victim_mask: u64,
        /// Code of the output port's Head-of-Queue Life limit.
        pub hoq_life: Lanes,
        /// Writes a forwarding entry.
        pub forward_write: bool,
        /// LID of the forwarding entry that is written.
        pub forward_address: u64,
        /// The written forwarding entry is valid.
        pub forward_valid: bool,
        /// Output port in the written forwarding entry.
        pub forward_port: u64,
        /// LID of the forwarding entry that is read.
        pub read_address: u64,
        /// Counter whose slot it is.
        pub index: u64,
        /// Counters restart at 0.
        pub clear: bool,
    }
}
