//! Cells of each part of a design, from a synthesis that keeps its modules separate.

use super::{
    area::{self, Cells, Ecp5Cells},
    comparables::Candidate,
    tool::{Tool, ToolError},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, path::Path};

/// Levels of hierarchy listed below the design itself.
const DEPTH: usize = 4;

/// A module at one position in the hierarchy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Module name.
    pub module: String,
    /// Levels of hierarchy below the design itself.
    pub depth: usize,
    /// Instances in the parent module.
    pub times: u64,
    /// Cells of all these instances, including their submodules.
    pub cells: Ecp5Cells,
}

/// Returns the parts of `candidate`, whose files are in `dir`: each module before its submodules.
pub(super) fn measure(
    yosys: &Tool,
    dir: &Path,
    candidate: &Candidate,
) -> Result<Vec<Part>, ToolError> {
    let statistics = area::statistics(yosys, dir, candidate, "synth_ecp5 -noflatten")?;
    let modules: BTreeMap<&str, &Cells> =
        statistics.modules.iter().map(|(name, cells)| (plain(name), cells)).collect();
    let mut parts = Vec::new();
    list(&modules, &candidate.top.module, 0, 1, &mut parts);
    Ok(parts)
}

/// Returns a module's name without the prefix that Yosys adds.
fn plain(name: &str) -> &str {
    name.trim_start_matches('\\')
}

fn list(
    modules: &BTreeMap<&str, &Cells>,
    module: &str,
    depth: usize,
    times: u64,
    parts: &mut Vec<Part>,
) {
    let Some(cells) = modules.get(module) else { return };
    let each = total(modules, cells);
    let cells_of_all = Ecp5Cells::default().plus(times, each);
    parts.push(Part { module: module.into(), depth, times, cells: cells_of_all });
    if depth == DEPTH {
        return;
    }
    let mut inner: Vec<(&str, u64)> = inside(modules, cells).collect();
    let size = |(name, count): &(&str, u64)| count * total(modules, modules[name]).eq_lut;
    inner.sort_by_key(|part| std::cmp::Reverse(size(part)));
    for (name, count) in inner {
        list(modules, name, depth + 1, times * count, parts);
    }
}

/// Returns the submodules of a module with their numbers of instances.
fn inside<'a>(
    modules: &'a BTreeMap<&str, &Cells>,
    cells: &'a Cells,
) -> impl Iterator<Item = (&'a str, u64)> {
    let all = cells.num_cells_by_type.iter().map(|(name, count)| (plain(name), *count));
    all.filter(|(name, _)| modules.contains_key(name))
}

/// Returns a module's cells, including those of its submodules.
fn total(modules: &BTreeMap<&str, &Cells>, cells: &Cells) -> Ecp5Cells {
    let own = Ecp5Cells::of(&cells.num_cells_by_type);
    inside(modules, cells)
        .fold(own, |sum, (name, count)| sum.plus(count, total(modules, modules[name])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(all: &[(&str, u64)]) -> Cells {
        let all = all.iter().map(|(name, count)| ((*name).to_owned(), *count));
        Cells { num_cells_by_type: all.collect() }
    }

    #[test]
    fn parts_are_counted_as_often_as_they_stand_there_the_largest_first() {
        let (top, small, large) = (
            cells(&[("LUT4", 5), ("small", 2), ("large", 3)]),
            cells(&[("LUT4", 1), ("TRELLIS_FF", 4)]),
            cells(&[("CCU2C", 10), ("small", 2), ("DP16KD", 1)]),
        );
        let modules = BTreeMap::from([("top", &top), ("small", &small), ("large", &large)]);
        let mut parts = Vec::new();
        list(&modules, "top", 0, 1, &mut parts);
        let seen: Vec<_> = parts
            .iter()
            .map(|part| (part.module.as_str(), part.depth, part.times, part.cells.eq_lut))
            .collect();
        let expected = [
            ("top", 0, 1, 5 + 2 + 3 * 22),
            ("large", 1, 3, 66),
            ("small", 2, 6, 6),
            ("small", 1, 2, 2),
        ];
        assert_eq!(seen, expected);
        assert_eq!((parts[0].cells.flip_flops, parts[0].cells.block_rams), (32, 3));
    }
}
