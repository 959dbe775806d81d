//! ACKs and losses for the rate controller: of few flows without a pause, of many at random, with
//! settings of any size, and with data rates around those of the flows.

mod phase;
#[cfg(test)]
mod tests;

use tailback_model::efl::rate::{EflRate, EflRateInputs, EflRateOutputs};
use tailback_spec::efl::{
    rate::{Settings, ALPHA_BITS, BYTES_BITS, RATE_BITS, RATE_FRACTION},
    Efl,
};

use self::phase::Phase;
use super::{flows::Flows, time::Time};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{any_number, happens, one_of, Random};

/// Ticks of which the double is an RTT that can be.
const MOST_TICKS: u64 = 1 << 22;

/// Name on the command line.
const BLOCK: &str = "efl-rate";

/// Golden model and stimulus of the rate controller.
pub fn bench(efl: &Efl) -> Box<dyn Bench> {
    let efl = *efl;
    Box::new(BlockBench::new(
        BLOCK,
        format!("{}, {} Hz", super::number_of_flows(&efl), efl.clock_hz()),
        move || EflRate::new(&efl),
        move |seed| EflRateStimulus::new(&efl, seed),
    ))
}

/// What the stimulus knows of a flow.
#[derive(Debug, Clone, Copy, Default)]
struct Flow {
    group: u64,
    /// Last rate, in 2⁻²⁰ bytes in a tick.
    rate: u64,
    /// Time and number of bytes of the last ACK.
    time: u64,
    bytes: u64,
    /// ACKs of its group.
    acks: u64,
}

/// Constrained-random events and settings.
pub struct EflRateStimulus {
    random: Random,
    phase: Phase,
    time: Time,
    flows: Flows,
    known: Vec<Flow>,
    /// Flow of the last event.
    recent: u64,
    begun: bool,
}

impl EflRateStimulus {
    /// Stimulus from `seed`.
    pub fn new(efl: &Efl, seed: u64) -> Self {
        let mut random = Random::new(seed);
        EflRateStimulus {
            phase: Phase::any(&mut random, efl.flows() as u64),
            random,
            time: Time::default(),
            flows: Flows::all(efl.flows()),
            known: vec![Flow::default(); efl.flows()],
            recent: 0,
            begun: false,
        }
    }

    /// Settings within their ranges.
    fn settings(&mut self, inputs: &mut EflRateInputs) {
        let random = &mut self.random;
        let any = random.bits();
        (inputs.set_probes, inputs.set_delays, inputs.set_predicts) =
            (any & 1 != 0, any & 2 != 0, any & 4 != 0);
        let mut within = |bits: u32, range: std::ops::RangeInclusive<u64>| {
            u64::from(any_number(random, bits as usize)).clamp(*range.start(), *range.end())
        };
        inputs.set_alpha = within(ALPHA_BITS, Settings::ALPHA);
        inputs.set_beta = within(15, Settings::BETA);
        inputs.set_probe_alpha = within(ALPHA_BITS, Settings::ALPHA);
        inputs.set_probe_beta = within(17, Settings::PROBE_BETA);
        inputs.set_initial = within(RATE_BITS, Settings::RATE);
        inputs.set_maximum = within(RATE_BITS, Settings::RATE);
        let minimum = within(RATE_BITS, Settings::RATE).min(inputs.set_maximum);
        let rtt_min = within(23, Settings::RTT_MIN);
        let small = [within(12, Settings::ALPHA), within(9, Settings::BETA)];
        let initial = random.below(*Settings::RATE.end() + 1).max(*Settings::RATE.start());
        if happens(random, self.phase.mild) {
            [inputs.set_alpha, inputs.set_beta] = small;
            [inputs.set_probe_alpha, inputs.set_probe_beta] = small;
            inputs.set_initial = initial;
            inputs.set_maximum = *Settings::RATE.end();
        }
        // Rates must have space to change, and RTTs to be above the least one.
        inputs.set_minimum = if any & 0x18 != 0 { *Settings::RATE.start() } else { minimum };
        inputs.set_rtt_min = if any & 0x60 != 0 { 0 } else { rtt_min };
    }

    /// An event of a flow.
    fn event(&mut self, inputs: &mut EflRateInputs) {
        let random = &mut self.random;
        let number = match happens(random, self.phase.recent) {
            true => self.recent,
            false => self.flows.any(random),
        };
        self.recent = number;
        let flow = &mut self.known[number as usize];
        if happens(random, self.phase.groups) {
            let next = (flow.group + 1) & 0xFF;
            flow.group = one_of(random, &[next, next, next, flow.group ^ 0x80]);
            flow.acks = 0;
        }
        inputs.event_flow = number;
        inputs.event_group = flow.group;
        inputs.event_loss = happens(random, self.phase.loss);
        inputs.event_covered = flow.acks >= 2 || happens(random, self.phase.covered);
        inputs.event_probe = happens(random, self.phase.probe);
        inputs.event_rtt = any_number(random, self.phase.rtt_bits).into();
        flow.acks += 1;
        let ticks = self.time.now().wrapping_sub(flow.time) & 0xFF_FFFF;
        if ticks < MOST_TICKS && happens(random, self.phase.measured) {
            inputs.event_rtt = ticks + random.below(ticks + 1);
        }
        // The bytes that arrived since the last ACK, up to four times too few or too many; or any.
        let fair = (flow.rate * ticks) >> RATE_FRACTION;
        let any = u64::from(any_number(random, self.phase.byte_bits));
        let more = one_of(random, &[fair, fair / 2, fair / 4, 2 * fair, fair + any, any, 0]);
        (flow.time, flow.bytes) = (self.time.now(), (flow.bytes + more) & ((1 << BYTES_BITS) - 1));
        (inputs.event_time, inputs.event_bytes) = (flow.time, flow.bytes);
    }
}

impl Stimulus<EflRateInputs, EflRateOutputs> for EflRateStimulus {
    fn drive(&mut self, last: &EflRateOutputs, step: &mut Step<EflRateInputs>) {
        if last.updated {
            self.known[last.updated_flow as usize].rate = last.updated_rate;
        }
        let was_reset = step.reset;
        let waits = step.inputs.event_valid && !last.event_ready && !was_reset;
        // The settings of the last cycle of reset are those of the first one after it.
        let mut changes = !self.begun;
        if self.phase.cycles == 0 && !was_reset {
            self.phase = self.phase.next(&mut self.random);
            self.flows.change(&mut self.random);
            self.time.change(&mut self.random);
            changes = true;
        }
        self.phase.cycles = self.phase.cycles.saturating_sub(1);
        changes |= happens(&mut self.random, self.phase.settings) && !was_reset;
        let inputs = &mut step.inputs;
        if changes {
            self.settings(inputs);
        }
        if happens(&mut self.random, self.phase.jump) {
            self.time.jump(&mut self.random);
        }
        self.time.next(&mut self.random);
        if !waits || self.random.below(64) == 0 {
            inputs.event_valid = happens(&mut self.random, self.phase.valid);
            self.event(inputs);
        }
        // The run begins with a reset, in which the first settings are valid.
        step.reset = !self.begun || happens(&mut self.random, self.phase.reset);
        self.begun = true;
    }
}
