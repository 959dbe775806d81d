//! What the traffic of a while is like.

use tailback_spec::switch::port::Port;

use crate::random::{one_of, Often, Random};
use crate::switch::port::{some_ports, Window};

/// A stretch of cycles with the same kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Packets begin, for each input port.
    pub begins: Often,
    /// They are stored.
    pub stored: Often,
    /// Input ports to which packets come.
    pub inputs: u64,
    /// Queues of packets.
    pub queues: Window,
    /// Cycles of the longest packet, and whether all take so long.
    pub longest: u64,
    /// See there.
    pub all_longest: bool,
    /// The end of a packet is foreseen, in each of the two cycles in which it can be.
    pub foreseen: Often,
    /// Output ports are clogged.
    pub clogged: Often,
    /// A packet ends in the cycle in which it is started.
    pub at_once: Often,
    /// Queues have credits.
    pub credits: Often,
    /// How often that changes.
    pub credits_change: Often,
    /// Whether all queues have them together, or none, so that all that waits goes at once.
    pub together: bool,
    /// Resets in the middle.
    pub reset: Often,
    /// Cycles left.
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const FEW: Often = Often::each_cycle(1).in_few_cycles(2);
const RARE: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const HALF: Often = Often::each_cycle(8);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

/// How often packets begin, and are stored.
const LOADS: [[Often; 2]; 7] = [
    // A load that a switch can carry, and one that it cannot.
    [FEW, ALL],
    [RARE, MOST],
    [SOME, ALL],
    // All ports at once.
    [ALL, ALL],
    [HALF, HALF],
    // What waits goes.
    [NEVER, ALL],
    [FEW, HALF],
];

/// How often queues have credits, and how often that changes.
const CREDITS: [[Often; 2]; 7] = [
    [ALL, ALL],
    [ALL, ALL],
    [ALL, ALL],
    // Some lanes lack them for a while, or all but a few.
    [MOST, FEW],
    [HALF, RARE],
    [RARE, FEW],
    // They come and go.
    [HALF, ALL],
];

/// The longest wait for urgency that is worth its cycles.
const MOST_PATIENCE: u64 = 4096;

impl Phase {
    /// A kind of traffic; with a guard, packets may last for longer than its patience.
    pub fn any(random: &mut Random, port: &Port, patience: Option<u64>) -> Self {
        let (ports, lanes) = (port.ports(), port.lanes());
        let [begins, stored] = one_of(random, &LOADS);
        let [credits, credits_change] = one_of(random, &CREDITS);
        let all = Window::any(random, ports * lanes);
        let hot = Window::of(random.below(ports as u64) as usize * lanes, lanes, ports * lanes);
        let longest = one_of(random, &[1, 2, 3, 4, 8, 16]);
        let cycles = one_of(random, &[32, 128, 128, 512]);
        let mut phase = Phase {
            begins,
            stored,
            inputs: some_ports(random, ports),
            queues: one_of(random, &[all, all, hot]),
            longest,
            all_longest: random.below(2) == 0,
            foreseen: one_of(random, &[ALL, ALL, MOST, HALF, NEVER]),
            clogged: one_of(random, &[NEVER, NEVER, NEVER, RARE, HALF]),
            at_once: one_of(random, &[NEVER, NEVER, NEVER, RARE, HALF]),
            credits,
            credits_change,
            together: random.below(4) == 0,
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, ALL.in_few_cycles(5)]),
            cycles: 1 + random.below(cycles),
        };
        if let Some(patience) = patience.filter(|_| random.below(8) == 0) {
            phase.wait_for(patience.min(MOST_PATIENCE));
        }
        phase
    }

    /// Packets last for so long that what waits behind one becomes urgent.
    fn wait_for(&mut self, patience: u64) {
        self.longest = 2 * patience + 8;
        (self.begins, self.stored, self.credits) = (SOME, ALL, ALL);
        (self.credits_change, self.at_once, self.reset) = (ALL, NEVER, NEVER);
        self.clogged = NEVER;
        self.together = false;
        self.cycles = 4 * self.longest;
    }
}
