//! Phases of the stimulus of the congestion detectors in the switch.

use tailback_spec::switch::port::Port;

use crate::random::{one_of, Often, Random};
use crate::switch::port::{long_or_short, some_ports, Window};

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate of stored blocks, for each input port.
    pub taken: Often,
    /// Rate of leaving blocks, for each output port.
    pub leaves: Often,
    /// Rate of packets that begin, for each output port.
    pub transmit: Often,
    /// Rate at which queues lack credits.
    pub stalled: Often,
    /// Rate at which settings change.
    pub settings: Often,
    /// Active input ports.
    pub inputs: u64,
    /// Queues of stored blocks.
    pub queues: Window,
    /// Rate of resets during the phase.
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

/// Rates of stored blocks, leaving blocks, and packets that begin.
const LOADS: [[Often; 3]; 8] = [
    // All ports at once.
    [ALL, ALL, HALF],
    [MOST, MOST, SOME],
    // A switch with some load.
    [SOME, HALF, SOME],
    // The buffers fill up.
    [ALL, NEVER, RARE],
    [ALL, SOME, HALF],
    // The buffers drain.
    [NEVER, ALL, HALF],
    [RARE, MOST, SOME],
    // Stored blocks stay, and packets are marked.
    [NEVER, NEVER, ALL],
];

impl Phase {
    /// A random phase, sometimes long enough to fill the buffers.
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
