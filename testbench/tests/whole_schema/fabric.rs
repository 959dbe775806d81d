//! A small random fabric of a configuration, in which the packet logs of engine and twin are equal.

use std::fmt::Write;

use tailback_model::fabric::{
    check_passage, difference, engine_log, known, Engine, EngineLog, Record, TwinRun,
};
use tailback_spec::{config::MarkedBy, fabric::Fabric, nic::Response, scenario::Scenario, Config};
use tailback_testbench::random::Random;

/// Extent of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Run {
    /// Twin and engine, with this many equal records.
    Both(usize),
    /// Twin only, as the engine does not guarantee an equal log.
    Twin,
    /// Neither: only some of the fabrics without that guarantee are run.
    Neither,
}

/// One in `INEXACT` of the fabrics whose log the engine does not guarantee is run.
const INEXACT: u64 = 16;

/// Attempts to draw a scenario with a possible fabric: a host can have too many flows.
const TRIES: usize = 20;

/// Largest numbers of hosts of a switch, of switches, and of flows.
const HOSTS: u64 = 3;
const SWITCHES: u64 = 3;
const FLOWS: u64 = 6;

/// Number of virtual lanes of all ports above which a twin is so slow that it runs for fewer
/// cycles.
const MANY_LANES: usize = 32;

/// Number of cycles to compare.
fn cycles(config: &Config) -> u64 {
    let port = config.port();
    if port.ports() * port.lanes() <= MANY_LANES {
        12_000
    } else {
        3_000
    }
}

/// Compares twin and engine of a random fabric of these switches and NICs; `toml` is the text of
/// their configuration.
///
/// # Errors
///
/// Returns the difference, with the scenario.
pub fn compare(config: &Config, toml: &str, random: &mut Random) -> Result<Run, String> {
    let cycles = cycles(config);
    for _ in 0..TRIES {
        let text = scenario(config, cycles, random);
        let read = Scenario::from_toml_with(&text, &[], |_| Ok(toml.to_owned()));
        let scenario = read.map_err(|problems| format!("{problems}\n{text}"))?;
        let Ok(fabric) = Fabric::new(&scenario) else { continue };
        let exact = Engine::new(&scenario, Vec::<Record>::new()).form() == "exact";
        if !exact && random.below(INEXACT) > 0 {
            return Ok(Run::Neither);
        }
        return logs(&scenario, &fabric, cycles).map_err(|what| format!("{what}\n{text}"));
    }
    Err(format!("no fabric in {TRIES} scenarios"))
}

fn logs(scenario: &Scenario, fabric: &Fabric, cycles: u64) -> Result<Run, String> {
    let mut run = TwinRun::new(fabric, cycles);
    (0..fabric.set_up_cycles() + cycles).for_each(|_| run.cycle());
    let twin: Vec<Record> = known(&run.into_monitor().into_log(), cycles);
    check_passage(scenario, &twin).map_err(|what| format!("of the twin: {what}"))?;
    if Engine::new(scenario, ()).form() != "exact" {
        return Ok(Run::Twin);
    }
    let EngineLog { log: engine, .. } = engine_log(scenario, cycles);
    let found = difference(&known(&engine, cycles), &twin);
    match found.first {
        Some(_) => Err(format!("engine and twin: {found:?}")),
        None => Ok(Run::Both(twin.len())),
    }
}

/// Duration of `cycles` cycles in nanoseconds.
fn ns(config: &Config, cycles: u64) -> f64 {
    cycles as f64 * config.clock().period_ns()
}

/// Longest delay of a link.
const MOST_DELAY_NS: f64 = 1e6;

/// A random delay in nanoseconds: zero, short as in a rack, or as long as a set-up.
fn delay(config: &Config, random: &mut Random) -> f64 {
    let cycles = [0, random.below(40), random.below(40), random.below(2500)];
    ns(config, cycles[random.below(4) as usize]).min(MOST_DELAY_NS)
}

/// The rate of a link, if it is lower than that of the datapath.
fn rate(config: &Config, random: &mut Random) -> String {
    if random.below(16) > 0 {
        return String::new();
    }
    let percent = [50, 1 + random.below(99), 95][random.below(3) as usize];
    let datapath = config.datapath().width_bits() as f64 / config.clock().period_ns();
    format!("rate_gbit_per_s = {:?}\n", datapath * percent as f64 / 100.0)
}

/// Scenario file with a chain of switches and their hosts.
fn scenario(config: &Config, cycles: u64, random: &mut Random) -> String {
    let ports = config.switch().ports() as u64;
    // Each neighbour of a switch occupies a port.
    let switches = match ports {
        2 => 1 + random.below(2),
        _ => 1 + random.below(SWITCHES),
    };
    let mut text = String::from("name = \"draw\"\nswitches = [");
    (0..switches).for_each(|switch| text += &format!("\"S{switch}\", "));
    text += "]\n[configuration]\nfile = \"draw.toml\"\n";
    let mut hosts = 0;
    for switch in 0..switches {
        let neighbours = u64::from(switch > 0) + u64::from(switch + 1 < switches);
        let most = HOSTS.min(ports - neighbours);
        let least = if switches == 1 { 2 } else { 1 };
        for _ in 0..least.max(1 + random.below(most)).min(most) {
            let delay = delay(config, random);
            let _ =
                writeln!(text, "[hosts.h{hosts}]\nswitch = \"S{switch}\"\ndelay_ns = {delay:?}");
            text += &rate(config, random);
            hosts += 1;
        }
    }
    for switch in 1..switches {
        let (before, delay) = (switch - 1, delay(config, random));
        let _ = writeln!(text, "[links.l{switch}]\nfrom = \"S{before}\"\nto = \"S{switch}\"");
        let _ = writeln!(text, "delay_ns = {delay:?}");
        text += &rate(config, random);
    }
    let most_flows = FLOWS.min(2 * config.nic().flows() as u64);
    for flow in 0..1 + random.below(most_flows) {
        let from = random.below(hosts);
        let to = (from + 1 + random.below(hosts - 1)) % hosts;
        let start_us = ns(config, random.below(cycles / 4)) / 1e3;
        let traffic = traffic(config, random);
        let _ = writeln!(text, "[flows.f{flow}]\nfrom = \"h{from}\"\nto = \"h{to}\"");
        let _ = writeln!(text, "start_us = {start_us:?}\n{traffic}");
    }
    let most = config.switch().max_packet_bytes() as u64;
    let bytes = [most, 64 + random.below(most - 63), most - random.below(8).min(most - 64)];
    let bytes = bytes[random.below(3) as usize];
    let ms = ns(config, 2 * cycles) / 1e6;
    // Detectors and congestion control tables have no effect before software sets them up.
    let set_up = config.marked_by() == MarkedBy::Policy && config.nic().response() != Response::Cct;
    let (window, control) = (random.below(17), set_up && random.below(4) > 0);
    let _ =
        writeln!(text, "[run]\nduration_ms = {ms:?}\npacket_bytes = {bytes}\nwindow = {window}");
    let _ = writeln!(text, "payload_bytes = 1\ncongestion_control = {control}");
    let _ = writeln!(text, "seed = {}", random.below(1 << 32));
    let _ = writeln!(text, "[measure]\nfrom_ms = 0.0\nto_ms = {ms:?}\nwindow_ms = 0.001");
    text
}

fn traffic(config: &Config, random: &mut Random) -> String {
    /// Shortest duration of a burst.
    const LEAST_US: f64 = 1.0;
    let us = |cycles: u64| (ns(config, cycles) / 1e3).max(LEAST_US);
    let rate = (1 + random.below(10)) as f64 / 10.0;
    match random.below(6) {
        0 => {
            let [on, off] = [(); 2].map(|()| us(100 + random.below(2000)));
            format!("traffic = \"on-off\"\non_us = {on:?}\noff_us = {off:?}")
        }
        1 => format!("traffic = \"fixed-rate\"\nrate = {rate:?}"),
        2 => format!("traffic = \"poisson\"\nrate = {rate:?}"),
        _ => "traffic = \"greedy\"".into(),
    }
}
