//! Named constants: a `localparam` for each constant and width in which it is used.

use super::lines::Lines;
use super::number::constant;
use crate::ir::{Block, Stmt};
use crate::passes::partition::Part;
use std::collections::BTreeMap;
use tailback_hdl::{Bits, Role};

/// Widths up to this one are printed as literals.
const LITERAL_BITS: usize = 2;

/// The named constants of a module.
#[derive(Debug, Default)]
pub(super) struct Constants {
    /// Values by name and width.
    values: BTreeMap<(String, usize), Bits>,
}

impl Constants {
    /// Collects the constants that a module uses.
    pub fn new(block: &Block, parts: &[Part]) -> Constants {
        let mut values = BTreeMap::new();
        let mut note = |name: &str, value: &Bits| {
            let is_taken = |signal: &crate::ir::Signal| signal.name == name.to_uppercase();
            if value.width() > LITERAL_BITS && !block.signals.iter().any(is_taken) {
                values.insert((name.to_string(), value.width()), value.clone());
            }
        };
        parts.iter().for_each(|part| visit(part, &mut |statement| statement.names(&mut note)));
        Constants { values }
    }

    /// The name of a constant in Verilog, if it has one.
    pub fn name(&self, name: &str, width: usize) -> Option<String> {
        self.values.get(&(name.to_string(), width))?;
        let widths = self.values.keys().filter(|(other, _)| other == name).count();
        let upper = name.to_uppercase();
        Some(if widths == 1 { upper } else { format!("{upper}_{width}") })
    }

    /// The names of all constants in Verilog.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.values.keys().filter_map(move |(name, width)| self.name(name, *width))
    }

    /// Names the constants in a text as the Verilog does.
    pub fn rename(&self, text: &str) -> String {
        let mut parts: Vec<String> = text.split('`').map(String::from).collect();
        for part in parts.iter_mut().skip(1).step_by(2) {
            if self.values.keys().any(|(name, _)| name == part) {
                *part = part.to_uppercase();
            }
        }
        parts.join("`")
    }

    /// Prints the declarations, in the order of the source.
    pub fn print(&self, lines: &mut Lines, block: &Block) {
        for signal in block.signals.iter().filter(|signal| signal.role == Role::Parameter) {
            let of_signal = self.values.iter().filter(|((name, _), _)| *name == signal.name);
            for (index, ((name, width), value)) in of_signal.enumerate() {
                if index == 0 {
                    lines.comment(&self.rename(&signal.doc));
                }
                let upper = self.name(name, *width).unwrap_or_default();
                let value = constant(value);
                lines.line(&format!("localparam [{}:0] {upper} = {value};", width - 1));
            }
        }
    }
}

fn visit<'a>(part: &'a Part, note: &mut impl FnMut(&'a Stmt)) {
    match part {
        Part::Assign(body) | Part::Combine(body) | Part::Clock { body, .. } => {
            body.iter().for_each(note);
        }
        Part::Generate { parts, .. } => parts.iter().for_each(|part| visit(part, note)),
    }
}
