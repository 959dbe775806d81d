//! The longest paths of a netlist, in groups: paths between the bits of the same registers, and of
//! the same registers of all ports, are one group.

use super::levels::{Cell, Depths, Module, Netlist, LEVEL};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// Paths with the same names of their first and last register, memory or port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathGroup {
    /// Register, memory or port at which the longest path of the group begins. `*` is the number of
    /// an instance.
    pub from: String,
    /// Register, memory or port at which the paths end.
    pub to: String,
    /// Logic levels of the longest path.
    pub levels: u64,
    /// Inputs of registers and memories, and bits of ports, at which paths of that length end.
    pub ends: u64,
    /// Maximum fan-out of a net on the longest path.
    pub fan_out: u64,
}

/// Longest path to one net.
struct Path {
    start: u64,
    fan_out: u64,
}

impl Netlist {
    /// Returns the `count` groups with the most levels on UltraScale+, those of equal levels in the
    /// order of their ends. `None` if the module does not exist.
    pub(super) fn longest_paths(&self, top: &str, count: usize) -> Option<Vec<PathGroup>> {
        let module = self.modules.get(top)?;
        let (depths, names, fan_outs) = (Depths::of(module), names(module), fan_outs(module));
        // Half levels, net, and number of ends, by the group's end.
        let mut groups: BTreeMap<String, (u64, u64, u64)> = BTreeMap::new();
        let mut add = |name: String, net: u64| {
            let halves = depths.halves(net);
            let group = groups.entry(name).or_insert((halves, net, 0));
            if halves > group.0 {
                *group = (halves, net, 0);
            }
            group.2 += u64::from(halves == group.0);
        };
        for (name, cell) in &module.cells {
            let to = without_numbers(&name_of_cell(name, cell, &names));
            cell.ends().for_each(|net| add(to.clone(), net));
        }
        for (name, pins) in module.ports.iter().filter(|(_, pins)| pins.direction == "output") {
            pins.nets().for_each(|net| add(without_numbers(name), net));
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|(_, (halves, ..))| std::cmp::Reverse(*halves));
        let shown = groups.into_iter().take(count).map(|(to, (halves, net, ends))| {
            let Path { start, fan_out } = path(net, &depths, &fan_outs);
            let from = names.get(&start).map_or("a memory", String::as_str);
            PathGroup {
                from: without_numbers(from),
                to,
                levels: halves.div_ceil(LEVEL),
                ends,
                fan_out,
            }
        });
        Some(shown.collect())
    }
}

/// Names of nets by their numbers: the shortest that the design gives.
fn names(module: &Module) -> HashMap<u64, String> {
    let mut names: HashMap<u64, String> = HashMap::new();
    for (name, named) in module.netnames.iter().filter(|(_, named)| named.hide_name == 0) {
        for net in named.nets() {
            let known = names.entry(net).or_insert_with(|| name.clone());
            if is_better(name, known) {
                known.clone_from(name);
            }
        }
    }
    names
}

/// Whether a name of a register shows more than another one: where it is, and that it is a register.
fn is_better(name: &str, than: &str) -> bool {
    let rank = |name: &str| (!name.ends_with("_reg"), name.matches('.').count(), name.len());
    rank(name) < rank(than)
}

/// Number of inputs that each net drives.
fn fan_outs(module: &Module) -> HashMap<u64, u64> {
    let mut fan_outs = HashMap::new();
    for (_, net) in module.cells.values().flat_map(|cell| cell.nets("input")) {
        *fan_outs.entry(net).or_insert(0) += 1;
    }
    fan_outs
}

/// Name of what a cell stores: that of its output if there is one, which is the register's.
fn name_of_cell(name: &str, cell: &Cell, names: &HashMap<u64, String>) -> String {
    let of_output = cell.nets("output").find_map(|(_, net)| names.get(&net));
    match of_output {
        Some(register) if cell.kind.starts_with("FD") => register.clone(),
        _ => name.to_owned(),
    }
}

/// Returns the longest path that ends with `net`.
fn path(net: u64, depths: &Depths<'_>, fan_outs: &HashMap<u64, u64>) -> Path {
    let fan_out = |net: u64| fan_outs.get(&net).copied().unwrap_or(0);
    let mut path = Path { start: net, fan_out: fan_out(net) };
    while let Some(cell) = depths.drivers.get(&path.start) {
        let longest = cell.inputs().max_by_key(|(net, cost)| (depths.halves(*net) + cost, *net));
        let Some((previous, _)) = longest else { break };
        path = Path { start: previous, fan_out: path.fan_out.max(fan_out(previous)) };
    }
    path
}

/// Returns a name with `*` for each number of an instance, so that equal parts have equal names.
fn without_numbers(name: &str) -> String {
    let mut plain = String::new();
    let mut rest = name.trim_start_matches('\\');
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        let end = from.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(from.len());
        plain += before;
        plain += if before.ends_with(['_', '[', '.']) { "*" } else { &from[..end] };
        rest = &from[end..];
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Two ports with the same path of two levels, whose register also drives another one, and a path
    /// of one level to an output.
    #[test]
    fn equal_parts_are_one_group_and_the_longest_group_is_first() {
        let lut = |from: u64, to: u64| {
            json!({ "type": "LUT1", "port_directions": { "I0": "input", "O": "output" },
                    "connections": { "I0": [from], "O": [to] } })
        };
        let register = |from: u64, to: u64| {
            json!({ "type": "FDRE", "port_directions": { "D": "input", "Q": "output" },
                    "connections": { "D": [from], "Q": [to] } })
        };
        let netlist: Netlist = serde_json::from_value(json!({ "modules": { "top": {
            "ports": { "full": { "direction": "output", "bits": [30] },
                       "data": { "direction": "input", "bits": [1] } },
            "netnames": {
                "data": { "hide_name": 0, "bits": [1] },
                "ports_0.level_reg": { "hide_name": 0, "bits": [12] },
                "ports_0.child.level": { "hide_name": 0, "bits": [12] },
                "ports_1.level_reg": { "hide_name": 0, "bits": [22] },
                "$1": { "hide_name": 1, "bits": [12] },
            },
            "cells": {
                "a": lut(1, 10), "b": lut(10, 11), "c": register(11, 12),
                "d": lut(1, 20), "e": lut(20, 21), "f": register(21, 22),
                "g": lut(12, 30),
            },
        } } }))
        .expect("a netlist");
        let groups = netlist.longest_paths("top", 2).expect("the module");
        let group = |from: &str, to: &str, levels, ends, fan_out| PathGroup {
            from: from.into(),
            to: to.into(),
            levels,
            ends,
            fan_out,
        };
        assert_eq!(
            groups,
            [
                group("data", "ports_*.level_reg", 2, 2, 2),
                group("ports_*.level_reg", "full", 1, 1, 1)
            ]
        );
        assert_eq!(netlist.longest_paths("bottom", 2), None);
    }

    #[test]
    fn numbers_of_instances_are_left_out_and_those_of_names_stay() {
        assert_eq!(without_numbers("ports_10.input.crc32.sum_reg"), "ports_*.input.crc32.sum_reg");
        assert_eq!(without_numbers("\\word[3]"), "word[*]");
        assert_eq!(without_numbers("plain"), "plain");
    }
}
