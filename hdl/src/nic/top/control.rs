//! Registers and rate control.

use super::NicRates;
use crate::interface::AxiLite;
use crate::nic::NicRegisters;
use crate::prelude::*;
use tailback_spec::nic::reflector::SL_BITS;
use tailback_spec::nic::registers::{ADDRESS_BITS, COUNTERS, LID_BITS, QP_BITS};
use tailback_spec::nic::transmit::BYTES_BITS;
use tailback_spec::nic::Nic;

block! {
    /// Joins the registers to the rate control, which sets the delays of flows.
    pub struct NicControl(nic: &Nic) as "tailback_nic_control" {
        /// Registers.
        slave s_axil: AxiLite(ADDRESS_BITS, true, true);
        /// Packet of the host has been transmitted.
        input sent;
        /// Flow of the packet transmitted.
        input sent_flow[nic.flow_bits()];
        /// Service level (SL) of the packet transmitted.
        input sent_sl[SL_BITS];
        /// Bytes of the packet transmitted, from LRH to VCRC.
        input sent_bytes[BYTES_BITS];
        /// BECN received for a flow.
        input becn;
        /// Flow of the BECN.
        input becn_flow[nic.flow_bits()];
        /// SLID of the packet with the BECN.
        input becn_lid[LID_BITS];
        /// Throttle report of a packet that has started.
        input delayed;
        /// Flow of the throttle report.
        input delayed_flow[nic.flow_bits()];
        /// Cycles for which the packet of the throttle report was throttled.
        input delayed_cycles[nic.delayed_bits()];
        /// One bit per counter of the port, in address order: an event to be counted.
        input(COUNTERS) happened;
        /// Feedback to the rate control: a BECN, or an ACK if there is no table.
        input feedback;
        /// Flow of the feedback.
        input feedback_flow[nic.flow_bits()];
        /// Feedback is a BECN or a marked ACK.
        input feedback_marked;
        /// SL of the feedback, if there is a table.
        input feedback_sl[SL_BITS];
        /// Look-up of the delay of a flow.
        input look_up;
        /// Flow of the look-up.
        input look_up_flow[nic.flow_bits()];
        /// Flow of the look-up had been idle.
        input look_up_fresh;
        /// SL of the look-up.
        input look_up_sl[SL_BITS];

        /// Queue pair number of flow 0.
        output qp_base[QP_BITS];
        /// Write to the queue pair entry of a flow.
        output qp_write;
        /// Flow of the queue pair entry written.
        output qp_write_flow[nic.flow_bits()];
        /// Valid bit of the queue pair entry written.
        output qp_write_valid;
        /// Number of the remote queue pair written.
        output qp_write_number[QP_BITS];
        /// One bit per SL: congestion control is enabled.
        output control_map[Nic::SERVICE_LEVELS];
        /// Feedback is accepted.
        output feedback_ready;
        /// Delay of the flow looked up three cycles ago.
        output delay[nic.delay_bits()];

        /// Registers.
        sub registers: NicRegisters = NicRegisters::new(nic);
        /// Rate control: response function or congestion control table.
        sub rates: NicRates = NicRates::new(nic);
    }
    connect {
        registers: s_axil, qp_base, qp_write, qp_write_flow, qp_write_valid, qp_write_number,
            control_map, start = sent, start_flow = sent_flow, start_sl = sent_sl,
            start_bytes = sent_bytes, becn, becn_flow, becn_lid, throttled = delayed,
            throttled_flow = delayed_flow, throttled_cycles = delayed_cycles, happened;
        registers, rates: control_map, limit, set_valid, set_sl, set_timer, set_increase,
            set_trigger, set_min, write, write_index, write_entry, read_sl, read_index, ask,
            ask_flow, ask_sl;
        rates, registers: time_stamp, table_ready, read_timer, read_increase, read_trigger,
            read_min, read_entry, ask_ready, ccti, changed, changed_flow, changed_ipd,
            log_valid = event_valid, log_flow = event_flow, log_sl = event_sl,
            log_time = event_time;
        rates: feedback, feedback_flow, feedback_marked, feedback_sl, look_up, look_up_flow,
            look_up_fresh, look_up_sl, feedback_ready, delay;
    }
}

wired!(NicControl);
