//! Is a scenario possible, and what is legal and bad in it?

use super::links::Slow;
use crate::{
    failure::Failure,
    output::{Output, Report, Verdict},
    scenario_file::ScenarioFile,
};
use serde::Serialize;
use tailback_model::fabric::{Engine, Totals};
use tailback_spec::fabric::Fabric;

/// What follows from a scenario.
#[derive(Debug, Serialize)]
struct Checked {
    scenario: String,
    switches: usize,
    hosts: usize,
    flows: usize,
    points: usize,
    /// The form of the engine that `fabric` runs, and why that is not the one of the hardware.
    engine: &'static str,
    engine_why: Option<String>,
    /// Why there is no hardware, if there is none.
    no_hardware: Option<String>,
    /// The routes close a cycle, which the scenario allows.
    cyclic: bool,
    slow_links: Vec<Slow>,
    warnings: Vec<String>,
}

impl Report for Checked {
    fn human(&self) -> String {
        let Checked { scenario, switches, hosts, flows, points, .. } = self;
        let mut text = format!(
            "{scenario} is possible: {switches} switches, {hosts} hosts, {flows} flows, \
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
            "the routes close a cycle, which `run.allow_cycles` allows, and can lock up: {}",
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
