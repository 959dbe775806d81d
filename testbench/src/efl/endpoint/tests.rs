//! Coverage of the stimulus: every counter counts, and each flow gets through.

use super::*;
use crate::efl::examples::parameters;
use std::collections::BTreeSet;
use tailback_model::Golden;
use tailback_spec::efl::registers::{address, COUNTERS};
use tailback_spec::efl::Parameters;

/// Cycles in which each corner must be reached.
const CYCLES: usize = 600_000;

#[test]
fn each_flow_gets_through_and_every_counter_counts_with_some_number_of_flows() {
    let (mut counted, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for (flows, window, fcs) in [(1, 2, false), (2, 8, true), (5, 4, false), (64, 8, true)] {
        let efl = Efl::new(Parameters { window, fcs, ..parameters(flows) }).expect("in range");
        let mut model = Box::new(EflEndpoint::new(&efl));
        let mut stimulus = EflEndpointStimulus::new(&efl, 1);
        let (mut step, mut last) = (Step::default(), EflEndpointOutputs::default());
        let (mut sent, mut received) = (BTreeSet::new(), BTreeSet::new());
        let mut at_read = 0;
        for _ in 0..CYCLES {
            stimulus.drive(&last, &mut step);
            let before = last.clone();
            model.step(&step.inputs, &mut last);
            let inputs = &step.inputs;
            if last.s_axil.rvalid && !before.s_axil.rvalid && last.s_axil.rdata != 0 {
                let offset = u64::checked_sub(at_read, address::COUNTERS_FIRST.into());
                if let Some(offset) = offset.filter(|offset| offset / 4 < COUNTERS.len() as u64) {
                    counted.insert(COUNTERS[offset as usize / 4].0);
                }
            }
            if last.s_axil.arready {
                at_read = inputs.s_axil.araddr;
            }
            if last.m_axis_credit.tvalid {
                sent.insert(last.m_axis_credit.tdata >> 16);
            }
            let (host, mac) = (&last.m_axis_host, &last.m_axis_mac);
            if host.tvalid && host.tlast {
                received.insert(host.tid);
            }
            let corners = [
                ("a host that stalls", host.tvalid && !inputs.m_axis_host.tready),
                ("a MAC that stalls", mac.tvalid && !inputs.m_axis_mac.tready),
                ("frames without a gap", before.m_axis_mac.tlast && mac.tvalid && !mac.tlast),
                ("a frame before the endpoint is ready", !last.ready && inputs.s_axis_mac.tvalid),
                ("credits for some packets", last.m_axis_credit.tdata & 0xFFFF > 1 || window == 2),
                ("a reset with frames", step.reset && mac.tvalid),
                ("a reset with payloads", step.reset && host.tvalid),
            ];
            seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| *name));
            if step.reset {
                model.reset();
            }
        }
        let of = format!("{flows} flows, window {window}, FCS {fcs}");
        println!("{of}: {} corners, {} counters", seen.len(), counted.len());
        assert_eq!((sent.len(), received.len()), (efl.flows(), efl.flows()), "{of}");
    }
    assert_eq!(seen.len(), 7, "only {seen:?}");
    let missed: Vec<_> = COUNTERS.iter().filter(|(name, _)| !counted.contains(name)).collect();
    assert!(missed.is_empty(), "{missed:?}");
}
