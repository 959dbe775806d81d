//! The figures of IPDPS 2010.

use super::{swept, Figure};
use crate::{
    judge::{
        contributors, variation, BENCHMARKS, BENCHMARK_BYTES, CONTRIBUTORS, FAIR_GBIT_PER_S, FLOWS,
        VICTIM,
    },
    outcome::Outcome,
    plot::{Axis, Curve, Plot, Shape, Stated},
    results::{Ran, Results},
};

const PAPER: &str = "Gran et al., IPDPS 2010";
const MS_TO_S: f64 = 1e-3;
/// Upper end of the throughput axis in Gbit/s: a host sends 13 Gbit/s, slightly more in a short
/// window.
const MOST: f64 = 14.0;
const TIMERS: [f64; 2] = [10.0, 2000.0];

pub fn all(results: &Results) -> Vec<Figure> {
    let over_time = |name, title, rows, end_s| over_time(results, name, title, rows, end_s);
    [
        over_time(
            "gran10-fig7a",
            "Fig. 7(a): a victim and four contributors, without congestion control",
            &["R1", "R2", "R3", "R4"],
            5.0,
        ),
        over_time(
            "gran10-fig7b",
            "Fig. 7(b): the same with congestion control",
            &["R5", "R7"],
            5.0,
        ),
        figure_8(results),
        over_time(
            "gran10-fig10a",
            "Fig. 10(a) and Table II(a): contributors only, without congestion control",
            &["R8"],
            6.0,
        ),
        over_time(
            "gran10-fig10b",
            "Fig. 10(b) and Table II(b): the same with congestion control",
            &["R9"],
            6.0,
        ),
        results.get("gran10-sweep").map(surfaces),
        over_time(
            "gran10-fig13",
            "Fig. 13: as Fig. 7(b), with a CCTI_Timer of 2000",
            &["R14"],
            5.0,
        ),
        results.get("gran10-threshold").map(thresholds),
        figure_9(results),
        table_3(results),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn over_time(
    results: &Results,
    name: &'static str,
    title: &'static str,
    rows: &'static [&'static str],
    end_s: f64,
) -> Option<Figure> {
    let outcome = results.single(name)?;
    let curves = outcome.curves.as_ref()?;
    let curve = |flow: &str| {
        // Points before the start of a flow are omitted.
        let points = curves.throughput(flow)?.into_iter().skip_while(|(_, rate)| *rate == 0.0);
        let points = points.map(|(time_ms, rate)| (time_ms * MS_TO_S, rate)).collect();
        Some(Curve { name: flow.into(), points, shape: Shape::Line })
    };
    let plot = Plot {
        title: "Throughput in windows of 10 ms".into(),
        x: Axis::linear("time [s]", [0.0, end_s]),
        y: Axis::linear("throughput [Gbit/s]", [0.0, MOST]),
        curves: outcome.groups().into_iter().filter_map(curve).collect(),
        stated: Vec::new(),
    };
    Some(Figure { name, paper: PAPER, title, scenarios: vec![name], rows, plots: vec![plot] })
}

fn figure_9(results: &Results) -> Option<Figure> {
    const RUNS: [(&str, &str); 3] =
        [("gran10-fig9-alone", "alone"), ("gran10-fig9-control", "on"), ("gran10-fig9", "off")];
    const MBIT_PER_GBIT: f64 = 1e3;
    let curve = |(run, name): (&str, &str)| {
        let victim = |outcome: &Outcome| MBIT_PER_GBIT * outcome.gbit_per_s(VICTIM);
        Some(swept(results.get(run)?, "message_bytes", &[], name, (1.0, victim)))
    };
    let plot = Plot {
        title: "Throughput of the victim alone, and with congestion control on and off".into(),
        x: Axis::logarithmic("message [bytes]", [1.0, 1e6]),
        y: Axis::logarithmic("throughput [Mbit/s]", [1.0, 1e5]),
        curves: RUNS.map(curve).into_iter().collect::<Option<_>>()?,
        stated: Vec::new(),
    };
    Some(Figure {
        name: "gran10-fig9",
        paper: PAPER,
        title: "Fig. 9: a victim that sends messages",
        scenarios: RUNS.map(|(run, _)| run).into(),
        rows: &["R10"],
        plots: vec![plot],
    })
}

fn table_3(results: &Results) -> Option<Figure> {
    const RUNS: [(&str, &str); 3] = [("-alone", "alone"), ("-control", "on"), ("", "off")];
    let bars = |place: usize| {
        // Bytes per µs are 10^6 bytes per second.
        let value = move |time: f64| if place == 0 { time } else { BENCHMARK_BYTES[place] / time };
        let curve = |(end, name): (&str, &str)| {
            let times = BENCHMARKS.map(|benchmark| benchmark.times(results, end));
            let times: Option<Vec<[f64; 2]>> = times.into_iter().collect();
            let values = times?.into_iter().map(|times| value(times[place]));
            let points = (1..).map(f64::from).zip(values).collect();
            Some(Curve { name: name.into(), points, shape: Shape::Bars })
        };
        RUNS.map(curve).into_iter().collect::<Option<Vec<_>>>()
    };
    let plot = |title: &str, label, most: f64, curves| Plot {
        title: title.into(),
        x: Axis::named("benchmark", &["ping-pong", "ring"]),
        y: Axis::linear(label, [0.0, most]),
        curves,
        stated: Vec::new(),
    };
    Some(Figure {
        name: "gran10-table3",
        paper: PAPER,
        title: "Table III: a benchmark alone, and with congestion control on and off",
        scenarios: vec![
            "gran10-table3-alone",
            "gran10-table3-control",
            "gran10-table3",
            "gran10-table3-ring-alone",
            "gran10-table3-ring-control",
            "gran10-table3-ring",
        ],
        rows: &["R17"],
        plots: vec![
            plot("Latency of a message of 8 bytes", "latency [µs]", 5.0, bars(0)?),
            plot("Bandwidth of a process, 2,000,000 bytes", "MB/s", 2000.0, bars(1)?),
        ],
    })
}

fn figure_8(results: &Results) -> Option<Figure> {
    const RUNS: [(&str, &str); 2] = [("gran10-fig8a", "off"), ("gran10-fig8b", "on")];
    let bars = |(run, name): (&str, &str)| {
        let outcome = results.single(run)?;
        let rates = CONTRIBUTORS.iter().map(|flow| outcome.gbit_per_s(flow));
        let points = (1..).map(f64::from).zip(rates).collect();
        Some(Curve { name: name.into(), points, shape: Shape::Bars })
    };
    let x = Axis::named("contributor", &CONTRIBUTORS);
    let plot = Plot {
        title: "Throughput of the contributors, congestion control off and on".into(),
        stated: vec![Stated { value: FAIR_GBIT_PER_S, along: x.ends }],
        x,
        y: Axis::linear("throughput [Gbit/s]", [0.0, 5.0]),
        curves: RUNS.map(bars).into_iter().collect::<Option<_>>()?,
    };
    Some(Figure {
        name: "gran10-fig8",
        paper: PAPER,
        title: "Fig. 8: the parking lot problem",
        scenarios: RUNS.map(|(run, _)| run).into(),
        rows: &["R6"],
        plots: vec![plot],
    })
}

fn surfaces(ran: &Ran) -> Figure {
    let plot = |title: &str, label, most: f64, value: fn(&Outcome) -> f64| {
        let rates = ran.values("marking_rate");
        let curve = |rate: String| {
            let at = [("marking_rate", rate.as_str())];
            swept(ran, "ccti_timer", &at, format!("rate {rate}"), (1.0, value))
        };
        Plot {
            title: title.into(),
            x: Axis::logarithmic("CCTI_Timer [1.024 µs]", TIMERS),
            y: Axis::linear(label, [0.0, most]),
            curves: rates.into_iter().map(curve).collect(),
            stated: Vec::new(),
        }
    };
    let throughput = "throughput [Gbit/s]";
    let victim = |outcome: &Outcome| outcome.gbit_per_s(VICTIM);
    Figure {
        name: "gran10-sweep",
        paper: PAPER,
        title: "Figs. 11, 12 and 14: CCTI_Timer, and a curve for each Marking_Rate",
        scenarios: vec!["gran10-sweep"],
        rows: &["R11", "R12", "R13", "R15"],
        plots: vec![
            plot("Fig. 11: the victim", throughput, MOST, victim),
            plot("Fig. 12: the contributors, mean of the four", throughput, 4.0, contributors),
            plot(
                "Fig. 14: variance of the difference between the contributors with most and least",
                "variance [(Gbit/s)²]",
                1.0,
                variation,
            ),
        ],
    }
}

fn thresholds(ran: &Ran) -> Figure {
    let curve = |flow: &'static str| {
        swept(ran, "threshold", &[], flow, (1.0, move |outcome: &Outcome| outcome.gbit_per_s(flow)))
    };
    Figure {
        name: "gran10-threshold",
        paper: PAPER,
        title: "Section VII-A: the threshold",
        scenarios: vec!["gran10-threshold"],
        rows: &["R16"],
        plots: vec![Plot {
            title: "Throughput by threshold".into(),
            x: Axis::linear("threshold", [1.0, 15.0]),
            y: Axis::linear("throughput [Gbit/s]", [0.0, MOST]),
            curves: FLOWS.map(curve).into(),
            stated: Vec::new(),
        }],
    }
}
