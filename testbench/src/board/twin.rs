//! The counts of a fabric on a chip after a run, according to its twin.

use tailback_model::{
    fabric::{FabricInputs, FabricOutputs, Received, Surroundings, Twin},
    Golden,
};
use tailback_spec::{
    fabric::Fabric,
    link::flow_control,
    nic::{congestion_table::tick_rate, rate_limiter::FRAME_CYCLES},
    scenario::Registers,
    switch::head_of_queue::UNLIMITED,
};

use crate::{
    fabric::{counters, Counter},
    harness::lockstep::{Watch, WATCH_CYCLES},
};

/// Counts at the end of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// Packets that each flow of the scenario has begun.
    pub sent: Vec<u64>,
    /// Packets that each host has received.
    pub received: Vec<Received>,
    /// Values of the counters of the fabric, in the order of [`counters`].
    pub counters: Vec<u32>,
}

/// Result of the twin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// Counts at the end.
    pub counts: Counts,
    /// Cycles from the scenario's cycle 0 until nothing has happened for a while.
    pub settled: u64,
}

/// The run did not give a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoResult {
    /// The watch has ended the run.
    #[error("cancelled")]
    Cancelled,
    /// Packets are still on their way long after the last one was sent.
    #[error("the twin has not delivered all packets {0} cycles after the end of the scenario")]
    Restless(u64),
}

/// Cycles without any packet on a link, besides flow control, after which none will follow.
const QUIET_CYCLES: u64 = 8192;
/// Cycles after the end of a scenario within which all packets have been delivered: the slowest flow waits for
/// less.
const RESTLESS_CYCLES: u64 = 20_000_000;

/// Cycles after which an idle fabric is in the same state as before, but for numbers that only count on; none if that takes
/// too long to be of use.
///
/// An idle fabric sends flow-control packets and advances time: in slots of virtual lanes, in frames of the limiter,
/// and in ticks of 1.024 µs.
pub fn idle_period(fabric: &Fabric) -> Option<u64> {
    const LONGEST: u64 = 1 << 32;
    // Age limits of packets divide time into long slots.
    let has_age_limit = |registers: &Registers| registers.hoq_life < UNLIMITED;
    if fabric.scenario().registers.as_ref().is_some_and(has_age_limit) {
        return None;
    }
    let link = fabric.nic().link();
    let periods = [
        (flow_control::turn_cycles(&link) * link.virtual_lanes()) as u64,
        fabric.nic().slots() as u64 * u64::from(FRAME_CYCLES),
        tick_rate(&fabric.nic()).cycles,
    ];
    let common = periods.into_iter().try_fold(1, least_common_multiple)?;
    Some(common).filter(|common| *common <= LONGEST)
}

fn least_common_multiple(one: u64, other: u64) -> Option<u64> {
    let (mut divisor, mut rest) = (one, other);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (one / divisor).checked_mul(other)
}

/// The earliest cycle since reset with which a scenario can begin as it does with cycle `first`: a fabric that has
/// been idle for longer is in the same state.
pub fn equivalent_beginning(fabric: &Fabric, first: u64) -> u64 {
    let least = fabric.set_up_cycles();
    let idle = first.saturating_sub(least);
    least + idle_period(fabric).map_or(idle, |period| idle % period)
}

/// Whether a counter counts on while the fabric idles, so that its value depends on when it is read: flow-control
/// packets are sent and received all the time.
pub fn goes_on(counter: &Counter) -> bool {
    [".flow_control.sent", ".flow_control.received"].iter().any(|name| counter.name.ends_with(name))
}

/// Runs the twin of a fabric, with cycle `first` since reset as the scenario's cycle 0, for `cycles` cycles, and
/// then until all is delivered. No flow may send after these cycles.
///
/// # Errors
///
/// If `watch` ends the run, or packets are never delivered.
pub fn run(fabric: &Fabric, first: u64, cycles: u64, watch: Watch<'_>) -> Result<Ran, NoResult> {
    let mut asked = vec![Vec::new(); fabric.components()];
    for Counter { component, address, .. } in counters(fabric) {
        asked[component].push(address);
    }
    let mut twin: Twin = Twin::new(fabric);
    let mut surroundings = Surroundings::beginning_at(fabric, first, u64::MAX, asked);
    let (mut inputs, mut outputs) = (FabricInputs::default(), FabricOutputs::default());
    let (mut cycle, mut last_active, mut settled) = (0_u64, 0, None);
    while !surroundings.is_done() {
        surroundings.drive(&outputs, &mut inputs);
        twin.step(&inputs, &mut outputs);
        if !surroundings.is_quiet() || carries_packet(&outputs) {
            last_active = cycle;
        }
        cycle += 1;
        let elapsed = cycle.saturating_sub(first);
        if settled.is_none() && elapsed > cycles {
            if cycle > last_active + QUIET_CYCLES {
                settled = Some(elapsed);
                surroundings.end();
            } else if elapsed > cycles + RESTLESS_CYCLES {
                return Err(NoResult::Restless(elapsed - cycles));
            }
        }
        if cycle % WATCH_CYCLES == 0 && watch(cycle).is_break() {
            return Err(NoResult::Cancelled);
        }
    }
    Ok(Ran {
        counts: Counts {
            sent: surroundings.begun(),
            received: surroundings.received(),
            counters: surroundings.read().into_iter().flatten().copied().collect(),
        },
        settled: settled.unwrap_or_default(),
    })
}

/// Whether a packet, other than one of flow control, enters a link.
fn carries_packet(outputs: &FabricOutputs) -> bool {
    const FLOW_CONTROL: u32 = 1;
    let mut links = outputs.link.tuser.iter().enumerate();
    links.any(|(link, user)| outputs.link.tvalid.is_set(link) && user & FLOW_CONTROL == 0)
}

#[cfg(test)]
mod tests;
