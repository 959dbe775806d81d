//! Values of flows, and the copy of those of one flow.

use super::layout::{SELECT_BITS, WORD};
use super::FlowValue;
use crate::efl::FlowMemory;
use crate::prelude::*;
use tailback_spec::efl::rate::{RATE_BITS, TIME_BITS};
use tailback_spec::efl::registers::FLOW_VALUES;
use tailback_spec::efl::Efl;

block! {
    /// Counts events of each flow, at most one in eight cycles.
    pub struct FlowCount(efl: &Efl) as "tailback_efl_flow_count" {
        /// Memories are being cleared.
        input sweeping;
        /// Flow that is cleared.
        input sweep_flow[efl.flow_bits()];
        /// An event.
        input happens;
        /// Flow of the event.
        input flow[efl.flow_bits()];
        /// Flow whose count is read.
        input read_flow[efl.flow_bits()];
        /// Count of `read_flow` of the previous cycle, with the events up to three cycles before.
        output total[WORD];

        /// Event two cycles ago.
        reg happened_2;
        /// Event one cycle ago.
        reg happened_1;
        /// Flow one cycle ago.
        reg flow_1[efl.flow_bits()];
        /// Flow two cycles ago.
        reg flow_2[efl.flow_bits()];
        /// Count of that flow before the event.
        reg counted[WORD];
        /// Count of that flow with the event.
        local sum[WORD];
        /// Counts, read for events.
        sub counts: FlowMemory = FlowMemory::new(efl, WORD);
        /// Counts, read for software.
        sub copies: FlowMemory = FlowMemory::new(efl, WORD);
    }
    connect {
        counts: sweeping, sweep_flow, write = happened_2, write_flow = flow_2, new_value = sum,
            read_flow = flow;
        copies: sweeping, sweep_flow, write = happened_2, write_flow = flow_2, new_value = sum,
            read_flow, value = total;
    }
}

impl Logic for FlowCount {
    #[hdl_gen]
    fn update(&mut self) {
        self.happened_1.next = self.happens.val() && !self.sweeping.val();
        self.happened_2.next = self.happened_1.val();
        self.flow_1.next = self.flow.val();
        self.flow_2.next = self.flow_1.val();
        self.counted.next = self.counts.value.val();
        self.sum.next = self.counted.val() + 1;
    }
}

block! {
    /// Counters and rates of each flow, and a copy of those of one flow, all of one moment: a cycle
    /// without events.
    pub struct EflFlows(efl: &Efl) as "tailback_efl_flows" {
        /// Values of a flow.
        count all_values = FLOW_VALUES;

        /// Memories are being cleared.
        input sweeping;
        /// Flow that is cleared.
        input sweep_flow[efl.flow_bits()];
        /// A packet is sent.
        input sent;
        /// Flow of the packet.
        input sent_flow[efl.flow_bits()];
        /// The packet is sent again.
        input sent_again;
        /// An ACK acknowledges packets in flight.
        input acknowledged;
        /// Flow of the ACK.
        input acked_flow[efl.flow_bits()];
        /// Packets are in flight behind the ACK.
        input acked_left;
        /// A packet is lost.
        input lost;
        /// Flow of the loss.
        input lost_flow[efl.flow_bits()];
        /// The loss is a time-out.
        input lost_late;
        /// A packet is accepted in order.
        input accepted;
        /// Flow of that packet.
        input accepted_flow[efl.flow_bits()];
        /// Rate and RTTs of a flow have changed.
        input updated;
        /// Flow of `updated`.
        input updated_flow[efl.flow_bits()];
        /// Its rate.
        input updated_rate[RATE_BITS as usize];
        /// Its RTT.
        input updated_rtt[TIME_BITS as usize];
        /// Its least RTT.
        input updated_rtt_min[TIME_BITS as usize];
        /// Its predicted RTT.
        input updated_rtt_predicted[TIME_BITS as usize];
        /// The state of a flow is known.
        input state_write;
        /// Flow of `state`.
        input state_flow[efl.flow_bits()];
        /// Its state.
        input state[2];
        /// Flow in the data of the last write.
        input new_flow[SELECT_BITS];
        /// Legal write to `FLOW_SELECT` is in its last step.
        input selects;
        /// Accessed register is `FLOW_SELECT`.
        input is_select;
        /// One bit per value: the accessed register is that one.
        input(FLOW_VALUES) is_value;
        /// Access must wait: the copy is not complete.
        output waits;
        /// Read data; 0 if the accessed register is none of these.
        output word[WORD];

        /// Flow to be selected.
        local wanted[efl.flow_bits()];
        /// Values of the flow are copied as of the beginning of this cycle.
        local takes;
        /// The flow becomes idle.
        local idles;
        /// A state is written.
        local writes_state;
        /// Flow of that state.
        local new_state_flow[efl.flow_bits()];
        /// That state.
        local new_state[2];
        /// Value of each register of the selected flow.
        local(FLOW_VALUES) values[WORD];
        /// Read data.
        local found[WORD];
        /// Bit n: `takes` was high n + 1 cycles ago.
        reg taken[3];
        /// Selected flow.
        reg selected[SELECT_BITS];
        /// Copied values.
        reg(FLOW_VALUES) copied[WORD];
        /// Packets sent.
        sub sends: FlowCount = FlowCount::new(efl);
        /// Packets sent again.
        sub repeats: FlowCount = FlowCount::new(efl);
        /// Time-outs.
        sub time_outs: FlowCount = FlowCount::new(efl);
        /// Losses by duplicate ACKs.
        sub losses: FlowCount = FlowCount::new(efl);
        /// Packets accepted.
        sub accepts: FlowCount = FlowCount::new(efl);
        /// RTTs.
        sub rtts: FlowValue = FlowValue::new(efl, TIME_BITS as usize);
        /// Least RTTs.
        sub least_rtts: FlowValue = FlowValue::new(efl, TIME_BITS as usize);
        /// Predicted RTTs.
        sub predicted_rtts: FlowValue = FlowValue::new(efl, TIME_BITS as usize);
        /// Rates.
        sub rates: FlowValue = FlowValue::new(efl, RATE_BITS as usize);
        /// States.
        sub states: FlowValue = FlowValue::new(efl, 2);
    }
    connect {
        sends: sweeping, sweep_flow, flow = sent_flow, read_flow = wanted;
        repeats: sweeping, sweep_flow, flow = sent_flow, read_flow = wanted;
        time_outs: sweeping, sweep_flow, flow = lost_flow, read_flow = wanted;
        losses: sweeping, sweep_flow, flow = lost_flow, read_flow = wanted;
        accepts: sweeping, sweep_flow, happens = accepted, flow = accepted_flow,
            read_flow = wanted;
        rtts: sweeping, sweep_flow, write = updated, write_flow = updated_flow,
            new_value = updated_rtt, flow = wanted;
        least_rtts: sweeping, sweep_flow, write = updated, write_flow = updated_flow,
            new_value = updated_rtt_min, flow = wanted;
        predicted_rtts: sweeping, sweep_flow, write = updated, write_flow = updated_flow,
            new_value = updated_rtt_predicted, flow = wanted;
        rates: sweeping, sweep_flow, write = updated, write_flow = updated_flow,
            new_value = updated_rate, flow = wanted;
        states: sweeping, sweep_flow, write = writes_state, write_flow = new_state_flow,
            new_value = new_state, flow = wanted;
    }
}

impl Logic for EflFlows {
    #[hdl_gen]
    fn update(&mut self) {
        self.sends.happens.next = self.sent.val() && !self.sent_again.val();
        self.repeats.happens.next = self.sent.val() && self.sent_again.val();
        self.time_outs.happens.next = self.lost.val() && self.lost_late.val();
        self.losses.happens.next = self.lost.val() && !self.lost_late.val();
        self.idles.next = self.acknowledged.val() && !self.acked_left.val();
        self.writes_state.next = self.idles.val() || self.state_write.val();
        self.new_state_flow.next = self.state_flow.val();
        self.new_state.next = self.state.val();
        if self.idles.val() {
            self.new_state_flow.next = self.acked_flow.val();
            self.new_state.next = 0.into();
        }

        comment!("The copy");
        self.wanted.next = self.new_flow.val() >> 0;
        self.takes.next = self.selects.val()
            && !self.taken.val().any()
            && !(self.sent.val() || self.lost.val() || self.accepted.val() || self.updated.val());
        self.taken.next = (self.taken.val() << 1).replace_bit(0, self.takes.val());
        self.waits.next = self.selects.val() && !self.taken.val().get_bit(2);
        self.values[0].next = self.sends.total.val();
        self.values[1].next = self.repeats.total.val();
        self.values[2].next = self.time_outs.total.val();
        self.values[3].next = self.losses.total.val();
        self.values[4].next = self.accepts.total.val();
        self.values[5].next = self.rtts.value.val();
        self.values[6].next = self.least_rtts.value.val();
        self.values[7].next = self.predicted_rtts.value.val();
        self.values[8].next = self.rates.value.val();
        self.values[9].next = self.states.value.val();
        if self.taken.val().get_bit(2) {
            self.selected.next = self.new_flow.val();
            for value in 0..self.all_values.val() {
                self.copied[value].next = self.values[value].val();
            }
        }

        self.found.next = 0.into();
        if self.is_select.val() {
            self.found.next = self.selected.val();
        }
        for value in 0..self.all_values.val() {
            if self.is_value[value].val() {
                self.found.next = self.found.val() | self.copied[value].val();
            }
        }
        self.word.next = self.found.val();
    }
}
