//! The ports.

use tailback_spec::{port_values, Lanes, ManyLanes};

port_values! {
    /// AXI4-Lite, and what is to be read; a lane (or bit) belongs to a port of the switch.
    pub struct SwitchRegistersInputs {
        /// Address of a write.
        pub awvalid: bool,
        /// Which.
        pub awaddr: u64,
        /// Data of a write.
        pub wvalid: bool,
        /// Which.
        pub wdata: u64,
        /// Bytes that are written.
        pub wstrb: u64,
        /// The answer to a write is taken.
        pub bready: bool,
        /// Address of a read.
        pub arvalid: bool,
        /// Which.
        pub araddr: u64,
        /// The answer to a read is taken.
        pub rready: bool,
        /// The link is up.
        pub link_active: u64,
        /// The other end has told its credits of VL *v*: bit *v*.
        pub initialised: Lanes,
        /// VL *v* is congested: bit *v*.
        pub congested: Lanes,
        /// VL *v* lacks credits: bit *v*.
        pub victim: Lanes,
        /// Blocks that wait for the port: those of its first VL first.
        pub occupancy: ManyLanes,
        /// Of the counter `index`.
        pub value: Lanes,
        /// The forwarding entry of `read_address` counts.
        pub read_valid: bool,
        /// Its port.
        pub read_port: u64,
        /// The forwarding table is being cleared.
        pub clearing: bool,
    }
}

port_values! {
    /// AXI4-Lite, settings, and what goes to table and counters.
    pub struct SwitchRegistersOutputs {
        /// The address of a write is taken.
        pub awready: bool,
        /// The data of a write are taken.
        pub wready: bool,
        /// There is an answer to a write.
        pub bvalid: bool,
        /// Whether it was done.
        pub bresp: u64,
        /// The address of a read is taken.
        pub arready: bool,
        /// There is an answer to a read.
        pub rvalid: bool,
        /// What was read.
        pub rdata: u64,
        /// Whether there was something.
        pub rresp: u64,
        /// Weight of the output port's threshold.
        pub threshold: Lanes,
        /// Blocks of the shortest packet that is marked.
        pub packet_size: Lanes,
        /// Eligible packets between two that are marked.
        pub marking_rate: Lanes,
        /// Victims are marked, too.
        pub victim_mask: u64,
        /// Code of the output port's Head-of-Queue Life limit.
        pub hoq_life: Lanes,
        /// A forwarding entry is written.
        pub forward_write: bool,
        /// Which.
        pub forward_address: u64,
        /// It counts.
        pub forward_valid: bool,
        /// Where packets go.
        pub forward_port: u64,
        /// The forwarding entry to be read.
        pub read_address: u64,
        /// The counter whose turn it is.
        pub index: u64,
        /// Counters begin at 0.
        pub clear: bool,
    }
}
