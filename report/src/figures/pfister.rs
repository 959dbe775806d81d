//! The figures of Pfister'05.

use super::{swept, Figure};
use crate::{
    curves::Curves,
    judge::{case, is_cold, mean_of_cold, CASES, HOT},
    outcome::Outcome,
    plot::{Axis, Curve, Plot, Shape},
    results::{Ran, Results},
};

const PAPER: &str = "Pfister et al., 2005";

pub fn all(results: &Results) -> Vec<Figure> {
    let rows: [&[&str]; 2] = [&["P1", "P2", "P3", "P4", "P5"], &["P10", "P14"]];
    let figures = [
        hot_spots(results, "pfister05-fig3", "Fig. 3: a hot spot among 32 hosts", 14.0, rows[0]),
        results.get("pfister05-fig4").and_then(figure_4),
        hot_spots(results, "pfister05-fig5", "Fig. 5: a hot spot among 128 hosts", 10.0, rows[1]),
        results.get("pfister05-recovery").and_then(recovery),
        results.get("pfister05-longest").and_then(longest),
        results.get("pfister05-range").map(range),
        results.get("pfister05-onset").map(onset),
    ];
    figures.into_iter().flatten().collect()
}

fn line(name: impl Into<String>, points: Vec<(f64, f64)>) -> Curve {
    Curve { name: name.into(), points, shape: Shape::Line }
}

fn percent(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    points.into_iter().map(|(time, rate)| (time, 100.0 * rate)).collect()
}

/// Throughput of the hot port, and mean of the cold ones.
fn ports(curves: &Curves, name: &str) -> Vec<Curve> {
    let hot = curves.utilisation(HOT).map(|points| line(format!("hot{name}"), percent(points)));
    let cold = percent(curves.mean_utilisation(is_cold));
    hot.into_iter().chain([line(format!("cold{name}"), cold)]).collect()
}

fn throughput(title: String, end_ms: f64, curves: Vec<Curve>) -> Plot {
    Plot {
        title,
        x: Axis::linear("time [ms]", [0.0, end_ms]),
        y: Axis::linear("throughput [% of a link]", [0.0, 105.0]),
        curves,
        stated: Vec::new(),
    }
}

/// Throughput without and with congestion control, and the indices with it, of each case.
fn hot_spots(
    results: &Results,
    name: &'static str,
    title: &'static str,
    end_ms: f64,
    rows: &'static [&'static str],
) -> Option<Figure> {
    let ran = results.get(name)?;
    let mut plots = Vec::new();
    for (number, variant) in (1..).zip(CASES) {
        let curves = |controlled| case(ran, variant, controlled)?.curves.as_ref();
        let (off, on) = (curves(false)?, curves(true)?);
        let both = [ports(off, ", off"), ports(on, ", on")].concat();
        plots.push(throughput(
            format!("Case {number}: output ports, congestion control off and on"),
            end_ms,
            both,
        ));
        let index = |group: &str, name: &str| Some(line(name, on.ipd(group)?));
        plots.push(Plot {
            title: format!("Case {number}: index of the delay between packets"),
            x: Axis::linear("time [ms]", [0.0, end_ms]),
            y: Axis::linear("mean CCTI of packets sent", [0.0, 128.0]),
            curves: vec![index("traffic-hot", "hot flows")?, index("traffic-cold", "cold flows")?],
            stated: Vec::new(),
        });
    }
    let others = crate::results::SOURCES.iter().filter(|source| source.file == name);
    Some(Figure {
        name,
        paper: PAPER,
        title,
        scenarios: others.map(|source| source.name).collect(),
        rows,
        plots,
    })
}

fn figure_4(ran: &Ran) -> Option<Figure> {
    const NAMES: [(&str, &str); 5] = [
        ("tuned", "increase 5, timer 10"),
        ("increase-1", "(a) increase 1"),
        ("increase-64", "(b) increase 64"),
        ("timer-1", "(c) timer 1"),
        ("timer-82", "(d) timer 82"),
    ];
    let plot = |(variant, name): (&str, &str)| {
        let mut points = ran.points();
        let found = points.find(|(point, _)| ran.value(point, "variant") == variant)?;
        Some(throughput(name.into(), 9.0, ports(found.1.curves.as_ref()?, "")))
    };
    Some(Figure {
        name: "pfister05-fig4",
        paper: PAPER,
        title: "Fig. 4: settings out of range, case 4",
        scenarios: vec!["pfister05-fig4"],
        rows: &["P6", "P7", "P8"],
        plots: NAMES.map(plot).into_iter().collect::<Option<_>>()?,
    })
}

fn recovery(ran: &Ran) -> Option<Figure> {
    let plot = |(variant, name): (&str, &str)| {
        let curves = |controlled| case(ran, variant, controlled)?.curves.as_ref();
        let both = [ports(curves(false)?, ", off"), ports(curves(true)?, ", on")].concat();
        Some(throughput(name.into(), 8.0, both))
    };
    Some(Figure {
        name: "pfister05-recovery",
        paper: PAPER,
        title: "Recovery from a hot spot of 1 ms, case 2",
        scenarios: vec!["pfister05-recovery"],
        rows: &["P2", "P9"],
        plots: [("hosts-32", "32 hosts"), ("hosts-128", "128 hosts")]
            .map(plot)
            .into_iter()
            .collect::<Option<_>>()?,
    })
}

fn longest(ran: &Ran) -> Option<Figure> {
    let curve = |(most, outcome): (f64, &Outcome)| {
        let points = outcome.curves.as_ref()?.utilisation(HOT)?;
        Some(line(format!("{most} packet times"), percent(points)))
    };
    let curves = ran.along("table_most", &[]).into_iter().map(curve).collect::<Option<_>>()?;
    Some(Figure {
        name: "pfister05-longest",
        paper: PAPER,
        title: "Section VI-C: the longest delay between packets, case 2",
        scenarios: vec!["pfister05-longest"],
        rows: &["P12"],
        plots: vec![throughput("Hot port".into(), 32.0, curves)],
    })
}

fn range(ran: &Ran) -> Figure {
    /// Timers of the sweep.
    const TIMERS: [f64; 2] = [3.0, 40.0];
    let plot = |(variant, name): (&str, &str)| {
        let curves = |increase: &String| {
            let at = [("variant", variant), ("ccti_increase", increase.as_str())];
            let hot = |outcome: &Outcome| 100.0 * outcome.link(HOT);
            let cold = |outcome: &Outcome| 100.0 * mean_of_cold(outcome);
            [
                swept(ran, "ccti_timer", &at, format!("hot, {increase}"), (1.0, hot)),
                swept(ran, "ccti_timer", &at, format!("cold, {increase}"), (1.0, cold)),
            ]
        };
        Plot {
            title: format!("{name}: a curve for each increase"),
            x: Axis::logarithmic("CCTI_Timer [1.024 µs]", TIMERS),
            y: Axis::linear("throughput [% of a link]", [0.0, 105.0]),
            curves: ran.values("ccti_increase").iter().flat_map(curves).collect(),
            stated: Vec::new(),
        }
    };
    Figure {
        name: "pfister05-range",
        paper: PAPER,
        title: "Section VI-B: increase and timer, case 4",
        scenarios: vec!["pfister05-range"],
        rows: &["P11"],
        plots: [("hosts-32", "32 hosts"), ("hosts-128", "128 hosts")].map(plot).into(),
    }
}

fn onset(ran: &Ran) -> Figure {
    let hot = |outcome: &Outcome| 100.0 * outcome.link(HOT);
    Figure {
        name: "pfister05-onset",
        paper: PAPER,
        title: "Section II: what saturates one of 128 ports",
        scenarios: vec!["pfister05-onset"],
        rows: &["P13"],
        plots: vec![Plot {
            title: "Throughput of the hot port by what is offered to it".into(),
            x: Axis::linear("offered [fraction of the link]", [0.9, 1.05]),
            y: Axis::linear("throughput [% of a link]", [85.0, 101.0]),
            curves: vec![swept(ran, "severity", &[], "hot port", (1.0, hot))],
            stated: Vec::new(),
        }],
    }
}
