//! What the traffic of a while is like.

use tailback_spec::switch::port::Port;

use crate::random::{one_of, Often, Random};
use crate::switch::port::{long_or_short, some_ports, Window};

/// A stretch of cycles with the same kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Packets begin to count, for each input port.
    pub enqueue: Often,
    /// Packets that count are started, for each output port.
    pub dequeue: Often,
    /// Buffers become full.
    pub trigger: Often,
    /// Packets go, for each output port.
    pub transmit: Often,
    /// Input ports that take part.
    pub inputs: u64,
    /// Queues of packets that come.
    pub queues: Window,
    /// Resets in the middle.
    pub reset: Often,
    /// Cycles left.
    pub cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2).in_few_cycles(4);
const SOME: Often = Often::each_cycle(3);
const HALF: Often = Often::each_cycle(8);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

/// How often packets begin to count and are started, buffers become full, and packets go.
const KINDS: [[Often; 4]; 10] = [
    // Everything at once.
    [HALF, HALF, HALF, HALF],
    // A switch with some load.
    [SOME, HALF, RARE, HALF],
    // All ports at once: many packets are owed.
    [ALL, NEVER, NEVER, RARE],
    [ALL, RARE, RARE, SOME],
    [ALL, MOST, RARE, MOST],
    // It drains.
    [NEVER, ALL, NEVER, SOME],
    [RARE, MOST, RARE, ALL],
    // What is to be marked runs out.
    [RARE, NEVER, RARE, ALL],
    [SOME, NEVER, NEVER, ALL],
    // A trigger in each cycle.
    [SOME, SOME, ALL, SOME],
];

impl Phase {
    /// A kind of traffic, now and then for long enough that the buffers fill up.
    pub fn any(random: &mut Random, port: &Port) -> Self {
        let [enqueue, dequeue, trigger, transmit] = one_of(random, &KINDS);
        let buffer = port.buffer();
        let hot = Window::of(random.below(buffer.queues() as u64) as usize, 1, buffer.queues());
        let all = Window::any(random, buffer.queues());
        Phase {
            enqueue,
            dequeue,
            trigger,
            transmit,
            inputs: some_ports(random, port.ports()),
            queues: one_of(random, &[all, hot]),
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, ALL.in_few_cycles(5)]),
            cycles: long_or_short(random, 2 * buffer.blocks() as u64),
        }
    }
}
