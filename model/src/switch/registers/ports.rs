//! The ports of the register module.

use crate::interface::{AxiLiteRequest, AxiLiteResponse};
use tailback_spec::{port_values, Lanes, ManyLanes};

port_values! {
    /// AXI4-Lite, and values to be read; an element (or bit) belongs to a port of the switch.
    pub struct SwitchRegistersInputs {
        /// AXI4-Lite: accesses to the registers.
        pub s_axil: AxiLiteRequest<bool, u64>,
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
        /// AXI4-Lite: responses of the registers.
        pub s_axil: AxiLiteResponse<bool, u64>,
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
