//! From the registers of a scenario to settings.

use super::{Adapter, Entry, Level, PortMask, Settings, Switch};
use crate::{
    scenario::{Peer, Registers, Scenario, VictimMask},
    wire::Number,
};

/// Bits of ControlMap of a switch: victim mask, threshold and marking rate are in use.
const CONTROL_MAP: u32 = 0b1_0101;
/// ControlMap of an adapter: service level 0, which all packets of a scenario have.
const LEVELS: u32 = 1;

impl Settings {
    /// The settings with which OpenSM makes switches and adapters work as in a scenario; none if the
    /// scenario has no registers.
    ///
    /// OpenSM sends one victim mask to all switches. With [`VictimMask::Hosts`] it has the ports that
    /// lead to a host at any switch.
    pub fn of_scenario(scenario: &Scenario) -> Option<Self> {
        let registers = scenario.registers.as_ref()?;
        let level = Level {
            timer: Number::low(registers.ccti_timer as u32),
            increase: Number::low(registers.ccti_increase),
            trigger: Number::default(),
            min: Number::low(registers.ccti_min),
        };
        let mut levels: [Level; crate::nic::Nic::SERVICE_LEVELS] = Default::default();
        levels[0] = level;
        let switch = Switch {
            control_map: Number::low(CONTROL_MAP),
            victim_mask: victims(scenario, registers),
            threshold: Number::low(registers.threshold as u32),
            packet_size: Number::low(registers.packet_size),
            marking_rate: Number::low(registers.marking_rate),
            ..Switch::default()
        };
        let adapter = Adapter {
            throttled: scenario.config.nic().throttled(),
            control_map: Number::low(LEVELS),
            levels,
        };
        // The table of the first host: OpenSM sends one table to all.
        let table = scenario.congestion_table(registers, 0);
        let table = table.iter().take(registers.ccti_limit as usize + 1).map(|entry| Entry {
            shift: Number::low(entry.shift().into()),
            multiplier: Number::low(entry.multiplier().into()),
        });
        Some(Settings {
            enabled: true,
            switch,
            adapter,
            table: table.collect(),
            ..Settings::default()
        })
    }
}

/// Ports that mark victims, numbered from 1 as InfiniBand does.
fn victims(scenario: &Scenario, registers: &Registers) -> PortMask {
    let ports = (0..scenario.switches.len()).flat_map(|switch| {
        let peers = scenario.ports(switch).into_iter().enumerate();
        peers.filter_map(|(port, peer)| {
            let marks = match registers.victim_mask {
                VictimMask::None => false,
                VictimMask::Hosts => matches!(peer, Peer::Host(_)),
                VictimMask::All => true,
            };
            marks.then_some(port + 1)
        })
    });
    ports.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        fabric::Fabric,
        nic::opensm::Room,
        registers::{nic, switch},
        Config,
    };

    const SCENARIO: &str = include_str!("../../../../examples/fabrics/tree.toml");

    fn scenario(changes: &[&str]) -> Scenario {
        let changes: Vec<_> = changes.iter().map(|text| text.parse().expect("change")).collect();
        Scenario::from_toml(SCENARIO, &changes).expect("valid")
    }

    #[test]
    fn the_file_of_a_scenario_is_read_back_as_the_same_settings() {
        for changes in [
            &[][..],
            &["registers.victim_mask=all", "registers.marking_rate=17"],
            &["registers.victim_mask=hosts", "registers.ccti_limit=40", "registers.ccti_min=3"],
        ] {
            let scenario = scenario(changes);
            let settings = Settings::of_scenario(&scenario).expect("registers");
            let room = Room::of(&scenario.config.nic());
            assert_eq!(Settings::parse(&settings.to_string(), room), Ok(settings), "{changes:?}");
        }
    }

    #[test]
    fn the_writes_of_the_file_end_as_those_of_the_scenario() {
        let scenario = scenario(&["registers.victim_mask=all", "registers.marking_rate=3"]);
        let settings = Settings::of_scenario(&scenario).expect("registers");
        let fabric = Fabric::new(&scenario).expect("hardware");
        let config: &Config = &scenario.config;
        let last_values = |writes: Vec<(u32, u32)>| -> std::collections::BTreeMap<u32, u32> {
            writes.into_iter().collect()
        };
        let of_file = |writes: Vec<crate::registers::Write>| {
            last_values(writes.iter().map(|write| (write.address, write.value)).collect())
        };
        let of_fabric = |component: usize| {
            let writes = fabric.writes(component);
            last_values(writes.iter().map(|write| (write.address, write.data)).collect())
        };
        let map = nic::map(config).expect("map");
        let (file, all) = (
            of_file(settings.nic_writes(&map).expect("writes")),
            of_fabric(scenario.switches.len()),
        );
        for (address, value) in file {
            assert_eq!(all.get(&address), Some(&value), "NIC {address:#x}");
        }
        let map = switch::map(config).expect("map");
        let ports = config.switch().ports();
        let (file, all) =
            (of_file(settings.switch_writes(&map, ports).expect("writes")), of_fabric(0));
        for (address, value) in file {
            assert_eq!(all.get(&address), Some(&value), "switch {address:#x}");
        }
    }
}
