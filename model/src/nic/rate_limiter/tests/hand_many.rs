//! Several flows, traced by hand. With 4 of them there are 64 slots, so that frame 16 is the first
//! one in which events are accepted.

use super::*;

const FLOWS: u32 = 4;
/// First cycle in which events are accepted.
const FIRST: u64 = 64;

fn driven(window: u32, response: Response) -> Driven {
    Driven::new(&nic(FLOWS, window, response, WORDS))
}

/// Flows whose doorbells rang in this order, one in each frame, and that were granted in frames 19,
/// 20, …
fn rung(driven: &mut Driven, flows: &[u64]) {
    for (frame, &flow) in (16..).zip(flows) {
        driven.until_any(4 * frame + 3).doorbell(flow).step();
    }
}

impl Driven {
    /// Runs cycles without events until just before `cycle`, with any grants.
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
    // Cycle of an event within its frame, and number of further cycles in which no event is
    // accepted.
    let starts = [(0, 4), (1, 3), (2, 6), (3, 5)];
    let acks = [(0, 5), (1, 4), (2, 3), (3, 6)];
    let doorbells = [(0, 6), (1, 5), (2, 4), (3, 3)];
    let mut driven = driven(1, Response::Lipd);
    for phase in 0..4 {
        driven.until(FIRST + 16 * phase + phase);
        // Flow 6 is not one of the four.
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
fn a_doorbell_is_granted_in_the_third_frame_after_its_own() {
    for (phase, grant) in [(0, 76), (1, 76), (2, 76), (3, 76), (4, 80)] {
        let mut driven = driven(1, Response::Lipd);
        driven.until(FIRST + phase).doorbell(2).step();
        assert_eq!(driven.next_grant(), (grant, 2), "phase {phase}");
        driven.until(200);
    }
}

#[test]
fn an_undisturbed_flow_is_granted_in_the_cycle_that_its_schedule_says() {
    // The flow starts in cycle 77, which is decided in cycle 80, and is granted 16 cycles later at
    // the earliest.
    for (words, ipd, grant) in [
        (13, 2, 116),
        (10, 3, 117),
        (41, 0, 118),
        (14, 2, 119),
        (20, 0, 97),
        (19, 0, 96),
        (1, 0, 96),
    ] {
        let mut driven = driven(2, Response::Lipd);
        driven.until(FIRST).doorbell(2).step();
        assert_eq!(driven.next_grant(), (76, 2));
        driven.start(2, words, true).step();
        driven.until(81);
        let outputs = driven.step();
        assert!(outputs.look_up && outputs.look_up_fresh && outputs.look_up_flow == 2);
        // The delay is sampled in the next phase 0 only.
        driven.inputs.delay = 200;
        driven.until(84);
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
    // 31 words are 62 ticks, an eighth of which is 7: tick 154 + 69 = 223.
    driven.start(1, 31, true).step();
    assert_eq!(driven.next_grant(), (112, 1));
    driven.start(1, 31, true).ack(1).step();
    // Tick 223 + 69 = 292.
    assert_eq!(driven.next_grant(), (146, 1));
}

#[test]
fn of_the_flows_of_one_slot_the_last_that_was_put_there_goes_first_and_sharp() {
    let mut driven = driven(2, Response::Lipd);
    rung(&mut driven, &[0, 1]);
    driven.until_any(76);
    driven.until(76);
    // Flow 0 is granted in cycle 76, and starts in 77; flow 1 in 80, and starts in 81.
    driven.step();
    driven.start(0, 43, true).step();
    driven.until(80);
    driven.step();
    driven.start(1, 40, true).step();
    // Schedules 120 and 121: slot 30. Flow 1 is the last one there, and has a rest of 1.
    assert_eq!(driven.next_grant(), (121, 1));
    assert_eq!(driven.next_grant(), (124, 0));
}

#[test]
fn a_rest_of_three_costs_a_frame() {
    let mut driven = driven(2, Response::Lipd);
    rung(&mut driven, &[0, 1]);
    driven.until_any(77);
    driven.start(0, 43, true).step();
    driven.until_any(81);
    driven.start(1, 42, true).step();
    // Schedules 120 and 123: in phase 3 of frame 30 a grant is still not accepted.
    assert_eq!(driven.next_grant(), (123, 1));
    assert_eq!(driven.next_grant(), (128, 0));
}

#[test]
fn a_flow_is_shown_as_granted_before_the_rest_is_over() {
    let mut driven = driven(2, Response::Lipd);
    driven.until(FIRST).doorbell(2).step();
    driven.next_grant();
    driven.start(2, 45, true).step();
    driven.until(94).doorbell(3).step();
    assert_eq!(driven.next_grant(), (104, 3));
    driven.until(119);
    assert_eq!(driven.step().grant_flow, 3);
    for _ in 120..122 {
        let outputs = driven.step();
        assert!(!outputs.grant && outputs.grant_flow == 2);
    }
    assert_eq!(driven.next_grant(), (122, 2));
}

#[test]
fn a_time_beyond_the_slots_waits_in_the_far_queue_and_is_met_all_the_same() {
    // In frame 22, a flow may be put into slots up to 24 + 64 - 8 - 1 = 79: cycle 319.
    for (words, ipd, far) in
        [(239, 0, false), (61, 3, true), (242, 0, false), (243, 0, true), (259, 255, true)]
    {
        let mut driven = driven(2, Response::Lipd);
        driven.inputs.delay = ipd;
        driven.until(FIRST).doorbell(2).step();
        driven.next_grant();
        driven.start(2, words, true).step();
        driven.until(90);
        assert_eq!(driven.many().far.len(), usize::from(far), "{words} words, IPD {ipd}");
        assert_eq!(driven.next_grant(), (77 + (ipd + 1) * words, 2));
    }
}

#[test]
fn an_ack_grants_a_flow_whose_window_was_closed() {
    let mut driven = driven(1, Response::Lipd);
    driven.until(FIRST).doorbell(2).step();
    driven.next_grant();
    driven.start(2, 30, true).step();
    // The schedule is cycle 107.
    driven.until(134).ack(2).step();
    // Held in phase 3, decided in cycle 137, and walked in 143.
    assert_eq!(driven.next_grant(), (144, 2));
    driven.start(2, 30, false).step();
    driven.until(149);
    // Late by 38, which is more than the delay: no credit is left.
    let outputs = driven.step();
    assert!(outputs.look_up && !outputs.look_up_fresh);
    driven.until(154);
    assert_eq!(driven.many().flows[2].next_start, 145);
}

#[test]
fn a_flow_without_a_packet_is_idle_when_its_time_has_come() {
    // The walker parks the flow in phase 3 of frame 25, cycle 103; a doorbell of frame 25 is
    // decided before.
    for (doorbell, fresh) in [(96, false), (99, false), (100, true), (104, true)] {
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
    // The grant is offered from cycle 76 on; the start is decided in cycle 84.
    for (taken, legal) in [(76, true), (82, true), (83, true), (84, false), (85, false)] {
        let mut driven = driven(2, Response::Lipd);
        driven.inputs.grant_ready = false;
        driven.until(FIRST).doorbell(2).step();
        driven.until(76).until_any(79);
        if taken < 79 {
            driven.inputs.grant_ready = true;
            driven.step();
        }
        driven.until_any(80).start(2, 30, true).step();
        driven.until_any(taken).inputs.grant_ready = true;
        driven.until_any(85);
        let outputs = driven.step();
        assert_eq!((outputs.look_up, outputs.start_ignored), (legal, !legal), "{taken}");
        assert_eq!((outputs.look_up_flow, outputs.look_up_fresh), (2, legal), "{taken}");
        assert!(!driven.step().start_ignored);
    }
}

/// The start is legal if the grant has been accepted by the time of the decision.
#[test]
fn a_start_that_comes_before_its_grant_makes_nothing_earlier() {
    for (words, schedule) in [(43, 163), (0, 120)] {
        let mut driven = driven(4, Response::Lipd);
        driven.until(FIRST).doorbell(2).step();
        driven.next_grant();
        driven.start(2, 43, true).step();
        driven.until(118).start(2, words, true).step();
        assert_eq!(driven.next_grant(), (120, 2));
        assert_eq!(driven.next_grant(), (schedule.max(140), 2));
        assert_eq!(driven.many().flows[2].next_start, schedule);
    }
}

#[test]
fn a_packet_of_no_words_looks_nothing_up_and_is_not_in_flight() {
    let mut driven = driven(1, Response::Lipd);
    driven.inputs.delay = 255;
    driven.until(FIRST).doorbell(3).step();
    driven.next_grant();
    driven.start(3, 0, true).step();
    driven.until(81);
    let outputs = driven.step();
    assert!(!outputs.look_up && outputs.look_up_fresh && outputs.look_up_flow == 3);
    assert_eq!(driven.next_grant(), (96, 3));
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
