//! Validation of a scenario, and warnings about settings that are legal but bad.

use super::links::Slow;
use crate::{
    failure::Failure,
    output::{Output, Report, Verdict},
    scenario_file::ScenarioFile,
};
use serde::Serialize;
use tailback_model::fabric::{ethernet, Engine, Totals};
use tailback_spec::{
    fabric::{EthernetFabric, Fabric},
    scenario::Scenario,
};

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

/// Returns the form of the engine, and why it differs from the hardware.
fn form(scenario: &Scenario) -> (&'static str, Option<String>) {
    if scenario.transport.is_ethernet() {
        let form = ethernet::Engine::<()>::form(scenario);
        return (form, crate::commands::fabric::ethernet::why(scenario));
    }
    let engine = Engine::new(scenario, Totals::new(scenario));
    (engine.form(), engine.why_not_exact().map(str::to_owned))
}

/// Checks the file at all points of its sweep.
///
/// # Errors
///
/// As [`ScenarioFile::load`], or if standard output cannot be written.
pub fn run(file: ScenarioFile<'_>, output: &Output) -> Result<Verdict, Failure> {
    let loaded = file.load()?;
    let scenario = &loaded.scenario;
    let is_ethernet = scenario.transport.is_ethernet();
    let (engine, engine_why) = form(scenario);
    // Ethernet switches drop frames: no buffer waits, or needs credits.
    let cycle = if is_ethernet { Vec::new() } else { scenario.channel_cycle() };
    let slow_links = if is_ethernet { Vec::new() } else { Slow::of(scenario) };
    let mut warnings: Vec<String> = slow_links.iter().map(Slow::warning).collect();
    if !cycle.is_empty() {
        let links = cycle.iter().map(|step| scenario.link_name(step.link)).collect::<Vec<_>>();
        warnings.push(format!(
            "the routes close a cycle and can lock up, which `run.allow_cycles` allows: {}",
            links.join(", ")
        ));
    }
    let unfit = match is_ethernet {
        true => EthernetFabric::new(scenario).err(),
        false => Fabric::new(scenario).err(),
    };
    output.report(&Checked {
        scenario: scenario.name.clone(),
        switches: scenario.switches.len(),
        hosts: scenario.hosts.len(),
        flows: scenario.flows.len(),
        points: loaded.points,
        engine,
        engine_why,
        no_hardware: unfit.map(|unfit| unfit.to_string()),
        cyclic: !cycle.is_empty(),
        slow_links,
        warnings,
    })?;
    Ok(Verdict::Good)
}
