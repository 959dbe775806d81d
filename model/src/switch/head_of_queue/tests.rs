//! Limits traced by hand.

use super::*;
use crate::switch::examples::port;

const LANES: usize = 3;
/// Clock rate with two cycles in an eighth of the shortest limit.
const HZ: u64 = 3_906_250;

fn life() -> HeadOfQueue {
    HeadOfQueue::new(&Parameters::new(&port(4, 2, 8, 5), HZ))
}

/// A queue lacks credits, and all output ports have this limit.
fn waits(queue: usize, code: u32) -> HeadOfQueueInputs {
    let mut stalled = BitLanes::default();
    stalled.set(queue);
    HeadOfQueueInputs { limit: [code; 4].into_iter().collect(), stalled, ..Default::default() }
}

/// An input port starts a packet of a queue, while queue 4 lacks credits.
fn starts(input: usize, queue: usize, code: u32) -> HeadOfQueueInputs {
    let (mut destination, mut lane, mut source) = ([0; 4], [0; 4], [0; 4]);
    let output = queue / LANES;
    (destination[input], lane[input]) = (output as u32, (queue % LANES) as u32);
    source[output] = input as u32;
    HeadOfQueueInputs {
        start: 1 << input,
        begins: 1 << output,
        destination: destination.into_iter().collect(),
        lane: lane.into_iter().collect(),
        source: source.into_iter().collect(),
        ..waits(4, code)
    }
}

/// Cycles until a queue that waits from now on is expired.
fn cycles(life: &mut HeadOfQueue, queue: usize, code: u32) -> usize {
    (0..1000).take_while(|_| !life.cycle(&waits(queue, code)).expired.is_set(queue)).count()
}

#[test]
fn a_queue_expires_after_its_limit_and_no_more_than_an_eighth_later() {
    assert_eq!(Parameters::new(&port(4, 2, 8, 5), HZ).unit_cycles(), 2);
    for (code, limit) in [(0, 16), (1, 32), (2, 64), (3, 128)] {
        for begins in 0..20 {
            let mut life = life();
            (0..begins).for_each(|_| drop(life.cycle(&HeadOfQueueInputs::default())));
            let cycles = cycles(&mut life, 4, code);
            assert!((limit + 1..=limit + limit / 8).contains(&cycles), "{code} {begins}: {cycles}");
        }
    }
}

#[test]
fn without_a_limit_no_queue_expires() {
    for code in 20..32 {
        assert_eq!(cycles(&mut life(), 4, code), 1000);
    }
}

#[test]
fn the_packet_that_is_started_is_dropped_and_the_next_one_has_as_long() {
    let mut life = life();
    cycles(&mut life, 4, 0);
    let other = life.cycle(&starts(2, 5, 0));
    assert_eq!((other.late, other.discard, other.expired.is_set(4)), (0, 0, true));
    let outputs = life.cycle(&starts(3, 4, 0));
    assert_eq!((outputs.late, outputs.discard), (1 << 1, 1 << 3));
    assert_eq!(outputs.late_lane.as_slice(), [0, 1, 0, 0]);
    assert!(cycles(&mut life, 4, 0) > 16);
}

#[test]
fn a_packet_that_is_started_in_time_is_not_dropped_and_sets_the_queue_back() {
    let mut life = life();
    (0..15).for_each(|_| drop(life.cycle(&waits(4, 0))));
    let outputs = life.cycle(&starts(3, 4, 0));
    assert_eq!((outputs.late, outputs.discard), (0, 0));
    assert!(cycles(&mut life, 4, 0) > 16);
}
