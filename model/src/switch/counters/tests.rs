//! Slots traced by hand, and counters against sums of all events.

use super::*;
use crate::switch::packets;
use proptest::prelude::*;
use tailback_spec::switch::counters::{blocks_in, blocks_out, packets_in};

fn port() -> Port {
    packets::port(8)
}

fn counters() -> PortCounters {
    PortCounters::new(&port())
}

fn turn(index: usize) -> PortCountersInputs {
    PortCountersInputs { index: index as u64, ..Default::default() }
}

fn events(list: &[usize]) -> BitLanes {
    let mut events = BitLanes::default();
    list.iter().for_each(|counter| events.set(*counter));
    events
}

/// Value in the cycle after a slot; that next slot is counter 0's.
fn value(counters: &mut PortCounters, inputs: PortCountersInputs) -> u64 {
    counters.cycle(&inputs);
    counters.cycle(&turn(0)).value
}

#[test]
fn what_happens_in_the_cycle_of_the_turn_is_told_with_the_next() {
    let mut counters = counters();
    let first = PortCountersInputs { clear: true, events: events(&[3]), ..turn(3) };
    assert_eq!(value(&mut counters, first), 0);
    assert_eq!(value(&mut counters, turn(3)), 1);
    assert_eq!(value(&mut counters, turn(3)), 1);
}

#[test]
fn a_counter_begins_at_zero_after_reset_whatever_the_memory_holds() {
    let mut counters = counters();
    counters.memory[5] = 77;
    counters.cycle(&PortCountersInputs { events: events(&[5]), ..turn(0) });
    counters.reset();
    counters.cycle(&PortCountersInputs { events: events(&[5]), ..turn(0) });
    assert_eq!(value(&mut counters, PortCountersInputs { clear: true, ..turn(5) }), 1);
    assert_eq!(value(&mut counters, turn(5)), 1);
}

#[test]
fn a_counter_wraps_around() {
    let mut counters = counters();
    counters.memory[5] = u32::MAX;
    counters.cycle(&PortCountersInputs { events: events(&[5]), ..turn(0) });
    assert_eq!(value(&mut counters, turn(5)), 0);
}

#[test]
fn counters_of_blocks_count_blocks_and_no_events() {
    let (port, mut counters) = (port(), counters());
    for lane in 0..port.lanes() {
        let [come, go] = [blocks_in(&port, lane), blocks_out(&port, lane)];
        let mut inputs = PortCountersInputs { events: events(&[come, go]), ..turn(0) };
        inputs.blocks_in = (0..port.lanes()).map(|other| 4 * u32::from(other == lane)).collect();
        inputs.blocks_out = (0..port.lanes()).map(|other| 9 * u32::from(other == lane)).collect();
        counters.cycle(&inputs);
        assert_eq!([come, go].map(|index| value(&mut counters, turn(index))), [4, 9]);
        assert_eq!(value(&mut counters, turn(packets_in(&port, lane))), 0);
    }
}

proptest! {
    #[test]
    fn a_counter_is_the_sum_of_what_happened_before_its_turn(
        happens in prop::collection::vec((0..40_usize, 0..40_usize, 0..5_u32), 1..300),
    ) {
        let (port, mut counters) = (port(), counters());
        let count = counters::count(&port);
        let mut sums = vec![0; count];
        let mut before = 0;
        for (cycle, (one, other, blocks)) in happens.into_iter().enumerate() {
            let index = cycle % count;
            let inputs = PortCountersInputs {
                clear: cycle < count,
                events: events(&[one, other]),
                blocks_in: [0, blocks].into_iter().collect(),
                ..turn(index)
            };
            prop_assert_eq!(counters.cycle(&inputs).value, u64::from(before));
            before = sums[index];
            let of_blocks: Vec<usize> = (0..port.lanes())
                .flat_map(|lane| [blocks_in(&port, lane), blocks_out(&port, lane)])
                .collect();
            let mut counted = vec![one, other];
            counted.dedup();
            counted.into_iter().filter(|it| *it < count && !of_blocks.contains(it)).for_each(|it| sums[it] += 1);
            sums[blocks_in(&port, 1)] += blocks;
        }
    }
}
