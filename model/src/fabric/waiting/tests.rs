//! Choices of the FIFO allocator, traced by hand.

use super::*;
use tailback_spec::{config::Override, presets};

/// No packets, in a switch of four ports.
fn waiting(bypasses: u32) -> Waiting {
    let bypasses: Override = format!("allocator.bypasses={bypasses}").parse().expect("override");
    let config = Config::from_toml_with(presets::ALL[0].toml, &[bypasses]).expect("valid");
    Waiting::new(4, &config)
}

/// No packets, in a switch of four ports with a round-robin allocator.
fn round_robin() -> Waiting {
    let kind: Override = "allocator.kind=round-robin".parse().expect("override");
    let config = Config::from_toml_with(presets::ALL[0].toml, &[kind]).expect("valid");
    Waiting::new(4, &config)
}

/// Credits for all packets.
const ENOUGH: fn(u32) -> u64 = |_| 0;

/// Adds packets, each with its input port, its output port and the cycle in which it arrived; their
/// numbers are their indices.
fn add(waiting: &mut Waiting, packets: &[(u8, u8, u64)]) {
    for (packet, (input, output, came)) in packets.iter().enumerate() {
        waiting.add(Entry { input: *input, output: *output, packet: packet as u32 }, *came);
    }
}

/// The packets that are chosen in a cycle, in the order of their input ports; some of these ports
/// are busy. All output ports are free, and have credits.
fn choose(waiting: &mut Waiting, now: u64, busy: &[usize]) -> Vec<u32> {
    choose_with(waiting, now, busy, &[])
}

/// The packets that are chosen in a cycle in which there are no credits for some.
fn choose_with(waiting: &mut Waiting, now: u64, busy: &[usize], lacking: &[u32]) -> Vec<u32> {
    let free = |input: usize| now + u64::from(busy.contains(&input));
    let credits = |packet: u32| if lacking.contains(&packet) { NEVER } else { now };
    let mut requests = Requests::none();
    for output in set_lanes(waiting.due(now)) {
        match waiting.able(output, u64::MAX, now, free, credits) {
            Ok(inputs) => requests.add(output, inputs),
            Err(until) => waiting.sleep(output, until),
        }
    }
    waiting
        .choose(&requests, now, |_, _| true)
        .as_slice()
        .iter()
        .map(|entry| entry.packet)
        .collect()
}

#[test]
fn the_oldest_packet_comes_first_and_of_those_of_a_cycle_that_of_the_lowest_input_port() {
    let mut waiting = waiting(4);
    add(&mut waiting, &[(2, 0, 5), (3, 0, 6), (1, 0, 6)]);
    assert_eq!(choose(&mut waiting, 7, &[]), [0]);
    assert_eq!(choose(&mut waiting, 9, &[]), [2]);
    assert_eq!(choose(&mut waiting, 11, &[]), [1]);
    assert!(choose(&mut waiting, 13, &[]).is_empty());
    assert_eq!(waiting.next_choice(), None);
}

#[test]
fn all_output_ports_choose_in_the_same_cycle() {
    let mut waiting = waiting(4);
    add(&mut waiting, &[(0, 1, 5), (1, 2, 5), (2, 0, 5)]);
    assert!(choose(&mut waiting, 6, &[]).is_empty());
    assert_eq!(choose(&mut waiting, 7, &[]), [0, 1, 2]);
}

#[test]
fn a_packet_is_bypassed_as_often_as_it_may_be_and_is_waited_for_then() {
    let mut waiting = waiting(2);
    add(&mut waiting, &[(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 0, 4), (1, 0, 5)]);
    assert_eq!(choose(&mut waiting, 10, &[0]), [1]);
    assert_eq!(choose(&mut waiting, 12, &[0]), [2]);
    assert!(choose(&mut waiting, 14, &[0]).is_empty());
    assert_eq!(waiting.next_choice(), Some(15));
    assert!(choose(&mut waiting, 15, &[0]).is_empty());
    assert_eq!(choose(&mut waiting, 16, &[]), [0]);
    // The next packet is not bypassed yet.
    assert_eq!(choose(&mut waiting, 18, &[3]), [4]);
}

#[test]
fn a_packet_beyond_the_window_is_not_chosen_though_its_input_port_is_free() {
    let mut waiting = waiting(1);
    add(&mut waiting, &[(0, 0, 1), (1, 0, 2), (2, 0, 3)]);
    assert!(choose(&mut waiting, 10, &[0, 1]).is_empty());
    assert_eq!(choose(&mut waiting, 11, &[0]), [1]);
}

#[test]
fn packets_that_arrive_in_the_same_cycle_bypass_each_other() {
    let mut waiting = waiting(1);
    add(&mut waiting, &[(0, 0, 1), (1, 0, 1), (2, 0, 2)]);
    assert_eq!(choose(&mut waiting, 10, &[0]), [1]);
    assert!(choose(&mut waiting, 12, &[0]).is_empty());
    assert_eq!(choose(&mut waiting, 13, &[]), [0]);
    assert_eq!(choose(&mut waiting, 15, &[]), [2]);
}

#[test]
fn one_packet_for_an_output_port_enters_its_list_in_a_cycle() {
    let orders: [[u8; 3]; 3] = [[0, 1, 2], [2, 1, 0], [1, 0, 2]];
    for order in orders {
        let mut waiting = waiting(4);
        add(&mut waiting, &order.map(|input| (input, 0, 5)));
        add(&mut waiting, &[(3, 0, 6), (3, 1, 6), (0, 0, 20)]);
        for last in 0..4 {
            // Input port `last` is free now, and all others much later.
            let free = |input: usize| if input == last { 0 } else { 100 };
            for now in 7..7 + last as u64 {
                assert_eq!(waiting.able(0, u64::MAX, now, free, ENOUGH), Err(now + 1), "{order:?}");
            }
            assert_eq!(
                waiting.able(0, u64::MAX, 7 + last as u64, free, ENOUGH),
                Ok(1 << last),
                "{order:?}"
            );
        }
        assert_eq!(
            waiting.able(1, u64::MAX, 8, |_| 0, ENOUGH),
            Ok(1 << 3),
            "other output ports do not wait"
        );
        let all_are_busy = |_| 100;
        assert_eq!(waiting.able(0, u64::MAX, 10, all_are_busy, ENOUGH), Err(22));
        assert_eq!(waiting.able(0, u64::MAX, 22, all_are_busy, ENOUGH), Err(100));
    }
}

#[test]
fn an_output_port_wakes_when_a_further_packet_enters_its_list() {
    let mut waiting = waiting(4);
    add(&mut waiting, &[(0, 0, 5), (1, 0, 5)]);
    let free = |input: usize| if input == 0 { 100 } else { 0 };
    let until =
        waiting.able(0, u64::MAX, 7, free, ENOUGH).expect_err("the other packet has not entered");
    waiting.sleep(0, until);
    assert_eq!((waiting.next_choice(), waiting.due(7)), (Some(8), 0));
    assert_eq!(choose(&mut waiting, 8, &[0]), [1]);
}

#[test]
fn an_output_port_that_is_declined_offers_itself_again_after_a_cycle() {
    let mut waiting = waiting(4);
    add(&mut waiting, &[(0, 1, 1), (0, 2, 1)]);
    assert_eq!(choose(&mut waiting, 10, &[]), [0]);
    waiting.add(Entry { input: 3, output: 2, packet: 2 }, 9);
    assert!(choose(&mut waiting, 11, &[0]).is_empty(), "the offer stands");
    assert_eq!(choose(&mut waiting, 12, &[0]), [2]);
}

#[test]
fn looks_that_do_not_see_a_grant_yet_make_a_void_offer_to_its_input_port() {
    for after in [1, 2] {
        let mut waiting = waiting(4);
        add(&mut waiting, &[(0, 1, 1)]);
        assert_eq!(choose(&mut waiting, 10, &[]), [0]);
        // Another output port sees a packet of the same input port for the first time.
        let came = 10 + after - 2;
        for (input, packet) in [(0, 1), (3, 2)] {
            waiting.add(Entry { input, output: 2, packet }, came);
        }
        let look = 10 + after;
        assert!(choose(&mut waiting, look, &[]).is_empty(), "the offer is void");
        assert_eq!(choose(&mut waiting, look + 1, &[0]), [2], "and keeps from no other one");
    }
    let mut waiting = waiting(4);
    add(&mut waiting, &[(0, 1, 1), (0, 2, 11)]);
    assert_eq!(choose(&mut waiting, 10, &[]), [0]);
    assert_eq!(choose(&mut waiting, 13, &[]), [1], "accepted from the third look on");
}

#[test]
fn with_round_robin_output_ports_choose_independently_of_each_other() {
    let mut waiting = round_robin();
    add(&mut waiting, &[(0, 1, 8), (2, 1, 8)]);
    assert_eq!(choose(&mut waiting, 10, &[]), [0]);
    waiting.add(Entry { input: 1, output: 0, packet: 2 }, 9);
    waiting.add(Entry { input: 0, output: 3, packet: 3 }, 9);
    // The offer to input port 0 is void.
    assert_eq!(choose(&mut waiting, 11, &[]), [2]);
    assert_eq!(choose(&mut waiting, 12, &[]), [1]);
    assert_eq!(choose(&mut waiting, 13, &[]), [3]);
}

#[test]
fn the_next_packet_of_an_input_port_is_known_four_cycles_after_a_start_if_it_was_there() {
    for (came, known) in [(2, 17), (11, 17), (12, 14), (20, 22)] {
        let mut waiting = waiting(4);
        add(&mut waiting, &[(0, 0, 1)]);
        // The first packet is read in cycle 13.
        assert_eq!(choose(&mut waiting, 10, &[]), [0]);
        waiting.add(Entry { input: 0, output: 0, packet: 1 }, came);
        for now in 14..known {
            assert!(choose(&mut waiting, now, &[]).is_empty(), "{came}: {now}");
            assert_eq!(waiting.next_choice(), Some(known));
        }
        assert_eq!(choose(&mut waiting, known, &[]), [1], "{came}");
    }
}

#[test]
fn with_fifo_others_wait_until_the_oldest_packet_is_known_and_with_round_robin_they_do_not() {
    let packets = [(0, 0, 1), (0, 0, 2), (1, 0, 3)];
    let mut waiting = waiting(4);
    add(&mut waiting, &packets);
    assert_eq!(choose(&mut waiting, 10, &[]), [0]);
    assert!(choose(&mut waiting, 14, &[0]).is_empty());
    assert!(choose(&mut waiting, 16, &[0]).is_empty());
    assert_eq!(choose(&mut waiting, 17, &[0]), [2]);
    let mut waiting = round_robin();
    add(&mut waiting, &packets);
    assert_eq!(choose(&mut waiting, 10, &[]), [0]);
    assert_eq!(choose(&mut waiting, 14, &[]), [2]);
    assert_eq!(choose(&mut waiting, 18, &[]), [1]);
}

#[test]
fn a_packet_without_credits_is_passed_over_unless_it_is_the_oldest() {
    let mut waiting = waiting(2);
    add(&mut waiting, &[(0, 0, 1), (1, 0, 2), (2, 0, 3)]);
    assert!(choose_with(&mut waiting, 10, &[], &[0]).is_empty());
    assert_eq!(waiting.next_choice(), None, "until credits are received");
    waiting.wake(0, 12);
    assert_eq!(choose_with(&mut waiting, 12, &[0], &[1]), [2]);
    assert!(choose_with(&mut waiting, 16, &[], &[0]).is_empty());
    waiting.wake(0, 17);
    assert_eq!(choose_with(&mut waiting, 17, &[0], &[]), [1]);
    // The output port is owed to input port 0.
    add(&mut waiting, &[(3, 0, 18)]);
    assert!(choose_with(&mut waiting, 21, &[0], &[]).is_empty());
    let mut waiting = round_robin();
    add(&mut waiting, &[(0, 0, 1), (1, 0, 2)]);
    assert_eq!(choose_with(&mut waiting, 10, &[], &[0]), [1]);
}

#[test]
fn an_input_port_accepts_in_rotation_whatever_is_owed_to_it() {
    let mut waiting = waiting(1);
    add(&mut waiting, &[(0, 2, 1), (3, 2, 2)]);
    // The output port is owed to input port 0 from now on.
    assert_eq!(choose(&mut waiting, 10, &[0]), [1]);
    for packet in [2, 3] {
        waiting.add(Entry { input: 0, output: 1, packet }, 9 + u64::from(packet));
    }
    waiting.add(Entry { input: 0, output: 2, packet: 4 }, 12);
    assert_eq!(choose(&mut waiting, 14, &[]), [2]);
    assert_eq!(choose(&mut waiting, 18, &[]), [0]);
    assert_eq!(choose(&mut waiting, 22, &[]), [3]);
    assert_eq!(choose(&mut waiting, 26, &[]), [4]);
}

/// Packets of input port 0 and of input port 3 for output port 0, the former of which has been
/// declined twice in each of so many rounds: its looks did not see that packets of input port 0 were
/// chosen for output port 1. Returns the cycle in which the last one of these was chosen.
fn declined(rounds: u64) -> (Waiting, u64) {
    const ROUND: u64 = 10;
    let mut waiting = waiting(4);
    add(&mut waiting, &[(0, 0, 1), (3, 0, 2)]);
    for round in 1..=rounds + 1 {
        waiting.add(Entry { input: 0, output: 1, packet: 10 + round as u32 }, 2 + round);
    }
    let mut now = 20;
    for round in 1..=rounds {
        now += ROUND;
        waiting.sleep(0, now + 1);
        assert_eq!(choose(&mut waiting, now, &[3]), [10 + round as u32]);
        assert!(choose(&mut waiting, now + 1, &[3]).is_empty(), "void");
        assert!(choose(&mut waiting, now + 2, &[3]).is_empty(), "void");
    }
    (waiting, now)
}

#[test]
fn an_output_port_that_was_declined_often_waits_for_its_oldest_packet() {
    // The first look that sees the 15th decline is the third one after that which led to it.
    for (rounds, after, chosen) in [(7, 5, 1), (8, 3, 1), (8, 4, 0), (8, 5, 0)] {
        let (mut waiting, now) = declined(rounds);
        assert_eq!(choose(&mut waiting, now + after, &[0]).len(), chosen, "{rounds}, {after}");
        assert!(waiting.waits(0));
    }
    let (mut waiting, now) = declined(8);
    assert!(choose(&mut waiting, now + 5, &[0]).is_empty());
    assert_eq!(choose(&mut waiting, now + 6, &[]), [0]);
    assert_eq!(choose(&mut waiting, now + 10, &[0]), [1], "insists no more");
}

#[test]
fn an_input_port_prefers_an_output_port_that_was_declined_often() {
    for (rounds, first) in [(7, 50), (8, 0)] {
        let (mut waiting, now) = declined(rounds);
        // Output port 1 was served last: output port 2 is the first in rotation.
        waiting.add(Entry { input: 0, output: 2, packet: 50 }, now);
        assert_eq!(choose(&mut waiting, now + 10, &[3]), [first], "{rounds}");
    }
}
