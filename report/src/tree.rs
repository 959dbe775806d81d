//! A congestion tree in time: which input buffers are full at which instant, as a page and as CSV.

mod layout;
mod recording;
#[cfg(test)]
mod tests;

pub use layout::{Layout, Place};
pub use recording::Recording;

use minijinja::{context, Environment, UndefinedBehavior, Value};
use serde::Serialize;
use std::fmt::Write;
use tailback_model::fabric::Snapshot;
use tailback_spec::scenario::Scenario;

const TEMPLATE: &str = include_str!("../templates/tree.html");
const STYLE: &str = include_str!("../templates/tree.css");
const SCRIPT: &str = include_str!("../templates/tree.js");

/// Columns of the CSV form.
pub const COLUMNS: &str = "time_ms,what,name,blocks,share,full,busy,ipd";

/// Size of each input buffer of a fabric.
#[derive(Debug, Clone, Copy, Serialize)]
struct Buffer {
    /// Blocks for the virtual lane of the scenario's packets.
    blocks: u64,
    /// Blocks of a longest packet, without which the sender may not start a packet.
    packet: u64,
}

impl Buffer {
    fn of(scenario: &Scenario) -> Self {
        let buffer = scenario.config.input_buffer();
        Buffer { blocks: buffer.lane_blocks() as u64, packet: buffer.packet_blocks() as u64 }
    }

    /// Whether a buffer with so many blocks in use has no free space for a longest packet.
    fn is_full(self, used: u64) -> bool {
        used + self.packet > self.blocks
    }
}

/// Time of a cycle in ms.
fn milliseconds(scenario: &Scenario, cycle: u64) -> f64 {
    const NS_PER_MS: f64 = 1e6;
    scenario.nanoseconds(cycle) / NS_PER_MS
}

/// Returns a snapshot as lines of CSV with [`COLUMNS`], each with its end.
pub fn lines(scenario: &Scenario, snapshot: &Snapshot) -> String {
    let (buffer, time) = (Buffer::of(scenario), milliseconds(scenario, snapshot.cycle));
    let mut text = String::new();
    for (link, (blocks, busy)) in snapshot.blocks.iter().zip(&snapshot.busy).enumerate() {
        let name = scenario.link_name(link);
        let stored = match blocks {
            None => ",,".to_owned(),
            Some(blocks) => {
                let share = *blocks as f64 / buffer.blocks as f64;
                format!("{blocks},{share:.4},{}", u8::from(buffer.is_full(*blocks)))
            }
        };
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{time},link,{name},{stored},{busy:.5},");
    }
    for (host, ipd) in scenario.hosts.iter().zip(&snapshot.ipd) {
        let _ = writeln!(text, "{time},host,{},,,,,{ipd}", host.name);
    }
    text
}

/// Description of a run on the page.
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// Scenario of the run.
    pub scenario: &'a Scenario,
    /// Form of the engine, in words.
    pub engine: &'a str,
    /// Command that makes the page again.
    pub command: &'a str,
}

/// Nodes and links as the script reads them.
#[derive(Serialize)]
struct Drawing {
    buffer: Buffer,
    size: [f64; 2],
    /// Hosts behind the switches.
    nodes: Vec<Node>,
    /// First host among the nodes.
    first_host: usize,
    links: Vec<Edge>,
    /// Name of the delay that hosts have.
    delay: &'static str,
    #[serde(flatten)]
    data: recording::Data,
}

#[derive(Serialize)]
struct Node {
    name: String,
    at: Place,
}

/// Directed link.
#[derive(Serialize)]
struct Edge {
    name: String,
    /// Nodes at its ends.
    ends: [usize; 2],
    /// Number among the links between the same ends.
    parallel: usize,
    /// Whether it is drawn as an arc, since it passes other switches.
    arc: bool,
}

/// Returns the page of a run.
///
/// # Errors
///
/// If the template has an error or names a value that it does not receive.
pub fn page(run: &Run, recording: &Recording) -> Result<String, minijinja::Error> {
    let scenario = run.scenario;
    let layout = Layout::of(scenario);
    let drawing = Drawing {
        buffer: Buffer::of(scenario),
        size: [layout.width, layout.height],
        nodes: nodes(scenario, &layout),
        first_host: scenario.switches.len(),
        links: edges(scenario, &layout),
        delay: match scenario.config.nic().response() {
            tailback_spec::nic::Response::Cct => "CCTI",
            _ => "IPD",
        },
        data: recording.data(scenario),
    };
    let json = serde_json::to_string(&drawing).map_err(|error| {
        minijinja::Error::new(minijinja::ErrorKind::BadSerialization, error.to_string())
    })?;
    // No text of the data ends the element that holds it.
    let json = json.replace('<', "\\u003c");
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.render_named_str(
        "tree.html",
        TEMPLATE,
        context! {
            style => Value::from_safe_string(STYLE.into()),
            script => Value::from_safe_string(SCRIPT.into()),
            data => Value::from_safe_string(json),
            name => scenario.name.clone(),
            about => scenario.about.clone(),
            seed => scenario.seed,
            engine => run.engine,
            command => run.command,
            instants => recording.len(),
        },
    )
}

fn nodes(scenario: &Scenario, layout: &Layout) -> Vec<Node> {
    let switches = scenario.switches.iter().zip(&layout.switches);
    let switches = switches.map(|(name, at)| Node { name: name.clone(), at: *at });
    let hosts = scenario.hosts.iter().zip(&layout.hosts);
    switches.chain(hosts.map(|(host, at)| Node { name: host.name.clone(), at: *at })).collect()
}

fn edges(scenario: &Scenario, layout: &Layout) -> Vec<Edge> {
    let (first, hosts) = (scenario.switches.len(), scenario.hosts.len());
    let mut between = std::collections::BTreeMap::new();
    let edge = |link: usize| {
        let (ends, arc) = if link < 2 * hosts {
            let host = link % hosts;
            let ends = [first + host, scenario.hosts[host].switch];
            (ends, false)
        } else {
            let trunk = (link - 2 * hosts) / 2;
            (scenario.trunks[trunk].ends, layout.arcs[trunk])
        };
        let is_reversed = match link < 2 * hosts {
            true => link >= hosts,
            false => (link - 2 * hosts) % 2 == 1,
        };
        let ends = if is_reversed { [ends[1], ends[0]] } else { ends };
        let count = between.entry(ends).or_insert(0);
        *count += 1;
        Edge { name: scenario.link_name(link), ends, parallel: *count - 1, arc }
    };
    (0..scenario.links()).map(edge).collect()
}
