//! Plots of a search.

use super::{Key, Objective, Run, Searched};
use crate::plot::{Axis, Curve, Plot, Shape};

/// The runs by two objectives, with the Pareto front, the guideline and the best run.
pub fn front(found: &Searched, [x, y]: [Objective; 2]) -> Plot {
    let place = |run: &Run| Some((run.measured.get(x)?, run.measured.get(y)?));
    let points = |keep: &dyn Fn(&&Run) -> bool| -> Vec<(f64, f64)> {
        found.runs.iter().filter(keep).filter_map(place).collect()
    };
    let mut on_front = points(&|run| run.on_front);
    on_front.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let all = points(&|_| true);
    let ends = |values: Vec<f64>| {
        const MARGIN: f64 = 0.05;
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let margin = MARGIN * (high - low).max(0.01);
        [low - margin, high + margin]
    };
    let axis = |objective, values| Axis::linear(label(objective), ends(values));
    let curves = vec![
        cloud("runs", points(&|run| !run.on_front)),
        cloud("front", on_front),
        cloud("guideline", place(found.guideline()).into_iter().collect()),
        cloud("best", place(found.best()).into_iter().collect()),
    ];
    Plot {
        title: "Settings by what they achieve".into(),
        x: axis(x, all.iter().map(|point| point.0).collect()),
        y: axis(y, all.iter().map(|point| point.1).collect()),
        curves: curves.into_iter().filter(|curve| !curve.points.is_empty()).collect(),
        stated: Vec::new(),
    }
}

/// The stable region: increase and timer of the runs in which the hot host's link and the other hosts
/// keep nine tenths of the most that they had in any run (P11 of Pfister'05 §VI).
pub fn map(found: &Searched) -> Plot {
    const KEPT: f64 = 0.9;
    let most = |value: &dyn Fn(&Run) -> f64| found.runs.iter().map(value).fold(0.0, f64::max);
    let (cold, hot) = (most(&|run| run.measured.cold), most(&|run| run.measured.hot));
    let stable = |run: &&Run| run.measured.cold >= KEPT * cold && run.measured.hot >= KEPT * hot;
    let place = |run: &Run| {
        let [increase, timer] = [Key::CctiIncrease, Key::CctiTimer]
            .map(|key| f64::from(run.settings.get(key)).max(1.0));
        (increase, timer)
    };
    let points = |wanted: bool| -> Vec<(f64, f64)> {
        found.runs.iter().filter(|run| stable(run) == wanted).map(place).collect()
    };
    let curves = vec![
        cloud("not stable", points(false)),
        cloud("stable", points(true)),
        cloud("guideline", vec![place(found.guideline())]),
        cloud("best", vec![place(found.best())]),
    ];
    let ends = |of: &dyn Fn((f64, f64)) -> f64| {
        [0.8, 1.25 * found.runs.iter().map(|run| of(place(run))).fold(1.0, f64::max)]
    };
    Plot {
        title: "Stable region".into(),
        x: Axis::logarithmic("increase of the CCTI", ends(&|point| point.0)),
        y: Axis::logarithmic("timer in 1.024 µs", ends(&|point| point.1)),
        curves: curves.into_iter().filter(|curve| !curve.points.is_empty()).collect(),
        stated: Vec::new(),
    }
}

fn cloud(name: &str, points: Vec<(f64, f64)>) -> Curve {
    Curve { name: name.into(), points, shape: Shape::Cloud }
}

fn label(objective: Objective) -> &'static str {
    match objective {
        Objective::Cold => "links to other hosts, used",
        Objective::Hot => "link to the hot host, used",
        Objective::Fairness => "Jain's index of hot flows",
        Objective::Oscillation => "variation of the hot host's rate",
        Objective::Recovery => "recovery in ms",
    }
}
