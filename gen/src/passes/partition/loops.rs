//! Unique loop names in a module: Rust's scopes are narrower than Verilog's.

use super::Part;
use crate::ir::{Block, Int};
use std::collections::HashMap;

/// Labels the `generate` loops; `used` counts the loops over each variable so far.
pub(super) fn label(parts: &mut [Part], used: &mut HashMap<String, usize>) {
    for part in parts {
        if let Part::Generate { variable, label, parts, .. } = part {
            let count = used.entry(variable.clone()).or_default();
            *count += 1;
            *label = match count {
                1 => format!("each_{variable}"),
                others => format!("each_{variable}_{others}"),
            };
            self::label(parts, used);
        }
    }
}

/// Collects the variables of `generate` loops and of loops in an `always`.
fn variables(parts: &[Part], generated: &mut Vec<String>, procedural: &mut Vec<String>) {
    for part in parts {
        match part {
            Part::Generate { variable, parts, .. } => {
                generated.push(variable.clone());
                variables(parts, generated, procedural);
            }
            Part::Combine(body) | Part::Clock { body, .. } => {
                let mut note = |variable: &str| procedural.push(variable.to_string());
                body.iter().for_each(|statement| statement.loops(&mut note));
            }
            Part::Assign(_) => {}
        }
    }
}

/// Gives the variables of loops in an `always` other names than the `genvar`s of the module, which
/// they would hide.
pub(super) fn separate(block: &Block, parts: &mut [Part]) {
    let mut taken: Vec<String> = block.signals.iter().map(|signal| signal.name.clone()).collect();
    let mut generated = Vec::new();
    let mut procedural = Vec::new();
    variables(parts, &mut generated, &mut procedural);
    taken.extend(generated.iter().chain(&procedural).cloned());
    procedural.sort_unstable();
    procedural.dedup();
    for variable in procedural.iter().filter(|variable| generated.contains(variable)) {
        let mut name = format!("{variable}_turn");
        while taken.contains(&name) {
            name.push('_');
        }
        taken.push(name.clone());
        for part in parts.iter_mut() {
            if let Part::Combine(body) | Part::Clock { body, .. } = part {
                body.iter_mut().for_each(|statement| {
                    statement.substitute(variable, &Int::Variable(name.clone()))
                });
            }
        }
    }
}
