//! Buffers and links around a dispatcher, as observed at its ports.

use tailback_model::switch::dispatcher::DispatcherOutputs;
use tailback_spec::switch::input_buffer::FETCH_CYCLES;
use tailback_spec::switch::port::Port;
use tailback_spec::{Lanes, WideWord, WideWords};

use super::credits::Credits;
use super::phase::{Phase, LEAST_CYCLES};
use crate::random::{happens, Random};
use crate::switch::port::{all_ports, any_numbers, each};

/// Events of a cycle.
pub struct Around {
    pub arrive: u64,
    pub arrive_queue: Lanes,
    pub clogged: u64,
    pub near_end: u64,
    pub ends: u64,
    pub reset: bool,
}

/// A queue of an input port whose first packet is not known yet.
#[derive(Debug, Clone, Copy)]
struct Fetch {
    input: usize,
    queue: usize,
    /// Cycles left until it is known.
    left: usize,
}

/// Cycles before that of the last beat in which the end of a packet is announced, at most.
const AHEAD: u64 = 3;

/// Packets that wait or are being sent.
pub struct Surroundings {
    random: Random,
    phase: Phase,
    port: Port,
    patience: Option<u64>,
    /// For each input port and queue, number of waiting packets.
    held: Vec<Vec<usize>>,
    /// For each input port and virtual lane, packets for which there is free space.
    room: Vec<Vec<usize>>,
    /// Queues whose first packet is known, as reported by the buffers.
    known: WideWords,
    fetched: Vec<Fetch>,
    credits: Credits,
    /// Input ports and queues of packets stored in the previous cycle.
    came: Vec<(usize, usize)>,
    /// For each input port, cycles up to that of the end of the packet being sent.
    sending: Vec<Option<u64>>,
    /// Input ports whose packet was announced to end as early as possible: the next one may start
    /// in the cycle of its end.
    early: u64,
    was_reset: bool,
}

impl Surroundings {
    /// Stimulus from `seed`.
    pub fn new(port: &Port, patience: Option<u64>, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let phase = Phase::any(&mut random, port, patience);
        let mut surroundings = Surroundings {
            random,
            phase,
            port: *port,
            patience,
            held: Vec::new(),
            room: Vec::new(),
            known: Vec::new(),
            fetched: Vec::new(),
            credits: Credits::new(port),
            came: Vec::new(),
            sending: Vec::new(),
            early: 0,
            was_reset: false,
        };
        surroundings.clear();
        surroundings
    }

    /// Queues whose first packet is known, including packets that are started in this cycle.
    pub fn known(&self) -> &WideWords {
        &self.known
    }

    /// Queues whose first packet can be sent.
    pub fn sendable(&self) -> &WideWords {
        self.credits.sendable()
    }

    /// Empties all buffers, and makes all links idle.
    fn clear(&mut self) {
        let (ports, lanes, buffer) = (self.port.ports(), self.port.lanes(), self.port.buffer());
        let none: WideWord = std::iter::repeat_n(0, buffer.queues().div_ceil(64)).collect();
        let room = (0..lanes).map(|lane| buffer.blocks_of(lane)).collect();
        self.held = vec![vec![0; buffer.queues()]; ports];
        self.room = vec![room; ports];
        self.known = vec![none; ports];
        self.fetched.clear();
        self.came.clear();
        self.sending = vec![None; ports];
        self.early = 0;
    }

    /// Events of the next cycle; `last` holds the outputs of the previous one.
    pub fn next(&mut self, last: &DispatcherOutputs) -> Around {
        match self.was_reset {
            true => self.clear(),
            false => self.settle(last),
        }
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, &self.port, self.patience);
        }
        self.phase.cycles -= 1;
        let (arrive, arrive_queue) = self.arrivals();
        let (near_end, ends) = self.ends();
        let begins = if self.was_reset { 0 } else { last.begins };
        self.credits.change(&self.phase, begins, &mut self.random);
        self.credits.look(&self.known);
        let reset = happens(&mut self.random, self.phase.reset);
        self.was_reset = reset;
        let clogged = self.random.events(self.phase.clogged) & all_ports(self.port.ports());
        Around { arrive, arrive_queue, clogged, near_end, ends, reset }
    }

    /// Applies the effect of the previous cycle to waiting packets and packets being sent.
    fn settle(&mut self, last: &DispatcherOutputs) {
        let lanes = self.port.lanes();
        let known = &mut self.known;
        self.fetched.retain_mut(|Fetch { input, queue, left }| {
            *left -= 1;
            if *left == 0 {
                known[*input][*queue / 64] |= 1 << (*queue % 64);
            }
            *left > 0
        });
        for input in each(last.start) {
            let queue = last.start_queue[input] as usize;
            self.held[input][queue] -= 1;
            self.room[input][queue % lanes] += 1;
            self.known[input][queue / 64] &= !(1 << (queue % 64));
            if self.held[input][queue] > 0 {
                self.fetched.push(Fetch { input, queue, left: FETCH_CYCLES - 1 });
                self.credits.first(input, queue, &self.phase, &mut self.random);
            }
            let cycles = match self.phase.all_longest {
                true => self.phase.longest,
                false => 1 + self.random.below(self.phase.longest),
            };
            self.sending[input] = Some(cycles.max(LEAST_CYCLES));
            self.early &= !(1 << input);
        }
        for (input, queue) in self.came.drain(..) {
            self.held[input][queue] += 1;
            if self.held[input][queue] == 1 {
                self.known[input][queue / 64] |= 1 << (queue % 64);
                self.credits.first(input, queue, &self.phase, &mut self.random);
            }
        }
    }

    /// Packets that are stored, if there is free space.
    fn arrivals(&mut self) -> (u64, Lanes) {
        let (buffer, lanes) = (self.port.buffer(), self.port.lanes());
        let mut arrive = self.random.events(self.phase.arrive) & self.phase.inputs;
        // Without a packet, the queue may have any value.
        let mut queues = any_numbers(&mut self.random, self.port.ports(), buffer.queue_bits());
        for input in each(arrive) {
            let queue = self.phase.queues.one(&mut self.random);
            let room = &mut self.room[input][queue % lanes];
            if *room == 0 {
                arrive &= !(1 << input);
                continue;
            }
            *room -= 1;
            queues[input] = queue as u32;
            self.came.push((input, queue));
        }
        (arrive, queues)
    }

    /// Input ports whose packet is near its end, and those whose packet ends.
    fn ends(&mut self) -> (u64, u64) {
        let foreseen = self.random.events(self.phase.foreseen);
        let (mut near_end, mut ends) = (0, 0);
        for (input, sending) in self.sending.iter_mut().enumerate() {
            let Some(left) = sending else { continue };
            *left -= 1;
            let announced = foreseen & 1 << input;
            if *left == AHEAD {
                self.early |= announced;
            }
            // A packet that starts in the cycle of the end is not near its own end.
            if *left <= AHEAD && (*left > 0 || self.early & 1 << input == 0) {
                near_end |= announced;
            }
            if *left == 0 {
                ends |= 1 << input;
                *sending = None;
            }
        }
        (near_end, ends)
    }
}
