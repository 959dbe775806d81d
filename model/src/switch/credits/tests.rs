//! Credits traced by hand, and their bounds for all traffic.

use super::*;
use crate::switch::examples::port;
use proptest::prelude::*;

/// Blocks of a longest packet.
const LONGEST: u32 = 5;
/// Data VLs.
const LANES: usize = 2;

fn credits() -> OutputCredits {
    OutputCredits::new(&port(3, LANES as u32, 10, 5))
}

fn idle() -> OutputCreditsInputs {
    OutputCreditsInputs::default()
}

fn update(vl: u64, limit: u64) -> OutputCreditsInputs {
    OutputCreditsInputs { update: true, update_vl: vl, update_fccl: limit, ..idle() }
}

fn begins() -> OutputCreditsInputs {
    OutputCreditsInputs { begins: true, ..idle() }
}

fn claim(lane: u64, blocks: u64) -> OutputCreditsInputs {
    OutputCreditsInputs { claim: true, claim_lane: lane, claim_blocks: blocks, ..idle() }
}

fn waive(lane: u64, blocks: u64) -> OutputCreditsInputs {
    OutputCreditsInputs { waive: true, waive_lane: lane, waive_blocks: blocks, ..idle() }
}

/// Blocks available to a data VL in each cycle.
fn available(model: &mut OutputCredits, vl: usize, inputs: &[OutputCreditsInputs]) -> Vec<u32> {
    inputs.iter().map(|inputs| model.cycle(inputs).available[vl]).collect()
}

#[test]
fn blocks_are_available_from_the_second_cycle_after_the_first_limit_on() {
    let mut model = credits();
    let outputs = [update(1, 3), idle(), idle()].map(|inputs| model.cycle(&inputs));
    assert_eq!(outputs.each_ref().map(|outputs| outputs.initialised), [0, 0b10, 0b10]);
    assert_eq!(outputs.each_ref().map(|outputs| outputs.available[1]), [0, 0, 3]);
    assert_eq!(outputs.map(|outputs| outputs.available[0]), [0; 3]);
}

#[test]
fn no_more_is_available_than_a_longest_packet_takes() {
    for (limit, blocks) in [(0, 0), (1, 1), (4, 4), (5, 5), (6, 5), (2048, 5), (2049, 0), (4095, 0)]
    {
        let shown = available(&mut credits(), 0, &[update(0, limit), idle(), idle()]);
        assert_eq!(shown, [0, 0, blocks], "{limit}");
    }
}

#[test]
fn a_limit_for_a_vl_that_is_not_configured_changes_nothing() {
    let mut model = credits();
    for vl in [LANES as u64, 15] {
        model.cycle(&update(vl, 7));
    }
    assert_eq!(model, credits());
}

/// Credits of VL 0 with so many blocks.
fn with(limit: u64) -> OutputCredits {
    let mut model = credits();
    available(&mut model, 0, &[update(0, limit), idle()]);
    model
}

#[test]
fn a_longest_packet_stands_for_one_that_starts_until_its_blocks_are_claimed() {
    let starts = [begins(), claim(0, 2), idle(), idle(), idle()];
    assert_eq!(available(&mut with(4), 0, &starts), [4, 0, 0, 2, 2]);
    assert_eq!(available(&mut with(9), 0, &starts), [5, 4, 4, 5, 5]);
    // Whatever the VL of the packet.
    let starts = [begins(), claim(1, 2), idle(), idle(), idle()];
    assert_eq!(available(&mut with(4), 0, &starts), [4, 0, 0, 4, 4]);
}

#[test]
fn management_claims_and_waives_nothing() {
    let management = LANES as u64;
    let cycles = [claim(management, 3), waive(management, 2), idle(), idle()];
    assert_eq!(available(&mut with(4), 0, &cycles), [4, 0, 4, 4]);
}

#[test]
fn a_packet_that_is_dropped_returns_its_blocks() {
    let cycles = [claim(0, 3), idle(), waive(0, 3), idle(), idle()];
    assert_eq!(available(&mut with(3), 0, &cycles), [3, 0, 0, 0, 3]);
    // Another packet is claimed in the same cycle.
    let both = OutputCreditsInputs { waive: true, waive_blocks: 3, ..claim(0, 1) };
    let cycles = [claim(0, 3), idle(), both, idle(), idle()];
    assert_eq!(available(&mut with(3), 0, &cycles), [3, 0, 0, 0, 2]);
}

#[test]
fn a_packet_without_credits_makes_nothing_available() {
    let cycles = [claim(0, 5), idle(), idle(), update(0, 7), idle(), idle()];
    assert_eq!(available(&mut with(2), 0, &cycles), [2, 0, 0, 0, 0, 2]);
}

#[test]
fn blocks_count_modulo_4096() {
    let mut model = credits();
    for limit in (0..4095).step_by(5) {
        available(&mut model, 0, &[update(0, limit + 5), claim(0, 5)]);
    }
    assert_eq!(model.accounts[0].claimed, 4095);
    assert_eq!(available(&mut model, 0, &[update(0, 2), idle(), idle()])[2], 3);
    assert_eq!(available(&mut model, 0, &[claim(0, 3), idle(), idle()])[2], 0);
    assert_eq!(model.accounts[0].claimed, 2);
    available(&mut model, 0, &[waive(0, 5)]);
    assert_eq!(model.accounts[0].claimed, 4093);
}

#[test]
fn reset_clears_all_state() {
    let mut model = with(9);
    model.cycle(&claim(0, 2));
    assert_ne!(model, credits());
    model.reset();
    assert_eq!(model, credits());
}

proptest! {
    /// A packet starts in the third cycle after it has been seen, and the next one is seen in the
    /// cycle after that at the earliest: what they claim is never beyond the limit.
    #[test]
    fn no_packet_starts_beyond_the_limit(
        packets in prop::collection::vec(1..=LONGEST, 1..60),
        grants in prop::collection::vec(0..4u32, 300),
    ) {
        let (mut model, mut limit, mut claimed) = (with(0), 0, 0u32);
        let mut packets = packets.into_iter().peekable();
        let mut cycles = 0;
        let (mut seen, mut started): (Option<u32>, Option<u32>) = (None, None);
        for grant in grants {
            limit += grant;
            let mut inputs = update(0, limit.into());
            if let Some(blocks) = started.take() {
                (inputs.claim, inputs.claim_blocks) = (true, u64::from(blocks));
                claimed += blocks;
                prop_assert!(claimed <= limit);
            }
            if seen.is_some() {
                cycles += 1;
                if cycles == 3 {
                    inputs.begins = true;
                    started = seen.take();
                }
            } else {
                seen = packets.next_if(|blocks| *blocks <= model.available[0]);
                cycles = 0;
            }
            model.cycle(&inputs);
        }
    }
}
