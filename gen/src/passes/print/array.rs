//! Loops over arrays of submodules and of memories.

use crate::ir::Child;

/// Returns the loop variable of an array of submodules or memories.
pub(super) fn variable(child: &Child) -> String {
    format!("{}_index", child.name)
}

/// Returns the label of that loop.
pub(super) fn label(child: &Child) -> String {
    format!("each_{}", child.name)
}
