//! Memories with an entry for each flow.

use super::layout::WORD;
use super::SplitSum;
use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Counts events of each flow. Each cycle accepts one event, or one read of a total.
    ///
    /// An event is in the memory four cycles later. Events of the same flow that follow sooner get
    /// the new total by forwarding.
    pub struct FlowTally(nic: &Nic, bits: usize, amount_bits: usize) as "tailback_flow_tally" {
        /// A total is longer than a register, and its sum split.
        choice is_long = bits > WORD;

        /// Totals are being cleared.
        input clearing;
        /// Flow whose total is cleared.
        input clear_flow[nic.flow_bits()];
        /// Event to be counted.
        input happens;
        /// Flow of the event.
        input flow[nic.flow_bits()];
        /// Amount added by the event.
        input amount[amount_bits];
        /// Total is read; not in a cycle with an event.
        input read;
        /// Flow whose total is read.
        input read_flow[nic.flow_bits()];
        /// Total read three cycles ago.
        output total[bits];

        /// Stage 1: event.
        reg happened_1;
        /// Stage 1: flow of the event or of the read.
        reg flow_1[nic.flow_bits()];
        /// Stage 1: amount; 0 for a read.
        reg amount_1[amount_bits];
        /// Stage 2: event.
        reg happened_2;
        /// Stage 2: flow of the event or of the read.
        reg flow_2[nic.flow_bits()];
        /// Stage 2: amount; 0 for a read.
        reg amount_2[amount_bits];
        /// Stage 3: event.
        reg happened_3;
        /// Stage 3: flow of the event or of the read.
        reg flow_3[nic.flow_bits()];
        /// Stage 3: amount; 0 for a read.
        reg amount_3[amount_bits];
        /// Stage 3: total from the memory.
        reg old_3[bits];
        /// Stage 3: the event in stage 4 is of the same flow.
        reg follows;
        /// Stage 3: the event in stage 5 is of the same flow.
        reg follows_second;
        /// Stage 4: event.
        reg happened_4;
        /// Stage 4: flow of the event.
        reg flow_4[nic.flow_bits()];
        /// Stage 4: new total.
        reg total_4[bits];
        /// Stage 5: new total.
        reg total_5[bits];
        /// Stage 3: total before the event.
        local base[bits];
        /// Stage 3: amount, as wide as a total.
        local added[bits];
        /// Stage 3: total with the event.
        local sum[bits];
        /// Stage 3: sum of a long total.
        optional(bits > WORD) split: SplitSum = SplitSum::new(bits);
        /// Total of each flow.
        memory(nic.flows()) totals[bits];
    }
    connect {
        totals: read_address = flow_1;
        split: base, added, sum;
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
            "Read data is old or undefined if one of the two events before was of the same flow."
        );
        self.base.next = self.old_3.val();
        if self.follows.val() {
            self.base.next = self.total_4.val();
        } else if self.follows_second.val() {
            self.base.next = self.total_5.val();
        }
        self.added.next = self.amount_3.val();
        if !self.is_long.val() {
            self.sum.next = self.base.val() + self.added.val();
        }
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
    /// Holds the last value of each flow.
    pub struct FlowValue(nic: &Nic, bits: usize) as "tailback_flow_value" {
        /// Values are being cleared.
        input clearing;
        /// Flow whose value is cleared.
        input clear_flow[nic.flow_bits()];
        /// New value of a flow.
        input write;
        /// Flow of the new value.
        input write_flow[nic.flow_bits()];
        /// New value.
        input write_value[bits];
        /// Flow whose value is read.
        input flow[nic.flow_bits()];
        /// Value of `flow` of the previous cycle, as of the beginning of that cycle.
        output value[bits];

        /// New value was given in the previous cycle.
        reg wrote;
        /// Flow of the value given in the previous cycle.
        reg wrote_flow[nic.flow_bits()];
        /// Value given in the previous cycle.
        reg wrote_value[bits];
        /// Memory was read and written for the same flow in the previous cycle.
        reg meets;
        /// Value written to the memory in the previous cycle.
        reg passing[bits];
        /// Value of each flow.
        memory(nic.flows()) values[bits];
    }
    connect {
        values: read_address = flow;
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
        self.meets.next = self.wrote.val() && self.wrote_flow.val() == self.flow.val();
        self.passing.next = self.wrote_value.val();
        self.value.next = self.values.read_data.val();
        if self.meets.val() {
            self.value.next = self.passing.val();
        }
    }
}
