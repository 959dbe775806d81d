//! The logic levels of a netlist: how many cells in a row a signal goes through from one register,
//! memory or pin to the next.

use serde::Deserialize;
use std::collections::HashMap;

/// What we read of `write_json`.
#[derive(Deserialize)]
pub(super) struct Netlist {
    modules: HashMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    #[serde(default)]
    cells: HashMap<String, Cell>,
}

#[derive(Deserialize)]
struct Cell {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    port_directions: HashMap<String, String>,
    connections: HashMap<String, Vec<Net>>,
}

/// A net by its number, or a constant.
#[derive(Deserialize)]
#[serde(untagged)]
enum Net {
    Number(u64),
    Constant(#[allow(dead_code)] String),
}

/// What a cell does to a signal that goes through it.
enum Way {
    /// It takes a level: a lookup table, a carry cell, or distributed RAM that is read.
    Level,
    /// It takes none: what is part of a slice, behind its lookup tables.
    Through,
    /// The signal ends here: a register, block RAM, a multiplier.
    End,
}

fn way(kind: &str) -> Way {
    match kind {
        "MUXF7" | "MUXF8" | "MUXF9" | "INV" => Way::Through,
        _ if ["LUT", "CARRY", "RAM32", "RAM64", "RAM128", "RAM256"]
            .iter()
            .any(|name| kind.starts_with(name)) =>
        {
            Way::Level
        }
        _ => Way::End,
    }
}

/// Whether a signal goes through this input of a cell; of distributed RAM, only the address does.
fn passes(kind: &str, port: &str) -> bool {
    !kind.starts_with("RAM") || port.starts_with('A') || port.starts_with("DPRA")
}

impl Netlist {
    /// The most levels in a row, as the netlist of UltraScale+ has them: each lookup table and each
    /// carry cell is one. `None` if the module is not there.
    pub(super) fn levels(&self, top: &str) -> Option<u64> {
        let cells = &self.modules.get(top)?.cells;
        let mut drivers = HashMap::new();
        for cell in cells.values().filter(|cell| !matches!(way(&cell.kind), Way::End)) {
            for net in cell.nets("output", |_| true) {
                drivers.insert(net, cell);
            }
        }
        let mut known = HashMap::new();
        Some(drivers.keys().map(|net| depth(*net, &drivers, &mut known)).max().unwrap_or(0))
    }
}

impl Cell {
    /// The nets at its ports of this direction.
    fn nets<'a>(
        &'a self,
        direction: &'a str,
        is: impl Fn(&str) -> bool + 'a,
    ) -> impl Iterator<Item = u64> + 'a {
        let ports = self.connections.iter().filter(move |(port, _)| {
            self.port_directions.get(*port).is_some_and(|it| it == direction) && is(port)
        });
        ports.flat_map(|(_, nets)| nets).filter_map(|net| match net {
            Net::Number(number) => Some(*number),
            Net::Constant(_) => None,
        })
    }
}

/// Levels up to and with the cell that drives `net`.
fn depth(net: u64, drivers: &HashMap<u64, &Cell>, known: &mut HashMap<u64, u64>) -> u64 {
    // Nets whose depth is being worked out wait on a stack: carry chains are long.
    let mut waiting = vec![net];
    while let Some(&net) = waiting.last() {
        let Some(cell) = drivers.get(&net).filter(|_| !known.contains_key(&net)) else {
            known.entry(net).or_insert(0);
            waiting.pop();
            continue;
        };
        let inputs = || cell.nets("input", |port| passes(&cell.kind, port));
        let before = waiting.len();
        // A net that waits already is part of a loop, which a netlist of ours does not have.
        waiting.extend(inputs().filter(|it| drivers.contains_key(it) && !known.contains_key(it)));
        if waiting.len() > before {
            continue;
        }
        let deepest = inputs().filter_map(|it| known.get(&it)).max().copied().unwrap_or(0);
        let own = u64::from(matches!(way(&cell.kind), Way::Level));
        known.insert(net, deepest + own);
        waiting.pop();
    }
    known.get(&net).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two lookup tables and a multiplexer between registers, and a longer way that a register cuts.
    #[test]
    fn a_level_is_a_lookup_table_between_registers() {
        let cell = |kind: &str, inputs: &[u64], output: u64| {
            let mut connections = serde_json::Map::new();
            let mut directions = serde_json::Map::new();
            for (at, net) in inputs.iter().enumerate() {
                connections.insert(format!("I{at}"), serde_json::json!([net, "0"]));
                directions.insert(format!("I{at}"), "input".into());
            }
            connections.insert("O".into(), serde_json::json!([output]));
            directions.insert("O".into(), "output".into());
            serde_json::json!({
                "type": kind, "port_directions": directions, "connections": connections
            })
        };
        let text = serde_json::json!({ "modules": { "top": { "cells": {
            "a": cell("LUT2", &[1, 2], 3),
            "b": cell("MUXF7", &[3, 4], 5),
            "c": cell("LUT6", &[5, 3], 6),
            "d": cell("FDRE", &[6], 7),
            "e": cell("LUT1", &[7], 8),
            "f": cell("FDRE", &[8], 1),
        } } } });
        let netlist: Netlist = serde_json::from_value(text).expect("a netlist");
        assert_eq!(netlist.levels("top"), Some(2));
        assert_eq!(netlist.levels("bottom"), None);
    }
}
