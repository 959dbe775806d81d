//! Figs. 10 to 12: groups of packets.

use super::{line, PAPER};
use crate::{
    figures::Figure,
    judge::{series, Pooled, VARIANTS},
    plot::{Axis, Curve, Plot, Shape, Stated},
    results::Ran,
};

/// Variants with TCP, without slow start as in the paper.
const ALL: [(&str, &str); 4] = [VARIANTS[0], VARIANTS[1], VARIANTS[2], ("tcp", "TCP")];
const SCENARIO: &str = "shimonishi07-fig10";
const US_PER_MS: f64 = 1e3;

pub fn all(ran: &Ran) -> Vec<Figure> {
    let figure = |name, title, rows, plots| Figure {
        name,
        paper: PAPER,
        title,
        scenarios: vec![SCENARIO],
        rows,
        plots,
    };
    let figures = [
        sizes(ran).map(|plot| {
            let title = "Fig. 10: transfer time by size";
            figure("shimonishi07-fig10", title, &["E12"] as &[_], vec![plot])
        }),
        times(ran).map(|plot| {
            let title = "Fig. 11: distribution of transfer times";
            figure("shimonishi07-fig11", title, &["E9", "E10", "E13"], vec![plot])
        }),
        queues(ran)
            .map(|plots| figure("shimonishi07-fig12", "Fig. 12: queueing delay", &["E11"], plots)),
    ];
    figures.into_iter().flatten().collect()
}

/// Mean transfer time in octaves of the size.
fn sizes(ran: &Ran) -> Option<Plot> {
    const LEAST: u64 = 16_384;
    const OCTAVES: u32 = 11;
    const KB: f64 = 1e3;
    let curve = |(variant, name): (&str, &str)| {
        let all = Pooled::of(ran, variant)?;
        let point = |octave: u32| {
            let from = LEAST << octave;
            let mean = all.mean_us(from..2 * from);
            (mean > 0.0)
                .then(|| (f64::from(octave).exp2() * 1.5 * LEAST as f64 / KB, mean / US_PER_MS))
        };
        let points = (0..OCTAVES).filter_map(point).collect();
        Some(Curve { name: name.into(), points, shape: Shape::Dots })
    };
    Some(Plot {
        title: "Mean transfer time in octaves of the size".into(),
        x: Axis::logarithmic("size [KB]", [10.0, 100_000.0]),
        y: Axis::logarithmic("transfer time [ms]", [0.1, 1000.0]),
        curves: ALL.map(curve).into_iter().collect::<Option<_>>()?,
        stated: Vec::new(),
    })
}

/// Cumulative distribution of transfer times.
fn times(ran: &Ran) -> Option<Plot> {
    const POINTS: usize = 200;
    const TIME_MS: [f64; 2] = [0.1, 100.0];
    let curve = |(variant, name): (&str, &str)| {
        let all = Pooled::of(ran, variant)?;
        let count = all.count().max(1) as f64;
        let points = all
            .transfers
            .iter()
            .enumerate()
            .map(|(number, (_, time))| (time / US_PER_MS, 100.0 * (number + 1) as f64 / count));
        let every = all.transfers.len().div_ceil(POINTS).max(1);
        let shown =
            points.step_by(every).filter(|(time, _)| (TIME_MS[0]..TIME_MS[1]).contains(time));
        Some(line(name, shown.collect()))
    };
    let stated = |value| Stated { value, along: [0.9, 1.1] };
    Some(Plot {
        title: "Transfers done within a time; grey: the paper's at 1 ms".into(),
        x: Axis::logarithmic("transfer time [ms]", TIME_MS),
        y: Axis::linear("transfers done [%]", [0.0, 102.0]),
        curves: ALL.map(curve).into_iter().collect::<Option<_>>()?,
        stated: [96.0, 89.0, 55.0, 14.0].map(stated).into(),
    })
}

/// Queueing delay over time in the first run, and its mean over all runs.
fn queues(ran: &Ran) -> Option<Vec<Plot>> {
    const TIME_MS: [f64; 2] = [0.0, 100.0];
    /// Windows of a point.
    const TOGETHER: usize = 10;
    let curve = |(variant, name): (&str, &str)| {
        let measured = series::of(ran, variant)?;
        let queue = series::bottleneck(measured)?;
        let points = series::between(measured, &queue.means_us, TIME_MS);
        let mean = |points: &[(f64, f64)]| {
            let sum: f64 = points.iter().map(|(_, delay)| delay).sum();
            (points[0].0, sum / points.len() as f64)
        };
        Some(line(name, points.chunks(TOGETHER).map(mean).collect()))
    };
    const NAMES: [&str; 3] = ["Proposed", "BW probe", "Plain"];
    const PAPER_US: [f64; 3] = [68.0, 140.0, 34.0];
    let means = VARIANTS.map(|(variant, _)| Some(Pooled::of(ran, variant)?.queue_us));
    let means: Vec<f64> = means.into_iter().collect::<Option<_>>()?;
    let bars = |values: &[f64]| (1..).map(f64::from).zip(values.iter().copied()).collect();
    let bar = |name: &str, values: &[f64]| Curve {
        name: name.into(),
        points: bars(values),
        shape: Shape::Bars,
    };
    Some(vec![
        Plot {
            title: "Queueing delay over time, first seed".into(),
            x: Axis::linear("time [ms]", TIME_MS),
            y: Axis::linear("queueing delay [µs]", [0.0, 800.0]),
            curves: VARIANTS.map(curve).into_iter().collect::<Option<_>>()?,
            stated: Vec::new(),
        },
        Plot {
            title: "Mean queueing delay".into(),
            x: Axis::named("variant", &NAMES),
            y: Axis::linear("queueing delay [µs]", [0.0, 200.0]),
            curves: vec![bar("here", &means), bar("paper", &PAPER_US)],
            stated: Vec::new(),
        },
    ])
}
