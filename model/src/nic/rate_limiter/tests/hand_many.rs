//! Several flows, traced by hand. With 4 of them there are 64 slots, so that frame 16 is the first
//! one in which something happens.

use super::*;

const FLOWS: u32 = 4;
/// The first cycle in which events are taken.
const FIRST: u64 = 64;

fn driven(window: u32, response: Response) -> Driven {
    Driven::new(&nic(FLOWS, window, response, WORDS))
}

/// Flows that rang in this order, one in each frame, and were granted in frames 17, 18, …
fn rung(driven: &mut Driven, flows: &[u64]) {
    for (frame, &flow) in (16..).zip(flows) {
        driven.until_any(4 * frame).doorbell(flow).step();
    }
}

impl Driven {
    /// Cycles without events up to but without `cycle`, whatever is granted.
    fn until_any(&mut self, cycle: u64) -> &mut Self {
        while self.cycle < cycle {
            self.step();
        }
        self
    }
}

#[test]
fn nothing_is_taken_while_memories_are_cleared() {
    let mut driven = driven(1, Response::Lipd);
    for cycle in 0..FIRST {
        let outputs = driven.doorbell(cycle % 4).start(1, 1, true).ack(2).step();
        assert_eq!(outputs, RateLimiterOutputs::default(), "cycle {cycle}");
    }
    let outputs = driven.step();
    assert!(outputs.doorbell_ready && outputs.start_ready && outputs.ack_ready);
    driven.until(FIRST + 100);
}

#[test]
fn events_are_held_until_the_end_of_the_cycle_in_which_they_are_decided() {
    // The cycle of an event within its frame, and for how many further cycles there is no room.
    let starts = [(0, 4), (1, 3), (2, 2), (3, 5)];
    let acks = [(0, 5), (1, 4), (2, 3), (3, 2)];
    let doorbells = [(0, 2), (1, 5), (2, 4), (3, 3)];
    let mut driven = driven(1, Response::Lipd);
    for phase in 0..4 {
        driven.until(FIRST + 16 * phase + phase);
        // Flow 6 is none of the four.
        let outputs = driven.start(2, 5, true).ack(3).doorbell(6).step();
        assert!(outputs.start_ready && outputs.ack_ready && outputs.doorbell_ready);
        for after in 1..8 {
            let outputs = driven.step();
            let ready = [outputs.start_ready, outputs.ack_ready, outputs.doorbell_ready];
            let held = [starts, acks, doorbells].map(|it| it[phase as usize].1);
            assert_eq!(ready, held.map(|held| after > held), "phase {phase}, {after} later");
            let ignored = [outputs.start_ignored, outputs.ack_ignored];
            assert_eq!(ignored, [after == held[0] + 1, after == held[1] + 1]);
        }
    }
}

#[test]
fn a_doorbell_is_granted_in_the_frame_after_next_at_the_latest() {
    for (phase, grant) in [(0, 72), (1, 76), (2, 76), (3, 76)] {
        let mut driven = driven(1, Response::Lipd);
        driven.until(FIRST + phase).doorbell(2).step();
        assert_eq!(driven.next_grant(), (grant, 2), "phase {phase}");
        driven.until(200);
    }
}

#[test]
fn an_undisturbed_flow_is_granted_in_the_cycle_that_its_schedule_says() {
    // Started in frame 19, cycle 76, it is granted 16 cycles later at the earliest.
    for (words, ipd, grant) in [
        (10, 3, 116),
        (41, 0, 117),
        (14, 2, 118),
        (43, 0, 119),
        (17, 0, 93),
        (16, 0, 92),
        (1, 0, 92),
    ] {
        let mut driven = driven(2, Response::Lipd);
        driven.until(FIRST).doorbell(2).step();
        assert_eq!(driven.next_grant(), (72, 2));
        driven.start(2, words, true).step();
        driven.until(77);
        let outputs = driven.step();
        assert!(outputs.look_up && outputs.look_up_fresh && outputs.look_up_flow == 2);
        // It is taken in phase 3 only.
        driven.inputs.delay = 200;
        driven.step();
        driven.inputs.delay = ipd;
        driven.step();
        driven.inputs.delay = 200;
        assert_eq!(driven.next_grant(), (grant, 2), "{words} words, IPD {ipd}");
    }
}

#[test]
fn a_delay_from_the_table_is_rounded_up_to_a_cycle_but_adds_up_exactly() {
    let mut driven = driven(2, Response::Cct);
    driven.inputs.delay = entry(3, 1);
    driven.until(FIRST).doorbell(1).step();
    driven.next_grant();
    // 31 words are 62 ticks, an eighth of which is 7: tick 152 + 69 = 221.
    driven.start(1, 31, true).step();
    assert_eq!(driven.next_grant(), (111, 1));
    driven.start(1, 31, true).ack(1).step();
    // Tick 221 + 69 = 290.
    assert_eq!(driven.next_grant(), (145, 1));
}

#[test]
fn of_the_flows_of_one_slot_the_last_that_was_put_there_goes_first_and_sharp() {
    let mut driven = driven(2, Response::Lipd);
    rung(&mut driven, &[0, 1]);
    driven.until_any(72);
    driven.until(72);
    // Flow 0 was granted in cycle 72, and starts in 76; flow 1 in 76, and starts in 80.
    driven.step();
    driven.start(0, 44, true).step();
    driven.until(76);
    driven.step();
    driven.start(1, 41, true).step();
    // Schedules 120 and 121: slot 30. Flow 1 is the last one there, and has a rest of 1.
    assert_eq!(driven.next_grant(), (121, 1));
    assert_eq!(driven.next_grant(), (124, 0));
}

#[test]
fn a_rest_of_three_costs_a_frame() {
    let mut driven = driven(2, Response::Lipd);
    rung(&mut driven, &[0, 1]);
    driven.until_any(73);
    driven.start(0, 44, true).step();
    driven.until_any(77);
    driven.start(1, 43, true).step();
    // Schedules 120 and 123: in phase 3 of frame 30 there is still a grant to be taken.
    assert_eq!(driven.next_grant(), (123, 1));
    assert_eq!(driven.next_grant(), (128, 0));
}

#[test]
fn a_flow_is_shown_as_granted_before_the_rest_is_over() {
    let mut driven = driven(2, Response::Lipd);
    driven.until(FIRST).doorbell(2).step();
    driven.next_grant();
    driven.start(2, 42, true).step();
    driven.until(90).doorbell(3).step();
    assert_eq!(driven.next_grant(), (100, 3));
    driven.until(115);
    assert_eq!(driven.step().grant_flow, 3);
    for _ in 116..118 {
        let outputs = driven.step();
        assert!(!outputs.grant && outputs.grant_flow == 2);
    }
    assert_eq!(driven.next_grant(), (118, 2));
}

#[test]
fn a_time_beyond_the_slots_waits_in_the_far_queue_and_is_met_all_the_same() {
    // Put away in frame 21, a flow may go to slots up to 21 + 64 - 4 - 1 = 80: cycle 323.
    for (words, ipd, far) in [(247, 0, false), (62, 3, true), (250, 0, true), (259, 255, true)] {
        let mut driven = driven(2, Response::Lipd);
        driven.inputs.delay = ipd;
        driven.until(FIRST).doorbell(2).step();
        driven.next_grant();
        driven.start(2, words, true).step();
        driven.until(86);
        assert_eq!(driven.many().far.len(), usize::from(far), "{words} words, IPD {ipd}");
        assert_eq!(driven.next_grant(), (76 + (ipd + 1) * words, 2));
    }
}

#[test]
fn an_ack_grants_a_flow_whose_window_was_closed() {
    let mut driven = driven(1, Response::Lipd);
    driven.until(FIRST).doorbell(2).step();
    driven.next_grant();
    driven.start(2, 30, true).step();
    // The schedule is cycle 106.
    driven.until(131).ack(2).step();
    // Held in phase 0, decided in cycle 133, and walked in 139.
    assert_eq!(driven.next_grant(), (140, 2));
    driven.start(2, 30, false).step();
    driven.until(145);
    // Late by 38, which is more than the delay: no credit is left.
    let outputs = driven.step();
    assert!(outputs.look_up && !outputs.look_up_fresh);
    driven.until(150);
    assert_eq!(driven.many().flows[2].next_start, 144);
}

#[test]
fn a_flow_without_a_packet_is_idle_when_its_time_has_come() {
    // The walker parks it in phase 3 of frame 25, cycle 103; a doorbell of frame 25 comes before.
    for (doorbell, fresh) in [(96, false), (100, false), (101, true), (104, true)] {
        let mut driven = driven(2, Response::Lipd);
        driven.until(FIRST).doorbell(2).step();
        driven.next_grant();
        driven.start(2, 30, false).step();
        driven.until(doorbell).doorbell(2).step();
        driven.next_grant();
        driven.start(2, 30, false).step();
        let look_up = (0..12).map(|_| driven.step()).find(|outputs| outputs.look_up);
        assert_eq!(look_up.map(|it| it.look_up_fresh), Some(fresh), "doorbell in {doorbell}");
    }
}

#[test]
fn starts_are_legal_only_if_the_grant_was_taken_before_they_are_decided() {
    // The grant is shown from cycle 72 on; the start is decided in cycle 80.
    for (taken, legal) in [(72, true), (78, true), (79, true), (80, false), (81, false)] {
        let mut driven = driven(2, Response::Lipd);
        driven.inputs.grant_ready = false;
        driven.until(FIRST).doorbell(2).step();
        driven.until(72).until_any(75);
        if taken < 75 {
            driven.inputs.grant_ready = true;
            driven.step();
        }
        driven.until_any(76).start(2, 30, true).step();
        driven.until_any(taken).inputs.grant_ready = true;
        driven.until_any(81);
        let outputs = driven.step();
        assert_eq!((outputs.look_up, outputs.start_ignored), (legal, !legal), "{taken}");
        assert_eq!((outputs.look_up_flow, outputs.look_up_fresh), (2, legal), "{taken}");
        assert!(!driven.step().start_ignored);
    }
}

#[test]
fn a_packet_of_no_words_looks_nothing_up_and_is_not_in_flight() {
    let mut driven = driven(1, Response::Lipd);
    driven.inputs.delay = 255;
    driven.until(FIRST).doorbell(3).step();
    driven.next_grant();
    driven.start(3, 0, true).step();
    driven.until(77);
    let outputs = driven.step();
    assert!(!outputs.look_up && outputs.look_up_fresh && outputs.look_up_flow == 3);
    assert_eq!(driven.next_grant(), (92, 3));
    assert_eq!(driven.many().flows[3].in_flight, 0);
}

#[test]
fn flows_that_there_are_not_ring_in_vain() {
    let mut driven = Driven::new(&nic(5, 1, Response::Lipd, WORDS));
    for flow in 5..8 {
        driven.until(FIRST + 8 * flow).doorbell(flow).step();
    }
    driven.until(300);
}

#[test]
fn reset_brings_all_back() {
    let parameters = nic(FLOWS, 3, Response::Cct, WORDS);
    let mut driven = Driven::new(&parameters);
    driven.inputs.delay = entry(0, 100);
    rung(&mut driven, &[0, 1, 2]);
    for flow in 0..3 {
        driven.until_any(80 + 8 * flow).start(flow, 1 + 200 * flow, true).step();
    }
    driven.until_any(102).start(0, 5, true).ack(1).doorbell(3).step();
    assert_ne!(driven.model, RateLimiter::new(&parameters));
    driven.model.reset();
    assert_eq!(driven.model, RateLimiter::new(&parameters));
}
