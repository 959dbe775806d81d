//! The figures of Globecom 2002.

use super::{swept, traced, used, Figure};
use crate::{
    judge::{ratio, THRESHOLDS},
    plot::{Axis, Plot},
    results::{Ran, Results},
};

const PAPER: &str = "Santos, Turner and Janakiraman, Globecom 2002";

pub fn all(results: &Results) -> Vec<Figure> {
    let trace =
        |name, title, rows, stated: &[f64]| traced(results, name, (PAPER, title), rows, stated);
    [
        trace(
            "globecom02-fig2",
            "Fig. 2: congestion spreads, with a window of one packet",
            &["G1", "G2", "G3", "G4"],
            &[4.0, 32.5],
        ),
        trace("globecom02-fig3a", "Fig. 3(a): naive marking", &["G5", "G17"], &[90.0]),
        trace("globecom02-fig3b", "Fig. 3(b): input-triggered marking", &["G6"], &[]),
        trace("globecom02-fig3c", "Fig. 3(c): output threshold 4", &["G7"], &[]),
        trace("globecom02-fig3d", "Fig. 3(d): output threshold 8", &["G8"], &[]),
        results.get("globecom02-fig4").map(figure_4),
        results.get("globecom02-iv-c").map(other_numbers),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Plots the use of the root link and the fairness against the buffer size.
fn by_buffer(ran: &Ran, at: &[(&str, &str)], what: &str, last: f64) -> Vec<Plot> {
    let curves = |value: &dyn Fn(&crate::outcome::Outcome) -> f64| {
        let curve = |variant: &&'static str| {
            let name = match variant.strip_prefix("threshold-") {
                Some(packets) => format!("threshold {packets}"),
                None => "none".into(),
            };
            let at = [at, &[("variant", *variant)]].concat();
            swept(ran, "packets_per_input", &at, name, (1.0, value))
        };
        THRESHOLDS.iter().map(curve).collect()
    };
    let x = Axis::linear("buffer [packets per input port]", [2.0, last]);
    vec![
        Plot {
            title: format!("Root link{what}"),
            x: x.clone(),
            y: Axis::linear("used [%]", [0.0, 105.0]),
            curves: curves(&used("B->root-sink")),
            stated: Vec::new(),
        },
        Plot {
            title: format!("Remote flows to local flows{what}"),
            x,
            y: Axis::linear("ratio of rates", [0.0, 1.8]),
            curves: curves(&ratio),
            stated: Vec::new(),
        },
    ]
}

fn figure_4(ran: &Ran) -> Figure {
    Figure {
        name: "globecom02-fig4",
        paper: PAPER,
        title: "Fig. 4: output thresholds and buffers",
        scenarios: vec!["globecom02-fig4", "globecom02-fig4-immediate", "globecom02-fig4-blocked"],
        rows: &["G9", "G10", "G11", "G12", "G13", "G14", "G15", "G17", "G18"],
        plots: by_buffer(ran, &[], "", 16.0),
    }
}

fn other_numbers(ran: &Ran) -> Figure {
    let plots = [("5", ", five flows of each kind"), ("20", ", twenty flows of each kind")];
    let plots = plots.map(|(count, what)| by_buffer(ran, &[("local.count", count)], what, 24.0));
    Figure {
        name: "globecom02-iv-c",
        paper: PAPER,
        title: "Section IV-C: other numbers of flows",
        scenarios: vec!["globecom02-iv-c"],
        rows: &["G16"],
        plots: plots.concat(),
    }
}
