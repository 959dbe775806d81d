//! The descriptions of INFOCOM'03 §IV-A and Globecom'02 §IV-B, traced by hand.

use super::output::*;

/// "Whenever a buffer becomes full, the value of counter cnt1 is copied to counter cnt2. Then, the
/// output port starts marking the next transmitted packets, decrementing cnt2 at each
/// transmission, until it reaches zero again."
#[test]
fn a_trigger_marks_as_many_packets_as_wait() {
    let mut output = Output::input_triggered().holding(3);
    output.cycle(TRIGGER);
    assert_eq!(output.counters(), (3, 3));
    output.cycles(2, ENQUEUE);
    assert_eq!(output.counters(), (5, 3));
    assert_eq!(output.cycles(5, LEAVE), [true, true, true, false, false]);
    assert_eq!(output.counters(), (0, 0));
}

/// "Marking can be re-triggered on the same output port even before counter cnt2 reaches zero. The
/// implementation will operate correctly even in such cases by triggering the marking of all new
/// packets that arrived since the last marking event, in addition to the packets previously
/// identified."
#[test]
fn a_retrigger_marks_the_new_packets_in_addition_to_those_identified_before() {
    let mut output = Output::input_triggered().holding(4);
    output.cycle(TRIGGER);
    assert_eq!(output.counters(), (4, 4));
    assert_eq!(output.cycles(1, LEAVE), [true]);
    output.cycles(2, ENQUEUE);
    assert_eq!(output.counters(), (5, 3), "3 of the first event, 2 new ones");

    output.cycle(TRIGGER);
    assert_eq!(output.counters(), (5, 5));
    output.cycle(ENQUEUE);
    assert_eq!(output.cycles(6, LEAVE), [true, true, true, true, true, false]);
    assert_eq!(output.counters(), (0, 0));
}

/// "This counter implementation may mark a different set of packets than a direct packet scanning
/// approach, since packets can be transmitted out of order. [...] Our implementation will mark the
/// first packets to leave the switch."
#[test]
fn out_of_order_the_first_packets_to_leave_are_marked() {
    let mut output = Output::input_triggered();
    let mut waiting = Vec::new();
    for packet in ['a', 'b', 'c'] {
        output.cycle(ENQUEUE);
        waiting.push(packet);
    }
    output.cycle(TRIGGER);
    output.cycle(ENQUEUE);
    waiting.push('d');

    // A scan at the trigger would have marked a, b and c.
    let mut marked = Vec::new();
    for packet in ['d', 'c', 'a', 'b'] {
        waiting.retain(|other| *other != packet);
        if output.cycle(LEAVE) {
            marked.push(packet);
        }
        assert_eq!(output.counters().0 as usize, waiting.len());
    }
    assert_eq!(marked, ['d', 'c', 'a']);
}

/// "Triggered when the total number of packets that are waiting for an output link exceeds a
/// threshold" (Globecom'02 §IV-C).
#[test]
fn more_waiting_packets_than_the_threshold_are_all_marked() {
    for output in [Output::above(4), Output::crossing(4)] {
        let mut output = output.holding(4);
        output.cycle(IDLE);
        assert_eq!(output.counters(), (4, 0));
        output.cycle(ENQUEUE);
        output.cycle(IDLE);
        assert_eq!(output.counters(), (5, 5));
        assert_eq!(output.cycles(5, LEAVE), [true; 5]);
    }
}

/// Twenty flows of one packet each, in buffers that never fill: the waiting packets never fall
/// below the threshold again. "Marking is always output-triggered" there (Globecom'02 §IV-C), and
/// so it must continue.
#[test]
fn flows_that_stay_above_the_threshold_go_on_being_marked() {
    for (output, marked) in [(Output::above(4), 100), (Output::crossing(4), 5)] {
        let mut output = output.holding(20);
        let turn = |_| [output.cycle(LEAVE), output.cycle(ENQUEUE)];
        assert_eq!((0..100).flat_map(turn).filter(|mark| *mark).count(), marked);
    }
}
