//! The congestion control table and the indices into it (IBA annex A10; Gran'10 §II).

mod clear;
mod clock;
mod entries;
mod event;
mod highest;
mod look_up;
mod sequence;
mod settings;
mod sizes;
mod states;
mod timers;
mod update;

pub use clear::TableClear;
pub use clock::TickClock;
pub use entries::TableEntries;
pub use event::CctiEvent;
pub use highest::HighestLevels;
pub use look_up::DelayLookUp;
pub use sequence::BecnSequence;
pub use settings::{LevelSetting, LevelSettings, SettingWriter};
pub use states::FlowStates;
pub use timers::LevelTimers;
pub use update::StateUpdate;

use crate::prelude::*;
use tailback_spec::nic::congestion_table::{
    expiry_bits, index_bits, last_index, CctEntry, LIMIT_BITS, SL_BITS, STEP_BITS, TIMER_BITS,
    TIME_BITS,
};
use tailback_spec::nic::Nic;

block! {
    /// The congestion control table (CCT), and an index into it (CCTI) for each flow or each service
    /// level (SL), which BECNs raise and timers lower.
    ///
    /// A timer does not visit flows. Of each flow is kept at which expiry of the timer its level is
    /// 0, and each is looked at now and then, so that this does not go round.
    pub struct CongestionTable(nic: &Nic) as "tailback_congestion_table" {
        /// The last index of the table.
        count last = last_index(nic) as usize;

        /// CCTI_Limit.
        input limit[LIMIT_BITS];
        /// The settings of an SL are written.
        input set_valid;
        /// Which SL.
        input set_sl[SL_BITS];
        /// CCTI_Timer in ticks.
        input set_timer[TIMER_BITS];
        /// CCTI_Increase.
        input set_increase[STEP_BITS];
        /// Trigger_Threshold.
        input set_trigger[STEP_BITS];
        /// CCTI_Min.
        input set_min[STEP_BITS];
        /// An entry of the table is written.
        input write;
        /// Which one.
        input write_index[index_bits(nic)];
        /// What: the shift in the upper two bits, and the multiplier.
        input write_entry[CctEntry::BITS];
        /// Whose settings are shown in the next cycle.
        input read_sl[SL_BITS];
        /// Which entry is shown in the next cycle.
        input read_index[index_bits(nic)];
        /// A BECN has come.
        input becn;
        /// For this flow.
        input becn_flow[nic.flow_bits()];
        /// On this SL.
        input becn_sl[SL_BITS];
        /// A delay is wanted.
        input look_up;
        /// Of this flow.
        input look_up_flow[nic.flow_bits()];
        /// On this SL.
        input look_up_sl[SL_BITS];

        /// Memories are cleared.
        output ready;
        /// CCTI_Timer of the SL that was asked for.
        output read_timer[TIMER_BITS];
        /// Its CCTI_Increase.
        output read_increase[STEP_BITS];
        /// Its Trigger_Threshold.
        output read_trigger[STEP_BITS];
        /// Its CCTI_Min.
        output read_min[STEP_BITS];
        /// The entry that was asked for.
        output read_entry[CctEntry::BITS];
        /// A BECN is taken.
        output becn_ready;
        /// The delay of the flow that was looked up three cycles before.
        output delay[CctEntry::BITS];
        /// Its CCTI.
        output ccti[index_bits(nic)];
        /// The new CCTI has reached the trigger.
        output event_valid;
        /// Of this flow.
        output event_flow[nic.flow_bits()];
        /// On this SL.
        output event_sl[SL_BITS];
        /// The new CCTI.
        output event_ccti[index_bits(nic)];
        /// When that was, in ticks.
        output event_time[TIME_BITS];
        /// Ticks of 1.024 us since reset.
        output time_stamp[TIME_BITS];

        /// CCTI_Limit, as far as the table goes.
        reg kept_limit[index_bits(nic)];
        /// A BECN has given a level.
        reg raises;
        /// On this SL.
        reg raise_sl[SL_BITS];
        /// The number of the expiry at which it will be 0.
        reg raise_to[expiry_bits(nic)];
        /// Clearing after reset.
        sub clear: TableClear = TableClear::new(nic);
        /// Time.
        sub timer_ticks: TickClock = TickClock::new(nic);
        /// Settings of SLs.
        sub settings: LevelSettings = LevelSettings::new(nic);
        /// Timers of SLs.
        sub timers: LevelTimers = LevelTimers::new(nic);
        /// States of flows.
        sub states: FlowStates = FlowStates::new(nic);
        /// BECNs and refreshes.
        sub order: BecnSequence = BecnSequence::new(nic);
        /// What they do.
        sub update: StateUpdate = StateUpdate::new(nic);
        /// What is told of it.
        sub told: CctiEvent = CctiEvent::new(nic);
        /// Look-ups.
        sub look: DelayLookUp = DelayLookUp::new(nic);
        /// The table, for look-ups,
        sub delays: TableEntries = TableEntries::new(nic);
        /// and to be shown.
        sub shown: TableEntries = TableEntries::new(nic);
    }
}

impl Logic for CongestionTable {
    #[hdl_gen]
    fn update(&mut self) {
        self.ready.next = !self.clear.clearing.val();
        self.time_stamp.next = self.timer_ticks.ticks.val();
        self.kept_limit.next = self.limit.val() >> 0;
        if self.limit.val() > self.last.val() {
            self.kept_limit.next = self.last.val().into();
        }

        self.settings.clearing.next = self.clear.clearing.val();
        self.settings.clear_sl.next = self.clear.clear_sl.val();
        self.settings.set_valid.next = self.set_valid.val();
        self.settings.set_sl.next = self.set_sl.val();
        self.settings.set_timer.next = self.set_timer.val();
        self.settings.set_increase.next = self.set_increase.val();
        self.settings.set_trigger.next = self.set_trigger.val();
        self.settings.set_min.next = self.set_min.val();
        self.settings.becn_sl.next = self.update.sl.val();
        self.settings.look_up_sl.next = self.look_up_sl.val();
        self.settings.turn_sl.next = self.timers.turn_sl.val();
        self.settings.read_sl.next = self.read_sl.val();
        self.read_timer.next = self.settings.read_timer.val();
        self.read_increase.next = self.settings.read_increase.val();
        self.read_trigger.next = self.settings.read_trigger.val();
        self.read_min.next = self.settings.read_min.val();

        self.timers.clearing.next = self.clear.clearing.val();
        self.timers.clear_sl.next = self.clear.clear_sl.val();
        self.timers.now.next = self.timer_ticks.ticks.val() >> 0;
        self.timers.timer.next = self.settings.turn_timer.val();
        self.timers.min.next = self.settings.turn_min.val();
        self.timers.raise.next = self.raises.val();
        self.timers.raise_sl.next = self.raise_sl.val();
        self.timers.raise_to.next = self.raise_to.val();
        self.timers.becn_sl.next = self.update.sl.val();
        self.timers.look_up_sl.next = self.look_up_sl.val();

        self.order.clearing.next = self.clear.clearing.val();
        self.order.becn.next = self.becn.val();
        self.order.becn_flow.next = self.becn_flow.val();
        self.order.becn_sl.next = self.becn_sl.val();
        self.becn_ready.next = self.order.becn_ready.val();

        self.states.clearing.next = self.clear.clearing.val();
        self.states.clear_state.next = self.clear.clear_state.val();
        self.states.becn.next = self.order.begins.val();
        self.states.becn_state.next = self.order.begins_state.val();
        self.states.look_up.next = self.look.asks.val();
        self.states.look_up_state.next = self.look.state.val();
        self.states.write.next = self.order.ends.val();
        self.states.write_state.next = self.order.state.val();
        self.states.write_word.next = self.update.new_word.val();

        self.update.finds.next = self.order.finds.val();
        self.update.refreshes.next = self.order.refreshes.val();
        self.update.becn_sl.next = self.order.sl.val();
        self.update.word.next = self.states.becn_word.val();
        self.update.increase.next = self.settings.becn_increase.val();
        self.update.trigger.next = self.settings.becn_trigger.val();
        self.update.min.next = self.settings.becn_min.val();
        self.update.expiries.next = self.timers.becn_expiries.val();
        self.update.limit.next = self.kept_limit.val();
        self.raises.next = self.order.ends.val() && !self.order.refreshes.val();
        self.raise_sl.next = self.update.found_sl.val();
        self.raise_to.next = self.update.zero_at.val();

        self.told.happens.next = self.order.ends.val() && self.update.triggers.val();
        self.told.flow.next = self.order.flow.val();
        self.told.sl.next = self.update.found_sl.val();
        self.told.ccti.next = self.update.ccti.val();
        self.told.ticks.next = self.timer_ticks.ticks.val();
        self.event_valid.next = self.told.event_valid.val();
        self.event_flow.next = self.told.event_flow.val();
        self.event_sl.next = self.told.event_sl.val();
        self.event_ccti.next = self.told.event_ccti.val();
        self.event_time.next = self.told.event_time.val();

        self.look.clearing.next = self.clear.clearing.val();
        self.look.look_up.next = self.look_up.val();
        self.look.flow.next = self.look_up_flow.val();
        self.look.sl.next = self.look_up_sl.val();
        self.look.min.next = self.settings.look_up_min.val();
        self.look.expiries.next = self.timers.look_up_expiries.val();
        self.look.word.next = self.states.look_up_word.val();
        self.ccti.next = self.look.ccti.val();

        self.delays.clearing.next = self.clear.clearing.val();
        self.delays.clear_index.next = self.clear.clear_index.val();
        self.delays.write.next = self.write.val() && !self.clear.clearing.val();
        self.delays.write_index.next = self.write_index.val();
        self.delays.write_entry.next = self.write_entry.val();
        self.delays.read.next = self.look.reads.val();
        self.delays.read_index.next = self.look.index.val();
        self.delay.next = self.delays.entry.val();
        self.shown.clearing.next = self.clear.clearing.val();
        self.shown.clear_index.next = self.clear.clear_index.val();
        self.shown.write.next = self.write.val() && !self.clear.clearing.val();
        self.shown.write_index.next = self.write_index.val();
        self.shown.write_entry.next = self.write_entry.val();
        self.shown.read.next = !self.clear.clearing.val();
        self.shown.read_index.next = self.read_index.val();
        self.read_entry.next = self.shown.entry.val();
    }
}
