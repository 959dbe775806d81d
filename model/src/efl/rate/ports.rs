//! The ports of the rate controller.

use tailback_spec::port_values;

port_values! {
    /// Settings and events.
    pub struct EflRateInputs {
        /// Bandwidth probing is in use.
        pub set_probes: bool,
        /// Delay probing is in use.
        pub set_delays: bool,
        /// RTT prediction is in use.
        pub set_predicts: bool,
        /// alpha in bytes.
        pub set_alpha: u64,
        /// beta in 2⁻¹⁶.
        pub set_beta: u64,
        /// alpha' in bytes.
        pub set_probe_alpha: u64,
        /// beta' in 2⁻¹⁶.
        pub set_probe_beta: u64,
        /// R_0 in 2⁻²⁰ bytes in a tick.
        pub set_initial: u64,
        /// R_MIN in 2⁻²⁰ bytes in a tick.
        pub set_minimum: u64,
        /// Rate of the line in 2⁻²⁰ bytes in a tick.
        pub set_maximum: u64,
        /// RTT_MIN in ticks; 0: each flow learns its own.
        pub set_rtt_min: u64,
        /// Event valid.
        pub event_valid: bool,
        /// Flow of the event.
        pub event_flow: u64,
        /// Group of packets that the flow is sending.
        pub event_group: u64,
        /// The event is a loss; otherwise, an ACK.
        pub event_loss: bool,
        /// All packets of bandwidth probing are acknowledged.
        pub event_covered: bool,
        /// The ACK was triggered by a delay probe.
        pub event_probe: bool,
        /// Measured RTT in ticks.
        pub event_rtt: u64,
        /// Time of reception of the ACK in ticks.
        pub event_time: u64,
        /// Bytes of the flow acknowledged with the ACK.
        pub event_bytes: u64,
    }
}

port_values! {
    /// New records, and paces.
    pub struct EflRateOutputs {
        /// The event is accepted.
        pub event_ready: bool,
        /// Records are being cleared.
        pub sweeping: bool,
        /// The record of a flow has changed.
        pub updated: bool,
        /// Flow of the record that has changed.
        pub updated_flow: u64,
        /// Group of the record.
        pub updated_group: u64,
        /// The rate of the group is known.
        pub updated_known: bool,
        /// A loss ended the probing of the group.
        pub updated_void: bool,
        /// R in 2⁻²⁰ bytes in a tick.
        pub updated_rate: u64,
        /// RTT in ticks.
        pub updated_rtt: u64,
        /// Least RTT in ticks.
        pub updated_rtt_min: u64,
        /// Predicted RTT in ticks.
        pub updated_rtt_predicted: u64,
        /// An RTT was less than RTT_MIN.
        pub below: bool,
        /// The pace of a flow has changed.
        pub paced: bool,
        /// Flow of the pace.
        pub paced_flow: u64,
        /// Group of the pace.
        pub paced_group: u64,
        /// The rate of that group is known.
        pub paced_known: bool,
        /// A loss ended the probing of that group.
        pub paced_void: bool,
        /// Pace: mantissa.
        pub paced_mantissa: u64,
        /// Pace: exponent.
        pub paced_exponent: u64,
        /// Pace of R_0: mantissa.
        pub initial_mantissa: u64,
        /// Pace of R_0: exponent.
        pub initial_exponent: u64,
        /// Pace of R_MIN: mantissa.
        pub minimum_mantissa: u64,
        /// Pace of R_MIN: exponent.
        pub minimum_exponent: u64,
        /// Pace of the line: mantissa.
        pub maximum_mantissa: u64,
        /// Pace of the line: exponent.
        pub maximum_exponent: u64,
    }
}
