//! Registers and rate control.

use super::NicRates;
use crate::nic::NicRegisters;
use crate::prelude::*;
use tailback_spec::nic::reflector::SL_BITS;
use tailback_spec::nic::registers::{ADDRESS_BITS, COUNTERS, LID_BITS, QP_BITS};
use tailback_spec::nic::transmit::BYTES_BITS;
use tailback_spec::nic::Nic;
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};

block! {
    /// Joins the registers to the rate control, which sets the delays of flows.
    pub struct NicControl(nic: &Nic) as "tailback_nic_control" {
        /// Counters of the port.
        count counters = COUNTERS;

        /// Write address valid.
        input awvalid;
        /// Write address in bytes; the two lowest bits are ignored.
        input awaddr[ADDRESS_BITS];
        /// Write data valid.
        input wvalid;
        /// Write data.
        input wdata[WORD_BITS as usize];
        /// Write strobes; a write without all bytes is refused with SLVERR.
        input wstrb[WORD_BYTES as usize];
        /// Write response ready.
        input bready;
        /// Read address valid.
        input arvalid;
        /// Read address in bytes; the two lowest bits are ignored.
        input araddr[ADDRESS_BITS];
        /// Read data ready.
        input rready;
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

        /// Write address ready: address and data are accepted together.
        output awready;
        /// Write data ready: address and data are accepted together.
        output wready;
        /// Write response valid.
        output bvalid;
        /// Write response: 0 is OKAY, 2 is SLVERR.
        output bresp[2];
        /// Read address ready.
        output arready;
        /// Read data valid.
        output rvalid;
        /// Read data: value of the register, or 0 if there is none.
        output rdata[WORD_BITS as usize];
        /// Read response: 0 is OKAY, 2 is SLVERR.
        output rresp[2];
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
}

impl Logic for NicControl {
    #[hdl_gen]
    fn update(&mut self) {
        self.registers.awvalid.next = self.awvalid.val();
        self.registers.awaddr.next = self.awaddr.val();
        self.registers.wvalid.next = self.wvalid.val();
        self.registers.wdata.next = self.wdata.val();
        self.registers.wstrb.next = self.wstrb.val();
        self.registers.bready.next = self.bready.val();
        self.registers.arvalid.next = self.arvalid.val();
        self.registers.araddr.next = self.araddr.val();
        self.registers.rready.next = self.rready.val();
        self.awready.next = self.registers.awready.val();
        self.wready.next = self.registers.wready.val();
        self.bvalid.next = self.registers.bvalid.val();
        self.bresp.next = self.registers.bresp.val();
        self.arready.next = self.registers.arready.val();
        self.rvalid.next = self.registers.rvalid.val();
        self.rdata.next = self.registers.rdata.val();
        self.rresp.next = self.registers.rresp.val();
        self.qp_base.next = self.registers.qp_base.val();
        self.qp_write.next = self.registers.qp_write.val();
        self.qp_write_flow.next = self.registers.qp_write_flow.val();
        self.qp_write_valid.next = self.registers.qp_write_valid.val();
        self.qp_write_number.next = self.registers.qp_write_number.val();
        self.control_map.next = self.registers.control_map.val();
        self.registers.start.next = self.sent.val();
        self.registers.start_flow.next = self.sent_flow.val();
        self.registers.start_sl.next = self.sent_sl.val();
        self.registers.start_bytes.next = self.sent_bytes.val();
        self.registers.becn.next = self.becn.val();
        self.registers.becn_flow.next = self.becn_flow.val();
        self.registers.becn_lid.next = self.becn_lid.val();
        self.registers.throttled.next = self.delayed.val();
        self.registers.throttled_flow.next = self.delayed_flow.val();
        self.registers.throttled_cycles.next = self.delayed_cycles.val();
        for counter in 0..self.counters.val() {
            self.registers.happened[counter].next = self.happened[counter].val();
        }

        self.registers.time_stamp.next = self.rates.time_stamp.val();
        self.registers.table_ready.next = self.rates.table_ready.val();
        self.registers.read_timer.next = self.rates.read_timer.val();
        self.registers.read_increase.next = self.rates.read_increase.val();
        self.registers.read_trigger.next = self.rates.read_trigger.val();
        self.registers.read_min.next = self.rates.read_min.val();
        self.registers.read_entry.next = self.rates.read_entry.val();
        self.registers.ask_ready.next = self.rates.ask_ready.val();
        self.registers.ccti.next = self.rates.ccti.val();
        self.registers.changed.next = self.rates.changed.val();
        self.registers.changed_flow.next = self.rates.changed_flow.val();
        self.registers.changed_ipd.next = self.rates.changed_ipd.val();
        self.registers.event_valid.next = self.rates.log_valid.val();
        self.registers.event_flow.next = self.rates.log_flow.val();
        self.registers.event_sl.next = self.rates.log_sl.val();
        self.registers.event_time.next = self.rates.log_time.val();
        self.rates.control_map.next = self.registers.control_map.val();
        self.rates.limit.next = self.registers.limit.val();
        self.rates.set_valid.next = self.registers.set_valid.val();
        self.rates.set_sl.next = self.registers.set_sl.val();
        self.rates.set_timer.next = self.registers.set_timer.val();
        self.rates.set_increase.next = self.registers.set_increase.val();
        self.rates.set_trigger.next = self.registers.set_trigger.val();
        self.rates.set_min.next = self.registers.set_min.val();
        self.rates.write.next = self.registers.write.val();
        self.rates.write_index.next = self.registers.write_index.val();
        self.rates.write_entry.next = self.registers.write_entry.val();
        self.rates.read_sl.next = self.registers.read_sl.val();
        self.rates.read_index.next = self.registers.read_index.val();
        self.rates.ask.next = self.registers.ask.val();
        self.rates.ask_flow.next = self.registers.ask_flow.val();
        self.rates.ask_sl.next = self.registers.ask_sl.val();
        self.rates.feedback.next = self.feedback.val();
        self.rates.feedback_flow.next = self.feedback_flow.val();
        self.rates.feedback_marked.next = self.feedback_marked.val();
        self.rates.feedback_sl.next = self.feedback_sl.val();
        self.rates.look_up.next = self.look_up.val();
        self.rates.look_up_flow.next = self.look_up_flow.val();
        self.rates.look_up_fresh.next = self.look_up_fresh.val();
        self.rates.look_up_sl.next = self.look_up_sl.val();
        self.feedback_ready.next = self.rates.feedback_ready.val();
        self.delay.next = self.rates.delay.val();
    }
}
