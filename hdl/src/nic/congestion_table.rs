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
    /// Congestion control table (CCT), with an index into it (CCTI) for each flow or each service
    /// level (SL), which BECNs raise and timers lower.
    ///
    /// A timer does not visit flows. The state of each flow is the number of the timer's expiry at
    /// which its level, the CCTI before CCTI_Min applies, is 0; each state is refreshed now and
    /// then, before these numbers wrap around.
    pub struct CongestionTable(nic: &Nic) as "tailback_congestion_table" {
        /// Last index of the table.
        count last = last_index(nic) as usize;

        /// CCTI_Limit.
        input limit[LIMIT_BITS];
        /// The settings of an SL are written.
        input set_valid;
        /// SL of the settings that are written.
        input set_sl[SL_BITS];
        /// CCTI_Timer to be written, in ticks.
        input set_timer[TIMER_BITS];
        /// CCTI_Increase to be written.
        input set_increase[STEP_BITS];
        /// Trigger_Threshold to be written.
        input set_trigger[STEP_BITS];
        /// CCTI_Min to be written.
        input set_min[STEP_BITS];
        /// An entry of the table is written.
        input write;
        /// Index of the entry that is written.
        input write_index[index_bits(nic)];
        /// Entry to be written: the shift in the upper two bits, and the multiplier.
        input write_entry[CctEntry::BITS];
        /// SL whose settings are shown in the next cycle.
        input read_sl[SL_BITS];
        /// Index of the entry that is shown in the next cycle.
        input read_index[index_bits(nic)];
        /// Valid of the BECN handshake.
        input becn;
        /// Flow of the BECN.
        input becn_flow[nic.flow_bits()];
        /// SL of the BECN.
        input becn_sl[SL_BITS];
        /// Request for the delay of `look_up_flow`.
        input look_up;
        /// Flow of the look-up.
        input look_up_flow[nic.flow_bits()];
        /// SL of the look-up.
        input look_up_sl[SL_BITS];

        /// High once the memories are cleared after reset.
        output ready;
        /// CCTI_Timer of `read_sl` in the cycle before, in ticks.
        output read_timer[TIMER_BITS];
        /// CCTI_Increase of `read_sl` in the cycle before.
        output read_increase[STEP_BITS];
        /// Trigger_Threshold of `read_sl` in the cycle before.
        output read_trigger[STEP_BITS];
        /// CCTI_Min of `read_sl` in the cycle before.
        output read_min[STEP_BITS];
        /// Entry at `read_index` in the cycle before.
        output read_entry[CctEntry::BITS];
        /// Ready of the BECN handshake.
        output becn_ready;
        /// Delay of the flow that was looked up three cycles before; 0 if none was.
        output delay[CctEntry::BITS];
        /// CCTI of the flow that was looked up three cycles before; 0 if none was.
        output ccti[index_bits(nic)];
        /// Reports a new CCTI that has reached Trigger_Threshold.
        output event_valid;
        /// Flow of the reported CCTI; 0 if there is none.
        output event_flow[nic.flow_bits()];
        /// SL of the reported CCTI; 0 if there is none.
        output event_sl[SL_BITS];
        /// Reported CCTI; 0 if there is none.
        output event_ccti[index_bits(nic)];
        /// Time of the report, in ticks; 0 if there is none.
        output event_time[TIME_BITS];
        /// Ticks of 1.024 us since reset.
        output time_stamp[TIME_BITS];

        /// CCTI_Limit, but at most the last index of the table.
        reg kept_limit[index_bits(nic)];
        /// A BECN has set a level.
        reg raises;
        /// SL of the BECN that has set a level.
        reg raise_sl[SL_BITS];
        /// Number of the expiry at which the level set by the BECN is 0.
        reg raise_to[expiry_bits(nic)];
        /// Clearing of the memories after reset.
        sub clear: TableClear = TableClear::new(nic);
        /// Time in ticks.
        sub timer_ticks: TickClock = TickClock::new(nic);
        /// Settings of each SL.
        sub settings: LevelSettings = LevelSettings::new(nic);
        /// Timer of each SL.
        sub timers: LevelTimers = LevelTimers::new(nic);
        /// State of each flow or SL.
        sub states: FlowStates = FlowStates::new(nic);
        /// Sequence of BECNs and refreshes.
        sub order: BecnSequence = BecnSequence::new(nic);
        /// Effect of BECNs and refreshes on a state.
        sub update: StateUpdate = StateUpdate::new(nic);
        /// Report of a CCTI that has reached Trigger_Threshold.
        sub told: CctiEvent = CctiEvent::new(nic);
        /// Look-ups of delays.
        sub look: DelayLookUp = DelayLookUp::new(nic);
        /// Copy of the table for look-ups.
        sub delays: TableEntries = TableEntries::new(nic);
        /// Copy of the table for `read_entry`.
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
