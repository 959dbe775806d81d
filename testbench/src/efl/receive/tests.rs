//! Coverage of the stimulus: each cause of a drop, each order of packets, and full queues.

use super::*;
use crate::efl::examples::efl;
use std::collections::BTreeSet;
use tailback_model::Golden;
use tailback_spec::efl::receive::{Cause, QUEUE};

/// Cycles in which each corner must be reached.
const CYCLES: usize = 400_000;

#[test]
fn every_cause_and_every_corner_is_reached_with_any_number_of_flows() {
    for flows in [1, 2, 5, 64] {
        let efl = efl(flows);
        let mut model = EflReceive::new(&efl);
        let mut stimulus = EflReceiveStimulus::new(&efl, 1);
        let (mut step, mut last) = (Step::default(), EflReceiveOutputs::default());
        let mut seen = BTreeSet::new();
        let (mut level, mut before) = (0, EflReceiveInputs::default());
        let mut inside = false;
        for _ in 0..CYCLES {
            stimulus.drive(&last, &mut step);
            let earlier = last.clone();
            model.step(&step.inputs, &mut last);
            let inputs = &step.inputs;
            for cause in Cause::ALL.into_iter().filter(|cause| last.drops >> *cause as u64 & 1 != 0)
            {
                seen.insert(format!("{cause:?}"));
            }
            level += usize::from(last.acks);
            let takes = inputs.ack_take && last.ack;
            let moves = last.m_tvalid && inputs.m_tready;
            let corners = [
                ("a packet in order", last.accepted),
                ("a duplicate", last.duplicates),
                ("a gap", last.gaps),
                ("a reply with PROBE", last.reply && last.reply_probe),
                ("a reply with GAP", last.reply && last.reply_gap),
                ("a reply that is lost", last.replies_lost),
                ("a full queue of ACKs", level == QUEUE),
                ("an ACK that is put as one is taken", last.acks && takes),
                ("a longest RTT", last.ack && last.ack_rtt >= (1 << 23) - 16),
                ("an RTT of 0", last.ack && last.ack_rtt == 0),
                (
                    "a frame right after another one",
                    inputs.rx_tvalid && before.rx_tlast && before.rx_tvalid,
                ),
                ("a gap within a frame", !inputs.rx_tvalid && inside),
                ("payloads without a gap", earlier.m_tlast && earlier.m_tvalid && moves),
                ("a host that stalls", last.m_tvalid && !inputs.m_tready),
                ("a payload of one byte", moves && last.m_tlast && last.m_tkeep == 1),
                ("a reset within a frame", step.reset && inside),
                ("a reset with payloads", step.reset && last.m_tvalid),
                ("a frame while memories are cleared", last.sweeping && inputs.rx_tlast),
            ];
            seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| name.to_string()));
            level -= usize::from(takes);
            if inputs.rx_tvalid {
                inside = !inputs.rx_tlast;
            }
            before.clone_from(inputs);
            if step.reset {
                model.reset();
                (level, inside) = (0, false);
                before = EflReceiveInputs::default();
            }
        }
        assert_eq!(seen.len(), 18 + Cause::ALL.len(), "{flows} flows: only {seen:?}");
    }
}
