//! The rate limiter: which flow may start a packet, and when (INFOCOM'03 §III, IBA annex A10).

mod delay;
mod due;
mod frames;
mod grant;
mod held;
mod placement;
mod queue;
mod schedule;
mod single;
mod sizes;
mod slots;
mod states;

pub use delay::PacketDelay;
pub use due::DueFlows;
pub use frames::Frames;
pub use grant::ShownGrant;
pub use held::HeldEvent;
pub use placement::Placement;
pub use queue::FlowQueue;
pub use schedule::FlowSchedules;
pub use single::FlowLimiter;
pub use slots::FlowSlots;
pub use states::FlowStates;

use self::sizes::{slot_bits, REST_BITS};
use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Rate limiter of many flows: grants one flow after the other, none earlier than its schedule
    /// allows.
    ///
    /// The state of the flows is in block RAM. Time is divided into frames of four cycles: each
    /// kind of event has a phase in which it is decided, and each memory access one in which it is
    /// made. A flow whose schedule has not passed waits in the list of its frame, or, if that is
    /// too far ahead, in a queue whose flows are examined one after the other.
    pub struct RateLimiter(nic: &Nic) as "tailback_rate_limiter" {
        /// Doorbell: a flow has a packet ready.
        input doorbell;
        /// Flow of the doorbell.
        input doorbell_flow[nic.flow_bits()];
        /// Start: a flow starts a packet.
        input start;
        /// Flow of the start.
        input start_flow[nic.flow_bits()];
        /// Length of the packet in beats; 0 if there is no packet after all.
        input start_words[nic.word_bits()];
        /// A further packet of the flow is ready behind the one that starts.
        input start_more;
        /// Packets are acknowledged or given up.
        input ack;
        /// Flow of the acknowledged packets.
        input ack_flow[nic.flow_bits()];
        /// Number of acknowledged packets.
        input ack_count[nic.window_bits()];
        /// Delay of the flow in `look_up_flow`, three cycles after `look_up`: its inter-packet
        /// delay (IPD), or its entry of the congestion control table.
        input delay[nic.delay_bits()];
        /// Ready of the grant handshake.
        input grant_ready;

        /// Ready of the doorbell handshake.
        output doorbell_ready;
        /// Ready of the start handshake.
        output start_ready;
        /// Ready of the ACK handshake.
        output ack_ready;
        /// Request for the delay of `look_up_flow`.
        output_reg look_up;
        /// Flow of the start decided last.
        output_reg look_up_flow[nic.flow_bits()];
        /// The start decided last was legal, and its flow had been idle.
        output_reg look_up_fresh;
        /// Reports a start that was not legal.
        output_reg start_ignored;
        /// Reports an ACK for no packet, or for more packets than were in flight.
        output_reg ack_ignored;
        /// Reports in `delayed_cycles` for how long a packet was delayed.
        output delayed;
        /// Flow of the packet reported last.
        output delayed_flow[nic.flow_bits()];
        /// Cycles for which the packet reported last was delayed.
        output delayed_cycles[nic.delayed_bits()];
        /// Valid of the grant handshake: a flow is to start a packet.
        output grant;
        /// Flow granted last.
        output grant_flow[nic.flow_bits()];

        /// Cycle counter, with frames and phases.
        sub timing: Frames = Frames::new(nic);
        /// Start that is held until it is decided.
        sub starts: HeldEvent = HeldEvent::new(nic);
        /// ACK that is held until it is decided.
        sub acks: HeldEvent = HeldEvent::new(nic);
        /// Doorbell that is held until it is decided.
        sub doorbells: HeldEvent = HeldEvent::new(nic);
        /// State of each flow.
        sub state: FlowStates = FlowStates::new(nic);
        /// Schedule of each flow.
        sub scheduler: FlowSchedules = FlowSchedules::new(nic);
        /// Slot or far queue for a flow whose schedule has not passed.
        sub placement: Placement = Placement::new(nic);
        /// Slots: one list of waiting flows per frame.
        sub slots: FlowSlots = FlowSlots::new(nic);
        /// Far queue: flows whose schedule is too far ahead for a slot.
        sub far_flows: FlowQueue = FlowQueue::new(nic, nic.flow_bits());
        /// Due flows: those that wait for a grant.
        sub due: DueFlows = DueFlows::new(nic);
        /// Grant, until it is accepted.
        sub shown: ShownGrant = ShownGrant::new(nic);

        /// A flow is put into a slot or into the far queue.
        local puts;

        /// An event is decided in the next cycle.
        reg will_decide;
        /// A start is decided in this cycle, of phase 0.
        reg starts_now;
        /// An ACK is decided in this cycle, of phase 1.
        reg acks_now;
        /// A doorbell is decided in this cycle, of phase 2.
        reg doorbells_now;
        /// The walker's flow is decided in this cycle, of phase 3.
        reg walks_now;
        /// Cycle in which the packet of the held start started.
        reg held_time[nic.time_bits()];
        /// Length in beats of the packet of the held start.
        reg held_words[nic.word_bits()];
        /// Cycle in which the packet of the held start is over.
        reg held_end[nic.time_bits()];
        /// A further packet of the flow is ready behind that of the held start.
        reg held_more;
        /// The packet of the held start has at least one beat.
        reg held_some;
        /// Packets that the held ACK acknowledges.
        reg held_count[nic.window_bits()];
        /// The last grant of the flow whose start is held has not been accepted yet.
        reg untold;
        /// The start decided last was legal.
        reg started_legally;
        /// The delay for the start decided last is looked up.
        reg started_some;
        /// Cycle in which the packet of the start decided last started.
        reg started_at[nic.time_bits()];
        /// The packet of the start decided last was not delayed: its flow had been idle or late.
        reg started_prompt;
        /// Cycle since which the packet of the start decided last may have been delayed.
        reg started_since[nic.time_bits()];
        /// Length in beats of the packet of the start decided last.
        reg started_words[nic.word_bits()];
        /// A flow taken from the far queue is to be placed again.
        reg far_valid;
        /// Flow taken from the far queue last.
        reg far_flow[nic.flow_bits()];
        /// `placed_flow` is to be put into a slot or into the far queue.
        reg has_placed;
        /// Flow that is to be put into a slot or into the far queue.
        reg placed_flow[nic.flow_bits()];
        /// `placed_flow` goes into a slot, not into the far queue.
        reg placed_in_slot;
        /// Slot for `placed_flow`.
        reg placed_slot[slot_bits(nic)];
        /// Cycle of the slot's frame, 0 to 3, in which `placed_flow` may start.
        reg placed_rest[REST_BITS];
    }
    connect {
        timing, starts: clearing;
        timing, state: cycle = now, clearing;
        timing, acks: clearing;
        timing, doorbells: clearing;
        timing, scheduler: at_2, at_3;
        timing, far_flows: at_3 = look;
        timing, placement: first, first_before;
        timing, slots: clearing, at_3;
        timing, due: at_0, at_3;
        starts: comes = start, comes_flow = start_flow, ready = start_ready;
        acks: comes = ack, comes_flow = ack_flow, ready = ack_ready;
        doorbells: comes = doorbell, comes_flow = doorbell_flow, ready = doorbell_ready;
        state: start_end = held_end, start_some = held_some, start_more = held_more,
            ack_count = held_count;
        state, due: wakes = single;
        state, shown: grants;
        scheduler: flow = look_up_flow, valid = started_legally, looked_up = started_some,
            started_at, words = started_words, idle = look_up_fresh, prompt = started_prompt,
            since = started_since, delay, far_flow, delayed, delayed_cycles, delayed_flow;
        scheduler, placement: schedule;
        slots: slot = placed_slot, flow = placed_flow, rest = placed_rest;
        slots, due: due = many, first = many_flow, is_last, follower, rest_of = rest;
        far_flows: pushed = placed_flow;
        due, slots: flow = asked;
        due, shown: flow, pause;
        shown: grant_ready, grant, grant_flow;
    }
}

impl Logic for RateLimiter {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Events are held until their phase.");
        self.starts.decided.next = self.starts_now.val();
        self.held_end.next = self.held_time.val() + self.held_words.val();
        self.acks.decided.next = self.acks_now.val();
        if self.acks.takes.val() {
            self.held_count.next = self.ack_count.val();
        }
        self.doorbells.decided.next = self.doorbells_now.val();
        if self.starts.takes.val() {
            self.held_time.next = self.timing.cycle.val();
            self.held_words.next = self.start_words.val();
            self.held_more.next = self.start_more.val();
            self.held_some.next = self.start_words.val() != 0;
        }

        comment!("Each phase reads the state for the event that is decided two phases later.");
        self.state.flow.next = self.starts.flow.val();
        self.will_decide.next = self.starts.held.val();
        if self.timing.at_3.val() {
            self.state.flow.next = self.acks.flow.val();
            self.will_decide.next = self.acks.held.val();
        } else if self.timing.at_0.val() {
            self.state.flow.next = self.doorbells.flow.val();
            self.will_decide.next = self.doorbells.held.val();
        } else if self.timing.at_1.val() {
            self.state.flow.next = self.due.flow.val();
            self.will_decide.next = self.due.walks.val();
        }
        self.state.cleared.next = self.timing.cycle.val() >> 0;
        self.starts_now.next = self.timing.at_3.val() && self.will_decide.val();
        self.acks_now.next = self.timing.at_0.val() && self.will_decide.val();
        self.doorbells_now.next = self.timing.at_1.val() && self.will_decide.val();
        self.walks_now.next = self.timing.at_2.val() && self.will_decide.val();
        self.state.start.next = self.starts_now.val() && self.starts.exists.val();
        comment!("Timing: whether a start precedes its grant is compared before its phase.");
        self.untold.next = (self.state.grants.val()
            && self.due.flow.val() == self.starts.flow.val())
            || (self.shown.granted.val()
                && !(self.shown.grant.val() && self.grant_ready.val())
                && self.shown.grant_flow.val() == self.starts.flow.val());
        self.state.start_untold.next = self.untold.val();
        self.state.ack.next = self.acks_now.val() && self.acks.exists.val();
        self.state.doorbell.next = self.doorbells_now.val() && self.doorbells.exists.val();
        self.state.pop.next = self.walks_now.val() && !self.shown.granted.val();
        self.due.steps.next = self.state.pop.val();

        comment!("A start looks up its delay; the flow's new schedule is known in the next frame.");
        self.look_up.next = self.state.starts.val() && self.held_some.val();
        self.start_ignored.next = self.starts_now.val() && !self.state.starts.val();
        self.ack_ignored.next = self.acks_now.val() && !self.state.acks.val();
        if self.timing.at_0.val() {
            self.started_legally.next = self.state.starts.val();
            self.started_some.next = self.state.starts.val() && self.held_some.val();
        }
        if self.starts_now.val() {
            self.look_up_flow.next = self.starts.flow.val();
            self.look_up_fresh.next = self.state.starts.val() && self.state.idle.val();
            self.started_at.next = self.held_time.val();
            self.started_prompt.next = self.state.prompt.val();
            self.started_since.next = self.state.since.val();
            self.started_words.next = self.held_words.val();
        }

        comment!("Phase 3 places a flow that started a packet, phase 0 one of the far queue.");
        self.far_flows.pop.next = self.timing.at_0.val() && self.far_flows.some.val();
        if self.timing.at_0.val() {
            self.far_valid.next = self.far_flows.some.val();
            if self.far_flows.some.val() {
                self.far_flow.next = self.far_flows.head.val();
            }
        }
        if self.timing.at_3.val() {
            self.has_placed.next = self.scheduler.has_started.val();
            self.placed_flow.next = self.scheduler.started.val();
        } else if self.timing.at_0.val() {
            self.has_placed.next = self.far_valid.val();
            self.placed_flow.next = self.far_flow.val();
        }
        if self.timing.at_3.val() || self.timing.at_0.val() {
            self.placed_in_slot.next = self.placement.in_slot.val();
            self.placed_slot.next = self.placement.slot.val();
            self.placed_rest.next = self.placement.rest.val();
        }
        self.puts.next =
            self.has_placed.val() && (self.timing.at_0.val() || self.timing.at_2.val());
        self.far_flows.push.next = self.puts.val() && !self.placed_in_slot.val();
        self.slots.cleared.next = self.timing.cycle.val() >> 0;
        self.slots.due_slot.next = self.timing.first_before.val() >> 0;
        self.slots.put.next = self.puts.val() && self.placed_in_slot.val();

        self.due.single_flow.next = self.acks.flow.val();
        if self.timing.at_2.val() {
            self.due.single_flow.next = self.doorbells.flow.val();
        }
    }
}
