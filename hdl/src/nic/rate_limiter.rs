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

use self::sizes::{slot_bits, time_bits, window_bits, REST_BITS};
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Says which of many flows is to start a packet next, each no earlier than its schedule allows.
    ///
    /// The state of the flows is in block RAM. Time goes in frames of four cycles: each kind of event
    /// has a phase in which it is decided, and each access to a memory one in which it is made. A
    /// flow whose time is to come waits in the list of its frame, or, if that is too far ahead, in a
    /// queue whose flows are looked at one after the other.
    pub struct RateLimiter(nic: &Nic) as "tailback_rate_limiter" {
        /// A flow has a packet ready.
        input doorbell;
        /// Which one.
        input doorbell_flow[nic.flow_bits()];
        /// A flow starts a packet.
        input start;
        /// Which one.
        input start_flow[nic.flow_bits()];
        /// Words of the packet, or 0 if there is none after all.
        input start_words[nic.word_bits()];
        /// There is a further packet behind it.
        input start_more;
        /// Packets have arrived.
        input ack;
        /// Their flow.
        input ack_flow[nic.flow_bits()];
        /// How many they are.
        input ack_count[nic.window_bits()];
        /// In the third cycle after a look-up: the flow's inter-packet delay (IPD), or its entry of
        /// the congestion control table.
        input delay[nic.delay_bits()];
        /// The grant is taken.
        input grant_ready;

        /// A doorbell is taken.
        output doorbell_ready;
        /// A start is taken.
        output start_ready;
        /// An ACK is taken.
        output ack_ready;
        /// The delay of a flow is wanted.
        output look_up;
        /// The flow of the start decided last.
        output look_up_flow[nic.flow_bits()];
        /// That start was legal, and the flow had been idle.
        output look_up_fresh;
        /// A start was not legal.
        output start_ignored;
        /// An ACK was for no packet, or for more than were in flight.
        output ack_ignored;
        /// It is reported for how long a packet was delayed.
        output delayed;
        /// Flow of the packet.
        output delayed_flow[nic.flow_bits()];
        /// Cycles for which it was delayed.
        output delayed_cycles[nic.delayed_bits()];
        /// A flow is to start a packet.
        output grant;
        /// The flow granted last.
        output grant_flow[nic.flow_bits()];

        /// Time.
        sub timing: Frames = Frames::new(nic);
        /// The start that is held.
        sub starts: HeldEvent = HeldEvent::new(nic);
        /// The ACK that is held.
        sub acks: HeldEvent = HeldEvent::new(nic);
        /// The doorbell that is held.
        sub doorbells: HeldEvent = HeldEvent::new(nic);
        /// The state of the flows.
        sub state: FlowStates = FlowStates::new(nic);
        /// Their schedules.
        sub scheduler: FlowSchedules = FlowSchedules::new(nic);
        /// Where a flow waits.
        sub placement: Placement = Placement::new(nic);
        /// The flows that wait in slots.
        sub slots: FlowSlots = FlowSlots::new(nic);
        /// The flows whose time is too far ahead.
        sub far_flows: FlowQueue = FlowQueue::new(nic, nic.flow_bits());
        /// The flows that wait for their turn.
        sub due: DueFlows = DueFlows::new(nic);
        /// The grant.
        sub shown: ShownGrant = ShownGrant::new(nic);

        /// A start is decided.
        local starts_now;
        /// An ACK is decided.
        local acks_now;
        /// A flow is put away.
        local puts;

        /// In the next cycle there is something to decide.
        reg will_decide;
        /// In phases 0 to 3: a start, an ACK, a doorbell, the walker is decided.
        reg decides;
        /// The cycle in which the packet of the start that is held started.
        reg held_time[time_bits(nic)];
        /// Its words.
        reg held_words[nic.word_bits()];
        /// Cycle in which the packet is over.
        reg held_end[time_bits(nic)];
        /// There is a further packet behind it.
        reg held_more;
        /// Its words are not 0.
        reg held_some;
        /// Packets that the ACK that is held acknowledges.
        reg held_count[window_bits(nic)];
        /// The flow of the start decided last,
        reg started[nic.flow_bits()];
        /// whether it was legal,
        reg started_legally;
        /// whether its delay is looked up,
        reg started_some;
        /// whether the flow had been idle,
        reg started_fresh;
        /// the cycle in which the packet started,
        reg started_at[time_bits(nic)];
        /// the packet was not delayed, for the flow had been idle or late,
        reg started_prompt;
        /// the cycle since which it may have been delayed,
        reg started_since[time_bits(nic)];
        /// and its words.
        reg started_words[nic.word_bits()];
        /// The delay is being looked up.
        reg looks_up;
        /// A start was ignored.
        reg ignores_start;
        /// An ACK was ignored.
        reg ignores_ack;
        /// A flow of the far queue is looked at.
        reg far_valid;
        /// Which one.
        reg far_flow[nic.flow_bits()];
        /// There is a flow to be put away.
        reg has_placed;
        /// Which one.
        reg placed_flow[nic.flow_bits()];
        /// It goes into a slot.
        reg placed_in_slot;
        /// Into this one.
        reg placed_slot[slot_bits(nic)];
        /// The cycle of the slot's frame in which it may start.
        reg placed_rest[REST_BITS];
    }
}

impl Logic for RateLimiter {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Events are held until their phase.");
        self.starts.clearing.next = self.timing.clearing.val();
        self.starts.comes.next = self.start.val();
        self.starts.comes_flow.next = self.start_flow.val();
        self.starts.decided.next = self.timing.at_0.val() && self.decides.val();
        self.start_ready.next = self.starts.ready.val();
        self.held_end.next = self.held_time.val() + self.held_words.val();
        self.state.now.next = self.timing.cycle.val();
        self.state.start_end.next = self.held_end.val();
        self.acks.clearing.next = self.timing.clearing.val();
        self.acks.comes.next = self.ack.val();
        self.acks.comes_flow.next = self.ack_flow.val();
        self.acks.decided.next = self.timing.at_1.val() && self.decides.val();
        self.ack_ready.next = self.acks.ready.val();
        if self.acks.takes.val() {
            self.held_count.next = self.ack_count.val();
        }
        self.doorbells.clearing.next = self.timing.clearing.val();
        self.doorbells.comes.next = self.doorbell.val();
        self.doorbells.comes_flow.next = self.doorbell_flow.val();
        self.doorbells.decided.next = self.timing.at_2.val() && self.decides.val();
        self.doorbell_ready.next = self.doorbells.ready.val();
        if self.starts.takes.val() {
            self.held_time.next = self.timing.cycle.val();
            self.held_words.next = self.start_words.val();
            self.held_more.next = self.start_more.val();
            self.held_some.next = self.start_words.val() != 0;
        }

        comment!("In each phase, the state is read for the event of the phase after the next.");
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
        self.decides.next = self.will_decide.val();
        self.state.clearing.next = self.timing.clearing.val();
        self.state.cleared.next = self.timing.cycle.val() >> 0;
        self.starts_now.next = self.timing.at_0.val() && self.decides.val();
        self.acks_now.next = self.timing.at_1.val() && self.decides.val();
        self.state.start.next = self.starts_now.val() && self.starts.exists.val();
        self.state.start_some.next = self.held_some.val();
        self.state.start_more.next = self.held_more.val();
        self.state.start_untold.next =
            self.shown.granted.val() && self.shown.grant_flow.val() == self.starts.flow.val();
        self.state.ack.next = self.acks_now.val() && self.acks.exists.val();
        self.state.ack_count.next = self.held_count.val();
        self.state.doorbell.next =
            self.timing.at_2.val() && self.decides.val() && self.doorbells.exists.val();
        self.state.pop.next =
            self.timing.at_3.val() && self.decides.val() && !self.shown.granted.val();

        comment!("A start looks the delay up, and has a new schedule in the next frame.");
        self.looks_up.next = self.state.starts.val() && self.held_some.val();
        self.ignores_start.next = self.starts_now.val() && !self.state.starts.val();
        self.ignores_ack.next = self.acks_now.val() && !self.state.acks.val();
        if self.timing.at_0.val() {
            self.started_legally.next = self.state.starts.val();
            self.started_some.next = self.state.starts.val() && self.held_some.val();
        }
        if self.starts_now.val() {
            self.started.next = self.starts.flow.val();
            self.started_fresh.next = self.state.starts.val() && self.state.idle.val();
            self.started_at.next = self.held_time.val();
            self.started_prompt.next = self.state.prompt.val();
            self.started_since.next = self.state.since.val();
            self.started_words.next = self.held_words.val();
        }
        self.look_up.next = self.looks_up.val();
        self.look_up_flow.next = self.started.val();
        self.look_up_fresh.next = self.started_fresh.val();
        self.start_ignored.next = self.ignores_start.val();
        self.ack_ignored.next = self.ignores_ack.val();
        self.scheduler.at_2.next = self.timing.at_2.val();
        self.scheduler.at_3.next = self.timing.at_3.val();
        self.scheduler.flow.next = self.started.val();
        self.scheduler.valid.next = self.started_legally.val();
        self.scheduler.looked_up.next = self.started_some.val();
        self.scheduler.started_at.next = self.started_at.val();
        self.scheduler.words.next = self.started_words.val();
        self.scheduler.idle.next = self.started_fresh.val();
        self.scheduler.prompt.next = self.started_prompt.val();
        self.scheduler.since.next = self.started_since.val();
        self.scheduler.delay.next = self.delay.val();
        self.scheduler.far_flow.next = self.far_flow.val();
        self.delayed.next = self.scheduler.delayed.val();
        self.delayed_cycles.next = self.scheduler.delayed_cycles.val();
        self.delayed_flow.next = self.scheduler.delayed_flow.val();

        comment!(
            "In phase 3 a flow that started a packet is placed, in phase 0 one of the far queue."
        );
        self.far_flows.look.next = self.timing.at_3.val();
        self.far_flows.pop.next = self.timing.at_0.val() && self.far_flows.some.val();
        if self.timing.at_0.val() {
            self.far_valid.next = self.far_flows.some.val();
            if self.far_flows.some.val() {
                self.far_flow.next = self.far_flows.head.val();
            }
        }
        self.placement.schedule.next = self.scheduler.schedule.val();
        self.placement.first.next = self.timing.first.val();
        self.placement.first_before.next = self.timing.first_before.val();
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
        self.far_flows.pushed.next = self.placed_flow.val();
        self.slots.clearing.next = self.timing.clearing.val();
        self.slots.cleared.next = self.timing.cycle.val() >> 0;
        self.slots.at_3.next = self.timing.at_3.val();
        self.slots.due_slot.next = self.timing.first_before.val() >> 0;
        self.slots.put.next = self.puts.val() && self.placed_in_slot.val();
        self.slots.slot.next = self.placed_slot.val();
        self.slots.flow.next = self.placed_flow.val();
        self.slots.rest.next = self.placed_rest.val();
        self.slots.asked.next = self.due.flow.val();

        comment!("The lists of flows whose turn comes are walked along.");
        self.due.at_0.next = self.timing.at_0.val();
        self.due.at_3.next = self.timing.at_3.val();
        self.due.many.next = self.slots.due.val();
        self.due.many_flow.next = self.slots.first.val();
        self.due.single.next = self.state.wakes.val();
        self.due.single_flow.next = self.acks.flow.val();
        if self.timing.at_2.val() {
            self.due.single_flow.next = self.doorbells.flow.val();
        }
        self.due.steps.next = self.state.pop.val();
        self.due.is_last.next = self.slots.is_last.val();
        self.due.follower.next = self.slots.follower.val();
        self.due.rest.next = self.slots.rest_of.val();
        self.shown.grants.next = self.state.grants.val();
        self.shown.flow.next = self.due.flow.val();
        self.shown.pause.next = self.due.pause.val();
        self.shown.grant_ready.next = self.grant_ready.val();
        self.grant.next = self.shown.grant.val();
        self.grant_flow.next = self.shown.grant_flow.val();
    }
}
