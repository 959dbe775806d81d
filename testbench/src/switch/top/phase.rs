//! Phases of the stimulus of the whole switch.

use tailback_spec::switch::port::Port;

use super::Scenario;
use crate::axi_lite::Pace;
use crate::random::{one_of, Often, Random};

/// Denominator of the probabilities below.
pub(super) const OF_SHARE: u64 = 1024;

/// Distribution of packet lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lengths {
    Shortest,
    Longest,
    Any,
}

/// Destinations of packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Destinations {
    /// All ports.
    All,
    /// Mostly this port.
    Hot(usize),
    /// From each port to the next one.
    Next,
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Phase {
    pub(super) cycles: u64,
    /// Rate at which a packet starts.
    pub(super) start: Often,
    /// Rate at which the next beat of a packet is valid.
    pub(super) beat: Often,
    pub(super) lengths: Lengths,
    pub(super) destinations: Destinations,
    /// One of this many packets is on VL15.
    pub(super) management: u64,
    /// Probability of a faulty packet, in units of 1/[`OF_SHARE`], like those below.
    pub(super) illegal: u64,
    /// Probability that a packet does not wait for credits.
    pub(super) overrun: u64,
    /// Probability that a flow-control packet is lost.
    pub(super) lost: u64,
    /// Probability that a flow-control packet is corrupted.
    pub(super) corrupted: u64,
    /// Probability that a flow-control packet is sent inside a packet, or is wrong.
    pub(super) odd_flow_control: u64,
    /// For each port, rate of cycles in which the link is ready.
    pub(super) ready: Vec<Often>,
    /// For each port, rate at which the neighbour frees a block of a VL.
    pub(super) drain: Vec<Often>,
    /// Rate at which a link goes down or up.
    pub(super) link: Often,
    pub(super) all_up: bool,
    pub(super) pace: Pace,
    pub(super) reset: Often,
}

const NEVER: Often = Often::NEVER;
const ALWAYS: Often = Often::ALWAYS;
const HALF: Often = Often::each_cycle(8);

impl Phase {
    /// No new packets, and all waiting packets can leave.
    pub(super) fn drain(port: &Port, cycles: u64) -> Self {
        let ports = port.ports();
        Phase {
            cycles,
            start: NEVER,
            beat: ALWAYS,
            lengths: Lengths::Any,
            destinations: Destinations::All,
            management: 8,
            illegal: 0,
            overrun: 0,
            lost: 0,
            corrupted: 0,
            odd_flow_control: 0,
            ready: vec![ALWAYS; ports],
            drain: vec![ALWAYS; ports],
            link: NEVER,
            all_up: true,
            pace: Pace { write: HALF, read: HALF, ready: HALF },
            reset: NEVER,
        }
    }

    /// A random phase of a scenario.
    pub(super) fn of(scenario: Scenario, port: &Port, random: &mut Random) -> Self {
        match scenario {
            Scenario::Everything => Self::any(port, random, true),
            Scenario::Lawful => Self::any(port, random, false),
            Scenario::Overload(faults) => {
                let mut phase = Self::drain(port, 1 + random.below(4096));
                let hot = random.below(port.ports() as u64) as usize;
                phase.start = one_of(random, &[ALWAYS, ALWAYS, Often::each_cycle(2)]);
                let hot = Destinations::Hot(hot);
                phase.destinations = one_of(random, &[Destinations::All, hot]);
                phase.lengths =
                    one_of(random, &[Lengths::Any, Lengths::Shortest, Lengths::Longest]);
                (phase.lost, phase.corrupted) = (faults.lost, faults.corrupted);
                // VL15 has no credits, and would take the bandwidth that the others lack credits
                // for.
                phase.management = 256;
                // The neighbour of one port is slow.
                let slow = random.below(port.ports() as u64) as usize;
                phase.drain[slow] = one_of(random, &[ALWAYS, Often::each_cycle(1)]);
                phase
            }
            Scenario::Line(faults) => {
                let mut phase = Self::drain(port, 1 << 20);
                (phase.lost, phase.corrupted) = (faults.lost, faults.corrupted);
                (phase.start, phase.destinations) = (ALWAYS, Destinations::Next);
                phase.lengths = Lengths::Longest;
                phase
            }
        }
    }

    /// A random phase; has illegal events only if `may_err`.
    fn any(port: &Port, random: &mut Random, may_err: bool) -> Self {
        let longest = 4096;
        let mut phase = Self::drain(port, 1 + random.below(longest));
        let ports = port.ports() as u64;
        let some = [ALWAYS, ALWAYS, HALF, Often::each_cycle(2), HALF.in_few_cycles(4)];
        phase.start = one_of(random, &some);
        phase.beat = one_of(random, &[ALWAYS, ALWAYS, Often::each_cycle(14), HALF]);
        phase.lengths =
            one_of(random, &[Lengths::Any, Lengths::Any, Lengths::Shortest, Lengths::Longest]);
        let hot = Destinations::Hot(random.below(ports) as usize);
        phase.destinations =
            one_of(random, &[Destinations::All, Destinations::All, hot, Destinations::Next]);
        phase.lost = one_of(random, &[0, 0, OF_SHARE / 100, OF_SHARE / 8, OF_SHARE]);
        phase.corrupted = one_of(random, &[0, 0, OF_SHARE / 100, OF_SHARE / 8]);
        for ready in &mut phase.ready {
            *ready = one_of(random, &[ALWAYS, ALWAYS, ALWAYS, Often::each_cycle(12), HALF]);
        }
        // Congestion: some neighbours withhold their credits, or one link stalls.
        let patient = [ALWAYS, HALF, Often::each_cycle(1)];
        let withholds = random.below(4) == 0;
        for drain in &mut phase.drain {
            *drain = match withholds && random.below(3) == 0 {
                true => NEVER,
                false => one_of(random, &patient),
            };
        }
        if random.below(8) == 0 {
            phase.ready[random.below(ports) as usize] = NEVER;
        }
        phase.all_up = random.below(4) != 0;
        phase.link = one_of(random, &[NEVER, ALWAYS.in_few_cycles(9), ALWAYS.in_few_cycles(6)]);
        let paces = [ALWAYS, HALF, Often::each_cycle(1)];
        phase.pace = Pace {
            write: one_of(random, &paces),
            read: one_of(random, &paces),
            ready: one_of(random, &paces),
        };
        if may_err {
            phase.illegal = one_of(random, &[0, OF_SHARE / 64, OF_SHARE / 4, OF_SHARE]);
            phase.overrun = one_of(random, &[0, 0, 0, OF_SHARE / 32]);
            phase.odd_flow_control = one_of(random, &[0, 0, OF_SHARE / 8]);
            phase.reset = one_of(random, &[NEVER, NEVER, NEVER, ALWAYS.in_few_cycles(12)]);
        }
        phase
    }
}
