//! Phases of the stimulus of the marking policies in the switch.

use tailback_spec::switch::port::Port;

use crate::random::{one_of, Often, Random};
use crate::switch::port::{long_or_short, some_ports, Window};

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate of packets that begin to count, for each input port.
    pub enqueue: Often,
    /// Rate of started packets that count, for each output port.
    pub dequeue: Often,
    /// Rate at which buffers become full.
    pub trigger: Often,
    /// Rate of transmitted packets, for each output port.
    pub transmit: Often,
    /// Active input ports.
    pub inputs: u64,
    /// Queues of arriving packets.
    pub queues: Window,
    /// Rate of resets during the phase.
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

/// Rates of packets that begin to count, of starts, of full buffers, and of transmissions.
const KINDS: [[Often; 4]; 10] = [
    // Everything at once.
    [HALF, HALF, HALF, HALF],
    // A switch with some load.
    [SOME, HALF, RARE, HALF],
    // All ports at once: many updates of counters are pending.
    [ALL, NEVER, NEVER, RARE],
    [ALL, RARE, RARE, SOME],
    [ALL, MOST, RARE, MOST],
    // The buffers drain.
    [NEVER, ALL, NEVER, SOME],
    [RARE, MOST, RARE, ALL],
    // No packets left to mark.
    [RARE, NEVER, RARE, ALL],
    [SOME, NEVER, NEVER, ALL],
    // A trigger in each cycle.
    [SOME, SOME, ALL, SOME],
];

impl Phase {
    /// A random phase, sometimes long enough to fill the buffers.
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
