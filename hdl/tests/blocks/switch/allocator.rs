//! The allocators: equality of Verilog and kernel at every size, and the specification of the
//! round-robin allocator.

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
    /// Requests of the cycle before, by input and output.
    asked: Vec<Vec<bool>>,
    offer: Vec<Option<usize>>,
    /// Inputs and outputs granted in the cycle before, and inputs granted in the one before that.
    granted: [Vec<bool>; 2],
    granted_earlier: Vec<bool>,
}

impl RoundRobinRule {
    fn new(ports: usize) -> Self {
        RoundRobinRule {
            ports,
            last_input: vec![ports - 1; ports],
            last_output: vec![ports - 1; ports],
            asked: vec![vec![false; ports]; ports],
            offer: vec![None; ports],
            granted: [vec![false; ports], vec![false; ports]],
            granted_earlier: vec![false; ports],
        }
    }

    fn step(&mut self, request: &[Vec<bool>]) -> Vec<Option<usize>> {
        let ports = self.ports;
        let after = |last: usize| (1..=ports).map(move |by| (last + by) % ports);
        let [inputs, outputs] = &self.granted;
        let void = |input: usize| inputs[input] || self.granted_earlier[input];
        let grant: Vec<Option<usize>> = (0..ports)
            .map(|input| {
                after(self.last_output[input])
                    .find(|output| self.offer[*output] == Some(input) && !void(input))
            })
            .collect();
        let offer = |output: usize| {
            let stands = self.offer[output].is_some_and(|input| !void(input));
            let rests = stands || outputs[output];
            after(self.last_input[output]).find(|input| self.asked[*input][output] && !rests)
        };
        self.offer = (0..ports).map(offer).collect();
        self.asked = request.to_vec();
        self.granted_earlier = std::mem::take(&mut self.granted[0]);
        self.granted = [grant.iter().map(Option::is_some).collect(), vec![false; ports]];
        for (input, output) in grant.iter().enumerate() {
            if let Some(output) = *output {
                self.last_input[output] = input;
                self.last_output[input] = output;
                self.granted[1][output] = true;
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
