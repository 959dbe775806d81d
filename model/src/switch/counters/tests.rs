//! Slots traced by hand, and counters against sums of all events.

use super::*;
use crate::{bits::first_lanes, switch::packets};
use proptest::prelude::*;
use tailback_spec::switch::counters::{
    blocks_in, blocks_out, credit_stalls, head_of_queue_dropped, marked, packets_in, packets_out,
};

fn port() -> Port {
    packets::port(8)
}

fn counters() -> PortCounters {
    PortCounters::new(&port())
}

fn turn(index: usize) -> PortCountersInputs {
    PortCountersInputs { index: index as u64, ..Default::default() }
}

/// An event of reception in the slot of counter `index`.
fn received(counter: usize, blocks: u64, index: usize) -> PortCountersInputs {
    PortCountersInputs {
        received: true,
        received_index: counter as u64,
        received_blocks: blocks,
        ..turn(index)
    }
}

/// Value in the cycle after a slot; that next slot is counter 0's.
fn value(counters: &mut PortCounters, inputs: PortCountersInputs) -> u64 {
    counters.cycle(&inputs);
    counters.cycle(&turn(0)).value
}

/// Counters of reception.
fn of_reception(port: &Port) -> Vec<usize> {
    use flow_control::*;
    let fixed = [0, 1, 2, 3, 4, 5, 6, RECEIVED, BAD_CRC, BAD_OPERATION, BAD_VIRTUAL_LANE];
    let lanes = (0..port.lanes()).map(|lane| packets_in(port, lane));
    fixed.into_iter().chain([MANAGEMENT_DROPPED]).chain(lanes).collect()
}

/// Values of all counters.
fn values(counters: &mut PortCounters) -> Vec<u64> {
    (0..counters::count(&port())).map(|index| value(counters, turn(index))).collect()
}

#[test]
fn what_is_transmitted_in_the_cycle_of_the_turn_is_told_with_the_next() {
    let mut counters = counters();
    let sent = flow_control::SENT;
    let first = PortCountersInputs { clear: true, sent: true, ..turn(sent) };
    assert_eq!(value(&mut counters, first), 0);
    assert_eq!(value(&mut counters, turn(sent)), 1);
    assert_eq!(value(&mut counters, turn(sent)), 1);
}

#[test]
fn what_is_received_is_told_with_a_turn_two_cycles_later() {
    for counter in of_reception(&port()) {
        let mut counters = counters();
        let trace = [received(counter, 3, counter), turn(counter), turn(counter), turn(counter)];
        let values = trace.each_ref().map(|inputs| counters.cycle(inputs).value);
        assert_eq!(values, [0, 0, 0, 1], "counter {counter}");
    }
}

#[test]
fn an_event_of_reception_in_each_cycle_is_counted() {
    let (port, mut counters) = (port(), counters());
    let [packets, blocks] = [packets_in(&port, 1), blocks_in(&port, 1)];
    for _ in 0..5 {
        counters.cycle(&received(packets, 3, packets));
    }
    counters.cycle(&turn(0));
    assert_eq!([packets, blocks].map(|index| value(&mut counters, turn(index))), [5, 15]);
}

#[test]
fn events_of_reception_are_counted_from_the_first_cycle_after_the_first_round_on() {
    let mut counters = counters();
    counters.memory.fill(77);
    counters.reset();
    let count = counters::count(&port());
    for index in 0..count {
        let inputs = PortCountersInputs { clear: true, ..received(5, 0, index) };
        assert_eq!(counters.cycle(&inputs).value, 0);
    }
    counters.cycle(&received(5, 0, 0));
    let expected = (0..count).map(|index| u64::from(index == 5)).collect::<Vec<_>>();
    assert_eq!(values(&mut counters), expected);
}

#[test]
fn events_of_transmission_are_counted_from_reset_on_whatever_the_memory_holds() {
    let (mut counters, sent) = (counters(), flow_control::SENT);
    counters.memory[sent] = 77;
    counters.cycle(&PortCountersInputs { sent: true, ..turn(0) });
    counters.reset();
    counters.cycle(&PortCountersInputs { clear: true, sent: true, ..turn(0) });
    assert_eq!(value(&mut counters, PortCountersInputs { clear: true, ..turn(sent) }), 1);
    assert_eq!(value(&mut counters, turn(sent)), 1);
}

#[test]
fn reset_drops_an_event_of_reception_that_is_not_yet_in_the_memory() {
    let mut counters = counters();
    counters.cycle(&received(5, 0, 0));
    counters.reset();
    counters.cycle(&turn(0));
    counters.cycle(&turn(0));
    assert_eq!(value(&mut counters, turn(5)), 0);
}

#[test]
fn a_counter_wraps_around() {
    let (port, mut counters) = (port(), counters());
    let wrapping = [5, packets_in(&port, 0), blocks_in(&port, 0), flow_control::SENT];
    wrapping.iter().for_each(|counter| counters.memory[*counter] = u32::MAX);
    counters.cycle(&PortCountersInputs { sent: true, ..received(5, 0, 0) });
    counters.cycle(&received(packets_in(&port, 0), 2, 0));
    counters.cycle(&turn(0));
    assert_eq!(wrapping.map(|index| value(&mut counters, turn(index))), [0, 0, 1, 0]);
}

#[test]
fn blocks_are_counted_beside_the_packets_of_their_lane_and_with_no_other_event() {
    let (port, mut counters) = (port(), counters());
    for counter in of_reception(&port) {
        counters.cycle(&received(counter, 4, 0));
    }
    for lane in 0..port.lanes() {
        let blocks_out = (0..port.lanes()).map(|other| 9 * u32::from(other == lane)).collect();
        counters.cycle(&PortCountersInputs { blocks_out, ..turn(0) });
    }
    counters.cycle(&turn(0));
    let mut expected = vec![0; counters::count(&port)];
    of_reception(&port).into_iter().for_each(|counter| expected[counter] = 1);
    for lane in 0..port.lanes() {
        expected[blocks_in(&port, lane)] = 4;
        expected[blocks_out(&port, lane)] = 9;
    }
    assert_eq!(values(&mut counters), expected);
}

#[test]
fn each_event_of_transmission_has_its_counter() {
    let port = port();
    for lane in 0..port.lanes() {
        let (bit, is_data) = (1 << lane, lane < port.virtual_lanes());
        let mut events = vec![
            (PortCountersInputs { gone: bit, ..turn(0) }, packets_out(&port, lane)),
            (PortCountersInputs { late: bit, ..turn(0) }, head_of_queue_dropped(&port, lane)),
        ];
        if is_data {
            let marks = PortCountersInputs { marked: bit, ..turn(0) };
            let stalls = PortCountersInputs { stalled: bit, ..turn(0) };
            events.push((marks, marked(&port, lane)));
            events.push((stalls, credit_stalls(&port, lane)));
        }
        for (inputs, counter) in events {
            let mut counters = counters();
            counters.cycle(&inputs);
            let all = 0..counters::count(&port);
            let expected = all.map(|index| u64::from(index == counter)).collect::<Vec<_>>();
            assert_eq!(values(&mut counters), expected, "{inputs:?}");
        }
    }
}

proptest! {
    #[test]
    fn a_counter_is_the_sum_of_what_happened_before_its_turn(
        happens in prop::collection::vec(
            (
                (any::<bool>(), any::<prop::sample::Index>(), 0..6_u32),
                (any::<bool>(), any::<[u64; 4]>(), 0..6_u32),
            ),
            1..300,
        ),
    ) {
        let (port, mut counters) = (port(), counters());
        let (count, receptions) = (counters::count(&port), of_reception(&port));
        let [lanes, data] = [port.lanes(), port.virtual_lanes()].map(first_lanes);
        // For each counter, the first cycle of a slot that includes some events, and their number.
        let mut all: Vec<Vec<(usize, u32)>> = vec![Vec::new(); count];
        let mut before = 0;
        for (cycle, (comes, goes)) in happens.into_iter().enumerate() {
            let ((comes, which, blocks), (sent, bits, gone)) = (comes, goes);
            let (index, clear) = (cycle % count, cycle < count);
            let counter = *which.get(&receptions);
            let inputs = PortCountersInputs {
                clear,
                received: comes,
                sent,
                gone: bits[0] & lanes,
                blocks_out: [0, gone].into_iter().collect(),
                marked: bits[1] & data,
                stalled: bits[2] & data,
                late: bits[3] & lanes,
                ..received(counter, blocks.into(), index)
            };
            prop_assert_eq!(counters.cycle(&inputs).value, u64::from(before));
            let told = all[index].iter().filter(|(from, _)| *from <= cycle);
            before = told.map(|(_, number)| number).sum::<u32>();

            if comes && !clear {
                all[counter].push((cycle + 2, 1));
                if let Some(lane) = (0..port.lanes()).find(|it| packets_in(&port, *it) == counter) {
                    all[blocks_in(&port, lane)].push((cycle + 2, blocks));
                }
            }
            let mut goes = |counter: usize, number: u32| all[counter].push((cycle + 1, number));
            goes(flow_control::SENT, sent.into());
            goes(blocks_out(&port, 1), gone);
            for lane in 0..port.lanes() {
                goes(packets_out(&port, lane), (bits[0] >> lane & 1) as u32);
                goes(head_of_queue_dropped(&port, lane), (bits[3] >> lane & 1) as u32);
            }
            for lane in 0..port.virtual_lanes() {
                goes(marked(&port, lane), (bits[1] >> lane & 1) as u32);
                goes(credit_stalls(&port, lane), (bits[2] >> lane & 1) as u32);
            }
        }
    }
}
