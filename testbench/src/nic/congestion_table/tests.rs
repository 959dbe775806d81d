//! Coverage of the stimulus: corner cases, in particular those in which a lazy update differs from
//! an immediate one.

use std::collections::BTreeSet;

use tailback_model::Golden;
use tailback_spec::nic::{AfterIdle, Parameters, Response};

use super::*;

fn nic(flows: u32, throttled: Throttled) -> Nic {
    let parameters = Parameters {
        flows,
        response: Response::Cct,
        after_idle: AfterIdle::Keep,
        window: 1,
        cct_entries: 128,
        throttled,
        virtual_lanes: 8,
        period_cycles: 4096,
        packet_words: 34,
        word_bytes: 64,
        clock_hz: 20_000_000,
    };
    Nic::new(parameters).unwrap()
}

/// Drives a model; calls `each` with inputs and outputs of each cycle.
fn drive(
    nic: &Nic,
    cycles: u64,
    mut each: impl FnMut(&Step<CongestionTableInputs>, &CongestionTableOutputs),
) {
    let mut model = CongestionTable::new(nic);
    let mut stimulus = CongestionTableStimulus::new(nic, 1);
    let (mut step, mut outputs) = (Step::default(), CongestionTableOutputs::default());
    for _ in 0..cycles {
        stimulus.drive(&outputs, &mut step);
        model.step(&step.inputs, &mut outputs);
        each(&step, &outputs);
        if step.reset {
            model.reset();
        }
    }
}

#[test]
fn all_indices_and_events_come_and_entries_are_written_as_they_are_looked_up() {
    for (flows, throttled) in [(3, Throttled::Qp), (64, Throttled::Qp), (5, Throttled::Sl)] {
        let nic = nic(flows, throttled);
        let (mut indices, mut events, mut beyond, mut resets) = (BTreeSet::new(), 0, 0, 0);
        let (mut met, mut before, mut sinks) = (0, 0, 0);
        drive(&nic, 400_000, |step, outputs| {
            let inputs = &step.inputs;
            indices.insert(outputs.ccti);
            events += u64::from(outputs.event_valid);
            resets += u64::from(step.reset);
            let taken = inputs.becn && outputs.becn_ready;
            beyond += u64::from(taken && inputs.becn_flow >= u64::from(flows));
            met += u64::from(inputs.write && inputs.write_index == outputs.ccti);
            sinks += u64::from(outputs.ccti + 1 == before);
            before = outputs.ccti;
        });
        assert_eq!(indices.len(), 128);
        assert!(events > 500 && met > 500, "{events} {met}");
        assert!(sinks > 200 && resets > 5, "{sinks} {resets}");
        assert_eq!(beyond > 0, !flows.is_power_of_two());
    }
}

/// Expiry times of a service level wrap around while one of its flows is idle.
#[test]
fn expiries_go_round_within_a_million_cycles() {
    use tailback_spec::nic::congestion_table::{expiry_bits, shortest_timer};
    let nic = nic(64, Throttled::Qp);
    assert_eq!(shortest_timer(&nic), 1);
    let mut model = CongestionTable::new(&nic);
    let mut stimulus = CongestionTableStimulus::new(&nic, 1);
    let (mut step, mut outputs) = (Step::default(), CongestionTableOutputs::default());
    let mut most = 0;
    for _ in 0..1_000_000 {
        stimulus.drive(&outputs, &mut step);
        model.step(&step.inputs, &mut outputs);
        most = most.max(model.most_expiries());
        if step.reset {
            model.reset();
        }
    }
    assert!(most > 2 << expiry_bits(&nic), "{most}");
}
