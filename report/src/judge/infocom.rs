//! I4 to I26: rows of INFOCOM 2003 that are more than a value of a run.

use super::{extent, inter, listed, local_share, root, trace, Found};
use crate::{
    outcome::Outcome,
    results::{Ran, Results},
};
use tailback_model::fabric::Statistics;

/// Key of the buffer size in the sweeps.
pub const BUFFER: &str = "packets_per_input";
const RESPONSES: [&str; 3] = ["lipd", "fimd", "aimd"];

pub fn found(id: &str, results: &Results) -> Option<Found> {
    match id {
        "I4" => Found::computed(format!("{:.1} %", 100.0 / 6.0), true),
        "I10" => equality(results),
        "I11" => fairer(results, "infocom03-fig4a", "infocom03-fig4b"),
        "I12" => {
            let counts = &results.single("infocom03-fig4b")?.counts;
            let mean = counts.in_full_buffers as f64 / counts.buffer_full as f64;
            let ours = format!("{mean:.2} packets, {} events", counts.buffer_full);
            Found::new("infocom03-fig4b", ours, (3.0..=4.2).contains(&mean))
        }
        "I13" => {
            let agrees = trace::is_as_by_hand()?;
            Found::computed(if agrees { "as by hand" } else { "otherwise" }, agrees)
        }
        "I14" | "I15" | "I16" | "I17" | "I19" => figure_6(id, results.get("infocom03-fig6")?),
        "I18" => continuous(results),
        "I20" | "I21" | "I22" | "I23" => figure_7a(id, results.get("infocom03-fig7a")?),
        "I24" | "I25" | "I26" => figure_7b(id, results.get("infocom03-fig7b")?),
        _ => None,
    }
}

/// Judges the coefficients of variation among local and among remote flows.
fn equality(results: &Results) -> Option<Found> {
    const RUN: &str = "infocom03-fig4a-long";
    let variation = |outcome: &Outcome, group: &str| {
        let rates: Vec<f64> = outcome.group(group).map(|flow| flow.rate).collect();
        let all = Statistics::of(rates.into_iter());
        100.0 * all.deviation / all.mean
    };
    let of = |run: &str| {
        let outcome = results.single(run)?;
        Some(["local", "remote"].map(|group| variation(outcome, group)))
    };
    let ([local, remote], [_, longer]) = (of(RUN)?, of("infocom03-fig4a-longer")?);
    let ours =
        format!("local {local:.1} %, remote {remote:.2} %; in ten times as long {longer:.1} %");
    Found::new(RUN, ours, local < 5.0 && remote < 5.0)
}

/// Judges the difference between discrete and continuous rates, for each buffer size.
fn continuous(results: &Results) -> Option<Found> {
    let runs = ["infocom03-fig6-immediate", "infocom03-fig6-continuous"];
    let [discrete, continuous] = runs.map(|run| results.get(run));
    let (discrete, continuous) = (discrete?, continuous?);
    let (mut met, mut texts) = (true, Vec::new());
    for response in RESPONSES {
        let at = [("nic.response", response)];
        let curves = [discrete, continuous].map(|ran| ran.along(BUFFER, &at));
        let apart = |value: fn(&Outcome) -> f64| {
            let pairs = curves[0].iter().zip(&curves[1]);
            extent(pairs.map(|(one, other)| (value(one.1) - value(other.1)).abs())).1
        };
        let [root, inter] = [apart(root), apart(inter)];
        met &= root <= 2.0 && inter <= 4.0;
        texts.push(format!("{} {root:.1} and {inter:.1}", response.to_uppercase()));
    }
    let ours = format!("root and inter-switch at most {} points apart", texts.join(", "));
    Found::new(runs[0], ours, met)
}

/// Judges whether a run gives local flows clearly less than naive marking does, and more than half.
pub fn fairer(results: &Results, naive: &str, run: &'static str) -> Option<Found> {
    let naive = local_share(results.single(naive)?);
    let share = local_share(results.single(run)?);
    let ours = format!("local share {share:.1} %, naive {naive:.1} %");
    Found::new(run, ours, share > 55.0 && share < naive - 5.0)
}

type Curve<'a> = Vec<(f64, &'a Outcome)>;

fn figure_6(id: &str, result: &Ran) -> Option<Found> {
    let [lipd, fimd, aimd]: [Curve; 3] =
        RESPONSES.map(|response| result.along(BUFFER, &[("nic.response", response)]));
    let of = |curve: &Curve, value: fn(&Outcome) -> f64| -> Vec<f64> {
        curve.iter().map(|(_, outcome)| value(outcome)).collect()
    };
    let up_to = lipd.iter().take_while(|(buffer, _)| *buffer <= 4.0).count();
    let (ours, met) = match id {
        "I14" => {
            let large = lipd.iter().filter(|(buffer, _)| *buffer >= 4.0);
            let (low, high) = extent(large.map(|(_, outcome)| root(outcome)));
            (format!("{low:.1} to {high:.1} %"), low >= 95.0)
        }
        "I15" => {
            let [lipd, fimd, aimd] = [of(&lipd, root), of(&fimd, root), of(&aimd, root)];
            let others = fimd.iter().zip(&aimd).map(|(fimd, aimd)| fimd.max(*aimd));
            let (least, _) = extent(lipd.iter().zip(others).map(|(lipd, other)| lipd - other));
            (format!("at least {least:.1} points above"), least > 2.0)
        }
        "I16" => {
            let [lipd, fimd, aimd] = [of(&lipd, inter), of(&fimd, inter), of(&aimd, inter)];
            let others = lipd.iter().zip(&fimd).map(|(lipd, fimd)| lipd.min(*fimd));
            let below = others.zip(&aimd).take(up_to).map(|(other, aimd)| other - aimd);
            let (least, _) = extent(below);
            (format!("at least {least:.1} points below"), least > 15.0)
        }
        "I17" => {
            let all = [&lipd, &fimd, &aimd].map(|curve| of(curve, victim_marks));
            let rises = |marks: &Vec<f64>| marks.windows(2).any(|pair| pair[1] > 1.2 * pair[0]);
            let rising = RESPONSES.iter().zip(&all).filter(|(_, marks)| rises(marks));
            let rising: Vec<_> = rising.map(|(name, _)| name.to_uppercase()).collect();
            let counts = [&lipd, &fimd, &aimd].map(|curve| of(curve, victim_marked));
            let texts = RESPONSES.iter().zip(&counts).map(|(name, counts)| {
                format!("{} {}", name.to_uppercase(), listed(counts.iter().copied(), 0))
            });
            let texts = texts.collect::<Vec<_>>().join("; ");
            let rise = match rising.is_empty() {
                true => String::new(),
                false => format!("; rises in between with {}", rising.join(", ")),
            };
            (format!("marked packets by buffer: {texts}{rise}"), rising.is_empty())
        }
        "I19" => {
            let shares = [&lipd, &fimd, &aimd].map(|curve| {
                let up_to_8 = curve.iter().filter(|(buffer, _)| *buffer <= 8.0);
                up_to_8.map(|(_, outcome)| local_share(outcome)).collect::<Vec<_>>()
            });
            let met = shares.iter().all(|share| share.windows(2).all(|pair| pair[1] < pair[0]));
            let ends = shares
                .iter()
                .map(|share| format!("{:.1} to {:.1} %", share[0], share[share.len() - 1]));
            (ends.collect::<Vec<_>>().join(", "), met)
        }
        _ => return None,
    };
    Found::new("infocom03-fig6", ours, met)
}

/// Number of the victim's marked packets.
fn victim_marked(outcome: &Outcome) -> f64 {
    outcome.group("victim").map(|flow| flow.marked).sum::<u64>() as f64
}

/// Fraction of the victim's packets that are marked.
fn victim_marks(outcome: &Outcome) -> f64 {
    victim_marked(outcome) / outcome.group("victim").map(|flow| flow.packets).sum::<u64>() as f64
}

/// Total rate of static or of dynamic flows, local and remote.
pub fn kind(outcome: &Outcome, kind: &str) -> f64 {
    outcome.rate(&format!("local-{kind}")) + outcome.rate(&format!("remote-{kind}"))
}

fn figure_7a(id: &str, result: &Ran) -> Option<Found> {
    let of = |state: &str| result.along("local-dynamic.on_us", &[("nic.after_idle", state)]);
    let (reset, keep) = (of("reset"), of("keep"));
    let share = |outcome: &Outcome| {
        let fixed = kind(outcome, "static");
        fixed / (fixed + kind(outcome, "dynamic"))
    };
    let (ours, met) = match id {
        "I20" => {
            let short = reset.iter().filter(|(on_us, _)| *on_us <= 200.0);
            let (low, high) = extent(short.map(|(_, outcome)| 100.0 * share(outcome)));
            (format!("{low:.1} to {high:.1} %"), high < 20.0)
        }
        "I21" => {
            let share = share(reset.last()?.1);
            (format!("{share:.3} at 100 ms"), (share - 2.0 / 3.0).abs() <= 0.05)
        }
        "I22" => {
            let share = share(keep.first()?.1);
            (format!("{share:.3} at 10 µs"), (share - 0.5).abs() <= 0.05)
        }
        "I23" => {
            let share = share(keep.last()?.1);
            let ratio = (1.0 - share) / share;
            (format!("{ratio:.2} at 100 ms"), (ratio - 0.5).abs() <= 0.1)
        }
        _ => return None,
    };
    Found::new("infocom03-fig7a", ours, met)
}

fn figure_7b(id: &str, result: &Ran) -> Option<Found> {
    let [lipd, fimd, aimd]: [Curve; 3] =
        RESPONSES.map(|response| result.along("local.on_us", &[("nic.response", response)]));
    let points = || lipd.iter().zip(&fimd).zip(&aimd).map(|((l, f), a)| (l.0, [l.1, f.1, a.1]));
    let (ours, met) = match id {
        "I24" => {
            let between =
                points().filter(|(on_us, _)| (200.0..=2000.0).contains(on_us)).map(|(_, p)| p);
            let (low, high) = extent(between.map(|[l, f, a]| root(f) - root(l).max(root(a))));
            let mut ends = [points().next()?.1, points().next_back()?.1].into_iter();
            let at_ends = ends.all(|[l, f, a]| root(l) > root(f).max(root(a)));
            let text = if at_ends { "first" } else { "not first" };
            let ours =
                format!("FIMD {low:+.1} to {high:+.1} points between; LIPD {text} at the ends");
            (ours, low > 0.0 && at_ends)
        }
        "I25" => {
            let below = points().map(|(_, [l, f, a])| root(l).max(root(f)) - root(a));
            let (low, high) = extent(below);
            (format!("{low:.1} to {high:.1} points below"), low >= 4.0 && high <= 16.0)
        }
        "I26" => {
            let values = points().map(|(_, p)| p.map(inter));
            let (least, _) = extent(values.clone().map(|[l, f, a]| l.min(f) - a));
            let (low, _) = extent(values.map(|[l, f, _]| l.min(f)));
            let least_others = listed([low], 1);
            (
                format!("AIMD at least {least:.1} points below; others ≥ {least_others} %"),
                least > 15.0,
            )
        }
        _ => return None,
    };
    Found::new("infocom03-fig7b", ours, met)
}
