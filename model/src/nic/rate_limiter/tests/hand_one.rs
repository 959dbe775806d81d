//! The single flow, traced by hand.

use super::*;

fn driven(window: u32, response: Response) -> Driven {
    Driven::new(&nic(1, window, response, WORDS))
}

/// A flow that has started a packet of so many words in cycle 3.
fn after_start(driven: &mut Driven, words: u64, more: bool) -> &mut Driven {
    driven.doorbell(0).step();
    assert_eq!(driven.next_grant(), (2, 0));
    driven.start(0, words, more).step();
    driven
}

#[test]
fn a_doorbell_is_granted_two_cycles_later() {
    let mut driven = driven(1, Response::Lipd);
    driven.until(5).doorbell(0).step();
    assert_eq!(driven.next_grant(), (7, 0));
    // The grant is offered for one cycle, because it is accepted.
    driven.until(40);
}

#[test]
fn everything_is_ready_from_the_first_cycle_on() {
    let outputs = driven(1, Response::Lipd).step();
    let ready = RateLimiterOutputs {
        doorbell_ready: true,
        start_ready: true,
        ack_ready: true,
        ..Default::default()
    };
    assert_eq!(outputs, ready);
}

#[test]
fn the_look_up_is_in_the_cycle_after_and_its_delay_three_cycles_later() {
    let mut driven = driven(2, Response::Lipd);
    driven.inputs.delay = 255;
    after_start(&mut driven, 10, true);
    let outputs = driven.step();
    assert!(outputs.look_up && outputs.look_up_fresh && !outputs.start_ignored);
    let outputs = driven.step();
    assert!(!outputs.look_up && outputs.look_up_fresh);
    driven.step();
    driven.inputs.delay = 3;
    driven.step();
    driven.inputs.delay = 255;
    // (3 + 1) · 10 cycles after cycle 3.
    assert_eq!(driven.next_grant(), (43, 0));
    driven.start(0, 10, false).step();
    let outputs = driven.step();
    assert!(outputs.look_up && !outputs.look_up_fresh);
}

#[test]
fn a_start_is_followed_by_a_grant_after_nine_cycles_at_the_earliest() {
    for (words, ipd, grant) in [(1, 0, 12), (8, 0, 12), (9, 0, 12), (10, 0, 13), (5, 1, 13)] {
        let mut driven = driven(2, Response::Lipd);
        driven.inputs.delay = ipd;
        after_start(&mut driven, words, true);
        assert_eq!(driven.next_grant(), (grant, 0), "{words} words, IPD {ipd}");
    }
}

#[test]
fn a_delay_from_the_table_is_rounded_up_to_a_cycle_but_adds_up_exactly() {
    // Two ticks a cycle; 21 words are 42 ticks, an eighth of which is 5.
    let mut driven = driven(2, Response::Cct);
    driven.inputs.delay = entry(3, 1);
    after_start(&mut driven, 21, true);
    // Tick 6 + 47 = 53.
    assert_eq!(driven.next_grant(), (27, 0));
    driven.start(0, 21, true).ack(0).step();
    // Tick 53 + 47 = 100.
    assert_eq!(driven.next_grant(), (50, 0));
}

#[test]
fn a_late_start_makes_the_next_one_no_later_up_to_a_packet() {
    // The delay is 40 cycles, so the schedule is cycle 43, and the start is late by so many cycles.
    for (late, next) in [(1, 83), (5, 83), (30, 83), (31, 83), (39, 91), (40, 92), (41, 93)] {
        let mut driven = driven(2, Response::Lipd);
        driven.inputs.delay = 3;
        after_start(&mut driven, 10, true);
        assert_eq!(driven.next_grant(), (43, 0));
        let start = 43 + late;
        driven.until(start).start(0, 10, true).ack(0).step();
        // 39 cycles late is within the credit: the schedule is cycle 83, but the grant takes 9
        // cycles.
        assert_eq!(driven.next_grant(), (next.max(start + 9), 0), "{late} cycles late");
        let expected = if late < 40 { 83 } else { start };
        assert_eq!(driven.one().next_start, expected, "{late} cycles late");
    }
}

#[test]
fn a_flow_without_a_packet_earns_no_credit_and_one_whose_window_is_closed_does() {
    for (more, doorbell, fresh) in [(false, 44, true), (true, 44, false), (false, 41, false)] {
        let mut driven = driven(1, Response::Lipd);
        driven.inputs.delay = 3;
        after_start(&mut driven, 10, more);
        // The flow is parked or due from the end of cycle 41 on.
        driven.until(doorbell).doorbell(0).step();
        driven.until(50).ack(0).step();
        assert_eq!(driven.next_grant(), (52, 0));
        driven.start(0, 10, true).ack(0).step();
        let outputs = driven.step();
        assert_eq!(outputs.look_up_fresh, fresh, "{more} {doorbell}");
        // Late by 10 cycles, or a first packet.
        driven.ack(0).step();
        assert_eq!(driven.next_grant(), (if fresh { 93 } else { 83 }, 0), "{more} {doorbell}");
    }
}

#[test]
fn a_packet_of_no_words_is_not_in_flight_and_asks_for_no_delay() {
    for (more, doorbell) in [(true, 9), (false, 5)] {
        let mut driven = driven(1, Response::Lipd);
        driven.inputs.delay = 255;
        after_start(&mut driven, 0, more);
        let outputs = driven.step();
        assert!(!outputs.look_up && outputs.look_up_fresh && !outputs.start_ignored);
        if !more {
            driven.until(doorbell).doorbell(0).step();
        }
        assert_eq!(driven.next_grant(), (12, 0));
        assert_eq!(driven.one().in_flight, 0);
    }
}

#[test]
fn starts_without_a_grant_that_was_taken_before_change_nothing() {
    let mut driven = driven(4, Response::Lipd);
    // No grant yet.
    driven.start(0, 10, true).step();
    assert!(driven.step().start_ignored);
    driven.inputs.grant_ready = false;
    driven.doorbell(0).step();
    assert_eq!(driven.next_grant(), (4, 0));
    // Offered, but not accepted; then accepted in the same cycle.
    driven.start(0, 10, true).step();
    driven.inputs.grant_ready = true;
    let outputs = driven.start(0, 10, true).step();
    assert!(outputs.grant && outputs.start_ignored && !outputs.look_up);
    // Start of another flow.
    let outputs = driven.start(1, 10, true).step();
    assert!(!outputs.grant && outputs.start_ignored && !outputs.look_up);
    let outputs = driven.start(0, 10, false).step();
    assert!(outputs.start_ignored && !outputs.look_up && !outputs.look_up_fresh);
    // The legal start, and a second one.
    let outputs = driven.start(0, 10, false).step();
    assert!(!outputs.start_ignored && outputs.look_up && outputs.look_up_fresh);
    let outputs = driven.step();
    assert!(outputs.start_ignored && !outputs.look_up && !outputs.look_up_fresh);
    assert_eq!(driven.one().in_flight, 1);
    driven.until(200);
}

#[test]
fn acks_open_the_window_and_are_ignored_if_nothing_is_in_flight() {
    let mut driven = driven(1, Response::Lipd);
    driven.ack(0).step();
    let outputs = driven.ack(1).step();
    assert!(outputs.ack_ignored);
    assert!(driven.step().ack_ignored);
    assert!(!driven.step().ack_ignored);
    driven.doorbell(0).step();
    assert_eq!(driven.next_grant(), (6, 0));
    // An ACK together with the start is for no packet in flight.
    driven.start(0, 10, true).ack(0).step();
    let outputs = driven.step();
    assert!(outputs.ack_ignored && outputs.look_up);
    driven.until(100).ack(0).step();
    assert_eq!(driven.next_grant(), (102, 0));
    assert!(!driven.step().ack_ignored);
}

#[test]
fn a_start_and_an_ack_in_one_cycle_leave_what_is_in_flight() {
    for (words, left) in [(10, 1), (0, 0)] {
        let mut driven = driven(2, Response::Lipd);
        after_start(&mut driven, 10, true);
        driven.next_grant();
        driven.start(0, words, true).ack(0).step();
        assert!(!driven.step().ack_ignored);
        assert_eq!(driven.one().in_flight, left);
    }
}

#[test]
fn an_ack_acknowledges_all_its_packets_or_is_ignored() {
    let mut driven = Driven::new(&nic(1, 4, Response::Lipd, WORDS));
    driven.doorbell(0);
    for _ in 0..4 {
        let (cycle, _) = driven.next_grant();
        driven.until(cycle + 1).start(0, 1, true).step();
    }
    for (packets, left) in [(0, 4), (5, 4), (3, 1), (2, 1), (1, 0), (1, 0)] {
        let before = driven.one().in_flight;
        driven.acks(0, packets).step();
        assert_eq!(driven.one().in_flight, left, "{packets}");
        // The window may have opened meanwhile, but nothing starts.
        assert_eq!(driven.step().ack_ignored, before == left, "{packets}");
    }
}

#[test]
fn a_doorbell_in_the_cycle_of_the_decision_is_for_the_packet_behind() {
    let mut driven = driven(2, Response::Lipd);
    driven.doorbell(0).step();
    driven.doorbell(0).step();
    assert_eq!(driven.next_grant(), (2, 0));
    driven.start(0, 10, false).step();
    assert_eq!(driven.next_grant(), (13, 0));
    driven.start(0, 10, false).step();
    driven.until(100);
}

#[test]
fn a_lateness_that_wraps_costs_a_delay_at_most() {
    // Packets of one beat: 9 bits of ticks, 10 of time.
    let mut driven = Driven::new(&nic(1, 1, Response::Lipd, (1, 64)));
    driven.inputs.delay = 19;
    after_start(&mut driven, 1, true);
    // The schedule is cycle 23. The ACK is received 1024 + 17 cycles later.
    driven.until(23 + 1024 + 14).ack(0).step();
    assert_eq!(driven.next_grant(), (23 + 1024 + 16, 0));
    driven.start(0, 1, true).ack(0).step();
    driven.step();
    driven.ack(0).step();
    // A lateness of 17 of 20 cycles: three cycles after the start.
    assert_eq!(driven.next_grant(), (23 + 1024 + 17 + 9, 0));
    assert_eq!(driven.one().next_start, 23 + 1024 + 17 + 3);
}

#[test]
fn reset_brings_all_back() {
    let parameters = nic(1, 3, Response::Cct, WORDS);
    let mut driven = Driven::new(&parameters);
    after_start(&mut driven, 10, true);
    driven.doorbell(0).ack(1).start(0, 3, true).step();
    assert_ne!(driven.model, RateLimiter::new(&parameters));
    driven.model.reset();
    assert_eq!(driven.model, RateLimiter::new(&parameters));
}
