//! The figures of Shimonishi'07.

mod transfers;

use super::Figure;
use crate::{
    judge::{series, VARIANTS},
    plot::{Axis, Curve, Plot, Shape, Stated},
    results::{Ran, Results},
};
use tailback_model::fabric::ethernet::Measured;

const PAPER: &str = "Shimonishi et al. (EFL), 2007";
/// Round-trip time without queues in µs.
const IDLE_US: f64 = 100.0;
/// Time over which long flows are shown.
const LONG_MS: [f64; 2] = [0.0, 65.0];

pub fn all(results: &Results) -> Vec<Figure> {
    let figures = [
        results.get("shimonishi07-fig6").and_then(figure_6),
        results.get("shimonishi07-fig7").and_then(figures_7_and_8),
        results.get("shimonishi07-fig7").and_then(figure_9),
    ];
    let figures = figures.into_iter().flatten();
    figures.chain(results.get("shimonishi07-fig10").into_iter().flat_map(transfers::all)).collect()
}

fn line(name: impl Into<String>, points: Vec<(f64, f64)>) -> Curve {
    Curve { name: name.into(), points, shape: Shape::Line }
}

/// Every so many points are one: their largest value.
fn coarser(points: &[(f64, f64)], together: usize) -> Vec<(f64, f64)> {
    points.chunks(together).map(series::peak).collect()
}

fn round_trips(measured: &Measured, name: &str) -> Option<Plot> {
    const TIME_MS: [f64; 2] = [9.8, 11.4];
    let flow = measured.flows.first()?;
    let queue = series::between(measured, &series::bottleneck(measured)?.most_us, TIME_MS);
    let actual = queue.into_iter().map(|(time, delay)| (time, IDLE_US + delay)).collect();
    Some(Plot {
        title: format!("Round-trip time of the first flow, {name}"),
        x: Axis::linear("time [ms]", TIME_MS),
        y: Axis::linear("RTT [µs]", [0.0, 400.0]),
        curves: vec![
            line("actual", actual),
            line("predicted", series::between(measured, &flow.predicted_us, TIME_MS)),
            line("measured", series::between(measured, &flow.rtt_us, TIME_MS)),
        ],
        stated: Vec::new(),
    })
}

fn figure_6(ran: &Ran) -> Option<Figure> {
    let plot = |(variant, name)| round_trips(series::of(ran, variant)?, name);
    // BW probe computes the prediction without using it.
    let plots = [VARIANTS[1], VARIANTS[0]].map(plot).into_iter().collect::<Option<_>>()?;
    Some(Figure {
        name: "shimonishi07-fig6",
        paper: PAPER,
        title: "Fig. 6: actual, predicted and measured round-trip time",
        scenarios: vec!["shimonishi07-fig6"],
        rows: &["E1", "E2"],
        plots,
    })
}

fn rates(measured: &Measured, name: &str) -> Plot {
    /// Points of a curve become one.
    const TOGETHER: usize = 10;
    let first = |name: &str| !name.contains('-') || name.ends_with("-1");
    let shown = measured.flows.iter().filter(|flow| first(&flow.name));
    let curve = |flow: &tailback_model::fabric::ethernet::Flow| {
        let points = series::between(measured, &flow.gbit_per_s, LONG_MS);
        let points = points.into_iter().skip_while(|(_, rate)| *rate == 0.0);
        let name = flow.name.split('-').next().unwrap_or_default();
        line(name, points.step_by(TOGETHER).collect())
    };
    Plot {
        title: format!("Rate of the first flow of each step, {name}"),
        x: Axis::linear("time [ms]", LONG_MS),
        y: Axis::linear("rate [Gbit/s]", [0.0, 10.5]),
        curves: shown.map(curve).collect(),
        stated: Vec::new(),
    }
}

fn figures_7_and_8(ran: &Ran) -> Option<Figure> {
    let plot = |(variant, name)| Some(rates(series::of(ran, variant)?, name));
    let order = [VARIANTS[2], VARIANTS[1], VARIANTS[0]];
    Some(Figure {
        name: "shimonishi07-fig7",
        paper: PAPER,
        title: "Figs. 7 and 8: rates of 31 long flows",
        scenarios: vec!["shimonishi07-fig7"],
        rows: &["E3", "E4", "E8"],
        plots: order.map(plot).into_iter().collect::<Option<_>>()?,
    })
}

fn figure_9(ran: &Ran) -> Option<Figure> {
    let plot = |title: &str, time: [f64; 2], most: f64, together: usize, stated: &[f64]| {
        let curve = |(variant, name): (&str, &str)| {
            let measured = series::of(ran, variant)?;
            let queue = &series::bottleneck(measured)?.most_us;
            let points = series::between(measured, queue, time);
            Some(line(name, coarser(&points, together)))
        };
        Some(Plot {
            title: title.into(),
            x: Axis::linear("time [ms]", time),
            y: Axis::linear("queueing delay [µs]", [0.0, most]),
            curves: VARIANTS.map(curve).into_iter().collect::<Option<_>>()?,
            stated: stated.iter().map(|value| Stated { value: *value, along: time }).collect(),
        })
    };
    Some(Figure {
        name: "shimonishi07-fig9",
        paper: PAPER,
        title: "Fig. 9: queueing delay of long flows",
        scenarios: vec!["shimonishi07-fig7"],
        rows: &["E5", "E6", "E7"],
        plots: vec![
            plot("Largest queueing delay in 0.2 ms", LONG_MS, 800.0, 10, &[])?,
            plot("Two flows start at 10 ms", [9.8, 12.0], 300.0, 1, &[120.0, 250.0])?,
        ],
    })
}
