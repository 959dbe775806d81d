//! BECNs and look-ups for the congestion control table: few flows that interact, settings that
//! change meanwhile, and times long enough for CCTIs to sink and for expiry times to wrap around.

mod phase;
#[cfg(test)]
mod tests;

use tailback_model::nic::congestion_table::{
    CongestionTable, CongestionTableInputs, CongestionTableOutputs,
};
use tailback_spec::nic::congestion_table::{
    index_bits, last_index, CctEntry, LIMIT_BITS, STEP_BITS, TIMER_BITS,
};
use tailback_spec::nic::{Nic, Throttled};

use self::phase::{Phase, Timers};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{any_number, happens, one_of, Random};

/// Name on the command line.
const BLOCK: &str = "congestion-table";
/// Number of flows and of service levels (SLs) in use at a time.
const IN_USE: usize = 4;

/// Cycles since the start after which intervals between resets may be long.
const LONG_CYCLES: u64 = 1_000_000;

/// Golden model and stimulus of a congestion control table.
pub fn bench(nic: &Nic) -> Box<dyn Bench> {
    let nic = *nic;
    let (flows, entries) = (nic.flows(), nic.cct_entries());
    let each = match nic.throttled() {
        Throttled::Qp => "flow",
        Throttled::Sl => "SL",
    };
    Box::new(BlockBench::new(
        BLOCK,
        format!("{flows} flows, {entries} entries, a CCTI per {each}"),
        move || CongestionTable::new(&nic),
        move |seed| CongestionTableStimulus::new(&nic, seed),
    ))
}

/// Constrained-random BECNs and look-ups.
pub struct CongestionTableStimulus {
    random: Random,
    nic: Nic,
    phase: Phase,
    /// Cycles since the start; long phases wait until this is large.
    elapsed: u64,
    /// Average number of phases between resets; long intervals exercise the upper bits of time
    /// stamps.
    life: u64,
    /// Flows in use.
    flows: [u64; IN_USE],
    /// SLs in use.
    sls: [u64; IN_USE],
    /// SLs that have no settings of this phase yet.
    unset: usize,
    /// Flow and SL of the BECN accepted last.
    last: (u64, u64),
}

impl CongestionTableStimulus {
    /// Stimulus from `seed`.
    pub fn new(nic: &Nic, seed: u64) -> Self {
        let mut random = Random::new(seed);
        CongestionTableStimulus {
            phase: Phase::any(&mut random, nic, 0),
            random,
            nic: *nic,
            elapsed: 0,
            life: 16,
            flows: [0; IN_USE],
            sls: [0; IN_USE],
            unset: IN_USE,
            last: (0, 0),
        }
    }

    /// Starts another phase; returns whether a reset precedes it.
    #[cold]
    fn next_phase(&mut self, inputs: &mut CongestionTableInputs) -> bool {
        self.phase = Phase::any(&mut self.random, &self.nic, self.elapsed);
        // Some phases keep the flows in use.
        if self.random.below(4) > 0 {
            let last = self.nic.flows() as u64 - 1;
            let random = &mut self.random;
            self.flows = std::array::from_fn(|_| {
                let any = random.below(last + 1);
                one_of(random, &[0, last, any, any])
            });
        }
        // The SLs seldom change, so that a flow that is used again is still on its SL.
        if self.elapsed == 0 || self.random.below(8) == 0 {
            let random = &mut self.random;
            self.sls = std::array::from_fn(|_| random.below(Nic::SERVICE_LEVELS as u64));
        }
        self.unset = if self.random.below(8) == 0 { 0 } else { IN_USE };
        self.limit(inputs);
        let resets = self.random.below(self.life) == 0;
        if resets {
            let long = if self.elapsed < LONG_CYCLES { 16 } else { 2048 };
            self.life = one_of(&mut self.random, &[4, 16, 64, long]);
        }
        resets
    }

    /// Another CCTI_Limit, sometimes beyond the table.
    fn limit(&mut self, inputs: &mut CongestionTableInputs) {
        let last = u64::from(last_index(&self.nic));
        let random = &mut self.random;
        let (low, any) = (random.below(16), random.below(last + 1));
        let beyond = any_number(random, LIMIT_BITS).into();
        inputs.limit = one_of(random, &[last, last, low, any, beyond]);
    }

    /// A flow, sometimes one that is not in use or does not exist.
    #[inline]
    fn flow(&mut self) -> u64 {
        match self.random.below(32) {
            0 | 1 => any_number(&mut self.random, self.nic.flow_bits()).into(),
            2..=4 => self.last.0,
            _ => one_of(&mut self.random, &self.flows),
        }
    }

    /// SL of a flow, almost always the same one.
    #[inline]
    fn sl(&mut self, flow: u64) -> u64 {
        match self.random.below(64) {
            0 => self.random.below(Nic::SERVICE_LEVELS as u64),
            1 => self.last.1,
            _ => self.sls[flow as usize % IN_USE],
        }
    }

    fn settings(&mut self, inputs: &mut CongestionTableInputs) {
        inputs.set_valid = self.unset > 0 || happens(&mut self.random, self.phase.set);
        if !inputs.set_valid {
            return;
        }
        inputs.set_sl = match self.unset {
            0 => one_of(&mut self.random, &self.sls),
            left => self.sls[left - 1],
        };
        self.unset = self.unset.saturating_sub(1);
        let random = &mut self.random;
        let short = 1 + random.below(3);
        let any = any_number(random, TIMER_BITS).into();
        inputs.set_timer = match self.phase.timers {
            Timers::Shortest => 1,
            Timers::Short => short,
            Timers::Any => one_of(random, &[0, 1, short, short, 20, any]),
            Timers::Stopped => 0,
        };
        let any = [0; 3].map(|_| u64::from(any_number(random, STEP_BITS)));
        inputs.set_increase = one_of(random, &[0, 1, 1, 2, 5, any[0]]);
        inputs.set_trigger = one_of(random, &[0, 1, 5, 20, any[1]]);
        inputs.set_min = one_of(random, &[0, 0, 0, 1, 3, any[2]]);
        if self.phase.timers == Timers::Shortest {
            // A CCTI that stays above 0.
            (inputs.set_min, inputs.set_increase) = (0, inputs.set_increase.max(1));
        }
    }

    fn entries(&mut self, inputs: &mut CongestionTableInputs, last: &CongestionTableOutputs) {
        let random = &mut self.random;
        let bits = index_bits(&self.nic);
        let any = any_number(random, bits).into();
        inputs.write = happens(random, self.phase.write);
        if inputs.write {
            // Often near the entries that are looked up.
            let most = u64::from(last_index(&self.nic));
            let near = (last.ccti + random.below(3)).saturating_sub(1).min(most);
            inputs.write_index = one_of(random, &[near, near, inputs.read_index, any]);
            inputs.write_entry = any_number(random, CctEntry::BITS).into();
        }
        inputs.read_index = one_of(random, &[inputs.write_index, inputs.read_index, any]);
        let any_sl = random.below(Nic::SERVICE_LEVELS as u64);
        inputs.read_sl = one_of(random, &[inputs.set_sl, inputs.set_sl, any_sl]);
    }
}

impl Stimulus<CongestionTableInputs, CongestionTableOutputs> for CongestionTableStimulus {
    fn drive(&mut self, last: &CongestionTableOutputs, step: &mut Step<CongestionTableInputs>) {
        let inputs = &mut step.inputs;
        step.reset = false;
        if inputs.becn && last.becn_ready {
            self.last = (inputs.becn_flow, inputs.becn_sl);
        }
        if self.phase.cycles == 0 {
            step.reset = self.next_phase(inputs);
        }
        self.elapsed += 1;
        // While memories are cleared, phases pause, except for a few cycles.
        if last.ready || self.random.below(64) == 0 {
            self.phase.cycles -= 1;
            self.settings(inputs);
        } else {
            inputs.set_valid = self.random.below(4) == 0;
        }
        self.entries(inputs, last);
        if happens(&mut self.random, self.phase.limit) {
            self.limit(inputs);
        }
        // A BECN that is not accepted waits, but not for ever.
        let waits = inputs.becn && !last.becn_ready && self.random.below(32) > 0;
        if !waits {
            inputs.becn = happens(&mut self.random, self.phase.becn);
            inputs.becn_flow = self.flow();
            inputs.becn_sl = self.sl(inputs.becn_flow);
        }
        inputs.look_up = happens(&mut self.random, self.phase.look_up);
        let flow = self.flow();
        inputs.look_up_flow = match self.random.below(4) {
            0 => inputs.becn_flow,
            1 => self.last.0,
            _ => flow,
        };
        inputs.look_up_sl = self.sl(inputs.look_up_flow);
    }
}
