//! Coverage of the stimulus: every result of the receive path.

use super::*;
use crate::nic::examples::nic;
use std::collections::BTreeSet;
use tailback_model::Golden;
use tailback_spec::nic::receive::Cause;

/// Cycles in which each corner must be reached.
const CYCLES: usize = 100_000;

fn reaches_every_corner(width: u32) {
    let nic = nic(5, width);
    let mut model = Receive::new(&nic);
    let mut stimulus = ReceiveStimulus::new(&nic, 1);
    let (mut step, mut last) = (Step::default(), ReceiveOutputs::default());
    let mut seen = BTreeSet::new();
    let (mut good, mut dropped) = (0, 0);
    let mut inside = false;
    for _ in 0..CYCLES {
        stimulus.drive(&last, &mut step);
        model.step(&step.inputs, &mut last);
        for cause in Cause::ALL.into_iter().filter(|cause| last.drops >> *cause as u64 & 1 != 0) {
            seen.insert(format!("{cause:?}"));
        }
        good += usize::from(last.passed);
        dropped += last.drops.count_ones() as usize;
        let near = last.passed && last.decoded && (last.opcode ^ 0x80).count_ones() == 1;
        let corners = [
            ("a notification", last.decoded && !last.passed),
            ("nearly a notification", near),
            ("a packet without transport", last.passed && !last.decoded),
            ("FECN", last.decoded && last.fecn),
            ("BECN", last.decoded && last.becn),
            ("multicast", last.decoded && last.dlid >= 0xC000),
            ("no payload", last.decoded && last.passed && last.payload_bytes == 0),
            ("VL15", last.decoded && last.vl == 15),
            ("a bad packet for the host", last.m_host_valid && last.m_host_bad),
            ("flow control within a packet", last.flow_control && inside),
            ("bad framing", last.bad_framing),
            ("credits", last.received),
            ("a reset within a packet", step.reset && inside),
        ];
        seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| name.to_string()));
        if step.inputs.rx_valid && !step.inputs.rx_flow_control {
            inside = !step.inputs.rx_last;
        }
        if step.reset {
            model.reset();
            inside = false;
        }
    }
    assert_eq!(seen.len(), 13 + Cause::ALL.len(), "{width} bytes: only {seen:?}");
    assert!(good > 1000 && dropped > 500, "{good} {dropped}");
}

#[test]
fn packets_reach_every_corner_at_every_width() {
    for width in [8, 16, 32, 64] {
        reaches_every_corner(width);
    }
}
