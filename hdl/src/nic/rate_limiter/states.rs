//! The state of each flow, and its update by events.

use crate::prelude::*;
use tailback_spec::nic::Nic;

/// Bits of a status.
const PLACE_BITS: usize = 2;
/// Bit of a state: a packet is ready.
const READY_AT: usize = PLACE_BITS;
/// Bit of a state: the flow is idle.
const IDLE_AT: usize = READY_AT + 1;
/// Lowest bit of the packets in flight in a state.
const FLYING_AT: usize = IDLE_AT + 1;

/// Bits of the state of a flow.
fn state_bits(nic: &Nic) -> usize {
    FLYING_AT + nic.window_bits() + 1 + nic.time_bits()
}

block! {
    /// State of each flow, in block RAM; decides one event in each cycle.
    ///
    /// The state is read two cycles before its event is decided. Later writes to it are forwarded
    /// past the memory.
    pub struct FlowStates(nic: &Nic) as "tailback_limiter_states" {
        /// Window: most packets of a flow in flight.
        count window = nic.window() as usize;
        /// Status: the schedule has passed, but no packet is ready or the window is closed.
        count parked = 0;
        /// Status: the schedule has not passed yet.
        count timed = 1;
        /// Status: the flow waits for a grant.
        count due = 2;
        /// Status: the flow may start a packet.
        count granted = 3;
        /// Bit of a state: a packet is ready.
        count ready_at = READY_AT;
        /// Bit of a state: the flow is idle.
        count idle_at = IDLE_AT;
        /// Lowest bit of the packets in flight in a state.
        count flying_at = FLYING_AT;
        /// Bit of a state: the flow is late.
        count late_at = FLYING_AT + nic.window_bits();
        /// Lowest bit, in a state, of the cycle since which a packet may be delayed.
        count since_at = FLYING_AT + nic.window_bits() + 1;
        /// Bits of the packets in flight and of the late bit together.
        count since_above = nic.window_bits() + 1;
        /// Half the range of a time: a difference from here on is negative.
        count half = 1 << (nic.time_bits() - 1);

        /// High while the memory is cleared after reset.
        input clearing;
        /// Flow whose state is cleared.
        input cleared[nic.flow_bits()];
        /// Flow of the event that is decided two cycles later.
        input flow[nic.flow_bits()];
        /// A start is decided.
        input start;
        /// The packet of the start has at least one beat.
        input start_some;
        /// A further packet of the flow is ready behind that of the start.
        input start_more;
        /// The last grant of the flow has not been accepted yet: its start is not legal.
        input start_untold;
        /// An ACK is decided.
        input ack;
        /// Packets that the ACK acknowledges.
        input ack_count[nic.window_bits()];
        /// A doorbell is decided.
        input doorbell;
        /// The walker's flow is decided: granted or parked.
        input pop;
        /// Number of the current cycle.
        input now[nic.time_bits()];
        /// Cycle in which the packet of the start is over.
        input start_end[nic.time_bits()];

        /// The start is legal.
        output starts;
        /// The flow of the decided event is idle.
        output idle;
        /// The packet of the start was not delayed: its flow had been idle or late.
        output prompt;
        /// Cycle since which the packet of the start may have been delayed.
        output since[nic.time_bits()];
        /// The ACK is for packets in flight.
        output acks;
        /// The flow of the ACK or doorbell becomes due.
        output wakes;
        /// The walker's flow is granted.
        output grants;

        /// Status of the flow.
        local place[PLACE_BITS];
        /// The flow has a packet ready.
        local is_ready;
        /// The flow is idle.
        local is_idle;
        /// Packets of the flow in flight.
        local flying[nic.window_bits()];
        /// The window of the flow is open.
        local is_open;
        /// The schedule had passed when the flow could have started its packet.
        local is_late;
        /// Cycle since which the packet of the flow may be delayed.
        local may_since[nic.time_bits()];
        /// Cycles since the one in `may_since`; negative if that is to come.
        local passed[nic.time_bits()];
        /// The event makes the flow have both a packet ready and an open window.
        local becomes;
        /// The flow is late from now on.
        local new_late;
        /// New cycle since which the packet of the flow may be delayed.
        local new_since[nic.time_bits()];
        /// New status of the flow.
        local new_place[PLACE_BITS];
        /// The flow has a packet ready from now on.
        local new_ready;
        /// The flow is idle from now on.
        local new_idle;
        /// New number of packets of the flow in flight.
        local new_flying[nic.window_bits()];
        /// New state of the flow.
        local new_state[state_bits(nic)];
        /// State memory write data.
        local stored[state_bits(nic)];
        /// State memory write address (flow index).
        local told[nic.flow_bits()];
        /// Flow whose state is being read; its event is decided in the next cycle.
        reg reading[nic.flow_bits()];
        /// Flow of the event that is decided.
        reg decided[nic.flow_bits()];
        /// State of the flow of the decided event.
        reg known[state_bits(nic)];
        /// The event that is decided is for the flow whose state is being read.
        reg repeats;
        /// The state that is being read was written in the cycle of its read address.
        reg passes;
        /// New state of the flow of the cycle before.
        reg passing[state_bits(nic)];
        /// State of each flow.
        memory(nic.flows()) states[state_bits(nic)];
    }
    connect {
        states: read_address = flow, write_address = told, write_data = stored;
    }
}

impl Logic for FlowStates {
    #[hdl_gen]
    fn update(&mut self) {
        self.states.read.next = true;
        self.reading.next = self.flow.val();
        self.decided.next = self.reading.val();
        self.place.next = self.known.val() >> 0;
        self.is_ready.next = self.known.val().get_bit(self.ready_at.val());
        self.is_idle.next = self.known.val().get_bit(self.idle_at.val());
        self.flying.next = self.known.val() >> self.flying_at.val();
        self.is_open.next = self.flying.val() != self.window.val();

        self.is_late.next = self.known.val().get_bit(self.late_at.val());
        self.may_since.next = self.known.val() >> self.since_at.val();
        self.since.next = self.may_since.val();
        self.prompt.next = self.is_late.val() || self.is_idle.val();
        self.starts.next =
            self.start.val() && !self.start_untold.val() && self.place.val() == self.granted.val();
        self.idle.next = self.is_idle.val();
        self.acks.next = self.ack.val()
            && self.ack_count.val() != 0
            && self.ack_count.val() <= self.flying.val();
        self.wakes.next = self.place.val() == self.parked.val()
            && ((self.acks.val() && self.is_ready.val())
                || (self.doorbell.val() && self.is_open.val()));
        self.grants.next = self.pop.val() && self.is_ready.val() && self.is_open.val();

        self.new_place.next = self.place.val();
        if self.starts.val() {
            self.new_place.next = self.timed.val().into();
        } else if self.wakes.val() {
            self.new_place.next = self.due.val().into();
        } else if self.grants.val() {
            self.new_place.next = self.granted.val().into();
        } else if self.pop.val() {
            self.new_place.next = self.parked.val().into();
        }
        self.new_ready.next = (self.is_ready.val() && !self.grants.val())
            || self.doorbell.val()
            || (self.starts.val() && self.start_more.val());
        self.new_idle.next =
            (self.is_idle.val() && !self.starts.val()) || (self.pop.val() && !self.is_ready.val());
        self.new_flying.next = self.flying.val();
        if self.starts.val() && self.start_some.val() {
            self.new_flying.next = self.flying.val() + 1;
        } else if self.acks.val() {
            self.new_flying.next = self.flying.val() - self.ack_count.val();
        }
        comment!("A packet counts as delayed no earlier than the packet before it is over.");
        self.becomes.next = !(self.is_ready.val() && self.is_open.val())
            && self.new_ready.val()
            && self.new_flying.val() != self.window.val()
            && self.place.val() != self.granted.val();
        self.passed.next = self.now.val() - self.may_since.val();
        self.new_late.next = self.is_late.val();
        self.new_since.next = self.may_since.val();
        if self.starts.val() {
            self.new_late.next = false;
            self.new_since.next = self.start_end.val();
        } else if self.becomes.val() {
            if self.place.val() == self.parked.val() {
                self.new_late.next = true;
            } else if self.passed.val() < self.half.val() {
                self.new_since.next = self.now.val();
            }
        }

        self.new_state.next = self.new_since.val();
        self.new_state.next =
            (self.new_state.val() << self.since_above.val()) | self.new_flying.val();
        self.new_state.next = (self.new_state.val() << self.flying_at.val()) | self.new_place.val();
        self.new_state.next =
            self.new_state.val().replace_bit(self.ready_at.val(), self.new_ready.val());
        self.new_state.next =
            self.new_state.val().replace_bit(self.idle_at.val(), self.new_idle.val());
        self.new_state.next =
            self.new_state.val().replace_bit(self.late_at.val(), self.new_late.val());

        comment!("A cleared flow is parked and idle.");
        self.stored.next = self.new_state.val();
        self.told.next = self.decided.val();
        if self.clearing.val() {
            self.stored.next = 0.into();
            self.stored.next = self.stored.val().replace_bit(self.idle_at.val(), true);
            self.told.next = self.cleared.val();
        }
        self.states.write.next = true;
        self.repeats.next = self.flow.val() == self.reading.val();
        self.passes.next = self.clearing.val() || self.flow.val() == self.decided.val();
        self.passing.next = self.new_state.val();
        self.known.next = self.states.read_data.val();
        if self.repeats.val() {
            self.known.next = self.new_state.val();
        } else if self.passes.val() {
            self.known.next = self.passing.val();
        }
        if self.clearing.val() {
            self.passing.next = self.stored.val();
            self.known.next = self.stored.val();
        }
    }
}
