//! Coverage of the stimulus: each equation, and each way in which events of flows meet.

use super::*;
use crate::efl::examples::efl;
use std::collections::BTreeSet;
use tailback_model::Golden;

/// Cycles in which each corner must be reached.
const CYCLES: usize = 400_000;

#[test]
fn every_corner_is_reached_with_any_number_of_flows() {
    for flows in [1, 2, 5, 64] {
        let efl = efl(flows);
        let mut model = EflRate::new(&efl);
        let mut stimulus = EflRateStimulus::new(&efl, 1);
        let (mut step, mut last) = (Step::default(), EflRateOutputs::default());
        let mut seen = BTreeSet::new();
        let mut rates = vec![0; flows as usize];
        let (mut known, mut cycle, mut accepted) = (vec![false; flows as usize], 0_u64, 0);
        for _ in 0..CYCLES {
            stimulus.drive(&last, &mut step);
            model.step(&step.inputs, &mut last);
            let inputs = &step.inputs;
            assert!(inputs.event_flow < u64::from(flows) && inputs.event_rtt < 1 << 23);
            assert!(inputs.set_minimum <= inputs.set_maximum);
            let accepts = inputs.event_valid && last.event_ready;
            let flow = last.updated_flow as usize;
            let (rate, predicted) = (last.updated_rate, last.updated_rtt_predicted);
            let corners = [
                ("a rate that rises", last.updated && rate > rates[flow]),
                ("a rate that falls", last.updated && rate < rates[flow] && known[flow]),
                ("a rate that becomes known", last.updated && last.updated_known && !known[flow]),
                ("a new group without a rate", last.updated && !last.updated_known && known[flow]),
                ("a loss in a probing state", last.updated && last.updated_void),
                ("a predicted RTT above the RTT", last.updated && predicted > last.updated_rtt),
                ("one below it", last.updated && predicted < last.updated_rtt && predicted > 0),
                (
                    "a predicted RTT of four times it",
                    last.updated && predicted / 4 + 1 > last.updated_rtt,
                ),
                ("the highest prediction", predicted == 0xFF_FFFF),
                ("an RTT below the least one", last.below),
                ("the highest rate", last.updated && rate == inputs.set_maximum),
                ("the least rate", last.updated && rate == inputs.set_minimum),
                ("a pace", last.paced),
                ("an event in the last cycle of a frame", accepts && cycle % 24 == 23),
                ("an event in the first one", accepts && cycle % 24 == 0),
                ("an event that waits", accepts && cycle > accepted + 24),
                ("an event in each frame", flows == 1 || accepts && cycle == accepted + 24),
                ("an event while records are cleared", inputs.event_valid && last.sweeping),
                ("a reset with an update", step.reset && last.updated),
            ];
            seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| *name));
            if last.updated {
                (rates[flow], known[flow]) = (rate, last.updated_known);
            }
            if accepts {
                accepted = cycle;
            }
            cycle += 1;
            if step.reset {
                model.reset();
                rates.fill(0);
                known.fill(false);
                (cycle, accepted) = (0, 0);
            }
        }
        assert_eq!(seen.len(), 19, "{flows} flows: only {seen:?}");
    }
}
