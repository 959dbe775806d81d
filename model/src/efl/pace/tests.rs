//! States and intervals, worked out by hand at 156.25 MHz.

use super::*;
use crate::efl::examples::{efl, settings, CLOCK_HZ};
use tailback_spec::efl::pace::cycles_per_tick;

fn pace(rate: u32) -> (u64, u64) {
    let pace = Pace::of(rate, cycles_per_tick(CLOCK_HZ));
    (pace.mantissa.into(), pace.exponent.into())
}

fn inputs() -> EflPaceInputs {
    let settings = settings();
    let (initial_mantissa, initial_exponent) = pace(settings.initial);
    let (minimum_mantissa, minimum_exponent) = pace(settings.minimum);
    let (maximum_mantissa, maximum_exponent) = pace(settings.maximum);
    EflPaceInputs {
        set_probes: true,
        set_delays: true,
        set_probe_packets: 20,
        initial_mantissa,
        initial_exponent,
        minimum_mantissa,
        minimum_exponent,
        maximum_mantissa,
        maximum_exponent,
        ..Default::default()
    }
}

fn swept() -> EflPace {
    let mut model = EflPace::new(&efl());
    for _ in 0..efl().flows() {
        assert!(model.cycle(&inputs()).sweeping);
    }
    assert!(!model.cycle(&inputs()).sweeping);
    model
}

fn request(group: u64, sent: u64, size: u64) -> EflPaceInputs {
    EflPaceInputs {
        request: true,
        request_flow: 2,
        request_group: group,
        request_sent: sent,
        request_size: size,
        ..inputs()
    }
}

/// Results of a request, and those before them.
fn results(model: &mut EflPace, request: &EflPaceInputs) -> (EflPaceOutputs, EflPaceOutputs) {
    model.cycle(request);
    let idle = EflPaceInputs { request: false, ..request.clone() };
    model.cycle(&idle);
    model.cycle(&idle);
    let before = model.cycle(&idle);
    (before, model.cycle(&idle))
}

fn paced(group: u64, known: bool, void: bool, rate: u32) -> EflPaceInputs {
    let (paced_mantissa, paced_exponent) = pace(rate);
    EflPaceInputs {
        paced: true,
        paced_flow: 2,
        paced_group: group,
        paced_known: known,
        paced_void: void,
        paced_mantissa,
        paced_exponent,
        ..inputs()
    }
}

#[test]
fn results_are_shown_four_cycles_after_the_request() {
    let mut model = swept();
    let (before, after) = results(&mut model, &request(1, 0, 192));
    assert_eq!(before, EflPaceOutputs::default());
    // 192 bytes at 8 bytes in a cycle.
    assert_eq!(after, EflPaceOutputs { words: 24, state: 1, ..Default::default() });
}

#[test]
fn a_group_is_probed_with_n_packets_and_then_at_the_least_rate() {
    let mut model = swept();
    assert_eq!(results(&mut model, &request(1, 19, 192)).1.state, State::Probe as u64);
    let wait = results(&mut model, &request(1, 20, 192)).1;
    // 24 cycles at the rate of the line are 24,000 at a thousandth: 12 bits, and a power of two.
    assert_eq!((wait.state, wait.words, wait.ipd, wait.probe), (2, 24_000 >> 3, 7, true));
    let plain = EflPaceInputs { set_delays: false, ..request(1, 20, 192) };
    assert!(!results(&mut model, &plain).1.probe);
}

#[test]
fn a_known_rate_applies_to_its_group_only() {
    let mut model = swept();
    model.cycle(&paced(1, true, false, 125 << 19));
    let avoid = results(&mut model, &request(1, 3, 192)).1;
    assert_eq!((avoid.state, avoid.words), (State::Avoid as u64, 48));
    assert_eq!(results(&mut model, &request(2, 3, 192)).1.state, State::Probe as u64);
    // Without probing, the next group begins at R_0.
    let plain = EflPaceInputs { set_probes: false, ..request(2, 3, 192) };
    let avoid = results(&mut model, &plain).1;
    assert_eq!((avoid.state, avoid.words), (State::Avoid as u64, 36 * 24));
}

#[test]
fn a_loss_in_the_probing_states_ends_bandwidth_probing() {
    let mut model = swept();
    model.cycle(&paced(1, false, true, settings().minimum));
    assert_eq!(results(&mut model, &request(1, 3, 192)).1.state, State::Wait as u64);
}

#[test]
fn fractions_of_a_cycle_are_carried_from_packet_to_packet() {
    let mut model = swept();
    // 100 bytes are 12.5 cycles.
    let words = [(); 4].map(|()| results(&mut model, &request(1, 0, 100)).1.words);
    assert_eq!(words, [12, 13, 12, 13]);
}

#[test]
fn a_pace_is_used_from_the_cycle_after_its_report_on() {
    let mut model = swept();
    let both = EflPaceInputs {
        request: true,
        request_flow: 2,
        request_group: 1,
        request_size: 192,
        ..paced(1, true, false, 125 << 19)
    };
    assert_eq!(results(&mut model, &EflPaceInputs { paced: true, ..both }).1.words, 24);
    assert_eq!(results(&mut model, &request(1, 0, 192)).1.words, 48);
}
