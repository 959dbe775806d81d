//! What is known of each flow, and what its events make of it.

use super::sizes::window_bits;
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::Nic;

/// The schedule has passed, but the flow has no packet ready, or its window is closed.
const PARKED: usize = 0;
/// The schedule has not passed yet.
const TIMED: usize = 1;
/// The flow waits for its turn.
const DUE: usize = 2;
/// The flow may start a packet.
const GRANTED: usize = 3;

/// Bits of a place.
const PLACE_BITS: usize = 2;
/// Where in a word it says that a packet is ready,
const READY_AT: usize = PLACE_BITS;
/// that the flow is idle,
const IDLE_AT: usize = READY_AT + 1;
/// and what is in flight.
const FLYING_AT: usize = IDLE_AT + 1;

block! {
    /// Holds the state of each flow in block RAM, and decides on events, one in each cycle.
    ///
    /// The state is read two cycles before that in which an event is decided. What becomes of a flow
    /// meanwhile goes past the memory.
    pub struct FlowStates(nic: &Nic) as "tailback_limiter_states" {
        /// Packets of a flow that may be in flight.
        count window = nic.window() as usize;
        /// Place of a flow that is parked.
        count parked = PARKED;
        /// Place of a flow that is timed.
        count timed = TIMED;
        /// Place of a flow that is due.
        count due = DUE;
        /// Place of a flow that is granted.
        count granted = GRANTED;
        /// Bit of a packet that is ready.
        count ready_at = READY_AT;
        /// Bit of an idle flow.
        count idle_at = IDLE_AT;
        /// Lowest bit of the packets in flight.
        count flying_at = FLYING_AT;

        /// Memory is being cleared.
        input clearing;
        /// The flow that is cleared.
        input cleared[nic.flow_bits()];
        /// The flow of the event that is decided in the cycle after the next.
        input flow[nic.flow_bits()];
        /// A start is decided.
        input start;
        /// Its packet has words.
        input start_some;
        /// There is a further packet behind it.
        input start_more;
        /// Its flow is the one granted last, and has not been told so.
        input start_untold;
        /// An ACK is decided.
        input ack;
        /// Packets that it acknowledges.
        input ack_count[window_bits(nic)];
        /// A doorbell is decided.
        input doorbell;
        /// It is decided whether a flow that is due is granted.
        input pop;

        /// The start is legal.
        output starts;
        /// The flow had been idle.
        output idle;
        /// The ACK is for packets in flight.
        output acks;
        /// The flow becomes due.
        output wakes;
        /// The flow is granted.
        output grants;

        /// Its place.
        local place[PLACE_BITS];
        /// It has a packet ready.
        local is_ready;
        /// It is idle.
        local is_idle;
        /// Its packets in flight.
        local flying[window_bits(nic)];
        /// Its window is open.
        local is_open;
        /// Its place from now on.
        local new_place[PLACE_BITS];
        /// From now on it has a packet ready.
        local new_ready;
        /// From now on it is idle.
        local new_idle;
        /// Its packets in flight from now on.
        local new_flying[window_bits(nic)];
        /// What is known of it from now on,
        local new_state[FLYING_AT + window_bits(nic)];
        /// as the memory is told.
        local stored[FLYING_AT + window_bits(nic)];
        /// Whose state that is.
        local told[nic.flow_bits()];
        /// The flow whose state is being read.
        reg reading[nic.flow_bits()];
        /// The flow of the event that is decided.
        reg decided[nic.flow_bits()];
        /// What is known of it.
        reg known[FLYING_AT + window_bits(nic)];
        /// The state that is being read was written as it was asked for.
        reg passes;
        /// What was written.
        reg passing[FLYING_AT + window_bits(nic)];
        /// What is known of each flow.
        memory(nic.flows()) states[FLYING_AT + window_bits(nic)];
    }
}

impl Logic for FlowStates {
    #[hdl_gen]
    fn update(&mut self) {
        self.states.read.next = true;
        self.states.read_address.next = self.flow.val();
        self.reading.next = self.flow.val();
        self.decided.next = self.reading.val();
        self.place.next = self.known.val() >> 0;
        self.is_ready.next = self.known.val().get_bit(self.ready_at.val());
        self.is_idle.next = self.known.val().get_bit(self.idle_at.val());
        self.flying.next = self.known.val() >> self.flying_at.val();
        self.is_open.next = self.flying.val() != self.window.val();

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
        self.new_state.next = self.new_flying.val();
        self.new_state.next = (self.new_state.val() << self.flying_at.val()) | self.new_place.val();
        self.new_state.next =
            self.new_state.val().replace_bit(self.ready_at.val(), self.new_ready.val());
        self.new_state.next =
            self.new_state.val().replace_bit(self.idle_at.val(), self.new_idle.val());

        comment!("Cleared, a flow is parked and idle.");
        self.stored.next = self.new_state.val();
        self.told.next = self.decided.val();
        if self.clearing.val() {
            self.stored.next = 0.into();
            self.stored.next = self.stored.val().replace_bit(self.idle_at.val(), true);
            self.told.next = self.cleared.val();
        }
        self.states.write.next = true;
        self.states.write_address.next = self.told.val();
        self.states.write_data.next = self.stored.val();
        self.passes.next = self.flow.val() == self.told.val();
        self.passing.next = self.stored.val();
        self.known.next = self.states.read_data.val();
        if self.reading.val() == self.told.val() {
            self.known.next = self.stored.val();
        } else if self.passes.val() {
            self.known.next = self.passing.val();
        }
    }
}
