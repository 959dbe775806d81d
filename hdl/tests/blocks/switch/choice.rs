//! Packet selection in the switch: traces of the specification, and equality of Verilog and kernel
//! at every size.

use crate::support::switch::{every_size, port, small};
use std::collections::VecDeque;
use tailback_harness::blocks::{alike, clean, cycle, reset};
use tailback_hdl::switch::{Arrivals, FifoDispatcher, PacketProgress};
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_spec::switch::allocator::fifo::Fifo;
use tailback_spec::switch::arrivals::Arrivals as Shares;
use tailback_spec::switch::dispatcher::{Choice, Dispatcher};
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port;

fn kernels<K: Kernel + 'static>(
    ports: Vec<Port>,
    make: impl Fn(&Port) -> K,
) -> Vec<Box<dyn Kernel>> {
    ports.iter().map(|port| Box::new(make(port)) as Box<dyn Kernel>).collect()
}

/// Two packets of each input port and data VL in the allocator's list, or the maximum if lower.
fn shares(port: &Port) -> Shares {
    Shares::new(port, Shares::most(port).min(2)).expect("shares that are possible")
}

fn fifo(port: &Port) -> FifoDispatcher {
    let arrivals = shares(port);
    let entries = arrivals.entries() as u32;
    let fifo = Fifo::new(port.ports() as u32, port.lanes() as u32, entries, 4);
    let choice = Choice::Fifo(fifo.expect("an allocator that is possible"), arrivals);
    FifoDispatcher::new(&Dispatcher { port: *port, choice })
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(kernels(every_size(), PacketProgress::new));
    clean(kernels(every_size(), |port| Arrivals::new(&shares(port))));
    clean(kernels(every_size(), fifo));
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(kernels(small(), PacketProgress::new));
    alike(kernels(small(), |port| Arrivals::new(&shares(port))));
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
    // Four beats are left, then three.
    assert!(!near(&[issue]));
    assert!(!near(&[]));
    assert!(!near(&[issue]));
    assert!(near(&[]));
    // Each input refers to the previous cycle.
    assert!(near(&[("roomy", 0)]));
    assert!(!near(&[("complete", 0)]));
    assert!(!near(&[issue]));
    assert!(near(&[issue, ("ends", 1)]));
    assert!(near(&[("complete", 0)]));
    assert!(!near(&[]));
}

/// Reference model from the specification's equations, with lists.
struct ArrivalsRule {
    config: Shares,
    lists: Vec<Vec<VecDeque<usize>>>,
    listed: Vec<Vec<usize>>,
    last: usize,
    last_lane: Vec<usize>,
}

/// Port and virtual lane of a packet that begins, and its queue if it is stored.
type Begins = Option<(usize, Option<usize>)>;

impl ArrivalsRule {
    fn free(&self, port: usize, lane: usize) -> bool {
        self.listed[port][lane] < self.config.share(lane)
    }

    fn ready(&self, port: usize) -> Option<usize> {
        let lanes = self.config.port().lanes();
        let mut turns = (1..=lanes).map(|by| (self.last_lane[port] + by) % lanes);
        turns.find(|lane| !self.lists[port][*lane].is_empty() && self.free(port, *lane))
    }

    fn step(
        &mut self,
        begins: &[Begins],
        leaves: Option<(usize, usize)>,
    ) -> Option<(usize, usize)> {
        let ports = self.lists.len();
        let fits = |port: usize| begins[port].is_some_and(|(lane, _)| self.free(port, lane));
        let mut turns = (1..=ports).map(|by| (self.last + by) % ports);
        let chosen = turns.find(|port| self.ready(*port).is_some() || fits(*port));
        let chosen = chosen.map(|port| (port, self.ready(port)));
        for (lists, begins) in self.lists.iter_mut().zip(begins) {
            if let Some((lane, Some(queue))) = begins {
                lists[*lane].push_back(*queue);
            }
        }
        if let Some((port, lane)) = leaves {
            self.listed[port][lane] -= 1;
        }
        let (port, ready) = chosen?;
        self.last = port;
        self.last_lane[port] = ready.unwrap_or(self.last_lane[port]);
        let lane = ready.or(begins[port].map(|(lane, _)| lane))?;
        let queue = self.lists[port][lane].pop_front()?;
        self.listed[port][lane] += 1;
        Some((port, queue))
    }
}

#[test]
fn arrivals_are_their_specification() {
    let port_config = port(4, 2, 5, 8);
    let config = shares(&port_config);
    let (ports, lanes, buffer) = (port_config.ports(), port_config.lanes(), port_config.buffer());
    let lane_bits = lane_bits(&port_config);
    let mut block = reset(Arrivals::new(&config));
    let mut rule = ArrivalsRule {
        config,
        lists: vec![vec![VecDeque::new(); lanes]; ports],
        listed: vec![vec![0; lanes]; ports],
        last: ports - 1,
        last_lane: vec![lanes - 1; ports],
    };
    let mut random = Random::new(1);
    let (mut longest, mut passed, mut held_up) = (0, 0, 0);
    for now in 0..20_000 {
        // Lists fill up, then empty.
        let (load, leaving) = [(30, 60), (60, 5), (5, 100), (10, 50)][now / 400 % 4];
        let begins: Vec<Begins> = (0..ports)
            .map(|port| {
                let queue = random.below(buffer.queues());
                let (lane, stored) = (queue % lanes, random.percent(80));
                let has_space = rule.lists[port][lane].len() < buffer.blocks_of(lane);
                random.percent(load).then_some((lane, (has_space && stored).then_some(queue)))
            })
            .collect();
        let (from, lane) = (random.below(ports), random.below(lanes));
        let leaves = random.percent(leaving) && rule.listed[from][lane] > 0;
        let leaves = leaves.then_some((from, lane));
        let packed = |bits: usize, of: &dyn Fn(usize) -> usize| -> u128 {
            (0..ports).map(|port| (of(port) as u128) << (port * bits)).sum()
        };
        let stored = |port: usize| begins[port].and_then(|(_, queue)| queue);
        let given = [
            ("begins", packed(1, &|port| begins[port].is_some().into())),
            ("begins_lane", packed(lane_bits, &|port| begins[port].map_or(0, |(lane, _)| lane))),
            ("arrive", packed(1, &|port| stored(port).is_some().into())),
            ("arrive_queue", packed(buffer.queue_bits(), &|port| stored(port).unwrap_or(0))),
            ("leaves", packed(1, &|port| leaves.is_some_and(|(from, _)| from == port).into())),
            ("leaves_lane", lane as u128),
        ];
        let waits = rule.lists.iter().flatten().any(|list| !list.is_empty());
        let expected = rule.step(&begins, leaves);
        let (port, queue) = expected.unwrap_or((0, 0));
        let found = cycle(&mut block, &given, ["pass", "pass_input", "pass_queue"]);
        assert_eq!(found, [expected.is_some().into(), port as u128, queue as u128], "{now}");
        let lists = rule.lists.iter().map(|lists| lists[0].len());
        longest = longest.max(lists.max().unwrap_or(0));
        passed += usize::from(expected.is_some());
        held_up += usize::from(waits && expected.is_none());
    }
    assert!(longest == buffer.blocks_of(0) && passed > 5000, "{longest} {passed}");
    assert!(held_up > 1000, "{held_up}");
}
