//! What is known of each flow, and what its events make of it.

use super::sizes::{time_bits, window_bits};
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

/// Bits of the state of a flow.
fn state_bits(nic: &Nic) -> usize {
    FLYING_AT + window_bits(nic) + 1 + time_bits(nic)
}

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
        /// Bit of a flow that is late.
        count late_at = FLYING_AT + window_bits(nic);
        /// Lowest bit of the cycle since which a packet may be delayed.
        count since_at = FLYING_AT + window_bits(nic) + 1;
        /// Bits below that cycle, above the packets in flight and with them.
        count since_above = window_bits(nic) + 1;
        /// What has passed for less than so many cycles has passed; the rest is to come.
        count half = 1 << (time_bits(nic) - 1);

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
        /// Number of this cycle.
        input now[time_bits(nic)];
        /// Cycle in which the packet of the start is over.
        input start_end[time_bits(nic)];

        /// The start is legal.
        output starts;
        /// The flow had been idle.
        output idle;
        /// The packet of the start was not delayed, for the flow had been idle or late.
        output prompt;
        /// Cycle since which that packet may have been delayed.
        output since[time_bits(nic)];
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
        /// Its schedule had passed when it could have started a packet.
        local is_late;
        /// Cycle since which its packet may be delayed.
        local may_since[time_bits(nic)];
        /// Cycles since then.
        local passed[time_bits(nic)];
        /// It comes to have both a packet ready and an open window.
        local becomes;
        /// From now on it is late.
        local new_late;
        /// Cycle since which its packet may be delayed, from now on.
        local new_since[time_bits(nic)];
        /// Its place from now on.
        local new_place[PLACE_BITS];
        /// From now on it has a packet ready.
        local new_ready;
        /// From now on it is idle.
        local new_idle;
        /// Its packets in flight from now on.
        local new_flying[window_bits(nic)];
        /// What is known of it from now on,
        local new_state[state_bits(nic)];
        /// as the memory is told.
        local stored[state_bits(nic)];
        /// Whose state that is.
        local told[nic.flow_bits()];
        /// The flow whose state is being read.
        reg reading[nic.flow_bits()];
        /// The flow of the event that is decided.
        reg decided[nic.flow_bits()];
        /// What is known of it.
        reg known[state_bits(nic)];
        /// The state that is being read was written as it was asked for.
        reg passes;
        /// What was written.
        reg passing[state_bits(nic)];
        /// What is known of each flow.
        memory(nic.flows()) states[state_bits(nic)];
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
        comment!("A packet is delayed no earlier than that before it is over.");
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
