//! The guard traced by hand, and properties for all traffic.

mod bound;

use super::*;

fn guard(ports: u32, lanes: u32, patience_cycles: u32) -> RequestGuard {
    RequestGuard::new(&Guard::new(ports, lanes, patience_cycles).unwrap())
}

/// Inputs: the queues that each input requests, and the queue of the input that starts a packet.
fn inputs(wants: &[u64], serve: Option<(usize, u32)>) -> RequestGuardInputs {
    let mut inputs = RequestGuardInputs {
        wants: wants.iter().map(|&queues| [queues].into_iter().collect()).collect(),
        ..Default::default()
    };
    if let Some((input, queue)) = serve {
        inputs.serve = 1 << input;
        inputs.serve_queue =
            (0..wants.len()).map(|of| if of == input { queue } else { 0 }).collect();
    }
    inputs
}

/// Queues that each input may request, and whether the watched queue is urgent.
fn cycle(model: &mut RequestGuard, wants: &[u64], serve: Option<(usize, u32)>) -> (Vec<u64>, bool) {
    let outputs = model.cycle(&inputs(wants, serve));
    (outputs.allowed.iter().map(|queues| queues[0]).collect(), outputs.urgent)
}

/// Input and queue that are watched, and their age.
fn watched(model: &RequestGuard) -> (usize, usize, u32) {
    (model.input, model.queue, model.age)
}

#[test]
fn places_that_do_not_want_are_passed_in_a_cycle_each() {
    let mut model = guard(2, 2, 3);
    let mut places = Vec::new();
    for _ in 0..9 {
        places.push(watched(&model));
        cycle(&mut model, &[0, 0], None);
    }
    let first = (0..4).map(|queue| (0, queue, 0));
    let second = (0..4).map(|queue| (1, queue, 0));
    assert_eq!(places, first.chain(second).chain([(0, 0, 0)]).collect::<Vec<_>>());
}

#[test]
fn a_place_that_wants_for_its_patience_is_urgent_until_it_is_served() {
    let mut model = guard(2, 1, 3);
    let wants = [0b11, 0b11];
    for age in 0..3 {
        assert_eq!(watched(&model), (0, 0, age));
        assert_eq!(cycle(&mut model, &wants, None), (wants.to_vec(), false));
    }
    // Input 0 requests nothing else, and no other input requests output 0.
    let withheld = (vec![0b01, 0b10], true);
    assert_eq!(cycle(&mut model, &wants, None), withheld);
    assert_eq!(
        (cycle(&mut model, &wants, Some((1, 1))), watched(&model)),
        (withheld.clone(), (0, 0, 3))
    );
    assert_eq!(cycle(&mut model, &wants, Some((0, 0))), withheld);
    assert_eq!(watched(&model), (0, 1, 0));
    assert_eq!(cycle(&mut model, &wants, None), (wants.to_vec(), false));
}

#[test]
fn one_that_no_longer_wants_is_urgent_for_that_cycle_only() {
    let mut model = guard(2, 1, 1);
    cycle(&mut model, &[0b01, 0b01], None);
    assert!(cycle(&mut model, &[0b01, 0b01], None).1);
    // An urgent queue withholds the requests for its ports, even when it has no request any longer.
    assert_eq!(cycle(&mut model, &[0b10, 0b01], None), (vec![0, 0], true));
    assert_eq!(watched(&model), (0, 1, 0));
    assert_eq!(cycle(&mut model, &[0b10, 0b01], None), (vec![0b10, 0b01], false));
}

#[test]
fn only_the_watched_place_counts_as_served() {
    let mut model = guard(2, 2, 5);
    let wants = [0b1111, 0b1111];
    for serve in [(0, 1), (1, 0), (0, 3)] {
        cycle(&mut model, &wants, Some(serve));
    }
    assert_eq!(watched(&model), (0, 0, 3));
    // `serve_queue` is ignored for an input that starts no packet.
    cycle(&mut model, &wants, None);
    assert_eq!(watched(&model), (0, 0, 4));
    cycle(&mut model, &wants, Some((0, 0)));
    assert_eq!(watched(&model), (0, 1, 0));
}

#[test]
fn all_lanes_of_the_output_are_withheld_from_the_others() {
    let mut model = guard(3, 2, 1);
    (model.input, model.queue) = (1, 3);
    let all = 0b11_1111;
    assert_eq!(cycle(&mut model, &[all; 3], None), (vec![all; 3], false));
    let withheld = vec![0b11_0011, 0b00_1000, 0b11_0011];
    assert_eq!(cycle(&mut model, &[all; 3], None), (withheld, true));
}

#[test]
fn the_largest_guard_has_queues_beyond_the_64th() {
    let mut model = guard(36, 9, 1);
    (model.input, model.queue) = (35, 323);
    let mut inputs = RequestGuardInputs {
        wants: vec![std::iter::repeat_n(u64::MAX, 5).chain([0xf]).collect(); 36],
        ..Default::default()
    };
    assert!(!model.cycle(&inputs).urgent);
    let outputs = model.cycle(&inputs);
    assert_eq!(outputs.allowed[35][..], [0, 0, 0, 0, 0, 8]);
    // Queues 315 to 323 are those of the last output.
    assert_eq!(outputs.allowed[0][3..], [u64::MAX, u64::MAX >> 5, 0]);
    inputs.serve = 1 << 35;
    inputs.serve_queue = std::iter::repeat_n(0, 35).chain([323]).collect();
    assert!(model.cycle(&inputs).urgent);
    assert_eq!(watched(&model), (0, 0, 0));
}

#[test]
fn reset_begins_at_the_first_place() {
    let mut model = guard(3, 2, 4);
    (0..7).for_each(|_| drop(cycle(&mut model, &[0b100; 3], None)));
    model.reset();
    assert_eq!(model, guard(3, 2, 4));
}
