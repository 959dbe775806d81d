//! What the traffic of a while is like.

use tailback_spec::switch::port::Port;

use crate::random::{one_of, Often, Random};
use crate::switch::port::{long_or_short, some_ports, Window};

/// A stretch of cycles with the same kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Blocks are stored, for each input port.
    pub taken: Often,
    /// Blocks leave, for each output port.
    pub leaves: Often,
    /// Packets begin, for each output port.
    pub transmit: Often,
    /// Queues lack credits.
    pub stalled: Often,
    /// Settings change.
    pub settings: Often,
    /// Input ports that take part.
    pub inputs: u64,
    /// Queues of blocks that come.
    pub queues: Window,
    /// Resets in the middle.
    pub reset: Often,
    /// Cycles left.
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const HALF: Often = Often::each_cycle(8);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

/// How often blocks are stored and leave, and packets begin.
const LOADS: [[Often; 3]; 8] = [
    // All ports at once.
    [ALL, ALL, HALF],
    [MOST, MOST, SOME],
    // A switch with some load.
    [SOME, HALF, SOME],
    // It fills up.
    [ALL, NEVER, RARE],
    [ALL, SOME, HALF],
    // It drains.
    [NEVER, ALL, HALF],
    [RARE, MOST, SOME],
    // What has come stays, and is marked.
    [NEVER, NEVER, ALL],
];

impl Phase {
    /// A kind of traffic, now and then for long enough that the buffers fill up.
    pub fn any(random: &mut Random, port: &Port) -> Self {
        let [taken, leaves, transmit] = one_of(random, &LOADS);
        let buffer = port.buffer();
        let hot = Window::of(random.below(buffer.queues() as u64) as usize, 1, buffer.queues());
        let all = Window::any(random, buffer.queues());
        Phase {
            taken,
            leaves,
            transmit,
            stalled: one_of(random, &[NEVER, NEVER, RARE, HALF]),
            settings: one_of(random, &[NEVER, NEVER, NEVER, HALF]),
            inputs: some_ports(random, port.ports()),
            queues: one_of(random, &[all, hot]),
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, ALL.in_few_cycles(5)]),
            cycles: long_or_short(random, 2 * (buffer.blocks() * port.ports()) as u64),
        }
    }
}
