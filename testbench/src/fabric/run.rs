//! A run of the hardware beside the twin.

use tailback_model::fabric::{
    check_passage, Monitor, Passage, Received, Record, Stall, Traffic, Twin, Violation,
};
use tailback_spec::fabric::Fabric;

use super::{counters, Counter, FabricStimulus};
use crate::harness::{
    lockstep::{Watch, WATCH_CYCLES},
    Error, Library, Lockstep, Step, Stimulus,
};

/// The packet logs of both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logs {
    /// Taken from the twin's outputs.
    pub twin: Vec<Record>,
    /// Taken from the hardware's.
    pub hardware: Vec<Record>,
}

/// What came of a run.
#[derive(Debug, Clone)]
pub struct Compared {
    /// Cycles in which every output was compared, set-up and the reading of counters included.
    pub cycles: u64,
    /// The first cycle after reset in which an output differs, if one does.
    pub difference: Option<u64>,
    /// The packet logs, up to the end of the scenario or to the difference.
    pub logs: Logs,
    /// What has gone into each link.
    pub traffic: Vec<Traffic>,
    /// What each host has got.
    pub received: Vec<Received>,
    /// The counters with what they have counted; none if there is a difference.
    pub counters: Vec<(Counter, u32)>,
    /// How many packets were sent and delivered, or which went astray.
    pub passage: Result<Passage, Violation>,
    /// What is stuck in the hardware, if something is: two fabrics may be equal, and dead.
    pub stall: Option<Stall>,
}

impl Compared {
    /// Whether all is as it should be.
    pub fn is_good(&self) -> bool {
        self.difference.is_none()
            && self.logs.twin == self.logs.hardware
            && self.passage.is_ok()
            && self.stall.is_none()
    }
}

/// Runs the scenario for so many cycles, then reads all counters; a fabric that stalls ends the run, and no
/// counter is read. `seed` is that of the registers' first values.
pub fn compare(
    fabric: &Fabric,
    library: &Library,
    cycles: u64,
    seed: u64,
    watch: Watch<'_>,
) -> Result<Compared, Error> {
    let mut lockstep = Lockstep::new(Twin::new(fabric), library, seed, &[])?;
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
