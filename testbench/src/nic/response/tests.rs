//! Coverage of the stimulus: all cases of the flows' rates.

use super::*;
use std::collections::BTreeSet;
use tailback_model::Golden;
use tailback_spec::nic::{AfterIdle, Parameters, Response, Throttled};

/// Cycles in which each corner must be reached.
const CYCLES: usize = 400_000;

fn nic(flows: u32, response: Response) -> Nic {
    let parameters = Parameters {
        flows,
        response,
        after_idle: AfterIdle::Reset,
        window: 1,
        cct_entries: 128,
        throttled: Throttled::Qp,
        virtual_lanes: 8,
        period_cycles: 4096,
        packet_words: 33,
        word_bytes: 64,
        clock_hz: 200_000_000,
    };
    Nic::new(parameters).unwrap()
}

fn reaches_every_corner(nic: &Nic) {
    let flows = nic.flows() as u64;
    let mut model = ResponseFunction::new(nic);
    let mut stimulus = ResponseFunctionStimulus::new(nic, 1);
    let (mut step, mut last) = (Step::default(), ResponseFunctionOutputs::default());
    let mut seen = BTreeSet::new();
    let mut before = (ResponseFunctionInputs::default(), ResponseFunctionOutputs::default());
    let mut earlier = before.clone();
    for _ in 0..CYCLES {
        stimulus.drive(&last, &mut step);
        model.step(&step.inputs, &mut last);
        let inputs = &step.inputs;
        assert!(
            inputs.ack_flow < 1 << nic.flow_bits() && inputs.look_up_flow < 1 << nic.flow_bits()
        );
        let accepted = |(inputs, outputs): &(ResponseFunctionInputs, ResponseFunctionOutputs)| {
            inputs.ack && outputs.ack_ready && inputs.ack_flow < flows
        };
        let now = (inputs.clone(), last.clone());
        let follows = |other: &(ResponseFunctionInputs, ResponseFunctionOutputs)| {
            accepted(&now) && accepted(other) && other.0.ack_flow == inputs.ack_flow
        };
        let resets = inputs.look_up && inputs.look_up_fresh && inputs.look_up_flow < flows;
        let corners = [
            ("an ACK after one of the same flow", follows(&before)),
            ("two cycles after one", follows(&earlier) && !follows(&before)),
            ("the lowest rate", last.changed && last.changed_ipd == 255),
            ("the highest rate again", last.changed && last.changed_ipd == 0),
            ("a reset in the cycle of an ACK", resets && inputs.ack),
            ("a reset after an ACK", resets && before.0.ack_flow == inputs.look_up_flow),
            ("an ACK during the sweep", inputs.ack && !last.ack_ready && !resets),
            ("a reset during the sweep", step.reset && !last.ack_ready),
            ("a reset of the block after a change", step.reset && last.changed),
            ("an answer", last.ipd > 0),
            ("a flow that there is not", flows == 64 || inputs.ack && inputs.ack_flow >= flows),
            ("a look-up of it", flows == 64 || inputs.look_up && inputs.look_up_flow >= flows),
        ];
        seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| *name));
        let all = corners.len();
        if step.reset {
            model.reset();
        }
        earlier = std::mem::replace(&mut before, now);
        if seen.len() == all {
            return;
        }
    }
    panic!("within {CYCLES} cycles, only {seen:?}");
}

#[test]
fn every_corner_is_reached_with_each_function() {
    for response in [Response::Lipd, Response::Fimd, Response::Aimd] {
        for flows in [1, 5, 64] {
            reaches_every_corner(&nic(flows, response));
        }
    }
}
