//! Claims of the module's page.

use super::packet::{Tag, TAG_BYTES};
use super::*;
use crate::config::{Override, Problems};
use crate::scenario::Peer;
use crate::wire::{crc, lrh};

const FIG_2: &str = include_str!("../../../examples/scenarios/infocom03-fig2.toml");

fn with(overrides: &[&str]) -> Result<Fabric, Unfit> {
    let overrides: Vec<Override> =
        overrides.iter().map(|text| text.parse().expect("override")).collect();
    Fabric::new(&Scenario::from_toml(FIG_2, &overrides).expect("valid"))
}

fn fabric() -> Fabric {
    with(&[]).expect("possible")
}

#[test]
fn every_example_has_a_fabric_but_for_what_hardware_has_not() {
    /// Messages that wait for others, Ethernet, of which the fabric has other components, and the
    /// readings and sizes of Pfister'05.
    const EXCEPTIONS: [&str; 4] =
        ["flows", "run.transport", "readings.nics", "configuration.nic.flows"];
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/scenarios");
    for entry in std::fs::read_dir(examples).expect("examples") {
        let path = entry.expect("entry").path();
        let source = std::fs::read_to_string(&path).expect("text");
        let scenario = Scenario::from_toml(&source, &[]).expect("valid");
        let fabric = match Fabric::new(&scenario) {
            Ok(fabric) => fabric,
            Err(unfit) if EXCEPTIONS.contains(&unfit.key.as_str()) => continue,
            Err(unfit) => panic!("{path:?}: {unfit}"),
        };
        let ports = ports::table(&fabric);
        assert!(ports.ports.iter().all(|port| port.lanes > 0 && port.width > 0));
    }
}

#[test]
fn both_ends_of_a_connection_know_each_other() {
    let fabric = fabric();
    for host in 0..fabric.scenario().hosts.len() {
        for (number, end) in fabric.connections(host).iter().enumerate() {
            let other = fabric.connections(end.peer)[end.there];
            assert_eq!((other.peer, other.there, other.flow), (host, number, end.flow));
            assert_ne!(other.sends, end.sends);
        }
    }
    // The sink of six flows has them in their order.
    let sink = fabric.scenario().flows[0].to;
    let flows: Vec<usize> = fabric.connections(sink).iter().map(|end| end.flow).collect();
    assert_eq!(flows, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn links_end_where_the_scenario_has_their_ports() {
    let fabric = fabric();
    let scenario = fabric.scenario();
    for link in 0..scenario.links() {
        for (end, other) in fabric.ends(link).into_iter().zip([0, 1]) {
            let End::Switch { switch, port } = end else { continue };
            let peer = scenario.ports(switch)[port];
            let there = match peer {
                Peer::Host(host) => [scenario.downlink(host), scenario.uplink(host)][other],
                Peer::Switch { trunk, end } => {
                    [scenario.trunk_link(trunk, end), scenario.trunk_link(trunk, 1 - end)][other]
                }
            };
            assert_eq!(there, link);
        }
    }
}

#[test]
fn a_packet_has_its_length_good_checksums_and_its_tag() {
    let fabric = fabric();
    let bytes = fabric.packet(6, 0x1_000_007);
    assert_eq!(bytes.len(), fabric.scenario().packet_bytes + crc::LINK_BYTES);
    assert!(crc::has_good_vcrc(&bytes));
    let header = lrh::Header::new_checked(&bytes[..]).expect("long enough");
    assert_eq!(header.words().get() as usize * lrh::WORD_BYTES, fabric.scenario().packet_bytes);
    let expected = Tag { flow: 6, number: 7, marked: false, acknowledges: false };
    assert_eq!(Tag::of(&fabric, &bytes[..TAG_BYTES]), Some(expected));
    assert_eq!(Tag::of(&fabric, &bytes[..TAG_BYTES - 1]), None);
    // From another host, the packet belongs to no flow.
    let mut other = bytes.clone();
    other[7] = 1;
    assert_eq!(Tag::of(&fabric, &other), None);
}

#[test]
fn the_set_up_tells_each_switch_all_hosts_and_each_nic_its_connections() {
    let fabric = fabric();
    let hosts = fabric.scenario().hosts.len();
    let writes: Vec<usize> =
        (0..fabric.components()).map(|component| fabric.writes(component).len()).collect();
    assert_eq!(writes[..2], [hosts, hosts]);
    assert_eq!(writes[2..].iter().sum::<usize>(), hosts + 2 * fabric.scenario().flows.len());
    assert_eq!(fabric.set_up_cycles() % 64, 0);
}

#[test]
fn what_the_scenario_sets_is_written_last_and_lets_nothing_be_throttled_before() {
    let source = FIG_2.replace("congestion_control = false", "")
        + "[registers]\nthreshold = 7\nvictim_mask = \"hosts\"\nccti_increase = 3\n";
    let overrides = ["configuration.marking.by=detector", "configuration.nic.response=cct"];
    let overrides = overrides.map(|text| text.parse().expect("override"));
    let scenario = Scenario::from_toml(&source, &overrides).expect("valid");
    let fabric = Fabric::new(&scenario).expect("possible");
    let last = |component: usize| *fabric.writes(component).last().expect("some");
    use crate::registers::{nic, switch};
    let expected = Write { address: switch::address::CONGESTION_SETTING, data: 7 << 24 };
    assert_eq!(last(0), expected);
    let hosts = scenario.ports(1).len() as u32 - 1;
    let mask = Write { address: switch::address::VICTIM_MASK, data: (1 << hosts) - 1 };
    assert!(fabric.writes(1).contains(&mask));
    let control = fabric.writes(2);
    assert!(control.len() > 128);
    assert!(last(2).address >= nic::address::CA_CONGESTION_SETTING);
    assert_eq!(fabric.nic().response(), Response::Cct);
}

#[test]
fn names_are_words_of_verilog_each_its_own() {
    let fabric = fabric();
    assert_eq!(fabric.component_name(0), "switch_a");
    assert_eq!(fabric.component_name(2), "nic_local_1");
    assert_eq!(fabric.link_name(0), "local_1_to_b");
    let source = FIG_2
        .replace("hosts.victim]", "hosts.Local_1]")
        .replace("from = \"victim\"", "from = \"Local_1\"");
    let scenario = Scenario::from_toml(&source, &[]).expect("valid");
    let fabric = Fabric::new(&scenario).expect("possible");
    let names: Vec<&str> = (2..9).map(|component| fabric.component_name(component)).collect();
    assert!(names.contains(&"nic_local_1") && names.contains(&"nic_local_1_2"), "{names:?}");
}

#[test]
fn without_congestion_control_no_mark_slows_a_flow_down() {
    assert_eq!((fabric().nic().response(), fabric().nic().window()), (Response::Cct, 16));
    let controlled = with(&["run.congestion_control=true", "run.window=1"]).expect("possible");
    assert_eq!((controlled.nic().response(), controlled.nic().window()), (Response::Lipd, 1));
}

#[test]
fn slow_hosts_need_receive_buffers() {
    let slow = "hosts.victim.host_gbit_per_s=4";
    let unfit = with(&[slow]).expect_err("not possible");
    assert!(unfit.help.contains("nic.receive_packets"), "{unfit}");
    let fabric = with(&[slow, "configuration.nic.receive_packets=2"]).expect("possible");
    assert_eq!(fabric.nic().receive_packets(), Some(2));
}

#[test]
fn what_hardware_cannot_do_is_refused_with_its_key() {
    let refused = |overrides: &[&str]| {
        let unfit = with(overrides).expect_err("not possible");
        let overrides: Vec<Override> =
            overrides.iter().map(|text| text.parse().expect("override")).collect();
        let Problems(problems) = unfit.located(FIG_2, &overrides);
        assert_eq!(problems.len(), 1);
        assert_ne!(problems[0].location, crate::config::Location::Nowhere);
        unfit.key
    };
    assert_eq!(refused(&["configuration.nic.flows=5"]), "configuration.nic.flows");
    assert_eq!(refused(&["run.turnaround_ns=8"]), "run.turnaround_ns");
    assert_eq!(refused(&["readings.full=stored"]), "readings.full");
    assert_eq!(refused(&["hosts.victim.host_gbit_per_s=4"]), "hosts");
    assert_eq!(refused(&["hosts.victim.delay_ns=600000"]), "hosts");
    assert_eq!(refused(&["links.inter-switch.delay_ns=600000"]), "links");
}

#[test]
fn a_link_of_a_rate_of_its_own_has_the_share_of_the_datapath_that_its_packets_take() {
    const HALF: u16 = 1 << 15;
    let fabric = with(&["hosts.victim.rate_gbit_per_s=4"]).expect("possible");
    let victim = fabric.scenario().hosts.iter().position(|host| host.name == "victim");
    let victim = victim.expect("a host");
    for link in 0..fabric.scenario().links() {
        let is_slow = link % fabric.scenario().hosts.len() == victim
            && link < 2 * fabric.scenario().hosts.len();
        assert_eq!(fabric.link_rates()[link], is_slow.then_some(HALF), "{link}");
        assert_eq!(fabric.slow_link(link).is_some(), is_slow);
    }
    assert!(fabric.has_slow_links() && !self::fabric().has_slow_links());
    // A rate of three quarters: 259 beats take 346 cycles, the next whole number.
    let fabric = with(&["links.inter-switch.rate_gbit_per_s=6"]).expect("possible");
    assert_eq!(fabric.link_rates().last(), Some(&Some((259_u32 * 65536 / 346) as u16)));
}

#[test]
fn slow_links_get_their_first_credits_before_the_scenario_begins() {
    let usual = fabric().set_up_cycles();
    let slow = with(&["links.inter-switch.rate_gbit_per_s=0.05"]).expect("possible");
    // A beat takes 160 cycles.
    assert!(slow.set_up_cycles() >= usual + 64 * 100, "{usual} {}", slow.set_up_cycles());
}
