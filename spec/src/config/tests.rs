//! The claims of the configuration reader.

mod efl;
mod nic;
mod switch;

use super::*;
use crate::{
    presets,
    switch::marking::{OutputTrigger, Policy},
};

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
    let output_trigger = OutputTrigger::Above;
    let policy = Policy::InputOutputTriggered { output_threshold: 8, output_trigger };
    assert_eq!(config.marking().policy(), policy);
    let mended = Config::from_toml_with(&preset_with("ports = 12", "ports = 0"), &overrides);
    assert_eq!(mended.expect("valid"), config);
}

#[test]
fn the_output_trigger_is_kept_and_belongs_to_one_policy() {
    let with = |trigger: &str| {
        preset_with(
            "policy = \"input-triggered\"",
            &format!("policy = \"input-output-triggered\"\noutput_threshold = 8\n{trigger}"),
        )
    };
    for (trigger, expected) in [
        ("", OutputTrigger::Above),
        ("output_trigger = \"above\"", OutputTrigger::Above),
        ("output_trigger = \"crossing\"", OutputTrigger::Crossing),
    ] {
        let config = Config::from_toml(&with(trigger)).expect(trigger);
        let Policy::InputOutputTriggered { output_trigger, .. } = config.marking().policy() else {
            panic!("another policy");
        };
        assert_eq!(output_trigger, expected);
        round_trip(&config);
    }
    let superfluous = "Superfluous: `marking.output_trigger` is allowed only with \
                       input-output-triggered\n";
    assert!(problems(PRESET, &["marking.output_trigger=above"]).ends_with(superfluous));
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
        hertz in Clock::FREQUENCY_HZ, width in 0..Datapath::WIDTHS_BITS.len(), ports in 2..=36_u32, packets in 1..=64_u32,
        words in 16..=2047_u32, policy in 0..3_usize, threshold: u32,
        output_trigger in 0..3_usize, bits in 1..=17_u32,
        switch in switch::keys(), nic in nic::keys(),
    ) {
        let policy = ["naive", "input-triggered", "input-output-triggered"][policy];
        let mut source = format!(
            "name = \"any\"\nclock.frequency_mhz = {}\ndatapath.width_bits = {}\n[switch]\n\
            ports = {ports}\npackets_per_input = {packets}\nmax_packet_bytes = {}\n",
            hertz as f64 / 1e6, Datapath::WIDTHS_BITS[width], 4 * words,
        );
        source += &switch;
        source += &nic;
        source += "[marking]\n";
        source += &format!("policy = \"{policy}\"\n");
        let capacity = ports * packets;
        if policy == "input-output-triggered" {
            source += &format!("output_threshold = {}\n", threshold % (capacity - 1) + 1);
            source += ["", "output_trigger = \"above\"\n", "output_trigger = \"crossing\"\n"]
                [output_trigger];
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
