//! Names of loops: one module has many, and Rust's scopes are narrower than Verilog's.

use super::{Part, Partition};

/// A name for the block of the next `generate` loop over `variable`.
pub(super) fn label(variable: &str, before: &[Part]) -> String {
    let same = |part: &&Part| matches!(part, Part::Generate { variable: v, .. } if v == variable);
    match before.iter().filter(same).count() {
        0 => format!("each_{variable}"),
        others => format!("each_{variable}_{}", others + 1),
    }
}

impl Partition<'_> {
    /// The variable of a loop in an `always` is an `integer`: no `genvar` may have its name.
    pub(super) fn separate(&self, parts: &mut [Part]) {
        let mut taken: Vec<String> =
            self.block.signals.iter().map(|signal| signal.name.clone()).collect();
        let mut generated = Vec::new();
        let mut procedural = Vec::new();
        for part in parts.iter() {
            match part {
                Part::Generate { variable, .. } => generated.push(variable.clone()),
                Part::Combine(body) | Part::Clock { body, .. } => {
                    let mut note = |variable: &str| procedural.push(variable.to_string());
                    body.iter().for_each(|statement| statement.loops(&mut note));
                }
                Part::Assign(_) => {}
            }
        }
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
                    body.iter_mut().for_each(|statement| statement.rename(variable, &name));
                }
            }
        }
    }
}
