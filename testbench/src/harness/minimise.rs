//! Delta debugging: reduces a stimulus to a short one that still shows a difference.

use serde_json::Value;
use tailback_spec::PortValues;

use super::recording::{fields, from_fields, is_zero};
use super::stimulus::Step;

/// Cycles that a minimisation may simulate in total; about ten seconds for a small module.
pub const BUDGET: u64 = 20_000_000;

/// Removes cycles from `steps`, and then events from the remaining cycles.
///
/// `fails` runs a candidate from reset and returns the first cycle in which an output differs. It
/// must find a difference in `steps` themselves. The result depends on nothing else, so it is
/// reproducible.
pub fn minimise<I: PortValues>(
    steps: &[Step<I>],
    fails: impl FnMut(&[Step<I>]) -> Option<usize>,
    budget: u64,
) -> Vec<Step<I>> {
    let mut search = Search { best: steps.to_vec(), fails, budget };
    let all = search.best.clone();
    search.accept(all);
    loop {
        let before = search.best.clone();
        search.remove_cycles();
        search.remove_events();
        if search.best == before || search.budget == 0 {
            return search.best;
        }
    }
}

struct Search<I, F> {
    best: Vec<Step<I>>,
    fails: F,
    budget: u64,
}

impl<I: PortValues, F: FnMut(&[Step<I>]) -> Option<usize>> Search<I, F> {
    /// Makes a candidate the best one if it fails, truncated after its first difference.
    fn accept(&mut self, mut candidate: Vec<Step<I>>) -> bool {
        let cost = candidate.len() as u64 + 1;
        if self.budget < cost {
            self.budget = 0;
            return false;
        }
        self.budget -= cost;
        match (self.fails)(&candidate) {
            Some(cycle) => {
                candidate.truncate(cycle + 1);
                self.best = candidate;
                true
            }
            None => false,
        }
    }

    /// Tries to remove each interval of cycles: halves first, single cycles last.
    fn remove_cycles(&mut self) {
        let mut length = self.best.len() / 2;
        while length > 0 {
            let mut end = self.best.len();
            // From the end, because cycles near the difference matter most often.
            while end > 0 && self.budget > 0 {
                let start = end.saturating_sub(length);
                let mut candidate = self.best.clone();
                candidate.drain(start..end);
                self.accept(candidate);
                end = start.min(self.best.len());
            }
            length /= 2;
        }
    }

    /// Tries to remove each reset, each port's value, and then each of its elements or bits.
    fn remove_events(&mut self) {
        let mut at = 0;
        while at < self.best.len() && self.budget > 0 {
            if self.best[at].reset {
                let mut candidate = self.best.clone();
                candidate[at].reset = false;
                self.accept(candidate);
            }
            for name in I::port_names() {
                let mut part = 0;
                while let Some(inputs) =
                    self.best.get(at).and_then(|step| without(&step.inputs, &name, part))
                {
                    let mut candidate = self.best.clone();
                    let changes = candidate[at].inputs != inputs;
                    candidate[at].inputs = inputs;
                    if changes && self.accept(candidate) && part == 0 {
                        break;
                    }
                    part += 1;
                }
            }
            at += 1;
        }
    }
}

/// `inputs` with port `name` reduced: cleared for part 0, else without its element or bit
/// `part - 1`.
fn without<I: PortValues>(inputs: &I, name: &str, part: usize) -> Option<I> {
    let mut fields = fields(inputs).ok()?;
    let value = fields.get_mut(name)?;
    if is_zero(value) {
        return None;
    }
    match (part.checked_sub(1), value) {
        (None, value) => clear(value),
        (Some(lane), Value::Array(lanes)) => clear(lanes.get_mut(lane)?),
        (Some(bit), Value::Number(number)) => {
            let bits = number.as_u64()?;
            let mask = 1u64.checked_shl(bit as u32).filter(|&mask| mask <= bits)?;
            *number = (bits & !mask).into();
        }
        _ => return None,
    }
    from_fields(fields).ok()
}

fn clear(value: &mut Value) {
    match value {
        Value::Bool(value) => *value = false,
        Value::Array(values) => values.iter_mut().for_each(clear),
        value => *value = 0.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tailback_spec::Lanes;

    tailback_spec::port_values! {
        /// Inputs of an example module.
        pub struct Inputs {
            /// Value whose bits are events.
            pub bits: u64,
            /// Array of numbers.
            pub lanes: Lanes,
        }
    }

    fn step(bits: u64, lanes: &[u32]) -> Step<Inputs> {
        Step { reset: false, inputs: Inputs { bits, lanes: lanes.iter().copied().collect() } }
    }

    #[test]
    fn only_the_events_that_matter_are_left() {
        let mut steps = vec![step(0xff, &[7, 8, 9]); 1000];
        steps[400].inputs.bits = 0x1ff;
        // The difference needs bit 8 in one cycle, and element 1 in a later one.
        let fails = |steps: &[Step<Inputs>]| {
            let first = steps.iter().position(|step| step.inputs.bits & 0x100 != 0)?;
            let later = steps[first..].iter().skip(1);
            let second = later.clone().position(|step| step.inputs.lanes.get(1) == Some(&8))?;
            Some(first + 1 + second)
        };
        let least = minimise(&steps, fails, BUDGET);
        assert_eq!(least, [step(0x100, &[0, 0, 0]), step(0, &[0, 8, 0])]);
    }

    #[test]
    fn the_budget_ends_the_search() {
        let steps = vec![step(1, &[]); 100];
        let mut simulated = 0;
        let fails = |steps: &[Step<Inputs>]| {
            simulated += steps.len();
            steps.len().checked_sub(1)
        };
        minimise(&steps, fails, 150);
        assert!(simulated <= 150, "{simulated}");
    }
}
