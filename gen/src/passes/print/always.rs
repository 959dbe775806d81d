//! Printing of `always` blocks.
//!
//! A block with loops has a name, and declares the variables of its loops: if two blocks assigned a
//! variable of the module, synthesis would find two drivers. An `always @*` whose loop is within a
//! condition assigns the variable of the loop at its start: otherwise, the variable would keep its
//! value where the condition does not hold, and synthesis would infer a latch.

use super::expression::Shape;
use super::lines::{loop_head, Lines};
use super::number::constant;
use super::ModulePrinter;
use crate::ir::{Place, Stmt};
use crate::passes::partition::{Part, Reset};
use std::collections::BTreeSet;
use tailback_hdl::Bits;

/// Name of an `always @*` with loops.
const COMBINE: &str = "compute_signals";

/// Name of an `always @(posedge clock)` with loops.
const CLOCK: &str = "update_registers";

/// Variable of the loop that resets the elements of an array.
pub(super) const RESET_LANE: &str = "reset_lane";

/// An `always` block with loops.
pub(super) struct Scope {
    pub name: &'static str,
    /// Variables of its loops.
    pub variables: BTreeSet<String>,
}

/// Returns the `always` blocks with loops; there are none in `generate` loops.
pub(super) fn scopes(parts: &[Part], shapes: &[Shape]) -> Vec<Scope> {
    parts.iter().filter_map(|part| scope(part, shapes)).collect()
}

fn scope(part: &Part, shapes: &[Shape]) -> Option<Scope> {
    match part {
        Part::Combine(body) => scope_of(COMBINE, body, &[], shapes),
        Part::Clock { body, resets } => scope_of(CLOCK, body, resets, shapes),
        Part::Assign(_) | Part::Generate { .. } => None,
    }
}

fn scope_of(
    name: &'static str,
    body: &[Stmt],
    resets: &[Reset],
    shapes: &[Shape],
) -> Option<Scope> {
    let mut variables = BTreeSet::new();
    let mut note = |variable: &str| _ = variables.insert(variable.to_string());
    body.iter().for_each(|statement| statement.loops(&mut note));
    if resets.iter().any(|reset| is_reset_by_loop(reset, &shapes[reset.signal])) {
        note(RESET_LANE);
    }
    (!variables.is_empty()).then_some(Scope { name, variables })
}

/// Whether a loop resets the elements of an array: Verilog assigns no whole array.
fn is_reset_by_loop(reset: &Reset, shape: &Shape) -> bool {
    reset.lane.is_none() && shape.lanes.is_some() && !shape.packed
}

/// Returns the loop variables that `statements` assign only within a condition.
fn conditional(statements: &[Stmt]) -> BTreeSet<&str> {
    let (mut always, mut sometimes) = (BTreeSet::new(), BTreeSet::new());
    collect(statements, &mut always, &mut sometimes);
    sometimes.retain(|variable| !always.contains(variable));
    sometimes
}

/// Collects the variables of loops outside conditions in `always`, and within conditions in
/// `sometimes`.
fn collect<'a>(
    statements: &'a [Stmt],
    always: &mut BTreeSet<&'a str>,
    sometimes: &mut BTreeSet<&'a str>,
) {
    for statement in statements {
        match statement {
            // A loop has at least one iteration.
            Stmt::For { variable, body, .. } => {
                always.insert(variable);
                collect(body, always, sometimes);
            }
            _ => statement.loops(&mut |variable| _ = sometimes.insert(variable)),
        }
    }
}

impl ModulePrinter<'_> {
    /// Prints an `always @*`.
    pub(super) fn combine(&self, lines: &mut Lines, body: &[Stmt]) {
        let scope = scope_of(COMBINE, body, &[], self.shapes);
        always(lines, "@*", scope, |lines| {
            for variable in conditional(body) {
                lines.line(&format!("{variable} = 0;"));
            }
            self.printer.statements(lines, body, "=");
        });
    }

    /// Prints an `always @(posedge clock)` with its reset.
    pub(super) fn clock(&self, lines: &mut Lines, body: &[Stmt], resets: &[Reset]) {
        let scope = scope_of(CLOCK, body, resets, self.shapes);
        always(lines, "@(posedge clock)", scope, |lines| {
            self.printer.statements(lines, body, "<=");
            let all = |lines: &mut Lines| {
                resets.iter().for_each(|reset| self.reset(lines, reset));
            };
            lines.nest("if (reset) begin", all, "end");
        });
    }

    fn reset(&self, lines: &mut Lines, reset: &Reset) {
        let signal = &self.block.signals[reset.signal];
        let shape = &self.shapes[reset.signal];
        let (name, width) = (&signal.name, signal.width);
        let value = signal.value.clone().resize(width);
        let one = constant(&value);
        match (&reset.lane, shape.lanes) {
            (_, None) => lines.line(&format!("{name} <= {one};")),
            (Some(lane), Some(_)) => {
                let lane = Some(lane.clone());
                let place = Place { signal: reset.signal, lane, bits: None };
                lines.line(&format!("{} <= {one};", self.printer.place(&place)));
            }
            (None, Some(lanes)) if is_reset_by_loop(reset, shape) => lines.nest(
                &loop_head(RESET_LANE, 0, lanes),
                |lines| lines.line(&format!("{name}[{RESET_LANE}] <= {one};")),
                "end",
            ),
            (None, Some(lanes)) => {
                let all = if value.any() {
                    format!("{{{lanes}{{{one}}}}}")
                } else {
                    constant(&Bits::new(signal.bits(), 0))
                };
                lines.line(&format!("{name} <= {all};"));
            }
        }
    }
}

fn always(lines: &mut Lines, event: &str, scope: Option<Scope>, body: impl FnOnce(&mut Lines)) {
    let Some(Scope { name, variables }) = scope else {
        return lines.nest(&format!("always {event} begin"), body, "end");
    };
    lines.nest(
        &format!("always {event} begin : {name}"),
        |lines| {
            for variable in &variables {
                lines.line(&format!("integer {variable};"));
            }
            lines.line("");
            body(lines);
        },
        "end",
    );
}
