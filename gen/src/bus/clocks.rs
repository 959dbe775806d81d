//! The clocks of a design, with the buses that are synchronous to each.

use super::Bus;
use crate::Design;
use tailback_spec::ClockPort;

/// A clock and its reset: whole ports, or one element of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clock {
    /// Name; that of an element of an array ends with the number of the element.
    pub(crate) name: String,
    /// Name of the reset.
    pub(crate) reset: String,
    /// Ports of the clock and of the reset.
    pub(crate) ports: [String; 2],
    /// Element of these ports, if they are vectors.
    pub(crate) element: Option<usize>,
    /// Names of the buses that are synchronous to the clock.
    pub(crate) buses: Vec<String>,
}

impl Clock {
    /// Name of the clock in constraints: a bit of a vector has its number in brackets.
    pub(crate) fn net(&self) -> String {
        let [clock, _] = &self.ports;
        self.element.map_or(clock.clone(), |element| format!("{clock}[{element}]"))
    }
}

/// Returns all clocks of a design.
pub(crate) fn clocks(design: &Design, buses: &[Bus]) -> Vec<Clock> {
    let top = &design.top;
    if top.clocked {
        let all = buses.iter().map(|bus| bus.name.clone()).collect();
        let ports = ["clock".to_owned(), top.reset().to_owned()];
        let [name, reset] = ports.clone();
        return vec![Clock { name, reset, ports, element: None, buses: all }];
    }
    let of = |clock: &ClockPort| -> Vec<Clock> {
        let lanes = top.ports.iter().find(|port| port.name == clock.name).map_or(1, |it| it.lanes);
        let ports = [clock.name.clone(), top.reset_of(clock)];
        let synchronous = |element: Option<usize>| {
            let is = |bus: &&Bus| {
                clock.ports.contains(&bus.slices[0].port.name)
                    && (element.is_none() || element == bus.slices[0].element)
            };
            buses.iter().filter(is).map(|bus| bus.name.clone()).collect()
        };
        let named = |element: Option<usize>| {
            let name =
                |port: &String| element.map_or(port.clone(), |element| format!("{port}_{element}"));
            let [name, reset] = [name(&ports[0]), name(&ports[1])];
            Clock { name, reset, ports: ports.clone(), element, buses: synchronous(element) }
        };
        match lanes {
            1 => vec![named(None)],
            lanes => (0..lanes).map(|element| named(Some(element))).collect(),
        }
    };
    top.clocks.iter().flat_map(of).collect()
}
