//! Co-simulation of the hardware with the twin.

use tailback_model::fabric::{
    check_passage, Monitor, Passage, Received, Record, Stall, Traffic, Twin, Violation,
};
use tailback_model::interface::Ready;
use tailback_spec::{fabric::Fabric, BitLanes};

use super::{counters, Counter, FabricStimulus};
use crate::harness::{
    lockstep::{Watch, WATCH_CYCLES},
    Error, Library, Lockstep, Step, Stimulus,
};

/// Packet logs of both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logs {
    /// Log derived from the outputs of the twin.
    pub twin: Vec<Record>,
    /// Log derived from the outputs of the hardware.
    pub hardware: Vec<Record>,
}

/// Result of a run.
#[derive(Debug, Clone)]
pub struct Compared {
    /// Cycles in which every output was compared, including set-up and reading of the counters.
    pub cycles: u64,
    /// First cycle after reset in which an output differs, if any.
    pub difference: Option<u64>,
    /// Packet logs, up to the end of the scenario or to the difference.
    pub logs: Logs,
    /// Traffic that each link has carried.
    pub traffic: Vec<Traffic>,
    /// Packets that each host has received.
    pub received: Vec<Received>,
    /// Counters with their values; empty if there is a difference.
    pub counters: Vec<(Counter, u32)>,
    /// Number of packets sent and delivered, or the packet that was lost or misdelivered.
    pub passage: Result<Passage, Violation>,
    /// Stall of the hardware, if any: hardware and twin may agree and both be stalled.
    pub stall: Option<Stall>,
}

impl Compared {
    /// Whether there is no difference, violation or stall.
    pub fn is_good(&self) -> bool {
        self.difference.is_none()
            && self.logs.twin == self.logs.hardware
            && self.passage.is_ok()
            && self.stall.is_none()
    }
}

/// Runs the scenario for `cycles` cycles, then reads all counters. A stall ends the run before the
/// counters are read. `seed` determines the initial values of the registers.
///
/// # Errors
///
/// If `library` is not the hardware of `fabric` ([`Error::PortMismatch`]), the simulation of the
/// Verilog stops by itself ([`Error::Simulation`]), or `watch` ends the run ([`Error::Cancelled`]).
/// A difference is no error.
pub fn compare(
    fabric: &Fabric,
    library: &Library,
    cycles: u64,
    seed: u64,
    watch: Watch<'_>,
) -> Result<Compared, Error> {
    match fabric.nic().receive_buffer() {
        Some(_) => {
            compare_with(Twin::<BitLanes>::new(fabric), fabric, library, cycles, seed, watch)
        }
        None => compare_with(Twin::<()>::new(fabric), fabric, library, cycles, seed, watch),
    }
}

/// Compares the hardware with a twin that has its ports.
fn compare_with<Hosts: Ready>(
    model: Twin<Hosts>,
    fabric: &Fabric,
    library: &Library,
    cycles: u64,
    seed: u64,
    watch: Watch<'_>,
) -> Result<Compared, Error> {
    let mut lockstep = Lockstep::new(model, library, seed, &[])?;
    let mut stimulus = FabricStimulus::new(fabric, cycles);
    let [mut twin, mut hardware] = [Monitor::new(fabric), Monitor::new(fabric)];
    let end = fabric.set_up_cycles() + cycles;
    let mut step = Step::default();
    let (mut cycle, mut difference) = (0, None);
    while !stimulus.surroundings().is_done() {
        stimulus.drive(lockstep.last(), &mut step);
        let equal = lockstep.cycle(&step)?;
        if cycle < end {
            let [_, expected, actual] = lockstep.images();
            twin.see(expected);
            hardware.see(actual);
        }
        cycle += 1;
        if !equal {
            difference = Some(cycle - 1);
            break;
        }
        if hardware.is_stalled() {
            break;
        }
        if cycle % WATCH_CYCLES == 0 && watch(cycle).is_break() {
            return Err(Error::Cancelled);
        }
    }
    let surroundings = stimulus.surroundings();
    let values: Vec<u32> = surroundings.read().into_iter().flatten().copied().collect();
    let traffic = twin.traffic().to_vec();
    let stall = hardware.stall().filter(|_| difference.is_none()).cloned();
    let logs = Logs { twin: twin.into_log(), hardware: hardware.into_log() };
    Ok(Compared {
        cycles: cycle,
        difference,
        traffic,
        received: surroundings.received(),
        counters: counters(fabric).into_iter().zip(values).collect(),
        passage: check_passage(fabric.scenario(), &logs.hardware),
        logs,
        stall,
    })
}
