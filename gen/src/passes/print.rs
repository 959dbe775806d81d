//! Prints a module as Verilog-2001.
//!
//! The order is: ports, with those of an interface adjacent; constants; wires and registers;
//! instances and memories; logic; unused inputs.

mod always;
mod array;
mod constants;
mod declarations;
mod expression;
mod instance;
mod lines;
mod loops;
mod memory;
mod names;
mod number;
mod reserved;
mod statement;

pub(crate) use lines::{Lines, PortLine};
pub use reserved::is_reserved_in_cpp;

use crate::ir::{Block, ChildKind, Stmt, UNUSED};
use crate::passes::partition::Part;
use crate::refusal::Reason;
use constants::Constants;
use declarations::Declarations;
use expression::{Printer, Shape};
use lines::loop_head;
use loops::Loops;

/// Wire that reads the reset of a module with memories and nothing to reset.
const UNUSED_RESET: &str = "unused_reset";

/// Prints a module. `origin`, in the first lines, names its source.
///
/// # Errors
///
/// If a name is reserved in Verilog or for ports in C++, has characters that Verilog does not have,
/// or is that of something else in the module.
pub fn print(block: &Block, parts: &[Part], origin: &str) -> Result<String, Reason> {
    let declarations = Declarations::new(block, parts);
    let shapes = &declarations.shapes;
    let (mut loops, mut labels) = (Vec::<String>::new(), Vec::<String>::new());
    for scope in always::scopes(parts, shapes) {
        labels.push(scope.name.into());
        loops.extend(scope.variables);
    }
    for (variable, label) in generates(parts) {
        loops.push(variable.into());
        labels.push(label.into());
    }
    for child in block.children.iter().filter(|child| child.count.is_some()) {
        loops.push(array::variable(child));
        labels.push(array::label(child));
    }
    names::check(block, &loops, &labels)?;
    let constants = Constants::new(block, parts);
    names::check_constants(block, &constants, &loops, &labels)?;
    let taken = names::taken(block, &constants, &loops, &labels);
    let values = Loops::new(parts, taken);
    let printer = Printer { shapes, constants: &constants, loops: &values };
    let mut lines = Lines::of_module(&block.module, origin);
    lines.comment(&constants.rename(&block.doc));
    declarations.print(&mut lines, block, &constants, &values);
    lines.line("");
    let module = ModulePrinter { printer, block, shapes, all: parts };
    lines.depth = 1;
    for (id, child) in block.children.iter().enumerate() {
        match &child.kind {
            ChildKind::Module { name, .. } => {
                instance::print(&module.printer, block, &mut lines, id, name);
            }
            ChildKind::Memory(_) => memory::print(&module.printer, block, &mut lines, id, child),
        }
        lines.line("");
    }
    module.parts(&mut lines, parts);
    if block.clocked() && !block.resets() {
        lines.line("");
        lines.line("// A memory has no reset.");
        lines.line(&format!("wire {UNUSED_RESET} = reset;"));
    }
    for input in block.unused_inputs() {
        let (name, bits) = (&input.name, input.bits());
        let range = if bits > 1 { format!("[{}:0] ", bits - 1) } else { String::new() };
        lines.line("");
        lines.line(match &input.interface {
            Some(_) => "// Signal of the interface that this module does not use.",
            None => "// No value depends on this input.",
        });
        lines.line(&format!("wire {range}{UNUSED}{name} = {name};"));
    }
    Ok(lines.end_module())
}

/// Returns the variables and labels of all `generate` loops, outer loops first.
fn generates(parts: &[Part]) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    for part in parts {
        if let Part::Generate { variable, label, parts, .. } = part {
            found.push((variable.as_str(), label.as_str()));
            found.extend(generates(parts));
        }
    }
    found
}

fn starts_with_comment(part: &Part) -> bool {
    matches!(part, Part::Assign(body) if matches!(body.first(), Some(Stmt::Comment(_))))
}

struct ModulePrinter<'a> {
    printer: Printer<'a>,
    block: &'a Block,
    shapes: &'a [Shape],
    all: &'a [Part],
}

impl ModulePrinter<'_> {
    /// Prints parts separated by empty lines, except between consecutive `assign`s.
    fn parts(&self, lines: &mut Lines, parts: &[Part]) {
        let assigns = |part: &Part| matches!(part, Part::Assign(_));
        for (index, part) in parts.iter().enumerate() {
            let row = index > 0 && assigns(&parts[index - 1]) && assigns(part);
            if index > 0 && (!row || starts_with_comment(part)) {
                lines.line("");
            }
            self.part(lines, part);
        }
    }

    fn part(&self, lines: &mut Lines, part: &Part) {
        match part {
            Part::Assign(body) => {
                for statement in body {
                    self.assign(lines, statement);
                }
            }
            Part::Generate { variable, label, from, to, parts } => {
                let head = format!("{} : {label}", loop_head(variable, *from, *to));
                let inside = |lines: &mut Lines| {
                    let locals = self.printer.loops.locals(variable, parts);
                    locals.iter().for_each(|local| lines.line(local));
                    if !locals.is_empty() {
                        lines.line("");
                    }
                    self.parts(lines, parts);
                };
                if !self.all.contains(part) {
                    return lines.nest(&head, inside, "end");
                }
                self.variables(lines, part);
                lines.nest(&format!("generate {head}"), inside, "end endgenerate");
            }
            Part::Combine(body) => self.combine(lines, body),
            Part::Clock { body, resets } => self.clock(lines, body, resets),
        }
    }

    /// Declares the variables of an outermost loop and its inner loops at their first use.
    fn variables(&self, lines: &mut Lines, part: &Part) {
        let all = generates(self.all);
        for (variable, label) in generates(std::slice::from_ref(part)) {
            let first = all.iter().find(|(other, _)| *other == variable);
            if first.is_some_and(|(_, first)| *first == label) {
                lines.line(&format!("genvar {variable};"));
            }
        }
    }

    fn assign(&self, lines: &mut Lines, statement: &Stmt) {
        if let Stmt::Assign { target, value } = statement {
            let target = self.printer.place(target);
            let value = self.printer.expression(value);
            lines.line(&format!("assign {target} = {value};"));
        } else {
            self.printer.statements(lines, std::slice::from_ref(statement), "=");
        }
    }
}
