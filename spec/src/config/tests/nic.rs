//! The claims of the keys of the NIC.

use super::{preset_with, problems, switch::preset_set, PRESET};
use crate::{
    config::*,
    nic::{AfterIdle, Nic, Response, Throttled},
    wire::lrh,
};
use proptest::{option::of, prelude::*};

#[test]
fn without_its_keys_the_nic_is_that_of_the_paper() {
    let nic = Config::from_toml(PRESET).expect("preset").nic();
    assert_eq!((nic.flows(), nic.window()), (64, 1));
    assert_eq!((nic.response(), nic.after_idle()), (Response::Lipd, AfterIdle::Keep));
    assert_eq!((nic.cct_entries(), nic.throttled()), (128, Throttled::Qp));
    // 2068 bytes and the VCRC, in words of 8.
    assert_eq!((nic.packet_words(), nic.word_bytes(), nic.clock_hz()), (259, 8, 125_000_000));
}

#[test]
fn the_keys_of_the_nic_reach_it() {
    let nic = |keys: &[&str]| preset_set(keys).nic();
    let rates = nic(&["nic.flows=4096", "nic.window=16", "nic.after_idle=reset"]);
    assert_eq!((rates.flows(), rates.window()), (4096, 16));
    assert_eq!(rates.after_idle(), AfterIdle::Reset);
    for (name, response) in [("lipd", Response::Lipd), ("fimd", Response::Fimd)] {
        assert_eq!(nic(&[&format!("nic.response={name}")]).response(), response);
    }
    let table = nic(&["nic.response=cct", "nic.cct_entries=1024", "nic.throttled=sl"]);
    assert_eq!((table.cct_entries(), table.throttled()), (1024, Throttled::Sl));
    let wide = nic(&["datapath.width_bits=512", "switch.max_packet_bytes=4096"]);
    assert_eq!((wide.packet_words(), wide.word_bytes()), (65, 64));
}

#[test]
fn a_receive_buffer_holds_no_more_than_credits_can_offer() {
    assert_eq!(Config::from_toml(PRESET).expect("preset").nic().receive_buffer(), None);
    // 33 blocks each.
    let buffer = preset_set(&["nic.receive_packets=62"]).nic().receive_buffer();
    assert_eq!(buffer.map(|buffer| buffer.offered_blocks()), Some(2046));
    assert_eq!(preset_set(&["nic.receive_packets=62"]).nic().link().buffer_blocks(), 2046);
    let refused = |packets: u32, most: u32, others: &[&str]| {
        let key = format!("nic.receive_packets={packets}");
        let text = problems(PRESET, &[others, &[&key]].concat());
        assert_eq!(
            text,
            format!(
                "--set {key} OutOfRange: nic.receive_packets is {packets}, but must be 1 to {most} \
                 packets\n"
            )
        );
    };
    refused(63, 62, &[]);
    refused(0, 1024, &[]);
    refused(1025, 1024, &["switch.max_packet_bytes=64"]);
}

#[test]
fn the_longest_packet_on_the_narrowest_path_has_a_nic() {
    let nic = preset_set(&["switch.max_packet_bytes=8188"]).nic();
    assert_eq!((nic.packet_words(), nic.port().longest_words(0)), (1024, lrh::MOST_WORDS));
}

#[test]
fn keys_of_the_nic_are_told_their_ranges() {
    let overrides = [
        "nic.flow=4",
        "nic.flows=4097",
        "nic.window=0",
        "nic.response=cct",
        "nic.cct_entries=100",
        "nic.throttled=vl",
    ];
    insta::assert_snapshot!(problems(PRESET, &overrides), @r#"
    --set nic.cct_entries=100 NotOneOf: nic.cct_entries is 100, but must be 128, 256, 512 or 1024 entries
    --set nic.flow=4 UnknownKey: there is no key `nic.flow` [nic.flows?]
    --set nic.flows=4097 OutOfRange: nic.flows is 4097, but must be 1 to 4096 flows
    --set nic.throttled=vl NotOneOf: nic.throttled cannot be "vl"
    --set nic.window=0 OutOfRange: nic.window is 0, but must be 1 to 16 packets
    "#);
}

#[test]
fn keys_of_the_table_are_refused_where_there_is_none() {
    let overrides = ["nic.cct_entries=7", "nic.throttled=sl"];
    let expected = "\
        --set nic.cct_entries=7 Superfluous: `nic.cct_entries` is allowed only with cct\n\
        --set nic.throttled=sl Superfluous: `nic.throttled` is allowed only with cct\n";
    assert_eq!(problems(PRESET, &overrides), expected);
    for response in ["lipd", "fimd", "aimd"] {
        let response = format!("nic.response={response}");
        assert_eq!(problems(PRESET, &[&response, overrides[0], overrides[1]]), expected);
    }
}

#[test]
fn what_happens_to_idle_flows_is_refused_with_the_table() {
    assert_eq!(
        problems(PRESET, &["nic.response=cct", "nic.after_idle=reset"]),
        "--set nic.after_idle=reset Superfluous: `nic.after_idle` is allowed only with lipd, \
         fimd or aimd\n"
    );
}

#[test]
fn a_response_that_cannot_be_read_condemns_no_other_key() {
    let text = problems(PRESET, &["nic.response=cc", "nic.cct_entries=128", "nic.after_idle=keep"]);
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains("NotOneOf") && text.contains("[cct?]"), "{text}");
}

#[test]
fn numbers_of_the_nic_beyond_any_integer_type_are_out_of_range() {
    for key in ["flows", "window"] {
        for number in ["-1", "4294967296", "18446744073709551616"] {
            let text = problems(PRESET, &[&format!("nic.{key}={number}")]);
            assert!(text.contains(&format!("nic.{key} is {number}, but must be 1 to")), "{text}");
            assert_eq!(text.lines().count(), 1, "{text}");
        }
    }
}

#[test]
fn the_keys_of_the_nic_are_kept() {
    let source = preset_with("[nic]\n", "[nic]\nresponse = \"cct\"\nthrottled = \"qp\"\n");
    let text = Config::from_toml(&source).expect("valid").to_toml().expect("serialises");
    assert!(text.ends_with("[nic]\nresponse = \"cct\"\nthrottled = \"qp\"\n"), "{text}");
    let without = Config::from_toml(PRESET).expect("preset").to_toml().expect("serialises");
    assert!(!without.contains("nic"), "{without}");
}

/// Any of the optional keys of the NIC.
pub fn keys() -> impl Strategy<Value = String> {
    let number = |name: &'static str| move |value: u32| format!("{name} = {value}\n");
    let name = |name: &'static str| move |value: &str| format!("{name} = \"{value}\"\n");
    let one_of = |names: &'static [&'static str]| prop::sample::select(names);
    let rates = (
        of(one_of(&["lipd", "fimd", "aimd"]).prop_map(name("response"))),
        of(one_of(&["keep", "reset"]).prop_map(name("after_idle"))),
    );
    let table = (
        of(prop::sample::select(&Nic::CCT_ENTRIES[..]).prop_map(number("cct_entries"))),
        of(one_of(&["qp", "sl"]).prop_map(name("throttled"))),
    );
    let joined = |(first, second): (Option<String>, Option<String>)| {
        first.unwrap_or_default() + &second.unwrap_or_default()
    };
    let response = prop_oneof![
        rates.prop_map(joined),
        table.prop_map(move |keys| "response = \"cct\"\n".to_owned() + &joined(keys)),
    ];
    let sizes =
        (of((1..=4096_u32).prop_map(number("flows"))), of((1..=16_u32).prop_map(number("window"))));
    // As many as credits can offer of the longest packets.
    let buffer = of((1..=15_u32).prop_map(number("receive_packets")));
    of((sizes.prop_map(joined), response, buffer.prop_map(Option::unwrap_or_default)))
        .prop_map(|keys| keys.map_or(String::new(), |(a, b, c)| format!("[nic]\n{a}{b}{c}")))
}
