//! Values of each register, cycle by cycle.

use super::*;
use tailback_spec::switch::input_buffer::FETCH_CYCLES;

const LANES: usize = 2;
const QUEUES: usize = 3 * LANES;

fn small() -> Port {
    port(3, 1, 10, 5)
}

fn both() -> [Either; 2] {
    [Either::fifo(&small(), 4), Either::round_robin(&small())]
}

/// Outputs of all cycles for a packet that arrives in the first cycle and waits from the second one
/// until it starts; `near_end` and `ends` are cycles of the packet that is sent.
fn one_packet(
    dispatcher: &mut Either,
    (input, queue): (usize, usize),
    (near_end, ends): (&[usize], usize),
    cycles: usize,
) -> Vec<DispatcherOutputs> {
    (0..cycles)
        .map(|cycle| {
            dispatcher.cycle(&Around {
                arrive: if cycle == 0 { vec![(input, queue)] } else { vec![] },
                known: if (1..=4).contains(&cycle) { vec![(input, queue)] } else { vec![] },
                credits: all_credits(QUEUES),
                near_end: u64::from(near_end.contains(&cycle)) << input,
                ends: u64::from(cycle == ends) << input,
                ..Default::default()
            })
        })
        .collect()
}

#[test]
fn a_packet_that_finds_all_free_starts_four_cycles_after_it_came() {
    for mut dispatcher in both() {
        let queue = LANES + 1;
        let outputs = one_packet(&mut dispatcher, (2, queue), (&[], 7), 10);
        let started: Vec<_> = outputs.iter().map(|it| it.start).collect();
        assert_eq!(started, [0, 0, 0, 0, 0b100, 0, 0, 0, 0, 0]);
        let engaged: Vec<_> = outputs.iter().map(|it| it.engaged).collect();
        assert_eq!(engaged, [0, 0, 0, 0, 0b10, 0b10, 0b10, 0b10, 0, 0]);
        // Words are issued from the cycle after the start on.
        let connected: Vec<_> = outputs.iter().map(|it| it.connected).collect();
        assert_eq!(connected, [0, 0, 0, 0, 0, 0b10, 0b10, 0b10, 0, 0]);
        let feeder: Vec<_> = outputs.iter().map(|it| it.feeder[1]).collect();
        assert_eq!(feeder, [0, 0, 0, 0, 0, 2, 2, 2, 2, 2]);
        // The packet started last is still shown after its end.
        for outputs in &outputs[4..] {
            assert_eq!(outputs.start_queue[..], [0, 0, queue as u32]);
            assert_eq!(outputs.destination[..], [0, 0, 1]);
            assert_eq!(outputs.lane[..], [0, 0, 1]);
            assert_eq!(outputs.source[..], [0, 2, 0]);
        }
    }
}

#[test]
fn packets_of_different_ports_start_in_the_same_cycle() {
    for mut dispatcher in both() {
        let packets = [(0, 2 * LANES), (1, LANES + 1), (2, 0)];
        let outputs: Vec<_> = (0..6)
            .map(|cycle| {
                dispatcher.cycle(&Around {
                    arrive: if cycle == 0 { packets.to_vec() } else { vec![] },
                    known: if (1..=4).contains(&cycle) { packets.to_vec() } else { vec![] },
                    credits: all_credits(QUEUES),
                    ..Default::default()
                })
            })
            .collect();
        let started: Vec<_> = outputs.iter().map(|it| it.start).collect();
        assert_eq!(started, [0, 0, 0, 0, 0b111, 0]);
        assert_eq!(outputs[4].start_queue[..], packets.map(|(_, queue)| queue as u32));
        assert_eq!(outputs[4].source[..], [2, 1, 0]);
        assert_eq!(outputs[4].engaged, 0b111);
    }
}

/// Starts, engaged outputs, and connected ones, with a packet of six words from input 0 to output
/// 1, and another one for the output that waits.
fn two_packets(second_input: usize) -> Vec<[Vec<u64>; 3]> {
    both()
        .map(|mut dispatcher| {
            let (mut starts, mut engaged, mut connected) = (vec![], vec![], vec![]);
            for cycle in 0..19 {
                let mut around = Around { credits: all_credits(QUEUES), ..Default::default() };
                let packets = [(0, 1, 4), (second_input, 2, 10)];
                for (number, (input, came, starts)) in packets.into_iter().enumerate() {
                    if cycle == came - 1 {
                        around.arrive.push((input, LANES));
                    }
                    if (came..=starts).contains(&cycle) {
                        around.known.push((input, LANES));
                    }
                    let end = 10 + 6 * number;
                    let is_near = (end - 3..=end).contains(&cycle);
                    around.near_end |= u64::from(is_near) << input;
                    around.ends |= u64::from(cycle == end) << input;
                }
                // An input port is not near its end as it starts the next packet.
                if cycle == 10 {
                    around.near_end &= !(1 << second_input);
                }
                let outputs = dispatcher.cycle(&around);
                starts.push(outputs.start);
                engaged.push(outputs.engaged);
                connected.push(outputs.connected);
            }
            [starts, engaged, connected]
        })
        .into()
}

#[test]
fn the_next_packet_follows_without_a_gap_from_the_same_input_and_from_another() {
    for second in [0, 1] {
        for [starts, engaged, connected] in two_packets(second) {
            let mut expected = vec![0; 19];
            (expected[4], expected[10]) = (1, 1 << second);
            assert_eq!(starts, expected, "input {second}");
            let all = |first: u64, last: u64| -> Vec<u64> {
                (0..19).map(|cycle| u64::from((first..=last).contains(&cycle)) << 1).collect()
            };
            assert_eq!(engaged, all(4, 16), "input {second}");
            assert_eq!(connected, all(5, 16), "input {second}");
        }
    }
}

#[test]
fn an_output_is_released_as_its_input_starts_a_packet_for_another_one() {
    for mut dispatcher in both() {
        let packets = [(0, LANES), (0, 2 * LANES)];
        let shown: Vec<_> = (0..13)
            .map(|cycle| {
                let mut around = Around { credits: all_credits(QUEUES), ..Default::default() };
                for (number, packet) in packets.into_iter().enumerate() {
                    if cycle == number {
                        around.arrive.push(packet);
                    }
                    if (number + 1..=4 + 4 * number).contains(&cycle) {
                        around.known.push(packet);
                    }
                }
                // The first packet is near its end from its first word on, and ends as the second
                // one starts.
                around.near_end = u64::from((5..8).contains(&cycle));
                around.ends = u64::from(cycle == 8 || cycle == 11);
                dispatcher.cycle(&around)
            })
            .collect();
        let started: Vec<_> = (0..13).filter(|&cycle| shown[cycle].start != 0).collect();
        assert_eq!(started, [4, 8]);
        let engaged: Vec<_> = shown.iter().map(|it| it.engaged).collect();
        let (first, both, second) = (0b010, 0b110, 0b100);
        let expected: [u64; 9] = [first, first, first, first, both, second, second, second, 0];
        assert_eq!(engaged[4..], expected);
        let connected: Vec<_> = shown.iter().map(|it| it.connected).collect();
        // The first word of the second packet is issued in cycle 9, and is not for the first output.
        let expected = [0, first, first, first, first, second, second, second, 0];
        assert_eq!(connected[4..], expected);
    }
}

#[test]
fn a_packet_that_is_seen_as_the_last_word_goes_starts_three_cycles_later() {
    // Near its end in the last cycle only.
    for mut dispatcher in both() {
        one_packet(&mut dispatcher, (0, LANES), (&[], 99), 9);
        let around = |near_end, ends| Around {
            arrive: vec![],
            known: vec![(0, LANES)],
            credits: all_credits(QUEUES),
            near_end,
            ends,
            ..Default::default()
        };
        if let Either::Fifo(_) = dispatcher {
            let busy = Around { arrive: vec![(0, LANES)], ..around(0, 0) };
            dispatcher.cycle(&busy);
        }
        dispatcher.cycle(&around(0, 0));
        let starts = [around(1, 1), around(0, 0), around(0, 0), around(0, 0), around(0, 0)]
            .map(|around| dispatcher.cycle(&around).start);
        assert_eq!(starts, [0, 0, 0, 1, 0]);
    }
}

/// Cycles in which packets of so many beats start, all of input 0 and for the same output; the next
/// one is known so many cycles after a start.
fn short_packets(mut dispatcher: Either, beats: usize, fetch: usize) -> Vec<usize> {
    let mut starts: Vec<usize> = Vec::new();
    for cycle in 0..26 {
        // A register shows the packets that start, independent of the rest of the cycle.
        if dispatcher.clone().cycle(&Around::default()).start != 0 {
            starts.push(cycle);
        }
        let since = starts.last().map(|start| cycle - start);
        let is_known = cycle > 0 && since.is_none_or(|since| since == 0 || since >= fetch);
        // The buffer reports the end in the second cycle after the start or later, which may be
        // that of the next start.
        let last = beats.max(2);
        let is_near = since.is_some_and(|since| (last.max(4) - 3..=last).contains(&since));
        let ends = starts.iter().any(|start| start + last == cycle);
        dispatcher.cycle(&Around {
            arrive: if cycle < 6 { vec![(0, LANES)] } else { vec![] },
            known: if is_known { vec![(0, LANES)] } else { vec![] },
            credits: all_credits(QUEUES),
            near_end: u64::from(is_near),
            ends: u64::from(ends),
            ..Default::default()
        });
    }
    starts
}

#[test]
fn packets_of_up_to_four_beats_start_every_four_cycles() {
    for dispatcher in both() {
        for beats in 1..=4 {
            let starts = short_packets(dispatcher.clone(), beats, 1);
            assert_eq!(starts, [4, 8, 12, 16, 20, 24], "{beats}");
        }
        assert_eq!(short_packets(dispatcher, 5, 1), [4, 9, 14, 19, 24]);
    }
}

#[test]
fn packets_of_a_queue_of_the_same_input_start_every_seven_cycles() {
    for dispatcher in both() {
        for beats in 1..=7 {
            let starts = short_packets(dispatcher.clone(), beats, FETCH_CYCLES);
            assert_eq!(starts, [4, 11, 18, 25], "{beats}");
        }
    }
}

#[test]
fn an_output_begins_a_packet_in_the_cycle_of_its_start_only() {
    for mut dispatcher in both() {
        let outputs = one_packet(&mut dispatcher, (2, LANES + 1), (&[], 7), 10);
        let begins: Vec<_> = outputs.iter().map(|it| it.begins).collect();
        assert_eq!(begins, [0, 0, 0, 0, 0b10, 0, 0, 0, 0, 0]);
    }
}

#[test]
fn a_queue_is_stalled_if_no_input_port_can_send_its_first_packet() {
    for mut dispatcher in both() {
        let known = vec![(1, 3), (2, 3)];
        let mut around = Around { known, credits: all_credits(QUEUES), ..Default::default() };
        around.long = vec![(1, 3)];
        assert!(dispatcher.cycle(&around).stalled.is_empty());
        around.long.push((2, 3));
        assert_eq!(dispatcher.cycle(&around).stalled.set_lanes().collect::<Vec<_>>(), [3]);
    }
}

#[test]
fn a_packet_without_credits_is_stalled_while_its_output_is_free() {
    for mut dispatcher in both() {
        let mut around = Around { known: vec![(1, 3), (2, 3), (2, 4)], ..Default::default() };
        around.credits.set(4);
        let stalled = |outputs: DispatcherOutputs| {
            (0..QUEUES).filter(|queue| outputs.stalled.is_set(*queue)).collect::<Vec<_>>()
        };
        assert_eq!(stalled(dispatcher.cycle(&around)), [3]);
        // A packet of another virtual lane engages the output.
        around.arrive = vec![(0, 2)];
        around.known.push((0, 2));
        around.credits.set(2);
        let seen: Vec<_> = (0..6)
            .map(|_| {
                let outputs = dispatcher.cycle(&around);
                around.arrive.clear();
                (outputs.engaged >> 1 & 1, stalled(outputs))
            })
            .collect();
        assert!(
            seen.iter().all(|(engaged, stalled)| (*engaged == 1) != stalled.contains(&3)),
            "{seen:?}"
        );
        assert_eq!(seen.last().unwrap().0, 1);
    }
}

#[test]
fn reset_clears_all_state() {
    for (mut dispatcher, fresh) in both().into_iter().zip(both()) {
        one_packet(&mut dispatcher, (2, LANES + 1), (&[], 99), 8);
        assert_ne!(dispatcher, fresh);
        dispatcher.reset();
        assert_eq!(dispatcher, fresh);
    }
}
