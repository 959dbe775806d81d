//! The sender's rules one by one, and against counters that never wrap around.

use super::*;
use proptest::prelude::*;

const VIRTUAL_LANES: usize = 3;
/// VL that is driven; not the first, so that a wrong element is found.
const VL: usize = 2;

fn sender() -> CreditSender {
    CreditSender::new(&Link::new(VIRTUAL_LANES as u32, 2000, 257, 100).unwrap())
}

fn update(fccl: u32) -> CreditSenderInputs {
    let (update_vl, update_fccl) = (VL as u64, fccl.into());
    CreditSenderInputs { update: true, update_vl, update_fccl, ..Default::default() }
}

fn send(blocks: u32) -> CreditSenderInputs {
    let (send_vl, send_blocks) = (VL as u64, blocks.into());
    CreditSenderInputs { send: true, send_vl, send_blocks, ..Default::default() }
}

/// A packet of so many blocks requests credits.
fn asks(blocks: u32) -> CreditSenderInputs {
    let mut inputs = CreditSenderInputs::default();
    inputs.blocks.extend([0, 0, blocks]);
    inputs
}

/// Whether a packet of so many blocks may be sent in the cycle after its request.
fn may_send(sender: &CreditSender, blocks: u32) -> bool {
    let mut sender = sender.clone();
    sender.cycle(&asks(blocks));
    let outputs = sender.cycle(&asks(0));
    let [may_send, may_send_one] =
        [outputs.may_send, outputs.may_send_one].map(|lanes| lanes >> VL & 1 == 1);
    assert!(blocks != 1 || may_send == may_send_one);
    may_send
}

#[test]
fn nothing_may_be_sent_before_the_receiver_has_spoken() {
    let mut sender = sender();
    assert!(!may_send(&sender, 0));
    assert_eq!(sender.cycle(&update(0)).initialised, 0, "the update counts from the next cycle on");
    assert!(may_send(&sender, 0) && !may_send(&sender, 1));
    assert_eq!(sender.cycle(&update(10)).initialised, 1 << VL);
}

#[test]
fn credits_show_one_cycle_after_the_counters() {
    let mut sender = sender();
    let mut shown = |inputs: CreditSenderInputs| {
        let outputs = sender.cycle(&CreditSenderInputs { blocks: asks(4).blocks, ..inputs });
        (outputs.may_send >> VL, outputs.may_send_one >> VL)
    };
    // An update, a packet, and another update: each shows in the second cycle after its own.
    assert_eq!(shown(update(5)), (0, 0));
    assert_eq!(shown(asks(4)), (0, 0));
    assert_eq!(shown(send(4)), (1, 1));
    assert_eq!(shown(asks(4)), (1, 1));
    assert_eq!(shown(send(1)), (0, 1));
    assert_eq!(shown(update(9)), (0, 1));
    assert_eq!(shown(asks(4)), (0, 0));
    assert_eq!(shown(asks(4)), (1, 1));
}

#[test]
fn credits_for_one_block_are_compared_like_any_others() {
    let mut sender = sender();
    let mut shown = |inputs: CreditSenderInputs| sender.cycle(&inputs).may_send_one >> VL;
    shown(update(2048));
    // A limit that is behind gives no credits.
    shown(send(2050));
    assert_eq!([asks(0), asks(0), asks(0)].map(&mut shown), [1, 0, 0]);
    shown(update(2051));
    assert_eq!([asks(0), asks(0)].map(&mut shown), [0, 1]);
}

#[test]
fn a_packet_goes_up_to_the_limit_and_not_beyond() {
    let mut sender = sender();
    sender.cycle(&update(40));
    assert!(may_send(&sender, 40) && !may_send(&sender, 41));
    let outputs = sender.cycle(&send(33));
    assert_eq!(outputs.fctbs[..], [0, 0, 0], "the packet counts from the next cycle on");
    assert_eq!(sender.fctbs[..], [0, 0, 33]);
    assert!(may_send(&sender, 7) && !may_send(&sender, 8));
}

#[test]
fn the_counters_wrap_around_at_4096() {
    let mut sender = sender();
    sender.cycle(&send(257));
    for _ in 0..15 {
        sender.cycle(&send(255));
    }
    assert_eq!(sender.fctbs[VL], 4082);
    sender.cycle(&update(6));
    assert!(may_send(&sender, 20) && !may_send(&sender, 21));
    sender.cycle(&send(20));
    assert_eq!(sender.fctbs[VL], 6);
}

#[test]
fn a_limit_of_up_to_2048_blocks_ahead_is_one_and_more_is_behind() {
    let mut sender = sender();
    sender.cycle(&update(2058));
    assert!(may_send(&sender, 10) && !may_send(&sender, 9));
}

#[test]
fn a_lower_limit_takes_credits_back() {
    let mut sender = sender();
    sender.cycle(&update(40));
    sender.cycle(&send(30));
    sender.cycle(&update(20));
    assert!(!may_send(&sender, 0) && !may_send(&sender, 1));
}

#[test]
fn an_update_and_a_packet_in_one_cycle_both_count() {
    let mut sender = sender();
    sender.cycle(&CreditSenderInputs {
        update: true,
        update_vl: VL as u64,
        update_fccl: 12,
        ..send(5)
    });
    assert_eq!((sender.fctbs[VL], sender.fccl[VL]), (5, 12));
}

#[test]
fn virtual_lanes_that_are_not_configured_change_nothing() {
    let mut driven = sender();
    for vl in VIRTUAL_LANES as u64..16 {
        driven.cycle(&CreditSenderInputs {
            update: true,
            update_vl: vl,
            update_fccl: 99,
            send: true,
            send_vl: vl,
            send_blocks: 9,
            ..Default::default()
        });
    }
    assert_eq!(driven, sender());
}

#[test]
fn reset_forgets_the_receiver() {
    let mut driven = sender();
    driven.cycle(&update(40));
    driven.cycle(&send(40));
    driven.reset();
    assert_eq!(driven, sender());
}

proptest! {
    /// The intended meaning of the standard's modular comparison.
    #[test]
    fn a_packet_may_go_if_it_ends_within_what_was_offered(
        steps in prop::collection::vec((0..=2048u64, 0..=257u64), 1..100),
    ) {
        let mut sender = sender();
        let (mut sent, mut limit) = (0u64, 0u64);
        for (offered, blocks) in steps {
            // A limit never decreases, and is never more than 2048 blocks ahead.
            limit = limit.max(sent + offered);
            sender.cycle(&update((limit % 4096) as u32));
            let may = may_send(&sender, blocks as u32);
            prop_assert_eq!(may, sent + blocks <= limit);
            if may {
                sender.cycle(&send(blocks as u32));
                sent += blocks;
            }
            prop_assert_eq!(u64::from(sender.fctbs[VL]), sent % 4096);
        }
    }
}
