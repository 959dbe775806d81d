//! What chooses packets in the switch: traces of the specification, and Verilog that is theirs at
//! every size.

mod support;

use std::collections::VecDeque;
use support::blocks::{alike, clean, cycle, reset};
use support::switch::{every_size, port, small};
use tailback_hdl::switch::{Arrivals, FifoDispatcher, PacketProgress};
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_spec::switch::allocator::fifo::Fifo;
use tailback_spec::switch::dispatcher::{Choice, Dispatcher};
use tailback_spec::switch::port::Port;

fn kernels<K: Kernel + 'static>(
    ports: Vec<Port>,
    make: impl Fn(&Port) -> K,
) -> Vec<Box<dyn Kernel>> {
    ports.iter().map(|port| Box::new(make(port)) as Box<dyn Kernel>).collect()
}

fn fifo(port: &Port) -> FifoDispatcher {
    let fifo = Fifo::new(port.ports() as u32, port.lanes() as u32, 16, 4);
    let choice = Choice::Fifo(fifo.expect("an allocator that is possible"));
    FifoDispatcher::new(&Dispatcher { port: *port, choice })
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(kernels(every_size(), PacketProgress::new));
    clean(kernels(every_size(), Arrivals::new));
    clean(kernels(every_size(), fifo));
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(kernels(small(), PacketProgress::new));
    alike(kernels(small(), Arrivals::new));
    alike(kernels(small(), fifo));
}

#[test]
fn a_packet_is_near_its_end_when_two_words_are_left_and_nothing_is_in_the_way() {
    let mut block = reset(PacketProgress::new(&port(8, 1, 0, 8)));
    let mut near = |inputs: &[(&str, u128)]| {
        let mut all = vec![("complete", 1), ("roomy", 1)];
        all.retain(|(name, _)| !inputs.iter().any(|(given, _)| given == name));
        all.extend(inputs);
        cycle(&mut block, &all, ["near_end"])[0] == 1
    };
    let issue = ("issue", 1);
    // 10 words of four bytes and the VCRC: six beats.
    assert!(!near(&[("start", 1), issue]));
    assert!(!near(&[("header", 1), ("words", 10), issue]));
    // Four are left, and then three.
    assert!(!near(&[issue]));
    assert!(!near(&[]));
    assert!(!near(&[issue]));
    assert!(near(&[]));
    // Each tells of the cycle before.
    assert!(near(&[("roomy", 0)]));
    assert!(!near(&[("complete", 0)]));
    assert!(!near(&[issue]));
    assert!(near(&[issue, ("ends", 1)]));
    assert!(near(&[("complete", 0)]));
    assert!(!near(&[]));
}

/// The specification's equations, on lists.
struct ArrivalsRule {
    lists: Vec<VecDeque<usize>>,
    last: usize,
}

impl ArrivalsRule {
    fn step(
        &mut self,
        begins: &[bool],
        arrivals: &[Option<usize>],
        full: bool,
    ) -> Option<(usize, usize)> {
        let ports = self.lists.len();
        let mut turns = (1..=ports).map(|by| (self.last + by) % ports);
        let chosen = turns.find(|port| !self.lists[*port].is_empty() || begins[*port]);
        for (list, queue) in self.lists.iter_mut().zip(arrivals) {
            list.extend(*queue);
        }
        let chosen = chosen.filter(|_| !full)?;
        self.last = chosen;
        self.lists[chosen].pop_front().map(|queue| (chosen, queue))
    }
}

#[test]
fn arrivals_are_their_specification() {
    let config = port(4, 2, 5, 8);
    let (ports, blocks) = (config.ports(), config.buffer().blocks());
    let mut block = reset(Arrivals::new(&config));
    let mut rule = ArrivalsRule { lists: vec![VecDeque::new(); ports], last: ports - 1 };
    let mut random = Random::new(1);
    let (mut longest, mut passed) = (0, 0);
    for now in 0..20_000 {
        // Lists fill up, and then run empty.
        let (share, held_up) = [(30, 30), (60, 90), (5, 0), (10, 50)][now / 400 % 4];
        let begins: Vec<bool> = (0..ports).map(|_| random.percent(share)).collect();
        let room = |port: usize| rule.lists[port].len() < blocks;
        let arrivals: Vec<Option<usize>> = (0..ports)
            .map(|port| {
                let queue = random.below(config.buffer().queues());
                (begins[port] && room(port) && random.percent(80)).then_some(queue)
            })
            .collect();
        let full = random.percent(held_up);
        let bits = |set: &dyn Fn(usize) -> bool| -> u128 {
            (0..ports).map(|port| u128::from(set(port)) << port).sum()
        };
        let queue_of = |port: usize| arrivals[port].unwrap_or(0) as u128;
        let queues = (0..ports).map(|port| queue_of(port) << (port * config.buffer().queue_bits()));
        let given = [
            ("begins", bits(&|port| begins[port])),
            ("arrive", bits(&|port| arrivals[port].is_some())),
            ("arrive_queue", queues.sum()),
            ("full", full.into()),
        ];
        let expected = rule.step(&begins, &arrivals, full);
        let (port, queue) = expected.unwrap_or((0, 0));
        let found = cycle(&mut block, &given, ["pass", "pass_input", "pass_queue"]);
        assert_eq!(found, [expected.is_some().into(), port as u128, queue as u128], "{now}");
        longest = longest.max(rule.lists.iter().map(VecDeque::len).max().unwrap_or(0));
        passed += usize::from(expected.is_some());
    }
    assert!(longest == blocks && passed > 5000, "{longest} {passed}");
}
