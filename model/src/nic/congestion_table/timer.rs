//! "CCTI_Timer, maintained separately for each SL of a port" (Gran'10 §II).

use super::{CongestionTable, Flow};
use serde::{Deserialize, Serialize};
use tailback_spec::nic::congestion_table::TURN_CYCLES;

/// The timer of a service level (SL).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Timer {
    /// Expiry time in ticks, if the timer runs.
    pub(crate) due: Option<u64>,
    /// Highest level that a flow of the SL may have.
    pub(crate) highest: u64,
    /// Number of expiries.
    pub(crate) expiries: u64,
}

/// A timer at the beginning of the cycle of its slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seen {
    sl: usize,
    timer: Timer,
    /// CCTI_Timer.
    ticks: u64,
    /// CCTI_Min.
    min: u64,
}

/// Result of the comparison: expiry, and next expiry time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Judged {
    sl: usize,
    expires: bool,
    due: Option<u64>,
}

impl CongestionTable {
    /// Timer of this cycle's slot.
    pub(super) fn see(&self) -> Seen {
        let sl = (self.cycle % TURN_CYCLES) as usize;
        Seen { sl, timer: self.timers[sl], ticks: self.timer(sl), min: self.min(sl) }
    }

    /// In the cycle after: compares the timer with the time.
    pub(super) fn judge(&mut self, next: Seen) {
        let now = self.time();
        self.judged = self.seen.replace(next).map(|seen| {
            let Seen { sl, timer: Timer { due, highest, .. }, ticks, min } = seen;
            let runs = highest > min && ticks > 0;
            let expires = runs && due.is_some_and(|due| due <= now);
            let due = match due {
                _ if !runs => None,
                None => Some(now + ticks),
                // The timer continues while a level is above CCTI_Min.
                Some(due) if expires => (highest - 1 > min).then_some(due + ticks),
                due => due,
            };
            Judged { sl, expires, due }
        });
    }

    /// In the cycle after that: "the CCTI is decremented by one for all flows" of the SL.
    pub(super) fn expire(&mut self) {
        let Some(Judged { sl, expires, due }) = self.judged else { return };
        let timer = &mut self.timers[sl];
        timer.due = due;
        if !expires {
            return;
        }
        timer.expiries += 1;
        timer.highest -= 1;
        if self.constants.per_sl {
            self.flows[sl].level = self.flows[sl].level.saturating_sub(1);
            return;
        }
        for Flow { level, .. } in self.flows.iter_mut().filter(|flow| flow.sl == sl) {
            *level = level.saturating_sub(1);
        }
    }
}
