//! Validation of a scenario, and warnings about settings that are legal but bad.

use super::links::Slow;
use crate::{
    failure::Failure,
    output::{Output, Report, Verdict},
    scenario_file::ScenarioFile,
};
use serde::Serialize;
use tailback_model::fabric::{Engine, Totals};
use tailback_spec::fabric::Fabric;

/// Values derived from a scenario.
#[derive(Debug, Serialize)]
struct Checked {
    scenario: String,
    switches: usize,
    hosts: usize,
    flows: usize,
    points: usize,
    /// Form of the engine that `fabric` runs, and why it differs from the hardware.
    engine: &'static str,
    engine_why: Option<String>,
    /// Reason for the lack of hardware.
    no_hardware: Option<String>,
    /// True if the routes close a cycle, which the scenario allows.
    cyclic: bool,
    slow_links: Vec<Slow>,
    warnings: Vec<String>,
}

impl Report for Checked {
    fn human(&self) -> String {
        let Checked { scenario, switches, hosts, flows, points, .. } = self;
        let mut text = format!(
            "{scenario} is valid: {switches} switches, {hosts} hosts, {flows} flows, \
             {points} point{}\n{}\n",
            if *points == 1 { "" } else { "s" },
            crate::commands::fabric::form(self.engine, self.engine_why.as_deref()),
        );
        if let Some(why) = &self.no_hardware {
            text += &format!("no hardware: {why}\n");
        }
        for warning in &self.warnings {
            text += &format!("warning: {warning}\n");
        }
        text
    }
}

/// Checks the file at all points of its sweep.
///
/// # Errors
///
/// As [`ScenarioFile::load`], or if standard output cannot be written.
pub fn run(file: ScenarioFile<'_>, output: &Output) -> Result<Verdict, Failure> {
    let loaded = file.load()?;
    let scenario = &loaded.scenario;
    let engine = Engine::new(scenario, Totals::new(scenario));
    let cycle = scenario.channel_cycle();
    let slow_links = Slow::of(scenario);
    let mut warnings: Vec<String> = slow_links.iter().map(Slow::warning).collect();
    if !cycle.is_empty() {
        let links = cycle.iter().map(|step| scenario.link_name(step.link)).collect::<Vec<_>>();
        warnings.push(format!(
            "the routes close a cycle and can lock up, which `run.allow_cycles` allows: {}",
            links.join(", ")
        ));
    }
    output.report(&Checked {
        scenario: scenario.name.clone(),
        switches: scenario.switches.len(),
        hosts: scenario.hosts.len(),
        flows: scenario.flows.len(),
        points: loaded.points,
        engine: engine.form(),
        engine_why: engine.why_ideal().map(str::to_owned),
        no_hardware: Fabric::new(scenario).err().map(|unfit| unfit.to_string()),
        cyclic: !cycle.is_empty(),
        slow_links,
        warnings,
    })?;
    Ok(Verdict::Good)
}
