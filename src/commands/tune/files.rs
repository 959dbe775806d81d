//! Files with the result of a search.

use std::fmt::Write as _;

use tailback_report::{
    page::Svg,
    plot::Plot,
    tune::{front, map, Key, Objective, Plan, Searched},
};
use tailback_spec::{
    nic::opensm::{self, Room},
    scenario::Scenario,
};

use crate::{commands::ccm, failure::Failure};

/// All files, by name: the best settings in three forms, the runs, and plots.
///
/// # Errors
///
/// If a plot cannot be drawn, or the hardware has no registers for the settings.
pub fn all(
    source: &str,
    best: &Scenario,
    plan: &Plan,
    found: &Searched,
) -> Result<Vec<(String, String)>, Failure> {
    let settings = opensm::Settings::of_scenario(best)
        .ok_or_else(|| Failure::internal("the scenario has no registers"))?;
    let text = format!("# Congestion control of OpenSM, found by `tailback tune`\n{settings}");
    // Values that OpenSM's attributes cannot hold would be read differently.
    match opensm::Settings::parse(&text, Room::of(&best.config.nic())) {
        Ok(read) if read == settings => {}
        _ => return Err(Failure::internal("the settings do not fit the attributes of OpenSM")),
    }
    let mut files = vec![
        ("opensm.conf".into(), text),
        ("registers.toml".into(), registers(source, found)),
        ("runs.csv".into(), runs(found)),
    ];
    files.extend(ccm::set_up(source, &settings, &best.config)?);
    let svg = |plot: Plot, name: &str| {
        let svg = Svg::of(&plot, name).map_err(Failure::internal)?;
        Ok::<_, Failure>((name.to_owned(), svg.alone()))
    };
    files.push(svg(front(found, [plan.objectives[0], plan.objectives[1]]), "front.svg")?);
    files.push(svg(map(found), "stable-region.svg")?);
    Ok(files)
}

/// Table `[registers]` of a scenario.
fn registers(source: &str, found: &Searched) -> String {
    let mut text = format!(
        "# Settings that `tailback tune` found for {}, to replace those of the scenario\n[registers]\n",
        source.escape_debug()
    );
    for change in found.best().settings.overrides() {
        let name = change.key.trim_start_matches("registers.");
        let _ = writeln!(text, "{name} = {}", change.value);
    }
    text
}

/// All runs as CSV, with a line each.
fn runs(found: &Searched) -> String {
    let names = Key::ALL.map(Key::name).join(",");
    let mut text = format!("run,{names},cold,hot,fairness,oscillation,recovery_ms,front,best\n");
    for (number, run) in found.runs.iter().enumerate() {
        let settings = Key::ALL.map(|key| run.settings.get(key).to_string()).join(",");
        let values = Objective::ALL.map(|objective| {
            run.measured.get(objective).map_or(String::new(), |value| format!("{value:.6}"))
        });
        let (front, best) = (u8::from(run.on_front), u8::from(number == found.best));
        let _ = writeln!(text, "{number},{settings},{},{front},{best}", values.join(","));
    }
    text
}
