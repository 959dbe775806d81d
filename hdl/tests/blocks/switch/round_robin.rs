//! The dispatcher with the round-robin allocator: the specification's equations, and equality of
//! Verilog and kernel at every size.

use crate::support::switch::{every_size, port, small};
use tailback_harness::blocks::{alike, clean, cycle, reset};
use tailback_hdl::switch::RoundRobinDispatcher;
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_spec::switch::allocator::{guard::Guard, round_robin::RoundRobin};
use tailback_spec::switch::dispatcher::{Choice, Dispatcher};
use tailback_spec::switch::port::Port;

/// Cycles for which a packet requests before the guard helps it.
const PATIENCE: u32 = 6;

fn round_robin(port: &Port) -> RoundRobinDispatcher {
    let (ports, lanes) = (port.ports() as u32, port.lanes() as u32);
    let allocator = RoundRobin::new(ports).expect("an allocator that is possible");
    let guard = Guard::new(ports, lanes, PATIENCE).expect("a guard that is possible");
    let choice = Choice::RoundRobin(allocator, guard);
    RoundRobinDispatcher::new(&Dispatcher { port: *port, choice })
}

#[test]
fn no_tool_complains_of_any_size() {
    // With 2000 or more queues in all input ports together, the tools take minutes.
    let sizes =
        every_size().into_iter().filter(|port| port.ports() * port.buffer().queues() < 2000);
    clean(sizes.map(|port| Box::new(round_robin(&port)) as Box<dyn Kernel>).collect());
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(small().iter().map(|port| Box::new(round_robin(port)) as Box<dyn Kernel>).collect());
}

/// Inputs of the dispatcher in a cycle.
struct Told {
    known: Vec<Vec<bool>>,
    sendable: Vec<Vec<bool>>,
    near_end: Vec<bool>,
    ends: Vec<bool>,
}

/// Reference model of the dispatcher, the allocator and the guard, from the specification's
/// equations.
struct RoundRobinRule {
    ports: usize,
    lanes: usize,
    start: Vec<bool>,
    queue: Vec<usize>,
    input_engaged: Vec<bool>,
    source: Vec<usize>,
    engaged: Vec<bool>,
    begins: Vec<bool>,
    /// `engaged` and `source` of the cycle before.
    connected: Vec<bool>,
    feeder: Vec<usize>,
    last_lane: Vec<usize>,
    /// Requests of the cycle before, by input and output.
    asked: Vec<Vec<bool>>,
    offer: Vec<Option<usize>>,
    /// Outputs granted in the cycle before.
    rests: Vec<bool>,
    /// Inputs granted in each of the two cycles before.
    granted: [Vec<bool>; 2],
    last_input: Vec<usize>,
    last_output: Vec<usize>,
    place: (usize, usize),
    age: u32,
    urgencies: usize,
}

impl RoundRobinRule {
    fn new(ports: usize, lanes: usize) -> Self {
        RoundRobinRule {
            ports,
            lanes,
            start: vec![false; ports],
            queue: vec![0; ports],
            input_engaged: vec![false; ports],
            source: vec![0; ports],
            engaged: vec![false; ports],
            begins: vec![false; ports],
            connected: vec![false; ports],
            feeder: vec![0; ports],
            last_lane: vec![lanes - 1; ports],
            asked: vec![vec![false; ports]; ports],
            offer: vec![None; ports],
            rests: vec![false; ports],
            granted: [vec![false; ports], vec![false; ports]],
            last_input: vec![ports - 1; ports],
            last_output: vec![ports - 1; ports],
            place: (0, 0),
            age: 0,
            urgencies: 0,
        }
    }

    fn output(&self, queue: usize) -> usize {
        queue / self.lanes
    }

    fn wants(&self, told: &Told, input: usize, queue: usize) -> bool {
        told.sendable[input][queue]
    }

    fn urgent(&self) -> bool {
        self.age == PATIENCE
    }

    fn allowed(&self, told: &Told, input: usize, queue: usize) -> bool {
        let here = (input, queue) == self.place;
        let elsewhere = input != self.place.0 && self.output(queue) != self.output(self.place.1);
        self.wants(told, input, queue) && (!self.urgent() || here || elsewhere)
    }

    fn after(last: usize, count: usize) -> impl Iterator<Item = usize> {
        (1..=count).map(move |by| (last + by) % count)
    }

    /// Returns the output port granted to each input port, and the queue of the packet that it
    /// starts.
    fn started(&self, told: &Told) -> (Vec<Option<usize>>, Vec<Option<usize>>) {
        let grant: Vec<Option<usize>> = (0..self.ports)
            .map(|input| {
                Self::after(self.last_output[input], self.ports)
                    .find(|output| self.offer[*output] == Some(input) && !self.void(input))
            })
            .collect();
        let queue = |(input, output): (usize, &Option<usize>)| {
            let output = (*output)?;
            Self::after(self.last_lane[output], self.lanes)
                .map(|lane| output * self.lanes + lane)
                .find(|queue| self.allowed(told, input, *queue))
        };
        let started = grant.iter().enumerate().map(queue).collect();
        (grant, started)
    }

    fn request(&self, told: &Told, input: usize, output: usize) -> bool {
        let mut lanes = output * self.lanes..(output + 1) * self.lanes;
        let input_free = !self.input_engaged[input] || told.near_end[input];
        let output_free = match self.engaged[output] {
            true => told.near_end[self.source[output]],
            false => true,
        };
        input_free && output_free && lanes.any(|queue| self.allowed(told, input, queue))
    }

    fn void(&self, input: usize) -> bool {
        self.granted.iter().any(|granted| granted[input])
    }

    fn offers(&self) -> Vec<Option<usize>> {
        let offer = |output: usize| {
            let stands = self.offer[output].is_some_and(|input| !self.void(input));
            let rests = stands || self.rests[output];
            Self::after(self.last_input[output], self.ports)
                .find(|input| self.asked[*input][output] && !rests)
        };
        (0..self.ports).map(offer).collect()
    }

    fn step(&mut self, told: &Told) {
        let requests = |input| -> Vec<bool> {
            (0..self.ports).map(|output| self.request(told, input, output)).collect()
        };
        let (offers, asked) = (self.offers(), (0..self.ports).map(requests).collect());
        let (grant, started) = self.started(told);
        self.granted.swap(0, 1);
        self.granted[0] = grant.iter().map(Option::is_some).collect();
        self.rests.fill(false);
        self.urgencies += usize::from(self.urgent());
        if !self.wants(told, self.place.0, self.place.1)
            || (self.start[self.place.0] && self.queue[self.place.0] == self.place.1)
        {
            let queues = self.ports * self.lanes;
            let next = (self.place.0 * queues + self.place.1 + 1) % (self.ports * queues);
            (self.place, self.age) = ((next / queues, next % queues), 0);
        } else {
            self.age = (self.age + 1).min(PATIENCE);
        }
        for output in 0..self.ports {
            self.engaged[output] &= !told.ends[self.source[output]] || self.begins[output];
        }
        self.connected.clone_from(&self.engaged);
        self.feeder.clone_from(&self.source);
        self.begins.fill(false);
        for input in 0..self.ports {
            if let Some(output) = grant[input] {
                (self.last_input[output], self.last_output[input]) = (input, output);
                self.rests[output] = true;
            }
            self.input_engaged[input] &= !told.ends[input] || self.start[input];
            self.start[input] = started[input].is_some();
            if let Some(queue) = started[input] {
                let output = self.output(queue);
                self.queue[input] = queue;
                self.input_engaged[input] = true;
                (self.source[output], self.engaged[output]) = (input, true);
                self.begins[output] = true;
                self.last_lane[output] = queue % self.lanes;
            }
        }
        (self.offer, self.asked) = (offers, asked);
    }

    fn stalled(&self, told: &Told, queue: usize) -> bool {
        !self.engaged[self.output(queue)]
            && told.known.iter().any(|known| known[queue])
            && !told.sendable.iter().any(|sendable| sendable[queue])
    }
}

/// Concatenates elements of this number of bits.
fn joined(lanes: impl IntoIterator<Item = usize>, bits: usize) -> u128 {
    let lanes = lanes.into_iter().enumerate();
    lanes.map(|(lane, value)| (value as u128) << (lane * bits)).sum()
}

fn flags(flags: &[bool]) -> u128 {
    joined(flags.iter().map(|flag| usize::from(*flag)), 1)
}

#[test]
fn the_round_robin_dispatcher_is_its_specification() {
    for config in [port(2, 1, 0, 8), port(3, 2, 5, 8), port(4, 1, 5, 8), port(5, 1, 0, 8)] {
        let (ports, lanes, buffer) = (config.ports(), config.lanes(), config.buffer());
        let mut block = reset(round_robin(&config));
        let mut rule = RoundRobinRule::new(ports, lanes);
        let mut random = Random::new(ports as u64);
        let mut starts = 0;
        for now in 0..4000 {
            let share = [10, 50, 95][now / 200 % 3];
            let mut some = |count: usize, share| -> Vec<bool> {
                (0..count).map(|_| random.percent(share)).collect()
            };
            let told = Told {
                known: (0..ports).map(|_| some(buffer.queues(), share)).collect(),
                sendable: (0..ports).map(|_| some(buffer.queues(), share)).collect(),
                near_end: some(ports, 30),
                ends: some(ports, 30),
            };
            let given = [
                ("known", flags(&told.known.concat())),
                ("sendable", flags(&told.sendable.concat())),
                ("near_end", flags(&told.near_end)),
                ("ends", flags(&told.ends)),
            ];
            let lane_bits = tailback_spec::switch::ingress::lane_bits(&config);
            let stalled: Vec<bool> =
                (0..buffer.queues()).map(|queue| rule.stalled(&told, queue)).collect();
            let expected = [
                flags(&rule.start),
                joined(rule.queue.iter().copied(), buffer.queue_bits()),
                joined(rule.queue.iter().map(|queue| queue / lanes), config.port_bits()),
                joined(rule.queue.iter().map(|queue| queue % lanes), lane_bits),
                flags(&rule.begins),
                flags(&rule.engaged),
                joined(rule.source.iter().copied(), config.port_bits()),
                flags(&rule.connected),
                joined(rule.feeder.iter().copied(), config.port_bits()),
                flags(&stalled),
            ];
            let outputs = [
                "start",
                "start_queue",
                "destination",
                "lane",
                "begins",
                "engaged",
                "source",
                "connected",
                "feeder",
                "stalled",
            ];
            assert_eq!(cycle(&mut block, &given, outputs), expected, "cycle {now}, {ports} ports");
            starts += rule.start.iter().filter(|start| **start).count();
            rule.step(&told);
        }
        assert!(starts > 400 && rule.urgencies > 10, "{starts} {}", rule.urgencies);
    }
}
