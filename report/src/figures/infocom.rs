//! The figures of INFOCOM 2003.

use super::{swept, traced, used, Figure};
use crate::{
    increase::{Law, PACKET_US, RATIO},
    judge::kind,
    outcome::Outcome,
    plot::{Axis, Curve, Plot, Shape},
    results::Results,
};

const PAPER: &str = "Santos, Turner and Janakiraman, INFOCOM 2003";
const BUFFER: &str = "packets_per_input";
const RESPONSES: [(&str, &str); 3] = [("lipd", "LIPD"), ("fimd", "FIMD"), ("aimd", "AIMD")];
const US_TO_MS: f64 = 1e-3;

pub fn all(results: &Results) -> Vec<Figure> {
    let trace =
        |name, title, rows, stated: &[f64]| traced(results, name, (PAPER, title), rows, stated);
    [
        trace(
            "infocom03-fig2",
            "Fig. 2 and 3(a): congestion spreads, without window and rate control",
            &["I1", "I2", "I3", "I4"],
            &[15.0, 30.0],
        ),
        trace("infocom03-fig3b", "Fig. 3(b): a window of one, one remote flow", &["I5"], &[]),
        trace("infocom03-fig3c", "Fig. 3(c): a window of one, five remote flows", &["I6"], &[]),
        trace("infocom03-fig3d", "Fig. 3(d): fixed ideal rates", &["I7"], &[50.0, 100.0]),
        trace("infocom03-fig4a", "Fig. 4(a): naive marking, LIPD", &["I8", "I9", "I10"], &[90.0]),
        trace("infocom03-fig4b", "Fig. 4(b): input-triggered marking, LIPD", &["I11", "I12"], &[]),
        Some(figure_5()),
        figure_6(results),
        figure_7a(results),
        figure_7b(results),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn figure_5() -> Figure {
    let ms = |time: f64| time * PACKET_US * US_TO_MS;
    let exact = |law: Law| {
        const STEPS: u32 = 280;
        let end = Law::Lipd.duration();
        let time = |step: u32| f64::from(step) / f64::from(STEPS) * end;
        let points = (0..=STEPS).map(|step| (ms(time(step)), law.later(1.0 / RATIO, time(step))));
        Curve { name: law.name().into(), points: points.collect(), shape: Shape::Line }
    };
    let table = |law: Law| {
        // The rate stays at R_max.
        let end = (ms(Law::Lipd.duration()), 1.0);
        let points = law.of_tables().into_iter().map(|(time, rate)| (ms(time), rate));
        let points = points.chain([end]).collect();
        Curve { name: law.name().into(), points, shape: Shape::Line }
    };
    let plot = |title: &str, curves| Plot {
        title: title.into(),
        x: Axis::linear("time [ms]", [0.0, 140.0]),
        y: Axis::linear("rate [of R_max]", [0.0, 1.05]),
        curves,
        stated: Vec::new(),
    };
    Figure {
        name: "infocom03-fig5",
        paper: PAPER,
        title: "Fig. 5: the increase from R_min without marks",
        scenarios: Vec::new(),
        rows: &["A1", "A2", "A3", "A4", "A5", "A6"],
        plots: vec![
            plot("In closed form", Law::ALL.map(exact).into()),
            plot("By the tables of hardware and models", Law::ALL.map(table).into()),
        ],
    }
}

fn figure_6(results: &Results) -> Option<Figure> {
    let runs = [
        ("infocom03-fig6", ""),
        ("infocom03-fig6-immediate", ", NICs that take no time"),
        ("infocom03-fig6-continuous", ", the same with continuous rates"),
    ];
    let links = [("Root link", "B->root-sink"), ("Inter-switch link", "A->B")];
    let plot = |(title, link): (&str, &'static str), (run, rates): (&str, &str)| {
        let ran = results.get(run)?;
        let curve =
            |(key, name)| swept(ran, BUFFER, &[("nic.response", key)], name, (1.0, used(link)));
        Some(Plot {
            title: format!("{title}{rates}"),
            x: Axis::linear("buffer [packets per input port]", [2.0, 10.0]),
            y: Axis::linear("used [%]", [0.0, 105.0]),
            curves: RESPONSES.map(curve).into(),
            stated: Vec::new(),
        })
    };
    let plots = runs.iter().flat_map(|run| links.map(|link| plot(link, *run)));
    Some(Figure {
        name: "infocom03-fig6",
        paper: PAPER,
        title: "Fig. 6: static flows",
        scenarios: runs.map(|(run, _)| run).into(),
        rows: &["I14", "I15", "I16", "I17", "I18", "I19"],
        plots: plots.collect::<Option<_>>()?,
    })
}

fn figure_7a(results: &Results) -> Option<Figure> {
    let ran = results.get("infocom03-fig7a")?;
    let curve = |state: &str, of: &'static str, name: &str| {
        let rate = move |outcome: &Outcome| 100.0 * kind(outcome, of);
        swept(ran, "local-dynamic.on_us", &[("nic.after_idle", state)], name, (US_TO_MS, rate))
    };
    Some(Figure {
        name: "infocom03-fig7a",
        paper: PAPER,
        title: "Fig. 7(a): half of the flows are dynamic",
        scenarios: vec!["infocom03-fig7a"],
        rows: &["I20", "I21", "I22", "I23"],
        plots: vec![Plot {
            title: "Rates on the root link; “keep” is with persistent state".into(),
            x: Axis::logarithmic("mean ON duration [ms]", [0.01, 100.0]),
            y: Axis::linear("rate [% of the root link]", [0.0, 105.0]),
            curves: vec![
                curve("reset", "static", "static"),
                curve("reset", "dynamic", "dynamic"),
                curve("keep", "static", "static, keep"),
                curve("keep", "dynamic", "dynamic, keep"),
            ],
            stated: Vec::new(),
        }],
    })
}

fn figure_7b(results: &Results) -> Option<Figure> {
    let ran = results.get("infocom03-fig7b")?;
    let plot = |title: &str, link| Plot {
        title: title.into(),
        x: Axis::logarithmic("mean ON duration [ms]", [0.01, 100.0]),
        y: Axis::linear("used [%]", [0.0, 105.0]),
        curves: RESPONSES
            .map(|(key, name)| {
                let at = [("nic.response", key)];
                swept(ran, "local.on_us", &at, name, (US_TO_MS, used(link)))
            })
            .into(),
        stated: Vec::new(),
    };
    Some(Figure {
        name: "infocom03-fig7b",
        paper: PAPER,
        title: "Fig. 7(b): all flows are dynamic, with persistent state",
        scenarios: vec!["infocom03-fig7b"],
        rows: &["I24", "I25", "I26"],
        plots: vec![plot("Root link", "B->root-sink"), plot("Inter-switch link", "A->B")],
    })
}
