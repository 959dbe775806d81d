//! Memories with a word for each flow.

use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Counts something of each flow. An event can come in each cycle; a total can be read in each
    /// cycle without one.
    ///
    /// An event is in the memory four cycles later. Those of the same flow that follow it before that
    /// take its total as it is made.
    pub struct FlowTally(nic: &Nic, bits: usize, amount_bits: usize) as "tailback_flow_tally" {
        /// Totals are being cleared.
        input clearing;
        /// That of which flow.
        input clear_flow[nic.flow_bits()];
        /// There is an event.
        input happens;
        /// Of this flow.
        input flow[nic.flow_bits()];
        /// By so much.
        input amount[amount_bits];
        /// A total is read; there is no event.
        input read;
        /// Whose.
        input read_flow[nic.flow_bits()];
        /// The total that was read three cycles before.
        output total[bits];

        /// In the first cycle after: there was an event,
        reg happened_1;
        /// of this flow,
        reg flow_1[nic.flow_bits()];
        /// by so much.
        reg amount_1[amount_bits];
        /// In the second one: likewise.
        reg happened_2;
        /// Likewise.
        reg flow_2[nic.flow_bits()];
        /// Likewise.
        reg amount_2[amount_bits];
        /// In the third one: likewise,
        reg happened_3;
        /// likewise,
        reg flow_3[nic.flow_bits()];
        /// likewise,
        reg amount_3[amount_bits];
        /// what the memory held,
        reg old_3[bits];
        /// the event before was of the same flow,
        reg follows;
        /// the one before that was.
        reg follows_second;
        /// In the fourth one: there was an event,
        reg happened_4;
        /// of this flow,
        reg flow_4[nic.flow_bits()];
        /// and this is the total.
        reg total_4[bits];
        /// In the fifth one: this is the total.
        reg total_5[bits];
        /// The total before.
        local base[bits];
        /// What is added.
        local added[bits];
        /// The total.
        local sum[bits];
        /// The totals.
        memory(nic.flows()) totals[bits];
    }
}

impl Logic for FlowTally {
    #[hdl_gen]
    fn update(&mut self) {
        self.happened_1.next = self.happens.val() && !self.clearing.val();
        self.flow_1.next = self.flow.val();
        self.amount_1.next = self.amount.val();
        if self.read.val() {
            self.flow_1.next = self.read_flow.val();
            self.amount_1.next = 0.into();
        }

        self.totals.read.next = true;
        self.totals.read_address.next = self.flow_1.val();
        self.happened_2.next = self.happened_1.val();
        self.flow_2.next = self.flow_1.val();
        self.amount_2.next = self.amount_1.val();

        self.old_3.next = self.totals.read_data.val();
        self.happened_3.next = self.happened_2.val();
        self.flow_3.next = self.flow_2.val();
        self.amount_3.next = self.amount_2.val();
        self.follows.next = self.happened_3.val() && self.flow_3.val() == self.flow_2.val();
        self.follows_second.next = self.happened_4.val() && self.flow_4.val() == self.flow_2.val();

        comment!(
            "What the memory gives is old, or unknown, if one of the two before was of the flow."
        );
        self.base.next = self.old_3.val();
        if self.follows.val() {
            self.base.next = self.total_4.val();
        } else if self.follows_second.val() {
            self.base.next = self.total_5.val();
        }
        self.added.next = self.amount_3.val();
        self.sum.next = self.base.val() + self.added.val();
        self.total.next = self.sum.val();
        self.happened_4.next = self.happened_3.val();
        self.flow_4.next = self.flow_3.val();
        self.total_4.next = self.sum.val();
        self.total_5.next = self.total_4.val();

        self.totals.write.next = self.clearing.val() || self.happened_3.val();
        self.totals.write_address.next = self.flow_3.val();
        self.totals.write_data.next = self.sum.val();
        if self.clearing.val() {
            self.totals.write_address.next = self.clear_flow.val();
            self.totals.write_data.next = 0.into();
        }
    }
}

block! {
    /// Knows the last value of each flow.
    pub struct FlowValue(nic: &Nic, bits: usize) as "tailback_flow_value" {
        /// Values are being cleared.
        input clearing;
        /// That of which flow.
        input clear_flow[nic.flow_bits()];
        /// A flow has another value.
        input write;
        /// Which one.
        input write_flow[nic.flow_bits()];
        /// What.
        input write_value[bits];
        /// A flow.
        input flow[nic.flow_bits()];
        /// The value of the flow of the cycle before, as it was at the beginning of that.
        output value[bits];

        /// In the cycle before, a value was written,
        reg wrote;
        /// of this flow,
        reg wrote_flow[nic.flow_bits()];
        /// this one.
        reg wrote_value[bits];
        /// In the cycle before, that was the flow that was read.
        reg meets;
        /// And this was written.
        reg passing[bits];
        /// The values.
        memory(nic.flows()) values[bits];
    }
}

impl Logic for FlowValue {
    #[hdl_gen]
    fn update(&mut self) {
        self.wrote.next = self.write.val() && !self.clearing.val();
        self.wrote_flow.next = self.write_flow.val();
        self.wrote_value.next = self.write_value.val();
        self.values.write.next = self.clearing.val() || self.wrote.val();
        self.values.write_address.next = self.wrote_flow.val();
        self.values.write_data.next = self.wrote_value.val();
        if self.clearing.val() {
            self.values.write_address.next = self.clear_flow.val();
            self.values.write_data.next = 0.into();
        }
        self.values.read.next = true;
        self.values.read_address.next = self.flow.val();
        self.meets.next = self.wrote.val() && self.wrote_flow.val() == self.flow.val();
        self.passing.next = self.wrote_value.val();
        self.value.next = self.values.read_data.val();
        if self.meets.val() {
            self.value.next = self.passing.val();
        }
    }
}
