//! The rate limiter of a single flow.

use super::delay::PacketDelay;
use super::sizes::{early, early_bits, schedule_bits, time_bits, window_bits};
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::Nic;

/// Cycles after a start until its delay is there: it is looked up in the first one.
const STEPS: usize = 6;

/// A time is seen to come two cycles before the grant: bits of what is left then.
const EARLY_BITS: usize = 1;

block! {
    /// Says when a flow is to start a packet, no earlier than its schedule allows.
    pub struct FlowLimiter(nic: &Nic) as "tailback_flow_limiter" {
        /// Packets that may be in flight.
        count window = nic.window() as usize;
        /// Lower bits of a lateness that do not tell a start before its grant.
        count early_bits = early_bits(nic);
        /// The bits above them, if it is one.
        count early = early(nic);
        /// Bits of a tick in a cycle.
        count fraction_bits = nic.fraction_bits();
        /// Ticks that are no whole cycle.
        count fraction = (1 << nic.fraction_bits()) - 1;
        /// There are such.
        choice has_fraction = nic.fraction_bits() > 0;
        /// What has passed for less than so many cycles has passed; the rest is to come.
        count half = 1 << (time_bits(nic) - 1);
        /// The bits above the lowest ones, of what passes before a grant is shown.
        count soon = (1 << (time_bits(nic) - EARLY_BITS)) - 1;
        /// How many bits those are.
        count soon_bits = EARLY_BITS;
        /// The step in which the delay is there.
        count delay_step = STEPS - 1;

        /// The flow has a packet ready.
        input doorbell;
        /// Flow 0; another is ignored.
        input doorbell_flow[1];
        /// The flow starts a packet.
        input start;
        /// Flow 0; another is ignored.
        input start_flow[1];
        /// Words of the packet, or 0 if there is none after all.
        input start_words[nic.word_bits()];
        /// There is a further packet behind it.
        input start_more;
        /// Packets have arrived.
        input ack;
        /// Flow 0; another is ignored.
        input ack_flow[1];
        /// How many they are.
        input ack_count[window_bits(nic)];
        /// In the third cycle after a look-up: the inter-packet delay (IPD), or the entry of the
        /// congestion control table.
        input delay[nic.delay_bits()];
        /// The grant is taken.
        input grant_ready;

        /// Always 1.
        output doorbell_ready;
        /// Always 1.
        output start_ready;
        /// Always 1.
        output ack_ready;
        /// The delay is wanted.
        output look_up;
        /// Flow 0.
        output look_up_flow[1];
        /// The start decided last was legal, and the flow had been idle.
        output look_up_fresh;
        /// A start was not legal.
        output start_ignored;
        /// An ACK was for no packet, or for more than were in flight.
        output ack_ignored;
        /// It is reported for how long a packet was delayed.
        output delayed;
        /// Flow 0.
        output delayed_flow[1];
        /// Cycles for which it was delayed.
        output delayed_cycles[nic.delayed_bits()];
        /// The flow is to start a packet.
        output grant;
        /// Flow 0.
        output grant_flow[1];

        /// By how much the delay is longer than the packet, two cycles after it was looked up.
        sub packet: PacketDelay = PacketDelay::new(nic);
        /// The delay is there.
        local has_delay;
        /// The steps of the next cycle.
        local next_steps[STEPS];
        /// A start is legal.
        local starts;
        /// An ACK is for packets in flight.
        local acks;
        /// One, if a packet comes into flight.
        local more[window_bits(nic)];
        /// Packets that are acknowledged.
        local fewer[window_bits(nic)];
        /// A packet comes into flight.
        local flies;
        /// The cycle in ticks.
        local tick[schedule_bits(nic)];
        /// The schedule, or the start if there is none.
        local base[schedule_bits(nic)];
        /// The new schedule, unless the packet is late.
        local sum[schedule_bits(nic)];
        /// The packet is so late that no credit is left.
        local is_late;
        /// The schedule in whole cycles, rounded down.
        local whole[time_bits(nic)];
        /// 1 if that is not all.
        local part[1];
        /// Cycles since the flow may start.
        local passed[time_bits(nic)];
        /// It may, or will as the grant is shown.
        local is_passed;
        /// A packet may be granted.
        local grants;
        /// Packets in flight from now on.
        local new_flying[window_bits(nic)];
        /// There is a packet ready from now on.
        local new_ready;
        /// A packet comes to be ready with the window open.
        local becomes;
        /// Cycles since the one in which a packet may be delayed.
        local after[time_bits(nic)];
        /// Cycles since the reset.
        reg cycle[time_bits(nic)];
        /// The packet's start.
        reg started[schedule_bits(nic)];
        /// Its words.
        reg words[nic.word_bits()];
        /// Whether a start was decided in each of the last cycles, the last one first.
        reg steps[STEPS];
        /// The schedule.
        reg schedule[schedule_bits(nic)];
        /// The same, were there no delay but the packet itself.
        reg behind[schedule_bits(nic)];
        /// How late the packet was for that.
        reg lateness[schedule_bits(nic)];
        /// The flow had been idle as the packet started.
        reg was_idle;
        /// The schedule is known, and has not passed yet.
        reg is_timed;
        /// The schedule has passed.
        reg is_open = true;
        /// There is a packet ready.
        reg is_ready;
        /// There was none when the schedule had passed.
        reg is_idle = true;
        /// The start decided last was legal, and the flow had been idle.
        reg is_fresh;
        /// Packets in flight.
        reg flying[window_bits(nic)];
        /// The grant is shown.
        reg is_granted;
        /// It was taken.
        reg is_taken;
        /// The delay is being looked up.
        reg looks_up;
        /// A start was ignored.
        reg ignores_start;
        /// An ACK was ignored.
        reg ignores_ack;
        /// A packet has come to be ready with the window open after the schedule had passed.
        reg comes_late;
        /// Cycle since which a packet may be delayed.
        reg since[time_bits(nic)];
        /// The packet that started was not delayed.
        reg was_prompt;
        /// Cycles from when it may have been delayed to its schedule; none if negative.
        reg waited[time_bits(nic)];
        /// It is reported for how long a packet was delayed.
        reg tells;
        /// Cycles for which it was delayed.
        reg told[nic.delayed_bits()];
    }
}

// What only some sizes have stands in a choice of its own.
#[allow(clippy::collapsible_if)]
impl Logic for FlowLimiter {
    #[hdl_gen]
    fn update(&mut self) {
        self.doorbell_ready.next = true;
        self.start_ready.next = true;
        self.ack_ready.next = true;
        self.look_up.next = self.looks_up.val();
        self.look_up_flow.next = 0.into();
        self.look_up_fresh.next = self.is_fresh.val();
        self.start_ignored.next = self.ignores_start.val();
        self.ack_ignored.next = self.ignores_ack.val();
        self.grant.next = self.is_granted.val();
        self.grant_flow.next = 0.into();

        self.starts.next =
            self.start.val() && !self.start_flow.val().get_bit(0) && self.is_taken.val();
        self.acks.next = self.ack.val()
            && !self.ack_flow.val().get_bit(0)
            && self.ack_count.val() != 0
            && self.ack_count.val() <= self.flying.val();
        self.flies.next = self.starts.val() && self.start_words.val() != 0;
        self.looks_up.next = self.flies.val();
        self.ignores_start.next = self.start.val() && !self.starts.val();
        self.ignores_ack.next = self.ack.val() && !self.acks.val();
        self.more.next = 0.into();
        if self.flies.val() {
            self.more.next = 1.into();
        }
        self.fewer.next = 0.into();
        if self.acks.val() {
            self.fewer.next = self.ack_count.val();
        }
        self.new_flying.next = self.flying.val() + self.more.val() - self.fewer.val();
        self.flying.next = self.new_flying.val();

        comment!("The schedule follows from when the packet started, and from its delay.");
        self.cycle.next = self.cycle.val() + 1;
        self.tick.next = self.cycle.val();
        self.tick.next = self.tick.val() << self.fraction_bits.val();
        if self.start.val() {
            self.is_fresh.next = self.starts.val() && self.is_idle.val();
        }
        if self.starts.val() {
            self.started.next = self.tick.val();
            self.words.next = self.start_words.val();
            self.was_idle.next = self.is_idle.val();
        }
        self.next_steps.next = self.steps.val() << 1;
        self.next_steps.next = self.next_steps.val().replace_bit(0, self.starts.val());
        self.steps.next = self.next_steps.val();
        self.has_delay.next = self.steps.val().get_bit(self.delay_step.val());
        self.packet.words.next = self.words.val();
        self.packet.delay.next = self.delay.val();
        self.tells.next = self.has_delay.val() && self.words.val() != 0;
        if self.has_delay.val() && self.words.val() != 0 {
            self.told.next = 0.into();
            if !self.was_prompt.val() && self.waited.val() < self.half.val() {
                self.told.next = self.waited.val() >> 0;
            }
        }
        self.delayed.next = self.tells.val();
        self.delayed_flow.next = 0.into();
        self.delayed_cycles.next = self.told.val();
        self.base.next = self.schedule.val();
        if self.was_idle.val() {
            self.base.next = self.started.val();
        }
        self.behind.next = self.base.val() + self.packet.own_ticks.val();
        self.lateness.next = self.started.val() - self.behind.val();
        self.sum.next = self.behind.val() + self.packet.gap_ticks.val();
        self.is_late.next = !self.was_idle.val()
            && self.lateness.val() >= self.packet.gap_ticks.val()
            && (self.lateness.val() >> self.early_bits.val()) != self.early.val();
        if self.has_delay.val() {
            self.schedule.next = self.sum.val();
            if self.is_late.val() {
                self.schedule.next = self.started.val();
            }
        }

        comment!("The schedule has passed, and stays so until the next start.");
        self.whole.next = self.schedule.val() >> self.fraction_bits.val();
        self.part.next = 0.into();
        if self.has_fraction.val() {
            if (self.schedule.val() & self.fraction.val()) != 0 {
                self.part.next = 1.into();
            }
        }
        self.passed.next = self.cycle.val() - (self.whole.val() + self.part.val());
        self.is_passed.next = self.passed.val() < self.half.val()
            || (self.passed.val() >> self.soon_bits.val()) == self.soon.val();
        self.grants.next =
            self.is_open.val() && self.is_ready.val() && self.flying.val() != self.window.val();
        if self.has_delay.val() {
            self.is_timed.next = true;
        } else if self.is_timed.val() && self.is_passed.val() {
            self.is_timed.next = false;
            self.is_open.next = true;
        } else if self.grants.val() {
            self.is_open.next = false;
        }

        self.new_ready.next = (self.is_ready.val() && !self.grants.val())
            || (self.doorbell.val() && !self.doorbell_flow.val().get_bit(0))
            || (self.starts.val() && self.start_more.val());
        self.is_ready.next = self.new_ready.val();

        comment!("A packet is delayed no earlier than that before it is over.");
        self.becomes.next = !(self.is_ready.val() && self.flying.val() != self.window.val())
            && self.new_ready.val()
            && self.new_flying.val() != self.window.val()
            && !self.is_granted.val()
            && !self.is_taken.val();
        self.after.next = self.cycle.val() - self.since.val();
        if self.starts.val() {
            self.was_prompt.next = self.is_idle.val() || self.comes_late.val();
            self.waited.next = self.whole.val() + self.part.val() - self.since.val();
            self.comes_late.next = false;
            self.since.next = self.cycle.val() + self.start_words.val();
        } else if self.becomes.val() {
            if self.is_open.val() {
                self.comes_late.next = true;
            } else if self.after.val() < self.half.val() {
                self.since.next = self.cycle.val();
            }
        }
        if self.starts.val() {
            self.is_idle.next = false;
        } else if self.is_open.val() && !self.is_ready.val() {
            self.is_idle.next = true;
        }
        if self.grants.val() {
            self.is_granted.next = true;
        } else if self.grant_ready.val() {
            self.is_granted.next = false;
        }
        if self.is_granted.val() && self.grant_ready.val() {
            self.is_taken.next = true;
        } else if self.starts.val() {
            self.is_taken.next = false;
        }
    }
}
