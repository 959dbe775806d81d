//! The claims of the keys of the lossless switch.

use super::{problems, PRESET};
use crate::config::*;
use proptest::{option::of, prelude::*};

/// The preset with some values replaced, which must be possible.
pub fn preset_set(overrides: &[&str]) -> Config {
    let overrides: Vec<_> = overrides.iter().map(|text| text.parse().expect("override")).collect();
    Config::from_toml_with(PRESET, &overrides).expect("valid")
}

#[test]
fn without_its_keys_the_lossless_switch_is_that_of_the_paper() {
    let config = Config::from_toml(PRESET).expect("preset");
    assert_eq!((config.switch().virtual_lanes(), config.allocator()), (1, Allocator::Fifo));
    assert_eq!(config.switch().forwarding_entries(), 256);
    let link = config.link();
    // 2068 bytes and the VCRC are 33 blocks, of which the buffer holds four times as many.
    assert_eq!((link.packet_blocks(), link.buffer_blocks()), (33, 132));
    // 65,536 bytes at 8 bytes a cycle.
    assert_eq!((link.virtual_lanes(), link.period_cycles()), (1, 8192));
    assert_eq!(config.credit_counter().total(), 132);
    let fifo = config.fifo();
    assert_eq!(
        (fifo.inputs(), fifo.lanes(), fifo.packets(), fifo.bypasses()),
        (12, 2, 12 * 132, 4)
    );
    assert_eq!(config.round_robin().ports(), 12);
    let detector = config.detector();
    assert_eq!((detector.ports(), detector.virtual_lanes()), (12, 1));
    assert_eq!((detector.packet_blocks(), detector.buffer_blocks()), (33, 132));
}

#[test]
fn the_keys_of_the_lossless_switch_reach_their_blocks() {
    let config = preset_set(&[
        "switch.virtual_lanes=8",
        "switch.forwarding_entries=16384",
        "allocator.bypasses=0",
        "flow_control.period_cycles=500",
        "flow_control.credits=64",
    ]);
    assert_eq!((config.link().virtual_lanes(), config.link().period_cycles()), (8, 500));
    assert_eq!(config.switch().forwarding_entries(), 16_384);
    assert_eq!((config.detector().virtual_lanes(), config.credit_counter().total()), (8, 64));
    let fifo = config.fifo();
    assert_eq!((fifo.queues(), fifo.packets(), fifo.bypasses()), (108, 12 * 132, 0));
    assert_eq!(config.marked_by(), MarkedBy::Policy);
    assert_eq!(preset_set(&["marking.by=detector"]).marked_by(), MarkedBy::Detector);
    assert_eq!(preset_set(&["allocator.kind=round-robin"]).allocator(), Allocator::RoundRobin);
}

#[test]
fn the_vcrc_counts_in_the_blocks_of_a_packet() {
    let blocks = |bytes: u32| {
        preset_set(&[&format!("switch.max_packet_bytes={bytes}")]).link().packet_blocks()
    };
    assert_eq!([64, 124, 128, 8188].map(blocks), [2, 2, 3, 128]);
}

#[test]
fn a_longest_packet_that_pktlen_cannot_announce_is_refused() {
    let overrides = ["127", "2070", "63", "8189", "8192", "16384"]
        .map(|bytes| format!("switch.max_packet_bytes={bytes}"));
    let refused: Vec<String> = overrides.iter().map(|one| problems(PRESET, &[one])).collect();
    insta::assert_snapshot!(refused.concat(), @r"
    --set switch.max_packet_bytes=127 OutOfRange: switch.max_packet_bytes is 127, but must be 64 to 8188 bytes, a multiple of 4
    --set switch.max_packet_bytes=2070 OutOfRange: switch.max_packet_bytes is 2070, but must be 64 to 8188 bytes, a multiple of 4
    --set switch.max_packet_bytes=63 OutOfRange: switch.max_packet_bytes is 63, but must be 64 to 8188 bytes, a multiple of 4
    --set switch.max_packet_bytes=8189 OutOfRange: switch.max_packet_bytes is 8189, but must be 64 to 8188 bytes, a multiple of 4
    --set switch.max_packet_bytes=8192 OutOfRange: switch.max_packet_bytes is 8192, but must be 64 to 8188 bytes, a multiple of 4
    --set switch.max_packet_bytes=16384 OutOfRange: switch.max_packet_bytes is 16384, but must be 64 to 8188 bytes, a multiple of 4
    ");
    for words in [16, 17, 31, 32, 33, 2046, 2047] {
        let config = preset_set(&[&format!("switch.max_packet_bytes={}", 4 * words)]);
        assert_eq!(config.port().longest_words(0), words);
    }
}

#[test]
fn the_default_period_is_that_of_65536_bytes_within_what_is_possible() {
    let cycles =
        |width: u32| preset_set(&[&format!("datapath.width_bits={width}")]).link().period_cycles();
    assert_eq!([64, 512].map(cycles), [8192, 1024]);
}

#[test]
fn as_many_packets_as_the_buffers_hold_may_wait_for_one_output_port() {
    let overrides =
        ["switch.ports=36", "switch.packets_per_input=64", "switch.max_packet_bytes=64"];
    // Longest packets of two blocks, and as many of one block.
    assert_eq!(preset_set(&overrides).fifo().packets(), 36 * 128);
}

#[test]
fn keys_of_the_lossless_switch_are_told_their_ranges() {
    let overrides = [
        "switch.virtual_lanes=9",
        "switch.virtual_lane=2",
        "switch.forwarding_entries=49152",
        "allocator.kind=filo",
        "allocator.bypasses=16",
        "flow_control.period_cycles=99999999999",
        "flow_control.credits=0",
        "flow_control.credit=1",
    ];
    insta::assert_snapshot!(problems(PRESET, &overrides), @r#"
    --set allocator.bypasses=16 OutOfRange: allocator.bypasses is 16, but must be 0 to 15 bypasses
    --set allocator.kind=filo NotOneOf: allocator.kind cannot be "filo" [fifo?]
    --set flow_control.credit=1 UnknownKey: there is no key `flow_control.credit` [flow_control.credits?]
    --set flow_control.credits=0 OutOfRange: flow_control.credits is 0, but must be 1 to 65535 credits
    --set flow_control.period_cycles=99999999999 OutOfRange: flow_control.period_cycles is 99999999999, but must be 16 to 65536 cycles
    --set switch.forwarding_entries=49152 NotOneOf: switch.forwarding_entries is 49152, but must be 64, 128, 256, 512, 1024, 2048, 4096, 8192 or 16384 entries
    --set switch.virtual_lane=2 UnknownKey: there is no key `switch.virtual_lane` [switch.virtual_lanes?]
    --set switch.virtual_lanes=9 OutOfRange: switch.virtual_lanes is 9, but must be 1 to 8 virtual lanes
    "#);
}

#[test]
fn bypasses_are_refused_where_there_are_none() {
    let overrides = ["allocator.kind=round-robin", "allocator.bypasses=99"];
    insta::assert_snapshot!(problems(PRESET, &overrides), @"--set allocator.bypasses=99 Superfluous: `allocator.bypasses` is allowed only with fifo");
}

/// Any of the optional keys of the lossless switch, the first one in the table `[switch]`.
pub fn keys() -> impl Strategy<Value = String> {
    let line = |name: &'static str| move |value: u32| format!("{name} = {value}\n");
    let list = of((0..=15_u32).prop_map(line("bypasses"))).prop_map(Option::unwrap_or_default);
    let allocator = prop_oneof![
        Just("kind = \"round-robin\"\n".to_owned()),
        list.clone(),
        list.prop_map(|list| "kind = \"fifo\"\n".to_owned() + &list),
    ];
    (
        of((1..=8_u32).prop_map(line("virtual_lanes"))),
        of((0..9_usize)
            .prop_map(move |size| line("forwarding_entries")(Switch::FORWARDING_ENTRIES[size]))),
        of(allocator),
        of((16..=65_536_u32).prop_map(line("period_cycles"))),
        of((1..=65_535_u32).prop_map(line("credits"))),
    )
        .prop_map(|(lanes, forwarding, allocator, period, credits)| {
            let allocator = allocator.map(|keys| format!("[allocator]\n{keys}"));
            let flow_control = [
                "[flow_control]\n".into(),
                period.unwrap_or_default(),
                credits.unwrap_or_default(),
            ];
            lanes.unwrap_or_default()
                + &forwarding.unwrap_or_default()
                + &allocator.unwrap_or_default()
                + &flow_control.concat()
        })
}

#[test]
fn the_reading_of_a_full_buffer_is_kept() {
    use crate::switch::input_buffer::Reading;
    let waiting = preset_set(&["input_buffer.reading=waiting"]);
    assert_eq!(waiting.input_buffer().reading(), Reading::Waiting);
    let again = Config::from_toml(&waiting.to_toml().unwrap()).unwrap();
    assert_eq!((&again, again.input_buffer().reading()), (&waiting, Reading::Waiting));
    let received = preset_set(&["input_buffer.reading=received"]);
    assert_eq!(received.input_buffer().reading(), Reading::Received);
    assert_eq!(preset_set(&[]).input_buffer().reading(), Reading::Arbitrated);
}
