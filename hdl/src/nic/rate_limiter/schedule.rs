//! The schedules, and what a start makes of them.

use super::delay::PacketDelay;
use super::sizes::{early, early_bits, schedule_bits, time_bits};
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::Nic;

block! {
    /// Holds each flow's schedule, in ticks and in block RAM.
    ///
    /// A start that is decided in phase 0 has its delay in the next phase 0 and its flow's new schedule
    /// in phase 3 of that frame, when the next start is already under way. In phase 2 a schedule is
    /// read for a flow of the far queue; so both leave, one after the other, as `schedule`.
    pub struct FlowSchedules(nic: &Nic) as "tailback_limiter_schedules" {
        /// Lower bits of a lateness that do not tell a start before its grant.
        count early_bits = early_bits(nic);
        /// The bits above them, if it is one.
        count early = early(nic);
        /// Ticks that are no whole cycle.
        count fraction = (1 << nic.fraction_bits()) - 1;
        /// There are such.
        choice has_fraction = nic.fraction_bits() > 0;
        /// What is to come in fewer cycles than so many is to come; the rest has passed.
        count half = 1 << (time_bits(nic) - 1);
        /// Bits of a tick in a cycle.
        count fraction_bits = nic.fraction_bits();

        /// The phase is 2.
        input at_2;
        /// The phase is 3.
        input at_3;
        /// From phase 1 on: the flow of the start that was decided.
        input flow[nic.flow_bits()];
        /// It was legal.
        input valid;
        /// Its delay is looked up.
        input looked_up;
        /// The cycle in which the packet started.
        input started_at[time_bits(nic)];
        /// Its words.
        input words[nic.word_bits()];
        /// The flow had been idle.
        input idle;
        /// The packet was not delayed.
        input prompt;
        /// Cycle since which the packet may have been delayed.
        input since[time_bits(nic)];
        /// In the next phase 0: its IPD, or its entry of the congestion control table.
        input delay[nic.delay_bits()];
        /// In phase 2: a flow of the far queue.
        input far_flow[nic.flow_bits()];

        /// In phase 3 the new schedule of a flow that started a packet; in phase 0 that of a flow of
        /// the far queue.
        output schedule[schedule_bits(nic)];
        /// In phase 3: the flow that started a packet.
        output started[nic.flow_bits()];
        /// A flow did.
        output has_started;
        /// It is reported for how long a packet was delayed.
        output delayed;
        /// Flow of the packet; what was reported last stays.
        output delayed_flow[nic.flow_bits()];
        /// Cycles for which it was delayed.
        output delayed_cycles[nic.delayed_bits()];

        /// By how much the delay is longer than the packet, two cycles after it was looked up.
        sub packet: PacketDelay = PacketDelay::new(nic);
        /// Each flow's schedule.
        memory(nic.flows()) schedules[schedule_bits(nic)];
        /// The schedule in whole cycles, rounded down.
        local whole[time_bits(nic)];
        /// 1 if that is not all.
        local part[1];
        /// The packet's start in ticks.
        local start[schedule_bits(nic)];
        /// The schedule, or the start if there is none.
        local base[schedule_bits(nic)];
        /// The new schedule, unless the packet is late.
        local sum[schedule_bits(nic)];
        /// The packet is so late that no credit is left.
        local is_late;
        /// The flow's schedule up to now.
        reg old_schedule[schedule_bits(nic)];
        /// Of a start that was decided in the frame before: its flow,
        reg later_flow[nic.flow_bits()];
        /// whether it was legal,
        reg later_valid;
        /// whether its delay was looked up,
        reg later_looked_up;
        /// the packet's start,
        reg later_start[schedule_bits(nic)];
        /// its schedule, were there no delay but the packet itself,
        reg behind[schedule_bits(nic)];
        /// and how late it was for that.
        reg lateness[schedule_bits(nic)];
        /// The flow had been idle: it has no schedule.
        reg was_idle;
        /// The packet was not delayed.
        reg was_prompt;
        /// Cycles from when the packet may have been delayed to its schedule; none if negative.
        reg waited[time_bits(nic)];
        /// The schedule that leaves.
        reg leaving[schedule_bits(nic)];
        /// It is reported for how long a packet was delayed.
        reg tells;
        /// Cycles for which it was delayed.
        reg told[nic.delayed_bits()];
        /// Flow of the packet.
        reg told_flow[nic.flow_bits()];
    }
}

// What only some sizes have stands in a choice of its own.
#[allow(clippy::collapsible_if)]
impl Logic for FlowSchedules {
    #[hdl_gen]
    fn update(&mut self) {
        self.packet.words.next = self.words.val();
        self.packet.delay.next = self.delay.val();

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
            self.later_flow.next = self.flow.val();
            self.later_valid.next = self.valid.val();
            self.later_looked_up.next = self.looked_up.val();
            self.later_start.next = self.start.val();
            self.was_idle.next = self.idle.val();
            self.behind.next = self.base.val() + self.packet.own_ticks.val();
        }
        self.lateness.next = self.later_start.val() - self.behind.val();

        comment!("In phase 2 the delay is there.");
        self.sum.next = self.behind.val() + self.packet.gap_ticks.val();
        self.is_late.next = !self.was_idle.val()
            && self.lateness.val() >= self.packet.gap_ticks.val()
            && (self.lateness.val() >> self.early_bits.val()) != self.early.val();
        if self.at_2.val() {
            self.leaving.next = self.sum.val();
            if self.is_late.val() {
                self.leaving.next = self.later_start.val();
            }
        } else if self.at_3.val() {
            self.leaving.next = self.schedules.read_data.val();
        }
        self.tells.next = self.at_2.val() && self.later_looked_up.val();
        if self.at_2.val() && self.later_looked_up.val() {
            self.told.next = 0.into();
            if !self.was_prompt.val() && self.waited.val() < self.half.val() {
                self.told.next = self.waited.val() >> 0;
            }
            self.told_flow.next = self.later_flow.val();
        }
        self.delayed.next = self.tells.val();
        self.delayed_flow.next = self.told_flow.val();
        self.delayed_cycles.next = self.told.val();
        self.schedule.next = self.leaving.val();
        self.started.next = self.later_flow.val();
        self.has_started.next = self.later_valid.val();
        self.schedules.write.next = self.at_3.val() && self.later_valid.val();
        self.schedules.write_address.next = self.later_flow.val();
        self.schedules.write_data.next = self.leaving.val();
    }
}
