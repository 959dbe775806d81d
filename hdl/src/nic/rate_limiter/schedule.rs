//! The schedule of each flow, and its update by a start.

use super::delay::PacketDelay;
use super::sizes::{early, early_bits, schedule_bits};
use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Schedule of each flow, in ticks, in block RAM.
    ///
    /// A start decided in phase 0 gets its delay in the next phase 0, and its flow the new schedule
    /// in phase 3 of that frame, when the next start is already under way. Phase 2 reads the
    /// schedule of a flow of the far queue; `schedule` delivers both, one after the other.
    pub struct FlowSchedules(nic: &Nic) as "tailback_limiter_schedules" {
        /// Lower bits of a lateness that are ignored in the test for a start before its grant.
        count early_bits = early_bits(nic);
        /// Upper bits of the lateness of a start before its grant: all ones.
        count early = early(nic);
        /// Mask of the fraction of a cycle in a time in ticks.
        count fraction = (1 << nic.fraction_bits()) - 1;
        /// A tick is shorter than a cycle.
        choice has_fraction = nic.fraction_bits() > 0;
        /// Half the range of a time in cycles: a difference from here on is negative.
        count half = 1 << (nic.time_bits() - 1);
        /// log2 of the ticks in a cycle.
        count fraction_bits = nic.fraction_bits();

        /// High in phase 2.
        input at_2;
        /// High in phase 3.
        input at_3;
        /// Flow of the start decided last, from phase 1 on.
        input flow[nic.flow_bits()];
        /// The start decided last was legal.
        input valid;
        /// The delay for the start decided last is looked up.
        input looked_up;
        /// Cycle in which the packet of the start started.
        input started_at[nic.time_bits()];
        /// Length in beats of the packet of the start.
        input words[nic.word_bits()];
        /// The flow of the start had been idle.
        input idle;
        /// The packet of the start was not delayed.
        input prompt;
        /// Cycle since which the packet of the start may have been delayed.
        input since[nic.time_bits()];
        /// IPD, or entry of the congestion control table, for the start; valid in the next phase 0.
        input delay[nic.delay_bits()];
        /// Flow of the far queue; valid in phase 2.
        input far_flow[nic.flow_bits()];

        /// Schedule in ticks: in phase 3 the new one of the flow in `started`, in phase 0 that of
        /// the flow of the far queue.
        output_reg schedule[schedule_bits(nic)];
        /// Flow that started a packet; valid in phase 3.
        output_reg started[nic.flow_bits()];
        /// `started` is valid: the start decided in the frame before was legal.
        output_reg has_started;
        /// Reports in `delayed_cycles` for how long a packet was delayed.
        output_reg delayed;
        /// Flow of the packet reported last.
        output_reg delayed_flow[nic.flow_bits()];
        /// Cycles for which the packet reported last was delayed.
        output_reg delayed_cycles[nic.delayed_bits()];

        /// Ticks by which the delay exceeds the packet's own time, two cycles after the inputs.
        sub packet: PacketDelay = PacketDelay::new(nic);
        /// Schedule of each flow.
        memory(nic.flows()) schedules[schedule_bits(nic)];
        /// Schedule in whole cycles, rounded down.
        local whole[nic.time_bits()];
        /// 1 if the schedule has a fraction of a cycle, which rounds it up.
        local part[1];
        /// Start of the packet in ticks.
        local start[schedule_bits(nic)];
        /// Schedule before the start, or the start time if the flow had been idle.
        local base[schedule_bits(nic)];
        /// New schedule, unless the packet is late.
        local sum[schedule_bits(nic)];
        /// The packet is late by its whole delay: the new schedule is its start time.
        local is_late;
        /// Schedule of the flow before the start.
        reg old_schedule[schedule_bits(nic)];
        /// The delay for the start decided in the frame before was looked up.
        reg later_looked_up;
        /// Start time, in ticks, of the packet of the start decided in the frame before.
        reg later_start[schedule_bits(nic)];
        /// New schedule if the delay were only the packet's own time.
        reg behind[schedule_bits(nic)];
        /// Lateness: start of the packet minus `behind`, modulo the range of a time in ticks.
        reg lateness[schedule_bits(nic)];
        /// The flow had been idle: its old schedule does not count.
        reg was_idle;
        /// The packet was not delayed.
        reg was_prompt;
        /// Cycles from `since` to the schedule; negative if the packet was not delayed.
        reg waited[nic.time_bits()];
    }
    connect {
        packet: words, delay;
        schedules: write_address = started, write_data = schedule;
    }
}

// A `choice` keeps an `if` of its own.
#[allow(clippy::collapsible_if)]
impl Logic for FlowSchedules {
    #[hdl_gen]
    fn update(&mut self) {
        self.schedules.read.next = true;
        self.schedules.read_address.next = self.flow.val();
        if self.at_2.val() {
            self.schedules.read_address.next = self.far_flow.val();
        }
        if self.at_2.val() {
            self.old_schedule.next = self.schedules.read_data.val();
        }

        self.start.next = self.started_at.val();
        self.start.next = self.start.val() << self.fraction_bits.val();
        self.base.next = self.old_schedule.val();
        if self.idle.val() {
            self.base.next = self.start.val();
        }
        self.whole.next = self.old_schedule.val() >> self.fraction_bits.val();
        self.part.next = 0.into();
        if self.has_fraction.val() {
            if (self.old_schedule.val() & self.fraction.val()) != 0 {
                self.part.next = 1.into();
            }
        }
        if self.at_3.val() {
            self.was_prompt.next = self.prompt.val();
            self.waited.next = self.whole.val() + self.part.val() - self.since.val();
            self.started.next = self.flow.val();
            self.has_started.next = self.valid.val();
            self.later_looked_up.next = self.looked_up.val();
            self.later_start.next = self.start.val();
            self.was_idle.next = self.idle.val();
            self.behind.next = self.base.val() + self.packet.own_ticks.val();
        }
        self.lateness.next = self.later_start.val() - self.behind.val();

        comment!("The delay is known in phase 2.");
        self.sum.next = self.behind.val() + self.packet.gap_ticks.val();
        self.is_late.next = !self.was_idle.val()
            && self.lateness.val() >= self.packet.gap_ticks.val()
            && (self.lateness.val() >> self.early_bits.val()) != self.early.val();
        if self.at_2.val() {
            self.schedule.next = self.sum.val();
            if self.is_late.val() {
                self.schedule.next = self.later_start.val();
            }
        } else if self.at_3.val() {
            self.schedule.next = self.schedules.read_data.val();
        }
        self.delayed.next = self.at_2.val() && self.later_looked_up.val();
        if self.at_2.val() && self.later_looked_up.val() {
            self.delayed_cycles.next = 0.into();
            if !self.was_prompt.val() && self.waited.val() < self.half.val() {
                self.delayed_cycles.next = self.waited.val() >> 0;
            }
            self.delayed_flow.next = self.started.val();
        }
        self.schedules.write.next = self.at_3.val() && self.has_started.val();
    }
}
