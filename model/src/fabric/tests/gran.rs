//! The rows of Gran'10, each within its tolerance.
//!
//! The scenarios add a flow each second; here the same happens faster, as far as the response to
//! congestion allows, and as slowly as in the paper with `TAILBACK_SOAK`.

use super::*;
use crate::fabric::{Series, Statistics};

/// Throughput of each flow, in Gbit/s.
fn run_series(name: &str, overrides: &[String]) -> (Scenario, Series) {
    let overrides: Vec<&str> = overrides.iter().map(String::as_str).collect();
    let scenario = scenario(name, &overrides);
    let mut series = Series::new(&scenario);
    Engine::new(&scenario, &mut series).run_until(scenario.duration);
    (scenario, series)
}

/// Adds a flow every so many ms; returns the mean throughputs of the later part of each step.
fn steps(name: &str, flows: usize, short_ms: u64) -> Vec<Vec<f64>> {
    const SECOND_MS: u64 = 1000;
    /// Windows of a step, and the first of them, in which the rates may settle.
    const WINDOWS: u64 = 20;
    const SETTLING: u64 = 8;
    let step_ms = if std::env::var_os("TAILBACK_SOAK").is_some() { SECOND_MS } else { short_ms };
    let end = step_ms * flows as u64;
    let mut overrides: Vec<String> = (1..flows)
        .map(|n| format!("flows.F{}.start_us={}", n + 1, n as u64 * step_ms * 1000))
        .collect();
    overrides.extend([
        format!("run.duration_ms={end}"),
        "measure.from_ms=0".into(),
        format!("measure.to_ms={end}"),
        format!("measure.window_ms={}", step_ms as f64 / WINDOWS as f64),
    ]);
    let (scenario, series) = run_series(name, &overrides);
    let mean = |flow: usize, step: usize| {
        let values = series.gbit_per_s(&scenario, flow).skip(step * WINDOWS as usize);
        let settled: Vec<f64> = values.take(WINDOWS as usize).skip(SETTLING as usize).collect();
        Statistics::of(settled.into_iter()).mean
    };
    (0..flows).map(|step| (0..flows).map(|flow| mean(flow, step)).collect()).collect()
}

#[track_caller]
fn near(what: &str, value: f64, expected: f64, tolerance: f64) {
    let off = (value / expected - 1.0).abs();
    assert!(off <= tolerance, "{what}: {value:.3} Gbit/s, not {expected}");
}

#[test]
fn gran_fig_7a_without_control_the_victim_suffers_as_the_contributors_do() {
    let steps = steps("gran10-fig7a", 5, 40);
    near("R1 F1 alone", steps[0][0], 13.0, 0.03);
    (0..2).for_each(|flow| near("R1 with F2", steps[1][flow], 13.0, 0.03));
    (0..3).for_each(|flow| near("R2 with F3", steps[2][flow], 6.5, 0.05));
    (0..3).for_each(|flow| near("R3 with F4", steps[3][flow], 3.25, 0.1));
    near("R3 F4", steps[3][3], 6.5, 0.1);
    (0..3).for_each(|flow| near("R4 with F5", steps[4][flow], 13.0 / 6.0, 0.1));
    (3..5).for_each(|flow| near("R4 F4, F5", steps[4][flow], 13.0 / 3.0, 0.1));
}

#[test]
fn gran_fig_7b_with_control_the_victim_does_not_suffer() {
    let steps = steps("gran10-fig7b", 5, 200);
    for flows in &steps {
        assert!(flows[0] >= 12.4, "R5: {flows:?}");
    }
    let sum = steps[2][1] + steps[2][2];
    assert!((0.9 * 13.0..=13.0).contains(&sum), "R7: {sum}");
}

#[test]
fn gran_fig_8_control_solves_the_parking_lot_problem() {
    let overrides = ["run.duration_ms=1500".into(), "measure.to_ms=1500".into()];
    let (scenario, series) = run_series("gran10-fig8b", &overrides);
    let mean = |flow| {
        Statistics::of(series.gbit_per_s(&scenario, flow).collect::<Vec<_>>().into_iter()).mean
    };
    let rates: Vec<f64> = (1..5).map(mean).collect();
    rates.iter().for_each(|rate| near("R6", *rate, 3.25, 0.08));
    let (sum, squares) = rates.iter().fold((0.0, 0.0), |(s, q), r| (s + r, q + r * r));
    let jain = sum * sum / (rates.len() as f64 * squares);
    assert!(jain >= 0.99, "R6: {jain}");
}

/// Mean, deviation, least and most of the three flows of scenario 2.
fn scenario_2(name: &str, end_ms: u32) -> Vec<Statistics> {
    let overrides = ["F2", "F3"].map(|flow| format!("flows.{flow}.start_us=0"));
    let times = [
        format!("run.duration_ms={end_ms}"),
        "measure.from_ms=200".into(),
        format!("measure.to_ms={end_ms}"),
    ];
    let overrides: Vec<String> = overrides.into_iter().chain(times).collect();
    let (scenario, series) = run_series(name, &overrides);
    let of =
        |flow| Statistics::of(series.gbit_per_s(&scenario, flow).collect::<Vec<_>>().into_iter());
    (0..3).map(of).collect()
}

#[test]
fn gran_table_2_control_costs_little_where_it_is_of_no_use() {
    let off = scenario_2("gran10-fig10a", 1000);
    for flow in &off {
        near("R8 mean", flow.mean, 10.428, 0.02);
        assert!(flow.deviation / flow.mean < 0.02, "R8: {flow:?}");
    }
    let on = scenario_2("gran10-fig10b", 4000);
    let mean = |flows: &[Statistics]| flows.iter().map(|flow| flow.mean).sum::<f64>() / 3.0;
    let loss = 1.0 - mean(&on) / mean(&off);
    assert!((0.01..0.08).contains(&loss), "R9: {loss}");
    for flow in &on {
        near("R9 equal means", flow.mean, mean(&on), 0.04);
        assert!((0.04..0.3).contains(&(flow.deviation / flow.mean)), "R9: {flow:?}");
    }
}

/// Mean throughput of the victim and the contributors of Figs. 11, 12 and 14, and the variance of
/// the difference between the contributors with most and least.
fn surface(timer: u32, marking_rate: u32) -> (f64, f64, f64) {
    let overrides = [
        format!("registers.ccti_timer={timer}"),
        format!("registers.marking_rate={marking_rate}"),
        "run.duration_ms=600".into(),
        "measure.from_ms=0".into(),
        "measure.to_ms=600".into(),
    ];
    const SETTLING: usize = 20;
    let (scenario, series) = run_series("gran10-sweep", &overrides);
    let flows: Vec<Vec<f64>> =
        (0..5).map(|flow| series.gbit_per_s(&scenario, flow).collect()).collect();
    let late = |flow: &Vec<f64>| flow[SETTLING..].to_vec();
    let mean = |flow: &Vec<f64>| Statistics::of(late(flow).into_iter()).mean;
    let spread: Vec<f64> = (0..series.windows())
        .map(|window| {
            let now = Statistics::of((1..5).map(|flow: usize| flows[flow][window]));
            now.most - now.least
        })
        .collect();
    let contributors = flows[1..].iter().map(mean).sum::<f64>() / 4.0;
    (mean(&flows[0]), contributors, Statistics::of(spread.into_iter()).deviation.powi(2))
}

#[test]
fn gran_fig_11_to_14_a_long_timer_saves_the_victim_and_costs_fairness() {
    let points = [(50, 16), (150, 16), (2000, 16), (150, 1), (2000, 1)];
    let [short, middle, long, good, slow] = points.map(|(timer, rate)| surface(timer, rate));
    assert!(short.0 < middle.0 - 1.0 && middle.0 < long.0, "R12: {short:?} {middle:?} {long:?}");
    assert!(good.0 > middle.0, "R12: {good:?} {middle:?}");
    for point in [&long, &good, &slow] {
        near("R13", point.1, 3.25, 0.05);
    }
    assert!(good.2 < slow.2, "R15: {good:?} {slow:?}");
}

/// Scenario 1: slow hosts behind slow links.
#[test]
fn without_congestion_control_the_hardware_has_the_rates_of_the_form_ideal() {
    const SETTLING: usize = 5;
    let rates = |hardware: &[&str]| {
        let usual = [
            "flows.F2.start_us=0",
            "flows.F3.start_us=0",
            "flows.F4.start_us=0",
            "flows.F5.start_us=0",
            "configuration.switch.packets_per_input=12",
            "run.duration_ms=1.5",
            "measure.from_ms=0",
            "measure.to_ms=1.5",
            "measure.window_ms=0.1",
        ];
        let overrides = [&usual, hardware].concat().into_iter().map(str::to_owned);
        let (scenario, series) = run_series("gran10-fig7a", &overrides.collect::<Vec<_>>());
        let mean = |flow| {
            let values = series.gbit_per_s(&scenario, flow).skip(SETTLING);
            Statistics::of(values.collect::<Vec<f64>>().into_iter()).mean
        };
        (0..scenario.flows.len()).map(mean).collect::<Vec<f64>>()
    };
    let ideal = rates(&[]);
    let hardware = rates(&["run.stepped=true"]);
    for (ideal, hardware) in ideal.iter().zip(&hardware) {
        assert!((ideal / hardware - 1.0).abs() < 0.05, "{ideal:?} {hardware:?}");
    }
}
