//! The congestion control table and the indices into it (IBA annex A10; Gran'10 §II).

mod clear;
mod clock;
mod entries;
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
pub use highest::HighestLevels;
pub use look_up::DelayLookUp;
pub use sequence::BecnSequence;
pub use settings::LevelSettings;
pub use states::FlowStates;
pub use timers::LevelTimers;
pub use update::StateUpdate;

use crate::interface::{SettingWrite, TableRead, TriggerEvent};
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{
    expiry_bits, index_bits, last_index, CctEntry, LIMIT_BITS, SL_BITS, TIME_BITS,
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
        /// Write to the settings of an SL.
        slave set: SettingWrite();
        /// An entry of the table is written.
        input write;
        /// Index of the entry that is written.
        input write_index[index_bits(nic)];
        /// Entry to be written: the shift in the upper two bits, and the multiplier.
        input write_entry[CctEntry::BITS];
        /// High once the memories are cleared after reset.
        output ready;
        /// Settings and entry that are shown.
        slave read: TableRead(nic, true);
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

        /// Ready of the BECN handshake.
        output becn_ready;
        /// Delay of the flow that was looked up three cycles before; 0 if none was.
        output delay[CctEntry::BITS];
        /// CCTI of the flow that was looked up three cycles before; 0 if none was.
        output ccti[index_bits(nic)];
        /// New CCTI that has reached Trigger_Threshold; all signals are 0 if there is none.
        master event: TriggerEvent(nic, true) reg { valid, flow, sl, ccti, time };
        /// Ticks of 1.024 us since reset.
        output time_stamp[TIME_BITS];

        /// A new CCTI has reached Trigger_Threshold.
        local triggers;
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
        /// Look-ups of delays.
        sub look: DelayLookUp = DelayLookUp::new(nic);
        /// Copy of the table for look-ups.
        sub delays: TableEntries = TableEntries::new(nic);
        /// Copy of the table for `read_entry`.
        sub shown: TableEntries = TableEntries::new(nic);
    }
    connect {
        clear, settings: clearing, clear_sl;
        clear, timers: clearing, clear_sl;
        clear, order: clearing;
        clear, states: clearing, clear_state;
        clear, look: clearing;
        clear, delays: clearing, clear_index;
        clear, shown: clearing, clear_index;
        timer_ticks: ticks = time_stamp;
        settings: set, look_up_sl, read;
        settings, timers: turn_timer = timer, turn_min = min;
        settings, update: becn_increase = increase, becn_trigger = trigger, becn_min = min;
        settings, look: look_up_min = min;
        timers, settings: turn_sl;
        timers: raise = raises, raise_sl, raise_to, look_up_sl;
        timers, update: becn_expiries = expiries;
        timers, look: look_up_expiries = expiries;
        states, update: becn_word = word;
        states, look: look_up_word = word;
        order: becn, becn_flow, becn_sl, becn_ready;
        order, states: begins = becn, begins_state = becn_state, ends = write, state = write_state;
        order, update: finds, refreshes, sl = becn_sl;
        update, settings: sl = becn_sl;
        update, timers: sl = becn_sl;
        update, states: new_word = write_word;
        update: limit = kept_limit;
        look, states: asks = look_up, state = look_up_state;
        look: look_up, flow = look_up_flow, sl = look_up_sl, ccti;
        look, delays: reads = read, index = read_index;
        delays: write_index, write_entry, entry = delay;
        shown: write_index, write_entry, read_index = read.index, entry = read.entry;
    }
}

impl Logic for CongestionTable {
    #[hdl_gen]
    fn update(&mut self) {
        self.ready.next = !self.clear.clearing.val();
        self.kept_limit.next = self.limit.val() >> 0;
        if self.limit.val() > self.last.val() {
            self.kept_limit.next = self.last.val().into();
        }

        self.timers.now.next = self.timer_ticks.ticks.val() >> 0;

        self.raises.next = self.order.ends.val() && !self.order.refreshes.val();
        self.raise_sl.next = self.update.found_sl.val();
        self.raise_to.next = self.update.zero_at.val();

        self.triggers.next = self.order.ends.val() && self.update.triggers.val();
        self.event.valid.next = self.triggers.val();
        self.event.flow.next = 0.into();
        self.event.sl.next = 0.into();
        self.event.ccti.next = 0.into();
        self.event.time.next = 0.into();
        if self.triggers.val() {
            self.event.flow.next = self.order.flow.val();
            self.event.sl.next = self.update.found_sl.val();
            self.event.ccti.next = self.update.ccti.val();
            self.event.time.next = self.timer_ticks.ticks.val();
        }

        self.delays.write.next = self.write.val() && !self.clear.clearing.val();
        self.shown.write.next = self.write.val() && !self.clear.clearing.val();
        self.shown.read.next = !self.clear.clearing.val();
    }
}
