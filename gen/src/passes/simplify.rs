//! Replaces statements by shorter ones with the same meaning.
//!
//! A `generate` loop with one iteration becomes its body. A loop that copies consecutive bits or
//! elements becomes one assignment of a part select. An assignment of a signal to itself
//! disappears.

use crate::ir::{Block, Expr, Int, Kind, Place, Stmt};
use crate::passes::partition::{is_triggered, Part};

/// When an assignment takes effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// At all times: `assign`.
    Continuous,
    /// Immediately: `=` in an `always`.
    Blocking,
    /// At the clock edge: `<=` in an `always`.
    Clocked,
}

/// A loop: its variable, first value, and number of iterations.
#[derive(Clone, Copy)]
struct Loop<'a> {
    variable: &'a str,
    from: usize,
    count: usize,
}

/// Simplifies the statements in `parts`.
pub fn simplify(block: &Block, parts: Vec<Part>) -> Vec<Part> {
    parts.into_iter().flat_map(|part| simplified(block, part)).collect()
}

fn simplified(block: &Block, part: Part) -> Vec<Part> {
    match part {
        Part::Assign(_) => vec![part],
        Part::Combine(body) => {
            let simple = statements(block, body.clone(), Effect::Blocking);
            vec![Part::Combine(if is_triggered(&simple) { simple } else { body })]
        }
        Part::Clock { body, resets } => {
            vec![Part::Clock { body: statements(block, body, Effect::Clocked), resets }]
        }
        Part::Generate { variable, label, from, to, parts } => {
            let mut parts = simplify(block, parts);
            let range = Loop { variable: &variable, from, count: to - from };
            if range.count == 1 && !parts.iter().any(|part| computes_with(part, &variable)) {
                parts.iter_mut().for_each(|part| substitute(part, range));
                return parts;
            }
            let (mut copies, rest) = split(block, parts, range);
            if rest.iter().any(acts) {
                copies.push(Part::Generate { variable, label, from, to, parts: rest });
            }
            copies
        }
    }
}

/// Separates the parts of a loop that copy consecutive bits from the others. Comments stay with the
/// part that follows them.
fn split(block: &Block, parts: Vec<Part>, range: Loop<'_>) -> (Vec<Part>, Vec<Part>) {
    let (mut copies, mut rest, mut comments) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts {
        match &part {
            Part::Assign(body) if !body.iter().any(Stmt::acts) => comments.push(part),
            Part::Assign(body) => match copy(block, body, range, Effect::Continuous) {
                Some(body) => {
                    copies.append(&mut comments);
                    copies.push(Part::Assign(body));
                }
                None => {
                    rest.append(&mut comments);
                    rest.push(part);
                }
            },
            _ => {
                rest.append(&mut comments);
                rest.push(part);
            }
        }
    }
    rest.append(&mut comments);
    (copies, rest)
}

fn acts(part: &Part) -> bool {
    !matches!(part, Part::Assign(body) if !body.iter().any(Stmt::acts))
}

/// Whether an expression in `part` has the loop variable as an operand.
fn computes_with(part: &Part, variable: &str) -> bool {
    match part {
        Part::Assign(body) | Part::Combine(body) | Part::Clock { body, .. } => {
            body.iter().any(|statement| statement.computes_with(variable))
        }
        Part::Generate { parts, .. } => parts.iter().any(|part| computes_with(part, variable)),
    }
}

/// Replaces the variable of a loop by its first value.
fn substitute(part: &mut Part, range: Loop<'_>) {
    let (variable, value) = (range.variable, Int::from(range.from));
    match part {
        Part::Assign(body) | Part::Combine(body) => {
            body.iter_mut().for_each(|statement| statement.substitute(variable, &value));
        }
        Part::Clock { body, resets } => {
            body.iter_mut().for_each(|statement| statement.substitute(variable, &value));
            let lanes = resets.iter_mut().filter_map(|reset| reset.lane.as_mut());
            lanes.for_each(|lane| lane.substitute(variable, &value));
        }
        Part::Generate { parts, .. } => parts.iter_mut().for_each(|part| substitute(part, range)),
    }
}

fn statements(block: &Block, body: Vec<Stmt>, effect: Effect) -> Vec<Stmt> {
    let all = |body| statements(block, body, effect);
    let mut simple = Vec::new();
    for statement in body {
        match statement {
            Stmt::Assign { target, value }
                if effect == Effect::Blocking && value.kind == Kind::Read(target.clone()) => {}
            Stmt::Comment(_) | Stmt::Assign { .. } => simple.push(statement),
            Stmt::If { condition, then, otherwise } => {
                let (then, otherwise) = (all(then), all(otherwise));
                if then.iter().chain(&otherwise).any(Stmt::acts) {
                    simple.push(Stmt::If { condition, then, otherwise });
                }
            }
            Stmt::Case { subject, arms, default } => {
                let arms = arms.into_iter().map(|(value, body)| (value, all(body))).collect();
                simple.push(Stmt::Case { subject, arms, default: all(default) });
            }
            Stmt::For { variable, from, to, body } => {
                let body = all(body);
                let range = Loop { variable: &variable, from, count: to - from };
                if let Some(mut body) = copy(block, &body, range, effect) {
                    simple.append(&mut body);
                } else {
                    simple.push(Stmt::For { variable, from, to, body });
                }
            }
        }
    }
    simple
}

/// One assignment instead of the iterations of a loop that copies consecutive bits. Comments on it
/// remain.
fn copy(block: &Block, body: &[Stmt], range: Loop<'_>, effect: Effect) -> Option<Vec<Stmt>> {
    let (last, comments) = body.split_last()?;
    let Stmt::Assign { target, value } = last else { return None };
    let Kind::Read(source) = &value.kind else { return None };
    // An earlier iteration may have changed what a later one reads.
    let is_chain = target.signal == source.signal && effect != Effect::Clocked;
    if is_chain || range.count == 0 || comments.iter().any(Stmt::acts) {
        return None;
    }
    let (target, width) = span(block, target, range)?;
    let (source, _) = span(block, source, range)?;
    // Lint regards all bits as read where a loop in an `always` selects them.
    if source.bits.is_some() && effect != Effect::Continuous {
        return None;
    }
    let value = Expr::new(width, Kind::Read(source));
    let copy = Stmt::Assign { target, value };
    Some(comments.iter().cloned().chain([copy]).collect())
}

/// All places that a loop visits, if they are consecutive bits in the order of the iterations; and
/// their number of bits.
fn span(block: &Block, place: &Place, range: Loop<'_>) -> Option<(Place, usize)> {
    let signal = block.signal(place);
    let first = |index: &Int, step: usize| {
        let (rest, factor) = index.linear(range.variable)?;
        (factor == step as i128).then(|| rest + Int::from(range.from * step))
    };
    let in_lane = place.lane.as_ref().is_some_and(|lane| lane.mentions(range.variable));
    match (&place.lane, &place.bits) {
        (lane, Some((low, width))) if !in_lane => {
            let (low, width) = (first(low, *width)?, width * range.count);
            let is_whole = low.constant() == Some(0) && width == signal.width;
            let bits = (!is_whole).then_some((low, width));
            Some((Place { signal: place.signal, lane: lane.clone(), bits }, width))
        }
        (Some(lane), None) if in_lane => {
            let is_vector = signal.is_port() || signal.child.is_some() || signal.width == 1;
            if !is_vector {
                return None;
            }
            let (lane, width) = (first(lane, 1)?, signal.width * range.count);
            let is_whole = lane.constant() == Some(0) && signal.lanes == Some(range.count);
            let bits = (!is_whole).then(|| (lane * Int::from(signal.width), width));
            Some((Place { signal: place.signal, lane: None, bits }, width))
        }
        _ => None,
    }
}
