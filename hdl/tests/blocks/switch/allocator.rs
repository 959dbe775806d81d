//! The allocators: traces of the specification, and equality of Verilog and kernel at every size.

use tailback_harness::blocks::{alike, clean, cycle, reset, text};
use tailback_hdl::switch::{FifoAllocator, RoundRobinAllocator};
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_spec::switch::allocator::{fifo::Fifo, round_robin::RoundRobin};

fn round_robin(ports: u32) -> RoundRobinAllocator {
    RoundRobinAllocator::new(&RoundRobin::new(ports).expect("ports that are possible"))
}

fn fifo(inputs: u32, lanes: u32, packets: u32, bypasses: u32) -> FifoAllocator {
    let config = Fifo::new(inputs, lanes, packets, bypasses);
    FifoAllocator::new(&config.expect("an allocator that is possible"))
}

/// Sizes at which the Rust kernel is fast enough for co-simulation.
fn small() -> Vec<Box<dyn Kernel>> {
    let mut all: Vec<Box<dyn Kernel>> = Vec::new();
    all.extend([2, 3, 8, 12].map(|ports| Box::new(round_robin(ports)) as Box<dyn Kernel>));
    let sizes = [(2, 1, 2, 0), (2, 2, 4, 1), (3, 3, 8, 2), (4, 1, 9, 15), (8, 1, 16, 4)];
    all.extend(sizes.map(|(inputs, lanes, packets, bypasses)| {
        Box::new(fifo(inputs, lanes, packets, bypasses)) as Box<dyn Kernel>
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

/// Reference model of the FIFO allocator, from the specification's equations.
struct FifoRule {
    config: Fifo,
    /// Packets of each queue that can be chosen, by their inputs.
    lists: Vec<Vec<usize>>,
    /// Packets of each queue that have not entered its list.
    outside: Vec<Vec<usize>>,
    bypassed: Vec<u32>,
    /// Standing offer of each output: input, queue, place in the list.
    offers: Vec<Option<(usize, usize, usize)>>,
    rests: Vec<bool>,
    last_output: Vec<usize>,
    last_lane: Vec<usize>,
}

/// Inputs of a cycle: queue of the packet that arrives at each input, then what is free or ready.
struct FifoCycle {
    arrive: Vec<Option<usize>>,
    input_free: Vec<bool>,
    output_free: Vec<bool>,
    ready: Vec<bool>,
}

impl FifoRule {
    fn new(config: Fifo) -> Self {
        let (ports, queues) = (config.inputs(), config.queues());
        FifoRule {
            config,
            lists: vec![vec![]; queues],
            outside: vec![vec![]; queues],
            bypassed: vec![0; queues],
            offers: vec![None; ports],
            rests: vec![false; ports],
            last_output: vec![ports - 1; ports],
            last_lane: vec![config.lanes() - 1; ports],
        }
    }

    fn waiting(&self, queue: usize) -> usize {
        self.lists[queue].len() + self.outside[queue].len()
    }

    fn open(&self, queue: usize, cycle: &FifoCycle) -> bool {
        !self.lists[queue].is_empty() && cycle.ready[queue]
    }

    fn offer(&self, output: usize, cycle: &FifoCycle) -> Option<(usize, usize, usize)> {
        let (lanes, bypasses) = (self.config.lanes(), self.config.bypasses());
        if !cycle.output_free[output] || self.offers[output].is_some() || self.rests[output] {
            return None;
        }
        let offered = |input| self.offers.iter().flatten().any(|offer| offer.0 == input);
        let able = |input: usize| cycle.input_free[input] && !offered(input);
        let owed = |queue: usize| self.open(queue, cycle) && self.bypassed[queue] == bypasses;
        let any_owed = (output * lanes..(output + 1) * lanes).any(owed);
        let found = |queue: usize| {
            let seen = if owed(queue) { 1 } else { self.config.window() };
            let mut packets = self.lists[queue].iter().take(seen).enumerate();
            let (place, input) = packets.find(|(_, input)| able(**input))?;
            Some((*input, queue, place))
        };
        let mut turns =
            (1..=lanes).map(|by| output * lanes + (self.last_lane[output] + by) % lanes);
        let queue = match any_owed {
            true => turns.find(|queue| owed(*queue)),
            false => turns.find(|queue| self.open(*queue, cycle) && found(*queue).is_some()),
        };
        queue.and_then(found)
    }

    fn step(&mut self, cycle: &FifoCycle) -> Vec<Option<usize>> {
        let (ports, lanes) = (self.config.inputs(), self.config.lanes());
        let offers: Vec<_> = (0..ports).map(|output| self.offer(output, cycle)).collect();
        let open: Vec<bool> =
            (0..self.config.queues()).map(|queue| self.open(queue, cycle)).collect();
        let mut grants = vec![None; ports];
        let mut accepted = vec![false; ports];
        for (input, grant) in grants.iter_mut().enumerate() {
            let to_input = |output: usize| self.offers[output].filter(|offer| offer.0 == input);
            let mut turns = (1..=ports).map(|by| (self.last_output[input] + by) % ports);
            let chosen = turns.find_map(|output| Some((output, to_input(output)?)));
            let Some((output, (_, queue, place))) = chosen else { continue };
            *grant = Some(queue);
            accepted[output] = true;
            self.last_output[input] = output;
            self.last_lane[output] = queue % lanes;
            self.lists[queue].remove(place);
            let counts = self.bypassed.iter_mut().zip(&open).enumerate();
            for (other, (count, open)) in counts.skip(output * lanes).take(lanes) {
                if other == queue && place == 0 {
                    *count = 0;
                } else if *open {
                    *count = (*count + 1).min(self.config.bypasses());
                }
            }
        }
        for (queue, outside) in self.outside.iter_mut().enumerate() {
            outside.extend((0..ports).filter(|input| cycle.arrive[*input] == Some(queue)));
            self.lists[queue].extend(outside.drain(..outside.len().min(1)));
        }
        (self.offers, self.rests) = (offers, accepted);
        grants
    }
}

#[test]
fn fifo_is_its_specification() {
    let sizes =
        [(2, 1, 4, 0), (3, 2, 20, 0), (3, 1, 40, 1), (2, 3, 17, 2), (4, 1, 64, 4), (3, 2, 32, 15)];
    for (inputs, lanes, packets, bypasses) in sizes {
        let config = Fifo::new(inputs, lanes, packets, bypasses).expect("a possible allocator");
        let (ports, queues) = (config.inputs(), config.queues());
        let mut block = reset(fifo(inputs, lanes, packets, bypasses));
        let mut rule = FifoRule::new(config);
        let mut random = Random::new(packets.into());
        let (mut grants, mut several, mut longest, mut limits, mut late) = (0, 0, 0, 0, 0);
        for now in 0..20_000 {
            // Queues fill up, then empty; at times, for one input port alone.
            let (load, free) = [(30, 70), (80, 20), (60, 40), (5, 90)][now / 200 % 4];
            let one = now / 800 % 3 == 0;
            let mut room: Vec<usize> =
                (0..queues).map(|queue| packets as usize - rule.waiting(queue)).collect();
            let arrive = (0..ports).map(|_| {
                let to = if one { now / 50 % queues } else { random.below(queues) };
                let comes = random.percent(load) && room[to] > 0;
                room[to] -= usize::from(comes);
                comes.then_some(to)
            });
            let arrive: Vec<Option<usize>> = arrive.collect();
            let mut flags = |count: usize, share| -> Vec<bool> {
                (0..count).map(|_| random.percent(share)).collect()
            };
            let input_free = flags(ports, free);
            let (output_free, ready) = (flags(ports, 80), flags(queues, 70));
            let given = FifoCycle { arrive, input_free, output_free, ready };
            let bits = |flags: &[bool]| -> u128 {
                flags.iter().enumerate().map(|(at, flag)| u128::from(*flag) << at).sum()
            };
            let packed = |queues: &[Option<usize>]| -> u128 {
                let all = queues.iter().enumerate();
                all.map(|(at, queue)| (queue.unwrap_or(0) as u128) << (at * config.queue_bits()))
                    .sum()
            };
            let some = |queues: &[Option<usize>]| -> Vec<bool> {
                queues.iter().map(Option::is_some).collect()
            };
            let inputs = [
                ("arrive", bits(&some(&given.arrive))),
                ("arrive_queue", packed(&given.arrive)),
                ("input_free", bits(&given.input_free)),
                ("output_free", bits(&given.output_free)),
                ("queue_ready", bits(&given.ready)),
            ];
            let granted = rule.step(&given);
            let found = cycle(&mut block, &inputs, ["grant", "grant_queue"]);
            let expected = [bits(&some(&granted)), packed(&granted)];
            assert_eq!(found, expected, "cycle {now}, {bypasses} bypasses, {packets} packets");
            let count = granted.iter().flatten().count();
            grants += count;
            several += usize::from(count > 1);
            longest = longest.max((0..queues).map(|queue| rule.waiting(queue)).max().unwrap_or(0));
            limits += usize::from(rule.bypassed.contains(&bypasses));
            late += usize::from(rule.outside.iter().any(|packets| packets.len() > 1));
        }
        assert!(
            grants > 1000 && several > 100 && longest == packets as usize && limits > 10,
            "{grants} grants, {several} cycles with several, {longest} packets, {limits} limits"
        );
        assert!(
            inputs == 2 || late > 10,
            "{late} cycles in which several packets of a queue have not entered its list"
        );
    }
}
