//! P1 to P15: rows of Pfister'05.

mod onset;
mod recovery;
mod rules;
mod settings;

use super::{listed, Found};
use crate::{
    outcome::Outcome,
    results::{Ran, Results},
};
use recovery::LOADS;
use tailback_spec::scenario::Point;

/// Link to the hot host.
pub const HOT: &str = "leaf-8->host-32";
/// Cases of Table 1, in order.
pub const CASES: [&str; 4] = ["case-1", "case-2", "case-3", "case-4"];
/// Scenarios of Figs. 3 and 5.
const FIG_3: &str = "pfister05-fig3";
const FIG_5: &str = "pfister05-fig5";
/// Traffic that a cold host is offered in the hot spot, as a fraction of its link, with 32 and 128
/// hosts, by case.
const IDEAL: [[f64; 4]; 2] = [[0.468, 0.42, 0.858, 0.83], [0.488, 0.481, 0.883, 0.884]];
/// Hot spot of Figs. 3 and 5 in its last part, in ms.
const LATE_MS: [f64; 2] = [6.0, 9.0];

pub fn found(id: &str, results: &Results) -> Option<Found> {
    let fig_3 = || results.get(FIG_3);
    match id {
        "P1" => hot_port(fig_3()?),
        "P2" => collapse(results),
        "P3" => share(results),
        "P4" => protection(results),
        "P5" => delays(fig_3()?),
        "P6" | "P7" | "P8" => settings::found(id, results.get("pfister05-fig4")?),
        "P9" => recovery::by_size(results),
        "P10" => large(results.get(FIG_5)?),
        "P11" => settings::range(results.get("pfister05-range")?),
        "P12" => settings::longest(results.get("pfister05-longest")?),
        "P13" => onset::found(results.get("pfister05-onset")?),
        "P14" => recovery::filling(results.get(FIG_5)?),
        "P15" => rules::found(),
        _ => None,
    }
}

/// Whether a link leads to a host other than the hot one.
pub fn is_cold(link: &str) -> bool {
    link.contains("->host-") && link != HOT
}

/// Mean utilisation of the links to cold hosts.
pub fn cold(outcome: &Outcome) -> f64 {
    let links = outcome.links.iter().filter(|link| is_cold(&link.name));
    let (sum, count) =
        links.fold((0.0, 0), |(sum, count), link| (sum + link.utilisation, count + 1));
    sum / f64::from(count.max(1))
}

/// Outcome of a variant, with or without congestion control.
pub fn outcome<'r>(ran: &'r Ran, variant: &str, controlled: bool) -> Option<&'r Outcome> {
    let is_it = |point: &Point| {
        let is_controlled = ran.value(point, "congestion_control") == "true";
        ran.value(point, "variant") == variant && is_controlled == controlled
    };
    ran.points().find(|(point, _)| is_it(point)).map(|(_, outcome)| outcome)
}

/// A value of each case.
fn cases(ran: &Ran, controlled: bool, value: impl Fn(&Outcome) -> f64) -> Option<[f64; 4]> {
    let values: Option<Vec<f64>> =
        CASES.iter().map(|case| outcome(ran, case, controlled).map(&value)).collect();
    values?.try_into().ok()
}

fn hot_port(ran: &Ran) -> Option<Found> {
    let hot = cases(ran, false, |outcome| outcome.link(HOT))?;
    Found::new(
        FIG_3,
        format!("cases 1 to 4: {}", listed(hot, 3)),
        hot.iter().all(|hot| *hot >= 0.97),
    )
}

/// Values of cases 1 to 4 with flows in arrival order and d-mod-k, and with the other readings.
fn by_reading(results: &Results, controlled: bool) -> Option<String> {
    const OTHERS: [(&str, &str); 3] = [
        ("pfister05-fig3-spread", "random paths"),
        ("pfister05-fig3-turns", "flows that take turns"),
        ("pfister05-fig3-turns-spread", "both"),
    ];
    let other = |(name, text): &(&str, &str)| {
        let values = cases(results.get(name)?, controlled, cold)?;
        Some(format!("{text}: {}", listed(values, 2)))
    };
    let others: Option<Vec<String>> = OTHERS.iter().map(other).collect();
    Some(others?.join("; "))
}

fn collapse(results: &Results) -> Option<Found> {
    let cold = cases(results.get(FIG_3)?, false, cold)?;
    let lost = [0, 1, 2, 3].map(|case| 1.0 - cold[case] / LOADS[case]);
    let [without, with] = recovery::with_and_without(results)?;
    let percent = listed(lost.map(|lost| 100.0 * lost), 0);
    let ours = format!(
        "{percent} % lost in cases 1 to 4; recovery of case 2 after {without}, with congestion control \
        {with}"
    );
    Found::new(FIG_3, ours, lost[1] > 0.3 && lost[3] > 0.3 && without > with)
}

fn share(results: &Results) -> Option<Found> {
    const EXPECTED: [f64; 2] = [0.153, 0.308];
    let all = cases(results.get(FIG_3)?, false, cold)?;
    let found = [all[1], all[3]];
    let met = found.iter().zip(EXPECTED).all(|(one, other)| (one - other).abs() <= 0.03);
    let others = by_reading(results, false)?;
    Found::new(FIG_3, format!("{} (cases 1 to 4 with {others})", listed(found, 3)), met)
}

fn protection(results: &Results) -> Option<Found> {
    let cold = cases(results.get(FIG_3)?, true, cold)?;
    let met = cold.iter().zip(IDEAL[0]).all(|(cold, ideal)| *cold >= 0.9 * ideal);
    let others = by_reading(results, true)?;
    Found::new(FIG_3, format!("cases 1 to 4: {} (with {others})", listed(cold, 3)), met)
}

fn delays(ran: &Ran) -> Option<Found> {
    let mean = |outcome: &Outcome, group: &str| {
        let windows =
            outcome.curves.as_ref().and_then(|curves| curves.ipd(group)).unwrap_or_default();
        let late = windows.iter().filter(|(time, _)| *time > LATE_MS[0] && *time <= LATE_MS[1]);
        let values: Vec<f64> = late.map(|(_, ipd)| *ipd).collect();
        values.iter().sum::<f64>() / values.len().max(1) as f64
    };
    let hot = cases(ran, true, |outcome| mean(outcome, "traffic-hot"))?;
    let cold = cases(ran, true, |outcome| mean(outcome, "traffic-cold"))?;
    let ours = format!("index of hot flows {}, of cold ones {}", listed(hot, 0), listed(cold, 1));
    Found::new(
        FIG_3,
        ours,
        hot.iter().zip(cold).all(|(hot, cold)| *hot > 0.0 && *hot >= 5.0 * cold),
    )
}

fn large(ran: &Ran) -> Option<Found> {
    let (hot, cold) = (cases(ran, true, |outcome| outcome.link(HOT))?, cases(ran, true, cold)?);
    let met = cold.iter().zip(IDEAL[1]).all(|(cold, ideal)| *cold >= 0.85 * ideal);
    let ours = format!("cases 1 to 4: {}; hot port {}", listed(cold, 3), listed(hot, 2));
    Found::new(FIG_5, ours, met)
}
