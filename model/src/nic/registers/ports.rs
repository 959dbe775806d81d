//! The ports.

use tailback_spec::port_values;

port_values! {
    /// AXI4-Lite, what is to be read, and what happens.
    pub struct NicRegistersInputs {
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
        /// Time in ticks of 1.024 µs.
        pub time_stamp: u64,
        /// The congestion table is cleared.
        pub table_ready: bool,
        /// Timer of `read_sl`.
        pub read_timer: u64,
        /// Increase of it.
        pub read_increase: u64,
        /// Trigger of it.
        pub read_trigger: u64,
        /// Minimum of it.
        pub read_min: u64,
        /// Entry of `read_index`.
        pub read_entry: u64,
        /// The question is taken.
        pub ask_ready: bool,
        /// The answer to that of three cycles before.
        pub ccti: u64,
        /// A CCTI has reached the trigger.
        pub event_valid: bool,
        /// Of this flow.
        pub event_flow: u64,
        /// On this SL.
        pub event_sl: u64,
        /// At this time.
        pub event_time: u64,
        /// A flow has another IPD.
        pub changed: bool,
        /// Which flow.
        pub changed_flow: u64,
        /// Which IPD.
        pub changed_ipd: u64,
        /// A flow starts a packet.
        pub start: bool,
        /// Which flow.
        pub start_flow: u64,
        /// On which SL.
        pub start_sl: u64,
        /// Of so many bytes.
        pub start_bytes: u64,
        /// A BECN has come.
        pub becn: bool,
        /// For this flow.
        pub becn_flow: u64,
        /// From this LID.
        pub becn_lid: u64,
        /// A flow was kept waiting.
        pub throttled: bool,
        /// Which flow.
        pub throttled_flow: u64,
        /// For so many cycles.
        pub throttled_cycles: u64,
        /// What the counters of the port count: a bit for each.
        pub happened: u64,
    }
}

port_values! {
    /// AXI4-Lite, settings, and questions to the congestion table.
    pub struct NicRegistersOutputs {
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
        /// Memories are cleared.
        pub ready: bool,
        /// Number of flow 0's own queue pair.
        pub qp_base: u64,
        /// SLs whose settings count.
        pub control_map: u64,
        /// Whom a flow talks to is written.
        pub qp_write: bool,
        /// Which flow.
        pub qp_write_flow: u64,
        /// It counts.
        pub qp_write_valid: bool,
        /// The queue pair at the other end.
        pub qp_write_number: u64,
        /// CCTI_Limit.
        pub limit: u64,
        /// Settings are written.
        pub set_valid: bool,
        /// Of this SL.
        pub set_sl: u64,
        /// CCTI_Timer.
        pub set_timer: u64,
        /// CCTI_Increase.
        pub set_increase: u64,
        /// Trigger_Threshold.
        pub set_trigger: u64,
        /// CCTI_Min.
        pub set_min: u64,
        /// An entry is written.
        pub write: bool,
        /// Which.
        pub write_index: u64,
        /// What.
        pub write_entry: u64,
        /// Whose settings are to be read.
        pub read_sl: u64,
        /// The entry to be read.
        pub read_index: u64,
        /// A CCTI is asked for.
        pub ask: bool,
        /// Of this flow.
        pub ask_flow: u64,
        /// On this SL.
        pub ask_sl: u64,
    }
}
