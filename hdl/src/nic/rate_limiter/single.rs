//! The rate limiter of a single flow.

use super::delay::PacketDelay;
use super::sizes::{early, early_bits, schedule_bits};
use crate::prelude::*;
use tailback_spec::nic::Nic;

/// Cycles from a start until its delay is known; it is looked up in the first one.
const STEPS: usize = 6;

/// Lower bits of a time difference that are ignored: a grant is decided up to two cycles ahead.
const EARLY_BITS: usize = 1;

block! {
    /// Rate limiter of a single flow: grants packets, none earlier than the schedule allows.
    pub struct FlowLimiter(nic: &Nic) as "tailback_flow_limiter" {
        /// Window: most packets in flight.
        count window = nic.window() as usize;
        /// Lower bits of a lateness that are ignored in the test for a start before its grant.
        count early_bits = early_bits(nic);
        /// Upper bits of the lateness of a start before its grant: all ones.
        count early = early(nic);
        /// log2 of the ticks in a cycle.
        count fraction_bits = nic.fraction_bits();
        /// Mask of the fraction of a cycle in a time in ticks.
        count fraction = (1 << nic.fraction_bits()) - 1;
        /// A tick is shorter than a cycle.
        choice has_fraction = nic.fraction_bits() > 0;
        /// Half the range of a time in cycles: a difference from here on is negative.
        count half = 1 << (nic.time_bits() - 1);
        /// Upper bits of a difference of -2 or -1 cycles, which has passed when a grant is shown.
        count soon = (1 << (nic.time_bits() - EARLY_BITS)) - 1;
        /// Lower bits of a difference that are ignored in the comparison with `soon`.
        count soon_bits = EARLY_BITS;
        /// Bit of `steps` that is high in the cycle in which the delay is known.
        count delay_step = STEPS - 1;

        /// Doorbell: the flow has a packet ready.
        input doorbell;
        /// Flow of the doorbell: 0; another one is ignored.
        input doorbell_flow[1];
        /// Start: the flow starts a packet.
        input start;
        /// Flow of the start: 0; another one is ignored.
        input start_flow[1];
        /// Length of the packet in beats; 0 if there is no packet after all.
        input start_words[nic.word_bits()];
        /// A further packet is ready behind the one that starts.
        input start_more;
        /// Packets are acknowledged or given up.
        input ack;
        /// Flow of the acknowledged packets: 0; another one is ignored.
        input ack_flow[1];
        /// Number of acknowledged packets.
        input ack_count[nic.window_bits()];
        /// Delay of the flow, three cycles after `look_up`: its inter-packet delay (IPD), or its
        /// entry of the congestion control table.
        input delay[nic.delay_bits()];
        /// Ready of the grant handshake.
        input grant_ready;

        /// Ready of the doorbell handshake: always 1.
        output doorbell_ready;
        /// Ready of the start handshake: always 1.
        output start_ready;
        /// Ready of the ACK handshake: always 1.
        output ack_ready;
        /// Request for the delay of the flow.
        output_reg look_up;
        /// Flow whose delay is requested: always 0.
        output look_up_flow[1];
        /// The start decided last was legal, and the flow had been idle.
        output_reg look_up_fresh;
        /// Reports a start that was not legal.
        output_reg start_ignored;
        /// Reports an ACK for no packet, or for more packets than were in flight.
        output_reg ack_ignored;
        /// Reports in `delayed_cycles` for how long a packet was delayed.
        output_reg delayed;
        /// Flow of the packet that was delayed: always 0.
        output delayed_flow[1];
        /// Cycles for which the packet reported last was delayed.
        output_reg delayed_cycles[nic.delayed_bits()];
        /// Valid of the grant handshake: the flow is to start a packet.
        output_reg grant;
        /// Flow that is granted: always 0.
        output grant_flow[1];

        /// Ticks by which the delay exceeds the packet's own time, two cycles after the inputs.
        sub packet: PacketDelay = PacketDelay::new(nic);
        /// The delay is known in this cycle.
        local has_delay;
        /// Next value of `steps`.
        local next_steps[STEPS];
        /// A legal start is decided in this cycle.
        local starts;
        /// An ACK for packets in flight is decided in this cycle.
        local acks;
        /// 1 if a packet of at least one beat starts.
        local more[nic.window_bits()];
        /// Number of packets that are acknowledged.
        local fewer[nic.window_bits()];
        /// A packet of at least one beat starts.
        local flies;
        /// Current cycle in ticks.
        local tick[schedule_bits(nic)];
        /// Schedule before the start, or the start time if the flow had been idle.
        local base[schedule_bits(nic)];
        /// New schedule, unless the packet is late.
        local sum[schedule_bits(nic)];
        /// The packet is late by its whole delay: the new schedule is its start time.
        local is_late;
        /// Schedule in whole cycles, rounded down.
        local whole[nic.time_bits()];
        /// 1 if the schedule has a fraction of a cycle, which rounds it up.
        local part[1];
        /// Cycles since the schedule has passed; negative if it has not.
        local passed[nic.time_bits()];
        /// The schedule has passed, or will have when a grant decided now is shown.
        local is_passed;
        /// The flow is granted.
        local grants;
        /// Packets in flight from now on.
        local new_flying[nic.window_bits()];
        /// A packet is ready from now on.
        local new_ready;
        /// From now on a packet is ready and the window open, as they were not before.
        local becomes;
        /// Cycles since the one in `since`; negative if that is to come.
        local after[nic.time_bits()];
        /// Cycles since the reset.
        reg cycle[nic.time_bits()];
        /// Start of the last packet in ticks.
        reg started[schedule_bits(nic)];
        /// Length of the last packet in beats.
        reg words[nic.word_bits()];
        /// One bit per past cycle, the last one in bit 0: a legal start was decided.
        reg steps[STEPS];
        /// Schedule in ticks.
        reg schedule[schedule_bits(nic)];
        /// New schedule if the delay were only the packet's own time.
        reg behind[schedule_bits(nic)];
        /// Lateness: start of the packet minus `behind`, modulo the range of a time in ticks.
        reg lateness[schedule_bits(nic)];
        /// The flow had been idle when the packet started.
        reg was_idle;
        /// The schedule is known, and has not passed yet.
        reg is_timed;
        /// The schedule has passed, and no grant has followed.
        reg is_open = true;
        /// A packet is ready.
        reg is_ready;
        /// The flow is idle: no packet was ready when the schedule had passed.
        reg is_idle = true;
        /// Packets in flight.
        reg flying[nic.window_bits()];
        /// The grant was accepted, and no start has followed.
        reg is_taken;
        /// A packet got ready with the window open only after the schedule had passed.
        reg comes_late;
        /// Cycle since which the next packet may be delayed.
        reg since[nic.time_bits()];
        /// The packet that started last was not delayed.
        reg was_prompt;
        /// Cycles from `since` to the schedule; negative if the packet was not delayed.
        reg waited[nic.time_bits()];
    }
    connect {
        packet: words, delay;
    }
}

// A `choice` keeps an `if` of its own.
#[allow(clippy::collapsible_if)]
impl Logic for FlowLimiter {
    #[hdl_gen]
    fn update(&mut self) {
        self.doorbell_ready.next = true;
        self.start_ready.next = true;
        self.ack_ready.next = true;
        self.look_up_flow.next = 0.into();
        self.grant_flow.next = 0.into();

        self.starts.next =
            self.start.val() && !self.start_flow.val().get_bit(0) && self.is_taken.val();
        self.acks.next = self.ack.val()
            && !self.ack_flow.val().get_bit(0)
            && self.ack_count.val() != 0
            && self.ack_count.val() <= self.flying.val();
        self.flies.next = self.starts.val() && self.start_words.val() != 0;
        self.look_up.next = self.flies.val();
        self.start_ignored.next = self.start.val() && !self.starts.val();
        self.ack_ignored.next = self.ack.val() && !self.acks.val();
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

        comment!("The schedule follows from the start of the packet and its delay.");
        self.cycle.next = self.cycle.val() + 1;
        self.tick.next = self.cycle.val();
        self.tick.next = self.tick.val() << self.fraction_bits.val();
        if self.start.val() {
            self.look_up_fresh.next = self.starts.val() && self.is_idle.val();
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
        self.delayed.next = self.has_delay.val() && self.words.val() != 0;
        if self.has_delay.val() && self.words.val() != 0 {
            self.delayed_cycles.next = 0.into();
            if !self.was_prompt.val() && self.waited.val() < self.half.val() {
                self.delayed_cycles.next = self.waited.val() >> 0;
            }
        }
        self.delayed_flow.next = 0.into();
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

        comment!("A schedule that has passed stays so until the next start.");
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

        comment!("A packet counts as delayed no earlier than the packet before it is over.");
        self.becomes.next = !(self.is_ready.val() && self.flying.val() != self.window.val())
            && self.new_ready.val()
            && self.new_flying.val() != self.window.val()
            && !self.grant.val()
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
            self.grant.next = true;
        } else if self.grant_ready.val() {
            self.grant.next = false;
        }
        if self.grant.val() && self.grant_ready.val() {
            self.is_taken.next = true;
        } else if self.starts.val() {
            self.is_taken.next = false;
        }
    }
}
