//! The whole switch: lint in every configuration, and forwarding of packets.

use crate::support::lines::{Stimulus, Trace};
use crate::support::ports::{packet, LOCAL};
use tailback_gen::Design;
use tailback_harness::blocks::{clean, design};
use tailback_hdl::switch::SwitchTop;
use tailback_kernels::Kernel;
use tailback_spec::registers::switch::address;
use tailback_spec::switch::top::LATENCY_CYCLES;
use tailback_spec::wire::crc;
use tailback_spec::Config;

/// Returns the paper's configuration of the switch with some values replaced.
fn config(overrides: &[&str]) -> Config {
    let overrides: Vec<_> = overrides.iter().map(|text| text.parse().expect("override")).collect();
    let preset = include_str!("../../../../examples/santos-2003.toml");
    Config::from_toml_with(preset, &overrides).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn switches(all: &[&[&str]]) -> Vec<Box<dyn Kernel>> {
    let make = |overrides: &&[&str]| SwitchTop::new(&config(overrides).lossless_switch());
    all.iter().map(|overrides| Box::new(make(overrides)) as _).collect()
}

/// A switch with everything at its largest, which takes each tool minutes.
const LARGEST: &[&str] = &[
    "switch.ports=36",
    "switch.virtual_lanes=8",
    "datapath.width_bits=512",
    "marking.by=detector",
    "switch.forwarding_entries=16384",
];

/// The largest switch is included only with `TAILBACK_SOAK`.
#[test]
fn no_tool_complains_of_any_size() {
    let mut sizes: Vec<&[&str]> = vec![
        &["switch.ports=2", "switch.virtual_lanes=8", "marking.policy=naive"],
        &["switch.ports=5", "allocator.kind=round-robin", "switch.virtual_lanes=3"],
        &["switch.ports=4", "datapath.width_bits=512", "marking.by=detector"],
    ];
    if std::env::var_os("TAILBACK_SOAK").is_some() {
        sizes.push(LARGEST);
    }
    clean(switches(&sizes));
}

#[test]
fn no_tool_complains_of_any_way_to_choose_and_mark() {
    clean(switches(&[
        &["switch.ports=2", "marking.policy=naive", "switch.forwarding_entries=512"],
        &["switch.ports=3", "allocator.kind=round-robin", "marking.by=detector"],
        &["switch.ports=2", "marking.policy=input-output-triggered", "marking.output_threshold=3"],
        &["switch.ports=2", "allocator.kind=round-robin", "switch.max_packet_bytes=64"],
    ]));
}

/// Ports of the switch in the forwarding tests.
const PORTS: u16 = 4;
/// LID of output port 0; the others follow in order.
const FIRST_LID: u16 = 16;
/// First cycle in which the table is filled and the links are up, with credits.
const READY: usize = 200;
/// Bytes of a beat.
const WIDTH: usize = 8;

/// Stimulus for a switch of 64 bits with all links up and routes for all destinations.
fn prepared(design: &Design, cycles: usize) -> Stimulus<'_> {
    prepared_for(PORTS, design, cycles)
}

/// The same for a switch with this number of ports.
fn prepared_for(ports: u16, design: &Design, cycles: usize) -> Stimulus<'_> {
    let mut stimulus = Stimulus::new(design, cycles);
    stimulus.hold(1, "link_active", 1);
    stimulus.hold(1, "m_axis_tready", 1);
    stimulus.hold(1, "s_axil_bready", 1);
    for port in 0..ports {
        let first = 100 + 8 * usize::from(port);
        let lid = u32::from(FIRST_LID) + u32::from(port);
        let place = address::FORWARDING + 4 * lid;
        // A write is accepted in its second cycle.
        for cycle in [first, first + 1] {
            stimulus.drive(cycle, "s_axil_awvalid", 0, &[1]);
            stimulus.drive(cycle, "s_axil_wvalid", 0, &[1]);
            stimulus.drive(cycle, "s_axil_wstrb", 0, &[15]);
            stimulus.drive(cycle, "s_axil_awaddr", 0, &place.to_le_bytes());
            stimulus.drive(cycle, "s_axil_wdata", 0, &(1 << 31 | u32::from(port)).to_le_bytes());
        }
    }
    stimulus
}

/// Drives a flow-control packet into a port that grants this number of blocks on VL 0.
fn credits(stimulus: &mut Stimulus, cycle: usize, port: usize, blocks: u16) {
    let mut bytes = [0, 0, (blocks >> 8) as u8, blocks as u8, 0, 0];
    let check = crc::lpcrc(&bytes[..4]);
    bytes[4..].copy_from_slice(&check);
    beat(stimulus, cycle, port, &bytes, true);
    stimulus.drive(cycle, "s_axis_tuser", port, &[1]);
}

fn beat(stimulus: &mut Stimulus, cycle: usize, port: usize, bytes: &[u8], last: bool) {
    stimulus.drive(cycle, "s_axis_tvalid", port, &[1]);
    stimulus.drive(cycle, "s_axis_tdata", port, bytes);
    stimulus.drive(cycle, "s_axis_tkeep", port, &[(0xFFu16 >> (8 - bytes.len())) as u8]);
    stimulus.drive(cycle, "s_axis_tlast", port, &[u8::from(last)]);
}

/// Drives a packet of this number of words into a port, for an output port; returns the cycle after
/// its last beat.
fn comes(stimulus: &mut Stimulus, cycle: usize, from: usize, to: u16, words: usize) -> usize {
    enters(stimulus, cycle, from, &packet(words, LOCAL, 0, FIRST_LID + to))
}

/// Drives these bytes into a port as a packet; returns the cycle after its last beat.
fn enters(stimulus: &mut Stimulus, cycle: usize, from: usize, bytes: &[u8]) -> usize {
    let beats = bytes.chunks(WIDTH).count();
    for (at, chunk) in bytes.chunks(WIDTH).enumerate() {
        beat(stimulus, cycle + at, from, chunk, at + 1 == beats);
    }
    cycle + beats
}

/// A transmitted packet: its cycles and its bytes.
type Gone = (std::ops::Range<usize>, Vec<u8>);

/// Returns the packets transmitted on a port, without flow-control packets.
fn gone(trace: &Trace, port: usize) -> Vec<Gone> {
    let (mut all, mut open): (Vec<Gone>, Option<Gone>) = (Vec::new(), None);
    for cycle in 1..trace.cycles() {
        let data = trace.bytes(cycle, "m_axis_tuser", port)[0] & 1 == 0;
        if !trace.is_high(cycle, "m_axis_tvalid", port) || !data {
            continue;
        }
        let keep = trace.bytes(cycle, "m_axis_tkeep", port)[0].count_ones() as usize;
        let (cycles, bytes) = open.get_or_insert((cycle..cycle, Vec::new()));
        cycles.end = cycle + 1;
        bytes.extend(&trace.bytes(cycle, "m_axis_tdata", port)[..keep]);
        if trace.is_high(cycle, "m_axis_tlast", port) {
            all.extend(open.take());
        }
    }
    all
}

/// Runs both allocators, with short packets and small buffers.
fn both(allocator_and: impl Fn(Design)) {
    for allocator in ["round-robin", "fifo"] {
        let kind = format!("allocator.kind={allocator}");
        let small = [
            &format!("switch.ports={PORTS}"),
            "switch.forwarding_entries=64",
            "switch.packets_per_input=1",
            "switch.max_packet_bytes=256",
            &kind,
        ];
        allocator_and(design(&SwitchTop::new(&config(&small).lossless_switch())));
    }
}

#[test]
fn packets_take_eleven_cycles_and_follow_each_other_without_a_gap() {
    both(|design| {
        let place = tempfile::tempdir().expect("a temporary directory");
        let mut stimulus = prepared(&design, READY + 300);
        (0..PORTS.into()).for_each(|port| credits(&mut stimulus, READY - 10, port, 100));
        // One packet alone; two from one port; three from different ports at the same time; three
        // short ones.
        comes(&mut stimulus, READY, 1, 0, 16);
        let second = comes(&mut stimulus, READY + 50, 2, 1, 10);
        comes(&mut stimulus, second, 2, 1, 9);
        (0..3).for_each(|from| _ = comes(&mut stimulus, READY + 100, from, 3, 10));
        for from in [0, 1, 3] {
            comes(&mut stimulus, READY + 150, from, 2, 6);
        }
        let trace = stimulus.run(place.path());

        let alone = gone(&trace, 0);
        assert_eq!(alone.len(), 1);
        assert_eq!(alone[0].0, READY + LATENCY_CYCLES..READY + LATENCY_CYCLES + 9);
        assert_eq!(alone[0].1, packet(16, LOCAL, 0, FIRST_LID));
        let pair = gone(&trace, 1);
        let first = READY + 50 + LATENCY_CYCLES;
        assert_eq!([&pair[0].0, &pair[1].0], [&(first..first + 6), &(first + 6..first + 11)]);
        let three = gone(&trace, 3);
        let cycles: Vec<_> = three.iter().map(|(cycles, _)| cycles.clone()).collect();
        let first = READY + 100 + LATENCY_CYCLES;
        assert_eq!(cycles, [first..first + 6, first + 6..first + 12, first + 12..first + 18]);
        assert!(three.iter().all(|(_, bytes)| crc::has_good_vcrc(bytes)));
        let short: Vec<_> = gone(&trace, 2).into_iter().map(|(cycles, _)| cycles).collect();
        let first = READY + 150 + LATENCY_CYCLES;
        assert_eq!(short, [first..first + 4, first + 4..first + 8, first + 8..first + 12]);
    });
}

#[test]
fn a_permutation_of_64_byte_packets_keeps_all_eight_links_busy() {
    const WIDE: u16 = 8;
    const PACKETS: usize = 20;
    for allocator in ["round-robin", "fifo"] {
        let kind = format!("allocator.kind={allocator}");
        let eight = ["switch.ports=8", "switch.forwarding_entries=64", &kind];
        let design = design(&SwitchTop::new(&config(&eight).lossless_switch()));
        let mut stimulus = prepared_for(WIDE, &design, READY + 300);
        for port in 0..usize::from(WIDE) {
            credits(&mut stimulus, READY - 10, port, 2 * PACKETS as u16);
        }
        for from in 0..WIDE {
            // 60 bytes and a VCRC: eight beats, the last one of them of six bytes.
            (0..PACKETS).fold(READY, |cycle, _| {
                comes(&mut stimulus, cycle, from.into(), (from + 3) % WIDE, 15)
            });
        }
        let place = tempfile::tempdir().expect("a temporary directory");
        let trace = stimulus.run(place.path());
        for port in 0..usize::from(WIDE) {
            let packets = gone(&trace, port);
            assert_eq!(packets.len(), PACKETS, "{allocator}, port {port}");
            let all = packets[0].0.start..packets[PACKETS - 1].0.end;
            assert_eq!(all.start, READY + LATENCY_CYCLES, "{allocator}, port {port}");
            let idle: Vec<_> =
                all.filter(|&cycle| !trace.is_high(cycle, "m_axis_tvalid", port)).collect();
            assert!(idle.is_empty(), "{allocator}, port {port}: idle in {idle:?}");
        }
    }
}

#[test]
fn a_packet_needs_credits_for_its_own_length_and_returns_them_if_it_is_dropped() {
    both(|design| {
        let place = tempfile::tempdir().expect("a temporary directory");
        let mut stimulus = prepared(&design, READY + 200);
        // A bad packet of one block waits for credits, and behind it a good one.
        let mut bad = packet(9, LOCAL, 0, FIRST_LID + 2);
        bad[20] ^= 1;
        enters(&mut stimulus, READY, 3, &bad);
        comes(&mut stimulus, READY + 20, 3, 2, 12);
        credits(&mut stimulus, READY + 50, 2, 1);
        // Another one has to wait for the next credit.
        comes(&mut stimulus, READY + 60, 3, 2, 10);
        credits(&mut stimulus, READY + 150, 2, 2);
        let trace = stimulus.run(place.path());

        let went = gone(&trace, 2);
        let lengths: Vec<_> = went.iter().map(|(_, bytes)| bytes.len()).collect();
        assert_eq!(lengths, [4 * 12 + 2, 4 * 10 + 2]);
        assert!(went[0].0.end < READY + 150 && went[1].0.start > READY + 150);
        assert!(went.iter().all(|(_, bytes)| crc::has_good_vcrc(bytes)));
    });
}

#[test]
fn packets_that_wait_behind_a_full_buffer_are_marked_and_keep_a_good_vcrc() {
    both(|design| {
        let place = tempfile::tempdir().expect("a temporary directory");
        let mut stimulus = prepared(&design, READY + 200);
        // No credits: with this packet's tail, the buffer lacks space for a longest packet.
        let after = comes(&mut stimulus, READY, 3, 2, 9);
        credits(&mut stimulus, READY + 50, 2, 100);
        comes(&mut stimulus, READY + 100, 3, 2, 9);
        let trace = stimulus.run(place.path());

        let went = gone(&trace, 2);
        assert!(after < READY + 50 && went.len() == 2, "{went:x?}");
        let sent = packet(9, LOCAL, 0, FIRST_LID + 2);
        let mut marked = sent.clone();
        marked[12] |= 0x80;
        let vcrc = crc::vcrc(&marked[..36]);
        marked[36..].copy_from_slice(&vcrc);
        assert_eq!(went[0].1, marked);
        assert_eq!(went[1].1, sent);
    });
}
