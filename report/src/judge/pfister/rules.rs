//! The rules of §IV-A on the golden models of detector and table.

use super::Found;
use tailback_model::{
    nic::congestion_table::{CongestionTable, CongestionTableInputs},
    switch::detector::{CongestionDetector, CongestionDetectorInputs},
    Golden,
};
use tailback_spec::{
    config::Override,
    scenario::Scenario,
    switch::detector::{set_blocks, Detector, WEIGHTS},
    Lanes,
};

const SCENARIO: &str = include_str!("../../../examples/scenarios/pfister05-fig3.toml");
/// Blocks of a packet that is marked, if its port is congested.
const PACKET: u64 = 33;
/// Blocks of the shortest packet that is marked.
const SHORTEST: u64 = 8;

/// Whether a packet is marked whose port has one buffer full of blocks, with a threshold.
fn is_marked(detector: &Detector, threshold: u64, blocks: u64, stalled: bool) -> bool {
    let mut model = CongestionDetector::new(detector);
    let inputs =
        CongestionDetectorInputs { threshold, packet_size: SHORTEST, ..Default::default() };
    let mut waiting = inputs.clone();
    waiting.enqueue_blocks = Lanes::from_iter([detector.buffer_blocks()]);
    model.cycle(&waiting);
    // The state follows one cycle after the blocks, and a lack of credits is remembered.
    model.cycle(&CongestionDetectorInputs { stalled: u64::from(stalled), ..inputs.clone() });
    model.cycle(&inputs);
    let transmit = CongestionDetectorInputs { transmit: true, transmit_blocks: blocks, ..inputs };
    model.cycle(&transmit).mark
}

/// Whether the threshold is off, loosest and most aggressive where the paper says so, and victims
/// and short packets are exempt.
fn marks_as_stated(scenario: &Scenario) -> bool {
    let detector = scenario.config.detector();
    let blocks: Vec<u32> = (1..WEIGHTS).map(|weight| set_blocks(&detector, weight)).collect();
    let is = |threshold, blocks, stalled| is_marked(&detector, threshold, blocks, stalled);
    let falls = blocks.windows(2).all(|two| two[0] > two[1]);
    falls
        && !is(0, PACKET, false)
        && is(1, PACKET, false)
        && is(WEIGHTS as u64 - 1, PACKET, false)
        && !is(1, PACKET, true)
        && !is(1, SHORTEST - 1, false)
}

/// Index after some BECNs, and after some expiries of the timer.
fn indices(scenario: &Scenario) -> [u64; 2] {
    const INCREASE: u64 = 5;
    const TIMER: u64 = 10;
    const BECNS: usize = 3;
    const EXPIRIES: usize = 4;
    let mut table = CongestionTable::new(&scenario.config.nic());
    let limit = scenario.config.nic().cct_entries() as u64 - 1;
    let still = CongestionTableInputs { limit, ..Default::default() };
    while !table.cycle(&still).ready {}
    table.cycle(&CongestionTableInputs {
        set_valid: true,
        set_timer: TIMER,
        set_increase: INCREASE,
        ..still.clone()
    });
    for _ in 0..BECNS {
        while !table.cycle(&CongestionTableInputs { becn: true, ..still.clone() }).becn_ready {}
        for _ in 0..8 {
            table.cycle(&still);
        }
    }
    let index = |table: &mut CongestionTable| {
        table.cycle(&CongestionTableInputs { look_up: true, ..still.clone() });
        let looks = tailback_spec::nic::congestion_table::LOOK_UP_CYCLES;
        (1..=looks).fold(0, |_, _| table.cycle(&still).ccti)
    };
    let risen = index(&mut table);
    // Ticks of 1.024 µs.
    let hertz = scenario.config.clock().frequency_hz();
    let cycles = (TIMER * hertz * 128 / 125_000_000) as usize * EXPIRIES;
    for _ in 0..cycles {
        table.cycle(&still);
    }
    [risen, index(&mut table)]
}

pub fn found() -> Option<Found> {
    let none: [Override; 0] = [];
    let sweep = tailback_spec::scenario::Sweep::without(SCENARIO, &none, |_| Err(String::new()));
    let scenario = sweep.ok()?.points.into_iter().next()?.scenario;
    let marks = marks_as_stated(&scenario);
    let [risen, fallen] = indices(&scenario);
    let ours = format!(
        "marking {}; index {risen} after three BECNs with an increase of 5, {fallen} after four expiries",
        if marks { "as stated" } else { "differs" }
    );
    Found::computed(ours, marks && [risen, fallen] == [15, 11])
}
