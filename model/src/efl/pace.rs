//! Pacing: the interval from the start of a packet to that of the flow's next one, for the rate
//! limiter (Shimonishi'07 §III).

#[cfg(test)]
mod tests;

use crate::Golden;
use serde::{Deserialize, Serialize};
use tailback_spec::{
    efl::{
        pace::{code, cycles, state, Pace, Paced, State},
        Efl,
    },
    port_values,
};

port_values! {
    /// Settings, changes of rates, and requests.
    pub struct EflPaceInputs {
        /// Bandwidth probing is in use.
        pub set_probes: bool,
        /// Delay probing is in use.
        pub set_delays: bool,
        /// N: packets of bandwidth probing.
        pub set_probe_packets: u64,
        /// Pace of R_0: mantissa.
        pub initial_mantissa: u64,
        /// Pace of R_0: exponent.
        pub initial_exponent: u64,
        /// Pace of R_MIN: mantissa.
        pub minimum_mantissa: u64,
        /// Pace of R_MIN: exponent.
        pub minimum_exponent: u64,
        /// Pace of the line: mantissa.
        pub maximum_mantissa: u64,
        /// Pace of the line: exponent.
        pub maximum_exponent: u64,
        /// The pace of a flow has changed.
        pub paced: bool,
        /// Flow whose pace has changed.
        pub paced_flow: u64,
        /// Group of packets to which the new pace belongs.
        pub paced_group: u64,
        /// The rate of that group is known.
        pub paced_known: bool,
        /// A loss ended the probing of that group.
        pub paced_void: bool,
        /// New pace: mantissa.
        pub paced_mantissa: u64,
        /// New pace: exponent.
        pub paced_exponent: u64,
        /// A flow starts a packet.
        pub request: bool,
        /// Flow of the packet.
        pub request_flow: u64,
        /// Group of the flow.
        pub request_group: u64,
        /// Packets of the group before this one.
        pub request_sent: u64,
        /// Bytes of the packet on the line.
        pub request_size: u64,
    }
}

port_values! {
    /// Interval and state of the last request.
    pub struct EflPaceOutputs {
        /// Memories are being cleared.
        pub sweeping: bool,
        /// Words of the start at the limiter.
        pub words: u64,
        /// IPD of the start at the limiter.
        pub ipd: u64,
        /// The packet is a delay probe.
        pub probe: bool,
        /// State of the flow.
        pub state: u64,
    }
}

/// Cycles from a request to its results.
const CYCLES: usize = 4;

/// Results of a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Result {
    words: u32,
    ipd: u32,
    probe: bool,
    state: u64,
}

/// The pacing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EflPace {
    /// Last pace of each flow.
    entries: Vec<Paced>,
    /// Fraction of a cycle, in 2⁻⁸, by which the packets of each flow were sent too early.
    carries: Vec<u32>,
    /// Results of the next cycles, beginning with the current one.
    results: [Result; CYCLES],
    /// Cycles until memories are cleared.
    clearing: usize,
}

impl EflPace {
    /// The module after reset.
    pub fn new(efl: &Efl) -> Self {
        EflPace {
            entries: vec![Paced::default(); efl.flows()],
            carries: vec![0; efl.flows()],
            results: [Result::default(); CYCLES],
            clearing: efl.flows(),
        }
    }

    /// Drives all outputs, none of which depends on the inputs.
    pub(crate) fn show(&self, outputs: &mut EflPaceOutputs) {
        let Result { words, ipd, probe, state } = self.results[0];
        *outputs = EflPaceOutputs {
            sweeping: self.clearing > 0,
            words: words.into(),
            ipd: ipd.into(),
            probe,
            state,
        };
    }

    fn request(&mut self, inputs: &EflPaceInputs) -> Result {
        let flow = inputs.request_flow as usize;
        let entry = &self.entries[flow];
        let (sent, probe_packets) = (inputs.request_sent as u32, inputs.set_probe_packets as u32);
        let (state, current) =
            state(entry, inputs.request_group as u8, sent, inputs.set_probes, probe_packets);
        let of = |mantissa: u64, exponent: u64| Pace {
            mantissa: mantissa as u32,
            exponent: exponent as u32,
        };
        let pace = match state {
            State::Avoid if current => entry.pace,
            State::Avoid => of(inputs.initial_mantissa, inputs.initial_exponent),
            State::Probe => of(inputs.maximum_mantissa, inputs.maximum_exponent),
            State::Wait | State::Idle => of(inputs.minimum_mantissa, inputs.minimum_exponent),
        };
        let interval = pace.interval(inputs.request_size as u32);
        let (cycles, carry) = cycles(interval, self.carries[flow]);
        self.carries[flow] = carry;
        let (words, ipd) = code(cycles);
        let probe = state == State::Wait && inputs.set_delays;
        Result { words, ipd, probe, state: state as u64 }
    }
}

impl Golden for EflPace {
    type Inputs = EflPaceInputs;
    type Outputs = EflPaceOutputs;

    fn step(&mut self, inputs: &EflPaceInputs, outputs: &mut EflPaceOutputs) {
        self.show(outputs);
        let last = self.results[CYCLES - 1];
        self.results.rotate_left(1);
        self.results[CYCLES - 1] = match inputs.request {
            true => self.request(inputs),
            false => last,
        };
        if inputs.paced && self.clearing == 0 {
            self.entries[inputs.paced_flow as usize] = Paced {
                group: inputs.paced_group as u8,
                known: inputs.paced_known,
                void: inputs.paced_void,
                pace: Pace {
                    mantissa: inputs.paced_mantissa as u32,
                    exponent: inputs.paced_exponent as u32,
                },
            };
        }
        self.clearing = self.clearing.saturating_sub(1);
    }

    fn reset(&mut self) {
        self.entries.fill(Paced::default());
        self.carries.fill(0);
        self.results = Default::default();
        self.clearing = self.entries.len();
    }
}
