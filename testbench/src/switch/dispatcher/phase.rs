//! Phases of the stimulus of a dispatcher.

use tailback_spec::switch::port::Port;

use crate::random::{one_of, Often, Random};
use crate::switch::port::{some_ports, Window};

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate of packets that arrive, for each input port.
    pub arrive: Often,
    /// Active input ports.
    pub inputs: u64,
    /// Queues of packets.
    pub queues: Window,
    /// Duration of the longest packet, in cycles.
    pub longest: u64,
    /// Whether all packets take as long as the longest.
    pub all_longest: bool,
    /// Rate at which the end of a packet is announced, in each of the four cycles in which it can
    /// be.
    pub foreseen: Often,
    /// Rate at which output ports are clogged.
    pub clogged: Often,
    /// Rate at which queues have credits for a longest packet, and again for a short one.
    pub credits: Often,
    /// Rate at which queues receive credits.
    pub credits_change: Often,
    /// Whether either all queues or none have credits, so that all waiting packets go at once.
    pub together: bool,
    /// Rate of short packets.
    pub short: Often,
    /// Rate at which links change.
    pub links_change: Often,
    /// Rate of resets during the phase.
    pub reset: Often,
    /// Cycles left.
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const FEWER: Often = Often::each_cycle(1).in_few_cycles(3);
const FEW: Often = Often::each_cycle(1).in_few_cycles(2);
const RARE: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const HALF: Often = Often::each_cycle(8);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

/// Rates of packets that arrive.
///
/// The first is within the capacity of the switch, the next two are beyond it; then many ports at
/// once, and waiting packets that drain.
const LOADS: [Often; 7] = [FEW, RARE, SOME, ALL, HALF, NEVER, FEWER];

/// Rates of queues with credits, and of credits that come.
const CREDITS: [[Often; 2]; 7] = [
    [ALL, ALL],
    [ALL, ALL],
    [ALL, ALL],
    // Some queues lack credits for a while, or all but a few do.
    [MOST, FEW],
    [HALF, RARE],
    [RARE, FEW],
    // Queues receive credits in each cycle.
    [HALF, ALL],
];

/// Cycles from the start of a packet to its end, at least.
pub const LEAST_CYCLES: u64 = 2;

/// Longest patience of the guard that phases wait for, in cycles.
const MOST_PATIENCE: u64 = 4096;

impl Phase {
    /// A random phase; with a guard, packets may take longer than its patience.
    pub fn any(random: &mut Random, port: &Port, patience: Option<u64>) -> Self {
        let (ports, lanes) = (port.ports(), port.lanes());
        let [credits, credits_change] = one_of(random, &CREDITS);
        let all = Window::any(random, ports * lanes);
        let hot = Window::of(random.below(ports as u64) as usize * lanes, lanes, ports * lanes);
        let longest = one_of(random, &[LEAST_CYCLES, 3, 4, 5, 6, 8, 16]);
        let cycles = one_of(random, &[32, 128, 128, 512]);
        let mut phase = Phase {
            arrive: one_of(random, &LOADS),
            inputs: some_ports(random, ports),
            queues: one_of(random, &[all, all, hot]),
            longest,
            all_longest: random.below(2) == 0,
            foreseen: one_of(random, &[ALL, ALL, MOST, HALF, NEVER]),
            clogged: one_of(random, &[NEVER, NEVER, NEVER, RARE, HALF]),
            credits,
            credits_change,
            together: random.below(4) == 0,
            short: one_of(random, &[ALL, HALF, HALF, NEVER]),
            links_change: one_of(random, &[NEVER, NEVER, NEVER, FEW]),
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, ALL.in_few_cycles(5)]),
            cycles: 1 + random.below(cycles),
        };
        if let Some(patience) = patience.filter(|_| random.below(8) == 0) {
            phase.wait_for(patience.min(MOST_PATIENCE));
        }
        phase
    }

    /// Makes packets so long that a packet waiting behind one becomes urgent.
    fn wait_for(&mut self, patience: u64) {
        self.longest = 2 * patience + 8;
        (self.arrive, self.credits) = (SOME, ALL);
        (self.credits_change, self.links_change, self.reset) = (ALL, NEVER, NEVER);
        self.clogged = NEVER;
        self.together = false;
        self.cycles = 4 * self.longest;
    }
}
