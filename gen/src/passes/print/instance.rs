//! Printing of submodule instances.

use super::array::{label, variable};
use super::expression::Printer;
use super::lines::{loop_head, Lines};
use crate::ir::{Block, Int};

/// Prints the instance of child `id`, which is of the module `module`, or a loop of instances.
pub(super) fn print(
    printer: &Printer<'_>,
    block: &Block,
    lines: &mut Lines,
    id: usize,
    module: &str,
) {
    let child = &block.children[id];
    let Some(count) = child.count else {
        return connect(printer, block, lines, id, module, None);
    };
    let variable = variable(child);
    lines.line(&format!("genvar {variable};"));
    let head = loop_head(&variable, 0, count);
    let head = format!("generate {head} : {}", label(child));
    lines.nest(
        &head,
        |lines| {
            connect(printer, block, lines, id, module, Some(&variable));
        },
        "end endgenerate",
    );
}

fn connect(
    printer: &Printer<'_>,
    block: &Block,
    lines: &mut Lines,
    id: usize,
    module: &str,
    variable: Option<&str>,
) {
    let child = &block.children[id];
    let mut pins = Vec::new();
    if child.clocked() {
        pins.extend([".clock(clock)".into(), ".reset(reset)".into()]);
    }
    for (place, signal) in block.signals.iter().enumerate() {
        let Some(port) = signal.child.as_ref().filter(|port| port.child == id) else { continue };
        let bits = port.lanes.unwrap_or(1) * signal.width;
        let wire = match variable {
            _ if block.shared.contains(&place) => signal.name.clone(),
            None => signal.name.clone(),
            Some(variable) => {
                let index = Int::Variable(variable.into());
                printer.stripe(place, index, bits)
            }
        };
        pins.push(format!(".{}({wire})", port.port));
    }
    lines.instance(module, &child.name, &pins);
}
