//! The claims of the keys of EFL and of its Ethernet switch.

use super::{problems, switch::preset_set, PRESET};
use crate::{
    config::*,
    efl::{rate::Parts, Efl},
    presets,
};
use proptest::{option::of, prelude::*};

const EFL: &str = include_str!("../../../../examples/shimonishi-2007.toml");

#[test]
fn the_preset_is_the_transport_of_the_paper() {
    let config = Config::from_toml(EFL).expect("preset");
    let (efl, switch) = (config.efl(), config.ethernet_switch());
    assert_eq!((efl.flows(), efl.window(), efl.ack_every()), (1, 2048, 10));
    assert_eq!((efl.longest_frame_bytes(), efl.longest_size()), (192, 192));
    let settings = efl.settings();
    // 10 Gbit/s are 125 bytes in 100 ns, and 280 Mbit/s 3.5.
    assert_eq!((settings.maximum, settings.initial), (125 << 20, 7 << 19));
    assert_eq!((settings.alpha, settings.beta, settings.probe_packets), (4000, 1966, 20));
    assert_eq!((settings.rtt_min, settings.rto_min), (0, 5000));
    assert_eq!(settings.parts, Parts { probes: true, delays: true, predicts: true });
    assert_eq!((switch.ports(), switch.buffer_bytes(), switch.word_beats()), (8, 1_000_000, 16));
    assert_eq!((switch.words(192), switch.slots()), (2, 8));
}

#[test]
fn without_its_keys_every_configuration_has_an_endpoint() {
    for preset in presets::ALL {
        for frequency in ["1", "1000"] {
            let change = format!("clock.frequency_mhz={frequency}").parse().expect("override");
            let config = Config::from_toml_with(preset.toml, &[change]).expect(preset.name);
            assert!(config.efl().flows() >= 1 && config.ethernet_switch().ports() >= 2);
        }
    }
}

#[test]
fn the_default_of_the_least_rate_fits_every_clock_and_packet() {
    for frequency in ["1", "125", "1000"] {
        for payload in [Efl::PAYLOAD_BYTES.start(), Efl::PAYLOAD_BYTES.end()] {
            for overhead in [Efl::OVERHEAD_BYTES.start(), Efl::OVERHEAD_BYTES.end()] {
                let changes = [
                    format!("clock.frequency_mhz={frequency}"),
                    format!("efl.payload_bytes={payload}"),
                    format!("efl.overhead_bytes={overhead}"),
                ]
                .map(|change| change.parse().expect("override"));
                let config = Config::from_toml_with(PRESET, &changes);
                assert!(config.is_ok(), "{changes:?}: {config:?}");
            }
        }
    }
}

#[test]
fn keys_of_efl_need_a_datapath_of_64_bits() {
    insta::assert_snapshot!(problems(PRESET, &["datapath.width_bits=256", "efl.flows=4"]));
    insta::assert_snapshot!(problems(&EFL.replace("width_bits = 64", "width_bits = 512"), &[]));
}

#[test]
fn keys_of_efl_are_told_their_ranges() {
    insta::assert_snapshot!(problems(
        EFL,
        &[
            "efl.flows=0",
            "efl.window=100",
            "efl.beta_ppm=250001",
            "efl.fcs=1",
            "efl.variant=bwprobe",
            "efl.rtt_min_ns=150",
            "ethernet_switch.ports=17",
            "ethernet_switch.port=3"
        ]
    ));
    for change in ["efl.flows=64", "efl.minimum_mbps=10001", "ethernet_switch.buffer_bytes=1000"] {
        let text = problems(EFL, &[change]);
        assert_eq!(text.lines().count(), 1, "{change}: {text}");
    }
    insta::assert_snapshot!(problems(EFL, &["efl.flows=64"]));
    insta::assert_snapshot!(problems(EFL, &["efl.minimum_mbps=10001"]));
    insta::assert_snapshot!(problems(EFL, &["clock.frequency_mhz=1000", "efl.minimum_mbps=1"]));
}

proptest! {
    #[test]
    fn accepted_keys_round_trip_and_the_others_are_reported(
        flows in of(0..1030_u32), window in of(0..14_u32), payload in of(30..1500_u32), fcs in of(any::<bool>()),
        variant in of(0..3_usize), alpha in of(0..1_100_000_u32), minimum in of(0..90_000_u32), rtt in of(0..5_000_000_u32),
        frequency in 1..=1000_u32, ports in of(1..18_u32),
    ) {
        let mut keys = vec![format!("clock.frequency_mhz={frequency}")];
        let mut add = |name: &str, value: Option<String>| keys.extend(value.map(|value| format!("{name}={value}")));
        add("efl.flows", flows.map(|value| value.to_string()));
        add("efl.window", window.map(|value| (1_u32 << value).to_string()));
        add("efl.payload_bytes", payload.map(|value| value.to_string()));
        add("efl.fcs", fcs.map(|value| value.to_string()));
        add("efl.variant", variant.map(|value| ["plain", "bw-probe", "proposed"][value].to_owned()));
        add("efl.alpha_bits", alpha.map(|value| (8 * value).to_string()));
        add("efl.minimum_mbps", minimum.map(|value| value.to_string()));
        add("efl.rtt_min_ns", rtt.map(|value| (100 * value).to_string()));
        add("ethernet_switch.ports", ports.map(|value| value.to_string()));
        let overrides: Vec<_> = keys.iter().map(|key| key.parse().expect("override")).collect();
        match Config::from_toml_with(PRESET, &overrides) {
            Ok(config) => {
                super::round_trip(&config);
                let _ = config.efl().limiter();
            }
            Err(Problems(problems)) => prop_assert!(!problems.is_empty()),
        }
    }
}

#[test]
fn the_keys_reach_the_endpoint() {
    let efl =
        preset_set(&["efl.flows=1024", "efl.window=64", "efl.fcs=true", "efl.variant=plain"]).efl();
    assert_eq!((efl.flows(), efl.window(), efl.has_fcs()), (1024, 64, true));
    assert_eq!(efl.settings().parts, Parts::default());
}
