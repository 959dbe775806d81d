//! Recoveries as long as the paper's, every step, and traces of coinciding events.

use super::*;
use proptest::prelude::*;
use tailback_spec::nic::response::RATES;
use tailback_spec::nic::{Parameters, Response, Throttled};

const FLOWS: usize = 5;
const ALL: [Response; 3] = [Response::Lipd, Response::Fimd, Response::Aimd];

fn nic(response: Response, after_idle: AfterIdle) -> Nic {
    let parameters = Parameters {
        flows: FLOWS as u32,
        response,
        after_idle,
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

/// A module whose flows have been swept.
fn swept(response: Response, after_idle: AfterIdle) -> ResponseFunction {
    let mut model = ResponseFunction::new(&nic(response, after_idle));
    for _ in 0..FLOWS {
        assert!(!model.cycle(&idle()).ack_ready);
    }
    model
}

fn idle() -> ResponseFunctionInputs {
    ResponseFunctionInputs::default()
}

fn ack(flow: u64, marked: bool) -> ResponseFunctionInputs {
    ResponseFunctionInputs { ack: true, ack_flow: flow, ack_marked: marked, ..idle() }
}

fn look_up(flow: u64, fresh: bool) -> ResponseFunctionInputs {
    let look_up_fresh = fresh;
    ResponseFunctionInputs { look_up: true, look_up_flow: flow, look_up_fresh, ..idle() }
}

/// Reports during these inputs and some idle cycles after them.
fn reports(model: &mut ResponseFunction, inputs: &[ResponseFunctionInputs]) -> Vec<(u64, u64)> {
    let all = inputs.iter().cloned().chain(std::iter::repeat_n(idle(), SEEN_CYCLES + 2));
    let all = all.map(|inputs| model.cycle(&inputs));
    let changed = all.filter(|outputs| outputs.changed);
    changed.map(|outputs| (outputs.changed_flow, outputs.changed_ipd)).collect()
}

#[test]
fn recovery_from_the_lowest_rate_takes_so_many_acks_and_packet_times() {
    // From the discrete rates: 133.695 ms, 4.174 ms and 133.685 ms with packets of 2.048 us.
    let expected = [(1310, 65_281), (288, 2038), (23_268, 65_276)];
    for (response, expected) in ALL.into_iter().zip(expected) {
        let mut model = swept(response, AfterIdle::Keep);
        for _ in 0..RATES {
            model.cycle(&ack(3, true));
        }
        for _ in 0..SEEN_CYCLES {
            model.cycle(&idle());
        }
        assert_eq!(model.flows[3], Flow { ipd: 255, progress: 0 });
        let (mut acks, mut time) = (0, 0);
        while model.flows[3].ipd > 0 {
            time += 1 + u64::from(model.flows[3].ipd);
            acks += 1;
            reports(&mut model, &[ack(3, false)]);
        }
        assert_eq!((acks, time), expected, "{response:?}");
    }
}

#[test]
fn each_step_is_that_of_the_table() {
    for response in ALL {
        let table = Table::of(response);
        let mut model = swept(response, AfterIdle::Keep);
        for (ipd, row) in table.rows().iter().enumerate() {
            let ipd = ipd as u8;
            model.flows[1] = Flow { ipd, progress: row.goal - 1 };
            reports(&mut model, &[ack(1, true)]);
            assert_eq!(model.flows[1].ipd, row.marked);
            let kept = if response == Response::Lipd { row.goal - 1 } else { 0 };
            assert_eq!(model.flows[1].progress, kept);
            if ipd > 0 {
                model.flows[1] = Flow { ipd, progress: row.goal - row.gain };
                reports(&mut model, &[ack(1, false)]);
                assert_eq!(model.flows[1], Flow { ipd: row.after, progress: 0 });
                if row.goal > row.gain {
                    model.flows[1] = Flow { ipd, progress: row.goal - row.gain - 1 };
                    reports(&mut model, &[ack(1, false)]);
                    assert_eq!(model.flows[1], Flow { ipd, progress: row.goal - 1 });
                }
            }
        }
    }
}

#[test]
fn acks_of_one_flow_in_each_cycle_build_on_each_other() {
    let marks: Vec<_> = (0..4).map(|_| ack(2, true)).collect();
    let by_one: Vec<_> = (1..=4).map(|ipd| (2, ipd)).collect();
    assert_eq!(reports(&mut swept(Response::Lipd, AfterIdle::Keep), &marks), by_one);
    let halved: Vec<_> = [1, 3, 7, 15].map(|ipd| (2, ipd)).into();
    assert_eq!(reports(&mut swept(Response::Aimd, AfterIdle::Keep), &marks), halved);
}

#[test]
fn a_look_up_sees_an_ack_from_the_third_cycle_on_and_is_answered_two_cycles_later() {
    let mut model = swept(Response::Fimd, AfterIdle::Keep);
    let mut answers = vec![model.cycle(&ack(4, true)).ipd];
    for _ in 0..6 {
        answers.push(model.cycle(&look_up(4, false)).ipd);
    }
    // Looked up in cycles 1 to 6, and shown in cycles 3 to 8.
    assert_eq!(answers, [0, 0, 0, 0, 0, 1, 1]);
    assert_eq!([0; 3].map(|_| model.cycle(&idle()).ipd), [1, 1, 0]);
}

#[test]
fn a_change_is_reported_four_cycles_after_its_ack() {
    let mut model = swept(Response::Lipd, AfterIdle::Keep);
    let mut changed = vec![model.cycle(&ack(0, true)).changed];
    changed.extend([0; 5].map(|_| model.cycle(&idle()).changed));
    assert_eq!(changed, [false, false, false, false, true, false]);
}

#[test]
fn a_fresh_flow_is_reset_in_the_place_of_an_ack() {
    let mut model = swept(Response::Aimd, AfterIdle::Reset);
    assert_eq!(reports(&mut model, &[ack(1, true), ack(1, true)]), [(1, 1), (1, 3)]);
    let both = ResponseFunctionInputs { ack: true, ack_flow: 1, ..look_up(1, true) };
    assert!(!model.cycle(&both).ack_ready);
    assert!(model.cycle(&look_up(1, false)).ack_ready);
    // Result of the look-up that resets, and that of the next one, which does not see the reset
    // yet.
    assert_eq!([0; 2].map(|_| model.cycle(&idle()).ipd), [0, 3]);
    let report = model.cycle(&idle());
    assert_eq!((report.changed, report.changed_flow, report.changed_ipd), (true, 1, 0));
    // The ACK waits, and is applied to the highest rate.
    assert_eq!(reports(&mut model, &[look_up(1, true), ack(1, true)]), [(1, 0), (1, 1)]);
}

#[test]
fn a_rate_that_is_kept_is_not_reset() {
    let mut model = swept(Response::Aimd, AfterIdle::Keep);
    let both = ResponseFunctionInputs { ack: true, ack_marked: true, ..look_up(0, true) };
    assert!(model.cycle(&both).ack_ready);
    assert_eq!(reports(&mut model, &[]), [(0, 1)]);
}

#[test]
fn flows_that_there_are_not_have_no_rate() {
    let mut model = swept(Response::Lipd, AfterIdle::Reset);
    let before = model.flows.clone();
    for flow in FLOWS as u64..8 {
        assert!(model.cycle(&ack(flow, true)).ack_ready);
        assert_eq!(reports(&mut model, &[look_up(flow, true), look_up(flow, false)]), []);
    }
    assert_eq!(model.flows, before);
}

#[test]
fn a_reset_sweeps_all_flows() {
    let mut model = swept(Response::Fimd, AfterIdle::Reset);
    for flow in 0..FLOWS as u64 {
        model.cycle(&ack(flow, true));
    }
    model.reset();
    assert_eq!(model, ResponseFunction::new(&nic(Response::Fimd, AfterIdle::Reset)));
    for flow in 0..FLOWS as u64 {
        let inputs = ResponseFunctionInputs { ack: true, ..look_up(flow, true) };
        let outputs = model.cycle(&inputs);
        assert_eq!((outputs.ack_ready, outputs.ipd, outputs.changed), (false, 0, false));
    }
    assert_eq!(reports(&mut model, &[]), []);
}

proptest! {
    #[test]
    fn a_progress_never_comes_to_its_goal(
        response in prop::sample::select(ALL.to_vec()),
        marks in prop::collection::vec(prop::bool::weighted(0.05), 2000),
    ) {
        let mut model = swept(response, AfterIdle::Keep);
        for marked in marks {
            model.cycle(&ack(2, marked));
            let Flow { ipd, progress } = model.flows[2];
            prop_assert!(progress < model.table.row(ipd).goal);
        }
    }
}
