//! A1 to A20: consequences of the papers' own numbers.

use super::{listed, Found};
use crate::increase::{Law, PACKET_US, RATIO};

/// R_min as a fraction of R_max.
const R_MIN: f64 = 1.0 / RATIO;
const US_PER_MS: f64 = 1e3;

pub fn found(id: &str) -> Option<Found> {
    let ms = |law: Law| law.duration() * PACKET_US / US_PER_MS;
    match id {
        "A1" => {
            let time = ms(Law::Fimd);
            Found::computed(format!("{time:.3} ms"), near(time, 4.2, 0.05))
        }
        "A2" => {
            let times = [ms(Law::Lipd), ms(Law::Aimd)];
            let met = times.iter().all(|time| near(*time, 133.693, 0.01));
            Found::computed(format!("{} ms", listed(times, 3)), met)
        }
        "A3" => {
            let counts = Law::ALL.map(|law| law.acks().0 as f64);
            let met = counts.iter().zip([1417.0, 365.0, 32765.0]).all(|(a, b)| near(*a, b, 1.0));
            Found::computed(listed(counts, 0), met)
        }
        "A4" => {
            let errors = rates().flat_map(|rate| {
                Law::ALL.map(|law| (law.increased(rate) / law.later(rate, 1.0 / rate) - 1.0).abs())
            });
            let worst = errors.fold(0.0, f64::max);
            Found::computed(format!("at most {worst:.0e} apart"), worst < 1e-12)
        }
        "A5" => conditions(),
        "A6" => {
            let half = Law::Lipd.duration() / 2.0;
            let [lipd, fimd, aimd] = Law::ALL.map(|law| law.later(R_MIN, half));
            let met = near(aimd, 0.5, 0.005) && near(lipd, 0.0078, 0.0001) && near(fimd, 1.0, 0.01);
            Found::computed(format!("{aimd:.3}, {lipd:.4}, {fimd:.1} of R_max"), met)
        }
        "A7" => exact(32.0 * 64.0, 2048.0, "bytes"),
        "A8" => {
            let packets = [20.0, 10.0].map(|flows| 200.0 / 2.068 / flows);
            let met = near(packets[0], 5.0, 0.5) && near(packets[1], 10.0, 0.5);
            Found::computed(format!("{} packets", listed(packets, 1)), met)
        }
        "A9" => {
            let guided = [32.0, 128.0_f64].map(|hosts| [hosts * 2.0 / 3.0, hosts / 6.0]);
            let used = [[21.0, 5.0], [84.0, 20.0]];
            let pairs = guided.iter().flatten().zip(used.iter().flatten());
            let met = pairs.clone().all(|(guided, used)| near(used / guided, 1.0, 0.07));
            Found::computed(listed(pairs.map(|(guided, _)| *guided), 1), met)
        }
        "A10" => {
            let rates = [31.0, 32.0].map(|degree| 2048.0 / (21.0 / degree) / 1e3);
            let met = rates.iter().all(|rate| near(*rate, 3.0, 0.15));
            Found::computed(format!("{} GB/s", listed(rates, 2)), met)
        }
        "A11" => percent(31_283.0 / 32_000.0, 97.8, 0.1),
        "A12" => percent(1.0 - 10_058.55 / 10_427.64, 3.5, 0.1),
        "A13" => {
            let ratio = 1770.4 / 42.03;
            Found::computed(format!("×{ratio:.1}"), ratio >= 10.0)
        }
        "A14" => improvements(),
        "A15" => percent(11.088 / 2.036 - 1.0, 544.6, 0.1),
        "A16" => {
            let rest = 100.0 * (2.073 / 2.036 - 1.0);
            Found::computed(format!("{rest:.2} %"), rest < 1.85)
        }
        "A17" => {
            let entry = |index: f64| index * index * 7.0 / 1062.0;
            let packet_us = 2048.0 * 8.0 / 13e3;
            // A quarter of the rate: a packet, followed by idle time of three times its length.
            let index = (3.0 * packet_us * 1062.0 / 7.0_f64).sqrt();
            let met = near(entry(127.0), 106.3, 0.1) && near(index, 24.0, 0.5);
            Found::computed(format!("{:.1} µs, {index:.1}", entry(127.0)), met)
        }
        "A18" => exact(20.0 * 256.0, 5120.0, "bytes"),
        "A19" => {
            let offered = 150.0 * 100e3 * 8.0 / 10e-3 / 1e9;
            Found::computed(format!("{offered:.0} Gbit/s"), offered < 10.0)
        }
        "A20" => {
            let shorter = [2.3, 3.5].map(|time| time / 0.85);
            let met = shorter.iter().all(|times| (2.0..=3.0).contains(times));
            Found::computed(listed(shorter, 1), met)
        }
        _ => None,
    }
}

/// Latencies under congestion without and with congestion control, in µs, and the improvement in percent
/// (Gran'10, Table III).
const LATENCIES: [[f64; 3]; 5] = [
    [1.192, 1.172, 1.7],
    [12.385, 1.729, 86.0],
    [18.001, 2.056, 88.6],
    [11.396, 2.098, 81.6],
    [11.088, 2.073, 81.3],
];

/// Throughput in the same columns, in several units.
const THROUGHPUTS: [[f64; 3]; 9] = [
    [663.236, 876.049, 32.1],
    [733.159, 1360.26, 85.5],
    [879.125, 1611.025, 83.3],
    [213.687, 743.770, 248.1],
    [350.357, 683.452, 95.1],
    [0.347585, 0.611816, 76.0],
    [1.79, 1.827, 2.1],
    [0.01195898, 0.014409549, 20.5],
    [0.982365, 1.36891, 39.3],
];

/// Compares the improvements of Table III with the columns before them.
fn improvements() -> Option<Found> {
    let shorter = LATENCIES.iter().map(|[without, with, stated]| (1.0 - with / without, stated));
    let higher = THROUGHPUTS.iter().map(|[without, with, stated]| (with / without - 1.0, stated));
    let apart: Vec<f64> =
        shorter.chain(higher).map(|(part, stated)| (100.0 * part - stated).abs()).collect();
    let most = apart.iter().copied().fold(0.0, f64::max);
    let met = apart.iter().filter(|apart| **apart <= 0.1).count();
    let ours = format!("{met} of {} rows, at most {most:.2} points apart", apart.len());
    Found::computed(ours, met == apart.len())
}

fn near(value: f64, expected: f64, tolerance: f64) -> bool {
    (value - expected).abs() <= tolerance
}

fn exact(value: f64, expected: f64, unit: &str) -> Option<Found> {
    Found::computed(format!("{value} {unit}"), value == expected)
}

fn percent(value: f64, expected: f64, tolerance: f64) -> Option<Found> {
    let value = 100.0 * value;
    Found::computed(format!("{value:.1} %"), near(value, expected, tolerance))
}

/// Rates below R_max at which an increase is not limited.
fn rates() -> impl Iterator<Item = f64> {
    (2..=RATIO as u32).map(|delay| 1.0 / f64::from(delay))
}

/// Checks conditions 1 to 3 of INFOCOM'03 §V, at the rates from which a mark leads to at least
/// R_min.
fn conditions() -> Option<Found> {
    const ROUNDING: f64 = 1e-9;
    let holds = |law: Law| {
        let rates: Vec<f64> = rates().filter(|rate| law.decreased(*rate) >= R_MIN).collect();
        let first = |rate: &f64| law.increased(law.decreased(*rate)) <= rate * (1.0 + ROUNDING);
        let recovery: Vec<f64> =
            rates.iter().map(|rate| law.from_to(law.decreased(*rate), *rate)).collect();
        // The rates are in falling order, so the recovery times must not rise.
        let second = recovery.windows(2).all(|pair| pair[1] <= pair[0] * (1.0 + ROUNDING));
        let third = recovery.iter().all(|time| (time / RATIO - 1.0).abs() < ROUNDING);
        [rates.iter().all(first), second, third]
    };
    let [lipd, fimd, aimd] = Law::ALL.map(holds);
    let met = lipd == [true; 3] && fimd == [true; 3] && aimd == [true, true, false];
    let text = |holds: [bool; 3]| {
        let numbers = (1..).zip(holds).filter(|(_, holds)| *holds);
        numbers.map(|(number, _)| number.to_string()).collect::<Vec<_>>().join(" ")
    };
    let ours = format!("LIPD {}, FIMD {}, AIMD {}", text(lipd), text(fimd), text(aimd));
    Found::computed(ours, met)
}
