//! The ports of the register module.

use crate::interface::{AxiLiteRequest, AxiLiteResponse};
use tailback_spec::port_values;

port_values! {
    /// AXI4-Lite, values to be read, and events.
    pub struct NicRegistersInputs {
        /// AXI4-Lite: accesses to the registers.
        pub s_axil: AxiLiteRequest<bool, u64>,
        /// Time in ticks of 1.024 µs.
        pub time_stamp: u64,
        /// Clearing of the congestion table is complete.
        pub table_ready: bool,
        /// Timer of `read_sl`.
        pub read_timer: u64,
        /// Increase of `read_sl`.
        pub read_increase: u64,
        /// Trigger of `read_sl`.
        pub read_trigger: u64,
        /// Minimum of `read_sl`.
        pub read_min: u64,
        /// Entry of `read_index`.
        pub read_entry: u64,
        /// The look-up is accepted.
        pub ask_ready: bool,
        /// CCTI of the look-up three cycles ago.
        pub ccti: u64,
        /// A CCTI has reached the trigger.
        pub event_valid: bool,
        /// Flow of the event.
        pub event_flow: u64,
        /// SL of the event.
        pub event_sl: u64,
        /// Time of the event, in ticks.
        pub event_time: u64,
        /// The IPD of a flow has changed.
        pub changed: bool,
        /// Flow of the changed IPD.
        pub changed_flow: u64,
        /// New IPD.
        pub changed_ipd: u64,
        /// A flow starts a packet.
        pub start: bool,
        /// Flow of the started packet.
        pub start_flow: u64,
        /// SL of the started packet.
        pub start_sl: u64,
        /// Bytes of the started packet.
        pub start_bytes: u64,
        /// A BECN is received.
        pub becn: bool,
        /// Flow of the BECN.
        pub becn_flow: u64,
        /// Source LID of the BECN.
        pub becn_lid: u64,
        /// A flow was throttled.
        pub throttled: bool,
        /// Flow that was throttled.
        pub throttled_flow: u64,
        /// Cycles for which the flow was throttled.
        pub throttled_cycles: u64,
        /// Events of the counters of the port: one bit per counter.
        pub happened: u64,
    }
}

port_values! {
    /// AXI4-Lite, settings, and look-ups for the congestion table.
    pub struct NicRegistersOutputs {
        /// AXI4-Lite: responses of the registers.
        pub s_axil: AxiLiteResponse<bool, u64>,
        /// Clearing of the memories is complete.
        pub ready: bool,
        /// Number of flow 0's own queue pair.
        pub qp_base: u64,
        /// SLs whose settings apply.
        pub control_map: u64,
        /// Writes the remote queue pair of a flow.
        pub qp_write: bool,
        /// Flow whose queue pair is written.
        pub qp_write_flow: u64,
        /// The written queue pair is valid.
        pub qp_write_valid: bool,
        /// Number of the written queue pair.
        pub qp_write_number: u64,
        /// CCTI_Limit.
        pub limit: u64,
        /// Writes the settings of an SL.
        pub set_valid: bool,
        /// SL whose settings are written.
        pub set_sl: u64,
        /// CCTI_Timer.
        pub set_timer: u64,
        /// CCTI_Increase.
        pub set_increase: u64,
        /// Trigger_Threshold.
        pub set_trigger: u64,
        /// CCTI_Min.
        pub set_min: u64,
        /// Writes an entry of the congestion table.
        pub write: bool,
        /// Index of the written entry.
        pub write_index: u64,
        /// The written entry.
        pub write_entry: u64,
        /// SL whose settings are read.
        pub read_sl: u64,
        /// Index of the entry that is read.
        pub read_index: u64,
        /// Looks up a CCTI.
        pub ask: bool,
        /// Flow of the look-up.
        pub ask_flow: u64,
        /// SL of the look-up.
        pub ask_sl: u64,
    }
}
