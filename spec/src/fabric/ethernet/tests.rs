//! Claims of the module's page.

use super::*;
use crate::config::Override;

const FIG_6: &str = include_str!("../../../../examples/scenarios/shimonishi07-fig6.toml");

fn with(overrides: &[&str]) -> Result<EthernetFabric, Unfit> {
    let overrides: Vec<Override> =
        overrides.iter().map(|text| text.parse().expect("override")).collect();
    EthernetFabric::new(&Scenario::from_toml(FIG_6, &overrides).expect("valid"))
}

fn fabric() -> EthernetFabric {
    with(&[]).expect("possible")
}

#[test]
fn each_component_and_link_has_a_name_of_its_own_and_each_port_has_elements() {
    let fabric = fabric();
    let components = (0..fabric.components()).map(|number| fabric.component_name(number));
    let links = (0..fabric.link_delays().len()).map(|link| fabric.link_name(link));
    let names: std::collections::BTreeSet<&str> = components.chain(links).collect();
    assert_eq!(names.len(), fabric.components() + fabric.link_delays().len());
    assert!(names.contains("endpoint_late_source_2") && names.contains("switch_b"));
    let table = ports::table(&fabric);
    assert!(table.ports.iter().all(|port| port.lanes > 0 && port.width > 0));
}

#[test]
fn an_endpoint_knows_its_peer_and_a_switch_the_port_of_each_host() {
    let fabric = fabric();
    let scenario = fabric.scenario();
    for flow in &scenario.flows {
        for (host, peer) in [(flow.from, flow.to), (flow.to, flow.from)] {
            let writes = fabric.writes(fabric.switches().len() + host);
            let values: Vec<u32> = writes.iter().map(|write| write.data).collect();
            assert_eq!(values, [mac_address(host), mac_address(peer), VALID, 0]);
        }
    }
    for switch in 0..fabric.switches().len() {
        let writes = fabric.writes(switch);
        assert_eq!(writes.len(), 2 * scenario.hosts.len());
        for (host, entry) in writes.chunks(2).enumerate() {
            let port = scenario.routes[switch][host] as u32;
            assert_eq!([entry[0].data, entry[1].data], [mac_address(host), VALID | port << 16]);
        }
    }
    assert_eq!(fabric.set_up_cycles() % ROUND_CYCLES, 0);
}

#[test]
fn what_has_no_hardware_is_refused_by_its_key() {
    let key = |overrides: &[&str]| with(overrides).expect_err("refused").key;
    assert_eq!(
        key(&["configuration.efl.flows=2", "configuration.efl.window=1024"]),
        "configuration.efl.flows"
    );
    assert_eq!(key(&["configuration.efl.overhead_bytes=24"]), "configuration.efl.overhead_bytes");
    assert_eq!(key(&["links.bottleneck.delay_ns=500000"]), "links");
    assert_eq!(key(&["hosts.source.count=20", "hosts.sink.count=20"]), "switches");
    let slow = with(&["links.bottleneck.rate_gbit_per_s=5"]).expect_err("refused");
    assert!(slow.key == "links" && slow.message.contains("rate of its own"), "{slow}");
}
