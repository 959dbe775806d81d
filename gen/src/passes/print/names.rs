//! Checks of signal names.

use super::always::RESET_LANE;
use super::constants::Constants;
use super::reserved::{is_reserved_in_cpp, KEYWORDS};
use super::UNUSED_RESET;
use crate::ir::Block;
use crate::refusal::Reason;
use std::collections::BTreeSet;
use tailback_hdl::Role;

/// Refuses names that are keywords, that the module uses itself, or that are not legal in Verilog.
pub(super) fn check(block: &Block, loops: &[String], labels: &[String]) -> Result<(), Reason> {
    let own = block.children.iter().map(|child| &child.name);
    let declared = || {
        let all = block.signals.iter().enumerate();
        all.filter(|(id, _)| !block.joined.contains(id)).map(|(_, signal)| signal)
    };
    // A module of several clocks names them all.
    let has_clock = !block.clocked() && block.signals.iter().any(|signal| signal.clock);
    let names = declared().map(|signal| &signal.name);
    for name in names.chain(loops).chain(own).chain([&block.module]) {
        if KEYWORDS.split_whitespace().any(|keyword| keyword == name) {
            return Err(Reason::Keyword(name.clone()));
        }
        if (name == "clock" || name == "reset") && !has_clock {
            return Err(Reason::NameTaken(name.clone(), "the clock or reset"));
        }
        if labels.contains(name) {
            return Err(Reason::NameTaken(name.clone(), "the block of a loop"));
        }
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if !name.chars().all(plain) || name.starts_with(|letter: char| letter.is_ascii_digit()) {
            return Err(Reason::Unspellable(name.clone()));
        }
    }
    for port in block.signals.iter().filter(|signal| signal.is_port()) {
        if is_reserved_in_cpp(&port.name) || port.name.contains("__") {
            return Err(Reason::CppName(port.name.clone()));
        }
    }
    let reserved = loops.iter().find(|name| *name == RESET_LANE);
    let signal = block.signals.iter().find(|signal| signal.name == RESET_LANE);
    if reserved.is_some() && signal.is_some() {
        return Err(Reason::NameTaken(RESET_LANE.into(), "the loop that resets an array"));
    }
    if block.signals.iter().any(|signal| signal.name == block.module) {
        return Err(Reason::NameTaken(block.module.clone(), "the module"));
    }
    let mut blocks: Vec<&String> = labels.iter().collect();
    blocks.sort_unstable();
    if let Some(pair) = blocks.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Reason::NameTaken(pair[0].clone(), "two blocks of loops"));
    }
    let mut taken: Vec<&String> = declared().map(|signal| &signal.name).collect();
    if block.clocked() && !block.resets() && taken.iter().any(|name| *name == UNUSED_RESET) {
        return Err(Reason::NameTaken(UNUSED_RESET.into(), "the signal that uses the reset"));
    }
    taken.extend(block.children.iter().map(|child| &child.name));
    if let Some(name) = loops.iter().find(|name| taken.contains(name)) {
        return Err(Reason::NameTaken(name.clone(), "the variable of a loop"));
    }
    taken.sort_unstable();
    if let Some(pair) = taken.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Reason::NameTaken(pair[0].clone(), "two signals"));
    }
    Ok(())
}

/// Refuses a named constant whose name in Verilog, such as `LIMIT_8`, is that of another constant
/// or of something else in the module.
pub(super) fn check_constants(
    block: &Block,
    constants: &Constants,
    loops: &[String],
    labels: &[String],
) -> Result<(), Reason> {
    let mut taken = others(block, loops, labels);
    for name in constants.names() {
        if !taken.insert(name.clone()) {
            return Err(Reason::NameTaken(name, "a constant"));
        }
    }
    Ok(())
}

/// Returns all names in a module that is free of clashes.
pub(super) fn taken(
    block: &Block,
    constants: &Constants,
    loops: &[String],
    labels: &[String],
) -> BTreeSet<String> {
    let mut taken = others(block, loops, labels);
    taken.extend(constants.names());
    taken
}

/// Returns the names in a module, except those of constants.
fn others(block: &Block, loops: &[String], labels: &[String]) -> BTreeSet<String> {
    let signals = block.signals.iter().filter(|signal| signal.role != Role::Parameter);
    let signals = signals.map(|signal| &signal.name);
    let children = block.children.iter().map(|child| &child.name);
    let all = signals.chain(children).chain(loops).chain(labels).chain([&block.module]);
    all.cloned().collect()
}
