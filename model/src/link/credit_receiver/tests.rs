//! The receiver's rules one by one, and against a counter that never wraps around.

use super::*;
use proptest::prelude::*;

const VIRTUAL_LANES: usize = 3;
/// VL that is driven; not the first, so that a wrong element is found.
const VL: usize = 1;

fn receiver() -> CreditReceiver {
    CreditReceiver::new(&Link::new(VIRTUAL_LANES as u32, 65_535, 33, 100).unwrap())
}

fn inputs(free: u32) -> CreditReceiverInputs {
    let mut inputs = CreditReceiverInputs::default();
    inputs.free.extend([0, free, 0]);
    inputs
}

fn received(free: u32) -> CreditReceiverInputs {
    CreditReceiverInputs { received: true, received_vl: VL as u64, ..inputs(free) }
}

fn update(fctbs: u64) -> CreditReceiverInputs {
    let (update_vl, update_fctbs) = (VL as u64, fctbs);
    CreditReceiverInputs { update: true, update_vl, update_fctbs, ..inputs(0) }
}

/// ABR and FCCL in a cycle.
fn cycle(receiver: &mut CreditReceiver, inputs: &CreditReceiverInputs) -> (u32, u32) {
    let outputs = receiver.cycle(inputs);
    (outputs.abr[VL], outputs.fccl[VL])
}

#[test]
fn the_limit_stays_while_blocks_come_and_moves_when_they_leave() {
    let mut receiver = receiver();
    assert_eq!(cycle(&mut receiver, &received(10)), (0, 10));
    assert_eq!(cycle(&mut receiver, &received(9)), (1, 10));
    assert_eq!(cycle(&mut receiver, &inputs(8)), (2, 10));
    assert_eq!(cycle(&mut receiver, &inputs(10)), (2, 12));
}

#[test]
fn no_more_than_2048_blocks_are_offered() {
    let mut receiver = receiver();
    let seen = [2047, 2048, 2049, 4096, 65_535].map(|free| cycle(&mut receiver, &inputs(free)).1);
    assert_eq!(seen, [2047, 2048, 2048, 2048, 2048]);
}

#[test]
fn the_counters_wrap_around_at_4096() {
    let mut receiver = receiver();
    cycle(&mut receiver, &update(4095));
    assert_eq!(cycle(&mut receiver, &received(1)), (4095, 0));
    assert_eq!(cycle(&mut receiver, &inputs(2048)), (0, 2048));
}

#[test]
fn an_update_repairs_what_was_lost_and_wins_over_a_block() {
    let mut receiver = receiver();
    cycle(&mut receiver, &received(9));
    cycle(&mut receiver, &CreditReceiverInputs { received: true, received_vl: 1, ..update(7) });
    assert_eq!(cycle(&mut receiver, &inputs(8)), (7, 15));
}

#[test]
fn a_block_counts_beside_an_update_of_another_virtual_lane() {
    let mut receiver = receiver();
    receiver.cycle(&CreditReceiverInputs { received: true, received_vl: 2, ..update(7) });
    assert_eq!(receiver.abr[..], [0, 7, 1]);
}

#[test]
fn virtual_lanes_that_are_not_configured_count_nothing() {
    let mut driven = receiver();
    for vl in VIRTUAL_LANES as u64..16 {
        driven.cycle(&CreditReceiverInputs {
            update: true,
            update_vl: vl,
            update_fctbs: 9,
            received: true,
            received_vl: vl,
            ..Default::default()
        });
    }
    assert_eq!(driven, receiver());
}

#[test]
fn reset_clears_what_came() {
    let mut driven = receiver();
    driven.cycle(&received(9));
    driven.reset();
    assert_eq!(driven, receiver());
}

proptest! {
    /// On a link without loss, the credit limit is the number of blocks that have left the buffer,
    /// plus the buffer's size.
    #[test]
    fn the_limit_is_what_left_plus_the_buffer(
        buffer in 1..=2048u32,
        events in prop::collection::vec((any::<bool>(), 0..8u32), 1..400),
    ) {
        let mut receiver = receiver();
        let (mut held, mut left) = (0, 0);
        for (come, leave) in events {
            let leave = leave.min(held);
            let (come, free) = (come && held < buffer, buffer - held);
            let inputs = if come { received(free) } else { inputs(free) };
            prop_assert_eq!(cycle(&mut receiver, &inputs).1, (left + buffer) % 4096);
            held = held + u32::from(come) - leave;
            left += leave;
        }
    }
}
