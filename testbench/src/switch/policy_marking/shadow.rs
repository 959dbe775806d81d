//! Model of the packets that count in the buffers of a switch.

use tailback_spec::switch::policy_marking::PolicyMarking as Parameters;
use tailback_spec::switch::port::Port;
use tailback_spec::{Lanes, WideWord, WideWords};

use super::phase::Phase;
use crate::link::any_vl;
use crate::random::{happens, Often, Random};
use crate::switch::port::{all_ports, any_numbers, each};

/// Events that buffers and ports report in a cycle.
pub struct Told {
    pub enqueue: u64,
    pub enqueue_queue: Lanes,
    pub dequeue: u64,
    pub dequeue_queue: Lanes,
    pub trigger: WideWords,
    pub transmit: u64,
    pub transmit_vl: Lanes,
    pub source: Lanes,
    pub reset: bool,
}

/// Packets that count.
pub struct Shadow {
    random: Random,
    phase: Phase,
    port: Port,
    /// Number of packets per input port and queue.
    held: Vec<Vec<usize>>,
    /// For each input port and virtual lane, packets for which there is free space.
    room: Vec<Vec<usize>>,
}

impl Shadow {
    /// Stimulus from `seed`.
    pub fn new(parameters: &Parameters, seed: u64) -> Self {
        let (mut random, port) = (Random::new(seed), parameters.port);
        let phase = Phase::any(&mut random, &port);
        let mut shadow = Shadow { random, phase, port, held: Vec::new(), room: Vec::new() };
        shadow.clear();
        shadow
    }

    fn clear(&mut self) {
        let (ports, buffer) = (self.port.ports(), self.port.buffer());
        let room = (0..buffer.lanes()).map(|lane| buffer.blocks_of(lane)).collect();
        self.held = vec![vec![0; buffer.queues()]; ports];
        self.room = vec![room; ports];
    }

    /// Number of packets that count in an input port's queue.
    #[cfg(test)]
    pub fn held(&self, input: usize, queue: usize) -> usize {
        self.held[input][queue]
    }

    /// Events of the next cycle. A packet that begins to count does not leave in the same cycle.
    pub fn next(&mut self) -> Told {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, &self.port);
        }
        self.phase.cycles -= 1;
        let (ports, virtual_lanes) = (self.port.ports(), self.port.virtual_lanes());
        // Triggers refer to the packets before the clock edge.
        let trigger = self.trigger();
        let (dequeue, dequeue_queue) = self.dequeue();
        let (enqueue, enqueue_queue) = self.enqueue();
        let random = &mut self.random;
        let transmit = random.events(self.phase.transmit) & all_ports(ports);
        let transmit_vl = (0..ports).map(|_| any_vl(random, virtual_lanes) as u32).collect();
        let source = (0..ports).map(|_| random.below(ports as u64) as u32).collect();
        let reset = happens(random, self.phase.reset);
        if reset {
            self.clear();
        }
        Told {
            enqueue,
            enqueue_queue,
            dequeue,
            dequeue_queue,
            trigger,
            transmit,
            transmit_vl,
            source,
            reset,
        }
    }

    /// Buffers become full, in some of their virtual lanes.
    fn trigger(&mut self) -> WideWords {
        let buffer = self.port.buffer();
        let none: WideWord = std::iter::repeat_n(0, buffer.queues().div_ceil(64)).collect();
        let mut trigger = vec![none; self.port.ports()];
        let full = self.random.events(self.phase.trigger) & self.phase.inputs;
        for input in each(full) {
            let lanes = self.random.events(Often::each_cycle(8));
            let is_full = |queue: usize| lanes >> (queue % buffer.lanes()) & 1 != 0;
            for (queue, held) in self.held[input].iter().enumerate() {
                if *held > 0 && is_full(queue) {
                    trigger[input][queue / 64] |= 1 << (queue % 64);
                }
            }
        }
        trigger
    }

    /// Each output port starts a packet of one of its queues, from an input port that holds one and
    /// does not start another in this cycle.
    fn dequeue(&mut self) -> (u64, Lanes) {
        let (ports, buffer) = (self.port.ports(), self.port.buffer());
        let mut queues = any_numbers(&mut self.random, ports, buffer.queue_bits());
        let mut dequeue = 0;
        let outputs = self.random.events(self.phase.dequeue) & all_ports(ports);
        for output in each(outputs) {
            let lane = self.random.below(buffer.lanes() as u64) as usize;
            let first = self.random.below(ports as u64) as usize;
            let mut places = (0..buffer.lanes() * ports).map(|step| {
                let lane = (lane + step / ports) % buffer.lanes();
                ((first + step) % ports, output * buffer.lanes() + lane)
            });
            let holds = |&(input, queue): &(usize, usize)| {
                self.held[input][queue] > 0 && dequeue >> input & 1 == 0
            };
            let Some((input, queue)) = places.find(holds) else { continue };
            self.held[input][queue] -= 1;
            self.room[input][queue % buffer.lanes()] += 1;
            dequeue |= 1 << input;
            queues[input] = queue as u32;
        }
        (dequeue, queues)
    }

    /// Packets begin to count, if there is free space.
    fn enqueue(&mut self) -> (u64, Lanes) {
        let (ports, buffer) = (self.port.ports(), self.port.buffer());
        let mut queues = any_numbers(&mut self.random, ports, buffer.queue_bits());
        let mut enqueue = self.random.events(self.phase.enqueue) & self.phase.inputs;
        for input in each(enqueue) {
            let queue = self.phase.queues.one(&mut self.random);
            let room = &mut self.room[input][queue % buffer.lanes()];
            if *room == 0 {
                enqueue &= !(1 << input);
                continue;
            }
            *room -= 1;
            self.held[input][queue] += 1;
            queues[input] = queue as u32;
        }
        (enqueue, queues)
    }
}
