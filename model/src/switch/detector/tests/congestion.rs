//! Conditions of congestion, and of victims.

use super::*;
use proptest::prelude::*;

/// Sets the occupancy to `blocks` in one cycle, and returns the congestion after another one.
fn congested_at(driven: &mut Driven, blocks: u32) -> bool {
    let now = driven.state().occupancy;
    match blocks >= now {
        true => driven.enqueue((blocks - now).into()),
        false => driven.dequeue((now - blocks).into()),
    }
    driven.idle();
    driven.state().congested
}

#[test]
fn both_thresholds_are_hit_exactly_at_each_weight() {
    for weight in 1..WEIGHTS {
        let [set, clear] = [set_blocks, clear_blocks].map(|blocks| blocks(&parameters(), weight));
        let mut driven = Driven::new();
        driven.inputs.threshold = weight as u64;
        assert!(!congested_at(&mut driven, set), "weight {weight}");
        assert!(congested_at(&mut driven, set + 1), "weight {weight}");
        assert!(congested_at(&mut driven, clear + 1), "weight {weight}: a hysteresis");
        assert!(!congested_at(&mut driven, clear), "weight {weight}");
        assert!(!congested_at(&mut driven, set), "weight {weight}");
    }
}

#[test]
fn congestion_shows_in_the_cycle_after_that_of_the_occupancy() {
    let mut driven = Driven::new();
    driven.enqueue(33);
    assert_eq!((driven.state().occupancy, driven.state().congested), (33, false));
    driven.idle();
    assert!(driven.state().congested);
}

#[test]
fn weight_0_is_never_congested() {
    let mut driven = Driven::congested();
    driven.inputs.threshold = 0;
    driven.idle();
    assert!(!driven.state().congested);
    assert!(!congested_at(&mut driven, PORTS * BUFFER));
}

#[test]
fn a_threshold_that_changes_acts_at_once() {
    let mut driven = Driven::congested();
    driven.inputs.threshold = 1;
    driven.idle();
    assert!(!driven.state().congested, "33 blocks are less than 80 of 100");
    driven.inputs.threshold = 15;
    driven.idle();
    assert!(driven.state().congested);
}

#[test]
fn packets_that_come_and_go_in_one_cycle_both_count() {
    let mut driven = Driven::new();
    driven.enqueue(20);
    let inputs = CongestionDetectorInputs {
        enqueue_blocks: blocks_of(VL as u64, 7),
        dequeue: true,
        dequeue_blocks: 12,
        ..driven.inputs.clone()
    };
    driven.model.cycle(&inputs);
    assert_eq!(driven.state().occupancy, 15);
}

#[test]
fn the_occupancy_counts_modulo_its_width() {
    let mut driven = Driven::new();
    driven.dequeue(1);
    assert_eq!(driven.state().occupancy, (1 << parameters().occupancy_bits()) - 1);
    driven.enqueue(3);
    assert_eq!(driven.state().occupancy, 2);
}

#[test]
fn a_stall_makes_the_next_packet_a_victims_and_only_that() {
    let mut driven = Driven::congested();
    driven.stall();
    driven.idle();
    assert!(driven.state().victim, "until a packet goes");
    assert!(!driven.transmit(9));
    assert!(!driven.state().victim);
    assert!(driven.transmit(9));
}

#[test]
fn a_packet_that_goes_in_the_cycle_of_a_stall_leaves_a_victim() {
    let mut driven = Driven::congested();
    let inputs = CongestionDetectorInputs {
        stalled: 1 << VL,
        transmit: true,
        transmit_blocks: 9,
        ..driven.inputs.clone()
    };
    assert!(driven.model.cycle(&inputs).mark, "the stall is none of that packet's");
    assert!(driven.state().victim);
}

#[test]
fn victims_are_marked_with_the_victim_mask() {
    let mut driven = Driven::congested();
    driven.stall();
    driven.inputs.victim_mask = true;
    assert!(driven.transmit(9));
}

proptest! {
    /// Each waiting packet is counted while it waits, whatever else happens.
    #[test]
    fn the_occupancy_is_what_waits(
        events in prop::collection::vec(
            (0..VIRTUAL_LANES as u64, 1..=33u64, prop::option::of(any::<prop::sample::Index>())), 1..200),
    ) {
        let mut driven = Driven::new();
        let mut waiting: Vec<(u64, u64)> = Vec::new();
        for (vl, blocks, leaves) in events {
            let mut inputs = driven.inputs.clone();
            if let Some(index) = leaves.filter(|_| !waiting.is_empty()) {
                let (vl, blocks) = waiting.remove(index.index(waiting.len()));
                inputs.dequeue = true;
                (inputs.dequeue_vl, inputs.dequeue_blocks) = (vl, blocks);
            }
            let total: u64 = waiting.iter().map(|(_, blocks)| blocks).sum();
            if total + blocks <= (PORTS * BUFFER).into() {
                inputs.enqueue_blocks = blocks_of(vl, blocks);
                waiting.push((vl, blocks));
            }
            driven.model.cycle(&inputs);
            for (vl, state) in driven.model.port_vls.iter().enumerate() {
                let of_vl = waiting.iter().filter(|(of, _)| *of == vl as u64);
                let blocks: u64 = of_vl.map(|(_, blocks)| blocks).sum();
                prop_assert_eq!(u64::from(state.occupancy), blocks);
            }
        }
    }
}
