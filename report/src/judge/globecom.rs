//! G4 to G18: rows of Globecom 2002 that are more than a value of a run.

use super::{
    extent,
    infocom::{fairer, BUFFER},
    inter, local_share, root, Found,
};
use crate::{
    outcome::Outcome,
    results::{Ran, Results},
};

/// Buffer size in packets that counts as large for G14 and G15: it holds all packets that remote
/// flows may send.
const LARGE: f64 = 10.0;

pub fn found(id: &str, results: &Results) -> Option<Found> {
    match id {
        "G4" => Found::computed(format!("{:.0} %", 100.0 / 20.0), true),
        "G6" => fairer(results, "globecom02-fig3a", "globecom02-fig3b"),
        "G7" | "G8" => figure_3(id, results),
        "G17" => unmarked_after_blocked(results),
        "G18" => victim_in_full_buffers(results.get("globecom02-fig4")?),
        "G16" => other_numbers(results.get("globecom02-iv-c")?),
        _ => {
            let (ours, met) = figure_4(id, results.get("globecom02-fig4")?, &[])?;
            Found::new("globecom02-fig4", ours, met)
        }
    }
}

fn figure_3(id: &str, results: &Results) -> Option<Found> {
    let of = |part: &str| results.single(&format!("globecom02-fig3{part}"));
    let (input, four, eight) = (of("b")?, of("c")?, of("d")?);
    let gap = |outcome: &Outcome| 100.0 * (outcome.rate("local") - outcome.rate("remote")).abs();
    if id == "G7" {
        let ours = format!(
            "root {:.1} %, threshold 8 {:.1} %; apart {:.1} points, without {:.1}",
            root(four),
            root(eight),
            gap(four),
            gap(input)
        );
        let met = root(four) < root(eight) - 3.0 && gap(four) < gap(input);
        return Found::new("globecom02-fig3c", ours, met);
    }
    let [input, four, share] = [input, four, eight].map(local_share);
    let ours = format!(
        "root {:.1} %; local share {share:.1} %, threshold 4 {four:.1} %, without {input:.1} %",
        root(eight)
    );
    Found::new("globecom02-fig3d", ours, root(eight) >= 90.0 && four < share && share < input)
}

/// Ratio of the remote rate to the local rate.
pub fn ratio(outcome: &Outcome) -> f64 {
    outcome.rate("remote") / outcome.rate("local")
}

/// Output thresholds of the figure; the last one is `none`.
pub const THRESHOLDS: [&str; 5] =
    ["threshold-4", "threshold-6", "threshold-8", "threshold-16", "none"];

/// Judges a row of Fig. 4, at the points of the result that match `at`.
fn figure_4(id: &str, result: &Ran, at: &[(&str, &str)]) -> Option<(String, bool)> {
    let curve = |threshold: &str| result.along(BUFFER, &[at, &[("variant", threshold)]].concat());
    let with = |threshold: &str, buffer: f64| {
        curve(threshold).into_iter().find(|(at, _)| *at == buffer).map(|(_, outcome)| outcome)
    };
    Some(match id {
        "G9" => {
            let (low, high) = extent(curve(THRESHOLDS[0]).iter().map(|(_, outcome)| root(outcome)));
            let (mut met, mut ends) = (high < 90.0, Vec::new());
            for threshold in THRESHOLDS {
                let [two, eight] = [root(with(threshold, 2.0)?), root(with(threshold, 8.0)?)];
                met &= two < eight;
                ends.push(format!("{two:.0} and {eight:.0} %"));
            }
            let ends = ends.join(", ");
            (format!("threshold 4: {low:.1} to {high:.1} %; 2 and 8 packets: {ends}"), met)
        }
        "G10" => {
            let curve = curve("threshold-6");
            let large = curve.iter().filter(|(buffer, _)| *buffer >= 6.0);
            let (low, high) = extent(large.map(|(_, outcome)| root(outcome)));
            (format!("{low:.1} to {high:.1} %"), low >= 88.0)
        }
        "G11" => {
            let (mut met, mut texts) = (true, Vec::new());
            for threshold in ["threshold-8", "threshold-16"] {
                let [two, eight] = [ratio(with(threshold, 2.0)?), ratio(with(threshold, 8.0)?)];
                met &= two < eight;
                texts.push(format!("{two:.2} and {eight:.2}"));
            }
            (texts.join(", "), met)
        }
        "G12" => {
            let (mut met, mut texts) = (true, Vec::new());
            for (threshold, packets) in THRESHOLDS.iter().zip([4.0, 6.0, 8.0, 16.0]) {
                let curve = curve(threshold);
                let above = curve.iter().filter(|(buffer, _)| *buffer > packets);
                let (low, high) = extent(above.map(|(_, outcome)| ratio(outcome)));
                if low > high {
                    continue;
                }
                met &= high - low < 0.05 * high;
                texts.push(format!("{packets}: {low:.2} to {high:.2}"));
            }
            (texts.join(", "), met)
        }
        "G13" => {
            let large = THRESHOLDS.iter().flat_map(|threshold| curve(threshold));
            let large = large.filter(|(buffer, _)| *buffer >= 12.0);
            let events: u64 = large.map(|(_, outcome)| outcome.counts.buffer_full).sum();
            (format!("{events} events"), events == 0)
        }
        "G14" | "G15" => {
            let pair = match id {
                "G14" => ["threshold-4", "threshold-8"],
                _ => ["threshold-8", "threshold-16"],
            };
            let [one, other] = pair.map(|threshold| {
                let large = curve(threshold).into_iter().filter(|(buffer, _)| *buffer >= LARGE);
                large.map(|(_, outcome)| ratio(outcome)).collect::<Vec<_>>()
            });
            let unfair = |ratio: f64| (ratio - 1.0).abs();
            let holds = |(one, other): (&f64, &f64)| match id {
                "G14" => other > one,
                _ => unfair(*other) < unfair(*one),
            };
            let met = one.iter().zip(&other).all(holds);
            let text = |ratios: &[f64]| {
                let (low, high) = extent(ratios.iter().copied());
                format!("{low:.2} to {high:.2}")
            };
            (format!("{}, {}", text(&one), text(&other)), met)
        }
        _ => return None,
    })
}

/// Judges the effect of not marking packets on a link that lacked credits just before: with naive
/// marking, and with four packets per buffer for all output thresholds.
fn unmarked_after_blocked<'r>(results: &'r Results) -> Option<Found> {
    let naive = ["globecom02-fig3a-immediate", "globecom02-fig3a-blocked"];
    let [usual, blocked] = naive.map(|run| results.single(run));
    let mut pairs = vec![[usual?, blocked?]];
    let runs = ["globecom02-fig4-immediate", "globecom02-fig4-blocked"].map(|run| results.get(run));
    let [usual, blocked] = runs;
    for threshold in THRESHOLDS {
        let only = |ran: Option<&'r Ran>| {
            let ran = ran?;
            ran.points().find(|(p, _)| ran.value(p, "variant") == threshold).map(|(_, got)| got)
        };
        pairs.push([only(usual)?, only(blocked)?]);
    }
    let apart = |value: fn(&Outcome) -> f64| {
        extent(pairs.iter().map(|[one, other]| (value(one) - value(other)).abs())).1
    };
    let [root, inter, share] = [apart(root), apart(inter), apart(local_share)];
    let ours = format!(
        "root {root:.2}, inter-switch {inter:.2}, local share {share:.2} points apart at most"
    );
    Found::new("globecom02-fig4-blocked", ours, root.max(inter).max(share) < 1.0)
}

/// Judges how often a packet of the victim waits in a buffer that becomes full, with
/// input-triggered marking.
fn victim_in_full_buffers(result: &Ran) -> Option<Found> {
    let curve = result.along(BUFFER, &[("variant", "none")]);
    let four = curve.into_iter().find(|(buffer, _)| *buffer == 4.0)?.1;
    let victim: u64 = four.group("victim").map(|flow| flow.in_full_buffers).sum();
    let events = four.counts.buffer_full;
    let percent = 100.0 * victim as f64 / events as f64;
    let ours = format!("{victim} of {events} events, {percent:.2} %");
    Found::new("globecom02-fig4", ours, percent < 1.0)
}

/// Judges G9 to G12 with other numbers of flows.
fn other_numbers(result: &Ran) -> Option<Found> {
    let (mut met, mut texts) = (true, Vec::new());
    for count in ["5", "20"] {
        let mut fails = Vec::new();
        for id in ["G9", "G10", "G11", "G12"] {
            let (ours, met) = figure_4(id, result, &[("local.count", count)])?;
            if !met {
                fails.push(format!("{id} ({ours})"));
            }
        }
        met &= fails.is_empty();
        let text = match fails.is_empty() {
            true => "all hold".into(),
            false => format!("not {}", fails.join(", ")),
        };
        texts.push(format!("{count} flows: {text}"));
    }
    Found::new("globecom02-iv-c", texts.join("; "), met)
}
