//! No flow is lost or stuck, whatever happened.

use super::hosts::{any_chances, any_nic, run};
use super::*;
use proptest::prelude::*;

/// Times that each flow must be granted afterwards.
const GRANTS: u64 = 3;

/// Cycles in which all flows are granted once more, with an event of each kind in each frame: the
/// longest delay, and some rounds of events of all flows for each packet.
fn bound_cycles(nic: &Nic) -> u64 {
    let longest = 1 << (nic.tick_bits() - nic.fraction_bits());
    let round = 4 * (1 << nic.flow_bits());
    longest + (u64::from(nic.window()) + 8) * round * GRANTS + 64
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..Default::default() })]
    #[test]
    fn every_flow_is_granted_within_a_bound_after_anything(
        // The run includes the longest delay.
        nic in any_nic(1..8).prop_filter("short packets", |nic| nic.packet_words() < 10),
        chances in any_chances(),
        first in any::<[u64; 3]>(),
    ) {
        let mut driven = run(&nic, &chances, |_, _, _| {});
        // Events of all flows by round robin; each kind begins with another flow.
        let flows = 1 << nic.flow_bits();
        let [mut rings, mut starts, mut acks] = first.map(|first| first % flows);
        let mut granted = vec![0; nic.flows()];
        (driven.inputs.delay, driven.inputs.grant_ready) = (0, true);
        for _ in 0..bound_cycles(&nic) {
            driven.doorbell(rings % flows).start(starts % flows, 1, false).ack(acks % flows);
            let outputs = driven.step();
            rings += u64::from(outputs.doorbell_ready);
            starts += u64::from(outputs.start_ready);
            acks += u64::from(outputs.ack_ready);
            if outputs.grant {
                granted[outputs.grant_flow as usize] += 1;
            }
        }
        prop_assert!(granted.iter().all(|&granted| granted >= GRANTS), "{granted:?}");
    }
}
