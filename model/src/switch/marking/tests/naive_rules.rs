//! The rules of `tailback_spec::switch::marking` for the naive policy, one by one.

use super::*;
use crate::{
    switch::marking::{Naive, NaiveInputs},
    Golden,
};
use tailback_spec::Lanes;

/// Input port that is driven; not the first, so that a wrong bit is found.
const INPUT: usize = 1;

/// Slots of the buffer, of the 8 that a slot number can address.
const SLOTS: u32 = 5;

/// One input port of a model.
struct Input(Naive);

/// Events of one cycle, with their slot numbers.
#[derive(Default)]
struct Events {
    enqueue: Option<u32>,
    trigger: bool,
    transmit: Option<u32>,
}

const TRIGGER: Events = Events { enqueue: None, trigger: true, transmit: None };

fn enqueue(slot: u32) -> Events {
    Events { enqueue: Some(slot), ..Default::default() }
}

fn transmit(slot: u32) -> Events {
    Events { transmit: Some(slot), ..Default::default() }
}

impl Input {
    fn new() -> Self {
        Input(Naive::new(&Marking::new(Policy::Naive, PORTS as u32, SLOTS, None).unwrap()))
    }

    /// The input port after the buffer has become full.
    fn triggered() -> Self {
        let mut input = Self::new();
        input.cycle(TRIGGER);
        input
    }

    /// Runs one cycle; returns whether the packet that leaves is marked.
    fn cycle(&mut self, events: Events) -> bool {
        let lanes = |slot: Option<u32>| {
            std::iter::repeat_n(0, INPUT).chain(Some(slot.unwrap_or(0))).collect::<Lanes>()
        };
        let outputs = self.0.cycle(&NaiveInputs {
            enqueue: u64::from(events.enqueue.is_some()) << INPUT,
            enqueue_slot: lanes(events.enqueue),
            trigger: u64::from(events.trigger) << INPUT,
            transmit: u64::from(events.transmit.is_some()) << INPUT,
            transmit_slot: lanes(events.transmit),
        });
        assert_eq!(outputs.mark & !(1 << INPUT), 0);
        outputs.mark != 0
    }

    /// Whether the packet in each slot is to be marked.
    fn marked(&self) -> Vec<bool> {
        (0..SLOTS).map(|slot| self.0.marked[INPUT] >> slot & 1 != 0).collect()
    }
}

#[test]
fn a_trigger_marks_the_packets_in_all_slots() {
    let mut input = Input::new();
    assert!(!input.cycle(transmit(3)));
    input.cycle(TRIGGER);
    for slot in 0..SLOTS {
        assert!(input.cycle(transmit(slot)));
    }
}

#[test]
fn a_packet_that_takes_a_slot_is_not_marked() {
    let mut input = Input::triggered();
    input.cycle(enqueue(2));
    assert_eq!(input.marked(), [true, true, false, true, true]);
    assert!(!input.cycle(transmit(2)));
}

#[test]
fn a_packet_enqueued_in_the_cycle_of_the_trigger_is_not_marked() {
    let mut input = Input::new();
    input.cycle(Events { enqueue: Some(2), ..TRIGGER });
    assert_eq!(input.marked(), [true, true, false, true, true]);
}

#[test]
fn a_packet_that_leaves_in_the_cycle_of_the_trigger_is_not_marked() {
    let mut input = Input::new();
    assert!(!input.cycle(Events { transmit: Some(2), ..TRIGGER }));
    assert_eq!(input.marked(), [true; 5]);
}

#[test]
fn a_packet_that_leaves_in_the_cycle_of_a_second_trigger_is_still_marked() {
    let mut input = Input::triggered();
    assert!(input.cycle(Events { transmit: Some(2), ..TRIGGER }));
}

#[test]
fn a_slot_taken_and_left_in_one_cycle_shows_the_old_mark() {
    let mut input = Input::triggered();
    assert!(input.cycle(Events { enqueue: Some(2), transmit: Some(2), ..Default::default() }));
    assert!(!input.cycle(transmit(2)));
}

#[test]
fn only_the_next_packet_in_a_slot_clears_its_mark() {
    let mut input = Input::triggered();
    assert!(input.cycle(transmit(2)));
    assert_eq!(input.marked(), [true; 5]);
}

#[test]
fn a_slot_number_beyond_the_last_slot_names_no_packet() {
    for slot in [SLOTS, 7, 63, 64, u32::MAX] {
        let mut input = Input::triggered();
        input.cycle(enqueue(slot));
        assert_eq!(input.marked(), [true; 5]);
        assert!(!input.cycle(transmit(slot)));
    }
}

#[test]
fn slot_numbers_that_are_not_given_are_zero() {
    let mut input = Input::triggered();
    input.0.cycle(&NaiveInputs { enqueue: 1 << INPUT, ..Default::default() });
    assert_eq!(input.marked(), [false, true, true, true, true]);
}

#[test]
fn reset_undoes_the_clock_edge_and_clears_all_marks() {
    let mut input = Input::triggered();
    assert!(input.cycle(Events { transmit: Some(2), ..TRIGGER }));
    input.0.reset();
    assert_eq!(input.0, Input::new().0);
}

#[test]
fn events_of_ports_that_do_not_exist_are_ignored() {
    let mut input = Input::triggered();
    let before = input.0.clone();
    let beyond = !0b1111;
    let inputs =
        NaiveInputs { enqueue: beyond, trigger: beyond, transmit: beyond, ..Default::default() };
    assert_eq!(input.0.cycle(&inputs).mark, 0);
    assert_eq!(input.0, before);
}

#[test]
fn a_snapshot_continues_where_it_was_taken() {
    let mut input = Input::triggered();
    input.cycle(enqueue(4));
    let snapshot = serde_json::to_string(&input.0).unwrap();
    assert_eq!(serde_json::from_str::<Naive>(&snapshot).unwrap(), input.0);
}
