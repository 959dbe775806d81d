//! Phases of the stimulus of a FIFO allocator.

use tailback_spec::switch::allocator::fifo::Fifo;

use crate::random::{one_of, Often, Random};
use crate::switch::port::{all_ports, long_or_short, some_ports, Window};

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// Rate of arriving packets, for each input port.
    pub arrive: Often,
    /// Rates at which input ports and output ports are free, and queues have credits; in a switch,
    /// those at which they become so again after a grant.
    pub free: [Often; 3],
    /// Whether ports are busy because of granted packets (a switch), or at random.
    pub is_switch: bool,
    /// Input ports of the arriving packets.
    pub inputs: u64,
    /// Queues of the arriving packets.
    pub queues: Window,
    /// An input port that is busy for most of the time, and its packets.
    pub blocked: Option<Blocked>,
    /// A virtual lane without credits.
    pub closed: Option<usize>,
    /// Rate of resets.
    pub reset: Often,
    /// Cycles left.
    pub cycles: u64,
}

/// An input port whose packets are bypassed.
#[derive(Debug, Clone, Copy)]
pub struct Blocked {
    /// Input port.
    pub input: usize,
    /// Rate at which it is free after all.
    pub free: Often,
    /// Cycles left in which only its packets arrive, ahead of those of others.
    pub ahead: u64,
}

const NEVER: Often = Often::NEVER;
const FEW: Often = Often::each_cycle(1).in_few_cycles(1);
const RARE: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const HALF: Often = Often::each_cycle(8);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

/// Rates of arriving packets, free input ports, free output ports and queues with credits.
const KINDS: [[Often; 4]; 12] = [
    // A switch with a load within its capacity, and one beyond it.
    [FEW, HALF, HALF, MOST],
    [SOME, HALF, HALF, HALF],
    // Queues fill up, and stay full while single packets leave.
    [ALL, NEVER, HALF, HALF],
    [MOST, RARE, HALF, HALF],
    [ALL, HALF, RARE, HALF],
    [ALL, HALF, HALF, RARE],
    // Queues drain.
    [NEVER, HALF, HALF, HALF],
    [NEVER, ALL, ALL, ALL],
    [NEVER, SOME, SOME, SOME],
    // Packets of one beat: ports are free again in the second cycle after a grant.
    [FEW, ALL, ALL, ALL],
    [SOME, ALL, ALL, ALL],
    [ALL, ALL, ALL, MOST],
];

/// Cycles of the longest of the usual phases.
const LONGEST: u64 = 256;

impl Phase {
    /// A random phase.
    pub fn any(random: &mut Random, fifo: &Fifo) -> Self {
        let lanes = fifo.lanes();
        let [arrive, inputs, outputs, queues] = one_of(random, &KINDS);
        let phase = Phase {
            arrive,
            free: [inputs, outputs, queues],
            is_switch: random.below(2) == 0,
            inputs: some_ports(random, fifo.inputs()),
            queues: Window::any(random, fifo.queues()),
            blocked: None,
            closed: (lanes > 1 && random.below(4) == 0)
                .then(|| random.below(lanes as u64) as usize),
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, ALL.in_few_cycles(5)]),
            cycles: long_or_short(random, LONGEST),
        };
        match random.below(16) {
            0..=4 => phase.bypassing(random, fifo),
            5 => phase.deep(random, fifo),
            _ => phase,
        }
    }

    /// The oldest packets of one or two queues, of all virtual lanes of an output port, or of all
    /// queues wait for an input port that is busy for most of the time, while packets from others
    /// bypass them.
    fn bypassing(self, random: &mut Random, fifo: &Fifo) -> Self {
        /// More than the most bypasses, with pauses.
        const CYCLES: u64 = 256;
        let (ports, lanes, queues) = (fifo.inputs(), fifo.lanes(), fifo.queues());
        let window = fifo.window() as u64;
        let any = random.below(queues as u64) as usize;
        let (one, two) = (Window::of(any, 1, queues), Window::of(any, 2, queues));
        let output = Window::of(any - any % lanes, lanes, queues);
        let ahead = random.below(window);
        let blocked = Blocked {
            input: random.below(ports as u64) as usize,
            free: one_of(random, &[NEVER, NEVER, FEW, RARE]),
            ahead: one_of(random, &[0, ahead, window - 1, window]),
        };
        Phase {
            arrive: one_of(random, &[MOST, SOME, RARE]),
            free: [one_of(random, &[ALL, MOST, HALF]), ALL, one_of(random, &[ALL, ALL, HALF])],
            inputs: all_ports(ports),
            queues: one_of(random, &[one, one, two, output, Window::of(0, queues, queues)]),
            blocked: Some(blocked),
            closed: self.closed.filter(|_| random.below(2) == 0),
            cycles: 8 + random.below(CYCLES),
            ..self
        }
    }

    /// A burst of one input port fills queues with as many packets as they hold, or full queues
    /// drain.
    fn deep(self, random: &mut Random, fifo: &Fifo) -> Self {
        /// Rates of arriving packets and of free input ports.
        const BURSTS: [[Often; 2]; 4] = [[ALL, NEVER], [ALL, RARE], [SOME, ALL], [NEVER, ALL]];
        /// Longest burst; larger queues are not filled.
        const CYCLES: u64 = 1 << 13;
        let (ports, queues) = (fifo.inputs(), fifo.queues());
        let any = random.below(queues as u64) as usize;
        let [arrive, free] = one_of(random, &BURSTS);
        Phase {
            arrive,
            free: [free, ALL, ALL],
            inputs: 1 << random.below(ports as u64),
            queues: Window::of(any, 1 + random.below(2) as usize, queues),
            closed: None,
            reset: NEVER,
            cycles: 1 + random.below((2 * fifo.packets() as u64 + 64).min(CYCLES)),
            ..self
        }
    }
}
