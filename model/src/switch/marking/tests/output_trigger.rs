//! The rules of `tailback_spec::switch::marking` for the output trigger, one by one.

use super::output::*;

#[test]
fn at_the_crossing_it_comes_with_the_packet_and_counts_it() {
    let mut output = Output::crossing(2).holding(2);
    assert_eq!(output.counters(), (2, 0));
    output.cycle(ENQUEUE);
    assert_eq!(output.counters(), (3, 3));
}

#[test]
fn at_the_crossing_it_needs_an_enqueue_without_dequeue() {
    let mut output = Output::crossing(2).holding(2);
    assert!(!output.cycle(ENQUEUE | LEAVE));
    assert_eq!(output.counters(), (2, 0));
}

#[test]
fn at_the_crossing_it_fires_on_the_way_up_only_and_each_time() {
    let mut output = Output::crossing(2).holding(3);
    assert_eq!(output.cycles(3, LEAVE), [true; 3]);
    let mut output = output.holding(4);
    assert_eq!(output.counters(), (4, 3), "not again from 3 to 4");
    output.cycles(2, LEAVE);
    assert_eq!(output.counters(), (2, 1), "not from 3 to 2");
    output.cycle(ENQUEUE);
    assert_eq!(output.counters(), (3, 3), "again from 2 to 3");
}

#[test]
fn at_the_crossing_it_takes_precedence_over_the_trigger_and_the_decrement() {
    let mut output = Output::crossing(2).holding(2);
    output.cycle(ENQUEUE | TRIGGER);
    assert_eq!(output.counters(), (3, 3));
    let mut output = Output::crossing(2).holding(2);
    output.cycle(TRIGGER);
    assert!(output.cycle(ENQUEUE | TRANSMIT), "a packet that cuts through");
    assert_eq!(output.counters(), (3, 3));
}

#[test]
fn above_the_threshold_it_comes_in_the_cycle_after_each_packet() {
    let mut output = Output::above(2).holding(2);
    output.cycle(IDLE);
    assert_eq!(output.counters(), (2, 0), "not at the threshold");
    for waiting in [3, 4] {
        let to_mark = output.counters().1;
        output.cycle(ENQUEUE);
        assert_eq!(output.counters(), (waiting, to_mark));
        output.cycle(IDLE);
        assert_eq!(output.counters(), (waiting, waiting));
    }
    assert_eq!(output.cycles(1, LEAVE), [true]);
    output.cycles(2, IDLE);
    assert_eq!(output.counters(), (3, 3), "only with a packet that comes");
}

#[test]
fn above_the_threshold_it_fires_again_though_they_never_were_fewer() {
    let mut output = Output::above(2).holding(3);
    output.cycle(IDLE);
    assert_eq!(output.cycles(2, ENQUEUE | LEAVE), [true; 2]);
    // In the second of these cycles, 3 packets were waiting, counting the packet of the first.
    assert_eq!(output.counters(), (3, 3));
    output.cycle(IDLE);
    assert_eq!(output.counters(), (3, 3));
}

#[test]
fn above_the_threshold_what_coincides_with_it_is_as_with_a_trigger() {
    for events in [IDLE, ENQUEUE, DEQUEUE, TRANSMIT, LEAVE, ENQUEUE | LEAVE] {
        let mut above = Output::above(2).holding(3);
        let mut triggered = Output::input_triggered().holding(3);
        let marks = [above.cycle(events), triggered.cycle(events | TRIGGER)];
        assert_eq!(marks, [false; 2]);
        assert_eq!(above.counters(), triggered.counters());
        assert_eq!(above.counters().1, 3);
    }
}

#[test]
fn above_the_threshold_a_trigger_of_an_input_changes_nothing() {
    let mut output = Output::above(2).holding(3);
    output.cycle(TRIGGER);
    assert_eq!(output.counters(), (3, 3));
}

#[test]
fn one_that_leaves_before_more_than_the_threshold_are_seen_does_not_trigger() {
    let mut output = Output::above(2).holding(2);
    output.cycle(ENQUEUE | LEAVE);
    output.cycle(IDLE);
    assert_eq!(output.counters(), (2, 0));
}

#[test]
fn reset_forgets_the_packet_that_came() {
    use crate::Golden;
    let mut output = Output::above(2).holding(3);
    output.0.reset();
    assert_eq!(output.0, Output::above(2).0);
}
