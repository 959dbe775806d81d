//! Coverage of the stimulus: rare cases.

mod events;
mod times;

use tailback_model::Golden;
use tailback_spec::nic::{rate_limiter::FRAME_CYCLES, AfterIdle, Parameters, Response, Throttled};

use super::delays::Started;
use super::hosts::Packet;
use super::*;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 400_000;
const FRAME: u64 = FRAME_CYCLES as u64;

fn nic(flows: u32, window: u32, response: Response, (packet_words, word_bytes): (u32, u32)) -> Nic {
    Nic::new(Parameters {
        flows,
        response,
        after_idle: AfterIdle::Keep,
        window,
        cct_entries: 128,
        throttled: Throttled::Qp,
        virtual_lanes: 8,
        period_cycles: 4096,
        packet_words,
        word_bytes,
        clock_hz: 200_000_000,
    })
    .expect("legal")
}

/// Observation of a cycle.
struct Seen<'a> {
    /// Number of the cycle since reset.
    cycle: u64,
    step: &'a Step<RateLimiterInputs>,
    outputs: &'a RateLimiterOutputs,
    /// Start decided in the previous cycle, and its lateness in ticks.
    started: Option<(Started, u64)>,
    stimulus: &'a RateLimiterStimulus,
}

/// Drives a model; calls `each` for each cycle.
fn drive(nic: &Nic, cycles: u64, mut each: impl FnMut(&Seen)) {
    let mut model = RateLimiter::new(nic);
    let mut stimulus = RateLimiterStimulus::new(nic, 1);
    let (mut step, mut outputs) = (Step::default(), RateLimiterOutputs::default());
    let mut cycle = 0;
    let mut deciding: Option<(Packet, u64)> = None;
    for _ in 0..cycles {
        stimulus.drive(&outputs, &mut step);
        model.step(&step.inputs, &mut outputs);
        let mut started = None;
        if outputs.start_ready {
            started = deciding.take().filter(|_| !outputs.start_ignored).map(|(packet, taken)| {
                let started = packet.taken(taken, outputs.look_up_fresh);
                let schedule = stimulus.delays.flows[started.flow].schedule;
                (started, (taken << nic.fraction_bits()).saturating_sub(schedule))
            });
            deciding = step.inputs.start.then(|| (Packet::of(&step.inputs), cycle));
        }
        each(&Seen { cycle, step: &step, outputs: &outputs, started, stimulus: &stimulus });
        cycle += 1;
        if step.reset {
            model.reset();
            (cycle, deciding) = (0, None);
        }
    }
}
