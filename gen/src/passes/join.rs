//! Connects ports of submodules to signals directly where an assignment only copies a signal.
//!
//! A connection and an assignment in the kernel are treated alike. An assignment remains if it
//! changes the width, if the source is an array of registers (which is not a vector) or the read
//! data of a memory, or if the output of a submodule is already connected with another signal.

use crate::ir::{Block, Expr, Int, Kind, Place, Signal, Stmt};
use crate::passes::partition::Part;
use tailback_hdl::Role;

/// Assignment of source elements to target elements in a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Copy {
    /// Element by element.
    Same,
    /// Each submodule of an array receives the whole source.
    Shared,
}

/// A loop around an assignment: its variable and number of iterations.
type Loop<'a> = (&'a str, usize);

/// Removes the copies from `parts`, and gives source and target of each copy the same name.
pub fn join(block: &mut Block, parts: &mut Vec<Part>) {
    // Outputs first: other submodules may read them.
    for inputs in [false, true] {
        remove(parts, &mut Vec::new(), &mut |target, value, loops| {
            let is_input = block.signal(target).child.is_some();
            is_input == inputs && merge(block, target, value, loops)
        });
    }
}

/// Removes the assignments that `copies` accepts, and the loops that become empty.
fn remove(
    parts: &mut Vec<Part>,
    loops: &mut Vec<(String, usize)>,
    copies: &mut impl FnMut(&Place, &Expr, &[(String, usize)]) -> bool,
) {
    parts.retain_mut(|part| match part {
        Part::Assign(body) => match body.as_slice() {
            [Stmt::Assign { target, value }] => !copies(target, value, loops),
            _ => true,
        },
        Part::Generate { variable, from: 0, to, parts, .. } => {
            loops.push((variable.clone(), *to));
            remove(parts, loops, copies);
            loops.pop();
            !parts.is_empty()
        }
        _ => true,
    });
}

/// Gives target and source the same name, if the assignment copies a whole signal.
fn merge(block: &mut Block, target: &Place, value: &Expr, loops: &[(String, usize)]) -> bool {
    let Kind::Read(source) = &value.kind else { return false };
    let (to, from) = (block.signal(target), block.signal(source));
    let Some(copy) = copy(block, target, source, loops) else { return false };
    let is_module = |signal: &Signal| {
        let child = signal.child.as_ref().map(|port| &block.children[port.child]);
        child.is_some_and(|child| child.memory().is_none())
    };
    let is_memory = |signal: &Signal| signal.child.is_some() && !is_module(signal);
    let (kept, dropped) = if to.child.is_some() {
        // An array of registers is not a vector, and cannot be connected as a whole.
        let is_array = from.role == Role::Register && !from.output;
        let is_array = is_array && from.lanes.is_some() && from.width > 1;
        let is_input = from.child.is_some() && from.role == Role::Local;
        if is_array || is_input || is_memory(from) || (is_memory(to) && copy == Copy::Shared) {
            return false;
        }
        (source.signal, target.signal)
    } else {
        if !is_module(from) || from.role != Role::Input || block.joined.contains(&source.signal) {
            return false;
        }
        (target.signal, source.signal)
    };
    block.signals[dropped].name = block.signals[kept].name.clone();
    block.joined.insert(dropped);
    if copy == Copy::Shared {
        block.shared.insert(dropped);
    }
    true
}

/// Whether an assignment in these loops copies all of its source to all of its target.
fn copy(block: &Block, target: &Place, source: &Place, loops: &[(String, usize)]) -> Option<Copy> {
    let (to, from) = (block.signal(target), block.signal(source));
    if target.bits.is_some() || source.bits.is_some() || to.width != from.width {
        return None;
    }
    let loops: Vec<Loop<'_>> = loops.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    let count: usize = loops.iter().map(|(_, count)| count).product();
    if to.lanes.unwrap_or(1) != count || target.lane != index(&loops, to.lanes) {
        return None;
    }
    if from.lanes.unwrap_or(1) == count && source.lane == index(&loops, from.lanes) {
        return Some(Copy::Same);
    }
    let port = to.child.as_ref()?;
    let (outer, inner) = loops.split_first()?;
    let is_shared = block.children[port.child].count == Some(outer.1)
        && from.lanes.unwrap_or(1) * outer.1 == count
        && source.lane == index(inner, from.lanes);
    is_shared.then_some(Copy::Shared)
}

/// The index that visits all elements of an array in these loops.
fn index(loops: &[Loop<'_>], lanes: Option<usize>) -> Option<Int> {
    lanes?;
    let mut index = None;
    for (variable, count) in loops {
        let variable = Int::Variable((*variable).into());
        index = Some(match index {
            None => variable,
            Some(outer) => outer * Int::from(*count) + variable,
        });
    }
    Some(index.unwrap_or(Int::from(0)))
}
