//! Coverage of the stimulus: all registers are written and read, and copies meet events.

use super::*;
use crate::efl::examples::efl;
use std::collections::BTreeSet;
use tailback_model::Golden;
use tailback_spec::efl::registers::{address, FLOW_VALUES};

/// Cycles in which each corner must be reached.
const CYCLES: usize = 600_000;

#[test]
fn every_register_is_written_legally_and_not_and_read_with_data() {
    for flows in [1, 2, 5, 64] {
        let efl = efl(flows);
        let mut model = EflRegisters::new(&efl);
        let mut stimulus = EflRegistersStimulus::new(&efl, 1);
        let (mut step, mut last) = (Step::default(), EflRegistersOutputs::default());
        let [mut written, mut refused, mut read] = [const { BTreeSet::<u64>::new() }; 3];
        let (mut at_write, mut at_read, mut seen) = (0, 0, BTreeSet::new());
        for _ in 0..CYCLES {
            stimulus.drive(&last, &mut step);
            let before = last.clone();
            model.step(&step.inputs, &mut last);
            let inputs = &step.inputs;
            if last.s_axil.bvalid && !before.s_axil.bvalid {
                if last.s_axil.bresp == 0 {
                    written.insert(at_write)
                } else {
                    refused.insert(at_write)
                };
            }
            if last.s_axil.rvalid && !before.s_axil.rvalid && last.s_axil.rdata != 0 {
                read.insert(at_read);
            }
            if last.s_axil.awready {
                at_write = inputs.s_axil.awaddr & !3;
            }
            if last.s_axil.arready {
                at_read = inputs.s_axil.araddr & !3;
            }
            let corners = [
                (
                    "events of all kinds",
                    inputs.sent && inputs.lost && inputs.accepted && inputs.updated,
                ),
                ("a state", inputs.state_write),
                ("a flow that becomes idle", inputs.acknowledged && !inputs.acked_left),
                ("a peer", last.peer_valid),
                ("another module that clears memories", inputs.sweeping),
                (
                    "a reset with a response",
                    step.reset && (last.s_axil.bvalid || last.s_axil.rvalid),
                ),
            ];
            seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| *name));
            if step.reset {
                model.reset();
            }
        }
        let settings = (u64::from(address::PARTS)..=u64::from(address::RTO_MIN)).step_by(4);
        for at in settings.filter(|at| *at != u64::from(address::MAXIMUM)) {
            assert!(written.contains(&at) && read.contains(&at), "{flows} flows: {at:#x}");
            assert!(refused.contains(&at), "{flows} flows: {at:#x} is never refused");
        }
        let values = u64::from(address::FLOW)..u64::from(address::FLOW) + 4 * FLOW_VALUES as u64;
        let peers = u64::from(address::PEERS)..u64::from(address::PEERS) + 12;
        let first = u64::from(address::COUNTERS_FIRST);
        let counters = first..first + 4 * COUNTERS.len() as u64;
        for at in values.step_by(4).chain(peers.step_by(4)).chain(counters.step_by(4)) {
            assert!(read.contains(&at), "{flows} flows: {at:#x} is never read");
        }
        for at in [address::FLOW_SELECT, address::ADDRESS_LOW, address::ADDRESS_HIGH] {
            assert!(written.contains(&at.into()) && refused.contains(&at.into()), "{at:#x}");
        }
        assert_eq!(seen.len(), 6, "{flows} flows: only {seen:?}");
    }
}
