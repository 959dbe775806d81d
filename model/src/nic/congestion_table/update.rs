//! "When a new BECN arrives, the CCTI of the flow is increased by CCTI_Increase" (Gran'10 §II), up
//! to CCTI_Limit.

use super::{CongestionTable, CongestionTableInputs, Flow};
use serde::{Deserialize, Serialize};
use tailback_spec::nic::congestion_table::UPDATE_CYCLES;

/// A BECN or refresh in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Update {
    /// Cycles since it was accepted.
    age: usize,
    /// The BECN; a refresh has none, and changes nothing.
    becn: Option<Becn>,
}

/// A BECN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Becn {
    flow: u64,
    sl: usize,
    /// CCTI that was found, and then the new one.
    ccti: u64,
    increase: u64,
    trigger: u64,
    /// Expiries of the SL's timer when the CCTI was found.
    expiries: u64,
}

/// Level that a BECN has set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Raised {
    sl: usize,
    level: u64,
    expiries: u64,
}

/// A CCTI that has reached the trigger.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Event {
    pub(crate) flow: u64,
    pub(crate) sl: usize,
    pub(crate) ccti: u64,
    pub(crate) time: u64,
}

/// Age at which the CCTI is found.
const FOUND: usize = 2;
/// Age at which CCTI_Limit is applied.
const LIMITED: usize = 5;
/// Age at which the flow has its new CCTI.
const DONE: usize = UPDATE_CYCLES - 1;

impl CongestionTable {
    /// A cycle of the BECN or refresh in progress; without one, a refresh or a BECN is accepted.
    pub(super) fn go_on(&mut self, inputs: &CongestionTableInputs) {
        self.event = None;
        let Some(Update { age, mut becn }) = self.update.take() else {
            return self.take(inputs);
        };
        if let Some(becn) = &mut becn {
            match age {
                FOUND => {
                    let settings = self.settings[becn.sl];
                    becn.ccti = self.level(becn.flow, becn.sl).max(self.min(becn.sl));
                    (becn.increase, becn.trigger) = (settings.increase, settings.trigger);
                    becn.expiries = self.timers[becn.sl].expiries;
                }
                LIMITED => becn.ccti = (becn.ccti + becn.increase).min(self.limit),
                DONE => self.finish(becn),
                _ => {}
            }
        }
        if age < DONE {
            self.update = Some(Update { age: age + 1, becn });
        }
    }

    fn take(&mut self, inputs: &CongestionTableInputs) {
        if self.refresh_due {
            self.refresh_due = false;
            self.update = Some(Update { age: 1, becn: None });
        } else if inputs.becn && inputs.becn_flow < self.constants.flows {
            let (flow, sl) = (inputs.becn_flow, inputs.becn_sl as usize);
            let becn = Becn { flow, sl, ccti: 0, increase: 0, trigger: 0, expiries: 0 };
            self.update = Some(Update { age: 1, becn: Some(becn) });
        }
    }

    fn finish(&mut self, becn: &Becn) {
        let Becn { flow, sl, ccti, trigger, expiries, .. } = *becn;
        let state = self.state(flow, sl);
        self.flows[state] = Flow { sl, level: self.since(sl, ccti, expiries) };
        self.raised = Some(Raised { sl, level: ccti, expiries });
        let time = self.time();
        self.event = (trigger > 0 && ccti >= trigger).then_some(Event { flow, sl, ccti, time });
    }

    /// Level after the expiries of its SL's timer since their number was `expiries`.
    fn since(&self, sl: usize, level: u64, expiries: u64) -> u64 {
        level.saturating_sub(self.timers[sl].expiries - expiries)
    }

    /// In the cycle after a BECN, updates the timer's highest level.
    pub(super) fn raise_highest(&mut self) {
        if let Some(Raised { sl, level, expiries }) = self.raised.take() {
            let level = self.since(sl, level, expiries);
            self.timers[sl].highest = self.timers[sl].highest.max(level);
        }
    }
}
