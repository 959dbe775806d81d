//! Counters of what a port receives.

use super::*;
use tailback_spec::switch::counters::{blocks_in, flow_control::*, packets_in, MALFORMED};

/// Bytes of a flow-control packet.
fn flow_control(op: u32, vl: u32) -> Vec<u8> {
    Packet { op, fctbs: 0, vl, fccl: 2000 }.encode().to_be_bytes()[2..].to_vec()
}

#[test]
fn each_flow_control_packet_is_counted_once_by_what_is_wrong_with_it() {
    let mut rig = Rig::new(&config(&[]));
    // One for each data VL, from the set-up.
    assert_eq!(counter(&mut rig, 1, RECEIVED), 2);
    let mut damaged = flow_control(9, 9);
    damaged[1] ^= 1;
    let short = flow_control(0, 0)[..5].to_vec();
    let received = [flow_control(1, 1), damaged, short, flow_control(9, 9), flow_control(0, 9)];
    for (bytes, times) in received.into_iter().zip(1..) {
        (0..times).for_each(|_| rig.coming[1].push_back(Some((bytes.clone(), FLOW_CONTROL))));
    }
    rig.run_dry();
    let counters = [RECEIVED, BAD_CRC, BAD_OPERATION, BAD_VIRTUAL_LANE];
    assert_eq!(counters.map(|number| counter(&mut rig, 1, number)), [2 + 1, 2 + 3, 4, 5]);
}

#[test]
fn an_event_of_reception_in_nearly_every_cycle_is_counted() {
    for kind in KINDS {
        let config = config(kind);
        let mut rig = Rig::new(&config);
        let good = packet(2, 0, 6, 1);
        let (mut version, mut damaged) = (good.clone(), good.clone());
        version[0] |= 1;
        damaged[20] ^= 1;
        [&good, &version, &damaged, &good].iter().for_each(|bytes| rig.send(0, bytes));
        let beats = std::mem::take(&mut rig.coming[0]);
        let (count, between) = (beats.len(), Some((flow_control(0, 0), FLOW_CONTROL)));
        rig.coming[0] = beats.into_iter().flat_map(|beat| [beat, between.clone()]).collect();
        rig.run_dry();
        let port = config.port();
        let (packets, blocks) = (packets_in(&port, 0), blocks_in(&port, 0));
        let [version, damaged] = [0, MALFORMED.len() - 1];
        let counters = [packets, blocks, version, damaged, RECEIVED];
        let expected = [2, 2, 1, 1, 2 + count as u32];
        assert_eq!(counters.map(|number| counter(&mut rig, 0, number)), expected, "{kind:?}");
    }
}
