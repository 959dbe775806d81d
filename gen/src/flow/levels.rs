//! Logic levels of a netlist: the number of cells in series from one register, memory or pin to the
//! next.

use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// The part of `write_json` that is used.
#[derive(Deserialize)]
pub(super) struct Netlist {
    pub(super) modules: HashMap<String, Module>,
}

#[derive(Deserialize)]
pub(super) struct Module {
    #[serde(default)]
    pub(super) ports: BTreeMap<String, Pins>,
    #[serde(default)]
    pub(super) cells: BTreeMap<String, Cell>,
    #[serde(default)]
    pub(super) netnames: BTreeMap<String, Named>,
}

/// A port of a module.
#[derive(Deserialize)]
pub(super) struct Pins {
    pub(super) direction: String,
    bits: Vec<Net>,
}

/// Nets with a name.
#[derive(Deserialize)]
pub(super) struct Named {
    /// 1 if the name is one of Yosys.
    pub(super) hide_name: u8,
    bits: Vec<Net>,
}

#[derive(Deserialize)]
pub(super) struct Cell {
    #[serde(rename = "type")]
    pub(super) kind: String,
    #[serde(default)]
    port_directions: HashMap<String, String>,
    connections: BTreeMap<String, Vec<Net>>,
}

/// A net number, or a constant.
#[derive(Deserialize)]
#[serde(untagged)]
enum Net {
    Number(u64),
    Constant(#[allow(dead_code)] String),
}

/// Cost units per logic level.
pub(super) const LEVEL: u64 = 2;
/// Cost of a carry from the previous cell, in half levels: Yosys writes carry cells of four bits,
/// and two of them in series are one CARRY8.
const CARRIED: u64 = 1;

/// Whether a signal propagates through a cell combinationally: not a register, a block RAM or a
/// multiplier.
fn is_way(kind: &str) -> bool {
    matches!(kind, "MUXF7" | "MUXF8" | "MUXF9" | "INV")
        || ["LUT", "CARRY", "RAM32", "RAM64", "RAM128", "RAM256"]
            .iter()
            .any(|name| kind.starts_with(name))
}

/// Cost of a cell's input, in half levels: one level for a lookup table, a carry cell or a read of
/// distributed RAM, [`CARRIED`] for a carry input, and nothing for the parts of a slice behind its
/// lookup tables. `None` for an input that is stored.
fn cost(kind: &str, port: &str) -> Option<u64> {
    match kind {
        "MUXF7" | "MUXF8" | "MUXF9" | "INV" => Some(0),
        _ if kind.starts_with("CARRY") && port == "CI" => Some(CARRIED),
        _ if kind.starts_with("RAM") && !port.starts_with('A') && !port.starts_with("DPRA") => None,
        _ => Some(LEVEL),
    }
}

/// Combinational cells of a module, and the depth of each net.
pub(super) struct Depths<'a> {
    /// Combinational cell that drives each net.
    pub(super) drivers: HashMap<u64, &'a Cell>,
    /// Half levels up to and including the cell that drives each net.
    halves: HashMap<u64, u64>,
}

impl<'a> Depths<'a> {
    /// Returns the depths of all nets of a module.
    pub(super) fn of(module: &'a Module) -> Self {
        let mut drivers = HashMap::new();
        for cell in module.cells.values().filter(|cell| is_way(&cell.kind)) {
            for (_, net) in cell.nets("output") {
                drivers.insert(net, cell);
            }
        }
        let mut halves = HashMap::new();
        for net in drivers.keys() {
            depth(*net, &drivers, &mut halves);
        }
        Depths { drivers, halves }
    }

    /// Returns the half levels up to and including the cell that drives `net`.
    pub(super) fn halves(&self, net: u64) -> u64 {
        self.halves.get(&net).copied().unwrap_or(0)
    }
}

impl Netlist {
    /// Returns the maximum number of levels in series on UltraScale+: each lookup table and each
    /// CARRY8 is one level. `None` if the module does not exist.
    pub(super) fn levels(&self, top: &str) -> Option<u64> {
        let depths = Depths::of(self.modules.get(top)?);
        let halves = depths.halves.values().copied().max();
        Some(halves.unwrap_or(0).div_ceil(LEVEL))
    }
}

/// Numbers of the nets that are no constants.
fn numbers(nets: &[Net]) -> impl Iterator<Item = u64> + '_ {
    nets.iter().filter_map(|net| match net {
        Net::Number(number) => Some(*number),
        Net::Constant(_) => None,
    })
}

impl Pins {
    /// Nets of the port that are no constants.
    pub(super) fn nets(&self) -> impl Iterator<Item = u64> + '_ {
        numbers(&self.bits)
    }
}

impl Named {
    /// Nets with the name that are no constants.
    pub(super) fn nets(&self) -> impl Iterator<Item = u64> + '_ {
        numbers(&self.bits)
    }
}

impl Cell {
    /// Nets at the cell's ports of this direction, with the port of each.
    pub(super) fn nets<'a>(
        &'a self,
        direction: &'a str,
    ) -> impl Iterator<Item = (&'a str, u64)> + 'a {
        let ports = self.connections.iter().filter(move |(port, _)| {
            self.port_directions.get(*port).is_some_and(|it| it == direction)
        });
        ports.flat_map(|(port, nets)| numbers(nets).map(move |net| (port.as_str(), net)))
    }

    /// Nets that propagate through the cell, each with its cost.
    pub(super) fn inputs(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.nets("input").filter_map(|(port, net)| {
            let cost = is_way(&self.kind).then(|| cost(&self.kind, port)).flatten()?;
            Some((net, cost))
        })
    }

    /// Nets whose values the cell stores, or that a register of it reads.
    pub(super) fn ends(&self) -> impl Iterator<Item = u64> + '_ {
        let is_end = |port: &str| match is_way(&self.kind) {
            true => cost(&self.kind, port).is_none(),
            false => true,
        };
        self.nets("input").filter(move |(port, _)| is_end(port)).map(|(_, net)| net)
    }
}

/// Half levels up to and including the cell that drives `net`.
fn depth(net: u64, drivers: &HashMap<u64, &Cell>, known: &mut HashMap<u64, u64>) -> u64 {
    // An explicit stack replaces recursion: carry chains are long.
    let mut waiting = vec![net];
    while let Some(&net) = waiting.last() {
        let Some(cell) = drivers.get(&net).filter(|_| !known.contains_key(&net)) else {
            known.entry(net).or_insert(0);
            waiting.pop();
            continue;
        };
        let before = waiting.len();
        // A net that is already on the stack is part of a loop, which our netlists do not have.
        let nets = cell.inputs().map(|(net, _)| net);
        waiting.extend(nets.filter(|it| drivers.contains_key(it) && !known.contains_key(it)));
        if waiting.len() > before {
            continue;
        }
        let through = cell.inputs().map(|(net, cost)| known.get(&net).copied().unwrap_or(0) + cost);
        let deepest = through.max().unwrap_or(0);
        known.insert(net, deepest);
        waiting.pop();
    }
    known.get(&net).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a cell with an output `O`.
    fn cell(kind: &str, inputs: &[(&str, u64)], output: u64) -> serde_json::Value {
        let mut connections = serde_json::Map::new();
        let mut directions = serde_json::Map::new();
        for (port, net) in inputs {
            connections.insert((*port).into(), serde_json::json!([net, "0"]));
            directions.insert((*port).into(), "input".into());
        }
        connections.insert("O".into(), serde_json::json!([output]));
        directions.insert("O".into(), "output".into());
        serde_json::json!({ "type": kind, "port_directions": directions, "connections": connections })
    }

    fn netlist(cells: serde_json::Value) -> Netlist {
        let text = serde_json::json!({ "modules": { "top": { "cells": cells } } });
        serde_json::from_value(text).expect("a netlist")
    }

    /// Two lookup tables and a multiplexer between registers, and a longer path that a register
    /// cuts.
    #[test]
    fn a_level_is_a_lookup_table_between_registers() {
        let netlist = netlist(serde_json::json!({
            "a": cell("LUT2", &[("I0", 1), ("I1", 2)], 3),
            "b": cell("MUXF7", &[("I0", 3), ("I1", 4)], 5),
            "c": cell("LUT6", &[("I0", 5), ("I1", 3)], 6),
            "d": cell("FDRE", &[("D", 6)], 7),
            "e": cell("LUT1", &[("I0", 7)], 8),
            "f": cell("FDRE", &[("D", 8)], 1),
        }));
        assert_eq!(netlist.levels("top"), Some(2));
        assert_eq!(netlist.levels("bottom"), None);
    }

    /// Three carry cells of four bits in series are two CARRY8, the second one half empty; adding
    /// another sum to the result costs a further level.
    #[test]
    fn two_carry_cells_in_a_row_are_one_level() {
        let chain = serde_json::json!({
            "a": cell("LUT2", &[("I0", 1)], 2),
            "b": cell("CARRY4", &[("S", 2)], 3),
            "c": cell("CARRY4", &[("CI", 3)], 4),
            "d": cell("CARRY4", &[("CI", 4)], 5),
        });
        assert_eq!(netlist(chain.clone()).levels("top"), Some(3));
        let mut further = chain;
        further["e"] = cell("CARRY4", &[("S", 5)], 6);
        assert_eq!(netlist(further).levels("top"), Some(4));
    }
}
