//! The rules of `tailback_spec::switch::marking` for the counting policies, one by one.

use super::{output::*, *};
use crate::{
    switch::marking::{Counting, CountingInputs},
    Golden,
};

#[test]
fn enqueue_with_dequeue_leaves_waiting() {
    let mut output = Output::input_triggered().holding(2);
    output.cycle(ENQUEUE | DEQUEUE);
    assert_eq!(output.counters(), (2, 0));
}

#[test]
fn waiting_counts_modulo_its_width() {
    let max = (1 << parameters(Policy::InputTriggered).counter_bits()) - 1;
    let mut output = Output::input_triggered();
    output.cycle(DEQUEUE);
    assert_eq!(output.counters(), (max, 0));
    output.cycle(ENQUEUE);
    assert_eq!(output.counters(), (0, 0));
}

#[test]
fn a_packet_that_cuts_through_did_not_wait_but_is_marked() {
    let mut output = Output::input_triggered().holding(2);
    assert!(!output.cycle(TRANSMIT));
    output.cycle(TRIGGER);
    assert!(output.cycle(TRANSMIT));
    assert_eq!(output.counters(), (2, 1));
}

#[test]
fn a_discarded_packet_leaves_its_mark_to_a_later_one() {
    let mut output = Output::input_triggered().holding(2);
    output.cycle(TRIGGER);
    assert!(!output.cycle(DEQUEUE));
    assert_eq!(output.counters(), (1, 2));
    output.cycle(ENQUEUE);
    assert_eq!(output.cycles(2, LEAVE), [true, true]);
}

#[test]
fn a_packet_enqueued_in_the_cycle_of_the_trigger_is_not_counted() {
    let mut output = Output::input_triggered().holding(2);
    output.cycle(ENQUEUE | TRIGGER);
    assert_eq!(output.counters(), (3, 2));
}

#[test]
fn a_packet_enqueued_in_the_cycle_before_the_trigger_is_counted() {
    let mut output = Output::input_triggered();
    output.cycle(ENQUEUE);
    output.cycle(TRIGGER);
    assert_eq!(output.counters(), (1, 1));
}

#[test]
fn a_packet_that_leaves_in_the_cycle_of_the_trigger_is_counted_and_the_next_one_marked() {
    let mut output = Output::input_triggered().holding(3);
    assert!(!output.cycle(LEAVE | TRIGGER), "to_mark is still 0");
    assert_eq!(output.counters(), (2, 3));
}

#[test]
fn a_packet_that_leaves_in_the_cycle_of_a_retrigger_is_marked_and_counted() {
    let mut output = Output::input_triggered().holding(3);
    output.cycle(TRIGGER);
    assert!(output.cycle(LEAVE | TRIGGER), "to_mark is 3 from the first trigger");
    assert_eq!(output.counters(), (2, 3));
}

#[test]
fn a_trigger_reloads_also_with_less() {
    let mut output = Output::input_triggered().holding(3);
    output.cycle(TRIGGER);
    output.cycles(2, DEQUEUE);
    assert_eq!(output.counters(), (1, 3));
    output.cycle(TRIGGER);
    assert_eq!(output.counters(), (1, 1));
}

#[test]
fn without_events_nothing_changes() {
    let mut output = Output::input_triggered().holding(3);
    output.cycle(TRIGGER);
    assert!(!output.cycle(IDLE));
    assert_eq!(output.counters(), (3, 3));
}

#[test]
fn input_triggered_has_no_output_trigger() {
    let output = Output::input_triggered().holding(16);
    assert_eq!(output.counters(), (16, 0));
}

#[test]
fn reset_undoes_the_clock_edge_and_clears_both_counters() {
    let mut output = Output::input_triggered().holding(3);
    output.cycle(TRIGGER);
    assert!(output.cycle(ENQUEUE | TRANSMIT | TRIGGER), "mark is valid in the cycle of the reset");
    output.0.reset();
    assert_eq!(output.counters(), (0, 0));
    assert_eq!(output.0, Output::input_triggered().0);
}

#[test]
fn all_outputs_work_at_once_and_apart() {
    let mut model = Counting::new(&parameters(Policy::InputTriggered));
    model.cycle(&CountingInputs { enqueue: 0b1111, ..Default::default() });
    model.cycle(&CountingInputs { enqueue: 0b0101, trigger: 0b0011, ..Default::default() });
    let outputs =
        model.cycle(&CountingInputs { dequeue: 0b1110, transmit: 0b0110, ..Default::default() });
    assert_eq!(outputs.mark, 0b0010);
    assert_eq!(outputs.waiting[..], [2, 1, 2, 1]);
    assert_eq!(outputs.to_mark[..], [1, 1, 0, 0]);
    assert_eq!(model.waiting[..], [2, 0, 1, 0]);
    assert_eq!(model.to_mark[..], [1, 0, 0, 0]);
}

#[test]
fn events_of_ports_that_do_not_exist_are_ignored() {
    let mut model = Counting::new(&parameters(Policy::InputTriggered));
    let outputs = model.cycle(&CountingInputs {
        enqueue: !0b1111,
        dequeue: !0b1111,
        transmit: !0b1111,
        trigger: !0b1111,
    });
    assert_eq!(outputs.mark, 0);
    assert_eq!(model, Counting::new(&parameters(Policy::InputTriggered)));
}

#[test]
fn a_snapshot_continues_where_it_was_taken() {
    let mut output = Output::above(8).holding(5);
    output.cycle(TRIGGER);
    let snapshot = serde_json::to_string(&output.0).unwrap();
    let mut restored = Output(serde_json::from_str(&snapshot).unwrap());
    assert_eq!(restored.cycles(6, LEAVE), output.cycles(6, LEAVE));
    assert_eq!(restored.0, output.0);
}
