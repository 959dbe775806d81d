//! Sessions for viewers: the values that differ, then the inputs, outputs and signals in groups.

use std::fmt::Write;

use tailback_spec::Port;

use super::fst::{lane_name, EQUAL, SCOPE, SIDES};
use super::{Compared, Focus};
use crate::harness::shim::TIME_PER_CYCLE;

/// Cycles that GTKWave shows before the cursor.
const BEFORE: u64 = 10;
/// Horizontal zoom of GTKWave, as a negative power of two: some 24 cycles in a window. GTKWave
/// ignores the start of a window that would end after the waveform.
const ZOOM: &str = "-5.8";

/// Options of GTKWave for a trace: hexadecimal, to the right.
const HEXADECIMAL: &str = "@22";
/// Options of GTKWave for a trace of one bit.
const BIT: &str = "@28";
/// Options of GTKWave for the begin and the end of a group.
const GROUP: [&str; 2] = ["@800200", "@1000200"];

/// Signals that are shown together.
pub struct Group {
    title: &'static str,
    signals: Vec<Signal>,
}

struct Signal {
    /// Path of scopes and name, with dots between.
    path: String,
    bits: usize,
    /// Name in GTKWave, if another than the last part of the path.
    label: Option<String>,
}

impl Signal {
    fn bit(path: &str) -> Self {
        Signal { path: path.into(), bits: 1, label: None }
    }

    /// An element of a port on one side.
    fn of(side: &str, port: &Port, lane: usize) -> Self {
        let path = format!("{SCOPE}.{side}.{}", lane_name(port, lane));
        Signal { path, bits: port.width, label: None }
    }

    /// An element of a port on one side, with the side in its label.
    fn labelled(side: &str, port: &Port, lane: usize) -> Self {
        let label = Some(format!("{} {side}", lane_name(port, lane)));
        Signal { label, ..Signal::of(side, port, lane) }
    }
}

/// Groups of a session, those that differ first.
pub fn rows(compared: &Compared, focus: Focus<'_>) -> Vec<Group> {
    let Compared { inputs, outputs, .. } = compared;
    let [of_inputs, of_model, of_verilog] = SIDES;
    let mut first = vec![
        Signal::bit("TOP.clock"),
        Signal::bit("TOP.reset"),
        Signal::bit(&format!("{SCOPE}.{EQUAL}")),
    ];
    for (port, lane) in lanes(outputs) {
        if focus.differences.iter().any(|found| found.field == field(port, lane)) {
            first.extend([of_model, of_verilog].map(|side| Signal::labelled(side, port, lane)));
        }
    }
    let all = |side, ports| lanes(ports).map(|(port, lane)| Signal::of(side, port, lane)).collect();
    vec![
        Group {
            title: if focus.differences.is_empty() { "Clock" } else { "Differences" },
            signals: first,
        },
        Group { title: "Inputs", signals: all(of_inputs, inputs) },
        Group { title: "Outputs of the Verilog", signals: all(of_verilog, outputs) },
        Group { title: "Outputs of the golden model", signals: all(of_model, outputs) },
    ]
}

fn lanes(ports: &[Port]) -> impl Iterator<Item = (&Port, usize)> {
    ports.iter().flat_map(|port| (0..port.lanes).map(move |lane| (port, lane)))
}

/// Name of an element of a port in a report.
fn field(port: &Port, lane: usize) -> String {
    match port.lanes {
        1 => port.name.clone(),
        _ => format!("{}[{lane}]", port.name),
    }
}

/// Session for GTKWave of the file `fst`.
pub fn gtkwave(groups: &[Group], fst: &str, compared: &Compared, focus: Focus<'_>) -> String {
    let start = focus.cycle.saturating_sub(BEFORE).max(compared.first_cycle) * TIME_PER_CYCLE;
    let cursor = focus.cycle * TIME_PER_CYCLE;
    let mut text = format!(
        "[*] Session of Tailback\n[dumpfile] \"{fst}\"\n[timestart] {start}\n[size] 1400 900\n\
         *{ZOOM} {cursor}{}\n[sst_expanded] 1\n",
        " -1".repeat(26)
    );
    for Group { title, signals } in groups {
        let [begin, end] = GROUP;
        let mut lines = format!("{begin}\n-{title}\n");
        for Signal { path, bits, label } in signals {
            let label = label.as_ref().map(|label| format!("+{{{label}}} ")).unwrap_or_default();
            match bits {
                1 => writeln!(lines, "{BIT}\n{label}{path}"),
                _ => writeln!(lines, "{HEXADECIMAL}\n{label}{path}[{}:0]", bits - 1),
            }
            .expect("a string grows");
        }
        text += &format!("{lines}{end}\n-{title}\n");
    }
    text
}

/// Commands for Surfer.
pub fn surfer(groups: &[Group], focus: Focus<'_>) -> String {
    let mut text = String::new();
    for Group { title, signals } in groups {
        text += &format!("divider_add {title}\n");
        for Signal { path, .. } in signals {
            text += &format!("variable_add {path}\n");
        }
    }
    text + &format!("cursor_set {}\nzoom_fit\n", focus.cycle * TIME_PER_CYCLE)
}
