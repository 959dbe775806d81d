//! The congestion detector: traces of the specification, and equality of Verilog and kernel at
//! every size.

use tailback_harness::blocks::{alike, clean, cycle, reset};
use tailback_hdl::switch::CongestionDetector;
use tailback_kernels::Kernel;
use tailback_spec::switch::detector::Detector;

/// Ports, virtual lanes, blocks of a buffer, blocks of the longest packet.
const SIZES: [[u32; 4]; 5] =
    [[2, 1, 1, 1], [2, 8, 65_535, 257], [8, 4, 128, 33], [36, 1, 300, 257], [36, 8, 65_535, 257]];

fn detector([ports, virtual_lanes, buffer, packet]: [u32; 4]) -> CongestionDetector {
    let config = Detector::new(ports, virtual_lanes, buffer, packet);
    CongestionDetector::new(&config.expect("a detector that is possible"))
}

fn every_size() -> Vec<Box<dyn Kernel>> {
    SIZES.map(detector).into_iter().map(|block| Box::new(block) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(every_size());
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(every_size());
}

#[test]
fn detector_text() {
    reviewed!("detector", &detector([8, 2, 100, 33]));
}

/// A buffer of 100 blocks: weight 1 is congested above 90 blocks, and no longer at 80 blocks.
const BEGINS_ABOVE: u128 = 90;
const ENDS_AT: u128 = 80;

#[test]
fn congestion_begins_above_one_level_and_ends_at_another() {
    let mut block = reset(detector([8, 2, 100, 100]));
    // VL 1 of two; a block count has 7 bits per VL.
    let enqueue = |count: u128| [("threshold", 1), ("enqueue_blocks", count << 7)];
    let dequeue =
        |count| [("threshold", 1), ("dequeue", 1), ("dequeue_vl", 1), ("dequeue_blocks", count)];
    let outputs = ["congested", "occupancy"];
    let lane = 10;
    assert_eq!(cycle(&mut block, &enqueue(BEGINS_ABOVE), outputs), [0, 0]);
    assert_eq!(cycle(&mut block, &enqueue(1), outputs), [0, BEGINS_ABOVE << lane]);
    // The VL is congested from the next cycle on.
    let now = BEGINS_ABOVE + 1;
    assert_eq!(cycle(&mut block, &dequeue(now - ENDS_AT - 1), outputs), [0b00, now << lane]);
    assert_eq!(cycle(&mut block, &dequeue(1), outputs), [0b10, (ENDS_AT + 1) << lane]);
    assert_eq!(cycle(&mut block, &enqueue(0), outputs), [0b10, ENDS_AT << lane]);
    assert_eq!(cycle(&mut block, &enqueue(0), outputs), [0b00, ENDS_AT << lane]);
    // Both events of a cycle count, separately for each VL; VL15 is not counted.
    let both =
        [("enqueue_blocks", 3 << 7 | 5), ("dequeue", 1), ("dequeue_vl", 1), ("dequeue_blocks", 7)];
    cycle(&mut block, &both, []);
    let counted = (ENDS_AT + 3 - 7) << lane | 5;
    let management = [("dequeue", 1), ("dequeue_vl", 15), ("dequeue_blocks", 7)];
    assert_eq!(cycle(&mut block, &management, ["occupancy"]), [counted]);
    assert_eq!(cycle(&mut block, &[], ["occupancy"]), [counted]);
}

/// A congested detector of one VL.
fn congested() -> CongestionDetector {
    let mut block = reset(detector([8, 1, 100, 100]));
    cycle(&mut block, &[("enqueue_blocks", 95)], []);
    cycle(&mut block, &[("threshold", 1)], []);
    assert_eq!(cycle(&mut block, &[("threshold", 1)], ["congested"]), [1]);
    block
}

#[test]
fn one_of_marking_rate_and_one_eligible_packets_is_marked() {
    let mut block = congested();
    let mut marked = Vec::new();
    for now in 0..10 {
        // Every third packet is too short to be eligible.
        let blocks = if now % 3 == 2 { 3 } else { 4 };
        let inputs = [
            ("threshold", 1),
            ("packet_size", 4),
            ("marking_rate", 2),
            ("transmit", 1),
            ("transmit_blocks", blocks),
        ];
        let [mark] = cycle(&mut block, &inputs, ["mark"]);
        marked.extend((mark == 1).then_some(now));
    }
    // Packets 0, 1, 3, 4, 6, 7 and 9 are eligible.
    assert_eq!(marked, [0, 4, 9]);
}

#[test]
fn a_victim_is_marked_only_if_the_mask_says_so() {
    let mut block = congested();
    let transmit = |mask| [("threshold", 1), ("transmit", 1), ("victim_mask", mask)];
    let stalled = [("threshold", 1), ("stalled", 1)];
    let outputs = ["mark", "victim"];
    cycle(&mut block, &stalled, []);
    assert_eq!(cycle(&mut block, &transmit(0), outputs), [0, 1]);
    // The next packet is a root's again.
    assert_eq!(cycle(&mut block, &transmit(0), outputs), [1, 0]);
    cycle(&mut block, &stalled, []);
    assert_eq!(cycle(&mut block, &transmit(1), outputs), [1, 1]);
}

#[test]
fn weight_0_ends_congestion() {
    let mut block = congested();
    assert_eq!(cycle(&mut block, &[("threshold", 0)], ["congested"]), [1]);
    assert_eq!(cycle(&mut block, &[("threshold", 1)], ["congested"]), [0]);
    assert_eq!(cycle(&mut block, &[("threshold", 15)], ["congested"]), [1]);
}
