//! The claims of the configuration reader.

use super::*;
use crate::{presets, switch::marking::Policy};

const PRESET: &str = include_str!("../../../examples/santos-2003.toml");

/// The problems of a source, one line each: place, key, message, label, suggestion.
fn problems(source: &str, overrides: &[&str]) -> String {
    let overrides: Vec<_> = overrides.iter().map(|text| text.parse().expect("override")).collect();
    let Err(Problems(problems)) = Config::from_toml_with(source, &overrides) else {
        return "none".into();
    };
    let line = |problem: &Problem| {
        let place = match (&problem.location, problem.line_and_column(source)) {
            (Location::Override(text), _) => text.clone(),
            (_, Some((line, column))) => format!("{line}:{column}"),
            _ => "-".into(),
        };
        let suggestion = problem.suggestion.iter().map(|name| format!(" [{name}?]"));
        let suggestion = suggestion.collect::<String>();
        format!("{place} {:?}: {}{suggestion}\n", problem.kind, problem.message)
    };
    problems.iter().map(line).collect()
}

/// The preset with one piece of text replaced.
fn preset_with(old: &str, new: &str) -> String {
    assert!(PRESET.contains(old), "the preset has no {old:?}");
    PRESET.replacen(old, new, 1)
}

/// The preset with some values replaced, which must be possible.
fn preset_set(overrides: &[&str]) -> Config {
    let overrides: Vec<_> = overrides.iter().map(|text| text.parse().expect("override")).collect();
    Config::from_toml_with(PRESET, &overrides).expect("valid")
}

#[test]
fn each_preset_is_valid_and_named_like_its_file() {
    for preset in presets::ALL {
        let config = Config::from_toml(preset.toml).expect(preset.name);
        assert_eq!(config.name(), preset.name);
        assert!(preset.toml.starts_with("#:schema ../docs/reference/tailback.schema.json\n"));
    }
}

#[test]
fn the_first_preset_is_the_switch_of_the_paper() {
    let config = Config::from_toml(PRESET).expect("preset");
    assert_eq!(config.clock().frequency_hz(), 125_000_000);
    assert_eq!(config.clock().period_ns(), 8.0);
    assert_eq!(config.datapath().width_bits(), 64);
    assert_eq!((config.switch().ports(), config.switch().packets_per_input()), (12, 4));
    assert_eq!(config.switch().max_packet_bytes(), 2068);
    assert_eq!(config.marking().policy(), Policy::InputTriggered);
    assert_eq!(config.marking().counter_bits(), 6);
}

#[test]
fn without_its_keys_the_lossless_switch_is_that_of_the_paper() {
    let config = Config::from_toml(PRESET).expect("preset");
    assert_eq!((config.switch().virtual_lanes(), config.allocator()), (1, Allocator::Fifo));
    let link = config.link();
    // 2068 bytes and the VCRC are 33 blocks, of which the buffer holds four times as many.
    assert_eq!((link.packet_blocks(), link.buffer_blocks()), (33, 132));
    // 65,536 bytes at 8 bytes a cycle.
    assert_eq!((link.virtual_lanes(), link.period_cycles()), (1, 8192));
    assert_eq!(config.credit_counter().total(), 132);
    let fifo = config.fifo();
    assert_eq!((fifo.inputs(), fifo.queues(), fifo.entries(), fifo.bypasses()), (12, 12, 48, 4));
    assert_eq!(config.round_robin().ports(), 12);
    let detector = config.detector();
    assert_eq!((detector.ports(), detector.virtual_lanes()), (12, 1));
    assert_eq!((detector.packet_blocks(), detector.buffer_blocks()), (33, 132));
}

#[test]
fn the_keys_of_the_lossless_switch_reach_their_blocks() {
    let config = preset_set(&[
        "switch.virtual_lanes=8",
        "allocator.bypasses=0",
        "allocator.entries=7",
        "flow_control.period_cycles=500",
        "flow_control.credits=64",
    ]);
    assert_eq!((config.link().virtual_lanes(), config.link().period_cycles()), (8, 500));
    assert_eq!((config.detector().virtual_lanes(), config.credit_counter().total()), (8, 64));
    let fifo = config.fifo();
    assert_eq!((fifo.queues(), fifo.entries(), fifo.bypasses()), (96, 7, 0));
    assert_eq!(preset_set(&["allocator.kind=round-robin"]).allocator(), Allocator::RoundRobin);
}

#[test]
fn the_vcrc_counts_in_the_blocks_of_a_packet() {
    let blocks = |bytes: u32| {
        preset_set(&[&format!("switch.max_packet_bytes={bytes}")]).link().packet_blocks()
    };
    assert_eq!([64, 126, 127, 16_384].map(blocks), [2, 2, 3, 257]);
}

#[test]
fn the_default_period_is_that_of_65536_bytes_within_what_is_possible() {
    let cycles =
        |width: u32| preset_set(&[&format!("datapath.width_bits={width}")]).link().period_cycles();
    assert_eq!([8, 16, 512, 1024].map(cycles), [65_536, 32_768, 1024, 512]);
}

#[test]
fn the_default_list_is_no_longer_than_the_longest() {
    let config = preset_set(&["switch.ports=36", "switch.packets_per_input=64"]);
    assert_eq!(config.fifo().entries(), 1024);
}

#[test]
fn keys_of_the_lossless_switch_are_told_their_ranges() {
    let overrides = [
        "switch.virtual_lanes=9",
        "switch.virtual_lane=2",
        "allocator.kind=filo",
        "allocator.bypasses=16",
        "allocator.entries=1",
        "flow_control.period_cycles=99999999999",
        "flow_control.credits=0",
        "flow_control.credit=1",
    ];
    insta::assert_snapshot!(problems(PRESET, &overrides), @r#"
    --set allocator.bypasses=16 OutOfRange: allocator.bypasses is 16, but must be 0 to 15 bypasses
    --set allocator.entries=1 OutOfRange: allocator.entries is 1, but must be 2 to 1024 packets
    --set allocator.kind=filo NotOneOf: allocator.kind cannot be "filo" [fifo?]
    --set flow_control.credit=1 UnknownKey: there is no key `flow_control.credit` [flow_control.credits?]
    --set flow_control.credits=0 OutOfRange: flow_control.credits is 0, but must be 1 to 65535 credits
    --set flow_control.period_cycles=99999999999 OutOfRange: flow_control.period_cycles is 99999999999, but must be 16 to 65536 cycles
    --set switch.virtual_lane=2 UnknownKey: there is no key `switch.virtual_lane` [switch.virtual_lanes?]
    --set switch.virtual_lanes=9 OutOfRange: switch.virtual_lanes is 9, but must be 1 to 8 virtual lanes
    "#);
}

#[test]
fn keys_of_a_list_are_refused_where_there_is_none() {
    let overrides = ["allocator.kind=round-robin", "allocator.bypasses=99", "allocator.entries=8"];
    insta::assert_snapshot!(problems(PRESET, &overrides), @r"
    --set allocator.bypasses=99 Superfluous: `allocator.bypasses` has a meaning only with fifo
    --set allocator.entries=8 Superfluous: `allocator.entries` has a meaning only with fifo
    ");
}

#[test]
fn all_problems_are_reported_at_once_and_in_the_order_of_the_file() {
    let source =
        "name = \"a b\"\nname = \"c\"\n[clock]\nfrequency_mhz = nan\n[datapath]\nwidth = 64\n\
        [switch]\nports = 37\npackets_per_input = -1\nmax_packet_bytes = 64.0\n[marking]\n\
        policy = \"inputtriggered\"\noutput_treshold = 3\n[extra]\nx = 1\n";
    insta::assert_snapshot!(problems(source, &["switch.port=1", "marking.counter_bits=many"]));
}

#[test]
fn values_are_related_even_when_other_keys_are_wrong() {
    let source = preset_with("ports = 12", "ports = 12\ncolour = 3");
    let overrides = [
        "marking.policy=input-output-triggered",
        "marking.output_threshold=48",
        "marking.counter_bits=5",
    ];
    insta::assert_snapshot!(problems(&source, &overrides), @r"
    27:1 UnknownKey: there is no key `switch.colour`
    --set marking.counter_bits=5 OutOfRange: marking.counter_bits is 5, but must be 6 to 16 bits
    --set marking.output_threshold=48 OutOfRange: marking.output_threshold is 48, but must be 1 to 47 packets
    ");
}

#[test]
fn a_threshold_is_told_the_range_of_this_switch() {
    for threshold in ["0", "48", "2304", "4294967296", "-1"] {
        let overrides = [
            "marking.policy=input-output-triggered",
            &format!("marking.output_threshold={threshold}"),
        ];
        let text = problems(PRESET, &overrides);
        let expected = format!("is {threshold}, but must be 1 to 47 packets\n");
        assert!(text.ends_with(&expected) && text.lines().count() == 1, "{text}");
    }
}

#[test]
fn numbers_beyond_any_integer_type_are_out_of_range() {
    for (number, shown) in [
        ("4000000000", "4000000000"),
        ("-3", "-3"),
        ("18446744073709551616", "18446744073709551616"),
        (
            "0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff",
            "0xffffffffffffffffffffffffffffffffffff",
        ),
    ] {
        assert_eq!(
            problems(PRESET, &[&format!("switch.ports={number}")]),
            format!("--set switch.ports={number} OutOfRange: switch.ports is {shown}, but must be 2 to 36 ports\n")
        );
    }
}

#[test]
fn an_override_wins_over_the_file() {
    let overrides =
        ["switch.ports=8", "marking.policy=input-output-triggered", "marking.output_threshold=8"];
    let overrides = overrides.map(|text| text.parse().expect("override"));
    let config = Config::from_toml_with(PRESET, &overrides).expect("valid");
    assert_eq!(config.switch().ports(), 8);
    assert_eq!(config.marking().policy(), Policy::InputOutputTriggered { output_threshold: 8 });
    let mended = Config::from_toml_with(&preset_with("ports = 12", "ports = 0"), &overrides);
    assert_eq!(mended.expect("valid"), config);
}

#[test]
fn overrides_can_stand_for_a_whole_file() {
    let overrides = [
        "name=x",
        "clock.frequency_mhz=322.265625",
        "datapath={ width_bits = 512 }",
        "switch={ ports = 2, packets_per_input = 1, max_packet_bytes = 64 }",
        "marking.policy=naive",
    ];
    let overrides = overrides.map(|text| text.parse().expect("override"));
    let config = Config::from_toml_with("", &overrides).expect("valid");
    assert_eq!(config.clock().frequency_hz(), 322_265_625);
}

#[test]
fn lines_and_columns_count_characters_from_one() {
    let source = "# ü\nname = \"ü\" # ü\n";
    assert!(problems(source, &[]).starts_with("2:8 NotOneOf"), "{}", problems(source, &[]));
}

#[test]
fn the_committed_schema_is_current() {
    let text = serde_json::to_string_pretty(&schema()).expect("schema") + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reference/tailback.schema.json");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(committed == text, "run `tailback schema --out docs/reference/tailback.schema.json`");
}

/// Any of the optional keys of the lossless switch, the first one in the table `[switch]`.
fn lossless_keys() -> impl proptest::strategy::Strategy<Value = String> {
    use proptest::{option::of, prelude::*};
    let line = |name: &'static str| move |value: u32| format!("{name} = {value}\n");
    let list =
        (of((0..=15_u32).prop_map(line("bypasses"))), of((2..=1024_u32).prop_map(line("entries"))))
            .prop_map(|(bypasses, entries)| {
                bypasses.unwrap_or_default() + &entries.unwrap_or_default()
            });
    let allocator = prop_oneof![
        Just("kind = \"round-robin\"\n".to_owned()),
        list.clone(),
        list.prop_map(|list| "kind = \"fifo\"\n".to_owned() + &list),
    ];
    (
        of((1..=8_u32).prop_map(line("virtual_lanes"))),
        of(allocator),
        of((16..=65_536_u32).prop_map(line("period_cycles"))),
        of((1..=65_535_u32).prop_map(line("credits"))),
    )
        .prop_map(|(lanes, allocator, period, credits)| {
            let allocator = allocator.map(|keys| format!("[allocator]\n{keys}"));
            let flow_control = [
                "[flow_control]\n".into(),
                period.unwrap_or_default(),
                credits.unwrap_or_default(),
            ];
            lanes.unwrap_or_default() + &allocator.unwrap_or_default() + &flow_control.concat()
        })
}

proptest::proptest! {
    #[test]
    fn arbitrary_text_never_panics(bytes: Vec<u8>) {
        judge(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn arbitrary_toml_never_panics(source in "([a-z]{1,3}|\\[|\\]|\\{|\\}|=|\"|\n|\\.|,|-?[0-9]{1,25}|ü|'|#|x| ){0,60}") {
        judge(&source);
    }

    #[test]
    fn arbitrary_overrides_never_panic(key in "[a-z_.]{1,20}|switch\\.[a-z_]{1,20}", value: String) {
        if let Ok(change) = format!("{key}={value}").parse() {
            let _ = Config::from_toml_with(PRESET, &[change]);
        }
    }

    #[test]
    fn a_damaged_preset_never_panics(
        preset in 0..presets::ALL.len(),
        damage in proptest::collection::vec((0..2500_usize, 0..6_usize, "[-a-z0-9=.\\[\\]\"\n#ü]{0,6}"), 1..4),
    ) {
        let mut text: Vec<char> = presets::ALL[preset].toml.chars().collect();
        for (at, removed, inserted) in damage {
            let at = at.min(text.len());
            text.splice(at..(at + removed).min(text.len()), inserted.chars());
        }
        judge(&text.into_iter().collect::<String>());
    }

    #[test]
    fn every_accepted_configuration_round_trips(
        hertz in Clock::FREQUENCY_HZ, width in 0..8_usize, ports in 2..=36_u32, packets in 1..=64_u32,
        bytes in 64..=16384_u32, policy in 0..3_usize, threshold: u32, bits in 1..=17_u32,
        lossless in lossless_keys(),
    ) {
        let policy = ["naive", "input-triggered", "input-output-triggered"][policy];
        let mut source = format!(
            "name = \"any\"\nclock.frequency_mhz = {}\ndatapath.width_bits = {}\n[switch]\n\
            ports = {ports}\npackets_per_input = {packets}\nmax_packet_bytes = {bytes}\n",
            hertz as f64 / 1e6, Datapath::WIDTHS_BITS[width],
        );
        source += &lossless;
        source += "[marking]\n";
        source += &format!("policy = \"{policy}\"\n");
        let capacity = ports * packets;
        if policy == "input-output-triggered" {
            source += &format!("output_threshold = {}\n", threshold % (capacity - 1) + 1);
        }
        let enough = bits <= 16 && capacity < 1 << bits;
        if bits <= 16 {
            source += &format!("counter_bits = {bits}\n");
        }
        match Config::from_toml(&source) {
            Ok(config) => {
                assert!(enough || bits > 16);
                assert_eq!(config.clock().frequency_hz(), hertz);
                round_trip(&config);
            }
            Err(problems) => assert!(!enough && bits <= 16, "{problems}"),
        }
    }
}

/// Reads a source; what is accepted must round-trip, and each problem must lie in the source.
fn judge(source: &str) {
    match Config::from_toml(source) {
        Ok(config) => round_trip(&config),
        Err(Problems(problems)) => {
            assert!(!problems.is_empty());
            for problem in problems {
                let notes = problem.notes.iter().map(|(span, _)| span);
                let place = match &problem.location {
                    Location::Source(span) => Some(span),
                    _ => None,
                };
                for span in notes.chain(place) {
                    assert!(source.get(span.clone()).is_some(), "{span:?} of {source:?}");
                }
            }
        }
    }
}

fn round_trip(config: &Config) {
    let text = config.to_toml().expect("serialises");
    assert_eq!(Config::from_toml(&text).as_ref(), Ok(config), "{text}");
}
