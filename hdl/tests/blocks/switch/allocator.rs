//! The allocators: traces of the specification, and equality of Verilog and kernel at every size.

use tailback_harness::blocks::{alike, clean, cycle, reset, text};
use tailback_hdl::switch::{FifoAllocator, RoundRobinAllocator};
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_spec::switch::allocator::{fifo::Fifo, round_robin::RoundRobin};

fn round_robin(ports: u32) -> RoundRobinAllocator {
    RoundRobinAllocator::new(&RoundRobin::new(ports).expect("ports that are possible"))
}

fn fifo(inputs: u32, lanes: u32, entries: u32, bypasses: u32) -> FifoAllocator {
    let config = Fifo::new(inputs, lanes, entries, bypasses);
    FifoAllocator::new(&config.expect("an allocator that is possible"))
}

/// Sizes at which the Rust kernel is fast enough for co-simulation.
fn small() -> Vec<Box<dyn Kernel>> {
    let mut all: Vec<Box<dyn Kernel>> = Vec::new();
    all.extend([2, 3, 8, 12].map(|ports| Box::new(round_robin(ports)) as Box<dyn Kernel>));
    let sizes = [(2, 1, 2, 0), (2, 2, 4, 1), (3, 3, 8, 2), (4, 1, 9, 15), (8, 1, 16, 4)];
    all.extend(sizes.map(|(inputs, lanes, entries, bypasses)| {
        Box::new(fifo(inputs, lanes, entries, bypasses)) as Box<dyn Kernel>
    }));
    all
}

#[test]
fn no_tool_complains_of_any_size() {
    let mut all = small();
    all.push(Box::new(round_robin(36)));
    all.push(Box::new(fifo(36, 2, 64, 15)));
    clean(all);
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(small());
}

#[test]
fn round_robin_text() {
    reviewed!("round_robin", &round_robin(4));
}

#[test]
fn fifo_text() {
    reviewed!("fifo", &fifo(4, 2, 8, 4));
}

#[test]
fn more_ports_take_no_more_lines() {
    let lines = [8, 12, 36].map(|ports| text(&round_robin(ports)).lines().count());
    assert!(lines.iter().all(|count| *count == lines[0]), "{lines:?}");
    let lines = [8, 12, 36].map(|ports| text(&fifo(ports, 2, 32, 4)).lines().count());
    assert!(lines.iter().all(|count| *count <= lines[0] + 2), "{lines:?}");
}

/// Reference model of the round-robin allocator, from the specification's equations.
struct RoundRobinRule {
    ports: usize,
    last_input: Vec<usize>,
    last_output: Vec<usize>,
    offer: Vec<Option<usize>>,
}

impl RoundRobinRule {
    fn new(ports: usize) -> Self {
        RoundRobinRule {
            ports,
            last_input: vec![ports - 1; ports],
            last_output: vec![ports - 1; ports],
            offer: vec![None; ports],
        }
    }

    fn step(&mut self, request: &[Vec<bool>]) -> Vec<Option<usize>> {
        let ports = self.ports;
        let after = |last: usize| (1..=ports).map(move |by| (last + by) % ports);
        let grant: Vec<Option<usize>> = (0..ports)
            .map(|input| {
                after(self.last_output[input]).find(|output| self.offer[*output] == Some(input))
            })
            .collect();
        let offered = self.offer.iter().any(Option::is_some);
        self.offer = (0..ports)
            .map(|output| after(self.last_input[output]).find(|input| request[*input][output]))
            .map(|offer| offer.filter(|_| !offered))
            .collect();
        for (input, output) in grant.iter().enumerate() {
            if let Some(output) = *output {
                self.last_input[output] = input;
                self.last_output[input] = output;
            }
        }
        grant
    }
}

#[test]
fn round_robin_is_its_specification() {
    for ports in [2, 3, 5, 8] {
        let mut block = reset(round_robin(ports as u32));
        let mut rule = RoundRobinRule::new(ports);
        let mut random = Random::new(ports as u64);
        for now in 0..500 {
            let share = [5, 30, 80][now / 20 % 3];
            let request: Vec<Vec<bool>> =
                (0..ports).map(|_| (0..ports).map(|_| random.percent(share)).collect()).collect();
            let bits = |(input, outputs): (usize, &Vec<bool>)| -> u128 {
                let bit = |output: usize| u128::from(outputs[output]) << (input * ports + output);
                (0..ports).map(bit).sum()
            };
            let given = request.iter().enumerate().map(bits).sum();
            let granted = rule.step(&request).into_iter().enumerate();
            let expected: u128 =
                granted.filter_map(|(input, output)| Some(1 << (input * ports + output?))).sum();
            assert_eq!(cycle(&mut block, &[("request", given)], ["grant"]), [expected], "{now}");
        }
    }
}

/// Reference model of the FIFO allocator, from the specification's equations, with a list.
struct FifoRule {
    entries: usize,
    lanes: usize,
    bypasses: u32,
    /// Input, queue, and candidate flag of each packet.
    list: Vec<(usize, usize, bool)>,
    bypassed: Vec<u32>,
    /// Outputs granted one and two cycles ago.
    rests: [Option<usize>; 2],
}

impl FifoRule {
    /// Position of the first packet of a queue in the list.
    fn first(&self, queue: usize) -> Option<usize> {
        self.list.iter().position(|entry| entry.1 == queue)
    }

    fn can_go(&self, at: usize, free: u128, ready: u128) -> bool {
        let (input, queue, _) = self.list[at];
        let rests = |queue: usize| self.rests.contains(&Some(queue / self.lanes));
        let is_ready = |queue: usize| ready >> queue & 1 == 1 && !rests(queue);
        let owed = |queue: usize| {
            let waits = self.first(queue).is_some();
            waits && is_ready(queue) && self.bypassed[queue] == self.bypasses
        };
        let output = queue / self.lanes;
        let kept = (output * self.lanes..(output + 1) * self.lanes).any(owed);
        let held = kept && !(self.first(queue) == Some(at) && owed(queue));
        free >> input & 1 == 1 && is_ready(queue) && !held
    }

    fn step(
        &mut self,
        arrival: Option<(usize, usize)>,
        free: u128,
        ready: u128,
    ) -> (bool, Option<(usize, usize)>) {
        let full = self.list.len() == self.entries;
        let granted = self.list.iter().position(|entry| entry.2);
        let can_go: Vec<bool> =
            (0..self.list.len()).map(|at| self.can_go(at, free, ready)).collect();
        for (entry, can_go) in self.list.iter_mut().zip(can_go) {
            entry.2 = granted.is_none() && can_go;
        }
        let grant = granted.map(|at| {
            let (input, granted, _) = self.list[at];
            for queue in 0..self.bypassed.len() {
                match self.first(queue) {
                    Some(first) if first == at => self.bypassed[queue] = 0,
                    Some(first) if first < at && queue / self.lanes == granted / self.lanes => {
                        self.bypassed[queue] = (self.bypassed[queue] + 1).min(self.bypasses);
                    }
                    _ => {}
                }
            }
            self.list.remove(at);
            (input, granted)
        });
        self.rests = [grant.map(|(_, queue)| queue / self.lanes), self.rests[0]];
        if !full {
            self.list.extend(arrival.map(|(input, queue)| (input, queue, false)));
        }
        (full, grant)
    }
}

#[test]
fn fifo_is_its_specification() {
    let sizes =
        [(2, 1, 2, 0), (3, 2, 6, 0), (3, 1, 6, 1), (2, 3, 7, 2), (4, 1, 12, 4), (3, 2, 9, 15)];
    for (inputs, lanes, entries, bypasses) in sizes {
        let queues = inputs * lanes;
        let mut block = reset(fifo(inputs, lanes, entries, bypasses));
        let entries = entries as usize;
        let mut rule = FifoRule {
            entries,
            lanes: lanes as usize,
            bypasses,
            list: vec![],
            bypassed: vec![0; queues as usize],
            rests: [None; 2],
        };
        let mut random = Random::new(entries as u64);
        let (mut grants, mut fulls, mut limits) = (0, 0, 0);
        for now in 0..20_000 {
            let busy = [20, 50, 80][now / 50 % 3];
            let mut bits = |count: u32, share| -> u128 {
                (0..count).map(|at| u128::from(random.percent(share)) << at).sum()
            };
            let (free, ready) = (bits(inputs, 100 - busy), bits(queues, 70));
            let arrive = bits(1, 60);
            let (input, queue) = (random.word() % inputs, random.word() % queues);
            let given = [
                ("arrive", arrive),
                ("arrive_input", input.into()),
                ("arrive_queue", queue.into()),
                ("input_free", free),
                ("queue_ready", ready),
            ];
            let arrival = (arrive == 1).then_some((input as usize, queue as usize));
            let (full, grant) = rule.step(arrival, free, ready);
            let (input, queue) = grant.unwrap_or((0, 0));
            let expected = [full.into(), grant.is_some().into(), input as u128, queue as u128];
            let outputs = ["full", "grant", "grant_input", "grant_queue"];
            let found = cycle(&mut block, &given, outputs);
            assert_eq!(found, expected, "cycle {now}, {bypasses} bypasses, {entries} entries");
            grants += usize::from(grant.is_some());
            fulls += usize::from(full);
            limits += usize::from(rule.bypassed.contains(&bypasses));
        }
        assert!(
            grants > 100 && fulls > 10 && (limits > 10 || bypasses > 4),
            "{grants} {fulls} {limits}"
        );
    }
}
