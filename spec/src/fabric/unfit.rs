//! Reasons for which a scenario has no fabric of hardware.

use super::{
    lids::{Lids, MOST_LMC},
    Connection, Fabric,
};
use crate::{
    config::{document::Document, Kind, Location, Override, Problem, Problems},
    parameter::OutOfRange,
    scenario::{Host, Nics, Rates, Scenario, Sources, Traffic},
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

    /// The rate of a link under `key` that is too low.
    pub(super) fn rate(key: &str) -> Self {
        let message = "a link transmits less than one beat in 65536 cycles".into();
        Unfit::new(Kind::OutOfRange, key, message, "choose a higher rate, or a slower clock")
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
/// If the scenario has such a limit ([`Scenario::drops_late`]) or is to be stepped, and has no hardware
/// ([`Fabric::new`]).
pub fn of_engine(scenario: &Scenario) -> Result<(), Unfit> {
    let (key, what) = match scenario.life_limit() {
        Some(code) => ("registers.hoq_life", format!("registers.hoq_life is {code}")),
        None if scenario.stepped => ("run.stepped", "run.stepped is true".to_owned()),
        None => return Ok(()),
    };
    match Fabric::new(scenario) {
        Ok(_) => Ok(()),
        Err(unfit) => {
            let message = format!("{what}, but there is no hardware: {}", unfit.message);
            let help = "remove the key, or what hardware does not have";
            Err(Unfit::new(Kind::NotSupported, key, message, help))
        }
    }
}

/// Whether hardware can implement the scenario, in numbers and features.
pub(super) fn check(
    scenario: &Scenario,
    connections: &[Vec<Connection>],
    lids: &Lids,
) -> Result<(), Unfit> {
    if scenario.transport.is_ethernet() {
        let message = "run.transport is Ethernet, of which the fabric has other components".into();
        let help = "use the fabric of endpoints and Ethernet switches";
        return Err(Unfit::new(Kind::NotSupported, "run.transport", message, help));
    }
    let help = "choose the routing d-mod-k, shortest or up-down";
    if scenario.choices.is_some() {
        let message =
            "switches choose a port anew for each packet, but those of hardware have one for each LID";
        return Err(Unfit::new(Kind::NotSupported, "routing.kind", message.into(), help));
    }
    let (hosts, lmc) = (scenario.hosts.len(), lids.lmc());
    if lmc > MOST_LMC {
        let message = format!(
            "routes depend on more than the destination, and hosts would need 2^{lmc} LIDs, more than 2^{MOST_LMC}"
        );
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
    let entries = scenario.config.switch().forwarding_entries();
    if lids.end(hosts) > entries {
        let of_each = if lmc > 0 { format!(" with {} LIDs each", 1 << lmc) } else { String::new() };
        let message =
            format!("the fabric has {hosts} hosts{of_each}, but only {entries} forwarding entries");
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

/// Checks rates: hosts of hardware have the rate of their links, unless NICs have receive buffers.
fn rates(scenario: &Scenario) -> Result<(), Unfit> {
    let is_slow = |host: &&Host| host.host_cycles > 0;
    match scenario.hosts.iter().find(is_slow) {
        Some(host) if scenario.config.nic().receive_buffer().is_none() => {
            let message = format!("host {:?} has a rate of its own", host.name);
            let help =
                "set `nic.receive_packets` of the configuration: without a receive buffer, a \
                        NIC in hardware passes on packets at the rate of the link";
            Err(Unfit::new(Kind::NotSupported, "hosts", message, help))
        }
        _ => Ok(()),
    }
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
