//! Packets of a congested VL that are marked.

use super::*;
use proptest::prelude::*;

#[test]
fn without_congestion_nothing_is_marked() {
    let mut driven = Driven::new();
    assert!(!driven.transmit(33));
}

/// "With both the Packet Size and the Marking Rate set to 0, all packets should get the FECN bit
/// set while a Port VL is in the congestion state" (Gran'10 §III-A).
#[test]
fn with_both_set_to_0_all_packets_are_marked() {
    let mut driven = Driven::congested();
    assert!((0..10).all(|blocks| driven.transmit(blocks)));
}

/// "Packets with a size smaller than the Packet Size will not get the FECN bit set."
#[test]
fn packets_smaller_than_the_packet_size_are_not_marked() {
    let mut driven = Driven::congested();
    driven.inputs.packet_size = 8;
    let marks = [7, 8, 9, 0, 33].map(|blocks| driven.transmit(blocks));
    assert_eq!(marks, [false, true, true, false, true]);
}

/// "The Marking Rate sets the mean number of eligible packets sent between packets actually being
/// marked."
#[test]
fn the_marking_rate_is_the_number_of_packets_between_two_that_are_marked() {
    let mut driven = Driven::congested();
    driven.inputs.marking_rate = 2;
    let marks = [(); 7].map(|()| driven.transmit(9));
    assert_eq!(marks, [true, false, false, true, false, false, true]);
}

#[test]
fn packets_that_are_not_eligible_do_not_count() {
    let mut driven = Driven::congested();
    (driven.inputs.marking_rate, driven.inputs.packet_size) = (1, 8);
    assert!(driven.transmit(9));
    assert!(!driven.transmit(7), "too small");
    driven.stall();
    assert!(!driven.transmit(9), "a victim");
    assert!(!driven.transmit(9), "skipped");
    assert!(driven.transmit(9));
}

#[test]
fn the_first_packet_of_each_congestion_is_marked() {
    let mut driven = Driven::congested();
    driven.inputs.marking_rate = 9;
    assert!(driven.transmit(9));
    assert!(!driven.transmit(9));
    driven.dequeue(33);
    driven.idle();
    // The cycle in which the VL is not congested clears the packets left to skip.
    driven.enqueue(33);
    driven.idle();
    assert!(driven.transmit(9));
}

#[test]
fn a_marking_rate_that_changes_acts_with_the_next_mark() {
    let mut driven = Driven::congested();
    driven.inputs.marking_rate = 2;
    assert!(driven.transmit(9));
    driven.inputs.marking_rate = 0;
    assert_eq!([(); 4].map(|()| driven.transmit(9)), [false, false, true, true]);
}

#[test]
fn virtual_lanes_are_marked_apart() {
    let mut driven = Driven::congested();
    let enqueue =
        CongestionDetectorInputs { enqueue_blocks: blocks_of(2, 33), ..driven.inputs.clone() };
    driven.model.cycle(&enqueue);
    driven.idle();
    driven.inputs.marking_rate = 1;
    let marks = [1, 2, 0, 1, 2, 0, 1, 2, 0].map(|vl| {
        driven.inputs.transmit_vl = vl;
        driven.transmit(9)
    });
    assert_eq!(marks, [true, true, false, false, false, false, true, true, false]);
}

proptest! {
    #[test]
    fn exactly_one_of_marking_rate_plus_one_eligible_packets_is_marked(
        marking_rate in 0..20u64,
        blocks in prop::collection::vec(0..33u64, 1..300),
    ) {
        let mut driven = Driven::congested();
        (driven.inputs.marking_rate, driven.inputs.packet_size) = (marking_rate, 4);
        let mut eligible = 0;
        for blocks in blocks {
            let is_eligible = blocks >= 4;
            let expected = is_eligible && eligible % (marking_rate + 1) == 0;
            prop_assert_eq!(driven.transmit(blocks), expected);
            eligible += u64::from(is_eligible);
        }
    }
}
