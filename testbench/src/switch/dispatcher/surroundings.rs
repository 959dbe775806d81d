//! Buffers and links around a dispatcher, as observed at its ports.

use tailback_model::switch::dispatcher::DispatcherOutputs;
use tailback_spec::switch::port::Port;
use tailback_spec::{BitLanes, Lanes, WideWord, WideWords};

use super::phase::Phase;
use crate::random::{happens, Often, Random};
use crate::switch::port::{all_ports, any_bits, any_numbers, each};

/// Events of a cycle.
pub struct Around {
    pub arrive: u64,
    pub arrive_queue: Lanes,
    pub may_send: BitLanes,
    pub clogged: u64,
    pub near_end: u64,
    pub ends: u64,
    pub reset: bool,
}

/// A packet being sent.
#[derive(Debug, Clone, Copy)]
struct Sending {
    /// Cycles up to that of its last beat.
    left: u64,
    /// Cycles since its start.
    age: u64,
}

/// Cycles from the start of a packet until its length is known.
const KNOWN: u64 = 3;

/// Cycles before that of the last beat in which the end of a packet is announced, at most.
const AHEAD: u64 = 2;

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
    /// Queues with waiting packets, as reported by the buffers.
    waiting: WideWords,
    /// Input ports and queues of packets stored in the previous cycle.
    came: Vec<(usize, usize)>,
    sending: Vec<Option<Sending>>,
    /// Input ports whose packet, if just started, ended in the previous cycle.
    ended_at_once: u64,
    may_send: BitLanes,
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
            waiting: Vec::new(),
            came: Vec::new(),
            sending: Vec::new(),
            ended_at_once: 0,
            may_send: BitLanes::default(),
            was_reset: false,
        };
        surroundings.clear();
        surroundings
    }

    /// Queues with waiting packets, including packets that are started in this cycle.
    pub fn waiting(&self) -> &WideWords {
        &self.waiting
    }

    /// Empties all buffers, and makes all links idle.
    fn clear(&mut self) {
        let (ports, lanes, buffer) = (self.port.ports(), self.port.lanes(), self.port.buffer());
        let none: WideWord = std::iter::repeat_n(0, buffer.queues().div_ceil(64)).collect();
        let room = (0..lanes).map(|lane| buffer.blocks_of(lane)).collect();
        self.held = vec![vec![0; buffer.queues()]; ports];
        self.room = vec![room; ports];
        self.waiting = vec![none; ports];
        self.came.clear();
        self.sending = vec![None; ports];
        self.ended_at_once = 0;
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
        if happens(&mut self.random, self.phase.credits_change) {
            self.may_send = self.credits();
        }
        let reset = happens(&mut self.random, self.phase.reset);
        self.was_reset = reset;
        let clogged = self.random.events(self.phase.clogged) & all_ports(self.port.ports());
        let may_send = self.may_send;
        Around { arrive, arrive_queue, may_send, clogged, near_end, ends, reset }
    }

    /// Applies the effect of the previous cycle to waiting packets and packets being sent.
    fn settle(&mut self, last: &DispatcherOutputs) {
        let lanes = self.port.lanes();
        for input in each(last.start) {
            let queue = last.start_queue[input] as usize;
            self.held[input][queue] -= 1;
            self.room[input][queue % lanes] += 1;
            if self.held[input][queue] == 0 {
                self.waiting[input][queue / 64] &= !(1 << (queue % 64));
            }
            let cycles = match self.phase.all_longest {
                true => self.phase.longest,
                false => 1 + self.random.below(self.phase.longest),
            };
            let ended = self.ended_at_once >> input & 1 != 0;
            self.sending[input] = (!ended).then_some(Sending { left: cycles, age: 0 });
        }
        for (input, queue) in self.came.drain(..) {
            self.held[input][queue] += 1;
            self.waiting[input][queue / 64] |= 1 << (queue % 64);
        }
    }

    /// Queues that have credits.
    fn credits(&mut self) -> BitLanes {
        let queues = self.port.buffer().queues();
        let often = match self.phase.together {
            false => self.phase.credits,
            true if happens(&mut self.random, self.phase.credits) => Often::ALWAYS,
            true => Often::NEVER,
        };
        any_bits(&mut self.random, queues, often)
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
        // Ends of packets that may be started in this cycle.
        let mut ends = self.random.events(self.phase.at_once) & all_ports(self.port.ports());
        let mut near_end = 0;
        for (input, sending) in self.sending.iter_mut().enumerate() {
            let Some(Sending { left, age }) = sending else { continue };
            ends &= !(1 << input);
            (*left, *age) = (*left - 1, *age + 1);
            if *left <= AHEAD && *age >= KNOWN {
                near_end |= foreseen & 1 << input;
            }
            if *left == 0 {
                ends |= 1 << input;
                *sending = None;
            }
        }
        self.ended_at_once = ends;
        (near_end, ends)
    }
}
