//! Switches in a grid, each linked to its neighbours in its row and its column.

use super::{fan, of_switches, Layout, Place};
use tailback_spec::scenario::Scenario;

/// Distance of neighbouring switches.
const APART: f64 = 170.0;

/// Number of columns, if the switches are a grid or a torus of two dimensions, row by row.
pub(super) fn columns(scenario: &Scenario) -> Option<usize> {
    let count = scenario.switches.len();
    let links = |columns: usize| {
        let rows = count / columns;
        let next = |one: usize, other: usize, length: usize| {
            let apart = one.abs_diff(other);
            apart == 1 || apart == length - 1
        };
        scenario.trunks.iter().all(|trunk| {
            let [one, other] = trunk.ends.map(|switch| (switch / columns, switch % columns));
            match (one.0 == other.0, one.1 == other.1) {
                (true, false) => next(one.1, other.1, columns),
                (false, true) => next(one.0, other.0, rows),
                _ => false,
            }
        })
    };
    (2..=count / 2).find(|columns| count.is_multiple_of(*columns) && links(*columns))
}

/// Draws a grid.
pub(super) fn draw(scenario: &Scenario, columns: usize) -> Layout {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};
    let place = |switch: usize| Place {
        x: APART * (switch % columns) as f64,
        y: APART * (switch / columns) as f64,
    };
    let switches: Vec<Place> = (0..scenario.switches.len()).map(place).collect();
    let mut hosts = vec![Place { x: 0.0, y: 0.0 }; scenario.hosts.len()];
    for (switch, of_switch) in of_switches(scenario).iter().enumerate() {
        // Between the links to the right and down.
        fan(of_switch, switches[switch], FRAC_PI_4, FRAC_PI_2 * 0.8, &mut hosts);
    }
    let arcs = scenario.trunks.iter().map(|trunk| {
        let [one, other] = trunk.ends.map(|switch| switches[switch]);
        (one.x - other.x).abs() + (one.y - other.y).abs() > 1.5 * APART
    });
    Layout { width: 0.0, height: 0.0, arcs: arcs.collect(), switches, hosts }
}
