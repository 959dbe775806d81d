//! Values of flows that are looked up in every cycle.

use super::layout::{ADDRESS, HALF, HIGH, WORD};
use crate::efl::FlowMemory;
use crate::prelude::*;
use tailback_spec::efl::Efl;

block! {
    /// Last value of each flow, read in each cycle: the value in cycle c is that of the flow in
    /// cycle c - 3, with the writes of cycle c - 4 and before.
    ///
    /// A write goes to the memory one cycle later, past which it is forwarded.
    pub struct FlowValue(efl: &Efl, bits: usize) as "tailback_efl_flow_value" {
        /// Memories are being cleared.
        input sweeping;
        /// Flow that is cleared.
        input sweep_flow[efl.flow_bits()];
        /// A value is written.
        input write;
        /// Flow of the value that is written.
        input write_flow[efl.flow_bits()];
        /// Value that is written.
        input new_value[bits];
        /// Flow whose value is read.
        input flow[efl.flow_bits()];
        /// Value of the flow three cycles ago.
        output_reg value[bits];

        /// Value was written in the previous cycle.
        reg wrote;
        /// Flow of that value.
        reg wrote_flow[efl.flow_bits()];
        /// That value.
        reg wrote_value[bits];
        /// Value that was written for the flow that was read, in the cycle of the read.
        reg passing_1[bits];
        /// That value, one cycle later.
        reg passing_2[bits];
        /// The memory was written for the flow, or cleared, in the cycle of the read.
        reg passes_1 = true;
        /// The memory was written for the flow, or cleared, in the cycle of the read, one cycle later.
        reg passes_2 = true;
        /// Value of the flow, as the memory had it.
        reg stored[bits];
        /// Value of each flow.
        sub values: FlowMemory = FlowMemory::new(efl, bits);
    }
    connect {
        values: sweeping, sweep_flow, write = wrote, write_flow = wrote_flow,
            new_value = wrote_value, read_flow = flow;
    }
}

impl Logic for FlowValue {
    #[hdl_gen]
    fn update(&mut self) {
        self.wrote.next = self.write.val() && !self.sweeping.val();
        self.wrote_flow.next = self.write_flow.val();
        self.wrote_value.next = self.new_value.val();
        self.passes_1.next =
            self.sweeping.val() || (self.wrote.val() && self.wrote_flow.val() == self.flow.val());
        self.passes_2.next = self.passes_1.val();
        self.passing_1.next = self.wrote_value.val();
        if self.sweeping.val() {
            self.passing_1.next = 0.into();
        }
        self.passing_2.next = self.passing_1.val();
        self.stored.next = self.values.value.val();
        self.value.next = self.stored.val();
        if self.passes_2.val() {
            self.value.next = self.passing_2.val();
        }
    }
}

block! {
    /// Peer of a flow, looked up in each cycle.
    pub struct PeerLookUp(efl: &Efl) as "tailback_efl_peer_look_up" {
        /// Bit of the valid flag in the high part.
        count valid_bit = HALF;

        /// Memories are being cleared.
        input sweeping;
        /// Flow that is cleared.
        input sweep_flow[efl.flow_bits()];
        /// One bit per part of a peer: it is written.
        input(3) writes;
        /// Flow of the peer that is written.
        input write_flow[efl.flow_bits()];
        /// Low part of the address.
        input new_low[WORD];
        /// High part of the address, and the valid bit.
        input new_high[HIGH];
        /// Flow label.
        input new_label[HALF];
        /// Flow that is looked up.
        input flow[efl.flow_bits()];
        /// The flow three cycles ago has a peer.
        output valid;
        /// Address of that peer.
        output address[ADDRESS];
        /// Flow label of that peer.
        output label[HALF];

        /// High part of the address.
        local high_part[HALF];
        /// Low parts of addresses.
        sub lows: FlowValue = FlowValue::new(efl, WORD);
        /// High parts of addresses, and valid bits.
        sub highs: FlowValue = FlowValue::new(efl, HIGH);
        /// Flow labels.
        sub labels: FlowValue = FlowValue::new(efl, HALF);
    }
    connect {
        lows: sweeping, sweep_flow, write_flow, new_value = new_low, flow;
        highs: sweeping, sweep_flow, write_flow, new_value = new_high, flow;
        labels: sweeping, sweep_flow, write_flow, new_value = new_label, flow, value = label;
    }
}

impl Logic for PeerLookUp {
    #[hdl_gen]
    fn update(&mut self) {
        self.lows.write.next = self.writes[0].val();
        self.highs.write.next = self.writes[1].val();
        self.labels.write.next = self.writes[2].val();
        self.high_part.next = self.highs.value.val() >> 0;
        self.valid.next = self.highs.value.val().get_bit(self.valid_bit.val());
        self.address.next = self.high_part.val();
        self.address.next = (self.address.val() << 32) | self.lows.value.val();
    }
}

block! {
    /// Peer of the flow of an address, for reads by software. The values in cycle c are those of the
    /// flow in cycle c - 2, unless they were written in that cycle.
    pub struct PeerReader(efl: &Efl) as "tailback_efl_peer_reader" {
        /// Memories are being cleared.
        input sweeping;
        /// Flow that is cleared.
        input sweep_flow[efl.flow_bits()];
        /// One bit per part of a peer: it is written.
        input(3) writes;
        /// Flow of the peer that is written.
        input write_flow[efl.flow_bits()];
        /// Low part of the address.
        input new_low[WORD];
        /// High part of the address, and the valid bit.
        input new_high[HIGH];
        /// Flow label.
        input new_label[HALF];
        /// Flow of the peer that is read.
        input flow[efl.flow_bits()];
        /// Low part of the address of the peer that is read.
        output_reg low[WORD];
        /// High part of the address of the peer that is read, and the valid bit.
        output_reg high[HIGH];
        /// Flow label of the peer that is read.
        output_reg label[HALF];

        /// Low parts of addresses.
        sub lows: FlowMemory = FlowMemory::new(efl, WORD);
        /// High parts of addresses, and valid bits.
        sub highs: FlowMemory = FlowMemory::new(efl, HIGH);
        /// Flow labels.
        sub labels: FlowMemory = FlowMemory::new(efl, HALF);
    }
    connect {
        lows: sweeping, sweep_flow, write_flow, new_value = new_low, read_flow = flow;
        highs: sweeping, sweep_flow, write_flow, new_value = new_high, read_flow = flow;
        labels: sweeping, sweep_flow, write_flow, new_value = new_label, read_flow = flow;
    }
}

impl Logic for PeerReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.lows.write.next = self.writes[0].val();
        self.highs.write.next = self.writes[1].val();
        self.labels.write.next = self.writes[2].val();
        self.low.next = self.lows.value.val();
        self.high.next = self.highs.value.val();
        self.label.next = self.labels.value.val();
    }
}
