//! The congestion control table of a NIC, as Gran'10 §II describes it: when a timer expires, "the
//! CCTI is decremented by one for all flows associated with the corresponding SL", in the same
//! cycle.

#[cfg(test)]
mod tests;
mod timer;
mod update;

use self::timer::{Judged, Seen, Timer};
use self::update::{Event, Raised, Update};
use crate::Golden;
use serde::{Deserialize, Serialize};
use tailback_spec::{
    nic::{congestion_table as spec, Nic, Throttled},
    port_values,
};

port_values! {
    /// Settings, entries, BECNs and look-ups.
    pub struct CongestionTableInputs {
        /// CCTI_Limit.
        pub limit: u64,
        /// Writes the settings of an SL.
        pub set_valid: bool,
        /// SL whose settings are written.
        pub set_sl: u64,
        /// CCTI_Timer in ticks.
        pub set_timer: u64,
        /// CCTI_Increase.
        pub set_increase: u64,
        /// Trigger_Threshold.
        pub set_trigger: u64,
        /// CCTI_Min.
        pub set_min: u64,
        /// Writes an entry of the table.
        pub write: bool,
        /// Index of the written entry.
        pub write_index: u64,
        /// The written entry.
        pub write_entry: u64,
        /// SL whose settings are read.
        pub read_sl: u64,
        /// Index of the entry that is read.
        pub read_index: u64,
        /// A BECN is offered.
        pub becn: bool,
        /// Flow of the BECN.
        pub becn_flow: u64,
        /// SL of the BECN.
        pub becn_sl: u64,
        /// Looks up a delay.
        pub look_up: bool,
        /// Flow of the look-up.
        pub look_up_flow: u64,
        /// SL of the look-up.
        pub look_up_sl: u64,
    }
}

port_values! {
    /// Delays, events, and read data.
    pub struct CongestionTableOutputs {
        /// Clearing of the memories is complete.
        pub ready: bool,
        /// CCTI_Timer of the SL that is read.
        pub read_timer: u64,
        /// CCTI_Increase of the SL that is read.
        pub read_increase: u64,
        /// Trigger_Threshold of the SL that is read.
        pub read_trigger: u64,
        /// CCTI_Min of the SL that is read.
        pub read_min: u64,
        /// The entry that is read.
        pub read_entry: u64,
        /// Ready for a BECN.
        pub becn_ready: bool,
        /// Delay of the flow that was looked up three cycles ago.
        pub delay: u64,
        /// CCTI of the flow that was looked up three cycles ago.
        pub ccti: u64,
        /// The new CCTI has reached the trigger.
        pub event_valid: bool,
        /// Flow of the event.
        pub event_flow: u64,
        /// SL of the event.
        pub event_sl: u64,
        /// New CCTI of the event.
        pub event_ccti: u64,
        /// Time of the event, in ticks.
        pub event_time: u64,
        /// Ticks since reset.
        pub time_stamp: u64,
    }
}

/// The settings of a service level (SL).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub(crate) timer: u64,
    pub(crate) increase: u64,
    pub(crate) trigger: u64,
    pub(crate) min: u64,
}

/// CCTI of a flow, or of an SL.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Flow {
    /// SL of the last BECN.
    pub(crate) sl: usize,
    /// CCTI if above CCTI_Min; otherwise CCTI_Min applies.
    pub(crate) level: u64,
}

/// Constants that follow from the parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Constants {
    /// Number of flows.
    pub(crate) flows: u64,
    /// Whether each SL has a CCTI, rather than each flow.
    pub(crate) per_sl: bool,
    /// Last index of the table.
    pub(crate) last_index: u64,
    /// Cycles of clearing.
    pub(crate) clear_cycles: u64,
    /// Ticks in `per_cycles` cycles.
    pub(crate) ticks: u64,
    /// Cycles in which `ticks` ticks pass.
    pub(crate) per_cycles: u64,
    /// Shortest CCTI_Timer, in ticks.
    pub(crate) shortest_timer: u64,
}

/// The congestion control table and all CCTIs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CongestionTable {
    pub(crate) constants: Constants,
    /// Cycles since reset.
    pub(crate) cycle: u64,
    /// The table.
    pub(crate) entries: Vec<u64>,
    /// Settings of each SL.
    pub(crate) settings: [Settings; Nic::SERVICE_LEVELS],
    /// Timer of each SL, and its highest level.
    pub(crate) timers: [Timer; Nic::SERVICE_LEVELS],
    /// CCTI of each flow, or of each SL.
    pub(crate) flows: Vec<Flow>,
    /// CCTI_Limit in the cycle before.
    pub(crate) limit: u64,
    /// Timer whose slot was in the cycle before.
    pub(crate) seen: Option<Seen>,
    /// Timer whose slot was two cycles before.
    pub(crate) judged: Option<Judged>,
    /// BECN or refresh in progress.
    pub(crate) update: Option<Update>,
    /// Level raised by a BECN, before the timer has it.
    pub(crate) raised: Option<Raised>,
    /// Event of the cycle before.
    pub(crate) event: Option<Event>,
    /// Whether a refresh is due.
    pub(crate) refresh_due: bool,
    /// CCTIs of the last look-ups, the last one first.
    pub(crate) looked_up: [Option<u64>; spec::LOOK_UP_CYCLES - 1],
    /// Result of the look-up before those: CCTI and delay.
    pub(crate) answer: (u64, u64),
    /// Settings and entry read in the cycle before.
    pub(crate) read: (Settings, u64),
}

impl CongestionTable {
    /// The module after reset.
    pub fn new(nic: &Nic) -> Self {
        let rate = spec::tick_rate(nic);
        let constants = Constants {
            flows: nic.flows() as u64,
            per_sl: nic.throttled() == Throttled::Sl,
            last_index: spec::last_index(nic).into(),
            clear_cycles: spec::clear_cycles(nic) as u64,
            ticks: rate.ticks,
            per_cycles: rate.cycles,
            shortest_timer: spec::shortest_timer(nic),
        };
        let flows = vec![Flow::default(); spec::states(nic)];
        CongestionTable::after_reset(constants, vec![0; nic.cct_entries()], flows)
    }

    fn after_reset(constants: Constants, entries: Vec<u64>, flows: Vec<Flow>) -> Self {
        CongestionTable {
            constants,
            cycle: 0,
            entries,
            settings: Default::default(),
            timers: Default::default(),
            flows,
            limit: 0,
            seen: None,
            judged: None,
            update: None,
            raised: None,
            event: None,
            refresh_due: false,
            looked_up: Default::default(),
            answer: (0, 0),
            read: Default::default(),
        }
    }

    /// Ticks since reset.
    #[inline]
    fn time(&self) -> u64 {
        let Constants { ticks, per_cycles, .. } = self.constants;
        (u128::from(self.cycle) * u128::from(ticks) / u128::from(per_cycles)) as u64
    }

    /// Greatest number of expiries of an SL's timer since reset.
    pub fn most_expiries(&self) -> u64 {
        self.timers.iter().map(|timer| timer.expiries).max().unwrap_or(0)
    }

    fn is_ready(&self) -> bool {
        self.cycle >= self.constants.clear_cycles
    }

    /// Index of the CCTI of this flow on this SL.
    fn state(&self, flow: u64, sl: usize) -> usize {
        if self.constants.per_sl {
            sl
        } else {
            flow as usize
        }
    }

    /// Level of this flow on this SL; 0 if the last BECN was on another one.
    fn level(&self, flow: u64, sl: usize) -> u64 {
        let state = self.flows[self.state(flow, sl)];
        if state.sl == sl || self.constants.per_sl {
            state.level
        } else {
            0
        }
    }

    /// CCTI_Min of an SL, limited to the last index of the table.
    fn min(&self, sl: usize) -> u64 {
        self.settings[sl].min.min(self.constants.last_index)
    }

    /// CCTI_Timer of an SL.
    fn timer(&self, sl: usize) -> u64 {
        match self.settings[sl].timer {
            0 => 0,
            timer => timer.max(self.constants.shortest_timer),
        }
    }

    /// CCTI of the flow that is looked up.
    fn look_up(&self, inputs: &CongestionTableInputs) -> Option<u64> {
        let sl = inputs.look_up_sl as usize;
        (inputs.look_up && inputs.look_up_flow < self.constants.flows)
            .then(|| self.level(inputs.look_up_flow, sl).max(self.min(sl)))
    }

    fn write(&mut self, inputs: &CongestionTableInputs) {
        if inputs.set_valid {
            self.settings[inputs.set_sl as usize] = Settings {
                timer: inputs.set_timer,
                increase: inputs.set_increase,
                trigger: inputs.set_trigger,
                min: inputs.set_min,
            };
        }
        if inputs.write {
            self.entries[inputs.write_index as usize] = inputs.write_entry;
        }
    }

    /// Drives all outputs, none of which depends on the inputs.
    pub(super) fn show(&self, outputs: &mut CongestionTableOutputs) {
        outputs.ready = self.is_ready();
        outputs.becn_ready = self.is_ready() && self.update.is_none() && !self.refresh_due;
        let (settings, entry) = self.read;
        outputs.read_timer = settings.timer;
        outputs.read_increase = settings.increase;
        outputs.read_trigger = settings.trigger;
        outputs.read_min = settings.min;
        outputs.read_entry = entry;
        (outputs.ccti, outputs.delay) = self.answer;
        let event = self.event.unwrap_or_default();
        outputs.event_valid = self.event.is_some();
        outputs.event_flow = event.flow;
        outputs.event_sl = event.sl as u64;
        outputs.event_ccti = event.ccti;
        outputs.event_time = event.time & u64::from(u32::MAX);
        outputs.time_stamp = self.time() & u64::from(u32::MAX);
    }
}

impl Golden for CongestionTable {
    type Inputs = CongestionTableInputs;
    type Outputs = CongestionTableOutputs;

    fn step(&mut self, inputs: &CongestionTableInputs, outputs: &mut CongestionTableOutputs) {
        self.show(outputs);
        if self.is_ready() {
            // A timer in its slot sees the state before this cycle. A BECN precedes an expiry of
            // the same cycle, and a look-up is between them.
            let seen = self.see();
            self.raise_highest();
            self.go_on(inputs);
            let looked_up = self.look_up(inputs);
            self.expire();
            self.judge(seen);
            self.read.0 = self.settings[inputs.read_sl as usize];
            self.write(inputs);
            let entry = |index: u64| self.entries[index as usize];
            let [.., found] = self.looked_up;
            self.answer = found.map_or((0, 0), |ccti| (ccti, entry(ccti)));
            self.looked_up.rotate_right(1);
            self.looked_up[0] = looked_up;
            self.read.1 = entry(inputs.read_index);
        }
        self.limit = inputs.limit.min(self.constants.last_index);
        self.cycle += 1;
        self.refresh_due |= self.cycle.is_multiple_of(spec::REFRESH_CYCLES);
    }

    fn reset(&mut self) {
        self.entries.fill(0);
        self.flows.fill(Flow::default());
        let (entries, flows) = (std::mem::take(&mut self.entries), std::mem::take(&mut self.flows));
        *self = CongestionTable::after_reset(self.constants, entries, flows);
    }
}
