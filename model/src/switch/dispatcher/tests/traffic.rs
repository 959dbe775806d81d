//! For all traffic, no port sends two packets at once, and each packet starts within a bounded
//! time.

use super::{toy::*, *};
use proptest::prelude::*;
use tailback_spec::switch::allocator::guard::bound_cycles;

const PORTS: usize = 3;
const LANES: usize = 3;
/// Capacity of each input in packets.
const ROOM: usize = 6;
const BYPASSES: usize = 2;
/// Cycles in which packets arrive.
const CYCLES: usize = 400;

fn around() -> Port {
    port(PORTS as u32, 2, 10, 5)
}

fn fifo(bypasses: usize) -> Either {
    Either::fifo(&around(), bypasses as u32)
}

fn any_traffic() -> impl Strategy<Value = Traffic> {
    (1..8usize, 1..12usize, 0..4usize, 0..4usize, any::<bool>()).prop_map(
        |(arrive, longest, no_credits, surprise, hot)| Traffic {
            arrive,
            longest,
            no_credits,
            surprise,
            hot,
        },
    )
}

/// Packets arrive for a while, and then no more until all have started; returns those that started,
/// in order.
fn run(dispatcher: Either, traffic: &Traffic, most_cycles: usize, seed: u64) -> Vec<Start> {
    let mut toy = Toy::new(dispatcher, LANES, ROOM, seed);
    let mut started = vec![];
    for _ in 0..CYCLES {
        started.extend(toy.step(traffic));
    }
    let drains = Traffic { arrive: 0, no_credits: traffic.no_credits.min(1) * 4, ..*traffic };
    let mut left = most_cycles;
    while toy.held() > 0 {
        assert!(left > 0, "{} packets are left", toy.held());
        left -= 1;
        started.extend(toy.step(&drains));
    }
    assert_eq!(started.len(), toy.arrived, "each packet goes once");
    started
}

/// Cycles from one packet of an output to the next one, while it waits for nothing else: the
/// packet's own, and those of the choice.
fn turn(traffic: &Traffic) -> usize {
    traffic.longest.max(SHORTEST) + 6
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    /// Each cycle asserts that no port sends two packets at once.
    #[test]
    fn ports_send_one_packet_at_a_time_and_each_packet_once(
        traffic in any_traffic(),
        seed in any::<u64>(),
    ) {
        const PLENTY: usize = 100_000;
        // Without any credits, nothing starts.
        let traffic = Traffic { no_credits: if traffic.no_credits == 1 { 2 } else { traffic.no_credits }, ..traffic };
        run(fifo(BYPASSES), &traffic, PLENTY, seed);
        run(Either::round_robin(&around()), &traffic, PLENTY, seed);
    }

    #[test]
    fn in_arrival_order_each_packet_starts_in_bounded_time(
        traffic in any_traffic(),
        seed in any::<u64>(),
    ) {
        let traffic = Traffic { no_credits: 0, ..traffic };
        let all = PORTS * ROOM;
        // The oldest packet starts after so many bypasses and its own input's packet; each packet
        // becomes the oldest.
        let bound = all * (BYPASSES + 2) * turn(&traffic) + all;
        for start in run(fifo(BYPASSES), &traffic, bound, seed) {
            prop_assert!(start.waited <= bound, "{:?}", start);
        }
    }

    #[test]
    fn in_turns_each_packet_starts_in_bounded_time(
        traffic in any_traffic(),
        seed in any::<u64>(),
    ) {
        let traffic = Traffic { no_credits: 0, ..traffic };
        let guard = Guard::new(PORTS as u32, LANES as u32, PATIENCE).unwrap();
        let service = 2 * turn(&traffic);
        let bound = bound_cycles(&guard, service) + service;
        for start in run(Either::round_robin(&around()), &traffic, ROOM * bound, seed) {
            prop_assert!(start.waited <= bound, "{:?}", start);
        }
    }

    /// Without bypasses, no packet starts before one of its queue that arrived in an earlier cycle,
    /// or in the same one at an input port with a lower number.
    #[test]
    fn without_bypasses_packets_of_a_queue_go_in_arrival_order(
        traffic in any_traffic(),
        seed in any::<u64>(),
    ) {
        let traffic = Traffic { no_credits: 0, ..traffic };
        let mut last = [(0, 0); PORTS * LANES];
        for start in run(fifo(0), &traffic, 100_000, seed) {
            let last = &mut last[start.queue];
            prop_assert!(*last <= (start.came, start.input), "{:?} after {:?}", start, last);
            *last = (start.came, start.input);
        }
    }
}
