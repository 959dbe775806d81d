//! What software sees and sets, and the delays that follow from it.

use super::NicRates;
use crate::nic::NicRegisters;
use crate::prelude::*;
use tailback_spec::nic::reflector::SL_BITS;
use tailback_spec::nic::registers::{ADDRESS_BITS, COUNTERS, LID_BITS, QP_BITS};
use tailback_spec::nic::transmit::BYTES_BITS;
use tailback_spec::nic::Nic;
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};

block! {
    /// The registers over AXI4-Lite, and what sets the delays of flows.
    pub struct NicControl(nic: &Nic) as "tailback_nic_control" {
        /// Counters of the port.
        count counters = COUNTERS;

        /// There is an address to be written.
        input awvalid;
        /// The address.
        input awaddr[ADDRESS_BITS];
        /// There is data to be written.
        input wvalid;
        /// The data.
        input wdata[WORD_BITS as usize];
        /// Bytes of it that count: all, or the write is refused.
        input wstrb[WORD_BYTES as usize];
        /// The answer to a write is taken.
        input bready;
        /// There is an address to be read.
        input arvalid;
        /// The address.
        input araddr[ADDRESS_BITS];
        /// The answer to a read is taken.
        input rready;
        /// A packet of the host has gone.
        input sent;
        /// Its flow.
        input sent_flow[nic.flow_bits()];
        /// Its service level (SL).
        input sent_sl[SL_BITS];
        /// Its bytes.
        input sent_bytes[BYTES_BITS];
        /// A packet with a BECN has come.
        input becn;
        /// For this flow.
        input becn_flow[nic.flow_bits()];
        /// From this LID.
        input becn_lid[LID_BITS];
        /// It is reported for how long a packet was delayed.
        input delayed;
        /// Flow of that packet.
        input delayed_flow[nic.flow_bits()];
        /// Cycles for which it was delayed.
        input delayed_cycles[nic.delayed_bits()];
        /// What the counters of the port count, in the order of their addresses.
        input(COUNTERS) happened;
        /// What sets rates gets feedback: a BECN, or an ACK.
        input feedback;
        /// For this flow.
        input feedback_flow[nic.flow_bits()];
        /// It is a BECN, or a marked ACK.
        input feedback_marked;
        /// On this SL, if there is a table.
        input feedback_sl[SL_BITS];
        /// The delay of a flow is wanted.
        input look_up;
        /// Which flow.
        input look_up_flow[nic.flow_bits()];
        /// It had had no packet to send.
        input look_up_fresh;
        /// On this SL.
        input look_up_sl[SL_BITS];

        /// The address to be written is taken.
        output awready;
        /// The data is taken.
        output wready;
        /// There is an answer to a write.
        output bvalid;
        /// 0: OKAY, 2: SLVERR.
        output bresp[2];
        /// The address to be read is taken.
        output arready;
        /// There is an answer to a read.
        output rvalid;
        /// What the register holds.
        output rdata[WORD_BITS as usize];
        /// 0: OKAY, 2: SLVERR.
        output rresp[2];
        /// Number of flow 0's own queue pair.
        output qp_base[QP_BITS];
        /// Whom a flow talks to is written.
        output qp_write;
        /// Which flow.
        output qp_write_flow[nic.flow_bits()];
        /// It counts.
        output qp_write_valid;
        /// The queue pair at the other end.
        output qp_write_number[QP_BITS];
        /// SLs whose settings count.
        output control_map[Nic::SERVICE_LEVELS];
        /// The feedback is taken.
        output feedback_ready;
        /// The delay that was wanted three cycles before.
        output delay[nic.delay_bits()];

        /// What software sees and sets.
        sub registers: NicRegisters = NicRegisters::new(nic);
        /// What sets delays.
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
