//! Reasons for which a scenario has no fabric of hardware.

use super::{Connection, Fabric};
use crate::{
    config::{document::Document, Kind, Location, Override, Problem, Problems},
    parameter::OutOfRange,
    scenario::{Nics, Rates, Scenario, Sources, Traffic},
    switch::head_of_queue::{RESET_CODE, UNLIMITED},
    BitLanes,
};

/// A scenario that the engine can run, but that hardware cannot implement.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}; {help}")]
pub struct Unfit {
    kind: Kind,
    /// Key whose value would have to change.
    pub key: String,
    /// Description of the problem.
    pub message: String,
    /// Advice on a legal value.
    pub help: String,
}

impl Unfit {
    pub(crate) fn new(kind: Kind, key: &str, message: String, help: impl Into<String>) -> Self {
        Unfit { kind, key: key.into(), message, help: help.into() }
    }

    /// The delay of a link under `key` that is out of range.
    pub(super) fn delay(key: &str, cause: OutOfRange) -> Self {
        let message = format!("the delay of a link is {} cycles", cause.value);
        let help =
            format!("the delay of a link in hardware is at most {} cycles", cause.allowed.end());
        Unfit::new(Kind::OutOfRange, key, message, help)
    }

    /// A switch with a number of ports that is out of range.
    pub(super) fn ports(switch: &str, cause: OutOfRange) -> Self {
        let message = format!("switch {switch:?} has {} links", cause.value);
        let help = format!("a switch in hardware has at most {} ports", cause.allowed.end());
        Unfit::new(Kind::OutOfRange, "switches", message, help)
    }

    /// A number of directed links that is out of range.
    pub(super) fn links(links: usize) -> Self {
        let message = format!("the fabric has {links} directed links");
        let help = format!("a fabric in hardware has at most {}", BitLanes::LANES);
        Unfit::new(Kind::OutOfRange, "hosts", message, help)
    }

    /// The problem with its position in the scenario file.
    pub fn located(&self, source: &str, overrides: &[Override]) -> Problems {
        let (document, _) = Document::parse(source, overrides);
        let parents = std::iter::successors(Some(self.key.as_str()), |key| {
            key.rsplit_once('.').map(|(parent, _)| parent)
        });
        let location = parents.map(|key| document.locate(key));
        let location = location.into_iter().find(|place| *place != Location::Nowhere);
        let location = location.unwrap_or(Location::Nowhere);
        let problem = Problem::new(self.kind, &self.key, location, self.message.clone());
        Problems(vec![problem.label("not supported").help(self.help.clone())])
    }
}

impl Scenario {
    /// Code of the limit of how long a packet may wait in a switch, if there is one.
    fn life_limit(&self) -> Option<u32> {
        let code = self.registers.map_or(RESET_CODE, |registers| registers.hoq_life);
        (code < UNLIMITED).then_some(code)
    }

    /// Whether switches drop packets that wait too long: `registers.hoq_life` is below [`UNLIMITED`].
    pub fn drops_late(&self) -> bool {
        self.life_limit().is_some()
    }
}

/// Whether the engine can run a scenario: only what behaves like the hardware drops packets that wait too
/// long.
///
/// # Errors
///
/// If the scenario has such a limit ([`Scenario::drops_late`]) and no hardware ([`Fabric::new`]).
pub fn of_engine(scenario: &Scenario) -> Result<(), Unfit> {
    let Some(code) = scenario.life_limit() else { return Ok(()) };
    match Fabric::new(scenario) {
        Ok(_) => Ok(()),
        Err(unfit) => {
            let message = format!(
                "registers.hoq_life is {code}, but there is no hardware: {}",
                unfit.message
            );
            let help = "remove the key, or what hardware does not have";
            Err(Unfit::new(Kind::NotSupported, "registers.hoq_life", message, help))
        }
    }
}

/// Whether hardware can implement the scenario, in numbers and features.
pub(super) fn check(scenario: &Scenario, connections: &[Vec<Connection>]) -> Result<(), Unfit> {
    if scenario.transport.is_ethernet() {
        let message = "run.transport is Ethernet, of which the fabric has other components".into();
        let help = "use the fabric of endpoints and Ethernet switches";
        return Err(Unfit::new(Kind::NotSupported, "run.transport", message, help));
    }
    if scenario.routes_flows() {
        let message =
            "routes depend on more than the destination, but hosts have one LID each".into();
        let help = "choose the routing d-mod-k, shortest or up-down";
        return Err(Unfit::new(Kind::NotSupported, "routing.kind", message, help));
    }
    let flows = scenario.config.nic().flows();
    let busiest = connections.iter().enumerate().max_by_key(|(_, ends)| ends.len());
    if let Some((host, ends)) = busiest.filter(|(_, ends)| ends.len() > flows) {
        let (name, count) = (&scenario.hosts[host].name, ends.len());
        let message = format!("host {name:?} has {count} connections, but `nic.flows` is {flows}");
        let help = format!("set `nic.flows` of the configuration to {count} or more");
        return Err(Unfit::new(Kind::OutOfRange, "configuration.nic.flows", message, help));
    }
    let (entries, hosts) = (scenario.config.switch().forwarding_entries(), scenario.hosts.len());
    if usize::from(super::FIRST_LID) + hosts > entries {
        let message =
            format!("the fabric has {hosts} hosts, but only {entries} forwarding entries");
        let key = "configuration.switch.forwarding_entries";
        return Err(Unfit::new(Kind::OutOfRange, key, message, "each LID needs an entry"));
    }
    let links = scenario.links();
    if links > BitLanes::LANES {
        return Err(Unfit::links(links));
    }
    rates(scenario)?;
    readings(scenario)?;
    if let Some(flow) =
        scenario.flows.iter().find(|flow| matches!(flow.traffic, Traffic::Exchange(_)))
    {
        let name = &scenario.groups[flow.group];
        let message = format!("flows of {name:?} send messages that wait for others");
        let help = "use other traffic: hosts of a fabric in hardware do not wait for messages";
        return Err(Unfit::new(Kind::NotSupported, "flows", message, help));
    }
    if scenario.turnaround > 0 {
        let message =
            "run.turnaround_ns is not 0, but a NIC sends replies as soon as possible".into();
        let help = "remove the key";
        return Err(Unfit::new(Kind::NotSupported, "run.turnaround_ns", message, help));
    }
    Ok(())
}

/// Checks rates: links of hardware have the rate of the datapath, and hosts, too, unless NICs have
/// receive buffers.
fn rates(scenario: &Scenario) -> Result<(), Unfit> {
    let beats = scenario.packet_beats();
    let help = "remove the key: links in hardware have the rate of the datapath";
    let slow = |key: &str, what: String| {
        Err(Unfit::new(Kind::NotSupported, key, format!("{what} has a rate of its own"), help))
    };
    for host in &scenario.hosts {
        if host.packet_cycles != beats {
            return slow("hosts", format!("host {:?}", host.name));
        }
        if host.host_cycles > 0 && scenario.config.nic().receive_buffer().is_none() {
            let message = format!("host {:?} has a rate of its own", host.name);
            let help =
                "set `nic.receive_packets` of the configuration: without a receive buffer, a \
                        NIC in hardware passes on packets at the rate of the link";
            return Err(Unfit::new(Kind::NotSupported, "hosts", message, help));
        }
    }
    for trunk in &scenario.trunks {
        if trunk.packet_cycles != beats {
            let [one, other] = trunk.ends.map(|end| &scenario.switches[end]);
            return slow("links", format!("the link from {one:?} to {other:?}"));
        }
    }
    Ok(())
}

/// Checks readings: alternatives tried in the papers that are not implemented in hardware.
fn readings(scenario: &Scenario) -> Result<(), Unfit> {
    let readings = scenario.readings;
    let refused = [
        (readings.full.is_some(), "readings.full"),
        (readings.rates != Rates::default(), "readings.rates"),
        (readings.unmarked_after_blocked > 0, "readings.unmarked_after_blocked_us"),
        (readings.nics != Nics::default(), "readings.nics"),
        (readings.sources != Sources::default(), "readings.sources"),
    ];
    match refused.into_iter().find(|(refused, _)| *refused) {
        None => Ok(()),
        Some((_, key)) => {
            let message = format!("{key} is a reading that is not implemented in hardware");
            Err(Unfit::new(Kind::NotSupported, key, message, "remove the key"))
        }
    }
}
