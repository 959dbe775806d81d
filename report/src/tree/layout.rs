//! Positions of switches and hosts in a drawing of a fabric.

mod grid;
mod levels;

use serde::Serialize;
use tailback_spec::scenario::Scenario;

/// A point; x to the right, y down.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Place {
    /// Distance from the left.
    pub x: f64,
    /// Distance from the top.
    pub y: f64,
}

/// Positions of all switches and hosts.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// Width of the drawing.
    pub width: f64,
    /// Height of the drawing.
    pub height: f64,
    /// Positions of the switches.
    pub switches: Vec<Place>,
    /// Positions of the hosts.
    pub hosts: Vec<Place>,
    /// Whether each link between switches is an arc, since other switches are between its ends.
    pub arcs: Vec<bool>,
}

/// Space around a drawing.
const MARGIN: f64 = 40.0;
/// Least width and height of a drawing: a small fabric is not enlarged without limit.
const LEAST: (f64, f64) = (560.0, 200.0);
/// Distance from a switch to its nearest host, and between rows of hosts.
const HOST: f64 = 58.0;
const HOST_ROW: f64 = 16.0;

impl Layout {
    /// The drawing of a fabric: a switch with hosts at the lowest level, and others above if there are
    /// any; else a row if the switches are one, a grid if they are a torus of two dimensions, and a
    /// circle in all other cases.
    pub fn of(scenario: &Scenario) -> Self {
        let neighbours = neighbours(scenario);
        let levels = levels::levels(scenario, &neighbours);
        let mut layout = if levels.iter().any(|level| *level > 0) {
            levels::draw(scenario, &neighbours, &levels, None)
        } else if let Some(order) = levels::chain(&neighbours) {
            levels::draw(scenario, &neighbours, &levels, Some(&order))
        } else if let Some(columns) = grid::columns(scenario) {
            grid::draw(scenario, columns)
        } else {
            circle(scenario)
        };
        layout.fit();
        layout
    }

    /// Sets the size, and moves the drawing to the middle.
    fn fit(&mut self) {
        let ends = |of: fn(&Place) -> f64, places: &[Place], others: &[Place]| {
            let all = places.iter().chain(others).map(of);
            let least = all.clone().fold(f64::INFINITY, f64::min);
            (least, all.fold(f64::NEG_INFINITY, f64::max))
        };
        let (left, right) = ends(|place| place.x, &self.switches, &self.hosts);
        let (top, bottom) = ends(|place| place.y, &self.switches, &self.hosts);
        self.width = (right - left + 2.0 * MARGIN).max(LEAST.0);
        self.height = (bottom - top + 2.0 * MARGIN).max(LEAST.1);
        let (x, y) = (self.width - left - right, self.height - top - bottom);
        for place in self.switches.iter_mut().chain(&mut self.hosts) {
            place.x += x / 2.0;
            place.y += y / 2.0;
        }
    }
}

/// Switches at the other ends of the links of each switch, once for each link.
fn neighbours(scenario: &Scenario) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new(); scenario.switches.len()];
    for trunk in &scenario.trunks {
        let [one, other] = trunk.ends;
        all[one].push(other);
        all[other].push(one);
    }
    all
}

/// Hosts of each switch.
fn of_switches(scenario: &Scenario) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new(); scenario.switches.len()];
    for (number, host) in scenario.hosts.iter().enumerate() {
        all[host.switch].push(number);
    }
    all
}

/// Places the hosts of a switch in an arc around a direction, alternately nearer and farther.
fn fan(hosts: &[usize], centre: Place, direction: f64, width: f64, places: &mut [Place]) {
    let rows = hosts.len().div_ceil(6).max(1);
    for (number, host) in hosts.iter().enumerate() {
        let part = (number as f64 + 0.5) / hosts.len() as f64 - 0.5;
        let angle = direction + part * width;
        let distance = HOST + HOST_ROW * (number % rows) as f64;
        places[*host] =
            Place { x: centre.x + distance * angle.cos(), y: centre.y + distance * angle.sin() };
    }
}

/// Switches in a circle, with their hosts outside.
fn circle(scenario: &Scenario) -> Layout {
    use std::f64::consts::{FRAC_PI_2, PI, TAU};
    const APART: f64 = 110.0;
    let count = scenario.switches.len() as f64;
    let radius = (APART * count / TAU).max(APART);
    let angle = |switch: usize| TAU * switch as f64 / count - FRAC_PI_2;
    let place = |switch| Place { x: radius * angle(switch).cos(), y: radius * angle(switch).sin() };
    let switches: Vec<Place> = (0..scenario.switches.len()).map(place).collect();
    let mut hosts = vec![Place { x: 0.0, y: 0.0 }; scenario.hosts.len()];
    for (switch, of_switch) in of_switches(scenario).iter().enumerate() {
        fan(of_switch, switches[switch], angle(switch), PI * 0.7, &mut hosts);
    }
    let arcs = vec![false; scenario.trunks.len()];
    Layout { width: 0.0, height: 0.0, switches, hosts, arcs }
}
