//! Coverage of the stimulus: each counter counts, and buffers overflow.

use super::*;
use std::collections::BTreeSet;
use tailback_model::Golden;
use tailback_spec::efl::switch::{address, Counter};

/// Cycles in which each corner must be reached.
const CYCLES: usize = 400_000;
/// Counters of a port.
const COUNTERS: u64 = Counter::Peak as u64 + 1;

#[test]
fn every_counter_counts_and_every_corner_is_reached_with_any_number_of_ports() {
    for ports in [2, 3, 8, 16] {
        let switch = spec::EthernetSwitch::new(ports, 200, 2048, 16).expect("in range");
        let mut model = EthernetSwitch::new(&switch);
        let mut stimulus = EthernetSwitchStimulus::new(&switch, 1);
        let (mut step, mut last) = (Step::default(), EthernetSwitchOutputs::default());
        let all = (1 << ports) - 1;
        let (mut counted, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let (mut at_read, mut inside, mut ended) = (0, 0, 0);
        for _ in 0..CYCLES {
            stimulus.drive(&last, &mut step);
            let before = last.clone();
            model.step(&step.inputs, &mut last);
            let inputs = &step.inputs;
            if last.s_axil.rvalid && !before.s_axil.rvalid && last.s_axil.rdata != 0 {
                if let Some(offset) = u64::checked_sub(at_read, address::COUNTERS.into()) {
                    counted.insert(offset / 4 % COUNTERS);
                }
            }
            if last.s_axil.arready {
                at_read = inputs.s_axil.araddr;
            }
            let corners = [
                ("beats on all lines", inputs.rx_tvalid == all),
                ("beats at all outputs", last.m_tvalid == all),
                ("a frame right after another one", inputs.rx_tvalid & ended != 0),
                ("a gap within a frame", !inputs.rx_tvalid & inside != 0),
                ("an output that stalls", last.m_tvalid & !inputs.m_tready != 0),
                ("frames without a gap", before.m_tlast & last.m_tvalid != 0),
                ("a write that is refused", last.s_axil.bvalid && last.s_axil.bresp != 0),
                ("a read that is refused", last.s_axil.rvalid && last.s_axil.rresp != 0),
                ("a frame while the MAC table is cleared", !last.ready && inputs.rx_tlast != 0),
                ("a reset within a frame", step.reset && inside != 0),
                ("a reset with frames to be sent", step.reset && last.m_tvalid != 0),
            ];
            seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| *name));
            ended = inputs.rx_tvalid & inputs.rx_tlast;
            inside = inside & !ended | inputs.rx_tvalid & !inputs.rx_tlast;
            if step.reset {
                model.reset();
                (inside, ended) = (0, 0);
            }
        }
        assert_eq!(seen.len(), 11, "{ports} ports: only {seen:?}");
        // Only frames of fewer beats than slots make an input full.
        let full = Counter::Full as u64;
        let expected: BTreeSet<u64> =
            (0..COUNTERS).filter(|counter| ports == 16 || *counter != full).collect();
        assert_eq!(counted, expected, "{ports} ports");
    }
}
