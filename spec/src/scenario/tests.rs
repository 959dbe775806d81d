//! The claims of the reader of scenarios.

mod ethernet;
mod patterns;
mod routing;
mod topology;

use super::*;
use std::{fs, path::Path};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/scenarios");
const FIG_2: &str = include_str!("../../../examples/scenarios/infocom03-fig2.toml");

fn with(overrides: &[&str]) -> Result<Scenario, Problems> {
    let overrides: Vec<_> = overrides.iter().map(|text| text.parse().expect("override")).collect();
    Scenario::from_toml(FIG_2, &overrides)
}

#[test]
fn each_example_is_possible_and_named_like_its_file() {
    let mut files = 0;
    for entry in fs::read_dir(EXAMPLES).expect("examples") {
        let path = entry.expect("entry").path();
        let source = fs::read_to_string(&path).expect("text");
        let scenario =
            Scenario::from_toml(&source, &[]).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        assert_eq!(Some(scenario.name.as_str()), path.file_stem().and_then(|name| name.to_str()));
        assert!(!scenario.about.is_empty(), "{path:?}");
        Sweep::from_toml(&source, &[]).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        files += 1;
    }
    assert!(files >= 12, "{files}");
}

#[test]
fn the_first_example_is_the_fabric_of_the_paper() {
    let scenario = with(&[]).expect("valid");
    assert_eq!(scenario.packet_beats(), 259);
    assert_eq!((scenario.flows.len(), scenario.window), (7, None));
    let starts: Vec<u64> = scenario.flows.iter().map(|flow| flow.start).collect();
    assert_eq!(starts, [0, 12_500, 25_000, 37_500, 50_000, 62_500, 5_000_000]);
    let names = |flow: usize| {
        let path = scenario.path(&scenario.flows[flow]);
        path.iter().map(|(switch, _)| scenario.switches[*switch].as_str()).collect::<String>()
    };
    assert_eq!([names(0), names(5), names(6)], ["B", "AB", "AB"]);
    let links: Vec<String> = (0..scenario.links()).map(|link| scenario.link_name(link)).collect();
    assert_eq!(links[scenario.uplink(0)], "local-1->B");
    assert_eq!(links[scenario.trunk_link(0, 0)], "A->B");
    assert_eq!(links[scenario.trunk_link(0, 1)], "B->A");
    assert_eq!(scenario.flow_name(1), "local-2");
    assert_eq!(scenario.flow_name(6), "victim");
}

#[test]
fn an_override_reaches_the_configuration() {
    let scenario = with(&["configuration.switch.packets_per_input=8"]).expect("valid");
    assert_eq!(scenario.config.switch().packets_per_input(), 8);
    let Err(Problems(problems)) = with(&["configuration.switch.packets_per_input=0"]) else {
        panic!("a buffer without a packet");
    };
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].key, "configuration.switch.packets_per_input");
    let location = "--set configuration.switch.packets_per_input=0";
    assert_eq!(problems[0].location, Location::Override(location.into()));
}

#[test]
fn a_way_that_is_not_shortest_can_be_chosen() {
    let source = FIG_2.replace("switches = [\"A\", \"B\"]", "switches = [\"A\", \"B\", \"C\"]")
        + "[links.there]\nfrom = \"A\"\nto = \"C\"\n[links.on]\nfrom = \"C\"\nto = \"B\"\n\
        [routes.detour]\nat = \"A\"\nto = \"victim-sink\"\nvia = \"C\"\n";
    let scenario = Scenario::from_toml(&source, &[]).expect("valid");
    let path = |flow: usize| scenario.path(&scenario.flows[flow]).len();
    assert_eq!([path(5), path(6)], [2, 3]);
}

#[test]
fn a_configuration_may_come_from_a_file() {
    let source = FIG_2.replace("preset = \"santos-2003\"", "file = \"own.toml\"");
    let own = |name: &str| {
        assert!(Path::new(name).is_relative());
        Ok(presets::ALL[1].toml.to_owned())
    };
    let scenario = Scenario::from_toml_with(&source, &[], own).expect("valid");
    assert_eq!(scenario.config.switch().ports(), 8);
}

proptest::proptest! {
    #[test]
    fn a_damaged_scenario_never_panics(
        damage in proptest::collection::vec((0..1400_usize, 0..6_usize, "[-a-z0-9=.\\[\\]\"\n#ü]{0,6}"), 1..4),
    ) {
        let mut text: Vec<char> = FIG_2.chars().collect();
        for (at, removed, inserted) in damage {
            let at = at.min(text.len());
            text.splice(at..(at + removed).min(text.len()), inserted.chars());
        }
        let text = text.into_iter().collect::<String>();
        if let Err(Problems(problems)) = Scenario::from_toml(&text, &[]) {
            assert!(!problems.is_empty());
            for problem in problems {
                if let Location::Source(span) = &problem.location {
                    assert!(text.get(span.clone()).is_some(), "{span:?}");
                }
            }
        }
    }
}
