//! Traces by hand.

use super::*;
use tailback_spec::nic::{AfterIdle, Nic, Parameters, Response, Throttled};

/// A queue of 16 entries, for two flows.
fn queue() -> EventQueue {
    let nic = Nic::new(Parameters {
        flows: 2,
        response: Response::Lipd,
        after_idle: AfterIdle::Keep,
        window: 1,
        cct_entries: 128,
        throttled: Throttled::Qp,
        virtual_lanes: 1,
        period_cycles: 4096,
        packet_words: 33,
        word_bytes: 8,
        clock_hz: 125_000_000,
    });
    EventQueue::new(&nic.expect("legal").ack_queue())
}

fn put(flow: u64, kind: u64) -> EventQueueInputs {
    EventQueueInputs { put: true, put_flow: flow, put_kind: kind, take: false }
}

/// Flow and kind of the offered event.
fn offer(outputs: &EventQueueOutputs) -> Option<(u64, u64)> {
    outputs.offered.then_some((outputs.flow, outputs.kind))
}

#[test]
fn an_event_is_offered_two_cycles_later_and_until_it_is_taken() {
    let mut queue = queue();
    let take = EventQueueInputs { take: true, ..Default::default() };
    let idle = EventQueueInputs::default();
    assert_eq!(queue.cycle(&put(1, 5)), EventQueueOutputs::default());
    assert_eq!(queue.cycle(&take), EventQueueOutputs::default());
    assert_eq!(offer(&queue.cycle(&idle)), Some((1, 5)));
    assert_eq!(offer(&queue.cycle(&take)), Some((1, 5)));
    assert_eq!(queue.cycle(&idle), EventQueueOutputs::default());
}

#[test]
fn one_event_comes_and_goes_in_each_cycle() {
    let mut queue = queue();
    for cycle in 0..40 {
        let inputs = EventQueueInputs { take: true, ..put(cycle % 2, cycle % 16) };
        let expected = cycle.checked_sub(2).map(|cycle| (cycle % 2, cycle % 16));
        assert_eq!(offer(&queue.cycle(&inputs)), expected, "{cycle}");
    }
}

#[test]
fn what_comes_while_it_is_full_is_lost_even_if_one_leaves() {
    let mut queue = queue();
    for kind in 0..16 {
        assert!(!queue.cycle(&put(0, kind)).full, "{kind}");
    }
    assert!(queue.cycle(&put(1, 0)).full);
    let outputs = queue.cycle(&EventQueueInputs { take: true, ..put(1, 1) });
    assert!(outputs.full && offer(&outputs) == Some((0, 0)));
    assert!(!queue.cycle(&EventQueueInputs { take: true, ..put(1, 2) }).full);
    let rest: Vec<_> = (0..20)
        .filter_map(|_| offer(&queue.cycle(&EventQueueInputs { take: true, ..Default::default() })))
        .collect();
    let expected = (2..16).map(|kind| (0, kind)).chain([(1, 2)]);
    assert_eq!(rest, expected.collect::<Vec<_>>());
    queue.cycle(&put(0, 0));
    queue.reset();
    assert!((0..5).all(|_| queue.cycle(&EventQueueInputs::default()) == Default::default()));
}
