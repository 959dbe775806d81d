//! Counters of all switches and NICs, by name.

use tailback_spec::{
    fabric::Fabric,
    registers::{self, Access, Map, Placed},
};

/// A counter register of one component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    /// Index of the switch or NIC with the counter.
    pub component: usize,
    /// Register address in that component, in bytes.
    pub address: u32,
    /// Hierarchical name, such as `switch_b.ports[3].lanes[0].marked`.
    pub name: String,
}

/// Name of the field of a counter, in all register maps.
const FIELD: &str = "count";
/// Index over which a switch repeats the registers of each port.
const PORT: &str = "port";

/// Counters of each component in address order, without those of ports that have no link.
pub fn counters(fabric: &Fabric) -> Vec<Counter> {
    let scenario = fabric.scenario();
    let config = &scenario.config;
    let mut all = Vec::new();
    for component in 0..fabric.components() {
        let (map, ports) = match scenario.switches.get(component) {
            Some(_) => (registers::switch::map(config), scenario.ports(component).len()),
            None => (registers::nic::map(config), 0),
        };
        // Tests of the register maps prove that every possible configuration has a valid map.
        let Ok(map) = map else { continue };
        of_map(&map, ports as u32, is_counter, |address, name| {
            let name = format!("{}.{name}", fabric.component_name(component));
            all.push(Counter { component, address, name });
        });
    }
    all
}

/// Name of a register of a switch or NIC, as those of [`counters`]; none if the address has no register.
pub fn register_name(fabric: &Fabric, component: usize, address: u32) -> Option<String> {
    let config = &fabric.scenario().config;
    let is_switch = component < fabric.scenario().switches.len();
    let map = if is_switch { registers::switch::map(config) } else { registers::nic::map(config) };
    let (map, mut found) = (map.ok()?, None);
    let ports = config.switch().ports() as u32;
    of_map(
        &map,
        ports,
        |_| true,
        |of, name| {
            if of == address {
                found = Some(format!("{}.{name}", fabric.component_name(component)));
            }
        },
    );
    found
}

/// Whether a register of a switch or NIC is a counter.
fn is_counter(register: &Placed) -> bool {
    register.fields.iter().any(|field| field.name == FIELD && field.access == Access::ReadOnly)
}

/// Calls `found` with address and name of each register of a map that is `wanted`.
pub(super) fn of_map(
    map: &Map,
    ports: u32,
    wanted: impl Fn(&Placed) -> bool,
    mut found: impl FnMut(u32, String),
) {
    for register in map.registers().into_iter().filter(&wanted) {
        elements(map, &register, ports, &mut found);
    }
}

/// Calls `found` with address and name of each element of a register, repeated or not.
fn elements(map: &Map, register: &Placed, ports: u32, found: &mut impl FnMut(u32, String)) {
    let mut elements = vec![(register.address, register.indexed_path(map))];
    for repeat in &register.repeats {
        let count = if repeat.index == PORT { repeat.count.min(ports) } else { repeat.count };
        let index = format!("[{}]", repeat.index);
        let index = index.as_str();
        let repeated = elements.iter().flat_map(|(address, path)| {
            (0..count).map(move |number| {
                let path = path.replacen(index, &format!("[{number}]"), 1);
                (*address + number * repeat.stride, path)
            })
        });
        elements = repeated.collect();
    }
    elements.into_iter().for_each(|(address, path)| found(address, path));
}
